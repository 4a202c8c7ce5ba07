"""9-1: decks of players, drawing and rebuilding."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shinpan_engine.games.hackclad.table import actions

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
    witch.deck, witch.discard = shuffled(judge, "rebuild", seat, witch.discard), []


def shuffled(judge: "Judge", what: str, seat: int, cards: Sequence[int]) -> list[int]:
    """Some cards in the order that chance gave them; it has no say over one."""
    if len(cards) < 2:
        return list(cards)
    order = judge.chance(f"{what}/p{seat}/")
    assert sorted(order) == sorted(cards), "all of them, and no others"
    return order


def search(judge: "Judge", seat: int) -> Flow:
    """One card of choice from the deck; the others are shuffled."""
    witch = judge.at.witches[seat]
    yield from ready(judge, seat)
    if not witch.deck:
        return
    legal = [actions.Take(each) for each in witch.deck]
    _, act = yield Question("take", seat, lambda s, a: s == seat and a in legal)
    witch.deck.remove(act.card)
    witch.hand.append(act.card)
    witch.deck = shuffled(judge, "search", seat, witch.deck)


def _swaps(witch: Witch, act: Any) -> bool:
    """None or one out, one in, which may be the same."""
    match act:
        case actions.Pass():
            return True
        case actions.Swap(out, into):
            return out in witch.discard and into in (out, *witch.extended)
    return False


def take_back(judge: "Judge", seat: int, cards: Sequence[int]) -> Flow:
    """One of some cards in the discard pile goes to the hand."""
    if not cards:
        return
    card = cards[0]
    if len(cards) > 1:
        legal = [actions.Take(each) for each in cards]
        _, act = yield Question("take", seat, lambda s, a: s == seat and a in legal)
        card = act.card
    witch = judge.at.witches[seat]
    witch.discard.remove(card)
    witch.hand.append(card)
