"""Writes the JSON Schema of a game's pack files beside them, for editors and for other software.

python tools/pack_schema.py
"""

import json
from pathlib import Path

import msgspec

from shinpan_engine.games import wars3x3
from shinpan_engine.games.wars3x3.pack_rows import PackFile

FILE = Path(str(wars3x3.__file__)).with_name("packs") / "schema.json"


def text() -> str:
    """The schema as it stands in the file."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(PackFile)}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
    print(f"wrote {FILE}")
