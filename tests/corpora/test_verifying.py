"""`corpus verify`: what is kept of each record, what is known is not judged again, and whatever ends a run loses
nothing."""

import asyncio
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.packs import PackText
from shinpan_service.corpora import running
from shinpan_service.corpora.files.many import Form
from shinpan_service.corpora.files.sources import Source
from shinpan_service.corpora.judging import Games
from shinpan_service.corpora.kept import folder as folders
from shinpan_service.corpora.kept import rows, shards
from shinpan_service.corpora.kept.fingerprint import fingerprint
from shinpan_service.corpora.kept.results import FORMS, table_of
from shinpan_service.corpora.kept.rows import Row
from tests.cli.command import COMMAND, FIXTURES, MISPRINTED, PRINTED, heed_ctrl_c, refused, run
from tests.service.jobs import alive, wait_for

from .games import SHORT_SHARDS, game, large, packed, tables
from .test_jobs import DEADLY, children_of

VERIFY = ("corpus", "verify")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with a little of everything."""
    made = tmp_path / "in"
    made.mkdir()
    packed(made / "m.records", 12)
    for path in (PRINTED, MISPRINTED, FIXTURES / "incomplete-inside-a-chain.shinpan"):
        shutil.copy(path, made)
    (made / "empty.pb").touch()
    (made / "wrong.shinpan").write_text("shinpan 1\ngame chess\n", "utf-8")
    return made


def rows_in(out: Path) -> list[Row]:
    """The rows of a folder of results, in the order of its corpus."""
    results = folders.Results(out)
    return [row for part in results.parts() for row in results.rows(part.shard)]


@pytest.mark.parametrize("form", FORMS)
def test_a_row_says_what_the_report_says(corpus: Path, tmp_path: Path, form: str) -> None:
    """Of every record that could be judged, in order, under the name it has in the manifest."""
    out = tmp_path / "out"
    ran = run(*VERIFY, corpus, "--out", out, "--form", form)
    assert ran.code == 2
    assert ran.lines == [
        f"17 records: 17 judged now, 0 known, 0 could not be read; results in {out}",
        "17 records: 13 legal, 2 not judged, 1 incomplete, 1 illegal",
    ]
    told = [json.loads(line) for line in run("verify", "--json", corpus).lines]
    found = rows_in(out)
    names = [name for part in folders.Results(out).parts() for name in part.names]
    assert names == [one["file"] for one in told]
    for row, report in zip(found, told, strict=True):
        if "error" in report:
            assert (row.verdict, row.line) == ("not_judged", report.get("line", 0))
            assert row.code
            continue
        finding = (report["findings"] or [{"rules": [], "code": "", "where": {"step": 0, "line": 0, "entry": 0}}])[0]
        assert (row.verdict, row.header_hash, row.last_link) == (
            report["verdict"], report["header_hash"], report["last_link"]
        )  # fmt: skip
        assert (row.actions, row.replayed) == (report["actions_total"], report["actions_replayed"])
        assert row.clause == next((rule["id"] for rule in finding["rules"]), "")
        assert (row.code, row.step, row.line) == (finding["code"], finding["where"]["step"], finding["where"]["line"])
        assert len(row.assumptions) == len(report["assumptions"])
        assert (row.game, row.reason) == ("wars3x3", report["result"]["reason"] if report["result"] else "")
    assumed = {one.name: one for _, one in folders._assumptions_in(out / "assumptions.jsonl")}
    assert list(assumed) == sorted({name for row in found for name in row.assumptions})
    said = {(one["kind"], one["id"], one["text"]) for report in told for one in report.get("assumptions", ())}
    assert {(one.kind, one.id, one.text) for one in assumed.values()} == said


@pytest.mark.parametrize("form", FORMS)
def test_tables_are_the_same_however_they_are_made(corpus: Path, tmp_path: Path, form: str) -> None:
    """Byte for byte: with one process and with two, and in another order of hashes."""
    outs = [tmp_path / name for name in ("one", "two")]
    for jobs, out in enumerate(outs, start=1):
        command = [*COMMAND, *VERIFY, str(corpus), "--out", str(out), "--form", form, "--jobs", str(jobs)]
        environment = {**os.environ, "PYTHONHASHSEED": str(jobs)}
        assert subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 2
    assert tables(outs[0]) == tables(outs[1])
    assert len([name for name in tables(outs[0]) if name.startswith("results/")]) == 1


@pytest.mark.parametrize("form", FORMS)
def test_rows_are_read_as_they_were_written(tmp_path: Path, form: str) -> None:
    """In every form, whatever is in them."""
    found = [
        Row("00" * 32, ".pb", "killed"),
        Row("ff" * 32, ".shinpan", "illegal", "g", "m", "1", "三品", "ab" * 32, "X-1", "a.b", 1, 2, 3, 4, 5),
        Row("0f" * 32, ".json", "legal", result="p1 p3", score=(3, 0, 7), assumptions=("00" * 8, "ff" * 8)),
    ]
    table = table_of(form)
    table.write(tmp_path / "x", [msgspec.json.encode(row) for row in found])
    assert [*map(msgspec.json.encode, table.read(tmp_path / "x"))] == [*map(msgspec.json.encode, found)]


def test_a_second_run_judges_nothing(corpus: Path, tmp_path: Path) -> None:
    """Nor does it start a process; what is new is judged alone."""
    out = tmp_path / "out"
    first = run(*VERIFY, corpus, "--out", out, "--json").json
    before = tables(out)
    again = run(*VERIFY, corpus, "--out", out, "--json").json
    assert (first["judged"], first["known"], again["judged"], again["known"]) == (17, 0, 0, 1)
    assert again["verdicts"] == first["verdicts"]
    assert tables(out) == before
    last = [json.loads(line) for line in sorted((out / "runs").iterdir())[-1].read_text("utf-8").splitlines()][-1]
    assert (last["ended"], last["judged"]) == (True, 0)


def test_one_file_in_front_changes_few_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards end by what is in them, so that the others are known."""
    monkeypatch.setattr(shards, "ENDS_EACH", 5)
    path = packed(tmp_path / "b.records", 40)
    out = tmp_path / "out"
    first = run(*VERIFY, path, "--out", out, "--json").json
    assert first["shards"] > 4
    (tmp_path / "a.pb").write_bytes(game(99))
    again = run(*VERIFY, tmp_path / "a.pb", path, "--out", out, "--json").json
    assert again["records"] == 41
    assert again["shards"] - again["known"] <= 2
    assert again["judged"] < 25


