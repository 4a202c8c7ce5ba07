"""`serve` and `--server`: the referee over gRPC is the referee that judges here; and `demo`, which shows both."""

import json
import os
import pty
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shinpan_service.cli.commands import serving as service
from shinpan_service.serving.options import CannotServe
from tests.attack.servers import wait_until

from .command import COMMAND, ENDS, MISPRINTED, PRINTED, VERDICTS, in_form, refused, run, run_apart

NOBODY = " in plain text; one that speaks TLS needs --tls or --server-ca"


@pytest.mark.parametrize("path", VERDICTS.values(), ids=VERDICTS)
@pytest.mark.parametrize("options", [(), ("--quiet",), ("--json",)], ids=["text", "quiet", "json"])
def test_a_server_judges_as_the_referee_here(path: Path, options: tuple[str, ...], server: str) -> None:
    """Word for word, whatever the verdict, with the same exit code."""
    assert run("verify", path, *options, "--server", server) == run("verify", path, *options)


def test_a_server_judges_many_records(server: str, tmp_path: Path) -> None:
    """A whole folder, and what cannot be read or judged among it."""
    for end in ENDS:
        in_form(MISPRINTED, tmp_path, end)
    (tmp_path / "garbage.pb").write_bytes(b"\xff\xff")
    (tmp_path / "empty.json").write_bytes(b"{}")
    ran = run("verify", "--json", tmp_path, "--server", server)
    assert ran == run("verify", "--json", tmp_path)
    assert ran.code == 2


