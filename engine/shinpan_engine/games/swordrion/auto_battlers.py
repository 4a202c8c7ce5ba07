"""③バトル, step 7 [常時]オートバトラー: additional attacks on the enemy front of the exchange [SW-K.8]."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.choices import Optional
from ...kernel.decisions import Act, Ask, Flow
from . import events
from .actions import PASS, AttackWith, Pass
from .attack import attack_skills, two_ways
from .cards import AUTO_BATTLER, WAITS
from .damage import blow, foe_of
from .effects import settle
from .options import AutoBattlerCounter, AutoBattlerFront, OwnAlways
from .state import Step
from .strength import attack_of, flags_of
from .table import SwordrionTable, cards_of, each_seat, exchange_of, field, marks_on, slot_of


def own_battlers(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """7 オートバトラー of the own side [SW-3.9-1] [SW-K.8-1]."""
    return auto_battle(table, seat, False)


def enemy_battlers(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """7 オートバトラー of the enemy side, after the own ones [SW-K.8-9]."""
    return auto_battle(table, seat, True)


def auto_battle(table: SwordrionTable, seat: int, enemy: bool) -> Flow[None] | None:
    """The auto battlers of a side, if there are any."""
    found = battlers(table, seat, enemy)
    if not found:
        return None
    exchange_of(table.side[seat]).battlers = found
    return battle_on(table, seat, enemy)


def battle_on(table: SwordrionTable, seat: int, enemy: bool) -> Flow[None]:
    """One after the other, in the order that the participant likes [SW-K.8-8]."""
    exchange = exchange_of(table.side[seat])
    must = enemy or table.setup.own_always == OwnAlways.MANDATORY
    while able_ways(table, seat, enemy):
        act = yield (BATTLE_MUST if must else BATTLE_MAY)[seat]
        if isinstance(act, Pass):
            break
        slot = slot_of(field(table.side[seat], enemy), act.card)
        assert slot is not None, "who is named lies in the field"
        exchange.battlers = [card for card in exchange.battlers if card not in cards_of(slot)]
        yield from attack_too(table, seat, enemy, act.card)
    exchange.battlers = []


def battlers(table: SwordrionTable, seat: int, enemy: bool) -> list[int]:
    """The auto battlers of a field, by their upper card: from any place behind the front [SW-K.8-2], if the own front
    has attacked [SW-K.8-7] and its foe still stands [SW-K.8-3]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    if enemy:
        attacked, front, foe = exchange.struck, exchange.enemy_front, exchange.front
    else:
        attacked, front, foe = exchange.attacked, exchange.front, exchange.enemy_front
    if not attacked or not foe:
        return []
    front_too = table.setup.auto_battler_front == AutoBattlerFront.TRUE
    flags, found = table.cards.flags, list[int]()
    for slot in field(side, enemy):
        # Most cards are none and bear nothing that makes them one.
        if slot.marks is not None or (flags[slot.card] | flags[slot.lower]) & AUTO_BATTLER:
            fights_too = flags_of(table, slot) & (AUTO_BATTLER | WAITS) == AUTO_BATTLER
            if slot.up and fights_too and not marks_on(slot).held and (front_too or front not in cards_of(slot)):
                found.append(slot.card)
    return found


def able_ways(table: SwordrionTable, seat: int, enemy: bool) -> list[int]:
    """Those that are left and not kept from attacking, as long as the foe's front stands [SW-Q-10] [SW-Q-11]; a stack
    of two ways of attacking by each of its cards [SW-S2-6]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    if not (exchange.front if enemy else exchange.enemy_front):
        return []
    line, found = field(side, enemy), dict[int, None]()
    for card in exchange.battlers:
        slot = slot_of(line, card)
        if slot is not None and not marks_on(slot).held:
            found.update(dict.fromkeys(cards_of(slot) if two_ways(table, slot) else (slot.card,)))
    return list(found)


def attack_too(table: SwordrionTable, seat: int, enemy: bool, way: int) -> Flow[None]:
    """One attack of an auto battler, in the way of this card, on the foe's front alone [SW-K.8-3] [SW-K.8-10]; its
    damage is judged by itself [SW-K.8-5], and what falls leaves before its 攻撃 skills are used [SW-3.2-8]."""
    side = table.side[seat]
    slot = slot_of(field(side, enemy), way)
    assert slot is not None, "who is named lies in the field"
    front = field(side, not enemy)[0]
    strength = table.cards.breath[way] or attack_of(table, seat, enemy, slot)
    table.events.append(events.Attacked(card=way, strength=strength, seat=seat, clause="SW-K.8-1"))
    for _ in range(max(1, table.cards.hits[way])):
        blow(table, seat, not enemy, front, strength, foe_of(not enemy), "SW-K.8-1", True)
    asked = settle(table, seat)
    if asked is not None:
        yield from asked
    left = slot_of(field(side, enemy), way)
    asked = None if left is None else attack_skills(table, seat, enemy, left)
    if asked is not None:
        yield from asked
    answer_battler(table, seat, enemy, way)
    asked = settle(table, seat)
    if asked is not None:
        yield from asked


def answer_battler(table: SwordrionTable, seat: int, enemy: bool, card: int) -> None:
    """An auto battler is answered only where the set-up says so, by a front that still stands [SW-K.8-4]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    table.rely("SW-K.8-4")
    if table.setup.auto_battler_counter != AutoBattlerCounter.TRUE:
        return
    slot = slot_of(field(side, enemy), card)
    front = slot_of(field(side, not enemy), exchange.front if enemy else exchange.enemy_front)
    if slot is not None and front is not None and not marks_on(front).held:
        strength = attack_of(table, seat, not enemy, front)
        blow(table, seat, enemy, slot, strength, foe_of(enemy), "SW-K.8-4", True)


class BattleDecision(Optional):
    """The next auto battler [SW-K.8-8]."""

    clause = "SW-3.9-1"
    takes = (AttackWith, Pass)

    def law(self, table: SwordrionTable, act: Act) -> Violation | None:
        enemy = of_enemy(table, self.seat)
        if isinstance(act, Pass):
            if enemy:
                return Violation("SW-S5-2", "an enemy auto battler attacks whenever it is possible", ("SW-K.8-9",))
            return Violation("SW-K.1-2", "this game was set up with own 常時 skills compulsory")
        if act.card not in able_ways(table, self.seat, enemy):
            return Violation("SW-K.8-1", "this is no auto battler that has yet to attack")
        return None

    def ways(self, table: SwordrionTable) -> Iterator[Act]:
        for card in able_ways(table, self.seat, of_enemy(table, self.seat)):
            yield AttackWith(card)


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


BATTLE_MUST = each_seat(lambda seat: Ask((MustBattle(seat),)))
BATTLE_MAY = each_seat(lambda seat: Ask((MayBattle(seat),)))
