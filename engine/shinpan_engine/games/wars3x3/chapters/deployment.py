"""Deployment (配備): the law of bringing a unit in, and how it comes to the field [W3-4.2]."""

from ....kernel.play.numbers import Amount
from ....kernel.play.violations import Violation
from ..table import events
from ..table.state import Unit
from ..table.table import WarsTable

FIELD_SLOTS = 3
"""Deployment areas of a player [W3-4.2-3]."""


def deploy(table: WarsTable, seat: int, card: int, clause: str) -> None:
    """Brings a unit from hand to the field, face up [W3-4.2-16]. Territory is not used up [W3-4.2-13]."""
    side = table.side[seat]
    side.hand.remove(card)
    side.units.append(Unit(card))
    table.events.append(events.Deployed(card=card, seat=seat, clause=clause))


def no_unit_card(table: WarsTable, card: int) -> Violation | None:
    """Only a unit card can be brought in [W3-4.2-2] [W3-0.1-10]."""
    if not table.cards.unit[card]:
        return Violation("W3-0.1-10", "deploy.no_unit", ("W3-4.2-2",), compares=True)
    return None


def no_slot(table: WarsTable, seat: int) -> Violation | None:
    """A deployment needs a free slot [W3-4.2-5]."""
    if len(table.side[seat].units) >= FIELD_SLOTS:
        return Violation("W3-4.2-5", "deploy.no_slot", ("W3-4.2-3",), slots=FIELD_SLOTS)
    return None


def above_territory(table: WarsTable, card: int, value: Amount) -> Violation | None:
    """A deployment needs a printed cost not above the territory value [W3-4.2-4] [W3-0.1-6]."""
    cost = table.cards.cost[card]
    if cost is not None and cost > value:
        told = value if isinstance(value, int) else value.ends()[1]
        return Violation("W3-4.2-4", "deploy.above_territory", ("W3-E-01",), compares=True, value=told)
    return None
