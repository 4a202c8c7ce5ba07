"""Pack files as plain bytes, wherever they lie: so another process can be given the same content."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import IO, Literal, NamedTuple, Protocol

from ..errors import PackError
from ..forms.system import why_of_system
from ..messages import Message, Value, say

MOST_OWN_PACKS = 100
"""Files of one folder that are read, beside ours."""
MOST_PACK_BYTES = 1 << 20
"""A pack file; more than ten times the largest of ours."""
SHIPPED = ("print.toml", "house.toml")
END = ".toml"


class PackText(NamedTuple):
    """A pack file as it was read, or why it could not be."""

    where: str
    data: bytes = b""
    unread: Message | None = None
    ours: bool = False
    """Whether it comes with the game."""

    @property
    def told(self) -> Value:
        """Where it comes from, for people."""
        return say("packfile.ours") if self.ours else self.where

    @property
    def stem(self) -> str:
        """The name of the file without its end."""
        return self.where.replace("\\", "/").rpartition("/")[2].removesuffix(END)


class File(Protocol):
    """A file of a folder or of an archive."""

    @property
    def name(self) -> str: ...

    def is_file(self) -> bool: ...

    def open(self, mode: Literal["rb"]) -> IO[bytes]: ...


def read_folder(package: str) -> tuple[PackText, ...]:
    """The pack files in the folder of a game: ours first, then those of an owner by name. What cannot be read is
    noted."""
    folder = files(package).joinpath("packs")
    ours = [folder.joinpath(name) for name in SHIPPED]
    named = sorted(file.name for file in folder.iterdir())
    own = [folder.joinpath(name) for name in named if name.endswith(END) and name not in SHIPPED]
    where = str(folder)
    return (*(_read(file, f"{where}/{file.name}", ours=True) for file in ours), *_of_folder(own, where))


def read_file(path: Path) -> PackText:
    """A pack file that lies anywhere."""
    return _read(path, str(path))


def read_files(path: Path) -> list[PackText]:
    """The pack files in a folder that lies anywhere, by name."""
    try:
        own = [path.joinpath(name) for name in sorted(file.name for file in path.iterdir()) if name.endswith(END)]
    except OSError as error:
        return [PackText(str(path), unread=say("packfile.unread", why=why_of_system(error)))]
    return list(_of_folder(own, str(path)))


def _of_folder(own: Sequence[File], where: str) -> Iterator[PackText]:
    """The first of the files of a folder; where they end is told."""
    for file in own[:MOST_OWN_PACKS]:
        yield _read(file, f"{where}/{file.name}")
    for file in own[MOST_OWN_PACKS : MOST_OWN_PACKS + 1]:
        why = say("packfile.too_many", most=MOST_OWN_PACKS)
        yield PackText(f"{where}/{file.name}", unread=why)


def _read(file: File, where: str, ours: bool = False) -> PackText:
    try:
        return PackText(where, _bytes_of(file), ours=ours)
    except PackError as error:
        return PackText(where, unread=error.message, ours=ours)


def _bytes_of(path: File) -> bytes:
    """The content of a file, if it is one: nobody waits for what a pipe or a device may have to say."""
    try:
        if not path.is_file():
            raise PackError("packfile.no_file")
        with path.open("rb") as file:
            data = file.read(MOST_PACK_BYTES + 1)
    except OSError as error:
        raise PackError("packfile.unread", why=why_of_system(error)) from None
    if len(data) > MOST_PACK_BYTES:
        raise PackError("packfile.too_large", most=MOST_PACK_BYTES)
    return data
