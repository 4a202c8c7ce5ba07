"""Where the operations of a text are printed, which of them is carried out, and whether conditions hold."""

from collections.abc import Sequence

from ..table.state import Bearing, Frame, Origin
from ..table.table import HackcladTable
from .texts import Condition, Draw, Operation, inside

DRAW_ONE: list[Operation] = [Draw(1)]
"""What the CP action does that can be interrupted."""
BEARINGS = {"front": Bearing.FRONT, "behind": Bearing.BEHIND}


def printed(table: HackcladTable, seat: int, frame: Frame) -> Sequence[Operation]:
    """All operations of what is carried out."""
    match frame.origin:
        case Origin.CARD:
            return table.cards.skill(frame.card).effects
        case Origin.TEXT:
            return table.cards.texts(frame.card)[frame.text].effects
        case Origin.CRACK:
            crack = table.character(seat).row.crack
            assert crack is not None, "told with the board"
            return crack.effects
        case Origin.BOARD:
            return table.character(seat).row.actions[frame.text].effects
        case Origin.SPEND:
            return DRAW_ONE
        case _:
            return table.cards.slot_effects(frame.text)


def operation(table: HackcladTable, seat: int) -> Operation:
    """The operation that a player's innermost text waits with. Its path [2, 0, 1] is: of the third operation the first
    branch, and in that the second operation."""
    frame = table.side[seat].frames[-1]
    abilities = table.character(seat).abilities
    ops, path = printed(table, seat, frame), frame.path
    for at in range(0, len(path) - 1, 2):
        ops = inside(ops[path[at]], path[at + 1], abilities)
    return ops[path[-1]]


def holds(table: HackcladTable, seat: int, condition: Condition, frame: Frame | None = None) -> bool:
    """Whether all that a condition says is so; `frame` is the use of a card that it is read in, if there is one."""
    side = table.side[seat]
    return (
        (not condition.bearing or bears(table, condition.bearing, frame))
        and (not condition.beside_clad or beside_clad(table, seat))
        and (not condition.hit_clad or (frame is not None and frame.hit_clad))
        and (not condition.unmoved or not side.moved)
        and (not condition.first_use or frame is None or first_use(table, seat, frame.card))
        and (not condition.used_support or supports(table, seat) > 0)
        and (not condition.paid or (frame is not None and frame.cost_paid))
        and (not condition.omen or (frame is not None and frame.omen))
        and (not condition.no_clad_deck or not table.state.clad_deck)
        and side.hits >= condition.hits
        and side.injuries >= condition.injuries
        and len(side.deck) >= condition.deck
        and len(side.tokens) >= condition.tokens
    )


def bears(table: HackcladTable, bearing: str, frame: Frame | None) -> bool:
    """Whether the clad was attacked from there [HC-12.1-15]."""
    if frame is None:
        return False
    table.rely("HC-12.1-15")
    return frame.bearing == BEARINGS[bearing]


def beside_clad(table: HackcladTable, seat: int) -> bool:
    """Whether a witch stands orthogonally beside the clad."""
    square = table.side[seat].square
    return square != 0 and square in table.board.beside[table.state.clad_square]


def supports(table: HackcladTable, seat: int) -> int:
    """How many support cards a player has used in this turn; cards paid for basic actions are not used."""
    return sum([table.cards.skill(card).support for card in table.side[seat].used])


def first_use(table: HackcladTable, seat: int, card: int) -> bool:
    """Whether a card is the first of its name that is used in this turn [HC-3-26]."""
    name = table.cards.skill(card).name
    return sum([table.cards.skill(used).name == name for used in table.side[seat].used]) == 1
