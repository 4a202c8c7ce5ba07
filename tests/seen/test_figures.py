"""The table of `python -m tests.hiding`: what it counts, and when it says that a row is wrong."""

import json
import sys

import pytest

from ..hiding import __main__ as command
from ..hiding.figures import Row


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Runs the command with these words."""
    monkeypatch.setattr(sys, "argv", ["hiding", *words])
    return command.main()


def told(text: str) -> list[Row]:
    """The rows that were printed as lines of JSON."""
    return [Row(**json.loads(line)) for line in text.splitlines()]


def test_every_game_is_counted_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A row for each view; what came of the games adds up to all of them; other seeds are other games."""
    rows = []
    for first in ("0", "500"):
        assert run(monkeypatch, "3", "wars3x3", "beginner", "--first", first, "--json") == 0
        rows.append(told(capsys.readouterr().out))
    for views in rows:
        assert [one.view for one in views] == ["public", "seat 1"]
        assert all(one.found + one.proved + one.limit + one.undecided == one.records == 3 for one in views)
        assert all(0 < one.replays_median <= one.replays_max for one in views)
        assert all(0 < one.ms_median <= one.ms_max for one in views)
    assert rows[0] != rows[1]


def test_impossible_games_are_proved_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Of games with a card that lies elsewhere none is found."""
    assert run(monkeypatch, "2", "wars3x3", "beginner", "--impossible", "--json") == 0
    (row,) = told(capsys.readouterr().out)
    assert row.found == 0
    assert row.proved == row.records > 0


@pytest.mark.parametrize(
    ("counts", "least", "right"),
    [
        ((95, 0, 5, 0), 95, True),
        ((94, 0, 6, 0), 95, False),
        ((99, 1, 0, 0), 95, False),
        ((0, 100, 0, 0), 0, True),
        ((1, 99, 0, 0), 0, False),
    ],
)
def test_a_wrong_row_fails(
    counts: tuple[int, int, int, int],
    least: int,
    right: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Too few found, a legal game found illegal, or an impossible one legal: the command fails, and names the seeds."""
    row = Row("wars3x3", "beginner", "public", 100, *counts, least, 2, 9, 1.5, 7.0, {"limit": [17]})
    monkeypatch.setattr(command, "row", lambda *_: row)
    assert run(monkeypatch, "1", "wars3x3", "beginner") == (0 if right else 1)
    out = capsys.readouterr().out
    assert "limit: seeds 17" in out
    assert ("WRONG" in out) == (not right)


def test_what_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """No games, or a mode of another game."""
    for words in (("0",), ("1", "wars3x3", "duel"), ("1", "--first", "-1")):
        with pytest.raises(SystemExit):
            run(monkeypatch, *words)
    assert "wars3x3 has no mode duel" in capsys.readouterr().err
