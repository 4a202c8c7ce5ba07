"""The referee: what each verdict means, where it points, and what it leaves alone."""

from typing import NoReturn

import msgspec
import pytest

from shinpan_engine.kernel.errors import InvalidHeader, TooLarge, Undecidable, WorkUsedUp
from shinpan_engine.kernel.judging import position
from shinpan_engine.kernel.judging.position import MOST_LEGAL_SHOWN
from shinpan_engine.kernel.judging.record import (
    MOST_ENTRIES,
    Action,
    ChanceSource,
    Entry,
    EventClaim,
    Header,
    Marker,
    Notes,
    Record,
    RecordedChance,
    StateClaim,
    Unresolved,
)
from shinpan_engine.kernel.judging.referee import Replay, Step, verify
from shinpan_engine.kernel.judging.report import Difference, Finding, Locator, Verdict
from shinpan_engine.kernel.messages import plain, say
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import Chance
from shinpan_engine.kernel.play.decisions import Act, Flow
from shinpan_engine.kernel.play.match import Table
from shinpan_engine.kernel.play.work import MOST_STEPS

from .toy import (
    TOYS,
    WHOLE,
    Bid,
    BidDecision,
    GiveUp,
    Keep,
    Return,
    Toy,
    ToyTable,
    entries,
    finding,
    header,
    inferred,
    judged,
    reading,
    record,
    told,
    with_first,
)

BIDS = WHOLE[:3]
WRONG = b"\x00\x01\x02\x03"


def seen(toy_record: Record) -> list[Step]:
    """All steps that a replay shows."""
    shown: list[Step] = []
    Replay(TOYS, toy_record).run(watch=shown.append)
    return shown


def test_legal() -> None:
    """A finished game without fault is legal, with its result and everything counted."""
    report = judged(*WHOLE)
    assert report.verdict is Verdict.LEGAL
    assert report.findings == report.notes == ()
    assert report.actions_total == report.actions_replayed == len(WHOLE)
    assert report.result is not None
    assert report.result.winners == (2,)


@pytest.mark.parametrize("length", range(len(WHOLE)))
def test_incomplete(length: int) -> None:
    """A record that stops before the game does is incomplete, wherever it stops."""
    report = judged(*WHOLE[:length])
    assert report.verdict is Verdict.INCOMPLETE
    assert report.findings == ()
    assert report.result is None
    assert (report.actions_total, report.actions_replayed) == (length, length)
    assert report.last_link == seen(record(*WHOLE))[length].link


def test_illegal() -> None:
    """A broken rule: the clause, the place, what was submitted, and what stood until then."""
    report = judged(*BIDS, (2, Return(3)), *WHOLE[4:])
    assert report.verdict is Verdict.ILLEGAL
    assert finding(report) == Finding(
        Verdict.ILLEGAL,
        Locator(4, 4, 0, 1),
        2,
        ("T-3",),
        say("toy.keep.not_in_hand"),
        "p2 return card=3",
        ("p2 keep", "p2 return card=1", "p2 give_up"),
        3,
    )
    assert (report.actions_total, report.actions_replayed) == (len(WHOLE), 3)
    assert report.last_link == judged(*BIDS).last_link
    assert report.state_hash == judged(*BIDS).state_hash


def test_illegal_by_the_moment() -> None:
    """What nobody asked for is illegal with all the clauses that forbid it now."""
    assert finding(judged((1, Keep()))).clauses == ("T-1", "T-2")
    assert finding(judged(*BIDS, (1, Keep()))).clauses == ("T-1", "T-2")


def test_illegal_after_the_end() -> None:
    """After the end nothing is legal any more, and nothing is offered."""
    found = finding(judged(*WHOLE, (1, GiveUp())))
    assert (found.clauses, found.legal, found.legal_counted) == (("T-9",), (), 0)
    assert found.where == Locator(len(WHOLE) + 1, len(WHOLE) + 1, 0, 2)


