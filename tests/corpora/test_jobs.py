"""Records judged in several processes: in their order, with the bytes of a serial run, whatever kills a child."""

import asyncio
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_service.cli.commands import judging as command
from shinpan_service.corpora import jobs, judging
from shinpan_service.corpora.crew import DEATHS, Crew, Killed
from shinpan_service.corpora.files.many import Form
from shinpan_service.corpora.files.sources import Source
from shinpan_service.corpora.judging import Child, Games
from shinpan_service.messages.judging import Answer
from tests.cli.command import COMMAND, FIXTURES, MISPRINTED, PRINTED, heed_ctrl_c, run, run_on_terminal
from tests.service.jobs import alive, wait_for

from .games import game, packed

SEEN = FIXTURES.parent / "seen" / "wars3x3"
ONE = Source("1.pb", "1.pb", Form.BINARY, b"")
DEADLY = b"deadly"
SLOW = b"slow"


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with records of every kind, and with what is none."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    for path in (*sorted(FIXTURES.glob("*.shinpan"))[:60:6], *sorted(SEEN.glob("*.shinpan"))[:2]):
        shutil.copy(path, folder)
    packed(folder / "m.records", 20)
    (folder / "a.pb").write_bytes(game(1) + game(2))
    (folder / "b.shinpan").write_text("shinpan 1\ngame chess\n", "utf-8")
    (folder / "c.json").write_text("{", "utf-8")
    os.mkfifo(folder / "d.pb")
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [(), ("--quiet",), ("--json",)], ids=" ".join)
def test_as_a_serial_run_says_it(mixed: Path, options: Sequence[str], language: Language) -> None:
    """Byte for byte, on both streams, and with the same exit code."""
    serial = run("verify", "--lang", language, *options, mixed)
    assert serial.code == 2
    assert len(serial.lines) > 30
    assert run("verify", "--lang", language, *options, mixed, "--jobs", 2) == serial


def test_packs_of_an_owner_are_there_in_children(tmp_path: Path) -> None:
    """As in a serial run; without them the record is refused alike."""
    pack = tmp_path / "mine.toml"
    assert run("pack", "new", "wars3x3", "--out", pack).code == 0
    text = pack.read_text("utf-8")
    pack.write_text(re.sub(r"^id = .*$", 'id = "mine"', text, count=1, flags=re.MULTILINE), "utf-8")
    record = tmp_path / "a.shinpan"
    record.write_text(PRINTED.read_text("utf-8").replace("pack     print", "pack     mine", 1), "utf-8")
    for options in ([], ["--packs", pack]):
        assert run("verify", record, *options, "--jobs", 2) == run("verify", record, *options)
    assert "no pack “mine”" not in run("verify", record, "--packs", pack).err


def test_nothing_to_judge_is_told(tmp_path: Path) -> None:
    """As in a serial run."""
    assert run("verify", tmp_path, "--jobs", 2) == run("verify", tmp_path)


def deadly(folder: str, data: bytes, _form: Form, _games: Games) -> bytes:
    """What a child says that dies of some records: of `deadly` always, of others as often as they say."""
    if data == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    if data.startswith(b"dies"):
        times = int(data[4:5])
        for at in range(times):
            path = Path(folder) / f"{data.hex()}-{at}"
            if not path.exists():
                path.touch()
                os._exit(1)
    if data == b"fills":
        bytes(2 << 30)
    if data == SLOW:
        time.sleep(0.3)
    return b"judged " + data


def prepare_deadly(folder: str) -> Answer:
    return Child(partial(deadly, folder), {})


async def said_of(folder: Path, groups: Sequence[Sequence[bytes]], children: int = 2) -> tuple[list[bytes | None], int]:
    """What is said of records, in order, and how many children died."""
    pieces = ((None, [(Form.BINARY, data) for data in group]) for group in groups)
    async with Crew(partial(prepare_deadly, str(folder)), children) as crew:
        said = [one async for _, of_group in crew.in_order(pieces) for one in of_group]
        return said, crew.deaths


def test_a_record_that_kills_its_child_is_named(tmp_path: Path) -> None:
    """After three deaths; one that kills fewer children is judged, and so are all around them."""
    groups = [[b"a", DEADLY, b"b"], [b"dies1", b"dies2", b"c"], []]
    said, deaths = asyncio.run(said_of(tmp_path, groups))
    right = [b"a", None, b"b", b"dies1", b"dies2", b"c"]
    assert said == [None if data is None else b"judged " + data for data in right]
    assert deaths == DEATHS + 1 + 2


def test_a_record_that_takes_all_memory_is_named(tmp_path: Path) -> None:
    """A child that has no more ends, and what is behind is judged."""
    said, deaths = asyncio.run(said_of(tmp_path, [[b"fills", b"d"]], 1))
    assert (said, deaths) == ([None, b"judged d"], DEATHS)


def test_results_come_in_order(tmp_path: Path) -> None:
    """However long one takes."""
    groups = [[SLOW if at % 7 == 0 else str(at).encode()] for at in range(40)]
    said, _ = asyncio.run(said_of(tmp_path, groups))
    assert said == [b"judged " + group[0] for group in groups]


