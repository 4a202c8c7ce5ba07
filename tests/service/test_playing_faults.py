"""What befalls a game that is played: limits are reached, workers die, the server reloads or stops, clients go."""

import asyncio
import json
import os
import queue
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from shinpan.v1 import referee_pb2
from shinpan.v1.report_pb2 import VERDICT_LEGAL
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_service.client import CallFailed, Client
from shinpan_service.messages.playing.kept import PLAY
from shinpan_service.messages.records import record_to_message
from shinpan_service.serving import lines
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.playing import game as one_game
from shinpan_service.serving.server import serving
from tests.attack.wire import Wire, framed
from tests.random_games import modes, play, seeds, told

from . import jobs
from .calls import Refusal, caller, job_server, refusal
from .jobs import alive, held, job, let_go, wait_for
from .mixing import mixed
from .test_faults import AGAIN, MAY_BE_TRIED_AGAIN, SEED
from .test_playing import beginning
from .test_playing_refusals import refusal_of
from .test_service_server import children, served

FULL = StatusCode.RESOURCE_EXHAUSTED.value[0]


class Table:
    """A stream over which a game is played whose entries are jobs."""

    def __init__(self, channel: grpc.Channel, **how: Any) -> None:
        self._requests: queue.Queue[bytes | None] = queue.Queue()
        self.call = caller(channel, PLAY)(iter(self._requests.get, None), **how)

    def send(self, *jobs: bytes) -> None:
        for one in jobs:
            self._requests.put(one)

    def answer(self) -> tuple[int, str]:
        """How many entries were kept before, and what the job says."""
        there, said = json.loads(next(self.call))
        return there, said

    def ask(self, one: bytes) -> tuple[int, str]:
        self.send(one)
        return self.answer()

    def refused(self) -> str:
        """Why the next message is refused."""
        return refusal_of(referee_pb2.PlayGameResponse.FromString(next(self.call)))[0]

    def ended(self) -> Refusal:
        """How the stream ends."""
        return refusal(lambda: next(self.call))

    def end(self) -> None:
        self._requests.put(None)


def test_at_most_so_many_games_are_played() -> None:
    """One more is told to try again, and has a place when another has ended."""
    with job_server(workers=1, games=2) as channel:
        first, second = Table(channel), Table(channel)
        assert [table.ask(job("pid"))[0] for table in (first, second)] == [0, 0]
        ended = Table(channel).ended()
        assert (ended.code, ended.reason) == (StatusCode.RESOURCE_EXHAUSTED, "QUEUE_FULL")
        assert "RetryInfo" in ended.details
        first.end()
        assert list(first.call) == []
        assert Table(channel).ask(job("pid"))[0] == 0
        assert second.ask(job("pid"))[0] == 1


def test_at_most_so_many_games_of_one_client() -> None:
    """Who has too many is told so, and one that is broken off counts no more."""
    with job_server(workers=1, games=5, games_each=1) as channel:
        first = Table(channel)
        first.ask(job("pid"))
        ended = Table(channel).ended()
        assert (ended.reason, ended.facts["code"]) == ("QUEUE_FULL", "service.play.full_each")
        first.call.cancel()
        wait_for(lambda: opened(channel))


def opened(channel: grpc.Channel) -> bool:
    """Whether there is a place for a game."""
    try:
        return Table(channel).ask(job("pid"))[0] == 0
    except grpc.RpcError:
        return False


def test_a_game_is_bounded_in_entries_and_bytes() -> None:
    """What is too much is refused and not kept, and the game goes on."""
    with job_server(workers=1, game_entries=2, game_bytes=500) as channel:
        table = Table(channel)
        assert [table.ask(job("echo", number))[0] for number in range(2)] == [0, 1]
        table.send(job("echo", 3))
        assert table.refused() == "TOO_LARGE"
        other = Table(channel)
        other.send(job("echo", "x" * 500))
        assert other.refused() == "TOO_LARGE"
        assert [other.ask(job("echo", number))[0] for number in range(2)] == [0, 1]


def test_a_game_in_which_nothing_happens_is_ended() -> None:
    """It goes on in another stream, with its record."""
    with job_server(workers=1, game_seconds=0.3) as channel:
        table = Table(channel)
        table.ask(job("pid"))
        ended = table.ended()
        assert (ended.code, ended.reason) == (StatusCode.RESOURCE_EXHAUSTED, "REQUEST_STALLED")
        assert "RetryInfo" in ended.details


def test_a_game_that_nobody_opens_is_waited_for_like_a_request() -> None:
    """Not for as long as for the next entry: it takes a place from others meanwhile."""
    with job_server(workers=1, request_seconds=0.3) as channel:
        table, silent = Table(channel), Table(channel)
        assert table.ask(job("pid"))[0] == 0
        ended = silent.ended()
        assert (ended.reason, ended.facts["value_seconds"]) == ("REQUEST_STALLED", "0.3")
        assert table.ask(job("pid"))[0] == 1


