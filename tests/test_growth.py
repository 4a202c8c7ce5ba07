"""Fields that are added later leave every hash and every canonical byte of before as it is."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.json_format import ParseDict
from google.protobuf.message_factory import GetMessageClass

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.canon import NotCanonical, decode
from tools import by_schema, conformance, conformance_growth

from . import growing
from .clients.programs import Program, node

__all__ = ["node"]
GOLDENS_EACH = 6
CHECKED = """
import sys
from pathlib import Path
import shinpan_engine
from shinpan_engine.kernel.forms import canon
from shinpan_service.workbench import goldens
print(Path(shinpan_engine.__file__).parent.parent, len(canon._GROWN))
for path in sys.argv[1:]:
    print(goldens.check(Path(path)) or "ok")
"""


@pytest.fixture(scope="module")
def descriptors(tmp_path_factory: pytest.TempPathFactory) -> FileDescriptorSet:
    """The schemas with new fields in every message."""
    return growing.descriptors(growing.schemas(tmp_path_factory.mktemp("grown")))


def test_old_vectors_come_out_by_a_schema_that_has_grown(descriptors: FileDescriptorSet) -> None:
    """Every message of the vectors has the bytes that it had."""
    pool = DescriptorPool()
    for file in descriptors.file:
        pool.Add(file)
    rows = json.loads((conformance.FOLDER / "canonical.json").read_text("utf-8"))["messages"]
    for row in rows:
        kind = GetMessageClass(pool.FindMessageTypeByName(row["type"]))
        assert "came_later" in kind.DESCRIPTOR.fields_by_name
        assert by_schema.canonical(ParseDict(row["json"], kind())).hex() == row["canonical"], row["about"]
    assert len({row["type"] for row in rows}) > 2 * len(GAMES)


def test_what_was_added_comes_out_by_the_schema_alone(tmp_path: Path) -> None:
    """Vectors of messages that grew are what their schema gives."""
    shutil.copy(conformance.GROWTH, tmp_path)
    (file,) = growing.descriptors(tmp_path).file
    pool = DescriptorPool()
    pool.Add(file)
    vectors = json.loads((conformance.FOLDER / "growth.json").read_text("utf-8"))
    for row in vectors["messages"]:
        kind = GetMessageClass(pool.FindMessageTypeByName(row["type"]))
        assert by_schema.canonical(ParseDict(row["json"], kind())).hex() == row["canonical"], row["about"]
    said = {field for row in vectors["messages"] for field in row["json"]}
    assert said == {field.name for field in pool.FindMessageTypeByName("shinpan.growth.v1.Sheet").fields}


@pytest.mark.parametrize("data", [pytest.param(data, id=about) for about, data in conformance_growth.refused()])
def test_another_spelling_is_refused(data: bytes) -> None:
    """Whoever reads canonical bytes refuses these."""
    with conformance_growth.grown(), pytest.raises(NotCanonical):
        decode(data, conformance_growth.Sheet)


def test_old_vectors_come_out_in_the_other_language(node: Program, tmp_path: Path) -> None:
    """So they have in a client that knows the schema only."""
    done = node("conformance.js", conformance.FOLDER, growing.schemas(tmp_path))
    assert done.returncode == 0, done.stderr


def test_old_games_come_out_in_an_engine_that_has_grown(tmp_path: Path) -> None:
    """Goldens hold, hash by hash, when every set-up, action, state and message inside them has new fields, and the
    header too."""
    engine = growing.engine(tmp_path, growing.descriptors(growing.schemas(tmp_path, for_engine=True)))
    paths = [
        path
        for game in GAMES
        for path in sorted((conformance.REPOSITORY / "fixtures" / game).glob("*.shinpan"))[:: 200 // GOLDENS_EACH]
    ]
    path = os.pathsep.join([str(engine), str(conformance.REPOSITORY / "service")])
    done = subprocess.run(
        [sys.executable, "-c", CHECKED, *map(str, paths)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    first, *checked = done.stdout.splitlines()
    place, grown = first.split()
    assert Path(place) == engine
    assert int(grown) > 30 * len(GAMES)
    assert checked == ["ok"] * len(paths)
