"""Records of what was merely seen: whatever the cards not seen were, a legal game is never found illegal.

`SHINPAN_WORLDS=1000 python -m pytest -n0 -s tests/laws/test_seen.py -k never_legal` tries every proof against so many
worlds, and prints how many of them met all that comes before.
"""

from typing import Any

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import told_of
from shinpan_engine.kernel.judging.record import Entry, Marker, Record
from shinpan_engine.kernel.judging.referee import Replay, Step, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import sentence
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen import proofs
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_engine.kernel.seen.holes import named
from shinpan_engine.kernel.seen.search import MOST_STEPS, judge, search_of, shuffled
from shinpan_engine.kernel.seen.standing import Standing
from shinpan_engine.kernel.seen.trial import Case, Trial
from shinpan_engine.kernel.seen.uses import Card
from shinpan_engine.kernel.seen.world import World

from ..hiding import VIEWERS, hidden, with_places
from ..hiding.impossible import OTHER_WORLDS, impossible, none_gets_past
from ..random_games import SEEN_MODES, enough, narrowed, play, recorded, seeds, seen_modes, told

viewers = pytest.mark.parametrize("viewer", VIEWERS)
FOUND = (Verdict.LEGAL, Verdict.INCOMPLETE)
FEW_WORLDS = 8
MOST_PLANNED = 4


@seen_modes
@viewers
def test_what_was_seen_of_a_legal_game_is_never_illegal(game: Game, mode: str, viewer: int) -> None:
    """Hide from a random game what a viewer did not see: a world is found, or nothing is said; the referee judges it
    legal, it agrees with all that was written, and its viewer sees the same."""
    found = 0
    for seed in seeds(4):
        with told(seed):
            record = recorded(play(game, seed, mode))
            seen = hidden(game, record, viewer)
            judged = judge(GAMES, seen)
            assert judged.report.verdict in (*FOUND, Verdict.UNDECIDABLE)
            if judged.world is None:
                continue
            found += 1
            assert verify(GAMES, judged.world).verdict == judged.report.verdict == Verdict.LEGAL
            assert disagreement(GAMES, seen, judged.world) is None
            assert disagreement(GAMES, seen, with_claims(record, seen)) is None
            assert story(hidden(game, without_claims(judged.world), viewer)) == story(seen)
    enough(found, 3)