@pytest.mark.parametrize("viewer", ["referee", "p1", "p2", "public"])
@pytest.mark.parametrize("options", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("command", ["show", "legal"])
def test_a_server_shows_the_same_table(command: str, options: tuple[str, ...], viewer: str, server: str) -> None:
    """The same table and the same actions for every viewer, at the beginning, within, at the end and past it."""
    for step in (0, 28, 90, 122, 123):
        args = (command, PRINTED, "--step", step, "--as", viewer, *options)
        assert run(*args, "--server", server) == run(*args)


def test_pages_of_a_server_go_on_here(server: str) -> None:
    """A token fits wherever it comes from."""
    page = ("legal", PRINTED, "--step", 27, "--page-size", 60, "--json")
    token = run(*page, "--server", server).json["next_page_token"]
    assert run(*page, "--page-token", token) == run(*page, "--page-token", token, "--server", server)


@pytest.mark.parametrize(
    ("command", "options"),
    [("show", ("--as", "p3")), ("legal", ("--as", "p3")), ("legal", ("--step", 4, "--page-token", "abc"))],
)
def test_a_refusal_is_told_in_the_same_words(command: str, options: tuple[object, ...], server: str) -> None:
    """Whoever refuses."""
    assert refused(command, PRINTED, *options, "--server", server) == refused(command, PRINTED, *options)


def test_a_pack_that_only_the_record_knows_is_refused_in_the_same_words(server: str, tmp_path: Path) -> None:
    """A message is read without its pack; the judge refuses it, here as there."""
    path = in_form(PRINTED, tmp_path, ".json")
    path.write_text(path.read_text("utf-8").replace('"id": "print"', '"id": "mine"'), "utf-8")
    for command in ("show", "legal"):
        said = refused(command, path)
        assert (
            said
            == f"{path}: record.header.pack.id: no pack “mine” here; there are: print, house; add your own with --packs"
        )
        assert refused(command, path, "--server", server) == said
    assert run("verify", path, "--server", server) == run("verify", path)


def closed_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        number: int = listening.getsockname()[1]
    return number


def test_a_server_that_is_not_there_is_told() -> None:
    """A sentence and exit code 2; every record is told of."""
    address = f"127.0.0.1:{closed_port()}"
    for command in ("show", "legal"):
        assert refused(command, PRINTED, "--server", address) == f"{PRINTED}: no referee answers at {address}{NOBODY}"
    ran = run("verify", PRINTED, MISPRINTED, "--server", address)
    assert (ran.code, ran.out) == (2, "2 records: 2 not judged\n")
    assert ran.err == "".join(
        f"not judged  {path}: no referee answers at {address}{NOBODY}\n" for path in (PRINTED, MISPRINTED)
    )


def test_a_server_that_is_no_referee_is_told() -> None:
    """Whatever else listens there and hangs up."""
    command = (*COMMAND, "verify", "--server")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        with subprocess.Popen([*command, address, str(PRINTED)], stderr=subprocess.PIPE, text=True) as process:
            listening.accept()[0].close()
            listening.close()
            assert process.stderr is not None
            assert process.stderr.read() == f"not judged  {PRINTED}: no referee answers at {address}{NOBODY}\n"
    assert process.returncode == 2


@pytest.mark.parametrize("address", ["", "localhost", ":50051", "a b:1", "127.0.0.1:0", "127.0.0.1:65536", "x:y"])
@pytest.mark.parametrize("command", ["verify", "show", "legal"])
def test_what_is_no_address_is_refused_at_once(command: str, address: str) -> None:
    """Before anybody waits for it."""
    assert "is no address; 127.0.0.1:50051 is one" in refused(command, PRINTED, "--server", address)


@contextmanager
def serving(*options: str) -> Iterator[subprocess.Popen[str]]:
    """The command `serve` in a process of its own, which is gone afterwards whatever happens."""
    command = [*COMMAND, "serve", "--port", "0", "--workers", "1", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_runs_until_it_is_stopped(number: signal.Signals) -> None:
    """It says where it listens, judges, and ends in order after Ctrl-C."""
    with serving() as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().removeprefix("listening on ").strip()
        assert re.fullmatch(r"127\.0\.0\.1:\d+", address)
        assert run("verify", MISPRINTED, "--server", address) == run("verify", MISPRINTED)
        taken = address.rpartition(":")[2]
        assert refused("serve", "--port", taken) == f"nobody can listen on {address}: Address already in use"
        process.send_signal(number)
        assert process.wait() == 0
        assert process.stderr.read() == ""


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_server_writes_a_line_for_each_call(form: str) -> None:
    """On standard error, in the form asked for."""
    with serving("--log", form) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().removeprefix("listening on ").strip()
        assert run("show", PRINTED, "--server", address).code == 0
        line = process.stderr.readline()
    if form == "json":
        told = json.loads(line)
        assert (told["method"], told["status"], told["verdict"]) == ("GetReplayState", "OK", "legal")
    else:
        assert " INFO id=" in line
        assert " method=GetReplayState status=OK game=wars3x3 verdict=legal steps=" in line
    assert "突撃兵" not in line


def test_where_nobody_can_listen_is_told() -> None:
    """A host that is none, one that is not this machine, a port that is none."""
    assert refused("serve", "--host", "%%").startswith("nobody can listen on %%:50051: ")
    assert refused("serve", "--host", "192.0.2.1", "--port", 0).startswith("nobody can listen on 192.0.2.1:0: ")
    for options in (("--port", "65536"), ("--port", "x"), ("--workers", "0"), ("--queue", "-1")):
        assert run("serve", *options).code == 2


def settings(*options: object) -> dict[str, str]:
    """The settings that count."""
    ran = run("serve", "--check", *options)
    assert (ran.code, ran.err) == (0, "")
    return dict(line.split(" = ", 1) for line in ran.lines)


def test_the_call_counts_first_then_the_environment_then_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is set nowhere is as ever; what a check writes is a file with the same settings."""
    file = tmp_path / "shinpan.toml"
    file.write_text("workers = 3\nqueue = 5\ncalls = 7\nqueue_seconds = 2\nreflection = true\n", "utf-8")
    monkeypatch.setenv("SHINPAN_QUEUE", "6")
    monkeypatch.setenv("SHINPAN_CALLS", "8")
    found = settings("--config", file, "--calls", 9)
    assert [found[name] for name in ("workers", "queue", "calls", "queue_seconds", "reflection", "streams")] == [
        "3",
        "6",
        "9",
        "2.0",
        "true",
        "100",
    ]
    monkeypatch.setenv("SHINPAN_CONFIG", str(file))
    assert settings("--calls", 9) == found
    again = tmp_path / "again.toml"
    again.write_text("".join(f"{name} = {value}\n" for name, value in found.items()), "utf-8")
    assert settings("--config", again) == {**found, "calls": "8"}


def test_packs_of_a_file_start_from_its_folder(tmp_path: Path) -> None:
    """Wherever the server is started; a pack that is wrong is named, and the check fails."""
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "mine.toml").write_text("[pack]\n", "utf-8")
    file = tmp_path / "shinpan.toml"
    file.write_text('packs = ["packs"]\n', "utf-8")
    ran = run("serve", "--check", "--config", file)
    assert ran.code == 2
    assert str(tmp_path / "packs" / "mine.toml") in ran.out
    assert "packs would be left out: " in ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("worker = 2", "worker: there is no such setting; there are: answer_bytes, "),
        ("workers = 0", "workers: 0 is not in the range"),
        ("workers = 2.5", "workers: write a whole number without quotes"),
        ("workers = true", "workers: write a whole number without quotes"),
        ('queue_seconds = "2"', "queue_seconds: write a number without quotes"),
        ("host = 1", "host: write a text in quotes"),
        ('reflection = "yes"', "reflection: write true or false"),
        ('packs = "mine.toml"', "packs: write a list of texts"),
        ("config = 'x'", "config: there is no such setting"),
        ("workers = ", "this is no TOML: "),
        ("a = " + "[" * 5000, "this is no TOML: "),
        ("\xff", "this is no TOML: "),
        ("#" * 70_000, "cannot be read: "),
    ],
)
def test_a_setting_that_is_wrong_is_told_with_its_file(text: str, said: str, tmp_path: Path) -> None:
    """What is wrong, and what to write instead."""
    file = tmp_path / "shinpan.toml"
    file.write_bytes(text.encode("latin-1"))
    assert refused("serve", "--config", file).startswith(f"{file}: {said}")


def test_settings_that_are_not_there_are_told(tmp_path: Path) -> None:
    """A file that is missing, and a folder."""
    missing = tmp_path / "none.toml"
    assert refused("serve", "--config", missing) == f"{missing}: cannot be read: No such file or directory"
    assert refused("serve", "--config", tmp_path).startswith(f"{tmp_path}: cannot be read: ")


def test_a_service_that_cannot_run_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here, because its workers do not start."""

    async def fail(*_: object, **__: object) -> None:
        raise CannotServe("service.start.silent")

    monkeypatch.setattr(service, "run", fail)
    said = "the service did not start; its own lines before this one say why"
    assert refused("serve", "--port", 0) == f"the service cannot run: {said}"


def test_the_demo_shows_the_referee_at_work() -> None:
    """The printed replay is legal, as printed it is not, and its misprint is found."""
    ran = run_apart("demo")
    assert (ran.code, ran.err) == (0, "")
    assert "legal  printed-replay.shinpan  122 of 122 actions, p2 won, no life was left" in ran.out
    assert "illegal  printed-replay-as-printed.shinpan  32 of 107 actions" in ran.out
    assert "\n".join(run("story", PRINTED).lines[:-1]) in ran.out
    assert ran.lines[-1] == "  + p2 deploy card=016 (突撃兵:水)"
    assert "exactly one repairs the whole record" in ran.out


def test_a_terminal_that_is_closed_has_a_server_reload_and_run_on(tmp_path: Path) -> None:
    """As the page for operators says: the system sends the signal that reloads."""
    port, log = str(closed_port()), tmp_path / "log"
    pid, terminal = pty.fork()
    if pid == 0:
        with log.open("wb") as errors:
            os.dup2(errors.fileno(), 2)
        os.execv(COMMAND[0], [*COMMAND, "serve", "--port", port, "--workers", "1"])
    try:
        said = b""
        # Up to its end: a terminal that goes while the line is written ends the server, as any command.
        while b"\n" not in said.partition(b"listening on")[2]:
            said += os.read(terminal, 4096)
        os.close(terminal)
        assert wait_until(lambda: "reloaded: this is snapshot 2" in log.read_text("utf-8"), 60)
        assert run("info", "--server", f"127.0.0.1:{port}", "--json").json["snapshot"] == 2
    finally:
        os.kill(pid, signal.SIGTERM)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
