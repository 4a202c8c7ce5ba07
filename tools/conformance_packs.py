"""What names a pack, for the conformance vectors: packs that come with the games, and files of an owner."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgpack

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel import packs
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.packs import Pack, PackKind
from shinpan_engine.kernel.packs.shelf import packs_of

FILES = Path(__file__).resolve().parent.parent / "fixtures" / "conformance" / "packs"


class Own(NamedTuple):
    """A pack of an owner: the last of these files, which may stand upon the others and upon a pack that comes along."""

    about: str
    game: str
    files: tuple[str, ...]


OWN = (
    Own("rows upon a pack that comes along", "wars3x3", ("wars3x3-own",)),
    Own("a table over a table, and what is taken back", "wars3x3", ("wars3x3-own", "wars3x3-upon-own")),
    Own("the same content, said otherwise", "wars3x3", ("wars3x3-said-otherwise",)),
    Own("abilities and skills", "anoare", ("anoare-own",)),
    Own("a condition inside an operation", "hackclad", ("hackclad-own",)),
    Own("levels, skills, an enemy", "drive", ("drive-own",)),
    Own("keywords and a relic", "swordrion", ("swordrion-own",)),
)


def pack_vectors() -> dict[str, Any]:
    """What each pack says, and its digest."""
    ours = [_row(game.pack_kind, game.packs[id]) for game in GAMES.values() for id in packs.OURS]
    return {"vectors": "packs", "scheme": canon.SCHEME, "packs": ours, "files": list(_owners())}


def _owners() -> Iterator[dict[str, Any]]:
    for own in OWN:
        game = GAMES[own.game]
        texts = [packs.read_file(FILES / f"{name}.toml") for name in own.files]
        made = packs_of(game.pack_kind, texts, game.made)
        assert not made.broken, made.broken
        files = [f"packs/{name}.toml" for name in own.files]
        yield {"about": own.about, "files": files, **_row(game.pack_kind, list(made.found.values())[-1])}


def _row(kind: PackKind, pack: Pack) -> dict[str, Any]:
    rows = packs.rows_of(kind, pack)
    said = packs.said(rows, kind)
    assert packs.content(rows, kind) == msgpack.packb(_paired(said), use_bin_type=True)
    return {"game": kind.game, "id": pack.id, "digest": pack.digest.hex(), "said": said}


def _paired(value: Any) -> Any:
    """Maps as arrays of pairs in ascending order of their keys."""
    if isinstance(value, dict):
        return [[key, _paired(value[key])] for key in sorted(value)]
    return [_paired(item) for item in value] if isinstance(value, list) else value
