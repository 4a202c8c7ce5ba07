"""★海癒, ★探生, ★天写 and the mana of ★無尽増."""

from pathlib import Path

import pytest

from shinpan_engine.games.wars3x3.table.actions import (
    DRAW,
    PASS,
    Attribute,
    Choose,
    Copy,
    Exchange,
    GainMana,
    GrandMagic,
    Heal,
    Magic,
)
from shinpan_engine.games.wars3x3.table.options import CopyScope, DiscardPile, WildMana
from shinpan_engine.games.wars3x3.table.state import Casting, Face
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.play.chance import Recorded

from .own_pack import own_magic, own_pack, scene_with
from .scene import Scene
from .wizards import DOWN, FIRE, GRASS, SIDEWAYS, SKY, SPEAR, UP, WATER, wizard_scene

MODES = pytest.mark.parametrize("mode", ["advanced", "sevenmage"])
HEAL, FETCH, COPY = GrandMagic(WATER), GrandMagic(GRASS), GrandMagic(SKY)
ANY_TURN = '{ steps = ["1.1", "2.1"], any_turn = true }'


# ★海癒


def healing(discard: list[int], kept: list[int] | None = None, mode: str = "advanced", **more: object) -> Scene:
    """Player 1 uses ★海癒; `kept` are the cards that stay by chance."""
    scene = wizard_scene(mode, magics=([WATER], []), discard=discard, **more)
    if kept is not None:
        scene.table.chance = Recorded({"keep/p1/1": kept})
    return scene


@pytest.mark.clause("W3-S3.7-2", "W3-S3.7-3")
@MODES
def test_four_random_cards_stay_and_one_gives_life(mode: str) -> None:
    """The others of the discard are excluded; the life is the printed cost of the card chosen among the four."""
    scene = healing([3, 7, 16, 24, 31, 32], [32, 3, 7, 24], mode).do(1, HEAL)
    assert (scene.state.discard, scene.state.excluded) == ([3, 7, 24, 32], [16, 31])
    assert scene.events("Kept")[0].cards == [3, 7, 24, 32]
    assert scene.refuses(1, Heal(31)) == ("W3-S3.7-3",)
    scene.do(1, Heal(32))
    assert scene.side(1).life == 38


@pytest.mark.clause("W3-S3.7-2")
def test_which_cards_stay_is_chance() -> None:
    """By the seed any four stay; a record must tell the four, and nothing more."""
    found = set()
    for turn in range(1, 30):
        scene = healing([3, 7, 16, 24, 31, 32], turn=turn).do(1, HEAL)
        found.add(tuple(scene.state.discard))
        assert len(scene.state.discard) == 4
    assert len(found) > 5
    with pytest.raises(Undecidable):
        healing([3, 7, 16, 24, 31, 32], [32, 3, 7]).do(1, HEAL)


@pytest.mark.clause("W3-S3.7-2")
@pytest.mark.parametrize("discard", [[3], [3, 7, 16, 24]])
def test_a_small_discard_stays_whole(discard: list[int]) -> None:
    """Of four or fewer none is excluded, and no chance is asked."""
    scene = healing(discard, []).do(1, HEAL)
    assert (scene.state.discard, scene.state.excluded) == (discard, [])
    assert "W3-S3.7-2" in scene.table.relied
    scene.do(1, Heal(3))
    assert scene.side(1).life == 32


@pytest.mark.clause("W3-S3.7-4")
def test_a_wild_card_gives_nothing() -> None:
    """呪文砕き chosen: 0 life, and a number for it is not asked."""
    scene = healing([47, 3]).do(1, HEAL)
    assert scene.match.consider(1, Heal(47, 1)).clause == ""
    scene.do(1, Heal(47))
    assert scene.side(1).life == 30


