"""Records of what was seen that cannot be, and worlds against which the proofs are tried."""

import os
from collections.abc import Iterator

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import pack_of
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.holes import has_holes, named, put_in
from shinpan_engine.kernel.seen.search import MOST_STEPS, Judged, Search, shuffled
from shinpan_engine.kernel.seen.standing import Standing
from shinpan_engine.kernel.seen.trial import Trial
from shinpan_engine.kernel.seen.uses import Card, Use, Uses
from shinpan_engine.kernel.seen.world import World

from ..random_games import changed
from . import hidden, replaced

OTHER_WORLDS = int(os.environ.get("SHINPAN_WORLDS", "20"))
"""Worlds against which a proof is tried."""


def impossible(game: Game, record: Record) -> Iterator[Record]:
    """What was seen of a game, with one of the cards that come from where nobody sees them replaced by one that lies
    open: in the middle of the game and at its end."""
    seen = hidden(game, record, PUBLIC, afterwards=True)
    uses = Uses(seen.entries, game, pack_of(game, seen.header).names).of_seat
    wrong = [(use.entry, use.card, other) for use in uses if use.card for other in instead(game, record, use)]
    for entry, card, other in (wrong[len(wrong) // 2], wrong[-1]) if wrong else ():
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


def none_gets_past(game: Game, record: Record, wrong: Record, search: Search, judged: Judged) -> int:
    """Tries many worlds; says in how many all that comes before the refusal holds."""
    case, met = search.case._replace(work=Work(MOST_STEPS * max(OTHER_WORLDS, 40))), 0
    at = judged.report.findings[0].where.entry
    starts = [Standing(Trial.run_in(case, world)) for world in (as_played(game, record, wrong), search.best.world)]
    for number in range(OTHER_WORLDS):
        other = Trial.run_in(case, shuffled(starts[number % 2], number))
        assert other.finding is not None
        assert other.finding.where.entry <= at
        met += other.finding.where.entry == at
    return met


def as_played(game: Game, record: Record, wrong: Record) -> World:
    """The world in which a game was played of which something is now told wrongly."""
    assert game.unseen is not None
    assert record.header.chance is not None
    world = World()
    world.orders = {one.label: list(one.values) for one in record.header.chance.source.outcomes}
    for at, (entry, played) in enumerate(zip(wrong.entries, record.entries, strict=True)):
        if has_holes(entry):
            assert isinstance(entry.what, Action)
            assert isinstance(played.what, Action)
            world.fills[at] = put_in(entry.what.what, played.what.what, game.unseen.secrets[type(entry.what.what)])
    return world
