"""Plots as SVG, and text as HTML. Lengths are percentages, so that a plot is as wide as its place and its words are not
made smaller with it.
"""

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import accumulate
from typing import NamedTuple

from shinpan_engine.kernel.messages import LONGEST_TEXT, shown

MOST_TEXT = 600
"""Bytes of a text: no clause has more."""
MOST_NAME = 120
MORE = "…"
MOST_BINS = 24
STEPS = (1, 2, 5)
"""How wide a column of a histogram may be, times a power of ten."""
THINNEST = 0.5
"""Per cent: less would not be seen."""
HEIGHT = 100
"""Of the columns of a histogram, in pixels."""
ABOVE, BELOW = 16, 20
"""Room for words above and below them."""


class Slice(NamedTuple):
    """A part of a bar: its class in the style sheet, and how much it is."""

    kind: str
    size: int


class Bin(NamedTuple):
    """A column: from a length to another one, both included, and how many there are."""

    first: int
    last: int
    games: int


def plain(said: str) -> str:
    """Any text as HTML: no markup, nothing that cannot be seen, and not too much."""
    signs = _signs(said)
    fitting = _fitting(signs, MOST_TEXT)
    return "".join(fitting) + MORE * (len(fitting) < len(signs))


def name(said: str) -> str:
    """A name as HTML. Of a long path the end says most."""
    signs = _signs(said[-LONGEST_TEXT:])
    fitting = _fitting(signs[::-1], MOST_NAME)
    return MORE * (len(fitting) < len(signs)) + "".join(fitting[::-1])


def _signs(said: str) -> list[str]:
    return [escape(sign, quote=False) for sign in shown(said)]


def _fitting(signs: Sequence[str], most: int) -> Sequence[str]:
    """As many signs as are no more than so many bytes."""
    for at, bytes_ in enumerate(accumulate(len(sign.encode()) for sign in signs)):
        if bytes_ > most:
            return signs[:at]
    return signs


def bar(slices: Sequence[Slice], total: int) -> str:
    """A bar in parts, of which all together are at most the total. What it shows stands in numbers beside it."""
    drawn, begin = [], 0
    for kind, size in slices:
        if size:
            width = max(THINNEST, 100 * size / total)
            left = min(100 * begin / total, 100 - width)
            drawn.append(f'<rect class="{kind}" x="{left:.2f}%" width="{width:.2f}%" height="100%"/>')
        begin += size
    return f'<svg class="bar" aria-hidden="true">{"".join(drawn)}</svg>'


def key(kind: str) -> str:
    """The colour of a part, beside its word."""
    return f'<svg class="key" aria-hidden="true"><rect class="{kind}" width="100%" height="100%"/></svg>'


def bins(lengths: Counter[int]) -> list[Bin]:
    """Lengths in columns of a round width, from the first that is not empty to the last."""
    least, most = min(lengths), max(lengths)
    width = _width(most - least + 1)
    first = least // width
    counts = [0] * (most // width - first + 1)
    for length, count in lengths.items():
        counts[length // width - first] += count
    return [Bin((first + at) * width, (first + at + 1) * width - 1, count) for at, count in enumerate(counts)]


def _width(span: int) -> int:
    """The least round number of which few make the span."""
    power = 1
    while True:
        for step in STEPS:
            if (span - 1) // (step * power) + 2 <= MOST_BINS:
                return step * power
        power *= 10


def histogram(columns: Sequence[Bin], about: str) -> str:
    """A histogram, with the ends of its axis and its highest column in numbers."""
    highest = max(one.games for one in columns)
    drawn = []
    for at, one in enumerate(columns):
        height = max(1, HEIGHT * one.games // highest) if one.games else 0
        left, width = 100 * at / len(columns), 100 / len(columns)
        place = f'x="{left:.2f}%" y="{ABOVE + HEIGHT - height}" width="{width:.2f}%" height="{height}"'
        drawn.append(f"<rect {place}/>" if height else "")
    base = ABOVE + HEIGHT
    return (
        f'<svg class="histogram" role="img" aria-label="{escape(about)}" height="{base + BELOW}">'
        f'<text x="0" y="11">{highest:,}</text>{"".join(drawn)}'
        f'<line x1="0" x2="100%" y1="{base}" y2="{base}"/>'
        f'<text x="0" y="{base + 15}">{columns[0].first:,}</text>'
        f'<text class="end" x="100%" y="{base + 15}">{columns[-1].last:,}</text></svg>'
    )
