"""Attacks on the front: connections, streams and bytes that cost the attacker next to nothing."""

import gzip
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import grpc

from shinpan.v1.referee_pb2 import BatchVerifyReplaysRequest, KeyedRecord
from shinpan_service.serving.batches import MOST_RECORDS
from shinpan_service.serving.options import DEFAULTS
from tests.attack import clients, requests
from tests.attack.clients import Seen
from tests.attack.servers import MIB, Command, Server, files, serving, wait_until
from tests.attack.wire import CHECK, SERVICE, WATCH, Wire, framed, silent_connections, still_open
from tools.attacks_on_workers import ATTACK_SECONDS, WORKERS, Outcome, answered_again, usual

MOST_GROWTH_MIB = 500
"""The front of a server that stands an attack on its memory has grown less."""
MOST_BESIDE_MS = 100
"""Beside requests that never come every other call takes less."""
FAIR = 5
"""By how much the p99 of one client may rise through another."""


def idle_connections(command: Command) -> Outcome:
    """1,100 silent connections and 1,600 ordinary calls, with 1,024 files: are there workers left?"""
    with serving(command) as server, clients.channel(server.address) as connection:
        request, call = usual(server), clients.caller(connection, "VerifyReplay")
        call(request)
        silent = silent_connections(server.address, 1100)
        before, failed = files(server.pid), _failed_of(call, request, 1600)
        left = len(server.workers)
        for one in silent:
            one.close()
        again = answered_again(server, request, 20)
        health = server.health()
    figures = {"files": before, "failed": failed, "workers": left, "calls after": again, "health": health}
    return Outcome(figures, again)


def _failed_of(call: object, request: bytes, count: int) -> int:
    """How many of so many calls fail; after a few in a row the rest is taken to fail as well."""
    assert callable(call)
    in_a_row = failed = 0
    for number in range(count):
        try:
            call(request, timeout=5)
            in_a_row = 0
        except grpc.RpcError:
            failed, in_a_row = failed + 1, in_a_row + 1
        if in_a_row == 5:
            return failed + count - number - 1
    return failed


def one_host(command: Command) -> Outcome:
    """One host opens as many connections as there may be, and keeps them: is somebody else answered?"""
    with serving(command) as server, ExitStack() as open_ones:
        request = usual(server)
        wires = [open_ones.enter_context(Wire(server.address, source="127.0.0.2")) for _ in range(DEFAULTS.connections)]
        opened, begun = sum(not wire.closed for wire in wires), time.monotonic()
        again = answered_again(server, request, 30)
        waited = time.monotonic() - begun
    return Outcome({"opened": opened, "answered": again, "after s": f"{waited:.1f}"}, again and waited < 10)


def watchers(command: Command) -> Outcome:
    """One host watches the health of the server 4,500 times over: is another answered, and does the server end?"""
    with serving(command) as server, ExitStack() as open_ones:
        request = usual(server)
        for wire in [open_ones.enter_context(Wire(server.address, 0, False, "127.0.0.2")) for _ in range(45)]:
            for _ in range(100):
                wire.call(WATCH, b"")
        # In the burst itself the transport refuses whatever comes.
        again = answered_again(server, request, 30)
        others = clients.calls(server.address, "VerifyReplay", request, most=20)
        stopped = server.stop(30)
    figures = {"answered": again, "others": others, "SIGTERM s": f"{stopped:.1f}"}
    return Outcome(figures, again and not others.failed and stopped < 15)


def idle_checks(command: Command) -> Outcome:
    """One host opens 5,000 health checks, and asks nothing in any of them: is another answered?"""
    with serving(command) as server, ExitStack() as open_ones, clients.processes(1) as pool:
        request = usual(server)
        for wire in [open_ones.enter_context(Wire(server.address, source="127.0.0.2")) for _ in range(50)]:
            for _ in range(100):
                wire.open(CHECK)
            wire.pump(0.05)
        others = pool.submit(clients.calls, server.address, "VerifyReplay", request, 4).result()
        health = server.health()
    return Outcome({"others": others, "health": health}, not others.failed and health == "SERVING")


