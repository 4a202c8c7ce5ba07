"""Calls of the service, what they end with, and records to call it with."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from typing import Any, NamedTuple

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3.table.actions import Deploy, Lay
from shinpan_engine.kernel.judging.record import Action, Entry, Record
from shinpan_service.messages.playing.kept import PLAY
from shinpan_service.messages.records import record_to_message
from shinpan_service.messages.verifying import BATCH
from shinpan_service.messages.wire_errors import DOMAIN
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running
from tests.random_games import header, play, start, take

from . import jobs

SERVICE = "shinpan.v1.RefereeService"
UNARY = ("VerifyReplay", "GetReplayState", "ListLegalActions", "ListGames", "GetGame", "GetServerInfo")
STREAMING = ("StreamReplaySteps",)
BOTH_WAYS = (BATCH, PLAY)
MOST_DETAIL_BYTES = 4096


class Refusal(NamedTuple):
    """An error: its code, reason, message, facts, and the details besides the ErrorInfo, by their kind."""

    code: grpc.StatusCode
    reason: str
    message: str
    facts: dict[str, str]
    details: dict[str, Any]


def caller(channel: grpc.Channel, method: str) -> Callable[..., Any]:
    """A method that takes bytes and gives bytes."""
    if method in BOTH_WAYS:
        return channel.stream_stream(f"/{SERVICE}/{method}")
    if method in STREAMING:
        return channel.unary_stream(f"/{SERVICE}/{method}")
    return channel.unary_unary(f"/{SERVICE}/{method}")


def refusal(call: Callable[[], Any]) -> Refusal:
    """What a call is refused with; every promise about errors is checked on it."""
    with pytest.raises(grpc.RpcError) as raised:
        call()
    return refusal_of(raised.value)


def refusal_of(error: Any) -> Refusal:
    """What an error says; it keeps every promise about errors."""
    status = rpc_status.from_call(error)
    assert status is not None, f"no details: {error}"
    assert sum(len(detail.value) for detail in status.details) < MOST_DETAIL_BYTES
    details = [_unpacked(detail) for detail in status.details]
    kinds = [detail.DESCRIPTOR.name for detail in details]
    once = [kind for kind in kinds if kind != "LocalizedMessage"]
    assert len(set(once)) == len(once), "a kind of detail comes once"
    languages = [detail.locale for detail in details if isinstance(detail, error_details_pb2.LocalizedMessage)]
    assert len(set(languages)) == len(languages), "a sentence for people comes once in a language"
    (info,) = [detail for detail in details if isinstance(detail, error_details_pb2.ErrorInfo)]
    assert re.fullmatch(r"[A-Z][A-Z0-9_]+[A-Z0-9]", info.reason)
    assert info.domain == DOMAIN
    rest = {detail.DESCRIPTOR.name: detail for detail in details if detail is not info}
    return Refusal(error.code(), info.reason, error.details(), dict(info.metadata), rest)


def _unpacked(detail: Any) -> Message:
    kind = getattr(error_details_pb2, detail.type_url.rpartition(".")[2])
    message: Message = kind()
    assert detail.Unpack(message)
    return message


def random_record(seed: int, actions: int | None = None) -> record_pb2.Record:
    """A random game as a message; only its first actions, if a number is given."""
    message = record_to_message(play(GAMES["wars3x3"], seed))
    if actions is not None:
        del message.entries[actions:]
    return message


def crowded_record(options: int) -> record_pb2.Record:
    """A record that stops where somebody has more than so many legal actions."""
    return next(message for seed in count() if (message := _hoarding(seed, options)) is not None)


def _hoarding(seed: int, options: int) -> record_pb2.Record | None:
    """A game in which seat 1 fills the field, and both keep their cards, up to the first crowded removal step."""
    head = header(GAMES["wars3x3"], seed)
    match, entries = start(head), []
    while match.ask.decisions:
        decision = match.ask.decisions[0]
        if decision.ask == "removal" and len(list(islice(match.options(), options + 1))) > options:
            return record_to_message(Record(head, tuple(entries)))
        found = list(islice(decision.options(match.table), 200))
        wanted = Lay if match.table.state.turn <= 6 else ()
        if decision.seat == 1 and decision.ask == "strategy":
            wanted = Deploy
        usual = found[0] if decision.default is None else decision.default
        action = Action(decision.seat, next((act for act in found if isinstance(act, wanted)), usual))
        take(match, action)
        entries.append(Entry(action))
    return None


@contextmanager
def job_server(**options: Any) -> Iterator[grpc.Channel]:
    """A connection to a server whose workers do jobs instead of judging; on a busy machine the next worker takes its
    time."""
    patient = ServerOptions(**{"queue_seconds": jobs.PATIENCE_SECONDS, **options})
    with running(patient, jobs.prepare) as address, grpc.insecure_channel(address) as channel:
        yield channel
