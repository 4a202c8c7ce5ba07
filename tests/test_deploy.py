"""The examples in `deploy/`: every option and setting that they name is one, and their times fit together."""

import re
import shlex
import tomllib
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from shinpan_service.cli.commands.serving import serve
from shinpan_service.cli.settings import variable
from shinpan_service.serving.options import DEFAULTS

from .cli.command import run
from .service.certificates import Authority

DEPLOY = Path(__file__).parents[1] / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8")
UNIT = (DEPLOY / "shinpan.service").read_text("utf-8")
CLUSTER = (DEPLOY / "kubernetes.yaml").read_text("utf-8")
SETTINGS = (DEPLOY / "shinpan.toml").read_text("utf-8")
LAST_SECONDS = 3
"""What a server that stops needs beyond the grace period, at the most."""


def in_cluster() -> str:
    """The settings that stand inside the example for Kubernetes."""
    found = re.search(r"^  shinpan\.toml: \|\n((?:    .*\n)+)", CLUSTER, re.MULTILINE)
    assert found
    return dedent(found[1])


def listed(text: str, name: str) -> list[str]:
    """The words of a list such as `CMD ["a", "b"]`."""
    found = re.search(rf"^\s*{name} \[(.*)\]$", text, re.MULTILINE)
    assert found
    return re.findall(r'"([^"]*)"', found[1])


def number(text: str, name: str) -> int:
    """The number behind a word."""
    found = re.search(rf"\b{name}[=:]\s*(\d+)", text)
    assert found
    return int(found[1])


def options() -> dict[str, list[str]]:
    """What follows `shinpan serve` in each example."""
    unit = re.search(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
    assert unit
    entry = listed(CONTAINER, "ENTRYPOINT")
    return {
        "unit": shlex.split(unit[1])[1:],
        "container": [*entry[1:], *listed(CONTAINER, "CMD")],
        "cluster": [*entry[1:], *listed(CLUSTER, "args:")],
    }


def here(text: str, folder: Path) -> str:
    """A text with the paths of this machine."""
    return text.replace("/etc/shinpan", str(folder))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What stands in `/etc/shinpan`."""
    folder = tmp_path_factory.mktemp("etc")
    (folder / "secrets").mkdir()
    Authority(folder / "secrets").issue("server")
    assert run("token", "new", "club", "--scope", "verify", "--to", folder / "secrets" / "tokens.toml").code == 0
    return folder


@pytest.mark.parametrize(
    ("example", "settings"), [("unit", SETTINGS), ("container", SETTINGS), ("cluster", in_cluster())]
)
def test_calls_are_understood(example: str, settings: str, folder: Path) -> None:
    """With their settings and secrets, as the server itself checks them."""
    (folder / "shinpan.toml").write_text(here(settings, folder), "utf-8")
    command, *words = (here(word, folder) for word in options()[example])
    assert command == "serve"
    assert str(folder / "shinpan.toml") in words
    ran = run("serve", "--check", *words)
    assert (ran.code, ran.err) == (0, "")
    wanted = tomllib.loads(here(settings, folder))
    found = tomllib.loads(ran.out)
    assert wanted == {name: found[name] for name in wanted}


def test_commented_settings_work(folder: Path) -> None:
    """Whoever takes the signs of comments away has a server that is safe."""
    (folder / "packs").mkdir()
    text = re.sub(r"^# (?=[a-z_]+ = )", "", SETTINGS, flags=re.MULTILINE)
    (folder / "all.toml").write_text(here(text, folder), "utf-8")
    ran = run("serve", "--check", "--config", folder / "all.toml")
    assert (ran.code, ran.err) == (0, "")
    assert f'tokens = "{folder}/secrets/tokens.toml"' in ran.lines


def test_variables_are_settings() -> None:
    """A variable that nobody reads would bound nothing."""
    known = {variable(option.name or "") for option in serve.params}
    named = set(re.findall(r"\bSHINPAN_[A-Z_]+", CONTAINER + UNIT + CLUSTER + SETTINGS))
    assert "SHINPAN_WORKERS" in named
    assert sorted(named - known) == []


@pytest.mark.parametrize("settings", [SETTINGS, in_cluster()], ids=["file", "cluster"])
def test_ports_are_told_to_the_container(settings: str) -> None:
    """Both of them."""
    told: dict[str, Any] = tomllib.loads(settings)
    exposed = re.search(r"^EXPOSE (.*)$", CONTAINER, re.MULTILINE)
    assert exposed
    assert {told["port"], told["metrics_port"]} == {int(port) for port in exposed[1].split()}
    assert {int(port) for port in re.findall(r"containerPort: (\d+)", CLUSTER)} == {told["port"], told["metrics_port"]}


def test_nobody_is_killed_while_they_finish() -> None:
    """What runs the server waits longer than the server for its calls."""
    grace = tomllib.loads(SETTINGS)["grace_seconds"]
    assert grace == tomllib.loads(in_cluster())["grace_seconds"] == DEFAULTS.grace_seconds
    assert number(UNIT, "TimeoutStopSec") > grace + LAST_SECONDS
    pause = int(listed(CLUSTER, "command:")[1])
    assert number(CLUSTER, "terminationGracePeriodSeconds") > pause + grace + LAST_SECONDS


def test_a_signal_reloads_under_systemd() -> None:
    """The one that the server hears."""
    assert "ExecReload=/bin/kill -HUP $MAINPID" in UNIT
