"""The player `play-1`: what it does follows from docs/wire.md alone."""

from itertools import islice

import pytest

from shinpan.v1 import referee_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Entry, Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_service.client import viewer_message
from shinpan_service.messages import judging, records
from shinpan_service.messages.judged import Give
from shinpan_service.workbench import players, simulation
from shinpan_service.workbench.players import PLAY_1, Play1

from ..random_games import modes, seeds, start, take, told

STEPS = 30
"""Actions of a game that are compared with what the service lists."""


def listed(record: Record) -> referee_pb2.ListLegalActionsResponse:
    """What may be done after a record, as the service answers."""
    request = referee_pb2.ListLegalActionsRequest(
        record=records.record_to_message(record), viewer=viewer_message(REFEREE), page_size=1000
    )
    answers: list[referee_pb2.ListLegalActionsResponse] = []
    judging.METHODS["ListLegalActions"].judge(request, Give(answers.append), GAMES)
    return answers[0]


def by_the_page(record: Record, match: Match, dice: Stream) -> bytes:
    """What docs/wire.md says is done next, from what the service lists: a game is not looked into."""
    answer = listed(record)
    left = [entry for entry, line in zip(answer.actions, answer.lines, strict=True) if line.split()[1] != "resign"]
    if match.ask.simultaneous:
        left = [entry for entry in left if getattr(entry, record.header.game).seat == answer.asked[0].seat]
    left = left[:256]
    return left[dice.below(len(left))].SerializeToString(deterministic=True)


@modes
def test_the_player_does_what_the_page_says(game: Game, mode: str) -> None:
    """Action for action, a client that knows no game comes to the same."""
    for seed in seeds(1):
        with told(seed):
            number = simulation.seed_of("page", seed)
            head = simulation.header_of(game, mode, game.packs["house"], number)
            match, player, dice = start(head), Play1(number), Stream(number, "play-1")
            entries: list[Entry] = []
            while match.ask.decisions and len(entries) < STEPS:
                expected = by_the_page(Record(head, tuple(entries)), match, dice)
                entries.append(Entry(player.act(match)))
                done = records.entry_to_message(game.name, entries[-1])
                assert done.SerializeToString(deterministic=True) == expected
                assert isinstance(entries[-1].what, Action)
                take(match, entries[-1].what)


@modes
def test_its_games_end_and_are_legal(game: Game, mode: str) -> None:
    """Whatever the seed; the same seed gives the same game, and the digest of a series hangs on every game in it."""
    links: list[bytes] = []
    for seed in seeds(2):
        with told(seed):
            record = simulation.random_record(game, mode, game.packs["house"], simulation.seed_of("p", seed), PLAY_1)
            report = verify(GAMES, record)
            assert report.verdict is Verdict.LEGAL
            assert report.result is not None
            links.append(report.last_link)
            again = simulation.random_record(game, mode, game.packs["house"], simulation.seed_of("p", seed), PLAY_1)
            assert again == record
    assert simulation.digest_of(links) != simulation.digest_of(links[:-1])


def test_of_many_choices_the_first_are_drawn_among(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than the page says are looked at: the rules may list more than anybody can."""
    game = GAMES["wars3x3"]
    head = simulation.header_of(game, "beginner", game.packs["house"], bytes(32))
    match = start(head)
    assert len(list(islice(match.options(), 10))) == 10
    monkeypatch.setattr(players, "MOST_CHOICES", 3)
    choice = Play1(bytes(32)).choose(match)
    assert choice.choices == 3
    assert choice.action in [Action(seat, act) for seat, act in islice(match.options(), 3)]
