"""How long this tree and another take to read and judge records as people write them.

python -m tools.compare_reading OLD/bin/python

Each tree reads in a process of its own, in turn with the other, and each text once, after others. Printed is processor
time per game, and how many times as long the old tree takes; `at most` is that with nothing but the judging of the
decoded record left. Random games that the old tree does not find legal as this one exports them are left out.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_records.transcript.exporting import exporting
from shinpan_service.workbench.by_hand import by_hand
from shinpan_service.workbench.simulation import random_record, seed_of
from shinpan_service.workbench.text_bench import WARM

LEGAL = "LEGAL"
MOST_TRIED = 20
"""Random games that are tried for one that the old tree knows too."""

READER = """
import gc, json, sys
from time import process_time
from shinpan_engine.games.registry import GAMES
try:
    from shinpan_engine.kernel.judging.referee import Replay
    from shinpan_records.transcript import load
except ImportError:
    from shinpan_engine.kernel.referee import Replay
    from shinpan_service.transcript import load

def judged(loaded):
    if hasattr(loaded, "judged"):
        return loaded.judged()
    return decoded(loaded.record)

def decoded(record):
    replay = Replay(GAMES, record)
    replay.run()
    return replay

def timed(run):
    start = process_time()
    replay = run()
    return process_time() - start, replay

gc.collect()
gc.freeze()
for line in sys.stdin:
    text = json.loads(line)
    try:
        taken, replay = timed(lambda: judged(load(text, GAMES)))
        verdict = replay.report().verdict.name
        record = load(text, GAMES).record
        alone = min(timed(lambda: decoded(record))[0] for _ in range(3))
    except Exception as error:
        verdict, taken, alone = type(error).__name__, 0, 0
    print(json.dumps([verdict, taken, alone]), flush=True)
"""
"""Reads texts, a line of JSON each; says the verdict, the time to read and judge one, and to judge it alone."""


class Times(NamedTuple):
    """Seconds of processor time for some texts."""

    games: int = 0
    old: float = 0
    new: float = 0
    judging: float = 0

    def plus(self, old: float, new: float, judging: float) -> "Times":
        return Times(self.games + 1, self.old + old, self.new + new, self.judging + judging)


class Reader:
    """A process that reads texts with one tree."""

    def __init__(self, python: Path) -> None:
        # In a folder of its own: this tree would be found before the one that is installed.
        self._process = subprocess.Popen(
            [python, "-c", READER], cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def read(self, text: str) -> tuple[str, float, float]:
        """The verdict on a text, and the two times."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(text), file=self._process.stdin, flush=True)
        verdict, taken, alone = json.loads(self._process.stdout.readline())
        return verdict, taken, alone

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def for_both(text: str) -> str:
    """A text that both read: it names its pack by the id alone, since digests may have been made otherwise, and calls
    rounds turns."""
    said = re.sub(r"^(pack +\S+) \S+$", r"\1", text, flags=re.MULTILINE)
    return re.sub(r"^round (?=[0-9])", "turn ", said, flags=re.MULTILINE)


def read_by_both(old: Reader, game: Game, mode: str, count: int) -> Iterator[str]:
    """So many games of a mode by hand, of those that the old tree knows too, as far as there are any."""
    found = 0
    for number in range(MOST_TRIED * count):
        record = random_record(game, mode, game.packs["house"], seed_of("reading", number))
        verdict, _, _ = old.read(for_both(exporting(record, GAMES, hashes=False)))
        if verdict == LEGAL:
            yield for_both(by_hand(record))
            found += 1
        if found == count:
            return


def compared(old: Reader, new: Reader, game: Game, mode: str, count: int) -> Times:
    """The times for games of a mode."""
    times = Times()
    for number, text in enumerate(read_by_both(old, game, mode, count + WARM)):
        (was, before, _), (now, after, judging) = old.read(text), new.read(text)
        assert now == LEGAL, f"{now}: {text}"
        if was == now and number >= WARM:
            times = times.plus(before, after, judging)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python", type=Path, help="the interpreter that has the old tree installed")
    parser.add_argument("--games", type=int, default=20, help="games of each mode (default: 20)")
    parser.add_argument("--game", choices=[*GAMES], action="append", help="only this game")
    asked = parser.parse_args()
    old, new = Reader(asked.python), Reader(Path(sys.executable))
    print(f"{'game':22} {'games':>5} {'old ms':>8} {'new ms':>8} {'times':>6} {'judging':>8} {'at most':>8}")
    for game in [GAMES[name] for name in asked.game or GAMES]:
        for mode in [mode.name for mode in game.modes if mode.supported]:
            games, was, now, judging = compared(old, new, game, mode, asked.games)
            name = f"{game.name} {mode}"
            if not games:
                print(f"{name:22} {0:5}")
                continue
            ms = [1000 * spent / games for spent in (was, now, judging)]
            row = f"{ms[0]:8.2f} {ms[1]:8.2f} {was / now:6.2f} {ms[2]:8.2f} {was / judging:8.2f}"
            print(f"{name:22} {games:5} {row}", flush=True)
    old.close()
    new.close()


if __name__ == "__main__":
    main()
