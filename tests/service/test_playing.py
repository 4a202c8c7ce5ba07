"""A game that is played over a stream: each entry is judged as it happens, and what is refused is not kept."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shinpan.v1 import record_pb2, report_pb2
from shinpan.v1.referee_pb2 import PlayPosition
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.play.chance import SCHEME, Stream
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_service.client import CallFailed, Client, PlayedGame
from shinpan_service.messages.records import record_to_message
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running
from tests.random_games import modes, play, recorded, sealed, seeds, told

from .calls import random_record
from .mixing import mixed

WARS = GAMES["wars3x3"]
ANOARE = GAMES["anoare"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server that judges."""
    with running(ServerOptions(workers=2)) as address:
        yield address


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[Client]:
    with Client(address) as client:
        yield client


def beginning(record: record_pb2.Record, entries: int = 0) -> record_pb2.Record:
    """The header of a record, with its first entries."""
    begun = record_pb2.Record()
    begun.CopyFrom(record)
    del begun.entries[entries:]
    return begun


def entered(game: PlayedGame, entries: Any) -> list[PlayPosition]:
    """What comes of some entries, all of them taken."""
    found = []
    for entry in entries:
        position = game.enter(entry)
        assert not position.HasField("finding"), position.finding
        found.append(position)
    return found


def test_a_game_is_played_over_the_wire(client: Client) -> None:
    """From the header to the end: each entry is a step, and the record is legal with the link that it has anywhere."""
    record = play(WARS, 1)
    message = record_to_message(record)
    with client.play(beginning(message)) as game:
        assert [step.step for step in game.opened.steps] == [0]
        positions = entered(game, message.entries)
        assert [position.entries for position in positions] == [*range(1, len(message.entries) + 1)]
        assert [step.step for position in positions for step in position.steps] == [*range(1, len(positions) + 1)]
        played = game.fetch()
    assert positions[-1].HasField("result")
    assert not positions[-1].asked
    assert played.record == message
    assert played.report.verdict == report_pb2.VERDICT_LEGAL
    assert played.report.last_link == positions[-1].steps[-1].link == verify(GAMES, record).last_link


@modes
def test_steps_are_those_of_the_whole_record(game: Game, mode: str, client: Client) -> None:
    """In whatever order simultaneous answers come, every viewer is told the steps that the record has, each once, and
    hashes when they may know them."""
    for seed in seeds(1):
        with told(seed):
            record = mixed(play(game, seed, mode), Stream(bytes(32), f"mixing/{seed}"))
            message = record_to_message(record)
            viewer = (REFEREE, PUBLIC, 1)[(seed + sum(map(ord, mode))) % 3]
            whole = [answer.step for answer in client.steps(message, viewer=viewer) if answer.HasField("step")]
            with client.play(beginning(message), viewer) as played:
                positions = entered(played, message.entries)
                steps = [step for one in (played.opened, *positions) for step in one.steps]
            assert steps[-1] == whole[-1]
            assert len(steps) == len(whole)
            for step, of_whole in zip(steps, whole, strict=True):
                if viewer != REFEREE and not step.link:
                    for name in ("state_hash", "link", "canonical_action"):
                        of_whole.ClearField(name)
                assert step == of_whole


def test_an_illegal_entry_is_refused_and_not_kept(client: Client) -> None:
    """With its clause and what would have been legal; the game goes on as if it had never been sent."""
    message = random_record(3)
    with client.play(beginning(message, 20)) as game:
        tried = (game.enter(entry) for entry in message.entries[:20])
        refused = next(position for position in tried if position.finding.legal)
        assert refused.finding.verdict == report_pb2.VERDICT_ILLEGAL
        assert refused.finding.rules[0].id.startswith("W3-")
        assert refused.finding.where.entry == 21
        assert refused == PlayPosition(entries=20, finding=refused.finding)
        entered(game, message.entries[20:])
        assert game.fetch().record == message


def test_claims_and_hashes_are_compared(client: Client) -> None:
    """A record with all its hashes is taken; what does not come out is refused, and not kept."""
    message = record_to_message(sealed(play(WARS, 2)))
    with client.play(beginning(message)) as game:
        entered(game, message.entries[:-1])
        wrong = record_pb2.Entry()
        wrong.CopyFrom(message.entries[-1])
        wrong.claims.add().state.CopyFrom(record_pb2.StateClaim(path="turn", value="99"))
        assert game.enter(wrong).finding.verdict == report_pb2.VERDICT_CONTRADICTED
        del wrong.claims[:]
        wrong.link = bytes(32)
        assert game.enter(wrong).finding.verdict == report_pb2.VERDICT_DIVERGED
        entered(game, message.entries[-1:])
        assert game.fetch().report.verdict == report_pb2.VERDICT_LEGAL


