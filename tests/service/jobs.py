"""What workers do in the tests of the workers: each job is a line of words, in place of a request."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from shinpan.v1 import referee_pb2, report_pb2
from shinpan_engine.kernel.messages import say
from shinpan_engine.kernel.play.work import UNCOUNTED, Work
from shinpan_service.messages import wire_errors
from shinpan_service.messages.judged import Judged
from shinpan_service.messages.judging import Answer
from shinpan_service.messages.playing.kept import PLAY, Asked, Change, Kept
from shinpan_service.messages.scopes import Scopes
from shinpan_service.messages.verifying import BATCH

PATIENCE_SECONDS = 60
"""Only a test that has gone wrong waits so long."""


def prepare() -> Answer:
    """The jobs, by their first word."""
    return answer


def prepare_nothing() -> Answer:
    """A worker that never gets ready."""
    raise RuntimeError("there is nothing to work with")


def prepare_slowly() -> Answer:
    """A worker that takes its time to get ready."""
    time.sleep(PATIENCE_SECONDS)
    return answer


def prepare_endless() -> Answer:
    """A worker that never comes to an end."""
    return lambda *_: time.sleep(PATIENCE_SECONDS)


def prepare_mortal(flag: str) -> Answer:
    """A worker that dies of the first call of all, and gives empty messages to others."""

    def mortal(_: str, __: bytes, send: Callable[[bytes], None], *___: object) -> None:
        if not Path(flag).exists():
            Path(flag).touch()
            os._exit(1)
        send(b"")

    return mortal


def answer(
    method: str,
    request: bytes,
    send: Callable[[bytes], None],
    held: Scopes,
    judged: Callable[[Judged], None],
) -> None:
    """Does one job, or in a batch one for each key. A game that is played keeps its jobs, and is told how many."""
    if method == BATCH:
        for keyed in referee_pb2.BatchVerifyReplaysRequest.FromString(request).records:
            answer("", keyed.key.encode(), lambda _: None, held, judged)
            result = referee_pb2.KeyedResult(key=keyed.key, report=report_pb2.Report(actions_total=os.getpid()))
            send(referee_pb2.BatchVerifyReplaysResponse(results=[result]).SerializeToString())
        return
    if method == PLAY:
        asked = msgspec.msgpack.decode(request, type=Asked)
        done = list[bytes]()
        answer("", asked.request, done.append, held, judged)
        there = len(asked.session.entries)
        send(msgspec.msgpack.encode(Change(there, [Kept(asked.request)], 0, b"open")))
        send(json.dumps([there, done[0].decode()]).encode())
        return
    word, *rest = json.loads(request)
    if word == "pid":
        send(str(os.getpid()).encode())
    elif word == "echo":
        send(json.dumps([method, *rest]).encode())
    elif word == "judge":
        judged(Judged(*rest))
        send(b"judged")
    elif word == "hold":
        hold(Path(rest[0]))
        send(str(os.getpid()).encode())
    elif word == "parts":
        for number in range(rest[0]):
            send(number.to_bytes(4, "big") * rest[1])
    elif word == "begin":
        send(str(os.getpid()).encode())
        hold(Path(rest[0]))
    elif word == "burn":
        (Path(rest[0]) / "pid").write_text(str(os.getpid()))
        while True:
            pass
    elif word == "count":
        (Path(rest[0]) / "pid").write_text(str(os.getpid()))
        work = Work(UNCOUNTED)
        while True:
            work.spend()
    elif word == "fill":
        send(str(len(bytes(rest[0] << 20))).encode())
    elif word == "refuse":
        raise wire_errors.invalid("job", say("service.no_action"))
    elif word == "fail":
        raise ZeroDivisionError("the engine is wrong")
    elif word == "exit":
        os._exit(1)


def job(*words: object) -> bytes:
    """The request that asks for a job."""
    return json.dumps(words).encode()


def hold(folder: Path) -> None:
    """Says who holds it, then waits to be let go."""
    folder.mkdir(exist_ok=True)
    (folder / "pid.tmp").write_text(str(os.getpid()))
    (folder / "pid.tmp").rename(folder / "pid")
    wait_for((folder / "go").exists)


def held(folder: Path) -> int:
    """The process that holds a job, once it has begun."""
    wait_for((folder / "pid").exists)
    return int((folder / "pid").read_text())


def let_go(folder: Path) -> None:
    """Ends a held job."""
    (folder / "go").touch()


def wait_for(condition: Callable[[], object]) -> None:
    """Waits until something is so."""
    for _ in range(PATIENCE_SECONDS * 100):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # the second when it goes between the open and the read
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
