"""⑤点数計算, from the print alone."""

from collections.abc import Mapping, Sequence

from .position import Readings

RANKS = (("KING", 30), ("QUEEN", 25), ("ROOK", 20), ("BISHOP", 15), ("KNIGHT", 10), ("PAWN", 5))


def points_of(cubes: Mapping[str, int], readings: Readings) -> tuple[int, int]:
    """Points for cubes, and how many cubes are left over."""
    green, yellow, blue = readings.divisors
    heaps = [(cubes["green"], green), (cubes["yellow"], yellow)]
    if not readings.per_colour and green == yellow:
        heaps = [(cubes["green"] + cubes["yellow"], green)]
    heaps.append((cubes["blue"], blue))
    return sum(count // each for count, each in heaps), sum(count % each for count, each in heaps)


def rank_of(points: int) -> str:
    """ソロプレイ: the highest rank that is reached."""
    for name, least in RANKS:
        if points >= least:
            return name
    return "NONE"


def winner_of(points: Sequence[int], left: Sequence[int]) -> int:
    """More points win, then more left over; 0 is a draw."""
    for first, second in (points, left):
        if first != second:
            return 1 if first > second else 2
    return 0
