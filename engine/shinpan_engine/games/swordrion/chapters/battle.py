"""③バトル: a battle with its exchanges, each in its seven steps, and how it ends [SW-3.2] [SW-3.10] to [SW-3.12]."""

from collections.abc import Callable

from ....kernel.play.decisions import Flow
from ..cards.effects import settle
from ..table import events
from ..table.actions import Colour
from ..table.state import Exchange, Felled, Marks, Slot, Status, Step
from ..table.table import SwordrionTable, exchange_of, tidy
from .attack import attack_step, step_forward
from .auto_battlers import enemy_battlers, own_battlers
from .automata import leave_waiting, turn_up_front
from .damage import fell_spent, lends_hp
from .skills import enemy_always, on_turn, own_always, relic_effects
from .spells import cut_spells, spell_step
from .three_times import count_idle, end_undecided, what_matters


def battle(table: SwordrionTable, seat: int) -> Flow[None]:
    """1手番の流れ, exchange after exchange until a field is empty [SW-3.2-7]: the steps in their order, none repeated
    [SW-3.2-1] [SW-3.2-2]. It is fought on one side of the table, never against the other participant [SW-1.1-4]. Fields
    are judged at the end of an exchange only, so that both empty within one is at the same time [SW-3.12-2]. Whom a
    text of this battle leaves without HP falls first [SW-3.1-18], and who waits for this battle comes [SW-S5-14]."""
    side = table.side[seat]
    side.exchange, side.step = Exchange(), Step.TURN_UP
    yield from settle(table, seat) or ()
    while side.line and side.enemy:
        yield from begin_exchange(table, seat) or ()
        if not (side.line and side.enemy):
            yield from let_pass(table, seat)
            break
        meet(table, seat)
        for step, deed, followed in STEPS:
            side.step = step
            asked = deed(table, seat)
            if asked is not None:
                yield from asked
            asked = step_forward(table, seat) if followed else None
            if asked is not None:
                yield from asked
    side.exchange = None
    close_battle(table, seat)


def begin_exchange(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """Before anything else the enemy front is turned up [SW-3.1-4] [SW-3.2-3]; 召喚 cards that wait are looked at
    [SW-S5-14]."""
    side = table.side[seat]
    side.step, before = Step.TURN_UP, exchange_of(side)
    side.exchange = Exchange(before.number + 1, idle=before.idle)
    turn_up_front(table, seat)
    return turn_up_on(table, seat) if side.due or side.waiting or lends_hp(table, seat) else None


def turn_up_on(table: SwordrionTable, seat: int) -> Flow[None]:
    """Spells that come up do something first, somebody joins, or the front lives on lent HP; then the next front is
    turned up [SW-2.3-7]."""
    side = table.side[seat]
    while (asked := settle(table, seat)) is not None or (side.enemy and not side.enemy[0].up):
        yield from asked or ()
        turn_up_front(table, seat)


def meet(table: SwordrionTable, seat: int) -> None:
    """The pair of fronts, the leftmost of each field [SW-3.1-2], is fixed [SW-3.2-4], and what matters is written down
    [SW-S3-4]."""
    side = table.side[seat]
    now = exchange_of(side)
    now.front, now.enemy_front = side.line[0].card, side.enemy[0].card
    now.before, now.defeat = what_matters(table, seat), False
    table.events.append(
        events.ExchangeBegan(number=now.number, front=now.front, enemy=now.enemy_front, seat=seat, clause="SW-3.1-1")
    )


def removal(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """6, at its end: both blows are dealt, the defeated leave [SW-3.2-8]."""
    return settle(table, seat)


def end_exchange(table: SwordrionTable, seat: int) -> Flow[None]:
    """What lasted for the exchange ends; all that is defeated has left and its rewards are done; the three-times count
    follows [SW-3.2-6]. A battle that is still not decided may have gone on for too long [SW-S3-12]."""
    yield from let_pass(table, seat)
    if count_idle(table, seat):
        yield from settle(table, seat) or ()
        yield from let_pass(table, seat)
    if end_undecided(table, seat):
        yield from settle(table, seat) or ()


def let_pass(table: SwordrionTable, seat: int) -> Flow[None]:
    """Rewards at the end of an exchange may change something for it once more; that ends with it too."""
    while end_what_lasted(table, seat):
        yield from settle(table, seat) or ()


def end_what_lasted(table: SwordrionTable, seat: int) -> bool:
    """Changes for the exchange end; a card that only these kept alive falls by nobody's hand. Says whether any did."""
    ended = False
    for field in table.fields[seat]:
        for slot in field.line:
            if slot.marks is not None and end_changes(slot, slot.marks):
                fell_spent(table, field, slot, Felled.BY_NOBODY)
                ended = True
    return ended


def end_changes(slot: Slot, marks: Marks) -> bool:
    """Whatever was done to a card for the exchange ends. Says whether that changed its HP or attack."""
    changed = bool(marks.turn_hp or marks.turn_attack)
    marks.held, marks.fresh, marks.turn_hp, marks.turn_attack = False, [], 0, 0
    tidy(slot)
    return changed


Deed = Callable[[SwordrionTable, int], Flow[None] | None]
STEPS: tuple[tuple[Step, Deed, bool], ...] = (
    (Step.CUT, cut_spells, True),
    (Step.RELIC_EFFECTS, relic_effects, True),
    (Step.SPELL, spell_step, True),  # the enemy side has neither spells nor relics to use [SW-3.4-5]
    (Step.OWN_ALWAYS, own_always, True),
    (Step.ENEMY_ALWAYS, enemy_always, True),
    (Step.ON_TURN, on_turn, True),
    (Step.ATTACK, attack_step, False),
    (Step.REMOVAL, removal, False),
    (Step.AUTO_BATTLERS, own_battlers, False),
    (Step.ENEMY_AUTO_BATTLERS, enemy_battlers, False),
    (Step.EXCHANGE_END, end_exchange, False),
)
"""The steps after the turning up, in their order [SW-3.2-1] [SW-3.2-3], and whether fallen fronts are followed at its
end [SW-3.2-5]."""


def close_battle(table: SwordrionTable, seat: int) -> None:
    """1バトルクリア, by whatever means the enemy field was emptied [SW-3.10-3]: a blue cube [SW-3.10-2], and the own
    line stays as it is [SW-3.10-4]. 未クリア: a green and a yellow one, and the round is over [SW-3.11-1] [SW-3.11-2],
    whatever is left in the hand [SW-3.11-3]. Both fields empty: a green and a blue one [SW-3.12-1]. Each round ends in
    one of the last two ways, so that the green cubes mark the round [SW-1.4-3]."""
    side, state = table.side[seat], table.state
    side.step = Step.NONE
    if side.line:
        side.status = Status.CLEARED
        table.events.append(events.Cleared(battle=state.battle, seat=seat, clause="SW-3.10-1"))
        table.gain(seat, Colour.BLUE, 1, "SW-3.10-2")
        leave_waiting(table, seat)
        return
    side.status = Status.OUT
    table.gain(seat, Colour.GREEN, 1, "SW-3.11-2" if side.enemy else "SW-3.12-1")
    if side.enemy:
        table.gain(seat, Colour.YELLOW, 1, "SW-3.11-2")
    else:
        table.rely("SW-3.12-1")
        table.gain(seat, Colour.BLUE, 1, "SW-3.12-1")
    table.events.append(events.WentOut(round=state.round, seat=seat, clause="SW-3.11-1" if side.enemy else "SW-3.12-3"))