def test_records_are_read_as_they_are_needed(tmp_path: Path) -> None:
    """However many there are, few wait."""
    read = count()

    def endless() -> Iterator[tuple[None, list[tuple[Form, bytes]]]]:
        for _ in read:
            yield None, [(Form.BINARY, b"x")]

    async def first() -> None:
        async with Crew(partial(prepare_deadly, str(tmp_path)), 2) as crew:
            found = crew.in_order(endless())
            for _ in range(10):
                await anext(found)
            await found.aclose()

    asyncio.run(first())
    assert next(read) < 30


def prepare_nothing() -> Answer:
    raise RuntimeError("there is nothing to judge with")


def test_children_that_do_not_start_are_told() -> None:
    """Nothing is judged then."""
    with pytest.raises(Killed):
        asyncio.run(jobs.judge(iter([ONE, ONE]), prepare_nothing, 2, lambda *_: None))


def test_a_child_that_dies_is_told_on_the_command_line(mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record is named with the others around it judged, and the exit code is 2."""
    (mixed / "k.pb").write_bytes(DEADLY)
    monkeypatch.setattr(judging, "say_outcome", killing)
    ran = run("verify", "--quiet", mixed, "--jobs", 2)
    monkeypatch.undo()
    (mixed / "k.pb").unlink()
    without = run("verify", "--quiet", mixed)
    told = [line for line in ran.err.splitlines() if line not in without.err]
    why = "judging it has ended 3 processes, one after the other; please report this record"
    assert told == [f"not judged  {mixed / 'k.pb'}: {why}"]
    assert ran.lines[:-1] == without.lines[:-1]
    assert ran.code == 2


def killing(language: Language, data: bytes, form: Form, games: Games) -> bytes:
    """What a child says that dies of one record."""
    if data == DEADLY:
        os._exit(1)
    return REAL(language, data, form, games)


REAL: Callable[..., bytes] = judging.say_outcome


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and their own."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    own = [int(word) for word in path.read_text().split()] if path.exists() else []
    return own + [below for one in own for below in children_of(one)]


@pytest.mark.parametrize("seed", range(3))
def test_children_killed_at_random_cost_nothing(seed: int, tmp_path: Path) -> None:
    """Whatever is killed while records are judged, each has its one line, in order."""
    path = packed(tmp_path / "m.records", 60)
    path.write_bytes(path.read_bytes() * 4)
    right = run("verify", "--json", path).lines
    with subprocess.Popen(
        [*COMMAND, "verify", "--json", str(path), "--jobs", "2"],
        stdout=subprocess.PIPE,
    ) as running:
        dice, killed = random.Random(seed), 0
        assert running.stdout is not None
        data = running.stdout.readline()
        for _ in range(2):
            for child in dice.sample(workers := judging_children(running.pid), min(1, len(workers))):
                os.kill(child, signal.SIGKILL)
                killed += 1
            time.sleep(dice.random() / 2)
        data += running.stdout.read()
    assert killed
    assert (running.returncode, data.decode().splitlines()) == (0, right)


def judging_children(pid: int) -> list[int]:
    """The children that judge, without the process that counts what is shared."""
    return [child for child in children_of(pid) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.mark.parametrize("after", [0.3, 1.0, 2.5])
def test_ctrl_c_ends_it(after: float, tmp_path: Path) -> None:
    """Whenever it comes: it says so in a sentence, and no process is left."""
    path = packed(tmp_path / "m.records", 20)
    path.write_bytes(path.read_bytes() * 100)
    with subprocess.Popen(
        [*COMMAND, "verify", "--quiet", str(path), "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509  # no thread runs here
    ) as running:
        wait_for(lambda: _has_begun(running.pid))
        time.sleep(after)
        children = children_of(running.pid)
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, "stopped\n")
    wait_for(lambda: not any(map(alive, children)))


def _has_begun(pid: int) -> bool:
    """Whether the command has come so far that it has children."""
    return bool(children_of(pid))


def test_a_closed_pipe_ends_it(tmp_path: Path) -> None:
    """Nobody reads any more: no process is left."""
    path = packed(tmp_path / "m.records", 20)
    path.write_bytes(path.read_bytes() * 20)
    with subprocess.Popen(
        [*COMMAND, "verify", "--json", str(path), "--jobs", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        children = children_of(running.pid)
        running.stdout.close()
        assert running.stderr is not None
        assert running.stderr.read() == b""
    assert running.returncode == 141
    wait_for(lambda: not any(map(alive, children)))


def test_on_a_terminal_a_bar_is_shown_and_the_lines_are_the_same(tmp_path: Path) -> None:
    """With one process and with two."""
    path = packed(tmp_path / "m.records", 25)
    serial, parallel = (
        [
            line
            for line in run_on_terminal(200, "verify", "--quiet", path, "--jobs", jobs).out.splitlines()
            if "legal  " in line
        ]
        for jobs in (1, 2)
    )
    assert len(serial) == 25
    assert serial == parallel


def test_verdicts_decide_the_exit_code(tmp_path: Path) -> None:
    """As ever, with processes too."""
    shutil.copy(PRINTED, tmp_path)
    assert run("verify", tmp_path, "--jobs", 2).code == 0
    shutil.copy(MISPRINTED, tmp_path)
    ran = run("verify", "--json", tmp_path, "--jobs", 2)
    assert ran.code == 1
    assert sorted(json.loads(line)["verdict"] for line in ran.lines) == ["illegal", "legal"]
    assert command.NOT_JUDGED not in ran.out
