"""What the service answers: judgements, steps, states, and what may be done."""

import pytest

from shinpan.v1 import record_pb2, report_pb2
from shinpan.v1.referee_pb2 import (
    EYES_REFEREE,
    EYES_SEAT,
    GetReplayStateRequest,
    GetReplayStateResponse,
    ListLegalActionsRequest,
    ListLegalActionsResponse,
    StreamReplayStepsRequest,
    VerifyReplayRequest,
    Viewer,
)
from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import verify
from shinpan_service.messages.records import record_from_message, record_to_message, report_to_message, state_to_message
from tests.random_games import play, recorded, replayed, sealed

from .calls import crowded_record, random_record

GAME = GAMES["wars3x3"]
REFEREE = Viewer(eyes=EYES_REFEREE)
SEED = 3


def judged(stub: RefereeServiceStub, record: record_pb2.Record) -> report_pb2.Report:
    """The service's report on a record."""
    return stub.VerifyReplay(VerifyReplayRequest(record=record)).report


@pytest.mark.parametrize("seed", range(5))
def test_a_judgement_is_the_referees(stub: RefereeServiceStub, seed: int) -> None:
    """The service answers with exactly the report that the referee gives in process."""
    record = sealed(play(GAME, seed))
    report = judged(stub, record_to_message(record))
    assert report == report_to_message(verify(GAMES, record), GAME)
    assert report.verdict == report_pb2.VERDICT_LEGAL


def test_a_truncated_record_is_incomplete(stub: RefereeServiceStub) -> None:
    """A record that stops early is answered with OK: incomplete, no finding."""
    report = judged(stub, random_record(SEED, actions=30))
    assert (report.verdict, report.actions_replayed) == (report_pb2.VERDICT_INCOMPLETE, 30)
    assert not report.findings


def test_an_illegal_action_is_a_finding(stub: RefereeServiceStub) -> None:
    """A broken rule is answered with OK: where, whose, the clauses, what was submitted, what was legal."""
    record = random_record(SEED, actions=6)
    record.entries[4].wars3x3.seat = 3 - record.entries[4].wars3x3.seat
    report = judged(stub, record)
    assert (report.verdict, report.actions_replayed, report.actions_total) == (report_pb2.VERDICT_ILLEGAL, 4, 6)
    (finding,) = report.findings
    assert (finding.where.entry, finding.where.step, finding.seat) == (5, 5, record.entries[4].wars3x3.seat)
    assert finding.submitted == f"p{finding.seat} draw"
    assert all(rule.id in GAME.rules and rule.text for rule in finding.rules)
    assert finding.rules


def test_a_wrong_claim_is_a_finding(stub: RefereeServiceStub) -> None:
    """A claim that does not come out is answered with OK: contradicted, with both values."""
    record = random_record(SEED, actions=10)
    record.entries[9].claims.add(state=record_pb2.StateClaim(path="life[p2]", value="29"))
    report = judged(stub, record)
    assert report.verdict == report_pb2.VERDICT_CONTRADICTED
    (difference,) = report.findings[0].differences
    assert (difference.path, difference.recorded, difference.computed) == ("life[p2]", "29", "30")


@pytest.mark.parametrize("field", ["state_hash", "link"])
def test_a_wrong_hash_is_a_finding(stub: RefereeServiceStub, field: str) -> None:
    """A recorded hash that is not ours is answered with OK: diverged."""
    record = random_record(SEED, actions=10)
    setattr(record.entries[7], field, bytes(4))
    report = judged(stub, record)
    assert (report.verdict, report.actions_replayed) == (report_pb2.VERDICT_DIVERGED, 8)


def test_an_unknown_card_is_a_finding(stub: RefereeServiceStub) -> None:
    """A card that does not exist, by number or by name, is answered with OK: malformed."""
    by_number = random_record(SEED, actions=9)
    by_number.entries[8].wars3x3.lay.card = 99
    by_name = random_record(SEED, actions=9)
    words = record_pb2.Unresolved(seat=by_name.entries[8].wars3x3.seat, verb="lay", arguments="card=竜王")
    by_name.entries[8].unresolved.CopyFrom(words)
    for record in (by_number, by_name):
        report = judged(stub, record)
        assert (report.verdict, report.actions_replayed) == (report_pb2.VERDICT_MALFORMED, 8)


