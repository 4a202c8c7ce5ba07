"""Records, games and replays that 1.0 has frozen: a fixed sample, the same in every run."""

import re
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.judging.record import RecordedChance, SeededChance
from shinpan_service.cli.files import load
from shinpan_service.messages.records import record_from_message
from shinpan_service.workbench.simulation import digest_of
from tests.cli.command import verdicts
from tools.frozen import __main__ as command
from tools.frozen import checking, names, replays, series, stored

ROOT = Path(__file__).parents[2]
SAMPLE = range(5, 201, 15)
"""Odd and even ones, with a seed and with outcomes written down."""
FIRST_GAMES = 20

frozen = pytest.mark.parametrize("mode", stored.frozen_modes(), ids=str)


def said(moved: Iterable[str]) -> str:
    """What a failure says."""
    return "\n".join(["", *moved, checking.NEVER])


@frozen
def test_stored_records_come_out(mode: stored.Mode) -> None:
    """Every link, the verdict and the result of the sample are those of 1.0."""
    moved = [*checking.moved_records(mode, SAMPLE)]
    assert not moved, said(moved)


@frozen
def test_games_of_the_player_come_out(mode: stored.Mode) -> None:
    """The first games of `play-1` by stored headers have the digest of 1.0."""
    kept = stored.digests()[str(mode)].series
    moved = checking.moved_beginning(mode, kept, FIRST_GAMES)
    assert FIRST_GAMES in kept.digests
    assert moved is None, said([moved])


def test_printed_replays_come_out() -> None:
    """The transcripts of 1.0 are read as the same records, and judged alike."""
    moved = [*replays.moved_replays()]
    assert not moved, said(moved)


def test_names_are_still_there() -> None:
    """Modes, editions, options, clauses and codes of 1.0; one that is gone is named."""
    moved = [*names.moved_names()]
    assert not moved, said(moved)
    fewer = names.names()
    fewer["wars3x3"]["clauses"].remove("W3-2.1-9")
    del fewer["codes"]["anoare"]
    first, second = names.moved_names(fewer)
    assert first == "wars3x3, clauses: gone: W3-2.1-9"
    assert second.startswith("codes, anoare: gone: ")


def test_nothing_frozen_is_changed() -> None:
    """Every file is the one that was released, none is gone and none has come."""
    assert stored.sums() == stored.SUMS.read_text("utf-8"), checking.NEVER


def test_every_mode_of_the_release_is_frozen() -> None:
    """200 records of each, with both forms of chance; modes that come later are frozen later."""
    kept = stored.digests()
    assert len(kept) == 13
    for mode in stored.frozen_modes():
        found = [name for name, _ in stored.stored(mode)]
        assert found == [mode.name(number) for number in range(1, 201)]
        assert kept[str(mode)].records == len(found)
        messages = [record_pb2.Record.FromString(data) for _, data in stored.stored(mode)]
        assert kept[str(mode)].actions == sum(len(message.entries) for message in messages)
        assert kept[str(mode)].digest == digest_of(message.notes.last_link for message in messages)
        assert kept[str(mode)].series.games == max(kept[str(mode)].series.digests)
        sources = {type(head.chance.source) for head in series.headers(mode) if head.chance}
        assert sources == {SeededChance, RecordedChance}


def test_a_stored_record_is_a_file_like_any_other(tmp_path: Path) -> None:
    """What lies in the zip is what the command line reads, and has its own hashes."""
    mode = stored.frozen_modes()[0]
    ((name, data),) = stored.stored(mode, [3])
    path = tmp_path / name
    path.write_bytes(data)
    record, _ = load(path)
    assert record.notes.last_link
    assert all(len(entry.link) == 8 for entry in record.entries)
    assert verdicts(tmp_path) == ["legal"]


Alter = Callable[[record_pb2.Record], object]

ALTERED: dict[str, tuple[Alter, str]] = {
    "a link": (
        lambda record: setattr(record.entries[6], "link", b"\1" * 8),
        r"entry 7 of \d+ \(p[12] .*\): diverged: .*; link was 0101010101010101, is [0-9a-f]{16}$",
    ),
    "the last link": (
        lambda record: setattr(record.notes, "last_link", b"\1" * 32),
        r"entry \d+ of \d+ \(.*\): diverged: .*; last_link was 01",
    ),
    "the set-up": (
        lambda record: setattr(record.notes, "first_state_hash", b"\1" * 32),
        "before the first action .*: diverged: .*; first_state_hash was 01",
    ),
    "the result": (lambda record: setattr(record.notes, "result", "draw"), r"entry \d+ of \d+ .*: contradicted: "),
    "an action": (
        lambda record: record.entries[0].CopyFrom(record.entries[-1]),
        r"entry 1 of \d+ \(p[12] .*\): illegal \[W3-",
    ),
    "the end": (lambda record: record.ClearField("entries"), "before the first action|the game no longer ends"),
    "the pack": (lambda record: setattr(record.header.pack, "digest", bytes(32)), "it is refused: record.header.pack"),
    "a claim without anything": (lambda record: record.entries[2].claims.add(), "it can no longer be read: "),
}


