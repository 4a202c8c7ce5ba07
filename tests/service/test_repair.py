"""Repair: the one edit after which a failing record comes out, claims included."""

import re
from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import END_TURN, Deploy
from shinpan_engine.kernel.forms.text import line
from shinpan_engine.kernel.judging.record import Action, Entry
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.work import Work
from shinpan_records import repair, transcript
from shinpan_records.repair import Edit

FIXTURES = Path(__file__).parents[2] / "fixtures" / "wars3x3"
PRINTED = (FIXTURES / "printed-replay.shinpan").read_text("utf-8")
AS_PRINTED = (FIXTURES / "printed-replay-as-printed.shinpan").read_text("utf-8")
EIGHT_TURNS = PRINTED.partition("\nturn 9")[0].replace("result   相楽\n", "")
"""A record that stops after its eighth turn."""


def verdict(text: str) -> Verdict:
    return verify(GAMES, transcript.load(text, GAMES).record).verdict


def applied(text: str, edit: Edit) -> str:
    """The text after an edit: the line's claims and remark stay with it."""
    rows = text.splitlines()
    action = edit.after.partition(" (")[0]
    row = rows[edit.line - 1]
    if not edit.before:
        rows.insert(edit.line - 1, action)
    elif not action:
        del rows[edit.line - 1]
    else:
        kept = min((at for sign in ("=>", ";") if (at := row.find(sign)) >= 0), default=len(row))
        rows[edit.line - 1] = f"{action} {row[kept:]}"
    return "\n".join(rows) + "\n"


@pytest.mark.clause("W3-E-04")
def test_the_misprint_of_the_printed_replay_is_found_and_unique() -> None:
    """Of all single edits exactly one makes the replay come out with every printed number: 突撃兵:水 in turn 4. How far
    the search has come is told after each that is tried on the whole record."""
    heard: list[tuple[int, int]] = []
    found = repair.repairs(AS_PRINTED, GAMES, lambda *far: heard.append(far))
    assert heard == [(number, found.legal) for number in range(1, found.legal + 1)]
    line = AS_PRINTED.splitlines().index(next(r for r in AS_PRINTED.splitlines() if "deploy card=重装歩兵:水" in r)) + 1
    assert found.edits == (
        Edit(line, "another card", "相楽 deploy card=重装歩兵:水", "p2 deploy card=016 (突撃兵:水)"),
    )
    assert found.complete
    assert found.tried > found.legal > 500
    assert found.finding.clauses == ("W3-4.2-2",)
    told = "\n".join(found.lines())
    assert "exactly one repairs the whole record" in told
    assert "p2 deploy card=016 (突撃兵:水)" in told
    assert found.as_dict()["edits"] == [found.edits[0]._asdict()]


@pytest.mark.parametrize(
    ("was", "now", "kind", "after"),
    [
        ("deploy card=占欲の魔女:草\n", "deploy card=020\n", "another card", "p1 deploy card=026 (占欲の魔女:草)"),
        ("相楽 lay card=先行打撃兵:炎", "三品 lay card=003", "another seat", "p2 lay card=003 (先行打撃兵:炎)"),
        ("三品 lay card=重装歩兵:天", "三品 deploy card=037", "another verb", "p1 lay card=037 (重装歩兵:天)"),
        ("target=突撃兵:天", "target=026", "another target", "p2 remove [target=040 with=028] (突撃兵:天, 突撃兵:草)"),
        ("三品 counter [target=龍王妃:水 with=呪文砕き]\n", "", "a missing line",
         "p1 counter [target=020 with=047] (龍王妃:水, 呪文砕き)"),
        ("三品 lay card=重装歩兵:天\n", "三品 lay card=重装歩兵:天\n" * 2, "a line too many", ""),
    ],
)  # fmt: skip
def test_a_single_mistake_is_found(was: str, now: str, kind: str, after: str) -> None:
    """The mistake is among the edits that work, and each of these makes the whole record come out."""
    assert was in EIGHT_TURNS
    spoiled = EIGHT_TURNS.replace(was, now, 1)
    assert verdict(spoiled) not in repair.COMES_OUT
    found = repair.repairs(spoiled, GAMES)
    assert (kind, after) in [(edit.kind, edit.after) for edit in found.edits]
    for edit in found.edits:
        assert verdict(applied(spoiled, edit)) in repair.COMES_OUT, edit


@pytest.mark.parametrize(
    ("was", "now", "kind"), [("as=3", "as=1", "another number"), (" veil=yes", "", "another flag")]
)
def test_a_wrong_number_or_flag_is_found(was: str, now: str, kind: str) -> None:
    """The number declared for 調律 shows in the damage; a sky card strengthens a grass unit through 透化 only."""
    found = repair.repairs(PRINTED.replace(was, now), GAMES)
    assert [(edit.kind, was in edit.after) for edit in found.edits] == [(kind, True)]


