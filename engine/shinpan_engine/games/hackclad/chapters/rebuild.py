"""9-1 プレイヤーのデッキ再構成手順, and drawing, which brings it about."""

from bisect import insort
from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..table import events
from ..table.actions import PASS, Pass, Swap
from ..table.options import EmptyRebuild
from ..table.state import Frame, Modified, Origin
from ..table.table import DECKS, HackcladTable

DRAWN_BY = {Origin.NONE: "HC-8.2-1", Origin.SLOT: "HC-8.3-7", Origin.SPEND: "HC-8.4.3.C-1"}
"""The clauses of what draws, other than card and board texts."""


def draw(table: HackcladTable, seat: int, count: int, frame: Frame) -> Flow[None] | None:
    """Draws cards one at a time; a rebuild comes when one is owed and the deck is empty, not before [HC-9.1-1]
    [HC-8.2-2]. The frame remembers how many are owed meanwhile."""
    if len(table.side[seat].deck) >= count:
        for _ in range(count):
            draw_one(table, seat, frame.origin)
        return None
    frame.left = count
    return draw_all(table, seat, frame)


def draw_all(table: HackcladTable, seat: int, frame: Frame) -> Flow[None]:
    """The cards that are owed, as far as there are any [HC-9.1-2]."""
    while frame.left:
        yield from refill(table, seat)
        if not table.side[seat].deck:
            break
        draw_one(table, seat, frame.origin)
        frame.left -= 1
    frame.left = 0


def draw_one(table: HackcladTable, seat: int, origin: Origin) -> None:
    """The top card goes to the hand, in the draw phase or by what is printed somewhere."""
    card = pop_top(table, seat)
    insort(table.side[seat].hand, card)
    clause = DRAWN_BY.get(origin, "HC-8.4.3.A-4")
    table.events.append(events.Drew(card=card, seat=seat, clause=clause, private=seat))


def pop_top(table: HackcladTable, seat: int) -> int:
    """Takes the top card of a deck that has one."""
    deck = table.side[seat].deck
    table.known(deck[:1], "HC-8.2-1", DECKS)
    return deck.pop(0)


def refill(table: HackcladTable, seat: int) -> Flow[None]:
    """Any access to an empty deck rebuilds it first [HC-9.1-1], unless a text suspends that [HC-9.1-11]. With an empty
    discard pile there are no cards, but CP by the letter [HC-9.1-8]."""
    side = table.side[seat]
    if side.deck:
        return
    if table.barred(seat, Modified.NO_REBUILD):
        table.rely("HC-9.1-11")
    elif side.discard:
        yield from rebuild(table, seat)
    else:
        table.rely("HC-9.1-8")
        if table.setup.empty_rebuild == EmptyRebuild.CP_ONCE:
            gain_rebuild_cp(table, seat)


def rebuild(table: HackcladTable, seat: int) -> Flow[None]:
    """① CP, ② an exchange of cards, ③ the discard pile becomes the deck."""
    side = table.side[seat]
    gain_rebuild_cp(table, seat)
    act = yield ask(SwapDecision, seat)
    if type(act) is not Pass:
        exchange(table, seat, act)
    # Only what lies in the discard pile: no hand, turn card or card in use [HC-9.1-9].
    cards, side.discard = side.discard, []
    side.draws += 1
    side.deck = table.shuffled(f"rebuild/p{seat}/{side.draws}", cards, "HC-9.1-7")
    table.events.append(events.Rebuilt(cards=len(cards), seat=seat, clause="HC-9.1-7"))


def gain_rebuild_cp(table: HackcladTable, seat: int) -> None:
    """① CP by the character board, 2 for the witches of this game [HC-9.1-3] [HC-4.3-3] [HC-4.4.2-3]. They are in the
    gauge at once, to be spent from the next action on [HC-9.1-10]. 8-4-3 C means this, though it cites 8-1 [HC-E-1]."""
    by = table.character(seat).row.cp_per_rebuild
    assert by is not None, "told with the board"
    table.gain_cp(seat, by, "HC-9.1-3")


def exchange(table: HackcladTable, seat: int, act: Swap) -> None:
    """② One card of the discard pile for one of the extended deck, in secret [HC-9.1-4] [HC-9.1-6]."""
    side = table.side[seat]
    side.discard.remove(act.out)
    insort(side.extended, act.out)
    side.extended.remove(act.into)
    insort(side.discard, act.into)
    table.events.append(events.Exchanged(out=act.out, into=act.into, seat=seat, clause="HC-9.1-4", private=seat))


class SwapDecision(OneOf):
    """One exchange, or none; the card just put in may be taken out again [HC-9.1-4]."""

    ask = "swap"
    clause = "HC-9.1-4"
    takes = (Swap, Pass)
    default = PASS

    def candidates(self, table: HackcladTable) -> Sequence[Act]:
        side = table.side[self.seat]
        return [Swap(out, into) for out in side.discard for into in sorted([*side.extended, out])]

    def law(self, table: HackcladTable, act: Act) -> Violation | None:
        side = table.side[self.seat]
        if act.out not in side.discard:
            return Violation("HC-9.1-5", "rebuild.not_discarded")
        if act.into != act.out and act.into not in side.extended:
            return Violation("HC-9.1-5", "rebuild.not_extended")
        return None
