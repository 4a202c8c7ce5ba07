"""Chance as it fell at a table: what the referee makes of outcomes that are whole, short, wrong or too many."""

import pytest

from shinpan_engine.kernel.judging.record import ChanceSource, Header, Outcome, Record, RecordedChance
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Locator, Verdict
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import Chance
from shinpan_engine.kernel.play.decisions import Ask, Flow
from shinpan_engine.kernel.play.match import Over, Table

from .toy import CARDS, TOYS, WHOLE, Bid, BidDecision, Toy, entries, finding, header, judged, seeded, told


def test_undecidable_in_the_middle() -> None:
    """Where the record does not tell a card, judging stops with the clause, and what stood until then stands."""
    report = judged(*WHOLE, chance=told(1))
    found = finding(report)
    assert report.verdict is Verdict.UNDECIDABLE
    assert (found.where, found.seat, found.clauses) == (Locator(7, 7, 0, 2), 3, ("T-2",))
    assert found.submitted == "p3 bid coins=2"
    assert report.actions_replayed == 6


def test_undecidable_at_the_start() -> None:
    """Where the record tells nothing of what comes first, there is no state and no link to name."""
    report = judged(*WHOLE, chance=ChanceSource(RecordedChance([])))
    assert report.verdict is Verdict.UNDECIDABLE
    assert finding(report).where == Locator(0, 0)
    assert report.state_hash == report.last_link == b""
    assert report.header_hash != b""
    assert report.actions_replayed == 0
    assert report.result is None


@pytest.mark.parametrize("cards", [(7,), (1, 1), (0,), (1, 2, 3, 4, 5, 6, 6), (*CARDS, 7)])
def test_impossible_outcomes(cards: tuple[int, ...]) -> None:
    """An outcome that could not come up is malformed, in the header."""
    report = judged(*WHOLE, chance=told(*cards))
    assert report.verdict is Verdict.MALFORMED
    assert finding(report).where == Locator(0, 0)
    assert "deck" in str(finding(report).message)


@pytest.mark.parametrize("known", range(2, 7))
def test_a_prefix_is_enough_where_no_more_is_read(known: int) -> None:
    """A game that reads only two cards is decided by two: the verdict is legal however much more is told."""
    report = judged(*WHOLE, chance=told(*CARDS[:known]))
    assert report.verdict is Verdict.LEGAL
    assert (report.last_link == judged(*WHOLE).last_link) == (known == 6)
    assert (report.state_hash == judged(*WHOLE).state_hash) == (known >= 5)


def test_unused_outcomes() -> None:
    """An outcome that a finished game never asked for is malformed; before the end it may still be asked for."""
    more = ChanceSource(RecordedChance([Outcome("deck", list(CARDS)), Outcome("dice", [3])]))
    report = judged(*WHOLE, chance=more)
    assert report.verdict is Verdict.MALFORMED
    assert "dice" in str(finding(report).message)
    assert finding(report).where == Locator(0, 0)
    assert judged(*WHOLE[:-1], chance=more).verdict is Verdict.INCOMPLETE


class Late(Toy):
    """A game that shuffles again after the first answer."""

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[None]]:
        table, _ = super().start(header, chance, pack)

        def rules() -> Flow[None]:
            yield Ask([BidDecision(1)])
            table.state.deck = chance.shuffle("again", CARDS)
            table.state.reason = "over"
            raise Over

        return table, rules()


@pytest.mark.parametrize(
    ("again", "verdict"),
    [
        (Outcome("again", [6, 5, 4, 3, 2, 1]), Verdict.LEGAL),
        (Outcome("again", [6]), Verdict.LEGAL),
        (Outcome("again", [6, 6]), Verdict.MALFORMED),
        (Outcome("other", [6]), Verdict.UNDECIDABLE),
    ],
)
def test_chance_in_the_middle(again: Outcome, verdict: Verdict) -> None:
    """A later outcome is read when it is asked for; a finding on it stands at the action that asked."""
    source = ChanceSource(RecordedChance(sorted([again, Outcome("deck", list(CARDS))], key=lambda o: o.label)))
    report = verify({"toy": Late()}, Record(header(chance=source), entries((1, Bid(1)))))
    assert report.verdict is verdict
    if report.findings:
        assert (finding(report).where.entry, finding(report).where.step) == (1, 1)
        assert finding(report).submitted in ("p1 bid coins=1", "")


def test_seeded_and_recorded() -> None:
    """A seeded game has the states of the same game recorded, and another header hash and link."""
    ours = Replay(TOYS, Record(header(chance=seeded()), ()))
    theirs = Replay(TOYS, Record(header(chance=told(*ours.chance.outcomes["deck"])), ()))
    assert ours.links.state_hash == theirs.links.state_hash
    assert ours.header_hash != theirs.header_hash
    assert ours.links.link != theirs.links.link
