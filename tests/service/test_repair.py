"""Repair: the one edit after which a failing record comes out, claims included."""

from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import END_TURN, Deploy
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.text import line
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Entry
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import LANGUAGES, Language, Table, say, sentence
from shinpan_engine.kernel.play.chance import Stream
from shinpan_records import repair, transcript
from shinpan_records.repair import Edit, Limits, Repair, Repairs, Slice
from shinpan_records.repair.budget import IN_WORLDS, USUAL, Budget
from shinpan_records.repair.judges import ByReferee, judge_of
from shinpan_records.transcript.reading import reading

from ..random_games import modes, seeds, told
from ..slips import COMES_OUT, Slip, comes_out, cut, noted, spoiled

FIXTURES = Path(__file__).parents[2] / "fixtures" / "wars3x3"
PRINTED = (FIXTURES / "printed-replay.shinpan").read_text("utf-8")
AS_PRINTED = (FIXTURES / "printed-replay-as-printed.shinpan").read_text("utf-8")
EIGHT_TURNS = PRINTED.partition("\nturn 9")[0].replace("result   相楽\n", "")
"""A record that stops after its eighth turn."""


def verdict(text: str) -> Verdict:
    return verify(GAMES, transcript.load(text, GAMES).record).verdict


def singles(found: Repairs) -> list[Edit]:
    """The edits that repair the record by themselves."""
    return [edits[0] for edits in found.repairs if len(edits) == 1]


