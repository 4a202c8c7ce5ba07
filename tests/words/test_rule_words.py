"""The clauses in Japanese: the same texts as in English, each in its language wherever clauses are told."""

import re
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.clauses import TEXTS, Clause, RuleBook, rule_book
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import ENGLISH, Worded, rule_words, say, sentence, spelled

JAPANESE = re.compile("[ぁ-ヿ一-鿿]")
LATIN = re.compile("[a-z]{2}")
BOOK = """
[[option]]
name = "colour"
rule = "X-1"
about = "the colour"

[[rule]]
id = "X-1"
section = "1"
kind = "rule"
modes = ["small"]
text = "One."
example = "One card."
hold = "engine"
ambiguity = "open"
ruling = "red"

[[rule]]
id = "X-2.5"
section = "1"
kind = "rule"
modes = ["small"]
text = "Two."
hold = "engine"
"""
WORDS = """
["X-1"]
text = "一。"
ruling = "赤"
[option.colour]
about = "色"
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RuleBook:
    """A rulebook whose first clause and option have Japanese, but for the example."""
    package = "book_in_two_languages"
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules.toml").write_text(BOOK, "utf-8")
    (folder / "rules.ja.toml").write_text(WORDS, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    rule_words.cache_clear()
    return rule_book(package)


def wanted(game: Game) -> list[str]:
    """The keys of all texts that a game has in Japanese: those it has in English, the section only if it is English."""
    return [
        *(f"option.{option.name}.about" for option in game.rules.options),
        *(f"{clause.id}.{name}" for clause in game.rules for name in TEXTS if is_wanted(clause, name)),
    ]


def is_wanted(clause: Clause, name: str) -> bool:
    return bool(getattr(clause, name)) and (name != "section" or not JAPANESE.search(clause.section))


def test_a_clause_is_told_in_the_language_asked_for(book: RuleBook) -> None:
    """What is there in Japanese comes in it, the rest in English; nothing changes in English."""
    told = book.told(book["X-1"], "ja")
    assert (told.text, told.example, told.ruling, told.ambiguity) == ("一。", "One card.", "赤", "open")
    assert (told.id, told.modes, told.hold) == ("X-1", ["small"], "engine")
    assert book.told(book["X-2.5"], "ja") == book["X-2.5"]
    assert book.told(book["X-1"], ENGLISH) == book["X-1"]
    assert [book.about(option, "ja") for option in book.options] == ["色"]
    assert [book.about(option, ENGLISH) for option in book.options] == ["the colour"]


def test_a_ruling_is_told_in_the_language_asked_for(book: RuleBook) -> None:
    """In an assumption too; of a package without such words, or without the text, in English."""
    package = book._package
    ruling = Worded("red", package, "X-1.ruling")
    assert sentence(say("kernel.assumed.ruling", ruling=ruling), "ja") == "赤"
    assert spelled(ruling, ENGLISH) == "red"
    assert spelled(Worded("open", package, "X-1.ambiguity"), "ja") == "open"
    assert spelled(Worded("red", "no_such_package", "X-1.ruling"), "ja") == "red"


@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_there_in_japanese(game: str) -> None:
    """Every clause and option has each text that it has in English, and no other."""
    assert sorted(rule_words(GAMES[game].pack_kind.package, "ja")) == sorted(wanted(GAMES[game]))


@pytest.mark.parametrize("game", GAMES)
def test_no_text_is_of_nothing(game: str) -> None:
    """None is of a clause, an option or a text that there is not, and none is in English: words are in
    Japanese, a sum needs none."""
    words = rule_words(GAMES[game].pack_kind.package, "ja")
    assert [key for key in words if key not in wanted(GAMES[game])] == []
    assert [key for key, text in words.items() if LATIN.search(text) and not JAPANESE.search(text)] == []


@pytest.mark.parametrize("game", GAMES)
def test_numbers_are_those_of_the_english(game: str) -> None:
    """The ids of clauses and the names of options that an English text cites are cited by the Japanese one."""
    rules, words = GAMES[game].rules, rule_words(GAMES[game].pack_kind.package, "ja")
    cited = re.compile("|".join(map(re.escape, [clause.id for clause in rules])) + r"(?!\d)")
    for clause in rules:
        for name in TEXTS:
            there = words.get(f"{clause.id}.{name}", "")
            missing = [id for id in cited.findall(getattr(clause, name)) if id not in there]
            assert not there or missing == [], f"{clause.id}.{name}"
