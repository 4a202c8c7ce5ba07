"""★中級ルール(アプレンティス戦), 開始前手順: mulligans, and what is kept of hand and magics."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import (
    ACTS,
    DRAW,
    PASS,
    RESIGN,
    USE_TRAIT,
    Attack,
    Attribute,
    Choose,
    Copy,
    Counter,
    Deploy,
    EndCombat,
    EndTurn,
    Exchange,
    GainMana,
    GrandMagic,
    Heal,
    KeepHand,
    KeepMagic,
    Lay,
    Magic,
    Mulligan,
    Redeploy,
    Remove,
    Reveal,
    Spell,
    StartTerritory,
    Strengthen,
    TakeBack,
)
from shinpan_engine.games.wars3x3.table.state import Step
from shinpan_engine.kernel.judging.record import Entry, Record, Unresolved
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Report, Verdict
from shinpan_engine.kernel.play.chance import UNKNOWN

from ...random_games import WIDE
from .apprentices import MENTORS, TOLD, Apprentices, magics
from .opening import DECK, entry, header, judged

seeds = st.integers(0, 255)
RETURN = Mulligan()


def report_on(*entries: Entry, **game: Any) -> Report:
    """The judgement on an intermediate record."""
    return judged(*entries, mode="intermediate", **game)


@pytest.mark.clause("W3-I1-5", "W3-I1-16")
def test_exactly_three_of_the_four_magics_are_kept() -> None:
    """Three magics of the own set lie in play; other counts or other magics are illegal, the fourth is never used."""
    scene = Apprentices(outcomes={**TOLD, "bottom": []})
    assert scene.side(1).spare_magics == [1, 8, 9, 15]
    for wrong in ([], [1, 8], [1, 8, 9, 15], [1, 8, 10], [1, 8, 17]):
        assert scene.refuses(1, KeepMagic(wrong)) == ("W3-I1-5",)
    for badly_written in ([9, 8, 1], [1, 1, 8]):
        assert scene.refuses(1, KeepMagic(badly_written)) == ("",)
    scene.do(1, KeepMagic([1, 9, 15]))
    assert magics(scene, 1) == [1, 9, 15]
    assert scene.side(1).spare_magics == [8]
    assert scene.refuses(1, KeepMagic([1, 8, 9])) == ("W3-I1-5",)
    scene.do(1, KeepHand(scene.side(1).hand[:6])).kept(2).do(1, DRAW)
    assert scene.refuses(1, Magic(8)) == ("W3-M0-9",)


@pytest.mark.clause("W3-I1-6")
@WIDE
@given(seeds, st.sets(st.integers(0, 8), min_size=6, max_size=6))
def test_any_six_of_the_cards_dealt_are_the_hand(seed: int, places: set[int]) -> None:
    """Whatever was dealt, any six of it are the opening hand, and nothing else is."""
    scene = Apprentices(seed=seed)
    chosen = [scene.side(1).hand[place] for place in sorted(places)]
    scene.do(1, KeepHand(chosen)).do(1, KeepMagic(scene.side(1).spare_magics[:3])).kept(2)
    assert scene.side(1).hand == chosen


@pytest.mark.clause("W3-I1-6")
def test_exactly_six_cards_are_kept() -> None:
    """Five or seven cards, one not dealt, or cards out of order are no opening hand."""
    scene = Apprentices()
    hand = scene.side(1).hand
    foreign = next(card for card in scene.side(2).hand if card > hand[4])
    for wrong in ([], hand[:5], hand[:7], hand, sorted([*hand[:5], foreign]), [*hand[:5], 49]):
        assert scene.refuses(1, KeepHand(wrong)) == ("W3-I1-6",)
    for badly_written in (hand[5::-1], [hand[0], *hand[:5]]):
        assert scene.refuses(1, KeepHand(badly_written)) == ("",)
    assert scene.allows(1, KeepHand(hand[:6]))
    assert scene.allows(1, KeepHand(hand[3:]))


@pytest.mark.clause("W3-I1-7", "W3-I1-11", "W3-I1-12")
@WIDE
@given(seeds, st.integers(1, 3))
def test_a_mulligan_returns_the_whole_deal_for_one_card_fewer(seed: int, times: int) -> None:
    """9, 8, 7, 6: all cards go back, the deck is shuffled again; magics, mentor and the opponent's deal stay."""
    scene = Apprentices(seed=seed)
    magics_dealt, mentor = list(scene.side(1).spare_magics), scene.side(1).mentor
    opponent = list(scene.side(2).hand)
    for number in range(1, times + 1):
        before = [*scene.side(1).hand, *scene.state.deck]
        scene.do(1, RETURN)
        assert len(scene.side(1).hand) == 9 - number
        assert sorted([*scene.side(1).hand, *scene.state.deck]) == sorted(before)
        assert scene.state.deck != [card for card in before if card in scene.state.deck]
        assert scene.side(1).dealing.mulligans == number
        assert [(e.seat, e.mulligans, e.private) for e in scene.events("DealReturned")] == [(1, number, 0)]
        assert [(event.cards, event.private) for event in scene.events("Dealt")] == [(scene.side(1).hand, 1)]
    assert (scene.side(1).spare_magics, scene.side(1).mentor) == (magics_dealt, mentor)
    assert scene.side(2).hand == opponent


