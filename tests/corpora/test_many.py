"""Files of many records: what is written is read again, and what is broken is said behind what is whole."""

import io
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_records.limits import MOST_RECORD_BYTES
from shinpan_service.corpora.files import many
from shinpan_service.corpora.files.many import LONGEST_NAME, MAGIC, Broken, Form, Kept, Packing, count_in, kept_in
from tests.cli.command import COMMAND, ENDS, PRINTED, in_form, refused, run, verdicts

from .games import game, packed

RECORDS = st.lists(
    st.builds(Kept, st.binary(max_size=20), st.sampled_from(Form), st.binary(max_size=200) | st.just(MAGIC)), max_size=6
)


def file_of(*records: Kept) -> bytes:
    file = io.BytesIO()
    packing = Packing(file)
    for one in records:
        packing.add(one)
    return file.getvalue()


def read(data: bytes) -> tuple[list[Kept], str]:
    """The whole records, and what is said behind them."""
    found: list[Kept] = []
    try:
        found += kept_in(io.BytesIO(data))
    except Broken as broken:
        # What came before it is lost with `+=`.
        return [*islice(kept_in(io.BytesIO(data)), _whole(data))], str(broken.message)
    return found, ""


def _whole(data: bytes) -> int:
    count = 0
    try:
        for _ in kept_in(io.BytesIO(data)):
            count += 1
    except Broken:
        pass
    return count


@given(RECORDS, RECORDS)
def test_what_is_written_is_read_again(one: list[Kept], other: list[Kept]) -> None:
    """Names, forms and bytes, whatever they are; two such files joined are one."""
    assert read(file_of(*one)) == (one, "")
    joined = file_of(*one) + file_of(*other)
    assert read(joined) == (one + other, "")
    assert count_in(io.BytesIO(joined)) == len(one) + len(other)


@given(RECORDS.filter(bool), st.data())
def test_a_file_that_is_cut_off_has_its_whole_records(records: list[Kept], data: st.DataObject) -> None:
    """Those before the cut, and what is behind them is said, wherever it is cut."""
    whole = file_of(*records)
    ends = [len(file_of(*records[:count])) for count in range(len(records) + 1)]
    at = data.draw(st.integers(0, len(whole) - 1))
    found, said = read(whole[:at])
    before = max((count for count, end in enumerate(ends) if end <= at), default=0)
    assert found == records[:before]
    if at < len(MAGIC):
        assert said == "this is no file of many records: it begins otherwise"
    elif at in ends:
        assert said == ""
    else:
        assert said == f"the file is cut off behind {before} whole records; the rest of it is not read"
    assert count_in(io.BytesIO(whole[:at])) == before


@pytest.mark.parametrize(
    "head",
    [
        many._HEAD.pack(MOST_RECORD_BYTES + 1, 1, 0),
        many._HEAD.pack(1, 0, 0),
        many._HEAD.pack(1, 4, 0),
        many._HEAD.pack(1, 1, LONGEST_NAME + 1),
    ],
)
def test_numbers_that_cannot_be_are_refused(head: bytes) -> None:
    """Nothing is read for a length over the limit, and no form is guessed."""
    one = Kept(b"a.pb", Form.BINARY, b"x")
    found, said = read(file_of(one) + head + b"y" * 100)
    assert found == [one]
    assert "damaged behind 1 whole records" in said


