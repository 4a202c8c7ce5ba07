"""Judges what a release has frozen (fixtures/frozen/1.0) by today's rules, and fails where anything has moved.

    python -m tools.frozen                            all stored records, and the games of `play-1` of all modes
    python -m tools.frozen --jobs 2 wars3x3-beginner  only this mode, in two processes
    python -m tools.frozen --games 1000               only the first thousand games of each series

Interrupted, it goes on where it was: what these very rules have played is kept in build/frozen. The rules compiled need
a third of the time (`SHINPAN_COMPILE=1 pip install .` into an environment of its own).
"""

import argparse
import sys
from time import monotonic

from .checking import NEVER, moved_records, moved_series
from .names import moved_names
from .replays import moved_replays
from .series import kept_links
from .stored import Frozen, Mode, digests, frozen_modes


def main() -> int:
    """1 if anything has moved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modes", nargs="*", metavar="GAME-MODE", help="all, unless some are named")
    parser.add_argument("--games", type=_count, help="of each series; all, unless told otherwise")
    parser.add_argument("--jobs", type=_count, default=1, help="processes that play")
    asked = parser.parse_args()
    frozen = digests()
    if unknown := [name for name in asked.modes if name not in frozen]:
        parser.error(f"{', '.join(unknown)}: frozen are {', '.join(frozen)}")
    moved = [*moved_names(), *moved_replays()]
    print("\n".join(moved) or "names and printed replays come out", flush=True)
    for mode in frozen_modes():
        if not asked.modes or str(mode) in asked.modes:
            moved += _check(mode, frozen[str(mode)], asked.games, asked.jobs)
    if moved:
        print(f"\n{len(moved)} moved. {NEVER}")
    return 1 if moved else 0


def _count(text: str) -> int:
    """A number of games or processes."""
    if not text.isascii() or not text.isdigit() or not 1 <= len(text) <= 6 or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text}: a whole number from 1 on")
    return int(text)


def _check(mode: Mode, frozen: Frozen, games: int | None, jobs: int) -> list[str]:
    """Checks one mode; says what of it has moved."""
    count = frozen.series.games if games is None else min(games, frozen.series.games)
    moved = [*moved_records(mode)]
    begun = monotonic()

    def told(games: int) -> None:
        seconds = monotonic() - begun
        print(f"\r{mode}: {games:,} of {count:,} games, {seconds:.0f} s", end="", file=sys.stderr, flush=True)

    if (series := moved_series(mode, frozen.series, kept_links(mode, count, jobs, told))) is not None:
        unmoved = "" if moved else "; the stored records come out: another order of the legal actions will do that"
        moved.append(f"{series}{unmoved}")
    print(file=sys.stderr)
    print("\n".join(moved) or f"{mode}: {frozen.records} records and {count:,} games come out", flush=True)
    return moved


if __name__ == "__main__":
    sys.exit(main())
