"""The names that a release has given: of games, modes, editions, options and clauses, and the codes of messages."""

import json
from collections.abc import Iterator
from typing import Any

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import ENGLISH, catalogue

from .stored import FOLDER

NAMES = FOLDER / "names.json"
OWNERS = ("kernel", "service", *GAMES)
"""Whose messages come over the wire."""


def names() -> dict[str, dict[str, list[str]]]:
    """All of today."""
    found = {
        game.name: {
            "modes": [mode.name for mode in game.modes],
            "editions": [*game.editions],
            "options": [option.name for option in game.rules.options],
            "clauses": [clause.id for clause in game.rules],
        }
        for game in GAMES.values()
    }
    return {**found, "codes": {owner: sorted(catalogue(owner, ENGLISH)) for owner in OWNERS}}


def spelled(found: dict[str, dict[str, list[str]]]) -> str:
    """The text of the file: a line for each kind of name."""
    rows = {of: [f"    {json.dumps(kind)}: {json.dumps(here)}" for kind, here in found[of].items()] for of in found}
    parts = [f"  {json.dumps(of)}: {{\n" + ",\n".join(lines) + "\n  }" for of, lines in rows.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def moved_names(now: dict[str, Any] | None = None) -> Iterator[str]:
    """What is gone of the names of the release."""
    there = names() if now is None else now
    for of, kinds in json.loads(NAMES.read_text("utf-8")).items():
        for kind, before in kinds.items():
            gone = [name for name in before if name not in there.get(of, {}).get(kind, [])]
            if gone:
                yield f"{of}, {kind}: gone: {', '.join(gone)}"
