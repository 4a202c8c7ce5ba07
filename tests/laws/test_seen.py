"""Records of what was merely seen: whatever the cards not seen were, a legal game is never found illegal."""

from collections.abc import Iterator

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_engine.kernel.seen.holes import named
from shinpan_engine.kernel.seen.search import MOST_STEPS, Judged, Search, judge, shuffled
from shinpan_engine.kernel.seen.standing import Standing
from shinpan_engine.kernel.seen.trial import Trial, case_of
from shinpan_engine.kernel.seen.uses import Uses

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
            assert disagreement(GAMES, seen, record) is None
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
    """Name a card that another has openly used, or the same card twice: no world is found; and where that is proved, no
    world that is as good up to there gets past it."""
    proved = 0
    for seed in seeds(5):
        with told(seed):
            seen = hidden(game, recorded(play(game, seed, mode)), 0)
            for wrong in impossible(game, seen):
                judged = judge(GAMES, wrong)
                assert judged.report.verdict not in FOUND
                assert judged.world is None
                if judged.report.verdict == Verdict.ILLEGAL:
                    proved += 1
                    none_gets_past(game, wrong, judged)
    enough(proved, 5)


def impossible(game: Game, seen: Record) -> Iterator[Record]:
    """The record with the last use of a card replaced by one that has been used up before, by anybody."""
    assert game.unseen is not None
    uses = Uses(seen.entries, game.unseen)
    openly = [use for use in uses.of_seat if use.card is not None and use.card[0] == "card"]
    for use in (openly[len(openly) // 2], openly[-1]):
        used = next((one.card for one in openly if one.entry < use.entry and gone(seen, one.card, one.entry)), None)
        what = seen.entries[use.entry].what
        if used is not None and use.card is not None and isinstance(what, Action):
            act = replaced(what.what, use.card[1], used[1])
            yield changed(seen, use.entry, what=Action(what.seat, act))


def gone(seen: Record, card: tuple[str, int] | None, entry: int) -> bool:
    """Whether nothing names a card any more after an entry, which did not bring it into play."""
    later = [one.what.what for one in seen.entries[entry + 1 :] if isinstance(one.what, Action)]
    what = seen.entries[entry].what
    assert isinstance(what, Action)
    assert card is not None
    brought = type(what.what).__name__ not in ("Remove", "Counter")
    return not brought and all((table, number) != card for act in later for _, table, number in named(act))


def replaced(struct: msgspec.Struct, old: int, new: int) -> msgspec.Struct:
    """An action with another card, lists ascending."""
    values = {}
    for name in struct.__struct_fields__:
        value = getattr(struct, name)
        if isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
            value = [replaced(item, old, new) for item in value]
        elif isinstance(value, list) and name in ("with_", "cards", "giving"):
            value = sorted(new if number == old else number for number in value)
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