def source(data: bytes, broken: bool = False) -> Source:
    return Source("x", "x", Form.BINARY, data, folders.say("cli.zip.member") if broken else None)


def cut(found: Iterable[Source]) -> list[shards.Shard]:
    """The shards of some records."""

    async def gone_through() -> list[shards.Shard]:
        return [shard async for shard in shards.shards(iter(found))]

    return asyncio.run(gone_through())


def test_shards_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By records, by bytes, and by what cannot be had; nothing is lost between them."""
    monkeypatch.setattr(shards, "MOST_RECORDS", 10)
    monkeypatch.setattr(shards, "MOST_BYTES", 100)
    found = [source(b""), *[source(bytes([n])) for n in range(35)], *[source(b"x" * 40 + bytes([n])) for n in range(7)]]
    made = cut(found)
    assert [one for shard in made for one in shard.records] == found
    assert max(len(shard.records) for shard in made) == 10
    assert all(sum(len(one.data) for one in shard.records[:-1]) < 100 for shard in made)
    unread = cut(source(b"", broken=True) for _ in range(25))
    assert [(len(shard.records), len(shard.broken)) for shard in unread] == [(0, 10), (0, 10), (0, 5)]


def test_the_key_is_of_content_form_and_fingerprint() -> None:
    """And of nothing else: not of names, nor of places."""
    (shard,) = cut([source(b"a"), source(b"b")])
    renamed = shard._replace(records=[one._replace(name="y", inner="z") for one in shard.records])
    assert renamed.key(b"f") == shard.key(b"f")
    other = [
        shard.key(b"g"),
        shard._replace(records=[one._replace(form=Form.JSON) for one in shard.records]).key(b"f"),
        cut([source(b"b"), source(b"a")])[0].key(b"f"),
    ]
    assert len({shard.key(b"f"), *other}) == 4


def test_many_empty_files_are_judged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards that are alike are one, and the manifest names them all."""
    monkeypatch.setattr(shards, "MOST_RECORDS", 50)
    for at in range(500):
        (tmp_path / "in" / f"{at:03d}.pb").parent.mkdir(exist_ok=True)
        (tmp_path / "in" / f"{at:03d}.pb").touch()
    told = run(*VERIFY, tmp_path / "in", "--out", tmp_path / "out", "--json").json
    assert (told["records"], told["shards"], told["judged"]) == (500, 10, 50)
    assert told["verdicts"] == {"not_judged": 500}
    assert len(rows_in(tmp_path / "out")) == 500