@pytest.mark.clause("W3-I1-7", "W3-I1-11")
def test_a_mulligan_can_bring_any_card_back() -> None:
    """The whole deal is shuffled in: a returned card may be dealt again, and the opponent's cards may not."""
    told = {**TOLD, "mulligan/p1/1": [*DECK[:4], *DECK[18:22]]}
    scene = Apprentices(outcomes=told).mulligans(1, 1)
    assert scene.side(1).hand == sorted([*DECK[:4], *DECK[18:22]])
    assert scene.state.deck == [UNKNOWN] * (40 - 9 - 8)
    for card in (DECK[9], MENTORS[0]):
        report = report_on(entry(1, RETURN), outcomes={**TOLD, "mulligan/p1/1": [card]})
        assert (report.verdict, report.actions_replayed) == (Verdict.MALFORMED, 0)


@pytest.mark.clause("W3-I1-7")
def test_a_mulligan_from_a_deck_that_is_not_told() -> None:
    """A record that knows only what was dealt goes on: the new deal may be any cards the opponent does not hold."""
    told = {**TOLD, "deck": DECK[:18], "mulligan/p1/1": DECK[-8:], "mulligan/p1/2": DECK[20:27]}
    scene = Apprentices(outcomes=told).mulligans(1, 2)
    assert scene.side(1).hand == DECK[20:27]
    assert scene.state.deck == [UNKNOWN] * (40 - 9 - 7)


@pytest.mark.clause("W3-I1-7")
@pytest.mark.parametrize("told", [None, [], DECK[18:25]])
def test_a_new_deal_that_the_record_does_not_tell_is_undecidable(told: list[int] | None) -> None:
    """Each mulligan's deal must be told whole; without it nothing after it can be judged, and nothing is illegal."""
    outcomes = TOLD if told is None else {**TOLD, "mulligan/p1/1": told}
    assert report_on(entry(1, RETURN), outcomes=outcomes).verdict == Verdict.UNDECIDABLE
    assert report_on(outcomes=outcomes).verdict == Verdict.INCOMPLETE


@pytest.mark.clause("W3-I1-8")
@pytest.mark.parametrize("seat", [1, 2])
def test_there_is_no_fourth_mulligan(seat: int) -> None:
    """Three are allowed to each player, however many the other took; the fourth is illegal."""
    scene = Apprentices().mulligans(seat, 3)
    assert scene.refuses(seat, RETURN) == ("W3-I1-8",)
    scene.mulligans(3 - seat, 3)
    assert scene.refuses(3 - seat, RETURN) == ("W3-I1-8",)