@pytest.mark.clause("W3-S3.7-5")
def test_a_tuning_gives_one_to_three() -> None:
    """調律 chosen: as its user likes, and the number is said."""
    for number in (1, 2, 3):
        scene = healing([45, 3]).do(1, HEAL)
        assert scene.refuses(1, Heal(45)) == ("W3-S3.7-5", "W3-S2.2-1")
        assert scene.refuses(1, Heal(45, 4)) == ("W3-S3.7-5", "W3-S2.2-1")
        scene.do(1, Heal(45, number))
        assert scene.side(1).life == 30 + number


@pytest.mark.clause("W3-S3.7-6")
@pytest.mark.parametrize("pile", list(DiscardPile))
def test_the_kept_cards_stay_in_the_discard(pile: DiscardPile) -> None:
    """The chosen one too; with a pile for each player it is the user's own that counts."""
    scene = healing([3, 24], discard_pile=pile)
    if pile == DiscardPile.PER_PLAYER:
        scene.state.discard, scene.side(1).discard, scene.side(2).discard = [], [3, 24], [32]
    scene.do(1, HEAL)
    assert scene.refuses(1, Heal(32)) == ("W3-S3.7-3",)
    scene.do(1, Heal(24))
    assert (scene.state.discard or scene.side(1).discard) == [3, 24]
    assert {"W3-S3.7-6", "W3-2.1-14"} <= set(scene.table.relied)


# ★探生


@pytest.mark.clause("W3-S3.8-2", "W3-S3.8-3", "W3-S3.8-4")
@MODES
def test_a_hand_card_for_a_unit_of_the_discard(mode: str) -> None:
    """Any hand card, a purple one too, for one unit card; nothing else, and not two."""
    scene = wizard_scene(mode, magics=([GRASS], []), hands=([6, 47], []), discard=[3, 16, 45]).do(1, FETCH)
    assert scene.refuses(1, Exchange([6], [45])) == ("W3-S3.8-3",)
    assert scene.refuses(1, Exchange([6, 47], [3, 16])) == ("W3-S3.8-2", "W3-M4-2")
    assert scene.refuses(1, Exchange([6, 47], [])) == ("W3-S3.8-2", "W3-M4-2")
    assert scene.refuses(1, Exchange([7], [6])) == ("W3-S3.8-2",)
    assert scene.refuses(1, Exchange([], [])) == ("W3-S3.8-2", "W3-M4-2")
    scene.do(1, Exchange([47], [16]))
    assert (scene.side(1).hand, scene.state.discard) == ([6, 16], [3, 45, 47])
    assert "W3-S3.8-2" in scene.table.relied
    (event,) = scene.events("Exchanged")
    assert (event.taken, event.given) == ([16], [47])


@pytest.mark.clause("W3-S3.8-2")
def test_the_pack_says_how_many_are_exchanged(tmp_path: Path) -> None:
    """With two, two for two, or as many as there are of both."""
    effects = 'effects = [{ op = "exchange", count = 2 }]'
    cards = own_pack(
        tmp_path, f'[[grand]]\nname = "探生"\ncondition = {{ steps = ["1.1"] }}\n{effects}\nsource = {{}}\n'
    )
    scene = scene_with(cards, mode="advanced", magics=([GRASS], []), hands=([6, 47], []), discard=[3, 16, 45]).do(
        1, FETCH
    )
    assert scene.refuses(1, Exchange([6], [3])) == ("W3-S3.8-2", "W3-M4-2")
    scene.do(1, Exchange([6, 47], [3, 16]))
    assert scene.side(1).hand == [3, 16]
    scene = scene_with(cards, mode="advanced", magics=([GRASS], []), hands=([6, 47], []), discard=[3, 45]).do(1, FETCH)
    scene.do(1, Exchange([47], [3]))
    assert scene.side(1).hand == [3, 6]


