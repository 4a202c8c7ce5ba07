"""9-1: decks of players, drawing and rebuilding."""

from typing import TYPE_CHECKING, Any

from shinpan_engine.games.hackclad import actions

from .effects import gain_cp
from .position import Witch
from .questions import Flow, Question

if TYPE_CHECKING:
    from .judge import Judge

REBUILD_CP = 2


def draw(judge: "Judge", seat: int, count: int) -> Flow:
    """Cards from the deck, one at a time."""
    witch = judge.at.witches[seat]
    for _ in range(count):
        yield from ready(judge, seat)
        if not witch.deck:
            return
        witch.hand.append(witch.deck.pop(0))


def ready(judge: "Judge", seat: int) -> Flow:
    """Something is to be done with the top card: an empty deck is rebuilt first."""
    witch = judge.at.witches[seat]
    if witch.deck or witch.no_rebuild:
        return
    judge.at.met.add("rebuilt" if witch.discard else "rebuilt of nothing")
    if witch.discard or not judge.readings.nothing_of_nothing:
        gain_cp(witch, REBUILD_CP, judge.readings.cp_most)
    if not witch.discard:
        return
    _, act = yield Question("swap", seat, lambda s, a: s == seat and _swaps(witch, a))
    if isinstance(act, actions.Swap):
        witch.discard.remove(act.out)
        witch.extended.append(act.out)
        witch.extended.remove(act.into)
        witch.discard.append(act.into)
    order = judge.shuffled(seat)
    assert sorted(order) == sorted(witch.discard), "the discard pile is shuffled, whole"
    witch.deck, witch.discard = order, []


def _swaps(witch: Witch, act: Any) -> bool:
    """None or one out, one in, which may be the same."""
    match act:
        case actions.Pass():
            return True
        case actions.Swap(out, into):
            return out in witch.discard and into in (out, *witch.extended)
    return False