@pytest.mark.clause("W3-I1-9")
def test_after_three_mulligans_the_six_cards_are_the_hand() -> None:
    """There is one hand to keep; any other is illegal."""
    scene = Apprentices().mulligans(1, 3)
    hand = list(scene.side(1).hand)
    assert len(hand) == 6
    assert [act for seat, act in scene.match.options(1) if isinstance(act, KeepHand)] == [KeepHand(hand)]
    for wrong in ([], hand[:5], sorted([*hand[:5], 49])):
        assert scene.refuses(1, KeepHand(wrong)) == ("W3-I1-9",)
    assert scene.refuses(1, KeepHand(hand[::-1])) == ("",)
    scene.do(1, KeepHand(hand), KeepMagic(scene.side(1).spare_magics[:3])).kept(2)
    assert scene.side(1).hand == hand
    assert [event.count for event in scene.events("PutUnder")] == [3]


@pytest.mark.clause("W3-I1-10")
def test_no_mulligan_once_the_hand_is_fixed() -> None:
    """A mulligan is declared before the own hand is fixed: not after, not in the game; the other player still may."""
    scene = Apprentices()
    scene.do(1, KeepHand(scene.side(1).hand[:6]))
    assert scene.refuses(1, RETURN) == ("W3-I1-10",)
    scene.do(2, RETURN).kept(2)
    assert scene.refuses(2, RETURN) == ("W3-I1-10",)
    scene.do(1, KeepMagic(scene.side(1).spare_magics[:3]))
    for seat in (1, 2):
        assert scene.refuses(seat, RETURN) == ("W3-I1-10",)


@pytest.mark.clause("W3-I1-10")
def test_mulligans_of_both_count_in_the_order_they_came() -> None:
    """Each shuffle is an event of its own with what was there: in another order the same labels give other deals, and
    the record keeps the order it has."""
    first = report_on(entry(1, RETURN), entry(2, RETURN))
    second = report_on(entry(2, RETURN), entry(1, RETURN))
    assert first.last_link != second.last_link
    assert first.notes == second.notes == ()
    assert "W3-I1-10" in [assumption.id for assumption in first.assumptions]
    hands = []
    for order in ((1, 2), (2, 1)):
        scene = Apprentices()
        for seat in order:
            scene.do(seat, RETURN)
        assert sorted(scene.table.chance.outcomes)[1:4] == ["mentor", "mulligan/p1/1", "mulligan/p2/1"]
        hands.append((scene.side(1).hand, scene.side(2).hand))
    assert hands[0] != hands[1]


@pytest.mark.clause("W3-I1-10", "W3-I1-20")
def test_nothing_is_put_in_order_across_a_mulligan() -> None:
    """Commitments of both players are put in seat order, but none is moved over a mulligan."""
    scene = Apprentices()
    keep = {seat: KeepMagic(scene.side(seat).spare_magics[:3]) for seat in (1, 2)}
    plain = report_on(entry(2, keep[2]), entry(1, keep[1]))
    assert len(plain.notes) == 1
    assert plain.last_link == report_on(entry(1, keep[1]), entry(2, keep[2])).last_link
    for entries in (
        [entry(2, keep[2]), entry(2, RETURN), entry(1, keep[1])],
        [entry(2, keep[2]), entry(1, RETURN), entry(1, keep[1])],
    ):
        assert report_on(*entries).notes == ()


@pytest.mark.clause("W3-I1-11")
def test_a_mulligan_names_no_cards() -> None:
    """Nobody can keep some cards of a deal: a mulligan that says which is not understood, and none of it is played."""
    assert Mulligan.__struct_fields__ == ()
    record = Record(header(mode="intermediate"), (Entry(Unresolved(1, "mulligan", "cards=003 004")),))
    report = verify(GAMES, record)
    assert (report.verdict, report.actions_replayed) == (Verdict.MALFORMED, 0)


def committed(seat: int, scene: Apprentices) -> list[tuple[int, Any]]:
    """What a player chooses, magics first."""
    side = scene.side(seat)
    return [(seat, KeepMagic(side.spare_magics[:3])), (seat, KeepHand(side.hand[:6]))]


