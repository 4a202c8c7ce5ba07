"""The engine's squares and crossings against the second judge's, over all positions and directions."""

from collections.abc import Sequence
from itertools import combinations, product

import pytest

from shinpan_engine.games.hackclad.table import actions
from shinpan_engine.games.hackclad.table import state as engine
from shinpan_engine.games.hackclad.table.actions import Deed
from shinpan_engine.games.hackclad.table.options import GridEdge, ReentryFallback, WitchOccupied
from shinpan_engine.kernel.play.match import Match

from . import printed, squares
from .judge import re_entry_squares
from .position import Readings
from .positions import OTHER_LIMIT, read
from .printed import AMELIA, CLADS, FLARE, LUNA, MIA, ROSETTE, STRIKES
from .questions import number
from .scenes import NUMBERS, ONE, allowed, card_of, do, facing, hold, lay, own_turn
from .squares import CROSSINGS, ENTRY_POINTS, FRONTS, SQUARES, Square
from .walk import Walk

CONE_CARD = (LUNA, 12)
RANGES = [
    (*where, STRIKES[where].cells)
    for where in [(ROSETTE, 4), (ROSETTE, 13), (FLARE, 4), (FLARE, 9), (FLARE, 11), (FLARE, 12)]
]
RANGES.append((*CONE_CARD, printed.CONE))
POSES = [(square, front) for square in SQUARES for front in FRONTS]


def aside(square: Square) -> Square:
    """Some other square, at no fixed place on the board."""
    return squares.wrapped(square[0] + 2, square[1] + 1)


@pytest.mark.clause("HC-3-15", "HC-8.4.F-7", "HC-8.4.3.K-2")
@pytest.mark.parametrize(("character", "place", "cells"), RANGES)
def test_a_range_reaches_the_same_squares(character: int, place: int, cells: list[printed.Cell]) -> None:
    """RANGE is turned with the witch and wrapped: what may be hit, from each square in each direction."""
    match, card = own_turn(character), card_of(character, place)
    for witch, front in POSES:
        lay(match, [witch], aside(witch), legions=[square for square in SQUARES if square != aside(witch)])
        hold(match, card)
        hit = allowed(match, lambda at, front=front: actions.Use(card, facing(front), [at]))
        assert hit == set(squares.reached(witch, front, cells)), (witch, front)


@pytest.mark.clause("HC-12.1-10", "HC-12.1-12")
def test_several_targets_lie_in_one_range() -> None:
    """Two targets are allowed exactly if both lie in the range of one direction."""
    match, card = own_turn(ROSETTE), card_of(ROSETTE, 13)
    for witch, front in POSES:
        lay(match, [witch], aside(witch), legions=[square for square in SQUARES if square != aside(witch)])
        hold(match, card)
        reach = sorted(number(square) for square in squares.reached(witch, front, printed.WIDE))
        legal = [
            pair for pair in combinations(NUMBERS, 2)
            if match.consider(ONE, actions.Use(card, facing(front), list(pair))) is None
        ]  # fmt: skip
        assert legal == list(combinations(reach, 2)), (witch, front)


@pytest.mark.clause("HC-8.4.F-1", "HC-8.4.F-6", "HC-8.4.F-7")
@pytest.mark.parametrize("blocked", [False, True])
def test_a_step_leads_to_the_same_squares(blocked: bool) -> None:
    """From each square to the four beside it, across the edges too; pieces stand in the way or do not."""
    match = own_turn(ROSETTE, witch_occupied=WitchOccupied(blocked))
    card = card_of(ROSETTE, 1)
    hold(match, card)
    for witch, other in product(SQUARES, SQUARES):
        for piece in range(3):
            clad, legion, second = (other if piece == number else None for number in range(3))
            lay(match, [witch, second], clad or aside(aside(other)), legions=[legion] if legion else [])
            steps = set(squares.beside(witch))
            if blocked:
                steps -= {other, clad or aside(aside(other))}
            assert allowed(match, lambda at: actions.Basic(Deed.MOVE, card, at)) == steps, (witch, other, piece)


