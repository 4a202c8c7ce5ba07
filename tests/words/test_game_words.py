"""Every game has all its words, in both languages: what is missing is named with its file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import verb
from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES, Language
from shinpan_records.words.sentences import NoWords, read, words_of
from tests.laws.test_asked import decisions

ROOT = Path(__file__).parents[2]
WORDS = "service/shinpan_records/words"
ENGINE = "engine/shinpan_engine"
LONGEST_QUESTION = 72
"""Signs of a question: it is read in a list, beside a name."""
games = pytest.mark.parametrize("game", GAMES)


def files_of(game: str) -> list[str]:
    """The files of words that a game has for itself."""
    both = [f"{folder}/{game}.{language}.toml" for folder in ("messages", "cards") for language in LANGUAGES]
    japanese = [f"{folder}/{game}.ja.toml" for folder in ("records", "sources")]
    return [f"{ENGINE}/games/{game}/rules.ja.toml", *(f"{ENGINE}/words/{file}" for file in (*both, *japanese))]


def tables_of(game: str) -> Iterator[tuple[str, ...]]:
    """The tables that a game has in the files of all games: the file, and where in it."""
    for language in LANGUAGES:
        for path in (("sentences",), ("values", "reason"), ("story", "seat")):
            yield f"events.{language}.toml", game, *path
        yield f"record_words.{language}.toml", game, "labels"
    for sort in ("actions", "arguments", "events"):
        yield "record_words.ja.toml", game, sort
    for kind in ("State", "Side"):
        yield "states.toml", game, kind


@games
def test_no_file_of_words_is_missing(game: str) -> None:
    """Messages, cards and rules, and the words of records and sources."""
    assert [file for file in files_of(game) if not (ROOT / file).is_file()] == []


@games
def test_no_table_of_words_is_missing(game: str) -> None:
    """In the files that all games share."""
    missing = []
    for file, *path in tables_of(game):
        try:
            words_of(file, *path)
        except NoWords as lack:
            missing.append(str(lack))
    assert missing == []


@games
def test_every_event_has_its_sentence(game: str) -> None:
    """A story tells each, and nothing that there is not."""
    events = [verb(kind) for kind in GAMES[game].events]
    for language in LANGUAGES:
        file = f"events.{language}.toml"
        assert sorted(words_of(file, game, "sentences")) == sorted(events), f"{WORDS}/{file} [{game}.sentences]"


@pytest.mark.parametrize("language", LANGUAGES)
@games
def test_every_question_has_its_words(game: str, language: Language) -> None:
    """Each decision is called something, and nothing is that is none; in English it is a question on one line."""
    said = read(f"questions.{language}.toml")
    own, common = said["asks_of"].get(game, {}), said.get("asks", {})
    asks = {kind.ask for _, kind in decisions(GAMES[game])}
    assert asks - {*own, *common} == set(), f"{WORDS}/questions.{language}.toml [asks_of.{game}]"
    assert set(own) - asks == set()
    if language == ENGLISH:
        assert [text for text in own.values() if not text.endswith("?") or len(text) > LONGEST_QUESTION] == []


def test_a_lack_of_words_says_what_to_write() -> None:
    """Where a game has no words, the error names the file and the first table that is not there."""
    for path, first in ((("nobody", "story"), "nobody"), (("anoare", "story", "nothing"), "anoare.story.nothing")):
        with pytest.raises(NoWords) as lack:
            words_of("events.en.toml", *path)
        assert f"{WORDS}/events.en.toml has no [{first}]".removeprefix("service/") in str(lack.value)
        assert "docs/adding-a-game.md" in str(lack.value)
