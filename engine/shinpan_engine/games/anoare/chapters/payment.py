"""コスト支払いフェイズ 1: the cost of the used skills [AN-5.4a]."""

from collections.abc import Iterator
from itertools import permutations

from ....kernel.play.chance import Stream
from ....kernel.play.decisions import Act, Decision, Flow, seated, together
from ....kernel.play.violations import Violation
from ..cards.in_force import correction
from ..table import events
from ..table.actions import Pay
from ..table.state import Cost, Modified
from ..table.table import SEATS, AnoareTable
from .damage import deal
from .due import settle


def cost_of(table: AnoareTable, seat: int) -> int:
    """What the used skill costs; nothing for who set no card [AN-5.4a-1] [AN-5.4a-17]."""
    skill = table.side[seat].skill
    if skill is None:
        return 0
    return max(0, table.cards.cost(skill.card) + correction(table, Modified.COST, seat))


def asked(table: AnoareTable) -> bool:
    """Whether anybody has cards to pay."""
    return any(cards_for(table, seat, cost_of(table, seat)) for seat in SEATS)


def paying(table: AnoareTable) -> list[Decision]:
    """Who has cards to pay, and what each owes: until both have paid, a fragment can change that [AN-2.3-5]."""
    for seat in SEATS:
        table.side[seat].owed = cost_of(table, seat)
    return [seated(PayDecision, seat) for seat in SEATS if cards_owed(table, seat)]


def pay_costs(table: AnoareTable) -> Flow[None]:
    """Both pay at the same time, and take 1 damage for each card missing, at the same time [AN-5.4a-10]
    [AN-5.4a-14]: one event [AN-5.4a-13]. A skill of cost 0 gets no cards [AN-5.4a-16]."""
    if not any(cost_of(table, seat) for seat in SEATS):
        return
    answers = yield from together(table, lambda: paying(table), "AN-5.0-9")
    for seat, act in answers.items():
        stack_costs(table, seat, act.cards, "AN-5.4a-3")
        table.side[seat].owed -= len(act.cards)
    first, second = table.side[1].owed, table.side[2].owed
    for side in table.state.sides:
        side.owed = 0
    if first or second:
        # With this the skill is paid: nothing on it tells that cards were missing [AN-5.4a-11].
        deal(table, (first, second), "cost", "AN-5.4a-10")
    yield from settle(table)


def cards_for(table: AnoareTable, seat: int, cost: int) -> int:
    """The hand cards that a cost takes: so many, or the whole hand if it falls short [AN-5.4a-9] [AN-5.4a-24]."""
    return min(cost, len(table.side[seat].hand))


def cards_owed(table: AnoareTable, seat: int) -> int:
    """The hand cards to pay for the skill used."""
    return cards_for(table, seat, table.side[seat].owed)


def stack_costs(table: AnoareTable, seat: int, cards: list[int], clause: str) -> None:
    """Lays hand cards face down [AN-5.4a-4] and sideways [AN-5.4a-5] on the used skill, the first one lowest
    [AN-5.4a-3] [AN-5.4b-15]. They are its cost until they are in hand again, opened or upright too [AN-5.4a-6]."""
    side = table.side[seat]
    assert side.skill is not None, "who set no card pays nothing"
    for card in cards:
        side.hand.remove(card)
        side.skill.costs.append(Cost(card))
    table.events.append(events.Paid(count=len(cards), seat=seat, clause=clause))


def from_hand(table: AnoareTable, seat: int, cards: list[int]) -> bool:
    """Whether all these lie in the player's hand, each once."""
    return len(set(cards)) == len(cards) and set(table.side[seat].hand).issuperset(cards)


class PayDecision(Decision):
    """So many cards of the own hand, in any order, neither fewer nor more [AN-5.4a-7] [AN-5.4a-8] [AN-5.4a-25]."""

    ask = "pay"
    clause = "AN-5.4a-1"
    takes = (Pay,)

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        if not from_hand(table, self.seat, act.cards):
            return Violation("AN-5.4a-2", "payment.from_hand", ("AN-5.4a-24",))
        owed = cards_owed(table, self.seat)
        if len(act.cards) > owed:
            return Violation("AN-5.4a-25", "payment.too_many", owed=owed)
        if len(act.cards) < owed:
            return Violation("AN-5.4a-9", "payment.too_few", ("AN-5.4a-1",), owed=owed)
        return None

    def options(self, table: AnoareTable) -> Iterator[Act]:
        for cards in permutations(table.side[self.seat].hand, cards_owed(table, self.seat)):
            yield Pay(list(cards))

    def sample(self, table: AnoareTable, dice: Stream) -> Act:
        return Pay(dice.shuffle(table.side[self.seat].hand)[: cards_owed(table, self.seat)])