def waiting_answers() -> tuple[record_pb2.Record, int]:
    """A game in which seat 2 answers first, with hashes and a claim beside each answer, and where it does so."""
    whole = record_to_message(sealed(play(ANOARE, 1)))
    at = next(
        at
        for at, (one, two) in enumerate(zip(whole.entries, whole.entries[1:], strict=False))
        if one.anoare.seat == 1
        and two.anoare.seat == 2
        and one.anoare.WhichOneof("what") == "keep" == two.anoare.WhichOneof("what")
    )
    first, second = whole.entries[at], whole.entries[at + 1]
    entries = [*whole.entries[:at], second, first, *whole.entries[at + 2 :]]
    return record_pb2.Record(header=whole.header, notes=whole.notes, entries=entries), at


def test_an_answer_that_waits_for_others_is_acknowledged(client: Client) -> None:
    """It is judged at once, but its step comes with the last answer, in the order of seats; what is noted beside it is
    compared then."""
    message, at = waiting_answers()
    with client.play(beginning(message, at)) as game:
        first = game.enter(message.entries[at])
        assert first.waiting
        assert not first.steps
        assert [asked.seat for asked in first.asked] == [1]
        second = game.enter(message.entries[at + 1])
        assert not second.waiting
        assert [(step.seat, step.entry) for step in second.steps] == [(1, at + 2), (2, at + 1)]
        entered(game, message.entries[at + 2 :])
        assert game.fetch().report.verdict == report_pb2.VERDICT_LEGAL


def test_what_was_noted_beside_a_waiting_answer_can_be_wrong(client: Client) -> None:
    """The answer for which it waited is refused then, with a finding about the one that waited, which is taken back."""
    message, at = waiting_answers()
    wrong = record_pb2.Entry()
    wrong.CopyFrom(message.entries[at])
    wrong.link = bytes(32)
    with client.play(beginning(message, at)) as game:
        assert game.enter(wrong).waiting
        refused = game.enter(message.entries[at + 1])
        assert (refused.entries, refused.finding.where.entry) == (at + 1, at + 1)
        assert refused.finding.verdict == report_pb2.VERDICT_DIVERGED
        back = game.take_back()
        assert (back.entries, back.waiting) == (at, False)
        entered(game, message.entries[at:])


def test_entries_are_taken_back(client: Client) -> None:
    """The last ones, those of the opening as well; the game goes on from there, to the same end or to another."""
    message = random_record(4)
    steps = [answer.step for answer in client.steps(message) if answer.HasField("step")]
    choice = next(at for at in range(25, 40) if len(client.legal(message, at).actions) > 2)
    with client.play(beginning(message, 30)) as game:
        assert [*game.opened.steps] == [steps[30]]
        entered(game, message.entries[30:40])
        back = game.take_back(15)
        assert back.entries == 25
        assert [*back.steps] == [steps[25]]
        entered(game, message.entries[25:choice])
        other = next(entry for entry in game.legal().actions if entry != message.entries[choice])
        assert game.enter(other).steps[0].link != steps[choice + 1].link
        assert [*game.take_back(choice + 1).steps] == [steps[0]]
        assert [step for one in entered(game, message.entries) for step in one.steps] == steps[1:]


@pytest.mark.parametrize("viewer", [REFEREE, PUBLIC, 1, 2])
def test_what_may_be_done_is_listed_page_by_page(client: Client, viewer: int) -> None:
    """As `ListLegalActions` lists it, for the viewer of the game."""
    message = random_record(5, 45)
    whole = client.legal(message, viewer=viewer, page_size=1000)
    listed, token = [], ""
    with client.play(message, viewer) as game:
        while True:
            page = game.legal(page_size=3, page_token=token)
            assert page.asked == whole.asked
            assert not page.HasField("report")
            listed += page.lines
            if not (token := page.next_page_token):
                break
    assert listed == [*whole.lines]


def test_a_broken_stream_goes_on_with_the_record(client: Client) -> None:
    """Whatever stream it is played over, the game is the same."""
    message = random_record(6)
    at, last = 0, PlayPosition()
    while at < len(message.entries):
        with client.play(beginning(message, at)) as game:
            assert game.opened.entries == at
            last = entered(game, message.entries[at : at + 50])[-1]
            at = last.entries
    assert last.steps[-1].link == client.verify(message).last_link