def test_what_is_not_told_is_a_finding(stub: RefereeServiceStub) -> None:
    """A game that goes on past what its record tells is answered with OK; the state shown is the last that stands."""
    record = record_to_message(recorded(play(GAME, SEED)))
    draws = [at for at, entry in enumerate(record.entries, start=1) if entry.wars3x3.HasField("draw")]
    (deck,) = [outcome for outcome in record.header.chance.recorded.outcomes if outcome.label == "deck"]
    del deck.values[17 + 3 :]
    answer = stub.GetReplayState(GetReplayStateRequest(record=record, viewer=REFEREE))
    assert answer.report.verdict == report_pb2.VERDICT_UNDECIDABLE
    assert answer.step.step == answer.report.actions_replayed == draws[3] - 1
    assert answer.step.state_hash == answer.report.state_hash
    standing = replayed(record_from_message(record), answer.step.step).table.state
    assert answer.step.state == state_to_message(GAME, standing)


def test_answers_stay_small(stub: RefereeServiceStub) -> None:
    """However long what a record says, what is quoted of it is cut, so that clients can take the answer."""
    record = random_record(SEED, actions=4)
    record.entries.add().unresolved.CopyFrom(
        record_pb2.Unresolved(seat=1, verb="縦" * 500_000, arguments="横" * 500_000)
    )
    record.entries[0].claims.extend(
        record_pb2.Claim(state=record_pb2.StateClaim(path="turn", value="9" * 1000)) for _ in range(1000)
    )
    for claims in (True, False):
        if not claims:
            del record.entries[0].claims[:]
        report = judged(stub, record)
        assert report.verdict == (report_pb2.VERDICT_CONTRADICTED if claims else report_pb2.VERDICT_MALFORMED)
        assert report.ByteSize() < 1 << 18


def steps(stub: RefereeServiceStub, request: StreamReplayStepsRequest) -> tuple[list[int], report_pb2.Report]:
    """The numbers of the steps that are streamed, and the report, which must come once and last."""
    *shown, last = stub.StreamReplaySteps(request)
    assert last.WhichOneof("what") == "report"
    assert all(part.WhichOneof("what") == "step" for part in shown)
    return [part.step.step for part in shown], last.report


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (0, None, range(31)),
        (0, 0, [0]),
        (5, 7, [5, 6, 7]),
        (30, 30, [30]),
        (28, 99, [28, 29, 30]),
        (31, None, []),
        (4_294_967_295, 4_294_967_295, []),
    ],
)
def test_a_range_of_steps(stub: RefereeServiceStub, first: int, last: int | None, expected: range | list[int]) -> None:
    """Exactly the steps wanted are streamed, both ends included; the report is on the whole record all the same."""
    record = random_record(SEED, actions=30)
    request = StreamReplayStepsRequest(record=record, from_step=first, to_step=last, viewer=REFEREE)
    shown, report = steps(stub, request)
    assert shown == list(expected)
    assert report == judged(stub, record)


def test_steps_up_to_a_finding(stub: RefereeServiceStub) -> None:
    """The stream ends with the last action that stands, and with the report that tells why."""
    record = random_record(SEED, actions=30)
    record.entries[20].wars3x3.end_turn.SetInParent()
    shown, report = steps(stub, StreamReplayStepsRequest(record=record, viewer=REFEREE))
    assert shown == list(range(21))
    assert report.verdict == report_pb2.VERDICT_ILLEGAL


def test_a_step_tells_what_happened(stub: RefereeServiceStub) -> None:
    """A step carries its action as a line, the events, the state, the hashes and the action's canonical bytes."""
    record = random_record(SEED)
    parts = list(stub.StreamReplaySteps(StreamReplayStepsRequest(record=record, viewer=REFEREE)))
    before, report = parts[0].step, parts[-1].report
    assert (before.seat, before.action, before.canonical_action) == (0, "", b"")
    assert {event.name for event in before.events} >= {"dealt", "magics_dealt"}
    for entry, part in zip(record.entries, parts[1:], strict=False):
        assert part.step.action.startswith(f"p{entry.wars3x3.seat} {entry.wars3x3.WhichOneof('what')}")
        assert part.step.seat == entry.wars3x3.seat
        assert len(part.step.state_hash) == len(part.step.link) == 32
        assert part.step.canonical_action
        assert part.step.state.HasField("wars3x3")
    last = parts[-2].step
    assert (last.step, last.state_hash, last.link) == (len(record.entries), report.state_hash, report.last_link)
    assert last.state.wars3x3.HasField("ending")