@pytest.mark.clause("HC-8.4.1-2", "HC-8.4.1-3", "HC-8.4.1-6", "HC-8.4.1-8", "HC-8.4.1-10", "HC-8.4.F-4", "HC-8.4.F-5")
@pytest.mark.parametrize("card", CLADS)
def test_a_clad_card_does_the_same(card: int) -> None:
    """Each clad card from each square in each direction: marked squares, steps, legions, stones, whom it hits."""
    for witches, (clad, front) in product((0, 1), POSES):
        match = own_turn(ROSETTE)
        marked = [square for _, cells in CLADS[card] for square in squares.reached(clad, front, cells)]
        marked = [*marked[witches:], squares.ahead(clad, front), clad, *squares.beside(clad)]
        lay(match, marked[:8:2], clad, front, legions=set(marked[:6:3]) - {clad})
        match.table.state.slots[0] = card
        walk = Walk(match, OTHER_LIMIT, Readings(cp_most=15))
        walk.take(ONE, actions.END_TURN)
        while walk.judge.question is not None and walk.judge.question.kind == "reaction":
            walk.take(walk.judge.question.seat, actions.PASS)


@pytest.mark.clause("HC-12.1-2", "HC-12.1-3", "HC-12.1-5", "HC-12.1-15")
@pytest.mark.parametrize(("character", "place"), [(ROSETTE, 4), (ROSETTE, 12), (MIA, 12)])
def test_a_knockback_goes_the_same_way(character: int, place: int) -> None:
    """From each square in each direction, the clad facing each way: away from the witch, over a legion."""
    card, kunai = card_of(character, place), card_of(MIA, 4)
    paid = [kunai] if character == MIA else []
    for (witch, front), clad_front in product(POSES, FRONTS):
        match = own_turn(character)
        clad = squares.ahead(witch, front)
        behind = squares.ahead(clad, front)
        lay(match, [witch, behind], clad, clad_front, legions=[behind])
        hold(match, card, *paid, injuries=5)
        walk = Walk(match, OTHER_LIMIT, Readings(cp_most=15))
        walk.take(ONE, actions.Use(card, facing(front), [number(clad)], 0, paid))
        pushed = place == 12 or clad_front == squares.opposite(front)
        assert (walk.judge.question.kind == "reaction") == pushed  # type: ignore[union-attr]
        if pushed:
            walk.take(2, actions.PASS)
        assert match.table.state.clad_square == number(behind if pushed else clad)
        assert match.table.state.clad_facing == facing(clad_front)


@pytest.mark.clause("HC-12.1-15")
@pytest.mark.parametrize(("character", "place", "side"), [(ROSETTE, 9, "front"), (MIA, 10, "behind")])
def test_front_and_behind_are_the_same_squares(character: int, place: int, side: str) -> None:
    """つばめ返し deals one more from the front, 回し蹴り turns a トラバサミ up from behind: from one square each."""
    card = card_of(character, place)
    for (witch, front), clad_front in product(POSES, FRONTS):
        match = own_turn(character)
        clad = squares.ahead(witch, front)
        lay(match, [witch], clad, clad_front)
        hold(match, card, vp=0)
        do(match, actions.Use(card, facing(front), [number(clad)]))
        mine = match.table.state.sides[0]
        where = squares.ahead(clad, clad_front) if side == "front" else squares.behind(clad, clad_front)
        gained = mine.vp - 2 if side == "front" else mine.ready
        assert gained == (witch == where), (witch, front, clad_front)


@pytest.mark.clause("HC-8.4.F-9")
@pytest.mark.parametrize(("character", "to_her"), [(ROSETTE, True), (MIA, False)])
def test_the_clad_is_turned_the_same_way(character: int, to_her: bool) -> None:
    """挑発 and 幻術 are used only beside the clad, and turn it to the witch or from her."""
    card = card_of(character, 8)
    for witch, (clad, clad_front) in product(SQUARES, POSES):
        match = own_turn(character, seats=2) if witch in squares.beside(clad) else None
        if match is None:
            continue
        lay(match, [witch], clad, clad_front)
        hold(match, card)
        do(match, actions.Use(card))
        towards = squares.towards(clad, witch)
        assert towards is not None
        assert match.table.state.clad_facing == facing(towards if to_her else squares.opposite(towards))
    match = own_turn(character, seats=2)
    for clad in SQUARES:
        hold(match, card)
        usable = set()
        for witch in SQUARES:
            lay(match, [witch], clad)
            usable |= {witch} if match.consider(ONE, actions.Use(card)) is None else set()
        assert usable == set(squares.beside(clad))


