"""The transcript: a step that came by itself, because nothing else was possible, may be written down all the same."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import fields, verb
from shinpan_engine.kernel.game import Event, Game
from shinpan_engine.kernel.judging.claims import event_fields
from shinpan_engine.kernel.judging.record import Action, Marker
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_records import transcript
from tests.random_games import play, seeds, told

from .transcripts import judged, noted, read

KINDS = [(game, kind) for game in GAMES.values() for kind in game.done_at_once]
BY_THEMSELVES = {
    "anoare": "open pass resolve",
    "drive": "discard gain lower name pursue put_back raise take use",
}
"""The actions that come by themselves where nothing else is possible, by game."""


def written_down(game: Game, kind: type, seed: int) -> list[str]:
    """A random game with a line more behind each action in which such a step came by itself."""
    record = play(game, seed)
    replay = Replay(GAMES, record)
    rows = transcript.dump(record, GAMES).splitlines()
    actions = [row for row in rows[rows.index("--") + 1 :] if not row.startswith(("turn", "round"))]
    more: list[str] = []
    for row, entry in zip(actions, [one for one in record.entries if not isinstance(one.what, Marker)], strict=True):
        more.append(row.partition(" #")[0])
        assert isinstance(entry.what, Action)
        replay.run(replay.replayed + 1)
        assert replay.match is not None
        asked = any(kind in decision.takes for decision in replay.match.ask.decisions)
        if type(entry.what.what) is not kind and not asked:
            more += [line for one in replay.match.table.events if (line := line_of(game, kind, one, replay))]
    header = [row for row in rows[: rows.index("--") + 1] if not row.startswith("decisions")]
    return [*header, *more]


def line_of(game: Game, kind: type, event: Event, replay: Replay) -> str:
    """The step that an event tells of, if it is of that kind and all of it is told."""
    if type(event) not in game.done_at_once[kind][:1]:
        return ""
    said = event_fields(event, replay.names)
    known = [field.name for field in fields(kind)]
    arguments = [f"{name}={said[name]}" for name in known if said.get(name, "0") not in ("0", "?")]
    whole = all(name in said for name in known if name != "bonus")
    return " ".join([said["seat"], verb(kind), *arguments]) if whole else ""


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=[f"{game.name} {verb(kind)}" for game, kind in KINDS])
def test_a_step_that_came_by_itself_may_be_written_down(game: Game, kind: type) -> None:
    """The record is what it would be without the line."""
    for seed in seeds(6):
        with told(seed):
            rows = written_down(game, kind, seed)
            loaded = transcript.load("\n".join(rows) + "\n", GAMES)
            plain = play(game, seed)
            assert [one.what for one in loaded.record.entries] == [one.what for one in plain.entries]


@pytest.mark.parametrize("name", GAMES)
def test_every_step_that_comes_by_itself_is_known(name: str) -> None:
    """No kind of action that may come by itself has lost its row: the other tests only try those that have one."""
    assert " ".join(sorted(map(verb, GAMES[name].done_at_once))) == BY_THEMSELVES.get(name, "")


def test_it_is_written_down_once() -> None:
    """A second line that says the same is refused like any action that nobody asked for."""
    game = GAMES["drive"]
    kind = next(kind for kind in game.done_at_once if verb(kind) == "discard")
    for seed in seeds(3):
        with told(seed):
            rows = written_down(game, kind, seed)
            at = next(at for at, row in enumerate(rows) if " discard " in row)
            rows.insert(at, rows[at])
            report = transcript.load("\n".join(rows) + "\n", GAMES).judged().report()
            assert report.findings[0].clauses[0] == "DR-S5.3-16"


def test_a_step_line_may_be_taken_for_a_heading() -> None:
    """What it has filled in last may be written behind it, once; for what else belongs to the step a note says where
    that is written."""
    whole = read("turn 1", "p1 lay card=020", "step 5.1", "p1 end_turn => turn_ended 1", "turn 2")
    without = read("turn 1", "p1 lay card=020", "step 5.1 => turn_ended 1", "turn 2")
    assert [entry.what for entry in whole.record.entries] == [entry.what for entry in without.record.entries]
    assert [entry.claims for entry in whole.record.entries] == [entry.claims for entry in without.record.entries]
    assert "line before it has filled this in" in noted(whole)
    twice = read("turn 1", "step 5.1", "p1 end_turn", "p1 end_turn")
    assert judged(twice).findings[0].clauses[0] == "W3-1.0-6"
    late = read("turn 1", "step 4.1", "p1 lay card=020")
    assert judged(late).findings[0].clauses == ("W3-4.1-1",)
    assert "the line “step 4.1” before it has ended that step" in noted(late)
