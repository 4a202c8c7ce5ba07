"""`games`, `rules` and their coverage by tests."""

import json
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.clauses import Clause

from .command import refused, run

GAME = GAMES["wars3x3"]
MARK = "import pytest\n\n\n@pytest.mark.clause({})\ndef test_it() -> None:\n    pass\n"


def test_games_tell_modes_and_packs() -> None:
    """By the catalogue's names, what is supported, and each pack with its digest."""
    ran = run("games")
    assert ran.code == 0
    for game in GAMES.values():
        assert game.title in ran.out
        for mode in game.modes:
            lines = [line for line in ran.lines if line.split(" ")[0] == mode.name and mode.title in line]
            assert any(line.endswith("not supported yet") == (not mode.supported) for line in lines)
        for pack in game.packs.values():
            assert any(line.startswith(pack.id) and pack.digest.hex()[:16] in line for line in ran.lines)


def test_a_server_is_told_as_this_referee(server: str) -> None:
    """The same games and packs; of a server all limits and the number of what it has loaded besides."""
    here, there = run("info", "--json").json, run("info", "--json", "--server", server).json
    assert here["games"] == there["games"]
    assert here["version"] == there["version"]
    assert (here["snapshot"], there["snapshot"]) == (0, 1)
    limits = [{limit["name"]: limit["value"] for limit in told["limits"]} for told in (here, there)]
    assert limits[0].items() < limits[1].items()
    ran = run("info", "--server", server)
    assert ran.lines[0] == f"shinpan {there['version']}, snapshot 1, canon-1, sha256ctr-1"
    assert any(line.split() == ["deadline_seconds", "30"] for line in ran.lines)
    for game in GAMES.values():
        for pack in game.packs.values():
            assert any(line.startswith(pack.id) and pack.digest.hex()[:16] in line for line in ran.lines)


def test_games_in_json() -> None:
    """One line a game."""
    told = [json.loads(line) for line in run("games", "--json").lines]
    assert [game["name"] for game in told] == list(GAMES)
    assert set(told[0]) == {"name", "title", "editions", "modes", "packs"}
    assert {mode["name"]: mode["supported"] for mode in told[0]["modes"]} == {
        mode.name: mode.supported for mode in GAME.modes
    }
    assert [pack["digest"] for pack in told[0]["packs"]] == [pack.digest.hex() for pack in GAME.packs.values()]


def test_a_clause_is_told_in_full() -> None:
    """Its section, text, where it binds, and how an open place is read."""
    clause = GAME.rules["W3-2.3-19"]
    ran = run("rules", "wars3x3", clause.id)
    assert ran.lines[:2] == [f"{clause.id}  {clause.section}", clause.text]
    assert ran.lines[-1] == f"read as    {clause.ruling}"
    assert f"example    {GAME.rules['W3-2.1-8'].example}" in run("rules", "wars3x3", "W3-2.1-8").lines
    assert run("rules", "wars3x3", clause.id, "--json").json == {
        name: getattr(clause, name) for name in Clause.__struct_fields__
    }


def test_a_clause_is_told_in_japanese() -> None:
    """All its texts, for people and for programs; ids, modes and fields are the same."""
    clause = GAME.rules["W3-2.3-19"]
    told = GAME.rules.told(clause, "ja")
    assert told.ruling != clause.ruling
    ran = run("rules", "wars3x3", clause.id, "--lang", "ja")
    assert ran.lines[:2] == [f"{clause.id}  {clause.section}", told.text]
    assert ran.lines[-1] == f"読み方     {told.ruling}"
    assert run("rules", "wars3x3", clause.id, "--lang", "ja", "--json").json == {
        name: getattr(told, name) for name in Clause.__struct_fields__
    }


