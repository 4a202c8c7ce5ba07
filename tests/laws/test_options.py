"""What is offered and what is accepted are the same, and asking changes nothing."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TypeVar

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Header
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match

from ..games.wars3x3.scene import Scene
from ..random_games import (
    course,
    enough,
    game_count,
    header,
    modes,
    play,
    replayed,
    seeds,
    start,
    state_bytes,
    take,
    told,
)
from .near_misses import near_misses, simplest

MOST_WHOLE = 500
MOST_SEARCHED = 20_000
MISSES_TRIED = 25
SOURCES_OF_MISSES = 4
ENOUGH = 100
MOST_PRINTED = 150
"""Games with the printed pack, of which some tell of two positions only; more than five where those are not enough."""

Offer = tuple[int, bytes]
T = TypeVar("T")

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@modes
def test_offered_exactly_when_accepted(game: Game, mode: str) -> None:
    """In every position of random play an action is in options() exactly when it is judged legal."""
    for seed in seeds(2):
        with told(seed):
            dice = Stream(bytes(32), f"misses/{seed}")
            compare_all(game, start(header(game, seed, mode)), dice)
            for _, match in course(header(game, seed, mode), Stream(bytes(32), f"offers/{seed}")):
                compare_all(game, match, dice)


@modes
def test_what_is_open_is_not_offered(game: Game, mode: str) -> None:
    """With the printed pack, too, only what is certainly legal is offered; the rest is refused or undecidable."""
    compared = 0
    for played, seed in enumerate(seeds(MOST_PRINTED)):
        if played >= game_count(2) and compared >= ENOUGH:
            break
        with told(seed):
            dice = Stream(bytes(32), f"open/{seed}")
            positions = printed_positions(header(game, seed, mode, "print"), Stream(bytes(32), f"print/{seed}"))
            for match in as_far_as_told(positions):
                compared += 1
                compare_all(game, match, dice, complete=False)
    enough(compared, ENOUGH)


def printed_positions(head: Header, dice: Stream) -> Iterator[Match]:
    """The positions of a random game, the first included."""
    yield start(head)
    yield from (match for _, match in course(head, dice))


def as_far_as_told(items: Iterator[T]) -> Iterator[T]:
    """What comes before the pack does not tell how it goes on; what is done with each meanwhile must be decided."""
    while True:
        try:
            item = next(items)
        except (StopIteration, Undecidable):
            return
        yield item


@modes
def test_the_printed_pack_decides_nothing_otherwise(game: Game, mode: str) -> None:
    """What the printed pack calls legal or illegal, the complete pack calls so too, position by position."""
    decided = 0
    for played, seed in enumerate(seeds(MOST_PRINTED)):
        if played >= game_count(5) and decided:
            break
        with told(seed):
            dice = Stream(bytes(32), f"packs/{seed}")
            match = start(header(game, seed, mode))
            both = course(header(game, seed, mode, "print"), Stream(bytes(32), f"both/{seed}"))
            for action, printed in as_far_as_told(both):
                take(match, action)
                assert state_bytes(match) == state_bytes(printed)
                with unchanged(match), unchanged(printed):
                    for seat, act in some(list(islice(match.options(), MOST_WHOLE)), SOURCES_OF_MISSES, dice):
                        for probe in (act, *some(list(near_misses(act)), MISSES_TRIED, dice)):
                            with suppress(Undecidable):
                                verdict = printed.consider(seat, probe)
                                decided += 1
                                accepted = verdict is None
                                assert accepted == accepts(game, match, seat, probe), (seat, probe, verdict)
    enough(decided, ENOUGH)


@contextmanager
def unchanged(match: Match) -> Iterator[None]:
    """Fails if what is asked meanwhile changes anything."""
    table = match.table
    before = (state_bytes(match), list(table.events), list(table.relied), match.ask)
    yield
    assert (state_bytes(match), table.events, list(table.relied), match.ask) == before, "asking changed something"


def compare_all(game: Game, match: Match, dice: Stream, complete: bool = True) -> None:
    """Compares options and judgement on what is offered here, on near misses of it and on every kind of action; none
    of it changes anything."""
    with unchanged(match):
        compare_here(game, match, dice, complete)


def compare_here(game: Game, match: Match, dice: Stream, complete: bool) -> None:
    """The same comparison alone."""
    offered = list(islice(match.options(), MOST_WHOLE + 1))
    whole = len(offered) <= MOST_WHOLE
    keys = [key(seat, act) for seat, act in offered]
    known: set[Offer] | None = set(keys) if whole else None
    assert len(set(keys)) == len(keys), "an action is offered twice"
    assert [key(*offer) for offer in islice(match.options(), MOST_WHOLE + 1)] == keys, "a second look offers others"
    for seat, act in offered:
        assert accepts(game, match, seat, act), f"offered, but refused: {act} of seat {seat}"
    probes = [act for _, act in some(offered, SOURCES_OF_MISSES, dice)]
    misses = [miss for act in probes for miss in some(list(near_misses(act)), MISSES_TRIED, dice)]
    for act in (*probes, *misses, *map(simplest, game.acts)):
        for seat in range(len(match.table.state.sides) + 2):
            accepted = accepts(game, match, seat, act, complete)
            if whole or accepted:
                if known is None:
                    known = searched(match)
                told_of = key(seat, act) in known
                assert told_of == accepted, f"{act} of seat {seat} is {'accepted' if accepted else 'refused'}"


def accepts(game: Game, match: Match, seat: int, act: Act, complete: bool = True) -> bool:
    """Whether an action is judged legal; a refusal names clauses that exist. With a pack that is not complete it may
    be undecidable, and so not accepted."""
    try:
        refusal = match.consider(seat, act)
    except Undecidable:
        assert not complete, f"{act} of seat {seat} is undecidable with a complete pack"
        return False
    if refusal is None:
        return True
    assert refusal.message
    assert all(clause in game.rules for clause in (refusal.clause, *refusal.also) if clause), refusal
    return False


def key(seat: int, act: Act) -> Offer:
    return seat, encode(act)


def searched(match: Match) -> set[Offer]:
    """As many offers as one can look through."""
    return {key(*offer) for offer in islice(match.options(), MOST_SEARCHED)}


def some(items: list[T], count: int, dice: Stream) -> list[T]:
    """So many of the items, or all."""
    return [items[at] for at in sorted(dice.shuffle(range(len(items)))[:count])]


@modes
def test_the_default_is_legal(game: Game, mode: str) -> None:
    """What silence means is always one of the options, and there is nothing in it to be judged."""
    met = 0
    for seed in seeds(5):
        with told(seed):
            for _, match in course(header(game, seed, mode), Stream(bytes(32), f"defaults/{seed}")):
                for decision in match.ask.decisions:
                    if decision.default is not None:
                        met += 1
                        assert decision.judge(match.table, decision.default) is None
                        assert not msgspec.structs.fields(decision.default)
    enough(met, game_count(5))


@modes
def test_samples_are_legal(game: Game, mode: str) -> None:
    """What a decision proposes for random play is legal, and some option is always left to the seat that is asked."""
    for seed in seeds(5):
        with told(seed):
            dice = Stream(bytes(32), f"samples/{seed}")
            for _, match in course(header(game, seed, mode), Stream(bytes(32), f"walk/{seed}")):
                for decision in match.ask.decisions:
                    if next(decision.options(match.table), None) is not None:
                        assert decision.judge(match.table, decision.sample(match.table, dice)) is None
                assert not match.ask.decisions or next(match.ask.decisions[0].options(match.table), None) is not None


@modes
def test_nothing_is_offered_after_the_end(game: Game, mode: str) -> None:
    """A finished game asks nobody, offers nothing and refuses everything."""
    for seed in seeds(10):
        with told(seed):
            record = play(game, seed, mode)
            match = replayed(record, len(record.entries))
            assert game.result(match.table.state) is not None
            assert list(match.options()) == []
            compare_all(game, match, Stream(bytes(32), "over"))


def test_thousands_of_options_are_lazy_and_legal() -> None:
    """Where there are thousands of legal actions, the first ones come at once, and each is judged legal."""
    hand = [6, 7, 8, 9, 10, 11, 24, 25, 26, 46]
    scene = Scene(hands=(hand, []), units=([16], [3, 4, 5]), deck=[41, 42, 43]).quiet_until("2.1")
    offered = list(islice(scene.match.options(1), 5_000))
    assert len(offered) == 5_000
    assert len({key(*offer) for offer in offered}) == 5_000
    with unchanged(scene.match):
        assert all(accepts(GAMES["wars3x3"], scene.match, seat, act) for seat, act in offered)


def test_a_refusal_leaves_the_match_playable() -> None:
    """Any number of refused actions later, the game goes on as if nobody had asked."""
    game = GAMES["wars3x3"]
    record = play(game, 1)
    disturbed = start(record.header)
    for at, entry in enumerate(record.entries):
        for kind in game.acts:
            for seat in (1, 2):
                disturbed.consider(seat, simplest(kind))
        take(disturbed, entry.what)
        assert state_bytes(disturbed) == state_bytes(replayed(record, at + 1))
