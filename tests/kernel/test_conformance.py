"""The conformance vectors: they are what the specification prints, what the engine gives and what the schema alone
gives."""

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor
from google.protobuf.json_format import ParseDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import given
from hypothesis import strategies as st

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.judging.record import Header
from shinpan_service.messages.codec import MESSAGES, reader
from shinpan_service.messages.records import action_reader
from tests.clients.messages import any_message
from tests.random_games import WIDE
from tools import conformance, conformance_chance

DECK_WORDS = "7fa14d11 8d780e79 fffbda64 2d7900ad 3966ff85 15702f3c 4b0e6670 500ed8dc 189a9798 69852220"
DICE_WORDS = "3c187f4c 597ec3af e552afed 1ded8f10"
DECK_BELOW_6 = "2 3 5 1 1 0 1 1 0 2 2 2 4 2 5 0 2 3 4 3"
DECK_SHUFFLED = (
    "30 38 28 8 1 32 10 39 6 22 27 43 33 0 5 20 34 13 4 37 35 17 31 46 15 47 44 26 36 21 19 40 2 29 11 24 14 18 16 42 "
    "41 12 3 9 7 45 25 23"
)
DECK_DIGEST = "31c4a063d9c3db05e0e97fbbdd5c7ee75d02f81dc89a36ad87cdf640a2f4949d"

HEADER = record_pb2.Header.DESCRIPTOR
STATES = {schema.state.DESCRIPTOR.full_name for schema in MESSAGES.values()}
READERS = {
    HEADER: reader(Header, HEADER, tuple(game.setup for game in GAMES.values())),
    **{schema.action.DESCRIPTOR: action_reader(name) for name, schema in MESSAGES.items()},
    **{
        MESSAGES[name].state.DESCRIPTOR: reader(game.state, MESSAGES[name].state.DESCRIPTOR)
        for name, game in GAMES.items()
    },
}
"""What reads a hashed message into the engine's class."""


@cache
def vectors(name: str) -> Any:
    """A file of vectors as another implementation reads it."""
    return json.loads((conformance.FOLDER / name).read_text(encoding="utf-8"))


def only(rows: list[dict[str, Any]], **wanted: Any) -> dict[str, Any]:
    """The one row with these values."""
    (row,) = [row for row in rows if wanted.items() <= row.items()]
    return row


def test_chance_file_says_what_the_specification_prints() -> None:
    """The specification prints some vectors as numbers; the file holds exactly those."""
    file = vectors("chance.json")
    assert file["seed"] == bytes(range(32)).hex()
    assert only(file["words"], label="deck")["words"] == DECK_WORDS.split()
    assert only(file["words"], label="dice")["words"] == DICE_WORDS.split()
    assert only(file["draws"], label="deck", n=6)["values"] == [int(draw) for draw in DECK_BELOW_6.split()]
    shuffled = only(file["shuffles"], label="deck", items=list(range(48)))
    assert shuffled["order"] == [int(item) for item in DECK_SHUFFLED.split()]
    assert (shuffled["sha256"], shuffled["words_used"]) == (DECK_DIGEST, 47)
    rejected = only(file["draws"], label="reject")
    assert rejected == {"label": "reject", "n": 65175, "skip": 91173, "values": [20179], "words_used": 91175}
    rolled = only(file["mixed_draws"], label="roll")
    assert (rolled["count"], rolled["step"], rolled["factor"], rolled["modulus"]) == (20000, 7919, 31, 1000003)
    assert (rolled["folded"], rolled["words_used"]) == (807725, 19999)


def test_rejected_draw_is_the_first_that_takes_two_words() -> None:
    """Up to the draw that the specification names, every draw takes one word."""
    stream = conformance_chance.CountedStream(bytes(range(32)), "reject")
    for _ in range(91173):
        stream.below(65175)
    assert stream.words_used == 91173
    assert stream.below(65175) == 20179
    assert stream.words_used == 91175


def test_commitments_and_mixed_seeds_are_plain_hashes() -> None:
    """Both follow from the file alone, the contributions in ascending order of their bytes with their lengths."""
    file = vectors("chance.json")
    for row in file["commitments"]:
        promised = b"SHINPAN1-commit" + bytes.fromhex(row["seed"]) + bytes.fromhex(row["salt"])
        assert row["digest"] == sha256(promised).hexdigest()
    for row in file["mixed_seeds"]:
        given = [bytes.fromhex(row["secret"]), *sorted(bytes.fromhex(part) for part in row["contributions"])]
        mixed = b"".join(len(part).to_bytes(4, "big") + part for part in given)
        assert row["seed"] == sha256(b"SHINPAN1-mix" + mixed).hexdigest()
    orders = [row["seed"] for row in file["mixed_seeds"] if len(row["contributions"]) == 2]
    assert len(orders) == 2
    assert orders[0] == orders[1]


