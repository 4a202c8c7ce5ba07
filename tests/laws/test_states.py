"""What a state is: all there is to know about a game from here on, with every card in exactly one place."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import islice
from typing import Any

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3.table.actions import Mulligan
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.forms.text import fields
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Entry, Header, Outcome, Record
from shinpan_engine.kernel.play import match as match_module
from shinpan_engine.kernel.play.answers import Pending
from shinpan_engine.kernel.play.chance import UNKNOWN, Recorded, Seeded, Stream
from shinpan_engine.kernel.play.decisions import Ask, Decision, Flow
from shinpan_engine.kernel.play.match import Match, Table
from shinpan_engine.kernel.play.work import Work

from ..random_games import (
    MODES,
    choose,
    course,
    enough,
    header,
    modes,
    play,
    recorded,
    replayed,
    seeds,
    start,
    state_bytes,
    take,
    told,
    with_outcomes,
)
from .zones import KINDS, Kind

MOST_COMPARED = 300
WALKS = 60
TWINS = 5
"""Pairs of courses that are compared from one position on."""
WALK_ACTIONS = 50
FEW = 3
OFFERED_ONCE_IN = 12
COMPILED = not match_module.__file__.endswith(".py")
Place = tuple[str, int]
"""A function and a line in it."""

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
DECKS = [(game, mode) for game, mode in MODES if KINDS[game.name][mode][0].label == "deck"]
"""Where there is a deck that may be known in part."""
decks = pytest.mark.parametrize(("game", "mode"), DECKS, ids=[f"{game.name} {mode}" for game, mode in DECKS])


@modes
def test_equal_states_go_on_equally(game: Game, mode: str) -> None:
    """Where two different courses lead to equal states, the options are the same and so is all that follows."""
    met = 0
    for seed in seeds(3):
        with told(seed):
            for one, other in twins(game, mode, seed):
                met += 1
                head = header(game, seed, mode)
                agree(replayed(as_record(head, one), len(one)), replayed(as_record(head, other), len(other)), seed)
    enough(met, 10)


def twins(game: Game, mode: str, seed: int) -> Iterator[tuple[Sequence[Action], Sequence[Action]]]:
    """Different courses of one game that lead to equal states, from its beginning and from a place on its way."""
    record = play(game, seed, mode)
    dice = Stream(bytes(32), f"twins/{seed}")
    for begin in (0, dice.below(len(record.entries))):
        yield from islice(meeting(record, begin, dice), TWINS)


def meeting(record: Record, begin: int, dice: Stream) -> Iterator[tuple[Sequence[Action], Sequence[Action]]]:
    """Different courses from one position to equal states, found by many short walks."""
    before = [entry.what for entry in record.entries[:begin]]
    seen: dict[bytes, list[Action]] = {}
    for _ in range(WALKS):
        match, course = replayed(record, begin), list(before)
        for _ in range(WALK_ACTIONS):
            if not match.ask.decisions:
                break
            course.append(narrow(match, dice))
            take(match, course[-1])
            known = seen.setdefault(state_bytes(match), list(course))
            if known != course:
                yield known, course
                break


@pytest.mark.skipif(COMPILED, reason="compiled methods cannot be exchanged")
@modes
def test_what_is_shuffled_stands_in_ascending_order(game: Game, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list stands in ascending order of its numbers before it is shuffled, wherever the cards came from."""
    met: list[tuple[str, list[int]]] = []
    shuffle = Seeded.shuffle

    def looking(chance: Seeded, label: str, items: Sequence[int]) -> list[int]:
        met.append((label, list(items)))
        return shuffle(chance, label, items)

    monkeypatch.setattr(Seeded, "shuffle", looking)
    for seed in seeds(8):
        with told(seed):
            record = play(game, seed, mode)
            replayed(record, len(record.entries))
    assert [(label, items) for label, items in met if items != sorted(items)] == []
    assert met


