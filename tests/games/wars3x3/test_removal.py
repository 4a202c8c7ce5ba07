"""2.1 除去ステップ."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3.table.actions import PASS, Remove, Spell
from shinpan_engine.games.wars3x3.table.options import DiscardPile
from shinpan_engine.games.wars3x3.table.state import Boost, BoostKind, Step, Until
from shinpan_engine.kernel.errors import Undecidable

from ...random_games import WIDE
from .spell_scenes import COST, TUNINGS, at, removal

unit_cards = st.sampled_from(sorted(COST))


@pytest.mark.clause("W3-2.1-1")
def test_removal_is_optional() -> None:
    """With a legal removal in hand a player may still pass, and the strengthening step follows."""
    scene = removal(16, [7])
    assert scene.allows(1, Remove([Spell(16, [7])]))
    assert scene.allows(1, PASS)
    assert scene.do(1, PASS).state.step == Step.STRENGTHENING


@pytest.mark.clause("W3-2.1-2")
def test_only_the_opponents_units_are_removed() -> None:
    """One's own unit is no target of removal."""
    scene = at("2.1", units=([16], [40]), hands=([7], []))
    assert scene.refuses(1, Remove([Spell(16, [7])]))[0] == "W3-2.1-2"
    assert scene.allows(1, Remove([Spell(40, [7])]))


@pytest.mark.clause("W3-2.1-3", "W3-2.1-9")
def test_one_card_must_have_exactly_the_cost() -> None:
    """On a 5 a 5 is legal; a 4 is too little, a 7 too much and no better for being more."""
    scene = removal(16, [9, 14, 28])
    assert scene.allows(1, Remove([Spell(16, [28])]))
    assert scene.refuses(1, Remove([Spell(16, [14])])) == ("W3-2.1-3",)
    assert scene.refuses(1, Remove([Spell(16, [9])])) == ("W3-2.1-9", "W3-2.1-3")


@pytest.mark.clause("W3-2.1-4", "W3-2.1-7")
def test_attributes_do_not_matter_in_removal() -> None:
    """Turn 8: the grass 033 removes the water 020; two cards of two other attributes remove it as well."""
    scene = removal(20, [5, 33, 43])
    assert scene.allows(1, Remove([Spell(20, [33])]))
    assert scene.allows(1, Remove([Spell(20, [5, 43])]))


@pytest.mark.clause("W3-2.1-5", "W3-2.1-6")
def test_two_cards_must_reach_the_cost_and_may_exceed_it() -> None:
    """1 + 2 does not reach 5, 7 + 2 does; 3 + 7 goes over 9, as on turn 10; any excess is lost."""
    scene = at("2.1", units=([], [16, 20, 36]), hands=([9, 11, 24, 33, 34], []))
    assert scene.refuses(1, Remove([Spell(16, [11, 34])])) == ("W3-2.1-5",)
    assert scene.allows(1, Remove([Spell(16, [9, 11])]))
    assert scene.allows(1, Remove([Spell(20, [9, 24])]))
    scene.do(1, Remove([Spell(36, [9, 33])])).do(2, PASS)
    assert scene.units(2) == [16, 20]
    assert [side.life for side in scene.state.sides] == [30, 30]


@pytest.mark.clause("W3-2.1-8")
def test_one_card_or_two_and_never_three() -> None:
    """Three 3s do not remove a 9, although they reach it; no card at all is no removal either."""
    scene = removal(20, [24, 25, 37])
    assert scene.refuses(1, Remove([Spell(20, [24, 25, 37])]))[0] == "W3-2.1-8"
    assert scene.refuses(1, Remove([Spell(20, [])]))[0] == "W3-2.1-8"


@pytest.mark.clause("W3-2.1-10", "W3-S2.1-1")
def test_the_wild_card_removes_nothing() -> None:
    """呪文砕き is refused alone and as one of two cards, though the other alone would do."""
    scene = removal(16, [7, 47, 48])
    assert scene.refuses(1, Remove([Spell(16, [47])])) == ("W3-2.1-10", "W3-S2.1-1")
    assert scene.refuses(1, Remove([Spell(16, [7, 47])])) == ("W3-2.1-10", "W3-S2.1-1")
    assert scene.refuses(1, Remove([Spell(16, [47, 48])]))[0] == "W3-2.1-10"
    assert scene.allows(1, Remove([Spell(16, [7])]))


