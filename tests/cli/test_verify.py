"""`verify`: verdicts, exit codes, and what is told of each record."""

import json
import shutil
from io import StringIO
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging import position, referee
from shinpan_engine.kernel.judging.record import Entry, Unresolved
from shinpan_engine.kernel.judging.report import Result
from shinpan_engine.kernel.messages import sentence
from shinpan_service.cli.files import load
from shinpan_service.cli.naming import Naming
from shinpan_service.cli.reports import print_report
from shinpan_service.messages.records import report_to_message

from .command import ENDS, FIXTURES, MISPRINTED, PRINTED, VERDICTS, in_form, put, run, verdicts

REPORT = {
    "file", "verdict", "findings", "assumptions", "notes", "actions_total", "actions_replayed", "result",
    "header_hash", "state_hash", "last_link",
}  # fmt: skip
FINDING = {
    "verdict", "where", "seat", "rules", "submitted", "legal", "legal_counted", "differences", "message",
    "legal_not_all_counted", "code", "values", "submitted_canonical", "legal_canonical",
}  # fmt: skip


@pytest.fixture
def mistyped(tmp_path: Path) -> Path:
    """A transcript with a typing error in line 38."""
    rows = PRINTED.read_text("utf-8").splitlines()
    rows[37] = "step 3.2 => damage ]"
    path = tmp_path / "mistyped.shinpan"
    path.write_text("\n".join(rows), "utf-8")
    return path


@pytest.mark.parametrize(("verdict", "path"), VERDICTS.items(), ids=VERDICTS)
def test_each_verdict_is_told_and_has_its_exit_code(verdict: str, path: Path) -> None:
    """The line of a record begins with the verdict and its name; only legal and incomplete ones exit with 0."""
    ran = run("verify", path)
    assert ran.lines[0].startswith(f"{verdict}  {path}  ")
    assert ran.code == (0 if verdict in ("legal", "incomplete") else 1)
    assert ran.err == ""


@pytest.mark.parametrize("order", [*permutations(("legal", "illegal", "mistyped"))], ids="-".join)
def test_the_worst_exit_code_wins(order: tuple[str, ...], mistyped: Path) -> None:
    """2 over 1 over 0, in whatever order the records come, and all of them are judged."""
    paths = {"legal": PRINTED, "illegal": MISPRINTED, "mistyped": mistyped}
    ran = run("verify", "--quiet", *(paths[name] for name in order))
    assert ran.code == 2
    for verdict in ("legal", "illegal"):
        assert any(line.startswith(f"{verdict}  ") for line in ran.lines)
    assert run("verify", *(paths[name] for name in order if name != "mistyped")).code == 1


def test_a_typing_error_is_told_with_its_place(mistyped: Path) -> None:
    """File, line, column, and what was expected there, on standard error."""
    ran = run("verify", mistyped)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"not judged  {mistyped}: line 38, column 20: unreadable: ")
    assert "; expected " in ran.err
    assert run("verify", "--json", mistyped).json == {
        "file": str(mistyped),
        "error": ran.err.removeprefix("not judged  ").rstrip("\n"),
        "line": 38,
        "column": 20,
        "expected": ran.err.rstrip("\n").partition("; expected ")[2],
        "more": [],
    }


def test_what_is_not_there_stops_nothing(tmp_path: Path) -> None:
    """A name that is none is told, and the other files are judged."""
    ran = run("verify", tmp_path / "gone.shinpan", PRINTED)
    assert ran.code == 2
    assert ran.err == f"not judged  {tmp_path / 'gone.shinpan'}: No such file or directory\n"
    assert ran.lines[0].startswith(f"legal  {PRINTED}")


def test_folders_are_searched_for_every_form(tmp_path: Path) -> None:
    """Records of all forms in a folder and below it, in order of their names, and nothing else."""
    (tmp_path / "b").mkdir()
    (tmp_path / "not-a-record.shinpan").mkdir()
    expected = [in_form(PRINTED, tmp_path / "b", end) for end in sorted(ENDS)]
    expected.append(in_form(MISPRINTED, tmp_path, ".pb"))
    (tmp_path / "printed-replay.golden").write_text("none of these", "utf-8")
    ran = run("verify", "--json", tmp_path)
    assert [json.loads(line)["file"] for line in ran.lines] == [str(path) for path in expected]
    assert ran.code == 1


def test_a_folder_without_records_is_told(tmp_path: Path) -> None:
    """Nothing to judge is not judged."""
    ran = run("verify", tmp_path)
    assert (ran.code, ran.out, ran.err) == (2, "", f"Error: there is no record in {tmp_path}\n")


