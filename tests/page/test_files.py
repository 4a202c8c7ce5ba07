"""The page as a file: what `shinpan page` writes, how large it is, and what is not in it."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_records import transcript
from shinpan_records.page.cards import things_in
from shinpan_records.page.changes import changed
from shinpan_records.page.file import engine_archive, replay_file, source_sign
from shinpan_records.page.recording import Recording
from shinpan_records.transcript import Loaded

from ..cli.command import refused, run
from ..laws.test_secrets import exchange, nothing_secret, part, renamed
from ..random_games import enough, modes, play, recorded, seeds, told
from . import unpacking

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
PRINTED = FIXTURES / "wars3x3" / "printed-replay.shinpan"
MOST_BYTES = 200_000
LARGE = [
    PRINTED,
    FIXTURES / "hackclad" / "HC-13.2-2-the-higher-sum.shinpan",
    FIXTURES / "swordrion" / "SW-0.1-2-the-deck-cannot-supply-the-next-line.shinpan",
    FIXTURES / "drive" / "random-2-seats-c-won.shinpan",
    FIXTURES / "anoare" / "AN-3-5-forty-turns-without-damage.shinpan",
]


@pytest.mark.parametrize("path", LARGE, ids=lambda path: path.stem)
def test_a_replay_is_small(path: Path, tmp_path: Path) -> None:
    """The longest games that there are make files of at most 200 kB."""
    out = tmp_path / "game.html"
    ran = run("page", path, "-o", out)
    assert ran.code == 0, ran.err
    assert out.stat().st_size <= MOST_BYTES


@pytest.mark.parametrize("path", LARGE, ids=lambda path: path.stem)
def test_the_file_has_every_table(path: Path) -> None:
    """Unpacked step by step, the tables of every viewer are the engine's, as JSON."""
    recording = Recording(transcript.load(path, GAMES), GAMES)
    data = unpacking.data(replay_file(recording.whole()))
    first = data["tellings"]["referee"]["steps"]
    for viewer in recording.viewers():
        telling = Recording(transcript.load(path, GAMES), GAMES).telling(viewer)["steps"]
        name = "referee" if viewer == REFEREE else "public" if viewer == PUBLIC else f"p{viewer}"
        steps = data["tellings"][name]["steps"]
        assert telling == (steps if viewer == REFEREE else [changed(*both) for both in zip(first, steps, strict=True)])


@modes
@pytest.mark.parametrize("viewer", [PUBLIC, 1, 2])
def test_a_seats_file_is_the_same_in_every_world(game: Any, mode: str, viewer: int) -> None:
    """If the cards that a viewer never sees are exchanged among each other, the viewer's file keeps its bytes."""
    exchanged = 0
    for seed in seeds(3):
        with told(seed):
            record = part(recorded(play(game, seed, mode)), seed)
            other = renamed(game, record, exchange(game, mode, record, viewer, seed))
            exchanged += record != other
            assert seat_file(record, viewer) == seat_file(other, viewer)
    if not nothing_secret(game, mode, viewer):
        enough(exchanged)


def seat_file(record: Record, viewer: int) -> bytes:
    """The file made of a record for a viewer."""
    return replay_file(Recording(Loaded.of(record, GAMES), GAMES).of_seat(viewer))


def test_a_seats_file_has_no_hidden_card() -> None:
    """In the middle of a game nothing of the unpacked file names a card that the seat has not seen: neither number nor
    name, no comment, no claim, no line of the transcript, no hash, no seed."""
    loaded = transcript.load(PRINTED, GAMES)
    entries = tuple(msgspec.structs.replace(one, comment="内緒のメモ") for one in loaded.record.entries[:30])
    record = msgspec.structs.replace(loaded.record, entries=entries, notes=loaded.record.notes)
    page = seat_file(record, 1)
    text = b"\n".join(unpacking.parts(page).values()).decode()
    data = unpacking.data(page)
    recording = Recording(Loaded.of(record, GAMES), GAMES)
    deck = [*recording.shown(REFEREE)][-1].state.deck
    seen = set(data["cards"]["card"])
    assert not seen & {str(card) for card in deck}
    assert "内緒" not in text
    for step in data["tellings"]["p1"]["steps"]:
        assert "claims" not in step
        assert "link" not in step
    report = data["tellings"]["p1"]["report"]
    assert report["link"] == report["state"] == report["header"] == ""


REFUSED = {
    "wars3x3/W3-1.0-6-not-in-the-opponents-turn": 2,
    "anoare/AN-5.0-1-on-with-only-one-card-set": 1,
    "hackclad/HC-12.1-1-a-card-of-another-name": 1,
    "drive/DR-B-1-no-turn-is-on-between-the-rounds": 2,
    "swordrion/SW-1.3-6-a-pick-is-a-card-of-the-packet-held-at-that-moment": 1,
}
"""Records that were refused in the middle of the game, and whose line it was."""