def test_the_legal_list_is_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty legal actions are shown, all are counted, and counting has an end."""
    found = finding(judged((1, Bid(41))))
    assert found.legal == tuple(f"p1 bid coins={n}" if n else "p1 bid" for n in range(MOST_LEGAL_SHOWN))
    assert found.legal_counted == 42
    assert not found.legal_not_all_counted
    monkeypatch.setattr(position, "MOST_LEGAL_COUNTED", 42)
    assert finding(judged((1, Bid(41)))) == found
    monkeypatch.setattr(position, "MOST_LEGAL_COUNTED", 30)
    capped = finding(judged((1, Bid(41))))
    assert (capped.legal, capped.legal_counted, capped.legal_not_all_counted) == (found.legal, 30, True)


def test_a_refusal_stands_where_the_legal_is_hard_to_find(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting what would have been legal ends with its own work; the call goes on, and what was counted is told."""
    whole = finding(judged((1, Bid(41))))
    monkeypatch.setattr(position, "MOST_LEGAL_STEPS", 25)
    found = finding(judged((1, Bid(41))))
    assert (found.legal, found.legal_counted, found.legal_not_all_counted) == (whole.legal, 25, True)
    assert (found.verdict, found.clauses, found.message) == (whole.verdict, whole.clauses, whole.message)
    replay = Replay(TOYS, record((1, Bid(41))))
    replay.run()
    assert replay.match is not None
    assert replay.match.table.work.spent == 0


def test_a_call_has_so_much_work_and_no_more() -> None:
    """Looking for legal actions after a replay takes of the work of the call, and is refused beyond it."""
    replay = Replay(TOYS, record(*BIDS))
    replay.run()
    assert replay.match is not None
    work = replay.match.table.work
    options = list(replay.match.options())
    assert (work.limit, work.spent) == (MOST_STEPS, len(options))
    work.left = len(options) - 1
    with pytest.raises(WorkUsedUp, match="more than 1000000 steps"):
        list(replay.match.options())


def test_answers_out_of_order_are_looked_for_as_far_as_work_goes() -> None:
    """Whoever writes the second answer first has all that follows looked through, which is counted."""
    replay = Replay(TOYS, record(*reversed(BIDS)))
    replay.run()
    assert replay.match is not None
    assert replay.match.table.work.spent == len(BIDS) + len(BIDS) - 1


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ((1, Bid(-1)), "toy.bid.negative"),
        ((0, Bid(1)), "seat 0"),
        ((4, Bid(1)), "seat 4"),
        ((1, Return(7)), "card 7"),
        ((1, Return(0)), "there is no card named"),
        (Entry(Unresolved(1, "jump", "")), "jump"),
        (Entry(Unresolved(1, "keep", "")), "keep"),
        (Entry(Unresolved(1, "give_up", "now")), "give_up"),
        (Entry(Unresolved(1, "return", "")), "return"),
        (Entry(Unresolved(1, "return", "card=Z")), "Z"),
        (Entry(Unresolved(1, "return", "card=B:blue")), "B:blue"),
        (Entry(Unresolved(1, "return", "card=A card=7")), "7"),
        (Entry(Unresolved(7, "return", "card=A")), "7"),
    ],
)
def test_malformed(entry: Entry | tuple[int, Act], message: str) -> None:
    """What cannot be read, or names what does not exist, breaks no rule: it has no clause and no legal list."""
    report = judged(entry)
    found = finding(report)
    assert report.verdict is Verdict.MALFORMED
    assert (found.clauses, found.legal, found.legal_counted) == ((), (), 0)
    assert found.where == Locator(1, 1, 0, 1)
    assert message in str(found.message)
    assert found.submitted.startswith("p")
    assert report.actions_total == 1


@pytest.mark.parametrize("words", ["card=B", "card=2"])
def test_unresolved_is_illegal_where_the_card_exists(words: str) -> None:
    """A kind of card that exists but is not where it would have to be is illegal, with the clause that says where."""
    found = finding(judged(*BIDS, Entry(Unresolved(2, "return", words), line=9)))
    assert found.verdict is Verdict.ILLEGAL
    assert found.clauses == ("T-3",)
    assert found.where == Locator(4, 4, 9, 1)
    assert found.submitted == f"p2 return {words}"
    assert found.legal == ("p2 keep", "p2 return card=1", "p2 give_up")


