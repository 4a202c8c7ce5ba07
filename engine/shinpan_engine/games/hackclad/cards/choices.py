"""8-4-3 A ③: what a text leaves to its player. Each decision reads the operation that waits from the state."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import ClassVar

from ....kernel.play.choices import OneOf, SomeOf
from ....kernel.play.decisions import Act, Decision
from ....kernel.play.violations import UNREADABLE, Violation
from ..chapters import field
from ..table.actions import (
    PASS,
    Choose,
    Deploy,
    Facing,
    Gather,
    Move,
    Pass,
    Push,
    PutBack,
    Shift,
    Take,
    Target,
    Withdraw,
)
from ..table.board import FACINGS
from ..table.options import GridEdge
from ..table.state import Strike
from ..table.table import HackcladTable
from . import texts
from .operations import operation
from .texts import HitAny, Intercept, MoveTo, Raid, Search, Shoot, TakeBack, Walk

# Squares.


def arrivals(table: HackcladTable, seat: int) -> Sequence[int]:
    """Where the witch may go by the operation that waits, ascending."""
    op, side, board = operation(table, seat), table.side[seat], table.board
    if isinstance(op, Walk):
        return field.steps_from(table, side.square)
    if isinstance(op, Raid):
        return field.ways_past(table, seat, side.square, side.frames[-1].left)
    assert isinstance(op, MoveTo), "no other moves a witch by choice"
    if op.where == "destroyed":
        return side.frames[-1].destroyed
    there = board.beside[table.state.clad_square] if op.where == "beside_clad" else board.squares
    return sorted([square for square in there if not table.occupied(square)])


class MoveDecision(OneOf):
    """The square to which a text moves the witch [HC-8.4.F-1] [HC-8.4.F-11]."""

    ask = "move"
    clause = "HC-8.4.F-11"
    takes: ClassVar[tuple[type, ...]] = (Move,)
    field = "square"

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        return arrivals(table, self.seat)

    def refuse(self, table: HackcladTable, act: Act) -> Violation:
        op = operation(table, self.seat)
        if isinstance(op, MoveTo):
            return Violation("HC-8.4.F-11", "text.not_there")
        side = table.side[self.seat]
        if isinstance(op, Walk):
            refused = field.judge_step(table, self.seat, act.square)
            assert refused is not None, "a step that is allowed arrives"
            return refused
        if act.square in table.board.beside[side.square]:
            if side.frames[-1].left > 1:
                return Violation("HC-8.4.F-6", "text.no_way_on")
            return Violation("HC-8.4.F-6", "text.ends_on_piece")
        return Violation("HC-8.4.F-1", "field.no_step")


class MayMoveDecision(MoveDecision):
    """The same where it may be left out."""

    ask = "may_move"
    takes = (Move, Pass)
    default = PASS


def intercepted(table: HackcladTable, seat: int) -> list[int]:
    """Who attacks the witch: the clad, or each legion beside her at the round's end; nobody that moves or appears."""
    state = table.state
    strike = state.windows[-1].strike if state.windows else Strike.NONE
    if strike == Strike.RANGE:
        return [state.clad_square]
    if strike == Strike.LEGIONS:
        beside = table.board.beside[table.side[seat].square]
        return [legion.square for legion in state.legions if legion.square in beside]
    return []


def search_range(table: HackcladTable, seat: int) -> list[int]:
    """索敵範囲 of all own ツチグモ [HC-8.4.5-2]."""
    return [square for crossing in table.side[seat].tokens for square in table.board.searched[crossing]]


class TargetDecision(OneOf):
    """One clad or legion of those that the operation that waits can hit."""

    ask = "target"
    clause = "HC-8.4.5-9"
    takes = (Target,)
    field = "square"
    refusal = Violation("HC-8.4.5-9", "text.nothing_to_hit")

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        op = operation(table, self.seat)
        if isinstance(op, HitAny):
            return table.targets()
        if isinstance(op, Shoot):
            found = [square for square in search_range(table, self.seat) if table.target_at(square)]
            return sorted(dict.fromkeys(found))
        assert isinstance(op, Intercept), "no other hits by choice"
        return intercepted(table, self.seat)


class PushDecision(OneOf):
    """By an option, any direction of a knockback that brings the clad no closer [HC-12.1-2]."""

    ask = "push"
    clause = "HC-12.1-2"
    takes = (Push,)
    field = "facing"
    refusal = Violation("HC-12.1-2", "knockback.closer")

    def candidates(self, table: HackcladTable) -> Sequence[Facing]:
        board, here, clad = table.board, table.side[self.seat].square, table.state.clad_square
        away = distance(table, here, clad)
        return [facing for facing in FACINGS if distance(table, here, board.beyond[facing][clad]) >= away]


def distance(table: HackcladTable, one: int, other: int) -> int:
    """How many steps two squares lie apart, by the shortest way around."""
    width, height = table.board.width, table.board.height
    relation = table.board.relation[one][other]
    east, north = relation % width, relation // width
    return min(east, width - east) + min(north, height - north)


# Options of a text.


