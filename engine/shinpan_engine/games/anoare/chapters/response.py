"""1:カードの説明 ⑧対応力: who is first [AN-1.1-13] [AN-1.1-14]."""

from ....kernel.errors import Undecidable
from ..cards.in_force import correction
from ..table.actions import Seat
from ..table.state import Modified
from ..table.table import SEATS, AnoareTable


def response_order(table: AnoareTable) -> tuple[int, int]:
    """The player of lower response power, then the other, compared afresh at each moment [AN-1.1-13] [AN-1.1-15]."""
    first, second = response(table, 1), response(table, 2)
    if first != second:
        return SEATS if first < second else (2, 1)
    table.rely("AN-1.1-14")
    tie = table.setup.first_on_tie
    if not tie:
        raise Undecidable("response.tie", ("AN-1.1-14",))
    return SEATS if tie == 1 else (2, 1)


def response(table: AnoareTable, seat: Seat) -> int:
    """A character's response power as it is now."""
    return table.cards.character(table.side[seat].character).response + correction(table, Modified.RESPONSE, seat)


def in_force(table: AnoareTable) -> dict[tuple[str, int], dict[str, int]]:
    """The response power of each character, where it is not the printed one."""
    found = dict[tuple[str, int], dict[str, int]]()
    for seat in SEATS:
        number = table.side[seat].character
        character = table.cards.character(number)
        now = response(table, seat)
        if character.told and now != character.response:
            found["character", number] = {"response": now}
    return found
