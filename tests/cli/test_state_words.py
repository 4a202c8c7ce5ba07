"""Words for the states of every game: each field has its own, and what is over is not told."""

import re
from collections.abc import Iterator
from enum import IntEnum
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import Field, enum_word, fields
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES, Language
from shinpan_engine.kernel.play.answers import Pending
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_records.words.fields import FieldWords, StateWords, state_words
from shinpan_records.words.sentences import read
from shinpan_service.cli.files import load
from shinpan_service.cli.tables import StateView

FIXTURES = Path(__file__).parents[2] / "fixtures"
games = pytest.mark.parametrize("game", GAMES)
languages = pytest.mark.parametrize("language", LANGUAGES)


def structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """A struct and those in it; what is asked is told alike everywhere."""
    yield kind
    for field in fields(kind):
        if isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct) and field.kind is not Pending:
            yield from structs(field.kind)


def enums(kind: type[msgspec.Struct]) -> dict[str, set[str]]:
    """The enums of a state with their words."""
    kinds = [field.kind for struct in structs(kind) for field in fields(struct)]
    return {one.__name__: {enum_word(value) for value in one} for one in kinds if issubclass(one, IntEnum)}


def named(game: str, card: int, language: Language = ENGLISH) -> StateWords:
    """The words of a game in its turn 5."""
    pack = next(iter(GAMES[game].packs.values()))
    return StateWords(GAMES[game], pack.names, card, language)


@games
def test_every_field_of_a_state_has_its_words(game: str) -> None:
    """And no words are there for what no state has, be it a struct, a field or a value."""
    said = read("states.toml")[game]
    known = {kind.__name__: {field.name for field in fields(kind)} for kind in structs(GAMES[game].state)}
    values = enums(GAMES[game].state)
    assert set(known) <= set(said)
    for section, words in said.items():
        assert set(words) == known[section] if section in known else set(words) <= values[section]
    for section, words in read("states.ja.toml")[game].items():
        assert set(words) <= (known[section] if section in known else values[section])


def words_of(said: object) -> FieldWords:
    """What is said of a field, as the files have it."""
    return FieldWords(said) if isinstance(said, str) else FieldWords(**said)  # type: ignore[arg-type]  # a table


@games
def test_every_field_is_said_in_every_language(game: str) -> None:
    """What is said in English is said in Japanese, with the same places for values, and nothing else is."""
    english, japanese = (state_words(game, language) for language in LANGUAGES)
    kinds = {kind.__name__ for kind in structs(GAMES[game].state)}
    for section in {*english, *japanese} - set(enums(GAMES[game].state)):
        said, other = (words.get(section, {}) for words in (english, japanese))
        for field in {*said, *other}:
            ours, theirs = words_of(said.get(field, "")), words_of(other.get(field, ""))
            assert places(ours.say) == places(theirs.say), (section, field)
            assert bool(ours.say) == bool(theirs.say), (section, field)
            assert bool(ours.none) == bool(theirs.none), (section, field)
            if section in kinds:
                assert not theirs.say.strip("{}+ -×=X").isascii() or theirs.say in SAME, (section, field)


SAME = ("{}", "{+}", "-{}", "X = {}", "VOLTAGE", "MP", "CP", "{}VP", "ATK{+}", "HP{}", "")
"""What the Japanese print too."""


def places(said: str) -> list[str]:
    """The places for values in words."""
    return sorted(re.findall(r"\{[^}]*\}", said))


@games
def test_every_value_is_said_in_japanese(game: str) -> None:
    """Whatever stands in a state as a word has one in Japanese."""
    words = named(game, 1, "ja")
    for kind in structs(GAMES[game].state):
        for field in fields(kind):
            if isinstance(field.kind, type) and issubclass(field.kind, IntEnum):
                said = [words.one(field._replace(repeated=False), value) for value in field.kind]
                assert [one for one in said if one.isascii() and one not in ("VP", "ATK")] == []


