"""Attacks on the workers: small requests that cost much, and faults of the processes."""

import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from shinpan_service.serving.options import DEFAULTS
from tests.attack import clients, requests
from tests.attack.clients import Seen
from tests.attack.servers import RENAMED, Command, Server, alive, copied, cpu_seconds, rss, serving, wait_until
from tests.attack.wire import SERVICE

WORKERS = 2
"""What every attacked server has: the machine has two cores."""
ATTACK_SECONDS = 8
COME_BACK_SECONDS = 60


class Outcome(NamedTuple):
    """What an attack has done, and whether the service stood it."""

    figures: Mapping[str, object]
    held: bool


def usual(server: Server) -> bytes:
    """The ordinary request of whoever else calls."""
    return requests.verifying(requests.at_server(server.address, requests.usual()))


def answered_again(server: Server, request: bytes, seconds: float = COME_BACK_SECONDS) -> bool:
    """Whether all workers are there and an ordinary call is answered within that time."""

    def sound() -> bool:
        one = clients.calls(server.address, "VerifyReplay", request, most=1, wait=5)
        return bool(one.took) and len(server.workers) == WORKERS

    return wait_until(sound, seconds)


def bomb(command: Command) -> Outcome:
    """Two calls of 587 bytes without a deadline: is anybody else answered within 10 s?"""
    with serving(command) as server, clients.channel(server.address) as attacker:
        data, request = requests.verifying(requests.at_server(server.address, requests.bomb())), usual(server)
        call = attacker.unary_unary(f"/{SERVICE}/VerifyReplay")
        held = [call.future(data) for _ in range(WORKERS)]
        time.sleep(0.5)
        others = clients.calls(server.address, "VerifyReplay", request, most=4)
        ended = [clients.reason_of(one.exception()) if one.done() and one.exception() else one.done() for one in held]
        health, stopped = server.health(), server.stop(30)
    figures = {"bytes": len(data), "others": others, "bombs": ended, "health": health, "SIGTERM s": f"{stopped:.1f}"}
    return Outcome(figures, not others.failed)


def crash(command: Command) -> Outcome:
    """321 bytes that make the engine fail, as fast as it goes: what is left for somebody else?"""
    with serving(command) as server:
        data = requests.verifying(requests.at_server(server.address, requests.missing_card()))
        return _beside(server, data, wait=5)


def short_deadlines(command: Command) -> Outcome:
    """Bombs with a deadline of 50 ms, as fast as it goes: each has its worker killed."""
    with serving(command) as server:
        data = requests.verifying(requests.at_server(server.address, requests.bomb()))
        return _beside(server, data, wait=0.05)


def _beside(server: Server, data: bytes, wait: float) -> Outcome:
    request, seen = usual(server), set(server.workers)
    idle = clients.calls(server.address, "VerifyReplay", request, seconds=3)
    with clients.processes(2) as pool:
        other = pool.submit(clients.calls, server.address, "VerifyReplay", request, ATTACK_SECONDS)
        attack = pool.submit(clients.calls, server.address, "VerifyReplay", data, ATTACK_SECONDS, wait=wait)
        while not other.done():
            seen.update(server.workers)
            time.sleep(0.05)
    beside, attacks = other.result(), attack.result()
    figures = {"idle": idle, "beside": beside, "attack": attacks, "processes": len(seen)}
    # A worker is replaced after so many calls by design.
    replaced = (len(idle.took) + len(beside.took) + len(attacks.took)) // DEFAULTS.calls_each
    figures["workers lost"] = lost = len(seen) - WORKERS - replaced
    return Outcome(figures, not beside.failed and lost <= 0 and beside.at(0.99) < max(100, 5 * idle.at(0.99)))


def killed_workers(command: Command) -> Outcome:
    """SIGKILL of all workers, four times over: how long does the next call wait?"""
    with serving(command) as server:
        request, seen = usual(server), []
        for _ in range(4):
            for pid in server.workers:
                os.kill(pid, signal.SIGKILL)
            seen.append(clients.calls(server.address, "VerifyReplay", request, most=1, wait=30))
        again = answered_again(server, request)
    others = clients.together(seen)
    return Outcome({"next calls": others, "back": again}, again and not others.failed)


