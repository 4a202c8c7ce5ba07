"""Edits of a transcript: what one changes, how it is told, and the draft that it makes."""

from typing import Any, NamedTuple

from msgspec import Struct

from shinpan_engine.kernel.forms.text import NameBook, fields
from shinpan_engine.kernel.messages import Language, Message, say, sentence

from ..transcript.header.in_words import claim_told, line_told
from ..transcript.lines import Argument, Group, Line, Play
from ..transcript.reading import Draft, HeaderLine
from ..transcript.resolving import plain_arguments


class Edit(NamedTuple):
    """One change of a transcript: at which line, of what kind, what stood there and what would stand there."""

    line: int
    kind: Message
    before: str
    after: str
    was: str = ""
    becomes: str = ""
    """What stands in the record before and after, where it is told with the printed names of cards."""

    @property
    def recorded(self) -> tuple[str, str]:
        """What stands in the record before and after."""
        return self.was or self.before, self.becomes or self.after

    def lines(self, game: str, language: Language) -> list[str]:
        """The edit for people: its place, what goes and what comes."""
        changed = (("-", self.before), ("+", self.after))
        return [
            self.place(language),
            *(f"  {sign} {self.told(text, game, language)}" for sign, text in changed if text),
        ]

    def place(self, language: Language) -> str:
        """Its line, and of what kind it is."""
        return sentence(say("kernel.repair.edit.at", line=self.line, kind=self.kind), language)

    def told(self, text: str, game: str, language: Language) -> str:
        """What goes or what comes in the words of a language: a line or a claim."""
        is_claim = self.kind.key in ("kernel.repair.kind.claim", "kernel.repair.kind.extra_claim")
        return claim_told(text, game, language) if is_claim else line_told(text, game, language)

    def as_dict(self, language: Language) -> dict[str, Any]:
        """The edit for machines. `kind` and the lines are the same in every language."""
        return {
            "line": self.line,
            "kind": self.kind.key.removeprefix("kernel.repair.kind."),
            "message": sentence(self.kind, language),
            "before": self.before,
            "after": self.after,
        }


class Change(NamedTuple):
    """What an edit does to the lines of a draft: from which place on, how many go, and what comes instead."""

    at: int
    gone: int
    put: tuple[Line, ...]

    def of(self, draft: Draft) -> Draft:
        """The draft after the edit."""
        return draft._replace(lines=(*draft.lines[: self.at], *self.put, *draft.lines[self.at + self.gone :]))


class HeaderChange(NamedTuple):
    """What an edit does to the header: the line at a place says something else. It is past all lines of the game."""

    at: int
    place: int
    put: HeaderLine

    def of(self, draft: Draft) -> Draft:
        """The draft after the edit."""
        return draft._replace(header=(*draft.header[: self.place], self.put, *draft.header[self.place + 1 :]))


class Candidate(NamedTuple):
    """An edit with what it does to the draft."""

    edit: Edit
    change: Change | HeaderChange


def written(play: Play) -> str:
    """An action as its line has it."""
    return f"{play.seat.text} {play.verb.text} {play.unread or plain_arguments(play.parts)}".rstrip()


def with_names(play: Play, kind: type | None, names: NameBook) -> str:
    """An action as its line has it, with the printed names of the cards that it gives by number."""
    told = [] if kind is None else _printed(play.parts, kind, names)
    return written(play) + (f" ({', '.join(told)})" if told else "")


def _printed(parts: tuple[Argument | Group, ...], kind: type, names: NameBook) -> list[str]:
    told: list[str] = []
    known = fields(kind)
    for part in parts:
        if isinstance(part, Group):
            inner = [field.kind for field in known if field.repeated and issubclass(field.kind, Struct)]
            told += [name for one in inner for name in _printed(part.arguments, one, names)]
        else:
            values = " ".join(value.text for value in part.values)
            tables = [field.table for field in known if field.table and field.name == part.name.text]
            told += [name for table in tables for name in printed_in(values, table, names)]
    return told


def printed_in(text: str, table: str, names: NameBook) -> list[str]:
    """The printed names of the entries of a table that a text gives by number."""
    told: list[str] = []
    for word in text.split():
        found = names.numbers(table, word)
        if len(found) == 1 and (name := names.printed(table, found[0])) and name != word:
            told.append(name)
    return told
