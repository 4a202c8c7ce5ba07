"""The print and the publisher's errata: which of them a record is judged by."""

from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_records import transcript

FIXTURES = Path(__file__).parents[3] / "fixtures" / "hackclad"


@pytest.mark.clause("HC-3.G-3", "HC-X-1")
def test_a_record_that_names_no_edition_is_judged_by_the_print() -> None:
    """CP 7 at the most: the record that claims it stands without its edition too, and as the same game."""
    text = (FIXTURES / "HC-3.G-3-cp-7-at-the-most.shinpan").read_text("utf-8")
    said, silent = (transcript.load(told, GAMES) for told in (text, text.replace("edition  1.0.0\n", "")))
    assert "no edition is given: 1.0.0 is taken" in [str(note.text) for note in silent.notes]
    assert silent.record.header == said.record.header
    report = verify(GAMES, silent.record)
    assert report.verdict is Verdict.INCOMPLETE
    (limit,) = [found.text for found in report.assumptions if found.id == "HC-3.G-3"]
    assert "7 in edition 1.0.0" in str(limit)
