"""What viewers are shown: all of it to the referee, nothing hidden to a seat or the public, and no hash too early."""

import re
from collections.abc import Iterator

import pytest

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan.v1.referee_pb2 import (
    EYES_REFEREE,
    GetReplayStateRequest,
    ListLegalActionsRequest,
    StreamReplayStepsRequest,
    VerifyReplayRequest,
)
from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.views import HIDDEN_TEXT, PUBLIC, REFEREE
from shinpan_records.viewing import TOLD_LATER
from shinpan_service.client import viewer_message
from shinpan_service.messages import judging
from shinpan_service.messages.records import record_to_message
from tests.random_games import play, recorded, seeds, told

from .calls import random_record

GAME = GAMES["wars3x3"]
SEATS = (1, 2)
VIEWERS = (PUBLIC, *SEATS)
SEED = 3
HASHES = ("header_hash", "state_hash", "last_link")
CARD = re.compile(r"\b(?:A\d\d|\d{3})\b")
"""A card as lines and events spell it."""


def answers(method: str, request: referee_pb2.StreamReplayStepsRequest) -> list[bytes]:
    """What a worker answers, without a server in between."""
    parts: list[bytes] = []
    judging.answer(method, request.SerializeToString(), parts.append)
    return parts


def steps(record: record_pb2.Record, viewer: int) -> list[report_pb2.ReplayStep]:
    """The steps that a viewer is shown."""
    request = StreamReplayStepsRequest(record=record, viewer=viewer_message(viewer))
    parts = [referee_pb2.StreamReplayStepsResponse.FromString(part) for part in answers("StreamReplaySteps", request)]
    return [part.step for part in parts[:-1]]


def lying_open(step: report_pb2.ReplayStep) -> set[str]:
    """Every card that the state in a step shows, as it is spelled."""
    state = step.state.wars3x3
    cards = [*state.deck, *state.discard, *state.excluded]
    cards += [card for frame in state.frames for card in frame.kept]
    magics = [*state.undealt_magics]
    for side in state.sides:
        cards += [*side.hand, *side.territory, *side.discard, *side.dealing.second_hand]
        cards += [unit.card for unit in side.units]
        magics += [*side.spare_magics, *(card.magic for card in side.magics)]
    cards += [card for chain in state.chains for play in chain.plays for card in play.cards]
    names = GAME.packs["house"].names
    return {names.text("card", n) for n in cards if n} | {names.text("magic", n) for n in magics if n}


def told_by_line(step: report_pb2.ReplayStep) -> set[str]:
    """Every card that the line of a step names."""
    return set(CARD.findall(step.action))


def told_by_events(step: report_pb2.ReplayStep) -> set[str]:
    """Every card that the events of a step name."""
    words = [field.value for event in step.events for field in event.fields if field.name not in PLAIN]
    return {card for word in words for card in CARD.findall(word)}


PLAIN = ("amount", "attack", "defence", "turn", "seat", "winner", "reason")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_lines_and_events_name_nothing_hidden(viewer: int) -> None:
    """A card that a seat or the public is told of lies open for them before or after the step; never a hidden one."""
    for seed in seeds(25):
        with told(seed):
            before: set[str] = set()
            for step in steps(random_record(seed), viewer):
                now = lying_open(step)
                assert told_by_line(step) | told_by_events(step) <= before | now, f"step {step.step}: {step.action}"
                before = now


@pytest.mark.parametrize("viewer", VIEWERS)
def test_lines_leave_out_no_more_than_they_must(viewer: int) -> None:
    """A card of an action is named in its line where it lies open afterwards, or where an event shown tells of it."""
    for seed in seeds(25):
        with told(seed):
            record = random_record(seed)
            for step, whole in zip(steps(record, viewer), steps(record, REFEREE), strict=True):
                shown = lying_open(step) | told_by_events(step)
                assert told_by_line(step) == told_by_line(whole) & shown, f"step {step.step}: {step.action}"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_hidden_decides_nothing(viewer: int) -> None:
    """Two games that differ only in what a viewer cannot see are shown to them byte for byte the same."""
    for seed in seeds(10):
        with told(seed):
            record = record_to_message(recorded(play(GAME, seed)))
            del record.entries[60:]
            other = record_pb2.Record()
            other.CopyFrom(record)
            swap_hidden(other, viewer)
            assert other != record
            for method, request in requests(viewer):
                shown = []
                for one in (record, other):
                    request.record.CopyFrom(one)
                    shown.append(answers(method, request))
                assert shown[0] == shown[1], method


