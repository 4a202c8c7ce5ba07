"""The files of a frozen release.

Records of a mode lie in one zip, each as the protobuf message that a client sends, with its own links: the link after
every action cut to 8 bytes, header hash, first state hash, last link and result whole. So `shinpan verify` itself says
whether one comes out, and any tool opens the file. As text they would be ten times as large, and nobody reads 2,600
random games; `shinpan convert` writes one as a transcript.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "fixtures" / "frozen" / "1.0"
RECORDS = FOLDER / "records"
DIGESTS = FOLDER / "digests.json"
REPLAYS = FOLDER / "replays"
SUMS = FOLDER / "SHA256SUMS"
PLAIN = (1980, 1, 1, 0, 0, 0)
"""The date of every member of a zip: no clock."""


class Mode(NamedTuple):
    """A mode that was frozen."""

    game: Game
    mode: str

    def __str__(self) -> str:
        return f"{self.game.name}-{self.mode}"

    @property
    def path(self) -> Path:
        """Its records."""
        return RECORDS / f"{self}.zip"

    def name(self, number: int) -> str:
        """The name of one of its records, the first being 1."""
        return f"{self}-{number:03d}.pb"


class Series(NamedTuple):
    """What a series of seeded games of a mode came to."""

    games: int
    digests: Mapping[int, str]
    """The digest of the first so many games, by their number."""
    blocks: Sequence[str]
    """The beginning of the digest of every hundred games, so that a difference has a place."""


class Frozen(NamedTuple):
    """What is written down of a mode in text."""

    records: int
    actions: int
    digest: str
    """The digest of its stored records, as docs/wire.md has it for a series of games."""
    series: Series


def modes() -> list[Mode]:
    """Every mode that can be played, in the registry's order."""
    return [Mode(game, mode.name) for game in GAMES.values() for mode in game.modes if mode.supported]


def frozen_modes() -> list[Mode]:
    """Those that were frozen. Later ones are frozen by a later release; none of these goes."""
    known = {str(mode): mode for mode in modes()}
    gone = [name for name in digests() if name not in known]
    assert not gone, f"no longer played here, though frozen: {', '.join(gone)}"
    return [known[name] for name in digests()]


def stored(mode: Mode, numbers: Sequence[int] = ()) -> Iterator[tuple[str, bytes]]:
    """The stored records of a mode with their names: all, or those of some numbers."""
    with ZipFile(mode.path) as file:
        for name in [mode.name(number) for number in numbers] or sorted(file.namelist()):
            yield name, file.read(name)


def write_records(mode: Mode, records: Sequence[bytes]) -> None:
    """Writes the records of a mode."""
    mode.path.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(mode.path, "w") as file:
        for number, data in enumerate(records, start=1):
            member = ZipInfo(mode.name(number), PLAIN)
            member.compress_type = ZIP_DEFLATED
            file.writestr(member, data, compresslevel=9)


def digests() -> dict[str, Frozen]:
    """What is written down, by mode."""
    if not DIGESTS.exists():
        return {}
    found = {}
    for row in json.loads(DIGESTS.read_text("utf-8"))["modes"]:
        digests = {int(games): digest for games, digest in row["digests"].items()}
        series = Series(row["games"], digests, row["blocks"])
        found[row["mode"]] = Frozen(row["records"], row["actions"], row["digest"], series)
    return found


def write_digests(found: Mapping[str, Frozen]) -> None:
    """Writes them, a line for each mode, in the registry's order."""
    rows = [_row(str(mode), found[str(mode)]) for mode in modes() if str(mode) in found]
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
    DIGESTS.write_text(f'{{\n  "player": "play-1",\n  "modes": [\n{lines}\n  ]\n}}\n', "utf-8")


def _row(mode: str, of: Frozen) -> dict[str, object]:
    plain = {"mode": mode, "records": of.records, "actions": of.actions, "digest": of.digest}
    digests = {str(games): digest for games, digest in of.series.digests.items()}
    return {**plain, "games": of.series.games, "digests": digests, "blocks": list(of.series.blocks)}


def sums(folder: Path = FOLDER) -> str:
    """What `sha256sum` says of every file in the folder but its own list."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != SUMS.name)
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}" for path in paths]
    return "\n".join([*lines, ""])
