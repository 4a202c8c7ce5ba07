"""What is put into the holes of an action while a world is tried."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from ..judging.record import Action, Unresolved
from ..play.decisions import Act, Decision
from ..play.match import Match
from ..play.views import HIDDEN
from ..play.work import Work
from .holes import agrees, chosen, filled, leaves_open, table_of
from .told import Secret, Unseen
from .uses import NEVER, Uses

MOST_OPTIONS = 500
"""Legal choices that are looked at for one hole."""


class Filling:
    """Looks for what a seat may have chosen: cards that it does not name later, or those it does if they stay."""

    def __init__(self, match: Match, unseen: Unseen, uses: Uses, work: Work) -> None:
        self._match = match
        self._unseen = unseen
        self._uses = uses
        self._work = work
        self.chosen: list[int] = []
        """What was put into the holes."""

    def of(
        self, at: int, what: Action | Unresolved, zones: Mapping[str, Sequence[int]], wanted: Sequence[int]
    ) -> Act | None:
        """The action without holes; nothing if there is no secret choice to be made."""
        if isinstance(what, Unresolved):
            return self._whole(at, what.seat) if leaves_open(what) else None
        secret = self._unseen.secrets.get(type(what.what))
        if secret is None:
            return None
        told = chosen(what.what, secret)
        zone = self._unseen.uses[type(what.what)][secret.field]
        there = [number for number in zones.get(zone, ()) if number not in told]
        self._work.spend(1 + len(there))
        count = told.count(HIDDEN)
        if len(wanted) == count and all(number in there for number in wanted):
            return self._made(what.what, secret, wanted)
        ranked = sorted(there, key=self._rank(at, what.seat, type(what.what), secret))
        if len(ranked) < count:
            return self._made(what.what, secret, [*ranked, *self._anything(told, ranked, count)])
        act = self._made(what.what, secret, ranked[:count])
        if self._match.consider(what.seat, act) is None:
            return act
        return self._legal(at, what, secret) or act

    def _made(self, act: Act, secret: Secret, numbers: Sequence[int]) -> Act:
        self.chosen = list(numbers)
        return filled(act, secret, numbers)

    def _anything(self, told: Sequence[int], ranked: Sequence[int], count: int) -> Iterator[int]:
        """Cards that are not there, where there are too few: it will be refused, whatever they are."""
        others = (number for number in range(1, NEVER) if number not in told and number not in ranked)
        return islice(others, count - len(ranked))

    def _rank(self, at: int, seat: int, kind: type, secret: Secret) -> Callable[[int], tuple[int, int, int]]:
        """What is chosen first."""
        table = table_of(kind, secret)

        def rank(number: int) -> tuple[int, int, int]:
            by_seat = self._uses.next_by(seat, (table, number), at + 1)
            by_any = self._uses.first((table, number))
            return (by_seat if secret.keeps else -by_seat, -by_any, number)

        return rank

    def _legal(self, at: int, what: Action, secret: Secret) -> Act | None:
        """The best of the legal choices that agree with what is told."""
        route = self._match.ask.routes.get((what.seat, type(what.what)))
        if route is None:
            return None
        rank = self._rank(at, what.seat, type(what.what), secret)
        found = [act for act in self._options(route[0]) if agrees(what.what, act, secret)]
        best = min(found, key=lambda act: sorted(map(rank, chosen(act, secret))), default=None)
        if best is not None:
            told = chosen(what.what, secret)
            self.chosen = [number for number in chosen(best, secret) if number not in told]
        return best

    def _options(self, decision: Decision) -> Iterator[Act]:
        for act in islice(decision.options(self._match.table), MOST_OPTIONS):
            self._work.spend()
            yield act

    def _whole(self, at: int, seat: int) -> Act | None:
        """The best of the legal choices where nothing is told at all."""
        for decision in self._match.ask.decisions:
            kind = next((kind for kind in decision.takes if kind in self._unseen.secrets), None)
            if decision.seat == seat and kind is not None:
                secret = self._unseen.secrets[kind]
                rank = self._rank(at, seat, kind, secret)
                found = [act for act in self._options(decision) if type(act) is kind]
                best = min(found, key=lambda act: sorted(map(rank, chosen(act, secret))), default=None)
                self.chosen = [] if best is None else chosen(best, secret)
                return best
        return None
