"""◇魔法: when a magic may be activated, what it costs, and how its text is carried out."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    DRAW,
    END_COMBAT,
    END_TURN,
    PASS,
    Attribute,
    Choose,
    Counter,
    Deploy,
    KeepMagic,
    Lay,
    Magic,
    Redeploy,
    Remove,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.state import Face, Step
from shinpan_engine.kernel.errors import Undecidable

from ...random_games import WIDE
from .own_pack import own_magic, own_pack, scene_with
from .random_play import begun
from .scene import UP_TO, Scene

STEPS = list(UP_TO)
IN_USE = [1, 4, 5, 8, 11, 12, 14, 16]
"""The magics of a beginner game."""


def fire_bolt(**position: Any) -> Scene:
    """Seat 1 holds 火炎弾 (one fire unit, two in all) with units that make every step come, and mana for it."""
    return Scene(**{"units": ([34, 9], [26]), "magics": ([1], [8])} | position)


# ---------------- 基本ルール


@pytest.mark.clause("W3-M0-1")
def test_magics_are_chosen_before_play_and_lie_face_down() -> None:
    """◇魔法: when turn 1 begins, the magic that each player kept lies face down, and no other is in play."""
    match = begun(0)
    kept = []
    for decision in (match.ask.decisions[0], match.ask.decisions[1]):
        assert match.play(decision.seat, next(decision.options(match.table))) is None
    for decision in match.ask.decisions:
        act = next(decision.options(match.table))
        assert isinstance(act, KeepMagic)
        kept.append(act.magics)
        assert match.play(decision.seat, act) is None
    state = match.table.state
    assert (state.turn, state.step) == (1, Step.DRAW)
    assert [[card.magic for card in side.magics] for side in state.sides] == kept
    assert [card.face for side in state.sides for card in side.magics] == [Face.DOWN, Face.DOWN]


@pytest.mark.clause("W3-M0-3")
def test_magic_is_for_the_own_turn() -> None:
    """◇魔法: 毒殺 in the opponent's turn is illegal at every step, with all the mana there is; in the own it is not."""
    for step in STEPS:
        scene = Scene(units=([34, 9], [14, 15, 17]), magics=([], [8])).quiet_until(step)
        assert scene.refuses(2, Magic(8))[0] == "W3-M0-3"
    assert scene.quiet_until("1.1", turn=2).allows(2, Magic(8))


@pytest.mark.clause("W3-M0-4", "W3-K-3")
def test_magic_once_in_an_own_turn() -> None:
    """◇魔法: neither the same magic nor another in that turn; again in the next own turn."""
    scene = fire_bolt(magics=([1, 12], []), units=([34, 9, 29], [])).quiet_until("2.1").do(1, Magic(1))
    for step in ("2.1", "2.2", "3.1", "3.2", "3.3", "4.1", "4.2", "5.1"):
        scene.quiet_until(step)
        assert scene.refuses(1, Magic(1)) == ("W3-M0-4", "W3-K-3")
        assert scene.refuses(1, Magic(12)) == ("W3-M0-4", "W3-K-3")
    assert scene.quiet_until("1.1", turn=3).allows(1, Magic(1))


@pytest.mark.clause("W3-M0-5", "W3-M2-2", "W3-R-01", "W3-R-02")
@pytest.mark.parametrize("step", STEPS)
def test_magic_without_a_condition_fits_every_step_of_the_own_turn(step: str) -> None:
    """◇魔法: before the draw, between steps, after combat and before the end: it is allowed and works at once."""
    scene = fire_bolt().quiet_until(step)
    life = scene.side(2).life
    scene.do(1, Magic(1))
    assert scene.side(2).life == life - 3
    assert scene.state.step == (UP_TO[step] or Step.DRAW)


@pytest.mark.clause("W3-M0-5")
def test_magic_never_inside_a_chain() -> None:
    """◇魔法: while a spell waits for its answer, neither player may use magic; before and after it one may."""
    position = {"hands": ([14, 9], []), "units": ([34, 10], [26, 31]), "magics": ([1], [8])}
    scene = fire_bolt(**position).quiet_until("2.1")
    assert scene.allows(1, Magic(1))
    scene.do(1, Remove([Spell(26, [14])]))
    assert scene.refuses(1, Magic(1))[0] == "W3-M0-5"
    assert scene.refuses(2, Magic(8))[0] == "W3-M0-5"
    scene.do(2, PASS)
    assert scene.allows(1, Magic(1))
    scene.do(1, Strengthen([Spell(10, [9])]))
    assert scene.refuses(1, Magic(1))[0] == "W3-M0-5"
    assert scene.do(2, PASS).allows(1, Magic(1))