@pytest.mark.clause("W3-2.1-11")
def test_tuning_removes_as_the_number_declared() -> None:
    """調律 as 2 removes a 2 alone; as 3 with a 2 it removes a 5, as 2 with a 2 it does not."""
    scene = at("2.1", units=([], [16, 36]), hands=([3, 46], []))
    assert scene.allows(1, Remove([Spell(36, [46], [2])]))
    assert scene.refuses(1, Remove([Spell(36, [46], [1])]))[0] == "W3-2.1-3"
    assert scene.refuses(1, Remove([Spell(36, [46], [3])]))[0] == "W3-2.1-9"
    assert scene.allows(1, Remove([Spell(16, [3, 46], [3])]))
    assert scene.refuses(1, Remove([Spell(16, [3, 46], [2])]))[0] == "W3-2.1-5"


@pytest.mark.clause("W3-2.1-12")
def test_the_printed_cost_counts_not_the_power() -> None:
    """でかスラグ at power 5 is removed by a 3, not by a 5."""
    scene = removal(22, [7, 24])
    scene.side(2).units[0].boosts = [Boost(BoostKind.INCREASE, amount=2, until=Until.NONE)]
    assert scene.refuses(1, Remove([Spell(22, [7])]))[0] == "W3-2.1-9"
    assert scene.allows(1, Remove([Spell(22, [24])]))


@pytest.mark.clause("W3-2.1-13", "W3-2.1-14")
@pytest.mark.parametrize("piles", list(DiscardPile))
def test_target_and_removal_cards_go_to_the_discard_together(piles: DiscardPile) -> None:
    """An unanswered removal destroys its target; all cards lie on the common discard, or each on its owner's."""
    scene = removal(20, [24, 43], discard_pile=piles).do(1, Remove([Spell(20, [24, 43])])).do(2, PASS)
    assert scene.units(2) == []
    assert [(event.card, event.seat) for event in scene.events("Destroyed")] == [(20, 2)]
    shared = piles == DiscardPile.SHARED
    assert scene.state.discard == ([20, 24, 43] if shared else [])
    assert [side.discard for side in scene.state.sides] == ([[], []] if shared else [[24, 43], [20]])


@pytest.mark.clause("W3-2.1-15")
def test_several_units_are_removed_in_one_declaration() -> None:
    """A 5 goes on the 5 and 3 + 4 on the 7, declared together; one after the other is illegal."""
    scene = at("2.1", units=([], [9, 16]), hands=([14, 24, 28], []))
    assert scene.allows(1, Remove([Spell(9, [14, 24]), Spell(16, [28])]))
    scene.do(1, Remove([Spell(9, [14, 24])])).do(2, PASS)
    assert scene.refuses(1, Remove([Spell(16, [28])]))[0] == "W3-2.0-7"


@pytest.mark.clause("W3-2.1-17")
@pytest.mark.parametrize("target", COST)
def test_no_trait_protects_from_removal(target: int) -> None:
    """Every unit card can be removed, its traits included, by two cards that reach its cost."""
    used = [card for card in (20, 32, 33) if card != target][:2]
    assert removal(target, used).do(1, Remove([Spell(target, used)])).do(2, PASS).units(2) == []


numbers = st.lists(st.integers(1, 48), min_size=1, max_size=2, unique=True).map(sorted)


@pytest.mark.clause("W3-2.1-3", "W3-2.1-5", "W3-2.1-10", "W3-2.1-11")
@WIDE
@given(unit_cards, numbers, st.lists(st.sampled_from([1, 2, 3]), min_size=2, max_size=2))
def test_the_law_of_removal(target: int, used: list[int], declared: list[int]) -> None:
    """One number must equal the cost, two must reach it, and 呪文砕き has none."""
    assume(target not in used)
    values = declared[: sum(card in TUNINGS for card in used)]
    left = iter(values)
    shown = [next(left) if card in TUNINGS else COST.get(card) for card in used]
    reached = None not in shown and (shown == [COST[target]] if len(shown) == 1 else sum(shown) >= COST[target])
    assert removal(target, used).allows(1, Remove([Spell(target, used, values)])) == reached


@pytest.mark.clause("W3-C-16")
@pytest.mark.parametrize("used", [[10], [10, 33], [33, 44]])
def test_a_card_that_the_pack_does_not_tell_leaves_a_removal_open(used: list[int]) -> None:
    """By the print alone nobody can say whether 010 and 044 show a number at all."""
    scene = at("2.1", pack="print", units=([], [32]), hands=(used, []))
    with pytest.raises(Undecidable):
        scene.match.consider(1, Remove([Spell(32, used)]))
