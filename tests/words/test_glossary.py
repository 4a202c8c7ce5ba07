"""The glossary: each word has one Japanese one, in both pages and in what is printed."""

import re
from pathlib import Path

from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import catalogue

DOCS = Path(__file__).parents[2] / "docs"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$", re.MULTILINE)
HEADS = ("word", "言葉", "---")


def rows(page: str) -> list[tuple[str, str]]:
    """The first two columns of the tables of a page."""
    return [(one, other) for one, other in ROW.findall((DOCS / page).read_text("utf-8")) if one not in HEADS]


def test_both_pages_have_the_same_words() -> None:
    """In the same order, the word of the reader's language first."""
    english, japanese = rows("glossary.md"), rows("glossary.ja.md")
    assert len(japanese) > 40
    assert [(other, one) for one, other in japanese] == english


def test_verdicts_are_called_what_the_command_line_calls_them() -> None:
    """So that a reader finds what was printed."""
    printed = catalogue("cli", "ja")
    said = {english: japanese for japanese, english in rows("glossary.ja.md")}
    verdicts = {verdict.word: printed[f"verdict.{verdict.word}"] for verdict in Verdict}
    assert {word: said[word] for word in verdicts} == verdicts
