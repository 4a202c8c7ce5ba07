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
from ..table.table import SwordrionTable, cards_of, exchange_of, field, marks_on, slot_of
from .attack import attack_skills, two_ways
from .damage import attack_blow


def own_battlers(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """7 オートバトラー of the own side [SW-3.9-1] [SW-K.8-1]."""
    return auto_battle(table, seat, False)


def enemy_battlers(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """7 オートバトラー of the enemy side, after the own ones [SW-K.8-9]."""
    return auto_battle(table, seat, True)


def auto_battle(table: SwordrionTable, seat: int, by_enemy: bool) -> Flow[None] | None:
    """The auto battlers of a side, if there are any."""
    found = battlers(table, seat, by_enemy)
    if not found:
        return None
    exchange_of(table.side[seat]).battlers = found
    return battle_on(table, seat, by_enemy)


def battle_on(table: SwordrionTable, seat: int, by_enemy: bool) -> Flow[None]:
    """One after the other, in the order that the participant likes [SW-K.8-8]."""
    exchange = exchange_of(table.side[seat])
    must = by_enemy or table.setup.own_always == OwnAlways.MANDATORY
    while able_ways(table, seat, by_enemy):
        act = yield ask(MustBattle if must else MayBattle, seat)
        if isinstance(act, Pass):
            break
        slot = slot_of(field(table.side[seat], by_enemy), act.card)
        assert slot is not None, "who is named lies in the field"
        exchange.battlers = [card for card in exchange.battlers if card not in cards_of(slot)]
        yield from attack_too(table, seat, by_enemy, act.card)
    exchange.battlers = []


def battlers(table: SwordrionTable, seat: int, by_enemy: bool) -> list[int]:
    """The auto battlers of a field, by their upper card: from any place behind the front [SW-K.8-2], if the own front
    has attacked [SW-K.8-7], though it may have fallen since [SW-K.8-6], and its foe still stands [SW-K.8-3]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    if by_enemy:
        attacked, front, foe = exchange.struck, exchange.enemy_front, exchange.front
    else:
        attacked, front, foe = exchange.attacked, exchange.front, exchange.enemy_front
    if not attacked or not foe:
        return []
    front_too = table.setup.auto_battler_front == AutoBattlerFront.TRUE
    flags, found = table.cards.flags, list[int]()
    for slot in field(side, by_enemy):
        # Most cards are none and bear nothing that makes them one.
        if slot.marks is not None or (flags[slot.card] | flags[slot.lower]) & AUTO_BATTLER:
            fights_too = flags_of(table, slot) & (AUTO_BATTLER | WAITS) == AUTO_BATTLER
            if slot.up and fights_too and not marks_on(slot).held and (front_too or front not in cards_of(slot)):
                found.append(slot.card)
    return found


def able_ways(table: SwordrionTable, seat: int, by_enemy: bool) -> list[int]:
    """Those that are left and not kept from attacking, as long as the foe's front stands [SW-Q-10] [SW-Q-11]; a stack
    of two ways of attacking by each of its cards [SW-S2-6]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    if not (exchange.front if by_enemy else exchange.enemy_front):
        return []
    line, found = field(side, by_enemy), dict[int, None]()
    for card in exchange.battlers:
        slot = slot_of(line, card)
        if slot is not None and not marks_on(slot).held:
            found.update(dict.fromkeys(cards_of(slot) if two_ways(table, slot) else (slot.card,)))
    return list(found)


def attack_too(table: SwordrionTable, seat: int, by_enemy: bool, way: int) -> Flow[None]:
    """One attack of an auto battler, in the way of this card, on the foe's front alone [SW-K.8-3] [SW-K.8-10]; its
    damage is judged by itself [SW-K.8-5], and what falls leaves before its 攻撃 skills are used [SW-3.2-8]."""
    side = table.side[seat]
    slot = slot_of(field(side, by_enemy), way)
    assert slot is not None, "who is named lies in the field"
    front = field(side, not by_enemy)[0]
    strength = table.cards.breath[way] or attack_of(table, seat, by_enemy, slot)
    table.events.append(events.Attacked(card=way, strength=strength, seat=seat, clause="SW-K.8-1"))
    for _ in range(max(1, table.cards.hits[way])):
        attack_blow(table, seat, not by_enemy, front, strength, "SW-K.8-1")
    yield from settle(table, seat) or ()
    left = slot_of(field(side, by_enemy), way)
    if left is not None:
        yield from attack_skills(table, seat, by_enemy, left) or ()
    answer_battler(table, seat, by_enemy, way)
    yield from settle(table, seat) or ()


def answer_battler(table: SwordrionTable, seat: int, by_enemy: bool, card: int) -> None:
    """An auto battler is answered only where the set-up says so, by a front that still stands [SW-K.8-4]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    table.rely("SW-K.8-4")
    if table.setup.auto_battler_counter != AutoBattlerCounter.TRUE:
        return
    slot = slot_of(field(side, by_enemy), card)
    front = slot_of(field(side, not by_enemy), exchange.front if by_enemy else exchange.enemy_front)
    if slot is not None and front is not None and not marks_on(front).held:
        strength = attack_of(table, seat, not by_enemy, front)
        attack_blow(table, seat, by_enemy, slot, strength, "SW-K.8-4")


class BattleDecision(OneOf):
    """The next auto battler [SW-K.8-8]."""

    clause = "SW-3.9-1"
    takes = (AttackWith, Pass)
    field = "card"

    def candidates(self, table: SwordrionTable) -> Sequence[int]:
        return able_ways(table, self.seat, of_enemy(table, self.seat))

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        if isinstance(act, AttackWith):
            return Violation("SW-K.8-1", "this is no auto battler that has yet to attack")
        if of_enemy(table, self.seat):
            return Violation("SW-S5-2", "an enemy auto battler attacks whenever it is possible", ("SW-K.8-9",))
        return Violation("SW-K.1-2", "this game was set up with own 常時 skills compulsory")


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
