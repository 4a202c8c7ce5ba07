"""Writes the engine's classes for actions, set-ups and states from the schemas of the games.

`python tools/structs.py FILE` reads a descriptor set with comments, as `.ci/generate` has protoc make it. What a schema
says and the engine has no form for is refused: numbers of 64 bits, floats, maps and the like are never hashed.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple
from unicodedata import east_asian_width

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

from shinpan.common.v1 import options_pb2 as options

REPOSITORY = Path(__file__).resolve().parent.parent
MODULES = {"action": "actions", "setup": "options", "state": "state"}
"""The files of a game's schema, each called `<game>_…`, and the modules that are made of them."""
BY_HAND = {".shinpan.common.v1.Pending": ("....kernel.play.answers", "Pending")}
"""Messages whose classes are the kernel's, and where."""
HEADER = ".shinpan.v1.Header"
"""Its oneof has the set-ups of all games."""
ACTION, SEAT, WHAT = "Action", "seat", "what"
"""An action and its fields; the kernel has one class for all games."""
PLAIN = {
    FieldDescriptorProto.TYPE_UINT32: ("int", "0"),
    FieldDescriptorProto.TYPE_SINT32: ("int", "0"),
    FieldDescriptorProto.TYPE_BOOL: ("bool", "False"),
    FieldDescriptorProto.TYPE_STRING: ("str", '""'),
    FieldDescriptorProto.TYPE_BYTES: ("bytes", 'b""'),
}
"""The plain types that hashed messages may have, and the engine's for each with its default."""
ENUM, MESSAGE = FieldDescriptorProto.TYPE_ENUM, FieldDescriptorProto.TYPE_MESSAGE
LIST = FieldDescriptorProto.LABEL_REPEATED
WIDTH = 120

LATER = 1000
"""From this number on fields are numbered that come after the wire is fixed."""

Place = tuple[int, ...]
"""Where something stands in a file, as protoc counts it."""
PACKAGE: Place = (FileDescriptorProto.PACKAGE_FIELD_NUMBER,)
TABLES: Place = (FileDescriptorProto.OPTIONS_FIELD_NUMBER, options.table.number)
MESSAGES: Place = (FileDescriptorProto.MESSAGE_TYPE_FIELD_NUMBER,)
ENUMS: Place = (FileDescriptorProto.ENUM_TYPE_FIELD_NUMBER,)
FIELDS: Place = (DescriptorProto.FIELD_FIELD_NUMBER,)
VALUES: Place = (EnumDescriptorProto.VALUE_FIELD_NUMBER,)


class Refused(ValueError):
    """A schema says what the engine has no form for."""


def module(file: FileDescriptorProto) -> str:
    """The module that is made of a file; empty if the file is not of a game's schema."""
    game, _, part = Path(file.name).stem.rpartition("_")
    return MODULES.get(part, "") if Path(file.name).parts[1:2] == (game,) else ""


class Schemas:
    """The schemas of all games, and what is found in them by full name."""

    def __init__(self, files: Sequence[FileDescriptorProto]) -> None:
        self.files = [file for file in files if module(file)]
        self.homes = dict(BY_HAND)
        self.enums: dict[str, EnumDescriptorProto] = {}
        self.tags: dict[str, int] = {}
        messages: dict[str, DescriptorProto] = {}
        for file in files:
            messages |= {f".{file.package}.{message.name}": message for message in file.message_type}
        for file in self.files:
            for kind in (*file.message_type, *file.enum_type):
                self.homes[f".{file.package}.{kind.name}"] = f".{module(file)}", kind.name
            self.enums |= {f".{file.package}.{enum.name}": enum for enum in file.enum_type}
        for name, message in messages.items():
            if name == HEADER or (name in self.homes and message.name == ACTION):
                self._tag(name, message)

    def _tag(self, name: str, message: DescriptorProto) -> None:
        """The members of a oneof are told apart by their numbers."""
        for field in message.field:
            if not field.HasField("oneof_index"):
                continue
            if self.tags.setdefault(field.type_name, field.number) != field.number or field.type != MESSAGE:
                raise Refused(f"{name}.{field.name}: each member of a oneof is a message of its own")

    def tables(self, package: str) -> dict[str, str]:
        """The tables of a game, with the name of the type of their numbers."""
        ours = [file for file in self.files if file.package == package]
        return {table.name: type_name(table) for file in ours for table in file.options.Extensions[options.table]}


