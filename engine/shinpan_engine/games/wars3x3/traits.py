"""ルール補足 ユニット関連: traits of units that work when something happens to them: 不死."""

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from ...kernel.answers import Violation
from ...kernel.choices import Optional
from ...kernel.decisions import Act, Ask, Flow
from ...kernel.lists import ascending, out_of_order
from . import events
from .actions import PASS, Choose, Pass
from .choices import ONLY_CARDS, says_more
from .options import DiscardPile
from .state import Casting
from .table import WarsTable


def destroyed(table: WarsTable, owner: int, cards: Sequence[int]) -> Flow[None]:
    """不死: of the units just destroyed on the field their owner may take those that have it back to hand
    [W3-S1.5-1] [W3-S1.5-4]. It is decided when the destruction resolves, of all that were destroyed together."""
    undying = [card for card in sorted(cards) if table.traits.undying[card] is True]
    if not undying:
        return
    outer = table.state.casting
    if outer is None:
        table.state.casting = Casting(owner, kept=undying)
    act = yield Ask((UndyingDecision(owner, undying),))
    table.state.casting = outer
    for card in () if isinstance(act, Pass) else act.cards:
        pile = table.state.discard if table.setup.discard_pile == DiscardPile.SHARED else table.side[owner].discard
        pile.remove(card)
        insort(table.side[owner].hand, card)
        table.rely("W3-S1.5-4")
        table.events.append(events.Returned(card=card, seat=owner, clause="W3-S1.5-1"))


class UndyingDecision(Optional):
    """Which of the units just destroyed return to their owner's hand; silence means none."""

    ask = "undying"
    clause = "W3-S1.5-1"
    takes = (Choose, Pass)
    default = PASS

    def __init__(self, seat: int, cards: Sequence[int]) -> None:
        super().__init__(seat)
        self._cards = cards

    def law(self, table: WarsTable, act: Act) -> Violation | None:
        if says_more(act):
            return ONLY_CARDS
        if out_of_order(act.cards):
            return ascending("the units that return")
        if not act.cards or not set(self._cards).issuperset(act.cards):
            return Violation("W3-S1.5-1", "only units with 不死 that were just destroyed on the field return")
        return None

    def ways(self, table: WarsTable) -> Iterator[Act]:
        for cards in chain.from_iterable(combinations(self._cards, n) for n in range(1, len(self._cards) + 1)):
            yield Choose(list(cards))
