"""The vectors of packs: what a client in another language makes of the files, the schema and the page on the wire."""

import json
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from tools import by_pack_schema, conformance

FILE = json.loads((conformance.FOLDER / "packs.json").read_text("utf-8"))
SHIPPED = conformance.REPOSITORY / "engine" / "shinpan_engine" / "games"


def schema(game: str) -> Any:
    """The published schema of the packs of a game."""
    return json.loads((SHIPPED / game / "packs" / "schema.json").read_text("utf-8"))


def ours(game: str) -> list[str]:
    """The pack files that come with a game, bases first."""
    return [(SHIPPED / game / "packs" / f"{id}.toml").read_text("utf-8") for id in ("print", "house")]


@pytest.mark.parametrize("game", GAMES)
def test_packs_that_come_along_have_the_digest_of_their_files(game: str) -> None:
    """From the file, the schema and the page alone: what the pack says, and its digest."""
    for texts in (ours(game)[:1], ours(game)):
        said = by_pack_schema.said(texts, schema(game))
        (row,) = [row for row in FILE["packs"] if (row["game"], row["id"]) == (game, said["pack"]["id"])]
        assert (said, by_pack_schema.digest(said)) == (row["said"], row["digest"])


@pytest.mark.parametrize("row", FILE["files"], ids=lambda row: row["about"])
def test_files_upon_a_base_are_completed_by_the_page_alone(row: Any) -> None:
    """Rows over rows, tables over tables, lists in place of lists, and what is taken back."""
    texts = [(conformance.FOLDER / name).read_text("utf-8") for name in row["files"]]
    said = by_pack_schema.said([*ours(row["game"]), *texts], schema(row["game"]))
    assert (said, by_pack_schema.digest(said)) == (row["said"], row["digest"])


def test_one_content_has_one_digest() -> None:
    """However it is said: upon another pack, in another order, with defaults written out."""
    by_about = {row["about"]: row["digest"] for row in FILE["files"]}
    assert by_about["the same content, said otherwise"] == by_about["a table over a table, and what is taken back"]


def test_every_game_has_a_file() -> None:
    """Beside the packs that come along."""
    assert {row["game"] for row in FILE["files"]} == {*GAMES}
