"""What the public, or one seat, saw of a game: the record with holes where nothing was seen.

`python -m tests.hiding 200 wars3x3` judges so many random games of each mode of a game for each viewer, and prints what
came of them and what it took, a line each.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from time import perf_counter
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
from shinpan_engine.kernel.seen.holes import named
from shinpan_engine.kernel.seen.search import judge
from shinpan_engine.kernel.seen.uses import Card

from .random_games import MODES, play, recorded

Place = tuple[str, int]


def hidden(game: Game, record: Record, viewer: int) -> Record:
    """What a viewer saw of a recorded game; 0 is the public."""
    watching = Watching(game, record, viewer)
    watching.replay.run(watch=watching.watch)
    return with_places(record, watching.entries, watching.told)


class Watching:
    """Looks on at a game with the eyes of one viewer and writes down what there is to see. A card that came straight
    from an outcome is told by its place there; one that has been in a hand meanwhile is claimed where it is seen."""

    def __init__(self, game: Game, record: Record, viewer: int) -> None:
        self.replay = Replay(GAMES, record)
        self.entries = list(record.entries)
        self.told: dict[Place, int] = {}
        self._game = game
        self._viewer = viewer
        self._labels: list[str] = []
        self._places: dict[Card, Place] = {}
        self._passed: dict[Card, None] = {}
        """The cards that have been in somebody's hand since they came up."""
        self._known: dict[Card, None] = {}
        """The cards that the viewer has seen."""

    def watch(self, step: Step) -> None:
        """What is seen with one step."""
        assert self.replay.match is not None
        state = self.replay.match.table.state
        drawn = self._come_up()
        what, named_in = step.action, dict[Card, None]()
        if what is not None:
            covered = _covered(self._game, state, what, self._viewer)
            named_in = dict.fromkeys((table, number) for _, table, number in named((covered or what).what))
            self._known.update(named_in)
            if covered is not None:
                self.entries[step.entry - 1] = Entry(covered)
        shown = [card for card in named_in if self._places.get(card, ("", 0))[0] not in drawn]
        claims = [claim for event in step.events for claim in self._event(state, event, shown, drawn)]
        claims += self._looks(state)
        if claims and step.entry:
            entry = self.entries[step.entry - 1]
            self.entries[step.entry - 1] = msgspec.structs.replace(entry, claims=tuple(claims))
        self._held(state)

    def _come_up(self) -> list[str]:
        outcomes = self.replay.chance.outcomes
        drawn = list(outcomes)[len(self._labels) :]
        for label in drawn:
            self._labels.append(label)
            table = self._game.outcome_table(label)
            for at, number in enumerate(outcomes[label]):
                self._places[table, number] = (label, at)
                self._passed.pop((table, number), None)
        return drawn

    def _held(self, state: Any) -> None:
        """Whatever is in a hand now is no longer as it came up."""
        assert self._game.unseen is not None
        for seat in range(1, self.replay.header.seats + 1):
            for zone, numbers in self._game.unseen.zones(state, seat).items():
                self._passed.update(dict.fromkeys((self._game.unseen.tables[zone], number) for number in numbers))

    def _event(self, state: Any, event: Any, written: list[Card], drawn: list[str]) -> Iterator[EventClaim]:
        """What an event shows: places, or a claim."""
        cards = [(table, number) for _, table, number in named(event)]
        if not event.private or self._game.sees(state, self._viewer, event.private):
            fresh = [card for card in cards if card not in written and self._is_news(card, event, drawn)]
            self._known.update(dict.fromkeys(cards))
            if not self._tell(fresh):
                values = event_fields(event, self.replay.names)
                paths = dict.fromkeys(path for path, _, _ in named(event))
                yield EventClaim(verb(type(event)), tuple((path, values[path]) for path in paths))
        self._passed.update(dict.fromkeys(cards))

    def _is_news(self, card: Card, event: Any, drawn: list[str]) -> bool:
        """Whether an event says where a card is that the viewer did not know to be there."""
        return bool(event.private) or card not in self._known or self._places.get(card, ("", 0))[0] in drawn

    def _tell(self, cards: list[Card]) -> bool:
        """Tells the places of cards that come from there; says whether all do."""
        straight = [card for card in cards if card in self._places and card not in self._passed]
        self.told.update({self._places[card]: card[1] for card in straight})
        return all(card in straight or card not in self._places for card in cards)

    def _looks(self, state: Any) -> Iterator[StateClaim]:
        """What has come to lie open without an event that says so."""
        view = self._game.view(state, self._viewer)
        sides = [(f"[p{seat}]", side) for seat, side in enumerate(view.sides, start=1)]
        for where, struct in [("", view), *sides]:
            for field in fields(type(struct)):
                value = getattr(struct, field.attribute)
                fresh = [card for card in _cards(field, value) if card not in self._known]
                self._known.update(dict.fromkeys(fresh))
                if not self._tell(fresh):
                    yield StateClaim(f"{field.name}{where}", spell(field, value, self.replay.names))


