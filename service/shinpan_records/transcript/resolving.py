"""What words can mean: actions from written arguments, and which of several meanings are the same."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import islice, product
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.forms.canon import always, encode
from shinpan_engine.kernel.forms.text import Field, NameBook, enum_word, fields
from shinpan_engine.kernel.messages import Message, Value, say
from shinpan_engine.kernel.messages import Word as Term
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.views import HIDDEN_TEXT
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.words.record_words import as_written

from ..words.record_lines import SETUP
from .grammar import Ambiguous, TranscriptError, as_number, word
from .lines import Argument, Group, Word

MOST_MEANINGS = 1_000
"""Of a line of names that may mean more, it must be said which cards are meant."""
MOST_KNOWN = 4096
"""Words that are kept for the names of a pack once they have been looked up."""
SEAT_TABLE = "seat"
FLAGS = {"yes": True, "no": False}


class Resolver:
    """Reads the arguments of one game's actions with the names of one pack. Each word looked up and each meaning made
    is a step of work."""

    def __init__(self, names: NameBook, work: Work, game: str) -> None:
        self._names = names
        self._known = names.kept(known_words)
        self._game = game
        self._work = work
        self.loose = 0
        """The words so far that name a card otherwise than by its full id."""

    def acts(self, kind: type[msgspec.Struct], parts: Iterable[Argument | Group], where: Word, line: int) -> list[Act]:
        """Every action of a kind that the words can mean, ascending; none if a word fits nothing."""
        found = list(islice(self._structs(kind, parts, where, line), MOST_MEANINGS + 1))
        if len(found) > MOST_MEANINGS:
            raise Ambiguous(line, where.column, "transcript.too_many_meanings", [say("transcript.want.card_numbers")])
        return found

    def _structs(
        self, kind: type[msgspec.Struct], parts: Iterable[Argument | Group], where: Word, line: int
    ) -> Iterator[Any]:
        known, plain, inside = shape_of(kind)
        given, groups = self._by_name(kind, parts, where, line)
        if not plain.issuperset(given) or (groups and not inside):
            self._refuse_unknown(kind, given, groups, where, line)
        choices = [
            self._groups(field, groups, where, line)
            if field.name not in plain
            else self._values(field, given.get(field.name), where, line)
            for field in known
        ]
        return (kind(*chosen) for chosen in self.each(choices))

    def _by_name(
        self, kind: type[msgspec.Struct], parts: Iterable[Argument | Group], where: Word, line: int
    ) -> tuple[dict[str, Argument], list[Group]]:
        """The arguments by their names, and the groups."""
        given: dict[str, Argument] = {}
        groups: list[Group] = []
        for part in parts:
            if isinstance(part, Group):
                groups.append(part)
                continue
            name = part.name.text or hidden_name(kind)
            if not name:
                form = self._form(where.text, fields(kind))
                raise TranscriptError(line, part.name.column, form, "transcript.found", text=HIDDEN_TEXT)
            if name in given:
                expected, term = "transcript.want.argument_once", self._term(name)
                raise TranscriptError(line, part.name.column, expected, "transcript.given_twice", name=term)
            given[name] = part if part.name.text else Argument(Word(name, part.name.column), part.values)
        return given, groups

    def _refuse_unknown(
        self,
        kind: type[msgspec.Struct],
        given: dict[str, Argument],
        groups: Sequence[Group],
        where: Word,
        line: int,
    ) -> None:
        """Raises for an argument or a group that this kind of action does not have."""
        known, plain, inside = shape_of(kind)
        for argument in given.values():
            name = argument.name.text
            if name not in plain:
                key = "transcript.needs_brackets" if name in inside else "transcript.takes_no"
                verb, form = self._term(where.text, name), self._form(where.text, known, name)
                term = self._term(name, name)
                raise TranscriptError(line, argument.name.column, form, key, verb=verb, name=term)
        if groups and not inside:
            form, verb = self._form(where.text, known), self._term(where.text)
            raise TranscriptError(line, groups[0].column, form, "transcript.no_brackets", verb=verb)

    def form(self, kind: type[msgspec.Struct], verb: str) -> Message:
        """How an action of a kind is written."""
        return self._form(verb, fields(kind))

    def _form(self, verb: str, known: Sequence[Field], beside: str = "") -> Message:
        """How an action is written, in the language of a word that is written there, or else of whoever reads this."""
        if not known:
            return say("transcript.want.no_argument")
        return say("transcript.want.form", verb=self._term(verb, beside), arguments=self._blanks(known, beside))

    def _blanks(self, known: Sequence[Field], beside: str) -> tuple[Message, ...]:
        """The arguments of an action with their values left open, and in brackets those of its groups."""
        return tuple(
            say("transcript.want.group", arguments=self._blanks(fields(field.kind), beside))
            if is_group(field)
            else say("transcript.want.named", name=self._term(field.name, beside))
            for field in known
        )

    def _term(self, name: str, beside: str = "") -> Value:
        """A canonical word, told in the language of a word that is written there, or else of whoever reads it."""
        written = as_written(name, beside, self._game)
        return written if written != name else Term(self._game, name, heads=name == SETUP)

    def _groups(self, field: Field, groups: Sequence[Group], where: Word, line: int) -> list[Any]:
        return [
            list(chosen)
            for chosen in self.each(self.acts(field.kind, group.arguments, where, line) for group in groups)
        ]

    def _values(self, field: Field, argument: Argument | None, where: Word, line: int) -> list[Any]:
        """What a field may be: every value, or list of values, that its words can mean."""
        if argument is None:
            return [[]] if field.repeated else self._left_out(field, where, line)
        if issubclass(field.kind, msgspec.Struct):
            return self._message(field, argument, line)
        alternatives = [self._value(field, value, line) for value in argument.values]
        if field.repeated:
            return [list(chosen) for chosen in self.each(alternatives)]
        if len(alternatives) != 1:
            column = argument.values[1].column if alternatives else argument.name.column
            count = len(alternatives)
            name, wanted = self._term(field.name), "transcript.want.one_value"
            raise TranscriptError(line, column, wanted, "transcript.has_values", name=name, count=count)
        return alternatives[0]

    def _message(self, field: Field, argument: Argument, line: int) -> list[Any]:
        """A message that is no list: a value for each of its fields, in their order; those that came later may be left
        out at the end."""
        inner = fields(field.kind)
        if not always(field.kind) <= len(argument.values) <= len(inner):
            names = tuple([self._term(of.name) for of in inner])
            expected = say("transcript.want.parts", name=self._term(field.name), parts=names)
            count = len(argument.values)
            raise TranscriptError(line, argument.name.column, expected, "transcript.values_given", count=count)
        values = zip(inner, argument.values, strict=False)
        return [field.kind(*chosen) for chosen in self.each(self._value(of, value, line) for of, value in values)]

    def each(self, alternatives: Iterable[list[Any]]) -> Iterator[tuple[Any, ...]]:
        """Every way to take one of each, ascending, up to one more than may be meant. Once there are so many, of the
        others only counts whether there is any."""
        few: list[list[Any]] = []
        ways = 1
        for found in alternatives:
            few.append(found if ways <= MOST_MEANINGS else found[:1])
            ways *= len(few[-1])
        self._work.spend(min(ways, MOST_MEANINGS + 1))
        return islice(product(*few), MOST_MEANINGS + 1)

    def _value(self, field: Field, value: Word, line: int) -> list[Any]:
        if field.table:
            return self.numbers(field.table, value.text)
        if field.kind is bool:
            if value.text not in FLAGS:
                raise self._unfit(field, value, line, self._words(FLAGS))
            return [FLAGS[value.text]]
        if issubclass(field.kind, IntEnum):
            members = members_of(field.kind)
            spelled = value.text.lower().replace("+", "_plus")
            if spelled not in members:
                raise self._unfit(field, value, line, self._words(members))
            return [members[spelled]]
        number = as_number(value.text)
        if number is None:
            raise self._unfit(field, value, line, say("transcript.want.number"))
        return [number]

    def _words(self, words: Iterable[str]) -> Message:
        """That one of some words is expected."""
        return say("transcript.want.words", words=tuple(map(self._term, words)))

    def _unfit(self, field: Field, value: Word, line: int, expected: Message) -> TranscriptError:
        """The error for a word that its field does not take."""
        name = self._term(field.name)
        return TranscriptError(line, value.column, expected, "transcript.is", name=name, text=self._term(value.text))

    def _left_out(self, field: Field, where: Word, line: int) -> list[Any]:
        """What a field is that is left out; a word of which every one says something must be there."""
        if (value := silent_value(field)) is not NOTHING_SAID:
            return [value]
        name, verb = self._term(field.name), self._term(where.text)
        ways = [say("transcript.want.value_of", name=name, value=self._term(enum_word(one))) for one in field.kind]
        expected = say("transcript.want.words", words=tuple(ways))
        raise TranscriptError(line, where.column, expected, "transcript.says_no", verb=verb, name=name)

    def numbers(self, table: str, text: str) -> list[int]:
        """The numbers a word can stand for in a table, ascending."""
        self._work.spend()
        known = self._known.get((table, text))
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[table, text] = self._looked_up(table, text)
        found, loose = known
        self.loose += loose
        return found

    def _looked_up(self, table: str, text: str) -> tuple[list[int], bool]:
        """The numbers that a word can stand for, and whether it is no full id."""
        if text == self._names.text(table, 0):
            return [0], False
        found = self._names.numbers(table, text)
        return found, bool(found) and table != SEAT_TABLE and self._names.text(table, found[0]) != text


def known_words(_: NameBook) -> dict[tuple[str, str], tuple[list[int], bool]]:
    """The words that have been looked up in the names of a pack, by table: what they stand for, and whether they are no
    full ids."""
    return {}


class Shape(NamedTuple):
    """The fields of a kind of action, the names of those outside of groups, and of those inside."""

    fields: Sequence[Field]
    plain: frozenset[str]
    inside: frozenset[str]


@cache
def shape_of(kind: type[msgspec.Struct]) -> Shape:
    """What there is in a kind of action."""
    known = fields(kind)
    groups = [field for field in known if is_group(field)]
    plain = frozenset(field.name for field in known if field not in groups)
    return Shape(known, plain, frozenset(inner.name for field in groups for inner in fields(field.kind)))


@cache
def hidden_name(kind: type[msgspec.Struct]) -> str:
    """The argument that a `?` without a name leaves open: the only one that names cards; empty, if there are others."""
    found = [field.name for field in fields(kind) if field.table and field.table != SEAT_TABLE]
    return found[0] if len(found) == 1 else ""


def is_group(field: Field) -> bool:
    return field.repeated and issubclass(field.kind, msgspec.Struct)


@cache
def members_of(kind: type[IntEnum]) -> dict[str, IntEnum]:
    """The values of an enum by the words for them."""
    return {enum_word(member): member for member in kind}


@cache
def has_groups(kind: type[msgspec.Struct]) -> bool:
    """Whether there are brackets in a kind of action."""
    return any(map(is_group, fields(kind)))


NOTHING_SAID = object()
"""Stands for the value of a field that has none where it is left out."""


@cache
def silent_value(field: Field) -> Any:
    """What a field is that is left out, if it can be."""
    must_say = issubclass(field.kind, IntEnum) and 0 not in [*field.kind]
    return NOTHING_SAID if must_say else zero(field)


def zero(field: Field) -> Any:
    """What a field is that is left out."""
    if issubclass(field.kind, msgspec.Struct):
        return None
    return field.kind(0) if field.kind is not str else ""


def tidy(act: msgspec.Struct) -> Any:
    """The same with every list ascending whose order says nothing; plain numbers as many as the cards of a list stay
    with these."""
    values: dict[str, Any] = {}
    known = fields(type(act))
    for field in known:
        value = getattr(act, field.attribute)
        if is_group(field):
            values[field.attribute] = sorted(map(tidy, value), key=_first_value)
        elif field.repeated and field.table and not field.ordered:
            order = sorted(range(len(value)), key=value.__getitem__)
            values[field.attribute] = [value[at] for at in order]
            for other in known:
                declared = getattr(act, other.attribute)
                if other.repeated and other.kind is int and not other.table and len(declared) == len(order):
                    values[other.attribute] = [declared[at] for at in order]
        else:
            values.setdefault(field.attribute, value)
    return msgspec.structs.replace(act, **values)


def is_tidy(act: msgspec.Struct) -> bool:
    """Whether every list whose order says nothing is ascending."""
    for field in _unordered(type(act)):
        value = getattr(act, field.attribute)
        if field.table and len(value) > 1 and value != sorted(value):
            return False
        if not field.table and not (all(map(is_tidy, value)) and _ascending([*map(_first_value, value)])):
            return False
    return True


def _ascending(values: list[Any]) -> bool:
    return len(values) < 2 or values == sorted(values)


@cache
def _unordered(kind: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The lists of a kind of action whose order says nothing, and its groups."""
    lists = [field for field in fields(kind) if field.repeated]
    return tuple(field for field in lists if is_group(field) or (field.table and not field.ordered))


def _first_value(struct: msgspec.Struct) -> Any:
    return getattr(struct, fields(type(struct))[0].attribute)


def distinct(acts: Iterable[Act]) -> list[Act]:
    """The actions without repetition, in order."""
    return list({encode(act): act for act in acts}.values())


def form_of(verb: str, known: Iterable[Field], word_for: Callable[[str], str] = str) -> str:
    """How an action is written: its arguments, and in brackets those of its groups."""

    def form(of: Iterable[Field]) -> Iterator[str]:
        for field in of:
            inside = is_group(field)
            yield f"[{' '.join(form(fields(field.kind)))}]…" if inside else f"{word_for(field.name)}=…"

    return " ".join([verb, *form(known)])


def plain_arguments(what: tuple[Argument | Group, ...]) -> str:
    """Arguments in words, spelled as the transcript spells them."""
    return " ".join(
        f"[{' '.join(map(_plain_argument, part.arguments))}]" if isinstance(part, Group) else _plain_argument(part)
        for part in what
    )


def _plain_argument(argument: Argument) -> str:
    values = " ".join(word(value.text) for value in argument.values)
    return f"{argument.name.text}={values}" if argument.name.text else values
