"""⑤点数計算: points of cubes and relics, the winner of two, the rank of one."""

from ..cards.operations import met, relics_of
from ..cards.texts import PerName, Points
from ..table import events
from ..table.options import ScorePool
from ..table.state import Cubes, Ending, EndReason, Rank, Side
from ..table.table import SCORE_DIVISORS, SwordrionTable, cubes_of

POINTS_OF_A_RANK = 5
"""PAWN 5, KNIGHT 10, BISHOP 15, ROOK 20, QUEEN 25, KING 30 [SW-5.3-2]."""


def score(table: SwordrionTable, reason: EndReason) -> Ending:
    """Points and remainders of everybody; who has more points wins, then who has more cubes left over [SW-5.2-1]
    [SW-5.2-2] [SW-5.2-3]. One alone has a rank [SW-5.3-1] [SW-1.1-2]."""
    points, remainders = [], []
    for seat in table.seats:
        of_cubes, left = points_of(table, cubes_of(table.side[seat]))
        points.append(of_cubes + points_of_relics(table, seat))
        remainders.append(left)
        table.events.append(events.Scored(points=points[-1], remainder=left, seat=seat, clause="SW-5.1-1"))
    if len(points) == 1:
        return Ending(1, reason, points, remainders, rank_of(points[0]))
    first, second = zip(points, remainders, strict=True)
    winner = 0 if first == second else 1 if first > second else 2
    return Ending(winner, reason, points, remainders)


def points_of(table: SwordrionTable, cubes: Cubes) -> tuple[int, int]:
    """Three green or yellow cubes a point, a blue one a point [SW-5.1-2] [SW-5.1-3]; what is left over gives nothing
    [SW-5.1-4] and is told beside the points, 0 to 2 cubes where they are pooled [SW-5.2-4]. All cubes held count
    [SW-5.1-7]."""
    of = table.setup.score_divisors or SCORE_DIVISORS
    table.rely("SW-5.1-2")
    table.rely("SW-5.1-6")
    groups = [(cubes.green, of.green), (cubes.yellow, of.yellow), (cubes.blue, of.blue)]
    if table.setup.score_pool == ScorePool.POOLED:
        groups = [(cubes.green + cubes.yellow, of.green), (cubes.blue, of.blue)]
    return sum(number // divisor for number, divisor in groups), sum(number % divisor for number, divisor in groups)


def points_of_relics(table: SwordrionTable, seat: int) -> int:
    """What relics in place say of points [SW-5.1-5]; no other card gives any [SW-5.1-8]."""
    side, points = table.side[seat], 0
    for _, relic in relics_of(table, seat, "scoring"):
        if met(table, table.own[seat], relic.condition):
            points += sum(op.amount * (held(side, op.per) // op.each) for op in relic.ops if isinstance(op, Points))
    return points


def held(side: Side, per: PerName) -> int:
    """How many there are of what points are given for."""
    cubes = cubes_of(side)
    of_cubes = {"green": cubes.green, "yellow": cubes.yellow, "blue": cubes.blue}
    return {"once": 1, "stock": len(side.stock), "hand": len(side.hand), **of_cubes}[per]


def rank_of(points: int) -> Rank:
    """The highest rank whose figure is reached, none below five points [SW-5.3-3] [SW-5.3-4]."""
    return Rank(min(int(Rank.KING), max(0, points // POINTS_OF_A_RANK)))