@pytest.mark.clause("W3-I1-20")
def test_the_choices_come_in_any_order_before_turn_one() -> None:
    """In whatever order players and choices come, the same game begins, and no turn before all four are made."""
    reference = Apprentices().kept().state
    for order in permutations(committed(1, Apprentices()) + committed(2, Apprentices())):
        scene = Apprentices()
        for choice in order:
            assert scene.state.turn == 0
            assert scene.refuses(1, DRAW) == ("W3-I1-20",)
            scene.do(*choice)
        assert scene.state == reference
        assert (scene.state.turn, scene.state.step) == (1, Step.DRAW)


@pytest.mark.clause("W3-I1-20")
def test_magics_are_kept_before_or_after_the_last_mulligan() -> None:
    """A mulligan is allowed after the own magics are fixed, and changes nothing of them."""
    scenes = []
    for order in (0, 1):
        scene = Apprentices()
        acts = [RETURN, KeepMagic(scene.side(1).spare_magics[:3])]
        scene.do(1, *(acts if order else acts[::-1]))
        scenes.append(scene)
    assert scenes[0].state == scenes[1].state


@pytest.mark.clause("W3-I1-20")
def test_choices_show_the_opponent_nothing() -> None:
    """What one player keeps changes nothing that the opponent or the public sees, before or after both have chosen."""

    def seen(places: slice, count: slice, viewer: int) -> list[object]:
        scene = Apprentices()
        told: list[object] = []
        for act in (KeepHand(scene.side(1).hand[places]), KeepMagic(scene.side(1).spare_magics[count])):
            scene.do(1, act)
            told += [GAME.view(scene.state, viewer), [e for e in scene.table.events if e.private in (0, viewer)]]
        scene.kept(2)
        return [*told, GAME.view(scene.state, viewer), [e for e in scene.table.events if e.private in (0, viewer)]]

    for viewer in (0, 2):
        assert seen(slice(0, 6), slice(0, 3), viewer) == seen(slice(3, 9), slice(1, 4), viewer)
    assert seen(slice(0, 6), slice(0, 3), 1) != seen(slice(3, 9), slice(1, 4), 1)


@pytest.mark.clause("W3-I1-17", "W3-I1-18")
@WIDE
@given(seeds, st.integers(0, 3), st.integers(0, 3))
def test_unchosen_cards_go_under_a_deck_of_twenty_eight(seed: int, first: int, second: int) -> None:
    """However many mulligans there were: what neither player chose is mixed and lies under the rest of the deck."""
    scene = Apprentices(seed=seed).mulligans(1, first).mulligans(2, second)
    deck = list(scene.state.deck)
    unchosen = [card for seat in (1, 2) for card in scene.side(seat).hand[6:]]
    scene.kept()
    assert len(scene.state.deck) == 40 - 6 - 6 == 28
    assert scene.state.deck[: len(deck)] == deck
    assert sorted(scene.state.deck[len(deck) :]) == sorted(unchosen)
    assert len(unchosen) == 6 - first - second
    assert [event.count for event in scene.events("PutUnder")] == [len(unchosen)]


@pytest.mark.clause("W3-I1-17")
def test_the_unchosen_cards_are_mixed() -> None:
    """What goes under the deck is a random event of its own, over both players' cards, in no order of theirs."""
    bottoms = {tuple(Apprentices(seed=seed).kept().state.deck[-6:]) for seed in range(30)}
    assert sum(list(bottom) == sorted(bottom) for bottom in bottoms) < 3
    left = [*DECK[6:9], *DECK[15:18]]
    scene = Apprentices(outcomes={**TOLD, "bottom": left[::-1]}).kept()
    assert scene.state.deck[-6:] == left[::-1]
    scene = Apprentices(outcomes={**TOLD, "bottom": []}).kept()
    assert scene.state.deck[-6:] == [UNKNOWN] * 6


