"""How an operator shuts a client out: the page says what to do instead of lists of revoked certificates."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest
from grpc import StatusCode

from shinpan_service.serving.security.tokens import line, new_token
from tests.attack.servers import Server, serving, wait_until

from .calls import caller, refusal
from .certificates import Authority, Pair, connected

SHINPAN = [Path(sys.executable).with_name("shinpan")]
PATIENCE_SECONDS = 60


def reload(server: Server, snapshot: int) -> None:
    """Has the server read its files again, and waits until it has."""
    server.process.send_signal(signal.SIGHUP)
    assert wait_until(lambda: f"this is snapshot {snapshot}" in server.log, PATIENCE_SECONDS), server.log


def test_who_is_shut_out_gets_no_further_answer(tmp_path: Path) -> None:
    """Without its token a client is refused at once, on connections that are open as well; without its authority it
    gets no new connection, and others go on."""
    ours, theirs, others = (Authority(tmp_path, name) for name in ("ours", "theirs", "others"))
    server_pair, mine, gone = ours.issue("server"), theirs.issue("mine"), others.issue("gone")
    clients, tokens = tmp_path / "clients.pem", tmp_path / "tokens.toml"
    clients.write_bytes(theirs.file.read_bytes() + others.file.read_bytes())
    held = {"mine": new_token(), "gone": new_token()}
    lines = {name: line(name, token, ("verify",)) + "\n" for name, token in held.items()}
    tokens.write_text("".join(lines.values()), "utf-8")
    environment = {
        "SHINPAN_TLS_CERT": str(server_pair.chain),
        "SHINPAN_TLS_KEY": str(server_pair.key),
        "SHINPAN_TLS_CLIENT_CA": str(clients),
        "SHINPAN_TOKENS": str(tokens),
        "SHINPAN_WORKERS": "1",
        "SHINPAN_LOG": "text",
    }

    def asking(pair: Pair, token: str) -> tuple[grpc.Channel, Callable[[], bytes]]:
        channel = connected(server.address, ours, pair, alone=True)
        shown = (("authorization", f"Bearer {held[token]}"),)
        return channel, lambda: caller(channel, "ListGames")(b"", metadata=shown, timeout=PATIENCE_SECONDS)

    with serving(SHINPAN, environment=environment) as server:
        open_one, ask = asking(gone, "gone")
        with open_one:
            assert ask()
            tokens.write_text(lines["mine"], "utf-8")
            reload(server, 2)
            assert refusal(ask).code is StatusCode.UNAUTHENTICATED
        clients.write_bytes(theirs.file.read_bytes())
        reload(server, 3)
        # With a token that counts, but a certificate that no more does.
        stranger, ask = asking(gone, "mine")
        with stranger, pytest.raises(grpc.RpcError) as raised:
            ask()
        assert raised.value.code() is StatusCode.UNAVAILABLE
        known, ask = asking(mine, "mine")
        with known:
            assert ask()
