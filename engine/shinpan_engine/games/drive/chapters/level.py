"""ドロー and ユニットのレベルアップ: cards from the discard, levels with their bonus [DR-S5.3] [DR-S5.5] [DR-P5.3]."""

from collections.abc import Iterator, Sequence

from ....kernel.play.choices import MayPass, OneOf
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.texts import Draw, Heal
from ..table import events
from ..table.actions import GO_ON, TAKE, GoOn, Lower, Raise, Take
from ..table.options import DrawFallback
from ..table.state import Frame, FrameKind, Member
from ..table.table import STARTING_LEVEL, DriveTable
from .skills import trigger


def draw(table: DriveTable, seat: int, count: int, riser: int = 0) -> Flow[None] | None:
    """ドロー: so many single draws from the discard [DR-S5.3-6] [DR-S5.3-8]; if the deck is empty too, none
    [DR-S5.3-9]. `riser` is the unit whose level-up gives them, so that its level-up counts as such when they are
    done."""
    state = table.state
    table.rely("DR-S5.3-6")
    fallback = table.setup.draw_fallback == DrawFallback.PER_CARD or not state.discard
    if 0 < len(state.discard) < count:
        table.rely("DR-S5.3-8")
    left = take_from_discard(table, seat, count)
    if left and state.deck and fallback:
        return draw_on(table, seat, left, riser)
    if riser:
        trigger(table, "level_up", seat, riser)
    return None


def take_from_discard(table: DriveTable, seat: int, count: int) -> int:
    """Draws as far as the discard goes; gives what is left to draw."""
    discard = table.state.discard
    while count and discard:
        table.take_top(seat, discard, "discard", "DR-S5.3-6")
        count -= 1
    return count


def draw_on(table: DriveTable, seat: int, left: int, riser: int) -> Flow[None]:
    """With an empty discard the deck may be drawn from, card by card; who leaves one leaves the rest [DR-S5.3-7]."""
    state = table.state
    table.rely("DR-S5.3-7")
    frame = Frame(FrameKind.DRAWING, seat, riser, left=left)
    state.frames.append(frame)
    while frame.left and state.deck:
        act = yield ask(TakeDecision, seat)
        if type(act) is GoOn:
            break
        table.take_top(seat, state.deck, "deck", "DR-S5.3-7")
        frame.left -= 1
    state.frames.pop()
    if riser:
        trigger(table, "level_up", seat, riser)


class TakeDecision(MayPass):
    """A card of the deck, or none: it costs a hit point of all [DR-S5.3-7]."""

    ask = "draw_from_deck"
    clause = "DR-S5.3-7"
    takes = (GoOn, Take)
    default = GO_ON

    def law(self, table: DriveTable, act: Act) -> Violation | None:
        return None

    def ways(self, table: DriveTable) -> Iterator[Act]:
        yield TAKE


def raise_unit(table: DriveTable, seat: int, member: Member, clause: str) -> Flow[None] | None:
    """レベルアップ: exactly one level, then the bonus of the level reached, then what the level-up triggers [DR-P5.3-4]
    [DR-S5.5-3] [DR-S5.5-7] [DR-S5.5-11]. At the highest level nothing happens [DR-P5.3-7]."""
    card = table.unit[member.unit]
    if member.level == card.highest:
        table.rely("DR-P5.3-7")
        return None
    member.level += 1
    table.events.append(events.LeveledUp(unit=member.unit, level=member.level, seat=seat, clause=clause))
    bonus = card.bonus[member.level]
    if isinstance(bonus, Draw):
        assert isinstance(bonus.amount, int), "a bonus knows no X, as the loader has seen to"
        return draw(table, seat, bonus.amount, riser=member.unit)
    if isinstance(bonus, Heal):
        assert isinstance(bonus.amount, int), "a bonus knows no X, as the loader has seen to"
        table.heal(bonus.amount, "DR-S5.5-3")
    trigger(table, "level_up", seat, member.unit)
    return None


def lower_unit(table: DriveTable, seat: int, member: Member, clause: str) -> None:
    """レベルダウン: one level, without bonus, never below 1 [DR-P5.3-5] [DR-P5.3-7] [DR-S5.5-5]."""
    if member.level > STARTING_LEVEL:
        member.level -= 1
        table.events.append(events.LeveledDown(unit=member.unit, level=member.level, seat=seat, clause=clause))
    else:
        table.rely("DR-P5.3-7")


def can_rise(table: DriveTable, seat: int) -> list[Member]:
    """A player's units below their highest level, as they lie."""
    return [member for member in table.side[seat].party if member.level < table.unit[member.unit].highest]


class RaiseDecision(OneOf):
    """An effect raises one unit of the own party, one that can rise [DR-S5.3-11] [DR-S5.4-6] [DR-S5.2-8]."""

    ask = "raise"
    clause = "DR-S5.3-11"
    takes = (Raise,)
    field = "unit"

    def candidates(self, table: DriveTable) -> Sequence[int]:
        return [member.unit for member in can_rise(table, self.seat)]

    def refuse(self, table: DriveTable, act: Act) -> Violation:
        if act.unit not in [member.unit for member in table.side[self.seat].party]:
            return Violation("DR-S5.4-6", "level.own_party")
        return Violation("DR-S5.2-8", "level.highest")


class LowerDecision(OneOf):
    """An effect lowers one unit of the own party, one above level 1 [DR-S5.3-14] [DR-S5.2-8]."""

    ask = "lower"
    clause = "DR-S5.3-14"
    takes = (Lower,)
    field = "unit"

    def candidates(self, table: DriveTable) -> Sequence[int]:
        return [member.unit for member in table.side[self.seat].party if member.level > STARTING_LEVEL]

    def refuse(self, table: DriveTable, act: Act) -> Violation:
        if act.unit not in [member.unit for member in table.side[self.seat].party]:
            return Violation("DR-S5.3-14", "level.lower_own")
        return Violation("DR-S5.2-8", "level.lowest")
