"""Where records lie: files, folders with all below them, patterns. In byte order of their names."""

import glob
import os
from collections.abc import Iterable, Iterator, Sequence

STANDARD_INPUT = "-"
_FOLDER = "/"


def places(named: Iterable[str], ends: Sequence[str]) -> Iterator[str]:
    """The files named, those with such ends in the folders named, and those that patterns mean. A folder that cannot be
    opened is among them: reading it says why."""
    for name in named:
        if os.path.isdir(name):
            yield from _inside(name, ends)
        elif name != STANDARD_INPUT and glob.has_magic(name) and not os.path.lexists(name):
            meant = sorted(glob.glob(name, recursive=True, include_hidden=True), key=os.fsencode)
            yield from (place for one in meant for place in (_inside(one, ends) if os.path.isdir(one) else [one]))
            if not meant:
                yield name
        else:
            yield name


def _inside(folder: str, ends: Sequence[str]) -> Iterator[str]:
    """The files in a folder and below it. Only the names in one folder are kept at a time, and of those above it."""
    open_folders = [(folder, iter([""]))]
    while open_folders:
        where, names = open_folders[-1]
        name = next(names, None)
        if name is None:
            open_folders.pop()
        elif name and not name.endswith(_FOLDER):
            yield _below(where, name)
        else:
            path = _below(where, name.removesuffix(_FOLDER)) if name else where
            try:
                open_folders.append((path, iter(_names(path, ends))))
            except OSError:
                yield path


def _below(folder: str, name: str) -> str:
    return name if folder == os.curdir else os.path.join(folder, name)


def _names(folder: str, ends: Sequence[str]) -> list[str]:
    """What is to be looked at in a folder; names of folders end in a slash. Links to folders are not followed."""
    with os.scandir(folder) as entries:
        names = [
            entry.name + (_FOLDER if entry.is_dir(follow_symlinks=False) else "")
            for entry in entries
            if entry.is_dir(follow_symlinks=False) or end_of(entry.name) in ends
        ]
    return sorted(names, key=os.fsencode)


def end_of(place: str) -> str:
    """The end of a file's name from its last point on; none if nothing stands before that."""
    name = os.path.basename(place)
    point = name.rfind(".")
    return name[point:] if point > 0 else ""
