"""The pack file that an owner of cards writes in the page: what somebody does is done to its text, and the table that
comes of it goes back as data."""

import tomllib
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from shinpan_engine.kernel.errors import PackError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import LANGUAGES, Language, sentence
from shinpan_engine.kernel.packs import MOST_PACK_BYTES, PackText, read_file
from shinpan_engine.words.card_words import SOURCE

from ..limits import quoted
from ..packs.editing import HEAD, Edited, with_field, with_row, without_row
from ..packs.new import new_pack
from ..packs.rows import game_of, rows_of_text
from ..packs.slips import MOST_SLIPS, Row, Slip, search
from .arbiter import Lost
from .card_forms import forms_told
from .card_table import CardTable

Asked = Mapping[str, Any]
Data = dict[str, Any]
Work = Generator[tuple[int, int], None, Data]
FILE = "pack.toml"
"""How the file is called where its own name does not matter."""
TOLD = ("id", "title", "base")
"""What is told of the table [pack]."""

MOST_HEAD = 200
"""Signs that are told of a field of it."""
MOST_READ = 1 << 22
"""So many bytes are read after each change to tell all slips: a quarter of what the command reads, since a browser is
slower and somebody waits."""


class Owner:
    """One pack file."""

    def __init__(self, games: Mapping[str, Game], folder: Path) -> None:
        self._games = games
        self._folder = folder
        self._text: str | None = None
        self._noted = True
        self._language: Language = LANGUAGES[0]
        self._does: dict[str, Callable[[Asked], None]] = {
            "new": self._new, "load": self._load, "show": self._show, "set": self._set, "drop": self._drop,
        }  # fmt: skip

    def doing(self, asked: Asked) -> Work:
        """Does what somebody did, and reads the file that comes of it. Raises `PackError` where nothing comes of it."""
        yield 0, MOST_SLIPS
        self._language = cast(Language, asked["language"])
        if asked["do"] == "games":
            return {"games": [{"name": name, "title": game.title} for name, game in self._games.items()]}
        self._noted = True
        self._does[asked["do"]](asked)
        found = yield from self._read(self._written)
        return found | {"form": self._form() if asked["do"] != "set" else None}

    @property
    def _written(self) -> str:
        if self._text is None:
            raise Lost
        return self._text

    def _new(self, asked: Asked) -> None:
        self._text = new_pack(self._games[asked["game"]], asked["pack"], self._language)

    def _load(self, asked: Asked) -> None:
        """A file that was chosen, or a text that somebody has changed."""
        found = read_file(self._folder / asked["name"])
        if found.unread:
            raise PackError(found.unread)
        try:
            text = found.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise PackError("packfile.no_utf8", byte=error.start + 1) from None
        self._text = text.replace("\r\n", "\n")

    def _show(self, _: Asked) -> None:
        """All of it once more."""

    def _set(self, asked: Asked) -> None:
        """Puts a value into a field, or takes it out; a card that has no row in the file gets one."""
        kind, field, value, source = asked["kind"], asked["field"], asked["value"], asked.get("source", "")
        if asked["place"] < 0:
            row = {asked["by"]: asked["key"], **({field: value} if value is not None else {})}
            self._take(with_row(self._written, kind, row | {SOURCE: {field: source} if source else {}}))
            return
        at = Row(kind, asked["place"])
        self._take(with_field(self._written, at, field, value))
        if kind == HEAD or field == SOURCE:
            return
        sources = tomllib.loads(self._written)[kind][at.place].get(SOURCE, {})
        kept = {name: said for name, said in sources.items() if name != field} if isinstance(sources, dict) else {}
        new = kept | ({field: source} if source and value is not None else {})
        if new != sources:
            self._take(with_field(self._written, at, SOURCE, new))

    def _drop(self, asked: Asked) -> None:
        """Takes a row out of the file."""
        self._take(without_row(self._written, Row(asked["kind"], asked["place"])))

    def _take(self, edited: Edited) -> None:
        if len(edited.text.encode()) > MOST_PACK_BYTES:
            raise PackError("packfile.too_large", most=MOST_PACK_BYTES)
        self._text, self._noted = edited.text, self._noted and edited.noted

    def _read(self, written: str) -> Work:
        """The file as it is read: its table, or why there is none."""
        text = PackText(FILE, written.encode())
        try:
            game = game_of(self._games, text)
        except PackError as error:
            return self._unread([Slip(0, None, error.message)])
        slips: list[Slip] = []
        for slip in search(game, text, MOST_READ):
            slips.append(slip)
            yield len(slips), MOST_SLIPS
        try:
            data = tomllib.loads(written)
        except (ValueError, RecursionError):
            return self._unread(slips)
        return self._table(game, data, slips, rows_of_text(game, text).pack.digest.hex() if not slips else "")

    def _unread(self, slips: Sequence[Slip]) -> Data:
        return {"text": self._text, "unread": self._told(slips)[0]}

    def _told(self, slips: Sequence[Slip]) -> list[Data]:
        return [{"text": quoted(sentence(one.why, self._language)), "line": one.line, "column": 0} for one in slips]

    def _table(self, game: Game, data: Data, slips: Sequence[Slip], digest: str) -> Data:
        table = CardTable(game, data, slips, self._language)
        head = data.get(HEAD, {}) if isinstance(data.get(HEAD), dict) else {}
        rows = table.rows()
        return {
            "text": self._text,
            "game": game.name,
            "title": game.title,
            "head": {field: str(head.get(field, ""))[:MOST_HEAD] for field in TOLD},
            "rows": rows,
            "left_out": table.left_out(),
            "open": sum("open" in cell for row in rows for cell in row["cells"]),
            "slips": self._told(slips),
            "elsewhere": self._told([one for one in slips if one.row is None]),
            "digest": digest,
            "noted": self._noted,
        }

    def _form(self) -> Data | None:
        try:
            game = game_of(self._games, PackText(FILE, self._written.encode()))
        except PackError:
            return None
        return forms_told(game, self._language)
