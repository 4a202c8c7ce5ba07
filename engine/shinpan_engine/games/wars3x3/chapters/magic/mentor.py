"""○魔法の「師匠」: what a mentor adds to the mana of its owner's magics, and to nothing else [W3-I2-4] [W3-I2-5]."""

from .....kernel.messages import say
from .....kernel.play.numbers import Amount, Bounded
from ...cards.cards import Mana
from ...table.options import MentorGeneric
from ...table.table import WarsTable


def units_on_field(table: WarsTable) -> int:
    """The units of both fields; a mentor is none [W3-M1-2] [W3-I2-6]."""
    return sum(len(side.units) for side in table.state.sides)


def mentors_point(table: WarsTable, seat: int, mana: Mana) -> Amount:
    """What one's own mentor adds to the units: 1, or with mentor_generic = false 1 only for an icon of its attribute
    [W3-I2-1] [W3-I2-2] [W3-I2-3]."""
    mentor = table.side[seat].mentor
    if not mentor:
        return 0
    if table.setup.mentor_generic == MentorGeneric.TRUE:
        return 1
    icons = _icons(table, mentor, mana)
    least, most = (min(end, 1) for end in _ends(icons))
    if isinstance(icons, int) or least == most:
        return least
    return Bounded.between(say("unknown.mentor"), least, most, icons.fields(), ("W3-I2-3",))


def barred_point(table: WarsTable, seat: int, mana: Mana) -> bool:
    """Whether the mentor would do, but stands for no number icon in this game [W3-I2-3]."""
    barred = table.setup.mentor_generic == MentorGeneric.FALSE and table.side[seat].mentor
    return bool(barred) and units_on_field(table) + 1 >= _ends(mana.total)[0]


def rely_on_mentor(table: WarsTable, seat: int, mana: Mana) -> None:
    """Notes that a mentor may have stood for a number icon [W3-I2-3]."""
    mentor = table.side[seat].mentor
    needed = units_on_field(table) < _ends(mana.total)[1]
    if mentor and needed and _ends(_icons(table, mentor, mana))[0] == 0:
        table.rely("W3-I2-3")


def _icons(table: WarsTable, mentor: int, mana: Mana) -> Amount:
    """How many icons a magic has of the attribute of a mentor."""
    attribute = table.cards.attribute[mentor]
    return mana.icons[attribute - 1] if attribute else 0


def _ends(amount: Amount) -> tuple[int, int]:
    """The least and the greatest that a number can be."""
    return (amount, amount) if isinstance(amount, int) else amount.ends()
