"""○大魔術「★不許火」: the answer that negates a magic or a strengthening [W3-S3.6-3] [W3-S3.6-5]."""

from collections.abc import Iterator
from typing import ClassVar

from .....kernel.play.choices import MayPass
from .....kernel.play.decisions import Act, Ask, Flow, ask, first_violation
from .....kernel.play.violations import Violation
from ...table import events
from ...table.actions import PASS, GrandMagic, Pass
from ...table.options import NegatedCounts
from ...table.state import Casting, Chain, Face, Step
from ...table.table import WarsTable, other
from .choices import Choice
from .grand_law import barred, grand_text, negates, pay_grand, unusable


def may_negate(table: WarsTable, seat: int) -> bool:
    """Whether a player is asked for a negation: who has a card left that can pay for grand magic, whatever it is."""
    if table.so_far(seat).grand_used:
        return False
    for card in table.side[seat].magics:
        if card.face in (Face.DOWN, Face.UP) or (card.face is Face.SIDEWAYS and table.magic_text(card.magic).echo):
            return True
    return False


def magic_negated(table: WarsTable, casting: Casting) -> Flow[bool]:
    """A magic, copied or not, has been announced: the opponent may negate it before any of its text is resolved
    [W3-S3.6-5], so before 暴露 names a card [W3-Q-12] and both halves of 双腕 together [W3-Q-15]. Nothing answers that
    [W3-S3.6-4]."""
    seat = other(casting.seat)
    if not may_negate(table, seat):
        return False
    act = yield ask(NegationDecision, seat)
    if isinstance(act, Pass):
        return False
    announce(table, seat, act.magic)
    if table.so_far(casting.seat).unnegatable:
        table.rely("W3-S3.10-1")
        table.events.append(events.NegationFailed(magic=casting.magic, clause="W3-S3.10-1"))
        return False
    table.events.append(events.Negated(magic=casting.magic, clause="W3-S3.6-3"))
    undo(table, casting)
    return True


def undo(table: WarsTable, casting: Casting) -> None:
    """What a negated magic leaves: its cost stays paid, 顕在 is off for this turn [W3-M3-7] [W3-S3.5-3] [W3-S3.2-3]."""
    card = table.own_magic(casting.seat, casting.magic)
    if card is not None and not casting.copied:
        card.muted = table.state.turn
    table.rely("W3-S3.2-3")
    if table.setup.negated_counts == NegatedCounts.FALSE:
        table.this_turn(casting.seat).activated.remove(casting.magic)


def announce(table: WarsTable, seat: int, magic: int) -> None:
    """Pays for a negation."""
    card = table.own_magic(seat, magic)
    assert card is not None, "judged before"
    table.rely("W3-S3.6-3")
    pay_grand(table, seat, card)


def strengthening_negated(table: WarsTable, seat: int, magic: int) -> Flow[None]:
    """Negates the strengthening of one unit, whose chain is closed with that [W3-S3.6-3] [W3-S3.6-5]."""
    announce(table, seat, magic)
    chain = yield from table.within(Casting(seat, magic, grand=True), chosen_chain(table, seat))
    chain.negated = chain.closed = True
    table.rely("W3-S3.6-5")
    table.events.append(events.StrengtheningNegated(target=chain.target, clause="W3-S3.6-3"))


def chosen_chain(table: WarsTable, seat: int) -> Flow[Chain]:
    """The strengthening that the user chooses."""
    act = yield Ask((Choice(seat, [chain.target for chain in negatable(table)], 1),))
    return next(chain for chain in table.state.chains if chain.target in act.cards)


def negatable(table: WarsTable) -> list[Chain]:
    """The strengthenings that are not negated yet."""
    return [chain for chain in table.state.chains if not chain.negated]


class NegationDecision(MayPass):
    """Whether a magic just announced is negated; silence means no."""

    ask = "negation"
    clause = "W3-S3.6-5"
    takes: ClassVar[tuple[type, ...]] = (GrandMagic, Pass)
    default: ClassVar[Act | None] = PASS

    def law(self, table: WarsTable, act: Act) -> Violation | None:
        return unusable(table, self.seat, act.magic) or self._negation(table, act)

    def _negation(self, table: WarsTable, act: GrandMagic) -> Violation | None:
        """Only a negation answers [W3-M0-6]."""
        grand = grand_text(table.magic_text(act.magic))
        assert grand is not None, "what carries none is unusable"
        if not negates(grand):
            return Violation("W3-M0-6", "grand.no_negation", grand=grand.name)
        return barred(table, self.seat, grand)

    def ways(self, table: WarsTable) -> Iterator[Act]:
        return self.legal_among(table, (GrandMagic(card.magic) for card in table.side[self.seat].magics))


class StrengtheningNegation(NegationDecision):
    """The same for the strengthenings declared, after the last answer to them; silence means no."""


class OpenNegation(StrengtheningNegation):
    """The same while the chains of the strengthenings are still open: it interrupts these."""

    takes = (GrandMagic,)
    default = None
    interrupts = True

    def flow(self, table: WarsTable, act: GrandMagic) -> Flow[None]:
        return strengthening_negated(table, self.seat, act.magic)

    def law(self, table: WarsTable, act: Act) -> Violation | None:
        questions = (super().law, self._of_strengthening)
        return first_violation(lambda question: question(table, act), questions)

    def _of_strengthening(self, table: WarsTable, _: GrandMagic) -> Violation | None:
        if table.state.step != Step.STRENGTHENING:
            return Violation("W3-S3.6-6", "grand.not_negated")
        return None
