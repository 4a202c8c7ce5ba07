"""Two servers side by side: `python -m tools.compare_servers OLD/bin/shinpan NEW/bin/shinpan`.

Throughput and latency of both, measured in turn in one run, so that whatever else the machine does falls on both alike.
The clients are processes of their own. Printed are medians over the rounds, and what the new server has of the old.

Where the old one cannot read the records of today, `--records OLD.pb NEW.pb` gives each the same game as it writes it
(`shinpan convert`).
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.attack import requests
from tests.attack.clients import Seen, calls, processes, together
from tests.attack.servers import Server, serving

CLIENTS = (1, 8, 32)
MOST_PROCESSES = 4
"""More would only take the processors from the servers; each has its share of the clients as threads."""
WORK = {"verify": "VerifyReplay", "stream": "StreamReplaySteps"}
RECORD_FIELD = b"\x0a"
"""Field 1 of every request, in any version."""
VIEWED_BY_REFEREE = b"\x22\x02\x08\x02"
"""Field 4 of the request for steps."""


class Figures(NamedTuple):
    """What is compared: calls a second, and milliseconds."""

    rate: float
    p50: float
    p99: float


def crowd(address: str, method: str, request: bytes, seconds: float, clients: int) -> Seen:
    """What so many clients of one process see."""
    with ThreadPoolExecutor(clients) as pool:
        return together([*pool.map(lambda _: calls(address, method, request, seconds), range(clients))])


def request_of(work: str, record: bytes) -> bytes:
    """A request about a record, written byte by byte: the record may be of a version that is not the one installed."""
    length = bytearray()
    left = len(record)
    while left > 0x7F:
        length.append(left & 0x7F | 0x80)
        left >>= 7
    asked = RECORD_FIELD + bytes(length) + bytes([left]) + record
    return asked + VIEWED_BY_REFEREE if work == "stream" else asked


def record_for(server: Server, file: Path | None) -> bytes:
    """The record in that file, or the usual one with the pack that the server has."""
    return file.read_bytes() if file else requests.at_server(server.address, requests.usual()).SerializeToString()


def measured(
    pool: ProcessPoolExecutor, server: Server, work: str, record: bytes, clients: int, seconds: float
) -> Figures:
    """One measurement. A call that fails spoils it."""
    method, request = WORK[work], request_of(work, record)
    parts = min(clients, MOST_PROCESSES)
    shares = [clients // parts] * parts
    futures = [pool.submit(crowd, server.address, method, request, seconds, share) for share in shares]
    seen = together([future.result() for future in futures])
    if seen.failed:
        raise RuntimeError(f"{work} with {clients} clients: {dict(seen.failed)}")
    return Figures(seen.rate, seen.at(0.5), seen.at(0.99))


def _row(work: str, clients: int, old: list[Figures], new: list[Figures]) -> str:
    cells = [f"{work:7}{clients:3} clients"]
    for name, before, after in zip(Figures._fields, zip(*old, strict=True), zip(*new, strict=True), strict=True):
        ratio = median(b / a for a, b in zip(before, after, strict=True))
        cells.append(f"{name} {median(before):8.1f} → {median(after):8.1f} ({ratio:.2f})")
    return "  ".join(cells)


def main() -> int:
    """Measures and prints."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("old", type=Path, help="the `shinpan` of one installation")
    options.add_argument("new", type=Path, help="that of the other")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=float, default=3, help="of each measurement")
    options.add_argument("--records", type=Path, nargs=2, default=(None, None), metavar=("OLD.pb", "NEW.pb"))
    asked = options.parse_args()
    commands = [[path.absolute()] for path in (asked.old, asked.new)]
    with serving(commands[0]) as old, serving(commands[1]) as new, processes(MOST_PROCESSES) as pool:
        servers = old, new
        records = [record_for(server, file) for server, file in zip(servers, asked.records, strict=True)]
        for work in WORK:
            for clients in CLIENTS:
                found: tuple[list[Figures], list[Figures]] = ([], [])
                for number in range(asked.rounds):
                    # Neither is always the first.
                    for which in (0, 1) if number % 2 == 0 else (1, 0):
                        one = measured(pool, servers[which], work, records[which], clients, asked.seconds)
                        found[which].append(one)
                print(_row(work, clients, *found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
