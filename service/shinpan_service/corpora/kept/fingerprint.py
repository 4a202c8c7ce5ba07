"""What results rest on besides the records: the text of the rules, of what reads records, and the packs.

Compiled rules have the text that they were compiled from beside them, so they have the same fingerprint.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

import shinpan
import shinpan_engine
import shinpan_records
import shinpan_service
from shinpan_engine.kernel.packs import PackText

from .rows import SCHEMA

READ = (".py", ".toml")
_LEFT_OUT = (Path("words") / "messages", Path("page"), Path("questions"), Path("repair"))
"""What decides nothing: sentences, since rows have their keys, and what is done with records besides."""

CORPORA = "corpora"
_OF_CORPORA = tuple(map(Path, ("files", "judging.py", "kept/rows.py")))
"""What of the code for many records decides what a row says; the rest keeps rows, counts and shows them."""


def fingerprint(texts: Iterable[PackText]) -> bytes:
    """The fingerprint of this installation with some packs besides."""
    found = sha256(f"shinpan-corpus {SCHEMA} ".encode() + _of_rules())
    for text in texts:
        found.update(sha256(text.data).digest())
    return found.digest()


@cache
def _of_rules() -> bytes:
    found = sha256()
    for name, digest in file_digests().items():
        found.update(name.encode() + b"\0" + bytes.fromhex(digest))
    return found.digest()


def file_digests() -> dict[str, str]:
    """The files that decide in this installation, each with its SHA-256."""
    return {name: sha256(path.read_bytes()).hexdigest() for path, name in _files()}


def differing(others: Mapping[str, str]) -> list[str]:
    """The files that decide and are not the same in another installation, of which the digests are given."""
    ours = file_digests()
    return sorted(name for name in {*ours, *others} if ours.get(name) != others.get(name))


def _files() -> Iterator[tuple[Path, str]]:
    """The files that decide, with their names as they are on every machine."""
    engine, records, service, messages = (
        Path(*package.__path__[:1]) for package in (shinpan_engine, shinpan_records, shinpan_service, shinpan)
    )
    for folder in (engine, records, messages, service / "messages", service / CORPORA):
        for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            inner = path.relative_to(folder)
            left_out = any(map(inner.is_relative_to, _LEFT_OUT))
            if folder.name == CORPORA and not any(map(inner.is_relative_to, _OF_CORPORA)):
                left_out = True
            if path.suffix in READ and not left_out:
                yield path, f"{folder.name}/{inner.as_posix()}"
