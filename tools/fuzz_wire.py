"""Sends mutants of all fixtures and of simulated games to a server: `python -m tools.fuzz_wire --count 40000 --seed 2`.

Only refusals that are promised and verdicts may come back, each within a second, and no worker may die of it. With
`--tokens` each comes with one of many tokens, or none, or one that is not known: nobody is answered whose token does
not open it. Of a game that is played every message is answered. Exit code 1 if something else happened; each fault is
told with the command that repeats it.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import grpc
from google.protobuf.message import DecodeError

from shinpan.v1.referee_pb2 import BatchVerifyReplaysResponse, PlayGameRequest, PlayGameResponse, Refusal
from shinpan_service.messages.playing.kept import PLAY
from shinpan_service.messages.scopes import OF_METHODS, SCOPES, Scopes, of_request, with_included
from shinpan_service.serving.options import DEFAULTS
from shinpan_service.serving.security.tokens import line, new_token
from tests.attack.clients import BATCH, caller, channel, reason_in, reason_of
from tests.attack.mutants import KINDS, Mutant, mutant
from tests.attack.servers import Server, serving

FAULTS = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.UNAVAILABLE)
"""What no bytes may ever earn; UNAVAILABLE is a worker that died of them."""
WAIT_SECONDS = 60
MOST_SECONDS = 1.0
LOOK_EACH = 50


class Ended(NamedTuple):
    """How a call ended, and how long it took, for each of its messages."""

    code: grpc.StatusCode
    reason: str
    seconds: float
    wrong: str = ""
    """What was answered though the token does not open it, or what was not."""

    @property
    def fault(self) -> bool:
        """Whether it should not have ended so."""
        return bool(self.wrong) or self.code in FAULTS

    @property
    def slow(self) -> bool:
        """Whether it took longer than any mutant should."""
        return self.seconds > MOST_SECONDS


Call = Callable[[Mutant], Ended]


class Said(NamedTuple):
    """What is said of a mutant: a code with its reason, and what should not have happened."""

    code: grpc.StatusCode = grpc.StatusCode.OK
    reason: str = ""
    wrong: str = ""


def refused(refusal: Refusal) -> Said:
    """What a refusal within a stream says."""
    code = next(code for code in grpc.StatusCode if code.value[0] == refusal.code)
    return Said(code, reason_in(refusal.details))


def of_records(answer: Sequence[bytes]) -> Said:
    """What a stream of records says: as one of its records that ended as none may, if there is one."""
    results = [result for part in answer for result in BatchVerifyReplaysResponse.FromString(part).results]
    said = [refused(result.refusal) for result in results if result.HasField("refusal")]
    return next((one for one in said if one.code in FAULTS), Said())


def of_game(one: Mutant, answer: Sequence[bytes], held: Scopes) -> Said:
    """What a game that is played says of the message that was spoiled, or of one that ended as none may."""
    answers = [PlayGameResponse.FromString(part) for part in answer]
    said = [refused(part.refusal) if part.HasField("refusal") else Said() for part in answers]
    if len(said) != len(one.messages):
        return Said(wrong=f"{len(said)} answers to {len(one.messages)} messages")
    for message, its in zip(one.messages, said, strict=True):
        if its.code in FAULTS:
            return its
        if its.code is grpc.StatusCode.OK and not opens_game(message, held):
            return its._replace(wrong="a game that the token does not open")
    return said[len(one.before)]


class Tokens:
    """Tokens of a server: one of each scope, one of all."""

    def __init__(self, file: Path) -> None:
        held: Mapping[str, Scopes] = {**{scope: (scope,) for scope in SCOPES}, "all": SCOPES}
        made = {name: new_token() for name in held}
        file.write_text("\n".join(line(name.replace(":", "-"), made[name], held[name]) for name in held), "utf-8")
        self._known = [(made[name], with_included(held[name])) for name in held]

    def of(self, one: Mutant) -> tuple[str, Scopes]:
        """With which token a mutant comes, and what that opens; its bytes decide."""
        each = [*self._known, ("", ()), (new_token(), ())]
        return each[sha256(one.request).digest()[0] % len(each)]


def opens(one: Mutant, held: Scopes) -> bool:
    """Whether scopes open what a mutant asks, as far as it can be read."""
    needed = [*OF_METHODS[one.method]]
    with suppress(DecodeError):
        needed += of_request(KINDS[one.method].FromString(one.request))
    return set(needed) <= set(held)


def opens_game(message: bytes, held: Scopes) -> bool:
    """Whether scopes open a game that a message opens; others open none."""
    request = PlayGameRequest.FromString(message)
    return not request.HasField("opening") or set(of_request(request.opening)) <= set(held)


def said_of(one: Mutant, answer: Sequence[bytes], held: Scopes) -> Said:
    """What an answer says of a mutant."""
    if one.method == PLAY:
        return of_game(one, answer, held)
    said = of_records(answer) if one.method == BATCH else Said()
    return said if opens(one, held) else said._replace(wrong="what the token does not open")


def made(connection: grpc.Channel, tokens: Tokens | None = None) -> Call:
    """Calls over a connection."""
    callers = {method: caller(connection, method) for method in KINDS}

    def call(one: Mutant) -> Ended:
        token, held = tokens.of(one) if tokens else ("", SCOPES)
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        begun = time.perf_counter()
        try:
            answer = callers[one.method](*one.messages, timeout=WAIT_SECONDS, metadata=metadata)
            said = said_of(one, answer, held)
        except grpc.RpcError as error:
            said = Said(error.code(), reason_of(error))
        seconds = (time.perf_counter() - begun) / len(one.messages)
        return Ended(said.code, said.reason, seconds, said.wrong)

    return call


def fuzzed(call: Call, seed: int, numbers: range) -> Iterator[tuple[int, Mutant, Ended]]:
    """How each mutant of a series ended. One that only took long is tried again: the machine may have been busy."""
    for number in numbers:
        one = mutant(seed, number)
        ended = call(one)
        if ended.slow and not ended.fault:
            ended = call(one)
        yield number, one, ended


def _told(options: argparse.Namespace, number: int) -> str:
    tokens = " --tokens" if options.tokens else ""
    series = f"--server {options.server} --seed {options.seed} --first {number}"
    return f"python -m tools.fuzz_wire {series} --count 1{tokens}"


def _run(server: Server, options: argparse.Namespace, tokens: Tokens | None) -> bool:
    """Makes the calls and prints what came of them; whether all was well."""
    counts: Counter[tuple[str, str]] = Counter()
    took, workers, faults = list[float](), set(server.workers), 0
    numbers = range(options.first, options.first + options.count)
    before = len(workers)
    with channel(server.address) as connection:
        for number, one, ended in fuzzed(made(connection, tokens), options.seed, numbers):
            counts[ended.code.name, ended.reason] += 1
            took.append(ended.seconds)
            if ended.fault or ended.slow:
                faults += 1
                print(f"FAULT {one.method} {one.how}: {ended}\n  {_told(options, number)}", flush=True)
            if number % LOOK_EACH == 0:
                workers.update(server.workers)
    died = max(0, len(workers) - before - len(took) // DEFAULTS.calls_each - 1)
    print(f"{'status':20}{'reason':24}calls")
    for (code, reason), count in sorted(counts.items()):
        print(f"{code:20}{reason:24}{count}")
    took.sort()
    p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
    print(f"p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, max {took[-1] * 1000:.0f} ms; front {server.rss} MiB")
    print(f"{len(workers)} workers seen, {died} too many; {len(server.log.splitlines())} lines of log; {faults} faults")
    print(f"again: python -m tools.fuzz_wire --server {options.server} --count {options.count} --seed {options.seed}")
    return not faults and not died


def main() -> int:
    """Runs a series."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--server", type=Path, default=Path(sys.executable).with_name("shinpan"), help="what to start")
    options.add_argument("--count", type=int, default=4000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    options.add_argument("--tokens", action="store_true", help="have the server ask for tokens")
    asked = options.parse_args()
    asked.server = asked.server.absolute()
    with tempfile.TemporaryDirectory(prefix="shinpan-tokens-") as folder:
        file = Path(folder, "tokens.toml")
        tokens = Tokens(file) if asked.tokens else None
        with serving([asked.server], environment={"SHINPAN_TOKENS": str(file)} if tokens else None) as server:
            return 0 if _run(server, asked, tokens) else 1


if __name__ == "__main__":
    sys.exit(main())
