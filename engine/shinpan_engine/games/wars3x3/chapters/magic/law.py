"""○発動条件: what a text asks for before it may be used, and how often magic may be used in a turn."""

from collections.abc import Callable, Mapping

from .....kernel.messages import say
from .....kernel.play.decisions import first_refusal
from .....kernel.play.violations import Violation
from ...cards.cards import Text
from ...cards.pack_rows import Payment
from ...table.state import PRINTED_STEPS
from ...table.table import WarsTable

STEP_NAMES = {step: name for name, step in PRINTED_STEPS.items()}


def condition(table: WarsTable, text: Text) -> Violation | None:
    """発動条件: the steps in which the text allows it [W3-M2-1] [W3-M2-3]. A magic without brackets has all nine of
    them in the pack, and is never stopped here [W3-M2-2]."""
    here = STEP_NAMES[table.state.step]
    if text.steps is None:
        if here not in text.shown:
            raise text.untold(say("unknown.steps", magic=text.name), "W3-M2-1", "condition.steps")
        return None
    # The boundary before 5.1 still belongs to the main phase.
    allowed = text.steps | {"5.1"} if "4.2" in text.steps else text.steps
    if here not in allowed:
        return Violation("W3-M2-1", "magic.wrong_moment", ("W3-M2-3",), compares=True, magic=text.name)
    return None


def payment(table: WarsTable, seat: int, text: Text) -> Violation | None:
    """What the condition asks to be paid must be there in full [W3-M2-4]."""
    if text.payment is not None and len(cards_to_pay_with(table, seat, text.payment)) < text.payment.count:
        also = ("W3-M2-1", *(("W3-Q-21",) if text.payment.units and table.wizards else ()))
        return Violation("W3-M2-4", "magic.not_paid", also, compares=True, magic=text.name)
    return None


def cards_to_pay_with(table: WarsTable, seat: int, payment: Payment) -> list[int]:
    """The hand cards with which a payment can be made."""
    hand = table.side[seat].hand
    return [card for card in hand if table.cards.unit[card]] if payment.units else list(hand)


def readable(text: Text) -> None:
    """Raises if the pack does not tell what the text does."""
    if text.effects is None:
        raise text.untold(say("unknown.effects", text=text.name), "W3-M4-1", "effects")


def text_refusal(table: WarsTable, seat: int, text: Text) -> Violation | None:
    """What a text itself says against its use: its moment, what it asks to be paid; it must be told what it does."""
    return first_refusal(lambda: condition(table, text), lambda: payment(table, seat, text), lambda: readable(text))


def spent_at_all(table: WarsTable, seat: int, _: int) -> Violation | None:
    """Beginners: one magic in a turn [W3-M0-4]."""
    if table.so_far(seat).activated:
        return Violation("W3-M0-4", "magic.once_in_beginner", ("W3-K-3",))
    return None


def spent_by_name(table: WarsTable, seat: int, magic: int) -> Violation | None:
    """From intermediate on: each magic once in a turn, the same being the same by name [W3-I2-7] [W3-I2-8]."""
    activated = table.so_far(seat).activated
    if magic in activated:
        return Violation("W3-I2-7", "magic.again")
    if activated and table.magic_text(magic).name in [table.magic_text(number).name for number in activated]:
        return Violation("W3-I2-8", "magic.again_by_name", ("W3-I2-7",))
    return None


SPENT: Mapping[str, Callable[[WarsTable, int, int], Violation | None]] = {
    "beginner": spent_at_all,
    "intermediate": spent_by_name,
    "advanced": spent_by_name,  # as the intermediate rule says [W3-A2-2]
    "sevenmage": spent_by_name,
}
"""How often magic may be activated in a turn, by mode."""
