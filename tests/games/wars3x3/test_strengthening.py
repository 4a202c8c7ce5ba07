"""2.2 強化ステップ."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    END_COMBAT,
    PASS,
    Choose,
    Counter,
    Magic,
    Remove,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.options import StrengthenLimitShared, VeilBonus
from shinpan_engine.games.wars3x3.table.state import Boost, BoostKind, Step, Until
from shinpan_engine.kernel.errors import Undecidable

from ...random_games import WIDE
from .scene import Scene
from .spell_scenes import COST, TUNINGS, at, removal, strengthening

ATTRIBUTE = GAME.packs["house"].cards.attribute
VEILED = (21, 34, 35)
UNSTRENGTHENABLE = (20, 32, 33)
unit_cards = st.sampled_from(sorted(COST))


@pytest.mark.clause("W3-2.2-1")
def test_strengthening_is_optional() -> None:
    """With a legal strengthening in hand a player may still pass, and the combat follows."""
    scene = strengthening(16, [17])
    assert scene.allows(1, Strengthen([Spell(16, [17])]))
    assert scene.allows(1, PASS)
    assert scene.do(1, PASS).state.step == Step.ATTACK


@pytest.mark.clause("W3-2.2-2")
def test_only_ones_own_units_are_strengthened() -> None:
    """The opponent's unit is no target of strengthening."""
    scene = at("2.2", units=([17], [16]), hands=([18], []))
    assert scene.refuses(1, Strengthen([Spell(16, [18])]))[0] == "W3-2.2-2"
    assert scene.allows(1, Strengthen([Spell(17, [18])]))


@pytest.mark.clause("W3-2.2-3")
def test_the_attributes_must_be_the_same() -> None:
    """The water 018 strengthens the water 017 and not the grass 029."""
    scene = at("2.2", units=([17, 29], []), hands=([18], []))
    assert scene.allows(1, Strengthen([Spell(17, [18])]))
    assert scene.refuses(1, Strengthen([Spell(29, [18])]))[0] == "W3-2.2-3"


@pytest.mark.clause("W3-2.2-4")
def test_exactly_one_card_strengthens_a_unit() -> None:
    """Two cards at once on one unit are illegal, and so is none."""
    scene = strengthening(17, [16, 18])
    assert scene.refuses(1, Strengthen([Spell(17, [16, 18])]))[0] == "W3-2.2-4"
    assert scene.refuses(1, Strengthen([Spell(17, [])]))[0] == "W3-2.2-4"


@pytest.mark.clause("W3-2.2-5", "W3-2.2-6")
def test_the_cards_cost_is_added_and_the_card_discarded_at_once() -> None:
    """018 (7) makes 017 (6) a 13; the card lies in the discard before the attack, and the power stays."""
    scene = strengthening(17, [18]).do(1, Strengthen([Spell(17, [18])])).do(2, PASS)
    assert (scene.state.step, scene.state.discard) == (Step.ATTACK, [18])
    assert scene.events("Strengthened")[0].amount == 7
    assert scene.side(1).units[0].boosts == [Boost(BoostKind.STRENGTHENING, card=18, until=Until.COMBAT_END)]
    assert scene.do(1, ATTACK).side(2).life == 30 - 13


@pytest.mark.clause("W3-2.2-7", "W3-2.2-14")
@pytest.mark.parametrize("unit", UNSTRENGTHENABLE)
def test_what_bars_strengthening(unit: int) -> None:
    """怪造騎士 and 龍王妃 take no strengthening: neither of their attribute nor 調律 nor through 透化."""
    scene = strengthening(unit, [18, 29, 35, 45])
    for spell in (Spell(unit, [18]), Spell(unit, [29]), Spell(unit, [45], [3]), Spell(unit, [35], [], True)):
        assert scene.refuses(1, Strengthen([spell]))[0] == "W3-2.2-7"


@pytest.mark.clause("W3-2.2-8")
@pytest.mark.parametrize("unit", [7, 16, 28, 40])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_tuning_strengthens_every_attribute(unit: int, number: int) -> None:
    """調律 adds the number declared to a unit of any attribute: as 3 it makes 016 an 8, as on turn 14."""
    scene = strengthening(unit, [46]).do(1, Strengthen([Spell(unit, [46], [number])])).do(2, PASS)
    assert list(scene.table.relied) == ["W3-B2-10", "W3-2.2-8"]
    assert scene.do(1, ATTACK).side(2).life == 30 - (5 + number)


@pytest.mark.clause("W3-C-16", "W3-2.0-1")
def test_a_card_that_the_print_does_not_name_strengthens_undecidably() -> None:
    """006 is fire by its place and costs 3 to 5, but whether it is a unit card, and so a spell, nothing tells."""
    scene = Scene(pack="print", hands=([6], []), units=([7, 16], [])).quiet_until("2.2")
    with pytest.raises(Undecidable) as error:
        scene.match.consider(1, Strengthen([Spell(7, [6])]))
    assert error.value.clauses == ("W3-C-16",)
    assert scene.refuses(1, Strengthen([Spell(16, [6])])) == ("W3-2.2-3",)


@pytest.mark.clause("W3-2.2-9", "W3-S2.1-1")
def test_the_wild_card_strengthens_nothing() -> None:
    """呪文砕き is refused on a unit of any attribute."""
    scene = at("2.2", units=([7, 16, 28], []), hands=([47], []))
    for unit in (7, 16, 28):
        assert scene.refuses(1, Strengthen([Spell(unit, [47])])) == ("W3-2.2-9", "W3-S2.1-1")


