"""Help, and what is written about the commands elsewhere: every example can be used as it stands."""

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest

from shinpan_engine.kernel.messages import LANGUAGES
from shinpan_service.cli import COMMANDS, main
from shinpan_service.cli.helping import words as helping
from shinpan_service.cli.helping.wide import cells, wrapped

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
        yield list(shlex.split(re.split(r" {3,}|[|&]| > ", found[1])[0], comments=True))


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


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a file of settings, which is read with the call that names it."""
    (tmp_path / "shinpan.toml").write_text("queue = 5\n", "utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("settings")
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


JAPANESE = tomllib.loads((Path(helping.__file__).parent / "help.ja.toml").read_text("utf-8"))
OF_CLICK = ("click", "metavars", "options", "shinpan")
"""What the Japanese help has besides the commands."""
OLDER = ("No such option: {name}", "required", "(Possible options: {possibilities})")
"""What other versions of click say, and what it looks for by another way."""
LATIN = re.compile(r"(?<![\w-])[A-Za-z']{2,} [A-Za-z']{2,}")
"""Two words of English in a row."""


def test_help_is_in_the_languages_of_the_engine() -> None:
    """Else one of them would be refused."""
    assert helping.LANGUAGES == LANGUAGES


def test_every_command_has_japanese_help() -> None:
    """And each of its options; nothing is explained that is not there."""
    assert {*JAPANESE} - {*OF_CLICK} == {*ALL}
    for name, command in ALL.items():
        options = [one for one in command.params if isinstance(one, click.Option)]
        explained = [one for one in options if one.help]
        said = {**JAPANESE["options"], **JAPANESE[name].get("options", {})}
        assert [one.name for one in explained if one.name not in said] == [], name
        assert set(JAPANESE[name].get("options", {})) <= {one.name for one in options}, name


@pytest.mark.parametrize("name", ["", *ALL])
def test_help_in_japanese(name: str) -> None:
    """No English is left but names, the examples are those of the English help, and no line is wider than the rest."""
    english, japanese = (run(*name.split(), "--help", "--lang", one).out for one in LANGUAGES)
    examples = [line.strip() for line in english.splitlines() if line.strip().startswith("shinpan ")]
    shown = [line.strip() for line in japanese.splitlines() if line.strip().startswith("shinpan ")]
    assert [one.split("   ")[0] for one in shown] == [one.split("   ")[0] for one in examples]
    rest = [line for line in japanese.splitlines() if not line.strip().startswith(("shinpan ", "使い方:"))]
    assert [line for line in rest if LATIN.search(re.sub(r"「.*?」", "", line))] == []
    assert max(map(cells, rest)) <= 80


@pytest.mark.parametrize(
    "call",
    [
        "verify", "verif", "show --step x a", "show --setp x a", "legal --page-size 0 a", "show a b", "show --step",
        "simulate chess", "simulate wars3x3", "rules wars3x3 W9", "verify --server here a", "pack", "pack nothing",
    ],
)  # fmt: skip
def test_wrong_calls_are_told_in_japanese(call: str) -> None:
    """By click and by us: whatever is said of a call that cannot be read."""
    said = run("--lang", "ja", *call.split())
    assert said.code == 2
    lines = [line for line in said.err.splitlines() if not line.startswith(("使い方: ", "  shinpan "))]
    assert lines
    assert [line for line in lines if LATIN.search(re.sub(r"「shinpan .*?」", "", line))] == []


def test_every_sentence_of_click_is_one_of_click() -> None:
    """Else a new click would say it otherwise, in English."""
    text = "".join(Path(str(one.__file__)).read_text("utf-8") for one in helping.CLICK)
    known = set(re.findall(r'(?:_|ngettext)\(\s*"((?:[^"\\]|\\.)*)"', text))
    known |= set(re.findall(r'^\s+"((?:[^"\\]|\\.)*)",$', text, re.MULTILINE))
    told = [one.replace("\n", "\\n").replace("\t", "\\t") for one in JAPANESE["click"]]
    assert [one for one in told if one not in known and one not in OLDER and one[:20] not in text] == []


def test_paragraphs_without_spaces_are_broken_by_their_width() -> None:
    """A sign of Japanese takes two columns, no word in Latin letters is torn, and no line begins with a full stop."""
    assert wrapped("あいうえおか", 6) == ["あいう", "えおか"]
    assert wrapped("あいう。え", 6) == ["あい", "う。え"]
    assert wrapped("あいshinpan verifyうえ", 12) == ["あいshinpan", "verifyうえ"]


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "README.ja.md",
        "CONTRIBUTING.md",
        "docs/corpora.md",
        "docs/integrating.md",
        "docs/operating.md",
        "docs/packs.md",
        "docs/packs.ja.md",
        "docs/page.md",
        "docs/page.ja.md",
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
            if option in ("--packs", "--config"):
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