def type_name(table: options.Table) -> str:
    """What the engine calls the numbers of a table."""
    return table.type or table.name.capitalize()


def modules(descriptors: FileDescriptorSet) -> Iterator[tuple[Path, str]]:
    """The modules of all games, each with its path in the repository."""
    schemas = Schemas(descriptors.file)
    for file in schemas.files:
        path = Path("engine/shinpan_engine/games", Path(file.name).parts[1], "table", f"{module(file)}.py")
        yield path, Module(schemas, file).text()


class Typed(NamedTuple):
    """A field's type, and its default; None if it has to be given whatever the schema says."""

    type: str
    default: str | None


class Module:
    """The module of one file while it is written."""

    def __init__(self, schemas: Schemas, file: FileDescriptorProto) -> None:
        self._schemas, self._file = schemas, file
        self._home = f".{module(file)}"
        self._tables = schemas.tables(file.package)
        self._imports: dict[str, set[str]] = {}
        self._comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}

    def text(self) -> str:
        """The whole module."""
        file = self._file
        blocks = [self._types()] if file.options.Extensions[options.table] else []
        for at, enum in enumerate(file.enum_type):
            blocks += self._enum(enum, (*ENUMS, at))
        blocks += [self._struct(message, (*MESSAGES, at)) for at, message in self._in_order()]
        blocks += [self._acts(message) for message in file.message_type if message.name == ACTION]
        head = f"# Generated by tools/structs.py from {Path(file.name).name}: change that and run .ci/generate.\n"
        head += "\n".join(docstring(self._comment(PACKAGE), ""))
        apart = "\n" if blocks[0].startswith("class") else ""
        return f"{head}\n\n{self._import_lines()}\n{apart}" + "\n\n\n".join(blocks) + "\n"

    def _types(self) -> str:
        """The types of numbers that stand for entries of tables."""
        lines = []
        for at, table in enumerate(self._file.options.Extensions[options.table]):
            self._needs("typing", "Annotated")
            self._needs("....kernel.forms.text", "Names")
            opened = ", open=True" if table.open else ""
            lines.append(f'{type_name(table)} = Annotated[int, Names("{table.name}"{opened})]')
            lines += docstring(self._comment((*TABLES, at)), "")
        return "\n".join(lines)

    def _enum(self, enum: EnumDescriptorProto, place: Place) -> Iterator[str]:
        """An enum, and the printed names of its values if there are any."""
        self._needs("enum", "IntEnum")
        words = members(enum)
        lines = [f"class {enum.name}(IntEnum):", *docstring(self._comment(place), "    "), ""]
        for at, value in enumerate(enum.value):
            if value.number in words:
                lines.append(f"    {words[value.number]} = {value.number}")
                lines += docstring(self._comment((*place, *VALUES, at)), "    ")
        yield "\n".join(lines)
        printed = {value.options.Extensions[options.printed]: words.get(value.number) for value in enum.value}
        steps = [f'    "{name}": {enum.name}.{word},' for name, word in printed.items() if name]
        if steps:
            yield "\n".join([f"PRINTED_{enum.name.upper()}S = {{", *steps, "}"])

    def _in_order(self) -> list[tuple[int, DescriptorProto]]:
        """The messages that become classes, what they hold before them."""
        waiting = {f".{self._file.package}.{m.name}": (at, m) for at, m in enumerate(self._file.message_type)}
        found = {}
        waiting.pop(f".{self._file.package}.{ACTION}", None)
        while waiting:
            ready = next((n for n, (_, m) in waiting.items() if not any(f.type_name in waiting for f in m.field)), None)
            if ready is None:
                raise Refused(f"{', '.join(waiting)}: messages that hold themselves")
            found[ready] = waiting.pop(ready)
        return list(found.values())

    def _struct(self, message: DescriptorProto, place: Place) -> str:
        """A message as a class."""
        name = f"{self._file.package}.{message.name}"
        if message.oneof_decl or message.nested_type or message.enum_type:
            raise Refused(f"{name}: only actions have a oneof, and nothing has optional fields, maps or inner types")
        given = ["array_like=True"]
        if self._home != ".state" or message.options.Extensions[options.frozen]:
            given.append("frozen=True")
        # No message holds itself, so that there are no circles for the collector to look for.
        given.append("gc=False")
        if tag := self._schemas.tags.get(f".{name}"):
            given.append(f"tag={tag}")
        lines = [f"class {message.name}(msgspec.Struct, {', '.join(given)}):", *docstring(self._comment(place), "    ")]
        fields = sorted(enumerate(message.field), key=lambda one: one[1].number)
        types = [self._typed(f"{name}.{field.name}", field) for _, field in fields]
        needed = [
            field.options.Extensions[options.needed] or typed.default is None
            for (_, field), typed in zip(fields, types, strict=True)
        ]
        for number, ((at, field), typed) in enumerate(zip(fields, types, strict=True)):
            lines += [] if number else [""]
            lines.append("    " + field_line(field.name, typed, any(needed[number:])))
            lines += docstring(self._comment((*place, *FIELDS, at)), "    ")
        return "\n".join([*lines, *self._grown(name, [field for _, field in fields])])

    def _grown(self, name: str, fields: Sequence[FieldDescriptorProto]) -> list[str]:
        """Says of a class how many of its fields came later, if any did."""
        later = [field for field in fields if field.number >= LATER]
        if not later:
            return []
        if any(field.options.Extensions[options.needed] for field in later):
            raise Refused(f"{name}: what came later has a default, at which what was there before has it")
        self._needs("....kernel.forms.canon", "grown")
        return ["", "", f"grown({name.rpartition('.')[2]}, {len(later)})"]

    def _typed(self, name: str, field: FieldDescriptorProto) -> Typed:
        """The type of a field, and its default."""
        of, default = self._item(name, field)
        if field.label != LIST:
            if field.options.Extensions[options.ordered]:
                raise Refused(f"{name}: only a list is ordered")
            return Typed(f"{of} | None" if field.type == MESSAGE else of, default)
        if field.type == ENUM:
            raise Refused(f"{name}: a list of an enum")
        if not field.options.Extensions[options.ordered]:
            return Typed(f"list[{of}]", "[]")
        self._needs("typing", "Annotated")
        return Typed(f"Annotated[list[{of}], {self._needs('....kernel.forms.text', 'Ordered')}()]", "[]")

    def _item(self, name: str, field: FieldDescriptorProto) -> Typed:
        """The type of one value, and its default."""
        if table := field.options.Extensions[options.names]:
            if table not in self._tables or field.type != FieldDescriptorProto.TYPE_UINT32:
                raise Refused(f"{name}: no number of a table {table}")
            return Typed(self._needs(".actions", self._tables[table]), "0")
        if field.type not in (ENUM, MESSAGE):
            if field.type not in PLAIN:
                raise Refused(f"{name}: {FieldDescriptorProto.Type.Name(field.type)} is never hashed")
            return Typed(*PLAIN[field.type])
        if field.type_name in self._schemas.tags:
            raise Refused(f"{name}: {field.type_name} is a member of a oneof and so tagged everywhere")
        if field.type_name not in BY_HAND and not field.type_name.startswith(f".{self._file.package}."):
            raise Refused(f"{name}: {field.type_name} is not of this game")
        home, of = self._schemas.homes[field.type_name]
        self._needs(home, of)
        if field.type == MESSAGE:
            return Typed(of, "None")
        zero = members(self._schemas.enums[field.type_name]).get(0)
        return Typed(of, f"{of}.{zero}" if zero else None)

    def _acts(self, action: DescriptorProto) -> str:
        """The classes of all actions, and those actions that have no arguments."""
        name = f"{self._file.package}.{ACTION}"
        seat, *whats = action.field
        if [seat.name, *(one.name for one in action.oneof_decl)] != [SEAT, WHAT] or seat.number != 1:
            raise Refused(f"{name}: an action is a seat and what it does")
        needs = {m.name: [field for field in m.field if field.number < LATER] for m in self._file.message_type}
        lines, constants = ["ACTS = ("], []
        for field in whats:
            of = field.type_name.removeprefix(f".{self._file.package}.")
            if snake(of) != field.name:
                raise Refused(f"{name}.{field.name}: the verb is the name of its message")
            lines.append(f"    {of},")
            constants += [f"{field.name.upper()} = {of}()"] if not needs[of] else []
        return "\n".join([*lines, ")", "", "# The actions without arguments.", *constants])

    def _needs(self, module: str, name: str) -> str:
        """A name from another module, which is imported."""
        if module != self._home:
            self._imports.setdefault(module, set()).add(name)
        return name

    def _import_lines(self) -> str:
        """The standard library, msgspec, and what is our own."""
        lines = [import_line(m, names) for m, names in sorted(self._imports.items()) if not m.startswith(".")]
        ours = [import_line(m, names) for m, names in sorted(self._imports.items()) if m.startswith(".")]
        return "\n".join([*lines, *([""] if lines else []), "import msgspec", *([""] if ours else []), *ours, ""])

    def _comment(self, place: Place) -> str:
        return " ".join(self._comments.get(place, "").split())