@pytest.mark.parametrize("name", conformance.FILES)
def test_files_are_what_the_engine_gives(name: str) -> None:
    """`python -m tools.conformance` would write each file as it is."""
    written = (conformance.FOLDER / name).read_text(encoding="utf-8")
    assert written == conformance.spelled(conformance.FILES[name]())


def test_folder_holds_nothing_else() -> None:
    """Every file of vectors is written by the tool, so none can go stale unseen; what it reads is named by vectors."""
    read = {conformance.GROWTH.name, *(name for row in vectors("packs.json")["files"] for name in row["files"])}
    files = [path for path in conformance.FOLDER.rglob("*") if path.is_file()]
    assert {path.relative_to(conformance.FOLDER).as_posix() for path in files} == {*conformance.FILES, *read}


def test_check_names_what_is_stale(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check passes on what was just written, names an altered and a missing file, and repairs nothing."""
    monkeypatch.setattr(conformance, "FOLDER", tmp_path)
    monkeypatch.setattr(conformance, "REPOSITORY", tmp_path)
    monkeypatch.setattr(conformance, "FILES", {"a.json": lambda: {"rows": [1, 2]}, "b.json": lambda: {"rows": [3]}})
    assert conformance.main([]) == 0
    assert conformance.main(["--check"]) == 0
    (tmp_path / "a.json").write_text('{"rows": [1, 3]}\n', encoding="utf-8")
    capsys.readouterr()
    assert conformance.main(["--check"]) == 1
    assert capsys.readouterr().out == "a.json is not what the engine gives\n"
    (tmp_path / "b.json").unlink()
    assert conformance.main(["--check"]) == 1
    assert "b.json" in capsys.readouterr().out
    assert not (tmp_path / "b.json").exists()


def messages() -> Iterator[tuple[dict[str, Any], Message]]:
    """Every message among the vectors, built from its JSON."""
    kinds = {descriptor.full_name: GetMessageClass(descriptor) for descriptor in READERS}
    links = vectors("links.json")
    actions = [{"type": links["action_type"], "json": step["action"], **step} for step in links["steps"][1:]]
    for row in (*vectors("canonical.json")["messages"], links["header"], *actions):
        yield row, ParseDict(row["json"], kinds[row["type"]]())


def test_json_leads_to_the_same_bytes_by_the_schema_and_by_the_engine() -> None:
    """From a vector's JSON, the schema alone and the engine's classes both give the vector's canonical bytes."""
    for row, message in messages():
        expected = bytes.fromhex(row["canonical"])
        assert conformance.by_schema(message) == expected, row
        assert canon.encode(READERS[message.DESCRIPTOR](message)) == expected, row


def test_hashes_follow_from_the_canonical_bytes() -> None:
    """The hash of a header or state is the hash of its bytes with the name of what it is in front."""
    rows = vectors("canonical.json")["messages"]
    for row in rows:
        for name, front in (("header_hash", b"shinpan-header-1"), ("state_hash", b"shinpan-state-1")):
            if name in row:
                assert row[name] == sha256(front + bytes.fromhex(row["canonical"])).hexdigest()
    assert {row["type"] for row in rows if "header_hash" in row} == {HEADER.full_name}
    assert {row["type"] for row in rows if "state_hash" in row} == STATES


def fields(descriptor: Descriptor) -> set[str]:
    """The full names of all fields that a message can hold, at any depth."""
    inner = (fields(field.message_type) for field in descriptor.fields if field.message_type)
    return {field.full_name for field in descriptor.fields}.union(*inner)


def fields_set(message: Message) -> set[str]:
    """The full names of the fields that a message does hold, at any depth."""
    held = set()
    for field, value in message.ListFields():
        held.add(field.full_name)
        if field.message_type:
            held = held.union(*map(fields_set, value if field.is_repeated else [value]))
    return held


def test_every_field_of_every_hashed_message_is_set_somewhere() -> None:
    """No field, and so no kind of action, is without a vector."""
    wanted = set().union(*map(fields, READERS))
    held = set().union(*(fields_set(message) for _, message in messages()))
    assert held == wanted


def test_links_follow_from_the_file_alone() -> None:
    """Each link is the hash of the one before, the action's bytes and the state's hash; the last names the game."""
    file = vectors("links.json")
    link = bytes.fromhex(file["header"]["header_hash"])
    for number, step in enumerate(file["steps"]):
        assert step["step"] == number
        played = bytes.fromhex(step.get("canonical", "")) + bytes.fromhex(step["state_hash"])
        link = sha256(b"shinpan-link-1" + link + played).digest()
        assert step["link"] == link.hex()
    assert file["last_link"] == link.hex()


@given(st.one_of([any_message(descriptor) for descriptor in READERS]))
@WIDE
def test_any_message_has_the_bytes_that_its_schema_gives(message: Message) -> None:
    """Whatever a hashed message holds, the engine's classes write the bytes that follow from the schema alone."""
    value = READERS[message.DESCRIPTOR](message)
    assert canon.encode(value) == conformance.by_schema(message)
