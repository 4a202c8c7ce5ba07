"""A transcript is judged while it is read: what comes of that is what a replay of the record gives."""

import re
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import verify
from shinpan_records import transcript
from shinpan_records.transcript import Loaded, TranscriptError
from tests.random_games import play, seeds, told

from .transcripts import FIXTURES, HEADER, read

MODES = [(name, mode.name) for name, game in GAMES.items() for mode in game.modes if mode.supported]


def assert_judged_as_replayed(loaded: Loaded) -> None:
    """The report of the referee who went along is that of one who replays the record, notes on the text aside."""
    report = loaded.judged().report()
    notes = tuple(note for note in report.notes if not note.text.key.startswith("transcript."))
    assert replace(report, notes=notes) == verify(GAMES, loaded.record)


def test_every_fixture_is_judged_as_replayed() -> None:
    """Legal, illegal, contradicted, with claims on steps that are past, with answers out of seat order."""
    for path in sorted(path for path in FIXTURES.parent.rglob("*.shinpan") if "seen" not in path.parts):
        assert_judged_as_replayed(transcript.load(path, GAMES))


def a_line_less(rows: list[str], at: int, _: Random) -> None:
    del rows[at]


def a_line_twice(rows: list[str], at: int, _: Random) -> None:
    rows.insert(at, rows[at])


def lines_exchanged(rows: list[str], at: int, dice: Random) -> None:
    other = dice.randrange(rows.index("--") + 1, len(rows))
    rows[at], rows[other] = rows[other], rows[at]


def another_seat(rows: list[str], at: int, _: Random) -> None:
    rows[at] = re.sub(r"^p[12]", lambda found: "p2" if found[0] == "p1" else "p1", rows[at])


def another_hash(rows: list[str], at: int, _: Random) -> None:
    rows[at] = re.sub(r"#[0-9a-f]{8}", "#00000000", rows[at])


def a_false_claim(rows: list[str], at: int, _: Random) -> None:
    rows[at] = re.sub(r" #.*", " => pending[1].ask = nothing", rows[at])


def no_hash(rows: list[str], at: int, _: Random) -> None:
    rows[at] = re.sub(r" #.*", "", rows[at])


@pytest.mark.parametrize(("game", "mode"), MODES, ids=map(" ".join, MODES))
@pytest.mark.parametrize(
    "change",
    [a_line_less, a_line_twice, lines_exchanged, another_seat, another_hash, a_false_claim, no_hash],
    ids=lambda change: change.__name__,
)
def test_a_changed_transcript_is_judged_as_replayed(
    game: str, mode: str, change: Callable[[list[str], int, Random], None]
) -> None:
    """Whatever was changed in a random game, and whether its lines are known from others or not."""
    for seed in seeds(2):
        with told(seed):
            rows = transcript.dump(play(GAMES[game], seed, mode), GAMES).splitlines()
            dice = Random(seed)
            change(rows, dice.randrange(rows.index("--") + 1, len(rows)), dice)
            try:
                loaded = transcript.load("\n".join(rows) + "\n", GAMES)
            except TranscriptError:
                continue
            assert_judged_as_replayed(loaded)


def test_of_two_places_as_near_the_first_is_told() -> None:
    """An event that came as many actions before a line as behind it is told where it came before."""
    loaded = read(
        "turn 1", "p1 lay card=020", "turn 2", "p2 lay card=033 => laid seat=p1", "turn 3", "p1 lay card=037", "turn 4"
    )
    told = [note.where for note in loaded.judged().report().notes if "claims happened here" in str(note.text)]
    assert [(where.line, where.turn) for where in told] == [(HEADER.count("\n") + 2, 1)]