@pytest.mark.clause("W3-I1-17", "W3-I1-18")
def test_a_record_that_tells_nothing_of_the_mixing_stops_there() -> None:
    """Without an outcome for the bottom the last choice is undecidable; a card that was kept cannot lie there."""
    choices = committed(1, Apprentices(outcomes=TOLD)) + committed(2, Apprentices(outcomes=TOLD))
    entries = [entry(*choice) for choice in choices]
    told = {label: values for label, values in TOLD.items() if label != "bottom"}
    report = report_on(*entries, outcomes=told)
    assert (report.verdict, report.actions_replayed) == (Verdict.UNDECIDABLE, 3)
    report = report_on(*entries, outcomes={**TOLD, "bottom": DECK[:1]})
    assert (report.verdict, report.actions_replayed) == (Verdict.MALFORMED, 3)
    assert report_on(*entries, outcomes=TOLD).verdict == Verdict.INCOMPLETE


EACH = (
    PASS, DRAW, Remove([Spell(3, [4])]), Strengthen([Spell(3, [4])]), Counter([Spell(3, [4])]), Attack(), EndCombat(),
    Lay(3), Deploy(3), Redeploy(3, [4]), EndTurn(), Magic(1), GrandMagic(1), Choose([3]), Reveal(1), USE_TRAIT,
    TakeBack([3]), Heal(3), Exchange([3], [4]), Copy(1), GainMana(Attribute.SKY), StartTerritory([3, 4, 5]),
    KeepMagic([1, 2, 3]), Mulligan(), KeepHand([3]), RESIGN,
)  # fmt: skip
"""One action of each kind."""
OUTSIDE = {
    GrandMagic: ("W3-B2-9",),
    Mulligan: ("W3-I1-10",),
    StartTerritory: ("W3-I1-19",),
    KeepMagic: ("W3-I1-5",),
    KeepHand: ("W3-I1-6",),
}
"""What kinds of action are refused for before turn 1, where it is not that the choices come first."""


@pytest.mark.clause("W3-I1-5", "W3-I1-6", "W3-I1-20", "W3-I1-19", "W3-I1-10", "W3-B2-9")
def test_nothing_else_is_done_during_the_set_up() -> None:
    """Before both have chosen everything else is refused to both seats: no territory in this mode, no turn yet."""
    assert tuple(type(act) for act in EACH) == ACTS
    scene = Apprentices()
    asked: set[tuple[int, type]] = {(seat, kind) for seat in (1, 2) for kind in (KeepMagic, KeepHand, Mulligan)}

    def all_refused() -> None:
        for seat in (1, 2):
            for act in EACH[:-1]:
                if (seat, type(act)) not in asked:
                    assert scene.refuses(seat, act) == OUTSIDE.get(type(act), ("W3-I1-20",)), (seat, act)

    all_refused()
    for seat, act in (*committed(1, scene), *committed(2, scene)):
        scene.do(seat, act)
        asked -= {(seat, type(act))} | ({(seat, Mulligan)} if isinstance(act, KeepHand) else set())
        if scene.state.turn == 0:
            all_refused()
    for seat in (1, 2):
        for act in (KeepMagic([1, 2, 3]), KeepHand([3]), StartTerritory([3, 4, 5])):
            assert scene.refuses(seat, act) == ("W3-I1-20",)
        assert scene.refuses(seat, RETURN) == ("W3-I1-10",)
        assert scene.refuses(seat, GrandMagic(1)) == ("W3-B2-9",)


@pytest.mark.clause("W3-I1-5", "W3-I1-6")
def test_names_that_fit_nothing_are_judged_by_the_set_up() -> None:
    """A magic or card named in words that cannot be what is meant breaks the clause of the choice in this mode."""
    assert (GAME.home(KeepMagic, "intermediate"), GAME.home(KeepMagic, "beginner")) == ("W3-I1-5", "W3-B1-10")
    for verb, arguments, clause in (
        ("keep_magic", "magics=火炎弾", "W3-I1-5"),
        ("keep_hand", "cards=突撃兵:天", "W3-I1-6"),
    ):
        record = Record(header(mode="intermediate"), (Entry(Unresolved(1, verb, arguments)),))
        report = verify(GAMES, record)
        assert (report.verdict, report.findings[0].clauses) == (Verdict.ILLEGAL, (clause,))
