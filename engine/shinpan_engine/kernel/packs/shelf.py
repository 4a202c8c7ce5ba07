"""The packs of a game: found by id and digest, several of one id side by side, each whole by its bases."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..errors import PackError
from ..messages import Message, say
from ..play.work import UNCOUNTED, Work
from .content import digest
from .files import PackText, read_file, read_folder
from .kinds import Pack, PackInfo, PackKind, WrongFile
from .rows import BrokenFile, Draft, broken, drafted, over, shaped

MOST_BASES = 8
"""So many packs may stand upon each other."""
BYTES_A_STEP = 2
"""Of a pack file; a step is as long as anywhere else, for what takes TOML the longest."""
MOST_TOLD = 5
"""Packs of an id that are listed."""


class Broken(msgspec.Struct, frozen=True):
    """A pack file that is left out: where it lies, the id by which records would name it, and why."""

    where: str
    id: str
    why: Message
    """Without where it lies."""

    @property
    def told(self) -> Message:
        """Where it lies, and why."""
        return say("packfile.file", where=self.where, why=self.why)


class Packs:
    """The packs of a game in the order in which they were found. A content that is found again is taken once."""

    def __init__(self, packs: Iterable[Pack] = (), broken: Iterable[Broken] = ()) -> None:
        self.found: dict[tuple[str, bytes], Pack] = {}
        """By id and digest."""
        self.whole: dict[str, Pack] = {}
        """Of each id the first."""
        self.broken = list(broken)
        for pack in packs:
            self._add(pack)

    def _add(self, pack: Pack) -> None:
        key = (pack.id, pack.digest)
        first = self.found.setdefault(key, pack)
        if first is not pack and first.texts[0].data != pack.texts[0].data:
            note = say("kernel.note.pack_twice", pack=pack.id, taken=first.where, other=pack.where)
            self.found[key] = first._replace(notes=(*first.notes, note))
        if self.whole.get(pack.id, first) is first:
            self.whole[pack.id] = self.found[key]

    def of(self, id: str) -> list[Pack]:
        """Every pack of an id."""
        return [pack for pack in self.found.values() if pack.id == id]

    def get(self, id: str, digest: bytes) -> Pack | None:
        """Exactly that content, if it is here."""
        return self.found.get((id, digest))

    def why_not(self, id: str) -> Message | None:
        """Why packs of an id are left out; None if none is."""
        left_out = tuple([one.told for one in self.broken if one.id == id])
        return say("packfile.left_out", files=left_out) if left_out else None

    def told(self, id: str) -> tuple[Message, ...]:
        """The packs of an id, and where each comes from."""
        packs = self.of(id)
        said = [say("packfile.found", digest=pack.digest.hex()[:16], where=pack.where) for pack in packs[:MOST_TOLD]]
        return (*said, say("packfile.in_all", count=len(packs))) if len(packs) > MOST_TOLD else (*said,)


def packs_of(kind: PackKind, texts: Iterable[PackText], upon: Packs | None = None, work: Work | None = None) -> Packs:
    """Makes the packs of these files, after those that are there already. Raises `PackError` for one of ours; a broken
    one of an owner disables itself."""
    there = Packs() if upon is None else upon
    making = _Making(kind, [*there.found.values()], work or Work(UNCOUNTED))
    for text in texts:
        making.draft(text)
    making.make()
    return Packs([*there.found.values(), *making.made()], [*there.broken, *making.broken])


class _Slot:
    """A file on its way to a pack."""

    def __init__(self, text: PackText, draft: Draft) -> None:
        self.text = text
        self.draft = draft
        self.pack: Pack | None = None
        self.left_out = False

    @property
    def waits(self) -> bool:
        return self.pack is None and not self.left_out


class _Making:
    """Packs being made, each when its base is there."""

    def __init__(self, kind: PackKind, there: Sequence[Pack], work: Work) -> None:
        self._kind = kind
        self._work = work
        self._there = there
        self._slots: list[_Slot] = []
        self.broken: list[Broken] = []

    def draft(self, text: PackText) -> None:
        """Reads a file."""
        self._count([text])
        try:
            self._slots.append(_Slot(text, drafted(self._kind, text)))
        except BrokenFile as error:
            self._leave_out(text, text.stem, error)

    def make(self) -> None:
        """Makes what can be made. What then still waits has no base."""
        progress = True
        while progress:
            progress = False
            for slot in filter(lambda slot: slot.waits, self._slots):
                base = self._base(slot)
                if base is not None or not slot.draft.info.base:
                    self._make_one(slot, base)
                    progress = True
        for slot in [slot for slot in self._slots if slot.waits]:
            self._leave_out(slot.text, slot.draft.info.id, broken(slot.text.where, self._no_base(slot)))

    def made(self) -> list[Pack]:
        """The packs that were made, in the order of their files."""
        return [slot.pack for slot in self._slots if slot.pack is not None]

    def _count(self, texts: Iterable[PackText]) -> None:
        self._work.spend(sum(len(text.data) for text in texts) // BYTES_A_STEP)

    def _make_one(self, slot: _Slot, base: Pack | None) -> None:
        # The rows of an owner's base are looked at once more.
        self._count(_below(base))
        try:
            slot.pack = _pack(self._kind, slot.text, slot.draft, base)
        except BrokenFile as error:
            slot.left_out = True
            self._leave_out(slot.text, slot.draft.info.id, error)

    def _leave_out(self, text: PackText, id: str, error: BrokenFile) -> None:
        if text.ours:
            raise error
        self.broken.append(Broken(text.where, id, error.why))

    def _base(self, slot: _Slot) -> Pack | None:
        """The base of a pack, if it is there by now: of an id without digest the first that was found."""
        id, at, digits = slot.draft.info.base.partition("@")
        for pack in [pack for pack in self._there if pack.id == id]:
            if pack.digest.hex().startswith(digits):
                return pack
        for other in self._slots:
            if other is slot or other.left_out or other.draft.info.id != id:
                continue
            if not at or (other.pack is not None and other.pack.digest.hex().startswith(digits)):
                return other.pack
        return None

    def _no_base(self, slot: _Slot) -> Message:
        """Why a pack has no base."""
        base = slot.draft.info.base
        id, at, _ = base.partition("@")
        here = Packs([*self._there, *self.made()], self.broken)
        if any(other.waits and other.draft.info.id == id for other in self._slots):
            return say("packfile.base.circle", base=base)
        if why := here.why_not(id):
            return say("packfile.base.left_out", base=base, why=why)
        if at and here.of(id):
            return say("packfile.base.other", base=base, there=here.told(id))
        return say("packfile.base.none", base=base, there=tuple(here.whole))


def _below(base: Pack | None) -> list[PackText]:
    """The files of an owner that a base is made of."""
    return [one for one in base.texts if not one.ours] if base else []


def _pack(kind: PackKind, text: PackText, draft: Draft, base: Pack | None) -> Pack:
    """A pack, whole by its base."""
    below = _below(base)
    if len(below) >= MOST_BASES:
        raise broken(text.where, "packfile.base.too_many", most=MOST_BASES)
    try:
        tables = over(kind, draft.tables, base.tables) if base else draft.tables
        rows = shaped(kind, draft.info, tables)
    except WrongFile as error:
        raise broken(text.where, error.message) from None
    cards = kind.cards(rows)
    return Pack(rows.pack.id, rows.pack.title, digest(rows, kind), cards, kind.names(cards), (text, *below), tables)


def load(kind: PackKind, file: Path) -> Pack:
    """Reads and checks a pack file that lies anywhere; its base is one of those that come with the game. Whatever is
    wrong is a `PackError` that names the file."""
    text, making = read_file(file), _Making(kind, (), Work(UNCOUNTED))
    if drafted(kind, text).info.base:
        for one in read_folder(kind.package):
            if one.ours:
                making.draft(one)
    making.draft(text)
    making.make()
    if making.broken:
        raise PackError(making.broken[0].told)
    return making.made()[-1]


def rows_of(kind: PackKind, pack: Pack) -> Any:
    """All rows of a pack, in their shapes."""
    return shaped(kind, PackInfo(id=pack.id, game=kind.game, title=pack.title), pack.tables)
