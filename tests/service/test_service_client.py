"""The client that comes with the service."""

import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import grpc
import pytest

from shinpan.v1 import report_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_service.client import CallFailed, Client
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running

from . import jobs
from .calls import random_record

SEED = 3


@pytest.fixture
def client(address: str) -> Client:
    """A client of the server that all share."""
    return Client(address)


def test_what_it_asks(client: Client) -> None:
    """It gives the answers of every method, for every viewer."""
    record = random_record(SEED, actions=9)
    with client:
        assert client.verify(record).verdict == report_pb2.VERDICT_INCOMPLETE
        assert client.state(record).step.step == 9
        assert client.state(record, 4).step.step == 4
        assert [part.step.step for part in client.steps(record, 2, 4)][:3] == [2, 3, 4]
        assert len(list(client.steps(record))) == 11
        assert client.legal(record).lines
        assert [game.name for game in client.games()] == list(GAMES)
        assert client.game("wars3x3").clauses


def test_it_looks_with_the_eyes_it_is_given(client: Client) -> None:
    """The referee sees both hands, a seat its own, the public none."""
    record = random_record(SEED, actions=9)
    with client:
        for viewer, seen in ((REFEREE, [True, True]), (1, [True, False]), (2, [False, True]), (PUBLIC, [False, False])):
            sides = client.state(record, viewer=viewer).step.state.wars3x3.sides
            assert [any(side.hand) for side in sides] == seen


def test_it_turns_pages(client: Client) -> None:
    """Size and token go to the server as they are."""
    record = random_record(SEED, actions=0)
    with client:
        first = client.legal(record, page_size=2)
        second = client.legal(record, page_size=2, page_token=first.next_page_token)
        assert [*first.lines, *second.lines] == list(client.legal(record, page_size=4).lines)


def test_errors_can_be_read(client: Client) -> None:
    """A refusal says who refuses, what, why, and for programs the reason."""
    record = random_record(SEED)
    record.header.edition = "9.9"
    with client, pytest.raises(CallFailed) as raised:
        client.verify(record)
    error = raised.value
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "NOT_ON_THIS_SERVER")
    assert str(error).startswith(f"{client.address}: record.header.edition: edition “9.9”")
    with Client(client.address) as other, pytest.raises(CallFailed, match=r"viewer\.seat"):
        list(other.steps(random_record(SEED), viewer=3))


def test_errors_of_the_transport_can_be_read(client: Client) -> None:
    """What the transport refuses by itself can be read too."""
    record = random_record(SEED)
    record.notes.place = "x" * (8 << 20)
    with client, pytest.raises(CallFailed, match="RESOURCE_EXHAUSTED"):
        client.verify(record)


def test_nobody_there() -> None:
    """Where no server listens that is what is said."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with Client(address) as client, pytest.raises(CallFailed, match="no server answers") as raised:
            client.games()
    assert raised.value.code is grpc.StatusCode.UNAVAILABLE
    assert address in str(raised.value)


def test_a_call_whose_worker_died_is_made_again(tmp_path: Path) -> None:
    """By itself, since it is pure: the caller does not learn of it."""
    dying = partial(jobs.prepare_mortal, str(tmp_path / "died"))
    with running(ServerOptions(workers=2), dying) as address, Client(address) as client:
        assert client.games() == []
    assert (tmp_path / "died").exists()


def test_nobody_is_asked_again_and_again_who_does_not_answer() -> None:
    """The first call is made three times; those after it once, so that a folder of records is soon done."""
    asked: list[str] = []

    class Never(grpc.GenericRpcHandler):
        def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler:
            asked.append(handler_call_details.method)
            return grpc.unary_unary_rpc_method_handler(
                lambda _, context: context.abort(grpc.StatusCode.UNAVAILABLE, "not today")
            )

    server = grpc.server(ThreadPoolExecutor(1), handlers=(Never(),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with Client(f"127.0.0.1:{port}") as client:
        for _ in range(5):
            with pytest.raises(CallFailed):
                client.games()
    server.stop(None).wait()
    assert len(asked) == 3 + 4


def test_it_waits_no_longer_than_it_should() -> None:
    """A server that does not answer in time is given up."""
    with running(ServerOptions(workers=1), jobs.prepare_endless) as address, Client(address, seconds=0.5) as client:
        with pytest.raises(CallFailed, match="DEADLINE_EXCEEDED"):
            client.games()
        with pytest.raises(CallFailed, match="DEADLINE_EXCEEDED"):
            list(client.steps(random_record(SEED)))