@pytest.mark.parametrize("what", ALTERED)
def test_what_has_moved_is_named(what: str) -> None:
    """The entry, what was done there, what was and what is."""
    alter, told = ALTERED[what]
    ((_, data),) = stored.stored(stored.frozen_modes()[0], [1])
    message = record_pb2.Record.FromString(data)
    alter(message)
    moved = checking.moved_record(message.SerializeToString())
    assert moved is not None
    assert re.search(told, moved), moved


def test_what_is_no_record_is_named() -> None:
    """Bytes that are no message."""
    assert checking.moved_record(b"\xff") == "it can no longer be decoded"


def test_games_that_have_moved_are_named() -> None:
    """The hundred in which the first difference lies, or how many of the first ones."""
    mode = stored.frozen_modes()[0]
    links = [bytes([at % 256]) * 32 for at in range(1_000)]
    kept = series.series_of(links)
    assert (list(kept.digests), len(kept.blocks)) == ([20, 1_000], 10)
    assert checking.moved_series(mode, kept, links) is None
    assert checking.moved_series(mode, kept, links[:300]) is None
    for at, place in ((0, "games 1 to 100"), (250, "games 201 to 300"), (999, "games 901 to 1000")):
        other = [*links[:at], bytes(31) + b"\1", *links[at + 1 :]]
        assert place in str(checking.moved_series(mode, kept, other))
    assert "the first 20 games" in str(checking.moved_series(mode, kept, [bytes(31) + b"\1", *links[1:20]]))


def test_a_series_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played is not played again, half a block counts for nothing, and a changed rule begins again."""
    mode = stored.frozen_modes()[0]
    asked: list[int] = []

    def block(_: str, at: int) -> bytes:
        asked.append(at)
        return b"".join(bytes([at]) * series.LINK_BYTES for _ in range(series.BLOCK))

    monkeypatch.setattr(series, "KEPT", tmp_path)
    monkeypatch.setattr(series, "_block", block)
    monkeypatch.setattr(series, "ProcessPoolExecutor", ThreadPoolExecutor)
    assert len(series.kept_links(mode, 150, 1, lambda _: None)) == 150
    (path,) = tmp_path.rglob("*.links")
    path.write_bytes(path.read_bytes()[:-1])
    told: list[int] = []
    links = series.kept_links(mode, 300, 1, told.append)
    assert asked == [0, 1, 1, 2]
    assert told == [100, 200, 300]
    assert links == [bytes([at // 100]) * 32 for at in range(300)]
    assert series.fingerprint() in path.as_posix()


def test_the_command_says_what_has_moved(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line for what moved, then that it must not be accepted; nothing moved is a success."""
    mode = stored.frozen_modes()[0]
    monkeypatch.setattr(sys, "argv", ["frozen", str(mode), "--games", "20"])
    kept = stored.digests()[str(mode)].series

    monkeypatch.setattr(command, "moved_records", lambda mode: checking.moved_records(mode, SAMPLE))
    monkeypatch.setattr(command, "kept_links", lambda mode, count, *_: [*series.links_of(mode, count)])
    assert command.main() == 0
    assert "200 records and 20 games come out" in capsys.readouterr().out
    monkeypatch.setattr(command, "kept_links", lambda *_: [bytes(32)] * 20)
    assert command.main() == 1
    out = capsys.readouterr().out
    assert f"{mode}, the first 20 games of play-1: the digest was {kept.digests[20]}" in out
    assert "the stored records come out" in out
    assert out.rstrip().endswith(checking.NEVER)


@pytest.mark.parametrize("asked", [["--jobs", "0"], ["--games", "-1"], ["--games", "x"], ["chess-blitz"]])
def test_the_command_refuses_what_it_cannot_do(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """No number of games or processes, no mode that was frozen."""
    monkeypatch.setattr(sys, "argv", ["frozen", *asked])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 2


def test_headers_of_the_series_are_stored_ones() -> None:
    """Nothing but the seed differs, which is that of the number; after 200 they begin again."""
    mode = stored.frozen_modes()[5]
    ((_, data),) = stored.stored(mode, [1])
    first, again = series.header(mode, 1), series.header(mode, 201)
    kept = record_from_message(record_pb2.Record.FromString(data)).header
    for head in (first, again):
        assert canon.encode(head).replace(series.seed_of(series.SEED, 1), b"") != canon.encode(kept)
        assert (head.setup, head.pack, head.edition, head.seats) == (kept.setup, kept.pack, kept.edition, kept.seats)
    assert first.chance != again.chance
    assert GAMES[first.game] is mode.game
