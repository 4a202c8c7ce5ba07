"""The basic magics 転生, 入植 and 透禍の槍."""

import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.cards.texts import Damage, DrawCards, ExtraDeployment
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    PASS,
    Attribute,
    Choose,
    Copy,
    Deploy,
    GainMana,
    GrandMagic,
    Magic,
    Redeploy,
    Reveal,
)
from shinpan_engine.games.wars3x3.table.options import ManifestSideways
from shinpan_engine.games.wars3x3.table.state import Face
from shinpan_engine.kernel.errors import Undecidable

from .scene import Scene
from .wizards import FIRE, SKY, UP, wizard_scene

REBIRTH, SETTLING, SPEAR = 17, 19, 21


@pytest.mark.clause("W3-C-23", "W3-C-24", "W3-C-25")
@pytest.mark.parametrize("pack", ["print", "house"])
def test_what_both_packs_tell_of_the_basic_magics(pack: str) -> None:
    """Two each: the discard and the draws of 転生, the deployment of 入植, the damage and 顕在 of 透禍の槍."""
    magic = GAME.packs[pack].cards.magic
    for number in (17, 18):
        text = magic[number]
        assert (text.name, text.payment.count, text.payment.units) == ("転生", 3, True)
        assert text.effects == (DrawCards(3),)
    for number in (19, 20):
        assert (magic[number].name, magic[number].effects) == ("入植", (ExtraDeployment(),))
    for number in (21, 22):
        text = magic[number]
        assert (text.name, text.effects, text.manifest) == ("透禍の槍", (Damage("opponent", 1),), True)
        assert text.grand.name == "無尽増"
        assert (text.lasting is None) == (pack == "print")


# 転生


def rebirth(hand: list[int], deck: list[int]) -> Scene:
    return wizard_scene(magics=([REBIRTH], []), hands=(hand, []), deck=deck, units=([7], []))


@pytest.mark.clause("W3-C-23")
def test_rebirth_discards_three_units_and_draws() -> None:
    """Three unit cards of one's choice go first; with two it cannot be activated."""
    scene = rebirth([6, 8, 10, 15], [41, 42, 43, 44]).do(1, Magic(REBIRTH))
    assert scene.refuses(1, Choose([6, 8])) == ("W3-M4-2", "W3-M4-5")
    scene.do(1, Choose([6, 10, 15]))
    assert (scene.side(1).hand, scene.state.discard) == ([8, 41, 42, 43], [6, 10, 15])
    assert rebirth([6, 8], [41, 42]).refuses(1, Magic(REBIRTH)) == ("W3-M2-4", "W3-M2-1", "W3-Q-21")


@pytest.mark.clause("W3-Q-09")
@pytest.mark.parametrize("deck", [[41, 42], [41], []])
def test_rebirth_with_too_small_a_deck(deck: list[int]) -> None:
    """What is there is drawn."""
    scene = rebirth([6, 8, 10], deck).do(1, Magic(REBIRTH), Choose([6, 8, 10]))
    assert scene.side(1).hand == deck
    assert scene.state.deck == []


@pytest.mark.clause("W3-Q-21")
def test_purple_cards_do_not_pay_for_rebirth() -> None:
    """呪文砕き and 調律 are no unit cards: with them alone it cannot be activated, and they cannot be chosen."""
    assert rebirth([6, 8, 45, 47], [41]).refuses(1, Magic(REBIRTH)) == ("W3-M2-4", "W3-M2-1", "W3-Q-21")
    scene = rebirth([6, 8, 10, 45], [41, 42, 43]).do(1, Magic(REBIRTH))
    assert scene.refuses(1, Choose([6, 8, 45])) == ("W3-M4-5",)


# 入植


def settling(**more: object) -> Scene:
    """入植 has been activated; hand 5 (cost 3), 7 (cost 5) and 45, territory 3."""
    position = {"hands": ([5, 7, 45], []), "territory": ([24, 25, 37], []), "units": ([16, 17], [])} | more
    magics = ([SETTLING, 11], [])
    return wizard_scene(magics=magics, **position)


@pytest.mark.clause("W3-C-24")
def test_settling_gives_one_deployment_at_once() -> None:
    """A unit within the territory value, from hand, on a free slot; or none. It may attack in the same turn."""
    scene = settling().do(1, Magic(SETTLING))
    assert scene.refuses(1, Deploy(7)) == ("W3-4.2-4", "W3-E-01")
    assert scene.refuses(1, Deploy(45)) == ("W3-0.1-10", "W3-4.2-2")
    assert scene.refuses(1, Deploy(6)) == ("W3-4.2-2",)
    assert scene.table.so_far(1).extra_deployments == 1
    scene.do(1, Deploy(5))
    assert "W3-4.2-19" in scene.table.relied
    assert (scene.units(1), scene.table.so_far(1).extra_deployments) == ([16, 17, 5], 0)
    scene.quiet_until("3.2").do(1, ATTACK)
    assert scene.events("Power")[0].attack == 5 + 6 + 3
    scene.quiet_until("4.2")
    assert settling().do(1, Magic(SETTLING), PASS).units(1) == [16, 17]


@pytest.mark.clause("W3-C-24")
def test_settling_is_no_redeployment_and_no_strategy_step() -> None:
    """No unit is given up for it, a full field stays full, and the strategy step is still to come."""
    scene = settling().do(1, Magic(SETTLING))
    assert scene.refuses(1, Redeploy(5, [16])) == ("W3-M0-6",)
    full = settling(units=([16, 17, 3], [])).do(1, Magic(SETTLING))
    assert full.refuses(1, Deploy(5)) == ("W3-4.2-5", "W3-4.2-3")
    scene = settling(units=([16], [17])).do(1, Magic(SETTLING), Deploy(5)).quiet_until("4.2")
    scene.side(1).hand.append(3)
    assert scene.allows(1, Deploy(3))


