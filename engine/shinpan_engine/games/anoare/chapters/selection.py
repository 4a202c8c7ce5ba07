"""行動選択フェイズ and 開示フェイズ [AN-5.2] [AN-5.3]."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Decision, Flow, seated, together
from ....kernel.play.violations import Violation
from ..cards.cards import is_ultra
from ..cards.in_force import corrections, note_due
from ..cards.texts import FORBIDS
from ..table import events
from ..table.actions import Set
from ..table.state import Modified, Stack
from ..table.table import SEATS, AnoareTable
from .due import settle


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
    return [seated(SelectDecision, seat) for seat in SEATS if settable(table, seat)]


def noting_idle(table: AnoareTable) -> list[Decision]:
    """The same, with a note on who has nothing to set as things are; the last note holds for the turn."""
    for seat in SEATS:
        table.side[seat].idle = not settable(table, seat)
    return selecting(table)


def select(table: AnoareTable) -> Flow[None]:
    """Both set a card face down, blind; who cannot has done nothing this turn [AN-5.2-1] [AN-5.2-5] [AN-5.2-17]."""
    answers = yield from together(table, lambda: noting_idle(table), "AN-5.0-9")
    for seat in SEATS:
        side, act = table.side[seat], answers.get(seat)
        if act is None:
            leave_out(table, seat)
            continue
        side.hand.remove(act.card)
        side.laid = [act.card]
        table.events.append(events.Laid(seat=seat, card=act.card, clause="AN-5.2-1", private=seat))


def leave_out(table: AnoareTable, seat: int) -> None:
    """A player sets no card: the hand is empty, or an effect forbids all of it [AN-5.2-6]. All are told [AN-5.2-18],
    and the other phases come for this player as for any [AN-5.2-14]."""
    table.events.append(events.Idle(seat=seat, clause="AN-5.2-5"))
    if table.side[seat].hand:
        table.rely("AN-5.2-6")


class SelectDecision(OneOf):
    """Exactly one card from hand, compulsory, whatever it costs [AN-5.2-1] [AN-5.2-3] [AN-5.2-4]. The action names it,
    so that it is judged now and not at the reveal [AN-5.3-2]."""

    ask = "set"
    clause = "AN-5.2-1"
    takes = (Set,)
    field = "card"

    def candidates(self, table: AnoareTable) -> Sequence[int]:
        return settable(table, self.seat)

    def refuse(self, table: AnoareTable, act: Act) -> Violation:
        if act.card in table.side[self.seat].hand:
            return Violation("AN-5.2-6", "selection.forbidden")
        return Violation("AN-5.2-2", "selection.from_hand")


def reveal(table: AnoareTable) -> Flow[None] | None:
    """Both set cards are turned up at the same time [AN-5.3-1], none of who set none [AN-5.3-5]. Nothing is paid, and
    only a text that says so acts now [AN-5.3-4]."""
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
