"""Every module that holds rules is compiled, in whatever folder it lies, and a build that overlooks some fails."""

from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from . import compiling

ENGINE = Path(__file__).parents[2] / "engine"
RULE = "def rule() -> int:\n    return 1\n"
DATA = "class Row(Struct, frozen=True):\n    name: str\n"

pytestmark = compiling


@pytest.fixture
def compile_rules(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program that compiles."""
    monkeypatch.syspath_prepend(str(ENGINE))
    import compile_rules  # noqa: PLC0415 - it stands beside the package, and needs what is installed only to compile

    return compile_rules


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small engine with a game in rooms."""
    modules = {
        "__init__": RULE, "turn": RULE, "names": RULE, "chapters/__init__": RULE, "chapters/battle": RULE,
        "chapters/deep/blow": RULE, "cards/rows": DATA, "cards/effects": RULE, "table/names": RULE, "view/seats": RULE,
    }  # fmt: skip
    for name, text in modules.items():
        path = tmp_path / "package" / "games" / "toy" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "package"


def test_rules_in_rooms_are_compiled(
    compile_rules: ModuleType, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game's modules are found in folders below it; data and what no action goes through stay text, wherever."""
    [_, (paths, name)] = compile_rules.kernel_and_games(package)
    toy = package / "games" / "toy"
    found = [Path(path).relative_to(toy).as_posix() for path in paths]
    assert found == ["cards/effects.py", "chapters/battle.py", "chapters/deep/blow.py", "turn.py"]
    assert name == "package.games.toy"
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "toy, compiled: cards.effects chapters.battle chapters.deep.blow turn"
    assert said[1].split()[2:] == ["__init__", "cards.rows", "chapters.__init__", "names", "table.names", "view.seats"]


def test_today_all_are_found(compile_rules: ModuleType) -> None:
    """Of kernel and games as many modules are compiled as are wanted at least."""
    groups = compile_rules.kernel_and_games(ENGINE / "shinpan_engine")
    counts = {name.rpartition(".")[2]: len(paths) for paths, name in groups}
    assert counts.keys() == compile_rules.LEAST_MODULES.keys()
    assert all(count >= compile_rules.LEAST_MODULES[name] for name, count in counts.items())


def test_too_few_fail(compile_rules: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """What is found is said; one less than wanted of any kind ends the build, and so does one that is not found."""
    compile_rules.enough("things", Counter(a=2, b=3), {"a": 2})
    assert capsys.readouterr().out == "things: a 2, b 3\n"
    for least in ({"a": 3}, {"a": 2, "c": 1}):
        with pytest.raises(SystemExit, match="too few"):
            compile_rules.enough("things", Counter(a=2, b=3), least)


def test_another_mypyc_is_noticed(compile_rules: ModuleType) -> None:
    """Text in which the searches go by other names has none replaced, and that is too few of each."""
    replaced = compile_rules.with_caches("r0 = CPyObject_GetAttr(cpy_r_a, cpy_r_b); r1 = CPyDict_GetItem2(cpy_r_a);")
    assert replaced == "r0 = Shinpan_GetAttr(cpy_r_a, cpy_r_b); r1 = CPyDict_GetItem2(cpy_r_a);"
    assert all(least > 0 for least in compile_rules.LEAST_SITES.values())
    assert {call.strip().partition("(")[0] for call in compile_rules.NAMED.values()} == set(compile_rules.LEAST_SITES)
    with pytest.raises(SystemExit, match="too few"):
        compile_rules.enough("searches", Counter(), compile_rules.LEAST_SITES)
