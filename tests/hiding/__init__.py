"""What the public, or one seat, saw of a game: the record with holes where nothing was seen.

`python -m tests.hiding 200 wars3x3` judges so many random games of each mode of a game for each viewer, and prints what
came of them and what it took, a row each (`figures`).
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import Field, fields, spell, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.claims import event_fields
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Entry,
    EventClaim,
    Outcome,
    Record,
    SeenChance,
    StateClaim,
)
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.seen.holes import chosen, named
from shinpan_engine.kernel.seen.told import Secret

Card = tuple[str, int]
"""A card: the table of the pack, and its number there."""
Place = tuple[str, int]
"""The label of an outcome and a place in it."""
VIEWERS = (0, 1)
"""The public and the first seat."""
CHANCE = -1
"""Stands for the entry that hid a card where chance did."""


def hidden(game: Game, record: Record, viewer: int, afterwards: bool = False) -> Record:
    """What a viewer saw of a recorded game; 0 is the public. A card that shows later than the action that names it is
    claimed where it shows, or written into the action `afterwards`."""
    replay = Replay(GAMES, record)
    eyes = Eyes(game, record, replay, viewer, afterwards)
    replay.run(watch=eyes.watch)
    return with_places(record, eyes.entries, eyes.told)


class Eyes:
    """A viewer of a game: what is still hidden from this one, and what a record of all that was seen says."""

    def __init__(self, game: Game, record: Record, replay: Replay, viewer: int, afterwards: bool) -> None:
        assert game.unseen is not None
        self.entries, self.told = list(record.entries), dict[Place, int]()
        self._record = record
        self._game, self._unseen, self._replay = game, game.unseen, replay
        self._viewer, self._afterwards = viewer, afterwards
        self._places: dict[Card, Place] = {}
        self._labels: list[str] = []
        self._dark: dict[Card, int] = {}
        """The cards that the viewer does not know, and the entry of the action that hid each."""
        self._passed: dict[Card, None] = {}
        """The cards that were in somebody's hand since they came up, or were shown."""
        self._after: dict[str, int] = {}
        self._watch_chance(replay)

    def _watch_chance(self, replay: Replay) -> None:
        """Notes of each outcome after how many events it came up."""
        shuffle = replay.chance.shuffle

        def watched(label: str, items: Sequence[int]) -> list[int]:
            assert replay.match is not None
            self._after[label] = len(replay.match.table.events)
            return shuffle(label, items)

        replay.chance.shuffle = watched  # type: ignore[method-assign]

    def watch(self, step: Step) -> None:
        """Sees what a step shows, as it happens."""
        if step.action is not None:
            self._see_action(step.entry - 1, step.action)
        coming, drawn = list(self._replay.chance.outcomes)[len(self._labels) :], list[str]()
        for number, event in enumerate(step.events):
            while coming and self._after.get(coming[0], 0) <= number:
                drawn.append(self._comes_up(coming.pop(0)))
            if self._sees(event.private):
                self._see_event(event, step.entry - 1, drawn)
        drawn += [self._comes_up(label) for label in coming]
        self._look(step.entry - 1, drawn)

    def _comes_up(self, label: str) -> str:
        table = self._game.outcome_table(label)
        for at, number in enumerate(self._replay.chance.outcomes[label]):
            self._places[table, number] = (label, at)
            self._dark[table, number] = CHANCE
            self._passed.pop((table, number), None)
        self._labels.append(label)
        return label

    def _sees(self, seat: int) -> bool:
        """Whether the viewer sees the secrets of a seat, 0 for what is none."""
        assert self._replay.match is not None
        return seat == 0 or self._game.sees(self._replay.match.table.state, self._viewer, seat)

    def _see_action(self, at: int, action: Action) -> None:
        secrets = () if self._sees(action.seat) else self._unseen.secrets.get(type(action.what), ())
        if secrets:
            self.entries[at] = Entry(Action(action.seat, with_holes(action.what, secrets)))
        open_ones = [secret.field for secret in secrets]
        for path, table, number in named(action.what):
            if path in open_ones:
                self._dark[table, number] = at
            else:
                self._dark.pop((table, number), None)

    def _see_event(self, event: Any, at: int, drawn: list[str]) -> None:
        cards = dict.fromkeys((table, number) for _, table, number in named(event))
        if self._news([card for card in cards if card in self._dark], at, drawn):
            self._claim(at, EventClaim(verb(type(event)), tuple(event_fields(event, self._replay.names).items())))
        self._passed.update(cards)

    def _news(self, cards: Sequence[Card], at: int, drawn: list[str]) -> bool:
        """Writes down cards that show: what comes straight from an outcome in its place there, what was chosen in
        secret where that was done. Says whether something is left to be claimed."""
        left = False
        for card in cards:
            place, hid = self._places.get(card, ("", 0)), self._dark.pop(card)
            if hid != CHANCE and (hid == at or self._afterwards) and self._alone(hid):
                self.entries[hid] = Entry(self._record.entries[hid].what, self.entries[hid].claims)
            elif hid == CHANCE and (place[0] in drawn or card not in self._passed):
                self.told[place] = card[1]
            else:
                left = True
        return left

    def _claim(self, at: int, claim: EventClaim | StateClaim) -> None:
        self.entries[at] = msgspec.structs.replace(self.entries[at], claims=(*self.entries[at].claims, claim))

    def _look(self, at: int, drawn: list[str]) -> None:
        """Sees what has come to lie open without an event that says so."""
        assert self._replay.match is not None
        state = self._replay.match.table.state
        view = self._game.view(state, self._viewer)
        for where, struct in [("", view), *((f"[p{seat}]", side) for seat, side in enumerate(view.sides, start=1))]:
            for field in (field for field in fields(type(struct)) if field.name != "sides"):
                value = getattr(struct, field.attribute)
                fresh = [card for card in cards_in(field, value) if card in self._dark]
                if self._news(fresh, at, drawn) and at >= 0:
                    self._claim(at, StateClaim(f"{field.name}{where}", spell(field, value, self._replay.names)))
        for seat in range(1, len(view.sides) + 1):
            for zone, numbers in self._unseen.zones(state, seat).items():
                self._passed.update(dict.fromkeys((self._unseen.tables[zone], number) for number in numbers))

    def _alone(self, at: int) -> bool:
        """Whether the action of an entry hides just one card."""
        what = self._record.entries[at].what
        assert isinstance(what, Action)
        (secret, *others) = self._unseen.secrets[type(what.what)]
        return not others and len(chosen(what.what, secret)) == 1