@pytest.mark.clause("W3-S3.8-5", "W3-S3.8-6")
def test_an_exchange_needs_both_sides() -> None:
    """With an empty hand, or no unit card in the discard, it does nothing."""
    for hand, discard in (([], [3]), ([6], []), ([6], [45, 47])):
        scene = wizard_scene(magics=([GRASS], []), hands=(hand, []), discard=discard).do(1, FETCH)
        assert (scene.side(1).hand, scene.state.discard) == (hand, discard)
        assert ("W3-S3.8-6" in scene.table.relied) == bool(hand)
        assert ("W3-2.1-14" in scene.table.relied) == bool(hand)
        scene.do(1, DRAW)


def test_an_exchange_with_unknown_cards_is_undecidable() -> None:
    """With the printed pack 006 in the discard may or may not be a unit."""
    scene = wizard_scene(pack="print", magics=([(GRASS, UP)], []), hands=([7], []), discard=[6])
    with pytest.raises(Undecidable):
        scene.do(1, FETCH)


# ★天写


def copying(
    theirs: object = (7, UP), own: object = None, active: int = 1, mode: str = "advanced", **more: object
) -> Scene:
    """Player 1 uses ★天写; both fields give no mana at all."""
    mine = [SKY] if own is None else [SKY, own]
    return wizard_scene(mode, magics=(mine, [theirs]), active=active, **more).do(1, COPY)


@pytest.mark.clause("W3-S3.9-3", "W3-S3.9-4", "W3-S3.9-9", "W3-E-13")
@MODES
def test_a_face_up_magic_is_copied_without_mana_and_cost(mode: str) -> None:
    """The opponent's face-up 濃霧 works for the copier; its card stays as it lies, and no unit is needed."""
    scene = copying(mode=mode).do(1, Copy(7)).do(2, PASS)
    assert (scene.side(1).life, scene.side(2).life) == (33, 30)
    assert scene.side(2).magics[0].face == Face.UP
    assert scene.table.so_far(2).activated == []
    assert {"W3-S3.9-3", "W3-S3.9-9"} <= set(scene.table.relied)


@pytest.mark.clause("W3-S3.9-3", "W3-E-13", "W3-Q-20", "W3-M3-5")
@pytest.mark.parametrize("face", [DOWN, SIDEWAYS])
def test_a_magic_that_is_not_face_up_is_not_copied(face: Face) -> None:
    """One face down is not, nor one that is not there; with one face up beside it the copy must be named."""
    scene = copying((7, face), own=(5, UP), hands=([], [6]))
    said = ("W3-Q-20", "W3-M3-5") if face == SIDEWAYS else ("W3-S3.9-3", "W3-E-13")
    assert scene.refuses(1, Copy(7)) == said
    assert scene.refuses(1, Copy(SKY)) == ("W3-S3.9-3", "W3-E-13")
    assert scene.allows(1, Copy(5))


@pytest.mark.clause("W3-Q-20")
def test_a_sideways_magic_is_not_copied() -> None:
    """If none lies face up, ★天写 does nothing at all."""
    scene = copying((7, SIDEWAYS))
    scene.do(1, DRAW)
    assert scene.side(1).life == 30


@pytest.mark.clause("W3-S3.9-3")
@pytest.mark.parametrize(
    ("scope", "magics"), [(CopyScope.ANY, {5, 7}), (CopyScope.OWN, {5}), (CopyScope.OPPONENT, {7})]
)
def test_whose_magic_may_be_copied(scope: CopyScope, magics: set[int]) -> None:
    """Either player's, or by copy_scope only one's own or only the opponent's."""
    scene = copying(own=(5, UP), copy_scope=scope, hands=([], [6]))
    assert {act.magic for _, act in scene.match.options(1) if isinstance(act, Copy)} == magics
    for magic in {5, 7} - magics:
        assert scene.refuses(1, Copy(magic)) == ("W3-S3.9-3", "W3-E-13")