def silent(command: Command) -> Outcome:
    """900 connections that say nothing: how many are still open after 40 s?"""
    with serving(command) as server:
        request, opened = usual(server), silent_connections(server.address, 900)
        wait_until(lambda: not still_open(opened), 40)
        left, others = still_open(opened), clients.calls(server.address, "VerifyReplay", request, most=20)
        for one in opened:
            one.close()
    return Outcome({"opened": len(opened), "open after 40 s": left, "others": others}, left < 90 and not others.failed)


def slow_reader(command: Command) -> Outcome:
    """As many streams as workers, read with a window of one byte: how long does somebody else wait?"""
    with serving(command) as server:
        usually = usual(server)
        request = requests.streaming(requests.at_server(server.address, requests.long_answer()))
        wires = [Wire(server.address, window=1, grants=False) for _ in range(WORKERS)]
        for wire in wires:
            wire.call("StreamReplaySteps", request)
        time.sleep(1)
        others = clients.calls(server.address, "VerifyReplay", usually, most=4, wait=60)
        for wire in wires:
            wire.close()
    return Outcome({"others": others}, not others.failed and others.at(1) < 5000)


def slower_reader(command: Command) -> Outcome:
    """The same, but each takes about a part every 8 s, so that it never stalls altogether."""
    with serving(command) as server, clients.processes(1) as pool:
        usually = usual(server)
        request = requests.streaming(requests.at_server(server.address, requests.long_answer()))
        wires = [Wire(server.address, window=1, grants=False) for _ in range(WORKERS)]
        streams = [wire.call("StreamReplaySteps", request) for wire in wires]
        time.sleep(1)
        other = pool.submit(clients.calls, server.address, "VerifyReplay", usually, most=1, wait=60)
        while not other.done():
            for wire, stream in zip(wires, streams, strict=True):
                if not wire.closed and wire.answers[stream].reset is None:
                    wire.grant(stream, 1000)
                    wire.pump(0.1)
            wait_until(other.done, 8)
        taken = sum(wire.answers[stream].data for wire, stream in zip(wires, streams, strict=True))
        for wire in wires:
            wire.close()
    return Outcome({"other": other.result(), "taken bytes": taken}, not other.result().failed)


def unfinished(command: Command) -> Outcome:
    """400 requests of 5 MiB on 4 connections, each without its last byte: the memory of the front."""
    with serving(command) as server:
        request, before, sent = usual(server), server.rss, 0
        wires = [Wire(server.address) for _ in range(4)]
        part, end = framed(bytes(requests.LARGE_BYTES))[:-1], time.monotonic() + 60
        for number in range(400):
            wire = wires[number % 4]
            if not wire.closed and time.monotonic() < end:
                sent += wire.send(wire.open("VerifyReplay"), part)
        peak = server.rss
        others = clients.calls(server.address, "VerifyReplay", request, most=20)
        for wire in wires:
            wire.close()
        time.sleep(5)
        after = server.rss
    figures = {"taken": sent, "front MiB": f"{before} → {peak}, closed {after}", "others": others}
    return Outcome(figures, peak - before < MOST_GROWTH_MIB and not others.failed)


def bursts(command: Command) -> Outcome:
    """64 whole requests of 5 MiB at once, four times over: what stays of it?"""
    with serving(command) as server:
        request, asked = usual(server), [("VerifyReplay", bytes(requests.LARGE_BYTES))] * 64
        seen, memory = Seen([], Counter(), 0), [server.rss]
        for _ in range(4):
            seen = clients.together([seen, clients.flood(server.address, asked, 60, connections=4)])
            memory.append(server.rss)
        wait_until(lambda: False, 20)
        memory.append(server.rss)
        again = answered_again(server, request)
    figures = {"front MiB": " → ".join(map(str, memory)), "answers": dict(seen.failed), "calls after": again}
    return Outcome(figures, max(memory) - memory[0] < MOST_GROWTH_MIB and again)


