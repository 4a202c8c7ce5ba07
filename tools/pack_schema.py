"""Writes the JSON Schema of the games' pack files beside them, for editors and for other software.

python tools/pack_schema.py
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import msgspec

from shinpan_engine.games.swordrion.pack_rows import PackFile as SwordrionFile
from shinpan_engine.games.wars3x3.pack_rows import PackFile as WarsFile

SHAPES: Mapping[str, type[msgspec.Struct]] = {"wars3x3": WarsFile, "swordrion": SwordrionFile}
"""The games whose pack files are described, and what a file is."""


def file(game: str) -> Path:
    """Where the schema of a game stands."""
    return Path(str(files(f"shinpan_engine.games.{game}"))) / "packs" / "schema.json"


def text(game: str) -> str:
    """The schema as it stands in the file."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(SHAPES[game])}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in SHAPES:
        file(name).write_text(text(name), "utf-8")
        print(f"wrote {file(name)}")
