"""Where the claims of a line belong: to its own entry, or to where an event came that they are about."""

from collections.abc import Sequence

from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.forms.text import NameBook
from shinpan_engine.kernel.game import Event
from shinpan_engine.kernel.judging.claims import NoSuchPath, check
from shinpan_engine.kernel.judging.record import Claim, EventClaim, Marker
from shinpan_engine.kernel.play.match import Match

from .along import Along, Seen
from .claiming import Claiming, spelled_claim
from .grammar import Ambiguous
from .reading import Line


class Placing:
    """Puts the claims of one record where they belong."""

    def __init__(self, along: Along, claiming: Claiming, names: NameBook) -> None:
        self._along = along
        self._claiming = claiming
        self._names = names

    def claims(self, at: int, line: Line, places: Sequence[Seen]) -> tuple[Claim, ...]:
        """The claims of a line as they are about an entry. An event that came in another of some places is claimed
        there."""
        told_now = all(isinstance(later.what, Marker) for later in self._along.entries[at + 1 :])
        claims: list[Claim] = []
        for claim in line.claims:
            meanings = self._claiming.meanings(claim)
            if self._along.match is None:
                claims.append(meanings[0] if len(meanings) == 1 else claim)
            elif told_now:
                fresh = [meaning for meaning in meanings if meaning not in claims] or meanings
                claims += self._put(self._along.match, fresh, claims, at, places)
            elif len(meanings) == 1:
                claims += self._put(self._along.match, meanings, claims, at, places)
            else:
                told = [spelled_claim(meaning) for meaning in meanings]
                raise Ambiguous(line.number, 1, "transcript.several_in_claim", told)
        return tuple(claims)

    def _put(
        self, match: Match, meanings: Sequence[Claim], before: Sequence[Claim], at: int, places: Sequence[Seen]
    ) -> list[Claim]:
        """A claim by a name that several cards have says that one of them fits: that one, or else the first. It is put
        where an event came that it is about; what it is here for is given."""
        known = [one for one in self._along.entries[at].claims if one not in before]
        for meaning in meanings:
            if self._comes_out(match, [*known, *before, meaning], match.table.events):
                return [meaning]
        for meaning in meanings:
            for place in reversed(places):
                entry = self._along.entries[place.entry]
                if place.entry == at or not isinstance(meaning, EventClaim):
                    continue
                events = [one for one in entry.claims if isinstance(one, EventClaim)]
                if self._comes_out(match, [*events, meaning], place.events):
                    self._along.claim((meaning,), place.entry)
                    return []
        return [meanings[0]]

    def _comes_out(self, match: Match, claims: Sequence[Claim], events: Sequence[Event]) -> bool:
        table = match.table
        try:
            return not check(claims, table.state, events, self._along.game, self._names, table.work)
        except (NoSuchPath, Undecidable):
            return False
