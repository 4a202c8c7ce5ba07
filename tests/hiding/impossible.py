"""Records of what was seen that cannot be: a card is named that lies open elsewhere."""

from collections.abc import Iterator

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import pack_of
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_engine.kernel.seen.holes import named
from shinpan_engine.kernel.seen.uses import Card, Use, Uses

from ..random_games import changed
from . import hidden, replaced


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