@pytest.mark.clause("W3-M0-6", "W3-M4-4")
def test_nothing_comes_between_the_parts_of_a_text() -> None:
    """◇魔法: while 毒殺 asks for its target, everything else is refused to both players."""
    position = {"hands": ([20, 16], [26]), "units": ([34, 14], [29, 17]), "territory": ([24], [])}
    scene = Scene(**position, magics=([8], [5])).quiet_until("2.1").do(1, Magic(8))
    spells = [Remove([Spell(29, [20])]), Strengthen([Spell(14, [16])]), Counter([Spell(29, [20])])]
    moves = [PASS, DRAW, ATTACK, END_COMBAT, Lay(16), Deploy(16), Redeploy(16, [34]), END_TURN, Magic(8)]
    for act in (*spells, *moves):
        assert scene.refuses(1, act)[0] == "W3-M0-6"
    for act in (PASS, Magic(5), Counter([Spell(14, [26])]), Choose([29])):
        assert scene.refuses(2, act)[0] == "W3-M0-6"
    scene.do(1, Choose([29]))
    assert scene.state.frames == []
    assert scene.allows(1, PASS)


@pytest.mark.clause("W3-M0-7", "W3-2.3-5", "W3-E-14")
def test_magic_is_no_spell_and_cannot_be_countered() -> None:
    """◇魔法: 毒殺 leaves nothing to counter, with 呪文砕き in hand, though its target's cost is there to be shown."""
    scene = Scene(hands=([], [47, 31]), units=([34, 14], [9, 17]), magics=([8], [])).quiet_until("2.1").do(1, Magic(8))
    assert scene.refuses(2, Counter([Spell(9, [47])]))[0] == "W3-M0-6"
    scene.do(1, Choose([9]))
    for card in (47, 31):
        assert scene.refuses(2, Counter([Spell(9, [card])]))[0] == "W3-2.3-5"
        assert scene.refuses(2, Counter([Spell(17, [card])]))[0] == "W3-2.3-5"
    assert scene.units(2) == [17]


@pytest.mark.clause("W3-M0-7")
def test_magic_does_not_use_up_the_spell_of_a_unit(tmp_path: Path) -> None:
    """◇魔法: a unit that a magic has changed may still be the target of a spell, and the other way round."""
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "increase", units = 1, amount = 2 }]'))
    scene = scene_with(cards, units=([29], []), hands=([31], []), magics=([14], [])).quiet_until("2.2")
    scene.do(1, Magic(14), Choose([29]))
    assert scene.allows(1, Strengthen([Spell(29, [31])]))
    scene = Scene(units=([29, 34, 42], []), hands=([31], []), magics=([16], [])).quiet_until("2.2")
    scene.do(1, Strengthen([Spell(29, [31])])).do(2, PASS).do(1, Magic(16), Choose([29]))
    assert scene.units(1) == [34, 42]


