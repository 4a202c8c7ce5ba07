"""Records as JSON: what protobuf's own reader and writer make of them, and a sentence for what is none."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import given
from hypothesis import strategies as st

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.judging.record import MOST_ENTRIES, Record
from shinpan_engine.kernel.messages import LANGUAGES, sentence
from shinpan_records import json_record, transcript
from shinpan_records.json_text import NotJson
from shinpan_records.limits import MOST_BRACKETS
from shinpan_service.messages.codec import Unreadable
from shinpan_service.messages.records import record_from_message, record_to_message
from tests.random_games import WIDE

FIXTURES = Path(__file__).parents[2] / "fixtures"
FOLDERS = sorted({path.parent.relative_to(FIXTURES).as_posix() for path in FIXTURES.rglob("*.shinpan")})
PRINTED = FIXTURES / "wars3x3" / "printed-replay.shinpan"
MOST_SAID = 1200
WAYS: tuple[dict[str, Any], ...] = ({}, {"preserving_proto_field_name": True, "use_integers_for_enums": True})
"""How protobuf may write a message: names in camel case, or as in the schema with numbers for enums."""


def records(folder: str) -> Iterator[tuple[Path, Record]]:
    """The records of a folder that can be read."""
    for path in sorted((FIXTURES / folder).glob("*.shinpan")):
        try:
            yield path, transcript.load(path, GAMES).record
        except (transcript.TranscriptError, RequestError):
            continue


@pytest.mark.parametrize("folder", FOLDERS)
def test_fixtures_are_written_and_read_as_protobuf_does(folder: str) -> None:
    """Byte for byte what protobuf writes of the message; and whatever spelling it writes is read as the same record."""
    for at, (path, record) in enumerate(records(folder)):
        message = record_to_message(record)
        theirs = json_format.MessageToJson(message, preserving_proto_field_name=True)
        assert json_record.written(record).decode() == f"{theirs}\n", path
        spelled = json_format.MessageToJson(message, **WAYS[at % len(WAYS)])
        assert json_record.read(spelled.encode(), GAMES) == record, path


def theirs(text: str) -> Record | None:
    """What protobuf and the service make of a text; None if they refuse it."""
    try:
        return record_from_message(json_format.Parse(text, record_pb2.Record()))
    except (json_format.ParseError, Unreadable, RequestError):
        return None


def ours(text: str) -> Record | None:
    """The same without them."""
    try:
        return json_record.read(text.encode(), GAMES)
    except (NotJson, RequestError):
        return None


VALUES = st.sampled_from(
    [None, 0, 1, -1, 3, 2**32 - 1, 2**32, 1.0, 2.5, True, "", "1", "-1", "x", "AAAA", "A", "_-8=", [], [0], [None],
     ["a"], {}, {"x": 1}, {"seat": 1}, "FIRST_P1", "\ud800"]
)  # fmt: skip
"""What may stand in a place instead of what was there."""
LEFT_OUT, BESIDE = "left out", "marker"
"""Instead of that nothing; or a field that belongs to an entry, beside it."""


def small() -> list[dict[str, Any]]:
    """Short records of several games, each with claims, hashes and comments, as JSON."""
    found = []
    for folder in ("wars3x3", "hackclad", "drive", "swordrion", "anoare", "seen/anoare"):
        _, record = min(
            records(folder), key=lambda one: (not any(e.claims for e in one[1].entries), len(one[1].entries))
        )
        found.append(json.loads(json_record.written(record)))
    return found


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside another."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in inside:
        yield (*at, name)
        yield from places(item, (*at, name))


@pytest.fixture(scope="module")
def shorts() -> list[dict[str, Any]]:
    return small()


@WIDE
@given(data=st.data())
def test_what_protobuf_refuses_is_refused_and_what_it_takes_is_taken(
    shorts: list[dict[str, Any]], data: st.DataObject
) -> None:
    """Wherever a value is changed, left out or added: both make the same record of it, or none."""
    said = json.loads(json.dumps(data.draw(st.sampled_from(shorts))))
    way = data.draw(st.sampled_from([*places(said)]))
    inside = said
    for name in way[:-1]:
        inside = inside[name]
    before, after = inside[way[-1]], data.draw(VALUES | st.just(LEFT_OUT) | st.just(BESIDE))
    inside[way[-1]] = after
    if after == LEFT_OUT:
        del inside[way[-1]]
    elif after == BESIDE:
        inside[way[-1]] = before
        inside[BESIDE if isinstance(inside, dict) else way[-1]] = {}
    text = json.dumps(said, indent=1)
    # Protobuf's reader takes an empty text or list for an object with nothing in it.
    lax = isinstance(before, dict) and after in ("", [])
    assert ours(text) == (None if lax else theirs(text)), text


WHOLE = json_record.written(transcript.load(PRINTED, GAMES).record).decode()
LINES = WHOLE.splitlines()


def line_of(text: str) -> int:
    """The first line with these words."""
    return next(number for number, line in enumerate(LINES, start=1) if text in line)


def altered(old: str, new: str) -> str:
    assert old in WHOLE
    return WHOLE.replace(old, new, 1)


def beside_header(**more: Any) -> str:
    """A record with a right header and this."""
    return json.dumps({"header": json.loads(WHOLE)["header"], **more})


SEAT, SEATS, DECK = line_of('"seat": '), line_of('"seats": '), line_of('"label": "deck"')
FIRST = f"line {SEAT}: record.entries[0].wars3x3.seat: "
TWO_SEATS, SEAT_1 = '"seats": 2', '"seat": 1'
NO_WINDOW = '{"header": {"game": "hackclad", "hackclad": {"difficulty": "NO"}}}'
OTHER_GAME = WHOLE.replace('"wars3x3": {\n        "seat"', '"drive": {\n        "seat"', 1)
TEXTS: dict[str, str] = {
    "nothing": "",
    "a list": "[]",
    "an object without a header": "{}",
    "no game": '{"header": {"format": 1, "game": "go"}}',
    "a field that there is not": altered(TWO_SEATS, '"chairs": 2'),
    "a text for a number": altered(SEAT_1, '"seat": "one"'),
    "a seat that nobody has": altered(SEAT_1, '"seat": 3'),
    "a number below 0": altered(SEAT_1, '"seat": -1'),
    "a list for an object": altered('"chance": {', '"chance": [], "x": {'),
    "a value that an enum does not have": NO_WINDOW,
    "bytes that are none": altered('"digest": "', '"digest": "!'),
    "two sources of chance": altered('"recorded": {', '"seeded": {}, "recorded": {'),
    "the same field twice": altered(TWO_SEATS, '"seats": 2,\n"seats": 2'),
    "the same field in two spellings": beside_header(notes={"last_link": "AAAAAAAA", "lastLink": "AAAAAAAA"}),
    "a number that is none": altered(TWO_SEATS, '"seats": NaN'),
    "no comma": altered(f"{TWO_SEATS},", TWO_SEATS),
    "an open text": altered('"label": "deck"', '"label": "deck'),
    "a file cut off": WHOLE[: len(WHOLE) // 2],
    "more behind it": WHOLE + "}",
    "brackets without end": "[" * 200_000,
    "more brackets than a record has": "[" * (MOST_BRACKETS + 1),
    "more digits than there are": altered(TWO_SEATS, f'"seats": {"9" * 5000}'),
    "more entries than are judged": beside_header(entries=[{}] * (MOST_ENTRIES + 1)),
    "an entry with nothing in it": beside_header(entries=[{}]),
    "an action of another game": OTHER_GAME,
    "a list longer than any game has": beside_header(notes={"players": ["x"] * 2000}),
    "a hash that is too short": beside_header(notes={"last_link": "AAA="}),
    "a name as long as the file": altered(TWO_SEATS, f'"{"語" * 100_000}": 2'),
    "a text as long as the file": altered(TWO_SEATS, f'"seats": "{"語" * 100_000}"'),
}
SAID = {
    "nothing": "line 1, column 1: this is no JSON: it ends in the middle",
    "a list": "a record is an object, in braces",
    "an object without a header": "line 1: record.header: a record has a header",
    "no game": "record.header.game: ",
    "a field that there is not": f"line {SEATS}: record.header.chairs: there is no such field here; there are: format,",
    "a text for a number": f'{FIRST}a whole number from 0 to 4294967295 belongs here, not "one"',
    "a seat that nobody has": f"{FIRST}seat 3 of 2",
    "a number below 0": f"{FIRST}a whole number from 0 to 4294967295 belongs here, not -1",
    "a list for an object": "record.header.chance: an object in braces belongs here, not […]",
    "a value that an enum does not have": 'record.header.hackclad.difficulty: "NO" is none of its values: DIFFICULTY_',
    "bytes that are none": "record.header.pack.digest: bytes in base64 belong here",
    "two sources of chance": "record.header.chance.recorded: only one of these fields can be given",
    "the same field twice": f"line {SEATS + 1}: “seats” is written twice in one object",
    "the same field in two spellings": "record.notes.lastLink: this field is given twice",
    "a number that is none": "“NaN” is no number",
    "no comma": f"line {SEATS + 1}, column 5: this is no JSON: a comma or the closing bracket is missing",
    "an open text": f"line {DECK}, column ",
    "a file cut off": "perhaps the file was cut off",
    "more behind it": "nothing may follow behind the closing bracket",
    "brackets without end": "too deep",
    "more brackets than a record has": f"more than {MOST_BRACKETS} brackets",
    "more digits than there are": "a number in it is too long",
    "more entries than are judged": "record.entries: 20001 entries; at most 20000",
    "an entry with nothing in it": "record.entries[0]: an entry is an action",
    "an action of another game": "record.entries[0].drive: there is no such field here; there are: claims",
    "a list longer than any game has": "record.notes.players: 2000 items; no list here has more than 1000",
    "a hash that is too short": "record.notes.last_link: a recorded hash has 4 to 32 bytes, not 2",
    "a name as long as the file": "語…: there is no such field here",
    "a text as long as the file": "a whole number from 0",
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_wrong_is_said_with_its_line_its_field_and_what_is_allowed(name: str) -> None:
    """Of whatever is no record: a sentence in every language, no longer than a person reads."""
    with pytest.raises((NotJson, RequestError)) as caught:
        json_record.read(TEXTS[name].encode(), GAMES)
    error = caught.value
    field = f"{error.field}: " if isinstance(error, RequestError) else ""
    told = {one: field + sentence(error.message, one) for one in LANGUAGES}
    assert SAID[name] in told["en"]
    assert not told["ja"].replace(field, "").isascii()
    assert all(len(one) < MOST_SAID for one in told.values())


def test_bytes_that_are_no_text_are_said_by_place() -> None:
    """A file in another encoding is said to be one, and a byte order mark does no harm."""
    with pytest.raises(NotJson, match="byte 2 is no UTF-8"):
        json_record.read(b"{\xff}", GAMES)
    assert json_record.read(b"\xef\xbb\xbf" + WHOLE.encode(), GAMES) == json_record.read(WHOLE.encode(), GAMES)
