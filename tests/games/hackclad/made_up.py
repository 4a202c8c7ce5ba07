"""Packs with cards made for a test, upon the pack `house`."""

from collections.abc import Mapping
from typing import Any

import msgspec

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.cards.pack_files import PACKS
from shinpan_engine.games.hackclad.cards.pack_rows import PackFile
from shinpan_engine.kernel.packs import Pack, digest

RECORD = GAME.packs["house"]
ROWS: PackFile = RECORD.cards.rows


def rows_with(skills: Mapping[int, Mapping[str, Any]], **tables: Any) -> PackFile:
    """The rows of the pack `house` with some facts of skill cards changed, and whole tables in place of its own."""
    plain = msgspec.to_builtins(ROWS)
    plain["pack"] |= {"id": "test"}
    plain["skill"] = [{**row, **skills.get(row["number"], {})} for row in plain["skill"]]
    return msgspec.convert({**plain, **tables}, PackFile)


def pack_with(skills: Mapping[int, Mapping[str, Any]], **tables: Any) -> Pack:
    """The same as a pack."""
    rows = rows_with(skills, **tables)
    PACKS.check(rows)
    cards = PACKS.cards(rows)
    return Pack("test", "made for a test", digest(rows, PACKS), cards, PACKS.names(cards))