def in_this_process(scenario: Callable[[str], None], **options: Any) -> None:
    """Runs a scenario beside a server whose workers do jobs, where a test can change what is fixed."""

    async def whole() -> None:
        async with serving(
            ServerOptions(workers=1, queue_seconds=jobs.PATIENCE_SECONDS, **options), jobs.prepare
        ) as at:
            await asyncio.to_thread(scenario, at)

    asyncio.run(whole())


def say(wire: Wire, stream: int, one: bytes) -> None:
    """Says something in a game, and waits for what comes of it."""
    before = wire.answers[stream].data
    wire.send(stream, framed(one))
    assert wire.pump(jobs.PATIENCE_SECONDS, lambda: wire.answers[stream].data > before or wire.answers[stream].ended)


def begun(wire: Wire) -> int:
    """The stream of a game that was opened, or refused."""
    stream = wire.open(PLAY)
    say(wire, stream, job("pid"))
    return stream


def test_a_quiet_game_gives_way_to_another_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """When all places are taken, whoever has most of them loses the game that was quiet longest, if the other has fewer
    even then; nobody loses one in which something was sent just now."""

    def scenario(address: str) -> None:
        with Wire(address, source="127.0.0.2") as one, Wire(address, source="127.0.0.3") as other:
            games = [begun(one) for _ in range(3)]
            assert other.answers[begun(other)].status == FULL
            monkeypatch.setattr(lines, "QUIET_SECONDS", 0.2)
            time.sleep(0.3)
            say(one, games[0], job("pid"))
            taken = begun(other)
            assert other.answers[taken].status is None
            assert one.pump(until=lambda: one.answers[games[1]].ended)
            time.sleep(0.3)
            assert other.answers[begun(other)].status == FULL
            for stream in (games[0], games[2]):
                say(one, stream, job("pid"))
            assert [one.answers[stream].status for stream in games] == [None, FULL, None]

    in_this_process(scenario, games=3)


def test_who_takes_no_answers_loses_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time the place is another's."""
    monkeypatch.setattr(one_game, "STALLED_SECONDS", 0.5)

    def scenario(address: str) -> None:
        with Wire(address, window=1, grants=False) as slow, Wire(address) as other:
            stream = slow.open(PLAY)
            slow.send(stream, framed(job("parts", 1, 100_000)))
            assert slow.pump(until=lambda: slow.answers[stream].data > 0)
            assert other.answers[begun(other)].status == FULL
            wait_for(lambda: other.answers[begun(other)].status is None)

    in_this_process(scenario, games=1)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (job("exit"), "QUARANTINED"),
        (job("fail"), "ENGINE_FAILED"),
        (job("count", "{folder}"), "TOO_SLOW"),
        (job("burn", "{folder}"), "TOO_SLOW"),
        (job("fill", 4096), "MEMORY_USED_UP"),
        (job("refuse"), "INVALID_FIELD"),
    ],
)
def test_a_message_that_costs_workers_costs_no_game(bad: bytes, reason: str, tmp_path: Path) -> None:
    """It is refused, however it ended, and what was played is there."""
    with job_server(workers=1, deadline_seconds=1) as channel:
        table = Table(channel)
        assert table.ask(job("pid"))[0] == 0
        table.send(bad.replace(b"{folder}", str(tmp_path).encode()))
        assert table.refused() == reason
        assert table.ask(job("pid"))[0] == 1


def test_a_worker_that_dies_costs_nothing(tmp_path: Path) -> None:
    """What it was judging is judged by another: the client does not even learn of it."""
    with job_server(workers=1) as channel:
        table = Table(channel)
        table.ask(job("pid"))
        table.send(job("hold", str(tmp_path)))
        first = held(tmp_path)
        os.kill(first, signal.SIGKILL)
        wait_for(lambda: not alive(first))
        wait_for(lambda: held(tmp_path) != first)
        let_go(tmp_path)
        there, pid = table.answer()
        assert (there, int(pid)) == (1, held(tmp_path))


def test_who_takes_no_answers_is_read_no_further() -> None:
    """Each message is answered before the next is read."""
    sent = 0

    def requests() -> Any:
        nonlocal sent
        while True:
            sent += 1
            yield job("parts", 1, 10_000, "x" * 2_000)

    with job_server(workers=1) as channel:
        call = caller(channel, PLAY)(requests())
        next(call)
        before = -1
        while before < sent:
            before = sent
            time.sleep(0.5)
        assert sent < 500, "gRPC holds a window of requests and some of answers"
        for _ in range(sent):
            next(call)
        assert sent > before
        call.cancel()


