"""What the engine has to say: a key and named values. The sentence is made where it is read, in the reader's language.

A key is short in a game (`removal.cost`) and gets the game's name before it reaches a report (`wars3x3.removal.cost`);
keys of the kernel begin with `kernel`. Its template stands in `words/messages/<game>.<language>.toml`, where `{cost}`
is the value of that name and `{card:id}` the same spelled otherwise (`_JOINS`, `ID`). Keys are only ever added.

What has a space in it, or no dot, is no key but words that are not converted yet: they are told as they stand, in
English. When the last game is converted, `plain` and `Said` go.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple, Protocol, get_args

import msgspec

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
ENGLISH: Language = "en"
KERNEL = "kernel"
TRANSCRIPT, PACK_FILE, SERVICE, COMMAND = "transcript", "packfile", "service", "cli"
COMMON = (KERNEL, TRANSCRIPT, PACK_FILE, SERVICE, COMMAND)
"""The owners of keys that are of no game."""
PLAIN = "kernel.sentence"
"""The key of every sentence that is not converted. It is told as it stands."""
LONGEST_TEXT = 1500
"""Characters that are told of a text."""
ID = "id"
"""Asks for the id of a card, where its printed name would stand."""
_TITLE: Final = "title"
"""The table of what our packs say that has their titles."""
_FOLDER = "shinpan_engine.words"
_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
_LABEL: Final = "label"
"""The table of the words of cards that names the fields."""
_INDEX = re.compile(r"\[\d+\]")
_PARTS = re.compile("(; in part )")
"""What stands between the sources of what is from several places."""
_JOINS: Final = "_join"
"""The table of a catalogue that says what stands between the items of a list: `_join.or` between those of `{x:or}`."""
_TABLES: Final = "_table"
"""The table of a catalogue that says how the tables of packs are called."""


class Thing(msgspec.Struct, frozen=True):
    """An entry of a table of the pack: a card, a magic."""

    table: str
    number: int


class Seat(msgspec.Struct, frozen=True):
    """A player."""

    number: int

    @property
    def name(self) -> str:
        """How records write it."""
        return f"p{self.number}"


class Step(msgspec.Struct, frozen=True):
    """A step of a turn, as printed."""

    name: str


class Rule(msgspec.Struct, frozen=True):
    """A clause, by its id."""

    id: str


class Line(msgspec.Struct, frozen=True):
    """A line of a record of a game, in canonical words."""

    game: str
    text: str


class Word(msgspec.Struct, frozen=True):
    """A word of records of a game, in canonical form: a value of an option, a question, a label."""

    game: str
    text: str
    heads: bool = False
    """Whether it begins a line of the header."""


class Claim(msgspec.Struct, frozen=True):
    """A claim of a record of a game, several with `; ` between, or the arguments of an action, in canonical words."""

    game: str
    text: str


class Table(msgspec.Struct, frozen=True):
    """A table of the packs of a game, or a kind of their rows: `card`, `magic`."""

    game: str
    name: str


class Field(msgspec.Struct, frozen=True):
    """A field of the rows of a pack, by its path: `mana.water`."""

    game: str
    path: str


class Source(msgspec.Struct, frozen=True):
    """Where a fact of a pack is from, as the pack says it."""

    game: str
    text: str


class Worded(msgspec.Struct, frozen=True):
    """A text of a rulebook: in English, and where it is in other languages, by package and key (`rule_words`)."""

    english: str
    package: str
    key: str


class Message(msgspec.Struct, frozen=True):
    """A key and its values in the order in which they were given."""

    key: str
    values: "tuple[tuple[str, Value], ...]" = ()

    def of(self, game: str) -> "Message":
        """The same with the whole key: of this game, if it is of none of those that are common to all."""
        values = tuple([(name, _of(value, game)) for name, value in self.values])
        whole = self.key.partition(".")[0] in (*COMMON, game)
        return Message(self.key if whole else f"{game}.{self.key}", values)

    def __str__(self) -> str:
        return sentence(self)


Value = (
    int | str | Thing | Seat | Step | Rule | Line | Word | Claim | Table | Field | Source | Worded | Message
    | tuple["Value", ...]
)  # fmt: skip
Said = Message | str
"""A message, or a sentence that is not converted yet."""


class Spelling(Protocol):
    """How the entries of a pack are written."""

    def text(self, table: str, number: int) -> str: ...

    def printed(self, table: str, number: int) -> str: ...


def say(key: str, **values: Value) -> Message:
    """A message; of words that are not converted yet the one that carries them."""
    return Message(key, tuple(values.items())) if "." in key and " " not in key else plain(key)


def plain(said: Said) -> Message:
    """A message as it is, and a sentence that is not converted yet as the message that carries it."""
    return said if isinstance(said, Message) else Message(PLAIN, (("text", said),))


def _of(value: Value, game: str) -> Value:
    if isinstance(value, Message):
        return value.of(game)
    return tuple([_of(item, game) for item in value]) if isinstance(value, tuple) else value


class Telling(NamedTuple):
    """How messages are told: in which language, and by which spelling of the cards."""

    language: Language = ENGLISH
    names: Spelling | None = None

    def told(self, said: Said) -> str:
        """A message in words."""
        return sentence(said, self.language, self.names)


def sentence(said: Said, language: Language = ENGLISH, names: Spelling | None = None) -> str:
    """A message in words. One that has no template, which no test lets through, is told by its key and values."""
    message = plain(said)
    values = dict(message.values)
    if message.key == PLAIN:
        return str(values["text"])
    parts = _parts(message.key, language)
    if parts is None:
        told = [f"{name}={spelled(value, language, names)}" for name, value in values.items()]
        return " ".join([message.key, *told])
    return "".join([part[0] or spelled(values.get(part[1], ""), language, names, part[2]) for part in parts])


@cache
def _parts(key: str, language: Language) -> tuple[tuple[str, str, str], ...] | None:
    """A template in parts: words, or else the name of a value and the form in which it is told."""
    template = template_of(key, language)
    if template is None:
        return None
    words = _SLOT.split(template)
    parts = [(words[0], "", "")]
    for at in range(1, len(words), 3):
        parts += [("", words[at], words[at + 1] or ""), (words[at + 2], "", "")]
    return tuple([part for part in parts if part[0] or part[1]])


def spelled(value: Value, language: Language = ENGLISH, names: Spelling | None = None, form: str = "") -> str:
    """A value in words."""
    if isinstance(value, str):
        return shown(value)
    match value:
        case Message():
            return sentence(value, language, names)
        case Thing(table, number):
            name = names.printed(table, number) if names and form != ID else ""
            return name or (names.text(table, number) if names else f"{table} {number}")
        case Seat():
            return value.name
        case Worded():
            return rule_words(value.package, language).get(value.key, value.english)
        case Step(said) | Rule(said):
            return said
        case Line(_, text) | Word(_, text, _) | Claim(_, text):
            return shown(text)
        case Table(game, name):
            return template_of(f"{game}.{_TABLES}.{name}", language) or name
        case Field(game, path):
            return path if form == ID else label(game, path, language)
        case Source(game, text):
            return shown("".join([_words("sources", game, language).get(part, part) for part in _PARTS.split(text)]))
        case tuple():
            between = template_of(f"{KERNEL}.{_JOINS}.{form or 'comma'}", language) or " "
            return between.join([spelled(item, language, names) for item in value])
    return str(value)


def pack_title(game: str, title: str, language: Language) -> str:
    """What a pack is called in a language; of one that is not ours what it calls itself."""
    return _words("sources", game, language).get(f"{_TITLE}.{title}", title)


def shown(text: str) -> str:
    """A text of a record or a pack, as far as it is told, with a mark for every sign that cannot be seen."""
    cut = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
    return cut if cut.isprintable() else "".join([sign if sign.isprintable() else "�" for sign in cut])


def template_of(key: str, language: Language) -> str | None:
    """The template of a key; in English where the language has none yet."""
    owner, _, short = key.partition(".")
    found = catalogue(owner, language).get(short)
    return catalogue(owner, ENGLISH).get(short) if found is None else found


def slots(template: str) -> list[str]:
    """The names of the values that a template tells, in order, each once."""
    return list(dict.fromkeys([slot[1] for slot in _SLOT.finditer(template)]))


def label(game: str, path: str, language: Language) -> str:
    """What a field of a pack is called in a language; in English as it is written."""
    if language == ENGLISH:
        return path
    called = _words("cards", game, language)
    parts = [called.get(f"{_LABEL}.{part}", part) for part in _INDEX.sub("", path).split(".")]
    return (template_of(f"{KERNEL}.{_JOINS}.of", language) or ".").join(parts)


@cache
def catalogue(owner: str, language: Language) -> Mapping[str, str]:
    """The templates of a game or of the kernel in a language, by key without its owner; none if it has no file."""
    return _words("messages", owner, language)


@cache
def _words(folder: str, owner: str, language: Language) -> Mapping[str, str]:
    """The texts of a file of words, each by its dotted key; none if there is no such file."""
    try:
        text = files(_FOLDER).joinpath(folder, f"{owner}.{language}.toml").read_text("utf-8")
    except FileNotFoundError:
        return {}
    return dict(_flat(tomllib.loads(text)))


@cache
def rule_words(package: str, language: Language) -> Mapping[str, str]:
    """The texts of the clauses and options of a game in another language than English, by `<clause>.<text>` and
    `option.<name>.about`; none if the game has no file of them."""
    try:
        text = files(package).joinpath(f"rules.{language}.toml").read_text("utf-8")
    except (FileNotFoundError, ModuleNotFoundError):
        return {}
    return dict(_flat(tomllib.loads(text)))


def _flat(tables: Mapping[str, object], path: str = "") -> list[tuple[str, str]]:
    """The texts in tables within tables, each with its dotted key."""
    found: list[tuple[str, str]] = []
    for name, value in tables.items():
        found += _flat(value, f"{path}{name}.") if isinstance(value, dict) else [(f"{path}{name}", str(value))]
    return found
