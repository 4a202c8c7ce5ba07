"""Records one after the other, from wherever they lie: each with its name and its bytes, or why it cannot be had."""

import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path, PurePath
from typing import BinaryIO, NamedTuple

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.forms.system import why_of_system
from shinpan_engine.kernel.messages import Message, say
from shinpan_records.limits import MOST_RECORD_BYTES
from shinpan_records.plain_files import plain_bytes, plain_file, too_large

from . import many, zips
from .many import Broken, Form
from .walking import STANDARD_INPUT, end_of, places

RECORD_ENDS = tuple(form.value for form in Form)
ARCHIVE_ENDS = (many.END, zips.END)
ENDS = (*RECORD_ENDS, *ARCHIVE_ENDS)
"""How names end of what can have records in it."""
_BEGINS_TRANSCRIPT = b"shinpan"
_BOM = b"\xef\xbb\xbf"
_ZIP = b"PK\3\4"


class Source(NamedTuple):
    """A record, or why there is none."""

    name: str
    """Where it lies: in an archive behind the name of that."""
    inner: str
    """The same from the folder or archive that was named."""
    form: Form
    data: bytes
    broken: Message | None = None


def fault(error: Exception) -> Message:
    """What is said of an error that nobody foresaw: the system's words, or of a fault of ours enough to find it."""
    if isinstance(error, OSError):
        return why_of_system(error)
    if isinstance(error, EngineError):
        return error.message
    *_, last = traceback.extract_tb(error.__traceback__)
    place = f"{Path(last.filename).name}, line {last.lineno}"
    return say("cli.fault", error=f"{type(error).__name__}: {error}", place=place)


def sources(named: Iterable[str]) -> Iterator[Source]:
    """The records in all that is named: files, folders, patterns, archives, records in these, standard input."""
    for name in named:
        if not os.path.lexists(name) and _parted(name)[1]:
            yield one(name)
            continue
        for place in places([name], ENDS):
            yield from _at(place, name)


def count(named: Iterable[str]) -> int:
    """About how many records there are, of standard input none: what is broken counts once or not at all."""
    return sum(map(_count_at, places((name for name in named if name != STANDARD_INPUT), ENDS)))


def one(name: str) -> Source:
    """The only record in a file. One of several is named behind the file, by its name or its number."""
    archive, inner = _parted(name)
    if not inner and not name.endswith(ARCHIVE_ENDS):
        return next(_at(name, name))
    if inner:
        found = enumerate(_at(archive, archive), start=1)
        chosen = next((record for at, record in found if inner in (record.inner, str(at))), None)
        return chosen or _broken(name, say("cli.many.none", name=inner))
    first = [*islice(_at(archive, archive), 2)]
    return first[0] if len(first) == 1 else _broken(name, say("cli.many.which" if first else "cli.many.empty"))


def _parted(name: str) -> tuple[str, str]:
    """The archive that a name leads into, and the rest of the name; no rest if it does not."""
    for above in PurePath(name).parents:
        if above.suffix in ARCHIVE_ENDS and os.path.isfile(above):
            return str(above), PurePath(name).relative_to(above).as_posix()
    return name, ""


def _broken(name: str, why: Message) -> Source:
    return Source(name, name, Form.BINARY, b"", why)


def _at(place: str, named: str) -> Iterator[Source]:
    """The records at one place."""
    try:
        if place == STANDARD_INPUT:
            yield from _in_stream(sys.stdin.buffer)
        elif os.path.isdir(place):
            os.scandir(place).close()
            yield _broken(place, say("transcript.file.folder"))
        elif place.endswith(ARCHIVE_ENDS):
            with plain_file(Path(place)) as file:
                yield from _in_archive(place, named, file)
        else:
            yield _in_file(place, named)
    except OSError as error:
        yield _broken(place, why_of_system(error))
    except Broken as error:
        yield _broken(place, error.message)


def _in_file(place: str, named: str) -> Source:
    end = end_of(place)
    if end not in RECORD_ENDS:
        raise Broken(say("cli.file.ends", known=ENDS))
    inner = _from(place, named) or os.path.basename(place)
    return Source(place, inner.replace(os.sep, "/"), Form(end), plain_bytes(Path(place)))


def _from(place: str, named: str) -> str:
    """The way to a place from the folder that was named."""
    folder = os.path.join(named, "")
    if place.startswith(folder):
        return place.removeprefix(folder)
    return os.path.relpath(place, named) if place != named and os.path.isdir(named) else ""


def _in_archive(place: str, named: str, file: BinaryIO) -> Iterator[Source]:
    # Archives of one folder may have the same names in them.
    folder = PurePath(_from(place, named)).with_suffix("").as_posix() + "/" if _from(place, named) else ""
    if place.endswith(many.END):
        yield from _kept(place, folder, file)
        return
    for name, found in zips.members(file, RECORD_ENDS, ARCHIVE_ENDS):
        if isinstance(found, bytes):
            yield Source(f"{place}/{name}", f"{folder}{name}", Form(PurePath(name).suffix), found)
        else:
            yield _broken(f"{place}/{name}", found)


def _kept(place: str, folder: str, file: many.Readable) -> Iterator[Source]:
    for kept in many.kept_in(file):
        inner = os.fsdecode(kept.name)
        yield Source(f"{place}/{inner}", f"{folder}{inner}", kept.form, kept.data)


def _in_stream(stream: BinaryIO) -> Iterator[Source]:
    """What comes over standard input: many records, or one in any form."""
    data = stream.read(len(many.MAGIC))
    if data == many.MAGIC:
        yield from _kept(STANDARD_INPUT, "", _Behind(data, stream))
        return
    if data.startswith(_ZIP):
        raise Broken(say("cli.zip.stream"))
    data += stream.read(MOST_RECORD_BYTES + 1 - len(data))
    if len(data) > MOST_RECORD_BYTES:
        raise Broken(too_large())
    yield Source(STANDARD_INPUT, "record", _form_of(data), data)


class _Behind:
    """A stream of which the beginning was read already."""

    def __init__(self, begins: bytes, stream: BinaryIO) -> None:
        self._begins = begins
        self._stream = stream

    def read(self, size: int) -> bytes:
        """So many bytes, or fewer at the end."""
        begins, self._begins = self._begins[:size], self._begins[size:]
        return begins + self._stream.read(size - len(begins))


def _form_of(data: bytes) -> Form:
    """The form that a record shows by its beginning: a message has bytes that no text has."""
    begins = data.removeprefix(_BOM).lstrip()
    if begins.startswith(b"{"):
        return Form.JSON
    if begins.startswith(_BEGINS_TRANSCRIPT):
        return Form.TRANSCRIPT
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return Form.BINARY
    return Form.BINARY if b"\0" in data else Form.TRANSCRIPT


def _count_at(place: str) -> int:
    if not place.endswith(ARCHIVE_ENDS):
        return 1
    try:
        with plain_file(Path(place)) as file:
            return many.count_in(file) if place.endswith(many.END) else zips.count_in(file, RECORD_ENDS)
    except OSError:
        return 1