def test_a_game_waits_in_line_like_any_call(tmp_path: Path) -> None:
    """A message comes before groups of records and has its turn among other callers; a full queue refuses it alone."""
    with job_server(workers=1, queue=1) as channel:
        table = Table(channel)
        table.ask(job("pid"))
        holding = caller(channel, "GetGame").future(job("hold", str(tmp_path)))
        held(tmp_path)
        waiting = caller(channel, "GetGame").future(job("pid"))
        full = caller(channel, "GetGame").future(job("pid"))
        wait_for(lambda: waiting.done() or full.done())
        table.send(job("pid"))
        assert table.refused() == "QUEUE_FULL"
        let_go(tmp_path)
        assert holding.result()
        assert table.ask(job("pid"))[0] == 1


def test_a_server_that_stops_answers_what_it_has_taken(tmp_path: Path) -> None:
    """Then each game is told to go on elsewhere, those in which nobody is waiting at once."""
    with served() as (process, channel):
        busy, idle = Table(channel), Table(channel)
        for table in (busy, idle):
            table.ask(job("pid"))
        busy.send(job("hold", str(tmp_path)))
        held(tmp_path)
        process.send_signal(signal.SIGTERM)
        ended = idle.ended()
        assert (ended.code, ended.reason) == (StatusCode.UNAVAILABLE, "STOPPING")
        assert "open another stream with the record" in ended.message
        let_go(tmp_path)
        assert busy.answer()[0] == 1
        assert busy.ended().reason == "STOPPING"
        assert process.wait() == 0


def test_a_game_goes_on_over_a_reload() -> None:
    """Its next message is judged by a worker of the new generation, with all that was played."""
    with served() as (process, channel):
        table = Table(channel)
        before = children(process.pid)
        assert table.ask(job("pid"))[0] == 0
        process.send_signal(signal.SIGHUP)
        wait_for(lambda: children(process.pid) and not set(before) & set(children(process.pid)))
        there, pid = table.ask(job("pid"))
        assert there == 1
        assert int(pid) not in before


def test_a_deadline_of_the_client_ends_the_stream_alone() -> None:
    """A client that set one gets its own error, and the place is free."""
    with job_server(workers=1, games=1) as channel:
        table = Table(channel, timeout=1)
        assert table.ask(job("pid"))[0] == 0
        with pytest.raises(grpc.RpcError) as raised:
            next(table.call)
        assert raised.value.code() is StatusCode.DEADLINE_EXCEEDED
        wait_for(lambda: opened(channel))


KILLS = 2
"""Workers killed in each game; a busy machine takes its time to start others."""


def killing(server: int, chance: random.Random) -> Timer:
    """Kills a worker a moment later, which it may spend judging."""

    def kill() -> None:
        if workers := children(server):
            os.kill(chance.choice(workers), signal.SIGKILL)

    return Timer(chance.uniform(0, 0.005), kill)


@pytest.fixture(scope="module")
def judging() -> Iterator[tuple[int, str]]:
    """The process and the address of a server that judges."""
    command = [sys.executable, "-m", "shinpan_service", "serve", "--port", "0", "--workers", "2"]
    with subprocess.Popen([*command, "--queue-seconds", "60"], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.pid, process.stdout.readline().split()[-1]
        finally:
            process.terminate()


@modes
def test_games_outlive_their_workers(game: Game, mode: str, judging: tuple[int, str]) -> None:
    """Whatever workers are killed, a random game of every mode comes to its end, legal and with its link."""
    (server, address), chance = judging, random.Random(SEED)
    (seed,) = [*seeds(1)][:1]
    record = mixed(play(game, seed, mode), Stream(bytes(32), "answers"))
    message = record_to_message(record)
    kills = chance.sample(range(len(message.entries)), KILLS)
    with told(seed), Client(address) as client, client.play(beginning(message), REFEREE) as table:
        for at, entry in enumerate(message.entries):
            if at in kills:
                killing(server, chance).start()
            assert not until_judged(lambda entry=entry: table.enter(entry)).HasField("finding"), AGAIN
        played = until_judged(table.fetch)
    assert played.record == message, AGAIN
    assert played.report.verdict == VERDICT_LEGAL, AGAIN
    assert played.report.last_link == verify(GAMES, record).last_link, AGAIN


def until_judged(ask: Callable[[], Any]) -> Any:
    """What comes of a message that is sent again when the server says so: two workers may have died over it."""
    while True:
        try:
            return ask()
        except CallFailed as failed:
            if failed.reason not in MAY_BE_TRIED_AGAIN:
                raise
            time.sleep(0.2)
