"""Reports in Japanese: no sentence of ours in them is English.

`SHINPAN_FIXTURES=all pytest tests/words/test_japanese_reports.py` looks at every fixture, a test run at some.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.messages import Message, Said, Spelling, Worded, plain, rule_words, sentence
from shinpan_records import transcript
from tests.cli.command import run

FIXTURES = Path(__file__).parents[2] / "fixtures"
RECORDS = sorted(FIXTURES.rglob("*.shinpan"))
SOME = 40
"""Of so many fixtures a test run looks at one."""
WORDS = re.compile(r"[A-Za-z']+(?:,? [A-Za-z']+){2,}")
"""Three words of English in a row: no spelling of a record, of an event or of a field of a pack has so many."""


def chosen() -> list[Path]:
    """The fixtures that are looked at."""
    return RECORDS if os.environ.get("SHINPAN_FIXTURES") == "all" else RECORDS[::SOME]


def told(path: Path) -> Iterator[tuple[Said, Spelling | None]]:
    """All that is said of a record, as messages, and the names of its cards."""
    try:
        loaded = transcript.load(path, GAMES)
        replay = loaded.judged()
        report = replay.report()
    except transcript.TranscriptError as error:
        yield error.whole, None
    except RequestError as error:
        yield error.message, None
    else:
        said = [*(one.message for one in report.findings), *(one.text for one in report.assumptions)]
        for one in (*said, *(note.text for note in (*report.notes, *loaded.notes))):
            yield one, replay.names


def has_words(message: Message) -> bool:
    """Whether the rulebook of the game has words in Japanese for what a message quotes of it."""
    quoted = [value for _, value in message.values if isinstance(value, Worded)]
    return all(value.key in rule_words(value.package, "ja") for value in quoted)


def test_no_sentence_of_ours_is_english() -> None:
    """Findings, assumptions and notes of the fixtures are Japanese."""
    paths = chosen()
    assert len(paths) >= len(RECORDS) // SOME
    english = []
    for path in paths:
        for said, names in told(path):
            text = sentence(said, "ja", names)
            if WORDS.search(text) and has_words(plain(said)):
                english.append(f"{path.name}: {text}")
    assert english == []


SHOWN = [
    "wars3x3/printed-replay-as-printed.shinpan",
    "wars3x3/printed-replay.shinpan",
    "anoare/AN-5.0-1-the-phases-and-steps-come-in-their-order.shinpan",
    "drive/DR-B-1-no-turn-is-on-between-the-rounds.shinpan",
]


@pytest.mark.parametrize("name", SHOWN)
def test_verify_says_it_in_japanese(name: str) -> None:
    """The whole answer of `verify --lang ja` beside the lines of the record itself."""
    lines = run("verify", "--lang", "ja", FIXTURES / name).lines
    assert len(lines) > 1
    assert [line for line in lines[1:] if WORDS.search(line.partition("  ; ")[0])] == []