@pytest.mark.clause("W3-M0-8")
def test_mana_then_condition_then_cost_then_effect() -> None:
    """◇魔法: what is missing first is named first; the card is turned before its text asks for anything."""
    scene = Scene(units=([34], []), magics=([14], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(14))[0] == "W3-M1-9"
    scene = Scene(units=([34, 36, 29], []), magics=([14], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(14))[0] == "W3-M2-1"
    assert scene.side(1).magics[0].face == Face.DOWN
    scene = Scene(units=([34, 14], [29, 17]), magics=([8], [])).quiet_until("2.1").do(1, Magic(8))
    assert scene.side(1).magics[0].face == Face.UP
    assert scene.units(2) == [29, 17]


@pytest.mark.clause("W3-M0-9")
def test_only_the_own_chosen_magic_is_activated() -> None:
    """◇魔法: not the opponent's, not the one that was dealt and not kept, not one that nobody was dealt."""
    scene = fire_bolt(units=([34, 9, 14], [26]))
    scene.side(1).spare_magics = [5]
    scene.state.undealt_magics = [4, 12]
    for magic in (8, 5, 4, 12, 2):
        assert scene.refuses(1, Magic(magic))[0] == "W3-M0-9"
    assert scene.allows(1, Magic(1))


# ---------------- 必要魔力


@pytest.mark.clause("W3-M1-1")
def test_every_magic_in_use_has_required_mana() -> None:
    """必要魔力: with an empty field none of the eight can be activated."""
    for magic in IN_USE:
        scene = Scene(magics=([magic], [])).quiet_until("4.1")
        assert scene.refuses(1, Magic(magic))[0] == "W3-M1-9"


@pytest.mark.clause("W3-M1-2")
@pytest.mark.parametrize("other", [10, 14, 26, 34])
def test_a_number_icon_takes_a_unit_of_any_attribute(other: int) -> None:
    """必要魔力: 火炎弾 asks for one fire unit and one of any attribute."""
    scene = Scene(units=([9, other], []), magics=([1], [])).quiet_until("2.1")
    assert scene.allows(1, Magic(1))
    scene = Scene(units=([9], []), magics=([1], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(1)) == ("W3-M1-9", "W3-M1-2", "W3-M1-5")


@pytest.mark.clause("W3-M1-3", "W3-M1-9")
@pytest.mark.parametrize("magic", [1, 5, 11, 16])
def test_an_attribute_icon_takes_a_unit_of_that_attribute(magic: int) -> None:
    """必要魔力: units enough of the three other attributes do not stand for the one that is asked for."""
    others = {1: [14, 26, 34], 5: [9, 26, 34], 11: [9, 14, 34], 16: [9, 14, 26]}[magic]
    scene = Scene(units=(others, [29 if magic != 11 else 17]), magics=([magic], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(magic)) == ("W3-M1-3", "W3-M1-9")


@pytest.mark.clause("W3-M1-4")
@pytest.mark.parametrize("units", [([9, 26], []), ([9], [26]), ([26], [9]), ([], [9, 26])])
def test_units_of_both_fields_give_mana(units: tuple[list[int], list[int]]) -> None:
    """必要魔力: it does not matter on which side the units of 火炎弾 lie."""
    assert Scene(units=units, magics=([1], [])).quiet_until("2.1").allows(1, Magic(1))


@pytest.mark.clause("W3-M1-5", "W3-M1-9", "W3-C-19")
def test_one_unit_stands_for_one_icon_point() -> None:
    """必要魔力: 風読み (1 and two sky) needs three units, two of them sky; two sky units alone do not suffice."""

    def wind(*units: int) -> Scene:
        return Scene(units=(units, []), magics=([14], [])).quiet_until("4.1")

    assert wind(34, 36).refuses(1, Magic(14)) == ("W3-M1-9", "W3-M1-2", "W3-M1-5")
    assert wind(34, 26, 29).refuses(1, Magic(14)) == ("W3-M1-3", "W3-M1-9")
    assert wind(34, 36, 29).allows(1, Magic(14))
    assert wind(34, 36, 42).allows(1, Magic(14))


@pytest.mark.clause("W3-M1-6", "W3-M1-7")
def test_more_units_do_no_harm_and_none_is_spent() -> None:
    """必要魔力: with six units 火炎弾 works, and all of them lie there as before."""
    scene = Scene(units=([9, 10, 8], [26, 29, 34]), magics=([1], [])).quiet_until("2.1")
    before = [list(side.units) for side in scene.state.sides]
    scene.do(1, Magic(1))
    assert [side.units for side in scene.state.sides] == before
    assert scene.state.discard == []


@pytest.mark.clause("W3-M1-8")
def test_only_units_on_the_field_give_mana() -> None:
    """必要魔力: fire units in hand, territory, discard and deck give none."""
    position = {"hands": ([9], [10]), "territory": ([8], [5]), "discard": [4], "deck": (7, 6, 3)}
    scene = Scene(**position, units=([26], [29]), magics=([1], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(1))[0] == "W3-M1-3"
    scene = Scene(**position, units=([26], []), magics=([1], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(1))[0] == "W3-M1-9"


HOUSE_MANA = {
    1: (Attribute.FIRE, 1, 2),
    4: (Attribute.FIRE, 1, 4),
    5: (Attribute.WATER, 1, 3),
    8: (Attribute.WATER, 1, 4),
    11: (Attribute.GRASS, 1, 3),
    12: (Attribute.GRASS, 1, 2),
    14: (Attribute.SKY, 2, 3),
    16: (Attribute.SKY, 1, 3),
}
"""The attribute of the icons, how many of them, and the units in all."""
UNIT_CARDS = [card for card in range(3, 45) if card not in (12, 13, 22, 23, 38, 39)]
BLOCKS = {Attribute.FIRE: (1, 10), Attribute.WATER: (11, 20), Attribute.GRASS: (21, 33), Attribute.SKY: (34, 44)}


@pytest.mark.clause("W3-M1-9", "W3-M1-3", "W3-M1-4", "W3-M1-5")
@WIDE
@given(st.lists(st.sampled_from(UNIT_CARDS), max_size=6, unique=True), st.sampled_from(IN_USE))
def test_mana_suffices_exactly_when_units_cover_the_icons(units: list[int], magic: int) -> None:
    """必要魔力: over random fields, each attribute must reach its icons, and all units together the whole."""
    attribute, icons, whole = HOUSE_MANA[magic]
    first, last = BLOCKS[attribute]
    enough = len(units) >= whole and sum(first <= unit <= last for unit in units) >= icons
    top = next(card for card in UNIT_CARDS if card not in units)
    scene = Scene(units=(units[:3], units[3:]), magics=([magic], []), deck=(top, 1), life=(99, 99))
    assert scene.quiet_until("4.1").allows(1, Magic(magic)) == enough


# ---------------- 発動条件


@pytest.mark.clause("W3-M2-1", "W3-M2-3", "W3-C-19")
@pytest.mark.parametrize("step", STEPS)
def test_a_main_phase_condition_holds_in_the_main_phase_only(step: str) -> None:
    """発動条件: 風読み from the start of 4.1 to the end of 4.2, the boundary after it included; never before."""
    scene = Scene(units=([34, 36, 29], []), magics=([14], [])).quiet_until(step)
    if step in ("4.1", "4.2", "5.1"):
        hand = len(scene.side(1).hand)
        scene.do(1, Magic(14))
        assert len(scene.side(1).hand) == hand + 1
    else:
        assert scene.refuses(1, Magic(14)) == ("W3-M2-1", "W3-M2-3")


@pytest.mark.clause("W3-M2-1")
def test_a_condition_is_read_step_by_step(tmp_path: Path) -> None:
    """発動条件: what a text allows in 2.2 only is refused in every other step."""
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "draw", count = 1 }]', condition='{ steps = ["2.2"] }'))
    for step in STEPS:
        scene = scene_with(cards, units=([34, 16], []), magics=([14], [])).quiet_until(step)
        if step == "2.2":
            assert scene.allows(1, Magic(14))
        else:
            assert scene.refuses(1, Magic(14))[0] == "W3-M2-1"


THREE_UNITS = '{ steps = ["2.1", "4.1"], discard = { count = 3, units = true } }'


@pytest.mark.clause("W3-M2-4", "W3-M4-5")
def test_a_condition_that_asks_for_cards_must_be_payable_in_full(tmp_path: Path) -> None:
    """発動条件: of a text that asks for three unit cards, two and a 調律 are not enough; three are chosen first."""
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "draw", count = 1 }]', condition=THREE_UNITS))
    poor = scene_with(cards, hands=([16, 46, 47], []), magics=([14], [])).quiet_until("2.1")
    assert poor.refuses(1, Magic(14)) == ("W3-M2-4", "W3-M2-1")
    scene = scene_with(cards, hands=([16, 17, 29, 46], []), magics=([14], [])).quiet_until("2.1").do(1, Magic(14))
    assert scene.side(1).magics[0].face == Face.DOWN
    assert scene.refuses(1, PASS)[0] == "W3-M0-6"
    assert scene.refuses(1, Choose([16, 17, 46]))[0] == "W3-M4-5"
    assert scene.refuses(1, Choose([16, 17]))[0] == "W3-M4-2"
    scene.do(1, Choose([16, 17, 29]))
    assert scene.side(1).magics[0].face == Face.UP
    assert (scene.side(1).hand, scene.state.discard) == ([6, 7, 46], [16, 17, 29])
    assert {16, 17, 29} <= set(scene.table.weighed), "the verdict rests on their being units"


@pytest.mark.clause("W3-M2-4")
def test_a_payment_of_any_cards_takes_purple_ones_too(tmp_path: Path) -> None:
    """発動条件: where the text does not say unit cards, any hand card pays."""
    condition = '{ steps = ["2.1"], discard = { count = 2 } }'
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "gain_life", amount = 9 }]', condition=condition))
    scene = scene_with(cards, hands=([46], []), magics=([14], [])).quiet_until("2.1")
    scene.do(1, Magic(14), Choose([7, 46]))
    assert (scene.side(1).hand, scene.side(1).life) == ([], 39)
    assert not {7, 46} & set(scene.table.weighed), "whatever they are"


