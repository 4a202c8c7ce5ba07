"""特殊なルール ④追加ダメージ(合算): dealt apart, or added to the front's blow."""

from collections.abc import Iterator

from ....kernel.play.choices import MayPass
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.operations import operation_at
from ..cards.strength import attack_of, reaches_hp
from ..cards.texts import AdditionalDamage
from ..table import events
from ..table.actions import ADD, PASS, Add, Pass
from ..table.state import Exchange, Felled, Frame, Side, Slot, Step
from ..table.table import SwordrionTable, cards_of, exchange_of, field, marks_on, slot_of
from .damage import blow, foe_of


def can_wait(table: SwordrionTable, seat: int, frame: Frame, enemy: bool, slot: Slot) -> bool:
    """Whether additional damage to this card can be added: a blow on it by the front of the text's side is still to
    come in step 6 [SW-S4-8]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    striker, target = (exchange.enemy_front, exchange.front) if frame.enemy else (exchange.front, exchange.enemy_front)
    if enemy == frame.enemy or side.step >= Step.ATTACK or target not in cards_of(slot):
        return False
    front = slot_of(field(side, frame.enemy), striker)
    return front is not None and not marks_on(front).held


def declare(table: SwordrionTable, seat: int, frame: Frame, amount: int, enemy: bool) -> Flow[None]:
    """The participant says which, for the enemy side too [SW-S4-4] [SW-S4-6], of each additional damage by itself
    [SW-S4-9]."""
    side = table.side[seat]
    act = yield ask(AddDecision, seat)
    if isinstance(act, Pass):
        apart(table, seat, enemy, field(side, enemy)[0], amount, frame.enemy)
        return
    table.rely("SW-S4-5")
    kept = kept_for(exchange_of(side), frame.enemy)
    kept.append(amount)
    table.events.append(events.Kept(amount=amount, seat=seat, clause="SW-S4-4"))


def kept_for(exchange: Exchange, by_enemy: bool) -> list[int]:
    """The additional damage that waits for the blow of a side's front."""
    return exchange.enemy_added if by_enemy else exchange.added


def apart(table: SwordrionTable, seat: int, enemy: bool, slot: Slot, amount: int, by_enemy: bool) -> None:
    """Deals it by itself: no answer, no 攻撃 skill [SW-S4-2] [SW-S4-3] [SW-S4-10]."""
    by = Felled.BY_ENEMY if by_enemy else Felled.BY_PARTICIPANT
    blow(table, seat, enemy, slot, amount, by, "SW-S4-1")


def added_to(table: SwordrionTable, seat: int, enemy: bool, slot: Slot, strength: int) -> int:
    """The strength of a front's blow with what was added; if the sum does not reach the HP any more, the additional
    damage is dealt apart, first [SW-S4-7]. `enemy` says in whose line the card that is struck lies."""
    kept = kept_for(exchange_of(table.side[seat]), not enemy)
    if not kept:
        return strength
    added = sum(kept)
    if reaches_hp(table, seat, enemy, slot, strength + added):
        kept.clear()
        return strength + added
    deal_kept(table, seat, enemy, slot)
    return strength


def deal_kept(table: SwordrionTable, seat: int, enemy: bool, slot: Slot) -> None:
    """Deals what was to be added apart, since no blow comes to add it to."""
    kept = kept_for(exchange_of(table.side[seat]), not enemy)
    table.rely("SW-S4-7")
    for amount in kept:
        blow(table, seat, enemy, slot, amount, foe_of(enemy), "SW-S4-7")
    kept.clear()


def lose_kept(table: SwordrionTable, seat: int, side: Side) -> None:
    """Step 6 does not come: what was to be added is dealt apart where its target still stands."""
    exchange = exchange_of(side)
    for enemy, front in ((True, exchange.enemy_front), (False, exchange.front)):
        if front and kept_for(exchange, not enemy):
            deal_kept(table, seat, enemy, field(side, enemy)[0])
    exchange.added = []
    exchange.enemy_added = []


class AddDecision(MayPass):
    """Apart, which is silence, or added, if the sum reaches the HP after block [SW-S4-5]."""

    ask = "additional"
    clause = "SW-S4-1"
    takes = (Add, Pass)
    default = PASS

    def law(self, table: SwordrionTable, act: Act) -> Violation | None:
        side = table.side[self.seat]
        frame = side.frames[-1]
        op = operation_at(table, frame)
        assert isinstance(op, AdditionalDamage), "asked for that only"
        striker, target = field(side, frame.enemy)[0], field(side, not frame.enemy)[0]
        strength = best_strength(table, self.seat, frame.enemy, striker)
        kept = sum(kept_for(exchange_of(side), frame.enemy))
        if not reaches_hp(table, self.seat, not frame.enemy, target, strength + kept + op.amount):
            return Violation("SW-S4-5", "damage is added only if the sum reaches the HP", compares=True)
        return None

    def ways(self, table: SwordrionTable) -> Iterator[Act]:
        if self.law(table, ADD) is None:
            yield ADD


def best_strength(table: SwordrionTable, seat: int, enemy: bool, slot: Slot) -> int:
    """The strongest blow that a front can strike, by the way of attacking that one of its cards has."""
    breath = table.cards.breath
    attack = attack_of(table, seat, enemy, slot)
    return max(breath[card] or attack for card in cards_of(slot))
