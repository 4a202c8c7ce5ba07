"""How the service is run: what can be set, with defaults that are safe; each is an option of `shinpan serve`."""

from dataclasses import dataclass, field
from os import cpu_count
from pathlib import Path
from typing import Any

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.judging.record import MOST_ENTRIES
from shinpan_engine.kernel.packs import PackText

MIB = 1 << 20
PROCESSORS = min(cpu_count() or 1, 256)


class CannotServe(EngineError):
    """The service cannot run, and why."""


def limit(default: float, least: float, most: float, about: str) -> Any:
    """A number that can be set, with the range it must be in."""
    return field(default=default, metadata={"least": least, "most": most, "about": about})


@dataclass(frozen=True)
class ServerOptions:
    """All that can be set. Port 0 is any free port."""

    host: str = "127.0.0.1"
    port: int = 0
    reflection: bool = False
    packs: tuple[PackText, ...] = ()
    """Card packs besides those in the games' folders."""
    http: int | None = None
    """On which port the same is served over HTTP, if on any."""
    log: str = "off"
    """In which form a line for each call is written, if at all: `text`, `json`."""
    metrics_port: int | None = None
    """Where figures for Prometheus are shown, if anywhere."""
    metrics_host: str = "127.0.0.1"

    tls_cert: Path | None = None
    tls_key: Path | None = None
    tls_client_ca: Path | None = None
    """Where it is given, clients need a certificate of one of these authorities."""
    tokens: Path | None = None
    """Where it is given, clients need a token that has its hash there."""
    insecure_plaintext: bool = False
    """Plain text also where others can read it."""

    workers: int = limit(PROCESSORS, 1, 256, "Processes that judge, one call at a time each.")
    worker_memory: int = limit(1024, 128, 1 << 20, "MiB of data that a worker may have.")
    calls_each: int = limit(20_000, 1, 10**9, "Calls after which a worker is replaced by a fresh one.")
    queue: int = limit(64, 0, 10_000, "Calls that wait while all workers work.")
    calls: int = limit(1024, 1, 4000, "Calls that are open at the same time, whatever they wait for.")

    batches: int = limit(8, 1, 4000, "Streams of many records that are open at the same time.")
    batches_each: int = limit(6, 1, 4000, "Of these, streams of one client.")
    games: int = limit(32, 1, 4000, "Games that are played over streams at the same time.")
    games_each: int = limit(8, 1, 4000, "Of these, games of one client.")
    game_entries: int = limit(5000, 1, MOST_ENTRIES, "Entries of such a game.")
    game_bytes: int = limit(2 * MIB, 1, 4 * MIB, "Bytes of such a game, with the packs that it brings.")

    queue_seconds: float = limit(10, 0.1, 3600, "How long a call waits for a worker.")
    deadline_seconds: float = limit(30, 0.1, 3600, "How long a call is worked on.")
    request_seconds: float = limit(10, 0.1, 3600, "How long a request may take to arrive.")
    batch_seconds: float = limit(60, 0.1, 3600, "How long a stream of many records may send nothing.")
    game_seconds: float = limit(600, 0.1, 86_400, "How long a game that is played may send nothing.")
    answer_seconds: float = limit(
        60, 0.1, 3600, "How long an answer may take to be fetched; then its connection is closed."
    )
    grace_seconds: float = limit(10, 0, 3600, "How long calls in hand are given when the server stops.")

    answer_bytes: int = limit(32 * MIB, 1, 1 << 40, "Largest answer, all parts of a stream together.")
    spool_bytes: int = limit(128 * MIB, 1, 1 << 40, "All answers together that wait to be fetched.")
    arriving: int = limit(32, 1, 4000, "Requests that arrive at the same time; others wait, unread.")

    connections: int = limit(256, 1, 100_000, "Open connections.")
    connections_each: int = limit(64, 1, 100_000, "Of these, connections of one host.")
    streams: int = limit(100, 1, 4000, "Open calls of one connection.")
    handshake_seconds: float = limit(5, 0.1, 3600, "How long a new connection may be silent.")
    connection_age_seconds: float = limit(3600, 1, 10**6, "After so long a connection is told to end.")
    connection_idle_seconds: float = limit(300, 1, 10**6, "A connection without calls is closed after so long.")


DEFAULTS = ServerOptions()
AT_START = (
    "host",
    "port",
    "http",
    "reflection",
    "tls_cert",
    "tls_key",
    "tls_client_ca",
    "tokens",
    "insecure_plaintext",
    "log",
    "metrics_port",
    "metrics_host",
    "arriving",
    "connections",
    "streams",
    "handshake_seconds",
    "connection_age_seconds",
    "connection_idle_seconds",
)
"""What is read only when the server starts; all else on SIGHUP too."""
