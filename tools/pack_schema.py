"""Writes the JSON Schema of the games' pack files beside them, for editors and for other software.

python tools/pack_schema.py
"""

import json
from importlib.resources import files
from pathlib import Path

import msgspec

from shinpan_engine.games.registry import GAMES


def path(game: str) -> Path:
    """Where the schema of a game's pack files stands."""
    return Path(str(files(GAMES[game].pack_kind.package))) / "packs" / "schema.json"


def text(game: str) -> str:
    """The schema as it stands there."""
    described = msgspec.json.schema(GAMES[game].pack_kind.file)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **described}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in GAMES:
        path(name).write_text(text(name), "utf-8")
        print(f"wrote {path(name)}")