@games
@languages
def test_words_are_of_known_forms(game: str, language: Language) -> None:
    """What a field says beside its words can be read, and a row has a name that no other has beside it."""
    kinds = {kind.__name__: kind for kind in structs(GAMES[game].state)}
    for section, words in state_words(game, language).items():
        if section not in kinds:
            continue
        said = [words_of(one) for one in words.values()]
        assert all(one.when in ("", "now", "ahead") and one.first in (0, 1) for one in said)
        assert all(set("{}") & set(one.say.replace("{}", "").replace("{+}", "")) == set() for one in said)
        for name, one in zip(words, said, strict=True):
            plain = field_of(kinds[section], name).kind is bool or one.when == "now" or not one.say
            assert plain or section in ("State", "Side") or "{}" in one.say or "{+}" in one.say
        if section in ("State", "Side"):
            labels = [one.say for one in said if one.say]
            assert len(labels) == len(set(labels))
            assert not any("{" in label for label in labels)


def field_of(kind: type[msgspec.Struct], name: str) -> Field:
    return next(field for field in fields(kind) if field.name == name)


def test_what_was_in_an_earlier_turn_is_not_told() -> None:
    """A unit was strengthened in this turn or it does not matter; a muted magic works again in the next one."""
    kinds = {kind.__name__: kind for kind in structs(GAMES["wars3x3"].state)}
    unit, magic = kinds["Unit"], kinds["MagicCard"]
    house = GAMES["wars3x3"].packs["house"].names
    now, later = (StateWords(GAMES["wars3x3"], house, turn) for turn in (5, 6))
    strengthened = unit(16, [], 5)
    assert now.struct(strengthened) == "016 突撃兵:水 (strengthened in this turn)"
    assert later.struct(strengthened) == "016 突撃兵:水"
    lingering = magic(3, 2, 5, 0)
    assert "works on to the end of turn 5" in now.struct(lingering)
    assert "turn" not in later.struct(lingering)
    muted = magic(3, 2, 0, 5)
    assert "negated in this turn" in now.struct(muted)
    assert "negated" not in later.struct(muted)


def test_cubes_have_their_colours() -> None:
    """And none is told of which there is none."""
    cubes = {kind.__name__: kind for kind in structs(GAMES["swordrion"].state)}["Cubes"]
    words = named("swordrion", 1)
    assert words.struct(cubes(1, 0, 2)) == "1 green, 2 blue"
    assert words.struct(cubes(0, 0, 0)) == "nothing"


def test_a_step_is_told_as_printed() -> None:
    """With the word beside it where the print has a number."""
    for game, value, said in (("wars3x3", "2.1", "2.1 removal"), ("anoare", "reveal", "reveal")):
        step = field_of(GAMES[game].state, "step")
        assert named(game, 1).one(step, GAMES[game].steps[value]) == said


@games
def test_tables_have_no_raw_values(game: str) -> None:
    """Whatever comes up in a game is told in words: no field's name of ours, no bytes, no Python."""
    names = {field.name for kind in structs(GAMES[game].state) for field in fields(kind) if "_" in field.name}
    paths = sorted(path for path in (FIXTURES / game).glob("*.shinpan") if path.name.startswith(("random", "game-")))
    for path in paths[:3]:
        record, _ = load(path)
        replay, out = Replay(GAMES, record), StringIO()
        view = StateView(Console(file=out, width=100), replay.game, replay.names, ())

        def watch(step: Step, replay: Replay = replay, view: StateView = view) -> None:
            if step.number % 5 == 0 and replay.match is not None:
                for viewer in (REFEREE, PUBLIC):
                    view.print(replay.game.view(replay.match.table.state, viewer))

        replay.run(watch=watch)
        shown = out.getvalue()
        assert shown
        assert [name for name in names if name in shown] == []
        assert [raw for raw in ("b'", "\\x", "None", "Struct", "{", "}", "=") if raw in shown.replace("X = ", "")] == []
