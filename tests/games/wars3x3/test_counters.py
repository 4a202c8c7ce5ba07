"""2.3 打消, and 《呪文砕き》."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    DRAW,
    PASS,
    RESIGN,
    Choose,
    Counter,
    Magic,
    Remove,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.options import CounterRounds
from shinpan_engine.games.wars3x3.table.state import Step
from shinpan_engine.kernel.errors import Undecidable

from ...random_games import WIDE
from .scene import Scene
from .spell_scenes import COST, TUNINGS, WILD, at, removal, strengthening


def countered(target: int, hand: list[int], other: list[int], spell: Spell | None = None) -> Scene:
    """Seat 1 uses the whole hand for a removal, or for the spell given, and seat 2 is asked to answer."""
    return removal(target, hand, other).do(1, Remove([spell or Spell(target, hand)]))


@pytest.mark.clause("W3-2.3-1")
def test_the_opponent_of_the_last_spell_may_answer() -> None:
    """Removal, strengthening and counter are answered by the other player, never by the one who used them."""
    scene = removal(16, [7, 27], [28]).do(1, Remove([Spell(16, [7])]))
    assert scene.refuses(1, Counter([Spell(16, [27])]))[0] == "W3-2.3-1"
    assert scene.allows(2, Counter([Spell(16, [28])]))
    scene.do(2, Counter([Spell(16, [28])]))
    assert scene.refuses(2, Counter([Spell(16, [28])]))[0] == "W3-2.3-1"
    assert scene.allows(1, Counter([Spell(16, [27])]))
    own = strengthening(17, [16, 27], [28]).do(1, Strengthen([Spell(17, [16])]))
    assert own.refuses(1, Counter([Spell(17, [27])]))[0] == "W3-2.3-1"
    assert own.allows(2, Counter([Spell(17, [28])]))


@pytest.mark.clause("W3-2.3-1", "W3-2.3-5")
def test_without_a_spell_there_is_nothing_to_counter() -> None:
    """In one's own step, with nothing lying open, a counter is refused."""
    scene = at("2.1", units=([16], [29]), hands=([7], [28]))
    assert scene.refuses(1, Counter([Spell(29, [7])]))[:2] == ("W3-2.3-1", "W3-2.3-5")
    assert scene.refuses(2, Counter([Spell(16, [28])]))[0] == "W3-2.3-5"


@pytest.mark.clause("W3-2.3-2", "W3-S2.1-3")
def test_a_counter_uses_as_many_cards() -> None:
    """A removal with two cards is not countered by one, be it 呪文砕き, nor one with one card by two."""
    two = countered(16, [4, 9], [3, 18, 33, 47])
    for cards in ([33], [47], [18]):
        assert two.refuses(2, Counter([Spell(16, cards)]))[:2] == ("W3-2.3-2", "W3-S2.1-3")
    assert two.refuses(2, Counter([Spell(16, [3, 18, 47])]))[0] == "W3-2.3-2"
    assert two.allows(2, Counter([Spell(16, [3, 18])]))
    one = countered(16, [7], [28, 47])
    assert one.refuses(2, Counter([Spell(16, [28, 47])]))[0] == "W3-2.3-2"
    assert one.refuses(2, Counter([Spell(16, [])]))[0] == "W3-2.3-2"


@pytest.mark.clause("W3-2.3-3", "W3-2.3-18")
def test_a_counter_shows_the_same_numbers() -> None:
    """Against 7 + 2 on a 5: 7 + 2 is legal in any order, 5 + 4 and 8 + 1 are not, nor is what the target costs."""
    scene = countered(16, [3, 9], [4, 14, 18, 19, 20, 28, 34])
    assert scene.allows(2, Counter([Spell(16, [4, 18])]))
    for cards in ([14, 28], [19, 34], [18, 20], [4, 28]):
        assert scene.refuses(2, Counter([Spell(16, cards)]))[0] == "W3-2.3-3"
    assert scene.refuses(2, Counter([Spell(16, [14, 28])])) == ("W3-2.3-3", "W3-2.3-18")
    assert scene.refuses(2, Counter([Spell(16, [4, 28])])) == ("W3-2.3-3",)
    assert scene.refuses(2, Counter([Spell(16, [20])]))[0] == "W3-2.3-2"
    assert scene.refuses(2, Counter([Spell(16, [28])]))[0] == "W3-2.3-2"