def test_every_card_that_repairs_is_told_and_no_other() -> None:
    """For one line, the edits that put another card there are exactly those that come out when tried by hand."""
    spoiled = EIGHT_TURNS.replace("三品 lay card=黒妖犬:天", "三品 lay card=001")
    line = spoiled.splitlines().index("三品 lay card=001") + 1
    tried = {number: verdict(spoiled.replace("lay card=001", f"lay card={number:03}")) for number in range(1, 49)}
    by_hand = [number for number, came_out in tried.items() if came_out in repair.COMES_OUT]
    edits = [e for e in repair.repairs(spoiled, GAMES).edits if (e.line, e.kind) == (line, "another card")]
    assert by_hand
    assert [int(edit.after.partition("=")[2][:3]) for edit in edits] == by_hand


def test_what_is_missing_at_the_end_is_found() -> None:
    """A record that stops before its recorded result."""
    text = EIGHT_TURNS.partition("\nturn 1")[0].replace("setup", "result   p1\nsetup") + "\nturn 1\n三品 draw\n"
    found = repair.repairs(text, GAMES)
    assert [(edit.kind, edit.after) for edit in found.edits] == [("a missing line", "p2 resign")]


def test_two_mistakes_have_no_single_repair() -> None:
    """Nothing is found, and that is said."""
    found = repair.repairs(
        EIGHT_TURNS.replace("damage 4\n", "damage 5\n").replace("card=突撃兵:水 ", "card=怪造騎士:草 "), GAMES
    )
    assert found.edits == ()
    assert "none of them repairs the whole record" in "\n".join(found.lines())


def test_a_record_that_comes_out_has_nothing_to_repair() -> None:
    """Neither a legal one nor one that only stops early."""
    for text in (PRINTED, EIGHT_TURNS):
        with pytest.raises(repair.NothingToRepair):
            repair.repairs(text, GAMES)


def test_a_wrong_header_is_not_repaired() -> None:
    """Edits are of lines of the game: chance that cannot have been is told, and nothing is tried."""
    found = repair.repairs(EIGHT_TURNS.replace("deck     020", "deck     001"), GAMES)
    assert (found.tried, found.edits, found.finding.verdict) == (0, (), Verdict.MALFORMED)


def test_a_record_is_repaired_like_its_transcript() -> None:
    """A record that came as messages has no lines: those of its canonical transcript are told. Nothing is filled in
    there, so that a decision that is missing is found too."""
    record = transcript.load(EIGHT_TURNS, GAMES).record
    at = next(at for at, entry in enumerate(record.entries) if entry.what == Action(2, Deploy(16)))
    names = GAME.packs["print"].names
    head = len(transcript.dump(record, GAMES).partition("p2 deploy card=016")[0].splitlines())
    for entries, kind, act, place in (
        ((*record.entries[:at], Entry(Action(2, Deploy(9))), *record.entries[at + 1 :]), "another card", Deploy(16), 1),
        ((*record.entries[: at + 1], *record.entries[at + 2 :]), "a missing line", END_TURN, 2),
    ):
        found = repair.repairs_of(msgspec.structs.replace(record, entries=entries), GAMES)
        told = [(edit.kind, edit.after.partition(" (")[0], edit.line) for edit in found.edits]
        assert told == [(kind, line(2, act, names), head + place)]


def test_work_is_counted_and_what_was_found_so_far_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the steps are used up while edits are tried on the whole record, the repairs found before are told, and
    how many were tried; where they are used up before, how far the search came."""
    counted: list[Work] = []
    monkeypatch.setattr(repair, "Work", lambda limit: counted.append(Work(limit)) or counted[-1])
    whole = repair.repairs(AS_PRINTED, GAMES)
    assert whole.stopped == ""
    short = repair.repairs(AS_PRINTED, GAMES, steps=counted[0].limit - counted[0].left - 1)
    assert short.edits == whole.edits
    assert short.stopped == f"{whole.legal - 1} of {whole.legal} legal edits were tried on the whole record"
    assert not short.as_dict()["complete"]
    early = repair.repairs(AS_PRINTED, GAMES, steps=1000)
    assert (early.edits, early.legal < whole.legal) == ((), True)
    assert "this takes more work than one repair may: 0 of" in "\n".join(early.lines())


def test_no_more_edits_are_tried_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more the first are, and that is told."""
    monkeypatch.setattr(repair, "MOST_REPLAYS", 20)
    heard: list[tuple[int, int]] = []
    found = repair.repairs(AS_PRINTED, GAMES, lambda *far: heard.append(far))
    assert heard == [(number, 20) for number in range(1, 21)]
    assert re.fullmatch(r"edits were looked for up to line \d+", found.stopped)


def test_an_edit_that_makes_a_record_too_long_is_no_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no fault: of a record as long as may be the other edits are tried."""
    text = EIGHT_TURNS.partition("\nturn 1")[0].replace("setup", "result   p1\nsetup") + "\nturn 1\n三品 draw\n"
    assert repair.repairs(text, GAMES).edits
    entries = len(transcript.load(text, GAMES).record.entries)
    monkeypatch.setattr("shinpan_engine.kernel.judging.referee.MOST_ENTRIES", entries)
    assert repair.repairs(text, GAMES).edits == ()
