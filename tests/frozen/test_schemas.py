"""The schemas of 1.0 and what `buf breaking` says of others (`.ci/run` asks it of ours)."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.frozen.stored import FOLDER

ROOT = Path(__file__).parents[2]
FROZEN = FOLDER / "proto"
RECORD = "shinpan/v1/record.proto"
REPORT = "shinpan/v1/report.proto"
SERVICE = "shinpan/v1/referee.proto"


def breaking(schemas: Path) -> tuple[int, str]:
    """What buf says of schemas beside the frozen ones, by the rules of proto/buf.yaml."""
    buf = Path(sys.executable).parent / "buf"
    command = [str(buf), "breaking", str(schemas), "--against", str(FROZEN), "--config", str(ROOT / "proto/buf.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_ours_break_nobody() -> None:
    """Whoever has code made of the schemas of 1.0 can go on with it."""
    assert breaking(ROOT / "proto") == (0, "")


def test_ci_asks_the_same() -> None:
    """It compares with the frozen files, so that it needs neither history nor tags."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert f"buf breaking --against ../{FROZEN.relative_to(ROOT).as_posix()}" in script


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (RECORD, r"  uint32 seats = 8;", "", "seats"),
        (RECORD, r"uint32 seats = 8;", "uint32 seats = 11;", "seats"),
        (RECORD, r"uint32 seats = 8;", "uint32 chairs = 8;", "chairs"),
        (RECORD, r"uint32 seats = 8;", "sint32 seats = 8;", "seats"),
        (RECORD, r'go_package = "shinpan/v1;', 'go_package = "shinpan/v2;', "go_package"),
        (SERVICE, r"  rpc GetGame\(.*\n", "", "GetGame"),
        (REPORT, r"VERDICT_LEGAL = 1;", "VERDICT_FINE = 1;", "VERDICT_LEGAL"),
    ],
)
def test_what_breaks_somebody_is_found(file: str, old: str, new: str, said: str, tmp_path: Path) -> None:
    """A field that goes, moves, or gets another name or type, a method or a value that goes, another package."""
    schemas = tmp_path / "proto"
    shutil.copytree(FROZEN, schemas)
    text = (schemas / file).read_text("utf-8")
    assert re.search(old, text)
    (schemas / file).write_text(re.sub(old, new, text, count=1), "utf-8")
    code, told = breaking(schemas)
    assert code != 0
    assert said in told


def test_what_is_added_breaks_nobody(tmp_path: Path) -> None:
    """A field with a number of its own."""
    schemas = tmp_path / "proto"
    shutil.copytree(FROZEN, schemas)
    path = schemas / RECORD
    more = "uint32 seats = 8;\n  // Came later.\n  string later = 1000;"
    path.write_text(path.read_text("utf-8").replace("uint32 seats = 8;", more), "utf-8")
    assert breaking(schemas) == (0, "")
