"""Pack files as plain bytes, wherever they lie: so another process can be given the same content."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import IO, Literal, NamedTuple, Protocol

from ..errors import PackError

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
    unread: str = ""
    ours: bool = False
    """Whether it comes with the game."""

    @property
    def told(self) -> str:
        """Where it comes from, for people."""
        return "what comes with shinpan" if self.ours else self.where

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
        return [PackText(str(path), unread=f"cannot be read: {error.strerror}")]
    return list(_of_folder(own, str(path)))


def _of_folder(own: Sequence[File], where: str) -> Iterator[PackText]:
    """The first of the files of a folder; where they end is told."""
    for file in own[:MOST_OWN_PACKS]:
        yield _read(file, f"{where}/{file.name}")
    for file in own[MOST_OWN_PACKS : MOST_OWN_PACKS + 1]:
        why = f"at most {MOST_OWN_PACKS} packs of an owner are read, so this and all after it are left out"
        yield PackText(f"{where}/{file.name}", unread=why)


def _read(file: File, where: str, ours: bool = False) -> PackText:
    try:
        return PackText(where, _bytes_of(file), ours=ours)
    except PackError as error:
        return PackText(where, unread=str(error), ours=ours)


def _bytes_of(path: File) -> bytes:
    """The content of a file, if it is one: nobody waits for what a pipe or a device may have to say."""
    try:
        if not path.is_file():
            raise PackError("cannot be read: there is no plain file")
        with path.open("rb") as file:
            data = file.read(MOST_PACK_BYTES + 1)
    except OSError as error:
        raise PackError(f"cannot be read: {error.strerror}") from None
    if len(data) > MOST_PACK_BYTES:
        raise PackError(f"it is too large: a pack file has at most {MOST_PACK_BYTES} bytes")
    return data
