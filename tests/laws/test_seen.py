"""Records of what was merely seen: whatever the cards not seen were, a legal game is never found illegal."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import fields
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import pack_of
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_engine.kernel.seen.holes import named
from shinpan_engine.kernel.seen.search import MOST_STEPS, Judged, Search, judge, shuffled
from shinpan_engine.kernel.seen.standing import Standing
from shinpan_engine.kernel.seen.trial import Trial, case_of
from shinpan_engine.kernel.seen.uses import Card, Use, Uses

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
            assert disagreement(GAMES, seen, with_claims(record, seen)) is None
    enough(found, 9)


def with_claims(record: Record, seen: Record) -> Record:
    """The record with the claims of what was seen of it."""
    pairs = zip(record.entries, seen.entries, strict=True)
    entries = [msgspec.structs.replace(entry, claims=other.claims) for entry, other in pairs]
    return msgspec.structs.replace(record, entries=tuple(entries))


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
    """Name a card that lies open elsewhere: no world is found; and where that is proved, no world that is as good up to
    there gets past it."""
    proved = 0
    for seed in seeds(5):
        with told(seed):
            record = recorded(play(game, seed, mode))
            for wrong in impossible(game, record):
                judged = judge(GAMES, wrong)
                assert judged.report.verdict not in FOUND
                assert judged.world is None
                if judged.report.verdict == Verdict.ILLEGAL:
                    proved += 1
                    none_gets_past(game, wrong, judged)
    enough(proved, 5)


def impossible(game: Game, record: Record) -> Iterator[Record]:
    """What was seen of a game, with one of the cards that come from where nobody sees them replaced by one that lies
    open: in the middle of the game and at its end."""
    seen = hidden(game, record, 0, afterwards=True)
    uses = Uses(seen.entries, game, pack_of(game, seen.header).names).of_seat
    wrong = [(use.entry, use.card, other) for use in uses if use.card for other in instead(game, record, use)]
    for entry, card, other in (wrong[len(wrong) // 3], wrong[len(wrong) // 2], wrong[-1]) if wrong else ():
        what = seen.entries[entry].what
        assert isinstance(what, Action)
        yield changed(seen, entry, what=Action(what.seat, replaced(what.what, card, other[1])), claims=())


def instead(game: Game, record: Record, use: Use) -> list[Card]:
    """A card that lies open elsewhere when a seat names another, if there is one."""
    replay = Replay(GAMES, record)
    replay.run(until=use.entry)
    assert replay.match is not None
    assert game.unseen is not None
    state = replay.match.table.state
    there = [(table, number) for _, table, number in named(game.view(state, PUBLIC))]
    own = game.unseen.zones(state, use.seat)[use.zone]
    found = [card for card in there if use.card and card[0] == use.card[0] and card[1] not in own]
    return found[:1] if use.card not in there else []


def replaced(struct: msgspec.Struct, card: Card, new: int) -> msgspec.Struct:
    """An action with another card, lists ascending."""
    values: dict[str, Any] = {}
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        items = value if field.repeated else [value]
        if items and isinstance(items[0], msgspec.Struct):
            items = [replaced(item, card, new) for item in items]
        elif field.table == card[0]:
            items = [new if number == card[1] else number for number in items]
            items = items if field.ordered else sorted(items)
        values[field.attribute] = items if field.repeated else items[0]
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
