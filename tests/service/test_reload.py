"""What is exchanged while a server runs: all at once under a new number, without a call lost, or nothing."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from shinpan.v1 import referee_pb2
from shinpan.v1.report_pb2 import VERDICT_LEGAL
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.packs import PackText
from shinpan_service.client import Client
from shinpan_service.messages.records import record_to_message
from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving import pool as service_pool
from shinpan_service.serving.desk import Desk
from shinpan_service.serving.lines import Caller
from shinpan_service.serving.operating.calls import SNAPSHOT
from shinpan_service.serving.operating.reload import OnReload, Reload, Rereading
from shinpan_service.serving.options import AT_START, CannotServe, ServerOptions
from shinpan_service.serving.pool import Job, Pool
from shinpan_service.serving.security.guard import Security
from shinpan_service.serving.server import serving
from tests.cli.command import COMMAND, run
from tests.filled_in import filled_in, texts_from

from . import jobs
from .calls import SERVICE
from .jobs import alive, job, let_go

Scenario = Callable[[Pool], Awaitable[None]]
PATIENT = {"queue_seconds": jobs.PATIENCE_SECONDS}


def in_pool(scenario: Scenario, **options: Any) -> None:
    """Runs a scenario beside workers that do jobs."""

    async def tell(_: bool) -> None:
        """Nobody asks for health."""

    async def run() -> None:
        async with Pool(jobs.prepare, ServerOptions(**{**PATIENT, **options}), tell) as pool:
            await scenario(pool)

    asyncio.run(run())


async def answered(pool: Pool, request: bytes) -> tuple[int, int]:
    """Which worker answers, and of which snapshot it is."""
    parts: list[bytes] = []
    asked = Job(Caller("a", "a:1"), "GetGame", request, parts.append)
    await pool.answer(asked)
    return int(parts[-1]), asked.call.snapshot


async def until(condition: Callable[[], object]) -> None:
    """Waits until something is so."""
    async with asyncio.timeout(jobs.PATIENCE_SECONDS):
        while not condition():
            await asyncio.sleep(0.01)


def test_calls_go_on_while_workers_are_exchanged(tmp_path: Path) -> None:
    """A call at work is finished by its old worker, meanwhile calls are answered by old ones, later by new."""

    async def scenario(pool: Pool) -> None:
        at_work = asyncio.create_task(answered(pool, job("hold", str(tmp_path))))
        await until((tmp_path / "pid").exists)
        exchanging = asyncio.create_task(pool.exchange(jobs.prepare, ServerOptions(workers=3, **PATIENT)))
        before = [await answered(pool, job("pid"))]
        while not exchanging.done():
            before.append(await answered(pool, job("pid")))
        await exchanging
        assert {snapshot for _, snapshot in before[:-1]} <= {1}
        after = await asyncio.gather(*(answered(pool, job("pid")) for _ in range(6)))
        assert {snapshot for _, snapshot in after} == {2}
        assert len({pid for pid, _ in after}) == 3
        assert not {pid for pid, _ in after} & {pid for pid, _ in before[:-1]}
        let_go(tmp_path)
        old, snapshot = await at_work
        assert snapshot == 1
        await until(lambda: not any(alive(pid) for pid in (old, before[0][0])))
        assert (pool.workers_now().alive, pool.workers_now().snapshot) == (3, 2)

    in_pool(scenario, workers=2)


def test_an_exchange_that_fails_changes_nothing() -> None:
    """The workers that are there go on, and none is left over of those that were to come."""

    async def scenario(pool: Pool) -> None:
        before = await answered(pool, job("pid"))
        with pytest.raises(CannotServe, match="a worker did not start"):
            await pool.exchange(jobs.prepare_nothing, ServerOptions(workers=2))
        assert await answered(pool, job("pid")) == before == (before[0], 1)
        assert pool.workers_now().alive == 1

    in_pool(scenario, workers=1)


def test_new_workers_are_replaced_by_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever dies after an exchange is followed by what was loaded last."""

    async def scenario(pool: Pool) -> None:
        await pool.exchange(jobs.prepare, ServerOptions(workers=1, **PATIENT))
        first, _ = await answered(pool, job("pid"))
        os.kill(first, signal.SIGKILL)
        await until(lambda: not alive(first))
        second, snapshot = await answered(pool, job("pid"))
        assert (second != first, snapshot) == (True, 2)

    monkeypatch.setattr(service_pool, "START_AGAIN_SECONDS", 0)
    in_pool(scenario, workers=1)


def test_a_pool_that_stops_in_the_middle_leaves_nobody_behind() -> None:
    """Workers that were being started end with the others."""
    before = set(_children())

    async def scenario(pool: Pool) -> None:
        exchanging = asyncio.create_task(pool.exchange(jobs.prepare, ServerOptions(workers=2)))
        await until(lambda: len(set(_children()) - before) > 2)
        exchanging.cancel()
        await asyncio.gather(exchanging, return_exceptions=True)

    in_pool(scenario, workers=1)
    assert not [pid for pid in set(_children()) - before if alive(pid) and _is_worker(pid)]


def _children() -> list[int]:
    return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def _is_worker(pid: int) -> bool:
    return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()


def reload(pool: Pool, options: ServerOptions, *hooks: OnReload) -> Reload:
    """What reloads a pool whose workers do jobs."""
    return Reload(pool, Desk(pool, options, Security(options)), options, lambda *_: jobs.prepare, hooks)


