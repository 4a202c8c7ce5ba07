"""The transcript: what can be read and what cannot, told by place."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.swordrion.table.options import ByColour
from shinpan_engine.kernel.errors import NotHere
from shinpan_engine.kernel.judging.record import (
    MOST_ENTRIES,
    Claim,
    EventClaim,
    StateClaim,
)
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.names import PackNames
from shinpan_engine.kernel.play.work import Work
from shinpan_records import transcript
from shinpan_records.transcript.claiming import Claiming, spelled_claim
from shinpan_records.transcript.grammar import Tokens, comment, word, words
from shinpan_records.transcript.lines import game_line
from tests.random_games import WIDE

from .transcripts import FIXTURES, HEADER, TEXT, acts, judged, read


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "“shinpan 1”"),
        ("shinpan 2\n--\n", 1, 1, "“shinpan 1”"),
        ("; a remark\n\ngame wars3x3 beginner\n", 3, 1, "“shinpan 1”"),
        ("shinpan 1\ngame wars3x3 beginner\n", 2, 1, "“--” before the game"),
        (HEADER + "p1\n", 13, 3, "what the player does, or “turn 3”, “round 3” where a turn or round begins"),
        (HEADER + "p1 draw now\n", 13, 9, "no argument"),
        (HEADER + "p1 deploy card=026, 027\n", 13, 19, "the end of the line"),
        (HEADER + "p1 remove [target=016\n", 13, 22, "“remove [target=… with=… as=… veil=…]…”"),
        (HEADER + "p1 draw #12ab\n", 13, 9, "# and 8 to 64 hex digits, in pairs"),
        (HEADER + "p1 draw #12345678 #12345678\n", 13, 19, "each hash once"),
        (HEADER + 'p1 draw ; fine\np1 "pass\n', 14, 4, "a closing quotation mark"),
        (HEADER + 'p1 remove "\\x"\n', 13, 11, "a text in quotation marks, escaped as in JSON"),
        (HEADER + "p1 draw =>\n", 13, 11, "a claim"),
        (HEADER + "p1 draw => drew [026\n", 13, 21, "“]”"),
        (HEADER + "turn soon\n", 13, 6, "the number of the turn"),
        (HEADER + "turn 1234567890\n", 13, 6, "the number of the turn"),
        (HEADER + "step 9.9\n", 13, 6, "1.1, 2.1, 2.2, 3.1, 3.2, 3.3, 4.1, 4.2, 5.1"),
        (HEADER + "p3 draw\n", 13, 1, "p1 or p2"),
        (HEADER + "p1 deploy unit=026\n", 13, 11, "“deploy card=…”"),
        (HEADER + "p1 deploy card=026 card=027\n", 13, 20, "each argument once"),
        (HEADER + "p1 deploy card=026 027\n", 13, 20, "one value"),
        (HEADER + "p1 deploy card=\n", 13, 11, "one value"),
        (HEADER + "p1 deploy [target=026]\n", 13, 11, "“deploy card=…”"),
        (HEADER + "p1 strengthen [target=026 with=027 veil=maybe]\n", 13, 41, "yes or no"),
        (HEADER + "p1 strengthen [target=026 with=027 as=three]\n", 13, 39, "a number"),
        (HEADER + "p1 gain_mana attribute=purple\n", 13, 24, "none or fire or water or grass or sky or any"),
    ],
)
def test_unreadable_lines_are_told_by_place_and_by_what_was_expected(
    text: str, line: int, column: int, expected: str
) -> None:
    """What cannot be read is refused with its line, its column and what was expected there."""
    with pytest.raises(transcript.TranscriptError) as error:
        transcript.load(text, GAMES)
    assert (error.value.line, error.value.column, error.value.expected) == (line, column, expected)
    assert error.value.key == "transcript.unreadable"
    assert f"line {line}, column {column}: unreadable" in str(error.value)


@pytest.mark.parametrize(
    ("was", "now", "line", "column", "message"),
    [
        ("game wars3x3 beginner", "game chess beginner", 2, 6, "there is no game “chess”"),
        ("game wars3x3 beginner", "game wars3x3 expert", 2, 14, "wars3x3 has no mode “expert”"),
        ("game wars3x3 beginner", "edition 1.2", 3, 1, "“edition” is written twice"),
        ("pack house", "pack house 12ab", 4, 12, "found “12ab”"),
        ("pack house", "place home", 8, 1, "the header has no “pack”"),
        ("magic A11", "magic A99", 6, 7, "no “A99” is known"),
        ("magic A11", "majic A11", 6, 1, "“majic” is no heading and no random event of wars3x3"),
        ("magic A11", "deck A11", 6, 1, "found “deck”"),
        ("magic A11", "魔術 A11", 6, 1, "found “魔術”"),
        ("setup first=p1", "setup veil_bonus=cost", 7, 6, "a fact is missing"),
        ("setup first=p1", "place home", 8, 1, "the header has no “setup”"),
        ("setup first=p1", "setup first=p1 veil_bonus=none", 7, 16, "“veil_bonus” is stated at its default"),
        ("setup first=p1", "setup first=p1 veil_bonus=double", 7, 27, "“veil_bonus” is “double”"),
        ("setup first=p1", "setup first=p1 speed=high", 7, 16, "“setup” takes no “speed”"),
        ("setup first=p1", "setup first=p5", 7, 13, "“p5” is no player"),
        ("setup first=p1", "setup first=p3", 7, 13, "“p3” is no player"),
        ("setup first=p1", "setup first=?", 7, 13, "“?” is no player"),
        ("setup first=p1", "setup first=", 7, 7, "“first” has 0"),
        ("setup first=p1", "setup first=水野", 7, 13, "“水野” is no player"),
        ("setup first=p1", "players 水野 水野\nsetup first=水野", 8, 13, "“水野” is no player"),
        ("edition 1.2", "seed sha256ctr-1:" + "0" * 64, 5, 1, "there is a seed too"),
        ("edition 1.2", "result p3", 3, 8, "found “p3”"),
        ("edition 1.2", "link 123", 3, 6, "found “123”"),
        ("edition 1.2", "commitment digest=xy", 3, 19, "found “xy”"),
        ("edition 1.2", "commitment promise=00", 3, 12, "this is no part of a commitment"),
        ("edition 1.2", "decisions some", 3, 11, "found “some”"),
        ("edition 1.2", "=", 3, 1, "found “=”"),
    ],
)
def test_unreadable_headers_name_their_line(was: str, now: str, line: int, column: int, message: str) -> None:
    """A header that cannot be read is refused at its line, a default that is stated among the rest."""
    assert was in HEADER
    with pytest.raises(transcript.TranscriptError) as error:
        transcript.load(HEADER.replace(was, now), GAMES)
    assert (error.value.line, error.value.column, error.value.message) == (line, column, message)


def test_a_player_is_named_where_a_seat_is_agreed() -> None:
    """The name of a player stands for the seat in the set-up too; the refusal of another word says what may stand."""
    named = HEADER.replace("setup first=p1", "players 早川 水野\nsetup first=水野")
    record = transcript.load(named.partition("p1 start")[0], GAMES).record
    assert record.header.setup.first == 2
    assert "setup    first=p2\n" in transcript.dump(record, GAMES)
    with pytest.raises(transcript.TranscriptError) as raised:
        transcript.load(named.replace("first=水野", "first=水の"), GAMES)
    assert str(raised.value).endswith("“水の” is no player; expected p1 or p2, or a name of “players”")


def test_a_fact_of_the_set_up_that_names_nothing_is_quoted() -> None:
    """The refusal stands at the word, and says what there is."""
    text = (FIXTURES.parent / "anoare" / "random-game-1.shinpan").read_text("utf-8")
    with pytest.raises(
        transcript.TranscriptError, match="there is no character “C99”; expected 斬り込みのカヤ"
    ) as raised:
        transcript.load(text.replace("characters=C4", "characters=C99"), GAMES)
    assert (raised.value.line, raised.value.column) == (8, 21)


def test_a_fact_on_several_cards_of_one_name_says_how_to_write_each() -> None:
    """The line is told once for each card, with what was written; a name that no card has, with those like it."""
    text = HEADER.replace("edition 1.2", "edition 1.2\nfact 灯火幽鬼 cost=3  ; as printed")
    with pytest.raises(transcript.Ambiguous, match="several cards are called “灯火幽鬼”") as raised:
        transcript.load(text, GAMES)
    assert (raised.value.line, raised.value.column) == (4, 6)
    assert raised.value.candidates == (
        "fact 021 cost=3 (灯火幽鬼:草)",
        "fact 034 cost=3 (灯火幽鬼:天)",
        "fact 035 cost=3 (灯火幽鬼:天)",
    )
    text = HEADER.replace("edition 1.2", "edition 1.2\nfact 龍王姫:水 cost=8")
    with pytest.raises(transcript.TranscriptError, match=r"names like this one: .*龍王妃:水"):
        transcript.load(text, GAMES)


def test_facts_that_cannot_be_together_are_told_at_the_last_of_them() -> None:
    """With the whole fact and why."""
    head = HEADER.replace("pack house", "pack print")
    text = head.replace("edition 1.2", "edition 1.2\nfact 006 cost=4\nfact 毒殺 mana.total=0\nfact 毒殺 mana.water=1")
    with pytest.raises(
        transcript.TranscriptError, match=r"with “fact A08 mana\.water=1” the pack “print” cannot be"
    ) as raised:
        transcript.load(text, GAMES)
    assert raised.value.line == 6


def test_a_seat_that_nobody_names_is_left_out() -> None:
    """An option that names a seat has no word for none: what is not said is not written."""
    text = (FIXTURES.parent / "anoare" / "random-game-1.shinpan").read_text("utf-8")
    unsaid = re.sub(r"first_on_tie=p\d", "first_on_tie=?", text)
    assert unsaid != text
    with pytest.raises(transcript.TranscriptError, match="“first_on_tie” is stated at its default"):
        transcript.load(unsaid, GAMES)


def test_a_message_in_a_set_up_is_written_field_by_field() -> None:
    """Numbers for the colours stand in the order of the fields, and all of them."""
    text = (FIXTURES.parent / "swordrion" / "SW-5.1-4-what-is-left-over.shinpan").read_text("utf-8")
    record = transcript.load(text, GAMES).record
    assert record.header.setup.start_cubes == ByColour(1, 1, 0)
    assert "start_cubes=1 1 0\n" in transcript.dump(record, GAMES)
    with pytest.raises(transcript.TranscriptError, match="2 values are given") as raised:
        transcript.load(text.replace("start_cubes=1 1 0", "start_cubes=1 1"), GAMES)
    assert (raised.value.line, raised.value.column) == (7, 10)
    assert raised.value.expected == "start_cubes= with green yellow blue"


def test_a_word_that_cannot_be_left_out_is_missed_by_name() -> None:
    """Where every word that an argument may be says something, the line without it is told which there are."""
    text = (FIXTURES.parent / "swordrion" / "SW-0.1-4-a-line-of-three.shinpan").read_text("utf-8")
    short = text.replace("p1 redraw card=004 cube=blue", "p1 redraw card=004")
    assert short != text
    with pytest.raises(transcript.TranscriptError, match="“redraw” says no “cube”") as raised:
        transcript.load(short, GAMES)
    assert (raised.value.line, raised.value.column) == (66, 4)
    assert raised.value.expected == "cube=green or cube=yellow or cube=blue"


def test_a_header_without_chance_or_with_a_short_seed_is_unreadable() -> None:
    """Either a seed of 32 bytes or outcomes must be told."""
    bare = "".join(row for row in HEADER.splitlines(True) if not row.startswith(("deck", "magic")))
    for header in (bare, bare.replace("--", "seed sha256ctr-1:00ff\n--")):
        with pytest.raises(transcript.TranscriptError, match="seed"):
            transcript.load(header, GAMES)


def test_what_cannot_be_judged_here_is_refused_as_the_referee_refuses_it() -> None:
    """Another edition, an unknown pack or digest: no error of reading."""
    for was, now, error in (
        ("edition 1.2", "edition 1.1", NotHere),
        ("pack house", "pack mine", NotHere),
        ("pack house", f"pack house {'0' * 64}", NotHere),
    ):
        with pytest.raises(error):
            transcript.load(HEADER.replace(was, now), GAMES)


def test_too_many_lines_are_refused_whole() -> None:
    """Nothing is read of a game longer than the limit."""
    with pytest.raises(transcript.TranscriptError, match=f"at most {MOST_ENTRIES} lines in a game"):
        read(*["p1 draw"] * (MOST_ENTRIES + 1))
    with pytest.raises(transcript.TranscriptError, match="characters"):
        transcript.load(HEADER + ";" * (4 << 20), GAMES)


def test_bytes_that_are_no_text_are_unreadable_at_their_line(tmp_path: Path) -> None:
    """A file that is not UTF-8 is refused at the line of its first wrong byte."""
    path = tmp_path / "latin.shinpan"
    path.write_bytes(b"shinpan 1\nplace M\xfcnchen\n--\n")
    with pytest.raises(transcript.TranscriptError) as error:
        transcript.load(path, GAMES)
    assert error.value.line == 2


# Words, quotations, claims.


@WIDE
@given(TEXT)
def test_any_text_can_be_written_as_a_word_as_words_and_as_a_comment(text: str) -> None:
    """What is written comes back as it was, plain where that is possible."""
    assert [token.text for token in Tokens(word(text), 1)._tokens] == [text]
    assert " ".join(token.text for token in Tokens(words(text), 1)._tokens) == text
    assert Tokens(f"p1 ; {comment(text)}", 1).comment == text
    assert "\n" not in word(text) + words(text) + comment(text)


class LatinNames(PackNames):
    """Names of two cards, in Latin letters."""

    def text(self, _: str, number: int) -> str:
        return f"{number:03}"

    def printed(self, _: str, number: int) -> str:
        return {1: "Amber", 2: "keep"}.get(number, "")

    def numbers(self, _: str, text: str) -> list[int]:
        return [number for number in (1, 2) if text in (self.text("", number), self.printed("", number))]

    def known(self, _: str) -> list[str]:
        return ["Amber", "keep"]


def test_names_in_claims_may_be_in_latin_letters() -> None:
    """Of cards and of players; a name that is a word of records too may be meant as either."""
    claiming = Claiming(GAMES["wars3x3"], LatinNames(), {"p1": 1, "p2": 2, "Anna": 2}, Work())

    def values(value: str) -> list[str]:
        return [claim.value for claim in claiming.meanings(StateClaim("hand[p1]", value))]

    assert values("Amber 002") == ["Amber 002", "001 002"]
    assert values("keep") == ["keep", "002"]
    assert values("Anna") == ["Anna", "p2"]
    assert values("002 p2 none") == ["002 p2 none"]


def test_a_claim_names_a_player_in_latin_letters() -> None:
    """As an action does, and a name that is another's is found out."""
    header = HEADER.replace("setup", "players Anna Bob\nsetup")
    right, wrong = (judged(read("Anna draw => drew card=020 seat=" + name, header=header)) for name in ("Anna", "Bob"))
    assert right.verdict is Verdict.INCOMPLETE, right.findings
    assert wrong.verdict is Verdict.CONTRADICTED


