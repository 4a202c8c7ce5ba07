"""The page shows a table in the engine's own words, in every language that there is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import LANGUAGES
from shinpan_records.page import asking as asking_module
from shinpan_records.page.cards import signs_told
from shinpan_records.page.recording import reported
from shinpan_records.page.shape import shape_of
from shinpan_records.page.told import Texts, verdicts_told
from shinpan_records.transcript import load
from shinpan_records.words.sentences import read

FIXTURES = Path(__file__).parents[2] / "fixtures"
ENGLISH_WORD = re.compile(r"(?<![\w.])(?!p\d)[a-z]{2,}(?![\w.])")
"""Not what is part of a hash."""
ENGLISH = re.compile("[a-z]")
"""What rulebooks write in Latin letters is in capitals."""


def texts(game: str) -> Iterator[Texts]:
    """What a table of a game can show: names of fields, what is said at a default, values of enums."""
    for fields in shape_of(GAMES[game]).values():
        for field in [one for one in fields if one.get("label") or one.get("none")]:
            yield from filter(None, (field.get("label"), field.get("none"), *field.get("enum", {}).values()))


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_table_is_in_every_language(game: str) -> None:
    """Names of fields and values alike; what is in Latin letters in Japanese is so in the rulebook."""
    found = list(texts(game))
    assert len(found) > 20
    for one in found:
        assert set(one) == set(LANGUAGES)
        assert all(one.values())
        assert not ENGLISH.search(one["ja"]), one


def test_a_word_is_told_where_it_has_to_be() -> None:
    """A label that carries its value has a place for it in both languages or in none."""
    for game in GAMES:
        for fields in shape_of(GAMES[game]).values():
            for label in [field["label"] for field in fields if field.get("label")]:
                assert len({("{}" in text, "{+}" in text) for text in label.values()}) == 1, label


def test_every_verdict_has_its_word() -> None:
    """The one of the command line."""
    told = verdicts_told()
    assert told.keys() == {one.word for one in Verdict}
    assert told["illegal"] == {"en": "illegal", "ja": "違反"}


@pytest.mark.parametrize("game", GAMES)
def test_signs_have_words_of_one_language(game: str) -> None:
    """What is spoken for a sign on a board has no printed word beside it in English, and no English in Japanese."""
    for values in signs_told(GAMES[game]).values():
        for word in values.values():
            assert word["en"].isascii()
            assert not ENGLISH.search(word["ja"])


PAGE = Path(__file__).parents[2] / "page" / "src"
OWN_WORD = re.compile(r'(\w+): \["([^"]*)", "([^"]*)"\]')


def test_a_button_has_its_words_once() -> None:
    """The page has no words of its own that nothing shows, nor those that the questions of a recorder and the verdicts
    have already: these come with the data."""
    source = "".join(path.read_text("utf-8") for path in PAGE.rglob("*.ts") if path.name != "words.ts")
    own = {name: (ja, en) for name, ja, en in OWN_WORD.findall((PAGE / "words.ts").read_text("utf-8"))}
    assert len(own) > 80
    assert [name for name in own if f'"{name}"' not in source] == []
    asked = {one: read(f"questions.{one}.toml")["page"] for one in ("ja", "en")}
    told = {(text["ja"], text["en"]) for text in verdicts_told().values()}
    told |= {(asked["ja"][name], asked["en"][name]) for name in asked["en"]}
    assert [name for name, words in own.items() if words in told] == []
    asking = Path(asking_module.__file__).read_text("utf-8")
    assert [name for name in asked["en"] if f'"{name}"' not in source and f'"page.{name}"' not in asking] == []


WRONG = [*sorted(FIXTURES.rglob("contradicted*.shinpan")), *sorted(FIXTURES.rglob("diverged*.shinpan"))]


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_what_differs_is_told_in_every_language(path: Path) -> None:
    """What the record says and what it is, a sentence each, with no English word in the Japanese one."""
    (finding,) = reported(load(path, GAMES), GAMES)["findings"]
    assert finding["differences"]
    for one in finding["differences"]:
        assert "recorded " in one["en"]
        assert not ENGLISH_WORD.search(one["ja"]), one
