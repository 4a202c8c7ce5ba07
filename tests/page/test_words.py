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


def japanese() -> list[str]:
    """The English words for which the page has Japanese ones."""
    return re.findall(r'"([^"]+)": "[^"]+"', LABELS.read_text("utf-8"))


def words(game: str) -> Iterator[str]:
    """What a table of a game can show: names of fields, what is said at a default, values of enums."""
    for kind, fields in shape_of(GAMES[game]).items():
        shown = [field for field in fields if kind != "Pending" and (field.get("label") or field.get("none"))]
        for field in shown:
            yield from (field.get("label", ""), field.get("none", ""), *field.get("enum", {}).values())


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_table_has_a_japanese_one(game: str) -> None:
    """Labels and values of enums alike; nothing is left in English on a Japanese page."""
    assert {word for word in words(game) if word} - PLAIN - set(japanese()) == set()


def test_every_word_is_there_once() -> None:
    """One English word has one Japanese one."""
    known = japanese()
    assert sorted(known) == sorted(set(known))
