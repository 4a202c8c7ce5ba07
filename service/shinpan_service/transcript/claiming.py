"""The claims of a transcript: names in them become ids, and how a claim is written."""

import re
from collections.abc import Iterable, Mapping
from itertools import islice, product
from typing import TypeVar

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.record import Claim, EventClaim, StateClaim
from shinpan_engine.kernel.text import NameBook, seat_name

from .grammar import quoted, word, words
from .heading import tables
from .resolving import MOST_MEANINGS

R = TypeVar("R")

_PATH = re.compile(r"[a-z_]+(?:\[[a-z0-9]+\])?(?:\.[a-z_]+(?:\[[a-z0-9]+\])?)*")
_INDEX = re.compile(r"\[([^\]]+)\]")


class Claiming:
    """Puts ids for the printed names, and seats for the players, in the claims of one record."""

    def __init__(self, game: Game, names: NameBook, seats: Mapping[str, int]) -> None:
        self._tables = tables(game)
        self._names = names
        self._seats = seats

    def meanings(self, claim: Claim) -> list[Claim]:
        """Every claim in ids that the words can mean; a name that nothing has stays as it is."""
        if isinstance(claim, StateClaim):
            path = _INDEX.sub(lambda found: f"[{self._seat(found[1])}]", claim.path)
            return [StateClaim(path, value) for value in self._values(claim.value)]
        names = [name for name, _ in claim.arguments]
        chosen = _few(product(*(self._values(value) for _, value in claim.arguments)))
        return [EventClaim(claim.name, tuple(zip(names, values, strict=True))) for values in chosen]

    def _values(self, value: str) -> list[str]:
        if value.isascii():
            return [value]
        return [" ".join(words) for words in _few(product(*(self._words(text) for text in value.split())))]

    def _words(self, text: str) -> list[str]:
        found = [self._names.text(table, n) for table in self._tables for n in self._names.numbers(table, text)]
        return found if found and not text.isascii() else [self._seat(text)]

    def _seat(self, text: str) -> str:
        return seat_name(self._seats[text]) if text in self._seats else text


def _few(meanings: Iterable[R]) -> list[R]:
    return list(islice(meanings, MOST_MEANINGS))


def spelled_claim(claim: Claim) -> str:
    """A claim as it is written."""
    if isinstance(claim, StateClaim):
        path = claim.path if _PATH.fullmatch(claim.path) else quoted(claim.path)
        return f"{path} = {words(claim.value)}"
    told, by_place = [word(claim.name)], True
    for name, value in claim.arguments:
        by_place = by_place and not name
        if name:
            # A plain word with a point in front would continue a path.
            told.append(f"{quoted(name) if name.startswith('.') else word(name)}={words(value)}")
        else:
            told.append(word(value) if by_place and word(value) == value else f"[{words(value)}]")
    return " ".join(told)
