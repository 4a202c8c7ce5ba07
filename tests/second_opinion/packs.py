"""Pack files of cards that are made up."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def write_pack(file: Path, game: str, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """A pack with these rows in its tables."""
    lines = ["[pack]", 'id = "made-up"', f"game = {_toml(game)}", 'title = "made up"']
    for table, rows in tables.items():
        for row in rows:
            lines += [f"[[{table}]]", *(f"{field} = {_toml(value)}" for field, value in row.items())]
    file.write_text("\n".join(lines), "utf-8")


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{field} = {_toml(item)}" for field, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)