def kinds(found: Repairs) -> list[tuple[str, str]]:
    """The kind of each of these, in English, and what it puts there."""
    return [(sentence(edit.kind), edit.after) for edit in singles(found)]


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
    the search has come is told line by line, then after each edit that is tried on the whole record."""
    heard: list[repair.Slice] = []
    found = repair.repairs(AS_PRINTED, GAMES, heard.append)
    tried = [(part.done, part.total) for part in heard if part.about.key == "kernel.repair.slice.singles"]
    assert tried == [(number, found.legal) for number in range(1, found.legal + 1)]
    line = AS_PRINTED.splitlines().index(next(r for r in AS_PRINTED.splitlines() if "deploy card=重装歩兵:水" in r)) + 1
    kind = say("kernel.repair.kind.value", field=Table("wars3x3", "card"))
    assert found.repairs == ((Edit(line, kind, "相楽 deploy card=重装歩兵:水", "p2 deploy card=016 (突撃兵:水)"),),)
    assert found.unique
    assert found.tried > found.legal > 500
    assert found.finding.clauses == ("W3-4.2-2",)
    told = "\n".join(found.lines())
    assert "exactly one repairs the whole record" in told
    assert "p2 deploy card=016 (突撃兵:水)" in told
    assert found.as_dict()["repairs"] == [{"edits": [found.repairs[0][0].as_dict("en")]}]


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
    wrong = EIGHT_TURNS.replace(was, now, 1)
    assert verdict(wrong) not in COMES_OUT
    found = repair.repairs(wrong, GAMES)
    assert (kind, after) in kinds(found)
    for edit in singles(found):
        assert verdict(applied(wrong, edit)) in COMES_OUT, edit


@pytest.mark.parametrize(
    ("was", "now", "kind"), [("as=3", "as=1", "another number"), (" veil=yes", "", "another flag")]
)
def test_a_wrong_number_or_flag_is_found(was: str, now: str, kind: str) -> None:
    """The number declared for 調律 shows in the damage; a sky card strengthens a grass unit through 透化 only."""
    found = repair.repairs(PRINTED.replace(was, now), GAMES)
    assert [(of, was in after) for of, after in kinds(found) if of == kind] == [(kind, True)]


def test_every_card_that_repairs_is_told_and_no_other() -> None:
    """For one line, the edits that put another card there are exactly those that come out when tried by hand."""
    wrong = EIGHT_TURNS.replace("三品 lay card=黒妖犬:天", "三品 lay card=001")
    line = wrong.splitlines().index("三品 lay card=001") + 1
    tried = {number: verdict(wrong.replace("lay card=001", f"lay card={number:03}")) for number in range(1, 49)}
    by_hand = [number for number, came_out in tried.items() if came_out in COMES_OUT]
    found = singles(repair.repairs(wrong, GAMES))
    edits = [edit for edit in found if (edit.line, sentence(edit.kind)) == (line, "another card")]
    assert by_hand
    assert [int(edit.after.partition("=")[2][:3]) for edit in edits] == by_hand


def test_what_is_missing_at_the_end_is_found() -> None:
    """A record that stops before its recorded result."""
    text = EIGHT_TURNS.partition("\nturn 1")[0].replace("setup", "result   p1\nsetup") + "\nturn 1\n三品 draw\n"
    found = repair.repairs(text, GAMES)
    assert kinds(found) == [("another result", "none"), ("a missing line", "p2 resign")]


def test_a_record_that_comes_out_has_nothing_to_repair() -> None:
    """Neither a legal one nor one that only stops early."""
    for text in (PRINTED, EIGHT_TURNS):
        with pytest.raises(repair.NothingToRepair):
            repair.repairs(text, GAMES)


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
        _, work = repair.repair_of(msgspec.structs.replace(record, entries=entries), GAMES)
        for _ in work.slices():
            pass
        told = [(sentence(edit.kind), edit.after.partition(" (")[0], edit.line) for edit in singles(work.found())]
        assert told == [(kind, line(2, act, names), head + place)]


def test_a_record_by_hand_is_repaired_from_a_message_too() -> None:
    """What stands behind the fault, with names and passes left out, is read like the transcript that it came from; the
    corrected text is legal."""
    whole = transcript.load(AS_PRINTED, GAMES).record
    text, work = repair.repair_of(whole, GAMES)
    for _ in work.slices():
        pass
    assert work.found().unique
    assert [edit.after for edit in singles(work.found())] == [
        edit.after for edit in singles(repair.repairs(AS_PRINTED, GAMES))
    ]
    corrected = transcript.load(work.corrected(text, 0, ("a", "b")), GAMES)
    assert corrected.judged().report().verdict is Verdict.LEGAL


def test_work_is_counted_and_what_was_found_so_far_is_told() -> None:
    """The same record takes the same replays and steps. Where one of the two is used up, the limit is named and the
    repairs found before are told."""
    whole = repair.repairs(AS_PRINTED, GAMES)
    again = repair.repairs(AS_PRINTED, GAMES)
    assert (whole.replays, whole.steps) == (again.replays, again.steps)
    short = repair.repairs(AS_PRINTED, GAMES, limits=Limits(steps=whole.steps - 1))
    assert short.repairs == whole.repairs
    assert (short.unique, short.complete) == (False, False)
    assert f"not all was tried: the limit of {whole.steps - 1} steps" in short.lines()
    assert "one that was found repairs the whole record" in short.lines()[1]
    few = repair.repairs(AS_PRINTED, GAMES, limits=Limits(replays=20, pair_replays=0))
    assert few.replays == 20
    assert "not all was tried: the limit of 20 replays" in few.lines()
    assert few.tried > 20
    early = repair.repairs(AS_PRINTED, GAMES, limits=Limits(steps=1000, pair_steps=0))
    assert (early.repairs, early.steps) == ((), 1000)


def test_it_can_be_stopped_between_slices() -> None:
    """What was found until then is told, and that it was stopped."""
    work = Repair(reading(AS_PRINTED), GAMES)
    for _ in work.slices():
        if work.found().repairs:
            break
    found = work.found()
    assert len(found.repairs) == 1
    assert not found.unique
    assert "not all was tried: it was stopped" in found.lines()
    assert "途中で止められました" in "\n".join(found.lines("ja"))
    untouched = Repair(reading(AS_PRINTED), GAMES).found()
    assert (untouched.tried, untouched.repairs, untouched.complete) == (0, (), False)


def test_an_edit_that_makes_a_record_too_long_is_no_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no fault: of a record as long as may be the other edits are tried."""
    text = EIGHT_TURNS.partition("\nturn 1")[0].replace("setup", "result   p1\nsetup") + "\nturn 1\n三品 draw\n"
    assert len(singles(repair.repairs(text, GAMES))) == 2
    entries = len(transcript.load(text, GAMES).record.entries)
    monkeypatch.setattr("shinpan_engine.kernel.judging.referee.MOST_ENTRIES", entries)
    assert kinds(repair.repairs(text, GAMES)) == [("another result", "none")]