# ---------------- What the print leaves open is undecidable, not illegal


def printed(**position: Any) -> Scene:
    """A scene with what the print fixes and nothing else."""
    return Scene(pack="print", **position)


def test_a_mana_known_within_bounds_decides_only_where_the_ends_agree() -> None:
    """必要魔力: the boards on which the print shows 毒殺 suffice; below them nothing is known."""
    shown = printed(units=([26, 29, 20], [16, 17]), magics=([], [8]), active=2).quiet_until("2.1")
    assert shown.allows(2, Magic(8))
    for units in (([26, 29], [16, 17]), ([26, 20], [16, 17, 9]), ([], [16])):
        scene = printed(units=units, magics=([], [8]), active=2).quiet_until("2.1")
        with pytest.raises(Undecidable):
            scene.match.consider(2, Magic(8))


def test_a_condition_that_is_not_printed_is_known_only_where_it_was_used() -> None:
    """発動条件: 収穫 before the main phase is shown; in another step nobody can tell."""
    scene = printed(units=([26, 29], [16, 17]), magics=([11], [])).quiet_until("2.1")
    with pytest.raises(Undecidable):
        scene.match.consider(1, Magic(11))
    assert scene.quiet_until("4.1").allows(1, Magic(11))


def test_a_magic_whose_text_is_not_printed_is_undecidable() -> None:
    """効果: 火炎弾 has printed mana; without it illegal, with it undecidable. Of 猛炎 nothing is known at all."""
    scene = printed(units=([26], []), magics=([1], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(1))[0] == "W3-M1-9"
    for units, magic in (([9, 26], 1), ([], 4)):
        scene = printed(units=(units, []), magics=([magic], [])).quiet_until("2.1")
        with pytest.raises(Undecidable):
            scene.match.consider(1, Magic(magic))


def test_what_is_certainly_missing_counts_before_what_is_open(tmp_path: Path) -> None:
    """必要魔力: where the whole is open but an icon or the moment is certainly wrong, it is illegal."""
    mana = "{ fire = 1, total = [2, 3] }"
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "draw", count = 1 }]', mana, '{ steps = ["4.1"] }'))
    scene = scene_with(cards, units=([14, 26], []), magics=([14], [])).quiet_until("4.1")
    assert scene.refuses(1, Magic(14))[0] == "W3-M1-3"
    scene = scene_with(cards, units=([9, 26], []), magics=([14], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(14))[0] == "W3-M2-1"
    with pytest.raises(Undecidable):
        scene.quiet_until("4.1").match.consider(1, Magic(14))


@pytest.mark.clause("W3-M1-2", "W3-M1-3", "W3-M1-9")
@pytest.mark.parametrize(
    ("mana", "clauses"),
    [
        ("{ fire = [1, 2], total = 1 }", ("W3-M1-3", "W3-M1-9")),
        ("{ fire = 1, total = [2, 3] }", ("W3-M1-9", "W3-M1-2")),
    ],
)
def test_what_an_open_mana_is_about_is_named(tmp_path: Path, mana: str, clauses: tuple[str, ...]) -> None:
    """必要魔力: a number of icons and the number of units in all each have their clauses."""
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "draw", count = 1 }]', mana, '{ steps = ["4.1"] }'))
    scene = scene_with(cards, units=([9, 26], []), magics=([14], [])).quiet_until("4.1")
    with pytest.raises(Undecidable) as raised:
        scene.match.consider(1, Magic(14))
    assert raised.value.clauses == clauses
