"""`convert`: the same record in another form, with nothing lost."""

from collections import Counter
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Claim,
    Commitment,
    Entry,
    EventClaim,
    Header,
    Marker,
    Notes,
    Record,
    RecordedChance,
    StateClaim,
    Unresolved,
)
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play import chance
from shinpan_service.cli.files import load
from tests.random_games import WIDE, play, sealed

from .command import ENDS, FIXTURES, MISPRINTED, PRINTED, SEEDED, put, refused, run, verdicts

GAME = GAMES["wars3x3"]
RECORDS = sorted(FIXTURES.glob("*.shinpan"))


def converted(source: Path, end: str, *options: str) -> Path:
    """The record that `convert` makes of another, in a form."""
    target = source.with_name(f"{source.stem}-from-{source.suffix[1:]}{end}")
    ran = run("convert", *options, source, target)
    assert (ran.code, ran.out) == (0, ""), ran
    return target


def said(path: Path) -> tuple[Header, Notes, int]:
    """The header of a record, what stands beside it, and how many entries there are; turn heads, which a transcript
    adds, are not counted."""
    record, _ = load(path)
    return record.header, record.notes, sum(not isinstance(entry.what, Marker) for entry in record.entries)


def entries(path: Path) -> Counter[str]:
    """What the entries say, but for the numbers of lines and the state hashes, which a transcript adds."""
    bare = (msgspec.structs.replace(entry, line=0, state_hash=b"") for entry in load(path)[0].entries)
    return Counter(map(repr, bare))


def assert_kept(source: Path, target: Path) -> None:
    """Nothing that a record says is lost in another, and nothing is done there that is not done here."""
    assert said(target) == said(source)
    assert entries(target) >= entries(source)
    assert hashes(target) >= hashes(source)


def hashes(path: Path) -> Counter[tuple[str, bytes]]:
    """The state hashes that are recorded, each with its action."""
    return Counter((repr(entry.what), entry.state_hash) for entry in load(path)[0].entries if entry.state_hash)


def test_the_file_that_is_read_stays(tmp_path: Path) -> None:
    """What would be written over what was read is refused, by another name for it too; a file that is written is
    named."""
    source, target = tmp_path / "game.shinpan", tmp_path / "game.pb"
    before = SEEDED.read_bytes()
    source.write_bytes(before)
    other = tmp_path / "other.shinpan"
    other.symlink_to(source)
    for out in (source, other):
        assert "this is the file that is read" in refused("convert", source, out)
        assert "this is the file that is read" in refused("compare", source, source, "-o", out)
    assert source.read_bytes() == before
    assert run("convert", source, target).err.endswith(f"wrote {target}\n")
    assert f"{tmp_path / 'none.pb'}: " in refused("convert", tmp_path / "none.pb", target)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_survives_all_forms(path: Path, tmp_path: Path) -> None:
    """From the transcript to binary, to JSON, to a transcript again: claims, hashes, comments and verdict are kept."""
    source = tmp_path / path.name
    source.write_bytes(path.read_bytes())
    binary = converted(source, ".pb")
    as_json = converted(binary, ".json")
    again = converted(as_json, ".shinpan")
    assert load(source)[0] == load(binary)[0] == load(as_json)[0]
    assert_kept(source, again)
    assert len(set(verdicts(source, binary, as_json, again))) == 1


@pytest.mark.parametrize(("first", "second"), [*permutations(ENDS, 2)], ids=" ".join)
def test_there_and_back_is_the_same_file(first: str, second: str, tmp_path: Path) -> None:
    """What `convert` has written once comes back byte for byte."""
    canonical = converted(put(sealed(play(GAME, 3)), tmp_path / "x.pb"), ".shinpan")
    source = converted(canonical, first)
    back = converted(converted(source, second), first)
    assert back.read_bytes() == source.read_bytes()


TEXTS = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\u2028\u2029\x85\x1c\x1d\x1e\x1f"), max_size=12
)
PATHS = st.sampled_from(["life[p1]", "turn", "hand[p2]", "sides[1].life"])
CLAIMS: st.SearchStrategy[Claim] = st.one_of(
    st.builds(StateClaim, PATHS, st.sampled_from(["30", "026 040", "none", "-2"])),
    st.builds(EventClaim, st.sampled_from(["damage", "laid"]), st.sampled_from([(), (("", "4"),), (("card", "026"),)])),
)


