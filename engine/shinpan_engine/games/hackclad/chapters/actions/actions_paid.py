"""8-4-3 B 基本アクション, C CPアクション, クラックスキル, and actions that a board or a text grants."""

from collections.abc import Iterator, Sequence

from .....kernel.play.decisions import Act, Flow
from .....kernel.play.violations import UNREADABLE, Violation
from ...cards.effects import shield, turn_traps
from ...cards.operations import holds, printed
from ...cards.pack_rows import DeedName, Timing
from ...table import events
from ...table.actions import Activate, Basic, Crack, Deed, Spend
from ...table.options import FlareGuards
from ...table.state import Frame, Modified, Origin, Side, TextAt
from ...table.table import HackcladTable
from ..field import judge_step, move_witch, steps_from
from ..injury import LIMITS, gain_pollution
from .skill_use import note, note_free_reaction, perform, settle

DEED_NAMES: dict[Deed, DeedName] = {Deed.MOVE: "move", Deed.MP: "mp", Deed.GUARD: "guard", Deed.DRAW: "draw"}
BASIC_DEEDS = (Deed.MOVE, Deed.MP, Deed.GUARD)
FLARE, FLARE_GUARDS = 2, 2
"""フレア, and how often she guards by the other telling [HC-8.4.3.B-6]."""
CRACKS = 1
"""HC-8.4.3.X-2."""


# B 基本アクション


def basic(table: HackcladTable, seat: int, act: Basic) -> Flow[None] | None:
    """Pays one hand card and does what the board says [HC-8.4.3.B-1]."""
    side = table.side[seat]
    if act.deed == Deed.GUARD:
        note_free_reaction(table, seat)
    side.hand.remove(act.card)
    table.discard(seat, act.card, "HC-8.4.3.B-1")
    table.events.append(events.Acted(deed=act.deed, seat=seat, clause="HC-8.4.3.B-6"))
    if act.deed == Deed.MOVE:
        side.moves += 1
        move_witch(table, seat, act.square, "HC-8.4.3.B-2")
        return None
    if act.deed == Deed.MP:
        side.mp_actions += 1
        table.gain_mp(seat, 1, "HC-8.4.3.B-3")
        return None
    side.guards += 1
    if side.character == FLARE and side.guards > FLARE_GUARDS:
        table.rely("HC-8.4.3.B-6")
    shield(table, seat, 1)
    if any(text.when == "free_reaction" for text in table.cards.texts(act.card)):
        # It does not count the reaction that it pays for.
        table.rely("HC-8.4.3.K-6")
    note(table, seat, "guard_discard", (act.card,))
    return settle(table) if table.state.due else None


def judge_basic(table: HackcladTable, seat: int, act: Basic, reacting: bool) -> Violation | None:
    """One card of the own hand, at its time, up to the limit of the round [HC-8.4.3.B-5]."""
    side = table.side[seat]
    if act.deed not in BASIC_DEEDS:
        return Violation(UNREADABLE, "basic.no_such")
    if act.card not in side.hand:
        also = ("HC-3-8",) if act.card in side.turn_cards else ()
        return Violation("HC-8.4.3.B-1", "basic.not_in_hand", also)
    if (act.deed == Deed.GUARD) != reacting:
        if reacting:
            clause = "HC-8.4.3.B-2" if act.deed == Deed.MOVE else "HC-8.4.3.B-3"
            return Violation(clause, "basic.own_turn")
        return Violation("HC-8.4.3.B-4", "basic.guard", ("HC-8.4.3-3",))
    if taken(side, act.deed) >= limit(table, seat, act.deed):
        return Violation("HC-8.4.3.B-5", "basic.limit")
    return judge_square(table, seat, act.deed, act.square)


def judge_square(table: HackcladTable, seat: int, deed: Deed, square: int) -> Violation | None:
    """A move names where it goes, nothing else does."""
    if deed == Deed.MOVE:
        return judge_step(table, seat, square)
    return Violation(UNREADABLE, "basic.square") if square else None


def taken(side: Side, deed: Deed) -> int:
    """How often a basic action was taken in this round; the three are counted separately."""
    if deed == Deed.MOVE:
        return side.moves
    return side.mp_actions if deed == Deed.MP else side.guards


def limit(table: HackcladTable, seat: int, deed: Deed) -> int:
    """How often the board allows a basic action in a round."""
    if deed == Deed.GUARD and table.setup.flare_guards == FlareGuards.TWO and table.side[seat].character == FLARE:
        return FLARE_GUARDS
    return table.character(seat).limits[deed]


def basics(table: HackcladTable, seat: int) -> Iterator[Act]:
    """The basic actions that may be legal."""
    hand = table.side[seat].hand
    return (Basic(deed, card, to) for deed in BASIC_DEEDS for to in squares(table, seat, deed) for card in hand)


def squares(table: HackcladTable, seat: int, deed: Deed) -> Sequence[int]:
    """The squares that an action may name."""
    here = table.side[seat].square
    if deed != Deed.MOVE:
        return [0]
    return steps_from(table, here) if here else []


# C CPアクション


def spend(table: HackcladTable, seat: int, act: Spend) -> Flow[None] | None:
    """Pays CP and does what the board says [HC-8.4.3.C-1]; it counts towards no limit [HC-8.4.3.C-3]."""
    cost = price(table, seat, act.deed, reacting=bool(table.state.windows))
    assert cost is not None, "judged before"
    table.spend_cp(seat, cost, "HC-8.4.3.C-1")
    table.events.append(events.Acted(deed=act.deed, seat=seat, clause="HC-8.4.3.C-1"))
    if act.deed == Deed.MOVE:
        move_witch(table, seat, act.square, "HC-8.4.3.B-2")
    elif act.deed == Deed.MP:
        table.gain_mp(seat, 1, "HC-8.4.3.B-3")
    elif act.deed == Deed.GUARD:
        shield(table, seat, 1)
    else:
        return carry(table, seat, Frame(len(table.state.windows), Origin.SPEND))
    return None