def dataless_streams(command: Command) -> Outcome:
    """20,000 streams without data on one connection, whatever the server's limit."""
    with serving(command) as server:
        request, before = usual(server), server.rss
        with Wire(server.address) as wire:
            streams: list[int] = []
            while len(streams) < 20_000 and not wire.closed:
                # In portions: what comes all at once is partly refused by the transport.
                streams += [wire.open("VerifyReplay") for _ in range(500)]
                wire.pump(0.2)
            refused = sum(wire.answers[stream].reset is not None for stream in streams)
            peak, closed, limit = server.rss, wire.closed, wire.settings.get(3)
            others = clients.calls(server.address, "VerifyReplay", request, most=20)
        after = server.rss
    figures: dict[str, object] = {"limit told": limit, "opened": len(streams), "refused": refused, "cut off": closed}
    figures |= {"front MiB": f"{before} → {peak}, closed {after}", "others": others}
    return Outcome(figures, peak - before < 50 and not others.failed)


def dataless_calls(command: Command) -> Outcome:
    """480 calls on 60 connections of one host, and 1,200 on 20, whose requests never come: is another answered?"""
    figures, held = dict[str, object](), True
    for connections, each in ((60, 8), (20, 60)):
        with serving(command) as server, ExitStack() as open_ones, clients.processes(1) as pool:
            request = usual(server)
            wires = [open_ones.enter_context(Wire(server.address, source="127.0.0.2")) for _ in range(connections)]
            calling = pool.submit(clients.calls, server.address, "VerifyReplay", request, ATTACK_SECONDS)
            opened: dict[Wire, list[int]] = {wire: [] for wire in wires}
            while not calling.done():
                for wire, streams in opened.items():
                    wire.pump(0.001)
                    streams[:] = [stream for stream in streams if not _over(wire, stream)]
                    streams += [wire.open("VerifyReplay") for _ in range(each - len(streams)) if not wire.closed]
            others = calling.result()
        figures[f"beside {connections} × {each}"] = others
        held &= not others.failed and others.at(0.5) < MOST_BESIDE_MS
    return Outcome(figures, held)


def _over(wire: Wire, stream: int) -> bool:
    """Whether a call has been ended by the server."""
    answer = wire.answers[stream]
    return answer.ended or answer.reset is not None or answer.status is not None


def rapid_reset(command: Command) -> Outcome:
    """Whole requests, each taken back at once, on one connection for 7 s."""
    with serving(command) as server:
        request = usual(server)
        idle = clients.calls(server.address, "VerifyReplay", request, seconds=2)
        with clients.neighbour(server.address, "VerifyReplay", request, 7) as other, Wire(server.address) as wire:
            count, end = 0, time.monotonic() + 7
            while time.monotonic() < end and not wire.closed:
                wire.reset_at_once("VerifyReplay", request)
                count += 1
        gone = wire.gone_away
    seen = other.result()
    figures = {"resets": count, "told to go": gone, "idle": idle, "beside": seen}
    return Outcome(figures, not seen.failed and seen.at(0.5) < 10 * idle.at(0.5))


def pings(command: Command) -> Outcome:
    """20,000 pings in bursts of 2,000."""
    with serving(command) as server:
        request = usual(server)
        with clients.neighbour(server.address, "VerifyReplay", request, 4) as other, Wire(server.address) as wire:
            for _ in range(10):
                if not wire.closed:
                    wire.ping(2000)
                    wire.pump(0.2)
        answered, gone, closed = wire.pings, wire.gone_away, wire.closed
    seen = other.result()
    return Outcome({"answered": answered, "told to go": gone, "others": seen}, closed and not seen.failed)


