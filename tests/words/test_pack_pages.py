"""The pages for owners of cards: their tables are those of the loader, their examples can be used as they stand."""

import re
import tomllib
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_engine.kernel.packs import load
from tools.pack_tables import DOCUMENTS, document, tables

languages = pytest.mark.parametrize("language", LANGUAGES)


def examples(language: Language) -> list[str]:
    """The packs that a page shows."""
    return re.findall(r"^```toml\n(.*?)^```$", DOCUMENTS[language].read_text("utf-8"), re.MULTILINE | re.DOTALL)


@languages
def test_the_tables_are_those_of_the_loader(language: Language) -> None:
    """`python -m tools.pack_tables` writes what stands there."""
    text = DOCUMENTS[language].read_text("utf-8")
    assert document(text, language) == text


@languages
def test_every_field_and_operation_stands_in_a_table(language: Language) -> None:
    """Of every game; a page without one would not help who writes that game."""
    text = DOCUMENTS[language].read_text("utf-8")
    for game in GAMES.values():
        told = tables(game, language)
        assert told in text
        for kind, shape in game.pack_kind.rows.items():
            assert f"`[[{kind}]]`" in told
            assert [
                field for field in shape.__struct_fields__ if field != "source" and f"| `{field}`" not in told
            ] == []


@languages
def test_the_examples_can_be_used(language: Language, tmp_path: Path) -> None:
    """Each is a whole pack that has no slip, and there is one of every game."""
    found = {}
    for text in examples(language):
        path = tmp_path / "mine.toml"
        path.write_text(text, "utf-8")
        game = tomllib.loads(text)["pack"]["game"]
        found[game] = load(GAMES[game].pack_kind, path)
    assert list(found) == list(GAMES)


def test_both_pages_show_the_same(tmp_path: Path) -> None:
    """The same rows in each example, titles and sources aside."""
    packs = {}
    for language in LANGUAGES:
        packs[language] = []
        for text in examples(language):
            path = tmp_path / "mine.toml"
            path.write_text(text, "utf-8")
            packs[language].append(load(GAMES[tomllib.loads(text)["pack"]["game"]].pack_kind, path).digest)
    assert packs["en"] == packs["ja"]