@pytest.mark.clause("W3-2.3-4")
def test_attributes_do_not_matter_in_countering() -> None:
    """Each of the other 5s, whatever its colour, counters a removal or strengthening made with a 5."""
    scene = countered(29, [7, 16], [27, 40])
    assert scene.allows(2, Counter([Spell(29, [27, 40])]))
    strong = strengthening(17, [16], [7, 28, 40]).do(1, Strengthen([Spell(17, [16])]))
    for card in (7, 28, 40):
        assert strong.allows(2, Counter([Spell(17, [card])]))


@pytest.mark.clause("W3-2.3-5", "W3-M0-6", "W3-E-14")
def test_magic_cannot_be_countered() -> None:
    """毒殺 destroys by magic, not as a removal: neither while it resolves nor afterwards is there a counter to it."""
    scene = Scene(deck=(), units=([16, 17], [14, 29]), hands=([], [26, 47]), magics=([8], [])).quiet_until("2.1")
    scene.do(1, Magic(8))
    assert scene.refuses(2, Counter([Spell(14, [47])]))[0] == "W3-M0-6"
    scene.do(1, Choose([14]))
    assert scene.units(2) == [29]
    assert scene.state.chains == []
    assert scene.refuses(2, Counter([Spell(14, [26])]))[0] == "W3-2.3-5"
    assert scene.state.step == Step.REMOVAL


@pytest.mark.clause("W3-2.3-5")
def test_a_counter_aims_at_a_spell() -> None:
    """While a removal lies on 016, a counter laid on another unit, or on none, is refused."""
    scene = at("2.1", units=([29], [16, 40]), hands=([7], [28])).do(1, Remove([Spell(16, [7])]))
    for target in (40, 29, 28, 5):
        assert scene.refuses(2, Counter([Spell(target, [28])]))[0] == "W3-2.3-5"


@pytest.mark.clause("W3-2.3-6", "W3-2.3-7", "W3-2.3-10")
@pytest.mark.parametrize("counters", range(6))
def test_counters_go_on_without_limit(counters: int) -> None:
    """Back and forth as long as cards last: an odd number of counters undoes the spell, an even number does not."""
    scene = strengthening(17, [16, 27, 47], [7, 28, 48]).do(1, Strengthen([Spell(17, [16])]))
    chain = [7, 27, 28, 47, 48]
    for number, card in enumerate(chain[:counters]):
        answering = 2 - number % 2
        assert scene.refuses(3 - answering, Counter([Spell(17, [card])]))[:2] == ("W3-2.3-1", "W3-2.3-7")
        scene.do(answering, Counter([Spell(17, [card])]))
    scene.do(2 - counters % 2, PASS)
    assert scene.state.discard == sorted([16, *chain[:counters]])
    assert scene.do(1, ATTACK).side(2).life == 30 - 6 - (5 if counters % 2 == 0 else 0)


@pytest.mark.clause("W3-2.3-7")
def test_the_topmost_spell_is_answered() -> None:
    """A counter must match the counter on top: after 呪文砕き the number of the removal below answers nothing."""
    scene = removal(16, [7, 27, 48], [47]).do(1, Remove([Spell(16, [7])])).do(2, Counter([Spell(16, [47])]))
    assert scene.refuses(2, Counter([Spell(16, [47])]))[1] == "W3-2.3-7"
    assert scene.refuses(1, Counter([Spell(16, [27])]))[0] == "W3-S2.1-5"
    assert scene.allows(1, Counter([Spell(16, [48])]))


