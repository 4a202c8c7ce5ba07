"""How things stand where a trial broke off: which cards are known by then, and which could as well be another."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..judging.record import Action, Entry
from ..judging.report import Verdict
from ..play.views import HIDDEN, PUBLIC
from .claims import Wanted
from .holes import named, table_of
from .trial import BEFORE, Place, Trial
from .uses import Card, Use
from .world import World

Moment = tuple[int, int, int]
"""When something happened: the entry, whether chance came of it, and in which order."""
EVER: Moment = (1 << 30, 0, 0)
START: Moment = (BEFORE - 1, 0, 0)


class Standing:
    """A trial that broke off at an entry; or how it stood before an earlier one, as far as it is known where cards
    were."""

    def __init__(self, trial: Trial, before: int | None = None) -> None:
        finding = trial.finding
        assert finding is not None
        self.trial = trial
        self.finding = finding
        self.at = finding.where.entry - 1 if before is None else before
        """The entry at which it broke off; `BEFORE` in the set-up."""
        self._until = EVER if before is None else (before, 0, 0)
        self.done = finding.verdict == Verdict.CONTRADICTED
        """Whether the action was done, and its claims do not come out."""
        self.state: Any = trial.match.table.state if trial.match else None
        self.labels = [(at, 1, order) for order, (at, _) in enumerate(trial.drawn)]
        self._told = self._told_cards()
        self.open = self._seen_by_all() if before is None else {}
        """The cards that lie open."""

    def _seen_by_all(self) -> dict[Card, None]:
        """What the public sees on the table and the record has said by now, since it was last among what was chosen
        from in secret. What else lies open there was guessed."""
        if self.state is None:
            return {}
        view = self.trial.game.view(self.state, PUBLIC)
        shown = dict.fromkeys((table, number) for _, table, number in named(view))
        wrong = {(wanted.table, number): None for wanted in self.claimed() for number in wanted.there}
        said = [
            card for card in shown if self._said_last(card) > START and self._said_last(card) >= self._held_last(card)
        ]
        return {card: None for card in said if not (self.done and card in wrong)}

    def _told_cards(self) -> dict[Card, Moment]:
        """The cards that a told place of an outcome names, each with the last moment."""
        told: dict[Card, Moment] = {}
        for moment, (_, label) in zip(self.labels, self.trial.drawn, strict=True):
            table = self.trial.game.outcome_table(label)
            for number in self.trial.case.told.get(label, ()) if moment < self._until else ():
                if number != HIDDEN:
                    told[table, number] = moment
        return told

    def known_since(self, card: Card) -> Moment:
        """The last moment at which everybody who reads the record knows where a card is; `START` if there is none."""
        return EVER if card in self.open else self._said_last(card)

    def _said_last(self, card: Card) -> Moment:
        """The last moment at which the record says where a card is; `START` if it never does."""
        named = self.trial.case.uses.last_before(card, self.at)
        return max((named, 0, 0) if named >= 0 else START, self._told.get(card, START))

    def _held_last(self, card: Card) -> Moment:
        """The last hole that may have been filled with a card."""
        held = self.trial.held
        return next(((at, 0, 0) for at in reversed(held) if any(card in cards for cards in held[at])), START)

    def exchangeable(self, one: Card, other: Card) -> Moment | None:
        """From when on the one card could as well be the other, and the other way round; None if that is not so. All
        before it stays as it is, since nobody has seen either of them from then on."""
        return self._alike_since(one, other, self._lay_alike)

    def might_be(self, one: Card, other: Card) -> bool:
        """Whether in some world the one card may be where the other is: besides, of several zones from which holes were
        filled together, each card may have come into another."""
        return self._alike_since(one, other, self._lay_together) is not None

    def _alike_since(self, one: Card, other: Card, lay: Callable[[Card, Card, int], bool]) -> Moment | None:
        if one[0] != other[0] or one == other:
            return None
        known = max(self.known_since(one), self.known_since(other))
        for moment, (_, label) in zip(self.labels, self.trial.drawn, strict=True):
            items = self.trial.came_up.items[label]
            there = one[1] in items and other[1] in items and label in self.trial.came_up.guessed
            if there and self._until > moment > known and self.trial.game.outcome_table(label) == one[0]:
                return moment
        # The last hole that was filled from where both lay, if nobody has seen them since.
        holes = [(at, 0, 0) for at in reversed(self.trial.held) if known < (at, 0, 0) <= self._until]
        return next((moment for moment in holes if lay(one, other, moment[0])), None)

    def _lay_alike(self, one: Card, other: Card, at: int) -> bool:
        """Whether two cards lay in the same of the zones from which the holes of an entry were filled."""
        zones = self.trial.held[at]
        return self._lay_together(one, other, at) and all((one in cards) == (other in cards) for cards in zones)

    def _lay_together(self, one: Card, other: Card, at: int) -> bool:
        """Whether two cards lay in one of the zones from which the holes of an entry were filled."""
        return any(one in cards and other in cards for cards in self.trial.held[at])

    def alike(self, card: Card) -> list[Card]:
        """The cards with which one could be exchanged."""
        known = self.known_since(card)
        others: dict[Card, None] = {}
        for moment, (_, label) in zip(self.labels, self.trial.drawn, strict=True):
            there = card[1] in self.trial.came_up.items[label] and self.trial.game.outcome_table(label) == card[0]
            if there and moment > known:
                others.update(dict.fromkeys((card[0], number) for number in self.trial.came_up.outcomes[label]))
                break
        for at in reversed(self.trial.held):
            if (at, 0, 0) <= known:
                break
            for cards in self.trial.held[at]:
                others.update(cards if card in cards else {})
        return [other for other in others if self.exchangeable(other, card) is not None]

    def fixed(self, card: Card) -> bool:
        """Whether it is certain where a card is: it is known, and nothing came up since then that it could be in."""
        known = self.known_since(card)
        if known in (START, EVER):
            return known == EVER
        if any(at > known[0] and self._passes(at) for at in self.trial.chosen_at):
            return False
        return not any(
            moment > known and card[1] in self.trial.came_up.items[label]
            for moment, (_, label) in zip(self.labels, self.trial.drawn, strict=True)
            if self.trial.game.outcome_table(label) == card[0]
        )

    def _passes(self, at: int) -> bool:
        """Whether a hidden choice decided who got a card."""
        what = self.trial.entries[at].what
        secrets = self.trial.case.unseen.secrets.get(type(what.what), ()) if isinstance(what, Action) else ()
        return any(secret.passes for secret in secrets)

    def was_dealt(self, card: Card) -> bool:
        """Whether chance had to do with a card."""
        bundles = self.trial.case.unseen.bundles
        return any(
            (label in bundles and bundles[label].table == card[0])
            or (self.trial.game.outcome_table(label) == card[0] and card[1] in self.trial.came_up.items[label])
            for _, label in self.trial.drawn
        )

    def unseen(self) -> Iterator[list[Card]]:
        """Cards that lay together where not everybody saw them: what came up, and from what holes were filled."""
        for label in self.trial.came_up.guessed:
            table, told = self.trial.game.outcome_table(label), self.trial.case.told.get(label, ())
            yield [(table, number) for number in self.trial.came_up.outcomes[label] if number not in told]
        for zones in self.trial.held.values():
            yield from (list(cards) for cards in zones)

    def exchange(self, world: World, one: Card, other: Card) -> bool:
        """Exchanges two cards in a world, if they are exchangeable."""
        since = self.exchangeable(one, other)
        if since is None:
            return self._exchange_bundles(world, one, other)
        game, drawn = self.trial.game, self.trial.drawn
        earlier = [label for moment, (_, label) in zip(self.labels, drawn, strict=True) if moment < since]
        labels = [label for label in world.orders if label not in earlier and game.outcome_table(label) == one[0]]
        entries = [at for at in world.fills if (at, 0, 0) >= since and self.secret_table(at) == one[0]]
        world.exchange(one[1], other[1], labels, entries)
        return True

    def can_exchange(self, one: Card, other: Card) -> bool:
        """Whether two cards can be exchanged, be it with the sets they are in."""
        bundled = any(bundle.table == one[0] for bundle in self.trial.case.unseen.bundles.values())
        return bundled or self.exchangeable(one, other) is not None

    def _exchange_bundles(self, world: World, one: Card, other: Card) -> bool:
        """Exchanges two sets of cards, one of which has the one card and one the other."""
        for label, bundle in self.trial.case.unseen.bundles.items():
            if bundle.table != one[0] or label not in self.trial.came_up.guessed:
                continue
            table = self.trial.game.outcome_table(label)
            sets = [next((n for n, cards in bundle.cards.items() if card[1] in cards), 0) for card in (one, other)]
            if 0 in sets or sets[0] == sets[1] or any((table, number) in self._told for number in sets):
                continue
            cards = [(bundle.table, card) for number in sets for card in bundle.cards[number]]
            if all(self.known_since(card) == START for card in cards):
                world.exchange(sets[0], sets[1], [label], [])
                return True
        return False

    def secret_table(self, at: int) -> str:
        """The table of the cards that an entry hides."""
        what = self.trial.entries[at].what
        secrets = self.trial.case.unseen.secrets.get(type(what.what)) if isinstance(what, Action) else None
        return table_of(type(what.what), secrets) if isinstance(what, Action) and secrets else ""

    def last_place(self, at: int) -> Place:
        """The place of an outcome from which a card came at an entry."""
        return next(one.place for one in reversed(self.trial.came) if one.entry == at and one.place is not None)

    def entry(self) -> Entry | None:
        """The entry, its holes filled."""
        return self.trial.entries[self.at] if self.at >= 0 else None

    def may_lack(self) -> bool:
        """Whether what was found may rest on what a hand has or lacks."""
        unseen = self.trial.case.unseen
        unsure = self.state is not None and unseen.unsure(self.state)
        return unsure or any(clause in unseen.lacking for clause in self.finding.clauses)

    def over(self) -> bool:
        """Whether nobody is asked anything any more."""
        return self.trial.match is not None and not self.trial.match.ask.decisions

    def progress(self) -> tuple[int, int]:
        """How far an entry got: whether its action was done, and how little is not as it has to be."""
        wrong = len(self.missing()) + len(self.untold())
        if self.done:
            claimed = [(one.table, number) for one in self.claimed() for number in one.missing or one.there]
            wrong += len(set(claimed))
        return self.done, -wrong

    def missing(self) -> list[tuple[str, Card]]:
        """The cards that the refused action names and that are not where they have to be, with their zones."""
        found: list[tuple[str, Card]] = []
        if self.done:
            return found
        for zone, card in self.needed():
            if card[1] not in self.there(zone) and (zone, card) not in found:
                found.append((zone, card))
        return found

    def lacked(self) -> Iterator[Use]:
        """What a seat lacks for the action or what is claimed of it, each card with a zone in which it may be due."""
        entry, trial = self.entry(), self.trial
        for zone, card in self.missing():
            yield Use(self.at, entry.what.seat, zone, card)  # type: ignore[union-attr]
        claimed = [(one.table, number) for one in self.claimed() for number in one.missing]
        for seat in range(1, trial.header.seats + 1):
            for card in (card for card in claimed if trial.case.uses.next_by(seat, card, self.at) == self.at):
                tables = trial.case.unseen.tables
                yield from (Use(self.at, seat, zone, card) for zone in trial.zones(seat) if tables[zone] == card[0])

    def untold(self) -> list[int]:
        """What is told of an outcome that was not there to come up."""
        trial = self.trial
        if trial.came_up.failed is None:
            return []
        label, there = trial.came_up.failed
        return [number for number in trial.case.told[label] if number != HIDDEN and number not in there]

    def needed(self) -> list[tuple[str, Card]]:
        """The cards that the action names, with the zones in which they have to lie."""
        entry = self.entry()
        if entry is None or not isinstance(entry.what, Action):
            return []
        return [(use.zone, use.card) for use in self.trial.case.uses.at(self.at) if use.card is not None]

    def there(self, zone: str) -> Sequence[int]:
        """What lies in a zone of the seat that acts."""
        entry = self.entry()
        assert entry is not None
        return self.trial.zones(entry.what.seat).get(zone, ()) if isinstance(entry.what, Action) else ()

    def claimed(self) -> Sequence[Wanted]:
        """What the claims of the entry want that is not there."""
        return self.trial.wanted(self.at) if self.at >= 0 else ()
