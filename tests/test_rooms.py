"""Games are laid out alike: three rooms that a reader finds their way through, and a page that leads there."""

import re
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES

ROOT = Path(__file__).parents[1]
FOLDERS = ROOT / "engine" / "shinpan_engine" / "games"
ROOMS = {"chapters", "cards", "table"}
MOST_MODULES = 15

games = pytest.mark.parametrize("game", GAMES)


def modules(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]


@games
def test_a_game_has_three_rooms(game: str) -> None:
    """Chapters, cards and the table, and no module beside them."""
    assert {path.parent.name for path in (FOLDERS / game).glob("*/__init__.py")} == ROOMS
    assert modules(FOLDERS / game) == []


@pytest.mark.parametrize("package", ["engine/shinpan_engine", "service/shinpan_records", "service/shinpan_service"])
def test_no_folder_has_too_many_modules(package: str) -> None:
    """What stands together can be taken in at a glance."""
    counts = {path.parent: len(modules(path.parent)) for path in (ROOT / package).rglob("__init__.py")}
    assert len(counts) > 4
    assert {str(folder): count for folder, count in counts.items() if count > MOST_MODULES} == {}


@games
def test_the_page_of_a_game_leads_to_every_module(game: str) -> None:
    """A line each, and none for what is not there."""
    folder = FOLDERS / game
    links = re.findall(r"^- \[(\w+)\]\((\S+)\.py\): \S", (folder / "README.md").read_text("utf-8"), re.MULTILINE)
    named = [path for _, path in links]
    assert [name for name, _ in links] == [path.rpartition("/")[2] for path in named]
    there = [path.relative_to(folder).with_suffix("").as_posix() for path in folder.glob("*/**/*.py")]
    assert sorted(named) == sorted(path for path in there if not path.endswith("__init__"))
