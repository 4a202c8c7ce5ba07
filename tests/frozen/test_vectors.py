"""The conformance vectors of 1.0: today's engine and schemas give them, whatever was added since."""

import json
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.judging.record import Header
from shinpan_engine.kernel.judging.referee import verify
from tests.clients.programs import Program, node
from tests.kernel.test_conformance import READERS
from tools import by_schema, conformance
from tools.conformance_play import Told
from tools.frozen.checking import NEVER
from tools.frozen.series import play
from tools.frozen.stored import FOLDER

__all__ = ["node"]
VECTORS = FOLDER / "conformance"


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))


def test_another_language_comes_to_the_same(node: Program) -> None:
    """The client that knows the schemas alone checks every file of 1.0 by the schemas of today."""
    done = node("conformance.js", VECTORS)
    assert done.returncode == 0, f"{done.stderr}\n{NEVER}"
    assert len(done.stdout.splitlines()) == len([*VECTORS.glob("*.json")]) == 6


def test_messages_have_the_bytes_that_they_had() -> None:
    """Headers, actions and states, by today's schemas and by today's classes."""
    kinds = {kind.full_name: (GetMessageClass(kind), read) for kind, read in READERS.items()}
    links = vectors("links")
    actions = [{"type": links["action_type"], "json": step["action"], **step} for step in links["steps"][1:]]
    rows = [*vectors("canonical")["messages"], links["header"], *actions]
    for row in rows:
        kind, read = kinds[row["type"]]
        message = ParseDict(row["json"], kind())
        assert by_schema.canonical(message).hex() == row["canonical"], NEVER
        assert canon.encode(read(message)).hex() == row["canonical"], NEVER
    assert len(rows) > 250


@pytest.mark.parametrize("name", ["chance", "growth"])
def test_what_is_computed_comes_out(name: str) -> None:
    """Every vector of chance and growth is still among those that the engine gives."""
    now = conformance.FILES[f"{name}.json"]()
    for key, rows in vectors(name).items():
        gone = [row for row in rows if row not in now[key]] if isinstance(rows, list) else rows != now[key]
        assert not gone, f"{key}: {gone}\n{NEVER}"


@pytest.mark.parametrize("row", vectors("packs")["packs"], ids=lambda row: f"{row['game']}-{row['id']}")
def test_packs_are_still_there(row: dict[str, Any]) -> None:
    """Each pack of the release is found under its digest, whatever newer one there is."""
    game = GAMES[row["game"]]
    pack = game.made.get(row["id"], bytes.fromhex(row["digest"]))
    assert pack is not None, f"the pack {row['id']} {row['digest'][:16]} of {game.name} is gone: keep it beside the new"


@pytest.mark.parametrize("row", vectors("play")["games"], ids=lambda row: row["about"])
def test_the_player_plays_as_it_did(row: dict[str, Any]) -> None:
    """By the headers of 1.0 `play-1` has the same choices and comes to the same end."""
    header: Header = READERS[record_pb2.Header.DESCRIPTOR](ParseDict(row["json"], record_pb2.Header()))
    player = Told(bytes.fromhex(vectors("play")["seed"]))
    report = verify(GAMES, play(header, player))
    begins = [
        {"choices": one.choices, "drawn": one.drawn, "action": canon.encode(one.action).hex()}
        for one in player.told[: len(row["begins"])]
    ]
    assert begins == row["begins"], NEVER
    assert (report.actions_replayed, report.last_link.hex()) == (row["actions"], row["last_link"]), NEVER
