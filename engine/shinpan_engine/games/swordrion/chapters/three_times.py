"""特殊なルール ③3回ルール: a battle that does not move on."""

from ..cards.strength import attack_of, hp_parts
from ..table import events
from ..table.state import Felled, Front, Side, Situation, Slot
from ..table.table import Field, SwordrionTable, exchange_of, marked, marks_on

IDLE_EXCHANGES = 3
"""SW-S3-1."""
LONGEST_BATTLE = 100
"""Exchanges after which a battle has stopped moving on, whatever still changes in it [SW-S3-12]."""


def what_matters(table: SwordrionTable, seat: int) -> Situation:
    """What an exchange must have changed to have moved the battle on [SW-S3-4]: the number of wounds on either side,
    whoever bears them, the cards of the enemy line and what of it lies open, and HP, attack and skills of both fronts.
    Own cards that come back do not matter [SW-S3-6]."""
    side = table.side[seat]
    open_cards = []
    for slot in side.enemy:
        if slot.up:
            open_cards.append(slot.card)
            if slot.lower:
                open_cards.append(slot.lower)
    return Situation(
        wounds_of(side.line),
        wounds_of(side.enemy),
        len(side.enemy),
        open_cards,
        front_of(table, table.own[seat]),
        front_of(table, table.enemies[seat]),
    )


def wounds_of(line: list[Slot]) -> int:
    """All × of a line."""
    wounds = 0
    for slot in line:
        wounds += slot.wounds
    return wounds


def front_of(table: SwordrionTable, field: Field) -> Front | None:
    """A front, if one stands: skills, by the cards that carry them, HP as a fraction in lowest terms, and attack."""
    line = field.line
    if not line:
        return None
    slot = line[0]
    hp, halved = hp_parts(table, field, slot), marks_on(slot).halved
    while halved and hp % 2 == 0:
        hp, halved = hp // 2, halved - 1
    equipment = [one.card for one in marks_on(slot).equipment]
    return Front(slot.card, slot.lower, hp, halved, attack_of(table, field, slot), equipment)


def count_idle(table: SwordrionTable, seat: int) -> bool:
    """An exchange in which nobody fell and nothing that matters changed is idle [SW-S3-4], as it is where neither
    attack exceeds the other's block [SW-S3-5]; the third in a row strikes both fronts down [SW-S3-1] [SW-S3-7],
    anything else starts the count again [SW-S3-3]. Both fronts matter, so all three are theirs, the one in which they
    met too [SW-S3-11]. Says whether anybody was struck down."""
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
    """相打ち: both fronts fall, each by the other's hand, whatever protects them [SW-S3-2] [SW-S3-8] [SW-S3-9]. Which
    fields are empty then is judged as ever, by `close_battle` [SW-S3-10]."""
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