def test_outcomes_come_up_in_the_course_of_the_game(client: Client) -> None:
    """Where chance is recorded each comes with the entry by which it is known, and goes when that is taken back. An
    entry whose outcome is not known is not decided."""
    whole = record_to_message(recorded(play(WARS, 1, "advanced")))
    opening = beginning(whole)
    later = [one for one in whole.header.chance.recorded.outcomes if one.label not in ("deck", "magic")]
    del opening.header.chance.recorded.outcomes[:]
    opening.header.chance.recorded.outcomes.extend(
        one for one in whole.header.chance.recorded.outcomes if one.label in ("deck", "magic")
    )
    brought = 0
    with client.play(opening) as game:
        for entry in whole.entries:
            position = game.enter(entry)
            if position.HasField("finding"):
                assert position.finding.verdict == report_pb2.VERDICT_UNDECIDABLE
                label = next(value.text for value in position.finding.values if value.name == "label")
                came = [one for one in later if one.label == label]
                assert not game.enter(entry, came).HasField("finding")
                assert game.take_back().entries == position.entries
                assert game.enter(entry).finding == position.finding
                assert not game.enter(entry, came).HasField("finding")
                brought += 1
        played = game.fetch()
    assert brought == len(later) > 0
    assert played.record == whole
    assert played.report.verdict == report_pb2.VERDICT_LEGAL


def test_the_server_draws_a_seed(client: Client) -> None:
    """Each time another; it is in the record that is fetched, and the game goes on elsewhere with it."""
    header = random_record(1).header
    header.ClearField("chance")
    seeds_drawn = set()
    for _ in range(2):
        with client.play(record_pb2.Record(header=header), draw_seed=True) as game:
            record = game.fetch().record
            game.enter(game.legal().actions[0])
            link = game.fetch().report.last_link
        assert record.header.chance.seeded.scheme == SCHEME
        seeds_drawn.add(record.header.chance.seeded.seed)
        with client.play(record) as game:
            game.enter(game.legal().actions[0])
            assert game.fetch().report.last_link == link
    assert len(seeds_drawn) == 2


def outcome(label: str) -> record_pb2.Outcome:
    return record_pb2.Outcome(label=label, values=[1])


@pytest.mark.parametrize(
    ("labels", "field"), [(["deck", "deck"], "entry.outcomes[1].label"), (["a b"], "entry.outcomes[0].label")]
)
def test_outcomes_have_labels_of_their_own(client: Client, labels: list[str], field: str) -> None:
    """None comes twice with one entry, and each is one."""
    with client.play(beginning(record_to_message(recorded(play(WARS, 1))), 4)) as game:
        with pytest.raises(CallFailed) as failed:
            game.enter(record_pb2.Entry(), [outcome(label) for label in labels])
        assert (failed.value.reason, failed.value.message.partition(":")[0]) == ("INVALID_FIELD", field)
        assert game.take_back().entries == 3


def test_the_example_of_the_page_is_played(address: str) -> None:
    """What docs/integrating.md shows is what happens, but for the address."""
    page = (Path(__file__).parents[2] / "docs" / "integrating.md").read_text("utf-8")
    (example,) = re.findall(r"^<!-- played -->\n```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(example.replace("127.0.0.1:50051", address), names)
    assert names["played"].report.verdict == report_pb2.VERDICT_LEGAL
    assert len(names["played"].record.entries) > 20


def test_refusals_are_told_in_the_language_of_the_opening(address: str) -> None:
    """Findings as well as what cannot be judged."""
    with Client(address, language="ja") as client, client.play(random_record(3, 20)) as game:
        finding = game.enter(random_record(3).entries[2]).finding
        assert finding.submitted != finding.submitted_canonical
        with pytest.raises(CallFailed, match="取り消せません"):
            game.take_back(99)


def test_a_whole_record_that_breaks_a_rule_is_not_opened(client: Client) -> None:
    """Its finding is told, and nothing is open."""
    message = random_record(3, 20)
    message.entries.append(message.entries[2])
    with client.play(message) as game:
        assert (game.opened.entries, game.opened.finding.where.entry) == (0, 21)
        with pytest.raises(CallFailed, match="no game is open"):
            game.fetch()


def test_report_of_a_finished_game_is_that_of_a_call_of_its_own(client: Client) -> None:
    """Byte for byte, and so for a game that is not over."""
    for count in (10, 0):
        message = random_record(7)
        del message.entries[len(message.entries) - count :]
        with client.play(message) as game:
            assert game.fetch().report == client.verify(message)
