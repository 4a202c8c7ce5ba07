"""Corrections of a record: who made them, why, and what they changed, in every form and for the referee alone."""

from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Correction
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import LANGUAGES, Telling
from shinpan_records import json_record, transcript
from shinpan_records.corrections import corrections_noted
from shinpan_records.page.recording import Recording
from shinpan_records.repair import Repair
from shinpan_records.transcript import TranscriptError
from shinpan_service.messages.records import record_from_message, record_to_message

FIXTURES = Path(__file__).parents[2] / "fixtures" / "wars3x3"
MISPRINTED = FIXTURES / "printed-replay-as-printed.shinpan"
CONTRADICTED = FIXTURES / "contradicted-damage.shinpan"
TEXT = MISPRINTED.read_text("utf-8")
BY = ("田中 太郎", 'misread; the card said "水"')


def corrected(text: str) -> str:
    """A transcript after the first repair that is found."""
    repair = Repair(transcript.reading(text), GAMES)
    for _ in repair.slices():
        pass
    return repair.corrected(text, 0, BY)


def with_line(said: str) -> str:
    return TEXT.replace("\n--\n", f"\n{said}\n--\n", 1)


def test_a_repair_changes_its_line_and_says_who_and_why() -> None:
    """One row is another one, one row is new; the record is right then, and the correction names both lines."""
    after = corrected(TEXT)
    rows, before = after.split("\n"), TEXT.split("\n")
    assert len(rows) == len(before) + 1
    assert len([row for row in rows if row not in before]) == 2
    loaded = transcript.load(after, GAMES)
    assert loaded.judged().report().verdict in (Verdict.LEGAL, Verdict.INCOMPLETE)
    (one,) = loaded.record.notes.corrections
    assert (one.who, one.reason, one.turn) == (*BY, 4)
    assert "重装歩兵:水" in one.before
    assert "016" in one.after


def test_the_hash_of_a_record_does_not_know_of_corrections() -> None:
    """They are notes: the header and the link are those of the same record without them."""
    plain, noted = (transcript.load(text, GAMES) for text in (TEXT, with_line("corrected who=a reason=b")))
    assert plain.record.header == noted.record.header
    assert plain.judged().report().last_link == noted.judged().report().last_link


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_correction_comes_back_from_every_form(language: str) -> None:
    """From a transcript in either language, from JSON, from a message."""
    record = transcript.load(corrected(TEXT), GAMES).record
    again = transcript.load(transcript.dump(record, GAMES, language), GAMES).record  # type: ignore[arg-type]
    assert again.notes.corrections == record.notes.corrections
    assert json_record.read(json_record.written(record), GAMES).notes == record.notes
    assert record_from_message(record_to_message(record)).notes == record.notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_correction_is_told_in_words(language: str) -> None:
    """With who, why, and both lines."""
    (note,) = corrections_noted(transcript.load(corrected(TEXT), GAMES).record)
    said = transcript.message_told(note.text, Telling(language))  # type: ignore[arg-type]
    assert note.where.turn == 4
    for word in (*BY, "重装歩兵:水", "016"):
        assert word in said


@pytest.mark.parametrize(
    "said",
    [
        "corrected who=a",
        "corrected reason=b",
        "corrected who=a who=b reason=c",
        "corrected who=a reason=b turn=x",
        "corrected who= reason=b",
        "corrected who=a reason=b card=7",
        "corrected a b",
        "corrected [who=a] reason=b",
        "corrected",
    ],
)
def test_a_line_that_is_no_correction_is_refused(said: str) -> None:
    """At its line, with what belongs there."""
    with pytest.raises(TranscriptError) as refused:
        transcript.load(with_line(said), GAMES)
    assert refused.value.line == TEXT.split("\n").index("--") + 1
    assert {"reason", "name=value"} & {*refused.value.expected.replace(",", " ").split()}


def test_no_seat_is_told_of_corrections() -> None:
    """They may name hidden cards: only the referee's telling has them."""
    data = Recording(transcript.load(corrected(TEXT), GAMES), GAMES).whole()
    first, *others = data["viewers"]
    assert len(data["tellings"][first]["report"]["corrections"]) == 1
    assert [data["tellings"][one]["report"]["-"] for one in others] == [["corrections"]] * len(others)


def test_a_wrong_claim_is_corrected_in_its_own_line() -> None:
    """What is done in the line stays as it is written; the correction says both claims."""
    text = CONTRADICTED.read_text("utf-8")
    after = corrected(text)
    assert transcript.load(after, GAMES).record.notes.corrections == (
        Correction(*BY, 3, "damage 4", "damage 3"),
        Correction(*BY, 4, "life[p2] = 26", "life[p2] = 27"),
    )
    assert "step 3.2 => damage 3 ; the unit costs 3" in after.split("\n")
    assert transcript.judged(after, GAMES).report().verdict in (Verdict.LEGAL, Verdict.INCOMPLETE)


def test_a_missing_line_is_put_where_it_was_missing() -> None:
    """Between its neighbours; a remark of its own stays where it is."""
    rows = (FIXTURES / "printed-replay.shinpan").read_text("utf-8").split("\n")
    at = next(number for number, row in enumerate(rows) if " deploy card=突撃兵:水" in row)
    after = corrected("\n".join([*rows[:at], "; a remark of its own", *rows[at + 1 :]]))
    (one,) = transcript.load(after, GAMES).record.notes.corrections
    assert (one.before, "016" in one.after) == ("", True)
    assert "; a remark of its own" in after.split("\n")
    assert transcript.judged(after, GAMES).finding is None
