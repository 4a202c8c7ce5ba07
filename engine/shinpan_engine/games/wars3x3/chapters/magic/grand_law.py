"""◇大魔術: when a grand magic may be activated, and its cost [W3-G-1] [W3-G-2] [W3-G-6]."""

from .....kernel.messages import say
from .....kernel.play.violations import Violation
from ...cards import texts
from ...cards.cards import MagicText, Text
from ...table import events
from ...table.state import Face, MagicCard
from ...table.table import WarsTable, other
from .faces import turn
from .law import text_refusal


def grand_text(text: MagicText) -> Text | None:
    """The grand magic that a magic carries; None if it has none."""
    if not text.grand_known:
        raise text.untold(say("unknown.grand", magic=text.name), "W3-A2-3", "grand")
    return text.grand


def negates(text: Text | None) -> bool:
    """Whether a grand magic answers a magic or a strengthening instead of coming when nothing waits."""
    return text is not None and text.effects is not None and isinstance(text.effects[0], texts.Negate)


def unusable(table: WarsTable, seat: int, magic: int) -> Violation | None:
    """What the card and the turn's limit say against a grand magic, whatever it does and whenever it comes."""
    card = table.own_magic(seat, magic)
    if card is None:
        return Violation("W3-M0-9", "magic.not_own_used")
    if card.face == Face.EXCLUDED:
        return Violation("W3-G-9", "magic.excluded", ("W3-S1.7-2",))
    if table.so_far(seat).grand_used:
        return Violation("W3-G-2", "grand.once")
    text = table.magic_text(magic)
    if card.face == Face.SIDEWAYS and not text.echo:  # face down or face up, says the sheet as well [W3-K-4]
        return Violation("W3-G-7", "grand.sideways", ("W3-G-6",), compares=True)
    if grand_text(text) is None:
        return Violation("W3-A2-3", "grand.not_printed", compares=True, magic=text.name)
    return None


def barred(table: WarsTable, seat: int, grand: Text) -> Violation | None:
    """What a grand magic's own text and condition say against it [W3-G-1] [W3-G-4] [W3-G-5]. No mana is asked for
    [W3-G-3]. ★不許火 and ★天写 come in the opponent's turn as well: the pack says `any_turn` of them [W3-S3.6-2]
    [W3-S3.9-2]."""
    if seat != table.state.active and not grand.any_turn:
        return Violation("W3-G-1", "grand.other_turn", ("W3-G-5",), compares=True, grand=grand.name)
    refusal = text_refusal(table, seat, grand)
    return refusal and Violation("W3-G-4", "grand.condition", (refusal.clause,), compares=True, grand=grand.name)


def pay_grand(table: WarsTable, seat: int, card: MagicCard) -> None:
    """The card is shown and excluded; that is this turn's grand magic of its player [W3-G-6] [W3-G-8]."""
    table.rely("W3-S3.3-2" if card.face == Face.SIDEWAYS else "W3-G-6")
    if seat != table.state.active:
        table.rely("W3-G-5")
    if table.so_far(other(seat)).grand_used:
        table.rely("W3-G-2")
    table.this_turn(seat).grand_used = True
    table.events.append(events.GrandActivated(magic=card.magic, seat=seat, clause="W3-G-8"))
    turn(table, card, Face.EXCLUDED)
