"""◇魔法: required mana, condition, activation cost, effect [W3-M0-8]."""

from bisect import insort
from collections.abc import Iterator

from .....kernel.play.decisions import Act, Decision, Flow, first_refusal
from .....kernel.play.violations import Violation
from ...cards.cards import MagicText, Text
from ...table import events
from ...table.actions import Magic
from ...table.state import Casting, Face, MagicCard, Step
from ...table.table import WarsTable
from .cost import mana_icons, mana_in_all
from .effects import carry_out, discard_chosen
from .faces import NEXT_FACE, turn
from .law import SPENT, cards_to_pay_with, text_refusal
from .mentor import rely_on_mentor
from .negation import magic_negated


def activate(table: WarsTable, seat: int, act: Magic) -> Flow[None]:
    """Pays what is asked, then carries the text out in one go, instruction by instruction [W3-M4-1] [W3-M4-4]."""
    card, text = table.own_magic(seat, act.magic), table.magic_text(act.magic)
    assert card is not None, "judged before"
    rely_on_moment(table, text)
    if card.face == Face.SIDEWAYS and not table.wizards:
        table.rely("W3-B2-11")
    if text.mana is not None:
        rely_on_mentor(table, seat, text.mana)
    if any(table.traits.occupation[unit.card] is True for unit in table.side[seat].units):
        table.rely("W3-S1.4-2")
    casting = Casting(seat, act.magic)
    yield from table.within(casting, resolve(table, casting, text, card))


def activate_copy(table: WarsTable, seat: int, magic: int) -> Flow[None]:
    """A copy is activated as its user's magic: its condition is paid, its mana and activation cost are not, and the
    copied card stays as it lies [W3-S3.9-3] [W3-S3.9-4] [W3-S3.9-9]. It may be negated like any magic, which ★天写
    itself may not [W3-S3.9-8]; no card of its user is turned face up, so a copy of 透禍の槍 has no 顕在 effect
    [W3-Q-19]."""
    text = table.magic_text(magic)
    table.rely("W3-S3.9-9")
    casting = Casting(seat, magic, copied=True)
    yield from table.within(casting, resolve(table, casting, text))


def pay_condition(table: WarsTable, seat: int, text: Text, clause: str) -> Flow[None]:
    """What a bracketed condition asks for is chosen before the text is resolved [W3-M2-4] [W3-M4-5]."""
    if text.payment is not None:
        cards = cards_to_pay_with(table, seat, text.payment)
        paid = yield from discard_chosen(table, seat, cards, text.payment.count, clause)
        if text.payment.units:
            table.weighed.update(dict.fromkeys(paid))


def resolve(table: WarsTable, casting: Casting, text: MagicText, card: MagicCard | None = None) -> Flow[None]:
    """Naming the magic is its activation of the turn [W3-S3.9-7]. Its condition is paid and the own card turned; then
    the text is carried out, unless it is negated first [W3-S3.6-5]."""
    insort(table.this_turn(casting.seat).activated, casting.magic)
    table.events.append(events.Activated(magic=casting.magic, seat=casting.seat, clause="W3-M0-8"))
    yield from pay_condition(table, casting.seat, text, "W3-M2-4")
    if card is not None:
        turn(table, card, NEXT_FACE[card.face])
    if table.wizards and (yield from magic_negated(table, casting)):
        return
    assert text.effects is not None, "judged before"
    for at, instruction in enumerate(text.effects):
        casting.instruction = at
        yield from carry_out(table, casting, instruction)


def rely_on_moment(table: WarsTable, text: MagicText) -> None:
    """Notes what the print leaves open of moments: before the draw, between the attacks, after the strategy step."""
    step = table.state.step
    if step in (Step.DRAW, Step.ATTACK):
        table.rely("W3-M0-5")
    if step == Step.ATTACK:
        table.rely("W3-3.0-5")
    if step == Step.TURN_END and text.steps is not None and "5.1" not in text.steps:
        table.rely("W3-M2-3")


class MagicDecision(Decision):
    """In one's own turn, whenever nothing waits to be resolved [W3-M0-3] [W3-M0-5]. It is no spell: no chain is opened,
    so nothing counters it, and no limit of spells counts it [W3-M0-7]; the step asks again what it asked, be it the
    removal of another unit [W3-R-06]."""

    ask = "magic"
    clause = "W3-M0-3"
    takes = (Magic,)
    interrupts = True

    def flow(self, table: WarsTable, act: Magic) -> Flow[None]:
        return activate(table, self.seat, act)

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        """Every requirement must be met: what is refused was no activation, and nothing is used up [W3-S3.2-1]."""
        card = table.own_magic(self.seat, act.magic)
        if card is None:
            return Violation("W3-M0-9", "only one's own magic cards in play can be activated")
        if card.face == Face.EXCLUDED:
            return Violation("W3-S1.7-2", "it has been excluded from the game", ("W3-S3.3-3",))
        if (refusal := SPENT[table.mode](table, self.seat, act.magic)) is not None:
            return refusal
        text = table.magic_text(act.magic)
        if card.face == Face.SIDEWAYS and not text.echo:
            return Violation(
                "W3-M3-4", "it lies sideways: a magic is activated at most twice", ("W3-M3-3",), compares=True
            )
        return first_refusal(
            lambda: mana_in_all(table, self.seat, text),
            lambda: mana_icons(table, self.seat, text),
            lambda: text_refusal(table, self.seat, text),
        )

    def options(self, table: WarsTable) -> Iterator[Act]:
        return self.legal_among(table, (Magic(card.magic) for card in table.side[self.seat].magics))


class OpponentsTurnMagic(MagicDecision):
    """In the opponent's turn only a magic whose own text allows that [W3-M0-3] [W3-P-1]."""

    clause = "W3-P-1"

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        text = table.cards.magic[act.magic] if 0 <= act.magic < len(table.cards.magic) else None
        if text is None or not text.any_turn:
            return Violation("W3-M0-3", "magic is activated in one's own turn only")
        return super().judge(table, act)