def test_all_clauses_are_listed() -> None:
    """A line each; of a mode those that bind there."""
    assert [line.split(" ")[0] for line in run("rules", "wars3x3").lines] == [clause.id for clause in GAME.rules]
    bound = [clause.id for clause in GAME.rules if "beginner" in clause.modes]
    assert [line.split(" ")[0] for line in run("rules", "wars3x3", "--mode", "beginner").lines] == bound
    assert len(bound) < len(list(GAME.rules))
    told = [json.loads(line)["id"] for line in run("rules", "wars3x3", "--mode", "beginner", "--json").lines]
    assert told == bound


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["wars3x3", "W3-9.9-9"], "wars3x3 has no clause “W3-9.9-9”"),
        (["wars3x3", "--mode", "expert"], "wars3x3 has no mode “expert”"),
        (["wars3x3", "W3-I1-5", "--mode", "beginner"], "W3-I1-5 does not bind in mode beginner"),
        (["chess"], "'chess'"),
        (["wars3x3", "W3-4.2-4", "--coverage"], "--coverage is about all clauses"),
        (["wars3x3", "--mode", "beginner", "--coverage"], "--coverage is about all clauses"),
        (["wars3x3", "--coverage", "--tests", "nowhere"], "nowhere is no folder with tests"),
    ],
    ids=["clause", "mode", "clause of another mode", "game", "clause and coverage", "mode and coverage", "no tests"],
)
def test_what_is_not_there_is_told(args: list[str], why: str) -> None:
    """A game, a mode, a clause, a folder."""
    assert why in refused("rules", *args)


@pytest.fixture
def held(tmp_path: Path) -> Path:
    """A folder of tests that hold every clause that binds in a supported mode."""
    modes = [mode.name for mode in GAME.modes if mode.supported]
    ids = ", ".join(repr(id) for id in dict.fromkeys(c.id for mode in modes for c in GAME.rules.binding(mode)))
    (tmp_path / "test_all.py").write_text(MARK.format(ids), "utf-8")
    return tmp_path


def coverage(tests: Path, *options: str) -> list[object]:
    return ["rules", "wars3x3", "--coverage", "--tests", tests, *options]


def test_coverage_is_complete_when_every_clause_is_held(held: Path) -> None:
    """Then none is missing in any mode."""
    ran = run(*coverage(held))
    binding = len(GAME.rules.binding("beginner"))
    assert ran.code == 0
    assert ["beginner", str(binding), str(binding), "0"] in [line.split() for line in ran.lines]
    told = run(*coverage(held, "--json")).json
    assert set(told) == {"missing", "strangers"}
    assert (told["missing"]["beginner"], told["strangers"]) == ([], [])


def test_a_missing_clause_is_told(held: Path) -> None:
    """By its id, and the exit code is 1."""
    path = held / "test_all.py"
    path.write_text(path.read_text("utf-8").replace("'W3-4.2-4', ", ""), "utf-8")
    ran = run(*coverage(held))
    assert ran.code == 1
    assert "beginner, without a test: W3-4.2-4" in ran.lines
    told = run(*coverage(held, "--json"))
    assert told.code == 1
    assert told.json["missing"]["beginner"] == ["W3-4.2-4"]


@pytest.mark.parametrize("mark", ["W3-4.2-99", "W4-1-1", "nonsense"])
def test_a_mark_that_is_no_clause_is_told(mark: str, held: Path) -> None:
    """With its place, whatever game it seems to be of; the exit code is 1."""
    (held / "deeper").mkdir()
    path = held / "deeper" / "test_more.py"
    path.write_text(MARK.format(f"'W3-4.2-4', {mark!r}"), "utf-8")
    ran = run(*coverage(held))
    assert ran.code == 1
    assert ran.lines[-1] == f"{path}:4: there is no clause {mark}"


def test_only_marks_count(held: Path) -> None:
    """A clause that is only mentioned is not held."""
    path = held / "test_all.py"
    text = path.read_text("utf-8").replace("'W3-4.2-4', ", "")
    path.write_text(f"{text}\n# W3-4.2-4\nX = book.clause('W3-4.2-4')\n", "utf-8")
    assert run(*coverage(held, "--json")).json["missing"]["beginner"] == ["W3-4.2-4"]


@pytest.mark.parametrize("content", [b"def (:", b"\xff\xfe\x00", b"\x00"])
def test_a_test_that_is_no_python_is_told(content: bytes, held: Path) -> None:
    """With its name."""
    path = held / "test_broken.py"
    path.write_bytes(content)
    assert str(path) in refused(*coverage(held))


def test_a_folder_without_tests_holds_nothing(tmp_path: Path) -> None:
    """Every clause is missing."""
    told = run(*coverage(tmp_path, "--json"))
    assert told.code == 1
    assert told.json["missing"]["beginner"] == [clause.id for clause in GAME.rules.binding("beginner")]