def test_hooks_read_before_and_use_after(caplog: pytest.LogCaptureFixture) -> None:
    """What else is read anew is put to use when the workers are, and not at all if anything is wrong."""
    told: list[str] = []

    def hook(options: ServerOptions) -> Callable[[], None]:
        if options.calls == 13:
            raise ValueError("the certificate is none")
        told.append("read")
        return lambda: told.append(f"used with {options.calls}")

    async def scenario(pool: Pool) -> None:
        whole = reload(pool, ServerOptions(workers=1), hook)
        assert await whole.again(lambda: ServerOptions(workers=1, calls=12))
        assert told == ["read", "used with 12"]
        assert not await whole.again(lambda: ServerOptions(workers=1, calls=13))
        assert (told, pool.snapshot) == (["read", "used with 12"], 2)
        assert "not reloaded, snapshot 2 goes on: the certificate is none" in caplog.text

    in_pool(scenario, workers=1)


def test_settings_of_the_start_stay(caplog: pytest.LogCaptureFixture) -> None:
    """Others count at once; those that do not are named."""

    async def scenario(pool: Pool) -> None:
        whole = reload(pool, ServerOptions(workers=1, queue=64))
        assert await whole.again(lambda: ServerOptions(workers=1, queue=0, port=9, streams=7))
        assert "only when the server is started: port, streams" in caplog.text
        assert pool.workers_now().alive == 1

    in_pool(scenario, workers=1)


def test_the_names_of_such_settings_are_settings() -> None:
    """A name that is none would be found out only by whoever reloads."""
    assert not [name for name in AT_START if not hasattr(ServerOptions(), name)]


def test_new_packs_are_judged_with() -> None:
    """A record by a pack that was not there is judged after a reload, and every answer says which snapshot gave it. A
    pack file that is broken leaves out itself alone."""
    wars = GAMES["wars3x3"]
    request = referee_pb2.VerifyReplayRequest(record=record_to_message(filled_in(wars, "beginner", 1)))
    packs = (texts_from(wars), PackText("mine.toml", b"[["))

    async def verdict(channel: grpc.aio.Channel) -> tuple[int, str]:
        call = channel.unary_unary(f"/{SERVICE}/VerifyReplay")(request.SerializeToString())
        answer = referee_pb2.VerifyReplayResponse.FromString(await call)
        return answer.report.verdict, str(dict(await call.trailing_metadata())[SNAPSHOT])

    async def scenario() -> None:
        rereading = Rereading(asyncio.Event(), lambda: ServerOptions(workers=1, packs=packs))
        async with (
            serving(ServerOptions(workers=1), None, rereading) as address,
            grpc.aio.insecure_channel(address) as channel,
        ):
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await verdict(channel)
            assert raised.value.code() is grpc.StatusCode.FAILED_PRECONDITION
            rereading.asked.set()
            info = channel.unary_unary(f"/{SERVICE}/GetServerInfo")
            async with asyncio.timeout(jobs.PATIENCE_SECONDS):
                while referee_pb2.GetServerInfoResponse.FromString(await info(b"")).snapshot == 1:
                    await asyncio.sleep(0.05)
            assert await verdict(channel) == (VERDICT_LEGAL, "2")

    asyncio.run(scenario())


@contextmanager
def served(*options: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The command `serve` in a process of its own, and its address."""
    command = [*COMMAND, "serve", "--port", "0", "--workers", "1", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().removeprefix("listening on ").strip()
        finally:
            process.kill()


def test_a_signal_reloads_the_file_and_its_packs(tmp_path: Path) -> None:
    """SIGHUP takes both as they are now; what is wrong with them is in the log, and all goes on as before."""
    packs, file = tmp_path / "packs", tmp_path / "shinpan.toml"
    packs.mkdir()
    file.write_text('packs = ["packs"]\nqueue = 5\n', "utf-8")
    with served("--config", str(file)) as (process, address), Client(address) as client:
        assert process.stderr is not None
        (packs / "texts.toml").write_bytes(texts_from(GAMES["wars3x3"]).data)
        (packs / "broken.toml").write_text("[[", "utf-8")
        file.write_text('packs = ["packs"]\nqueue = 6\n', "utf-8")
        process.send_signal(signal.SIGHUP)
        assert "broken.toml" in process.stderr.readline()
        assert "reloaded: this is snapshot 2" in process.stderr.readline()
        info = client.info()
        assert (info.snapshot, {one.name: one.value for one in info.limits}["queue"]) == (2, 6)
        assert "texts" in [pack.id for game in info.games for pack in game.packs]
        file.write_text("queue = 'many'\n", "utf-8")
        process.send_signal(signal.SIGHUP)
        said = process.stderr.readline()
        assert "not reloaded, snapshot 2 goes on: " in said
        assert f"{file}: queue: write a whole number without quotes" in said
        assert client.info() == info
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0


def test_tokens_count_from_a_reload_on(tmp_path: Path) -> None:
    """A file of tokens that is not sound changes nothing, however sound all else is."""
    tokens = tmp_path / "tokens.toml"
    others = tmp_path / "others.toml"
    one = run("token", "new", "one", "--scope", "verify", "--to", tokens).lines[0]
    other = run("token", "new", "other", "--scope", "verify", "--to", others).lines[0]
    options = ServerOptions(workers=1, tokens=tokens)
    security = Security(options)

    async def scenario(pool: Pool) -> None:
        whole = reload(pool, options, security.read_again)
        tokens.write_text("[[", "utf-8")
        assert not await whole.again(lambda: options)
        assert known(security, one)
        tokens.write_bytes(others.read_bytes())
        assert await whole.again(lambda: options)
        assert (known(security, one), known(security, other), pool.snapshot) == (False, True, 2)

    in_pool(scenario, workers=1)


def known(security: Security, token: str) -> bool:
    """Whether somebody with a token is let in."""
    try:
        return security.holder([("authorization", f"Bearer {token}")]) is not None
    except WireError:
        return False