@pytest.mark.parametrize(
    ("was", "now", "kind", "before", "after"),
    [
        ("step 3.2 => damage 4", "step 3.2 => damage 5", "another claim", "damage 5", "damage 4"),
        ("drew 025 ", "drew 024 ", "another claim", "drew 024 (重装歩兵:草)", "drew 025 (重装歩兵:草)"),
        ("turn 5  life[三品] = 30", "turn 5  life[三品] = 20", "another claim", "life[三品] = 20", "life[三品] = 30"),
        ("step 3.3\n相楽 lay card=025", "step 3.3 => damage 2\n相楽 lay card=025", "a claim too many", "damage 2", ""),
        ("turn 5 ", "turn 6 ", "another turn", "turn 6", "turn 5"),
        ("step 2.2\n", "step 2.2 => draughty\n", "a claim too many", "draughty", ""),
    ],
)  # fmt: skip
def test_what_was_noted_wrongly_is_found(was: str, now: str, kind: str, before: str, after: str) -> None:
    """A number, a card, a life, an event that never came, the turn: what it comes to is told in its place."""
    assert was in EIGHT_TURNS
    found = repair.repairs(EIGHT_TURNS.replace(was, now, 1), GAMES)
    assert (kind, before, after) in [(sentence(edit.kind), edit.before, edit.after) for edit in singles(found)]


def test_claims_that_contradict_each_other_lose_one() -> None:
    """Of two lives noted at one place the wrong one is put right."""
    was = "turn 5  life[三品] = 30, life[相楽] = 26"
    found = repair.repairs(EIGHT_TURNS.replace(was, f"{was}, life[相楽] = 25", 1), GAMES)
    assert kinds(found) == [("another claim", "life[相楽] = 26")]


TWO = EIGHT_TURNS.replace("damage 4\n", "damage 5\n", 1).replace("card=突撃兵:水 ", "card=怪造騎士:草 ", 1)
"""A wrong damage in turn 3 and a wrong card in turn 4."""
THREE = TWO.replace("drew 先行打撃兵:水", "drew 003", 1)


def test_two_mistakes_are_repaired_by_a_pair() -> None:
    """No single edit does; the best pairs are told as what they are."""
    found = repair.repairs(TWO, GAMES)
    assert [edit.after for edit in found.repairs[0]] == ["damage 4", "p2 deploy card=016 (突撃兵:水)"]
    assert (found.unique, found.partial) == (False, ())
    told = "\n".join(found.lines())
    assert "none of them repairs the whole record" in told
    assert "others may do as well" in told


@pytest.mark.parametrize("language", ["en", "ja"])
def test_three_mistakes_leave_the_best_that_there_is(language: str) -> None:
    """With what is wrong next: its line, the sentence, the clause."""
    found = repair.repairs(THREE, GAMES)
    assert found.repairs == ()
    assert [edit.after for edit in found.partial[0].edits] == ["damage 4", "p2 deploy card=016 (突撃兵:水)"]
    line = THREE.splitlines().index("相楽 draw => drew 003") + 1
    first = found.as_dict()["partial"][0]
    assert (first["next"]["line"], first["next"]["verdict"]) == (line, "contradicted")
    assert "drew 003" in first["next"]["message"]
    told = "\n".join(found.lines("ja" if language == "ja" else "en"))
    assert (f"次は{line}行目" if language == "ja" else f"then line {line}: the record says drew 003") in told


def test_the_clause_of_what_is_wrong_next_is_told() -> None:
    """Behind its sentence."""
    wrong = TWO.replace("三品 deploy card=黒妖犬:草", "三品 deploy card=001", 1)
    found = repair.repairs(wrong, GAMES)
    assert found.partial
    for one in found.partial:
        assert all(f"({clause})" in "\n".join(found.lines()) for clause in one.next.clauses[:1])
    assert any(one.next.clauses for one in found.partial)


