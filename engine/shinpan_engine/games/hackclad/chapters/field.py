"""8-4 フィールドとコマに関するルール, and 8-4-7 復帰処理: how witches come, move and gain stones."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..table import events
from ..table.actions import ReEnter
from ..table.options import ReentryFallback
from ..table.state import Modified
from ..table.table import HackcladTable


def move_witch(table: HackcladTable, seat: int, square: int, clause: str, passing: bool = False) -> None:
    """A witch moves to a square and gains what lies there; it is not optional [HC-8.4.F-2]. That she may be where a
    piece stands is a reading [HC-8.4.F-6], unless a text lets her pass."""
    side = table.side[seat]
    if not passing and table.occupied(square):
        table.rely("HC-8.4.F-6")
    side.square = square
    side.moved = True
    table.events.append(events.Moved(square=square, seat=seat, clause=clause))
    table.collect(seat, square, "HC-8.4.F-2")


def can_walk(table: HackcladTable, seat: int) -> bool:
    """Whether a witch may move at all: she is on the field and no text forbids it."""
    return table.side[seat].square != 0 and not table.barred(seat, Modified.NO_MOVE)


def steps_from(table: HackcladTable, square: int) -> Sequence[int]:
    """Where a witch can go by one step, ascending: the four squares beside hers [HC-8.4.F-1], where pieces bar the way
    only the unoccupied ones [HC-8.4.F-6]."""
    beside = table.board.around[square]
    if not table.blocked:
        return beside
    return [there for there in beside if not table.occupied(there)]


def ways_past(table: HackcladTable, seat: int, square: int, steps: int) -> Sequence[int]:
    """Where a witch whom a text lets pass pieces can go next, with so many steps left, ascending. Where pieces bar the
    way the last of them ends on no piece, so no other leads where there is no way on [HC-8.4.F-6]."""
    beside = table.board.around[square]
    if not table.blocked:
        return beside
    if steps == 1:
        return [there for there in beside if not table.occupied(there, but=seat)]
    return [there for there in beside if ways_past(table, seat, there, steps - 1)]


def judge_step(table: HackcladTable, seat: int, square: int) -> Violation | None:
    """Whether a witch may take one step to a square."""
    here = table.side[seat].square
    if here == 0:
        return Violation("HC-8.4.3-6", "field.off")
    if table.barred(seat, Modified.NO_MOVE):
        return Violation("HC-8.4.3.A-14", "field.barred")
    if square not in table.board.beside[here]:
        return Violation("HC-8.4.F-1", "field.no_step")
    if table.blocked and table.occupied(square):
        return Violation("HC-8.4.F-6", "field.occupied")
    return None


# 8-4-7 復帰処理


def re_entry(table: HackcladTable, seat: int) -> Flow[None]:
    """A witch on her turn card comes back before anything else [HC-8.4.7-1] [HC-8.4.7-6]; it costs nothing and is no
    move [HC-8.4.7-5]."""
    act = yield ask(ReEntryDecision, seat)
    re_enter(table, seat, act)


def re_enter(table: HackcladTable, seat: int, act: ReEnter) -> None:
    """The witch stands on the square and gains the stones there at once [HC-8.4.7-4]."""
    table.side[seat].square = act.square
    table.events.append(events.ReEntered(square=act.square, seat=seat, clause="HC-8.4.7-2"))
    table.collect(seat, act.square, "HC-8.4.7-4")


def entries(table: HackcladTable) -> list[int]:
    """Where a witch may come back: on entry points without a piece; if there is none, anywhere or, by an option, on any
    square without one [HC-8.4.7-2] [HC-8.4.7-3]."""
    free = sorted(square for square in table.entry_points if not table.occupied(square))
    if free:
        return free
    if table.setup.reentry_fallback == ReentryFallback.ANY:
        return list(table.board.squares)
    return [square for square in table.board.squares if not table.occupied(square)]


class ReEntryDecision(OneOf):
    """復帰処理 is compulsory; the square is the player's choice [HC-8.4.7-2] [HC-8.4.7-6]."""

    ask = "re_enter"
    clause = "HC-8.4.7-1"
    takes = (ReEnter,)
    field = "square"

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        return entries(table)

    def refuse(self, table: HackcladTable, act: Act) -> Violation:
        none_free = all(table.occupied(square) for square in table.entry_points)
        if none_free and table.setup.reentry_fallback == ReentryFallback.UNOCCUPIED:
            return Violation("HC-8.4.7-3", "re_entry.occupied")
        return Violation("HC-8.4.7-2", "re_entry.elsewhere", ("HC-8.4.7-3",))
