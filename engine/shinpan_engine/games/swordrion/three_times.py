"""特殊なルール ③3回ルール: a battle that does not move on."""

from ...kernel.canon import encode
from . import events
from .state import Felled, Side, Slot
from .strength import attack_of, hp_parts
from .table import SwordrionTable, exchange_of, marked, marks_on

IDLE_EXCHANGES = 3
"""SW-S3-1."""
LONGEST_BATTLE = 100
"""Exchanges after which a battle has stopped moving on, whatever still changes in it [SW-S3-12]."""
FRONTS = -1
"""Stands before what is told of the fronts."""


def what_matters(table: SwordrionTable, seat: int) -> bytes:
    """What an exchange must have changed to have moved the battle on [SW-S3-4], as canonical bytes: the number of
    wounds on either side, whoever bears them, the cards of the enemy line and what of it lies open, and HP, attack and
    skills of both fronts. Own cards that come back do not matter [SW-S3-6]."""
    side = table.side[seat]
    found = [wounds_of(side.line), wounds_of(side.enemy), len(side.enemy)]
    for slot in side.enemy:
        if slot.up:
            found.append(slot.card)
            if slot.lower:
                found.append(slot.lower)
    found.append(FRONTS)
    if side.line:
        add_front(found, table, seat, False, side.line[0])
    if side.enemy:
        add_front(found, table, seat, True, side.enemy[0])
    return encode(found)


def wounds_of(line: list[Slot]) -> int:
    """All × of a line."""
    wounds = 0
    for slot in line:
        wounds += slot.wounds
    return wounds


def add_front(found: list[int], table: SwordrionTable, seat: int, enemy: bool, slot: Slot) -> None:
    """Skills, by the cards that carry them, HP as a fraction in lowest terms, and attack of a front."""
    hp, halved = hp_parts(table, seat, enemy, slot), marks_on(slot).halved
    while halved and hp % 2 == 0:
        hp, halved = hp // 2, halved - 1
    found.append(slot.card)
    found.append(slot.lower)
    found.append(hp)
    found.append(halved)
    found.append(attack_of(table, seat, enemy, slot))
    for one in marks_on(slot).equipment:
        found.append(one.card)


def count_idle(table: SwordrionTable, seat: int) -> bool:
    """An exchange in which nobody fell and nothing that matters changed is idle [SW-S3-4]; the third in a row strikes
    both fronts down [SW-S3-1] [SW-S3-7], anything else starts the count again [SW-S3-3]. Says whether anybody was
    struck down."""
    side = table.side[seat]
    exchange = exchange_of(side)
    if exchange.defeat or what_matters(table, seat) != exchange.before:
        exchange.idle = 0
    else:
        exchange.idle += 1
        table.rely("SW-S3-4")
    if exchange.idle < IDLE_EXCHANGES:
        return False
    exchange.idle = 0
    strike_down(table, seat, side)
    return True


def strike_down(table: SwordrionTable, seat: int, side: Side) -> None:
    """相打ち: both fronts fall, each by the other's hand, whatever protects them [SW-S3-2] [SW-S3-8] [SW-S3-9]."""
    marked(side.line[0]).felled, marked(side.enemy[0]).felled = Felled.BY_ENEMY, Felled.BY_PARTICIPANT
    table.events.append(events.StruckDown(exchanges=IDLE_EXCHANGES, seat=seat, clause="SW-S3-1"))


def end_undecided(table: SwordrionTable, seat: int) -> bool:
    """A battle that is not decided by its last exchange is ended: all that stands strikes each other down, and nobody
    is rewarded [SW-S3-12]. Says whether it was."""
    side = table.side[seat]
    if exchange_of(side).number < LONGEST_BATTLE or not (side.line and side.enemy):
        return False
    table.rely("SW-S3-12")
    for slot in (*side.line, *side.enemy):
        marked(slot).felled = Felled.BY_NOBODY
    table.events.append(events.StruckDown(exchanges=LONGEST_BATTLE, seat=seat, clause="SW-S3-12"))
    return True
