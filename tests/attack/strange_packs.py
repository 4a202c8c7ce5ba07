"""Packs that nobody would make: the complete one of a game with fields changed. Many are still packs."""

import json
import random
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.packs import PackText

ID = "strange"
MOST_CHANGES = 4
NUMBERS = (*range(10), *range(10), 12, 20, 99, -1, 65_536, 2**63 - 1)
KEPT = ("number", "source", "name")
"""What most rows could not be read without."""


@cache
def _complete(game: str) -> Mapping[str, Any]:
    return tomllib.loads(GAMES[game].packs["house"].texts[0].data.decode())


def _toml(value: Any) -> str:
    """A value as TOML: its strings, numbers and lists are written like those of JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _written(tables: Mapping[str, Any]) -> bytes:
    lines = ["[pack]", *(f"{key} = {_toml(value)}" for key, value in tables["pack"].items())]
    for name, rows in tables.items():
        for row in rows if name != "pack" else ():
            lines += [f"[[{name}]]", *(f"{key} = {_toml(value)}" for key, value in row.items())]
    return "\n".join(lines).encode()


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [*map(_copied, value)] if isinstance(value, list) else value


def _bend(row: Any, like: Any, dice: random.Random) -> None:
    """Changes one field somewhere in a row: to an odd number, to what another row says there, or to nothing."""
    keys = [key for key in row if key not in KEPT] if isinstance(row, dict) else range(len(row))
    if not keys:
        return
    key = dice.choice([*keys])
    if isinstance(row[key], dict | list) and dice.random() < 0.7:
        _bend(row[key], like, dice)
    elif isinstance(row[key], bool):
        row[key] = not row[key]
    elif isinstance(row[key], int):
        row[key] = dice.choice(NUMBERS)
    elif isinstance(like, dict) and key in like and dice.random() < 0.8:
        row[key] = _copied(like[key])
    else:
        del row[key]


def strange_pack(game: str, dice: random.Random) -> bytes:
    """A pack of a game."""
    tables = _copied(_complete(game))
    tables["pack"]["id"] = ID
    for _ in range(dice.randint(1, MOST_CHANGES)):
        rows = tables[dice.choice([name for name in tables if name != "pack"])]
        _bend(dice.choice(rows), dice.choice(rows), dice)
    return _written(tables)


def judged_with(record: record_pb2.Record, pack: bytes) -> record_pb2.Record:
    """The record, naming that pack if it is one."""
    found = record_pb2.Record()
    found.CopyFrom(record)
    for made in GAMES[record.header.game].with_packs([PackText("strange", pack)]).made.of(ID):
        found.header.pack.id, found.header.pack.digest = ID, made.digest
    return found
