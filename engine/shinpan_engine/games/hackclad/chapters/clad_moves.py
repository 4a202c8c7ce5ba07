"""8-4-1 1マス前進, and every other movement of the clad: ノックバック [HC-12.1-2] and the return to the start
[HC-X-6]."""

from ....kernel.play.decisions import Flow
from ..table import events
from ..table.actions import Facing
from ..table.options import CladReturnAttacks
from ..table.state import Strike, Window
from ..table.table import HackcladTable
from .actions.windows import attack, attacked, trample

MOVED_BY = {Strike.KNOCKBACK: "HC-12.1-2", Strike.RETURN: "HC-X-6"}
"""The clauses of what moves the clad, other than an advance."""


def step(table: HackcladTable, strike: Strike, facing: Facing = Facing.NONE) -> Flow[None]:
    """The clad goes one square: a legion there is removed [HC-8.4.F-4], a movement attack is made on it, then the piece
    moves, whether anybody was hit or not [HC-8.4.1-4]. A player who moves the clad brings about the same, on herself
    too [HC-8.4.1.A-3]. While a text holds it, nothing of that happens [HC-8.4.1-16]."""
    if table.state.clad_held:
        table.rely("HC-8.4.1-16")
        return
    trample(table, attacked(table, Window(strike, facing)))
    yield from attack(table, strike, facing) or ()
    arrive(table, strike, facing)


def arrive(table: HackcladTable, strike: Strike, facing: Facing) -> None:
    """The piece moves; it does not turn [HC-12.1-3], and stones there stay under it [HC-8.4.F-3]."""
    for square in attacked(table, Window(strike, facing)):
        table.state.clad_square = square
        table.events.append(events.CladMoved(square=square, clause=MOVED_BY.get(strike, "HC-8.4.1-4")))


def go_home(table: HackcladTable) -> Flow[None]:
    """帰巣本能: the clad goes to the middle and turns as it stood at the start; where it stands there it only turns."""
    table.rely("HC-X-6")
    if table.state.clad_square != table.board.centre:
        if table.setup.clad_return_attacks == CladReturnAttacks.TRUE:
            yield from step(table, Strike.RETURN)
        elif not table.state.clad_held:
            trample(table, (table.board.centre,))
            arrive(table, Strike.RETURN, Facing.NONE)
    turn(table, table.clad_facing, "HC-X-6")


def turn(table: HackcladTable, facing: Facing, clause: str) -> None:
    """The clad turns; no attack comes of it [HC-8.4.1-6] [HC-8.4.F-9]."""
    table.state.clad_facing = facing
    table.events.append(events.CladTurned(facing=facing, clause=clause))
