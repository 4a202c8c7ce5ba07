"""What is put into the holes of an action while a world is tried."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from ..judging.record import Action, Unresolved
from ..play.decisions import Act, Decision
from ..play.match import Match
from ..play.views import HIDDEN
from ..play.work import Work
from .holes import agrees, chosen, filled, leaves_open, put_in, table_of
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
        secrets = self._unseen.secrets.get(type(what.what))
        if secrets is None:
            return None
        there = [self._there(what.what, secret, zones) for secret in secrets]
        counts = [chosen(what.what, secret).count(HIDDEN) for secret in secrets]
        if self._fits(wanted, there, counts):
            act = self._made(what.what, secrets, wanted)
            if len(secrets) == 1 or self._match.consider(what.seat, act) is None:
                return act
        best: list[int] = []
        for secret, cards, count in zip(secrets, there, counts, strict=True):
            ranked = sorted(cards, key=self._rank(at, what.seat, table_of(type(what.what), secrets), secret))
            best += ranked[:count]
            best += self._anything(chosen(what.what, secret), ranked, count)
        act = self._made(what.what, secrets, best)
        if len(secrets) == 1 and (len(there[0]) < counts[0] or self._match.consider(what.seat, act) is None):
            return act
        return self._legal(at, what, secrets) or act

    def _there(self, act: Act, secret: Secret, zones: Mapping[str, Sequence[int]]) -> list[int]:
        """The cards that may be in the holes of a field."""
        told = chosen(act, secret)
        there = [number for number in zones.get(self._unseen.uses[type(act)][secret.field], ()) if number not in told]
        self._work.spend(1 + len(there))
        return there

    def _fits(self, wanted: Sequence[int], there: Sequence[Sequence[int]], counts: Sequence[int]) -> bool:
        """Whether what a world has for the holes is there."""
        zones = [cards for cards, count in zip(there, counts, strict=True) for _ in range(count)]
        return len(wanted) == len(zones) and all(card in cards for card, cards in zip(wanted, zones, strict=True))

    def _made(self, act: Act, secrets: Sequence[Secret], numbers: Sequence[int]) -> Act:
        self.chosen = list(numbers)
        return filled(act, secrets, numbers)

    def _anything(self, told: Sequence[int], ranked: Sequence[int], count: int) -> Iterator[int]:
        """Cards that are not there, where there are too few: it will be refused, whatever they are."""
        others = (number for number in range(1, NEVER) if number not in told and number not in ranked)
        return islice(others, max(0, count - len(ranked)))

    def _rank(self, at: int, seat: int, table: str, secret: Secret) -> Callable[[int], tuple[int, int, int]]:
        """What is chosen first."""

        def rank(number: int) -> tuple[int, int, int]:
            by_seat = self._uses.next_by(seat, (table, number), at + 1)
            by_any = self._uses.next((table, number), at + 1)
            return (by_seat if secret.keeps else -by_seat, -by_any, number)

        return rank

    def _worth(self, at: int, seat: int, secrets: Sequence[Secret]) -> Callable[[Act], list[tuple[int, int, int]]]:
        """What is chosen first of whole actions: of several fields all count together, one against the other."""

        def worth(act: Act) -> list[tuple[int, int, int]]:
            table = table_of(type(act), secrets)
            ranks = [sorted(map(self._rank(at, seat, table, one), chosen(act, one))) for one in secrets]
            if len(ranks) == 1:
                return ranks[0]
            soon, any_, number = (sum(rank[part] for field in ranks for rank in field) for part in range(3))
            return [(soon, any_, number)]

        return worth

    def _legal(self, at: int, what: Action, secrets: Sequence[Secret]) -> Act | None:
        """The best of the legal choices that agree with what is told."""
        route = self._match.ask.route(what.seat, type(what.what))
        if route is None:
            return None
        found = [act for act in self._options(route[0]) if agrees(what.what, act, secrets)]
        best = min(found, key=self._worth(at, what.seat, secrets), default=None)
        if best is not None:
            self.chosen = put_in(what.what, best, secrets)
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
                secrets = self._unseen.secrets[kind]
                found = [act for act in self._options(decision) if type(act) is kind]
                best = min(found, key=self._worth(at, seat, secrets), default=None)
                self.chosen = [] if best is None else [card for one in secrets for card in chosen(best, one)]
                return best
        return None
