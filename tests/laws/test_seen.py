"""Records of what was merely seen: whatever the cards not seen were, a legal game is never found illegal."""

from collections.abc import Iterator

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_engine.kernel.seen.search import MOST_STEPS, Judged, Search, judge, shuffled
from shinpan_engine.kernel.seen.standing import Standing, cards_of
from shinpan_engine.kernel.seen.trial import Trial, case_of

from ..hiding import VIEWERS, hidden
from ..random_games import MODES, changed, enough, play, recorded, seeds, told

SEEN = [(game, mode) for game, mode in MODES if game.unseen is not None]
modes = pytest.mark.parametrize(("game", "mode"), SEEN, ids=[f"{game.name} {mode}" for game, mode in SEEN])
viewers = pytest.mark.parametrize("viewer", VIEWERS)
FOUND = (Verdict.LEGAL, Verdict.INCOMPLETE)
OTHER_WORLDS = 40


@modes
@viewers
def test_what_was_seen_of_a_legal_game_is_never_illegal(game: Game, mode: str, viewer: int) -> None:
    """Hide from a random game what a viewer did not see: a world is found, or nothing is said; the referee judges it
    legal, and it agrees with all that was written."""
    found = 0
    for seed in seeds(10):
        with told(seed):
            record = recorded(play(game, seed, mode))
            seen = hidden(game, record, viewer)
            judged = judge(GAMES, seen)
            assert judged.report.verdict in (*FOUND, Verdict.UNDECIDABLE)
            if judged.world is None:
                continue
            found += 1
            assert verify(GAMES, judged.world).verdict == judged.report.verdict == Verdict.LEGAL
            assert disagreement(GAMES, seen, judged.world) is None
            assert disagreement(GAMES, without_claims(seen), record) is None
    enough(found, 9)


@modes
def test_a_beginning_is_as_good(game: Game, mode: str) -> None:
    """A record that stops in the middle is incomplete, and has a world."""
    for seed in seeds(3):
        with told(seed):
            record = recorded(play(game, seed, mode))
            half = msgspec.structs.replace(record, entries=record.entries[: len(record.entries) // 2])
            judged = judge(GAMES, hidden(game, half, 0))
            assert judged.report.verdict == Verdict.INCOMPLETE
            assert judged.world is not None


@modes
def test_an_impossibility_is_never_legal(game: Game, mode: str) -> None:
    """Let a seat use a card that all see elsewhere: no world is found; and where that is proved, no world that is as
    good up to there gets past it."""
    proved = 0
    for seed in seeds(5):
        with told(seed):
            for wrong in impossible(game, recorded(play(game, seed, mode))):
                judged = judge(GAMES, wrong)
                assert judged.report.verdict not in FOUND
                assert judged.world is None
                if judged.report.verdict == Verdict.ILLEGAL:
                    proved += 1
                    none_gets_past(game, wrong, judged)
    enough(proved, 5)


def without_claims(record: Record) -> Record:
    """Only the actions and the outcomes."""
    entries = tuple(msgspec.structs.replace(entry, claims=()) for entry in record.entries)
    return msgspec.structs.replace(record, entries=entries)


def impossible(game: Game, record: Record) -> Iterator[Record]:
    """What the public saw of a game, with one card that a seat uses replaced by one that all see elsewhere."""
    assert game.unseen is not None
    seen = hidden(game, record, PUBLIC)
    uses = case_of(GAMES, seen, game.unseen, Work(MOST_STEPS)).uses
    openly = [use for use in uses.of_seat if use.card is not None and use.card[0] == "card"]
    for use in (openly[len(openly) // 3], openly[len(openly) // 2], openly[-1]):
        what = seen.entries[use.entry].what
        other = lying_open(game, record, use.entry, use.seat)
        if other is not None and use.card is not None and isinstance(what, Action):
            act = replaced(what.what, use.card[1], other)
            if act != what.what:
                yield changed(seen, use.entry, what=Action(what.seat, act), claims=())


def lying_open(game: Game, record: Record, entry: int, seat: int) -> int | None:
    """A card that all see before an entry, and not where its seat may use it."""
    assert game.unseen is not None
    before = Replay(GAMES, msgspec.structs.replace(record, entries=record.entries[:entry]))
    before.run()
    assert before.match is not None
    state = before.match.table.state
    own = [number for numbers in game.unseen.zones(state, seat).values() for number in numbers]
    there = cards_of(game.view(state, PUBLIC))
    return next((number for table, number in there if table == "card" and number not in own), None)


def replaced(struct: msgspec.Struct, old: int, new: int) -> msgspec.Struct:
    """An action with another card, lists ascending."""
    values = {}
    for name in struct.__struct_fields__:
        value = getattr(struct, name)
        if isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
            value = [replaced(item, old, new) for item in value]
        elif isinstance(value, list) and name in ("with_", "cards", "extra", "giving"):
            other = [new if number == old else number for number in value]
            value = sorted(other) if value == sorted(value) else other
        elif name == "card" and value == old:
            value = new
        values[name] = value
    return type(struct)(**values)


def none_gets_past(game: Game, wrong: Record, judged: Judged) -> None:
    """Tries many worlds in which all that comes before holds."""
    assert game.unseen is not None
    search = Search(GAMES, wrong, game.unseen)
    search.judged()
    case = case_of(GAMES, wrong, game.unseen, Work(MOST_STEPS * OTHER_WORLDS))
    standing, at = Standing(Trial.run_in(case, search.best.world)), judged.report.findings[0].where.entry
    for number in range(OTHER_WORLDS):
        other = Trial.run_in(case, shuffled(standing, number))
        assert other.finding is not None
        assert other.finding.where.entry <= at