@pytest.mark.clause("W3-2.2-10", "W3-E-05")
@pytest.mark.parametrize(("bonus", "power"), [(VeilBonus.NONE, 6), (VeilBonus.COST, 7)])
def test_veiling_gives_transparency_until_the_combat_ends(bonus: VeilBonus, power: int) -> None:
    """Turn 11: the sky 035 makes the grass 029 attack in 3.1, for 6 by itself; afterwards 029 is as it was."""
    scene = strengthening(29, [35], veil_bonus=bonus).do(1, Strengthen([Spell(29, [35], [], True)])).do(2, PASS)
    assert (scene.state.step, scene.state.discard) == (Step.TRANSPARENT_ATTACK, [35])
    assert [event.card for event in scene.events("Veiled")] == [29]
    assert list(scene.table.relied) == ["W3-2.2-10"]
    scene.do(1, ATTACK)
    assert (scene.side(2).life, scene.state.step) == (30 - power, Step.COMBAT_END)
    scene.do(1, END_COMBAT)
    assert scene.side(1).units[0].boosts == []


@pytest.mark.clause("W3-2.2-10")
def test_veiling_takes_a_card_with_that_trait_and_is_no_removal() -> None:
    """透化 is refused with another card, in a removal and in a counter."""
    assert strengthening(29, [31]).refuses(1, Strengthen([Spell(29, [31], [], True)]))[0] == "W3-2.2-10"
    scene = removal(34, [35], [21])
    assert scene.refuses(1, Remove([Spell(34, [35], [], True)]))[0] == "W3-2.2-10"
    scene.do(1, Remove([Spell(34, [35])]))
    assert scene.refuses(2, Counter([Spell(34, [21], [], True)]))[0] == "W3-2.2-10"


@pytest.mark.clause("W3-2.2-11")
def test_a_veiling_card_may_strengthen_in_the_ordinary_way() -> None:
    """The grass 021 adds its cost 1 to 029, which stays without 透過; the sky 035 cannot, being of another colour."""
    scene = strengthening(29, [21, 35])
    assert scene.refuses(1, Strengthen([Spell(29, [35])]))[0] == "W3-2.2-3"
    scene.do(1, Strengthen([Spell(29, [21])])).do(2, PASS)
    assert scene.state.step == Step.ATTACK
    assert list(scene.table.relied) == ["W3-2.2-11"]
    assert scene.do(1, ATTACK).side(2).life == 30 - (6 + 1)


@pytest.mark.clause("W3-2.2-14")
def test_veiling_is_a_spell_like_others() -> None:
    """A veiled unit cannot be strengthened besides, and the number of 灯火幽鬼 counters it."""
    scene = strengthening(29, [31, 35], [21, 36, 45])
    veil = Spell(29, [35], [], True)
    assert scene.refuses(1, Strengthen([Spell(29, [31]), veil]))[0] == "W3-2.0-4"
    scene.do(1, Strengthen([veil]))
    assert scene.allows(2, Counter([Spell(29, [45], [1])]))
    assert scene.refuses(2, Counter([Spell(29, [36])]))[0] == "W3-2.3-3"
    scene.do(2, Counter([Spell(29, [21])])).do(1, PASS)
    assert scene.state.step == Step.ATTACK


@pytest.mark.clause("W3-2.2-3", "W3-2.2-8", "W3-2.2-10", "W3-2.2-13")
@WIDE
@given(unit_cards, st.integers(1, 48), st.booleans(), st.sampled_from([1, 2, 3]))
def test_the_law_of_strengthening(unit: int, card: int, veil: bool, number: int) -> None:
    """Whatever the costs: the attribute must be the unit's, unless 調律 or 透化 is used; 強化不可 bars all."""
    assume(card != unit)
    fits = card in VEILED if veil else card in TUNINGS or ATTRIBUTE[card] == ATTRIBUTE[unit]
    spell = Spell(unit, [card], [number] if card in TUNINGS else [], veil)
    legal = fits and unit not in UNSTRENGTHENABLE
    assert strengthening(unit, [card]).allows(1, Strengthen([spell])) == legal


@pytest.mark.clause("W3-S3.1-4")
@pytest.mark.parametrize("shared", list(StrengthenLimitShared))
def test_a_unit_that_magic_strengthened_takes_no_spell_besides(shared: StrengthenLimitShared) -> None:
    """After 双腕 strengthened 029, a strengthening by spell is refused, unless each has a limit of its own."""
    scene = Scene(units=([29], [16]), hands=([31], []), magics=([12], []), strengthen_limit_shared=shared)
    scene.quiet_until("2.2").do(1, Magic(12), Choose([29]))
    if shared == StrengthenLimitShared.TRUE:
        assert scene.refuses(1, Strengthen([Spell(29, [31])]))[0] == "W3-S3.1-4"
    else:
        assert scene.allows(1, Strengthen([Spell(29, [31])]))


@pytest.mark.clause("W3-S3.1-4")
@pytest.mark.parametrize(("shared", "power"), [(StrengthenLimitShared.TRUE, 13), (StrengthenLimitShared.FALSE, 15)])
def test_a_unit_that_a_spell_strengthened_takes_no_magic_besides(shared: StrengthenLimitShared, power: int) -> None:
    """After a spell made 029 a 13, 双腕 leaves it as it is, unless each has a limit of its own."""
    scene = at("2.2", units=([29], [36]), hands=([31], []), magics=([12], []), strengthen_limit_shared=shared)
    scene.do(1, Strengthen([Spell(29, [31])])).do(2, PASS).do(1, Magic(12), Choose([29]), ATTACK)
    assert scene.side(2).life == 30 - power
