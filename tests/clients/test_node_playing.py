"""Games that a client in another language plays over `PlayGame`, and how it reaches a server that guards itself."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_service.messages.records import record_from_message
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.security.tokens import line, new_token
from shinpan_service.serving.server import running
from tests.attack.servers import serving
from tests.random_games import play
from tests.service.certificates import Authority

from .programs import Program, printed, write

KILLS = 4


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_whole_game_is_played(node: Program, service: str, tmp_path: Path, game: Game) -> None:
    """From a header to the end over `PlayGame`, with a seed of the server: an entry is taken back and done again, the
    stream is broken off and another opened, and every hash comes out."""
    done = node("play.js", service, write(tmp_path, play(game, 1)))
    assert (done.returncode, done.stdout.split()[0]) == (0, "ok"), done.stderr
    assert int(done.stdout.split()[1]) > 20


def test_a_game_outlives_its_workers(node: Program, tmp_path: Path) -> None:
    """Workers are killed while it is played; the record that is saved is legal."""
    saved, over = tmp_path / "saved.pb", Event()
    patient = {"SHINPAN_QUEUE_SECONDS": "60"}
    with serving([Path(sys.executable).with_name("shinpan")], environment=patient) as server:

        def kill() -> int:
            """A few: a busy machine takes its time to start others."""
            killed = 0
            while killed < KILLS and not over.wait(0.3):
                for pid in server.workers[:1]:
                    os.kill(pid, signal.SIGKILL)
                    killed += 1
            return killed

        with ThreadPoolExecutor(1) as pool:
            killing = pool.submit(kill)
            done = node("play.js", server.address, write(tmp_path, play(GAMES["hackclad"], 1)), saved)
            over.set()
            assert killing.result() > 0
    assert (done.returncode, done.stdout[:3]) == (0, "ok "), done.stderr
    record = record_from_message(record_pb2.Record.FromString(saved.read_bytes()))
    assert verify(GAMES, record).verdict == Verdict.LEGAL


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A server that asks for a certificate and a token, and the variables of a client that has both."""
    folder = tmp_path_factory.mktemp("guarded")
    ours, theirs, token = Authority(folder, "ours"), Authority(folder, "theirs"), new_token()
    server, client = ours.issue("server", "localhost", "127.0.0.1"), theirs.issue("client")
    tokens = folder / "tokens.toml"
    tokens.write_text(line("lab", token, ("verify", "view:referee")), "utf-8")
    options = ServerOptions(
        workers=1, tls_cert=server.chain, tls_key=server.key, tls_client_ca=theirs.file, tokens=tokens
    )
    with running(options) as address:
        yield (
            # Node warns of an address in place of a name.
            address.replace("127.0.0.1", "localhost"),
            {
                "SHINPAN_SERVER_CA": str(ours.file),
                "SHINPAN_CLIENT_CERT": str(client.chain),
                "SHINPAN_CLIENT_KEY": str(client.key),
                "SHINPAN_TOKEN": token,
            },
        )


def test_a_game_is_played_with_a_certificate_and_a_token(
    node: Program, guarded: tuple[str, dict[str, str]], tmp_path: Path
) -> None:
    """Over mutual TLS, by the variables that the command `shinpan` reads; the record that is saved is legal."""
    address, given = guarded
    saved, begun = tmp_path / "saved.pb", play(GAMES["anoare"], 1)
    done = node("play.js", address, write(tmp_path, begun), saved, **given)
    assert (done.returncode, done.stdout[:3]) == (0, "ok "), done.stderr
    record = record_from_message(record_pb2.Record.FromString(saved.read_bytes()))
    assert record.header.chance != begun.header.chance
    assert verify(GAMES, record).verdict == Verdict.LEGAL


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (("SHINPAN_TOKEN",), "UNAUTHENTICATED: "),
        (("SHINPAN_CLIENT_CERT", "SHINPAN_CLIENT_KEY"), "UNAVAILABLE: "),
        (("SHINPAN_SERVER_CA",), "UNAVAILABLE: "),
        (("SHINPAN_CLIENT_KEY",), "give both SHINPAN_CLIENT_CERT and SHINPAN_CLIENT_KEY"),
    ],
)
def test_who_lacks_something_is_told(
    node: Program, guarded: tuple[str, dict[str, str]], tmp_path: Path, missing: tuple[str, ...], said: str
) -> None:
    """Without the token, the certificate, or the authority of the server nothing is asked."""
    address, given = guarded
    left = {name: value for name, value in given.items() if name not in missing}
    done = node("play.js", address, write(tmp_path, printed()), **left)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(said), done.stderr


def test_a_token_is_not_sent_where_others_could_read_it(node: Program, tmp_path: Path) -> None:
    """In plain text to another machine: nothing is sent at all."""
    done = node("client.js", "192.0.2.1:50051", write(tmp_path, printed()), SHINPAN_TOKEN="secret")
    assert done.returncode == 1
    assert "a token is not sent in plain text to another machine" in done.stderr
    assert "secret" not in done.stderr
