"""Records in zip files: bounded in number, size and ratio, and no archive inside another is opened."""

import zlib
from collections.abc import Iterator
from os import fsencode
from pathlib import PurePosixPath
from struct import Struct
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from shinpan_engine.kernel.messages import Message, say
from shinpan_records.limits import MOST_RECORD_BYTES
from shinpan_records.plain_files import too_large

from .many import Broken

END = ".zip"
MOST_DIRECTORY_BYTES = 16 << 20
"""The list of what is in an archive, which is read as a whole: about 200,000 files."""
MOST_RATIO = 200
"""All records together may be so many times the archive. Transcripts of the same moves come to 20."""
_END_RECORD = Struct("<4s4H2LH")
_SIGNATURE = b"PK\5\6"
_LONGEST_COMMENT = 0xFFFF
_ENCRYPTED = 1
_WRONG = (BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OverflowError)
"""What the library raises for archives that are none."""


def members(file: BinaryIO, ends: tuple[str, ...], nested: tuple[str, ...]) -> Iterator[tuple[str, bytes | Message]]:
    """The records in an archive in byte order of their names, each with its bytes or why these cannot be had. Those
    with a `nested` end are refused one by one. Raises `Broken` for what is no archive, or too much of one."""
    try:
        _refuse_long_lists(file)
        with ZipFile(file) as archive:
            known = [one for one in archive.infolist() if not one.is_dir()]
            _refuse_bombs(known, file.seek(0, 2))
            for one in sorted(known, key=lambda info: fsencode(_name(info))):
                if (end := PurePosixPath(one.filename).suffix) in nested:
                    yield _name(one), say("cli.zip.nested")
                elif end in ends:
                    yield _name(one), _data(archive, one)
    except _WRONG:
        raise Broken(say("cli.zip.broken")) from None


def count_in(file: BinaryIO, ends: tuple[str, ...]) -> int:
    """How many records are in an archive, as its list says; none if there is no list."""
    try:
        _refuse_long_lists(file)
        with ZipFile(file) as archive:
            return sum(PurePosixPath(name).suffix in ends for name in archive.namelist())
    except (Broken, *_WRONG):
        return 0


def _name(info: ZipInfo) -> str:
    # Half a sign can stand in a name, and cannot be written.
    return info.filename.encode("utf-8", "replace").decode()


def _data(archive: ZipFile, info: ZipInfo) -> bytes | Message:
    if info.flag_bits & _ENCRYPTED:
        return say("cli.zip.encrypted")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return say("cli.zip.packing")
    if info.file_size > MOST_RECORD_BYTES:
        return too_large()
    try:
        # The library reads no more than the list says.
        return archive.read(info)
    except _WRONG:
        return say("cli.zip.member")


def _refuse_long_lists(file: BinaryIO) -> None:
    """The end of an archive says how long its list is, and no more is read of it."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END_RECORD.size - _LONGEST_COMMENT))
    tail = file.read()
    at = tail.rfind(_SIGNATURE)
    if at < 0 or at + _END_RECORD.size > len(tail):
        raise Broken(say("cli.zip.broken"))
    length = _END_RECORD.unpack_from(tail, at)[5]
    if length > MOST_DIRECTORY_BYTES:
        raise Broken(say("cli.zip.many", most=MOST_DIRECTORY_BYTES))


def _refuse_bombs(known: list[ZipInfo], size: int) -> None:
    whole = sum(one.file_size for one in known)
    if whole > MOST_RATIO * size:
        raise Broken(say("cli.zip.ratio", bytes=whole, size=size))
