"""ルール補足 ユニット関連: 不死, units that return when they are destroyed."""

from bisect import insort
from collections.abc import Sequence

from ....kernel.play.choices import SomeOf
from ....kernel.play.decisions import Ask, Flow
from ....kernel.play.violations import Violation
from ..table import events
from ..table.actions import PASS, Pass, TakeBack
from ..table.options import DiscardPile
from ..table.state import Casting
from ..table.table import WarsTable


def destroyed(table: WarsTable, owner: int, cards: Sequence[int]) -> Flow[None]:
    """不死: of the units just destroyed on the field their owner may take those that have it back to hand
    [W3-S1.5-1] [W3-S1.5-4]. It is decided when the destruction resolves, of all that were destroyed together. Neither
    redeployment leads here [W3-S1.5-2] [W3-Q-05], nor a card used as a spell or discarded from hand [W3-S1.5-3]
    [W3-Q-06]."""
    undying = [card for card in sorted(cards) if table.traits.undying[card] is True]
    if not undying:
        return
    for card in (yield from table.within(Casting(owner, kept=undying), taken_back(owner, undying))):
        pile = table.state.discard if table.setup.discard_pile == DiscardPile.SHARED else table.side[owner].discard
        pile.remove(card)
        insort(table.side[owner].hand, card)
        table.rely("W3-S1.5-4")
        table.events.append(events.Returned(card=card, seat=owner, clause="W3-S1.5-1"))


def taken_back(owner: int, undying: Sequence[int]) -> Flow[Sequence[int]]:
    """Those of the units that their owner takes back."""
    act = yield Ask((UndyingDecision(owner, undying),))
    taken: Sequence[int] = () if isinstance(act, Pass) else act.cards
    return taken


class UndyingDecision(SomeOf):
    """Which of the units just destroyed return to their owner's hand; silence means none."""

    ask = "undying"
    clause = "W3-S1.5-1"
    takes = (TakeBack, Pass)
    default = PASS
    field = "cards"
    called = "list.returning"
    refusal = Violation("W3-S1.5-1", "undying.refusal", compares=True)

    def __init__(self, seat: int, cards: Sequence[int]) -> None:
        super().__init__(seat)
        self._cards = cards

    def candidates(self, table: WarsTable) -> Sequence[int]:
        return self._cards

    def least(self, table: WarsTable) -> int:
        return 1

    def most(self, table: WarsTable) -> int:
        return len(self._cards)
