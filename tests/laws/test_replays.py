"""A game is its record: replayed anywhere and any number of times, it comes to the same."""

import os
import subprocess
import sys
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import msgpack
import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, PackRef, Record
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_records import transcript

from ..random_games import (
    game_count,
    modes,
    play,
    recorded,
    replayed,
    sealed,
    seeds,
    start,
    state_bytes,
    steps,
    take,
    told,
    told_by_referee,
)

ROOT = Path(__file__).parents[2]

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@modes
def test_random_games_are_legal_and_come_out_the_same(game: Game, mode: str) -> None:
    """Every random game is judged legal, to its end; with all hashes written down and read again from its transcript,
    it is judged the same, link by link."""
    for seed in seeds(20):
        with told(seed):
            record = play(game, seed, mode)
            report = verify(GAMES, record)
            assert report.verdict is Verdict.LEGAL
            assert report.actions_replayed == report.actions_total == len(record.entries)
            assert report.result is not None
            whole = sealed(record, report)
            again = transcript.load(transcript.dump(whole, GAMES), GAMES).record
            told_again = [entry for entry in again.entries if isinstance(entry.what, Action)]
            assert again.header == whole.header
            assert [(entry.what, entry.link) for entry in told_again] == [(e.what, e.link) for e in whole.entries]
            assert verify(GAMES, again) == report


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_a_fresh_process_comes_to_the_same(hash_seed: str) -> None:
    """Another process, under any order of hashing, plays the same random games and reads the same reports and links
    from them, word for word."""
    count = game_count(5)
    assert in_a_process(count, hash_seed) == [told_by_referee(seed) for seed in range(count)]


def in_a_process(count: int, hash_seed: str) -> list[str]:
    """The reports on so many random games, made in a process of its own."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.random_games", str(count)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.splitlines()


@modes
def test_going_on_from_any_step_is_the_same(game: Game, mode: str) -> None:
    """What was saved after any action, replayed and gone on with, comes to the same states, options and last link."""
    for seed in seeds(10):
        with told(seed):
            record = play(game, seed, mode)
            whole = steps(record)
            at = Stream(bytes(32), f"save/{seed}").below(len(record.entries))
            saved = msgspec.structs.replace(record, entries=record.entries[:at])
            report = verify(GAMES, saved)
            assert (report.verdict, report.last_link) == (Verdict.INCOMPLETE, whole[at].link)
            match, link = replayed(saved, at), report.last_link
            for entry, step in zip(record.entries[at:], whole[at + 1 :], strict=True):
                take(match, entry.what)
                state = sha256(b"shinpan-state-1" + state_bytes(match)).digest()
                link = sha256(b"shinpan-link-1" + link + encode(entry.what) + state).digest()
                assert (state, link) == (step.state_hash, step.link)


@modes
def test_stopping_on_the_way_shows_the_same_steps(game: Game, mode: str) -> None:
    """A replay up to an action stands where the whole replay stood there."""
    for seed in seeds(10):
        with told(seed):
            record = play(game, seed, mode)
            whole = steps(record)
            for until in (0, 1, len(record.entries) // 2, len(record.entries)):
                replay = Replay(GAMES, record)
                assert replay.run(until=until) is None
                report = replay.report()
                assert report.actions_replayed == until
                assert (report.state_hash, report.last_link) == (whole[until].state_hash, whole[until].link)


@modes
def test_links_are_those_of_the_formula(game: Game, mode: str) -> None:
    """Header hash, state hashes and links are what the formula gives for bytes that another library packs."""
    for seed in seeds(10):
        with told(seed):
            record = play(game, seed, mode)
            report = verify(GAMES, record)
            assert report.header_hash == sha256(b"shinpan-header-1" + packed(record.header)).digest()
            match, link = start(record.header), b""
            for at, step in enumerate(steps(record)):
                if at:
                    take(match, record.entries[at - 1].what)
                state = msgspec.msgpack.decode(state_bytes(match))
                state_hash = sha256(b"shinpan-state-1" + msgpack.packb(state, use_bin_type=True)).digest()
                before = report.header_hash if at == 0 else link + packed(record.entries[at - 1].what)
                link = sha256(b"shinpan-link-1" + before + state_hash).digest()
                assert (step.state_hash, step.link) == (state_hash, link)
            assert link == report.last_link


def packed(value: msgspec.Struct) -> bytes:
    """The arrays of a Struct, packed by msgpack."""
    return msgpack.packb(msgspec.to_builtins(value, builtin_types=(bytes,)), use_bin_type=True)


@modes
def test_recorded_chance_gives_the_same_states(game: Game, mode: str) -> None:
    """A seeded game and its recorded twin have the same states and events; only what the header hash enters differs."""
    for seed in seeds(10):
        with told(seed):
            seeded = play(game, seed, mode)
            written = recorded(seeded)
            ours, theirs = steps(seeded), steps(written)
            assert [step.state_hash for step in ours] == [step.state_hash for step in theirs]
            assert [step.events for step in ours] == [step.events for step in theirs]
            assert all(one.link != other.link for one, other in zip(ours, theirs, strict=True))
            assert recorded(written) == written
            assert verify(GAMES, seeded).result == verify(GAMES, written).result


@modes
def test_links_of_a_game_are_all_different(game: Game, mode: str) -> None:
    """No two steps of one game share a link, and no action leaves the link as it was."""
    for seed in seeds(5):
        with told(seed):
            links = [step.link for step in steps(play(game, seed, mode))]
            assert len(set(links)) == len(links)
            assert all(one != other for one, other in pairwise(links))


@modes
def test_missing_card_data_never_makes_a_game_illegal(game: Game, mode: str) -> None:
    """A game that the complete pack allows is, with the printed pack, legal with the same states or undecidable."""
    verdicts = set()
    for seed in seeds(10):
        with told(seed):
            record = play(game, seed, mode)
            printed = with_pack(game, record, "print")
            replay = Replay(GAMES, printed)
            hashes: list[bytes] = []
            replay.run(watch=lambda step, seen=hashes: seen.append(step.state_hash))
            verdicts.add(replay.report().verdict)
            assert hashes == [step.state_hash for step in steps(record)][: len(hashes)]
    assert verdicts <= {Verdict.LEGAL, Verdict.UNDECIDABLE}


def with_pack(game: Game, record: Record, pack: str) -> Record:
    """The record, played with another pack."""
    head = msgspec.structs.replace(record.header, pack=PackRef(pack, game.packs[pack].digest))
    return msgspec.structs.replace(record, header=head)


def test_a_failure_tells_how_to_run_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A random test that fails names its seed and the command, and that command plays this seed only."""
    with pytest.raises(AssertionError) as caught, told(17):
        raise AssertionError("no")
    (note,) = caught.value.__notes__
    assert note.startswith("seed 17; again: SHINPAN_SEED=17 ")
    assert "test_a_failure_tells_how_to_run_it_again" in note
    monkeypatch.setenv("SHINPAN_SEED", "17")
    assert list(seeds(100)) == [17]
    monkeypatch.delenv("SHINPAN_SEED")
    monkeypatch.setenv("SHINPAN_GAMES", "1000")
    assert list(seeds(3)) == list(range(30))
