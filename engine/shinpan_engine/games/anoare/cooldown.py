"""クールダウンフェイズ: costs and skills go back to hand [AN-5.6]."""

from bisect import insort
from collections.abc import Iterator
from itertools import combinations

from ...kernel.answers import Violation
from ...kernel.choices import Optional
from ...kernel.decisions import Act, Ask, Decision, Flow, together
from ...kernel.lists import ascending, out_of_order
from . import events
from .actions import COOL_REST, PASS, Cool, CoolExtra, CoolRest, Pass
from .options import EvadeCooldown, ReturnedCard
from .state import Stack, Strike
from .table import SEATS, AnoareTable, other


def cool(table: AnoareTable, seat: int, card: int, clause: str) -> None:
    """One cooldown of one skill: its top cost to hand, with 二重クールダウン only upright first; a skill without cost
    goes to hand itself [AN-5.6-3] [AN-5.6-4] [AN-5.6-8] [AN-5.6-9] [AN-5.6-10]."""
    side = table.side[seat]
    stack = stack_of(table, seat, card)
    if not stack.costs:
        side.zone.remove(stack)
        if card in side.uncooled:
            side.uncooled.remove(card)
        insort(side.hand, card)
        if card in table.cards.with_text:
            table.relaid(seat)
        table.events.append(events.Returned(card=card, seat=seat, clause="AN-5.6-4"))
        return
    top = stack.costs[-1]
    if table.cards.double_cd[card] and not top.upright:
        top.upright = True
        table.events.append(events.Uprighted(skill=card, seat=seat, clause="AN-5.6-8"))
        return
    stack.costs.pop()
    insort(side.hand, top.card)
    shown = top.open or table.setup.returned_card == ReturnedCard.SHOWN
    if not top.open:
        table.rely("AN-5.6-17")
    private = 0 if shown else seat
    table.events.append(events.Returned(card=top.card, seat=seat, clause=clause, private=private))


def stack_of(table: AnoareTable, seat: int, card: int) -> Stack:
    """A skill in a player's zone."""
    for stack in table.side[seat].zone:
        if stack.card == card:
            return stack
    raise LookupError(card)


def cooldowns_home(table: AnoareTable, stack: Stack) -> int:
    """How many cooldowns bring a skill home: n + 1, with double cooldown 2n + 1 less what is done [AN-5.6-7]
    [AN-5.6-11]."""
    left = len(stack.costs)
    if table.cards.double_cd[stack.card]:
        left = 2 * left - len([cost for cost in stack.costs if cost.upright])
    return left + 1


def in_zone(table: AnoareTable, seat: int) -> list[int]:
    """The skills in a player's zone, ascending."""
    return sorted(stack.card for stack in table.side[seat].zone)


def asked(table: AnoareTable) -> bool:
    """Whether any skill has its regular cooldown before it [AN-5.6-15]."""
    return bool(table.state.sides[0].zone or table.state.sides[1].zone)


def regular(table: AnoareTable) -> Flow[None] | None:
    """Each player cools every skill in the own zone once, in an order of the owner's choice [AN-5.6-1] [AN-5.6-14]."""
    for seat in SEATS:
        table.side[seat].uncooled = in_zone(table, seat)
    return regular_cooldowns(table) if uncooled(table) else None


def regular_cooldowns(table: AnoareTable) -> Flow[None]:
    """Both players' regular cooldowns, none left out [AN-5.6-2], until no skill has one before it."""
    while seats := uncooled(table):
        answer = yield REGULAR[seats]
        if answer is None:
            continue  # a fragment has brought a player's last skill home
        decision, act = answer
        side = table.side[decision.seat]
        for card in [act.card] if isinstance(act, Cool) else list(side.uncooled):
            side.uncooled.remove(card)
            cool(table, decision.seat, card, "AN-5.6-3")


def uncooled(table: AnoareTable) -> tuple[int, ...]:
    """Who has regular cooldowns left."""
    first, second = table.state.sides
    if first.uncooled:
        return SEATS if second.uncooled else (1,)
    return (2,) if second.uncooled else ()


class RegularDecision(Decision):
    """The next skill, or all that are left [AN-5.6-14]."""

    ask = "cooldown"
    clause = "AN-5.6-1"
    takes = (Cool, CoolRest)
    default = COOL_REST

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        if isinstance(act, Cool) and act.card not in table.side[self.seat].uncooled:
            return Violation("AN-5.6-1", "each skill in the own zone is cooled once, and this is none that is left")
        return None

    def options(self, table: AnoareTable) -> Iterator[Act]:
        yield COOL_REST
        for card in table.side[self.seat].uncooled:
            yield Cool(card)


def evaders(table: AnoareTable) -> list[Decision]:
    """Who evaded the opposing skill and has a skill left to cool [AN-5.5c-13] [AN-5.5c-17] [AN-5.2-13]."""
    return [EXTRA[seat] for seat in SEATS if table.side[other(seat)].strike is Strike.EVADED and table.side[seat].zone]


def extra(table: AnoareTable) -> Flow[None] | None:
    """Whoever evaded may cool each skill that is still in the zone once more [AN-5.5c-13] [AN-5.6-21]."""
    return extra_cooldowns(table) if evaders(table) else None


def extra_cooldowns(table: AnoareTable) -> Flow[None]:
    """Both choose without knowing of the other [AN-5.0-9]."""
    answers = yield from together(table, lambda: evaders(table), "AN-5.0-9")
    for seat, act in answers.items():
        for card in act.cards if isinstance(act, CoolExtra) else ():
            cool(table, seat, card, "AN-5.5c-13")


class ExtraDecision(Optional):
    """Any of the skills, each once at most, or none [AN-5.5c-14] [AN-5.5c-15] [AN-5.5c-16]."""

    ask = "evasion"
    clause = "AN-5.5c-13"
    takes = (CoolExtra, Pass)
    default = PASS

    def law(self, table: AnoareTable, act: Act) -> Violation | None:
        mine = in_zone(table, self.seat)
        if len(set(act.cards)) < len(act.cards):
            return Violation("AN-5.5c-16", "each skill is cooled once more at the most")
        if out_of_order(act.cards):
            return ascending("the skills")
        if not act.cards or not set(mine).issuperset(act.cards):
            return Violation("AN-5.5c-13", "skills that are still in the own zone are cooled")
        if table.setup.evade_cooldown == EvadeCooldown.ALL_OR_NONE and act.cards != mine:
            return Violation("AN-5.5c-15", "this game was set up with extra cooldowns for all skills or none")
        return None

    def ways(self, table: AnoareTable) -> Iterator[Act]:
        mine = in_zone(table, self.seat)
        least = len(mine) if table.setup.evade_cooldown == EvadeCooldown.ALL_OR_NONE else 1
        for count in range(least, len(mine) + 1):
            for cards in combinations(mine, count):
                yield CoolExtra(list(cards))


def _regular(*seats: int) -> Ask:
    decisions = [RegularDecision(seat) for seat in seats]
    return Ask(decisions, (Cool, CoolRest), joint=True, again=True)


REGULAR: dict[tuple[int, ...], Ask] = {seats: _regular(*seats) for seats in ((1,), (2,), SEATS)}
EXTRA = {seat: ExtraDecision(seat) for seat in SEATS}
