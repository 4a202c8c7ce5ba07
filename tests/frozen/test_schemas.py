"""The schemas of 1.0 and what `buf breaking` says of others (`.ci/run` asks it of ours)."""

import shutil
import subprocess
import sys
from pathlib import Path

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
    assert f'buf" breaking --against ../{FROZEN.relative_to(ROOT).as_posix()}' in script


BREAKING = [
    (RECORD, "  uint32 seats = 8;", "", "seats"),
    (RECORD, "uint32 number = 1;", "uint32 number = 11;", "number"),
    (RECORD, "string place = 2;", "string town = 2;", "town"),
    (RECORD, "string date = 3;", "bytes date = 3;", "date"),
    (RECORD, 'go_package = "shinpan/v1;', 'go_package = "shinpan/v2;', "go_package"),
    (SERVICE, "  rpc GetGame(GetGameRequest) returns (GetGameResponse);", "", "GetGame"),
    (REPORT, "VERDICT_LEGAL = 1;", "VERDICT_FINE = 1;", "VERDICT_LEGAL"),
]


def test_what_breaks_somebody_is_found(tmp_path: Path) -> None:
    """A field that goes, moves, or gets another name or type, a method or a value that goes, another package."""
    schemas = tmp_path / "proto"
    shutil.copytree(FROZEN, schemas)
    for file, old, new, _ in BREAKING:
        text = (schemas / file).read_text("utf-8")
        assert old in text
        (schemas / file).write_text(text.replace(old, new, 1), "utf-8")
    code, told = breaking(schemas)
    assert code != 0
    assert [said for *_, said in BREAKING if said not in told] == []


def test_what_is_added_breaks_nobody(tmp_path: Path) -> None:
    """A field with a number of its own."""
    schemas = tmp_path / "proto"
    shutil.copytree(FROZEN, schemas)
    path = schemas / RECORD
    more = "uint32 seats = 8;\n  // Came later.\n  string later = 1000;"
    path.write_text(path.read_text("utf-8").replace("uint32 seats = 8;", more), "utf-8")
    assert breaking(schemas) == (0, "")
