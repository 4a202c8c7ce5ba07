"""Where records are found: in which order, under which names, and what is said of those that cannot be had."""

import io
import os
import shutil
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_records.limits import MOST_RECORD_BYTES
from shinpan_service.corpora.files import sources, walking, zips
from shinpan_service.corpora.files.many import Form
from tests.cli.command import PRINTED, run, verdicts

from .games import game, packed


def zipped(path: Path, members: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> Path:
    """A zip file of these members."""
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def said(path: Path | str) -> list[tuple[str, str]]:
    """Each record's name and what is wrong with it, if anything."""
    return [(one.name.rpartition("/")[2], str(one.broken or "")) for one in sources.sources([str(path)])]


NAMES = st.text(st.sampled_from("a.-/é三"), min_size=1, max_size=6).filter(
    lambda name: all(part not in ("", ".", "..") for part in name.split("/"))
)


@given(st.sets(NAMES, max_size=8))
def test_folders_are_gone_through_in_byte_order(tmp_path_factory: pytest.TempPathFactory, names: set[str]) -> None:
    """Of the whole names from the folder on, however deep each lies."""
    folder = tmp_path_factory.mktemp("walk")
    made = set()
    for name in names:
        path = folder / f"{name}.pb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        made.add(str(path))
    assert [*walking.places([str(folder)], [".pb"])] == sorted(made, key=os.fsencode)


def test_patterns_mean_what_they_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In byte order, through folders; a file that is called like a pattern is meant itself."""
    for name in ("b.pb", "a.pb", "deep/c.pb", "[x].pb", "no.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    assert [*walking.places(["*.pb"], [".pb"])] == ["[x].pb", "a.pb", "b.pb"]
    assert [*walking.places(["**/*.pb"], [".pb"])] == ["[x].pb", "a.pb", "b.pb", "deep/c.pb"]
    assert [*walking.places(["[x].pb", "d*"], [".pb"])] == ["[x].pb", "deep/c.pb"]
    assert said("z*.pb") == [("z*.pb", "No such file or directory")]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    """Else one that leads up would have no end."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.pb").write_bytes(game(1))
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    assert said(tmp_path) == [("1.pb", "")]


def test_a_folder_that_cannot_be_opened_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the others are gone through."""
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1.pb").write_bytes(game(1))
    scan = os.scandir

    def closed(path: str) -> object:
        if str(path).endswith("b"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", closed)
    assert said(tmp_path) == [("1.pb", ""), ("b", "Permission denied"), ("1.pb", "")]


def test_names_that_are_no_text(tmp_path: Path) -> None:
    """They are found, packed and unpacked as they are."""
    name = os.fsdecode(b"\xff\xfe.pb")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_bytes(game(1))
    assert run("corpus", "pack", tmp_path / "in", tmp_path / "x.records").code == 0
    assert run("corpus", "unpack", tmp_path / "x.records", tmp_path / "out").code == 0
    assert os.listdir(os.fsencode(tmp_path / "out")) == [b"\xff\xfe.pb"]
    assert verdicts(tmp_path) == ["legal"] * 3


def test_zip_files_are_gone_through_in_byte_order(tmp_path: Path) -> None:
    """Their records only, in every form, from folders inside."""
    members = {"b/2.pb": game(2), "b.pb": game(1), "a.shinpan": PRINTED.read_bytes(), "read.me": b"", "c/": b""}
    path = zipped(tmp_path / "all.zip", members)
    assert [one.name for one in sources.sources([str(path)])] == [
        f"{path}/{n}" for n in ("a.shinpan", "b.pb", "b/2.pb")
    ]
    assert verdicts(path) == ["legal"] * 3
    assert sources.count([str(path)]) == 3
    assert run("show", f"{path}/b/2.pb").code == 0


def test_a_record_in_an_archive_is_named_like_a_file(tmp_path: Path) -> None:
    """By its name or its number behind the archive, as reports name it, also by commands about many."""
    path = zipped(tmp_path / "a.zip", {"b/2.pb": game(2), "1.pb": game(1)})
    many = packed(tmp_path / "m.records", 3)
    assert [one.name for one in sources.sources([f"{path}/b/2.pb", f"{many}/3"])] == [f"{path}/b/2.pb", f"{many}/3.pb"]
    assert sources.count([f"{path}/b/2.pb", f"{many}/3"]) == 2
    ran = run("verify", f"{many}/2", f"{path}/none.pb")
    assert (ran.code, ran.lines[0].split()[:2]) == (2, ["legal", f"{many}/2.pb"])
    assert "there is no record “none.pb” in it" in ran.err


def test_archives_inside_archives_are_not_opened(tmp_path: Path) -> None:
    """They are told one by one, and the records beside them are judged."""
    inner = zipped(tmp_path / "inner.zip", {"1.pb": game(1)}).read_bytes()
    many = packed(tmp_path / "m.records", 1).read_bytes()
    path = zipped(tmp_path / "outer.zip", {"a.zip": inner, "b.records": many, "c.pb": game(1)})
    told = "archives inside archives are not opened; unpack it first"
    assert said(path) == [("a.zip", told), ("b.records", told), ("c.pb", "")]


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    """By the ratio of all of it together, and one member by its size; nothing of it is unpacked."""
    path = zipped(tmp_path / "bomb.zip", {f"{at}.pb": bytes(MOST_RECORD_BYTES) for at in range(3)})
    ((name, why),) = said(path)
    assert (name, "which no records do" in why) == ("bomb.zip", True)
    filling = os.urandom(400_000)
    path = zipped(tmp_path / "large.zip", {"a.pb": bytes(MOST_RECORD_BYTES + 1), "b.pb": game(1), "c.bin": filling})
    assert said(path) == [
        ("a.pb", f"it has more than {MOST_RECORD_BYTES} bytes, which no record has; see what this file is"),
        ("b.pb", ""),
    ]


def test_a_long_list_of_a_zip_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its length stands at its end."""
    path = zipped(tmp_path / "all.zip", {f"{at}.pb": b"" for at in range(100)})
    monkeypatch.setattr(zips, "MOST_DIRECTORY_BYTES", 1000)
    assert "the list of its files has more than 1000 bytes" in said(path)[0][1]


