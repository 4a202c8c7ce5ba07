"""③バトル: a battle with its exchanges, each in its seven steps, and how it ends [SW-3.2] [SW-3.10] to [SW-3.12]."""

from collections.abc import Callable

from ...kernel.decisions import Flow
from . import events
from .actions import Colour
from .attack import attack_step, step_forward
from .auto_battlers import enemy_battlers, own_battlers
from .automata import leave_waiting, turn_up_front
from .damage import fell_spent, lends_hp
from .effects import settle
from .skills import enemy_always, on_turn, own_always, relic_effects
from .spells import cut_spells, spell_step
from .state import Exchange, Felled, Status, Step
from .table import SwordrionTable, exchange_of, field, tidy
from .three_times import count_idle, end_undecided, what_matters


def battle(table: SwordrionTable, seat: int) -> Flow[None]:
    """1手番の流れ, exchange after exchange until a field is empty [SW-3.2-7]: the steps in their order, none repeated
    [SW-3.2-1] [SW-3.2-2]. Fields are judged at the end of an exchange only, so that both empty within one is at the
    same time [SW-3.12-2]. Whom a text of this battle leaves without HP falls first [SW-3.1-18], and who waits for this
    battle comes [SW-S5-14]."""
    side = table.side[seat]
    side.exchange, side.step = Exchange(), Step.TURN_UP
    asked = settle(table, seat)
    if asked is not None:
        yield from asked
    while side.line and side.enemy:
        asked = begin_exchange(table, seat)
        if asked is not None:
            yield from asked
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
    if not (side.due or side.waiting or lends_hp(table, seat)):
        return None
    asked = settle(table, seat)
    return turn_up_on(table, seat, asked)


def turn_up_on(table: SwordrionTable, seat: int, asked: Flow[None] | None) -> Flow[None]:
    """The same where spells that come up do something first, somebody joins, or the front lives on lent HP
    [SW-2.3-7]."""
    side = table.side[seat]
    while asked is not None or (side.enemy and not side.enemy[0].up):
        if asked is not None:
            yield from asked
        turn_up_front(table, seat)
        asked = settle(table, seat)


def meet(table: SwordrionTable, seat: int) -> None:
    """The pair of fronts is fixed [SW-3.2-4], and what matters is written down [SW-S3-4]."""
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


def end_exchange(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """What lasted for the exchange ends; all that is defeated has left and its rewards are done; the three-times count
    follows [SW-3.2-6]."""
    asked = settle(table, seat) if end_what_lasted(table, seat) else None
    if asked is None:
        return judge_standstill(table, seat)
    return end_after(table, seat, asked)


def end_after(table: SwordrionTable, seat: int, before: Flow[None]) -> Flow[None]:
    """The same where something falls due first."""
    yield from before
    yield from let_pass(table, seat)
    asked = judge_standstill(table, seat)
    if asked is not None:
        yield from asked


def let_pass(table: SwordrionTable, seat: int) -> Flow[None]:
    """Rewards at the end of an exchange may change something for it once more; that ends with it too."""
    while end_what_lasted(table, seat):
        asked = settle(table, seat)
        if asked is not None:
            yield from asked


def judge_standstill(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """3回ルール; a battle that is still not decided may have gone on for too long."""
    return fall(table, seat) if count_idle(table, seat) else judge_length(table, seat)


def fall(table: SwordrionTable, seat: int) -> Flow[None]:
    """Both fronts fall, with the rewards that this brings [SW-S3-9]."""
    asked = settle(table, seat)
    if asked is not None:
        yield from asked
        yield from let_pass(table, seat)
    asked = judge_length(table, seat)
    if asked is not None:
        yield from asked


def judge_length(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """The last exchange that a battle can have [SW-S3-12]."""
    return settle(table, seat) if end_undecided(table, seat) else None


def end_what_lasted(table: SwordrionTable, seat: int) -> bool:
    """Changes for the exchange end; a card that only these kept alive falls by nobody's hand. Says whether any did."""
    ended = False
    for enemy in (False, True):
        for slot in field(table.side[seat], enemy):
            marks = slot.marks
            if marks is not None:
                lasted = marks.turn_hp or marks.turn_attack
                marks.held, marks.fresh, marks.turn_hp, marks.turn_attack = False, [], 0, 0
                tidy(slot)
                if lasted:
                    fell_spent(table, seat, enemy, slot, Felled.BY_NOBODY)
                    ended = True
    return ended


Deed = Callable[[SwordrionTable, int], Flow[None] | None]
STEPS: tuple[tuple[Step, Deed, bool], ...] = (
    (Step.CUT, cut_spells, True),
    (Step.RELIC_EFFECTS, relic_effects, True),
    (Step.SPELL, spell_step, True),
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
    """1バトルクリア: a blue cube [SW-3.10-2]. 未クリア: a green and a yellow one, and the round is over [SW-3.11-1]
    [SW-3.11-2]. Both fields empty: a green and a blue one [SW-3.12-1]."""
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