def odd_requests(command: Command) -> Outcome:
    """Two messages in one call, and 60 MiB of zeros as gzip: refused, and no memory taken."""
    with serving(command) as server, Wire(server.address) as wire:
        before, request = server.rss, usual(server)
        two = wire.open("VerifyReplay")
        wire.send(two, framed(request) * 2, end=True)
        squeezed = wire.open("VerifyReplay", compressed=True)
        wire.send(squeezed, framed(gzip.compress(bytes(60 * MIB)), compressed=True), end=True)
        wire.pump(20, until=lambda: wire.answers[two].ended and wire.answers[squeezed].ended)
        statuses: dict[str, object] = {
            "two messages": wire.answers[two].status,
            "gzip bomb": wire.answers[squeezed].status,
        }
        others = clients.calls(server.address, "VerifyReplay", request, most=20)
        grown = server.rss - before
    figures = {**statuses, "front grew MiB": grown, "others": others}
    return Outcome(figures, statuses["gzip bomb"] == 8 and grown < 100 and not others.failed)


def fairness(command: Command) -> Outcome:
    """One client with many calls in flight, or with streams of many records: the p99 of another who calls one by one,
    as a multiple of what it is just before."""
    with serving(command) as server, clients.processes(2) as pool:
        request, figures, held = usual(server), dict[str, object](), True
        crowds = {f"{flying} calls": (in_flight, request, flying) for flying in (16, 60, 66, 200)}
        crowds |= {f"{streams} streams": (streaming, many_records(server), streams) for streams in (1, 4)}
        for name, (crowd, asked, most) in crowds.items():
            calls = partial(pool.submit, clients.calls, server.address, "VerifyReplay", request)
            idle = calls(3).result()
            crowding = pool.submit(crowd, server.address, asked, most, 5)
            time.sleep(0.5)
            seen = calls(4).result()
            crowding.result()
            ratio = seen.at(0.99) / idle.at(0.99)
            figures[f"beside {name}"] = f"{ratio:.1f} × ({seen}; before: {idle})"
            held &= not seen.failed and ratio <= FAIR
    return Outcome(figures, held)


def many_records(server: Server) -> bytes:
    """A message of a stream, with the usual record as often as one may have it."""
    record = requests.at_server(server.address, requests.usual())
    keyed = [KeyedRecord(key=str(number), record=record) for number in range(MOST_RECORDS)]
    return BatchVerifyReplaysRequest(records=keyed, brief=True).SerializeToString()


def streaming(address: str, request: bytes, most: int, seconds: float) -> None:
    """Keeps so many streams full for so long, over one connection."""
    end = time.monotonic() + seconds

    def sent() -> Iterator[bytes]:
        while time.monotonic() < end:
            yield request

    with clients.channel(address) as connection, ThreadPoolExecutor(most) as pool:
        stream = connection.stream_stream(f"/{SERVICE}/BatchVerifyReplays")
        for done in [pool.submit(lambda: sum(1 for _ in stream(sent()))) for _ in range(most)]:
            done.result()


def in_flight(address: str, request: bytes, most: int, seconds: float) -> None:
    """Keeps so many calls in flight for so long, over one connection."""
    with clients.channel(address) as connection:
        call, end = connection.unary_unary(f"/{SERVICE}/VerifyReplay"), time.monotonic() + seconds
        flying = [call.future(request) for _ in range(most)]
        while time.monotonic() < end:
            still = [one for one in flying if not one.done()]
            flying = still + [call.future(request) for _ in range(most - len(still))]
            time.sleep(0.001)


ATTACKS = {
    "idle-connections": idle_connections,
    "one-host": one_host,
    "watchers": watchers,
    "idle-checks": idle_checks,
    "silent": silent,
    "slow-reader": slow_reader,
    "slower-reader": slower_reader,
    "unfinished": unfinished,
    "bursts": bursts,
    "dataless-streams": dataless_streams,
    "dataless-calls": dataless_calls,
    "rapid-reset": rapid_reset,
    "pings": pings,
    "odd-requests": odd_requests,
    "fairness": fairness,
}
