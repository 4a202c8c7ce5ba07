"""行動結果フェイズ 2 and 3: the skills move to the zones, then ヒットオープン [AN-5.5e] [AN-5.5f]."""

from collections.abc import Sequence

from ....kernel.play.chance import Stream
from ....kernel.play.choices import SomeOf
from ....kernel.play.decisions import Act, Ask, Flow
from ....kernel.play.violations import Violation
from ..table import events
from ..table.actions import CostAt, Open
from ..table.state import Cost, Strike
from ..table.table import SEATS, AnoareTable, other

OPENED = {Strike.CRITICAL: 2, Strike.GRAZE: 1}
"""Costs that a skill's judgement opens [AN-5.5f-1] [AN-5.5f-2], whatever damage it did [AN-5.5f-13]; others open none
[AN-5.5f-3]."""
PLACES = 100
"""More than there are positions on a skill."""


def move(table: AnoareTable) -> None:
    """2: each used skill goes to its owner's zone, a stack of its own [AN-5.5e-4], with its costs as they lie
    [AN-5.5e-1] [AN-5.5e-2], whatever it did [AN-5.5e-6]; who used none moves nothing [AN-5.5e-7]."""
    for seat in SEATS:
        side = table.side[seat]
        if side.skill is not None:
            side.zone.append(side.skill)
            table.events.append(events.Moved(card=side.skill.card, seat=seat, clause="AN-5.5e-1"))
            side.skill = None
            if side.zone[-1].card in table.cards.with_text:
                table.relaid(seat)  # its CD effect starts, too late for this turn's skill damage [AN-5.5e-3]


def closed(table: AnoareTable, seat: int) -> list[CostAt]:
    """The costs face down in a player's zone, on whatever skill and at any depth [AN-5.5f-5], this turn's skill
    included, which has moved there [AN-5.5f-6]."""
    found = [
        CostAt(stack.card, position)
        for stack in table.side[seat].zone
        for position, cost in enumerate(stack.costs, start=1)
        if not cost.open
    ]
    return sorted(found, key=place) if len(found) > 1 else found


def count_closed(table: AnoareTable, seat: int) -> int:
    """How many costs lie face down in a player's zone."""
    count = 0
    for stack in table.side[seat].zone:
        for cost in stack.costs:
            count += not cost.open
    return count


def place(at: CostAt) -> int:
    """A cost's place as one number."""
    return at.skill * PLACES + at.position


def open_costs(table: AnoareTable, owner: int, costs: list[CostAt], clause: str) -> None:
    """Turns costs face up where they lie [AN-5.5f-9] [AN-5.5f-10]."""
    for at in costs:
        cost = cost_at(table, owner, at)
        cost.open = True
        table.events.append(
            events.Opened(card=cost.card, skill=at.skill, position=at.position, seat=owner, clause=clause)
        )


def cost_at(table: AnoareTable, owner: int, at: CostAt) -> Cost:
    """The cost at a place in a player's zone."""
    stack = next(stack for stack in table.side[owner].zone if stack.card == at.skill)
    return stack.costs[at.position - 1]


def hits(table: AnoareTable) -> list[tuple[int, int, int]]:
    """Who hit and finds costs to open: the seat, how many are opened, and how many there are."""
    found = []
    for seat in SEATS:
        strike = table.side[seat].strike
        if strike in OPENED and (there := count_closed(table, other(seat))):
            found.append((seat, OPENED[strike], there))
    return found


def asked(table: AnoareTable) -> bool:
    """Whether the step begins with a question: somebody chooses what to open, and nothing is opened without one."""
    found = hits(table)
    return bool(found) and all(there > wanted for _, wanted, there in found)


def hit_open(table: AnoareTable) -> Flow[None]:
    """3: who hit opens costs in the opponent's zone, in whatever order the two do so [AN-5.5f-11]; all that are left,
    if these are not more [AN-5.5f-7]. Each names all the costs to be opened at once, then they are turned
    [AN-5.5f-12]."""
    for seat, wanted, there in hits(table):
        if there > wanted:
            table.side[seat].opens = wanted
        else:
            open_costs(table, other(seat), closed(table, other(seat)), "AN-5.5f-7")
    if not (table.side[1].opens or table.side[2].opens):
        return
    if opening(table) == SEATS:
        table.rely("AN-5.5f-11")
    while seats := opening(table):
        answer = yield HIT_OPEN[seats]
        if answer is None:
            continue  # a fragment has opened what was left
        decision, act = answer
        table.side[decision.seat].opens = 0
        open_costs(table, other(decision.seat), act.costs, "AN-5.5f-1")
    for side in table.state.sides:
        side.opens = 0


def opening(table: AnoareTable) -> tuple[int, ...]:
    """Who still has costs to open, as long as any are left [AN-5.5f-7]."""
    return tuple([seat for seat in SEATS if table.side[seat].opens and count_closed(table, other(seat))])


class OpenDecision(SomeOf):
    """The player chooses which costs face down in the opponent's zone are opened [AN-5.5f-4]."""

    takes = (Open,)
    field = "costs"
    called = "hit_open.costs"

    def candidates(self, table: AnoareTable) -> Sequence[CostAt]:
        return closed(table, other(self.seat))

    def numbers(self, chosen: Sequence[CostAt]) -> Sequence[int]:
        return [place(at) for at in chosen]

    def refuse(self, table: AnoareTable, act: Act) -> Violation:
        there = closed(table, other(self.seat))
        if not all(at in there for at in act.costs):
            return Violation("AN-5.5f-5", "hit_open.not_closed")
        return Violation(self.clause, "hit_open.count", ("AN-5.5f-8",), count=self.most(table))

    def sample(self, table: AnoareTable, dice: Stream) -> Act:
        there = closed(table, other(self.seat))
        order = dice.shuffle(range(len(there)))[: self.most(table)]
        return Open([there[at] for at in sorted(order)])


class HitOpenDecision(OpenDecision):
    """Two for a critical skill, one for a graze, no fewer [AN-5.5f-1] [AN-5.5f-2] [AN-5.5f-8]."""

    ask = "hit_open"
    clause = "AN-5.5f-8"

    def most(self, table: AnoareTable) -> int:
        return min(table.side[self.seat].opens, count_closed(table, other(self.seat)))


HIT_OPEN: dict[tuple[int, ...], Ask] = {
    seats: Ask([HitOpenDecision(seat) for seat in seats], joint=True, again=True) for seats in ((1,), (2,), SEATS)
}
