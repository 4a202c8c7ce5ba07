"""◇魔法: required mana, condition, activation cost, effect [W3-M0-8]."""

from bisect import insort
from collections.abc import Iterator

from ...kernel.decisions import Act, Decision, Flow, Violation, first_violation
from ...kernel.errors import Undecidable
from ...kernel.numbers import Unknown
from . import events
from .actions import Attribute, Magic
from .cards import MagicText, Payment
from .effects import carry_out, discard_chosen
from .options import ManifestSideways
from .state import PRINTED_STEPS, Casting, Face, MagicCard, Step
from .table import WarsTable

ICONS = (Attribute.FIRE, Attribute.WATER, Attribute.GRASS, Attribute.SKY)
STEP_NAMES = {step: name for name, step in PRINTED_STEPS.items()}
NEXT_FACE = {Face.DOWN: Face.UP, Face.UP: Face.SIDEWAYS, Face.SIDEWAYS: Face.EXCLUDED}
"""発動コスト: face down, face up, sideways [W3-M3-1] [W3-M3-2]; with 残響 the card may then be excluded [W3-S3.3-1]."""


def activate(table: WarsTable, seat: int, act: Magic) -> Flow[None]:
    """Pays what is asked, then carries the text out in one go, instruction by instruction [W3-M4-1] [W3-M4-4]."""
    card, text = own_magic(table, seat, act.magic), magic_text(table, act.magic)
    assert card is not None, "judged before"
    assert text.effects is not None, "judged before"
    rely_on_moment(table, text)
    if card.face == Face.SIDEWAYS:
        table.rely("W3-B2-11")
    insort(table.this_turn(seat).activated, act.magic)
    table.events.append(events.Activated(magic=act.magic, seat=seat, clause="W3-M0-8"))
    casting = table.state.casting = Casting(seat, act.magic)
    if text.payment is not None:
        yield from discard_chosen(table, seat, payable(table, seat, text.payment), text.payment.count, "W3-M2-4")
    turn(table, card, NEXT_FACE[card.face])
    for at, instruction in enumerate(text.effects):
        casting.instruction = at
        yield from carry_out(table, casting, instruction)
    table.state.casting = None


def rely_on_moment(table: WarsTable, text: MagicText) -> None:
    """Notes what the print leaves open of moments: before the draw, between the attacks, after the strategy step."""
    step = table.state.step
    if step in (Step.DRAW, Step.ATTACK):
        table.rely("W3-M0-5")
    if step == Step.ATTACK:
        table.rely("W3-3.0-5")
    if step == Step.TURN_END and text.steps is not None and "5.1" not in text.steps:
        table.rely("W3-M2-3")


def turn(table: WarsTable, card: MagicCard, face: Face) -> None:
    """Turns a magic card. What lasts while it is face up goes on to the end of the turn [W3-S3.4-3] [W3-S3.4-4]."""
    if card.face == Face.UP and magic_text(table, card.magic).lasting:
        if face == Face.SIDEWAYS:
            table.rely("W3-S3.4-4")
        if face == Face.EXCLUDED or table.setup.manifest_sideways == ManifestSideways.UNTIL_TURN_END:
            card.lingers = table.state.turn
    card.face = face


def lasting_power(table: WarsTable, seat: int) -> int:
    """What magics with 顕在 add to each of a player's units, in both players' turns [W3-S3.4-1] [W3-S3.4-5]."""
    power = 0
    texts = table.cards.magic
    for card in table.side(seat).magics:
        text = texts[card.magic]
        if text is None or not text.lasting:
            continue
        if card.face is Face.UP or card.lingers == table.state.turn:
            power += sum(effect.amount for effect in text.lasting)
    if power:
        table.rely("W3-B2-11")
        if seat != table.state.active:
            table.rely("W3-S3.4-5")
    return power


