"""What a player may not see, a player cannot learn: not from the view, nor from events, nor from what is offered."""

import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.game import Event, Game
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_service.messages.codec import messages
from shinpan_service.messages.viewing import View

from ..random_games import (
    WIDE,
    changed,
    course,
    enough,
    header,
    modes,
    play,
    recorded,
    replayed,
    seeds,
    start,
    state_bytes,
    steps,
    take,
    told,
    with_outcomes,
)
from .mirrors import Mirror
from .strategies import structs
from .zones import KINDS, SCRAMBLES

Renaming = Mapping[str, Mapping[int, int]]
"""For each table of the pack, the number that stands for each number."""

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
HIDDEN = pytest.mark.clause(
    "W3-B1-15", "W3-4.1-5", "W3-M0-2", "AN-0.1-7", "AN-2.2-7", "AN-2.2-8", "AN-5.0-9", "AN-5.2-15", "AN-5.4a-18",
    "AN-5.4a-19", "AN-5.6-16", "AN-5.6-17", "AN-5.6-18", "AN-5.7-4", "AN-6.2-10",
)  # fmt: skip
Arguments = list[tuple[str, list[str]]]
viewers = pytest.mark.parametrize("viewer", [PUBLIC, 1, 2])


@modes
@viewers
@HIDDEN
def test_hidden_cards_change_nothing_that_is_seen(game: Game, mode: str, viewer: int) -> None:
    """If the cards that a viewer never sees are exchanged among each other, all that the viewer is shown stays."""
    exchanged = 0
    for seed in seeds(10):
        with told(seed):
            record = part(recorded(play(game, seed, mode)), seed)
            other = renamed(game, record, exchange(game, mode, record, viewer, seed))
            exchanged += record != other
            for one, two in zip(matches(record), matches(other), strict=True):
                assert shown(game, one, viewer) == shown(game, two, viewer)
    enough(exchanged)


