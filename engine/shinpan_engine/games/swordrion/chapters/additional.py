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
from ..table.state import Slot, Step
from ..table.table import Field, SwordrionTable, cards_of, exchange_of, marks_on
from .damage import blow


def can_wait(table: SwordrionTable, striker: Field, slot: Slot) -> bool:
    """Whether additional damage of a text of the striker's side to this card can be added: a blow on it by the front of
    that side is still to come in step 6 [SW-S4-8]."""
    if striker.side.step >= Step.ATTACK or table.foe(striker).front not in cards_of(slot):
        return False
    front = striker.slot_of(striker.front)
    return front is not None and not marks_on(front).held


def declare(table: SwordrionTable, striker: Field, amount: int) -> Flow[None]:
    """The participant says which, for the enemy side too [SW-S4-4] [SW-S4-6], of each additional damage by itself
    [SW-S4-9]. Dealt by itself it brings no answer and no 攻撃 skill [SW-S4-2] [SW-S4-3] [SW-S4-10]."""
    act = yield ask(AddDecision, striker.seat)
    if isinstance(act, Pass):
        target = table.foe(striker)
        blow(table, target, target.line[0], amount, striker.by, "SW-S4-1")
        return
    table.rely("SW-S4-5")
    striker.kept.append(amount)
    table.events.append(events.Kept(amount=amount, seat=striker.seat, clause="SW-S4-4"))


def added_to(table: SwordrionTable, striker: Field, strength: int) -> int:
    """The strength of a front's blow with what was added; if the sum does not reach the HP any more, the additional
    damage is dealt apart, first [SW-S4-7]."""
    if not striker.kept:
        return strength
    target, added = table.foe(striker), sum(striker.kept)
    if reaches_hp(table, target, target.line[0], strength + added):
        striker.kept.clear()
        return strength + added
    deal_kept(table, striker)
    return strength


def deal_kept(table: SwordrionTable, striker: Field) -> None:
    """Deals apart what was to be added to the blow of a front, since none comes to add it to."""
    target = table.foe(striker)
    table.rely("SW-S4-7")
    for amount in striker.kept:
        blow(table, target, target.line[0], amount, striker.by, "SW-S4-7")
    striker.kept.clear()


def lose_kept(table: SwordrionTable, seat: int) -> None:
    """Step 6 does not come: what was to be added is dealt apart where its target still stands."""
    for striker in table.fields[seat]:
        if striker.kept and table.foe(striker).front:
            deal_kept(table, striker)
    exchange = exchange_of(table.side[seat])
    exchange.added = []
    exchange.enemy_added = []


class AddDecision(MayPass):
    """Apart, which is silence, or added, if the sum reaches the HP after block [SW-S4-5]."""

    ask = "additional"
    clause = "SW-S4-1"
    takes = (Add, Pass)
    default = PASS

    def law(self, table: SwordrionTable, act: Act) -> Violation | None:
        frame = table.side[self.seat].frames[-1]
        op = operation_at(table, frame)
        assert isinstance(op, AdditionalDamage), "asked for that only"
        striker = table.field(self.seat, frame.enemy)
        target, strength = table.foe(striker), best_strength(table, striker)
        if not reaches_hp(table, target, target.line[0], strength + sum(striker.kept) + op.amount):
            return Violation("SW-S4-5", "additional.too_little", compares=True)
        return None

    def ways(self, table: SwordrionTable) -> Iterator[Act]:
        if self.law(table, ADD) is None:
            yield ADD


def best_strength(table: SwordrionTable, field: Field) -> int:
    """The strongest blow that a front can strike, by the way of attacking that one of its cards has."""
    breath, slot = table.cards.breath, field.line[0]
    attack = attack_of(table, field, slot)
    return max(breath[card] or attack for card in cards_of(slot))
