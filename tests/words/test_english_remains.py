"""What commands print in Japanese has no English in it, and what they print in English none of the house's odd words.

`SHINPAN_FIXTURES=all pytest tests/words/test_english_remains.py` looks at every fixture, a test run at some.
"""

import os
import re
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import COMMON, ENGLISH, LANGUAGES, catalogue
from shinpan_service.cli import COMMANDS as COMMANDS_OF_ALL
from tests.cli.command import Ran, run

FIXTURES = Path(__file__).parents[2] / "fixtures"
RECORDS = sorted(FIXTURES.rglob("*.shinpan"))
SOME = 40
"""Of so many fixtures a test run looks at one."""
SEEN = FIXTURES / "seen"
CHOSEN = (
    RECORDS
    if os.environ.get("SHINPAN_FIXTURES") == "all"
    else [*RECORDS[SOME // 2 :: SOME], SEEN / "swordrion" / "a-draft-in-public.shinpan"]
)
COMMANDS = ("verify", "show", "legal --page-size 20", "story")
ENGLISH_WORD = re.compile(r"(?<![\w./#*-])[a-z][a-z_']{2,}(?![\w./-])")
"""A word in small letters that is no part of a name, a path or an address."""
OURS = {"house", "print", "sacrifice"}
"""Packs by their ids, and what a record has for a verb."""
QUOTED = re.compile(r"「[^」]*」|“[^”]*”|\([a-z0-9. ]*\)|(?<=リンク )[0-9a-f]{8}|(?<=状態 )[0-9a-f]{8}")
"""What a record or a pack says is quoted; behind the name of a field it stands as files have it. A hash is no word."""
ODD = (
    "nothing that “",
    "is nothing that",
    "would have to be",
    "does not tell",
    "do not tell",
    "pack does not fix",
    "is told;",
    "no chance is",
    "not there to come up",
    "decides nothing",
    "who exchanges",
    "calls are in hand",
    "names nothing",
    "stands twice",
    "stand twice",
    "come to pass",
    "header has no end",
    "can mean too much",
    "what came out is not",
    "everything written comes out",
    "none that is left",
    "anew",
    "is told when",
    "stand upon",
    "no character but",
)
"""The left column of the list of what is written otherwise, and its kin."""


def english_in(ran: Ran, path: Path) -> list[str]:
    """The lines in which a word of English is left. Behind `  ; ` are printed names, and remarks as they were made."""
    said = (line.replace(str(path), "").partition("  ; ")[0] for line in (ran.out + ran.err).splitlines())
    # What may be written instead is told in the language of the word that was.
    lines = [line.partition("書けるもの: ")[0] for line in said]
    return [line for line in lines if set(ENGLISH_WORD.findall(QUOTED.sub("", line))) - OURS]


def test_there_is_much_to_look_at() -> None:
    """Of every game, and of those of which only was written down what was seen."""
    assert {path.relative_to(FIXTURES).parts[0] for path in CHOSEN} >= {*GAMES, "seen"}


@pytest.mark.parametrize("command", COMMANDS)
def test_no_english_is_left(command: str) -> None:
    """Judged, shown, listed and told: every line is Japanese."""
    for path in CHOSEN:
        assert english_in(run(*command.split(), "--lang", "ja", path), path) == []


WRONG = [path for path in RECORDS if path.name.startswith(("malformed", "contradicted", "diverged", "undecidable"))]


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_no_english_is_left_in_a_verdict(path: Path) -> None:
    """Of each kind of verdict, judged, told and shown where it ends."""
    for command in COMMANDS:
        assert english_in(run(*command.split(), "--lang", "ja", path), path) == []


def test_no_english_is_left_in_a_repair() -> None:
    """From what is wrong to what would repair it."""
    path = FIXTURES / "wars3x3" / "malformed-unknown-card.shinpan"
    assert english_in(run("repair", "--lang", "ja", path), path) == []


def test_converted_records_are_japanese(tmp_path: Path) -> None:
    """What software writes too: only names, ids and remarks are as they were."""
    for path in CHOSEN[:: max(1, len(CHOSEN) // 12)]:
        target = tmp_path / path.name
        ran = run("convert", "--lang", "ja", path, target)
        assert english_in(ran, path) == []
        game = target.read_text("utf-8").partition("\n--\n")[2]
        lines = [line.partition(";")[0] for line in game.splitlines()]
        assert [line for line in lines if set(ENGLISH_WORD.findall(line))] == []


CALLS = ["games", *(f"rules {game}" for game in GAMES), "pack show wars3x3 --card 毒殺"]
FIELDS = re.compile(r"\{[^}]*\}|[A-Za-z_.]+=[^ 、。]*")
"""Fields of packs and records, as files have them."""


@pytest.mark.parametrize("call", CALLS)
def test_no_sentence_is_english_in_lists(call: str) -> None:
    """Of games and rules: two words of English in a row are names, which have a capital, or quoted."""
    lines = run(*call.split(), "--lang", "ja").lines
    assert len(lines) > 3
    rows = re.compile(r"(?<![\w./#*-])[a-z_']{2,} [a-z_']{2,}(?![\w./-])")
    assert [line for line in lines if rows.search(FIELDS.sub("", QUOTED.sub("", line)))] == []


ROOT = FIXTURES.parent
PAGES = sorted(path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")] if not path.name.endswith(".ja.md"))
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def odd_in(text: str) -> list[str]:
    """The odd words in a text, whatever its lines."""
    said = " ".join(text.split())
    return [odd for odd in ODD if re.search(rf"\b{re.escape(odd)}", said)]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_no_document_has_an_odd_word(page: Path) -> None:
    """Code aside."""
    assert odd_in(CODE.sub("", page.read_text("utf-8"))) == []


def test_documents_are_looked_at() -> None:
    """Those that newcomers read first are among them, and an odd word is seen across lines."""
    assert {page.name for page in PAGES} >= {"README.md", "recording.md", "packs.md", "design.md"}
    assert odd_in("the record does not\n  tell it, anew") == ["does not tell", "anew"]


@pytest.mark.parametrize(
    "command", ["", *COMMANDS_OF_ALL, *(f"pack {name}" for name in ("show", "new", "check", "diff"))]
)
def test_no_help_has_an_odd_word(command: str) -> None:
    """Of any command, as a terminal shows it."""
    ran = run(*command.split(), "--help", "--lang", ENGLISH)
    assert ran.code == 0
    assert odd_in(ran.out) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_has_an_odd_word(game: str) -> None:
    """Its texts in English, and those of options."""
    rules = GAMES[game].rules
    said = [getattr(clause, name) for clause in rules for name in ("text", "example", "ruling", "ambiguity", "reason")]
    assert [(text, odd_in(text)) for text in (*said, *(one.about for one in rules.options)) if odd_in(text)] == []


@pytest.mark.parametrize("owner", [*COMMON, *GAMES])
def test_no_message_has_an_odd_word(owner: str) -> None:
    """In the English templates."""
    templates = catalogue(owner, ENGLISH)
    assert [(key, text) for key, text in templates.items() if any(odd in text for odd in ODD)] == []


def test_no_line_of_a_report_has_an_odd_word() -> None:
    """Of what we say; a clause may quote a word of its booklet."""
    for path in CHOSEN[::4]:
        lines = run("verify", "--quiet", "--lang", LANGUAGES[0], path).out.replace(str(path), "").splitlines()
        said = [line for line in lines if not line.lstrip().startswith("rule ")]
        assert [line for line in said if any(odd in line for odd in ODD)] == []
