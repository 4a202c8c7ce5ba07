"""行動選択フェイズ and 開示フェイズ [AN-5.2] [AN-5.3]."""

from collections.abc import Iterator

from ...kernel.decisions import Act, Decision, Flow, Violation, together
from . import events
from .actions import Set
from .cards import is_ultra
from .due import note_due
from .effects import settle
from .in_force import corrections
from .state import Modified, Stack
from .table import SEATS, AnoareTable
from .texts import FORBIDS


def settable(table: AnoareTable, seat: int) -> list[int]:
    """The hand cards that no effect forbids to set [AN-5.2-2] [AN-5.2-6]."""
    side = table.side(seat)
    hand = side.hand
    if Modified.FORBID_SET not in table.standing_kinds and not side.modifiers:
        return hand
    forbidden = 0
    for held in corrections(table, Modified.FORBID_SET, seat):
        forbidden |= held
    if not forbidden:
        return hand
    return [card for card in hand if not forbidden & FORBIDS["ultra" if is_ultra(card) else "normal"]]


def asked(table: AnoareTable) -> bool:
    """Whether anybody has a card to set."""
    return any(settable(table, seat) for seat in SEATS)


def select(table: AnoareTable) -> Flow[None]:
    """Both set a card face down, blind; who cannot has done nothing this turn [AN-5.2-1] [AN-5.2-5] [AN-5.2-17]."""
    setting = [seat for seat in SEATS if settable(table, seat)]
    for seat in SEATS:
        if seat not in setting:
            leave_out(table, seat)
    answers = yield from together([SELECTIONS[seat] for seat in setting])
    for seat, act in zip(setting, answers, strict=True):
        side = table.side(seat)
        side.hand.remove(act.card)
        side.laid = [act.card]
        table.events.append(events.Laid(seat=seat, card=act.card, clause="AN-5.2-1", private=seat))


def leave_out(table: AnoareTable, seat: int) -> None:
    """A player sets no card: the hand is empty, or an effect forbids all of it [AN-5.2-6]."""
    table.side(seat).idle = True
    table.events.append(events.Idle(seat=seat, clause="AN-5.2-5"))
    if table.side(seat).hand:
        table.rely("AN-5.2-6")


class SelectDecision(Decision):
    """Exactly one card from hand, compulsory, whatever it costs [AN-5.2-1] [AN-5.2-3] [AN-5.2-4]."""

    ask = "set"
    clause = "AN-5.2-1"
    takes = (Set,)

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        if act.card not in table.side(self.seat).hand:
            return Violation("AN-5.2-2", "only a skill card in one's own hand can be set")
        if act.card not in self._choice(table):
            return Violation("AN-5.2-6", "an effect forbids this card to be set")
        return None

    def _choice(self, table: AnoareTable) -> list[int]:
        """What may be set; what comes to forbid all of it once the question is asked comes too late."""
        return settable(table, self.seat) or table.side(self.seat).hand

    def options(self, table: AnoareTable) -> Iterator[Act]:
        for card in self._choice(table):
            yield Set(card)


def reveal(table: AnoareTable) -> Flow[None] | None:
    """Both set cards are turned up at the same time [AN-5.3-1]."""
    for seat, side in zip(SEATS, table.state.sides, strict=True):
        for card in side.laid:
            table.cards.skill(card)
            side.skill, side.laid = Stack(card), []
            if card in table.cards.with_text:
                table.relaid(seat)
            table.revealed[card] = None
            table.events.append(events.Revealed(card=card, seat=seat, clause="AN-5.3-1"))
    for seat in SEATS:
        note_due(table, seat, "reveal")
    return settle(table) if table.state.waiting else None


SELECTIONS = {seat: SelectDecision(seat) for seat in SEATS}