@pytest.mark.parametrize(
    ("claim", "difference"),
    [
        (StateClaim("turn", "2"), Difference("turn", "2", "1")),
        (EventClaim("won"), Difference("won", "won", "nothing")),
    ],
)
def test_contradicted_by_a_claim(claim: StateClaim | EventClaim, difference: Difference) -> None:
    """A claim that does not come out contradicts the record; the action itself stood."""
    report = judged(*with_first({"claims": (claim,), "line": 3}))
    found = finding(report)
    assert report.verdict is Verdict.CONTRADICTED
    assert found.where == Locator(1, 1, 3, 1)
    assert (found.seat, found.clauses, found.differences) == (1, (), (difference,))
    assert report.actions_replayed == 1


def test_contradicted_tells_all_differences_of_the_entry() -> None:
    """All wrong claims of the entry are told, right ones are not."""
    stated = (StateClaim("turn", "2"), StateClaim("deck", "1 2 3 4 5 6"), StateClaim("coins[p1]", "3"))
    assert [d.path for d in finding(judged(*with_first({"claims": stated}))).differences] == ["turn", "coins[p1]"]


def test_claims_that_come_out_change_nothing() -> None:
    """Right claims leave the report as it is."""
    claims = (StateClaim("turn", "1"), StateClaim("hand[p2]", "1"), EventClaim("won", (("", "p2"), ("card", "1"))))
    lines = list(entries(*WHOLE))
    lines[2] = msgspec.structs.replace(lines[2], claims=claims)
    assert judged(*lines) == judged(*WHOLE)


@pytest.mark.parametrize("claim", [StateClaim("life[p1]", "3"), EventClaim("boom"), StateClaim("turn[3]", "1")])
def test_claims_of_nothing_are_malformed(claim: StateClaim | EventClaim) -> None:
    """A claim about what no state or event has cannot be compared."""
    report = judged(*with_first({"claims": (claim,)}))
    assert report.verdict is Verdict.MALFORMED
    assert finding(report).where == Locator(1, 1, 0, 1)


@pytest.mark.parametrize("result", ["p1", "p2 p3", "draw", "none", "P2", "p"])
def test_contradicted_by_the_result(result: str) -> None:
    """A recorded result that is not ours is found at the end."""
    report = judged(*WHOLE, notes=Notes(result=result))
    assert report.verdict is Verdict.CONTRADICTED
    assert finding(report).where == Locator(len(WHOLE), len(WHOLE), 0, 2)
    assert finding(report).differences == (Difference("result", result, "p2"),)


def test_results_that_come_out() -> None:
    """The winner, or none while the game is not over."""
    assert judged(*WHOLE, notes=Notes(result="p2")).verdict is Verdict.LEGAL
    assert judged(*BIDS, notes=Notes(result="none")).verdict is Verdict.INCOMPLETE
    assert judged(*BIDS, notes=Notes(result="p2")).verdict is Verdict.CONTRADICTED
    assert judged((1, GiveUp()), notes=Notes(result="p2 p3")).verdict is Verdict.LEGAL


def test_markers() -> None:
    """The head of a turn is compared with the turn; it is an entry, but no action."""
    lines = [Entry(Marker(1)), *entries(*WHOLE[:4]), Entry(Marker(2)), *entries(*WHOLE[4:])]
    report = judged(*lines)
    assert report.verdict is Verdict.LEGAL
    assert report.actions_total == report.actions_replayed == len(WHOLE)
    assert report.last_link == judged(*WHOLE).last_link


def test_contradicted_by_a_marker() -> None:
    """A record that says another turn is told so, at the marker and at the step that comes next."""
    report = judged(*entries(*WHOLE[:4]), Entry(Marker(3), line=12), *entries(*WHOLE[4:]))
    found = finding(report)
    assert found.verdict is Verdict.CONTRADICTED
    assert found.where == Locator(5, 5, 12, 2)
    assert found.differences == (Difference("turn", "3", "2"),)
    assert report.actions_replayed == 4


def test_claims_on_a_marker() -> None:
    """Claims may hang on the head of a turn, and are compared there."""
    right, wrong = StateClaim("coins[p2]", "35"), StateClaim("coins[p2]", "34")
    assert judged(*entries(*WHOLE[:4]), Entry(Marker(2), (right,))).verdict is Verdict.INCOMPLETE
    report = judged(*entries(*WHOLE[:4]), Entry(Marker(2), (wrong,)))
    assert finding(report).differences == (Difference("coins[p2]", "34", "35"),)
    assert finding(report).where.entry == 5


