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
from shinpan_engine.kernel.forms.text import fields
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, ChanceSource, Entry, Outcome, Record, SeenChance
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.seen.search import judge

from .random_games import MODES, play, recorded

Place = tuple[str, int]


def hidden(game: Game, record: Record, viewer: int) -> Record:
    """What a viewer saw of a recorded game; 0 is the public."""
    assert game.unseen is not None
    replay = Replay(GAMES, record)
    entries, told = list(record.entries), dict[Place, int]()
    places: dict[tuple[str, int], Place] = {}
    labels: list[str] = []

    def watch(step: Step) -> None:
        drawn = list(replay.chance.outcomes)[len(labels) :]
        for label in drawn:
            labels.append(label)
            table = game.outcome_table(label)
            for at, number in enumerate(replay.chance.outcomes[label]):
                places[table, number] = (label, at)
        told.update(_shown(step, viewer, places, drawn))
        if step.action is not None and (covered := _covered(game, replay, step.action, viewer)) is not None:
            entries[step.entry - 1] = Entry(covered)

    replay.run(watch=watch)
    return with_places(record, entries, told)


def with_places(record: Record, entries: list[Entry], told: dict[Place, int]) -> Record:
    """A record of what was seen with these places of its outcomes told."""
    outcomes: dict[str, list[int]] = {}
    for (label, at), number in told.items():
        order = outcomes.setdefault(label, [])
        order += [0] * (at + 1 - len(order))
        order[at] = number
    chance = SeenChance([Outcome(label, outcomes[label]) for label in sorted(outcomes)])
    return Record(msgspec.structs.replace(record.header, chance=ChanceSource(chance)), tuple(entries))


def _shown(
    step: Step, viewer: int, places: dict[tuple[str, int], Place], drawn: list[str]
) -> Iterator[tuple[Place, int]]:
    """The places of outcomes that a viewer learns with a step: by events, and of what comes up openly."""
    for event in step.events:
        for table, number in _named(event) if event.private in (0, viewer) else ():
            place = places.get((table, number))
            if place is not None and (event.private or place[0] in drawn):
                yield place, number


def _named(event: Any) -> Iterator[tuple[str, int]]:
    for field in fields(type(event)):
        if field.table and not field.open:
            value = getattr(event, field.attribute)
            for number in value if field.repeated else [value]:
                yield field.table, number


def _covered(game: Game, replay: Replay, action: Action, viewer: int) -> Action | None:
    """An action with holes for what is hidden from a viewer; nothing if nothing is."""
    assert game.unseen is not None
    assert replay.match is not None
    secret = game.unseen.secrets.get(type(action.what))
    if secret is None or game.sees(replay.match.table.state, viewer, action.seat):
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
            tell(f"  seed {seed}: {word}: {judged.report.findings[0].message[:200]}")
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