def test_all_fixtures_come_out_as_their_goldens_say() -> None:
    """A line of JSON for each record, with the verdict of its golden."""
    told = {Path(line["file"]): line["verdict"] for line in map(json.loads, run("verify", "--json", FIXTURES).lines)}
    goldens = sorted(FIXTURES.glob("*.golden"))
    expected = {path.with_suffix(".shinpan"): path.read_text("utf-8").split(maxsplit=2)[1] for path in goldens}
    assert told == expected


@pytest.mark.parametrize("path", VERDICTS.values(), ids=VERDICTS)
def test_the_fields_of_json_are_always_the_same(path: Path) -> None:
    """Whatever the verdict, the same fields, and what the referee says in them."""
    told = run("verify", "--json", path).json
    replayed = referee.Replay(GAMES, load(path)[0])
    replayed.run()
    report = replayed.report()
    assert set(told) == REPORT
    assert (told["file"], told["verdict"]) == (str(path), report.verdict.word)
    assert (told["actions_total"], told["actions_replayed"]) == (report.actions_total, report.actions_replayed)
    for name in ("header_hash", "state_hash", "last_link"):
        assert told[name] == getattr(report, name).hex()
    assert (told["result"] is None) == (report.result is None)
    if report.result is not None:
        won = {"winners": list(report.result.winners), "reason": report.result.reason, "lost": False, "score": []}
        assert told["result"] == won
    assert len(told["findings"]) == len(report.findings)
    for finding, ours in zip(told["findings"], report.findings, strict=True):
        assert set(finding) == FINDING
        assert set(finding["where"]) == {"file", "line", "entry", "step", "turn", "printed_step"}
        assert (finding["message"], finding["verdict"]) == (
            sentence(ours.message, names=replayed.names),
            ours.verdict.word,
        )
        assert [rule["id"] for rule in finding["rules"]] == list(ours.clauses)
        assert finding["where"]["file"] == str(path)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (Result((1, 3), "points", score=(7, 2, 7)), "p1 p3 won, points, score 7 2 7"),
        (Result((), "defeat", lost=True), "lost, defeat"),
        (Result((), "life"), "drawn, no life was left"),
    ],
)
def test_how_a_game_ended_is_told(result: Result, said: str) -> None:
    """Who won, whether all lost or nobody won, why, and the score where there is one."""
    record, _ = load(PRINTED)
    report = msgspec.structs.replace(referee.verify(GAMES, record), result=result)
    written = StringIO()
    print_report(Console(file=written), "x", report_to_message(report, None), Naming(record.header))
    assert f"actions, {said}, link " in written.getvalue()


def test_all_forms_have_the_same_report(tmp_path: Path) -> None:
    """A record says the same in every form; only of the transcript is told what was put right while reading."""
    reports = [run("verify", "--json", in_form(MISPRINTED, tmp_path, end)).json for end in ENDS]
    assert reports[0]["notes"]
    for report in reports:
        del report["file"], report["notes"], report["findings"][0]["where"]["file"]
    assert reports[0] == reports[1] == reports[2]


def test_a_finding_is_told_in_full() -> None:
    """The line, the sentence, what was submitted, the clause with section and text, what was legal with its names."""
    ran = run("verify", "--quiet", MISPRINTED)
    clause = GAMES["wars3x3"].rules["W3-4.2-2"]
    assert ran.lines[1:] == [
        "  line 49, turn 4, step 4.2: no card of the pack “print” is 重装歩兵:水; there are: "
        "重装歩兵:炎 (005), 重装歩兵:草 (024), 重装歩兵:草 (025), 重装歩兵:天 (037)",
        "    submitted  p2 deploy card=重装歩兵:水",
        f"    rule       W3-4.2-2 ({clause.section}): {clause.text}",
        "    legal here (4):",
        "      p2 pass",
        "      p2 deploy card=016  ; 突撃兵:水",
        "      p2 deploy card=024  ; 重装歩兵:草",
        "      p2 resign",
    ]