@pytest.mark.clause("HC-8.4.7-2", "HC-8.4.7-3")
@pytest.mark.parametrize("unoccupied", [False, True])
def test_re_entry_is_on_the_same_squares(unoccupied: bool) -> None:
    """Free entry points, whatever stands on the others; where none is free, any square or any unoccupied one."""
    for taken in (subset for size in range(5) for subset in combinations(ENTRY_POINTS, size)):
        for first in range(4):
            pieces = [*taken[first:], *taken[:first]]
            for on_foot in (False, True):
                match = own_turn(ROSETTE, 3, before="put_back", reentry_fallback=ReentryFallback(unoccupied))
                clad, others, legions = _spread(pieces) if on_foot else (squares.CENTRE, [], pieces)
                lay(match, [None, *others], clad, legions=legions)
                decision = match.ask.decisions[0]
                assert match.play(decision.seat, next(iter(decision.options(match.table)))) is None
                readings = Readings(fallback_unoccupied=unoccupied)
                wanted = set(re_entry_squares(read(match.table.state, "versus", 0), readings))
                assert wanted == set(ENTRY_POINTS) - set(taken) or len(taken) == 4
                assert allowed(match, actions.ReEnter) == wanted, (pieces, on_foot)


def _spread(pieces: list[Square]) -> tuple[Square, list[Square], list[Square]]:
    """The clad on the first of some squares, witches on the next two, then legions."""
    return (pieces[0] if pieces else squares.CENTRE), pieces[1:3], pieces[3:]


@pytest.mark.clause("HC-8.4.F-11")
def test_a_leap_beside_the_clad_is_to_the_same_squares() -> None:
    """飛翔 goes to an empty square beside the clad, whichever of the four are taken."""
    card = card_of(LUNA, 15)
    for clad in SQUARES:
        near = squares.beside(clad)
        for taken in (subset for size in range(4) for subset in combinations(near, size)):
            match = own_turn(LUNA)
            lay(match, [aside(clad), *taken[:1]], clad, legions=taken[1:])
            hold(match, card)
            do(match, actions.Use(card))
            assert allowed(match, actions.Move) == set(near) - set(taken), (clad, taken)


@pytest.mark.clause("HC-8.4.F-1", "HC-8.4.F-6")
@pytest.mark.parametrize("blocked", [False, True])
def test_a_raid_takes_the_same_ways(blocked: bool) -> None:
    """辻斬り goes two steps past any piece; who stands on the square passed is hit."""
    card = card_of(MIA, 16)
    for witch, first in product(SQUARES, FRONTS):
        match = own_turn(MIA, witch_occupied=WitchOccupied(blocked))
        passed = squares.ahead(witch, first)
        lay(match, [witch], aside(aside(witch)), legions=[passed])
        hold(match, card, vp=0)
        do(match, actions.Use(card))
        assert allowed(match, actions.Move) == set(squares.beside(witch))
        do(match, actions.Move(number(passed)))
        assert allowed(match, actions.Move) >= set(squares.beside(passed)) - {aside(aside(witch))}
        assert allowed(match, actions.Move) <= set(squares.beside(passed))
        do(match, actions.Move(number(squares.ahead(passed, first))))
        mine = match.table.state.sides[0]
        assert mine.square == number(squares.ahead(passed, first))
        assert (mine.vp, match.table.state.legions) == (1, [])


# ツチグモ