@WIDE
@given(
    places=st.lists(st.integers(0, 40), max_size=5, unique=True),
    claims=st.lists(CLAIMS, max_size=3),
    comment=TEXTS,
    beside=st.tuples(TEXTS, TEXTS),
    wrong=st.sampled_from([b"", b"\x00\x01\x02\x03", bytes(32)]),
)
def test_whatever_is_noted_is_kept(
    tmp_path_factory: pytest.TempPathFactory,
    places: list[int],
    claims: list[Claim],
    comment: str,
    beside: tuple[str, str],
    wrong: bytes,
) -> None:
    """Claims, comments, wrong hashes, place and date go through every form, on actions and on turn heads."""
    record = play(GAME, 5)
    noted = list(record.entries)
    for place in places:
        noted[place] = msgspec.structs.replace(
            noted[place], claims=tuple(claims), comment=comment, state_hash=wrong, link=wrong
        )
    noted.insert(30, Entry(Marker(2), tuple(claims), wrong, comment=comment))
    notes = msgspec.structs.replace(record.notes, place=beside[0], date=beside[1], last_link=wrong, header_hash=wrong)
    folder = tmp_path_factory.mktemp("noted")
    source = put(Record(record.header, tuple(noted), notes), folder / "x.pb")
    back = converted(converted(converted(source, ".shinpan"), ".json"), ".pb")
    assert_kept(source, back)


def test_what_was_put_right_is_told(tmp_path: Path) -> None:
    """Each leniency of the transcript is a note on standard error, with its line if it has one."""
    ran = run("convert", MISPRINTED, tmp_path / "x.pb")
    assert (ran.code, ran.out) == (0, "")
    assert "note: line 21: turn 1: 3 left out and filled in: p1 pass, p1 pass, p1 end_combat\n" in ran.err
    assert "note: 45 cards are not given by their full number, which says for certain which card it is\n" in ran.err
    assert "line 0" not in ran.err


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_seeded_record_becomes_a_recorded_one(seed: int, tmp_path: Path) -> None:
    """The outcomes stand for the seed; states, verdict and end are the same, the recorded hashes right again."""
    source = put(sealed(play(GAME, seed)), tmp_path / f"{seed}.pb")
    for end in ENDS:
        target = converted(source, end, "--recorded")
        told, seeded = load(target)[0], load(source)[0]
        assert told.header.chance is not None
        assert isinstance(told.header.chance.source, RecordedChance)
        assert hashes(target) == hashes(source)
        assert all(entry.link for entry in told.entries if isinstance(entry.what, Action))
        report, before = verify(GAMES, told), verify(GAMES, seeded)
        assert (report.verdict, report.result, report.state_hash) == (Verdict.LEGAL, before.result, before.state_hash)
        assert report.last_link != before.last_link
        assert told.notes.last_link == report.last_link
        assert told.notes.header_hash == report.header_hash


def test_a_wrong_hash_stays_wrong(tmp_path: Path) -> None:
    """The verdict of a record does not change with its chance written out."""
    record = sealed(play(GAME, 4))
    for at, name in ((7, "link"), (9, "state_hash")):
        altered = list(record.entries)
        altered[at] = msgspec.structs.replace(altered[at], **{name: b"\x01\x02\x03\x04"})
        source = put(msgspec.structs.replace(record, entries=tuple(altered)), tmp_path / f"{name}.pb")
        report = verify(GAMES, load(converted(source, ".json", "--recorded"))[0])
        assert (report.verdict, report.actions_replayed) == (Verdict.DIVERGED, at + 1)
    notes = msgspec.structs.replace(record.notes, last_link=bytes(32))
    source = put(msgspec.structs.replace(record, notes=notes), tmp_path / "last.pb")
    assert verdicts(source, converted(source, ".pb", "--recorded")) == ["diverged", "diverged"]


@pytest.mark.parametrize("path", [path for path in RECORDS if b"\nseed " in path.read_bytes()], ids=lambda p: p.stem)
def test_verdicts_of_seeded_fixtures_stay(path: Path, tmp_path: Path) -> None:
    """Also where the record stops at a finding."""
    target = tmp_path / path.name
    assert run("convert", "--recorded", path, target).code == 0
    assert verdicts(target) == verdicts(path)


def committed(record: Record, digest: bytes) -> Record:
    """A record whose seed was promised before play."""
    promise = Commitment(digest=digest, salt=bytes(16))
    return msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, commitment=promise))