@pytest.mark.parametrize("name", REFUSED)
def test_a_seats_file_tells_a_refusal_to_whose_line_it_was_alone(name: str) -> None:
    """The others are told that, where and whose; no card is sent that neither a table of theirs nor what they were told
    names."""
    recording = Recording(transcript.load(FIXTURES / f"{name}.shinpan", GAMES), GAMES)
    for viewer in [PUBLIC, *range(1, recording.header.seats + 1)]:
        data = recording.of_seat(viewer)
        (telling,) = data["tellings"].values()
        (finding,) = telling["report"]["findings"]
        assert finding["seat"] == REFUSED[name]
        own = viewer == REFUSED[name]
        assert bool(finding["submitted"]) == bool(finding["clauses"]) == own
        assert not telling["report"]["link"]
        if own:
            continue
        assert (finding["legal"], finding["things"], finding["names"]) == ([], [], [])
        seen = {thing for shown in recording.shown(viewer) for thing in things_in(shown.state)}
        sent = {(table, int(number)) for table, cards in data["cards"].items() for number in cards}
        told = json.dumps(telling["steps"], ensure_ascii=False)
        assert [thing for thing in sent - seen if data["cards"][thing[0]][str(thing[1])]["name"] not in told] == []


def test_hostile_names_are_text(tmp_path: Path) -> None:
    """A player's name cannot become markup, neither in the title nor in the data."""
    text = PRINTED.read_text("utf-8").replace("三品", '"</title></script><script>alert(1)</script>\u202e"')
    path = tmp_path / "hostile.shinpan"
    path.write_text(text, "utf-8")
    out = tmp_path / "hostile.html"
    assert run("page", path, "-o", out).code == 0
    page = out.read_text("utf-8")
    assert "alert(1)</script>" not in page
    assert "\u202e" not in page


@pytest.mark.parametrize("words", [[], ["--referee", PRINTED], ["--referee", "--as", "p1"], [PRINTED, "--as", "p9"]])
def test_what_cannot_be_written_is_refused(words: list[object], tmp_path: Path) -> None:
    """A command that names no game, or both, or a seat that there is not, says so in a sentence and writes nothing."""
    assert refused("page", *words, "-o", tmp_path / "page.html")
    assert not [*tmp_path.iterdir()]


def test_without_the_runtime_the_command_says_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody has built the referee's parts, the command names the one that does."""
    monkeypatch.setattr("shinpan_records.page.file.PARTS", ("nothing",))
    assert "python -m tools.page_runtime" in refused("page", "--referee", "-o", tmp_path / "referee.html")


def test_a_module_goes_compiled_only_if_its_source_is_what_was_compiled() -> None:
    """Of a source that was changed since, or that is new, the text itself goes, so that nobody judges by old rules."""
    plain = zipfile.ZipFile(io.BytesIO(engine_archive()))
    same, changed = "shinpan_records/limits.py", "shinpan_records/story.py"
    made = {f"{same}c": (source_sign(plain.read(same)), b"compiled"), f"{changed}c": (source_sign(b"before"), b"old")}
    names = plain.namelist()
    found = zipfile.ZipFile(io.BytesIO(engine_archive(made)))
    assert found.namelist() == [f"{name}c" if name == same else name for name in names]
    assert found.read(f"{same}c") == b"compiled"
    assert found.read(changed) == plain.read(changed)


def test_the_demo_is_a_page_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`shinpan demo --page` writes the printed game with its finding, and says how to open it."""
    monkeypatch.chdir(tmp_path)
    ran = run("demo", "--page")
    assert ran.code == 0
    assert "shinpan-demo.html" in ran.out
    report = unpacking.data((tmp_path / "shinpan-demo.html").read_bytes())["tellings"]["referee"]["report"]
    assert report["verdict"] == "illegal"


WITHOUT = """
import sys
for name in ("google", "grpc", "grpc_health", "grpc_reflection", "grpc_status"):
    sys.modules[name] = None
from shinpan_service.cli import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize("words", [[PRINTED], [PRINTED, "--as", "p1"]], ids=["whole", "seat"])
def test_a_page_is_written_where_protobuf_and_grpc_are_missing(words: list[object], tmp_path: Path) -> None:
    """Neither google nor grpc is imported: a broken one stops no page."""
    asked = ["page", *map(str, words), "-o", str(tmp_path / "game.html")]
    done = subprocess.run([sys.executable, "-c", WITHOUT, *asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "game.html").exists()