def test_what_cannot_be_had_stands_in_the_manifest(tmp_path: Path) -> None:
    """With its name and why; names that are no text are spelled."""
    made = tmp_path / "in"
    made.mkdir()
    os.mkfifo(made / "a.pb")
    (made / os.fsdecode(b"\xff.pb")).write_bytes(game(1))
    path = packed(made / "m.records", 2)
    path.write_bytes(path.read_bytes()[:-5])
    out = tmp_path / "out"
    ran = run(*VERIFY, made, "--out", out)
    assert ran.code == 2
    assert "2 judged now, 0 known, 2 could not be read" in ran.lines[0]
    (part,) = folders.Results(out).parts()
    assert part.names == [f"{made}/m.records/1.pb", f"{made}/\\udcff.pb"]
    assert [(one.name.removeprefix(f"{made}/"), one.code) for one in part.unread] == [
        ("a.pb", "transcript.file.pipe"),
        ("m.records", "cli.many.cut_off"),
    ]
    told = run("corpus", "report", out).out
    assert "1 could not be read: the file is cut off behind … whole records; the rest of it is not read" in told


def test_results_of_other_rules_are_not_mixed(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another fingerprint or form is refused, unless all is judged again; so is a folder that is something else."""
    out = tmp_path / "out"
    run(*VERIFY, corpus, "--out", out)
    said = refused(*VERIFY, corpus, "--out", out, "--form", "parquet")
    assert "are of other rules, packs or another form" in said
    pack = tmp_path / "mine.toml"
    run("pack", "new", "wars3x3", "--out", pack)
    assert "are of other rules" in refused(*VERIFY, corpus, "--out", out, "--packs", pack)
    again = run(*VERIFY, corpus, "--out", out, "--packs", pack, "--again", "--json").json
    assert (again["judged"], again["known"]) == (17, 0)
    assert len(list((out / "results").iterdir())) == 1
    (out / folders.HEAD).write_text('{"engine": "another"}', "utf-8")
    assert "are of other rules" in refused(*VERIFY, corpus, "--out", out)
    assert "is no folder of results" in refused("corpus", "report", out)
    strange = tmp_path / "strange"
    strange.mkdir()
    (strange / "mine.txt").write_text("mine", "utf-8")
    for options in ((), ("--again",)):
        assert "it is no folder of results" in refused(*VERIFY, corpus, "--out", strange, *options)
    assert [path.name for path in strange.iterdir()] == ["mine.txt"]
    monkeypatch.setattr("shinpan_service.corpora.kept.results.find_spec", lambda _: None)
    assert "pip install 'shinpan[corpus]'" in refused(*VERIFY, corpus, "--out", tmp_path / "p", "--form", "parquet")


def test_the_fingerprint_is_of_what_decides() -> None:
    """Packs change it, and the text of any rule would; the words of messages do not."""
    assert fingerprint(()) == fingerprint(()) != fingerprint([PackText("x", b"a")])
    names = [name for _, name in sys.modules[fingerprint.__module__]._files()]
    assert "shinpan_engine/games/wars3x3/rules.toml" in names
    assert "shinpan_engine/kernel/play/match.py" in names
    assert "shinpan_records/transcript/reading.py" in names
    assert not [name for name in names if "words/messages" in name]
    of_corpora = [name for name in names if name.startswith("corpora/")]
    assert {"corpora/files/sources.py", "corpora/judging.py", "corpora/kept/rows.py"} <= {*of_corpora}
    assert not [name for name in of_corpora if "page" in name or "counting" in name or "junit" in name]


def damage(folder: Path, what: str) -> Path:
    """Damages results, and says which file it was."""
    (results,) = (folder / "results").iterdir()
    lines, manifest = results.read_bytes().splitlines(keepends=True), folder / folders.MANIFEST
    damaged = {
        "rows cut off": (results, results.read_bytes()[:-40]),
        "a row less": (results, b"".join(lines[:-1])),
        "a row more": (results, b"".join([*lines, lines[0]])),
        "no row": (results, b""),
        "other rows": (results, b'{"a": 1}\n'),
        "manifest cut off": (manifest, manifest.read_bytes()[:-40]),
    }
    path, data = damaged.get(what, (results, None))
    path.unlink()
    if data is not None:
        path.write_bytes(data)
    return path


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "what", ["rows cut off", "a row less", "a row more", "no row", "other rows", "no file", "manifest cut off"]
)
def test_damaged_results_are_told(corpus: Path, tmp_path: Path, what: str, form: str) -> None:
    """Which file it is and what to do, by all that read it; and that mends it."""
    out = tmp_path / "out"
    run(*VERIFY, corpus, "--out", out, "--form", form)
    shutil.copytree(out, tmp_path / "sound")
    file = damage(out, what)
    reading = [("report", out), ("report", out, "--csv", tmp_path / "x"), ("diff", tmp_path / "sound", out)]
    for call in reading:
        assert refused("corpus", *call).startswith(f"{file} is damaged or missing; delete it"), call
    assert not (tmp_path / "x").exists()
    file.unlink(missing_ok=True)
    run(*VERIFY, corpus, "--out", out, "--form", form)
    assert tables(out) == tables(tmp_path / "sound")


def test_two_runs_into_one_folder(corpus: Path, tmp_path: Path) -> None:
    """The second is refused while the first is at work, and goes on behind it afterwards."""
    out = tmp_path / "out"
    with folders.Folder(out, fingerprint(()), "jsonl", again=False):
        assert "another run writes to" in refused(*VERIFY, corpus, "--out", out)
        assert "no run in" in refused("corpus", "report", out)
    assert run(*VERIFY, corpus, "--out", out).code == 2


def test_a_run_that_was_killed_as_it_began(corpus: Path, tmp_path: Path) -> None:
    """It leaves its lock, and no more is needed to begin once more."""
    out = tmp_path / "out"
    out.mkdir()
    (out / folders.LOCK).touch()
    (out / f".{folders.HEAD}.1.new").touch()
    assert run(*VERIFY, corpus, "--out", out).code == 2
    assert len(rows_in(out)) == 17


RECORDS = 400


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_stopped_goes_on_behind_it(number: signal.Signals, tmp_path: Path) -> None:
    """By Ctrl-C or by a kill: no process is left, what was kept is not judged again, and the tables are those of one
    run."""
    path, out = large(tmp_path, RECORDS), tmp_path / "out"
    command = [sys.executable, "-c", SHORT_SHARDS, *VERIFY, str(path), "--out", str(out), "--json"]
    with subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE, preexec_fn=heed_ctrl_c) as running:  # noqa: PLW1509
        wait_for(lambda: (out / "results").exists() and len(list((out / "results").glob("*.jsonl"))) >= 2)
        children = children_of(running.pid)
        os.kill(running.pid, number)
        _, err = running.communicate(timeout=60)
    assert running.returncode == (130 if number == signal.SIGINT else -number)
    assert err == (b"stopped\n" if number == signal.SIGINT else b"")
    wait_for(lambda: not any(map(alive, children)))
    assert not (out / folders.MANIFEST).exists()
    told = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert told["records"] == RECORDS
    assert told["known"] >= 2
    assert told["judged"] < RECORDS
    whole = tmp_path / "whole"
    command[command.index(str(out))] = str(whole)
    subprocess.run(command, capture_output=True, check=True)
    assert list(tables(out)) == list(tables(whole))
    assert tables(out) == tables(whole)


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """In a sentence; what was kept is kept, and with room again the run goes on."""
    path, out = packed(tmp_path / "m.records", 30), tmp_path / "out"
    limited = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))\n"
        "from shinpan_service.cli import main; main()"
    )
    assert resource.RLIMIT_FSIZE is not None
    command = [sys.executable, "-c", limited, *VERIFY, str(path), "--out", str(out)]
    # Bytecode would be cut off as well.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"Error: {out}: ")
    assert "; what was judged is kept, and the same call goes on behind it" in ran.stderr
    assert [*(out / "results").iterdir()] == []
    assert run(*VERIFY, path, "--out", out).code == 0


def killing(data: bytes, form: Form, games: Games) -> bytes:
    """What a child says that dies of one record."""
    if data == DEADLY:
        os._exit(1)
    return REAL(data, form, games)


REAL: Callable[..., bytes] = rows.say_row


def test_a_record_that_kills_has_a_row(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`killed`, between the rows of the others."""
    (corpus / "n.pb").write_bytes(DEADLY)
    monkeypatch.setattr(rows, "say_row", killing)
    out = tmp_path / "out"
    told = run(*VERIFY, corpus, "--out", out, "--json")
    assert told.code == 2
    assert told.json["verdicts"]["killed"] == 1
    found = rows_in(out)
    names = [name for part in folders.Results(out).parts() for name in part.names]
    assert found[names.index(str(corpus / "n.pb"))].verdict == "killed"
    assert len(found) == 18


def test_progress_for_programs(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of JSON on standard error now and then: how many of how many, how fast, how long still."""
    monkeypatch.setattr(running, "EACH_SECONDS", 0.0)
    ran = run(*VERIFY, corpus, "--out", tmp_path / "out", "--progress", "json")
    told = [json.loads(line) for line in ran.err.splitlines()]
    assert told
    assert {*told[-1]} == {"records", "judged", "unread", "seconds", "rate", "total", "left_seconds"}
    assert (told[-1]["records"], told[-1]["total"], told[-1]["left_seconds"]) == (17, 17, 0)
    assert [one["records"] for one in told] == sorted(one["records"] for one in told)


def test_a_report_counts(corpus: Path, tmp_path: Path) -> None:
    """By game and verdict, and by what was found with a record where it was first, in both languages."""
    out = tmp_path / "out"
    run(*VERIFY, corpus, "--out", out)
    told = run("corpus", "report", out, "--json").json
    assert told["records"] == 17
    assert {"game": "wars3x3", "mode": "beginner", "verdicts": {"illegal": 1, "incomplete": 1, "legal": 13}} in told[
        "games"
    ]
    (illegal,) = [one for one in told["found"] if one["verdict"] == "illegal"]
    assert (illegal["clause"], illegal["count"]) == ("W3-4.2-2", 1)
    assert illegal["first"] == str(corpus / MISPRINTED.name)
    for language in ("en", "ja"):
        lines = run("corpus", "report", out, "--lang", language).out
        clause = GAMES["wars3x3"].rules.told(GAMES["wars3x3"].rules["W3-4.2-2"], language)  # type: ignore[arg-type]
        assert clause.text in lines
    assert "is no folder of results" in refused("corpus", "report", tmp_path)
