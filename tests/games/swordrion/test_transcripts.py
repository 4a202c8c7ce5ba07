"""Transcripts of ソードリオン: what may be left out, and what may hang on a line."""

from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_records import transcript

FIXTURES = Path(__file__).parents[3] / "fixtures" / "swordrion"
WIPED_OUT = (FIXTURES / "SW-3.11-2-wiped-out.shinpan").read_text("utf-8")


def prepared() -> str:
    """A solo game up to the relics of the first round; the enemies then wipe the line out."""
    lines = WIPED_OUT.splitlines()
    return "\n".join(lines[: next(at for at, line in enumerate(lines) if "relics" in line) + 1])


def test_plain_attacks_and_passes_are_filled_in() -> None:
    """Up to the head of the next round everything goes by itself, and the note says what was filled in."""
    # ぜんまい兵 instead of ピリトの火の玉, whose 発動 would have to be written down.
    without_duties = prepared().replace("001", "076")
    loaded = transcript.load(f"{without_duties}\nturn 2\n", GAMES)
    replay = Replay(GAMES, loaded.record)
    assert replay.run() is None
    assert replay.match.table.state.round == 2
    assert [len(entry.what.__struct_fields__) for entry in loaded.record.entries].count(2) > 10
    assert any("filled in" in str(note.text) for note in loaded.notes)


def test_a_step_line_says_up_to_where() -> None:
    """`step 6` plays the first attack, and what it claims is compared with that."""
    right = transcript.load(f"{prepared()}\nstep 6 => attacked card=032 strength=1\n", GAMES).record
    assert verify(GAMES, right).verdict is Verdict.INCOMPLETE
    wrong = transcript.load(f"{prepared()}\nstep 6 => attacked card=032 strength=2\n", GAMES).record
    assert verify(GAMES, wrong).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("battle = 1", Verdict.INCOMPLETE),
        ("battle = 2", Verdict.CONTRADICTED),
        ("hand[p1] = none", Verdict.INCOMPLETE),
        ("relics[p1] = 019 033", Verdict.INCOMPLETE),
        ("turned_up card=048", Verdict.INCOMPLETE),
        ("turned_up card=049", Verdict.CONTRADICTED),
        ("nothing_like_it", Verdict.MALFORMED),
    ],
)
def test_claims_are_compared(claim: str, verdict: Verdict) -> None:
    """Fields of the state by their path and events by their name: what does not come out is told."""
    lines = prepared().splitlines()
    written = "\n".join([*lines[:-1], f"p1 relics cards=019 033 => {claim}", ""])
    assert verify(GAMES, transcript.load(written, GAMES).record).verdict is verdict


def test_cards_may_be_called_by_their_names() -> None:
    """A printed name or an alias will do for a number, with a note."""
    named = WIPED_OUT.replace("card=032 ; 野兎", "card=野兎")
    assert named != WIPED_OUT
    loaded, plain = transcript.load(named, GAMES), transcript.load(WIPED_OUT, GAMES)
    assert verify(GAMES, loaded.record).last_link == verify(GAMES, plain.record).last_link
    assert any("full number" in str(note.text) for note in loaded.notes)
