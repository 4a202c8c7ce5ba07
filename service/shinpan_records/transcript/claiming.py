"""The claims of a transcript: names in them become ids, and how a claim is written."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product

from shinpan_engine.kernel.forms.text import NameBook, seat_name
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Claim, EventClaim, StateClaim
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.words.record_words import canonical

from .grammar import quoted, word, words
from .header.heading import tables
from .resolving import MOST_MEANINGS

_PATH = re.compile(r"[a-z_]+(?:\[[a-z0-9]+\])?(?:\.[a-z_]+(?:\[[a-z0-9]+\])?)*")
_INDEX = re.compile(r"\[([^\]]+)\]")


class Claiming:
    """Puts ids for the printed names, and seats for the players, in the claims of one record. Each word of each meaning
    is a step of work."""

    def __init__(self, game: Game, names: NameBook, seats: Mapping[str, int], work: Work) -> None:
        self._work = work
        self._tables = tables(game)
        self._ours = canonical(game.name).words
        self._names = names
        self._seats = seats
        cards = [name for table in self._tables for name in names.known(table)]
        players = [name for name, seat in seats.items() if name != seat_name(seat)]
        self._latin = frozenset(name for name in (*cards, *players) if name.isascii())
        """Names that look like words of a record: each may be meant as one or as the other."""

    def meanings(self, claim: Claim) -> list[Claim]:
        """Every claim in ids that the words can mean; a name that nothing has stays as it is."""
        if isinstance(claim, StateClaim):
            path = _INDEX.sub(lambda found: f"[{self._seat(found[1])}]", claim.path)
            return [StateClaim(path, value) for value in self._values(claim.value)]
        names = [name for name, _ in claim.arguments]
        chosen = self._few(product(*(self._values(value) for _, value in claim.arguments)))
        return [EventClaim(claim.name, tuple(zip(names, values, strict=True))) for values in chosen]

    def _values(self, value: str) -> list[str]:
        if value.isascii() and self._latin.isdisjoint(value.split()):
            return [value]
        return [" ".join(words) for words in self._few(product(*(self._words(text) for text in value.split())))]

    def _few(self, meanings: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        """The first of all meanings."""
        for meaning in islice(meanings, MOST_MEANINGS):
            self._work.spend(len(meaning))
            yield meaning

    def _words(self, text: str) -> list[str]:
        found = [self._names.text(table, n) for table in self._tables for n in self._names.numbers(table, text)]
        if text.isascii():
            return list(dict.fromkeys((text, *found, self._seat(text))))
        return found or [self._seat(text)]

    def _seat(self, text: str) -> str:
        """The seat of a player, or the canonical word for one of another language."""
        return seat_name(self._seats[text]) if text in self._seats else self._ours.get(text, text)


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