def _cards(field: Field, value: Any) -> Iterator[Card]:
    """The cards that a field of a view shows, those of the sides left out."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, msgspec.Struct) and field.name != "sides":
            for inner in fields(type(item)):
                yield from _cards(inner, getattr(item, inner.attribute))
        elif field.table and not field.open and item:
            yield field.table, item


def with_places(record: Record, entries: list[Entry], told: dict[Place, int]) -> Record:
    """A record of what was seen with these places of its outcomes told."""
    outcomes: dict[str, list[int]] = {}
    for (label, at), number in told.items():
        order = outcomes.setdefault(label, [])
        order += [0] * (at + 1 - len(order))
        order[at] = number
    chance = SeenChance([Outcome(label, outcomes[label]) for label in sorted(outcomes)])
    return Record(msgspec.structs.replace(record.header, chance=ChanceSource(chance)), tuple(entries))


def _covered(game: Game, state: Any, action: Action, viewer: int) -> Action | None:
    """An action with holes for what is hidden from a viewer; nothing if nothing is."""
    assert game.unseen is not None
    secret = game.unseen.secrets.get(type(action.what))
    if secret is None or game.sees(state, viewer, action.seat):
        return None
    field = next(field for field in fields(type(action.what)) if field.name == secret.field)
    value = getattr(action.what, field.attribute)
    holes: Any = [0] * len(value) if field.repeated else 0
    return Action(action.seat, msgspec.structs.replace(action.what, **{field.attribute: holes}))


VIEWERS = (0, 1)
"""The public and the first seat."""


def table_line(game: Game, mode: str, viewer: int, count: int, tell: Callable[[str], None]) -> str:
    """A line of the table: what came of so many games, how many replays they took, and how long."""
    verdicts, replays, times = Counter[str](), list[int](), list[float]()
    for seed in range(count):
        record = hidden(game, recorded(play(game, seed, mode)), viewer)
        begun = perf_counter()
        judged = judge(GAMES, record)
        times.append((perf_counter() - begun) * 1000)
        replays.append(judged.trials)
        word = judged.report.verdict.word
        verdicts["found" if judged.world else word] += 1
        if judged.world is None:
            tell(f"  seed {seed}: {word}: {str(judged.report.findings[0].message)[:200]}")
    replays.sort()
    times.sort()
    half = count // 2
    return (
        f"{game.name} {mode}, seen by {'the public' if not viewer else f'seat {viewer}'}: {dict(verdicts)}; replays "
        f"{replays[half]}, worst {replays[-1]}; {times[half]:.0f} ms, worst {times[-1]:.0f} ms"
    )


if __name__ == "__main__":
    for played, name in MODES:
        if played.name == sys.argv[2] and name in (sys.argv[3:] or [name]):
            for eyes in VIEWERS:
                print(table_line(played, name, eyes, int(sys.argv[1]), print), flush=True)
