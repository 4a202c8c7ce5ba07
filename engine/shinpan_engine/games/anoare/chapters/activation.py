"""コスト支払いフェイズ 2: effects are used in turn until both pass [AN-5.4b]."""

from collections.abc import Iterator
from itertools import permutations
from typing import ClassVar

from ....kernel.play.choices import MayPass
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.effects import perform
from ..cards.in_force import disables, effect_at, effect_in_play, in_force, met, works
from ..cards.texts import Effect
from ..table import events
from ..table.actions import PASS, Pass, Use
from ..table.options import AdditionalCostShort
from ..table.state import EffectAt, Resolving
from ..table.table import AnoareTable, other
from .damage import deal
from .due import settle
from .payment import from_hand, stack_costs
from .response import response_order

ENDING_PASSES = 2
"""Both pass one directly after the other [AN-5.4b-6]."""


def activation(table: AnoareTable) -> Flow[None]:
    """Effects and abilities are used one by one [AN-5.4b-1]: the player of lower response power declares first, then
    both alternate [AN-5.4b-2] [AN-5.4b-5]."""
    state = table.state
    state.declarer = response_order(table)[0]
    while state.passes < ENDING_PASSES:
        seat = state.declarer
        act = yield ask(DeclareDecision if owes_use(table, seat) is None else MustUseDecision, seat)
        if act is None:
            continue  # a fragment may have changed what must be used
        if isinstance(act, Pass):
            state.passes += 1
        else:
            state.passes = 0  # who passed before may declare again [AN-5.4b-7]
            yield from use(table, seat, act)
        state.declarer = other(seat)
    state.declarer = state.passes = 0


def use(table: AnoareTable, seat: int, act: Use) -> Flow[None]:
    """Pays the additional cost, then the effect is resolved, its damage dealt [AN-5.4b-23], before the other player
    declares [AN-5.4b-4] [AN-5.4b-14]."""
    at = EffectAt(act.card, act.level, act.effect)
    effect = effect_at(table, seat, at)
    table.side[seat].used.append(at)
    table.events.append(events.Used(card=at.card, level=at.level, effect=at.effect, seat=seat, clause="AN-5.4b-8"))
    if effect.additional_cost:
        pay_additional(table, seat, act, effect)
    yield from perform(table, effect, Resolving(seat, at.card, at.level, 0, at.effect))
    if table.state.waiting:
        yield from settle(table)


def pay_additional(table: AnoareTable, seat: int, act: Use, effect: Effect) -> None:
    """Like the cost, on top of what lies there; each card missing deals 1 damage [AN-5.4b-15] [AN-5.4b-16]
    [AN-5.4b-17]."""
    table.rely("AN-5.4b-15")
    if act.cards:
        stack_costs(table, seat, act.cards, "AN-5.4b-15")
    shortage = effect.additional_cost - len(act.cards)
    if shortage:
        table.rely("AN-5.4b-17")
        deal(table, (shortage, 0) if seat == 1 else (0, shortage), "cost", "AN-5.4b-17")


def unusable(table: AnoareTable, seat: int, at: EffectAt, effect: Effect) -> Violation | None:
    """Why an own effect cannot be used now, its payment aside."""
    side = table.side[seat]
    if effect.when != "act":
        return Violation("AN-5.4b-19", "activation.own_moment")
    if at.level and disables(table, seat, at.level):
        return Violation("AN-1.2-4", "activation.disabled", ("AN-5.4b-18",))
    if side.used.count(at) >= effect.per_turn:
        return Violation("AN-5.4b-10", "activation.used_up", ("AN-5.4b-11",))
    if side.idle and effect.additional_cost:
        return Violation("AN-5.2-10", "activation.idle_cost")
    if side.idle and effect.needs_skill:
        return Violation("AN-5.2-11", "activation.idle_skill")
    if not met(table, seat, effect.condition):
        return Violation("AN-5.4b-24", "activation.condition")
    short = effect.additional_cost > len(side.hand)
    if short and table.setup.additional_cost_short == AdditionalCostShort.FORBIDDEN:
        return Violation("AN-5.4b-17", "activation.beyond_hand")
    return None


def usable(table: AnoareTable, seat: int) -> Iterator[tuple[EffectAt, Effect]]:
    """What a player can use now."""
    for at, effect in in_force(table, seat, "act"):
        if unusable(table, seat, at, effect) is None:
            yield at, effect


def owes_use(table: AnoareTable, seat: int) -> EffectAt | None:
    """A compulsory effect that is due, which bars a pass [AN-5.4b-20] [AN-5.4b-21]."""
    for at, effect in table.in_play[seat].compulsory:
        if works(table, seat, at, effect) and unusable(table, seat, at, effect) is None:
            return at
    return None


class DeclareDecision(MayPass):
    """A use or a pass [AN-5.4b-3]."""

    ask = "declare"
    clause = "AN-5.4b-3"
    takes = (Use, Pass)
    default: ClassVar[Act | None] = PASS
    again = True

    def law(self, table: AnoareTable, act: Act) -> Violation | None:
        at = EffectAt(act.card, act.level, act.effect)
        effect = effect_in_play(table, self.seat, at)
        if effect is None:
            also = ("AN-6.1-3",) if at.level else ()
            return Violation("AN-5.4b-18", "activation.not_in_force", also)
        return unusable(table, self.seat, at, effect) or self._payment(table, act, effect)

    def _payment(self, table: AnoareTable, act: Use, effect: Effect) -> Violation | None:
        """The additional cost, or the whole hand if it falls short [AN-5.4b-15] [AN-5.4b-17]."""
        if not from_hand(table, self.seat, act.cards):
            return Violation("AN-5.4b-15", "activation.from_hand")
        if len(act.cards) != self._owed(table, effect):
            return Violation("AN-5.4b-15", "activation.additional", owed=self._owed(table, effect))
        return None

    def _owed(self, table: AnoareTable, effect: Effect) -> int:
        return min(effect.additional_cost, len(table.side[self.seat].hand))

    def ways(self, table: AnoareTable) -> Iterator[Act]:
        for at, effect in usable(table, self.seat):
            for cards in permutations(table.side[self.seat].hand, self._owed(table, effect)):
                yield Use(at.card, at.level, at.effect, list(cards))


class MustUseDecision(DeclareDecision):
    """A compulsory effect is due: no pass before it [AN-5.4b-20]."""

    default = None

    def law(self, table: AnoareTable, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return Violation("AN-5.4b-20", "activation.compulsory_first", ("AN-7.3-2",))
        return super().law(table, act)
