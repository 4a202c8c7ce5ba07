"""Which of the records that moved a changelog names, each under the clause that moved it.

A record is named where its file name stands in a paragraph or in an item of a list together with the id of the clause:

    - W3-2.1-9: `wars3x3-beginner-007.pb`, `wars3x3-beginner-031.pb`
"""

import re
from collections.abc import Sequence

from shinpan_engine.games.registry import GAMES

from .differences import Change

MOST_BYTES = 8 << 20
"""Of a changelog."""
_PARAGRAPHS = re.compile(r"\n\s*(?:\n|(?=[-*#] ))")


class Changelog:
    """A changelog that may name records."""

    def __init__(self, text: str) -> None:
        self._paragraphs = _PARAGRAPHS.split(text)

    def names(self, called: str, clause: str = "") -> bool:
        """Whether something is named under a clause; under any if it is not known which."""
        there = [one for one in self._paragraphs if _stands(called, one)]
        if clause:
            return any(_stands(clause, one) for one in there)
        clauses = [one.id for game in GAMES.values() for one in game.rules] if there else []
        return any(_stands(id, one) for one in there for id in clauses)

    def names_change(self, change: Change) -> bool:
        """Whether a record that moved is named under its clause."""
        return self.names(file_name(change), clause_of(change))


def file_name(change: Change) -> str:
    """The last part of a record's name."""
    return change.name.rpartition("/")[2]


def clause_of(change: Change) -> str:
    """The clause that moved a record: the one that decides now, else the one that did before. Of a record of which only
    the link moved it is not known."""
    return change.after.clause or change.before.clause


def items(changes: Sequence[Change]) -> list[tuple[str, str]]:
    """What a changelog would have to say of changes: clauses, each with the names of its records."""
    found: dict[str, list[str]] = {}
    for change in changes:
        found.setdefault(clause_of(change), []).append(file_name(change))
    return [(clause, ", ".join([f"`{name}`" for name in names])) for clause, names in sorted(found.items())]


def _stands(word: str, text: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", text) is not None