def stopped_workers(command: Command) -> Outcome:
    """SIGSTOP of all workers: workers that hang as no engine can. Is anybody answered within 50 s?"""
    with serving(command) as server:
        request = usual(server)
        for pid in server.workers:
            os.kill(pid, signal.SIGSTOP)
        begun = time.monotonic()
        with clients.processes(WORKERS) as pool:
            first = [pool.submit(clients.calls, server.address, "GetReplayState", request, most=1, wait=60)]
            first += [pool.submit(clients.calls, server.address, "GetReplayState", request, most=1, wait=60)]
        lost = clients.together([one.result() for one in first])
        again, took = answered_again(server, request, 20), time.monotonic() - begun
    return Outcome({"held calls": lost, "answered again": again, "after s": f"{took:.1f}"}, again and took < 50)


def orphan(command: Command) -> Outcome:
    """SIGKILL of the front while its workers compute: do they end?"""
    with serving(command) as server, clients.channel(server.address) as attacker:
        data = requests.verifying(requests.at_server(server.address, requests.bomb()))
        bombs = [attacker.unary_unary(f"/{SERVICE}/VerifyReplay").future(data) for _ in range(WORKERS)]
        time.sleep(2)
        workers = server.workers
        before = sum(map(cpu_seconds, workers))
        server.process.kill()
        gone = wait_until(lambda: not any(map(alive, workers)), 5)
        burned = sum(map(cpu_seconds, workers)) - before
        figures = {"bombs": len(bombs), "alive after 5 s": sum(map(alive, workers)), "CPU s": f"{burned:.1f}"}
    return Outcome(figures, gone)


def sigterm(command: Command) -> Outcome:
    """SIGTERM with 60 calls in flight: each is answered or told that the server stops."""
    with serving(command) as server, clients.processes(1) as pool:
        asked = [("VerifyReplay", usual(server))] * 60
        calls = pool.submit(clients.flood, server.address, asked, 30)
        time.sleep(0.05)
        took = server.stop(30)
        seen, code = calls.result(), server.process.poll()
    fine = code == 0 and set(seen.failed) <= {"STOPPING", "UNAVAILABLE"}
    return Outcome({"calls": seen, "exit": code, "s": f"{took:.2f}"}, fine)


def empty_messages(command: Command) -> Outcome:
    """Requests of 4 MB of empty messages: time and memory of the worker that refuses them."""
    with serving(command) as server:
        data = requests.empties((4 << 20) - 64)
        seen = clients.calls(server.address, "VerifyReplay", data, most=20, wait=30)
        largest = max(map(rss, server.workers), default=0)
    figures = {
        "calls": seen,
        "failed": dict(seen.failed),
        "longest worker MiB": largest,
        "all s": f"{seen.seconds:.1f}",
    }
    return Outcome(figures, largest < 256 and seen.seconds < 20)


def edited_pack(command: Command) -> Outcome:
    """A pack edited while the server runs, and one worker replaced: do all workers still give one answer?"""
    with tempfile.TemporaryDirectory(prefix="shinpan-copy-") as folder:
        command, environment = copied(command, Path(folder))
        (pack,) = Path(folder).glob("shinpan_engine/games/wars3x3/packs/house.toml")
        good = pack.read_text("utf-8")
        with serving(command, environment=environment) as server:
            request = requests.verifying(requests.at_server(server.address, requests.usual()))
            pack.write_text(good.replace(*RENAMED), "utf-8")
            _replace_one(server)
            kinds = Counter(_kind(clients.calls(server.address, "VerifyReplay", request, most=1)) for _ in range(40))
            pack.write_text("[", "utf-8")
            _replace_one(server)
            whole = wait_until(lambda: len(server.workers) == WORKERS, 5) and answered_again(server, request, 10)
            health = server.health()
    figures = {"answers": dict(kinds), "after a broken edit": "whole" if whole else f"not whole, health {health}"}
    return Outcome(figures, len(kinds) == 1 and (whole or health == "NOT_SERVING"))


def _replace_one(server: Server) -> None:
    """Has one worker replaced, which otherwise happens by itself from time to time."""
    killed = server.workers[0]
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: killed not in server.workers and len(server.workers) == WORKERS, 5)
    time.sleep(2)


def _kind(seen: Seen) -> str:
    return "".join(seen.failed) or "OK"


ATTACKS = {
    "bomb": bomb,
    "crash": crash,
    "short-deadlines": short_deadlines,
    "killed-workers": killed_workers,
    "stopped-workers": stopped_workers,
    "orphan": orphan,
    "sigterm": sigterm,
    "empty-messages": empty_messages,
    "edited-pack": edited_pack,
}
