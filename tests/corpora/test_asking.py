"""`verify --server --jobs`: several calls under way, and the same bytes as one after the other."""

import re
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_service.corpora import asking
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running
from tests.cli.command import FIXTURES, PRINTED, run

from .games import game, packed
from .test_jobs import SEEN


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server with two workers."""
    with running(ServerOptions(workers=2)) as address:
        yield address


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with records of every kind, some of which a server refuses, and with what is none."""
    folder = tmp_path_factory.mktemp("mixed")
    for path in (*sorted(FIXTURES.glob("*.shinpan"))[:200:10], *sorted(SEEN.glob("*.shinpan"))[:2]):
        shutil.copy(path, folder)
    packed(folder / "m.records", 40)
    (folder / "a.pb").write_bytes(game(1) + game(2))
    (folder / "b.shinpan").write_text("shinpan 1\ngame chess\n", "utf-8")
    (folder / "c.json").write_text("{", "utf-8")
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", [(), ("--json",)], ids=" ".join)
def test_as_one_after_the_other(mixed: Path, server: str, options: Sequence[str], language: Language) -> None:
    """Byte for byte, on both streams, with the same exit code; and as this process judges."""
    call = ("verify", "--lang", language, *options, mixed)
    serial = run(*call, "--server", server)
    assert serial.code == 2
    assert len(serial.lines) > 60
    assert run(*call, "--server", server, "--jobs", 3) == serial == run(*call)


def test_packs_go_with_the_records_that_need_them(tmp_path: Path, server: str) -> None:
    """Between records that need none."""
    pack = tmp_path / "mine.toml"
    run("pack", "new", "wars3x3", "--out", pack)
    text = pack.read_text("utf-8")
    pack.write_text(re.sub(r"^id = .*$", 'id = "mine"', text, count=1, flags=re.MULTILINE), "utf-8")
    made = tmp_path / "in"
    made.mkdir()
    own = PRINTED.read_text("utf-8").replace("pack     print", "pack     mine", 1)
    for at in range(6):
        (made / f"{at}.shinpan").write_text(own if at % 2 else PRINTED.read_text("utf-8"), "utf-8")
    call = ("verify", "--quiet", made, "--packs", pack)
    assert run(*call, "--server", server, "--jobs", 2) == run(*call)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_server_that_is_not_there(mixed: Path, language: Language) -> None:
    """Is named at each record that could have been judged; what is no record is told as ever."""
    serial = run("verify", "--lang", language, mixed, "--server", "127.0.0.1:1")
    ran = run("verify", "--lang", language, mixed, "--server", "127.0.0.1:1", "--jobs", 4)
    assert ran == serial
    assert ran.code == 2
    assert ran.err.count("127.0.0.1:1") > 60


def test_a_server_that_goes_away(mixed: Path) -> None:
    """Each record has its one line all the same, in order."""
    with running(ServerOptions(workers=1)) as address:
        pass
    ran = run("verify", "--json", mixed, "--server", address, "--jobs", 2)
    assert [line.split('"file": "')[1].split('"')[0] for line in ran.lines] == [
        line.split('"file": "')[1].split('"')[0] for line in run("verify", "--json", mixed).lines
    ]


def test_calls_are_under_way_at_the_same_time_and_taken_in_order() -> None:
    """No more of them than were asked for, and no more read than are needed."""
    under_way = most = read = 0
    guard = threading.Lock()

    def groups() -> Iterator[int]:
        nonlocal read
        while read < 40:
            read += 1
            yield read

    def ask(group: int) -> list[int]:
        nonlocal under_way, most
        with guard:
            under_way += 1
            most = max(most, under_way)
        time.sleep(0.02 if group % 5 else 0.08)
        with guard:
            under_way -= 1
        return [group]

    found = []
    for group, said in asking.in_order(groups(), ask, 3):
        found.append(group)
        assert said == [group]
        assert read <= group + asking.WAITING_EACH * 3
    assert (found, most) == ([*range(1, 41)], 3)


def test_what_fails_is_raised_and_no_further_call_is_made() -> None:
    """Where the first that failed comes in its turn."""
    asked = []

    def ask(group: int) -> list[int]:
        asked.append(group)
        if group == 3:
            raise ZeroDivisionError
        return [group]

    judged = asking.in_order(iter(range(1000)), ask, 2)
    assert [next(judged)[0] for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ZeroDivisionError):
        next(judged)
    assert len(asked) < 20
