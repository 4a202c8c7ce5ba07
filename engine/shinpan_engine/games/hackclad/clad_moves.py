"""8-4-1 1マス前進, and every other movement of the clad: ノックバック [HC-12.1-2] and the return to the start
[HC-X-6]."""

from ...kernel.decisions import Flow
from . import events
from .actions import Facing
from .options import CladReturnAttacks
from .state import Strike, Window
from .table import HackcladTable
from .windows import attack, attacked, trample

MOVED_BY = {Strike.KNOCKBACK: "HC-12.1-2", Strike.RETURN: "HC-X-6"}
"""The clauses of what moves the clad, other than an advance."""


def step(table: HackcladTable, strike: Strike, facing: Facing = Facing.NONE) -> Flow[None] | None:
    """The clad goes one square: a legion there is removed [HC-8.4.F-4], a movement attack is made on it, then the piece
    moves, whether anybody was hit or not [HC-8.4.1-4]. While a text holds it, nothing of that happens
    [HC-8.4.1-16]."""
    if table.state.clad_held:
        table.rely("HC-8.4.1-16")
        return None
    trample(table, attacked(table, Window(strike, facing)))
    flow = attack(table, strike, facing)
    if flow is not None:
        return after(table, flow, strike, facing)
    arrive(table, strike, facing)
    return None


def after(table: HackcladTable, flow: Flow[None], strike: Strike, facing: Facing) -> Flow[None]:
    """The attack, and then the piece moves."""
    yield from flow
    arrive(table, strike, facing)


def arrive(table: HackcladTable, strike: Strike, facing: Facing) -> None:
    """The piece moves; it does not turn [HC-12.1-3], and stones there stay under it [HC-8.4.F-3]."""
    for square in attacked(table, Window(strike, facing)):
        table.state.clad_square = square
        table.events.append(events.CladMoved(square=square, clause=MOVED_BY.get(strike, "HC-8.4.1-4")))


def go_home(table: HackcladTable) -> Flow[None] | None:
    """帰巣本能: the clad goes to the middle and turns as it stood at the start; where it stands there it only turns."""
    table.rely("HC-X-6")
    flow = None
    if table.state.clad_square != table.board.centre:
        if table.setup.clad_return_attacks == CladReturnAttacks.TRUE:
            flow = step(table, Strike.RETURN)
        elif not table.state.clad_held:
            trample(table, (table.board.centre,))
            arrive(table, Strike.RETURN, Facing.NONE)
    if flow is not None:
        return home_after(table, flow)
    turn(table, table.clad_facing, "HC-X-6")
    return None


def home_after(table: HackcladTable, flow: Flow[None]) -> Flow[None]:
    """The movement attack, and then the turn."""
    yield from flow
    turn(table, table.clad_facing, "HC-X-6")


def turn(table: HackcladTable, facing: Facing, clause: str) -> None:
    """The clad turns; no attack comes of it [HC-8.4.1-6] [HC-8.4.F-9]."""
    table.state.clad_facing = facing
    table.events.append(events.CladTurned(facing=facing, clause=clause))