def test_hashes_that_come_out() -> None:
    """Recorded hashes, whole or their first bytes, on every entry and beside the header, change nothing."""
    steps = seen(record(*WHOLE))
    for size in (4, 8, 32):
        lines = [
            Entry(Action(*what), state_hash=step.state_hash[:size], link=step.link[:size])
            for what, step in zip(WHOLE, steps[1:], strict=True)
        ]
        plain = judged(*WHOLE)
        notes = Notes(
            last_link=plain.last_link[:size],
            header_hash=plain.header_hash[:size],
            first_state_hash=steps[0].state_hash[:size],
        )
        assert judged(*lines, notes=notes) == plain


@pytest.mark.parametrize("name", ["state_hash", "link"])
@pytest.mark.parametrize("wrong", [WRONG, bytes(32), b"too long" * 5])
def test_diverged_at_an_entry(name: str, wrong: bytes) -> None:
    """A recorded hash that is not ours: the action stood, no rule was broken, both hashes are told."""
    report = judged(*with_first({name: wrong, "line": 4}))
    found = finding(report)
    assert report.verdict is Verdict.DIVERGED
    assert (found.where, found.seat, found.clauses) == (Locator(1, 1, 4, 1), 0, ())
    assert found.differences[0].path == name
    assert found.differences[0].recorded == wrong.hex()
    assert report.actions_replayed == 1


@pytest.mark.parametrize("name", ["header_hash", "first_state_hash"])
def test_diverged_at_the_header(name: str) -> None:
    """A hash beside the header that is not ours is found before any action."""
    report = judged(*WHOLE, notes=Notes(**{name: WRONG}))
    assert report.verdict is Verdict.DIVERGED
    assert finding(report).where == Locator(0, 0)
    assert report.actions_replayed == 0


def test_diverged_at_the_end() -> None:
    """A last link that is not ours is found when all else came out."""
    report = judged(*WHOLE, notes=Notes(last_link=WRONG))
    assert report.verdict is Verdict.DIVERGED
    assert finding(report).where == Locator(len(WHOLE), len(WHOLE), 0, 2)
    assert judged(*BIDS, notes=Notes(last_link=judged(*WHOLE).last_link)).verdict is Verdict.DIVERGED


def test_the_first_finding_decides() -> None:
    """Of several faults the first in the game is told, and of one entry the action comes before claims and hashes."""
    wrong_claim, wrong_hash = (StateClaim("turn", "9"),), WRONG
    both = msgspec.structs.replace(entries((1, Bid(3)))[0], claims=wrong_claim, state_hash=wrong_hash)
    assert judged(both, (2, Bid(99))).verdict is Verdict.CONTRADICTED
    only_hash = msgspec.structs.replace(both, claims=())
    assert judged(only_hash, (2, Bid(99))).verdict is Verdict.DIVERGED
    illegal = msgspec.structs.replace(both, what=Action(1, Bid(99)))
    assert judged(illegal).verdict is Verdict.ILLEGAL
    assert judged(illegal, notes=Notes(header_hash=WRONG)).verdict is Verdict.DIVERGED
    assert judged(*WHOLE, notes=Notes(result="p1", last_link=WRONG)).verdict is Verdict.CONTRADICTED
    assert judged(illegal, chance=told(1, 1)).verdict is Verdict.MALFORMED


def test_undecidable_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where legality itself cannot be decided, the action did not stand."""

    def judge(*_: object) -> NoReturn:
        raise Undecidable("nobody knows", ("T-5",))

    monkeypatch.setattr(BidDecision, "judge", judge)
    report, where = judged(*WHOLE), Locator(1, 1, 0, 1)
    assert finding(report) == Finding(Verdict.UNDECIDABLE, where, 1, ("T-5",), plain("nobody knows"), "p1 bid coins=3")
    assert report.actions_replayed == 0


@pytest.mark.parametrize(("action", "message"), [((2, Return(7)), "card 7"), ((4, Keep()), "seat 4")])
def test_about_what_does_not_exist_there_is_no_question(
    action: tuple[int, Act], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where legality cannot be decided, an action that names what there is not is malformed, and nobody looks at its
    data."""

    def misplaced(*_: object) -> NoReturn:
        raise Undecidable("nobody knows", ("T-5",))

    monkeypatch.setattr(ToyTable, "misplaced", misplaced)
    found = finding(judged(action))
    assert (found.verdict, str(found.message)) == (Verdict.MALFORMED, f"there is no {message}")
    assert finding(judged((2, Return(6)))).verdict is Verdict.UNDECIDABLE


