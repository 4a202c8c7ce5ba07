"""Mutual TLS over the wire: whom a server takes, how certificates are exchanged, and whose share a call is of."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.security.guard import Security
from shinpan_service.serving.server import running

from . import jobs
from .calls import caller, refusal, refusal_of
from .certificates import AGO, Authority, Pair, connected
from .jobs import held, job, let_go, wait_for
from .test_access import ALL, showing, write_tokens


@contextmanager
def mutual(folder: Path, **options: Any) -> Iterator[tuple[str, Authority, Authority]]:
    """A server whose clients need a certificate, with its own authority and that of the clients."""
    ours, theirs = Authority(folder, "ours"), Authority(folder, "theirs")
    server = ours.issue("server")
    secure = ServerOptions(workers=1, tls_cert=server.chain, tls_key=server.key, tls_client_ca=theirs.file, **options)
    with running(secure, jobs.prepare) as address:
        yield address, ours, theirs


def test_clients_show_a_certificate_where_one_is_asked_for(tmp_path: Path) -> None:
    """Not none, not one of another authority, not one that has expired, and no plain text."""
    with mutual(tmp_path) as (address, ours, theirs):
        with connected(address, ours, theirs.issue("client", "lab@referee.example")) as channel:
            assert caller(channel, "VerifyReplay")(job("pid"))
            assert HealthStub(channel).Check(health_pb2.HealthCheckRequest()).status
        late = theirs.issue("late", not_before=AGO - timedelta(days=1), not_after=AGO)
        strangers = [connected(address, ours, one) for one in (None, ours.issue("other"), late)]
        for channel in (*strangers, grpc.insecure_channel(address), connected(address, theirs, theirs.issue("x"))):
            with channel, pytest.raises(grpc.RpcError) as raised:
                caller(channel, "VerifyReplay")(job("pid"))
            assert raised.value.code() is StatusCode.UNAVAILABLE


def test_a_certificate_is_no_token(tmp_path: Path) -> None:
    """Where both are asked for, both are needed."""
    tokens = write_tokens(tmp_path / "tokens.toml", ALL)
    with mutual(tmp_path, tokens=tokens) as (address, ours, theirs):
        client = theirs.issue("client")
        with connected(address, ours, client) as channel:
            assert refusal(lambda: caller(channel, "VerifyReplay")(job("pid"))).code is StatusCode.UNAUTHENTICATED
            assert caller(channel, "VerifyReplay")(job("pid"), metadata=showing(ALL))
        with connected(address, ours) as channel, pytest.raises(grpc.RpcError) as raised:
            caller(channel, "VerifyReplay")(job("pid"), metadata=showing(ALL))
        assert raised.value.code() is StatusCode.UNAVAILABLE


def test_certificates_are_exchanged_while_the_server_runs(tmp_path: Path) -> None:
    """New connections see the new one and need the new authority; those that are open go on."""

    async def answers(security: Security) -> list[object]:
        server = grpc.aio.server()
        handler = grpc.unary_unary_rpc_method_handler(_echo)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("a.A", {"B": handler}),))
        address = f"127.0.0.1:{security.listen(server, '127.0.0.1:0')}"
        await server.start()
        found: list[object] = []
        async with asecure(address, old, client) as open_one:
            found.append(await open_one.unary_unary("/a.A/B")(b"1"))
            chain.replace(new.issue("new"))
            old_clients.file.write_bytes(new_clients.file.read_bytes())
            found.append(len(security.reload()))
            for who in (asecure(address, old, client), asecure(address, new, client), asecure(address, old, other)):
                found.append(await _code_of(who))
            async with asecure(address, new, other) as fresh:
                found.append(await fresh.unary_unary("/a.A/B")(b"2"))
            found.append(await open_one.unary_unary("/a.A/B")(b"3"))
        await server.stop(None)
        return found

    old, new = Authority(tmp_path, "old"), Authority(tmp_path, "newer")
    old_clients, new_clients = Authority(tmp_path, "old clients"), Authority(tmp_path, "new clients")
    chain, client, other = old.issue("server"), old_clients.issue("client"), new_clients.issue("other")
    options = ServerOptions(tls_cert=chain.chain, tls_key=chain.key, tls_client_ca=old_clients.file)
    away = StatusCode.UNAVAILABLE
    assert asyncio.run(answers(Security(options))) == [b"1", 2, away, away, away, b"2", b"3"]


async def _echo(request: bytes, _: object) -> bytes:
    return request


def asecure(address: str, authority: Authority, client: Pair) -> grpc.aio.Channel:
    """A connection of its own over TLS."""
    credentials = grpc.ssl_channel_credentials(
        authority.file.read_bytes(), client.key.read_bytes(), client.chain.read_bytes()
    )
    return grpc.aio.secure_channel(address, credentials, [("grpc.use_local_subchannel_pool", 1)])


async def _code_of(channel: grpc.aio.Channel) -> object:
    async with channel:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await channel.unary_unary("/a.A/B")(b"")
    return raised.value.code()


@pytest.mark.parametrize("by", ["token", "certificate"])
def test_the_queue_is_shared_by_token_or_certificate(by: str, tmp_path: Path) -> None:
    """However many connections one of them has: on one host another one's call takes the place of one of them."""
    tokens = write_tokens(tmp_path / "tokens.toml", "verify", ALL) if by == "token" else None
    with (
        mutual(tmp_path, queue=4, queue_seconds=60, tokens=tokens) as (address, ours, theirs),
        ExitStack() as open_ones,
    ):
        clients = [theirs.issue("greedy"), theirs.issue("modest")] if by == "certificate" else [theirs.issue("one")] * 2
        shown = [showing("verify"), showing(ALL)] if by == "token" else [()] * 2

        def ask(who: int, *words: object) -> Any:
            channel = open_ones.enter_context(connected(address, ours, clients[who], alone=True))
            return caller(channel, "VerifyReplay").future(job(*words), metadata=shown[who])

        calls = [ask(0, "hold", str(tmp_path / "0"))]
        held(tmp_path / "0")
        # One after the other, so that each has come before the next.
        wait_for(lambda: calls.append(ask(0, "pid")) or any(call.done() for call in calls))
        full = [call for call in calls if call.done()]
        other = ask(1, "pid")
        wait_for(lambda: other.done() or [call for call in calls if call.done()] != full)
        assert {refusal_of(call.exception()).reason for call in calls if call.done()} == {"QUEUE_FULL"}
        assert not other.done()
        let_go(tmp_path / "0")
        assert other.result(timeout=20)