@pytest.mark.clause("W3-2.3-8", "W3-2.3-12")
def test_a_pass_ends_the_chain_at_once() -> None:
    """With the pass the removal takes effect, and the player who passed can answer no more."""
    scene = countered(16, [7], [28]).do(2, PASS)
    assert scene.units(2) == []
    assert scene.state.discard == [7, 16]
    assert (scene.state.step, scene.state.chains) == (Step.STRENGTHENING, [])
    assert scene.refuses(2, Counter([Spell(16, [28])]))[0] == "W3-2.3-5"


@pytest.mark.clause("W3-2.3-9", "W3-2.3-11", "W3-2.3-12")
def test_the_first_printed_example() -> None:
    """Strengthening 5, a counter, 呪文砕き on it, a pass: from the top down the strengthening stands, for +5."""
    scene = strengthening(17, [16, 47], [28]).do(1, Strengthen([Spell(17, [16])]))
    scene.do(2, Counter([Spell(17, [28])])).do(1, Counter([Spell(17, [47])])).do(2, PASS)
    assert scene.state.discard == [16, 28, 47]
    assert scene.events("Strengthened")[0].amount == 5
    assert scene.do(1, ATTACK).side(2).life == 30 - 11


@pytest.mark.clause("W3-2.3-10", "W3-2.3-11", "W3-2.3-12", "W3-2.3-17")
def test_the_second_printed_example() -> None:
    """A removal with two cards, a counter, a pass: the target stays, and the discarded cards were not destroyed."""
    scene = countered(16, [3, 9], [4, 18]).do(2, Counter([Spell(16, [4, 18])]))
    assert [answer for seat, answer in scene.match.options(1)] == [PASS, RESIGN]
    scene.do(1, PASS)
    assert scene.units(2) == [16]
    assert scene.state.discard == [3, 4, 9, 18]
    assert scene.events("Destroyed") == []
    assert [event.target for event in scene.events("Fizzled")] == [16]


@pytest.mark.clause("W3-2.3-13")
def test_counters_come_from_ones_own_hand() -> None:
    """Cards of the other hand, of territory or discard counter nothing, and an empty hand leaves only the pass."""
    scene = at("2.1", units=([], [16]), hands=([7, 27], [28]), territory=([], [40]), discard=[6]).do(
        1, Remove([Spell(16, [7])])
    )
    for elsewhere in (27, 40, 6):
        assert scene.refuses(2, Counter([Spell(16, [elsewhere])]))[0] == "W3-2.3-13"
    assert scene.allows(2, Counter([Spell(16, [28])]))
    empty = countered(9, [31], [])
    assert [act for seat, act in empty.match.options(2)] == [PASS, RESIGN]


@pytest.mark.clause("W3-2.3-14")
def test_a_spell_is_answered_once() -> None:
    """Two counters on one spell are refused, though each alone would do."""
    scene = countered(16, [7], [27, 28])
    assert scene.allows(2, Counter([Spell(16, [27])]))
    assert scene.refuses(2, Counter([Spell(16, [27]), Spell(16, [28])]))[0] == "W3-2.3-14"


@pytest.mark.clause("W3-2.3-15")
@pytest.mark.parametrize(("card", "number"), [(34, 1), (36, 2), (24, 3)])
def test_tuning_counters_one_two_and_three(card: int, number: int) -> None:
    """調律 counters a card of a number from 1 to 3, as exactly that number."""
    scene = countered(21 if number == 1 else 11 if number == 2 else 25, [card], [45])
    for declared in (1, 2, 3):
        act = Counter([Spell(scene.state.chains[0].target, [45], [declared])])
        if declared == number:
            assert scene.allows(2, act)
        else:
            assert scene.refuses(2, act) == ("W3-2.3-3", "W3-2.3-16")
    scene.do(2, Counter([Spell(scene.state.chains[0].target, [45], [number])]))
    assert list(scene.table.relied) == ["W3-B2-10", "W3-2.3-15"]