def test_watching_sees_every_step() -> None:
    """Step 0 is the state before the first action; then each action with its events, up to the fault."""
    steps = seen(record(*WHOLE))
    assert [step.number for step in steps] == list(range(len(WHOLE) + 1))
    assert [step.action for step in steps] == [None, *(Action(*what) for what in WHOLE)]
    names = [[type(event).__name__ for event in step.events] for step in steps]
    assert names == [["TurnBegan"], [], [], ["Won"], ["TurnBegan"], [], [], ["Won"], ["Ended"]]
    assert len(seen(record(*BIDS, (2, Return(5))))) == 4


def test_until_stops_before_an_action() -> None:
    """A replay up to an index makes no judgement on the end, and one beyond the record stops with it."""
    wrong = Notes(result="p1")
    for until in range(len(WHOLE) + 3):
        replay = Replay(TOYS, Record(header(), entries(*WHOLE), wrong))
        assert replay.run(until=until) is None
        assert replay.report().actions_replayed == min(until, len(WHOLE))
    replay = Replay(TOYS, Record(header(), entries((1, Bid(99)))))
    assert replay.run(until=0) is None
    assert Replay(TOYS, Record(header(), entries((1, Bid(99))))).run(until=1) is not None


def test_assumptions() -> None:
    """A verdict rests on rulings that the game came to, and on the cards of the actions that stood."""
    assert judged(*WHOLE).assumptions == (reading(5), inferred(2))
    assert judged(*WHOLE[:-1]).assumptions == (reading(5),)
    assert judged(*WHOLE[:4]).assumptions == ()
    assert judged((1, GiveUp())).assumptions == (reading(4),)


def test_a_refusal_rests_on_assumptions_too() -> None:
    """What is refused, or left open, rests on the rulings of its clauses and on its own cards."""
    report = judged(*WHOLE[:-1], (1, Return(3)))
    ruling, card = reading(3), inferred(3)
    assert report.assumptions == (reading(5), ruling, card)
    assert judged(*BIDS, (1, Bid(1)), *WHOLE[4:]).assumptions == (reading(1),)


def test_what_was_not_judged_rests_on_nothing() -> None:
    """Actions that cannot be read, or that were never reached, bring no assumption."""
    assert judged((1, Return(9))).assumptions == ()
    assert judged((1, Return(2)), notes=Notes(header_hash=WRONG)).assumptions == ()
    assert judged((1, Return(2)), chance=told(1, 1)).assumptions == ()
    assert judged((1, Return(2)), chance=ChanceSource(RecordedChance([]))).assumptions == ()


def test_what_stands_beside_the_header_decides_nothing() -> None:
    """Names, place, date, comments and lines change neither verdict nor link."""
    notes = Notes(players=("a", "b", "c"), place="here", date="today")
    lines = [Entry(Action(*what), line=at, comment="so it was") for at, what in enumerate(WHOLE)]
    assert judged(*lines, notes=notes) == judged(*WHOLE)


def test_too_many_entries_are_refused() -> None:
    """A record longer than any game is not judged at all; one of the greatest length is."""
    entry = entries((1, Keep()))
    with pytest.raises(TooLarge) as caught:
        Replay(TOYS, Record(header(), entry * (MOST_ENTRIES + 1)))
    assert caught.value.field == "record.entries"
    assert verify(TOYS, Record(header(), entry * MOST_ENTRIES)).verdict is Verdict.ILLEGAL


def test_a_game_may_refuse_a_header() -> None:
    """What only the game can see in a header is refused like the rest."""

    class Picky(Toy):
        def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[None]]:
            raise InvalidHeader("record.header.toy", "no")

    with pytest.raises(InvalidHeader, match="no"):
        verify({"toy": Picky()}, record(*WHOLE))