def part(record: Record, seed: int) -> Record:
    """Every other record only up to its middle: some games show everything in the end."""
    return record if seed % 2 else msgspec.structs.replace(record, entries=record.entries[: len(record.entries) // 2])


@modes
@viewers
@HIDDEN
def test_a_refusal_tells_no_hidden_card(game: Game, mode: str, viewer: int) -> None:
    """A report on an action that was refused is the same for a viewer whichever hidden cards it named."""
    hidden = 0
    for seed in seeds(15):
        with told(seed):
            record = refused_at_last(game, recorded(play(game, seed, mode)), seed)
            if record is None:
                continue
            legal = msgspec.structs.replace(record, entries=record.entries[:-1])
            other = renamed(game, record, exchange(game, mode, legal, viewer, seed))
            if record.entries[-1].what.seat != viewer:
                hidden += record.entries[-1] != other.entries[-1]
                assert reported(record, viewer) == reported(other, viewer)
    if not nothing_secret(game, mode, viewer):
        enough(hidden)


def nothing_secret(game: Game, mode: str, viewer: int) -> bool:
    """Whether nobody plays alone against others, so that hardly anything is refused that names what a viewer never
    sees: one player, or all who play together."""
    state = start(header(game, 0, mode)).table.state
    sides = len(state.sides)
    return sides == 1 or all(game.sees(state, viewer, seat) for seat in range(1, sides + 1))


def refused_at_last(game: Game, record: Record, seed: int) -> Record | None:
    """The beginning of a record, and then one of its later actions that names a card, too early; if there is one."""
    cut = len(record.entries) * (seed % 3 + 1) // 5
    match, names = replayed(record, cut), game.packs[record.header.pack.id].names
    for entry in record.entries[cut + 1 :]:
        seat, act = entry.what.seat, entry.what.what
        if text.arguments(act, names) and names_cards(act) and match.consider(seat, act) is not None:
            return msgspec.structs.replace(record, entries=(*record.entries[:cut], entry))
    return None


def names_cards(act: Act) -> bool:
    """Whether an action names anything that may be hidden."""
    return any(
        (field.table and not field.open) or issubclass(field.kind, msgspec.Struct) for field in text.fields(type(act))
    )


def reported(record: Record, viewer: int) -> object:
    """What a viewer is told of a record in the middle of its game."""
    replay = Replay(GAMES, record)
    finding = replay.run()
    assert finding is not None
    return View(replay, viewer).report()


def matches(record: Record) -> Iterator[Match]:
    """The match before the first action and after each."""
    match = start(record.header)
    yield match
    for entry in record.entries:
        assert isinstance(entry.what, Action)
        take(match, entry.what)
        yield match


def shown(game: Game, match: Match, viewer: int) -> tuple[object, ...]:
    """All that a viewer is shown: the state, the events, and the own options."""
    state = encode(game.view(match.table.state, viewer))
    events = [
        (type(event).__name__, event if whole(game, match, event, viewer) else None) for event in match.table.events
    ]
    options = [encode(act) for _, act in match.options(viewer)] if viewer else []
    return state, events, options


def whole(game: Game, match: Match, event: Event, viewer: int) -> bool:
    """Whether a viewer sees all of an event; of another's secret it is the name only."""
    return not event.private or game.sees(match.table.state, viewer, event.private)


def exchange(game: Game, mode: str, record: Record, viewer: int, seed: int) -> Renaming:
    """Another number for every card that the viewer never sees in this game."""
    seen: dict[str, dict[int, None]] = {kind.table: {} for kind in KINDS[game.name][mode]}
    for match in matches(record):
        state = match.table.state
        view = game.view(state, viewer)
        for kind in KINDS[game.name][mode]:
            seen[kind.table].update(dict.fromkeys(kind.found(view)))
        for event in match.table.events:
            if whole(game, match, event, viewer):
                for table, numbers in named_by(event):
                    seen.get(table, {}).update(dict.fromkeys(numbers))
    renaming: dict[str, dict[int, int]] = {}
    drawn = ["", *(outcome.label for outcome in record.header.chance.source.outcomes)]
    for kind in KINDS[game.name][mode]:
        # Magics that come in printed sets cannot be exchanged one by one.
        apart = kind.all(state) if kind.label in drawn else []
        hidden = [number for number in apart if number not in seen[kind.table] and number not in kind.apart]
        dice = Stream(bytes(32), f"exchange/{kind.table}/{seed}")
        renaming[kind.table] = {
            number: another
            for group in kind.groups(hidden)
            for number, another in zip(group, dice.shuffle(group), strict=True)
        }
    return renaming


def named_by(event: Event) -> Iterator[tuple[str, list[int]]]:
    """The tables and numbers that an event tells."""
    for field in text.fields(type(event)):
        value = getattr(event, field.attribute)
        yield field.table, value if field.repeated else [value]


def renamed(game: Game, record: Record, renaming: Renaming) -> Record:
    """The record with other numbers in its outcomes and actions."""
    tables = {
        outcome.label: game.outcomes[outcome.label.partition("/")[0]]
        for outcome in record.header.chance.source.outcomes
    }
    outcomes = {
        outcome.label: [renaming.get(tables[outcome.label], {}).get(value, value) for value in outcome.values]
        for outcome in record.header.chance.source.outcomes
    }
    for at, entry in enumerate(record.entries):
        what = Action(entry.what.seat, renamed_act(entry.what.what, renaming))
        record = changed(record, at, what=what)
    return with_outcomes(record, outcomes)


def renamed_act(act: Act, renaming: Renaming) -> Act:
    """An action with other numbers, lists ascending."""
    fields: dict[str, Any] = {}
    for field in text.fields(type(act)):
        value, table = getattr(act, field.attribute), renaming.get(field.table)
        if field.repeated and value and isinstance(value[0], msgspec.Struct):
            fields[field.attribute] = [renamed_act(item, renaming) for item in value]
        elif table is not None and field.repeated:
            numbers = [table.get(number, number) for number in value]
            fields[field.attribute] = numbers if field.ordered else sorted(numbers)
        elif table is not None:
            fields[field.attribute] = table.get(value, value)
    return msgspec.structs.replace(act, **fields)


@games
@viewers
@HIDDEN
def test_whatever_is_hidden_shows_nothing(game: Game, viewer: int) -> None:
    """In any state at all, changing everything that a viewer may not see leaves the view as it was."""

    @WIDE
    @given(structs(Mirror(game.state, messages(game).state.DESCRIPTOR)))
    def holds(state: msgspec.Struct) -> None:
        assert encode(game.view(SCRAMBLES[game.name](state, viewer), viewer)) == encode(game.view(state, viewer))

    holds()


@modes
@viewers
def test_a_view_keeps_the_counts_and_leaves_the_state_alone(game: Game, mode: str, viewer: int) -> None:
    """A view has as many cards in it as the state, and making one changes nothing."""
    for seed in seeds(5):
        with told(seed):
            for _, match in course(header(game, seed, mode), Stream(bytes(32), f"views/{seed}")):
                state = match.table.state
                before = encode(state)
                view = game.view(state, viewer)
                assert encode(state) == before
                for kind in KINDS[game.name][mode]:
                    assert len(kind.found(view)) == len(kind.found(state))


@modes
@viewers
@HIDDEN
def test_an_answer_that_waits_shows_nothing(game: Game, mode: str, viewer: int) -> None:
    """Where several decide at once, what one has answered is told to no one else before the last has: who, and what was
    asked, but neither how nor with what."""
    for seed in seeds(5):
        with told(seed):
            for line, nothing in waiting(game, recorded(play(game, seed, mode)), viewer):
                assert line == nothing


def waiting(game: Game, record: Record, viewer: int) -> list[tuple[str, str]]:
    """Every answer that still waited for others when it was given: as a viewer is shown it who does not see the secrets
    of its seat, and as it would be shown with nothing of it told."""
    replay = Replay(GAMES, record)
    assert replay.match is not None
    view, state = View(replay, viewer), replay.match.table.state
    found: list[tuple[str, str]] = []

    def watch(step: Step) -> None:
        if step.action is not None and not game.sees(state, viewer, step.action.seat):
            asks = [one.ask for one in state.pending if one.answer == encode(step.action.what)]
            found.extend((view.step(step, state).action, f"p{step.action.seat} {ask} ?") for ask in asks)

    replay.run(watch=watch)
    return found


@modes
@viewers
def test_an_action_keeps_its_arguments(game: Game, mode: str, viewer: int) -> None:
    """Whoever looks: each argument is there, with as many values as the referee sees; those hidden are `?`, the others
    are the referee's in their order, and in a set the hidden ones stand last, so that no place tells of a number."""
    hidden = 0
    for seed in seeds(5):
        with told(seed):
            for act, seen, whole in lines_of(recorded(play(game, seed, mode)), viewer):
                sets = {field.name for field in text.fields(type(act)) if field.repeated and not field.ordered}
                assert [name for name, _ in seen] == [name for name, _ in whole]
                for (name, ours), (_, all_of_them) in zip(seen, whole, strict=True):
                    open_ones = [value for value in ours if value != "?"]
                    hidden += len(ours) - len(open_ones)
                    assert len(ours) == len(all_of_them)
                    if name in sets:
                        assert ours[: len(open_ones)] == open_ones == [one for one in all_of_them if one in open_ones]
                    else:
                        assert all(one in ("?", value) for one, value in zip(ours, all_of_them, strict=True))
    if viewer == PUBLIC and not nothing_secret(game, mode, viewer):
        enough(hidden)


def lines_of(record: Record, viewer: int) -> list[tuple[Act, Arguments, Arguments]]:
    """Every action, with its arguments as a viewer and the referee are shown them, but those that wait for others."""
    replay = Replay(GAMES, record)
    assert replay.match is not None
    views, state = [View(replay, one) for one in (viewer, REFEREE)], replay.match.table.state
    found: list[tuple[Act, Arguments, Arguments]] = []

    def watch(step: Step) -> None:
        if step.action is not None:
            seen, whole = (view.step(step, state).action for view in views)
            if not seen.endswith(" ?") or "=" in seen:
                found.append((step.action.what, arguments(seen), arguments(whole)))

    replay.run(watch=watch)
    return found


def arguments(line: str) -> Arguments:
    """The arguments of a line, groups opened, with their values."""
    found: Arguments = []
    for word in line.replace("[", "").replace("]", "").split()[2:]:
        name, equals, value = word.rpartition("=")
        if equals:
            found.append((name, []))
        found[-1][1].append(value)
    return found


@modes
def test_the_referee_sees_everything(game: Game, mode: str) -> None:
    """The referee's view is the state itself; every other view of a running game hides something."""
    for seed in seeds(5):
        with told(seed):
            match = start(header(game, seed, mode))
            assert encode(game.view(match.table.state, REFEREE)) == state_bytes(match)
            for viewer in (PUBLIC, 1, 2):
                assert encode(game.view(match.table.state, viewer)) != state_bytes(match)


@modes
def test_a_seat_sees_its_own_cards(game: Game, mode: str) -> None:
    """What a seat holds is whole in its own view, and zeros in everybody else's."""
    match = start(header(game, 3, mode))
    for seat, side in enumerate(match.table.state.sides, start=1):
        for viewer in (PUBLIC, 1, 2):
            hand = game.view(match.table.state, viewer).sides[seat - 1].hand
            assert hand == (side.hand if game.sees(match.table.state, viewer, seat) else [0] * len(side.hand))


@modes
def test_private_events_name_their_seat(game: Game, mode: str) -> None:
    """Whoever is told something alone is the one whom it is about."""
    private = 0
    for seed in seeds(5):
        with told(seed):
            for step in steps(play(game, seed, mode)):
                for event in step.events:
                    if event.private:
                        private += 1
                        assert event.private == event.seat
                    assert event.clause in game.rules
    enough(private, int(has_private_events(game)))


def has_private_events(game: Game) -> bool:
    """Whether the rules of a game tell one seat alone of anything."""
    folder = Path(inspect.getfile(type(game))).parent
    return any("private=" in path.read_text("utf-8") for path in folder.rglob("*.py"))


def test_private_events_are_looked_for() -> None:
    """There are games whose rules have some."""
    assert any(map(has_private_events, GAMES.values()))
