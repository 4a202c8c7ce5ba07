"""The printed replay as a transcript, with its misprint put right and as printed."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import (
    EventClaim,
    Marker,
)
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_records import transcript

from .transcripts import AS_PRINTED, PRINTED, judged


@pytest.mark.clause(
    *(f"W3-R-{n:02}" for n in range(1, 13)), "W3-E-04", "W3-E-05", "W3-E-06", "W3-E-07", "W3-E-08", "W3-E-09",
    "W3-E-12", "W3-E-14",
)  # fmt: skip
def test_the_printed_replay_is_legal_with_every_printed_number() -> None:
    """Manual 3's replay, its misprints put right: all 14 turns, every life, damage and power as printed."""
    loaded = transcript.load(PRINTED, GAMES)
    report = judged(loaded)
    assert (report.verdict, report.findings) == (Verdict.LEGAL, ())
    assert report.result is not None
    assert (report.result.winners, report.result.reason) == ((2,), "life")
    assert loaded.record.notes.result == "p2"
    claims = [claim for entry in loaded.record.entries for claim in entry.claims]
    heads = [entry for entry in loaded.record.entries if isinstance(entry.what, Marker)]
    assert [head.what.number for head in heads] == list(range(1, 15))
    lives = [" ".join(claim.value for claim in head.claims) for head in heads]
    assert lives == ["30 30"] * 3 + ["30 26"] * 5 + ["30 22"] * 2 + ["18 14", "18 8", "13 8", "13 8"]
    damages = [c.arguments[0][1] for c in claims if isinstance(c, EventClaim) and c.name == "damage"]
    assert damages == ["4", "4", "8", "12", "6", "5", "15"]
    assert sum(isinstance(c, EventClaim) and c.name == "blocked" for c in claims) == 6
    assert EventClaim("power", (("", "21"), ("", "6"))) in claims


def test_every_claim_of_the_printed_replay_is_compared() -> None:
    """Whichever printed number is changed, the referee contradicts it at its line."""
    rows = PRINTED.read_text("utf-8").splitlines()
    changed = 0
    for at, row in enumerate(rows):
        head, sign, _ = row.partition(";")
        for was, now in (("damage ", "damage 1"), ("= ", "= 1"), ("power 2", "power 3"), ("raised 3", "raised 4")):
            if was in head and (head.startswith("turn") or "=>" in head):
                text = "\n".join([*rows[:at], head.replace(was, now, 1) + sign, *rows[at + 1 :]])
                report = judged(transcript.load(text, GAMES))
                assert report.verdict == Verdict.CONTRADICTED, row
                assert report.findings[0].where.line == at + 1 or row.startswith("step"), row
                changed += 1
    assert changed == 14 + 7 + 3 + 1 + 2


@pytest.mark.clause("W3-E-04", "W3-4.2-2")
def test_the_replay_as_printed_is_illegal_in_turn_4() -> None:
    """The card it names is in no hand: the clause is cited, and what was legal."""
    report = judged(transcript.load(AS_PRINTED, GAMES))
    finding = report.findings[0]
    assert (report.verdict, finding.seat, finding.clauses) == (Verdict.ILLEGAL, 2, ("W3-4.2-2",))
    assert finding.submitted == "p2 deploy card=重装歩兵:水"
    assert "p2 deploy card=016" in finding.legal
    row = AS_PRINTED.read_text("utf-8").splitlines()[finding.where.line - 1]
    assert "card=重装歩兵:水" in row


def test_the_two_printed_replays_differ_in_one_card() -> None:
    """All but one line of the two fixtures says the same, whatever is remarked beside it."""
    texts = [path.read_text("utf-8").splitlines() for path in (PRINTED, AS_PRINTED)]
    rows = [[said for row in text if (said := row.partition(";")[0].split())] for text in texts]
    assert [pair for pair in zip(*rows, strict=True) if pair[0] != pair[1]] == [
        (["相楽", "deploy", "card=突撃兵:水"], ["相楽", "deploy", "card=重装歩兵:水"])
    ]