@pytest.mark.clause("W3-S3.9-2", "W3-S3.9-6", "W3-Q-18")
@MODES
def test_a_copy_in_the_opponents_turn(mode: str, tmp_path: Path) -> None:
    """★天写 may be used there; 火炎弾 is not copied with it, and a magic whose text allows that turn is."""
    scene = copying((1, UP), active=2, mode=mode)
    assert scene.refuses(1, Copy(1)) == ("W3-S3.9-6", "W3-Q-18", "W3-M0-3")
    scene.do(1, PASS)
    assert scene.side(2).life == 30
    assert "W3-S3.9-6" in scene.table.relied
    cards = own_pack(tmp_path, own_magic(1, '[{ op = "gain_life", amount = 5 }]', condition=ANY_TURN))
    scene = scene_with(cards, mode=mode, magics=([SKY], [(1, UP)]), active=2).do(1, COPY)
    assert scene.refuses(1, PASS) == ("W3-S3.9-6", "W3-M4-2")
    scene.do(1, Copy(1)).do(2, PASS)
    assert scene.side(1).life == 35


@pytest.mark.clause("W3-S3.9-6")
def test_whoever_can_copy_must() -> None:
    """Naming nothing is for those who can copy nothing."""
    scene = copying()
    assert scene.refuses(1, PASS) == ("W3-S3.9-6", "W3-M4-2")


@pytest.mark.clause("W3-S3.9-5")
def test_a_copy_needs_the_copied_condition() -> None:
    """風読み, for the main phase only, is not copied before the draw; 転生 needs its three unit cards."""
    scene = copying((14, UP))
    assert scene.refuses(1, Copy(14)) == ("W3-S3.9-5", "W3-M2-1")
    scene = copying((17, UP), hands=([6, 8, 47], []))
    assert scene.refuses(1, Copy(17)) == ("W3-S3.9-5", "W3-M2-4")
    scene = copying((17, UP), hands=([6, 8, 10], [])).do(1, Copy(17), Choose([6, 8, 10]))
    scene.do(2, PASS)
    assert scene.state.discard == [6, 8, 10]
    assert len(scene.side(1).hand) == 3


@pytest.mark.clause("W3-S3.9-7", "W3-I2-8")
def test_a_copy_is_the_activation_of_the_turn() -> None:
    """Whoever copied a magic does not activate it in that turn, and the other way round; by name, so twins count."""
    scene = wizard_scene(magics=([SKY, 22], [(21, UP)]), units=([7, 16], []))
    scene.do(1, COPY, Copy(21)).do(2, PASS)
    assert scene.table.so_far(1).activated == [21]
    assert scene.refuses(1, Magic(22)) == ("W3-I2-8", "W3-I2-7")
    scene = wizard_scene(magics=([SKY, 22], [(21, UP)]), units=([7, 16], []))
    scene.do(1, Magic(22)).do(2, PASS)
    scene.do(1, COPY)
    assert scene.refuses(1, Copy(21)) == ("W3-S3.9-7", "W3-I2-8")
    assert scene.refuses(1, Copy(22)) == ("W3-S3.9-7", "W3-I2-7")


@pytest.mark.clause("W3-S3.9-8")
def test_a_copy_is_negated_and_the_copying_is_not() -> None:
    """★不許火 is asked for once the copied magic is named, not before."""
    scene = wizard_scene(magics=([SKY, (7, UP)], [FIRE])).do(1, COPY)
    assert scene.refuses(2, GrandMagic(FIRE)) == ("W3-M0-6",)
    scene.do(1, Copy(7))
    assert scene.state.frames == [Casting(1, SKY, grand=True), Casting(1, 7, copied=True)]
    scene.do(2, GrandMagic(FIRE))
    assert scene.state.frames == []
    assert scene.side(1).life == 30
    assert scene.table.so_far(1).activated == [7]