def swap_hidden(record: record_pb2.Record, viewer: int) -> None:
    """Exchanges in the recorded deck a card that was dealt to another seat and never played, where there is one, or
    else a card that was never drawn, for the last card of the deck."""
    (deck,) = [outcome for outcome in record.header.chance.recorded.outcomes if outcome.label == "deck"]
    named = set(re.findall(r"\d+", " ".join(str(entry.wars3x3) for entry in record.entries)))
    first = record.header.wars3x3.first
    dealt = [first] * 8 + [3 - first] * 9
    unplayed = [at for at, seat in enumerate(dealt) if seat != viewer and str(deck.values[at]) not in named]
    here, there = (unplayed or [-2])[0], -1
    deck.values[here], deck.values[there] = deck.values[there], deck.values[here]


def requests(viewer: int) -> Iterator[tuple[str, referee_pb2.StreamReplayStepsRequest]]:
    """Everything that shows a viewer something."""
    eyes = viewer_message(viewer)
    yield "StreamReplaySteps", StreamReplayStepsRequest(viewer=eyes)
    yield "StreamReplaySteps", StreamReplayStepsRequest(viewer=eyes, from_step=3, to_step=9)
    yield "GetReplayState", GetReplayStateRequest(viewer=eyes)
    yield "GetReplayState", GetReplayStateRequest(viewer=eyes, step=30)
    yield "ListLegalActions", ListLegalActionsRequest(viewer=eyes, page_size=3)


def test_a_seat_is_told_what_it_does_itself() -> None:
    """A seat sees its own actions and events whole, of another's what is hidden is left out and counted."""
    record = random_record(SEED)
    whole = steps(record, REFEREE)
    for seat in SEATS:
        hidden = 0
        for mine, all_of_it in zip(steps(record, seat), whole, strict=True):
            if mine.seat == seat:
                assert mine.action == all_of_it.action
            for event, whole_event in zip(mine.events, all_of_it.events, strict=True):
                assert (event.name, event.clause) == (whole_event.name, whole_event.clause)
                assert [field.name for field in event.fields] == [field.name for field in whole_event.fields]
                hidden += event != whole_event
                for field, whole_field in zip(event.fields, whole_event.fields, strict=True):
                    assert field.value == whole_field.value or set(field.value.split()) == {HIDDEN_TEXT}
                    assert len(field.value.split()) == len(whole_field.value.split())
                    assert field.name != "seat" or field.value == whole_field.value
        assert hidden


def test_the_public_is_told_what_happens_in_the_open() -> None:
    """What is laid open is told to everybody: deployments, spells, counters, magics, damage."""
    record = random_record(SEED)
    shown, whole = steps(record, PUBLIC), steps(record, REFEREE)
    for verb in ("deploy", "remove", "strengthen", "counter", "magic", "pass", "end_turn"):
        ours = [step.action for step in shown if step.action.split()[1:2] == [verb]]
        assert ours == [step.action for step in whole if step.action.split()[1:2] == [verb]]
    assert any(step.action.split()[1:2] == ["deploy"] for step in shown)
    laid = [step.action for step in shown if step.action.split()[1:2] == ["lay"]]
    assert laid
    assert all(line in ("p1 lay card=?", "p2 lay card=?") for line in laid)
    kept = [step.action for step in shown if step.action.split()[1:2] == ["keep_magic"]]
    assert kept == ["p1 keep_magic magics=?", "p2 keep_magic magics=?"]


def test_a_range_shows_what_the_whole_shows() -> None:
    """Where a range begins changes nothing in what is told of its steps."""
    record = random_record(SEED)
    for viewer in VIEWERS:
        whole = steps(record, viewer)
        for first in range(1, len(whole), 7):
            request = StreamReplayStepsRequest(
                record=record, viewer=viewer_message(viewer), from_step=first, to_step=first
            )
            part = referee_pb2.StreamReplayStepsResponse.FromString(answers("StreamReplaySteps", request)[0])
            assert part.step == whole[first]
            alone = GetReplayStateRequest(record=record, viewer=viewer_message(viewer), step=first)
            answer = referee_pb2.GetReplayStateResponse.FromString(answers("GetReplayState", alone)[0])
            assert answer.step == whole[first]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_hash_before_the_game_is_over(stub: RefereeServiceStub, viewer: int) -> None:
    """Until the game in the record is over, nobody but the referee gets a hash, a link or an action's bytes."""
    record = random_record(SEED, actions=60)
    eyes = viewer_message(viewer)
    *parts, last = stub.StreamReplaySteps(StreamReplayStepsRequest(record=record, viewer=eyes))
    state = stub.GetReplayState(GetReplayStateRequest(record=record, viewer=eyes, step=20))
    listed = stub.ListLegalActions(ListLegalActionsRequest(record=record, viewer=eyes))
    for step in (*(part.step for part in parts), state.step):
        assert not step.state_hash + step.link + step.canonical_action
    for report in (last.report, state.report, listed.report):
        assert not any(getattr(report, name) for name in HASHES)
        assert report.actions_total == 60