def test_a_card_that_is_dealt_twice_is_put_right() -> None:
    """One of the two places has the card that nobody was dealt."""
    line = EIGHT_TURNS.splitlines().index(next(row for row in EIGHT_TURNS.splitlines() if row.startswith("deck"))) + 1
    found = repair.repairs(EIGHT_TURNS.replace("deck     020 026", "deck     020 020", 1), GAMES)
    assert "names 020" in found.lines()[0]
    kind = say("kernel.repair.kind.value", field=Table("wars3x3", "card"))
    assert Edit(line, kind, "020 (龍王妃:水)", "026 (占欲の魔女:草)") in singles(found)


def test_a_slip_in_the_header_that_no_edit_mends_is_told() -> None:
    """A hash of another header: nothing is tried."""
    found = repair.repairs(EIGHT_TURNS.replace("\nsetup", f"\nheader   {'ab' * 32}\nsetup", 1), GAMES)
    assert (found.tried, found.repairs, found.finding.verdict) == (0, (), Verdict.DIVERGED)
    assert "correct the header first" in found.lines()[1]


def test_what_is_said_of_an_edit_is_what_the_referee_says() -> None:
    """A draft is read only up to the first thing that is wrong, and yet no edit that repairs a record is missed."""
    judge, budget = ByReferee(GAMES), Budget(10**9, 10**6)
    wrong = reading(TWO.replace("damage 5", "damage 4", 1))
    edits = judge.singles(wrong, judge.judged(wrong, budget), budget)
    for _ in edits.collect():
        pass
    compared = [0, 0]
    for candidate in edits.found()[:400]:
        draft = candidate.change.of(wrong)
        reach = judge.reach(draft, budget)
        try:
            says = transcript.importing(draft, GAMES).judged().report().verdict in COMES_OUT
        except transcript.TranscriptError:
            says = False
        assert (reach is not None and reach.finding is None) == says, candidate.edit
        compared[says] += 1
    assert all(compared)


def test_a_fact_that_the_pack_refutes_is_refused() -> None:
    """Nothing is judged at all, and it is said of which card."""
    with pytest.raises((transcript.TranscriptError, RequestError), match="005"):
        repair.repairs(EIGHT_TURNS.replace("pack     print", "pack     print\nfact 005 cost=9", 1), GAMES)


def test_a_line_that_cannot_be_read_is_refused_with_its_place() -> None:
    """Nothing is guessed of it."""
    with pytest.raises(transcript.TranscriptError) as refused:
        repair.repairs(EIGHT_TURNS.replace("三品 lay card=黒妖犬:天", "三品 lay card==黒妖犬:天", 1), GAMES)
    assert refused.value.line == EIGHT_TURNS.splitlines().index("三品 lay card=黒妖犬:天") + 1


def test_a_record_of_as_many_lines_as_may_be_is_bounded() -> None:
    """The game is over long before: what comes then is too much for any edit, and the limits hold."""
    rows = 20_000 - len(EIGHT_TURNS.partition("--\n")[2].splitlines())
    wrong = EIGHT_TURNS + "p1 end_turn\n" * rows
    limits = Limits(steps=300_000, replays=50, pair_steps=50_000, pair_replays=5)
    found = repair.repairs(wrong, GAMES, limits=limits)
    assert found.repairs == ()
    assert found.stopped
    assert (found.replays <= 55, found.steps <= 350_000) == (True, True)


SEEN = (FIXTURES.parent / "seen" / "wars3x3" / "printed-replay-as-printed.shinpan").read_text("utf-8")
FOUR_TURNS_SEEN = SEEN.partition("\nturn 6")[0].replace("result   相楽\n", "")


def test_a_record_with_holes_is_repaired_by_what_some_world_allows() -> None:
    """The misprint again, where nobody tells deck and hands. It is never said to be the only one."""
    found = repair.repairs(FOUR_TURNS_SEEN, GAMES, limits=Limits(replays=800))
    assert ("another card", "p2 deploy card=016 (突撃兵:水)") in kinds(found)
    assert (found.complete, found.unique) == (False, False)
    assert "the cards that nobody saw leave more open than can be tried" in "\n".join(found.lines())