@pytest.mark.clause("W3-Q-19")
def test_a_copy_has_no_lasting_effect() -> None:
    """透禍の槍 copied: 1 damage, and no 顕在 for the copier."""
    scene = copying((SPEAR, UP), units=([7], []))
    scene.do(1, Copy(SPEAR)).do(2, PASS)
    assert scene.side(2).life == 29
    scene.quiet_until("3.3")
    assert scene.side(2).life == 29 - 5


# The mana of ★無尽増


def mana(attribute: Attribute | None, magic: int, units: list[int], **more: object) -> Scene:
    """Player 1 has the mana of ★無尽増 and wants to activate a magic."""
    scene = wizard_scene(magics=([SPEAR, magic], []), units=(units, []), **more)
    scene.do(1, GrandMagic(SPEAR))
    return scene if attribute is None else scene.do(1, GainMana(attribute))


@pytest.mark.clause("W3-S3.10-2", "W3-S3.10-3")
def test_one_mana_of_an_attribute_of_choice() -> None:
    """It stands for one unit of that attribute for every magic of the turn, and for none of another."""
    scene = mana(Attribute.WATER, 7, [9])
    (gained,) = scene.events("ManaGained")
    assert (gained.attribute, gained.seat, gained.clause) == (Attribute.WATER, 1, "W3-S3.10-2")
    scene.do(1, Magic(7))
    assert scene.side(1).life == 33
    assert mana(Attribute.FIRE, 7, [9]).refuses(1, Magic(7)) == ("W3-M1-3", "W3-M1-9")
    assert mana(Attribute.WATER, 7, []).refuses(1, Magic(7)) == ("W3-M1-9", "W3-M1-2", "W3-M1-5")
    scene = wizard_scene(magics=([SPEAR, 6, 7], []), units=([9], []))
    scene.do(1, GrandMagic(SPEAR), GainMana(Attribute.WATER), Magic(7))
    assert scene.allows(1, Magic(6))


@pytest.mark.clause("W3-S3.10-2")
def test_the_attribute_is_one_of_four() -> None:
    """None and any are no attributes to choose."""
    scene = mana(None, 7, [9])
    for attribute in (Attribute.NONE, Attribute.ANY):
        assert scene.refuses(1, GainMana(attribute)) == ("W3-S3.10-2",)


@pytest.mark.clause("W3-S3.10-2")
def test_the_attribute_may_be_chosen_for_each_activation() -> None:
    """With wild_mana = per_activation nothing is chosen, and it stands for one missing icon, whatever that is."""
    scene = mana(None, 7, [9], wild_mana=WildMana.PER_ACTIVATION)
    assert scene.table.so_far(1).wild_mana == Attribute.ANY
    assert scene.allows(1, Magic(7))
    assert mana(None, 9, [9], wild_mana=WildMana.PER_ACTIVATION).allows(1, Magic(9))
    assert mana(None, 14, [34, 7], wild_mana=WildMana.PER_ACTIVATION).quiet_until("4.1").allows(1, Magic(14))
    none = mana(None, 14, [9, 7], wild_mana=WildMana.PER_ACTIVATION).quiet_until("4.1")
    assert none.refuses(1, Magic(14)) == ("W3-M1-3", "W3-M1-9")


@pytest.mark.clause("W3-S3.10-2", "W3-M1-3")
def test_one_mana_of_any_attribute_stands_for_one_icon(tmp_path: Path) -> None:
    """With wild_mana = per_activation, of a magic with two icons of different attributes it gives one."""
    cards = own_pack(
        tmp_path, own_magic(14, '[{ op = "gain_life", amount = 1 }]', "{ fire = 1, water = 1, total = 2 }")
    )
    for unit in (9, 17, 34):
        scene = scene_with(
            cards, mode="advanced", magics=([SPEAR, 14], []), units=([unit], []), wild_mana=WildMana.PER_ACTIVATION
        ).do(1, GrandMagic(SPEAR))
        assert scene.allows(1, Magic(14)) == (unit != 34)