def test_steps_without_states(stub: RefereeServiceStub) -> None:
    """States are left out on request, and nothing else is."""
    record = random_record(SEED, actions=30)
    whole = StreamReplayStepsRequest(record=record, viewer=REFEREE)
    short = StreamReplayStepsRequest(record=record, viewer=REFEREE, without_states=True)
    for one, other in zip(stub.StreamReplaySteps(whole), stub.StreamReplaySteps(short), strict=True):
        assert not other.step.HasField("state")
        one.step.ClearField("state") if one.HasField("step") else None
        assert one == other


@pytest.mark.parametrize("first", [31, 4_294_967_295])
def test_no_steps_beyond_the_end(stub: RefereeServiceStub, first: int) -> None:
    """Who wants the steps from one on that the record does not have gets the report alone."""
    request = StreamReplayStepsRequest(record=random_record(SEED, actions=30), from_step=first, viewer=REFEREE)
    (part,) = stub.StreamReplaySteps(request)
    assert part.report.actions_replayed == 30


@pytest.mark.parametrize("step", [0, 1, 17, 30])
def test_one_state(stub: RefereeServiceStub, step: int) -> None:
    """The state after a step is what the stream shows there; the report is on the actions up to it."""
    record = random_record(SEED, actions=30)
    answer = stub.GetReplayState(GetReplayStateRequest(record=record, step=step, viewer=REFEREE))
    (part, _) = stub.StreamReplaySteps(
        StreamReplayStepsRequest(record=record, from_step=step, to_step=step, viewer=REFEREE)
    )
    assert answer.step == part.step
    assert (answer.report.actions_replayed, answer.report.verdict) == (step, report_pb2.VERDICT_INCOMPLETE)


def test_the_last_state_that_stands(stub: RefereeServiceStub) -> None:
    """Without a number the state is the last one that stands, at the end of the record or before its first fault."""
    record = random_record(SEED, actions=30)
    assert stub.GetReplayState(GetReplayStateRequest(record=record, viewer=REFEREE)).step.step == 30
    record.entries[20].wars3x3.end_turn.SetInParent()
    answer = stub.GetReplayState(GetReplayStateRequest(record=record, viewer=REFEREE))
    assert (answer.step.step, answer.report.verdict) == (20, report_pb2.VERDICT_ILLEGAL)


@pytest.mark.parametrize("step", [21, 30, 4_294_967_295])
def test_no_state_beyond_the_end(stub: RefereeServiceStub, step: int) -> None:
    """Where the replay ends before the step there is no state, and the report tells why."""
    record = random_record(SEED, actions=30)
    record.entries[20].wars3x3.end_turn.SetInParent()
    answer = stub.GetReplayState(GetReplayStateRequest(record=record, step=step, viewer=REFEREE))
    assert not answer.HasField("step")
    assert answer.report.verdict == report_pb2.VERDICT_ILLEGAL


def listed(stub: RefereeServiceStub, request: ListLegalActionsRequest) -> list[ListLegalActionsResponse]:
    """All pages."""
    pages = [stub.ListLegalActions(request)]
    while pages[-1].next_page_token:
        request.page_token = pages[-1].next_page_token
        pages.append(stub.ListLegalActions(request))
    return pages


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_pages_make_the_whole_list(stub: RefereeServiceStub, size: int) -> None:
    """The pages together are every legal action in its canonical order, each as an entry and as a line."""
    record = random_record(SEED, actions=2)
    pages = listed(stub, ListLegalActionsRequest(record=record, viewer=REFEREE, page_size=size))
    expected = list(replayed(record_from_message(record), 2).options())
    actions = [entry for page in pages for entry in page.actions]
    lines = [line for page in pages for line in page.lines]
    assert all(len(page.actions) == len(page.lines) == size for page in pages[:-1])
    assert 0 < len(pages[-1].actions) <= size
    assert [(entry.wars3x3.seat, entry.wars3x3.WhichOneof("what")) for entry in actions] == [
        (seat, line.split()[1]) for (seat, _), line in zip(expected, lines, strict=True)
    ]
    assert len(set(lines)) == len(lines) == len(expected)


