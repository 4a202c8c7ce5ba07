"""8-4-3 A ③: what a text leaves to its player. Each decision reads the operation that waits from the state."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import ClassVar

from ...kernel.answers import Violation
from ...kernel.choices import Optional
from ...kernel.decisions import Act, Ask, Decision
from ...kernel.lists import UNREADABLE, ascending, out_of_order
from . import field
from .actions import PASS, Choose, Deploy, Gather, Move, Pass, Push, PutBack, Shift, Take, Target, Withdraw
from .board import FACINGS
from .operations import operation
from .options import GridEdge
from .state import Strike
from .table import SEATS, HackcladTable
from .texts import HitAny, Intercept, MoveTo, OneOf, Raid, Search, Shoot, TakeBack, Walk

Asks = dict[int, Ask]


def each(kind: Callable[[int], Decision]) -> Asks:
    """What is asked of each seat."""
    return {seat: Ask((kind(seat),)) for seat in SEATS}


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


class MoveDecision(Optional):
    """The square to which a text moves the witch [HC-8.4.F-1] [HC-8.4.F-11]."""

    ask = "move"
    clause = "HC-8.4.F-11"
    takes: ClassVar[tuple[type, ...]] = (Move,)

    def law(self, table: HackcladTable, act: Act) -> Violation | None:
        if act.square in arrivals(table, self.seat):
            return None
        op = operation(table, self.seat)
        if isinstance(op, MoveTo):
            return Violation("HC-8.4.F-11", "the text does not move the witch to that square")
        if isinstance(op, Walk):
            return field.judge_step(table, self.seat, act.square)
        side = table.side[self.seat]
        if act.square in table.board.beside[side.square]:
            if side.frames[-1].left > 1:
                return Violation("HC-8.4.F-6", "pieces stand all around that square, and the move cannot end there")
            return Violation("HC-8.4.F-6", "a piece stands there, and the move ends there")
        return Violation("HC-8.4.F-1", "a step goes to a square above, below, left or right")

    def ways(self, table: HackcladTable) -> Iterator[Act]:
        for square in arrivals(table, self.seat):
            yield Move(square)


class MayMoveDecision(MoveDecision):
    """The same where it may be left out."""

    ask = "may_move"
    takes = (Pass, Move)
    default = PASS


def hittable(table: HackcladTable, seat: int) -> list[int]:
    """What the operation that waits can hit, by square, ascending."""
    op = operation(table, seat)
    if isinstance(op, HitAny):
        return table.targets()
    if isinstance(op, Shoot):
        found = [square for square in search_range(table, seat) if table.target_at(square)]
        return sorted(dict.fromkeys(found))
    assert isinstance(op, Intercept), "no other hits by choice"
    return intercepted(table, seat)


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


class TargetDecision(Decision):
    """One clad or legion of several."""

    ask = "target"
    clause = "HC-8.4.5-9"
    takes = (Target,)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if act.square not in hittable(table, self.seat):
            return Violation("HC-8.4.5-9", "no clad or legion stands there that this can hit")
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        for square in hittable(table, self.seat):
            yield Target(square)


class PushDecision(Decision):
    """By an option, any direction of a knockback that brings the clad no closer [HC-12.1-2]."""

    ask = "push"
    clause = "HC-12.1-2"
    takes = (Push,)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if act not in list(self.options(table)):
            return Violation("HC-12.1-2", "a knockback brings the clad no closer to the attacker")
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        board, here, clad = table.board, table.side[self.seat].square, table.state.clad_square
        for facing in FACINGS:
            if distance(table, here, board.beyond[facing][clad]) >= distance(table, here, clad):
                yield Push(facing)


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
        assert isinstance(op, OneOf), "no other is chosen from so"
        chosen = act.options
        if len(chosen) != op.count or len(set(chosen)) != op.count:
            return Violation("HC-8.4.3.A-4", f"the text has {op.count} different ones chosen")
        if not all(1 <= option <= len(op.options) for option in chosen):
            return Violation("HC-8.4.3.A-4", f"the text offers {len(op.options)}")
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        op = operation(table, self.seat)
        assert isinstance(op, OneOf), "no other is chosen from so"
        for chosen in permutations(range(1, len(op.options) + 1), op.count):
            yield Choose(list(chosen))


YES = Choose([1])
"""What a text allows is done."""


class MayDecision(Optional):
    """What a text allows may be done or left out."""

    ask = "may"
    clause = "HC-8.4.3.A-4"
    takes = (Pass, Choose)
    default = PASS

    def law(self, table: HackcladTable, act: Act) -> Violation | None:
        return None if act == YES else Violation("HC-8.4.3.A-4", "the text offers one thing, to be done or left out")

    def ways(self, table: HackcladTable) -> Iterator[Act]:
        yield YES


# Cards.


def takeable(table: HackcladTable, seat: int) -> Sequence[int]:
    """The cards that the operation that waits lets a player choose from, ascending."""
    op, side = operation(table, seat), table.side[seat]
    if isinstance(op, Search):
        return sorted(side.deck)
    assert isinstance(op, TakeBack), "no other takes cards by choice"
    if not op.kinds:
        return side.discard
    return [card for card in side.discard if table.cards.skill(card).kind in op.kinds]


class TakeDecision(Decision):
    """A card that a text lets the player choose."""

    ask = "take"
    clause = "HC-8.4.3.A-4"
    takes = (Take,)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if act.card not in takeable(table, self.seat):
            return Violation("HC-8.4.3.A-4", "the text does not let the player choose this card", ("HC-3-20",))
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        for card in takeable(table, self.seat):
            yield Take(card)


class PutBackDecision(Decision):
    """A hand card for the top of the own deck [HC-8.3-7]."""

    ask = "put_back"
    clause = "HC-8.3-7"
    takes = (PutBack,)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if act.card not in table.side[self.seat].hand:
            return Violation("HC-8.3-7", "a card from one's own hand goes on the deck")
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        for card in table.side[self.seat].hand:
            yield PutBack(card)


# ツチグモ.


def crossings(table: HackcladTable) -> list[int]:
    """The crossings on which a ツチグモ can stand: all [HC-8.4.5-1], or by an option those inside the board, where no
    other stands, whoever owns it [HC-8.4.5-4]."""
    inner = table.setup.grid_edge == GridEdge.INNER
    taken = [crossing for side in table.state.sides for crossing in side.tokens]
    return [c for c in table.board.squares if c not in taken and (not inner or table.board.inner(c))]


def deployable(table: HackcladTable, seat: int) -> list[int]:
    """The free crossings at the corners of the witch's square, ascending [HC-8.4.5-3]."""
    corners = table.board.corners[table.side[seat].square]
    return [crossing for crossing in crossings(table) if crossing in corners]