def test_it_is_told_that_not_all_legal_actions_were_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where counting stopped, the text says so, and so does the data."""
    monkeypatch.setattr(position, "MOST_LEGAL_COUNTED", 2)
    lines = run("verify", "--quiet", MISPRINTED).lines
    assert lines[4:] == [
        "    legal here (at least 2, not all were counted):",
        "      p2 pass",
        "      p2 deploy card=016  ; 突撃兵:水",
    ]
    (told,) = run("verify", "--json", MISPRINTED).json["findings"]
    assert (told["legal_counted"], told["legal_not_all_counted"]) == (2, True)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    ("record", "place"),
    [
        (MISPRINTED, "turn 4, step 4.2: "),
        (VERDICTS["contradicted"], "turn 3, step 3.2: "),
        (VERDICTS["undecidable"], "turn 2, step 1.1: "),
        (VERDICTS["diverged"], "turn 1, step 1.1: "),
    ],
)
def test_a_finding_has_its_turn_and_printed_step(record: Path, place: str, end: str, tmp_path: Path) -> None:
    """That in which the action was done or would have been, in every form: also where a claim on it is wrong, though
    the game has gone on by then."""
    line = run("verify", "--quiet", in_form(record, tmp_path, end)).lines[1]
    assert place in line
    assert line.startswith("  line " if end == ".shinpan" else ("  line ", "  entry "))


def test_notes_and_assumptions_are_left_out_when_quiet() -> None:
    """Otherwise they are told: what was put right, and what the verdict rests on."""
    loud, quiet = run("verify", PRINTED).lines, run("verify", "--quiet", PRINTED).lines
    assert quiet == loud[:1]
    assert any(line.startswith("  note: line 22: turn 1: 3 left out") for line in loud)
    assert "  rests on:" in loud
    assert any(line.startswith("    card 026: ") for line in loud)


def test_several_records_are_counted() -> None:
    """Below the last one stands how many there were of each verdict; below a single one nothing."""
    assert run("verify", "--quiet", PRINTED, MISPRINTED, PRINTED).lines[-1] == "3 records: 2 legal, 1 illegal"
    assert "records:" not in run("verify", "--quiet", PRINTED).out


@pytest.mark.parametrize(
    ("written", "instead", "why"),
    [
        (
            "pack     print",
            "pack     mine",
            "“pack” in the header: no pack “mine” here; there are: print, house; add your own with --packs",
        ),
        ("edition  1.2", "edition  0.9", "“edition” in the header: edition “0.9” is not here; there are: 1.2"),
    ],
    ids=["pack", "edition"],
)
def test_what_cannot_be_judged_is_told_why(written: str, instead: str, why: str, tmp_path: Path) -> None:
    """A pack or an edition that is not here: no verdict, and never illegal."""
    path = tmp_path / "other.shinpan"
    path.write_text(PRINTED.read_text("utf-8").replace(written, instead, 1), "utf-8")
    ran = run("verify", path)
    assert (ran.code, ran.out, ran.err) == (2, "", f"not judged  {path}: {why}\n")
    assert run("verify", "--json", path).json == {"file": str(path), "error": f"{path}: {why}"}


def test_a_pack_of_another_content_is_refused(tmp_path: Path) -> None:
    """The digest must be ours, in every form."""
    record, _ = load(PRINTED)
    pack = msgspec.structs.replace(record.header.pack, digest=bytes(32))
    other = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, pack=pack))
    for end in (".pb", ".json"):
        ran = run("verify", put(other, tmp_path / f"other{end}"))
        assert ran.code == 2
        said = "the record was made with 0000000000000000 of the pack “print”, which is not here; there are: ed05ff44"
        assert f"record.header.pack.digest: {said}" in ran.err


def test_nothing_in_a_record_reaches_the_terminal_as_a_command(tmp_path: Path) -> None:
    """What would move a cursor or colour a line is shown as a mark."""
    record, _ = load(PRINTED)
    hostile = Entry(Unresolved(1, "lay\x1b[2J", "card=\x1b[31m\n\rlegal\x9b"))
    path = put(msgspec.structs.replace(record, entries=(*record.entries[:4], hostile)), tmp_path / "hostile.pb")
    for args in (["verify", path], ["show", path, "--step", 5], ["repair", path]):
        ran = run(*args)
        assert "lay\N{REPLACEMENT CHARACTER}[2J" in ran.out
        assert not set(ran.out + ran.err) & set("\x1b\r\x9b")


def test_a_record_of_a_newer_schema_is_refused(tmp_path: Path) -> None:
    """Fields that nobody here knows might change its meaning."""
    path = in_form(PRINTED, tmp_path, ".pb")
    path.write_bytes(path.read_bytes() + record_pb2.Record(notes={"place": "x"}).SerializeToString() + b"\xfa\x3f\x01x")
    ran = run("verify", path)
    assert ran.code == 2
    assert "fields that this server does not know" in ran.err


def test_the_name_of_a_record_may_be_anything(tmp_path: Path) -> None:
    """Spaces, brackets that colour libraries read, Japanese, bytes that are no text."""
    for name in ("a b", "[red]x[bold]", "三品", b"\xff\xfe".decode("utf-8", "surrogateescape"), "-x"):
        path = tmp_path / f"{name}.shinpan"
        shutil.copy(PRINTED, path)
        ran = run("verify", "--quiet", path)
        assert ran.code == 0
        if "\udcff" not in name:
            assert ran.lines[0].startswith(f"legal  {path}  ")
    assert verdicts(tmp_path) == ["legal"] * 5
