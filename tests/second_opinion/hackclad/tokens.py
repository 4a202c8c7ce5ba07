"""8-4-5 操甲: what is done with ツチグモ."""

from collections.abc import Callable, Generator, Sequence
from typing import Any

from shinpan_engine.games.hackclad.table import actions

from .effects import collect
from .questions import Flow, Question, number, one_of
from .squares import SQUARES, Square, around, corners, next_crossings
from .using import Using, chosen_square

MOST_TOKENS = 8


def _taken(using: Using) -> list[Square]:
    return [token for witch in using.at.witches.values() for token in witch.tokens]


def deploy(using: Using) -> Flow:
    witch = using.witch
    if witch.square is None or len(witch.tokens) >= MOST_TOKENS:
        return
    free = [crossing for crossing in corners(witch.square, using.readings.inner_grid) if crossing not in _taken(using)]
    if free:
        witch.tokens.append((yield from chosen_crossing(using, free)))
        witch.tokens.sort()


def chosen_crossing(using: Using, free: Sequence[Square]) -> Generator[Question, tuple[int, Any], Square]:
    """One of some crossings, of which the only one is not asked about."""
    if len(free) == 1:
        return free[0]
    legal = [actions.Deploy(number(crossing)) for crossing in free]
    _, act = yield Question("deploy", using.seat, lambda s, a: s == using.seat and a in legal)
    return SQUARES[act.crossing - 1]


def _shifts(using: Using) -> list[actions.Shift]:
    return [
        actions.Shift(number(token), number(to))
        for token in using.witch.tokens
        for to in next_crossings(token, using.readings.inner_grid)
        if to not in _taken(using)
    ]


def shift(using: Using) -> Flow:
    legal = _shifts(using)
    if not legal:
        return
    _, act = yield Question("shift", using.seat, lambda s, a: s == using.seat and a in legal)
    using.witch.tokens.remove(SQUARES[act.crossing - 1])
    using.witch.tokens.append(SQUARES[act.to - 1])
    using.witch.tokens.sort()


def _searched(using: Using) -> list[Square]:
    return [square for square in SQUARES if any(square in around(token) for token in using.witch.tokens)]


def gather(using: Using) -> Flow:
    squares = _searched(using)
    if squares:
        square = yield from one_of("gather", using.seat, squares, actions.Gather)
        collect(using.at, using.seat, square)


def shoot(using: Using) -> Flow:
    targets = [square for square in _searched(using) if square == using.at.clad or square in using.at.legions]
    if targets:
        target = yield from chosen_square("target", using.seat, targets, actions.Target)
        using.hit({target: 1 + using.witch.token_atk})


Order = Callable[[Using], Flow]
THREE_ORDERS: Sequence[Order] = (shift, gather, shoot)
ALL_ORDERS: Sequence[Order] = (deploy, *THREE_ORDERS)


def order(using: Using, orders: Sequence[Order]) -> Flow:
    """One of some orders."""
    legal = [actions.Choose([at]) for at in range(1, len(orders) + 1)]
    _, act = yield Question("choose", using.seat, lambda s, a: s == using.seat and a in legal)
    yield from orders[act.options[0] - 1](using)
