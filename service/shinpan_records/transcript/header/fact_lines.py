"""The lines of a header that say what is printed on cards: `fact A08 mana.water=1 mana.total=2`."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from shinpan_engine.kernel.errors import InvalidHeader
from shinpan_engine.kernel.forms.hints import nearest
from shinpan_engine.kernel.forms.text import NameBook
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Fact, Header
from shinpan_engine.kernel.messages import Field, say
from shinpan_engine.kernel.packs import Pack, with_facts
from shinpan_engine.kernel.packs.values import canonical, fact_fields, named_by
from shinpan_engine.kernel.play.work import Work

from ...limits import LONGEST_LIST
from ..grammar import COMMENT, Ambiguous, Token, TranscriptError, word
from ..lines import Argument, parts, refuse_more
from ..reading import HeaderLine

KEY = "fact"
_EXPECTED = say("transcript.want.fact")


def facts_in(lines: Sequence[HeaderLine], game: Game, pack: Pack, words: Work) -> tuple[list[Fact], Pack]:
    """The facts that some lines say, and the pack with them. Raises `TranscriptError` at the line of a fact that cannot
    be."""
    said: dict[Fact, HeaderLine] = {}
    for line in lines:
        for fact in _facts_on(line, game, pack, words):
            refuse_more(said, LONGEST_LIST, line.number, say("transcript.facts"))
            if any((one.table, one.number, one.field) == (fact.table, fact.number, fact.field) for one in said):
                expected, column = "transcript.want.fact_once", line.key.column
                raise TranscriptError(line.number, column, expected, "transcript.fact_twice", field=fact.field)
            said[fact] = line
    facts = sorted(said, key=_place)
    try:
        return facts, with_facts(game.pack_kind, pack, facts)
    except InvalidHeader as error:
        place = error.field.partition("[")[2].partition("]")[0]
        line = said[facts[int(place)]] if place else lines[0]
        # What is wrong with a value says itself what may stand there.
        wrong = error.message.key == "kernel.fact.wrong"
        expected = "transcript.want.as_printed" if wrong else "transcript.want.open"
        raise TranscriptError(line.number, line.key.column, expected, error.message) from None


def _place(fact: Fact) -> tuple[bytes, int, bytes]:
    return fact.table.encode(), fact.number, fact.field.encode()


def _facts_on(line: HeaderLine, game: Game, pack: Pack, words: Work) -> Iterator[Fact]:
    tokens = line.tokens(words)
    card = tokens.take_text(_EXPECTED)
    table, number = _card(line, card, game, pack.names)
    known, naming = fact_fields(game.pack_kind, table), named_by(game.pack_kind, table)
    arguments = parts(tokens)
    tokens.end(_EXPECTED)
    if not arguments:
        raise TranscriptError(line.number, card.column, _EXPECTED, "transcript.nothing_said", card=card.text)
    for argument in arguments:
        if not isinstance(argument, Argument) or argument.name.text not in known:
            column = argument.name.column if isinstance(argument, Argument) else argument.column
            named = argument.name.text if isinstance(argument, Argument) else "["
            fields = tuple([say("transcript.want.fact_field", field=Field(game.name, name)) for name in known])
            expected = say("transcript.want.fields", fields=fields)
            raise TranscriptError(line.number, column, expected, "transcript.no_fact", field=named)
        values = [_in_numbers(value.text, naming.get(argument.name.text), pack.names) for value in argument.values]
        yield Fact(table, number, argument.name.text, canonical(known[argument.name.text], values))


def _in_numbers(text: str, table: str | None, names: NameBook) -> str:
    """The number of the entry of a table that a text means; the text, where it means none or several."""
    found = names.numbers(table, text) if table else []
    return str(found[0]) if len(found) == 1 else text


def _card(line: HeaderLine, said: Token, game: Game, names: NameBook) -> tuple[str, int]:
    """The entry that a line is about, by its id or its name. Of several with that name the lines are told."""
    found = [(table, number) for table in game.pack_kind.tables for number in names.numbers(table, said.text)]
    if len(found) > 1:
        rest = " ".join(line.rest.partition(COMMENT)[0].partition(said.text)[2].lstrip('"').split())
        candidates = [
            f"{KEY} {names.text(table, number)} {rest} ({names.printed(table, number)})" for table, number in found
        ]
        raise Ambiguous(line.number, said.column, "transcript.several_called", candidates, word=said.text)
    if not found:
        known = [name for table in game.pack_kind.tables for name in names.known(table)]
        near = tuple(nearest(said.text, known))
        expected = say("transcript.want.fact_near", near=near) if near else _EXPECTED
        raise TranscriptError(line.number, said.column, expected, "transcript.no_card", word=said.text)
    return found[0]


def fact_lines(header: Header, names: NameBook) -> Iterator[tuple[str, str]]:
    """The lines that say the facts of a header, one for each card."""
    for (table, number), facts in groupby(header.facts, lambda fact: (fact.table, fact.number)):
        fields = (f"{word(fact.field)}={' '.join(map(word, fact.value.split(' ')))}" for fact in facts)
        yield KEY, f"{names.text(table, number)} {' '.join(fields)}"
