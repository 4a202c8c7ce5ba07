"""`corpus verify --dask`: the tables of a serial run, whatever dies of scheduler, workers and children."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from shinpan_engine.kernel.messages import LANGUAGES
from shinpan_service.corpora import clusters
from shinpan_service.corpora.files.many import Form
from shinpan_service.corpora.judging import Games
from shinpan_service.corpora.kept import rows
from tests.cli.command import PRINTED, heed_ctrl_c, refused, run
from tests.service.certificates import Authority
from tests.service.jobs import alive, wait_for

from .dask_cluster import HOST, ROOT, Processes, processes
from .games import SHORT_SHARDS, large, packed, tables
from .test_jobs import DEADLY, children_of

VERIFY = ("corpus", "verify")
DOCUMENT = ROOT / "docs" / "corpora.md"
RECORDS = 600
END_SECONDS = 120
"""Only a test that has gone wrong takes so long."""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Processes]:
    """A scheduler, and room for workers."""
    with processes(tmp_path / "dask") as made:
        made.scheduler()
        yield made


class Running:
    """A run at work."""

    def __init__(self, process: subprocess.Popen[str], out: Path) -> None:
        self.process = process
        self.out = out
        self.said: list[dict[str, object]] = []
        """What it has said on standard error."""
        self._hearing = threading.Thread(target=self._hear, daemon=True)
        self._hearing.start()

    def _hear(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(json.loads(line) if line.startswith("{") else {"text": line})

    @property
    def notes(self) -> list[object]:
        """The keys of what has happened to the cluster."""
        return [one["note"] for one in self.said if "note" in one]

    def kept(self) -> int:
        """Shards that are on the disk."""
        return len(self.written())

    def written(self) -> dict[str, int]:
        """When the rows of each shard were written."""
        return {path.name: path.stat().st_mtime_ns for path in (self.out / "results").glob("*.jsonl")}

    def end(self) -> int:
        """Waits for its end."""
        code = self.process.wait(END_SECONDS)
        self._hearing.join(END_SECONDS)
        return code


@contextmanager
def running(path: Path, out: Path, address: str) -> Iterator[Running]:
    """A run over a corpus of short shards."""
    command = [sys.executable, "-c", SHORT_SHARDS, *VERIFY, str(path), "--out", str(out), "--progress", "json"]
    with subprocess.Popen(
        [*command, "--dask", address],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509  # no thread runs here
    ) as process:
        try:
            yield Running(process, out)
        finally:
            process.kill()


def serially(path: Path, out: Path) -> dict[str, bytes]:
    """The tables of a run without a cluster."""
    command = [sys.executable, "-c", SHORT_SHARDS, *VERIFY, str(path), "--out", str(out)]
    subprocess.run(command, check=True, capture_output=True)
    return tables(out)


def test_a_worker_that_is_killed_costs_nothing(cluster: Processes, tmp_path: Path) -> None:
    """Another judges what it had; progress is shown, and Ctrl-C in a run leaves a folder that resumes without Dask."""
    path = large(tmp_path, RECORDS)
    first, second = cluster.worker(), cluster.worker()
    with running(path, tmp_path / "out", cluster.address) as one:
        wait_for(lambda: one.kept() >= 2 and children_of(second.pid))
        children = children_of(second.pid)
        second.send_signal(signal.SIGKILL)
        assert one.end() == 0
    assert not any(map(alive, children))
    assert one.said[-1]["records"] == RECORDS
    right = serially(path, tmp_path / "serial")
    assert tables(one.out) == right
    with running(path, tmp_path / "stopped", cluster.address) as stopped:
        wait_for(lambda: stopped.kept() >= 2)
        stopped.process.send_signal(signal.SIGINT)
        assert stopped.end() == 130
    assert not (stopped.out / "manifest.jsonl").exists()
    assert serially(path, stopped.out) == right
    assert first.poll() is None


def test_a_scheduler_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    """Its workers end with it. What was kept is kept, the run says so and waits, and another scheduler is given the
    rest."""
    path = large(tmp_path, RECORDS)
    with processes(tmp_path / "dask") as cluster:
        scheduler, workers = cluster.scheduler(), [cluster.worker(), cluster.worker()]
        with running(path, tmp_path / "out", cluster.address) as one:
            wait_for(lambda: one.kept() >= 2)
            scheduler.kill()
            wait_for(lambda: "cli.corpus.dask.lost" in one.notes)
            kept = one.written()
            wait_for(lambda: all(worker.poll() is not None for worker in workers))
            cluster.scheduler()
            cluster.worker(), cluster.worker()
            assert one.end() == 0
    assert kept.items() <= one.written().items()
    assert tables(one.out) == serially(path, tmp_path / "serial")
    (log,) = (one.out / "runs").iterdir()
    assert json.loads(log.read_text("utf-8").splitlines()[-1])["losses"] == 1


@pytest.mark.parametrize(
    ("file", "gone"),
    [
        ("games/wars3x3/packs/house.toml", True),
        ("games/wars3x3/packs/house.toml", False),
        ("kernel/play/chance.py", False),
    ],
    ids=["without the pack", "another pack", "other rules"],
)
def test_a_worker_that_would_judge_otherwise_judges_nothing(
    file: str, gone: bool, cluster: Processes, tmp_path: Path
) -> None:
    """It is named with the file, and its answer is none: whatever is kept is right."""
    other = tmp_path / "engine"
    shutil.copytree(ROOT / "engine", other, ignore=shutil.ignore_patterns("__pycache__"))
    changed = other / "shinpan_engine" / file
    text = changed.read_text("utf-8")
    changed.unlink() if gone else changed.write_text(f"{text}\n# otherwise\n", "utf-8")
    cluster.worker(PYTHONPATH=str(other))
    path = packed(tmp_path / "m.records", 3)
    said = refused(*VERIFY, path, "--out", tmp_path / "out", "--dask", cluster.address)
    assert re.search(rf"worker tcp://127\.0\.0\.1:\d+ would judge by something else: 1 .* shinpan_engine/{file};", said)
    assert list((tmp_path / "out" / "results").iterdir()) == []


def killing(data: bytes, form: Form, games: Games) -> bytes:
    """What a child says that dies of one record."""
    if data == DEADLY:
        os._exit(1)
    return REAL(data, form, games)


REAL: Callable[..., bytes] = rows.say_row


def dask_setup(_worker: object) -> None:
    """Has the children of a Dask worker die of one record."""
    rows.say_row = killing


def test_a_record_that_kills_its_child_is_named(
    cluster: Processes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a run of processes, and the worker judges on. Packs come with the run, and from nowhere else."""
    made = tmp_path / "in"
    made.mkdir()
    packed(made / "a.records", 5)
    (made / "b.pb").write_bytes(DEADLY)
    pack = tmp_path / "mine.toml"
    assert run("pack", "new", "wars3x3", "--out", pack).code == 0
    text = re.sub(r"^id = .*$", 'id = "mine"', pack.read_text("utf-8"), count=1, flags=re.MULTILINE)
    pack.write_text(text, "utf-8")
    (made / "c.shinpan").write_text(PRINTED.read_text("utf-8").replace("pack     print", "pack     mine", 1), "utf-8")
    worker = cluster.worker("--preload", "tests.corpora.test_dask")
    ran = run(*VERIFY, made, "--out", tmp_path / "out", "--packs", pack, "--dask", cluster.address)
    monkeypatch.setattr(rows, "say_row", killing)
    there = run(*VERIFY, made, "--out", tmp_path / "serial", "--packs", pack)
    assert (ran.code, "1 killed" in ran.out) == (2, True)
    assert ran.lines[1:] == there.lines[1:]
    assert tables(tmp_path / "out") == tables(tmp_path / "serial")
    assert worker.poll() is None