@pytest.mark.skipif(COMPILED, reason="compiled flows do not show where they stand")
@modes
def test_equal_states_stand_at_equal_places(game: Game, mode: str) -> None:
    """Where two different courses lead to equal states, the rules wait for the answer in the same lines: nothing that
    tells how to go on is remembered by a flow alone."""
    met = 0
    for seed in seeds(3):
        record, dice = play(game, seed, mode), Stream(bytes(32), f"places/{seed}")
        seen: dict[bytes, tuple[bytes, list[Place]]] = {}
        with told(seed):
            for walk in range(WALKS):
                begin = 0 if walk % 2 else len(record.entries) // 2
                match, course = replayed(record, begin), str(begin).encode()
                for _ in range(WALK_ACTIONS):
                    if not match.ask.decisions:
                        break
                    action = unasked(match, dice) or narrow(match, dice)
                    take(match, action)
                    course += canon.encode(action)
                    before, places = seen.setdefault(state_bytes(match), (course, where(match)))
                    assert places == where(match)
                    met += before != course
    enough(met, WALKS // 2)


def unasked(match: Match, dice: Stream) -> Action | None:
    """Now and then an interruption that goes on, where there is one to choose."""
    offers = [decision for decision in match.ask.decisions if decision.interrupts]
    offers += [offer for offer in match.table.standing if offer.once_in]
    found = [Action(offer.seat, act) for offer in offers for act in islice(offer.options(match.table), 1)]
    return found[dice.below(len(found))] if found and dice.below(OFFERED_ONCE_IN) == 0 else None


def where(match: Match) -> list[Place]:
    """The lines in which the flows of a match wait, inner ones after outer ones."""
    found = []
    for flow in match.flows():
        inner: Any = flow
        while inner is not None and inner.gi_frame is not None:
            found.append((inner.gi_code.co_qualname, inner.gi_frame.f_lineno))
            inner = inner.gi_yieldfrom
    return found


def narrow(match: Match, dice: Stream) -> Action:
    """One of the first legal actions, simultaneous decisions in any order: so that courses meet again."""
    decisions = match.ask.decisions if match.ask.simultaneous else match.ask.decisions[:1]
    decision = decisions[dice.below(len(decisions))]
    few = list(islice(decision.options(match.table), FEW))
    return Action(decision.seat, few[dice.below(len(few))])


def agree(one: Match, other: Match, seed: int) -> None:
    """Fails unless both matches ask and offer the same, and go on the same to the end."""
    dice = Stream(bytes(32), f"on/{seed}")
    while True:
        assert state_bytes(one) == state_bytes(other)
        assert list(islice(one.options(), MOST_COMPARED)) == list(islice(other.options(), MOST_COMPARED))
        if not one.ask.decisions:
            assert not other.ask.decisions
            return
        action = choose(one, dice, eagerness=4)
        take(one, action)
        take(other, action)


def as_record(head: Header, actions: Sequence[Action]) -> Record:
    return Record(head, tuple(map(Entry, actions)))


class Told(msgspec.Struct, array_like=True, frozen=True, tag=1):
    """A number said."""

    number: int


class Sheet(msgspec.Struct, array_like=True):
    """A state that tells too little: it counts, and forgets what was said."""

    said: int = 0
    total: int = 0
    pending: list[Pending] = []


class Say(Decision):
    """Says 1 or 2."""

    ask = "say"
    takes = frozenset({Told})

    def judge(self, table: Any, act: Any) -> None:
        return None

    def options(self, table: Any) -> Iterator[Any]:
        yield from (Told(1), Told(2))


class ForgetfulTable(Table):
    """The table of a game whose rules keep something to themselves."""

    def __init__(self) -> None:
        self.state = Sheet()
        self.events = []
        self.relied = {}
        self.work = Work()


def secretive(table: ForgetfulTable) -> Flow[None]:
    """Keeps the first number in a local and lets it count at the end."""
    first = (yield Ask([Say(1)])).number
    table.state.said = 1
    yield Ask([Say(1)])
    table.state.total = first


@modes
def test_numbers_are_plain_numbers(game: Game, mode: str) -> None:
    """No number of the state is an enumerated value that its schema knows nothing of: it would be spelled as one."""
    looked = 0
    for seed in seeds(5):
        with told(seed):
            for _, match in islice(course(header(game, seed, mode), Stream(bytes(32), f"plain/{seed}")), WALK_ACTIONS):
                assert [*disguised(match.table.state)] == []
                looked += 1
    enough(looked, WALK_ACTIONS // 2)


def disguised(struct: msgspec.Struct) -> Iterator[str]:
    """The fields of a state where an enumerated value stands for a number."""
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        for item in value if field.repeated else [value]:
            if isinstance(item, msgspec.Struct):
                yield from disguised(item)
            elif field.kind is int and isinstance(item, IntEnum):
                yield field.name


@pytest.mark.skipif(COMPILED, reason="a test cannot add to compiled classes")
def test_what_hides_in_a_local_is_found() -> None:
    """The comparison of equal states fails for rules that remember something outside the state."""
    matches = []
    for number in (1, 2):
        table = ForgetfulTable()
        matches.append(Match(table, secretive(table)))
        take(matches[-1], Action(1, Told(number)))
    assert state_bytes(matches[0]) == state_bytes(matches[1])
    with pytest.raises(AssertionError):
        agree(*matches, seed=0)


@pytest.mark.skipif(COMPILED, reason="a test cannot add to compiled classes")
def test_a_place_that_the_state_does_not_tell_is_seen() -> None:
    """Rules that ask the same in two places without a trace of it in the state stand at different places."""
    match = Match(table := ForgetfulTable(), parting(table))
    take(match, Action(1, Told(1)))
    first, there = state_bytes(match), where(match)
    take(match, Action(1, Told(1)))
    assert state_bytes(match) == first
    assert where(match) != there


def parting(table: ForgetfulTable) -> Flow[None]:
    """Counts in lines."""
    table.state.said = 1
    yield Ask([Say(1)])
    yield Ask([Say(1)])
    yield Ask([Say(1)])


@modes
@pytest.mark.clause("W3-0.1-1", "W3-0.1-2", "AN-5.0-11", "AN-5.0-12")
def test_cards_are_conserved(game: Game, mode: str) -> None:
    """After every action every card of the game is in exactly one zone."""
    for seed in seeds(15):
        with told(seed):
            head = header(game, seed, mode)
            every_card_once(game, mode, start(head), unknown={})
            for _, match in course(head, Stream(bytes(32), f"cards/{seed}")):
                every_card_once(game, mode, match, unknown={})


def every_card_once(game: Game, mode: str, match: Match, unknown: dict[str, int]) -> None:
    """Fails unless every card of every kind is in one zone, but for so many that are not known."""
    for kind in KINDS[game.name][mode]:
        counts = Counter(kind.found(match.table.state))
        assert counts.pop(UNKNOWN, 0) == unknown.get(kind.table, 0), f"{kind.table}: the unknown ones do not add up"
        assert max(counts.values(), default=1) == 1, f"{kind.table}: {counts.most_common(1)} in more than one zone"
        there = kind.all(match.table.state)
        assert set(counts) <= set(there), f"{kind.table}: there is no such card"
        assert counts.total() + unknown.get(kind.table, 0) == len(there), f"{kind.table}: some are nowhere"


@decks
def test_unknown_cards_are_conserved(game: Game, mode: str) -> None:
    """With only the first part of a deck recorded, the unknown rest is counted and the game stops where it is drawn."""
    for seed in seeds(8):
        with told(seed):
            record = recorded(play(game, seed, mode))
            told_of = min(24 + Stream(bytes(32), f"cut/{seed}").below(15), deck_size(record) - 2)
            part = cut(record, "deck", told_of)
            match = start(part.header)
            assert isinstance(match.table.chance, Recorded)
            kind = KINDS[game.name][mode][0]
            unknown = {kind.table: deck_size(record) - told_of}
            every_card_once(game, mode, match, unknown)
            for entry in part.entries:
                try:
                    take(match, entry.what)
                except Undecidable:
                    assert UNKNOWN in (match.table.state.deck[0], *drawn_from(match.table.state))
                    break
                if isinstance(entry.what.what, Mulligan) or UNKNOWN not in kind.found(match.table.state):
                    unknown = {}  # the new order of the deck is recorded in full
                every_card_once(game, mode, match, unknown)


def drawn_from(state: Any) -> list[int]:
    """The top of the discard, where there is one that all share and draw from."""
    return list(getattr(state, "discard", []))[:1]


def deck_size(record: Record) -> int:
    """How many cards the deck of a recorded game was shuffled from."""
    return next(len(outcome.values) for outcome in outcomes(record) if outcome.label == "deck")


def cut(record: Record, label: str, known: int) -> Record:
    """The record with only the first part of an outcome."""
    return with_outcomes(
        record, {o.label: o.values[:known] if o.label == label else o.values for o in outcomes(record)}
    )


def outcomes(record: Record) -> list[Outcome]:
    return record.header.chance.source.outcomes


def test_a_lost_card_is_found() -> None:
    """The count of cards fails when one is nowhere, or in two places."""
    game = GAMES["wars3x3"]
    match = start(header(game, 1))
    match.table.state.deck.append(match.table.state.deck[0])
    with pytest.raises(AssertionError):
        every_card_once(game, "beginner", match, {})
    del match.table.state.deck[-2:]
    with pytest.raises(AssertionError):
        every_card_once(game, "beginner", match, {})


def test_every_game_names_its_zones() -> None:
    """Each game says where its cards can be, so that the count covers it."""
    assert list(KINDS) == list(GAMES)
    assert [(name, mode) for name in KINDS for mode in KINDS[name]] == [(game.name, mode) for game, mode in MODES]
    found = [kind for by_mode in KINDS.values() for kinds in by_mode.values() for kind in kinds]
    assert all(isinstance(kind, Kind) for kind in found)
