"""③バトル, step 7 [常時]オートバトラー: additional attacks on the enemy front of the exchange [SW-K.8]."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.cards import AUTO_BATTLER, WAITS
from ..cards.effects import settle
from ..cards.strength import attack_of, flags_of
from ..table import events
from ..table.actions import PASS, AttackWith, Pass
from ..table.options import AutoBattlerCounter, AutoBattlerFront, OwnAlways
from ..table.state import Step
from ..table.table import Field, SwordrionTable, cards_of, exchange_of, marks_on
from .attack import attack_skills, two_ways
from .damage import attack_blow


def own_battlers(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """7 オートバトラー of the own side [SW-3.9-1] [SW-K.8-1]."""
    return auto_battle(table, table.own[seat])


def enemy_battlers(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """7 オートバトラー of the enemy side, after the own ones [SW-K.8-9]."""
    return auto_battle(table, table.enemies[seat])


def auto_battle(table: SwordrionTable, field: Field) -> Flow[None] | None:
    """The auto battlers of a side, if there are any."""
    found = battlers(table, field)
    if not found:
        return None
    exchange_of(field.side).battlers = found
    return battle_on(table, field)


def battle_on(table: SwordrionTable, field: Field) -> Flow[None]:
    """One after the other, in the order that the participant likes [SW-K.8-8]."""
    exchange = exchange_of(field.side)
    must = field.enemy or table.setup.own_always == OwnAlways.MANDATORY
    while able_ways(table, field):
        act = yield ask(MustBattle if must else MayBattle, field.seat)
        if isinstance(act, Pass):
            break
        slot = field.slot_of(act.card)
        assert slot is not None, "who is named lies in the field"
        exchange.battlers = [card for card in exchange.battlers if card not in cards_of(slot)]
        yield from attack_too(table, field, act.card)
    exchange.battlers = []


def battlers(table: SwordrionTable, field: Field) -> list[int]:
    """The auto battlers of a field, by their upper card: from any place behind the front [SW-K.8-2], if the own front
    has attacked [SW-K.8-7], though it may have fallen since [SW-K.8-6], and its foe still stands [SW-K.8-3]."""
    exchange = exchange_of(field.side)
    if field.enemy:
        attacked, foe = exchange.struck, exchange.front
    else:
        attacked, foe = exchange.attacked, exchange.enemy_front
    if not attacked or not foe:
        return []
    front_too = table.setup.auto_battler_front == AutoBattlerFront.TRUE
    flags, found = table.cards.flags, list[int]()
    for slot in field.line:
        # Most cards are none and bear nothing that makes them one.
        if slot.marks is not None or (flags[slot.card] | flags[slot.lower]) & AUTO_BATTLER:
            fights_too = flags_of(table, slot) & (AUTO_BATTLER | WAITS) == AUTO_BATTLER
            if slot.up and fights_too and not marks_on(slot).held and (front_too or field.front not in cards_of(slot)):
                found.append(slot.card)
    return found


def able_ways(table: SwordrionTable, field: Field) -> list[int]:
    """Those that are left and not kept from attacking, as long as the foe's front stands [SW-Q-10] [SW-Q-11]; a stack
    of two ways of attacking by each of its cards [SW-S2-6]."""
    found = dict[int, None]()
    if not table.foe(field).front:
        return []
    for card in exchange_of(field.side).battlers:
        slot = field.slot_of(card)
        if slot is not None and not marks_on(slot).held:
            found.update(dict.fromkeys(cards_of(slot) if two_ways(table, slot) else (slot.card,)))
    return list(found)


def attack_too(table: SwordrionTable, field: Field, way: int) -> Flow[None]:
    """One attack of an auto battler, in the way of this card, on the foe's front alone [SW-K.8-3] [SW-K.8-10]; its
    damage is judged by itself [SW-K.8-5], and what falls leaves before its 攻撃 skills are used [SW-3.2-8]."""
    slot, foe = field.slot_of(way), table.foe(field)
    assert slot is not None, "who is named lies in the field"
    front = foe.line[0]
    strength = table.cards.breath[way] or attack_of(table, field, slot)
    table.events.append(events.Attacked(card=way, strength=strength, seat=field.seat, clause="SW-K.8-1"))
    for _ in range(max(1, table.cards.hits[way])):
        attack_blow(table, foe, front, strength, "SW-K.8-1")
    yield from settle(table, field.seat) or ()
    left = field.slot_of(way)
    if left is not None:
        yield from attack_skills(table, field, left) or ()
    answer_battler(table, field, way)
    yield from settle(table, field.seat) or ()


def answer_battler(table: SwordrionTable, field: Field, card: int) -> None:
    """An auto battler is answered only where the set-up says so, by a front that still stands [SW-K.8-4]."""
    foe = table.foe(field)
    table.rely("SW-K.8-4")
    if table.setup.auto_battler_counter != AutoBattlerCounter.TRUE:
        return
    slot, front = field.slot_of(card), foe.slot_of(foe.front)
    if slot is not None and front is not None and not marks_on(front).held:
        attack_blow(table, field, slot, attack_of(table, foe, front), "SW-K.8-4")


class BattleDecision(OneOf):
    """The next auto battler [SW-K.8-8]."""

    clause = "SW-3.9-1"
    takes = (AttackWith, Pass)
    field = "card"

    def candidates(self, table: SwordrionTable) -> Sequence[int]:
        return able_ways(table, table.field(self.seat, of_enemy(table, self.seat)))

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        if isinstance(act, AttackWith):
            return Violation("SW-K.8-1", "auto_battler.not_one")
        if of_enemy(table, self.seat):
            return Violation("SW-S5-2", "auto_battler.enemy_must", ("SW-K.8-9",))
        return Violation("SW-K.1-2", "skill.own_always_must")


def of_enemy(table: SwordrionTable, seat: int) -> bool:
    """Whether the auto battlers that are asked for are the enemy's."""
    return table.side[seat].step == Step.ENEMY_AUTO_BATTLERS


class MustBattle(BattleDecision):
    """It must attack."""

    ask = "auto_battle_must"


class MayBattle(BattleDecision):
    """It may be left [SW-K.1-2]."""

    ask = "auto_battle"
    default = PASS