@pytest.mark.clause("W3-2.3-15")
def test_tuning_counters_no_higher_number() -> None:
    """A 4 is out of reach for 調律."""
    scene = countered(14, [26], [45])
    assert scene.refuses(2, Counter([Spell(14, [45], [3])]))[0] == "W3-2.3-3"


@pytest.mark.clause("W3-2.3-16")
def test_a_tuning_is_countered_by_its_declared_number() -> None:
    """調律 declared 2: a 2 counters it, or the other 調律 as 2; a 3 does not, nor 調律 as 3."""
    scene = countered(36, [45], [3, 24, 46], Spell(36, [45], [2]))
    assert scene.allows(2, Counter([Spell(36, [3])]))
    assert scene.allows(2, Counter([Spell(36, [46], [2])]))
    assert scene.refuses(2, Counter([Spell(36, [24])])) == ("W3-2.3-3", "W3-2.3-16")
    assert scene.refuses(2, Counter([Spell(36, [46], [3])])) == ("W3-2.3-3", "W3-2.3-16")
    assert list(scene.do(2, Counter([Spell(36, [3])])).table.relied) == ["W3-B2-10", "W3-2.3-16"]


@pytest.mark.clause("W3-2.3-18")
def test_the_targets_cost_and_the_sum_play_no_part() -> None:
    """2 + 7 on a 9 is countered by 2 + 7 only: not by the 9 nor by another pair that makes 9."""
    scene = countered(20, [3, 9], [4, 14, 16, 18, 33])
    assert scene.refuses(2, Counter([Spell(20, [33])]))[0] == "W3-2.3-2"
    assert scene.refuses(2, Counter([Spell(20, [14, 16])])) == ("W3-2.3-3", "W3-2.3-18")
    assert scene.allows(2, Counter([Spell(20, [4, 18])]))


def two_removals(**options: object) -> Scene:
    """Seat 1 removes two 5s with a 5 each; both players hold another two."""
    scene = at("2.1", units=([], [16, 40]), hands=([7, 27, 47], [28, 45, 48]), **options)
    return scene.do(1, Remove([Spell(16, [7]), Spell(40, [27])]))


@pytest.mark.clause("W3-2.3-19", "W3-2.3-8")
def test_answers_to_several_spells_are_named_together() -> None:
    """Who answers one of two spells has passed on the other and cannot come back to it in a later round."""
    scene = two_removals()
    assert scene.allows(2, Counter([Spell(16, [28]), Spell(40, [48])]))
    scene.do(2, Counter([Spell(16, [28])]))
    assert [chain.closed for chain in scene.state.chains] == [False, True]
    assert scene.refuses(1, Counter([Spell(40, [47])])) == ("W3-2.3-19", "W3-2.3-8")
    scene.do(1, Counter([Spell(16, [47])]))
    assert scene.refuses(2, Counter([Spell(40, [48])])) == ("W3-2.3-19", "W3-2.3-8")
    assert scene.allows(2, Counter([Spell(16, [48])]))
    assert scene.do(2, PASS).units(2) == []
    assert list(scene.table.relied) == ["W3-2.3-19", "W3-2.0-15", "W3-2.3-4", "W3-B2-10"]


@pytest.mark.clause("W3-2.3-19")
def test_chains_may_be_answered_one_after_the_other() -> None:
    """With the other set-up the first chain is played to its end before the second may be answered."""
    scene = two_removals(counter_rounds=CounterRounds.CHAIN_BY_CHAIN)
    assert scene.refuses(2, Counter([Spell(40, [28])]))[0] == "W3-2.3-19"
    scene.do(2, Counter([Spell(16, [28])])).do(1, PASS)
    assert scene.allows(2, Counter([Spell(40, [48])]))
    assert scene.refuses(2, Counter([Spell(16, [48])]))[0] == "W3-2.3-19"
    assert scene.do(2, PASS).units(2) == [16]


