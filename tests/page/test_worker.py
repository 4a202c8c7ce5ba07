"""What the page asks of the engine in its worker: long work in slices, and a sentence for what cannot be read."""

import json
from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_records import json_record, transcript
from shinpan_records.limits import MOST_RECORD_BYTES
from shinpan_records.page import worker
from shinpan_records.page.recording import SLICE, Recording, Telling

FIXTURES = Path(__file__).parents[2] / "fixtures"
PRINTED = FIXTURES / "wars3x3" / "printed-replay.shinpan"
STOPPED = FIXTURES / "wars3x3" / "printed-replay-as-printed.shinpan"
SEEN = FIXTURES / "seen" / "wars3x3" / "printed-replay.shinpan"


def asked(method: str, **more: str) -> dict[str, Any]:
    """The worker's answer to one question."""
    found: dict[str, Any] = json.loads(worker.answer(json.dumps({"method": method, **more})))
    return found


def slices(method: str, **more: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """How far long work had come after each slice, and its answer."""
    going, found = [], asked(method, **more)
    while "done" in found:
        going.append(found)
        found = asked("more")
    return going, found


@pytest.mark.parametrize("path", [PRINTED, STOPPED, SEEN], ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_slices_come_to_what_is_done_at_once(path: Path) -> None:
    """A record opened in slices has the data of one that is judged at once, and so has a view of it."""
    going, data = slices("open", name=str(path))
    whole = Recording(transcript.load(path, GAMES), GAMES)
    assert data == json.loads(json.dumps(whole.opened(Telling(whole, REFEREE).data())))
    _, told = slices("telling", viewer="p2")
    assert told == json.loads(json.dumps(whole.told_to(Telling(whole, 2).data())))
    done = [one["done"] for one in going]
    assert done == sorted(done)
    assert all(later - earlier <= 2 * SLICE + 1 for earlier, later in zip([0, *done], done, strict=False))
    assert all(one["done"] <= one["total"] for one in going)


def test_work_that_is_given_up_leaves_no_trace() -> None:
    """Who asks for something else gets that; and a view of a record that was never opened whole is none."""
    assert "done" in asked("open", name=str(PRINTED))
    _, data = slices("open", name=str(STOPPED))
    assert data["tellings"]["referee"]["report"]["verdict"] == "illegal"
    assert "done" in asked("open", name=str(PRINTED))
    _, told = slices("telling", viewer="p1")
    assert told["tellings"]["p1"]["report"]["verdict"] == "illegal"


@pytest.mark.parametrize("path", [PRINTED, STOPPED, SEEN], ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_record_in_json_is_judged_as_its_transcript_is(path: Path, tmp_path: Path) -> None:
    """Whatever its file is called: all that is shown is the same, but for what was put right while reading."""
    record = tmp_path / "record.shinpan"
    record.write_bytes(json_record.written(transcript.load(path, GAMES).record))
    shown = []
    for name in (path, record):
        _, data = slices("open", name=str(name))
        data["tellings"]["referee"]["report"].pop("notes")
        shown.append(data)
    assert shown[0] == shown[1]


ARCHIVE = b"PK\x03\x04" + bytes(20)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("game.pb", b"\x0a\x00", "shinpan convert"),
        ("game.json", b"{}", "line 1: record.header: a record has a header"),
        ("pasted.shinpan", b'  {"header": []}', "line 1: record.header: an object in braces belongs here"),
        ("game.json", b"shinpan 1", "line 1, column 1: this is no JSON"),
        ("games.zip", ARCHIVE, "zip"),
        ("game.shinpan", ARCHIVE, "zip"),
        ("game.shinpan", b"\x00\xff\xfe", "line 1"),
        ("game.shinpan", b"", "line 1"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_told_what_to_do(name: str, content: bytes, said: str, tmp_path: Path) -> None:
    """By its name or by how it begins: another form of record, wrong JSON, an archive, or nothing at all, in every
    language."""
    path = tmp_path / name
    path.write_bytes(content)
    for method in ("open", "verify"):
        error = asked(method, name=str(path))["error"]
        assert set(error) == set(LANGUAGES)
        assert said in error["en"]
        assert not error["ja"].isascii()


WHOLE = json_record.written(transcript.load(PRINTED, GAMES).record).decode()


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('"game": "wars3x3"', '"game": "go"', "record.header.game"),
        ('"mode": "beginner"', '"mode": "blitz"', "record.header.mode"),
        ('"edition": "1.2"', '"edition": "9"', "record.header.edition"),
        ('"seats": 2', '"seats": 5', "record.header.seats"),
        ('"label": "deck"', '"label": "Deck 1"', "record.header.chance.recorded.outcomes[0].label"),
    ],
)
def test_what_is_wrong_in_a_header_of_json_is_said_with_its_line(
    old: str, new: str, field: str, tmp_path: Path
) -> None:
    """Whether reading finds it or only judging: the line on which it is written, the field, what is allowed."""
    assert old in WHOLE
    path = tmp_path / "game.json"
    text = WHOLE.replace(old, new, 1)
    path.write_text(text, "utf-8")
    line = text[: text.index(new)].count("\n") + 1
    for method in ("open", "verify"):
        error = asked(method, name=str(path))["error"]
        assert error["en"].startswith(f"line {line}: {field}: ")
        assert error["ja"].startswith(f"{line}行目")


def test_what_is_wrong_in_the_header_of_a_transcript_is_said_once(tmp_path: Path) -> None:
    """By its line alone, as before."""
    path = tmp_path / "game.shinpan"
    path.write_text(PRINTED.read_text("utf-8").replace("wars3x3 beginner", "wars3x3 blitz"), "utf-8")
    assert asked("open", name=str(path))["error"]["en"].count("line") == 1


def test_a_file_larger_than_any_record_is_refused_by_its_size(tmp_path: Path) -> None:
    """It is not read, and how much a record may have is said."""
    path = tmp_path / "game.shinpan"
    path.write_bytes(b"p1 pass\n" * (MOST_RECORD_BYTES // 8 + 1))
    assert str(MOST_RECORD_BYTES) in asked("open", name=str(path))["error"]["en"]


OWN = """[pack]
id = "mine"
game = "wars3x3"
title = "My cards"
base = "house"

[[magic]]
number = 15
name = "MINE"
source = {}
"""


def test_records_are_judged_with_packs_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By their digests, several of one id side by side, the one that was given first first; a broken one has none."""
    monkeypatch.setattr(worker, "_ASKED", worker.Asked())
    files = [tmp_path / f"{name}.toml" for name in ("new", "old", "broken")]
    for path, text in zip(files, (OWN.replace("MINE", "NEW"), OWN, OWN.replace("15", "99")), strict=True):
        path.write_text(text)
    record = tmp_path / "record.shinpan"
    record.write_text(PRINTED.read_text("utf-8").replace("pack     print", "pack     mine"), "utf-8")
    assert "mine" in slices("open", name=str(record))[1]["error"]["en"]
    found = json.loads(worker.answer(json.dumps({"method": "use", "names": [str(path) for path in files]})))
    new, old, broken = found["digests"]
    assert (len(new), len(old), broken) == (64, 64, "")
    assert new != old
    _, data = slices("open", name=str(record))
    assert data["pack"].startswith("mine")
    asked_for = {"method": "record", "do": "new", "language": "en", "ahead": {"game": "wars3x3", "pack": "mine"}}
    told = json.loads(worker.answer(json.dumps(asked_for)))
    assert "mode" in told["opening"]["text"]
    told = asked("record", do="answer", language="en", text="beginner")
    assert "Who plays" in told["opening"]["text"]
    assert "mode" in asked("record", do="unanswer", language="en")["opening"]["text"]