def members(enum: EnumDescriptorProto) -> dict[int, str]:
    """The names that an enum's values have in the engine: without the prefix; 0 is called by its word if it has one."""
    prefix = f"{snake(enum.name).upper()}_"
    first, *others = enum.value
    names = {value.number: value.name.removeprefix(prefix) for value in others}
    zero = (first.name, first.number) == (f"{prefix}UNSPECIFIED", 0)
    if not zero or len(names) < len(others) or min(names, default=0) < 1:
        raise Refused(f"{enum.name}: values are 0, called {prefix}UNSPECIFIED, and others above it, each once")
    if any(not value.name.startswith(prefix) or value.options.Extensions[options.word] for value in others):
        raise Refused(f"{enum.name}: only 0 has a word, and all others are called {prefix}…")
    word = first.options.Extensions[options.word]
    return {0: word.upper(), **names} if word else names


def field_line(name: str, typed: Typed, needed: bool) -> str:
    """A field of a class; one that is called like a keyword of Python has another name there."""
    if not iskeyword(name):
        return f"{name}: {typed.type}" if needed else f"{name}: {typed.type} = {typed.default}"
    given = [f'name="{name}"']
    if not needed:
        given.append("default_factory=list" if typed.default == "[]" else f"default={typed.default}")
    return f"{name}_: {typed.type} = msgspec.field({', '.join(given)})"


def snake(name: str) -> str:
    """`EndTurn` is `end_turn`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def import_line(module: str, names: set[str]) -> str:
    """An import, over several lines if it is long."""
    line = f"from {module} import {', '.join(sorted(names))}"
    return line if len(line) <= WIDTH else f"from {module} import (\n    {f',{chr(10)}    '.join(sorted(names))},\n)"


def docstring(comment: str, indent: str) -> list[str]:
    """A comment as a docstring, in lines that are not too wide."""
    if not comment or comment.endswith('"') or "\\" in comment or '"""' in comment:
        raise Refused(f"“{comment}” cannot be a docstring")
    first, *others = comment.split()
    lines = [f'{indent}"""{first}']
    for word in others:
        if wide(f"{lines[-1]} {word}") > WIDTH - 3:
            lines.append(indent + word)
        else:
            lines[-1] += f" {word}"
    lines[-1] += '"""'
    return lines


def wide(text: str) -> int:
    """The columns of a text; Japanese signs take two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def main(path: str) -> None:
    """Writes the modules from a descriptor set."""
    for target, text in modules(FileDescriptorSet.FromString(Path(path).read_bytes())):
        (REPOSITORY / target).write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
