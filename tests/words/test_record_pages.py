"""The pages for those who write games down: their tables are those of the schemas, their examples are judged."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import fields, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Language
from shinpan_engine.words.record_words import lexicon
from shinpan_records.transcript import judged, load
from shinpan_records.transcript.header.heading import KEYS
from shinpan_records.transcript.resolving import is_group
from shinpan_service.cli import main
from tests.cli.command import run
from tools import record_tables
from tools.record_tables import DOCUMENTS, document, tables

languages = pytest.mark.parametrize("language", DOCUMENTS)


def page(language: Language) -> str:
    """What a page says."""
    return DOCUMENTS[language].read_text("utf-8")


def blocks(language: Language, kind: str) -> list[str]:
    """The blocks of a kind that a page shows."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page(language), re.MULTILINE | re.DOTALL)


def keys_of_arguments(game: Game) -> Iterator[str]:
    """What an argument may be called in the words: alone, or behind its action."""
    for kind in game.acts:
        for field in fields(kind):
            for inner in fields(field.kind) if is_group(field) else [field]:
                yield from (inner.name, f"{verb(kind)}.{inner.name}")


@languages
def test_the_tables_are_those_of_the_schemas(language: Language) -> None:
    """`python -m tools.record_tables` writes what stands there."""
    assert document(page(language), language) == page(language)


@languages
def test_everything_that_may_be_written_stands_in_a_table(language: Language) -> None:
    """Of every game: actions with their arguments, events with their fields, steps, random events."""
    for game in GAMES.values():
        told = tables(game, language)
        assert told in page(language)
        for kind in game.acts:
            assert re.search(rf"^\| (`[^`]+` \()?`{verb(kind)}[ `]", told, re.MULTILINE), kind
        for word in [*map(verb, game.events), *game.steps]:
            assert re.search(rf"^\| (`[^`]+` \()?`{word}`\)? \|", told, re.MULTILINE), word
        for label in game.outcomes:
            assert re.search(rf"^\| (`[^`]+` \()?`{label}(/\S+)?`", told, re.MULTILINE), label


def test_the_japanese_page_has_every_japanese_word() -> None:
    """Of actions, events, steps and random events: what may be written stands first in its row."""
    for game in GAMES.values():
        told, words = tables(game, "ja"), lexicon(game.name, "ja")
        for kind in (*game.acts, *game.events):
            assert re.search(rf"^\| `{words.words[verb(kind)]}[ `]", told, re.MULTILINE), kind
        for label in game.outcomes:
            assert re.search(rf"^\| `{words.keys[label]}(/\S+)?`", told, re.MULTILINE), label


@languages
def test_no_word_is_left_over(language: Language) -> None:
    """Each word of the tables is about something that there is."""
    for game in GAMES.values():
        own = record_tables.words(language)[game.name]
        verbs, events = list(map(verb, game.acts)), list(map(verb, game.events))
        assert list(own.get("steps", ())) == list(game.steps)
        assert list(own["labels"]) == list(game.outcomes)
        if language != "en":
            assert list(own["actions"]) == verbs
            assert list(own["events"]) == events
            assert own["arguments"].keys() == {key for key in keys_of_arguments(game) if key in own["arguments"]}


@languages
def test_every_heading_is_explained(language: Language) -> None:
    """But those that only software writes."""
    ours = {"seed", "chance", "commitment", "header", "state", "link"}
    assert [key for key in KEYS if key not in ours and not re.search(f"`{key}[ `]", page(language))] == []


@languages
def test_every_example_is_judged_right(language: Language, tmp_path: Path) -> None:
    """There is a record of each game, which `shinpan verify` finds right as far as it goes, claims included."""
    found = []
    for text in blocks(language, "shinpan"):
        path = tmp_path / "game.shinpan"
        path.write_text(text, "utf-8")
        ran = run("verify", path)
        assert (ran.code, ran.out.split()[0]) == (0, "incomplete"), ran.out
        assert "=>" in text
        found.append(re.findall(r"^(?:game|ゲーム) +(\w+)", text, re.MULTILINE)[0])
    assert found == list(GAMES)


@languages
def test_a_claim_of_an_example_can_fail(language: Language) -> None:
    """What the examples claim is compared: another number does not come out."""
    (text, *_) = blocks(language, "shinpan")
    wrong = re.sub(r"(3\.2 => (?:damage|ダメージ)) 3", r"\1 4", text)
    assert wrong != text
    assert judged(wrong, GAMES).report().verdict.name == "CONTRADICTED"


@languages
def test_the_finding_is_what_comes_out(language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line of it, of the first example with a card less."""
    (text, *_) = blocks(language, "shinpan")
    monkeypatch.chdir(tmp_path)
    slip = text.replace(" のうなし腕力:水]", "]")
    assert slip != text
    Path("game.shinpan").write_text(slip, "utf-8")
    (shown,) = blocks(language, "finding")
    command, *lines = shown.splitlines()
    printed = run(*command.removeprefix("$ shinpan ").split()).out.splitlines()
    assert printed[: len(lines) - 1] == lines[:-1]
    assert lines[-1].strip() == "…"


def test_both_pages_show_the_same_games() -> None:
    """Example by example: the Japanese ones, in Japanese words, mean the same as the English ones."""
    english, japanese = (
        [load(re.sub(" *;.*", "", text), GAMES).record for text in blocks(language, "shinpan")]
        for language in DOCUMENTS
    )
    assert english == japanese
    assert all("\nゲーム " in text for text in blocks("ja", "shinpan"))


@languages
def test_the_note_is_what_comes_out(language: Language, tmp_path: Path) -> None:
    """That on what was filled in, of the first example."""
    (text, *_) = blocks(language, "shinpan")
    path = tmp_path / "game.shinpan"
    path.write_text(text, "utf-8")
    (shown,) = re.findall(r"^(?:note|注): .*$", page(language), re.MULTILINE)
    assert f"  {shown}" in run("verify", "--lang", language, path).out.splitlines()


@languages
def test_a_session_that_a_page_shows_is_real(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is typed there is answered as the page says, to the last sign."""
    monkeypatch.chdir(tmp_path)
    (shown,) = blocks(language, "recording")
    command, _, said = shown.partition("\n")
    typed = "".join(f"{line[2:]}\n" for line in said.splitlines() if line.startswith(">"))
    result = CliRunner().invoke(main, command.split()[2:], input=typed, prog_name="shinpan")
    rows = [line.rstrip() for line in result.stdout.splitlines()]
    assert rows == [line.rstrip() for line in said.splitlines()]