def price(table: HackcladTable, seat: int, deed: Deed, reacting: bool) -> int | None:
    """What the board asks for a CP action [HC-4.3-3] at one of the two times; None where no icon of it names that time
    [HC-8.4.3.C-2]."""
    timing: Timing = "reaction" if reacting else "turn"
    return table.character(seat).costs.get((DEED_NAMES[deed], timing))


def carry(table: HackcladTable, seat: int, frame: Frame) -> Flow[None]:
    """Carries out what is printed somewhere, from the first operation to the last."""
    side = table.side[seat]
    side.frames.append(frame)
    if table.state.due:
        yield from settle(table)
    yield from perform(table, seat, frame, printed(table, seat, frame))
    side.frames.pop()


def judge_spend(table: HackcladTable, seat: int, act: Spend, reacting: bool) -> Violation | None:
    """At the time of its icon [HC-8.4.3.C-2], with CP for it [HC-8.4.3.C-1]."""
    cost = price(table, seat, act.deed, reacting)
    if cost is None:
        return Violation("HC-8.4.3.C-2", "cp.timing", ("HC-8.4.3-3",))
    if cost > table.side[seat].cp:
        return Violation("HC-8.4.3.C-1", "cp.cost", ("HC-3.G-5",), cost=cost)
    return judge_square(table, seat, act.deed, act.square)


def spends(table: HackcladTable, seat: int) -> Iterator[Act]:
    """The CP actions that may be legal."""
    return (Spend(deed, to) for deed in DEED_NAMES for to in squares(table, seat, deed))


# クラックスキル


def crack(table: HackcladTable, seat: int, _: Crack) -> Flow[None]:
    """The crack skill: CP and 1 pollution, then its effect [HC-8.4.3.X-1] [HC-8.4.3.X-3]."""
    row = table.character(seat).row.crack
    assert row is not None, "told with the board"
    side = table.side[seat]
    side.cracks += 1
    table.spend_cp(seat, row.cost, "HC-8.4.3.X-1")
    table.events.append(events.Cracked(seat=seat, clause="HC-8.4.3.X-1"))
    gain_pollution(table, seat, "HC-8.4.3.X-3")
    note(table, seat, "own_crack", side.discard)
    return carry(table, seat, Frame(len(table.state.windows), Origin.CRACK))


def judge_crack(table: HackcladTable, seat: int, _: Crack, reacting: bool) -> Violation | None:
    """Once in a round [HC-8.4.3.X-2], at its time and with its CP [HC-8.4.3.X-1]; in co-op not at the limit of
    pollution [HC-14.3.4-4], where クラッドスキル of the print means this [HC-E-3]."""
    side, row = table.side[seat], table.character(seat).row.crack
    assert row is not None, "told with the board"
    if (row.timing == "reaction") != reacting:
        return Violation("HC-8.4.3.X-1", "crack.timing", ("HC-8.4.3.C-2",))
    if side.cracks >= table.highest(seat, Modified.CRACKS, CRACKS):
        return Violation("HC-8.4.3.X-2", "crack.once")
    if row.cost > side.cp:
        return Violation("HC-8.4.3.X-1", "crack.cost", ("HC-8.4.3.C-1",), cost=row.cost)
    if table.coop and side.pollution >= LIMITS[table.setup.difficulty]:
        return Violation("HC-14.3.4-4", "crack.pollution")
    if not holds(table, seat, row.needs):
        return Violation("HC-8.4.3.X-1", "crack.condition")
    return None


# Actions that the board or a text grants


def activate(table: HackcladTable, seat: int, act: Activate) -> Flow[None]:
    """An own-turn action of the board, paid with a トラバサミ, or of a card in the discard pile [HC-8.4.3-7]."""
    table.rely("HC-8.4.3-7")
    if not act.card:
        turn_traps(table, seat, -1)
        return carry(table, seat, Frame(len(table.state.windows), Origin.BOARD))
    at = granted(table, act.card)
    table.seen[act.card] = None
    if table.cards.texts(act.card)[at].once:
        table.side[seat].spent.append(TextAt(act.card, at))
    table.events.append(events.Triggered(card=act.card, seat=seat, clause="HC-8.4.3-7"))
    return carry(table, seat, Frame(len(table.state.windows), Origin.TEXT, act.card, at))


def granted(table: HackcladTable, card: int) -> int:
    """The text of a card that grants an action of the own turn; -1 if none does."""
    for at, text in enumerate(table.cards.texts(card)):
        if text.when == "own_turn":
            return at
    return -1


def judge_activate(table: HackcladTable, seat: int, act: Activate, _: bool) -> Violation | None:
    """What is granted, as often as it is and its cost can be paid [HC-8.4.3-7]."""
    side = table.side[seat]
    if not act.card:
        if table.character(seat).row.actions and side.ready:
            return None
        return Violation("HC-8.4.3-7", "granted.not_by_board")
    at = granted(table, act.card) if act.card in side.discard else -1
    if at < 0:
        return Violation("HC-8.4.3-7", "granted.not_by_card")
    if TextAt(act.card, at) in side.spent:
        return Violation("HC-8.4.3-7", "granted.once")
    return None


def activates(table: HackcladTable, seat: int) -> Iterator[Act]:
    """The actions that may be granted."""
    return map(Activate, (0, *(card for card in table.side[seat].discard if table.cards.known(card))))
