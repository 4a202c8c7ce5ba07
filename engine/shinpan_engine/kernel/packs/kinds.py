"""What a pack is, and what a game tells of its packs."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from ..forms.text import NameBook
from ..judging.report import Assumption
from ..messages import Field, Message, Table, Value, say
from .files import PackText

OURS = ("print", "house")
"""The packs that every game has: what the print fixes, and a complete one."""
PRINTED = ("print:", "errata:")
"""The sources on which nothing rests that is not printed."""
LONGEST_NAME = 64
LONGEST_TITLE = 200
SHORTEST_DIGEST = 8
"""Hex digits by which a base is named, at the least."""
ALL = "all"
"""Stands in a row's sources for every field that is not named there."""
ID = "^[a-z][a-z0-9_-]{0,31}$"
BASE = rf"^([a-z][a-z0-9_-]{{0,31}}(@[0-9a-f]{{{SHORTEST_DIGEST},64}})?)?$"
SOURCE = "^(print|errata|inferred|web|house): .+"
PATTERNS = {
    ID: say("packfile.may.id"),
    BASE: say("packfile.may.base", digits=SHORTEST_DIGEST),
    SOURCE: say("packfile.may.source"),
}
"""What a text must be like, in words."""
Sources = dict[str, Annotated[str, msgspec.Meta(pattern=SOURCE)]]
"""Where each field of a row is from: its kind, then the place or the reason."""
Row = dict[str, Any]
Tables = Mapping[str, Mapping[Any, Row]]
"""The rows of a pack as TOML has them, by kind and by number or name."""


NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class PackInfo(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a pack is."""

    id: Annotated[str, msgspec.Meta(pattern=ID)]
    game: str
    title: str
    base: Annotated[str, msgspec.Meta(pattern=BASE)] = ""
    """A pack over whose rows those of this file lie, field by field; the pack that comes of it is whole."""


class Pack(NamedTuple):
    """A card pack: its id, what it is, the digest of its content, the cards as the game reads them, their spelling."""

    id: str
    title: str
    digest: bytes
    cards: Any
    names: NameBook
    texts: tuple[PackText, ...] = ()
    """The files it is made of: its own, those of its bases."""
    tables: Tables = NOTHING
    """Its rows, whole."""
    notes: tuple[Message, ...] = ()
    """What is to be said of where it comes from."""
    facts: tuple[Assumption, ...] = ()
    """What a record has added to it."""

    @property
    def where(self) -> Value:
        """Where it comes from."""
        return self.texts[0].told if self.texts else say("packfile.here")

    @property
    def short(self) -> str:
        """Id and digest as people compare them."""
        return f"{self.id}@{self.digest.hex()[:16]}"


class PackKind(NamedTuple):
    """The pack files of a game. Each has `pack`, which is a `PackInfo`, and a list for each kind of row; a row is
    called by its first field and says in `source` where its facts are from."""

    game: str
    package: str
    """The folder of the game, with `rules.toml` and `packs`."""
    file: type[msgspec.Struct]
    rows: Mapping[str, type[msgspec.Struct]]
    check: Callable[[Any], None]
    """Refuses a whole file for what the shape alone cannot say, by raising `wrong(…)`."""
    cards: Callable[[Any], Any]
    """The cards as the game reads them out of a file."""
    names: Callable[[Any], NameBook]
    """The spelling of these cards."""
    tables: Mapping[str, str] = NOTHING
    """The kind of row that the entries of a table have, by the name of the table in records."""
    unsettled: Mapping[str, str] = NOTHING
    """Fields that say nothing at their default and may be added to: `kind.field`, and the field that closes them, or
    nothing where none does."""
    whole: Mapping[str, str] = NOTHING
    """The field by which a kind of row says that nothing is left out of it."""


class WrongFile(msgspec.ValidationError):
    """A pack file that says what cannot be: the message, without the file."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class WrongRow(WrongFile):
    """A row that says what cannot be: its kind, its number or name, the field if it is about one, and why."""

    def __init__(self, game: str, kind: str, name: object, what: Message) -> None:
        called = name if isinstance(name, int) else str(name)[:LONGEST_NAME]
        super().__init__(say("packfile.row", kind=Table(game, kind), called=called, what=what))


class Unfit(msgspec.ValidationError):
    """What a game finds wrong with a row, beyond its shape."""

    def __init__(self, kind: str, name: object, field: str, why: Message) -> None:
        super().__init__(f"{kind} {name}: {field}: {why}")
        self.kind = kind
        self.name = name
        self.field = field
        self.why = why


def wrong(kind: str, name: object, field: str, key: str, /, **values: Value) -> Unfit:
    """Names a row, the field that is wrong with it, which is told with what stands there, or none, and why."""
    return Unfit(kind, name, field, say(key, **values))


def field_wrong(game: str, path: str, why: Message) -> Message:
    """What is wrong with a field."""
    return say("packfile.field", field=Field(game, path), why=why)


def called(row: msgspec.Struct) -> Any:
    """The number or name of a row."""
    return getattr(row, key_of(type(row)))


def key_of(shape: type[msgspec.Struct]) -> str:
    """The field by which rows of a shape are called."""
    return shape.__struct_fields__[0]