@seen_modes
def test_nothing_is_proved_on_the_way_to_a_world(game: Game, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At no break in any world that is tried of a legal game is anything proved, but for what is believed only after
    other worlds were tried."""
    tried: list[Trial] = []
    run_in = Trial.run_in

    def noting(case: Case, world: World) -> Trial:
        tried.append(run_in(case, world))
        return tried[-1]

    monkeypatch.setattr(Trial, "run_in", noting)
    for seed in seeds(2):
        with told(seed):
            seen = hidden(game, recorded(play(game, seed, mode)), seed % 2)
            judge(GAMES, seen)
            for trial in tried:
                trial.case = trial.case._replace(work=Work(OTHER_WORLDS * MOST_STEPS))
            standing = Standing(tried[0]) if tried[0].finding else None
            for number in range(FEW_WORLDS if standing else 0):
                Trial.run_in(tried[0].case, shuffled(standing, number))
            for trial in tried:
                proves_nothing(trial)
            tried.clear()


def proves_nothing(trial: Trial) -> None:
    """Fails if a break is taken for a proof."""
    if trial.finding is not None and not proofs.needs_trying(standing := Standing(trial)):
        found = proofs.proved(standing)
        assert found is None, sentence(found.message)


@seen_modes
def test_heads_of_turns_hinder_no_search(game: Game, mode: str) -> None:
    """A record with the head of each turn takes as many worlds as without, and comes out the same."""
    with told(0):
        record = recorded(play(game, 0, mode))
        seen = hidden(game, record, PUBLIC)
        plain, headed = judge(GAMES, seen), judge(GAMES, with_heads(game, record, seen))
        assert (plain.report.verdict, plain.trials) == (headed.report.verdict, headed.trials)


def with_heads(game: Game, record: Record, seen: Record) -> Record:
    """What was seen of a record, with a head wherever another turn has begun."""
    turns: list[int] = []
    replay = Replay(GAMES, record)
    replay.run(watch=lambda _: turns.append(game.turn(replay.match.table.state)))  # type: ignore[union-attr]
    entries: list[Entry] = []
    for at, entry in enumerate(seen.entries):
        if at == 0 or turns[at] != turns[at - 1]:
            entries.append(Entry(Marker(turns[at])))
        entries.append(entry)
    return msgspec.structs.replace(seen, entries=tuple(entries))


def test_few_replays_are_needed() -> None:
    """What a seat names later is planned ahead: a beginners' game takes no more than a handful of replays."""
    game = next(game for game, mode in SEEN_MODES if mode == "beginner")
    taken = [judge(GAMES, hidden(game, recorded(play(game, seed, "beginner")), PUBLIC)).trials for seed in range(8)]
    assert max(taken) <= MOST_PLANNED


def story(seen: Record) -> list[tuple[object, ...]]:
    """What is told of a game: outcomes, actions and claims, those of one action in any order."""
    told_of_entries = [(entry.what, sorted(entry.claims, key=repr)) for entry in seen.entries]
    return [(seen.header.chance,), *told_of_entries]


def without_claims(record: Record) -> Record:
    """Only the actions and the outcomes."""
    entries = tuple(msgspec.structs.replace(entry, claims=()) for entry in record.entries)
    return msgspec.structs.replace(record, entries=entries)


def with_claims(record: Record, seen: Record) -> Record:
    """The record with the claims of what was seen of it."""
    pairs = zip(record.entries, seen.entries, strict=True)
    entries = [msgspec.structs.replace(entry, claims=other.claims) for entry, other in pairs]
    return msgspec.structs.replace(record, entries=tuple(entries))


@seen_modes
def test_what_may_stay_open_is_what_nobody_sees(game: Game, mode: str) -> None:
    """Whatever else an action names all see, before or after it or by an event; and of what may be hidden in it, some
    is."""
    assert game.unseen is not None
    hidden_ones: dict[type, bool] = {}
    for seed in seeds(5):
        with told(seed):
            replay, before = Replay(GAMES, recorded(play(game, seed, mode))), set[Card]()

            def watch(step: Step, replay: Replay = replay, before: set[Card] = before) -> None:
                assert replay.match is not None
                assert game.unseen is not None
                shown = public(game, replay.match.table.state, step)
                if step.action is not None:
                    what = step.action.what
                    secrets = game.unseen.secrets.get(type(what), ())
                    secret = [one.field for one in secrets]
                    for path, table, number in named(what):
                        if path not in secret:
                            assert (table, number) in shown | before, f"{type(what).__name__}.{path}"
                        elif not any(one.shown_by for one in secrets):
                            hidden_ones[type(what)] = hidden_ones.get(type(what), False) or (table, number) not in shown
                before.clear()
                before.update(shown)

            replay.run(watch=watch)
    assert narrowed() or all(hidden_ones.values()), hidden_ones


def public(game: Game, state: Any, step: Step) -> set[Card]:
    """The cards that all see after a step, or that its events show to all."""
    events = [event for event in step.events if not event.private]
    return {(table, number) for struct in (game.view(state, PUBLIC), *events) for _, table, number in named(struct)}


@seen_modes
def test_a_beginning_is_as_good(game: Game, mode: str) -> None:
    """A record that stops in the middle is incomplete, and has a world."""
    for seed in seeds(3):
        with told(seed):
            record = recorded(play(game, seed, mode))
            half = msgspec.structs.replace(record, entries=record.entries[: len(record.entries) // 2])
            judged = judge(GAMES, hidden(game, half, 0))
            assert judged.report.verdict == Verdict.INCOMPLETE
            assert judged.world is not None


@seen_modes
def test_what_was_not_written_down_is_no_proof(game: Game, mode: str) -> None:
    """Leave out some of what was seen of a legal game, public outcomes and claims alike: it is never illegal."""
    for seed in seeds(2):
        with told(seed):
            record = forgotten(hidden(game, recorded(play(game, seed, mode)), PUBLIC), seed)
            assert judge(GAMES, record).report.verdict in (*FOUND, Verdict.UNDECIDABLE)


def forgotten(seen: Record, seed: int) -> Record:
    """What was seen of a game, but for some of the claims and some of the places of outcomes."""
    dice = Stream(seed.to_bytes(32, "big"), "forgotten")
    entries = [
        msgspec.structs.replace(entry, claims=tuple(claim for claim in entry.claims if dice.below(2 + seed)))
        for entry in seen.entries
    ]
    outcomes = {
        (label, at): number
        for label, numbers in told_of(seen.header).items()
        for at, number in enumerate(numbers)
        if number and dice.below(4 + seed)
    }
    return with_places(seen, entries, outcomes)


@seen_modes
def test_an_impossibility_is_never_legal(game: Game, mode: str) -> None:
    """Name a card that lies open elsewhere: no world is found; and where that is proved, no world that is as good up to
    there gets past it, be it like the game that was played or like what the search found."""
    proved = tried = 0
    for seed in seeds(2):
        with told(seed):
            record = recorded(play(game, seed, mode))
            for wrong in impossible(game, record):
                search = search_of(GAMES, wrong)
                judged = search.judged()
                assert judged.report.verdict not in FOUND
                assert judged.world is None
                if judged.report.verdict == Verdict.ILLEGAL:
                    proved += 1
                    tried += none_gets_past(game, record, wrong, search, judged)
    print(f"{game.name} {mode}: {proved} proofs; {tried} worlds met all that comes before, none got past")
    enough(proved, 2)
    enough(tried, proved)
