"""Writes the JSON Schema of the games' pack files beside them, for editors and for other software.

python tools/pack_schema.py
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.packs.kinds import key_of

WITHOUT = {
    "type": "array",
    "items": {"type": "string"},
    "description": "Fields that the base says of this row and this pack takes back, with dots between table and field.",
}


def path(game: str) -> Path:
    """Where the schema of a game's pack files stands."""
    return Path(str(files(GAMES[game].pack_kind.package))) / "packs" / "schema.json"


def text(game: str) -> str:
    """The schema as it stands there."""
    described = msgspec.json.schema(GAMES[game].pack_kind.file)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **described, **over_bases(game, described)}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def over_bases(game: str, described: dict[str, Any]) -> dict[str, Any]:
    """What is otherwise where a pack has a base: a row says only what differs, and may take something back."""
    whole: dict[str, Any] = {}
    file = described["$defs"][described["$ref"].rpartition("/")[2]]
    for name, shape in GAMES[game].pack_kind.rows.items():
        row = described["$defs"][shape.__name__]
        over = f"{shape.__name__}OverBase"
        described["$defs"][over] = {
            **row,
            "title": over,
            "properties": {**row["properties"], "without": WITHOUT},
            "required": [key_of(shape)],
        }
        whole[name] = {"items": {"$ref": f"#/$defs/{shape.__name__}"}}
        file["properties"][name] = {"type": "array", "items": {"type": "object"}, "default": []}
    over_base = {name: {"items": {"$ref": f"{one['items']['$ref']}OverBase"}} for name, one in whole.items()}
    based = {"properties": {"pack": {"required": ["base"]}}}
    required, file["required"] = file["required"], ["pack"]
    return {"if": based, "then": {"properties": over_base}, "else": {"properties": whole, "required": required}}


if __name__ == "__main__":
    for name in GAMES:
        path(name).write_text(text(name), "utf-8")
        print(f"wrote {path(name)}")
