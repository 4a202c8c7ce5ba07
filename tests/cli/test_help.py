"""Help, and what is written about the commands elsewhere: every example can be used as it stands."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest

from shinpan_service.cli import COMMANDS, main

from .command import run, run_apart

ROOT = Path(__file__).parents[2]
CONTEXT = click.Context(main, info_name="shinpan", **main.context_settings)


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command with its name, those in groups too."""
    for name in COMMANDS:
        command = main.get_command(CONTEXT, name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", below) for inner, below in command.commands.items())


ALL = dict(commands())


def written_in(text: str) -> Iterator[list[str]]:
    """The words of each call of `shinpan` that a text gives as an example, without what is piped or explained."""
    for found in re.finditer(r"(?:^|[\s`/])shinpan ([a-z-][^`\n]*)", text, re.MULTILINE):
        yield list(shlex.split(re.split(r" {3,}|[|&]", found[1])[0], comments=True))


def parsed(words: list[str]) -> None:
    """Reads a call as the command line would; raises `click.UsageError` for what is wrong with it."""
    if words[0].startswith("-"):
        main.make_context("shinpan", words)
        return
    name = " ".join(words[:2]) if isinstance(ALL.get(words[0]), click.Group) else words[0]
    if name not in ALL:
        raise click.UsageError(f"there is no command {name}")
    ALL[name].make_context(name, words[len(name.split()) :], parent=CONTEXT)


def test_every_command_is_listed() -> None:
    """In the order of the list, with a line about each."""
    listed = run("--help").out.partition("Commands:\n")[2]
    assert [line.split()[0] for line in listed.splitlines()] == list(COMMANDS)
    for entry in COMMANDS.values():
        assert entry.about in " ".join(listed.split())


@pytest.mark.parametrize("name", ALL)
def test_help_has_examples_that_can_be_used(name: str) -> None:
    """Of every command; each example names commands and options that exist."""
    ran = run(*name.split(), "--help")
    assert ran.code == 0
    assert run(*name.split(), "-h").out == ran.out
    _, _, told = ran.out.partition("\n\n")
    examples = [*written_in(told)]
    assert any(" ".join(words).startswith(name) for words in examples), f"{name} has no example"
    for words in examples:
        parsed(words)


@pytest.mark.parametrize("name", ALL)
def test_usage_stands_on_one_line(name: str) -> None:
    """However many games there are, no name in it is torn apart."""
    usage, _, _ = run(*name.split(), "--help").out.partition("\n\n")
    assert "\n" not in usage


@pytest.mark.parametrize("name", ALL)
def test_every_option_is_explained(name: str) -> None:
    """By a sentence, or by its choices."""
    for parameter in ALL[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help or isinstance(parameter.type, click.Choice), parameter.name


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "README.ja.md",
        "CONTRIBUTING.md",
        "docs/integrating.md",
        "docs/operating.md",
        "docs/packs.md",
        "docs/packs.ja.md",
        "docs/recording.md",
        "docs/recording.ja.md",
        "service/shinpan_service/cli/__init__.py",
    ],
)
def test_what_documents_show_can_be_used(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command and option in an example exists, where the packs lie of which the document tells."""
    examples = list(written_in((ROOT / document).read_text("utf-8")))
    assert examples
    monkeypatch.chdir(tmp_path)
    for words in examples:
        for option, path in pairwise(words):
            if option == "--packs":
                Path(path).touch()
        parsed(words)


@pytest.mark.parametrize("document", ["README.md", "README.ja.md"])
def test_the_sample_in_the_readme_is_what_comes_out(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line that README shows below a prompt is printed by that command."""
    monkeypatch.chdir(ROOT)
    (sample,) = re.findall(r"^```\n(\$ shinpan .*?)^```$", (ROOT / document).read_text("utf-8"), re.M | re.S)
    shown = re.split(r"^\$ shinpan (.*)\n", sample, flags=re.M)[1:]
    assert len(shown) == 4
    for command, printed in zip(shown[::2], shown[1::2], strict=True):
        assert run(*command.split()).out == printed


@pytest.mark.parametrize(
    "example", ["judge game.shinpan", "verify --fast game.shinpan", "golden forge x", "show", "rules chess", "--fast"]
)
def test_an_example_that_is_wrong_is_seen(example: str) -> None:
    """Else the tests above would hold nothing."""
    (words,) = written_in(f"so: `shinpan {example}`")
    with pytest.raises(click.UsageError):
        parsed(words)


def test_help_is_there_at_once() -> None:
    """It needs neither gRPC nor protobuf, neither tables nor card packs."""
    code = (
        "import sys; from shinpan_service.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        "print('loaded', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert "click" in loaded
    assert "shinpan_service.cli" in loaded
    assert not {name.partition(".")[0] for name in loaded} & {"grpc", "google", "rich", "msgspec", "shinpan_engine"}


def test_the_package_is_the_command() -> None:
    """`python -m shinpan_service` does what `shinpan` does."""
    assert run_apart("--version").out.startswith("shinpan, version ")
    assert run_apart("rules", "wars3x3", "W3-4.2-4").out == run("rules", "wars3x3", "W3-4.2-4").out
