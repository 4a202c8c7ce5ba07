"""Rulebooks: clauses by id, and which of them bind."""

from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.clauses import Clause, RuleBook, rule_book
from shinpan_engine.kernel.forms.text import fields
from shinpan_engine.kernel.game import Game

BOOK = """
[[option]]
name = "colour"
rule = "X-2"
about = "the colour"

[[rule]]
id = "X-1"
section = "1"
kind = "rule"
modes = ["small", "large"]
text = "One."
hold = "engine"

[[rule]]
id = "X-2"
section = "1"
kind = "rule"
modes = ["large"]
text = "Two."
hold = "pack"
ambiguity = "open"
ruling = "red"

[[rule]]
id = "X-3"
section = "2"
kind = "advice"
modes = ["small", "large"]
text = "Three."
hold = "none"
reason = "advice binds nobody"
"""

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def book(folder: Path, monkeypatch: pytest.MonkeyPatch, content: str = BOOK) -> RuleBook:
    """The rulebook of a package made for the test."""
    package = f"book_{sum(content.encode())}"
    (folder / package).mkdir()
    (folder / package / "__init__.py").touch()
    (folder / package / "rules.toml").write_text(content, "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    return rule_book(package)


def test_clauses_come_by_id_and_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each clause is found by its id, and all come in printed order."""
    rules = book(tmp_path, monkeypatch)
    assert [clause.id for clause in rules] == ["X-1", "X-2", "X-3"]
    assert rules["X-2"].ruling == "red"
    assert "X-3" in rules
    assert "X-4" not in rules
    assert "" not in rules
    with pytest.raises(KeyError):
        rules["X-4"]


def test_what_binds_depends_on_the_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clause binds in its modes, if engine or pack hold it."""
    rules = book(tmp_path, monkeypatch)
    assert [clause.id for clause in rules.binding("small")] == ["X-1"]
    assert [clause.id for clause in rules.binding("large")] == ["X-1", "X-2"]
    assert rules.binding("none") == []
    assert [option.name for option in rules.options] == ["colour"]


@pytest.mark.parametrize(
    ("old", "new"),
    [('section = "2"', 'chapter = "2"'), ('text = "One."', "text = 1"), ('modes = ["large"]', 'modes = "large"')],
)
def test_a_wrong_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """A field that is missing, unknown or of another type is an error when the book is opened."""
    with pytest.raises(msgspec.ValidationError):
        book(tmp_path, monkeypatch, BOOK.replace(old, new))


@games
def test_ids_stand_once(game: Game) -> None:
    """No id of a rulebook is given twice: the table has as many clauses as lines that begin one."""
    lines = files(type(game).__module__).joinpath("rules.toml").read_text("utf-8").splitlines()
    assert len(list(game.rules)) == lines.count("[[rule]]")


@games
def test_clauses_are_complete(game: Game) -> None:
    """Every clause says where it is printed and what it says, in a mode of the game; what nothing holds says why."""
    modes = {mode.name for mode in game.modes}
    for clause in game.rules:
        assert clause.section, clause.id
        assert clause.text, clause.id
        assert clause.hold in ("engine", "pack", "none"), clause.id
        assert set(clause.modes) <= modes, clause.id
        assert clause.modes or clause.hold == "none", clause.id
        assert clause.hold != "none" or clause.reason, clause.id


@games
def test_open_places_have_a_ruling(game: Game) -> None:
    """Where the print is open, it is said how it is read here; and a ruling is given for open places only."""
    for clause in game.rules:
        assert bool(clause.ambiguity) == bool(clause.ruling) or clause.inferred, clause.id
        assert not clause.ambiguity or clause.ruling, clause.id


@games
def test_options_belong_to_rulings(game: Game) -> None:
    """Every option is named by the ruling of its clause."""
    for option in game.rules.options:
        assert option.name in game.rules[option.rule].ruling


@games
def test_options_are_those_of_the_set_up(game: Game) -> None:
    """The set-up has exactly the options of the rulebook, each with choices counted up from the default."""
    known = {field.encode_name: field for field in msgspec.structs.fields(game.setup)}
    tables = {field.name: field.table for field in fields(game.setup)}
    for option in game.rules.options:
        assert known[option.name].default == 0
        if tables[option.name] != "seat":
            choices = [int(choice) for choice in known[option.name].type]
            assert choices == list(range(len(choices))) != [0]
    facts = [name for name in known if name not in {option.name for option in game.rules.options}]
    assert facts == ["first"] or game.name != "wars3x3"


def test_a_clause_is_frozen() -> None:
    """A clause cannot be changed by who reads it."""
    with pytest.raises(AttributeError):
        Clause("X", "1", "rule", [], "text", "none").text = "other"
