"""Attacks by way of `PlayGame`: games that take places, time or memory from others. None of them may cost anybody a
game."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from threading import Event
from typing import Protocol

import grpc

from shinpan.v1 import record_pb2
from shinpan.v1.referee_pb2 import (
    EYES_REFEREE,
    PlayFetch,
    PlayGameRequest,
    PlayGameResponse,
    PlayLegal,
    PlayOpening,
    Viewer,
)
from shinpan_service.client import CallFailed
from shinpan_service.messages.playing.kept import PLAY
from shinpan_service.serving.options import DEFAULTS
from tests.attack import clients, requests
from tests.attack.players import Player
from tests.attack.servers import Command, Server, serving, wait_until
from tests.attack.wire import SERVICE, Wire, framed
from tools.attacks_on_front import in_flight
from tools.attacks_on_workers import ATTACK_SECONDS, COME_BACK_SECONDS, WORKERS, Outcome, usual

MOST_GROWTH_MIB = 100
MOST_WAIT_MS = 1000
"""Beside an attack a call of somebody else takes less, all but one of a hundred."""
ASKED = 2000
"""Messages of somebody who takes no answer."""
PLAYERS = 4
TROUBLE_EACH = 1
PAUSE_SECONDS = 0.2
"""So long a player waits who was refused."""
MORE_THAN_FIT = WORKERS + DEFAULTS.queue + 20
LEGAL = PlayGameRequest(legal=PlayLegal()).SerializeToString()
FETCH = PlayGameRequest(fetch=PlayFetch()).SerializeToString()
HOSTS = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
"""Other addresses of this machine: to the server each is a client of its own."""


class Amid(Protocol):
    """An attack amid which games are played for so long."""

    def __call__(self, command: Command, seconds: float) -> Outcome: ...


def opening_of(record: record_pb2.Record) -> bytes:
    """The message that opens a game with a record."""
    opening = PlayOpening(record=record, viewer=Viewer(eyes=EYES_REFEREE), without_states=True)
    return PlayGameRequest(opening=opening).SerializeToString()


def usual_opening(server: Server) -> bytes:
    """Opens an ordinary game."""
    return opening_of(requests.at_server(server.address, requests.usual()))


def has_a_place(server: Server) -> bool:
    """Whether somebody who opens a game now is answered."""
    with clients.channel(server.address) as connection:
        try:
            (answer,) = clients.caller(connection, PLAY)(usual_opening(server), timeout=clients.LONGEST_SECONDS)
        except grpc.RpcError:
            return False
    return PlayGameResponse.FromString(answer).HasField("position")


def many_games(command: Command, connections: int = 10, each: int = 100) -> Outcome:
    """1,000 games opened on 10 connections of one client and left so: how many have a place, what do they cost?"""
    with serving(command) as server, ExitStack() as open_ones:
        request, opening, before = usual(server), usual_opening(server), server.rss
        wires = [open_ones.enter_context(Wire(server.address)) for _ in range(connections)]
        streams = [(wire, [_opened(wire, opening) for _ in range(each)]) for wire in wires]
        for wire, opened in streams:
            wire.pump(until=partial(_all_settled, wire, opened))
        held = sum(wire.answers[stream].status is None for wire, opened in streams for stream in opened)
        others = clients.calls(server.address, "VerifyReplay", request, most=20)
        grown = server.rss - before
        open_ones.close()
        again = wait_until(lambda: has_a_place(server), 20)
    figures = {"opened": held, "front grew MiB": grown, "others": others, "a place after": again}
    fine = held <= DEFAULTS.games_each and grown < MOST_GROWTH_MIB and again
    return Outcome(figures, fine and not others.failed)


def _opened(wire: Wire, opening: bytes) -> int:
    stream = wire.open(PLAY)
    wire.send(stream, framed(opening))
    return stream


def _all_settled(wire: Wire, streams: Sequence[int]) -> bool:
    """Whether each was answered or refused."""
    found = [wire.answers[stream] for stream in streams]
    return wire.closed or all(one.data or one.ended or one.reset is not None for one in found)


def all_places(command: Command) -> Outcome:
    """Four clients take all places with games in which nothing happens: how long does a fifth wait for one?"""
    with serving(command) as server:
        return _places_taken(server, usual_opening(server))


def unopened_games(command: Command, environment: Mapping[str, str] | None = None) -> Outcome:
    """The same with streams on which not even a game is opened."""
    with serving(command, environment=environment) as server:
        return _places_taken(server, b"")


def _places_taken(server: Server, opening: bytes) -> Outcome:
    with ExitStack() as open_ones:
        for wire in [open_ones.enter_context(Wire(server.address, source=host)) for host in HOSTS]:
            streams = [_opened(wire, opening) if opening else wire.open(PLAY) for _ in range(DEFAULTS.games_each)]
            if opening:
                wire.pump(until=partial(_all_settled, wire, streams))
        begun, taken = time.monotonic(), wait_until(lambda: not has_a_place(server), 1)
        came = wait_until(lambda: has_a_place(server), 60)
        waited = time.monotonic() - begun
    return Outcome({"all taken": taken, "a place after s": f"{waited:.1f}"}, taken and came and waited < 20)


def slow_game(command: Command, patience: float = 60) -> Outcome:
    """As many games as a client may have, asked without end and read with a window of one byte: do others wait, what is
    kept, and are the places free again by themselves?"""
    with serving(command) as server, ExitStack() as open_ones:
        request, opening, before = usual(server), usual_opening(server), server.rss
        wires = [open_ones.enter_context(Wire(server.address, 1, False)) for _ in range(DEFAULTS.games_each)]
        for wire in wires:
            stream = _opened(wire, opening)
            wire.pump(until=partial(_all_settled, wire, [stream]))
            wire.send(stream, framed(LEGAL) * ASKED)
        others = clients.calls(server.address, "VerifyReplay", request, seconds=2)
        grown, taken, begun = server.rss - before, not has_a_place(server), time.monotonic()
        again = wait_until(lambda: has_a_place(server), patience)
        waited = time.monotonic() - begun
    figures = {"others": others, "front grew MiB": grown, "all taken": taken, "a place": f"{again}, {waited:.1f} s"}
    fine = taken and (again or not patience) and not others.failed
    return Outcome(figures, fine and others.at(0.99) < MOST_WAIT_MS and grown < MOST_GROWTH_MIB)


def long_games(command: Command, entries: int = DEFAULTS.game_entries, seconds: float = 8) -> Outcome:
    """Games of 5,000 entries, of which each message has all replayed: what does one cost, and what is left for somebody
    else?"""
    with serving(command) as server, clients.processes(1) as pool, ExitStack() as open_ones:
        request, long = usual(server), requests.at_server(server.address, requests.long_game(entries))
        idle = clients.calls(server.address, "VerifyReplay", request, seconds=3)
        connection = open_ones.enter_context(clients.channel(server.address))
        over, games = Event(), ThreadPoolExecutor(DEFAULTS.games_each)
        asking = [games.submit(_asked, connection, opening_of(long), over) for _ in range(DEFAULTS.games_each)]
        time.sleep(1)
        beside = pool.submit(clients.calls, server.address, "VerifyReplay", request, seconds).result()
        over.set()
        took = sorted(took for one in asking for took in one.result())
        games.shutdown()
    each = WORKERS * seconds / max(1, len(took))
    ratio = beside.at(0.99) / idle.at(0.99)
    figures = {"idle": idle, "beside": beside, "messages": len(took), "worker s each": f"{each:.3f}"}
    figures["p99"] = f"{ratio:.1f} ×"
    return Outcome(figures, not beside.failed and bool(took) and beside.at(0.99) < MOST_WAIT_MS)


def _asked(connection: grpc.Channel, opening: bytes, over: Event) -> list[float]:
    """Opens a game, and asks for it without waiting for answers. Gives how long each took."""
    took: list[float] = []

    def said() -> Iterator[bytes]:
        yield opening
        while not over.is_set():
            yield FETCH

    begun, stream = time.monotonic(), connection.stream_stream(f"/{SERVICE}/{PLAY}")(said())
    for _ in stream:
        took.append(time.monotonic() - begun)
        begun = time.monotonic()
        if over.is_set():
            stream.cancel()
            break
    return took


def killed_in_games(command: Command, seconds: float = ATTACK_SECONDS) -> Outcome:
    """Workers killed one after the other while four games are played: is each what its player has?"""
    with serving(command) as server:
        return _played(server, seconds, lambda: kill_one(server))


def games_in_a_full_queue(command: Command, seconds: float = ATTACK_SECONDS) -> Outcome:
    """Somebody keeps the queue full while four games are played: do they go on, and is each what its player has?"""
    with serving(command) as server, clients.processes(1) as pool:
        flying = pool.submit(in_flight, server.address, usual(server), MORE_THAN_FIT, seconds)
        outcome = _played(server, seconds, lambda: None)
        flying.result()
    return outcome


def kill_one(server: Server) -> None:
    """Kills a worker, whatever it does."""
    if workers := server.workers:
        with suppress(ProcessLookupError):
            os.kill(workers[0], signal.SIGKILL)


def _played(server: Server, seconds: float, trouble: Callable[[], None]) -> Outcome:
    """Games are played for so long amid trouble, and each to its end after it."""
    players, end = [Player(server.address, seed) for seed in range(PLAYERS)], time.monotonic() + seconds
    with ThreadPoolExecutor(PLAYERS) as pool:
        playing = [pool.submit(_play_on, player, end) for player in players]
        while time.monotonic() < end:
            trouble()
            time.sleep(TROUBLE_EACH)
        lost = [repr(one.exception()) for one in playing if one.exception()]
    failed = sum((player.failed for player in players), Counter[str]())
    finished = [player.finished for player in players]
    return Outcome({"finished": str(finished), "refused": dict(failed), "lost": str(lost)}, not lost and all(finished))


def _play_on(player: Player, end: float) -> None:
    """Plays until then, and whatever game is at its beginning to its end."""
    finished = player.finished
    while time.monotonic() < end + COME_BACK_SECONDS and (time.monotonic() < end or player.finished == finished):
        if time.monotonic() < end:
            finished = player.finished
        try:
            player.step()
        except (CallFailed, grpc.RpcError):
            time.sleep(PAUSE_SECONDS)
    player.close()


ATTACKS = {
    "many-games": many_games,
    "all-places": all_places,
    "unopened-games": unopened_games,
    "slow-game": slow_game,
    "long-games": long_games,
    "killed-in-games": killed_in_games,
    "games-in-a-full-queue": games_in_a_full_queue,
}