@pytest.mark.clause("W3-M0-5", "W3-2.0-14")
def test_nothing_else_happens_inside_a_chain() -> None:
    """While spells lie open there is no magic, and no step goes on."""
    scene = Scene(deck=(), units=([17, 29], [16]), hands=([7], [28]), magics=([12], [5])).quiet_until("2.1")
    scene.do(1, Remove([Spell(16, [7])]))
    for seat, magic in ((1, 12), (2, 5)):
        assert scene.refuses(seat, Magic(magic))[0] == "W3-M0-5"
    assert scene.refuses(1, PASS)[0] == "W3-2.0-14"
    assert scene.refuses(2, DRAW)[0] == "W3-2.0-14"


# 《呪文砕き》


@pytest.mark.clause("W3-S2.1-1", "W3-S2.1-2")
@pytest.mark.parametrize("card", [11, 24, 14, 7, 29, 9, 32, 33])
def test_the_wild_card_counters_every_number(card: int) -> None:
    """呪文砕き counters a removal made with a card of any number, without a number of its own."""
    target = next(other for other in COST if other != card and COST[other] == COST[card])
    scene = countered(target, [card], [47])
    assert scene.refuses(2, Counter([Spell(target, [47], [1])])) == ("",)
    scene.do(2, Counter([Spell(target, [47])])).do(1, PASS)
    assert scene.units(2) == [target]


@pytest.mark.clause("W3-S2.1-4")
def test_against_two_cards_each_wild_card_stands_for_one() -> None:
    """7 + 2 is countered by 呪文砕き + 2, 7 + 呪文砕き or both 呪文砕き, not by 呪文砕き + 5."""
    scene = countered(16, [3, 9], [4, 18, 28, 47, 48])
    for cards in ([4, 47], [18, 48], [47, 48]):
        assert scene.allows(2, Counter([Spell(16, cards)]))
    assert scene.refuses(2, Counter([Spell(16, [28, 47])]))[0] == "W3-2.3-3"
    assert list(scene.do(2, Counter([Spell(16, [4, 47])])).table.relied) == ["W3-B2-10", "W3-S2.1-4"]


@pytest.mark.clause("W3-S2.1-5")
def test_only_the_wild_card_answers_the_wild_card() -> None:
    """A counter made with 呪文砕き is not countered by the number below nor by 調律, only by the other 呪文砕き."""
    scene = removal(36, [3, 4, 45, 48], [47]).do(1, Remove([Spell(36, [3])])).do(2, Counter([Spell(36, [47])]))
    assert scene.refuses(1, Counter([Spell(36, [4])])) == ("W3-S2.1-5",)
    assert scene.refuses(1, Counter([Spell(36, [45], [2])]))[0] == "W3-S2.1-5"
    assert scene.allows(1, Counter([Spell(36, [48])]))


@pytest.mark.clause("W3-S2.1-6")
def test_a_mixed_pair_is_answered_card_by_card() -> None:
    """Against 呪文砕き + 2: 呪文砕き + 2 is legal, two numbers are not; both 呪文砕き cannot be answered at all."""
    scene = removal(16, [3, 4, 9, 31, 48], [11, 47]).do(1, Remove([Spell(16, [3, 9])]))
    scene.do(2, Counter([Spell(16, [11, 47])]))
    assert scene.allows(1, Counter([Spell(16, [4, 48])]))
    assert scene.refuses(1, Counter([Spell(16, [31, 48])])) == ("W3-S2.1-6", "W3-2.3-3")
    assert scene.refuses(1, Counter([Spell(16, [4, 31])])) == ("W3-S2.1-5", "W3-S2.1-6")
    assert list(scene.do(1, Counter([Spell(16, [4, 48])])).table.relied) == ["W3-B2-10", "W3-S2.1-4", "W3-S2.1-6"]
    pair = removal(16, [3, 4, 9, 31], [47, 48]).do(1, Remove([Spell(16, [3, 9])]))
    pair.do(2, Counter([Spell(16, [47, 48])]))
    assert [act for seat, act in pair.match.options(1)] == [PASS, RESIGN]