def test_the_commands_of_the_document(tmp_path: Path) -> None:
    """As they stand there, with the addresses and folders of this test; `local` is there with its run."""
    (block,) = re.findall(r"^## On a cluster\n+```sh\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.M | re.S)
    install, scheduler, worker, *calls = [line.partition("#")[0].split() for line in block.splitlines()]
    assert install == ["pip", "install", "'shinpan[dask]'"]
    path = packed(tmp_path / "m.records", 30)
    right = run(*VERIFY, path, "--out", tmp_path / "serial", "--form", "parquet")
    with processes(tmp_path / "dask") as cluster:
        here = {"10.0.0.5": HOST, "tcp://10.0.0.5:8786": cluster.address, "games/": str(path)}
        assert scheduler[:2] == ["dask", "scheduler"]
        cluster.scheduler(*(here.get(word, word) for word in scheduler[2:]))
        assert worker[:2] == ["dask", "worker"]
        cluster.start("worker", *(here.get(word, word) for word in worker[2:]), "--local-directory", str(tmp_path))
        for at, call in enumerate(calls):
            here["results/"] = str(tmp_path / str(at))
            ran = run(*(here.get(word, word) for word in call[1:]), "--form", "parquet")
            assert (ran.code, ran.lines[1:]) == (0, right.lines[1:])
            assert ran.err.startswith("Dask at tcp://127.0.0.1:")
            assert tables(tmp_path / str(at)) == tables(tmp_path / "serial")
    assert len(calls) == 2


def test_the_commands_of_the_document_with_certificates(tmp_path: Path) -> None:
    """Scheduler, worker and run have the variables that stand there; whoever has no certificate is told so."""
    (block,) = re.findall(r"as Dask does it with TLS:\n+```sh\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.M | re.S)
    lines = [line.split() for line in block.splitlines()]
    authority = Authority(tmp_path)
    pair = authority.issue("machine")
    files = {"authority.pem": authority.file, "machine.pem": pair.chain, "machine.key": pair.key}
    given = [word.split("=") for export, *words in lines[:-3] for word in words if export == "export"]
    secure = {name: str(files.get(value, value)) for name, value in given}
    path = packed(tmp_path / "m.records", 30)
    with processes(tmp_path / "dask") as cluster:
        here = {"tls://10.0.0.5": f"tls://{HOST}", "tls://10.0.0.5:8786": cluster.address.replace("tcp", "tls")}
        here |= {"games/": str(path), "results/": str(tmp_path / "out")}
        scheduler, worker, call = ([here.get(word, word) for word in line] for line in lines[-3:])
        cluster.scheduler(*scheduler[2:], **secure)
        cluster.start("worker", *worker[2:], "--local-directory", str(tmp_path), **secure)
        command = [sys.executable, "-m", "shinpan_service", *call[1:]]
        ran = subprocess.run(command, check=False, env={**os.environ, **secure}, capture_output=True, text=True)
        bare = (*VERIFY, path, "--out", tmp_path / "bare", "--dask", here["tls://10.0.0.5:8786"])
        assert "DASK_DISTRIBUTED__COMM__TLS__CA_FILE" in refused(*bare)
        with import_module("dask").config.set(
            {f"distributed.comm.tls.{name}": "nowhere.pem" for name in ("ca-file", "client.cert")}
        ):
            assert "No such file" in refused(*bare)
    assert (ran.returncode, ran.stderr.startswith("Dask at tls://127.0.0.1:")) == (0, True)
    assert tables(tmp_path / "out") == serially(path, tmp_path / "serial")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """The package, the scheduler; and that processes are no matter of a cluster."""
    call = ("--lang", language, *VERIFY, PRINTED, "--out", tmp_path / "out", "--dask", "tcp://127.0.0.1:1")
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 0.5)
    assert "tcp://127.0.0.1:1" in run(*call).err
    assert "tcp://10.0.0.5:8786" in run(*call[:-1], "nowhere://x").err
    assert "--jobs" in run(*call, "--jobs", 2).err
    monkeypatch.setattr(clusters, "find_spec", lambda _: None)
    assert "pip install 'shinpan[dask]'" in run(*call).err
    assert not (tmp_path / "out" / "manifest.jsonl").exists()
