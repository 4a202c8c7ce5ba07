"""8-3 ドラフトフェーズ, in co-op with 14-3 ① 手番スロットの事前決定 and ②."""

from collections.abc import Iterator

from ....kernel.play.decisions import Act, Decision, Flow, ask, parallel
from ....kernel.play.violations import Violation
from ..cards.pack_rows import TURN_SLOTS
from ..table import events
from ..table.actions import Place
from ..table.state import Frame, Origin
from ..table.table import HackcladTable
from .actions.actions_paid import carry
from .field import re_entry

BARRED_WAITING, BARRED_SLOT = 1, 4
"""Who comes from the 1st waiting slot may not choose the 4th turn slot [HC-8.3-6]."""


def waiting(table: HackcladTable) -> list[int]:
    """The players by their waiting slots [HC-3-5]; vacant slots are skipped [HC-8.3-1]."""
    return sorted(table.seats, key=lambda seat: table.side[seat].waiting_slot)


def assign(table: HackcladTable) -> None:
    """14-3 ①: turn slots from the left without gaps, fewest stones first, of equal ones the smaller waiting slot
    [HC-14.3.1-3] [HC-14.3.1-4] [HC-14.3.1-5]."""
    order = sorted(table.seats, key=lambda seat: (table.side[seat].vp, table.side[seat].waiting_slot))
    for slot, seat in enumerate(order, start=1):
        table.side[seat].chip = slot
        table.events.append(events.Assigned(slot=slot, seat=seat, clause="HC-14.3.1-1"))


def draft(table: HackcladTable) -> Flow[None]:
    """By waiting slot, each player all steps before the next begins [HC-8.3-1]; in co-op all at the same time
    [HC-14.3.2-3]."""
    if table.solo and len(table.state.markers) == TURN_SLOTS:
        # 変更点④: with a marker on every turn slot all of them go [HC-13.1-8].
        table.state.markers = []
    if table.coop:
        yield from parallel([draft_one(table, seat) for seat in table.seats])
    else:
        for seat in waiting(table):
            yield from draft_one(table, seat)
    for side in table.state.sides:
        # A move of the 4th slot's effect is none of the player's turn [HC-8.3-7].
        side.moved = False


def draft_one(table: HackcladTable, seat: int) -> Flow[None]:
    """① to ④ for one player."""
    side = table.side[seat]
    # ① 復帰処理 [HC-8.3-2].
    if not side.square:
        yield from re_entry(table, seat)
    # ② The turn cards come back to the hand [HC-8.3-3] [HC-8.4-7].
    cards, side.turn_cards = table.known(side.turn_cards, "HC-6.14-1"), []
    side.hand = sorted([*side.hand, *cards])
    table.events.append(events.TookBack(cards=cards, seat=seat, clause="HC-8.3-3", private=seat))
    # ③ One hand card goes face down onto a turn slot [HC-8.3-4]; it is the turn card from now on [HC-3-7].
    act = yield ask(PlaceDecision, seat)
    side.hand.remove(act.card)
    side.turn_cards = [act.card]
    # With the card on the slot, the chip goes back to its player [HC-14.3.2-2].
    side.turn_slot, side.waiting_slot, side.chip = act.slot, 0, 0
    table.events.append(events.Placed(slot=act.slot, seat=seat, clause="HC-8.3-4"))
    # ④ What is printed under the slot [HC-8.3-7].
    yield from carry(table, seat, Frame(0, Origin.SLOT, 0, act.slot))


def barred(table: HackcladTable, seat: int, slot: int) -> bool:
    """Whether the 1st waiting slot bars this turn slot; in co-op it does not [HC-8.3-6] [HC-14.3.2-4]."""
    return slot == BARRED_SLOT and table.side[seat].waiting_slot == BARRED_WAITING and not table.coop


class PlaceDecision(Decision):
    """A hand card and a free turn slot [HC-8.3-4] [HC-8.3-5] [HC-8.3-8]."""

    ask = "place"
    clause = "HC-8.3-4"
    takes = (Place,)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        side, slot = table.side[self.seat], act.slot
        if act.card not in side.hand:
            return Violation("HC-8.3-4", "draft.not_in_hand")
        if side.chip:
            if slot != side.chip:
                return Violation("HC-14.3.2-1", "coop.chip", ("HC-14.3.1-2",))
            return None
        if not 1 <= slot <= TURN_SLOTS:
            return Violation("HC-8.3-5", "draft.no_slot", ("HC-3-4",), slot=slot, most=TURN_SLOTS)
        if any(other.turn_slot == slot for other in table.state.sides):
            return Violation("HC-8.3-5", "draft.slot_taken")
        if slot in table.state.markers:
            return Violation("HC-13.1-7", "solo.marker")
        if barred(table, self.seat, slot):
            return Violation("HC-8.3-6", "draft.barred")
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        hand, slots = table.side[self.seat].hand, range(1, TURN_SLOTS + 1)
        return self.legal_among(table, (Place(card, slot) for slot in slots for card in hand))
