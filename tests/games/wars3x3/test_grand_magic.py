"""◇大魔術: when it may be activated, its cost, and what it is apart from magic."""

from pathlib import Path
from typing import get_args

import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.cards import pack_rows, texts
from shinpan_engine.games.wars3x3.table.actions import (
    DRAW,
    PASS,
    Choose,
    Copy,
    Counter,
    Exchange,
    GrandMagic,
    Heal,
    Magic,
    Remove,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.state import Face
from shinpan_engine.kernel.errors import Undecidable

from .own_pack import own_magic, own_pack, scene_with
from .scene import UP_TO, Scene
from .wizards import DOWN, FIRE, GRASS, SIDEWAYS, SKY, SPEAR, UP, WATER, wizard_scene

MODES = pytest.mark.parametrize("mode", ["advanced", "sevenmage"])


def face(scene: Scene, seat: int, magic: int) -> Face:
    """How a player's magic lies."""
    return next(card.face for card in scene.side(seat).magics if card.magic == magic)


@pytest.mark.clause("W3-A2-3", "W3-B2-9")
def test_grand_magic_only_where_the_mode_has_it() -> None:
    """It is refused in the beginner and intermediate games and allowed in the others."""
    for mode in ("beginner", "intermediate"):
        assert Scene(mode=mode, magics=([GRASS], [])).refuses(1, GrandMagic(GRASS)) == ("W3-B2-9",)
    for mode in ("advanced", "sevenmage"):
        assert wizard_scene(mode, magics=([GRASS], [])).allows(1, GrandMagic(GRASS))


@pytest.mark.clause("W3-A2-3")
def test_a_magic_without_grand_magic() -> None:
    """転生 has none in the house pack, and nobody knows in print."""
    assert wizard_scene(magics=([17], [])).refuses(1, GrandMagic(17)) == ("W3-A2-3",)
    with pytest.raises(Undecidable):
        wizard_scene(pack="print", magics=([17], [])).match.consider(1, GrandMagic(17))


@pytest.mark.clause("W3-A2-2", "W3-I2-7")
@MODES
def test_magic_as_in_the_intermediate_rules(mode: str) -> None:
    """In one's own turn, each magic once in a turn, different ones in the same turn."""
    scene = wizard_scene(mode, magics=([1, 7], [2]), units=([3, 7, 16], [17]))
    scene.do(1, Magic(1)).do(2, PASS)
    assert scene.refuses(1, Magic(1)) == ("W3-I2-7",)
    assert scene.refuses(2, Magic(2)) == ("W3-M0-3",)
    scene.do(1, Magic(7)).do(2, PASS)
    assert scene.table.so_far(1).activated == [1, 7]


@pytest.mark.clause("W3-G-1")
@MODES
@pytest.mark.parametrize("step", UP_TO)
def test_at_any_moment_of_the_own_turn(mode: str, step: str) -> None:
    """Before every step something is asked, and grand magic may come first; not in the opponent's turn."""
    scene = wizard_scene(mode, magics=([GRASS], [GRASS + 1]), units=([3, 7], []), hands=([6], [8]), discard=[16])
    scene.quiet_until(step)
    assert scene.allows(1, GrandMagic(GRASS))
    assert scene.refuses(2, GrandMagic(GRASS + 1)) == ("W3-G-1", "W3-G-5")
    scene.do(1, GrandMagic(GRASS))
    assert "W3-G-1" in scene.table.relied


@pytest.mark.clause("W3-G-1")
def test_not_inside_a_chain_nor_a_text() -> None:
    """While spells lie open or a text is resolved nobody uses grand magic."""
    scene = wizard_scene(magics=([GRASS], [GRASS + 1]), hands=([24], [25]), units=([], [5])).quiet_until("2.1")
    scene.do(1, Remove([Spell(5, [24])]))
    assert scene.refuses(1, GrandMagic(GRASS)) == ("W3-G-1",)
    scene = wizard_scene(magics=([GRASS], []), hands=([24], []), discard=[5])
    scene.do(1, GrandMagic(GRASS))
    assert scene.refuses(1, GrandMagic(GRASS)) == ("W3-M0-6",)


@pytest.mark.clause("W3-G-2")
def test_one_grand_magic_in_a_turn_for_each_player() -> None:
    """A second one in the same turn is refused; the opponent, and the next own turn, are free."""
    scene = wizard_scene(magics=([GRASS, WATER], [SKY]))
    scene.do(1, GrandMagic(GRASS))
    assert scene.refuses(1, GrandMagic(WATER)) == ("W3-G-2",)
    assert scene.allows(2, GrandMagic(SKY))
    scene.quiet_until("1.1", turn=2)
    assert scene.refuses(1, GrandMagic(WATER)) == ("W3-G-1", "W3-G-5")
    scene.quiet_until("1.1", turn=3)
    assert scene.allows(1, GrandMagic(WATER))


@pytest.mark.clause("W3-G-2", "W3-S3.9-8")
def test_two_grand_magics_in_one_turn_by_two_players() -> None:
    """A copy made by ★天写 is negated by ★不許火 in the same turn: one each."""
    scene = wizard_scene(magics=([SKY, (7, UP)], [FIRE]))
    scene.do(1, GrandMagic(SKY), Copy(7)).do(2, GrandMagic(FIRE))
    assert (scene.table.so_far(1).grand_used, scene.table.so_far(2).grand_used) == (True, True)
    assert {"W3-G-2", "W3-G-5", "W3-G-6"} <= set(scene.table.relied)
    assert scene.side(1).life == 30
    assert scene.events("Negated")


@pytest.mark.clause("W3-G-3")
def test_grand_magic_needs_no_mana() -> None:
    """With no unit anywhere it may be activated, and the magic of the same card may not."""
    scene = wizard_scene(magics=([WATER], []), discard=[16])
    assert scene.refuses(1, Magic(WATER)) == ("W3-M1-9", "W3-M1-2", "W3-M1-5")
    assert scene.allows(1, GrandMagic(WATER))


OWN_GRAND = """[[grand]]
name = "試作"
condition = { steps = ["4.1", "4.2"], discard = { count = 1, units = true } }
effects = [{ op = "draw", count = 1 }]
[grand.source]
effects = "house: made for a test"
"""


@pytest.mark.clause("W3-G-4", "W3-G-10")
def test_a_bracketed_condition_of_grand_magic(tmp_path: Path) -> None:
    """Its steps and what it asks to be discarded hold for grand magic as they do for magic."""
    cards = own_pack(tmp_path, own_magic(14, "[]", more='grand = "試作"\n'), OWN_GRAND)
    scene = scene_with(cards, mode="advanced", magics=([14], []), hands=([6, 47], []), deck=[7, 8, 9])
    assert scene.refuses(1, GrandMagic(14)) == ("W3-G-4", "W3-M2-1")
    scene.quiet_until("4.1").do(1, GrandMagic(14), Choose([6]))
    assert (scene.side(1).hand, scene.state.discard) == ([7, 8, 47], [6])
    bare = scene_with(cards, mode="advanced", magics=([14], []), hands=([47], []), deck=[45, 46]).quiet_until("4.1")
    assert bare.refuses(1, GrandMagic(14)) == ("W3-G-4", "W3-M2-4")


@pytest.mark.clause("W3-G-10", "W3-M4-1")
def test_a_text_that_the_pack_does_not_tell_is_undecidable(tmp_path: Path) -> None:
    """Neither a magic nor a copy of it nor a grand magic can be carried out; nothing of that is illegal."""
    untold = own_magic(14, "X").replace("effects = X\n", "").replace('grand = "none"', 'grand = "試作"')
    grand = '[[grand]]\nname = "試作"\ncondition = { steps = ["1.1"] }\nsource = {}\n'
    cards = own_pack(tmp_path, untold, grand)
    scene = scene_with(cards, mode="advanced", magics=([14, SKY], [(14, UP)]))
    for act in (Magic(14), GrandMagic(14)):
        with pytest.raises(Undecidable):
            scene.match.consider(1, act)
    scene.do(1, GrandMagic(SKY))
    for act in (Copy(14), PASS):
        with pytest.raises(Undecidable):
            scene.match.consider(1, act)


@pytest.mark.clause("W3-G-5")
def test_an_extended_condition_reaches_into_the_opponents_turn() -> None:
    """Of the five only ★不許火 and ★天写 do; in the house pack it stands in their condition."""
    grands = {row.name: row for row in GAME.packs["house"].cards.rows.grand}
    assert {name for name, row in grands.items() if row.condition.any_turn} == {"不許火", "天写"}
    for magic, refused in ((WATER, True), (GRASS, True), (SPEAR, True), (SKY, False)):
        scene = wizard_scene(magics=([], [magic]))
        if refused:
            assert scene.refuses(2, GrandMagic(magic)) == ("W3-G-1", "W3-G-5")
        else:
            assert scene.allows(2, GrandMagic(magic))


@pytest.mark.clause("W3-G-6", "W3-K-4", "W3-G-7")
@MODES
def test_the_cost_is_to_exclude_a_card_face_down_or_face_up(mode: str) -> None:
    """Either state will do; a card that lies sideways, or is not one's own, will not."""
    for state in (DOWN, UP):
        scene = wizard_scene(mode, magics=([(GRASS, state)], []))
        scene.do(1, GrandMagic(GRASS))
        assert face(scene, 1, GRASS) == Face.EXCLUDED
    scene = wizard_scene(mode, magics=([(GRASS, SIDEWAYS)], [GRASS + 1]))
    assert scene.refuses(1, GrandMagic(GRASS)) == ("W3-G-7", "W3-G-6")
    assert scene.refuses(1, GrandMagic(GRASS + 1)) == ("W3-M0-9",)


@pytest.mark.clause("W3-S3.3-2")
def test_an_echo_may_pay_for_grand_magic_instead() -> None:
    """A sideways 火遊び is excluded for its magic or for its grand magic, one or the other."""
    scene = wizard_scene(magics=([WATER], [(2, SIDEWAYS)]), units=([16, 7, 27], []), hands=([], [6]))
    scene.do(1, Magic(WATER))
    assert scene.allows(2, GrandMagic(2))
    scene.do(2, GrandMagic(2))
    assert "W3-S3.3-2" in scene.table.relied
    assert face(scene, 2, 2) == Face.EXCLUDED
    scene = wizard_scene(magics=([(2, SIDEWAYS)], []), units=([7], [])).quiet_until("2.1")
    scene.do(1, Magic(2))
    assert scene.refuses(1, GrandMagic(2)) == ("W3-G-9", "W3-S1.7-2")


@pytest.mark.clause("W3-G-8")
def test_a_card_face_down_is_shown() -> None:
    """Everybody is told which card was excluded."""
    scene = wizard_scene(magics=([GRASS], []))
    scene.do(1, GrandMagic(GRASS))
    (shown,) = scene.events("GrandActivated")
    assert (shown.magic, shown.seat, shown.private) == (GRASS, 1, 0)


@pytest.mark.clause("W3-G-9")
def test_an_excluded_card_takes_no_further_part() -> None:
    """Neither its grand magic nor its magic can be used any more, in later turns either, nor can it be copied."""
    scene = wizard_scene(magics=([(9, UP)], [SKY]), units=([22, 7], []))
    scene.do(1, GrandMagic(9))
    scene.do(2, GrandMagic(SKY))
    assert scene.refuses(2, Copy(9)) == ("W3-M4-5",)
    scene.quiet_until("1.1", turn=3)
    assert scene.refuses(1, GrandMagic(9)) == ("W3-G-9", "W3-S1.7-2")
    assert scene.refuses(1, Magic(9)) == ("W3-S1.7-2", "W3-S3.3-3")


@pytest.mark.clause("W3-G-10", "W3-G-12")
def test_grand_magic_that_can_do_nothing_is_allowed() -> None:
    """★海癒 with an empty discard, ★探生 with an empty hand, ★天写 with nothing to copy: legal, and paid for."""
    for magic in (WATER, GRASS, SKY):
        scene = wizard_scene(magics=([magic], []))
        scene.do(1, GrandMagic(magic))
        assert face(scene, 1, magic) == Face.EXCLUDED
        assert scene.state.frames == []
        scene.do(1, DRAW)
        assert scene.side(1).life == 30


@pytest.mark.clause("W3-G-11", "W3-2.3-5")
def test_grand_magic_is_no_magic() -> None:
    """It leaves the card's once-per-turn limit alone, counts for none, cannot be negated and cannot be countered."""
    scene = wizard_scene(magics=([2, 7, WATER], [FIRE]), units=([7, 16], []), hands=([], [45, 47]), discard=[16])
    scene.do(1, Magic(2)).do(2, PASS)
    scene.do(1, GrandMagic(WATER))
    assert scene.refuses(2, GrandMagic(FIRE)) == ("W3-M0-6",)
    assert scene.refuses(2, Counter([Spell(16, [47])])) == ("W3-M0-6",)
    scene.do(1, Heal(16))
    assert scene.table.so_far(1).activated == [2]
    assert scene.allows(1, Magic(7))


@pytest.mark.clause("W3-S3.6-1", "W3-S3.7-1", "W3-S3.8-1", "W3-S3.9-1")
@pytest.mark.parametrize("pack", ["print", "house"])
def test_each_attribute_has_its_grand_magic(pack: str) -> None:
    """All fire magics carry ★不許火, water ★海癒, grass ★探生, sky ★天写, and 透禍の槍 ★無尽増."""
    carried = {row.number: (row.attribute, row.grand) for row in GAME.packs[pack].cards.rows.magic}
    blocks = {"fire": "不許火", "water": "海癒", "grass": "探生", "sky": "天写"}
    assert all(grand == blocks[attribute] for number, (attribute, grand) in carried.items() if number <= 16)
    assert [carried[number][1] for number in (21, 22)] == ["無尽増"] * 2
    assert {carried[number][1] for number in (17, 18, 19, 20)} == {None if pack == "print" else "none"}


def test_the_vocabulary_is_used_by_the_house_pack() -> None:
    """Every instruction, trait, lasting text and magic trait that a pack may name stands on some card of the house."""
    rows = GAME.packs["house"].cards.rows
    effects = [row.effects for row in (*rows.magic, *rows.grand)] + [row.substitution or [] for row in rows.card]
    assert {type(one) for text in effects for one in text} == set(get_args(texts.Instruction))
    assert {trait for row in rows.card for trait in row.traits} == set(get_args(pack_rows.Trait))
    assert {trait for row in rows.magic for trait in row.traits} == set(get_args(pack_rows.MagicTrait))
    assert {type(one) for row in rows.magic for one in row.lasting or []} == {texts.Lasting}


@pytest.mark.clause("W3-Q-17")
def test_a_card_fetched_by_an_exchange_strengthens_nobody_else() -> None:
    """Once the strengthenings of the turn are declared, ★探生 may bring the card back, but it is too late to use it."""
    scene = wizard_scene(magics=([GRASS], []), hands=([24, 6], []), units=([22, 27], [])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(22, [24])])).do(2, PASS)
    scene.do(1, GrandMagic(GRASS), Exchange([6], [24]))
    assert 24 in scene.side(1).hand
    assert scene.refuses(1, Strengthen([Spell(27, [24])])) == ("W3-2.0-7", "W3-Q-17")