class ChooseDecision(Decision):
    """So many different ones of what a text offers."""

    ask = "choose"
    clause = "HC-8.4.3.A-4"
    takes = (Choose,)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        op = operation(table, self.seat)
        assert isinstance(op, texts.OneOf), "no other is chosen from so"
        chosen = act.options
        if len(chosen) != op.count or len(set(chosen)) != op.count:
            return Violation("HC-8.4.3.A-4", "text.how_many", count=op.count)
        if not all(1 <= option <= len(op.options) for option in chosen):
            return Violation("HC-8.4.3.A-4", "text.no_option", most=len(op.options))
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        op = operation(table, self.seat)
        assert isinstance(op, texts.OneOf), "no other is chosen from so"
        for chosen in permutations(range(1, len(op.options) + 1), op.count):
            yield Choose(list(chosen))


YES = Choose([1])
"""What a text allows is done."""


class MayDecision(OneOf):
    """What a text allows may be done or left out."""

    ask = "may"
    clause = "HC-8.4.3.A-4"
    takes = (Choose, Pass)
    default = PASS
    refusal = Violation("HC-8.4.3.A-4", "text.one_option")

    def candidates(self, table: HackcladTable) -> Sequence[Act]:
        return (YES,)


# Cards.


class TakeDecision(OneOf):
    """A card that the operation that waits lets the player choose."""

    ask = "take"
    clause = "HC-8.4.3.A-4"
    takes = (Take,)
    field = "card"
    refusal = Violation("HC-8.4.3.A-4", "text.not_this_card", ("HC-3-20",))

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        op, side = operation(table, self.seat), table.side[self.seat]
        if isinstance(op, Search):
            return sorted(side.deck)
        assert isinstance(op, TakeBack), "no other takes cards by choice"
        if not op.kinds:
            return side.discard
        return [card for card in side.discard if table.cards.skill(card).kind in op.kinds]


class PutBackDecision(OneOf):
    """A hand card for the top of the own deck [HC-8.3-7]."""

    ask = "put_back"
    clause = "HC-8.3-7"
    takes = (PutBack,)
    field = "card"
    refusal = Violation("HC-8.3-7", "draft.put_back")

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        return table.side[self.seat].hand


# ツチグモ.


def crossings(table: HackcladTable) -> list[int]:
    """The crossings on which a ツチグモ can stand: all [HC-8.4.5-1], or by an option those inside the board, where no
    other stands, whoever owns it [HC-8.4.5-4]."""
    inner = table.setup.grid_edge == GridEdge.INNER
    taken = [crossing for side in table.state.sides for crossing in side.tokens]
    return [c for c in table.board.squares if c not in taken and (not inner or table.board.inner(c))]


class DeployDecision(OneOf):
    """《操甲-配備》: a free crossing at a corner of the witch's square [HC-8.4.5-3] [HC-8.4.5-4]."""

    ask = "deploy"
    clause = "HC-8.4.5-3"
    takes = (Deploy,)
    field = "crossing"

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        corners = table.board.corners[table.side[self.seat].square]
        return [crossing for crossing in crossings(table) if crossing in corners]

    def refuse(self, table: HackcladTable, act: Act) -> Violation:
        if act.crossing not in table.board.corners[table.side[self.seat].square]:
            return Violation("HC-8.4.5-3", "token.no_corner")
        if table.setup.grid_edge == GridEdge.INNER and not table.board.inner(act.crossing):
            return Violation("HC-8.4.5-1", "token.edge")
        return Violation("HC-8.4.5-4", "token.taken")


class ShiftDecision(OneOf):
    """《操甲-移動》: one ツチグモ to a free crossing beside it [HC-8.4.5-7]."""

    ask = "shift"
    clause = "HC-8.4.5-7"
    takes = (Shift,)

    def candidates(self, table: HackcladTable) -> Sequence[Act]:
        return [Shift(crossing, to) for crossing, to in shifts(table, self.seat)]

    def refuse(self, table: HackcladTable, act: Act) -> Violation:
        if act.crossing in table.side[self.seat].tokens:
            return Violation("HC-8.4.5-7", "token.no_step")
        return Violation("HC-8.4.5-7", "token.not_there")


def shifts(table: HackcladTable, seat: int) -> Iterator[tuple[int, int]]:
    """Every way to move one ツチグモ."""
    free = crossings(table)
    for crossing in table.side[seat].tokens:
        for to in table.board.around[crossing]:
            if to in free:
                yield crossing, to


class GatherDecision(OneOf):
    """《操甲-採集》: a square in the search range of an own ツチグモ [HC-8.4.5-8]."""

    ask = "gather"
    clause = "HC-8.4.5-8"
    takes = (Gather,)
    field = "square"
    refusal = Violation("HC-8.4.5-8", "token.out_of_range")

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        return sorted(set(search_range(table, self.seat)))


class WithdrawDecision(SomeOf):
    """Any number of own ツチグモ, at most as many as the deck has cards; none is a pass."""

    ask = "withdraw"
    clause = "HC-8.4.5-12"
    takes = (Withdraw, Pass)
    default = PASS
    field = "crossings"
    called = "list.crossings"
    refusal = Violation("HC-8.4.3.A-4", "token.too_many")

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        return table.side[self.seat].tokens

    def least(self, table: HackcladTable) -> int:
        return 1

    def most(self, table: HackcladTable) -> int:
        return min(len(table.side[self.seat].tokens), len(table.side[self.seat].deck))

    def law(self, table: HackcladTable, act: Act) -> Violation | None:
        if not act.crossings:
            return Violation(UNREADABLE, "token.none")
        if not set(act.crossings) <= set(table.side[self.seat].tokens):
            return Violation("HC-8.4.5-12", "token.not_own")
        return super().law(table, act)
