"""The line of a header that says what was agreed: `setup first=p1`, or a player's name for a seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from shinpan_engine.kernel.forms.hints import hint
from shinpan_engine.kernel.forms.text import Field, NameBook, fields, seat_name
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Table, say
from shinpan_engine.kernel.messages import Word as Term
from shinpan_engine.kernel.play.views import HIDDEN_TEXT

from ..grammar import Ambiguous, Tokens, TranscriptError
from ..lines import Argument, Word, parts
from ..reading import HeaderLine
from ..resolving import SEAT_TABLE, Resolver, zero


def setup_in(
    said: HeaderLine, tokens: Tokens, game: Game, names: NameBook, resolver: Resolver, seats: Mapping[str, int]
) -> Any:
    """The set-up by its field names; `seats` are those by what they may be called. What is at its default may not be
    stated: one game has one header."""
    line, kind = said.number, game.setup
    known = {field.name: field for field in fields(kind)}
    written = [part for part in parts(tokens) if isinstance(part, Argument)]
    tokens.end("transcript.want.name_value")
    for argument in written:
        field = known.get(argument.name.text)
        if field is not None and _states_default(field, argument):
            differs, name = "transcript.want.not_default", Term(game.name, field.name)
            raise TranscriptError(line, argument.name.column, differs, "transcript.default", name=name)
    missing = [fact for fact in facts_of(kind) if fact not in [argument.name.text for argument in written]]
    if missing:
        blank = say("transcript.want.named", name=Term(game.name, missing[0]))
        expected = say("transcript.want.word", word=blank)
        raise TranscriptError(line, said.column, expected, "transcript.fact_missing")
    seated = [_with_seats(known.get(argument.name.text), argument, line, seats) for argument in written]
    found = resolver.acts(kind, seated, said.key, line)
    if len(found) != 1:
        raise _unclear(game, seated, known, names, resolver, line)
    return found[0]


def facts_of(kind: Any) -> list[str]:
    """What a set-up has to say."""
    return [field.name for field in fields(kind) if field.required]


def _with_seats(field: Field | None, argument: Argument, line: int, seats: Mapping[str, int]) -> Argument:
    """An argument with the seats that its names stand for, if it is about seats."""
    if field is None or field.table != SEAT_TABLE:
        return argument
    for value in argument.values:
        if value.text not in seats:
            allowed = tuple(map(seat_name, sorted(set(seats.values()))))
            expected = say("transcript.want.player", seats=allowed)
            raise TranscriptError(line, value.column, expected, "transcript.no_player", name=value.text)
    return Argument(argument.name, tuple(Word(seat_name(seats[value.text]), value.column) for value in argument.values))


def _unclear(
    game: Game, written: Sequence[Argument], known: Mapping[str, Field], names: NameBook, resolver: Resolver, line: int
) -> TranscriptError:
    """The error for the first word that names nothing, or several things."""
    named = [(known[argument.name.text].table, value) for argument in written for value in argument.values]
    looked = ((table, value, resolver.numbers(table, value.text)) for table, value in named if table)
    table, value, found = next(one for one in looked if len(one[2]) != 1)
    if found:
        candidates = [names.text(table, number) for number in found]
        return Ambiguous(line, value.column, "transcript.several_things", candidates, word=value.text)
    expected = hint(value.text, names.known(table))
    return TranscriptError(
        line, value.column, expected, "transcript.no_such", table=Table(game.name, table), word=value.text
    )


def _states_default(field: Field, argument: Argument) -> bool:
    """Whether an option is given the word of its default: that of zero, or no seat. A fact has none."""
    if field.required:
        return False
    default = HIDDEN_TEXT if field.table else _default_word(zero(field))
    return len(argument.values) == 1 and argument.values[0].text == default


def _default_word(default: Any) -> str:
    return "no" if default is False else str(getattr(default, "name", default)).lower()