@pytest.mark.clause("W3-Q-13")
def test_the_harvest_does_not_help_a_settling() -> None:
    """収穫 before 入植: the cost of 5 stays above the three territories, and is within 6 in the strategy step."""
    scene = settling(units=([27], [16, 3])).do(1, Magic(11), Magic(SETTLING))
    assert scene.refuses(1, Deploy(7)) == ("W3-Q-13", "W3-4.2-4")
    scene.do(1, PASS).quiet_until("4.2").do(1, Deploy(7))


# 透禍の槍


def spear(theirs: object = (), **more: object) -> Scene:
    """透禍の槍 in a field that has its mana."""
    return wizard_scene(magics=([SPEAR], theirs), units=([7, 16], [17]), **more)


def attack(scene: Scene) -> int:
    """What the active player attacks with in 3.2 of this turn."""
    return scene.quiet_until("3.2").do(scene.state.active, ATTACK).events("Power")[0].attack


@pytest.mark.clause("W3-S3.5-1", "W3-S3.5-4", "W3-C-25")
def test_the_spear_deals_its_damage_and_goes_on() -> None:
    """1 damage to the opponent, then its 顕在 effect: by the house pack 1 power for each own unit, turn by turn."""
    scene = spear().do(1, Magic(SPEAR))
    assert (scene.side(1).life, scene.side(2).life) == (30, 29)
    assert attack(scene) == 5 + 5 + 2
    scene.quiet_until("1.1", turn=3)
    assert attack(scene) == 5 + 5 + 2


@pytest.mark.clause("W3-S3.5-2", "W3-S3.4-3")
@pytest.mark.parametrize("option", list(ManifestSideways))
@pytest.mark.parametrize("face", [Face.DOWN, Face.UP])
def test_the_spear_excluded_for_the_boundless_increase(face: Face, option: ManifestSideways) -> None:
    """If it lay face up its 顕在 effect lasts for that turn, whatever manifest_sideways says; if it lay face down there
    was none."""
    scene = wizard_scene(magics=([(SPEAR, face)], []), units=([7, 16], []), manifest_sideways=option)
    scene.do(1, GrandMagic(SPEAR), GainMana(Attribute.SKY))
    assert attack(scene) == 10 + (2 if face == Face.UP else 0)
    assert ("W3-S3.5-2" in scene.table.relied) == (face == Face.UP)
    scene.quiet_until("1.1", turn=3)
    assert attack(scene) == 10


@pytest.mark.clause("W3-S3.5-3")
def test_the_spear_negated() -> None:
    """No damage and no 顕在 in that turn; from the next turn on the card lies face up and works."""
    scene = spear([FIRE]).do(1, Magic(SPEAR)).do(2, GrandMagic(FIRE))
    assert scene.side(2).life == 30
    assert scene.side(1).magics[0].face == Face.UP
    assert attack(scene) == 10
    scene.quiet_until("1.1", turn=3)
    assert attack(scene) == 12


@pytest.mark.clause("W3-S3.5-3", "W3-S3.9-9")
def test_a_negated_copy_of_the_spear_leaves_the_card_as_it_is() -> None:
    """What is negated is the copy: the card that lies face up goes on with its 顕在 effect in that turn."""
    scene = wizard_scene(magics=([SKY, (SPEAR, UP)], [FIRE]), units=([7, 16], [17]))
    scene.do(1, GrandMagic(SKY), Copy(SPEAR)).do(2, GrandMagic(FIRE))
    assert scene.side(2).life == 30
    assert attack(scene) == 12


@pytest.mark.clause("W3-Q-10", "W3-Q-11")
def test_the_spear_exposed() -> None:
    """暴露 turns it face up: its 顕在 effect is on, and no damage is dealt."""
    scene = wizard_scene(magics=([6], [SPEAR]), units=([16, 7], [17])).do(1, Magic(6)).do(2, PASS)
    scene.do(1, Reveal(1))
    assert (scene.side(1).life, scene.side(2).life) == (30, 30)
    scene.quiet_until("3.2").do(1, ATTACK)
    assert scene.events("Power")[0].defence == 6 + 1
    assert {"W3-S3.4-5", "W3-3.0-7"} <= set(scene.table.relied)


@pytest.mark.clause("W3-S3.5-1")
@pytest.mark.parametrize("option", list(ManifestSideways))
def test_the_spear_turned_sideways(option: ManifestSideways) -> None:
    """A second activation deals 1 damage again and turns it; the effect lasts to the turn's end, or ends at once."""
    scene = wizard_scene(magics=([(SPEAR, UP)], []), units=([7, 16], [17]), manifest_sideways=option)
    scene.do(1, Magic(SPEAR))
    assert scene.side(2).life == 29
    assert attack(scene) == (12 if option == ManifestSideways.UNTIL_TURN_END else 10)


@pytest.mark.clause("W3-C-25")
def test_an_effect_that_nobody_knows_is_undecidable() -> None:
    """With the printed pack combat cannot be settled while 透禍の槍 lies face up."""
    scene = wizard_scene(pack="print", magics=([(SPEAR, UP)], []), units=([22], []))
    with pytest.raises(Undecidable):
        scene.quiet_until("3.3")
