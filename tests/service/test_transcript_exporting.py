"""The transcript: one canonical spelling, and nothing is lost on the way."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import Magic
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.judging.record import (
    Action,
    Claim,
    Commitment,
    Entry,
    EventClaim,
    Marker,
    Notes,
    Record,
    StateClaim,
    Unresolved,
)
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream, commitment
from shinpan_records import transcript
from tests.random_games import WIDE, play, recorded, sealed, seeds, told

from .transcripts import AS_PRINTED, FIXTURES, HEADER, OPENING, PRINTED, TEXT, judged, read


def told_of(record: Record) -> list[tuple[object, tuple[Claim, ...], str]]:
    """What a record says besides turn heads and hashes."""
    return [(e.what, e.claims, e.comment) for e in record.entries if not isinstance(e.what, Marker)]


def unchanged(record: Record) -> Record:
    return record


@pytest.mark.parametrize("form", [unchanged, recorded, sealed], ids=["seeded", "recorded", "with all hashes"])
def test_nothing_is_lost_between_record_and_transcript(form: Callable[[Record], Record]) -> None:
    """import(export(x)) is x, and export(import(t)) is t: over random games, and without any leniency."""
    for seed in seeds(15):
        with told(seed):
            record = form(play(GAME, seed))
            text = transcript.dump(record, GAMES)
            loaded = transcript.load(text, GAMES)
            assert transcript.dump(loaded.record, GAMES) == text
            again = transcript.load(transcript.dump(loaded.record, GAMES), GAMES)
            assert (again.record, again.notes) == (loaded.record, loaded.notes)
            assert (loaded.record.header, loaded.record.notes) == (record.header, record.notes)
            assert told_of(loaded.record) == told_of(record)
            assert loaded.notes == ()
            assert verify(GAMES, loaded.record).last_link == verify(GAMES, record).last_link


def spoiled(record: Record, dice: Stream) -> Record:
    """The record with one entry missing, doubled, another's, or out of place."""
    entries = list(record.entries)
    at, other = dice.below(len(entries)), entries[dice.below(len(entries))]
    match dice.below(5):
        case 0:
            del entries[at]
        case 1:
            entries.insert(at, entries[at])
        case 2:
            what = entries[at].what
            assert isinstance(what, Action)
            entries[at] = Entry(Action(3 - what.seat, what.what))
        case 3:
            entries[at] = other
        case _:
            entries.insert(at, other)
    return msgspec.structs.replace(record, entries=tuple(entries))


def test_a_broken_record_stays_broken_in_the_same_place() -> None:
    """An export leaves no room for good will: what the referee refuses in a record he refuses in its transcript."""
    broken = 0
    for seed in seeds(60):
        with told(seed):
            record = spoiled(play(GAME, seed), Stream(seed.to_bytes(32, "big"), "spoil"))
            text = transcript.dump(record, GAMES)
            loaded = transcript.load(text, GAMES)
            was, now = verify(GAMES, record), verify(GAMES, loaded.record)
            assert (was.verdict, was.last_link) == (now.verdict, now.last_link)
            assert [(f.clauses, f.submitted) for f in was.findings] == [(f.clauses, f.submitted) for f in now.findings]
            assert transcript.dump(loaded.record, GAMES) == text
            assert was.notes or told_of(loaded.record) == told_of(record)
            broken += was.verdict == Verdict.ILLEGAL
    assert broken or len(list(seeds(60))) == 1


def test_what_is_silence_may_be_left_out_of_any_random_game() -> None:
    """A transcript without passes and forced actions means the same game, as long as turns are named."""
    for seed in seeds(15):
        with told(seed):
            text = transcript.dump(play(GAME, seed), GAMES)
            assert transcript.load(text, GAMES).record == transcript.load(without_silence(text), GAMES).record or (
                told_of(transcript.load(text, GAMES).record)
                == told_of(transcript.load(without_silence(text), GAMES).record)
            )


