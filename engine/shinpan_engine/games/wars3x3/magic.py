"""◇魔法: required mana, condition, activation cost, effect [W3-M0-8]."""

from bisect import insort
from collections.abc import Iterator

from ...kernel.decisions import Act, Decision, Flow, Violation
from ...kernel.errors import Undecidable
from . import events
from .actions import Attribute, Magic
from .cards import MagicText
from .effects import carry_out
from .state import PRINTED_STEPS, Casting, Face, MagicCard
from .table import SEATS, WarsTable

ICONS = (Attribute.FIRE, Attribute.WATER, Attribute.GRASS, Attribute.SKY)
STEP_NAMES = {step: name for name, step in PRINTED_STEPS.items()}


def activate(table: WarsTable, seat: int, act: Magic) -> Flow[None]:
    """Pays the cost, then carries the text out in one go, instruction by instruction [W3-M4-1] [W3-M4-4]."""
    card, text = own_magic(table, seat, act.magic), magic_text(table, act.magic)
    assert card is not None, "judged before"
    assert text.effects is not None, "judged before"
    pay(card)
    insort(table.side(seat).activated, act.magic)
    table.events.append(events.Activated(magic=act.magic, seat=seat, clause="W3-M0-8"))
    casting = table.state.casting = Casting(seat, act.magic)
    for at, instruction in enumerate(text.effects):
        casting.instruction = at
        yield from carry_out(table, casting, instruction)
    table.state.casting = None


def pay(card: MagicCard) -> None:
    """発動コスト: face down is turned face up, face up is turned sideways [W3-M3-1] [W3-M3-2]."""
    card.face = Face.UP if card.face == Face.DOWN else Face.SIDEWAYS


def own_magic(table: WarsTable, seat: int, magic: int) -> MagicCard | None:
    """A player's own magic card in play."""
    return next((card for card in table.side(seat).magics if card.magic == magic), None)


def magic_text(table: WarsTable, magic: int) -> MagicText:
    """What the pack says of a magic."""
    text = table.cards.magic[magic]
    if text is None:
        raise Undecidable(f"the pack does not tell the text of magic A{magic:02d}", ("W3-M1-1",))
    return text


class MagicDecision(Decision):
    """In one's own turn, whenever nothing waits to be resolved [W3-M0-3] [W3-M0-5]."""

    ask = "magic"
    clause = "W3-M0-3"
    takes = frozenset({Magic})

    def __init__(self, table: WarsTable, seat: int) -> None:
        super().__init__(seat)
        self._table = table

    def judge(self, act: Act) -> Violation | None:
        table = self._table
        card = own_magic(table, self.seat, act.magic)
        if card is None:
            return Violation("W3-M0-9", "only one's own magic cards in play can be activated")
        if table.side(self.seat).activated:
            return Violation("W3-M0-4", "a beginner activates magic once in a turn", ("W3-K-3",))
        if card.face == Face.SIDEWAYS:
            return Violation("W3-M3-4", "it lies sideways: a magic is activated at most twice", ("W3-M3-3",))
        text = magic_text(table, act.magic)
        return self._mana(text) or self._condition(text) or self._readable(text)

    def _mana(self, text: MagicText) -> Violation | None:
        """Units of both fields: enough of each attribute, and enough in all [W3-M1-4] [W3-M1-9]."""
        if text.mana is None:
            raise Undecidable(f"the pack does not tell the mana of {text.name}", ("W3-M1-1",))
        field = [unit.card for seat in SEATS for unit in self._table.side(seat).units]
        if len(field) < text.mana.total:
            return Violation("W3-M1-9", f"{text.name} needs more units on the field", ("W3-M1-2", "W3-M1-5"))
        for icon, needed in zip(ICONS, text.mana.icons, strict=True):
            if sum(self._table.cards.attribute[card] == icon for card in field) < needed:
                return Violation(
                    "W3-M1-3", f"{text.name} needs more {icon.name.lower()} units on the field", ("W3-M1-9",)
                )
        return None

    def _condition(self, text: MagicText) -> Violation | None:
        """発動条件: the steps in which its text allows it [W3-M2-1] [W3-M2-3]."""
        here = STEP_NAMES[self._table.state.step]
        if text.steps is None:
            if here not in text.shown:
                raise Undecidable(f"the pack does not tell whether {text.name} may be activated now", ("W3-M2-1",))
            return None
        # The boundary before 5.1 belongs to the main phase still, as the end of 4.2.
        moment = "4.2" if here == "5.1" and "5.1" not in text.steps else here
        if moment not in text.steps:
            return Violation("W3-M2-1", f"its condition does not allow {text.name} at this moment", ("W3-M2-3",))
        return None

    @staticmethod
    def _readable(text: MagicText) -> None:
        if text.effects is None:
            raise Undecidable(f"the pack does not tell the effect of {text.name}", ("W3-M4-1",))

    def options(self) -> Iterator[Act]:
        for card in self._table.side(self.seat).magics:
            if self.judge(act := Magic(card.magic)) is None:
                yield act