@pytest.mark.clause("HC-8.4.5-1", "HC-8.4.5-3", "HC-8.4.5-4")
@pytest.mark.parametrize("inner", [False, True])
def test_a_token_is_put_on_the_same_crossings(inner: bool) -> None:
    """操甲-配備 from each square, each other crossing being taken: the corners, shared across the edge."""
    card = card_of(AMELIA, 5)
    for witch in SQUARES:
        match = own_turn(AMELIA, grid_edge=GridEdge(inner))
        lay(match, [witch])
        hold(match, card, tokens=[])
        do(match, actions.Use(card))
        if len(squares.corners(witch, inner)) == 1:
            assert match.table.state.sides[0].tokens == [number(squares.corners(witch, inner)[0])]
            continue
        for taken in (crossing for crossing in CROSSINGS if squares.exists(crossing, inner)):
            match.table.state.sides[0].tokens = [number(taken)]
            free = set(squares.corners(witch, inner)) - {taken}
            assert allowed(match, actions.Deploy) == free, (witch, taken)


def commanded(option: int, inner: bool, tokens: Sequence[Square] = ((1, 1), (3, 3))) -> Match:
    """アメリア gives one of the three orders of 行動指令, off the field."""
    match = own_turn(AMELIA, grid_edge=GridEdge(inner))
    clad = squares.CENTRE
    lay(match, [], clad, legions=[square for square in SQUARES if square != clad])
    hold(match, card_of(AMELIA, 6), tokens=[number(token) for token in tokens], vp=0)
    do(match, actions.Use(card_of(AMELIA, 6)), actions.Choose([option]))
    return match


@pytest.mark.clause("HC-8.4.5-1", "HC-8.4.5-7")
@pytest.mark.parametrize("inner", [False, True])
def test_a_token_moves_along_the_same_lines(inner: bool) -> None:
    """操甲-移動 from each crossing, each other one being taken: one line further, none upon another."""
    match = commanded(1, inner)
    there = [crossing for crossing in CROSSINGS if squares.exists(crossing, inner)]
    for one, other in product(there, there):
        match.table.state.sides[0].tokens = sorted({number(one), number(other)})
        moves = allowed(match, lambda to, one=one: actions.Shift(number(one), to))
        assert moves == set(squares.next_crossings(one, inner)) - {other}, (one, other)


@pytest.mark.clause("HC-8.4.5-2", "HC-8.4.5-8", "HC-8.4.5-9")
@pytest.mark.parametrize(("option", "act"), [(2, actions.Gather), (3, actions.Target)])
@pytest.mark.parametrize("inner", [False, True])
def test_a_token_searches_the_same_squares(option: int, act: type, inner: bool) -> None:
    """操甲-採集 and 射撃 reach the four squares around each crossing, whichever the board's edge cuts."""
    match = commanded(option, inner)
    for crossing in (crossing for crossing in CROSSINGS if squares.exists(crossing, inner)):
        match.table.state.sides[0].tokens = [number(crossing)]
        assert allowed(match, act) == set(squares.around(crossing)), crossing


@pytest.mark.clause("HC-8.4.5-3", "HC-8.4.5-7", "HC-8.4.5-8", "HC-8.4.5-9")
def test_what_is_done_with_a_token_is_done_there() -> None:
    """A token put or moved is where it was said; stones of one square are gained, one thing is hit."""
    for crossing in CROSSINGS:
        to = squares.next_crossings(crossing, inner=False)[crossing[0] % 4]
        match = commanded(1, inner=False, tokens=[crossing])
        do(match, actions.Shift(number(crossing), number(to)))
        assert match.table.state.sides[0].tokens == [number(to)]
        for square in squares.around(crossing):
            match = commanded(2, inner=False, tokens=[crossing])
            match.table.state.stones = [engine.Stones(at, at) for at in NUMBERS]
            do(match, actions.Gather(number(square)))
            assert match.table.state.sides[0].vp == number(square)
            assert [stones.square for stones in match.table.state.stones] == [
                at for at in NUMBERS if at != number(square)
            ]
            match = commanded(3, inner=False, tokens=[crossing])
            legions = len(match.table.state.legions)
            do(match, actions.Target(number(square)))
            assert match.table.state.sides[0].vp == 1
            assert len(match.table.state.legions) == legions - (square != squares.CENTRE)