def test_what_cannot_be_unpacked_is_told(tmp_path: Path) -> None:
    """Encrypted, packed otherwise, damaged: each member by itself."""
    path = zipped(tmp_path / "a.zip", {"1.pb": game(1), "2.pb": game(2)}, zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    data[data.index(game(2)) + 5] ^= 1
    path.write_bytes(data)
    assert said(path) == [("1.pb", ""), ("2.pb", "it cannot be unpacked: the archive is damaged")]
    other = zipped(tmp_path / "b.zip", {"1.pb": game(1)}, zipfile.ZIP_LZMA)
    assert "packed in a way that is not read here" in said(other)[0][1]
    data = bytearray(zipped(tmp_path / "c.zip", {"1.pb": game(1)}).read_bytes())
    data[data.index(b"PK\1\2") + 8] |= 1
    (tmp_path / "c.zip").write_bytes(data)
    assert said(tmp_path / "c.zip") == [("1.pb", "it is encrypted; unpack it first")]


@given(data=st.data())
def test_no_damage_to_an_archive_does_harm(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Cut off, or with bytes that are others: records or sentences, and nothing else."""
    folder = tmp_path_factory.mktemp("damage")
    whole = zipped(folder / "a.zip", {"1.pb": game(1), "é.shinpan": b"shinpan 1\n", "2.json": b"{}"}).read_bytes()
    broken = bytearray(whole[: data.draw(st.integers(0, len(whole)) | st.just(len(whole)))])
    for _ in range(data.draw(st.integers(0, 4)) if broken else 0):
        broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    (folder / "a.zip").write_bytes(broken)
    for one in sources.sources([str(folder)]):
        assert one.broken is None or str(one.broken)
    assert sources.count([str(folder)]) >= 0


def test_many_empty_files(tmp_path: Path) -> None:
    """Each is told, and none is kept in memory: they are found as they are asked for."""
    for at in range(2000):
        (tmp_path / f"{at:04d}.pb").touch()
    found = sources.sources([str(tmp_path)])
    assert next(found) == sources.Source(str(tmp_path / "0000.pb"), "0000.pb", Form.BINARY, b"")
    assert sum(1 for _ in found) == 1999
    ran = run("verify", tmp_path)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 2000


def test_what_is_no_zip_file_is_told(tmp_path: Path) -> None:
    """An empty one, one that is something else, one that is a pipe."""
    (tmp_path / "a.zip").touch()
    (tmp_path / "b.zip").write_bytes(b"x" * 100)
    os.mkfifo(tmp_path / "c.zip")
    assert stat.S_ISFIFO((tmp_path / "c.zip").stat().st_mode)
    shutil.copy(PRINTED, tmp_path / "d.shinpan")
    broken = "this is no zip file, or it is damaged"
    pipe = "this is a pipe, a device or a socket; write what it gives into a file first"
    assert said(tmp_path) == [("a.zip", broken), ("b.zip", broken), ("c.zip", pipe), ("d.shinpan", "")]
    assert zips.count_in(io.BytesIO(b""), (".pb",)) == 0
