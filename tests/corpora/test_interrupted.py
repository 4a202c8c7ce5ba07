"""`corpus verify` ended or hurt at any moment: nothing is lost, and the tables are those of an undisturbed run.

SHINPAN_KILLS=50 tries so many moments of each kind; a failing one prints its seed.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import heed_ctrl_c, run
from tests.service.jobs import alive, wait_for

from .games import SHORT_SHARDS, large, packed, tables
from .test_jobs import children_of, judging_children
from .test_verifying import RECORDS, VERIFY

KILLS = int(os.environ.get("SHINPAN_KILLS", "3"))
LONGEST = 6.0
"""Seconds until the last moment that is tried."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """Records, and the tables of a serial run."""
    made = tmp_path_factory.mktemp("interrupted")
    path = large(made, RECORDS)
    subprocess.run(command(path, made / "out", 1), check=True, capture_output=True)
    return path, tables(made / "out")


def command(path: Path, out: Path, jobs: int = 2) -> list[str]:
    """A run in many short shards."""
    return [sys.executable, "-c", SHORT_SHARDS, *VERIFY, str(path), "--out", str(out), "--jobs", str(jobs)]


@pytest.mark.parametrize("seed", range(KILLS))
def test_ctrl_c_at_any_moment(corpus: tuple[Path, dict[str, bytes]], seed: int, tmp_path: Path) -> None:
    """While it starts, judges, writes or ends: it stops with a sentence or has ended, leaves no process, and the next
    call goes on."""
    path, right = corpus
    dice, out = random.Random(seed), tmp_path / "out"
    with subprocess.Popen(
        command(path, out),
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509
    ) as running:
        wait_for(lambda: (out / "lock").exists() or running.poll() is not None)
        time.sleep(dice.random() * LONGEST)
        children = children_of(running.pid)
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=60)
    # A Python that is done takes no signal itself any more: the system ends it, when all has been written.
    assert (running.returncode, err) in ((130, "stopped\n"), (0, ""), (-signal.SIGINT, "")), f"seed {seed}"
    wait_for(lambda: not any(map(alive, children)))
    subprocess.run(command(path, out), check=True, capture_output=True)
    assert tables(out) == right, f"seed {seed}"


@pytest.mark.parametrize("seed", range(KILLS))
def test_children_killed_at_any_moment(corpus: tuple[Path, dict[str, bytes]], seed: int, tmp_path: Path) -> None:
    """The run goes on with others, and no record is blamed for a child that somebody killed."""
    path, right = corpus
    dice, out = random.Random(seed), tmp_path / "out"
    with subprocess.Popen(command(path, out), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
        wait_for(lambda: judging_children(running.pid) or running.poll() is not None)
        killed = 0
        while running.poll() is None and killed < 2:
            time.sleep(dice.random())
            for child in dice.sample(there := judging_children(running.pid), min(1, len(there))):
                os.kill(child, signal.SIGKILL)
                killed += 1
        _, err = running.communicate(timeout=120)
    assert (running.returncode, err) == (0, ""), f"seed {seed}"
    assert tables(out) == right, f"seed {seed}"


def test_a_second_run_beside_the_first(corpus: tuple[Path, dict[str, bytes]], tmp_path: Path) -> None:
    """Is refused, whatever it is asked for, and the first ends as if it had been alone."""
    path, right = corpus
    out = tmp_path / "out"
    with subprocess.Popen(command(path, out), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
        wait_for((out / "shinpan-corpus.json").exists)
        for options in ((), ("--again",), ("--form", "parquet")):
            assert "another run writes to" in run(*VERIFY, path, "--out", out, *options).err
        assert running.wait(timeout=120) == 0
    assert tables(out) == right


def fill(path: Path) -> None:
    """Takes all the room that is left."""
    with path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(512))


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """Whatever is written to it: a sentence, nothing in halves, and with room again the run goes on."""
    path, small, whole = packed(tmp_path / "m.records", 60), tmp_path / "small", tmp_path / "whole"
    run(*VERIFY, path, "--out", whole)
    small.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", small], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no disk can be made here; test_verifying limits the size of files instead")
    try:
        out = small / "out"
        ran = run(*VERIFY, path, "--out", out)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.endswith(
            "no space is left on the disk; what was judged is kept, and the same call goes on behind it\n"
        )
        with pytest.raises(OSError, match="No space"):
            fill(small / "rest")
        for call in (("--html", small / "p"), ("--csv", small / "p")):
            assert "no space is left" in run("corpus", "report", whole, *call).err
        assert "no space is left" in run("corpus", "pack", path, small / "p.records").err
        assert sorted(one.name for one in small.iterdir()) == ["out", "rest"]
        subprocess.run(["mount", "-o", "remount,size=8m", small], check=True)
        assert run(*VERIFY, path, "--out", out).code == 0
        assert tables(out) == tables(whole)
    finally:
        subprocess.run(["umount", "-l", small], check=True)
