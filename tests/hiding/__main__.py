"""Prints what judging records of what was seen takes and finds: a row for each mode and view.

`python -m tests.hiding 100` judges 100 random games of every mode, seen by the public and by the first seat;
`python -m tests.hiding 100 wars3x3 beginner --first 5000 --json` other games of one mode, as lines of JSON.
`--impossible` names in each game a card that lies open elsewhere: then none may be found legal.
It fails where a row is not as it has to be, and names the seeds.
"""

import argparse
from collections.abc import Sequence

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_service.cli.output import print_json, progress

from ..random_games import MODES
from . import VIEWERS
from .figures import Row, row

SHAPE = "{:22} {:7} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6} {:>13} {:>17}"
HEAD = ("mode", "view", "records", "found", "proved", "limit", "undec.", "least", "replays (max)", "ms (max)")


def shown(told: Row) -> str:
    """A row as it is printed."""
    counts = (told.records, told.found, told.proved, told.limit, told.undecided)
    replays, times = f"{told.replays_median:g} ({told.replays_max})", f"{told.ms_median:.1f} ({told.ms_max:.1f})"
    least = f"{told.least} %" if told.least else "none"
    return SHAPE.format(f"{told.game} {told.mode}", told.view, *counts, least, replays, times)


def asked_rows(asked: argparse.Namespace) -> list[tuple[Game, str, int]]:
    """The game, mode and viewer of each row."""
    return [
        (game, mode, viewer)
        for game, mode in MODES
        for viewer in ((PUBLIC,) if asked.impossible else VIEWERS)
        if asked.game in (None, game.name) and asked.mode in (None, mode)
    ]


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What is asked for."""
    options = argparse.ArgumentParser("python -m tests.hiding", description=__doc__)
    options.formatter_class = argparse.RawDescriptionHelpFormatter
    options.add_argument("games", type=int, help="games of each mode and view")
    options.add_argument("game", nargs="?", choices=sorted({game.name for game, _ in MODES}))
    options.add_argument("mode", nargs="?", choices=sorted({mode for _, mode in MODES}))
    options.add_argument("--first", type=int, default=0, metavar="SEED", help="the seed of the first game")
    options.add_argument("--impossible", action="store_true", help="games in which a card is named that is elsewhere")
    options.add_argument("--json", action="store_true", help="a line of JSON for each row")
    asked = options.parse_args(words)
    if asked.games < 1 or asked.first < 0:
        options.error("at least one game, from seed 0 on")
    if not asked_rows(asked):
        options.error(f"{asked.game} has no mode {asked.mode}")
    return asked


def main() -> int:
    """Prints the table; 1 if a row is not as it has to be."""
    asked = arguments()
    seeds, right = range(asked.first, asked.first + asked.games), True
    if not asked.json:
        print(SHAPE.format(*HEAD))
    for game, mode, viewer in asked_rows(asked):
        with progress(seeds, f"{game.name} {mode}", 2) as shown_seeds:
            told = row(game, mode, viewer, shown_seeds, asked.impossible)
        right = right and told.is_right()
        if asked.json:
            print_json(told._asdict())
            continue
        print(shown(told), *([] if told.is_right() else ["WRONG"]), flush=True)
        for word, which in told.seeds.items():
            print(f"  {word}: seeds {' '.join(map(str, which))}")
    return 0 if right else 1


if __name__ == "__main__":
    raise SystemExit(main())
