"""Who is served next: a free worker goes to who has waited, and many records give way to a single one."""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from shinpan_service.messages.wire_errors import WireError, queue_full
from shinpan_service.serving.batches import GroupJob, groups
from shinpan_service.serving.desk import FULL_SECONDS, FULL_STEPS
from shinpan_service.serving.idle import Idle
from shinpan_service.serving.lines import Caller, caller_of
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.pool import Job, Pool
from shinpan_service.serving.server import serving

from . import jobs
from .calls import SERVICE, refusal_of
from .jobs import job, let_go
from .test_batches import Open, jobs_of, told
from .test_reload import in_pool, until
from .test_service_server import served

A, B = Caller("a", "a:1"), Caller("b", "b:1")


async def some(count: int) -> None:
    """Lets others go on."""
    for _ in range(count):
        await asyncio.sleep(0)


def run(scenario: Awaitable[None]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(jobs.PATIENCE_SECONDS):
            await scenario

    asyncio.run(whole())


@pytest.mark.parametrize(
    ("peer", "client"),
    [
        ("ipv4:192.0.2.1:50000", "ipv4:192.0.2.1"),
        ("ipv6:%5B2001:db8:1:2:3::4%5D:50000", "ipv6:2001:db8:1:2::/64"),
        ("ipv6:%5B2001:db8:1:2:ffff::1%5D:50001", "ipv6:2001:db8:1:2::/64"),
        ("ipv6:%5B2001:db8:1:3::1%5D:50001", "ipv6:2001:db8:1:3::/64"),
        ("ipv6:%5Bfe80::1%25eth0%5D:50000", "ipv6:fe80::/64"),
        ("ipv6:%5B::ffff:192.0.2.1%5D:50000", "ipv4:192.0.2.1"),
        ("ipv6:%5B::1%5D:50000", "ipv6:::/64"),
        ("unix:", "unix"),
        ("ipv6:nowhere:1", "ipv6:nowhere"),
    ],
)
def test_whose_share_a_call_takes(peer: str, client: str) -> None:
    """That of its host; in IPv6 one who has an address has its whole network, which is as many as there are hosts."""
    assert caller_of(peer) == Caller(client, peer)


def test_a_worker_that_comes_free_is_nobody_elses() -> None:
    """Who comes in the moment in which it is handed over waits like any other, be it a group or not."""

    async def scenario() -> None:
        idle, worker = Idle(), Any
        for patient in (False, True):
            waiting = asyncio.create_task(idle.get(A, patient=False))
            await some(2)
            idle.put(worker)  # type: ignore[arg-type]  # nothing is asked of it
            late = asyncio.create_task(idle.get(B, patient))
            assert await waiting is worker
            await some(2)
            assert not late.done()
            idle.put(worker)  # type: ignore[arg-type]
            assert await late is worker

    run(scenario())


def test_the_worker_that_was_busy_last_is_taken_first() -> None:
    """Of several that are free, by whoever comes."""

    async def scenario() -> None:
        idle, first, last = Idle(), object(), object()
        idle.put(first)  # type: ignore[arg-type]  # nothing is asked of them
        idle.put(last)  # type: ignore[arg-type]
        assert [await idle.get(A, patient=False), idle.free(), idle.free()] == [last, first, None]

    run(scenario())


def test_a_worker_is_passed_on_by_who_goes() -> None:
    """Whoever was given one in the moment of going."""

    async def scenario() -> None:
        idle, worker = Idle(), Any
        going, waiting = (asyncio.create_task(idle.get(one, patient=False)) for one in (A, B))
        await some(2)
        idle.put(worker)  # type: ignore[arg-type]
        going.cancel()
        assert await waiting is worker
        with pytest.raises(asyncio.CancelledError):
            await going

    run(scenario())


def test_a_call_that_gives_way_takes_no_worker() -> None:
    """It is told so, and the next worker goes to who is left."""

    async def scenario() -> None:
        idle, worker = Idle(), Any
        first, last = (asyncio.create_task(idle.get(A, patient=False)) for _ in range(2))
        await some(2)
        assert idle.give_way(B, queue_full(1))
        with pytest.raises(WireError):
            await last
        idle.put(worker)  # type: ignore[arg-type]
        assert await first is worker

    run(scenario())


def test_a_group_gives_way_between_two_records(tmp_path: Path) -> None:
    """A call that comes alone is judged after the record at work; the rest of the group is not judged yet."""

    async def scenario(pool: Pool) -> None:
        (group,) = groups(jobs_of(job("hold", str(tmp_path)), *(job("echo", number) for number in range(15))))
        records = GroupJob(A, group, lambda _: None)
        judging = asyncio.create_task(pool.answer(records))
        await until((tmp_path / "pid").exists)
        alone = asyncio.create_task(pool.answer(Job(B, "GetGame", job("pid"), lambda _: None)))
        await some(2)
        let_go(tmp_path)
        await asyncio.gather(judging, alone)
        assert records.done == 1

    in_pool(scenario, workers=1)


def test_a_stream_that_gives_way_loses_no_record() -> None:
    """However often it is made to: each record has one result."""
    with served() as (_, channel):
        stream = Open(channel)
        names = [job("echo", number) for number in range(64)]
        for at in range(0, 64, 16):
            stream.send(jobs_of(*names[at : at + 16]))
        alone = channel.unary_unary(f"/{SERVICE}/GetGame")
        for number in range(40):
            assert alone(job("echo", number))
        stream.end()
        assert sorted(result.key.encode() for result in told(stream.call)) == sorted(names)


@asynccontextmanager
async def without_place(folder: Path) -> AsyncIterator[Any]:
    """What calls a server whose one worker is at work and where nobody may wait."""
    options = ServerOptions(workers=1, queue=0)
    async with serving(options, jobs.prepare) as address, grpc.aio.insecure_channel(address) as channel:
        call = channel.unary_unary(f"/{SERVICE}/GetGame")
        at_work = asyncio.ensure_future(call(job("hold", str(folder))))
        await until((folder / "pid").exists)
        yield call
        let_go(folder)
        assert await at_work


def test_a_client_that_finds_no_place_hears_so_a_moment_later(tmp_path: Path) -> None:
    """So that one which calls again and again at once costs others next to nothing."""

    async def scenario() -> None:
        async with without_place(tmp_path) as call:
            since = time.monotonic()
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await call(job("pid"))
            assert refusal_of(raised.value).reason == "QUEUE_FULL"
            assert time.monotonic() - since >= FULL_SECONDS

    run(scenario())


def test_clients_that_find_no_place_do_not_all_hear_so_at_once(tmp_path: Path) -> None:
    """They would all call again at once, and nobody else be answered before each of them is refused once more."""

    async def scenario() -> None:
        async with without_place(tmp_path) as call:
            told_at: list[float] = []
            refused = [call(job("pid")) for _ in range(3 * FULL_STEPS)]
            for one in refused:
                one.add_done_callback(lambda _: told_at.append(time.monotonic()))
            await asyncio.gather(*refused, return_exceptions=True)
            assert told_at[-1] - told_at[0] >= FULL_SECONDS / 2

    run(scenario())


def test_no_worker_is_lost_whoever_goes_when() -> None:
    """Calls come, go, give way and are served in any order: in the end all workers are there."""
    seed = int(os.environ.get("SHINPAN_SEED", random.SystemRandom().randrange(1 << 30)))
    chance, workers = random.Random(seed), [object() for _ in range(3)]

    async def scenario() -> None:
        idle: Any = Idle()
        for worker in workers:
            idle.put(worker)

        async def call(number: int) -> None:
            try:
                async with asyncio.timeout(chance.choice((0, 0.001, 0.002, 1))):
                    worker = await idle.get(Caller(f"c{number % 4}", f"c{number % 7}"), chance.random() < 0.4)
            except (TimeoutError, WireError):
                return
            try:
                await asyncio.sleep(chance.choice((0, 0, 0.001)))
            finally:
                idle.put(worker)

        calls = []
        for number in range(400):
            calls.append(asyncio.create_task(call(number)))
            if chance.random() < 0.3:
                chance.choice(calls).cancel()
            if chance.random() < 0.1:
                idle.give_way(Caller("d", "d"), queue_full(1))
            await some(chance.randrange(4))
        await asyncio.gather(*calls, return_exceptions=True)
        found = [await asyncio.wait_for(idle.get(A, patient=False), 1) for _ in workers]
        assert {id(worker) for worker in found} == {id(worker) for worker in workers}, f"SHINPAN_SEED={seed}"

    run(scenario())
