"""The project as it would be after every message got new fields."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from tools import structs

ROOT = Path(__file__).parents[1]
FIELDS = ("uint32 came_later", "bool came_as_truth", "string came_as_text", "repeated uint32 came_as_list")
MESSAGE = re.compile(r"^message (\w+) \{(\}|.*?^\})", re.MULTILINE | re.DOTALL)


def schemas(folder: Path, for_engine: bool = False) -> Path:
    """The schemas with new fields in every message. For the engine without lists, since rules look up some of its
    classes in tables, and without those of `Action`, whose class is the kernel's."""
    grown = folder / "proto"
    shutil.copytree(ROOT / "proto", grown)
    for path in sorted(grown.rglob("*.proto")):
        if path.name != "options.proto":
            path.write_text(MESSAGE.sub(lambda found: _grown(found, for_engine), path.read_text("utf-8")), "utf-8")
    return grown


def _grown(message: "re.Match[str]", for_engine: bool) -> str:
    if for_engine and message[1] == structs.ACTION:
        return message[0]
    new = FIELDS[:-1] if for_engine else FIELDS
    fields = [f"  // Came later.\n  {field} = {structs.LATER + at};\n" for at, field in enumerate(new)]
    return f"{message[0].removesuffix('}')}\n{''.join(fields)}}}"


def descriptors(proto: Path) -> FileDescriptorSet:
    """What protoc would make of the schemas."""
    out = proto.parent / "schemas.binpb"
    buf = Path(sys.executable).with_name("buf")
    done = subprocess.run([buf, "build", proto, "-o", out], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return FileDescriptorSet.FromString(out.read_bytes())


def engine(folder: Path, schemas: FileDescriptorSet) -> Path:
    """The engine with the classes that the schemas give, and a header that has grown too."""
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for target, text in structs.modules(schemas):
        (folder / target).write_text(text, "utf-8")
    record = folder / "engine/shinpan_engine/kernel/judging/record.py"
    text = record.read_text("utf-8")
    header = re.search(r"^class Header\(.*?(?=^class )", text, re.MULTILINE | re.DOTALL)
    assert header is not None
    grown = f"{header[0].rstrip()}\n    came_later: int = 0\n\n\ngrown(Header, 1)\n\n\n"
    text = text.replace(header[0], grown).replace(
        "import msgspec\n", "import msgspec\n\nfrom ..forms.canon import grown\n"
    )
    record.write_text(text, "utf-8")
    return folder / "engine"
