"""Builds what the referee's page needs besides our own code: Python in WebAssembly, msgspec, the worker.

`python -m tools.page_runtime` writes `service/shinpan_records/page/runtime`, which is never committed.
`python -m tools.page_runtime library` first writes the list of the library's files that are needed, `page/library.txt`:
after a change of what engine and records import, and with another Pyodide.
"""

import argparse
import gzip
import io
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from shinpan_records.page.file import COMPILED, EPOCH, engine_archive, source_sign

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "page"
PYODIDE = PAGE / "node_modules" / "pyodide"
RUNTIME = ROOT / "service" / "shinpan_records" / "page" / "runtime"
LIBRARY = PAGE / "library.txt"
WHEEL = ("--only-binary=:all:", "--no-deps", "--python-version=3.14", "--implementation=cp", "--abi=cp314",
         "--platform=pyemscripten_2026_0_wasm32", "--require-hashes")  # fmt: skip
"""How pip is asked for the wheel that fits this Pyodide; `page/wheels.txt` pins its content."""
RECORDS = (
    "*/printed-*.shinpan",
    "seen/*/printed-replay.shinpan",
    "*/random-*1.shinpan",
    "drive/random-*-a-lost.shinpan",
)


def wheel(folder: Path) -> Path:
    """msgspec for WebAssembly, from the package index."""
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", *WHEEL, "-r", PAGE / "wheels.txt", "-d", folder], check=True
    )
    return next(folder.glob("*.whl"))


def needed(msgspec: Path, folder: Path) -> list[str]:
    """The files of Python's library that are imported while records of every game are judged and shown."""
    engine = folder / "engine.zip"
    engine.write_bytes(engine_archive())
    records = sorted(path for pattern in RECORDS for path in (ROOT / "fixtures").glob(pattern))
    asked = ["node", "library.mjs", str(engine), str(msgspec), *map(str, records)]
    return subprocess.run(asked, cwd=PAGE, check=True, stdout=subprocess.PIPE, text=True).stdout.split()


def trimmed() -> bytes:
    """Python's library with the files of the list."""
    found = io.BytesIO()
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as whole, zipfile.ZipFile(found, "w") as archive:
        for name in LIBRARY.read_text("utf-8").split():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), whole.read(name))
    return found.getvalue()


def compiled(archive: bytes, folder: Path) -> bytes:
    """The modules of an archive, compiled for the Python of Pyodide."""
    source, made = folder / "source.zip", folder / "made.zip"
    source.write_bytes(archive)
    subprocess.run(["node", "compile.mjs", str(source), str(made)], cwd=PAGE, check=True)
    return made.read_bytes()


def with_sources(archive: bytes, made: bytes) -> bytes:
    """What was made of each module of an archive, with the sign of its source: one that is changed later goes as it
    is."""
    found = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as sources,
        zipfile.ZipFile(io.BytesIO(made)) as given,
        zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as whole,
    ):
        for name in given.namelist():
            info = zipfile.ZipInfo(name, EPOCH)
            info.comment = source_sign(sources.read(name.removesuffix("c")))
            whole.writestr(info, given.read(name), zipfile.ZIP_DEFLATED)
    return found.getvalue()


def notices(msgspec: Path) -> str:
    """What the makers of the parts want to be said with them."""
    with zipfile.ZipFile(msgspec) as archive:
        licence = next(name for name in archive.namelist() if name.endswith("LICENSE"))
        said = archive.read(licence).decode()
    python = Path(subprocess.__file__).with_name("LICENSE.txt")
    parts = [(PAGE / "notices.txt").read_text("utf-8"), f"msgspec\n\n{said}"]
    return "\n\n".join([*parts, f"Python\n\n{python.read_text('utf-8')}"] if python.exists() else parts)


def build(msgspec: Path, folder: Path) -> None:
    """Writes the runtime."""
    subprocess.run(["node", "build.mjs", "worker"], cwd=PAGE, check=True)
    parts = {
        "worker": (RUNTIME / "worker.js").read_bytes(),
        "wasm": (PYODIDE / "pyodide.asm.wasm").read_bytes(),
        "library": compiled(trimmed(), folder),
        "msgspec": msgspec.read_bytes(),
    }
    (RUNTIME / "worker.js").unlink()
    engine = engine_archive()
    (RUNTIME / COMPILED).write_bytes(with_sources(engine, compiled(engine, folder)))
    (RUNTIME / "notices.txt").write_text(notices(msgspec), "utf-8")
    for name, data in parts.items():
        packed = gzip.compress(data, 9, mtime=0)
        (RUNTIME / f"{name}.gz").write_bytes(packed)
        print(f"{name}: {len(data)} bytes, packed {len(packed)}")


def main() -> None:
    """Builds the runtime; asked for the library, its list too."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["library"], help="write the list of the library's files too")
    asked = parser.parse_args()
    if not PYODIDE.exists():
        raise SystemExit("page/node_modules is missing: cd page && npm ci")
    RUNTIME.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        msgspec = wheel(Path(folder))
        if asked.what:
            LIBRARY.write_text("".join(f"{name}\n" for name in needed(msgspec, Path(folder))), "utf-8")
        build(msgspec, Path(folder))


if __name__ == "__main__":
    main()
