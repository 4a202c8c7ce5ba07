"""Slips of a recorder, planted in random games: another value in an action, or another number noted.

`python -m tests.slips 20 wars3x3 beginner` plants two in each of so many games of a mode, and prints how often a repair
finds edits after which all comes out, and the replays, steps and seconds it took in the median and at worst.
"""

import re
import sys
from statistics import median
from time import perf_counter
from typing import NamedTuple

import msgspec

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.claims import event_fields
from shinpan_engine.kernel.judging.record import EventClaim, Record
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_records import repair, transcript
from shinpan_records.transcript.exporting import exporting

from .random_games import MODES, play, recorded, steps

CLAIMED_ONCE_IN = 3
"""Actions between two that have a claim, on average."""
MOST_PLANTED = 400
"""Slips that are tried before a game is given up: some records come out with a slip in them."""
ROWS = 60
"""Rows of a game that are kept: a longer one takes minutes."""
COMES_OUT = (Verdict.LEGAL, Verdict.INCOMPLETE)
_NUMBER = re.compile(r"(?<==)\d+(?=\s|$|\])")


class Slip(NamedTuple):
    """A transcript with one line spoiled: which, what stood there, and what stands there now."""

    text: str
    line: int
    was: str
    now: str


def noted(game: Game, seed: int, mode: str, dice: Stream) -> str:
    """The transcript of a random game with some of what happened noted, and no hashes."""
    record = recorded(play(game, seed, mode))
    _, *shown = steps(record)
    entries, book = list(record.entries), game.packs["house"].names
    for at, step in enumerate(shown):
        events = [event for event in step.events if not event.private]
        if events and dice.below(CLAIMED_ONCE_IN) == 0:
            event = events[dice.below(len(events))]
            told = {name: value for name, value in event_fields(event, book).items() if value}
            claim = EventClaim(verb(type(event)), tuple(told.items()))
            entries[at] = msgspec.structs.replace(entries[at], claims=(claim,))
    return exporting(Record(record.header, tuple(entries), record.notes), {game.name: game}, hashes=False)


def cut(text: str, rows: int) -> str:
    """The transcript of a game that stops after so many rows."""
    lines = text.splitlines()
    return "\n".join(lines[: lines.index("--") + 1 + rows]) + "\n"


def comes_out(text: str) -> bool:
    """Whether every rule is kept and every claim true, as the referee says who knows nothing of repairs."""
    return transcript.judged(text, GAMES).report().verdict in COMES_OUT


def spoiled(text: str, dice: Stream, claim: bool) -> Slip | None:
    """The transcript with one number of an action, or of a claim, exchanged, so that it does not come out; None if that
    is not to be had."""
    rows = text.splitlines()
    first = rows.index("--") + 1
    for _ in range(MOST_PLANTED):
        at = first + dice.below(len(rows) - first)
        if (now := _other(rows[at], dice, claim)) is not None:
            changed = "\n".join([*rows[:at], now, *rows[at + 1 :]]) + "\n"
            if _wrong(changed):
                return Slip(changed, at + 1, rows[at], now)
    return None


def _wrong(text: str) -> bool:
    """Whether a transcript can be read, and does not come out."""
    try:
        return not comes_out(text)
    except transcript.TranscriptError:
        return False


def _other(row: str, dice: Stream, claim: bool) -> str | None:
    """The row with one number in its action, or in its claims, exchanged for one that is near."""
    action, sign, claims = row.partition(" ;")[0].partition(" =>")
    part = claims if claim else action
    found = [*_NUMBER.finditer(part)]
    if not found or action.split()[0] in ("turn", "round"):
        return None
    one = found[dice.below(len(found))]
    number = int(one[0]) + (1 + dice.below(2)) * (1 if dice.below(2) or int(one[0]) < 3 else -1)
    changed = f"{part[: one.start()]}{number:0{len(one[0])}}{part[one.end() :]}"
    return f"{action}{sign}{changed}" if claim else f"{changed}{sign}{claims}"


def twice_spoiled(game: Game, seed: int, mode: str) -> str | None:
    """The beginning of a random game with two slips in it."""
    dice = Stream(seed.to_bytes(32, "big"), "slips")
    slip = spoiled(cut(noted(game, seed, mode, dice), ROWS), dice, claim=bool(seed % 2))
    second = slip and spoiled(slip.text, dice, claim=bool(seed % 3))
    return second and second.text


def tried(game: Game, mode: str, games: int) -> str:
    """What came of games with two slips each, in a line."""
    repaired: list[repair.Repairs] = []
    seconds: list[float] = []
    for seed in range(games):
        if (text := twice_spoiled(game, seed, mode)) is not None:
            since = perf_counter()
            repaired.append(repair.repairs(text, GAMES))
            seconds.append(perf_counter() - since)
    if not repaired:
        return f"{game.name} {mode}: no game in which two slips could be planted"
    found = sum(bool(one.repairs) for one in repaired)
    replays, work = [one.replays for one in repaired], [one.steps for one in repaired]
    return (
        f"{game.name} {mode}: {found} of {len(repaired)} games with two slips repaired; "
        f"replays {median(replays):.0f} / {max(replays)}, steps {median(work):.0f} / {max(work)}, "
        f"seconds {median(seconds):.1f} / {max(seconds):.1f} (median / worst)"
    )


if __name__ == "__main__":
    for one, its_mode in MODES:
        if len(sys.argv) < 3 or (one.name == sys.argv[2] and its_mode in (sys.argv[3:] or [its_mode])):
            print(tried(one, its_mode, int(sys.argv[1])), flush=True)
