"""Transcripts of what was merely seen: names are read inside a world."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3.table.actions import Lay, StartTerritory
from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.judging.record import MOST_ENTRIES, Action, Record, SeenChance, Unresolved
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Report, Verdict
from shinpan_engine.kernel.messages import sentence
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_engine.kernel.seen.search import judge
from shinpan_records import transcript
from shinpan_records.transcript.unseen import worlds
from shinpan_service.cli import main
from shinpan_service.workbench import goldens

from ..hiding import VIEWERS, hidden
from ..random_games import play, recorded
from ..records.asking import begun

FOLDER = Path(__file__).parents[2] / "fixtures" / "seen" / "wars3x3"
PRINTED, MISPRINTED = FOLDER / "printed-replay.shinpan", FOLDER / "printed-replay-as-printed.shinpan"
HEAD = "shinpan 1\ngame wars3x3 beginner\nedition 1.2\npack house\nsetup first=p1\n"


def judged(record: Record) -> Report:
    return judge(GAMES, record).report


def with_lay(text: str, by: str) -> str:
    """The first card that is laid in the printed replay, and both territories, not seen."""
    rows = text.splitlines()
    first = next(at for at, row in enumerate(rows) if " lay " in row)
    rows[first] = by
    return "\n".join(
        row if "start_territory" not in row else f"{row.split()[0]} start_territory cards=? ? ?" for row in rows
    )


@pytest.mark.parametrize("path", sorted(FOLDER.parent.rglob("*.shinpan")), ids=lambda path: path.stem)
def test_what_was_seen_comes_to_its_golden(path: Path) -> None:
    """Legal with a world, illegal with a proof, or undecided: each record of `fixtures/seen` as its golden says."""
    assert goldens.check(path) is None


def test_the_printed_replay_without_its_deck_is_legal() -> None:
    """Neither deck nor hands nor draws: a world is found, and it agrees."""
    record = transcript.load(PRINTED, GAMES).record
    assert is_seen(record.header)
    found = judge(GAMES, record)
    assert found.report.verdict == Verdict.LEGAL
    assert found.world is not None
    assert disagreement(GAMES, record, found.world) is None


def test_its_misprinted_twin_names_a_card_that_there_is_not() -> None:
    """No card of the pack is what turn 4 names, and the finding says which there are."""
    report = judged(transcript.load(MISPRINTED, GAMES).record)
    assert report.verdict == Verdict.ILLEGAL
    (finding,) = report.findings
    told = sentence(finding.message, names=GAMES["wars3x3"].packs["print"].names)
    there = "重装歩兵:炎 (005), 重装歩兵:草 (024), 重装歩兵:草 (025), 重装歩兵:天 (037)"
    assert f"no card of the pack “print” is 重装歩兵:水; there are: {there} (" in told
    assert "whatever the cards not seen were" in told


def test_holes_in_actions_and_claims() -> None:
    """`?` in arguments, a whole choice left open, and in claims on a hand."""
    text = with_lay(PRINTED.read_text("utf-8"), "三品 lay card=? => hand[p1] = 026 ? ? ? ?")
    text = text.replace("三品 keep_magic magics=収穫", "三品 keep_magic magics=?")
    record = transcript.load(text.replace("\nseen\n", "\n"), GAMES).record
    assert is_seen(record.header)
    acts = [entry.what.what for entry in record.entries if isinstance(entry.what, Action)]
    assert sum(0 in act.cards for act in acts if isinstance(act, StartTerritory)) == 2
    assert sum(act.card == 0 for act in acts if isinstance(act, Lay)) == 1
    assert judged(record).verdict == Verdict.LEGAL


def test_a_secret_choice_of_which_nothing_is_told() -> None:
    """`p1 ?` is whatever was asked for."""
    text = PRINTED.read_text("utf-8").replace("相楽 keep_magic magics=毒殺", "相楽 ?")
    assert judged(transcript.load(text, GAMES).record).verdict == Verdict.LEGAL


def test_a_hole_in_a_claim_alone_changes_nothing() -> None:
    """Where outcomes are recorded, a `?` in a claim is a card that they do not tell, as it was before."""
    path = FOLDER.parents[1] / "hackclad" / "card-amelia-07-leaves-the-card.shinpan"
    assert " ? " in path.read_text("utf-8")
    assert not is_seen(transcript.load(path, GAMES).record.header)


def test_holes_in_the_middle_of_an_outcome() -> None:
    """What is told stands in its place; what was not seen at the end is left out."""
    draft = f"{HEAD}deck 016 ? ? 龍王妃:草 ? ? …\n--\n"
    record = transcript.load(draft, GAMES).record
    assert isinstance(record.header.chance.source, SeenChance)
    (outcome,) = record.header.chance.source.outcomes
    assert outcome.values[:3] == [16, 0, 0]
    assert len(outcome.values) == 4
    assert judged(record).verdict == Verdict.INCOMPLETE


WRITTEN = [
    ("anoare", "duel"),
    ("hackclad", "solo"),
    ("wars3x3", "beginner"),
    ("wars3x3", "sevenmage"),
    ("drive", "multi"),
    ("drive", "solo_partner"),
    ("swordrion", "solo"),
    ("swordrion", "versus"),
]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(("name", "mode"), WRITTEN)
def test_it_is_written_and_read_again(name: str, mode: str, viewer: int) -> None:
    """The canonical transcript of a record of what was seen says all of it, claims too, and no more."""
    game = GAMES[name]
    record = hidden(game, recorded(play(game, 3, mode)), viewer)
    again = transcript.load(transcript.dump(record, GAMES), GAMES).record
    assert again.header == record.header
    assert [entry.what for entry in again.entries] == [entry.what for entry in record.entries]
    assert [entry.claims for entry in again.entries] == [entry.claims for entry in record.entries]
    assert judged(again).verdict == Verdict.LEGAL


def test_claims_beside_holes_stay_as_they_are() -> None:
    """What a world puts into the holes of actions and claims is no part of the record."""
    text = with_lay(PRINTED.read_text("utf-8"), "三品 lay card=? => hand[p1] = 026 ? ? ? ?, life[p1] = 30")
    record = transcript.load(text, GAMES).record
    (claims,) = [entry.claims for entry in record.entries if entry.what == Action(1, Lay(0))]
    assert [claim.value for claim in claims] == ["026 ? ? ? ?", "30"]


def test_names_of_several_kinds_prove_nothing() -> None:
    """Where no world is found, a name that may mean cards of several kinds stays a name."""
    text = PRINTED.read_text("utf-8")
    rows = [row for row in text.splitlines() if " remove " not in row]
    rows.insert(rows.index("turn 3  life[三品] = 30, life[相楽] = 30"), "turn 2  life[三品] = 29")
    record = transcript.load("\n".join(rows), GAMES).record
    report = judged(record)
    assert report.verdict not in (Verdict.LEGAL, Verdict.INCOMPLETE)
    assert all(isinstance(entry.what, Action | Unresolved) or entry.what.number for entry in record.entries)


def test_the_command_completes_and_checks(tmp_path: Path) -> None:
    """`complete` writes a world, which agrees; another game does not; what is not legal is told."""
    world, runner = tmp_path / "world.shinpan", CliRunner()
    done = runner.invoke(main, ["complete", str(PRINTED), str(world)])
    assert done.exit_code == 0, done.output
    assert runner.invoke(main, ["verify", str(world)]).exit_code == 0
    assert "agrees" in runner.invoke(main, ["complete", "--check", str(PRINTED), str(world)]).output
    other = FOLDER.parents[1] / "wars3x3" / "printed-replay-as-printed.shinpan"
    refused = runner.invoke(main, ["complete", "--check", str(PRINTED), str(other)])
    assert refused.exit_code != 0
    assert "does not agree" in refused.output
    twin = runner.invoke(main, ["complete", str(MISPRINTED), str(world)]).output
    assert "illegal: no card of the pack “print” is 重装歩兵:水; there are: 重装歩兵:炎 (005)" in twin
    assert "nothing to complete" in runner.invoke(main, ["complete", str(other), str(world)]).output


@pytest.mark.parametrize("path", sorted(FOLDER.parent.rglob("*.shinpan")), ids=lambda path: path.stem)
def test_the_proof_of_each_is_checked(path: Path, tmp_path: Path) -> None:
    """What `complete` writes of a record that has a world is judged alike, and `complete --check` says that it agrees;
    of others nothing is written."""
    checked(path, tmp_path / "world.shinpan")


@pytest.mark.parametrize(("name", "mode"), WRITTEN)
def test_the_proof_of_a_random_game_is_checked(name: str, mode: str, tmp_path: Path) -> None:
    """The same for what the public saw of a random game."""
    game, seen = GAMES[name], tmp_path / "seen.shinpan"
    seen.write_text(transcript.dump(hidden(game, recorded(play(game, 11, mode)), PUBLIC), GAMES), "utf-8")
    assert checked(seen, tmp_path / "world.shinpan") == Verdict.LEGAL


def checked(path: Path, world: Path) -> Verdict:
    """Completes a record, and has the world judged and compared with it."""
    verdict, runner = judged(transcript.load(path, GAMES).record).verdict, CliRunner()
    done = runner.invoke(main, ["complete", str(path), str(world)])
    found = verdict in (Verdict.LEGAL, Verdict.INCOMPLETE)
    assert (done.exit_code == 0) == world.exists() == found, done.output
    if found:
        assert verify(GAMES, transcript.load(world, GAMES).record).verdict == verdict
        agreed = runner.invoke(main, ["complete", "--check", str(path), str(world)])
        assert agreed.exit_code == 0, agreed.output
        assert "agrees" in agreed.output
    return verdict


def test_hashes_are_refused_where_they_are_written() -> None:
    """A record of what was seen has none: each is named with its place, in the header and in lines, and what to do."""
    text = PRINTED.read_text("utf-8").replace("\nseen\n", "\nseen\nlink abcdef12\n")
    text = text.replace("\n三品 end_turn\n", "\n三品 end_turn #abcdef12 ##12345678\n", 1)
    line = text.splitlines().index("三品 end_turn #abcdef12 ##12345678") + 1
    with pytest.raises(transcript.TranscriptError) as caught:
        transcript.load(text, GAMES)
    first, *others = [caught.value, *caught.value.more]
    no_hashes = "unreadable: a record of what was seen has no hashes; expected"
    assert str(first) == f"line 11, column 1: {no_hashes} no line “link”: remove it"
    assert [str(other) for other in others] == [
        f"line {line}, column 13: {no_hashes} the line without “#abcdef12”: remove it",
        f"line {line}, column 23: {no_hashes} the line without “##12345678”: remove it",
    ]
    assert "「#abcdef12」を消した行" in sentence(others[0].whole, "ja")


def with_claims_at(place: str, claim: str, text: str) -> str:
    """The transcript with one more claim on the first line that begins like this."""
    rows = text.splitlines()
    at = next(at for at, row in enumerate(rows) if row.startswith(place))
    rows[at] += f", {claim}" if "=" in rows[at] else f" => {claim}"
    return "\n".join(rows)


def test_claims_of_two_lines_that_cannot_both_be() -> None:
    """What an action left and what the head of the next turn says are of the same moment: both lines are named."""
    text = with_claims_at("三品 end_turn", "hand[相楽] = ? ? ? ? ? ?", PRINTED.read_text("utf-8"))
    assert judged(transcript.load(text, GAMES).record).verdict == Verdict.LEGAL
    record = transcript.load(with_claims_at("turn 2", "hand[相楽] = ? ? ? ? ?", text), GAMES).record
    report = judged(record)
    assert report.verdict == Verdict.CONTRADICTED
    assert sentence(report.findings[0].message).startswith(
        "line 25 says hand[p2] ? ? ? ? ? ? and line 27 says hand[p2] ? ? ? ? ?, for the same moment: both cannot be"
    )
    assert report.findings[0].where.line == 27


def test_claims_of_two_moments_do_not_meet() -> None:
    """A hand may have been another before: the same claims are compared with what came out each time."""
    text = with_claims_at("三品 end_turn", "hand[三品] = ? ? ? ?", PRINTED.read_text("utf-8"))
    first = judged(transcript.load(text, GAMES).record)
    assert "cannot both be true" not in str(first.findings)
    assert "line 27" not in str(first.findings)


def test_a_card_that_was_laid_open_is_asked_for() -> None:
    """A hole in an argument that the public saw."""
    rows = PRINTED.read_text("utf-8").splitlines()
    at = next(at for at, row in enumerate(rows) if " deploy " in row)
    rows[at] = f"{rows[at].split()[0]} deploy card=?"
    (finding,) = judged(transcript.load("\n".join(rows), GAMES).record).findings
    assert (finding.verdict, finding.where.line) == (Verdict.MALFORMED, at + 1)
    assert sentence(finding.message) == "this card was laid open: write it"


def test_a_transcript_of_question_marks_is_bounded() -> None:
    """As many lines as a record may have, each of which is `?`: judged up to the first that is no secret choice."""
    head = PRINTED.read_text("utf-8").partition("\n--\n")[0]
    text = "\n".join([head, "--", *["三品 ?", "相楽 ?"] * (MOST_ENTRIES // 2 - 100)])
    (finding,) = judged(transcript.load(text, GAMES).record).findings
    assert finding.verdict == Verdict.MALFORMED
    assert sentence(finding.message) == "no secret choice is asked for here: write what was done"


def test_reading_that_takes_too_much_goes_as_far_as_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the steps for reading are used up, the record is what was read so far, and it is judged."""
    record = hidden(GAMES["anoare"], recorded(play(GAMES["anoare"], 3, "duel")), PUBLIC)
    draft, work = transcript.draft_of(transcript.dump(record, GAMES)), Work()
    worlds.seen_in(draft, GAMES, work)
    monkeypatch.setattr(worlds, "MOST_STEPS", work.spent // 2)
    loaded = worlds.seen_in(draft, GAMES)
    assert loaded is not None
    assert [entry.what for entry in loaded.record.entries] == [entry.what for entry in record.entries]
    assert judged(loaded.record).verdict == Verdict.LEGAL


def test_claims_stay_as_they_are_written() -> None:
    """Of a line with a hole the claims are kept, and a hole in a claim stays one: no guess takes its place."""
    recorder = begun("wars3x3", "beginner", chance="seen")
    lines = (
        "start_territory ? ? ? => hand[p1] = ? ? ? ? ? ?",
        "keep_magic ? => life[p1] = 30",
        "start_territory ? ? ?",
    )
    for text in lines:
        recorder.write(text)
    text = recorder.draft.text()
    assert "hand[p1] = ? ? ? ? ? ?" in text
    record = transcript.load(text, GAMES).record
    assert [len(entry.claims) for entry in record.entries] == [1, 1, 0]
    assert transcript.dump(record, GAMES) == text


DRAWN = f"""{HEAD}seen
--
p1 start_territory cards=? ? ?
p1 keep_magic magics=?
p2 start_territory cards=? ? ?
p2 keep_magic magics=?
turn 1
p1 draw => drew {{first}}
p1 end_turn
turn 2
p2 draw => drew {{second}}
"""


def test_a_name_that_several_cards_have_says_in_a_claim_which_is_meant() -> None:
    """Else it would be taken for the first of them, and a legal game might be called wrong: they are listed."""
    with pytest.raises(transcript.Ambiguous, match="“突撃兵” can be several cards") as error:
        transcript.load(DRAWN.format(first="突撃兵", second="?"), GAMES)
    assert error.value.line == 13
    assert "016 (突撃兵:水)" in error.value.expected
    assert "007 (突撃兵:炎)" in error.value.expected


def test_a_name_of_cards_that_are_alike_is_left_open_in_a_claim() -> None:
    """Both players may draw one of the two: neither is held to the first. A number says which one it was."""
    name = "灯火幽鬼:天"
    loaded = transcript.load(DRAWN.format(first=name, second=name), GAMES)
    assert [str(claim.arguments[0][1]) for entry in loaded.record.entries for claim in entry.claims] == ["?", "?"]
    assert [note.where.line for note in loaded.notes if name in str(note.text)] == [13, 16]
    assert judged(loaded.record).verdict is Verdict.INCOMPLETE
    told = transcript.load(DRAWN.format(first=name, second="034"), GAMES)
    assert judged(told.record).verdict is Verdict.INCOMPLETE
    both = transcript.load(DRAWN.format(first="034", second="034"), GAMES)
    assert judged(both.record).verdict not in (Verdict.LEGAL, Verdict.INCOMPLETE)
