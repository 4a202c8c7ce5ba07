"""The commands where an owner's pack file is broken: they go on, and say so once."""

from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.packs import PackText, packs_of, read_folder

from .command import PRINTED, refused, run

GAME = GAMES["wars3x3"]
FOLDER = read_folder(GAME.pack_kind.package)
FILE = f"{FOLDER[0].where.removesuffix('print.toml')}mine.toml"
WHY = f"{FILE}: card 3: attribute: found “purple”; allowed: fire, grass, none, sky, water"
WARNING = f"warning: this pack is disabled: {WHY}\n"


@pytest.fixture(autouse=True)
def _mine_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = PackText(
        FILE,
        b'[pack]\nid = "mine"\ngame = "wars3x3"\ntitle = "t"\n[[card]]\nnumber = 3\nattribute = "purple"\n',
    )
    monkeypatch.setitem(vars(GAME), "made", packs_of(GAME.pack_kind, (*FOLDER, mine)))


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "--quiet", PRINTED),
        ("verify", "--json", PRINTED, PRINTED),
        ("show", PRINTED),
        ("legal", PRINTED),
        ("games",),
        ("rules", "wars3x3"),
    ],
    ids=lambda command: " ".join(part for part in command if isinstance(part, str)),
)
def test_commands_go_on_and_warn_once(command: tuple[object, ...]) -> None:
    """On standard error, with the whole path and the reason."""
    ran = run(*command)
    assert (ran.code, ran.err) == (0, WARNING)
    assert ran.out


def test_a_record_with_the_broken_pack_is_not_judged(tmp_path: Path) -> None:
    """Alone: the other records of the folder are, and the reason is told for this one."""
    path = tmp_path / "a.shinpan"
    path.write_text(PRINTED.read_text("utf-8").replace("pack     print", "pack     mine"), "utf-8")
    ran = run("verify", "--quiet", path, PRINTED)
    assert ran.code == 2
    assert ran.lines[0].startswith("legal  ")
    why = f"“pack” in the header: the pack “mine” is disabled here: {WHY}"
    assert ran.err == f"not judged  {path}: {why}\n{WARNING}"


def test_games_are_not_played_with_a_broken_pack(tmp_path: Path) -> None:
    """With the reason."""
    ran = refused("simulate", "wars3x3", "--mode", "beginner", "--pack", "mine", "--out", tmp_path)
    assert ran == f"Invalid value for --pack: the pack “mine” is disabled here: {WHY}"
