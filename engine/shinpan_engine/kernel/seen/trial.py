"""A trial: the record replayed in one world, its holes filled as they come up. The referee judges; here it is watched
where cards come to."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ..forms.text import verb
from ..game import Game
from ..judging.claims import NoSuchPath
from ..judging.header import game_of, pack_of, told_of
from ..judging.position import contradicted
from ..judging.record import Action, Claim, Entry, Marker, Outcome, Record, RecordedChance, Unresolved
from ..judging.record import ChanceSource as Source
from ..judging.referee import Replay, Step
from ..judging.report import Difference, Finding, Verdict
from ..messages import say
from ..play.chance import Chance
from ..play.decisions import Act
from ..play.work import Work
from . import claims
from .filling import Filling
from .holes import LAID_OPEN, has_holes, holes, leaves_open, named
from .told import Unseen
from .uses import Card, Uses
from .world import World, WorldChance

CLAIMS_A_STEP = 4
"""Claims that are compared in one step of work."""
BEFORE = -1
"""Stands for the entry of what happens before the first."""
NO_SECRET_CHOICE = say("kernel.seen.no_secret_choice")
Place = tuple[str, int]
"""The label of an outcome and a place in it."""
CameOut = tuple[tuple[tuple[str, tuple[int, ...]], ...], tuple[tuple[int, tuple[int, ...]], ...]]
"""Outcomes by label, and what was chosen by entry."""


class Arrival(NamedTuple):
    """That a card came into a zone: at which entry, and from which place of an outcome, if it is the first time."""

    entry: int
    seat: int
    zone: str
    card: Card
    place: Place | None


class Case(NamedTuple):
    """What stays the same from trial to trial."""

    games: Mapping[str, Game]
    record: Record
    told: Mapping[str, Sequence[int]]
    unseen: Unseen
    uses: Uses
    work: Work
    """The steps that the whole search may take."""


def case_of(games: Mapping[str, Game], record: Record, unseen: Unseen, work: Work) -> Case:
    """A record of what was seen, to be tried."""
    game = game_of(games, record.header)
    uses = Uses(record.entries, game, pack_of(game, record.header).names, told_of(record.header))
    return Case(games, record, told_of(record.header), unseen, uses, work)


class Trial(Replay):
    """A record of what was seen in one world."""

    def __init__(self, case: Case, world: World, before: "Trial | None" = None) -> None:
        self.case = case
        self.world = world
        self.chosen_at: dict[int, list[int]] = dict(before.chosen_at) if before else {}
        """What was put into the holes of each entry."""
        self.written: dict[int, Entry] = dict(before.written) if before else {}
        """The entries that had holes, be it in claims, as they are written; those of a trial that is read once more are
        kept."""
        self.held: dict[int, list[dict[Card, None]]] = dict(before.held) if before else {}
        """From what the holes of each entry were filled: the cards of a zone for each hidden field."""
        self.broke: Finding | None = None
        """What was found while the record was read."""
        self.came: list[Arrival] = []
        self.drawn: list[tuple[int, str]] = []
        """The labels that came up, each with the entry at which it did."""
        self._lay: dict[tuple[int, str], list[int]] = {}
        self._zones: dict[tuple[int, str], dict[int, Place | None]] = {}
        self._places: dict[Card, Place] = {}
        self._arrived: dict[Place, None] = {}
        self.shown: dict[Card, claims.Turned | None] = {}
        """What all have been shown that came up in a place of which nothing is told; with the event that showed it,
        where the card may have filled a hole, so that its place says nothing of what was shown."""
        self._public: dict[Card, None] = {}
        self.compared: dict[int, int] = {}
        """The entries with claims that were compared so far, each with how many actions had been done."""
        self._wanted: dict[tuple[int, int], Sequence[claims.Wanted]] = {}
        super().__init__(case.games, case.record)
        self._observe(BEFORE)

    @classmethod
    def run_in(cls, case: Case, world: World) -> "Trial":
        """The record in a world, up to where it breaks off there."""
        trial = cls(case, world)
        trial.run()
        case.work.spend(1 + trial.replayed)
        return trial

    def overlook(self) -> None:
        """While a transcript is read nothing is overlooked: what was found first counts."""
        self.broke = self.broke or self.finding

    def _comes_up(self) -> Chance:
        self.came_up = WorldChance(self.case.told, self.world, self._rank, self._happened)
        return self.came_up

    def _happened(self) -> int:
        """How many events there have been since the last action."""
        return len(self.match.table.events) if self.match is not None else 0

    def _rank(self, label: str) -> Callable[[int], object]:
        """By what cards stand in an outcome of which nothing is known: those that are named first come first, or last
        where the first are lost."""
        table, uses = self.game.outcome_table(label), self.case.uses
        if label.partition("/")[0] in self.case.unseen.losing:
            return lambda number: (-uses.first((table, number)), number)
        return lambda number: (uses.first((table, number)), number)

    def _play(
        self, until: int, watch: Callable[[Step], None] | None = None, only_legal: bool = False
    ) -> Finding | None:
        assert self.match is not None
        for number in range(self.replayed, until):
            if type(self.entries[self._order[number]].what) is Marker:
                return None
            if self.match.ask.simultaneous:
                self._put_in_seat_order()
            at = self._order[number]
            if has_holes(self.entries[at]):
                self._fill(at)
            if leaves_open(self.entries[at].what):
                return Finding(Verdict.MALFORMED, self._where(at), 0, (), NO_SECRET_CHOICE)
            finding = super()._play(number + 1, watch, only_legal) or self._laid_open(at)
            self._observe(at)
            if finding is not None:
                return finding
        return None

    def _laid_open(self, at: int) -> Finding | None:
        """That what fills a hole was shown to all as it was chosen."""
        what = self.entries[at].what
        if at not in self.chosen_at or not isinstance(what, Action):
            return None
        assert self.match is not None
        kinds = [secret.shown_by for secret in self.case.unseen.secrets[type(what.what)] if secret.shown_by]
        if any(verb(type(event)) in kinds for event in self.match.table.events):
            return Finding(Verdict.MALFORMED, self._done(at), what.seat, (), LAID_OPEN)
        return None

    def _fill(self, at: int) -> None:
        """Fills the holes of the entry that comes next."""
        assert self.match is not None
        entry = self.entries[at]
        assert isinstance(entry.what, Action | Unresolved)
        filling = Filling(self.match, self.case.unseen, self.case.uses, self.case.work)
        zones = self.zones(entry.what.seat)
        act = filling.of(at, entry.what, zones, self.world.fills.get(at, ()))
        if act is not None:
            self.entries[at] = msgspec.structs.replace(entry, what=Action(entry.what.seat, act))
            self.written[at] = entry
            self.chosen_at[at] = filling.chosen
            self.world.fills[at] = filling.chosen
            self._hold(at, act, zones)

    def _hold(self, at: int, act: Act, zones: Mapping[str, Sequence[int]]) -> None:
        """Notes from what holes were filled; from then on nobody knows any more which of these cards is where."""
        unseen = self.case.unseen
        names = [unseen.uses[type(act)][secret.field] for secret in unseen.secrets[type(act)]]
        self.held[at] = [{(unseen.tables[name], number): None for number in zones[name]} for name in names]
        for cards in self.held[at]:
            for card in cards:
                self._public.pop(card, None)

    def whole(self, seat: int, act: Act) -> Act:
        """An action as it would be done next: its holes filled."""
        if self.match is None or next(holes(act), None) is None:
            return act
        filling = Filling(self.match, self.case.unseen, self.case.uses, self.case.work)
        return filling.of(len(self.entries), Action(seat, act), self.zones(seat), ()) or act

    def zones(self, seat: int) -> Mapping[str, Sequence[int]]:
        """Where the cards of a seat lie now."""
        if self.match is None or not 1 <= seat <= self.header.seats:
            return {}
        return self.case.unseen.zones(self.match.table.state, seat)

    def _observe(self, at: int) -> None:
        """Notes what came up with an entry, and what came into which zone."""
        if self.match is None:
            return
        self._public.update(self.case.uses.named_at(at))
        labels = list(self.came_up.outcomes)[len(self.drawn) :]
        before = len(self.drawn)
        for number, event in enumerate(self.match.table.events):
            while labels and self.came_up.after[labels[0]] <= number:
                self._comes(at, labels.pop(0))
            for path, table, card in named(event) if not event.private else ():
                self._show(at, (table, card), claims.Turned(at, number, event, path, (table, card)))
        for label in labels:
            self._comes(at, label)
        for shown in self.case.unseen.opens(self.match.table.state):
            self._show(at, shown)
        for seat in range(1, self.header.seats + 1):
            for zone, numbers in self.zones(seat).items():
                if len(self.drawn) > before or self._lay.get((seat, zone)) != numbers:
                    self._lay[seat, zone] = list(numbers)
                    self._compare_zone(at, seat, zone, numbers)

    def _comes(self, at: int, label: str) -> None:
        """Notes an outcome; of what is in it nobody knows any more where it is."""
        self.drawn.append((at, label))
        table = self.game.outcome_table(label)
        for place, number in enumerate(self.came_up.outcomes[label]):
            self._places[table, number] = (label, place)
            self._public.pop((table, number), None)
        if label in self.came_up.guessed:
            self.world.orders[label] = self.came_up.outcomes[label]

    def _show(self, at: int, card: Card, turned: claims.Turned | None = None) -> None:
        """Notes a card that all see; whether the record says that it does. What fills holes it does not say."""
        if card not in self._public:
            self._public[card] = None
            label, place = self._places.get(card, ("", 0))
            told = self.case.told.get(label, ())
            known = card in self.case.uses.named_at(at) or (place < len(told) and told[place])
            chosen = self._was_chosen_from(card)
            if not known and (label or chosen):
                self.shown[card] = turned if chosen else None

    def _was_chosen_from(self, card: Card) -> bool:
        """Whether a card may have filled a hole."""
        return any(card in cards for zones in self.held.values() for cards in zones)

    def _compare_zone(self, at: int, seat: int, zone: str, numbers: Sequence[int]) -> None:
        before, table = self._zones.get((seat, zone), {}), self.case.unseen.tables[zone]
        now: dict[int, Place | None] = {}
        for number in numbers:
            now[number] = place = self._places.get((table, number))
            if number not in before or before[number] != place:
                fresh = place is not None and place not in self._arrived
                self.came.append(Arrival(at, seat, zone, (table, number), place if fresh else None))
                if place is not None:
                    self._arrived[place] = None
        self._zones[seat, zone] = now

    def place_of(self, card: Card) -> Place | None:
        """The outcome in which a card came up, and its place there; nothing for one that did not come up by chance."""
        return self._places.get(card)

    def chosen_from(self, card: Card) -> list[int]:
        """The cards of which one filled a hole that a card may have filled."""
        found = [cards for zones in self.held.values() for cards in zones if card in cards]
        return sorted({number for cards in found for _, number in cards})

    def since(self, seat: int, zone: str, card: Card) -> int:
        """The entry at which a card came into a zone, the last time."""
        for one in reversed(self.came):
            if (one.seat, one.zone, one.card) == (seat, zone, card):
                return one.entry
        return BEFORE

    def first_since(self, seat: int, zone: str, card: Card) -> int:
        """The entry at which a card came into a zone, the first time."""
        return next((one.entry for one in self.came if (one.seat, one.zone, one.card) == (seat, zone, card)), BEFORE)

    def noted(self, entry: Entry, agreed: bool = False) -> Finding | None:
        """Compares claims even if they are known to agree: they say what may be in the holes."""
        self._keep_claims(len(self.entries) - 1, entry)
        return super().noted(entry)

    def _keep_claims(self, at: int, entry: Entry) -> None:
        """Claims too are kept as they are written, whatever a world puts into their holes."""
        if at in self.written:
            before = self.written[at]
            added = entry.claims[len(before.claims) :]
            self.written[at] = msgspec.structs.replace(entry, what=before.what, claims=(*before.claims, *added))
        elif any(map(claims.is_open, entry.claims)):
            self.written[at] = entry

    def _compare(self, at: int, entry: Entry) -> Finding | None:
        """Claims without holes as the referee does, and then those with holes."""
        assert self.match is not None
        self._keep_claims(at, entry)
        self.compared[at] = self.replayed
        self.case.work.spend(len(entry.claims) // CLAIMS_A_STEP)
        open_ones = [claim for claim in entry.claims if claims.is_open(claim)]
        if not open_ones:
            return super()._compare(at, entry)
        whole = tuple(claim for claim in entry.claims if not claims.is_open(claim))
        if (finding := super()._compare(at, msgspec.structs.replace(entry, claims=whole))) is not None:
            return finding
        seen, used = self.comparison(), dict[int, None]()
        for claim in open_ones:
            try:
                filled = claims.completed(claim, seen, used)
            except NoSuchPath as error:
                return Finding(Verdict.MALFORMED, self._done(at), 0, (), error.message)
            if filled is None:
                return self._not_so(at, claim)
            whole = (*whole, filled)
        self.entries[at] = msgspec.structs.replace(entry, claims=whole)
        return None

    def compared_now(self) -> list[int]:
        """The entries that make claims on the state as it is now: that of the last action, and heads after it."""
        return [at for at, done in self.compared.items() if done == self.replayed]

    def wanted(self, at: int) -> Sequence[claims.Wanted]:
        """What the claims of an entry want that is not there now."""
        key, entry = (at, self.replayed), self.entries[at]
        if key not in self._wanted:
            self.case.work.spend(len(entry.claims) // CLAIMS_A_STEP)
            self._wanted[key] = list(claims.wanted(entry.claims, self.comparison())) if entry.claims else []
        return self._wanted[key]

    def comparison(self) -> claims.Comparison:
        """What claims are compared with now."""
        assert self.match is not None
        table = self.match.table
        return claims.Comparison(table.state, table.events, self.names, self.case.unseen.ordered, table.work)

    def _not_so(self, at: int, claim: Claim) -> Finding:
        """That a claim with holes does not come out."""
        recorded = claims.written(claim)
        path = recorded.split()[0]
        message = say("kernel.seen.claim", recorded=recorded)
        return contradicted(self._done(at), 0, message, Difference(path, recorded, ""))

    def came_out(self) -> CameOut:
        """What came up and what was chosen: trials that are alike in this are alike in all."""
        outcomes = tuple((label, tuple(order)) for label, order in self.came_up.outcomes.items())
        return outcomes, tuple((at, tuple(numbers)) for at, numbers in self.chosen_at.items())

    def complete(self) -> Record:
        """The record without holes, as it is in this world."""
        outcomes = {**self.case.told, **self.came_up.outcomes}
        written = RecordedChance([Outcome(label, list(outcomes[label])) for label in sorted(outcomes)])
        head = msgspec.structs.replace(self.header, chance=Source(written))
        return Record(head, tuple(self.entries), self.beside)