def shown(used: Sequence[int], values: Sequence[int]) -> list[int | None]:
    """The numbers that cards show with these numbers declared for 調律; 呪文砕き shows none."""
    left = iter(values)
    return [next(left) if card in TUNINGS else COST.get(card) for card in used]


@st.composite
def exchanges(draw: st.DrawFn) -> tuple[Spell, Spell]:
    """A removal of 020 (9) and something laid on it; every other time cards that may well answer it."""
    others = [card for card in (*COST, *TUNINGS) if card != 20]
    used = sorted(draw(st.lists(st.sampled_from(others), min_size=2, max_size=2, unique=True)))
    if sum(COST.get(card, 3) for card in used) < 9 or draw(st.booleans()):
        used = [33]
    said = [3 for card in used if card in TUNINGS]
    rest = [card for card in (*others, *WILD) if card not in used]
    close = [card for card in rest if COST.get(card) in shown(used, said) or card not in COST]
    pool = close if draw(st.booleans()) else rest
    replied = sorted(draw(st.lists(st.sampled_from(pool), min_size=1, max_size=2, unique=True)))
    numbers = [draw(st.sampled_from([1, 2, 3])) for card in replied if card in TUNINGS]
    return Spell(20, used, said), Spell(20, replied, numbers)


@pytest.mark.clause("W3-2.3-2", "W3-2.3-3", "W3-2.3-16", "W3-S2.1-3", "W3-S2.1-4")
@WIDE
@given(exchanges())
def test_the_law_of_counters(exchange: tuple[Spell, Spell]) -> None:
    """As many cards, and in some order each shows the number it answers or is 呪文砕き."""
    spell, reply = exchange
    numbers, replied = shown(spell.with_, spell.as_), shown(reply.with_, reply.as_)
    fits = len(replied) == len(numbers) and any(
        all(own is None or own == number for own, number in zip(order, numbers, strict=True))
        for order in permutations(replied)
    )
    scene = countered(20, spell.with_, reply.with_, spell)
    assert scene.allows(2, Counter([reply])) == fits


@pytest.mark.clause("W3-0.1-13", "W3-2.3-3")
def test_a_counter_with_the_same_names_is_legal_whatever_they_cost() -> None:
    """By the print 重装歩兵 costs 3 or 4; countering it and 占欲の魔女 with another of each is legal either way."""
    scene = Scene(pack="print", deck=(), units=([], [17]), hands=([14, 25], [24, 26])).quiet_until("2.1")
    scene.do(1, Remove([Spell(17, [14, 25])]))
    assert scene.match.consider(2, Counter([Spell(17, [24, 26])])) is None


@pytest.mark.clause("W3-2.3-3")
def test_a_counter_with_one_card_that_certainly_misses_is_illegal() -> None:
    """By the print 龍王妃 costs 8 or 9 and answers neither 4 nor 7, whatever 重装歩兵 beside it costs."""
    scene = Scene(pack="print", active=2, deck=(), units=([25], []), hands=([33, 37], [26, 43])).quiet_until("2.1")
    scene.do(2, Remove([Spell(25, [26, 43])]))
    assert scene.refuses(1, Counter([Spell(25, [33, 37])]))[0] == "W3-2.3-3"


@pytest.mark.clause("W3-2.3-3", "W3-C-03")
def test_a_counter_that_turns_on_an_open_cost_is_undecidable() -> None:
    """By the print a 4 may or may not counter 重装歩兵, which costs 3 or 4; a 5 certainly does not."""
    scene = Scene(pack="print", deck=(), units=([], [25]), hands=([24], [16, 26])).quiet_until("2.1")
    scene.do(1, Remove([Spell(25, [24])]))
    with pytest.raises(Undecidable):
        scene.match.consider(2, Counter([Spell(25, [26])]))
    assert scene.refuses(2, Counter([Spell(25, [16])]))[0] == "W3-2.3-3"
