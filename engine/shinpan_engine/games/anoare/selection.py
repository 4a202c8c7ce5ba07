"""行動選択フェイズ and 開示フェイズ [AN-5.2] [AN-5.3]."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Decision, Flow, together
from . import events
from .actions import Set
from .cards import is_ultra
from .due import settle
from .in_force import corrections, note_due
from .state import Modified, Stack
from .table import SEATS, AnoareTable
from .texts import FORBIDS


def settable(table: AnoareTable, seat: int) -> list[int]:
    """The hand cards that no effect forbids to set [AN-5.2-2] [AN-5.2-6]."""
    side = table.side[seat]
    hand = side.hand
    if Modified.FORBID_SET not in table.standing_kinds and not side.modifiers:
        return hand
    forbidden = 0
    for held in corrections(table, Modified.FORBID_SET, seat):
        forbidden |= held
    if not forbidden:
        return hand
    return [card for card in hand if not forbidden & FORBIDS["ultra" if is_ultra(card) else "normal"]]


def selecting(table: AnoareTable) -> list[Decision]:
    """Who has a card to set, and so must set one [AN-5.2-3]."""
    return [SELECTIONS[seat] for seat in SEATS if settable(table, seat)]


def noting_idle(table: AnoareTable) -> list[Decision]:
    """The same, with a note on who has nothing to set as things are."""
    for seat in SEATS:
        table.side[seat].idle = not settable(table, seat)
    return selecting(table)


def select(table: AnoareTable) -> Flow[None]:
    """Both set a card face down, blind; who cannot has done nothing this turn [AN-5.2-1] [AN-5.2-5] [AN-5.2-17]."""
    answers = yield from together(table, lambda: noting_idle(table), "AN-5.0-9")
    for seat in SEATS:
        side, act = table.side[seat], answers.get(seat)
        side.idle = act is None
        if act is None:
            leave_out(table, seat)
            continue
        side.hand.remove(act.card)
        side.laid = [act.card]
        table.events.append(events.Laid(seat=seat, card=act.card, clause="AN-5.2-1", private=seat))


def leave_out(table: AnoareTable, seat: int) -> None:
    """A player sets no card: the hand is empty, or an effect forbids all of it [AN-5.2-6]."""
    table.events.append(events.Idle(seat=seat, clause="AN-5.2-5"))
    if table.side[seat].hand:
        table.rely("AN-5.2-6")


class SelectDecision(Decision):
    """Exactly one card from hand, compulsory, whatever it costs [AN-5.2-1] [AN-5.2-3] [AN-5.2-4]."""

    ask = "set"
    clause = "AN-5.2-1"
    takes = (Set,)

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        if act.card not in table.side[self.seat].hand:
            return Violation("AN-5.2-2", "only a skill card in one's own hand can be set")
        if act.card not in settable(table, self.seat):
            return Violation("AN-5.2-6", "an effect forbids this card to be set")
        return None

    def options(self, table: AnoareTable) -> Iterator[Act]:
        for card in settable(table, self.seat):
            yield Set(card)


def reveal(table: AnoareTable) -> Flow[None] | None:
    """Both set cards are turned up at the same time [AN-5.3-1]."""
    for seat in SEATS:
        side = table.side[seat]
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
