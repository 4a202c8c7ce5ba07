"""The page has Japanese for every English word that a table can show."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_records.page.shape import shape_of

LABELS = Path(__file__).parents[2] / "page" / "src" / "labels.ja.ts"
PLAIN = {"{}", "{+}", "?", "0"}
"""What is the same in both languages."""


def parts() -> tuple[str, str]:
    """The words for all games, and those that games have of their own, as they are written."""
    common, own = LABELS.read_text("utf-8").split("export const OF_GAMES")
    return common, own


def english(text: str) -> list[str]:
    """The English words for which a text has Japanese ones."""
    return re.findall(r'"([^"]+)": "[^"]+"', text)


def words(game: str) -> Iterator[str]:
    """What a table of a game can show: names of fields, what is said at a default, values of enums."""
    for kind, fields in shape_of(GAMES[game]).items():
        shown = [field for field in fields if kind != "Pending" and (field.get("label") or field.get("none"))]
        for field in shown:
            yield from (field.get("label", ""), field.get("none", ""), *field.get("enum", {}).values())


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_table_has_a_japanese_one(game: str) -> None:
    """Labels and values of enums alike; nothing is left in English on a Japanese page."""
    assert {word for word in words(game) if word} - PLAIN - set(english(parts()[0])) == set()


def test_every_word_is_there_once() -> None:
    """One English word has one Japanese one."""
    known = english(parts()[0])
    assert sorted(known) == sorted(set(known))


def test_words_of_a_game_are_of_its_tables() -> None:
    """What a game calls by a word of its own can be shown in its tables."""
    own = dict(re.findall(r"^  (\w+): \{(.*?)\}", parts()[1], re.MULTILINE | re.DOTALL))
    assert own
    for game, text in own.items():
        assert set(english(text)) - set(words(game)) == set()
