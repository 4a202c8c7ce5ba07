"""What a record says of its cards, entry by entry: who names which, and when for the first time and the last."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..forms.text import NameBook
from ..game import Game
from ..judging.record import Action, Entry
from ..names import NOTHING
from ..play.views import HIDDEN
from .holes import chosen, named
from .knowledge import Knowledge, Known
from .told import Unseen

Card = tuple[str, int]
"""A card: the table of the pack, and its number there."""
NEVER = 1 << 30
"""Behind every entry."""


class Use(NamedTuple):
    """That a seat has to have a card in a zone at an entry; the card of a hole is any."""

    entry: int
    seat: int
    zone: str
    card: Card | None


class Uses:
    """All that a record names."""

    def __init__(
        self, entries: Sequence[Entry], game: Game, names: NameBook, told: Mapping[str, Sequence[int]] = NOTHING
    ) -> None:
        self.of_seat: list[Use] = []
        """What seats have to have, by entry."""
        self._in_zone: dict[tuple[int, str], list[Use]] = {}
        self._told = {(game.outcome_table(label), number): None for label in told for number in told[label]}
        """What is told of outcomes: some time it is needed where it comes up."""
        self._at: dict[int, dict[Card, None]] = {}
        self._named: dict[Card, list[int]] = {}
        self._named_by: dict[tuple[int, Card], list[int]] = {}
        self._claimed: list[Use] = []
        knowledge = Knowledge(game, names)
        assert game.unseen is not None, "records of what was seen are judged for such games only"
        for at, entry in enumerate(entries):
            if isinstance(entry.what, Action):
                self._read(at, entry.what, game.unseen)
            for claim in entry.claims:
                for known in knowledge.of(claim):
                    self._know(at, known, game.unseen)
        for use in sorted([*self.of_seat, *self._claimed], key=lambda use: use.entry):
            self._in_zone.setdefault((use.seat, use.zone), []).append(use)

    def _read(self, at: int, what: Action, unseen: Unseen) -> None:
        zones: Mapping[str, str] = unseen.uses.get(type(what.what), {})
        for path, table, number in named(what.what):
            card = (table, number)
            self._name(at, card, what.seat if path in zones else 0)
            if path in zones:
                self.of_seat.append(Use(at, what.seat, zones[path], card))
        for secret in unseen.secrets.get(type(what.what), ()):
            if not secret.keeps:
                open_ones = chosen(what.what, secret).count(HIDDEN)
                self.of_seat += [Use(at, what.seat, zones[secret.field], None)] * open_ones

    def _name(self, at: int, card: Card, seat: int) -> None:
        """Notes that an entry names a card, as one of a seat's if that is said."""
        self._at.setdefault(at, {})[card] = None
        for found in (self._named.setdefault(card, []), self._named_by.setdefault((seat, card), [])):
            if not found or found[-1] != at:
                found.append(at)

    def _know(self, at: int, known: Known, unseen: Unseen) -> None:
        """A card that is claimed to be somewhere is wanted there, and uses nothing up."""
        self._name(at, known.card, known.seat)
        zone = unseen.claims.get(known.field, "") if known.seat else ""
        if zone:
            self._claimed.append(Use(at, known.seat, zone, known.card))

    def at(self, at: int) -> Sequence[Use]:
        """What seats have to have at an entry."""
        low = bisect_left(self.of_seat, at, key=lambda use: use.entry)
        high = bisect_left(self.of_seat, at + 1, key=lambda use: use.entry)
        return self.of_seat[low:high]

    def named_at(self, at: int) -> dict[Card, None]:
        """The cards that an entry names, be it in a claim."""
        return self._at.get(at, {})

    def following(self, seat: int, zone: str, at: int) -> Sequence[Use]:
        """What a seat has to have in a zone from an entry on."""
        uses = self._in_zone.get((seat, zone), [])
        return uses[bisect_left(uses, at, key=lambda use: use.entry) :]

    def first(self, card: Card) -> int:
        """The entry that names a card first."""
        return self.next(card, 0)

    def next(self, card: Card, at: int) -> int:
        """The next entry from one on that names a card; just before `NEVER` for one that only an outcome tells of."""
        return self._from(self._named.get(card, ()), card, at)

    def last_before(self, card: Card, at: int) -> int:
        """The last entry before one that names a card; -1 if none does."""
        found = self._named.get(card, ())
        place = bisect_left(found, at)
        return found[place - 1] if place else -1

    def next_by(self, seat: int, card: Card, at: int) -> int:
        """The next entry from one on in which a seat needs a card."""
        return self._from(self._named_by.get((seat, card), ()), card, at)

    def _from(self, found: Sequence[int], card: Card, at: int) -> int:
        place = bisect_left(found, at)
        return found[place] if place < len(found) else NEVER - (card in self._told)