def cards_in(field: Field, value: Any) -> list[Card]:
    """The cards that a field of a view shows."""
    items = [item for item in (value if field.repeated else [value]) if item]
    if field.table and not field.open:
        return [(field.table, item) for item in items]
    return [(table, number) for item in items if isinstance(item, msgspec.Struct) for _, table, number in named(item)]


def with_holes(act: Any, secrets: Sequence[Secret]) -> Any:
    """An action of which nothing is told that may be hidden."""
    for field in (field for field in fields(type(act)) if field.name in [secret.field for secret in secrets]):
        value = getattr(act, field.attribute)
        holes: Any = [0] * len(value) if field.repeated else 0
        act = msgspec.structs.replace(act, **{field.attribute: holes})
    return act


def replaced(struct: msgspec.Struct, card: Card, new: int) -> msgspec.Struct:
    """An action with another card, lists ascending."""
    values: dict[str, Any] = {}
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        items = value if field.repeated else [value]
        if items and isinstance(items[0], msgspec.Struct):
            items = [replaced(item, card, new) for item in items]
        elif field.table == card[0]:
            items = [new if number == card[1] else number for number in items]
            items = items if field.ordered else sorted(items)
        values[field.attribute] = items if field.repeated else items[0]
    return type(struct)(**values)


def with_places(record: Record, entries: list[Entry], told: dict[Place, int]) -> Record:
    """A record of what was seen with these places of its outcomes told."""
    outcomes: dict[str, list[int]] = {}
    for (label, at), number in told.items():
        order = outcomes.setdefault(label, [])
        order += [0] * (at + 1 - len(order))
        order[at] = number
    chance = SeenChance([Outcome(label, outcomes[label]) for label in sorted(outcomes)])
    return Record(msgspec.structs.replace(record.header, chance=ChanceSource(chance)), tuple(entries))