class DeployDecision(Decision):
    """《操甲-配備》: a free crossing at a corner of the witch's square [HC-8.4.5-3] [HC-8.4.5-4]."""

    ask = "deploy"
    clause = "HC-8.4.5-3"
    takes = (Deploy,)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if act.crossing in deployable(table, self.seat):
            return None
        if act.crossing not in table.board.corners[table.side[self.seat].square]:
            return Violation("HC-8.4.5-3", "it is put on a corner of the witch's own square")
        if table.setup.grid_edge == GridEdge.INNER and not table.board.inner(act.crossing):
            return Violation("HC-8.4.5-1", "there is no crossing on the edge of the board")
        return Violation("HC-8.4.5-4", "that crossing is taken")

    def options(self, table: HackcladTable) -> Iterator[Act]:
        for crossing in deployable(table, self.seat):
            yield Deploy(crossing)


class ShiftDecision(Decision):
    """《操甲-移動》: one ツチグモ to a free crossing beside it [HC-8.4.5-7]."""

    ask = "shift"
    clause = "HC-8.4.5-7"
    takes = (Shift,)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if act.crossing not in table.side[self.seat].tokens:
            return Violation("HC-8.4.5-7", "none of the player's ツチグモ stands there")
        if act.to not in table.board.beside[act.crossing] or act.to not in crossings(table):
            return Violation("HC-8.4.5-7", "it goes to a free crossing above, below, left or right")
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        for crossing, to in shifts(table, self.seat):
            yield Shift(crossing, to)


def shifts(table: HackcladTable, seat: int) -> Iterator[tuple[int, int]]:
    """Every way to move one ツチグモ."""
    free = crossings(table)
    for crossing in table.side[seat].tokens:
        for to in table.board.around[crossing]:
            if to in free:
                yield crossing, to


class GatherDecision(Decision):
    """《操甲-採集》: a square in the search range of an own ツチグモ [HC-8.4.5-8]."""

    ask = "gather"
    clause = "HC-8.4.5-8"
    takes = (Gather,)

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if act.square not in search_range(table, self.seat):
            return Violation("HC-8.4.5-8", "no ツチグモ of the player touches that square")
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        for square in sorted(set(search_range(table, self.seat))):
            yield Gather(square)


class WithdrawDecision(Optional):
    """Any number of own ツチグモ, at most as many as the deck has cards; none is a pass."""

    ask = "withdraw"
    clause = "HC-8.4.5-12"
    takes = (Pass, Withdraw)
    default = PASS

    def law(self, table: HackcladTable, act: Act) -> Violation | None:
        side = table.side[self.seat]
        if not act.crossings:
            return Violation(UNREADABLE, "to take none off is a pass")
        if not set(act.crossings) <= set(side.tokens):
            return Violation("HC-8.4.5-12", "only one's own ツチグモ are taken off")
        if out_of_order(act.crossings):
            return ascending("crossings")
        if len(act.crossings) > len(side.deck):
            return Violation("HC-8.4.3.A-4", "no more are taken off than the deck has cards")
        return None

    def ways(self, table: HackcladTable) -> Iterator[Act]:
        side = table.side[self.seat]
        for count in range(1, min(len(side.tokens), len(side.deck)) + 1):
            for taken in combinations(side.tokens, count):
                yield Withdraw(list(taken))


MOVE, MAY_MOVE, TARGET, PUSH = each(MoveDecision), each(MayMoveDecision), each(TargetDecision), each(PushDecision)
CHOOSE, MAY, TAKE, PUT_BACK = each(ChooseDecision), each(MayDecision), each(TakeDecision), each(PutBackDecision)
DEPLOY, SHIFT, GATHER, WITHDRAW = (
    each(DeployDecision),
    each(ShiftDecision),
    each(GatherDecision),
    each(WithdrawDecision),
)
