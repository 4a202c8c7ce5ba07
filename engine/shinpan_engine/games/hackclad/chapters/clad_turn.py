"""8-4-1 クラッドの手番実行: the icons of a clad card, from left to right."""

from bisect import insort
from collections.abc import Callable, Mapping, Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Flow, ask
from ....kernel.play.violations import Violation
from ..cards.cards import Icon
from ..table import events
from ..table.actions import Give
from ..table.board import LEFT, REVERSE, RIGHT
from ..table.options import DropTie, LegionSpawn
from ..table.state import Acting, Legion, LegionKind, Strike
from ..table.table import HackcladTable
from .actions.windows import attack, trample
from .clad_moves import go_home, step, turn

DROP_VP = 1
"""A purple stone [HC-8.4.1-8] [HC-8.4.3.M-1]."""


def clad_turn(table: HackcladTable, slot: int) -> Flow[None]:
    """The turn of the clad by the card of a slot: all icons in their order [HC-8.4.1-1]. Who moves the piece decides
    nothing: only reactions are asked for, and by an option who gains a drop [HC-8.4.1-15]."""
    state = table.state
    card = state.slots[slot - 1]
    if state.face_down_slot == slot:
        # Solo: it is turned up just before the clad acts [HC-13.1-5].
        state.face_down_slot = 0
        table.events.append(events.TurnedUp(card=card, slot=slot, clause="HC-13.1-5"))
    table.met[card] = None
    state.acting = acting = Acting(slot)
    for acting.icon, icon in enumerate(table.cards.icons(card)):
        yield from ICON_DEEDS[icon.kind](table, icon) or ()
    state.acting = None


def normal_attack(table: HackcladTable, _: Icon) -> Flow[None] | None:
    """通常攻撃: one attack on all red squares [HC-8.4.1-2]."""
    return attack(table, Strike.RANGE)


def advance(table: HackcladTable, icon: Icon) -> Flow[None]:
    """前進: so many squares, one at a time [HC-8.4.1-3]; those not yet gone are still owed [HC-8.4.4-12]."""
    acting = table.state.acting
    assert acting is not None, "only a clad card says so"
    for acting.left in range(icon.squares - 1, -1, -1):
        yield from step(table, Strike.ADVANCE)


TURNS = {"right": (RIGHT, "HC-8.4.1-6"), "left": (LEFT, "HC-8.4.1-6"), "reverse": (REVERSE, "HC-8.4.1-7")}
"""右を向く, 左を向く, 反転する."""


def turn_clad(table: HackcladTable, icon: Icon) -> None:
    """The clad turns as the icon says."""
    facings, clause = TURNS[icon.kind]
    turn(table, facings[table.state.clad_facing], clause)


def marked(table: HackcladTable, icon: Icon) -> list[int]:
    """The squares that an icon marks, by the pose of the clad at this moment."""
    return table.board.covered(table.state.clad_square, icon.masks[table.state.clad_facing])


def drop(table: HackcladTable, icon: Icon) -> Flow[None] | None:
    """ドロップ: a stone from the stock for each mark [HC-8.4.1-8]; a witch standing there gains it at once
    [HC-8.4.1-9]."""
    asked: list[int] = []
    for square in marked(table, icon):
        table.put_stones(square, table.from_stock(DROP_VP), "HC-8.4.1-8")
        table.check_health()
        there = sharing(table, square)
        if len(there) > 1:
            table.rely("HC-8.4.1-9")
        if len(there) > 1 and table.setup.drop_tie == DropTie.LOG:
            asked.append(square)
        elif there:
            table.collect(there[0], square, "HC-8.4.1-9", DROP_VP)
    return share(table, asked) if asked else None


def share(table: HackcladTable, squares: list[int]) -> Flow[None]:
    """By an option the players say who of several on a square gains the drop; the earliest turn slot writes it down."""
    acting = table.state.acting
    assert acting is not None, "only a clad card says so"
    for acting.shared in squares:
        act = yield ask(GiveDecision, sharing(table, acting.shared)[0])
        table.collect(act.seat, acting.shared, "HC-8.4.1-9", DROP_VP)
    acting.shared = 0


def sharing(table: HackcladTable, square: int) -> list[int]:
    """The players on a square, by turn slot."""
    return table.in_turn_order([seat for seat in table.seats if table.side[seat].square == square])


LEGIONS = {"head": LegionKind.HEAD, "tail": LegionKind.TAIL}
"""レギオン頭, レギオン尾."""


def appear(table: HackcladTable, icon: Icon) -> Flow[None]:
    """Legions of one icon appear together, each in place of one that stands there [HC-8.4.1-10] [HC-8.4.1-13]
    [HC-8.4.F-5], with one movement attack on their squares [HC-8.4.1-11]; by an option they are put down after it."""
    squares = [square for square in marked(table, icon) if square != table.state.clad_square]
    first, kind = table.setup.legion_spawn == LegionSpawn.PLACE_THEN_ATTACK, LEGIONS[icon.kind]
    if any(side.square in squares for side in table.state.sides):
        table.rely("HC-8.4.1-11")
    if first:
        place(table, squares, kind)
    yield from attack(table, Strike.APPEARANCE, marks=squares) or ()
    if not first:
        place(table, [square for square in squares if square != table.state.clad_square], kind)


def place(table: HackcladTable, squares: list[int], kind: LegionKind) -> None:
    """Puts legions on squares."""
    trample(table, squares, "HC-8.4.F-5")
    for square in squares:
        insort(table.state.legions, Legion(square, kind), key=lambda legion: legion.square)
        table.events.append(events.Appeared(square=square, kind=kind, clause="HC-8.4.1-10"))


def home(table: HackcladTable, _: Icon) -> Flow[None] | None:
    """帰巣本能: the special icon."""
    return go_home(table)


ICON_DEEDS: Mapping[str, Callable[[HackcladTable, Icon], Flow[None] | None]] = {
    "attack": normal_attack,
    "advance": advance,
    **dict.fromkeys(TURNS, turn_clad),
    "drop": drop,
    **dict.fromkeys(LEGIONS, appear),
    "return": home,
}


class GiveDecision(OneOf):
    """Who of several on a square gains a drop [HC-8.4.1-9]."""

    ask = "give"
    clause = "HC-8.4.1-9"
    takes = (Give,)
    field = "seat"
    refusal = Violation("HC-8.4.1-9", "clad.drop")

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        acting = table.state.acting
        return sorted(sharing(table, acting.shared)) if acting is not None else []