def payable(table: WarsTable, seat: int, payment: Payment) -> list[int]:
    """The hand cards with which a payment can be made."""
    hand = table.side(seat).hand
    return [card for card in hand if table.cards.unit[card]] if payment.units else list(hand)


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
    takes = (Magic,)
    interrupts = True

    def flow(self, table: WarsTable, act: Magic) -> Flow[None]:
        return activate(table, self.seat, act)

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        card = own_magic(table, self.seat, act.magic)
        if card is None:
            return Violation("W3-M0-9", "only one's own magic cards in play can be activated")
        if card.face == Face.EXCLUDED:
            return Violation("W3-S1.7-2", "it has been excluded from the game", ("W3-S3.3-3",))
        if table.side(self.seat).so_far.activated:
            return Violation("W3-M0-4", "a beginner activates magic once in a turn", ("W3-K-3",))
        text = magic_text(table, act.magic)
        if card.face == Face.SIDEWAYS and not text.echo:
            return Violation("W3-M3-4", "it lies sideways: a magic is activated at most twice", ("W3-M3-3",))
        tests = (self._mana_in_all, self._mana_icons, self._condition, self._payment, self._readable)
        return first_violation(lambda test: test(table, text), tests)

    def _mana_in_all(self, table: WarsTable, text: MagicText) -> Violation | None:
        """Units of both fields: enough in all, each for one icon [W3-M1-2] [W3-M1-4] [W3-M1-5] [W3-M1-9]."""
        if text.mana is None:
            raise Undecidable(f"the pack does not tell the mana of {text.name}", ("W3-M1-1",))
        if sum(len(side.units) for side in table.state.sides) < text.mana.total:
            return Violation("W3-M1-9", f"{text.name} needs more units on the field", ("W3-M1-2", "W3-M1-5"))
        return None

    def _mana_icons(self, table: WarsTable, text: MagicText) -> Violation | None:
        """Units of both fields: enough of each attribute [W3-M1-3] [W3-M1-9]."""
        if text.mana is None:
            return None
        attributes = [table.cards.attribute[unit.card] for side in table.state.sides for unit in side.units]
        for icon, needed in zip(ICONS, text.mana.icons, strict=True):
            if isinstance(needed, int) and not needed:
                continue  # what nothing asks for is not counted: a unit's attribute may be unknown
            untold = [attribute for attribute in attributes if isinstance(attribute, Unknown)]
            sure = [a for a in attributes if isinstance(a, Attribute)].count(icon)
            if sure + len(untold) < needed:
                name = icon.name.lower()
                return Violation("W3-M1-3", f"{text.name} needs more {name} units on the field", ("W3-M1-9",))
            if sure < needed:
                bool(untold[0])  # it turns on what nothing tells
        return None

    def _condition(self, table: WarsTable, text: MagicText) -> Violation | None:
        """発動条件: the steps in which its text allows it [W3-M2-1] [W3-M2-3]."""
        here = STEP_NAMES[table.state.step]
        if text.steps is None:
            if here not in text.shown:
                raise Undecidable(f"the pack does not tell whether {text.name} may be activated now", ("W3-M2-1",))
            return None
        # The boundary before 5.1 still belongs to the main phase.
        allowed = text.steps | {"5.1"} if "4.2" in text.steps else text.steps
        if here not in allowed:
            return Violation("W3-M2-1", f"its condition does not allow {text.name} at this moment", ("W3-M2-3",))
        return None

    def _payment(self, table: WarsTable, text: MagicText) -> Violation | None:
        """What the condition asks to be paid must be there in full [W3-M2-4]."""
        payment = text.payment
        if payment is not None and len(payable(table, self.seat, payment)) < payment.count:
            return Violation("W3-M2-4", f"what {text.name} asks for cannot be paid in full", ("W3-M2-1",))
        return None

    def _readable(self, table: WarsTable, text: MagicText) -> None:
        if text.effects is None:
            raise Undecidable(f"the pack does not tell the effect of {text.name}", ("W3-M4-1",))

    def options(self, table: WarsTable) -> Iterator[Act]:
        for card in table.side(self.seat).magics:
            if self.allows(table, act := Magic(card.magic)):
                yield act
