"""A card that was dealt twice: edits of the header's line that tells what came up by chance."""

import re
from collections.abc import Iterator

from shinpan_engine.kernel.forms.text import NameBook
from shinpan_engine.kernel.messages import Table, Thing, say, spelled

from ..transcript.grammar import COMMENT
from ..transcript.reading import Draft, HeaderLine
from .edits import Candidate, Edit, HeaderChange
from .reaching import Reach

CHANCE = "chance"
"""The key that may stand before a label."""
_WORD = re.compile(r"\S+")


def dealt(draft: Draft, reach: Reach) -> Iterator[Candidate]:
    """Each place of an outcome that names a card which was not there to come up, with every card that it does not name.
    Each is still to be tried on the whole record."""
    finding, names = reach.finding, reach.names
    told = dict(finding.message.values) if finding is not None else {}
    label, card = spelled(told.get("label", "")), told.get("card")
    if not isinstance(card, Thing):
        return
    for place, line in enumerate(draft.header):
        if line.key.text == label or (line.key.text == CHANCE and line.rest.split()[:1] == [label]):
            for before, after, changed in _others(line, card, names):
                edit = Edit(
                    line.number,
                    say("kernel.repair.kind.value", field=Table(reach.importer.game.name, card.table)),
                    before,
                    after,
                )
                yield Candidate(edit, HeaderChange(len(draft.lines), place, changed))


def _others(line: HeaderLine, card: Thing, names: NameBook) -> Iterator[tuple[str, str, HeaderLine]]:
    """What stands at a place that names the card, what would stand there, and the line with it."""
    said = line.rest.partition(COMMENT)[0]
    words = [*_WORD.finditer(said)]
    given = {number for word in words for number in _numbers(word[0], card.table, names)}
    known = {number for name in names.known(card.table) for number in names.numbers(card.table, name)}
    for word in words:
        if card.number in _numbers(word[0], card.table, names):
            for number in sorted(known - given):
                new = names.text(card.table, number)
                changed = f"{said[: word.start()]}{new}{line.rest[word.end() :]}"
                yield _told(card.number, card, names), _told(number, card, names), line._replace(rest=changed)


def _told(number: int, card: Thing, names: NameBook) -> str:
    """A card by its id, with its printed name."""
    printed = names.printed(card.table, number)
    return names.text(card.table, number) + (f" ({printed})" if printed else "")


def _numbers(word: str, table: str, names: NameBook) -> list[int]:
    found = names.numbers(table, word)
    return found if found or not word.isdecimal() else [int(word)]
