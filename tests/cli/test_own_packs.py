"""`--packs` and SHINPAN_PACKS: packs from anywhere."""

import json
import os
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running

from .command import PRINTED, refused, run

HEAD = '[pack]\nid = "{id}"\ngame = "wars3x3"\ntitle = "t"\nbase = "print"\n'
COST = "[[card]]\nnumber = {}\ncost = 9\n"
MINE = HEAD.format(id="mine") + COST.format(20) + COST.format(33)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A pack of an owner, and beside it a record that names it."""
    file = tmp_path / "packs" / "mine.toml"
    file.parent.mkdir()
    file.write_text(MINE, "utf-8")
    return file


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.shinpan"
    path.write_text(PRINTED.read_text("utf-8").replace("pack     print", "pack     mine"), "utf-8")
    return path


def digest(*packs: object) -> list[str]:
    """The digests of the packs `mine` that a command finds."""
    ran = run("games", "--json", *(part for pack in packs for part in ("--packs", pack)))
    return [pack["digest"] for pack in json.loads(ran.lines[0])["packs"] if pack["id"] == "mine"]


def test_a_record_is_judged_with_a_pack_from_anywhere(mine: Path, record: Path) -> None:
    """A file, or the folder it lies in; without it the record names what is not here."""
    assert run("verify", "--quiet", record).err.endswith(
        "no pack “mine” here; there are: print, house; add your own with --packs\n"
    )
    for path in (mine, mine.parent):
        ran = run("verify", "--packs", path, record)
        assert (ran.code, ran.err) == (0, "")
        said = f"no digest is given: the pack “mine” is taken from {mine}, {digest(path)[0][:16]}"
        assert said in " ".join(ran.out.split())


def test_the_environment_names_more(mine: Path, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the option; a path that is not there is told with the name of the variable."""
    monkeypatch.setenv("SHINPAN_PACKS", os.pathsep.join([str(mine), str(PRINTED.parent)]))
    assert run("verify", "--quiet", record).code == 0
    monkeypatch.setenv("SHINPAN_PACKS", "nowhere")
    assert refused("verify", record) == "Invalid value for SHINPAN_PACKS: nowhere: there is no such file or folder"
    assert refused("verify", "--packs", "here", record).startswith(
        "Invalid value for '--packs': here: there is no such"
    )


def test_an_older_version_stays(mine: Path, record: Path) -> None:
    """A record that names a digest is judged with that content, whatever the pack says by now; without digest it is
    told how many others there are."""
    newer = mine.parent / "newer.toml"
    newer.write_text(MINE + '[[card]]\nnumber = 6\nname = "狼"\n', "utf-8")
    assert run("convert", "--packs", mine, record, record.with_suffix(".pb")).code == 0
    assert run("verify", "--quiet", "--packs", mine.parent, record.with_suffix(".pb")).code == 0
    only = run("verify", "--quiet", "--packs", newer, record.with_suffix(".pb"))
    assert f"there are: {digest(newer)[0][:16]} ({newer})" in only.err
    assert digest(mine)[0][:16] in only.err
    assert only.code == 2
    told = " ".join(run("verify", "--packs", mine, "--packs", newer, record).out.split())
    assert f"is taken from {mine}, {digest(mine)[0][:16]}; there is 1 other of that id" in told


def test_packs_that_differ_in_words_only_are_told(mine: Path, record: Path) -> None:
    """The first is used."""
    other = mine.parent / "other.toml"
    other.write_text(MINE.replace('"t"', '"u"'), "utf-8")
    told = " ".join(run("verify", "--packs", mine.parent, record).out.split())
    assert f"the pack “mine” is taken from {mine}; {other} says the same in other words" in told


def test_a_broken_file_disables_itself_only(mine: Path, record: Path) -> None:
    """With a warning; it is the owner's, whatever command meets it."""
    mine.write_text(MINE + "colour = 1\n", "utf-8")
    ran = run("verify", "--json", "--packs", mine, record, PRINTED)
    why = f"{mine}: card 33: colour: there is no such field; there are: number, name, attribute, cost"
    assert ran.code == 2
    assert ran.err.startswith(f"warning: this pack is disabled: {why}")
    assert why in ran.lines[0]
    assert '"legal"' in ran.lines[1]
    for command in (("show",), ("legal",), ("repair",), ("golden", "check")):
        assert run(*command, "--packs", mine, record).code in (1, 2)
    played = run("simulate", "wars3x3", "--mode", "beginner", "--pack", "mine", "--packs", mine, "--out", mine.parent)
    assert played.code == 2
    assert f"Invalid value for --pack: the pack “mine” is disabled here: {why}" in played.err


def test_a_server_is_sent_the_packs(mine: Path, record: Path) -> None:
    """Those that the record needs; a server may also have packs of its own."""
    plain = ServerOptions(workers=1)
    with running(plain) as address:
        ran = run("verify", "--quiet", "--packs", mine, "--server", address, record)
        assert (ran.code, ran.err) == (0, "")
        for command in ("show", "legal"):
            assert run(command, "--packs", mine, "--server", address, "--step", 3, record).code == 0


def test_the_packs_of_one_command_are_not_those_of_the_next(mine: Path) -> None:
    """What a command is given goes with it."""
    assert digest(mine)
    assert digest() == []
    assert list(GAMES["wars3x3"].packs) == ["print", "house"]


def test_a_fact_that_cannot_be_is_told_at_its_line(tmp_path: Path) -> None:
    """With what the pack says."""
    path = tmp_path / "game.shinpan"
    text = PRINTED.read_text("utf-8")
    path.write_text(text.replace("pack     print", "pack     print\nfact 毒殺 mana.water=1\nfact 020 cost=3"), "utf-8")
    ran = run("verify", path)
    assert "card 020 (龍王妃:水): cost: the pack says 8 to 9; expected what is printed on the card" in ran.err