@pytest.mark.parametrize("viewer", VIEWERS)
def test_hashes_when_the_game_is_over(stub: RefereeServiceStub, viewer: int) -> None:
    """Of a game that is over everybody gets every hash, link and action, from its first step on."""
    record = random_record(SEED)
    eyes = viewer_message(viewer)
    shown = list(stub.StreamReplaySteps(StreamReplayStepsRequest(record=record, viewer=eyes)))
    whole = list(
        stub.StreamReplaySteps(StreamReplayStepsRequest(record=record, viewer=referee_pb2.Viewer(eyes=EYES_REFEREE)))
    )
    for part, same in zip(shown[:-1], whole[:-1], strict=True):
        assert (part.step.state_hash, part.step.link) == (same.step.state_hash, same.step.link)
        assert part.step.canonical_action == same.step.canonical_action
    assert shown[-1] == whole[-1]
    early = stub.GetReplayState(GetReplayStateRequest(record=record, viewer=eyes, step=5))
    assert early.step.state_hash == shown[5].step.state_hash
    assert early.report.state_hash == early.step.state_hash


def test_a_finding_is_told_to_its_seat(stub: RefereeServiceStub) -> None:
    """Of an illegal action in a game that is not over, its own seat is told what it did and could have done; others
    are told whose fault it is, and nothing about cards, nor the clause, which a hidden magic card decides."""
    record = random_record(SEED, actions=8)
    record.entries.add().wars3x3.seat = 1
    record.entries[8].wars3x3.lay.card = 2
    reports = {
        viewer: stub.GetReplayState(GetReplayStateRequest(record=record, viewer=viewer_message(viewer))).report
        for viewer in (REFEREE, *VIEWERS)
    }
    whole = reports[REFEREE].findings[0]
    assert (whole.verdict, whole.seat) == (report_pb2.VERDICT_ILLEGAL, 1)
    assert whole.submitted
    assert whole.legal
    assert reports[1].findings[0] == whole
    for viewer in (PUBLIC, 2):
        (covered,) = reports[viewer].findings
        assert (covered.verdict, covered.where, covered.seat) == (whole.verdict, whole.where, whole.seat)
        assert not covered.rules
        assert covered.message == str(TOLD_LATER)
        assert (covered.code, len(covered.values)) == (TOLD_LATER.key, 0)
        assert not covered.submitted
        assert not covered.legal
        assert not covered.legal_counted
        assert not covered.legal_not_all_counted


def test_a_wrong_claim_about_hidden_cards_tells_nobody(stub: RefereeServiceStub) -> None:
    """What a claim about a hand comes to is told to the referee alone, not even to the seat whose entry claims it."""
    record = random_record(SEED, actions=8)
    record.entries[4].claims.add(state=record_pb2.StateClaim(path="hand[p2]", value="001"))
    for viewer in (REFEREE, *VIEWERS):
        report = stub.GetReplayState(GetReplayStateRequest(record=record, viewer=viewer_message(viewer))).report
        (finding,) = report.findings
        assert finding.verdict == report_pb2.VERDICT_CONTRADICTED
        assert bool(finding.differences) == (viewer == REFEREE)
        assert (finding.code == TOLD_LATER.key) == (viewer != REFEREE)
    assert stub.VerifyReplay(VerifyReplayRequest(record=record)).report.findings[0].differences


def test_every_card_field_is_known_as_one() -> None:
    """Each field of an action or event that could name a card says of which table it is, so that it can be hidden."""
    plain = {"as", "veil", "place", "attribute", "amount", "attack", "defence", "turn", "reason", "steps"}
    plain |= {"clause", "private", "spells", "mulligans", "count"}
    for kind in (*GAME.acts, *GAME.events):
        for field in text.fields(kind):
            assert field.table or field.name in plain, f"{kind.__name__}.{field.name}"


@pytest.mark.parametrize("viewer", [REFEREE, *VIEWERS])
def test_a_record_is_played_once(viewer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked of it and by whomever, of a game that is over and of one that is not. Only the referee needs
    nothing of what comes after the step asked for."""
    played: list[int] = []
    play = Match.play

    def counted(match: Match, seat: int, act: object) -> object:
        played.append(seat)
        return play(match, seat, act)

    monkeypatch.setattr(Match, "play", counted)
    eyes = viewer_message(viewer)
    for actions in (None, 30):
        record = random_record(SEED, actions)
        whole, part = len(record.entries), 10 if viewer == REFEREE else len(record.entries)
        for method, request, expected in (
            ("StreamReplaySteps", StreamReplayStepsRequest(record=record, viewer=eyes), whole),
            ("GetReplayState", GetReplayStateRequest(record=record, viewer=eyes), whole),
            ("GetReplayState", GetReplayStateRequest(record=record, viewer=eyes, step=10), part),
            ("ListLegalActions", ListLegalActionsRequest(record=record, viewer=eyes, step=10), part),
        ):
            played.clear()
            judging.answer(method, request.SerializeToString(), lambda _: None)
            assert len(played) == expected
