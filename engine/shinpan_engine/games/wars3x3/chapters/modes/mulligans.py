"""開始前手順 of the intermediate and advanced rules: nine cards, マリガン, and the choice of hand and magics.

Its random events: `deck`, for each mulligan `mulligan/p1/1` and so on, and `bottom` (what goes under the deck).
"""

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar, NamedTuple

from .....kernel.forms.canon import encode
from .....kernel.play.answers import Pending
from .....kernel.play.chance import Stream
from .....kernel.play.decisions import Act, Ask, Decision, Flow, pick
from .....kernel.play.lists import ascending, out_of_order
from .....kernel.play.violations import Violation
from ...table import events
from ...table.actions import KeepHand, KeepMagic, Mulligan
from ...table.state import Dealing
from ...table.table import SEATS, WarsTable, other
from .dealing import DealtChoice, deal_order, keep_magics

DEAL = 9
"""Cards dealt to each player [W3-I1-4] [W3-A0-6]."""
HAND = 6
MOST_MULLIGANS = 3
MULLIGANS_ONCE_IN = 4
"""How often random play returns a deal."""


class HandDecision(Decision):
    """Exactly 6 of the cards dealt, or a new deal; after three mulligans the 6 cards dealt [W3-I1-7] [W3-I1-9]."""

    ask = "keep_hand"
    takes = (Mulligan, KeepHand)
    exactly: ClassVar[Violation]
    """Says that it is not six of the cards dealt."""

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        hand, returnable = table.side[self.seat].hand, mulligans_left(table, self.seat) > 0
        if isinstance(act, Mulligan):
            return None if returnable else Violation("W3-I1-8", "mulligan.most", most=MOST_MULLIGANS)
        if out_of_order(act.cards):
            return ascending("list.cards")
        if not returnable and act.cards != hand:
            return Violation("W3-I1-9", "hand.all_six")
        if len(act.cards) != HAND or not set(hand).issuperset(act.cards):
            return self.exactly
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        if mulligans_left(table, self.seat):
            yield Mulligan()
        for cards in combinations(table.side[self.seat].hand, HAND):
            yield KeepHand(list(cards))

    def sample(self, table: WarsTable, dice: Stream) -> Act:
        if mulligans_left(table, self.seat) and dice.below(MULLIGANS_ONCE_IN) == 0:
            return Mulligan()
        return pick(dice, [KeepHand(list(cards)) for cards in combinations(table.side[self.seat].hand, HAND)])


class OpeningLaw(NamedTuple):
    """What the modes do not share of it: the deck, where the deal and the choices are ruled."""

    deck: Sequence[int]
    deal: str
    hand: type[HandDecision]
    magics: type[DealtChoice]


def deal_cards(table: WarsTable, law: OpeningLaw) -> None:
    """The deck is shuffled; 9 cards go to each player, the rest is the deck [W3-I1-4] [W3-A0-6]."""
    table.state.deck = table.chance.shuffle("deck", law.deck)
    for seat in deal_order(table):
        table.side[seat].dealing = Dealing()
        deal(table, seat, DEAL, law.deal)


def deal(table: WarsTable, seat: int, count: int, clause: str) -> None:
    """Gives a player so many cards off the top of the deck."""
    deck = table.state.deck
    hand = table.known(sorted(deck[:count]), clause)
    del deck[:count]
    table.side[seat].hand = hand
    table.events.append(events.Dealt(seat=seat, cards=list(hand), clause=clause, private=seat))


def choices(table: WarsTable, law: OpeningLaw) -> Flow[None]:
    """Both players take their mulligans and fix hand and magics, in any order [W3-I1-10] [W3-I1-20]; whatever is dealt
    to them, magics and mentor too, they have seen by now [W3-I1-21]. What is kept of a deal is carried out when both
    have chosen: the answers wait in the state."""
    kept: dict[int, KeepHand] = {}
    while decisions := still_open(table, law, kept):
        fixed = [Pending(seat, HandDecision.ask, encode(act)) for seat, act in sorted(kept.items())]
        decision, act = yield Ask(decisions, (KeepMagic, KeepHand), joint=True, answered=fixed)
        seat = decision.seat
        if isinstance(act, KeepMagic):
            keep_magics(table, seat, act.magics)
        elif isinstance(act, KeepHand):
            kept[seat] = act
        else:
            mulligan(table, seat, law)
    keep_hands(table, kept)


def still_open(table: WarsTable, law: OpeningLaw, kept: dict[int, KeepHand]) -> list[Decision]:
    """What is left to choose, in seat order."""
    decisions: list[Decision] = []
    for seat in SEATS:
        if not table.side[seat].magics:
            decisions.append(law.magics(seat))
        if seat not in kept:
            decisions.append(law.hand(seat))
    return decisions


def mulligans_left(table: WarsTable, seat: int) -> int:
    """How often a player may still return the deal [W3-I1-8]."""
    dealing = table.side[seat].dealing
    return MOST_MULLIGANS - dealing.mulligans if dealing else 0


def mulligan(table: WarsTable, seat: int, law: OpeningLaw) -> None:
    """The whole deal goes back, the deck is reshuffled, and one card fewer is dealt [W3-I1-7] [W3-I1-11]. Magics and
    mentor stay [W3-I1-12]."""
    dealing, opponents = table.side[seat].dealing, table.side[other(seat)].hand
    assert dealing is not None, "the set-up is still going on"
    dealing.mulligans += 1
    table.rely("W3-I1-10")
    table.events.append(events.DealReturned(seat=seat, mulligans=dealing.mulligans, clause="W3-I1-7"))
    # All that the opponent does not hold, told by the record or not.
    cards = [card for card in law.deck if card not in opponents]
    table.state.deck = table.shuffled(f"mulligan/p{seat}/{dealing.mulligans}", cards, "W3-I1-7")
    deal(table, seat, DEAL - dealing.mulligans, "W3-I1-7")


def keep_hands(table: WarsTable, kept: dict[int, KeepHand]) -> None:
    """Six cards each are the opening hands; all others are mixed and put under the deck [W3-I1-15] [W3-I1-17]. So it
    lacks twelve, whatever the mulligans: 28 of 40 are left [W3-I1-18], or 36 of 48 [W3-A0-8]."""
    others: list[int] = []
    for seat in SEATS:
        side = table.side[seat]
        for card in side.hand:
            if card not in kept[seat].cards:
                insort(others, card)
        side.hand, side.dealing = list(kept[seat].cards), None
    if others:
        table.state.deck += table.shuffled("bottom", others, "W3-I1-17")
    table.events.append(events.PutUnder(count=len(others), clause="W3-I1-17"))
