"""② バトル準備: five cards in a line, two relics, the spells to their zone [SW-2.1] [SW-2.2] [SW-2.4]."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from ....kernel.errors import Undecidable
from ....kernel.play.chance import Stream
from ....kernel.play.choices import MayPass
from ....kernel.play.decisions import Act, Decision, Flow, ask, pick
from ....kernel.play.lists import ascending, out_of_order
from ....kernel.play.violations import UNREADABLE, Violation
from ..cards.effects import clear_away
from ..cards.operations import met
from ..table import events
from ..table.actions import PASS, Lay, Pass, Relics
from ..table.state import Status, Step
from ..table.table import SwordrionTable
from .fields import enter
from .skills import relics_work

LINE = 5
"""Cards of a field at its start, own [SW-2.1-1] or enemy [SW-Z.4-2]."""
RELICS = 2
"""SW-2.2-1."""


def line_up(table: SwordrionTable, seat: int) -> Flow[None]:
    """Line, relics, spells [SW-2.1-1] [SW-2.2-1] [SW-2.4-1], in each round from the whole hand [SW-2.1-8]; all of
    it before any enemy has been seen [SW-2.2-7]. Whom own texts have left without HP falls then [SW-3.1-18]."""
    side = table.side[seat]
    side.status = Status.FIGHTING
    side.step = Step.LINE
    while len(side.line) < LINE and might_lie(table, seat):
        act = yield ask(LayDecision, seat)
        if isinstance(act, Pass):
            table.rely("SW-2.1-7")
            break
        side.hand.remove(act.card)
        enter(table, table.own[seat], act.card, "SW-2.1-1")  # face up, as all own cards lie [SW-2.1-5]
    side.step = Step.RELICS
    yield from fix_relics(table, seat)
    side.spells = [card for card in side.hand if table.cards.is_spell(card)]
    side.hand = [card for card in side.hand if card not in side.spells]  # what was not laid [SW-Z.7-1]
    yield from relics_work(table, seat, "prep") or ()
    clear_away(table, seat)
    side.step = Step.NONE


def certainly(question: Callable[[int], bool], card: int) -> bool | None:
    """The answer to a question about a card; None if what is known does not decide it."""
    try:
        return question(card)
    except Undecidable:
        return None


def might_lie(table: SwordrionTable, seat: int) -> bool:
    """Whether any hand card could be laid, as far as is known."""
    return any(certainly(partial(can_lie, table, seat), card) is not False for card in table.side[seat].hand)


def usable(table: SwordrionTable, seat: int) -> list[int]:
    """The hand cards that can be laid: no spells [SW-2.1-6], and a 召喚 card only with its condition met [SW-2.1-9]."""
    return [card for card in table.side[seat].hand if can_lie(table, seat, card)]


def can_lie(table: SwordrionTable, seat: int, card: int) -> bool:
    """Whether a card can be one of the line."""
    cards = table.cards
    return not cards.is_spell(card, "SW-2.1-6") and met(table, table.own[seat], cards.summon_of(card, "SW-2.1-9"))


def open_relics(table: SwordrionTable, seat: int) -> int:
    """How many relic places are empty."""
    return RELICS - len(table.side[seat].relics)


def can_fill(table: SwordrionTable, seat: int, without: int = 0) -> bool:
    """Whether the hand can fill all empty places of line and relics, also when one card of it is laid now
    [SW-2.1-2] [SW-Z.5-1]."""
    side = table.side[seat]
    places, relics = LINE - len(side.line) - (without > 0), open_relics(table, seat)
    both = only_line = only_relic = 0
    for card in side.hand:
        if card != without:
            lies, relic = can_lie(table, seat, card), table.cards.has_relic(card)
            both += lies and relic
            only_line += lies and not relic
            only_relic += relic and not lies
    return max(0, places - only_line) + max(0, relics - only_relic) <= both


def may_stop(table: SwordrionTable, seat: int) -> bool:
    """Whether, in want of cards, those left that could be laid can all be relics [SW-2.1-7]."""
    left = usable(table, seat)
    return len(left) <= open_relics(table, seat) and all(table.cards.has_relic(card) for card in left)


def fix_relics(table: SwordrionTable, seat: int) -> Flow[None]:
    """Two relics; those in place may be exchanged for hand cards, and an exchanged one is discarded [SW-2.2-2]
    [SW-2.2-3]."""
    side = table.side[seat]
    if len(side.relics) == RELICS and side.hand:
        act = yield ask(KeepRelics, seat)
    elif all(certainly(table.cards.has_relic, card) is False for card in side.hand):
        return
    else:
        act = yield ask(RelicsDecision, seat)
    if isinstance(act, Pass):
        return
    for card in side.relics:
        if card not in act.cards:
            table.state.discard.append(card)
            table.events.append(events.RelicDiscarded(card=card, seat=seat, clause="SW-2.2-3"))
    for card in act.cards:
        if card not in side.relics:
            side.hand.remove(card)
            table.seen[card] = None
            table.events.append(events.RelicPlaced(card=card, seat=seat, clause="SW-2.2-1"))
    side.relics = act.cards
    table.relics_changed(seat)


class LayDecision(Decision):
    """A card of the hand at the right end of the line [SW-2.1-1] [SW-2.1-3]."""

    ask = "lay"
    clause = "SW-2.1-1"
    takes = (Lay, Pass)

    def judge(self, table: SwordrionTable, act: Act) -> Violation | None:
        side = table.side[self.seat]
        if isinstance(act, Pass):
            return self._stopping(table)
        if act.card not in side.hand:
            return Violation("SW-2.1-1", "line.not_in_hand")
        if table.cards.is_spell(act.card, "SW-2.1-6"):
            return Violation("SW-2.1-6", "line.spell", compares=True)
        if not met(table, table.own[self.seat], table.cards.summon_of(act.card, "SW-2.1-9")):
            return Violation("SW-2.1-9", "summon.condition", ("SW-K.5-2",), compares=True)
        if not can_fill(table, self.seat, act.card) and can_fill(table, self.seat):
            return Violation("SW-Z.5-1", "line.needed_as_relic", compares=True)
        return None

    def _stopping(self, table: SwordrionTable) -> Violation | None:
        """In want of cards the participant decides how many go to the line, one at least [SW-2.1-7]."""
        side = table.side[self.seat]
        if side.line and not can_fill(table, self.seat) and may_stop(table, self.seat):
            return None
        if side.line and len(side.line) + len(usable(table, self.seat)) < LINE:
            return Violation("SW-2.1-7", "line.stays", compares=True)
        return Violation("SW-2.1-2", "line.five", ("SW-2.1-7",), compares=True)

    def options(self, table: SwordrionTable) -> Iterator[Act]:
        return self.legal_among(table, [PASS, *map(Lay, table.side[self.seat].hand)])

    def sample(self, table: SwordrionTable, dice: Stream) -> Act:
        return pick(dice, certain(list(self.options(table))))


class RelicsDecision(MayPass):
    """Cards with a relic text, as many as there are up to two [SW-2.2-1] [SW-2.2-6]."""

    ask = "relics"
    clause = "SW-2.2-1"
    takes = (Relics, Pass)

    def law(self, table: SwordrionTable, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return Violation("SW-Z.5-1", "relics.two", compares=True)
        if out_of_order(act.cards):
            return ascending("list.relics")
        side = table.side[self.seat]
        new = [card for card in act.cards if card not in side.relics]
        if any(card not in side.hand for card in new):
            return Violation("SW-2.2-2", "relics.not_there", ("SW-4.6-7",))
        if not new:
            return Violation(UNREADABLE, "relics.both_kept" if len(side.relics) == RELICS else "relics.none_new")
        if any(not table.cards.has_relic(card) for card in new):
            return Violation("SW-2.2-6", "relics.no_text", compares=True)
        return self._number(table, act, new)

    def _number(self, table: SwordrionTable, act: Relics, new: list[int]) -> Violation | None:
        """Two, or as many as there are; with places of the line open, what could fill one is among them."""
        side = table.side[self.seat]
        there = len(side.relics) + sum(table.cards.has_relic(card) for card in side.hand)
        if len(act.cards) != min(RELICS, there):
            return Violation("SW-Z.5-1", "relics.as_many", ("SW-2.1-7",), compares=True)
        if len(side.line) < LINE and len(side.relics) < RELICS and not set(new).issuperset(usable(table, self.seat)):
            return Violation("SW-2.1-7", "relics.needed_in_line", compares=True)
        return None

    def ways(self, table: SwordrionTable) -> Iterator[Act]:
        side = table.side[self.seat]
        new = [card for card in side.hand if certainly(table.cards.has_relic, card)]
        cards = sorted([*side.relics, *new])
        pairs = combinations(cards, min(RELICS, len(cards)))
        return self.legal_among(table, (Relics(list(pair)) for pair in pairs))

    def sample(self, table: SwordrionTable, dice: Stream) -> Act:
        return pick(dice, certain(list(self.options(table))))


def certain(offered: list[Act]) -> list[Act]:
    """What is certainly legal, if anything is."""
    if not offered:
        raise Undecidable("unknown.usable", ("SW-C-1",))
    return offered


class KeepRelics(RelicsDecision):
    """Both are in place: none, one or both may be exchanged [SW-2.2-2]."""

    ask = "exchange_relics"
    default = PASS
