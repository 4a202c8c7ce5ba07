"""What the page for builders shows of HTTP is what happens, block by block."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import PRINTED
from tests.service.test_operating import BIN, free_port

PAGE = (Path(__file__).parents[2] / "docs" / "integrating.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("curl") is None, reason="the page calls with curl")
def test_the_page_for_builders_calls_over_http(tmp_path: Path) -> None:
    """The server of its first block is asked by the second, with curl, and by the third, in Python."""
    (chapter,) = re.findall(r"^## Over HTTP$(.*?)^## ", PAGE, re.MULTILINE | re.DOTALL)
    serve, call, python = re.findall(r"^```(?:sh|python)\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)
    ports = {"50051": free_port(), "8080": free_port()}
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    shutil.copy(PRINTED, tmp_path / "game.shinpan")

    def here(text: str) -> str:
        return re.sub("|".join(ports), lambda found: ports[found[0]], text)

    def done(*command: str) -> str:
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    command = [*here(serve).split(), "--workers", "1"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline() == f"listening on 127.0.0.1:{ports['50051']}\n"
            assert server.stdout.readline() == f"listening on http://127.0.0.1:{ports['8080']}/\n"
            assert '"verdict": "VERDICT_LEGAL"' in done("bash", "-euo", "pipefail", "-c", here(call))
            assert done(sys.executable, "-c", here(python)) == "game VERDICT_LEGAL\n"
        finally:
            server.terminate()
    assert server.returncode == 0
