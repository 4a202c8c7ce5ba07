"""What the page for operators shows is what happens: a server is put up with mutual TLS and two tokens as it says."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import PRINTED, run

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text("utf-8")
SERVE = "shinpan serve --config shinpan.toml\n"
BIN = Path(sys.executable).parent


def steps() -> list[tuple[str, str]]:
    """The blocks of the chapter, with what they are written in."""
    (chapter,) = re.findall(r"^## Who may what$(.*?)^## ", PAGE, re.MULTILINE | re.DOTALL)
    return re.findall(r"^```(sh|toml)\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)


def free_port() -> str:
    """A port that nobody listens on, in place of the one that the page names."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return str(listening.getsockname()[1])


@pytest.mark.skipif(shutil.which("openssl") is None, reason="the page makes certificates with openssl")
def test_a_server_is_put_up_as_the_page_says(tmp_path: Path) -> None:
    """Every block in its order. The clients are answered as the commands answer by themselves, and the last is refused
    for the scope that the page names."""
    port, environment = free_port(), {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    shutil.copy(PRINTED, tmp_path / "game.shinpan")

    def shell(text: str) -> subprocess.CompletedProcess[str]:
        command = ["bash", "-euo", "pipefail", "-c", text.replace("50051", port)]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    authority, tokens, (_, settings), serve, clients = steps()
    for kind, text in (authority, tokens):
        done = shell(text)
        assert (kind, done.returncode) == ("sh", 0), done.stderr
    (tmp_path / "shinpan.toml").write_text(settings.replace("50051", port), "utf-8")
    check = serve[1].replace(SERVE, "")
    assert check != serve[1]
    assert "tls_client_ca = " in shell(check).stdout
    with subprocess.Popen(
        ["shinpan", *SERVE.split()[1:], "--workers", "1"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline() == f"listening on 127.0.0.1:{port}\n"
            done = shell(clients[1])
        finally:
            server.terminate()
    verified, shown = run("verify", PRINTED).out, run("show", PRINTED, "--as", "public").out
    assert done.stdout == verified.replace(str(PRINTED), "game.shinpan") + shown
    assert done.returncode == 2
    assert "the token does not have the scope “view:referee”" in done.stderr
    assert {path.stat().st_mode & 0o077 for path in tmp_path.glob("*.token")} == {0}
