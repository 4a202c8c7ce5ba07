"""Who is served next: hosts take turns, and the connections of each; who has most gives way."""

import asyncio
from collections import Counter
from pathlib import Path

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_service.serving.lines import Caller, Lines, caller_of
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running

from . import jobs
from .calls import caller, refusal_of
from .jobs import held, job, let_go, wait_for

LOOP = asyncio.new_event_loop()
CALLERS = [Caller(host, f"{host}:{port}") for host in "ABC" for port in range(3)]


def turn() -> "asyncio.Future[None]":
    """A place in a line."""
    return asyncio.Future(loop=LOOP)


@pytest.mark.parametrize(
    ("peer", "host"),
    [
        ("ipv4:192.0.2.1:40000", "ipv4:192.0.2.1"),
        ("ipv6:%5B2001:db8::1%5D:40000", "ipv6:2001:db8::/64"),
        ("ipv6:%5B::ffff:192.0.2.1%5D:40000", "ipv4:192.0.2.1"),
        ("unix:", "unix"),
        ("strange", "strange"),
    ],
)
def test_a_caller_is_a_connection_of_a_host(peer: str, host: str) -> None:
    """As gRPC names the other end; in IPv6 whoever has one address of a network has all."""
    assert caller_of(peer) == Caller(host, peer)


def test_hosts_take_turns_and_so_do_the_connections_of_each() -> None:
    """However many calls one of them has."""
    lines, of = Lines(), {}
    for number, who in enumerate(["A1", "A1", "A1", "A2", "A2", "B1", "A1", "B1", "C1"]):
        of[one := turn()] = f"{who}/{number}"
        lines.add(Caller(who[0], who), one)
    served = []
    while lines:
        served.append(of[lines.next()])
    assert served == ["A1/0", "B1/5", "C1/8", "A2/3", "B1/7", "A1/1", "A2/4", "A1/2", "A1/6"]


@given(st.lists(st.sampled_from(CALLERS), max_size=40), st.data())
def test_every_call_is_served_once_or_taken_out(callers: list[Caller], data: st.DataObject) -> None:
    """In whatever order calls come, are served, go, or give way."""
    lines, waiting = Lines(), Counter[str]()
    turns = {turn(): one for one in callers}
    for one, who in turns.items():
        lines.add(who, one)
        waiting[who.connection] += 1
    for one, who in list(turns.items()):
        way = data.draw(st.sampled_from(("next", "remove", "longest")))
        out = lines.next() if way == "next" and lines else lines.longest(who) if way == "longest" else one
        if way == "remove" and one in turns:
            lines.remove(who, one)
        if out in turns:
            waiting[turns.pop(out).connection] -= 1
    assert sum(waiting.values()) == len(turns)
    while lines:
        turns.pop(lines.next())
    assert not turns


def test_the_longest_line_gives_way_to_who_has_less() -> None:
    """The last call of it; not to its own, and not to one that would have as many."""
    lines = Lines()
    turns = [turn() for _ in range(4)]
    for one in turns[:3]:
        lines.add(CALLERS[0], one)
    lines.add(CALLERS[3], turns[3])
    assert not lines.gives_way(CALLERS[0])
    assert lines.longest(CALLERS[0]) is None
    assert lines.longest(CALLERS[4]) is turns[2]
    assert lines.longest(CALLERS[4]) is None
    assert lines.longest(CALLERS[1]) is turns[1]
    lines.remove(CALLERS[0], turns[0])
    assert lines.next() is turns[3]
    assert not lines


def test_a_client_with_many_calls_does_not_hold_up_another(tmp_path: Path) -> None:
    """Who comes when the queue is full of another's calls takes turns with it, and the last of those is refused."""
    with running(ServerOptions(workers=1, queue=4), jobs.prepare) as address, connection(address) as greedy:
        folders = [tmp_path / str(number) for number in range(5)]
        calls = [caller(greedy, "VerifyReplay").future(job("hold", str(folders[0])))]
        held(folders[0])
        calls += [caller(greedy, "VerifyReplay").future(job("hold", str(folder))) for folder in folders[1:]]
        wait_for(lambda: refused(caller(greedy, "VerifyReplay").future(job("pid"))) == "QUEUE_FULL")
        with connection(address) as modest:
            other = caller(modest, "VerifyReplay").future(job("pid"))
            wait_for(lambda: any(call.done() for call in calls))
            assert [refused(call) for call in calls if call.done()] == ["QUEUE_FULL"]
            let_go(folders[0])
            # The next in turn is one of either, in whatever order they came; of the greedy one not more than that.
            wait_for(lambda: other.done() or any((folder / "pid").exists() for folder in folders[1:]))
            for folder in [folder for folder in folders[1:] if (folder / "pid").exists()]:
                let_go(folder)
            assert other.result(timeout=20)


def connection(address: str) -> grpc.Channel:
    """A connection of its own, shared with no other channel of this process."""
    return grpc.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)])


def refused(call: "grpc.Future") -> str:
    """Why a call was refused; nothing if it was answered."""
    error = call.exception(timeout=20)
    return refusal_of(error).reason if error else ""
