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


@pytest.mark.parametrize("example", options())
@pytest.mark.parametrize("settings", [SETTINGS, in_cluster()], ids=["file", "cluster"])
def test_calls_are_understood(example: str, settings: str, tmp_path: Path) -> None:
    """With their settings, as the server itself checks them."""
    file = tmp_path / "shinpan.toml"
    file.write_text(settings, "utf-8")
    command, *words = (str(file) if word == "/etc/shinpan/shinpan.toml" else word for word in options()[example])
    assert command == "serve"
    assert str(file) in words
    ran = run("serve", "--check", *words)
    assert (ran.code, ran.err) == (0, "")
    found = tomllib.loads(ran.out)
    assert found | tomllib.loads(settings) == found | {name: found[name] for name in tomllib.loads(settings)}


def test_variables_are_settings() -> None:
    """A variable that nobody reads would bound nothing."""
    known = {variable(option.name or "") for option in serve.params}
    named = set(re.findall(r"\bSHINPAN_[A-Z_]+", CONTAINER + UNIT + CLUSTER + SETTINGS))
    assert "SHINPAN_WORKERS" in named
    assert sorted(named - known) == []


def test_commented_settings_are_settings() -> None:
    """Whoever takes the sign of a comment away has a setting."""
    names = re.findall(r"^# ([a-z_]+) = ", SETTINGS, re.MULTILINE)
    assert names
    assert set(names) <= {option.name for option in serve.params}


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