def test_a_promise_about_the_seed_cannot_be_kept_without_it(tmp_path: Path) -> None:
    """A kept promise falls away with the seed, which is told; a broken one would be hidden, so it is refused."""
    record = play(GAME, 6)
    assert record.header.chance is not None
    seed = record.header.chance.source.seed  # type: ignore[union-attr]
    source = put(committed(record, chance.commitment(seed, bytes(16))), tmp_path / "kept.pb")
    target = tmp_path / "recorded.pb"
    ran = run("convert", "--recorded", source, target)
    assert (ran.code, ran.err) == (0, f"note: {target} no longer contains the seed of {source}\nwrote {target}\n")
    assert verdicts(target) == ["legal"]
    broken = put(committed(record, bytes(32)), tmp_path / "broken.pb")
    assert "outcomes would hide that" in refused("convert", "--recorded", broken, tmp_path / "hidden.pb")
    assert not (tmp_path / "hidden.pb").exists()


def test_recorded_chance_cannot_be_recorded_again(tmp_path: Path) -> None:
    """It has no seed."""
    ran = run("convert", "--recorded", PRINTED, tmp_path / "x.pb")
    assert ran.code == 2
    assert ran.err.splitlines()[-1] == f"Error: {PRINTED}: it has no seed: its chance is recorded already"
    assert not (tmp_path / "x.pb").exists()


@pytest.mark.parametrize(
    "entry",
    [
        Entry(Unresolved(0, "step", "damage")),
        Entry(Unresolved(3, "lay", "card=026")),
        Entry(Unresolved(0, "lay", "card=026")),
    ],
    ids=lambda entry: f"p{entry.what.seat} {entry.what.verb}",
)
def test_what_no_transcript_can_say_is_not_written(entry: Entry, tmp_path: Path) -> None:
    """A message can say what has no spelling: then nothing is written rather than something else."""
    record, _ = load(SEEDED)
    source = put(msgspec.structs.replace(record, entries=(*record.entries[:5], entry)), tmp_path / "odd.pb")
    assert f"{source}: no transcript can say " in refused("convert", source, tmp_path / "odd.shinpan")
    assert not (tmp_path / "odd.shinpan").exists()
    assert run("convert", source, tmp_path / "odd.json").code == 0


def test_a_result_that_is_none_is_not_written(tmp_path: Path) -> None:
    """What stands beside the header must come back too, or no transcript is written."""
    record, _ = load(SEEDED)
    for result in ("三品", "p1\nplace x", "p1 ; p2"):
        notes = msgspec.structs.replace(record.notes, result=result)
        source = put(msgspec.structs.replace(record, notes=notes), tmp_path / "odd.pb")
        assert "no transcript can say " in refused("convert", source, tmp_path / "odd.shinpan")


def test_where_it_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A form that is none, a folder that is none, a folder instead of a file; what was there stays."""
    other = tmp_path / "x.txt"
    other.write_text("mine", "utf-8")
    assert refused("convert", PRINTED, other).endswith("the name of a record ends in .shinpan, .pb, .json")
    assert other.read_text("utf-8") == "mine"
    folder = tmp_path / "folder.pb"
    folder.mkdir()
    for target, why in ((folder, "Is a directory"), (tmp_path / "no" / "x.pb", "No such file or directory")):
        assert refused("convert", SEEDED, target) == f"{target}: {why}"


def test_a_failed_conversion_leaves_the_target_alone(tmp_path: Path) -> None:
    """What was there before is still there."""
    target, source = tmp_path / "x.pb", tmp_path / "garbage.json"
    target.write_bytes(b"mine")
    source.write_bytes(b"\x00\x01")
    refused("convert", source, target)
    assert target.read_bytes() == b"mine"


def test_actions_are_written_as_they_are(tmp_path: Path) -> None:
    """Nothing is filled in, left out or put in order on the way from one message to another."""
    record, _ = load(PRINTED)
    actions = tuple(entry for entry in record.entries if isinstance(entry.what, Action))
    swapped = (*actions[2:4], *actions[:2], *actions[4:20])
    source = put(Record(record.header, swapped, record.notes), tmp_path / "swapped.pb")
    assert load(converted(source, ".json"))[0].entries == swapped


def test_chance_is_the_only_change_of_the_header(tmp_path: Path) -> None:
    """Game, mode, edition, pack and set-up stay as they were."""
    target = tmp_path / "x.pb"
    assert run("convert", "--recorded", SEEDED, target).code == 0
    before, after = load(SEEDED)[0].header, load(target)[0].header
    assert after.chance != before.chance
    same = {"chance": ChanceSource(), "commitment": None}
    assert msgspec.structs.replace(after, **same) == msgspec.structs.replace(before, **same)