EVENT_CLAIMS = st.builds(
    EventClaim, TEXT, st.lists(st.tuples(TEXT | st.just(""), TEXT | st.just("015")), max_size=3).map(tuple)
)
CLAIMS = st.builds(StateClaim, TEXT | st.just("life[p2]") | st.just("sides[1].units[2].card"), TEXT) | EVENT_CLAIMS


@WIDE
@given(st.lists(CLAIMS, min_size=1, max_size=3))
@example([EventClaim("", ((".", "015"), ("", "015")))])
@example([EventClaim("damage", (("amount", ">"),))])
def test_any_claim_can_be_written(claims: list[Claim]) -> None:
    """Claims come back as they were, on an action's line and on a turn's."""
    spelled = ", ".join(map(spelled_claim, claims))
    assert list(game_line(f"p1 pass => {spelled} #0123abcd", 1).claims) == claims
    assert list(game_line(f"turn 3 {spelled}", 1).claims) == claims


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("life[p2]=26", StateClaim("life[p2]", "26")),
        ("units[p1]  =  026   040", StateClaim("units[p1]", "026 040")),
        ("sides[1].life = -2", StateClaim("sides[1].life", "-2")),
        ("turn = 5", StateClaim("turn", "5")),
        ("damage 15", EventClaim("damage", (("", "15"),))),
        ("damage amount = 15 seat=p2", EventClaim("damage", (("amount", "15"), ("seat", "p2")))),
        ("declared 040 [024 043]", EventClaim("declared", (("", "040"), ("", "024 043")))),
        ("declared cards=024 043 target=040", EventClaim("declared", (("cards", "024 043"), ("target", "040")))),
        ("blocked", EventClaim("blocked")),
    ],
)
def test_claims_as_people_write_them(text: str, claim: Claim) -> None:
    """State claims have a path and `=`, event claims a name and fields by place or by name."""
    assert game_line(f"p1 pass => {text} ; seen", 1).claims == (claim,)


