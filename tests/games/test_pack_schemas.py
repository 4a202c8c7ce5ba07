"""What a pack file may say is published beside the packs, for owners and their editors, and our packs keep to it."""

import json
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.packs import OURS
from tools import pack_schema

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
def test_the_schema_is_that_of_the_loader(game: Game) -> None:
    """`python tools/pack_schema.py` writes what stands there: what the loader takes is what is published."""
    assert pack_schema.path(game.name).read_text("utf-8") == pack_schema.text(game.name)


@games
def test_every_table_and_operation_is_described(game: Game) -> None:
    """Each has a sentence, and takes no field that is not listed."""
    tables = json.loads(pack_schema.text(game.name))["$defs"]
    for name, table in tables.items():
        assert table["description"], name
        assert table["additionalProperties"] is False, name
    assert {shape.__name__ for shape in game.pack_kind.rows.values()} <= set(tables)


@games
@pytest.mark.parametrize("pack", OURS)
def test_our_packs_follow_the_schema(game: Game, pack: str) -> None:
    """Every field of every row stands in the schema, and what it requires stands in every row."""
    tables = json.loads(pack_schema.text(game.name))["$defs"]
    told = files(game.pack_kind.package).joinpath("packs", f"{pack}.toml").read_text("utf-8")
    data: dict[str, Any] = tomllib.loads(told)
    for kind, shape in game.pack_kind.rows.items():
        table = tables[shape.__name__]
        for row in data.get(kind, []):
            assert set(table["required"]) <= set(row) <= set(table["properties"]), (kind, row)