def without_silence(text: str) -> str:
    """The text without hashes and without what need not be said. A magic is asked for at any time, so before one all
    is said; so it is at the end of the game."""
    header, _, game = text.partition("\n--\n")
    turns = game.split("\nturn ")
    for at, turn in enumerate(turns[:-1]):
        rows = [row.partition(" #")[0] for row in turn.split("\n")]
        silent = [row.partition(" ")[2] in ("pass", "draw", "attack", "end_combat", "end_turn") for row in rows]
        spoken = any(" magic " in row or " choose " in row for row in rows)
        turns[at] = "\n".join(row for row, quiet in zip(rows, silent, strict=True) if spoken or not quiet)
    turns[-1] = "\n".join(row.partition(" #")[0] for row in turns[-1].split("\n"))
    return header.replace("\ndecisions all", "") + "\n--\n" + "\nturn ".join(turns)


def test_the_answers_of_a_simultaneous_choice_are_written_in_seat_order() -> None:
    """In whatever order they came: a game has one spelling."""
    record = play(GAME, 3)
    first, second = record.entries[:2], record.entries[2:4]
    turned = msgspec.structs.replace(record, entries=(*second, *first, *record.entries[4:]))
    assert turned != record
    assert transcript.dump(turned, GAMES) == transcript.dump(record, GAMES)


def test_what_follows_words_without_meaning_stays_where_it_is() -> None:
    """The referee stops at them: an answer behind them is not put before them, and nothing there gets a hash."""
    record = play(GAME, 3)
    odd = Entry(Unresolved(1, "jump", ""))
    entries = (record.entries[2], odd, *record.entries[:2], *record.entries[3:])
    turned = msgspec.structs.replace(record, entries=entries)
    text = transcript.dump(turned, GAMES)
    loaded = transcript.load(text, GAMES).record
    assert [entry.what for entry in loaded.entries] == [entry.what for entry in entries]
    assert [bool(entry.state_hash) for entry in loaded.entries[:4]] == [True, False, False, False]
    assert verify(GAMES, loaded).last_link == verify(GAMES, turned).last_link
    assert transcript.dump(loaded, GAMES) == text


def test_a_step_behind_the_head_of_a_wrong_turn_stays_there() -> None:
    """What could not be played on after the head of a wrong turn hangs on no step before it."""
    record = play(GAME, 1)
    step = Entry(Unresolved(0, "step", "1.1"), (StateClaim("turn", "9"),))
    whole = msgspec.structs.replace(record, entries=(*record.entries[:6], Entry(Marker(9)), step))
    loaded = transcript.load(transcript.dump(whole, GAMES), GAMES).record
    assert told_of(loaded) == told_of(whole)
    before, after = verify(GAMES, whole).findings, verify(GAMES, loaded).findings
    assert [str(finding.message) for finding in before] == ["the record says turn 9 here, but it is turn 1"]
    assert [finding.message for finding in after] == [finding.message for finding in before]


def test_everything_a_record_can_say_comes_back() -> None:
    """Notes, commitment, options, claims, comments, hashes, markers and unresolved entries."""
    record = play(GAME, 5)
    salt = bytes(range(16))
    source = record.header.chance.source
    header = msgspec.structs.replace(
        record.header, commitment=Commitment(commitment(source.seed, salt), salt, b"\x01", [b"\x02", b"\x03\x04"])
    )
    entries = (
        msgspec.structs.replace(record.entries[0], comment="占欲の魔女:水; with; signs", link=bytes(32)),
        msgspec.structs.replace(record.entries[1], comment=' "odd"\n', state_hash=bytes(5)),
        Entry(Marker(7), (StateClaim("life[p1]", "30"), EventClaim("drew", (("", "1 2"), ("seat", "p1"))))),
        *record.entries[2:4],
        Entry(Unresolved(2, "deploy", "card=重装歩兵:水"), comment="as printed"),
        Entry(Unresolved(1, "odd verb", "what [is this; ")),
        Entry(Action(1, Magic(11)), (StateClaim("odd path", ""),)),
    )
    notes = Notes(("三 品", "相楽"), "a place; \n", '"then"', "draw", b"\x01\x02", bytes(32), b"\xff" * 4)
    full = Record(header, entries, notes)
    text = transcript.dump(full, GAMES)
    loaded = transcript.load(text, GAMES).record
    assert (loaded.header, loaded.notes) == (header, notes)
    bare = [msgspec.structs.replace(e, line=0) for e in loaded.entries]
    computed = [msgspec.structs.replace(e, state_hash=b"") if len(e.state_hash) == 4 else e for e in bare]
    assert tuple(computed) == entries
    assert transcript.dump(loaded, GAMES) == text