def test_what_is_listed_may_be_done(stub: RefereeServiceStub) -> None:
    """Each action listed can be appended to the record as it is, and stands."""
    record = random_record(SEED, actions=9)
    (page,) = listed(stub, ListLegalActionsRequest(record=record, viewer=REFEREE))
    assert len(page.actions) > 1
    for entry in page.actions:
        longer = record_pb2.Record()
        longer.CopyFrom(record)
        longer.entries.append(entry)
        assert judged(stub, longer).actions_replayed == 10


@pytest.mark.parametrize(("asked", "given"), [(0, 100), (999, 999), (1000, 1000), (4_294_967_295, 1000)])
def test_page_sizes(stub: RefereeServiceStub, asked: int, given: int) -> None:
    """A page has 100 actions if nothing is said, and never more than 1000."""
    request = ListLegalActionsRequest(record=crowded_record(1000), viewer=REFEREE, page_size=asked)
    assert len(stub.ListLegalActions(request).actions) == given


def test_who_must_decide(stub: RefereeServiceStub) -> None:
    """Everybody is told who must decide what, with the clause; only a seat is told its own possibilities."""
    record = random_record(SEED, actions=0)
    answers = {}
    for name, viewer in {"p1": Viewer(eyes=EYES_SEAT, seat=1), "p2": Viewer(eyes=EYES_SEAT, seat=2)}.items():
        pages = listed(stub, ListLegalActionsRequest(record=record, viewer=viewer, page_size=1000))
        answers[name] = [line for page in pages for line in page.lines]
        assert answers[name]
        assert all(line.startswith(f"{name} ") for line in answers[name])
    whole = listed(stub, ListLegalActionsRequest(record=record, viewer=REFEREE, page_size=1000))
    assert sorted(answers["p1"] + answers["p2"]) == sorted(line for page in whole for line in page.lines)
    (public,) = listed(stub, ListLegalActionsRequest(record=record))
    assert not public.lines
    assert [(asked.seat, asked.ask, asked.rule.id) for asked in public.asked] == [
        (1, "start_territory", "W3-B1-8"),
        (2, "start_territory", "W3-B1-8"),
    ]
    clause = GAME.rules["W3-B1-8"]
    assert public.asked[0].rule.text == clause.text
    (japanese,) = listed(stub, ListLegalActionsRequest(record=record, language="ja"))
    assert japanese.asked[0].rule.text == GAME.rules.told(clause, "ja").text != clause.text


def test_nothing_is_listed_where_the_replay_does_not_come(stub: RefereeServiceStub) -> None:
    """Beyond a finding, beyond the record and after the end of the game nothing may be done; the report tells why."""
    broken = random_record(SEED, actions=30)
    broken.entries[20].wars3x3.end_turn.SetInParent()
    whole = random_record(SEED)
    for record, step in ((broken, None), (broken, 21), (whole, len(whole.entries) + 1), (whole, None)):
        (answer,) = listed(stub, ListLegalActionsRequest(record=record, step=step, viewer=REFEREE))
        assert not answer.actions
        assert not answer.asked
        assert answer.report.actions_replayed == (20 if record is broken else len(whole.entries))
    (before,) = listed(stub, ListLegalActionsRequest(record=broken, step=20, viewer=REFEREE))
    assert before.actions


def test_a_finding_in_the_last_claims_does_not_end_the_game(stub: RefereeServiceStub) -> None:
    """Where all actions stand and only a claim is wrong, what may be done next is listed."""
    record = random_record(SEED, actions=9)
    record.entries[8].claims.add(state=record_pb2.StateClaim(path="turn", value="7"))
    (answer,) = listed(stub, ListLegalActionsRequest(record=record, viewer=REFEREE))
    assert answer.report.verdict == report_pb2.VERDICT_CONTRADICTED
    assert answer.actions


def test_the_public_sees_without_being_asked(stub: RefereeServiceStub) -> None:
    """No viewer at all means the public."""
    record = random_record(SEED, actions=9)
    assert stub.GetReplayState(GetReplayStateRequest(record=record)) == stub.GetReplayState(
        GetReplayStateRequest(record=record, viewer=Viewer())
    )
    answer: GetReplayStateResponse = stub.GetReplayState(GetReplayStateRequest(record=record))
    assert not any(answer.step.state.wars3x3.deck)
