"""8-4-4 対応アクション, the flow: an attack waits until everybody in its range has passed."""

from bisect import insort
from collections.abc import Sequence
from typing import ClassVar

from .....kernel.play.decisions import Act, Decision, Flow
from ...table import events
from ...table.actions import Facing, Pass
from ...table.options import LegionSpawn
from ...table.state import Strike, Window
from ...table.table import HackcladTable
from ..injury import carry_out

CLAD_STEPS = (Strike.ADVANCE, Strike.KNOCKBACK, Strike.RETURN)
"""Movement attacks of the clad, made before the piece moves [HC-8.4.1-4]."""


class ActionDecision(Decision):
    """What a player may do on a turn or in the range of an attack, and how it is done."""

    def deed(self, table: HackcladTable, act: Act) -> Flow[None] | None:
        """Carries out an action."""
        raise NotImplementedError


class Helping(Decision):
    """What others may do for that player. It answers nothing that she is asked."""

    interrupts: ClassVar[bool] = True


def attack(
    table: HackcladTable, strike: Strike, facing: Facing = Facing.NONE, marks: Sequence[int] = ()
) -> Flow[None] | None:
    """An attack: the squares, then reactions before it is carried out [HC-8.4.4-1] [HC-8.4.1.A-2]. Where nobody
    stands on them nothing comes of it."""
    window = Window(strike, facing, list(marks))
    window.squares = squares = attacked(table, window)
    table.events.append(events.Attacked(strike=strike, squares=squares, clause="HC-8.4.4-1"))
    for side in table.state.sides:
        if side.square in squares:
            return answered(table, window)
    return None


def answered(table: HackcladTable, window: Window) -> Flow[None]:
    """Reactions ① to ⑥."""
    table.state.windows.append(window)
    # ① The earliest turn slot of those in range who have not passed is the active player [HC-8.4.4-3].
    while active := active_player(table, window):
        decision, act = yield table.reactions[active]
        # ③ A pass, and the next one is active [HC-8.4.4-6] [HC-8.4.4-7].
        if type(act) is Pass:
            insort(window.passed, active)
            continue
        # ② One reaction; the same player may go on [HC-8.4.4-4] [HC-8.4.4-5].
        # ⑤ Movement attacks that it makes are resolved first, with their own reactions [HC-8.4.4-10].
        yield from decision.deed(table, act) or ()
        # ④ Where the attacked squares have changed, all passes lapse [HC-8.4.4-8].
        look_again(table, window)
    table.state.windows.pop()
    # ⑥ All have passed: the attack is carried out on the squares as they are now [HC-8.4.4-11].
    carry_out(table, window)


def active_player(table: HackcladTable, window: Window) -> int:
    """Who may react now; 0 if all in range have passed. Who is in range is looked up each time [HC-8.4.4-9]."""
    passed, squares = window.passed, window.squares
    found = [seat for seat in table.seats if table.side[seat].square in squares and seat not in passed]
    return table.in_turn_order(found)[0] if found else 0


def look_again(table: HackcladTable, window: Window) -> None:
    """Whether a reaction has changed the attacked squares, and what comes of it; a step of the clad then goes one
    square ahead of where it stands now [HC-8.4.4-12]."""
    squares = attacked(table, window)
    if squares == window.squares:
        return
    window.squares, window.passed = squares, []
    table.rely("HC-8.4.4-8")
    if window.strike in CLAD_STEPS:
        table.rely("HC-8.4.4-12")
        trample(table, squares)


def attacked(table: HackcladTable, window: Window) -> list[int]:
    """The squares of an attack as things stand, ascending; for legions each as often as it is attacked."""
    state, board = table.state, table.board
    match window.strike:
        case Strike.RANGE:
            # The pose at this moment counts, for whatever icon [HC-8.4.1-2].
            acting = state.acting
            assert acting is not None, "only a clad card attacks so"
            icon = table.cards.icons(state.slots[acting.slot - 1])[acting.icon]
            return board.covered(state.clad_square, icon.masks[state.clad_facing])
        case Strike.ADVANCE:
            return [board.beyond[state.clad_facing][state.clad_square]]
        case Strike.KNOCKBACK:
            return [board.beyond[window.facing][state.clad_square]]
        case Strike.RETURN:
            return [] if state.clad_square == board.centre else [board.centre]
        case Strike.APPEARANCE:
            if table.setup.legion_spawn == LegionSpawn.ATTACK_THEN_PLACE:
                return window.marks
            return [square for square in window.marks if table.legion_at(square) is not None]
        case _:
            return sorted([square for legion in state.legions for square in board.beside[legion.square]])


def trample(table: HackcladTable, squares: Sequence[int], clause: str = "HC-8.4.F-4") -> None:
    """Legions on squares that a piece takes are removed first; nobody gains anything for it [HC-8.4.F-4]
    [HC-8.4.F-5]."""
    for square in squares:
        legion = table.legion_at(square)
        if legion is not None:
            table.state.legions.remove(legion)
            table.events.append(events.Trampled(square=square, clause=clause))
            table.rely("HC-8.4.F-4")
