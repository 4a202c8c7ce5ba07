"""クールダウンフェイズ: costs and skills go back to hand [AN-5.6]."""

from bisect import insort
from collections.abc import Sequence

from ....kernel.play.choices import OneOf, SomeOf
from ....kernel.play.decisions import Act, Ask, Decision, Flow, at_once, seated, together
from ....kernel.play.violations import Violation
from ..table import events
from ..table.actions import COOL_REST, PASS, Cool, CoolExtra, CoolRest, Pass
from ..table.options import EvadeCooldown, ReturnedCard
from ..table.state import Stack, Strike
from ..table.table import SEATS, AnoareTable, other


def cool(table: AnoareTable, seat: int, card: int, clause: str) -> None:
    """One cooldown of one skill: its top cost to hand, open or not [AN-5.5f-15], with 二重クールダウン only upright
    first; a skill without cost goes to hand itself [AN-5.6-3] [AN-5.6-4] [AN-5.6-8] [AN-5.6-9] [AN-5.6-10]. A hand may
    grow without limit [AN-5.6-20], and what comes into it can be set from the next selection on [AN-5.6-19]."""
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
    # Only the top cost is turned [AN-5.6-12], and only the skill under the stack is asked for its icon [AN-5.6-13].
    top = stack.costs[-1]
    if card in table.cards.double_cd and not top.upright:
        top.upright = True
        table.events.append(events.Uprighted(skill=card, seat=seat, clause="AN-5.6-8"))
        return
    stack.costs.pop()
    insort(side.hand, top.card)  # hidden with the hand, even if it lay open [AN-5.6-18]
    shown = top.open or table.setup.returned_card == ReturnedCard.SHOWN
    if not top.open:
        table.rely("AN-5.6-17")
    private = 0 if shown else seat  # its owner is told now which it was [AN-5.6-16]
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
    if stack.card in table.cards.double_cd:
        left = 2 * left - len([cost for cost in stack.costs if cost.upright])
    return left + 1


def in_zone(table: AnoareTable, seat: int) -> list[int]:
    """The skills in a player's zone, ascending."""
    return sorted(stack.card for stack in table.side[seat].zone)


def asked(table: AnoareTable) -> bool:
    """Whether any skill has its regular cooldown before it [AN-5.6-15]."""
    return bool(table.state.sides[0].zone or table.state.sides[1].zone)


def regular(table: AnoareTable) -> Flow[None]:
    """Each player cools every skill in the own zone once, in an order of the owner's choice [AN-5.6-1] [AN-5.6-14],
    that of this turn included [AN-5.6-6] and none left out [AN-5.6-2]."""
    for seat in SEATS:
        table.side[seat].uncooled = in_zone(table, seat)
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


class RegularDecision(OneOf):
    """The next skill, or all that are left [AN-5.6-14]."""

    ask = "cooldown"
    clause = "AN-5.6-1"
    takes = (Cool, CoolRest)
    default = COOL_REST
    field = "card"
    refusal = Violation("AN-5.6-1", "cooldown.not_left")

    def candidates(self, table: AnoareTable) -> Sequence[int]:
        return table.side[self.seat].uncooled


REGULAR: dict[tuple[int, ...], Ask] = {
    seats: at_once(tuple([seated(RegularDecision, seat) for seat in seats])) for seats in ((1,), (2,), SEATS)
}


def evaders(table: AnoareTable) -> list[Decision]:
    """Who evaded the opposing skill and has a skill left to cool [AN-5.5c-13] [AN-5.5c-17] [AN-5.2-13]. Who used no
    skill was not evaded [AN-5.5c-19]."""
    found = [seat for seat in SEATS if table.side[other(seat)].strike is Strike.EVADED and table.side[seat].zone]
    return [seated(ExtraDecision, seat) for seat in found]


def extra(table: AnoareTable) -> Flow[None]:
    """Whoever evaded may cool each skill that is still in the zone once more [AN-5.5c-13] [AN-5.6-21], the one used in
    this turn like the others [AN-5.5c-18]. Both choose without knowing of the other [AN-5.0-9]."""
    if not evaders(table):
        return
    answers = yield from together(table, lambda: evaders(table), "AN-5.0-9")
    for seat, act in answers.items():
        for card in act.cards if isinstance(act, CoolExtra) else ():
            cool(table, seat, card, "AN-5.5c-13")


class ExtraDecision(SomeOf):
    """Any of the skills, each once at most, or none [AN-5.5c-14] [AN-5.5c-15] [AN-5.5c-16]."""

    ask = "evasion"
    clause = "AN-5.5c-13"
    takes = (CoolExtra, Pass)
    default = PASS
    field = "cards"
    called = "cooldown.skills"

    def candidates(self, table: AnoareTable) -> Sequence[int]:
        return in_zone(table, self.seat)

    def least(self, table: AnoareTable) -> int:
        return self.most(table) if table.setup.evade_cooldown == EvadeCooldown.ALL_OR_NONE else 1

    def most(self, table: AnoareTable) -> int:
        return len(table.side[self.seat].zone)

    def law(self, table: AnoareTable, act: Act) -> Violation | None:
        if len(set(act.cards)) < len(act.cards):
            return Violation("AN-5.5c-16", "evasion.once")
        return super().law(table, act)

    def refuse(self, table: AnoareTable, act: Act) -> Violation:
        if not act.cards or not set(in_zone(table, self.seat)).issuperset(act.cards):
            return Violation("AN-5.5c-13", "evasion.in_zone")
        return Violation("AN-5.5c-15", "evasion.all_or_none")