def test_spacing_is_free() -> None:
    """Tabs, wide spaces, blank lines, carriage returns and a byte order mark change nothing."""
    plain = read("turn 1", "p1 draw", "p1 lay card=026")
    wide = transcript.load(
        "\ufeff"
        + HEADER.replace(" ", "\t ").replace("\n", "\r\n\r\n")
        + "turn\u30001\n\np1\u3000draw\np1 lay card = 026",
        GAMES,
    )
    assert acts(wide) == acts(plain)


@pytest.mark.parametrize("result", ["lost", "draw", "none"])
def test_a_result_may_be_nobodys(result: str) -> None:
    """All may have lost, or nobody may have won, or not yet; that is read, and it is wrong where somebody has won."""
    told = read("p1 resign", header=HEADER.replace("edition 1.2", f"edition 1.2\nresult {result}"))
    assert told.record.notes.result == result
    assert judged(told).verdict == Verdict.CONTRADICTED


def test_players_names_stand_for_seats() -> None:
    """Players may be called by their names in lines, claims and the result; two of one name may not."""
    named = HEADER.replace("edition 1.2", 'players 三品 "de Vries, A."\nresult 三品')
    loaded = read("turn 1 life[三品] = 30", "三品 draw => drew 020 三品", '"de Vries, A." resign', header=named)
    assert judged(loaded).verdict == Verdict.LEGAL
    assert loaded.record.notes.players == ("三品", "de Vries, A.")
    assert loaded.record.notes.result == "p1"
    alike = HEADER.replace("edition 1.2", "players 三品 三品")
    with pytest.raises(transcript.TranscriptError, match="nobody is called “三品”"):
        read("三品 draw", header=alike)