def test_two_slips_in_a_record_with_holes_are_found_within_its_limits() -> None:
    """The misprint and a life noted wrongly: the search ends, with the pair that repairs it, and says how far it is."""
    wrong = FOUR_TURNS_SEEN + "\nturn 6  life[三品] = 30, life[相楽] = 25\n相楽 draw\n"
    heard: list[Slice] = []
    limits = IN_WORLDS._replace(replays=800, pair_replays=60)
    found = repair.repairs(wrong, GAMES, heard.append, limits)
    assert any(
        [edit.after for edit in pair] == ["p2 deploy card=016 (突撃兵:水)", "life[相楽] = 26"] for pair in found.repairs
    )
    assert {one.about.key.rpartition(".")[2] for one in heard} == {"reading", "singles", "pairs"}
    assert (found.replays <= 860, found.steps <= IN_WORLDS.steps + IN_WORLDS.pair_steps) == (True, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_with_holes_that_nothing_repairs_says_what_to_do(language: Language) -> None:
    """What was tried, why not all, and what to write before it is tried again."""
    wrong = FOUR_TURNS_SEEN.replace(
        "turn 5  life[三品] = 30, life[相楽] = 26", "turn 5  life[三品] = 29, life[相楽] = 25"
    )
    found = repair.repairs(wrong, GAMES, limits=IN_WORLDS._replace(replays=60, pair_replays=60))
    told = found.lines(language)
    line = wrong.splitlines().index("相楽 deploy card=重装歩兵:水                    ; as printed; W3-E-04") + 1
    said = [say("kernel.repair.found.correct", line=line), say("kernel.repair.found.tell_more")]
    assert told[-3:-1] == [sentence(one, language) for one in said]
    assert sum("60" in one for one in told) >= 2


def test_a_record_with_holes_has_limits_of_its_own() -> None:
    """Each edit costs a search for a world, so much less is tried, whatever the record."""
    text = FOUR_TURNS_SEEN
    assert judge_of(reading(text), GAMES).limits == IN_WORLDS
    assert judge_of(reading(EIGHT_TURNS), GAMES).limits == USUAL
    assert (IN_WORLDS.steps * 10 <= USUAL.steps, IN_WORLDS.replays < USUAL.replays) == (True, True)


def test_a_record_with_nothing_but_holes_has_nothing_to_repair() -> None:
    """Every action is open: what may be so comes out."""
    text = FOUR_TURNS_SEEN.partition("\nturn 1")[0]
    rows = [row.partition("cards=")[0].partition("magics=")[0] for row in text.partition("--\n")[2].splitlines()]
    holes = ["cards=? ? ?" if "territory" in row else "magics=?" for row in rows if row]
    wrong = text.partition("--\n")[0] + "--\n" + "\n".join(a + b for a, b in zip(rows, holes, strict=False)) + "\n"
    with pytest.raises(repair.NothingToRepair):
        repair.repairs(wrong, GAMES)


ROWS = 40
"""Rows of the games with slips: what comes later changes nothing but the time it takes."""


def planted(game: Game, seed: int, mode: str, claim: bool) -> Slip | None:
    dice = Stream(seed.to_bytes(32, "big"), "slips")
    return spoiled(cut(noted(game, seed, mode, dice), ROWS), dice, claim)


@modes
@pytest.mark.parametrize("claim", [False, True], ids=["action", "claim"])
def test_one_slip_is_always_found(game: Game, mode: str, claim: bool) -> None:
    """Whatever the game: what stood there before the slip is among the repairs, and each of these comes out."""
    for seed in seeds(1):
        slip = planted(game, seed, mode, claim)
        if slip is None:
            continue
        with told(seed):
            found = repair.repairs(slip.text, GAMES)
            assert found.complete
            was = slip.was.partition(" ;")[0]
            back = [edit for edit in singles(found) if edit.line == slip.line and edit.after]
            assert any(edit.after.partition(" (")[0] in was for edit in back), (slip, found.lines())
            for edit in [edit for edit in singles(found) if not claim and edit.kind.key != "kernel.repair.kind.claim"]:
                assert comes_out(applied(slip.text, edit)), edit
