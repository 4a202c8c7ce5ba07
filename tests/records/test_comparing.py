"""Two records of one game side by side: where they differ, which is legal there, and the game that both fit."""

from collections import deque
from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import LANGUAGES
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_records import transcript
from shinpan_records.comparing import Comparing, Comparison
from shinpan_records.transcript import Loaded
from tests.hiding import hidden

FIXTURES = Path(__file__).parents[2] / "fixtures"
PRINTED = FIXTURES / "wars3x3" / "printed-replay.shinpan"
MISPRINTED = FIXTURES / "wars3x3" / "printed-replay-as-printed.shinpan"
SEEN = [("wars3x3", "random-game-1"), ("anoare", "random-game-1"), ("drive", "random-2-seats-a-won")]
ALL_ALIKE = {"en": "both say the same of the game", "ja": "2つの棋譜は、試合について同じことを言っています"}


def compared(first: Loaded | Path | str, second: Loaded | Path | str) -> Comparison:
    records = [one if isinstance(one, Loaded) else transcript.load(one, GAMES) for one in (first, second)]
    work = Comparing(*records, GAMES)
    deque(work.slices(), maxlen=0)
    return work.found()


def seen_by(record: Record, viewer: int) -> Loaded:
    """What a viewer wrote down, who knows no hash."""
    entries = [msgspec.structs.replace(entry, state_hash=b"", link=b"") for entry in record.entries]
    notes = msgspec.structs.replace(record.notes, last_link=b"", header_hash=b"", first_state_hash=b"")
    bare = Record(record.header, tuple(entries), notes)
    return Loaded.of(hidden(GAMES[record.header.game], bare, viewer), GAMES)


def without(text: str, *begins: str) -> str:
    """A transcript without the lines that begin so."""
    return "\n".join(row for row in text.split("\n") if not row.startswith(begins))


def test_a_record_is_like_itself() -> None:
    """In every language nothing differs, and the game is the one that both fit."""
    found = compared(PRINTED, PRINTED)
    assert found.alike
    assert found.fits_both is not None
    for language in LANGUAGES:
        assert ALL_ALIKE[language] in found.lines(language)


def test_the_misprint_stands_beside_what_is_right() -> None:
    """Where they differ the misprinted action is not legal, the other is, and no game fits both."""
    found = compared(MISPRINTED, PRINTED)
    lines = found.lines()
    apart = lines.index("turn 4: the records differ")
    assert lines[apart + 1].startswith("record 1: p2 deploy card=")
    assert lines[apart + 1].endswith("(not legal here)")
    assert lines[apart + 2] == "record 2: p2 deploy card=016 (legal here)"
    assert found.fits_both is None
    assert lines[-1] == "no game fits both as they are written: they tell of different actions"
    assert lines[0].startswith("record 1: illegal, turn 4: ")


@pytest.mark.parametrize(("game", "name"), SEEN)
def test_what_two_players_saw_is_one_game(game: str, name: str) -> None:
    """Each wrote down what they saw: nothing differs but what came up, and a whole game is found that agrees with both.
    It claims what both claim, so the claims are judged with it."""
    record = transcript.load(FIXTURES / game / f"{name}.shinpan", GAMES).record
    views = [seen_by(record, seat) for seat in (1, 2)]
    found = compared(*views)
    assert found.moves.apart == ()
    assert found.fits_both is not None, found.lines()
    for view in views:
        assert disagreement(GAMES, view.record, found.fits_both) is None
        claims = {claim for entry in view.record.entries for claim in entry.claims if "?" not in repr(claim)}
        assert claims <= {claim for entry in found.fits_both.entries for claim in entry.claims}


@pytest.mark.parametrize(("game", "name"), SEEN)
def test_what_the_public_saw_fits_the_whole_record(game: str, name: str) -> None:
    """What is open in one of them is what the other says, so the game that both fit is the one that was played."""
    loaded = transcript.load(FIXTURES / game / f"{name}.shinpan", GAMES)
    found = compared(seen_by(loaded.record, 0), loaded)
    assert found.fits_both is not None, found.lines()
    acted = [[entry.what for entry in one.entries] for one in (loaded.record, found.fits_both)]
    assert acted[0] == acted[1]


def test_what_is_not_read_is_not_compared() -> None:
    """Behind what is wrong in a record by hand its names say nothing: only what differs there is told, and why no
    more."""
    found = compared(MISPRINTED, PRINTED)
    assert found.moves.unread == (True, False)
    (apart,) = found.moves.apart
    assert [len(moves) for moves in (apart.first, apart.second)] == [1, 1]
    told = found.lines()
    assert "record 1: it is not compared any further; what comes behind can be read when this is mended" in told
    assert not [line for line in told if "p0 step" in line]
    assert compared(MISPRINTED, MISPRINTED).moves.apart == ()


def test_a_record_that_breaks_off_is_completed_by_the_other() -> None:
    """One may end before the other; what only that one notes stays."""
    whole = PRINTED.read_text("utf-8")
    rows = without(whole, "result").rstrip("\n").split("\n")
    found = compared("\n".join(rows[:-8]) + "\n", whole)
    assert len(found.moves.apart) == 1
    assert found.moves.apart[0].first == ()
    assert found.fits_both is not None
    assert transcript.dump(found.fits_both, GAMES) == transcript.dump(compared(whole, whole).fits_both, GAMES)  # type: ignore[arg-type]


def test_a_value_that_is_noted_otherwise_is_told() -> None:
    """Of the same moment: with both values, and no game fits both."""
    whole = PRINTED.read_text("utf-8")
    assert "life[p1] = 30" in whole or "life[" in whole
    path = next(word for word in whole.replace(",", " ").split() if word.startswith("life["))
    value = whole.partition(f"{path} = ")[2].split(",")[0].split()[0]
    found = compared(whole, whole.replace(f"{path} = {value}", f"{path} = {int(value) + 1}", 1))
    assert len(found.moves.claimed) == 1
    assert found.fits_both is None
    assert any(f"{value}" in line and f"{int(value) + 1}" in line for line in found.lines())
    assert "they note different values of the same thing" in found.lines()[-1]


def test_another_set_up_is_another_game() -> None:
    """Records that do not agree on what was arranged are compared, and none fits both."""
    other = FIXTURES / "wars3x3" / "random-game-1.shinpan"
    found = compared(PRINTED, other)
    assert found.fits_both is None
    assert any(line.startswith("header, ") for line in found.lines())
    assert "they do not agree on what was arranged before the game" in found.lines()[-1]


def test_games_of_two_rulebooks_are_compared_too() -> None:
    """Bad input is normal input: it is told, and nothing breaks."""
    found = compared(PRINTED, FIXTURES / "anoare" / "random-game-1.shinpan")
    assert found.fits_both is None
    assert any("wars3x3" in line and "anoare" in line for line in found.lines())