def test_an_export_is_written_as_people_read_it() -> None:
    """Ids in full, defaults left out, the head of each turn, a short hash, printed names as a remark."""
    text = transcript.dump(read(*OPENING, "p2 remove [target=27 with=016] ; at last").record, GAMES)
    rows = text.splitlines()
    assert rows[:2] == ["shinpan 1", "game     wars3x3 beginner"]
    assert "setup    first=p1" in rows
    assert "decisions all" in rows
    assert [row for row in rows if row.startswith("turn")] == [f"turn {turn}" for turn in range(1, 7)]
    head, _, remark = rows[-1].partition(" ; ")
    assert remark == "突撃兵:草, 突撃兵:水; at last"
    assert head.startswith("p2 remove [target=027 with=016] #")
    assert len(head.partition("#")[2]) == 8
    assert text.endswith("\n")


def test_an_altered_hash_diverges() -> None:
    """The hash of a line is compared, not believed."""
    text = transcript.dump(play(GAME, 1), GAMES)
    line = next(row for row in text.splitlines() if row.startswith("p1 draw"))
    digit = "0" if line[-1] != "0" else "1"
    altered = transcript.load(text.replace(line, line[:-1] + digit), GAMES)
    assert judged(altered).verdict == Verdict.DIVERGED


def test_a_complete_transcript_is_not_filled_in() -> None:
    """With `decisions all` a missing decision is a missing decision, and a list out of order is badly written."""
    exact = HEADER.replace("--", "decisions all\n--")
    assert judged(read("turn 1", "p1 pass", header=exact)).verdict == Verdict.ILLEGAL
    assert judged(read("turn 1", "p1 pass")).verdict == Verdict.INCOMPLETE
    disordered = exact.replace("cards=014 036 040", "cards=040 014 036")
    assert judged(read(header=disordered)).verdict == Verdict.MALFORMED


# Anything else.

MUTATIONS = st.lists(
    st.tuples(st.integers(0, 10_000), st.sampled_from(["del", "dup", "put"]), TEXT), min_size=1, max_size=6
)


OF_OTHER_GAMES = [
    FIXTURES.parent / name
    for name in (
        "anoare/AN-5.5f-8-one-of-three-costs-is-not-enough.shinpan",
        "drive/DR-S3-2-nobody-fights.shinpan",
        "hackclad/HC-8.4.F-11-where-no-legion-was-destroyed.shinpan",
        "swordrion/SW-0.1-4-a-line-of-three.shinpan",
    )
]


@WIDE
@given(st.sampled_from([PRINTED, AS_PRINTED, *OF_OTHER_GAMES]), MUTATIONS)
@example(OF_OTHER_GAMES[-1], [(3606, "del", "")])
def test_any_text_is_read_or_refused(path: Path, changes: list[tuple[int, str, str]]) -> None:
    """A mutated transcript is refused in the known ways, or is a record with one canonical spelling."""
    text = path.read_text("utf-8")
    for place, how, new in changes:
        at = place * len(text) // 10_000
        cut = text[at : at + 7]
        text = text[:at] + {"del": "", "dup": cut + cut, "put": cut + new}[how] + text[at + 7 :]
    try:
        loaded = transcript.load(text, GAMES)
    except (transcript.TranscriptError, RequestError):
        return
    canonical = transcript.dump(loaded.record, GAMES)
    assert transcript.dump(transcript.load(canonical, GAMES).record, GAMES) == canonical
    assert verify(GAMES, transcript.load(canonical, GAMES).record).verdict == judged(loaded).verdict