def test_records_are_packed_and_unpacked(tmp_path: Path) -> None:
    """Every form, from folders and below, as they were and under their names; what is there is not replaced."""
    folder = tmp_path / "games"
    (folder / "round 1").mkdir(parents=True)
    for end in ENDS:
        in_form(PRINTED, folder / "round 1", end)
    shutil.copy(PRINTED, folder / "三品.shinpan")
    out = tmp_path / "all.records"
    assert run("corpus", "pack", folder, out).lines == [f"wrote 4 records into {out}"]
    again = tmp_path / "again"
    assert run("corpus", "unpack", out, again).code == 0
    there = {path.relative_to(again): path.read_bytes() for path in again.rglob("*.*")}
    assert there == {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
    ran = run("corpus", "unpack", out, again)
    assert (ran.code, ran.lines) == (2, [f"wrote 0 records to {again}"])
    assert ran.err.count("there is a file of this name already") == 4
    assert verdicts(out) == ["legal"] * 4
    assert f"{out} is there already" in refused("corpus", "pack", folder, out)
    assert "ends in .records" in refused("corpus", "pack", folder, tmp_path / "all.zip")


@pytest.mark.parametrize("name", ["../x.pb", "/x.pb", "a/../../x.pb", "C:\\x.pb", "..\\x.pb", "x.py", "", "x\0.pb"])
def test_nothing_is_unpacked_outside_of_its_folder(name: str, tmp_path: Path) -> None:
    """A name that leads elsewhere, or is none of a record, is refused, and the others are written."""
    path = tmp_path / "deep" / "all.records"
    path.parent.mkdir()
    bad = Kept(name.encode(), Form.BINARY, game(1))
    path.write_bytes(file_of(bad, Kept(b"fine.pb", Form.BINARY, game(2))))
    ran = run("corpus", "unpack", path, tmp_path / "deep" / "out")
    assert ran.code == 2
    assert "its name is none for a record in this folder" in ran.err
    found = sorted(one.relative_to(tmp_path).as_posix() for one in tmp_path.rglob("*") if one.is_file())
    assert found == ["deep/all.records", "deep/out/fine.pb"]


def test_a_name_that_comes_twice_is_told(tmp_path: Path) -> None:
    """Since it could not be unpacked: the second is left out, and it is said what to do."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        in_form(PRINTED, tmp_path / name, ".pb")
    ran = run("corpus", "pack", tmp_path / "a", tmp_path / "b", tmp_path / "x.records")
    assert ran.code == 2
    assert "pack the folder above both" in ran.err
    assert ran.lines == [f"wrote 1 records into {tmp_path / 'x.records'}"]
    assert run("corpus", "pack", tmp_path, tmp_path / "y.records").lines == [
        f"wrote 3 records into {tmp_path / 'y.records'}"
    ]
    run("corpus", "unpack", tmp_path / "y.records", tmp_path / "out")
    name = f"{PRINTED.stem}.pb"
    found = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.pb"))
    assert found == [f"a/{name}", f"b/{name}", f"x/{name}"]


def test_a_file_cut_off_is_judged_as_far_as_it_goes(tmp_path: Path) -> None:
    """The whole records have their verdicts, the rest is named."""
    path = packed(tmp_path / "cut.records", 3)
    path.write_bytes(path.read_bytes()[:-1])
    ran = run("verify", "--quiet", path)
    assert ran.code == 2
    assert [line.split()[:2] for line in ran.lines[:2]] == [["legal", f"{path}/{name}.pb"] for name in (1, 2)]
    assert ran.err == f"not judged  {path}: the file is cut off behind 2 whole records; the rest of it is not read\n"


def test_joined_messages_are_refused(tmp_path: Path) -> None:
    """Protobuf would make one record of two, and call a player a rule-breaker."""
    path = tmp_path / "two.pb"
    path.write_bytes(game(1) + game(2))
    ran = run("verify", path)
    assert (ran.code, ran.out) == (2, "")
    assert f"not judged  {path}: these are 2 records joined in one file; " in ran.err
    path.write_bytes(game(1) * 3)
    assert "these are 3 records joined" in run("verify", path).err
    assert "つながっています" in run("verify", "--lang", "ja", path).err


def test_one_of_many_is_shown_by_its_name_or_number(tmp_path: Path) -> None:
    """Whatever reads one record takes it from a file of many; without a name only if it is alone."""
    path = packed(tmp_path / "all.records", 2)
    alone = tmp_path / "2.pb"
    alone.write_bytes(game(2))
    assert run("show", f"{path}/2.pb").out == run("show", f"{path}/2").out == run("show", alone).out
    assert "it has several records" in refused("show", path)
    assert "there is no record “9.pb” in it" in refused("show", f"{path}/9.pb")
    assert run("show", packed(tmp_path / "one.records", 1)).code == 0
    assert "there is no record in it" in refused("show", packed(tmp_path / "none.records", 0))


def test_simulate_writes_one_file(tmp_path: Path) -> None:
    """With `--form pack`, the same games as one by one, byte for byte the same on any number of processes."""
    simulate = ("simulate", "wars3x3", "--mode", "beginner", "--games", 30)
    for folder, *options in (("a",), ("b", "--jobs", 2)):
        assert run(*simulate, "--out", tmp_path / folder, "--form", "pack", *options).code == 0
    one, other = (tmp_path / folder / "beginner-1.records" for folder in "ab")
    assert one.read_bytes() == other.read_bytes()
    run(*simulate, "--out", tmp_path / "c", "--form", "pb", "--jobs", 2)
    run("corpus", "unpack", one, tmp_path / "d")
    files = [{path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()} for folder in "cd"]
    assert files[0] == files[1]
    assert len(files[0]) == 30
    digest = (*simulate[:-1], 3, "--player", "play-1", "--digest")
    assert run(*digest, "--jobs", 2).out == run(*digest).out


@pytest.mark.parametrize("name", ["printed.shinpan", "printed.pb", "printed.json", "all.records"])
def test_records_come_over_standard_input(name: str, tmp_path: Path) -> None:
    """One in any form, or many; the form shows in its beginning."""
    path = packed(tmp_path / name, 2) if name.endswith("records") else in_form(PRINTED, tmp_path, Path(name).suffix)
    done = subprocess.run([*COMMAND, "verify", "--quiet", "-"], stdin=path.open("rb"), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"legal  -/1.pb" if name.endswith("records") else b"legal  -  ")


def test_what_is_no_record_over_standard_input_is_told() -> None:
    """A zip file, which is read from its end, and anything else."""
    for data, said in ((b"PK\3\4abc", b"not read from standard input"), (b"\xff\xfe", b"no record"), (b"", b"line 1")):
        done = subprocess.run(
            [sys.executable, "-m", "shinpan_service", "verify", "-"], input=data, capture_output=True, check=False
        )
        assert done.returncode == 2
        assert said in done.stderr
