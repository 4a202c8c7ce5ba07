"""The transcript: what can be read, what is left to the reader's good will, and that nothing is lost on the way."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.actions import END_TURN, Counter, Deploy, Lay, Magic, Remove, Spell
from shinpan_engine.kernel.chance import Stream, commitment
from shinpan_engine.kernel.errors import NotHere, NotSupported, TooLarge
from shinpan_engine.kernel.record import (
    MOST_ENTRIES,
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
from shinpan_engine.kernel.referee import verify
from shinpan_engine.kernel.report import Report, Verdict
from shinpan_service import transcript
from shinpan_service.transcript.claiming import spelled_claim
from shinpan_service.transcript.grammar import Tokens, comment, word, words
from shinpan_service.transcript.reading import game_line
from tests.random_games import WIDE, play, recorded, sealed, seeds, told

FIXTURES = Path(__file__).parents[2] / "fixtures" / "wars3x3"
PRINTED = FIXTURES / "printed-replay.shinpan"
AS_PRINTED = FIXTURES / "printed-replay-as-printed.shinpan"
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
"""Any text that can be written in UTF-8."""

HEADER = """shinpan 1
game wars3x3 beginner
edition 1.2
pack house
deck 026 027 028 029 040 047 014 036  007 016 017 018 024 025 005 034 045  020 033 037 042 009 043 031 046 035 …
magic A11 A04 A08 A14
setup first=p1
--
p1 start_territory cards=014 036 040
p1 keep_magic magics=A11
p2 start_territory cards=005 034 045
p2 keep_magic magics=A08
"""
"""A game with cards as the tests need them. Hands: p1 026 027 028 029 047, p2 007 016 017 018 024 025."""


def read(*lines: str, header: str = HEADER) -> transcript.Loaded:
    """The record of a game that goes on so."""
    return transcript.load(header + "\n".join(lines) + "\n", GAMES)


def acts(loaded: transcript.Loaded) -> list[object]:
    """What its entries say after the set-up."""
    return [entry.what for entry in loaded.record.entries][4:]


def judged(loaded: transcript.Loaded) -> Report:
    return verify(GAMES, loaded.record)


def noted(loaded: transcript.Loaded) -> str:
    return "\n".join(note.text for note in loaded.notes)


# Unreadable.


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "“shinpan 1”"),
        ("shinpan 2\n--\n", 1, 1, "“shinpan 1”"),
        ("; a remark\n\ngame wars3x3 beginner\n", 3, 1, "“shinpan 1”"),
        ("shinpan 1\ngame wars3x3 beginner\n", 2, 1, "“--” before the game"),
        (HEADER + "p1\n", 13, 3, "what the player does"),
        (HEADER + "p1 draw now\n", 13, 9, "an argument, name=value"),
        (HEADER + "p1 deploy card=026, 027\n", 13, 19, "the end of the line"),
        (HEADER + "p1 remove [target=016\n", 13, 22, "an argument, name=value"),
        (HEADER + "p1 draw #12ab\n", 13, 9, "# and 8 to 64 hex digits, in pairs"),
        (HEADER + "p1 draw #12345678 #12345678\n", 13, 19, "each hash once"),
        (HEADER + 'p1 draw ; fine\np1 "pass\n', 14, 4, "a closing quotation mark"),
        (HEADER + 'p1 remove "\\x"\n', 13, 11, "a text in quotation marks, escaped as in JSON"),
        (HEADER + "p1 draw =>\n", 13, 11, "a claim"),
        (HEADER + "p1 draw => drew [026\n", 13, 21, "“]”"),
        (HEADER + "turn soon\n", 13, 6, "the number of the turn"),
        (HEADER + "turn 1234567890\n", 13, 6, "the number of the turn"),
        (HEADER + "step 9.9\n", 13, 6, "1.1 or 2.1 or 2.2 or 3.1 or 3.2 or 3.3 or 4.1 or 4.2 or 5.1"),
        (HEADER + "p3 draw\n", 13, 1, "p1 or p2"),
        (HEADER + "p1 deploy unit=026\n", 13, 11, "card="),
        (HEADER + "p1 deploy card=026 card=027\n", 13, 20, "each argument once"),
        (HEADER + "p1 deploy card=026 027\n", 13, 20, "one value"),
        (HEADER + "p1 deploy card=\n", 13, 11, "one value"),
        (HEADER + "p1 deploy [target=026]\n", 13, 11, "card="),
        (HEADER + "p1 strengthen [target=026 with=027 veil=maybe]\n", 13, 41, "yes or no"),
        (HEADER + "p1 strengthen [target=026 with=027 as=three]\n", 13, 39, "a number"),
        (HEADER + "p1 choose attribute=purple\n", 13, 21, "none or fire or water or grass or sky"),
    ],
)
def test_unreadable_lines_are_told_by_place_and_by_what_was_expected(
    text: str, line: int, column: int, expected: str
) -> None:
    """What cannot be read is refused with its line, its column and what was expected there."""
    with pytest.raises(transcript.TranscriptError) as error:
        transcript.load(text, GAMES)
    assert (error.value.line, error.value.column, error.value.expected) == (line, column, expected)
    assert error.value.word == "unreadable"
    assert f"line {line}, column {column}: unreadable" in str(error.value)


@pytest.mark.parametrize(
    ("was", "now", "line", "column", "message"),
    [
        ("game wars3x3 beginner", "game chess beginner", 2, 6, "there is no game “chess”"),
        ("game wars3x3 beginner", "game wars3x3 expert", 2, 14, "wars3x3 has no mode “expert”"),
        ("game wars3x3 beginner", "edition 1.2", 3, 1, "“edition” stands twice"),
        ("pack house", "pack house 12ab", 4, 12, "found “12ab”"),
        ("pack house", "place home", 8, 1, "the header has no “pack”"),
        ("magic A11", "magic A99", 6, 7, "found “A99”"),
        ("magic A11", "majic A11", 6, 7, "found “A11”"),
        ("magic A11", "deck A11", 6, 1, "found “deck”"),
        ("magic A11", "魔法 A11", 6, 1, "found “魔法”"),
        ("setup first=p1", "setup veil_bonus=cost", 7, 6, "a fact is missing"),
        ("setup first=p1", "place home", 8, 1, "the header has no “setup”"),
        ("setup first=p1", "setup first=p1 veil_bonus=none", 7, 16, "“veil_bonus” is stated at its default"),
        ("setup first=p1", "setup first=p1 veil_bonus=double", 7, 27, "“veil_bonus” is “double”"),
        ("setup first=p1", "setup first=p1 speed=high", 7, 16, "“setup” takes no “speed”"),
        ("setup first=p1", "setup first=p3", 7, 6, "a fact of the set-up names nothing"),
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


def test_a_header_without_chance_or_with_a_short_seed_is_unreadable() -> None:
    """Either a seed of 32 bytes or outcomes must be told."""
    bare = "".join(row for row in HEADER.splitlines(True) if not row.startswith(("deck", "magic")))
    for header in (bare, bare.replace("--", "seed sha256ctr-1:00ff\n--")):
        with pytest.raises(transcript.TranscriptError, match="seed"):
            transcript.load(header, GAMES)


def test_what_cannot_be_judged_here_is_refused_as_the_referee_refuses_it() -> None:
    """A mode that is only mentioned, another edition, an unknown pack or digest: no error of reading."""
    for was, now, error in (
        ("beginner", "advanced", NotSupported),
        ("edition 1.2", "edition 1.1", NotHere),
        ("pack house", "pack mine", NotHere),
        ("pack house", f"pack house {'0' * 64}", NotHere),
    ):
        with pytest.raises(error):
            transcript.load(HEADER.replace(was, now), GAMES)


def test_too_many_lines_are_refused_whole() -> None:
    """Nothing is read of a game longer than the limit."""
    with pytest.raises(TooLarge):
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


# Import is lenient.

OPENING = (
    "turn 1",
    "p1 lay card=020",
    "p1 deploy card=占欲の魔女:草",
    "turn 2",
    "p2 lay card=033",
    "turn 3",
    "p1 lay card=037",
    "p1 deploy card=突撃兵:草",
    "turn 4",
    "p2 lay card=042",
    "turn 5",
    "p1 deploy card=突撃兵:草",
    "turn 6",
)
"""Up to the start of p2's third turn: 026, 027 and 028 lie on p1's field."""


def test_what_is_left_out_is_filled_in_with_a_note() -> None:
    """Passes and forced actions may be left out; each place where they were has a note with their number."""
    loaded = read("turn 1", "p1 lay card=020", "p1 deploy card=026", "turn 2")
    whole = ["draw", "pass", "pass", "end_combat", "lay card=020", "deploy card=026", "end_turn"]
    written = read("turn 1", *(f"p1 {line}" for line in whole), "turn 2")
    assert acts(loaded) == acts(written)
    assert [note.text for note in loaded.notes if "left out" in note.text] == [
        "4 left out and filled in: p1 draw, p1 pass, p1 pass, p1 end_combat",
        "1 left out and filled in: p1 end_turn",
    ]
    assert [(note.where.entry, note.where.line) for note in loaded.notes if "left out" in note.text] == [
        (6, 14),
        (12, 16),
    ]
    assert "left out" not in noted(written)


def test_names_are_resolved_among_what_the_action_can_mean() -> None:
    """Of two cards of a name the legal one; of two that are the same the lowest, with a note."""
    loaded = read(*OPENING)
    assert judged(loaded).verdict == Verdict.INCOMPLETE
    deployed = [what.what.card for what in acts(loaded) if isinstance(what, Action) and isinstance(what.what, Deploy)]
    assert deployed == [26, 27, 28]
    assert "2 cards fit and are interchangeable: p1 deploy card=027 is taken" in noted(loaded)
    assert noted(loaded).count("interchangeable") == 1
    assert "3 cards are not given by their full number" in noted(loaded)


def test_targets_that_are_the_same_are_interchangeable() -> None:
    """Two units of one name to which the same happened: the lower is taken."""
    loaded = read(*OPENING, "p2 remove [target=突撃兵:草 with=突撃兵:水]")
    assert acts(loaded)[-1] == Action(2, Remove([Spell(27, [16])]))


def test_targets_that_differ_are_ambiguous() -> None:
    """Two units of one name under different spells are not the same: the candidates are told."""
    lines = (*OPENING, "p2 remove [target=027 with=016] [target=028 with=007]")
    with pytest.raises(transcript.Ambiguous) as error:
        read(*lines, "p1 counter [target=突撃兵:草 with=呪文砕き]")
    assert error.value.line == len(HEADER.splitlines()) + len(lines) + 1
    assert error.value.word == "ambiguous"
    assert error.value.candidates == (
        "p1 counter [target=027 with=047] (突撃兵:草, 呪文砕き)",
        "p1 counter [target=028 with=047] (突撃兵:草, 呪文砕き)",
    )
    assert acts(read(*lines, "p1 counter [target=028 with=呪文砕き]"))[-1] == Action(1, Counter([Spell(28, [47])]))


def test_lists_may_come_in_any_order() -> None:
    """Lists are put in order, with a note; a number declared for 調律 keeps with its card."""
    tuned = HEADER.replace("deck 026 027 028 029 040", "deck 045 046 028 029 040").replace("005 034 045", "005 034 026")
    tuned = tuned.replace("031 046", "031 027")
    loaded = read(
        "turn 1", "p1 lay card=020", "p1 deploy card=028",
        header=tuned.replace("p1 start_territory cards=014 036 040", "p1 start_territory cards=040 014 036"),
    )  # fmt: skip
    assert loaded.record.entries[0].what.what.cards == [14, 36, 40]
    assert "its lists are put in ascending order" in noted(loaded)
    both = read(
        "turn 1", "turn 2", "p2 lay card=024", "p2 deploy card=025", "turn 3",
        "p1 remove [target=025 with=046 045 as=2 1]",
        header=tuned,
    )  # fmt: skip
    assert acts(both)[-1] == Action(1, Remove([Spell(25, [45, 46], [1, 2])]))
    two = read(*OPENING, "p2 remove [with=007 target=028] [with=016 target=027]")
    assert acts(two)[-1] == Action(2, Remove([Spell(27, [16]), Spell(28, [7])]))


def test_nothing_is_filled_in_across_the_next_turn_that_is_named() -> None:
    """An entry that is asked for only after the next turn line is judged where it stands."""
    loaded = read("turn 1", "p1 draw", "p2 lay card=024", "turn 2")
    assert acts(loaded)[2] == Action(2, Lay(24))
    report = judged(loaded)
    assert (report.verdict, report.findings[0].clauses[0]) == (Verdict.ILLEGAL, "W3-1.0-6")
    assert "left out" not in noted(read("turn 1", "p1 draw", "p2 lay card=024"))
    free = read("p1 draw", "p2 lay card=024")
    assert acts(free)[-1] == Action(2, Lay(24))
    assert judged(free).verdict == Verdict.INCOMPLETE


def test_nothing_is_filled_in_across_the_next_step_that_is_named() -> None:
    """An entry that is asked for only after the next step line is judged where it stands."""
    loaded = read("turn 1", "p1 draw", "p1 lay card=020", "step 2.2", "p1 deploy card=026")
    assert judged(loaded).verdict == Verdict.ILLEGAL
    assert judged(loaded).actions_replayed == 5
    assert judged(read("turn 1", "p1 draw", "step 2.2", "p1 lay card=020", "p1 deploy card=026")).verdict == (
        Verdict.INCOMPLETE
    )


def test_a_turn_that_cannot_be_reached_changes_nothing() -> None:
    """Filling in stops where no silence is understood: in the set-up nothing is made up."""
    start = HEADER.replace("p2 keep_magic magics=A08\n", "")
    loaded = read("turn 1", "p1 draw", header=start)
    assert [entry.what for entry in loaded.record.entries[3:]] == [Marker(1), Action(1, GAME.acts[1]())]
    report = judged(loaded)
    assert report.verdict == Verdict.CONTRADICTED
    assert "turn 1 here, but it is turn 0" in report.findings[0].message


@pytest.mark.parametrize("turn", [1, 3, 4, 99])
def test_a_wrong_turn_is_told(turn: int) -> None:
    """A turn line that names another turn than it is contradicts the game; no turn is made up to suit it."""
    report = judged(read("turn 1", "p1 lay card=020", "turn 2", f"turn {turn}" if turn != 3 else "p2 draw\nturn 4"))
    assert report.verdict == Verdict.CONTRADICTED
    assert report.findings[0].differences[0].path == "turn"
    assert report.findings[0].differences[0].computed == "2"


def test_a_step_line_fills_up_to_the_end_of_its_step() -> None:
    """Its claims hang on the action that ends the step, whether that was written or filled in."""
    silent = read(*OPENING[:8], "turn 4", "turn 5", "step 3.2 => power 9 0, damage 9")
    assert judged(silent).verdict == Verdict.INCOMPLETE
    assert silent.record.entries[-1].claims == (
        EventClaim("power", (("", "9"), ("", "0"))), EventClaim("damage", (("", "9"),)),
    )  # fmt: skip
    said = read(
        *OPENING[:8], "turn 4", "turn 5", "p1 attack", "p1 end_combat", "step 3.2 => damage 9 #00000000 ; told later"
    )
    attack = said.record.entries[-2]
    assert (attack.claims, attack.state_hash) == ((EventClaim("damage", (("", "9"),)),), bytes(4))
    assert attack.comment == "told later"
    ended = read("turn 1", "p1 end_turn", "step 5.1 => turn_ended 1")
    assert judged(ended).verdict == Verdict.INCOMPLETE
    assert ended.record.entries[-1].claims


def test_a_step_that_the_turn_does_not_come_to_contradicts() -> None:
    """Without a unit there is no attack: a line for it is told so, and nothing is filled in for it."""
    loaded = read("turn 1", "step 3.2 => blocked", "p1 end_turn", "step 3.3 => blocked")
    report = judged(loaded)
    assert report.verdict == Verdict.CONTRADICTED
    first = report.findings[0].differences[0]
    assert (first.path, first.recorded, first.computed) == ("step", "attack", "draw")
    assert acts(loaded)[-1] == Unresolved(0, "step", "3.3")
    assert report.actions_replayed == 4


def test_claims_may_name_cards_and_players() -> None:
    """A name in a claim stands for the card it fits, also where several cards have it."""
    loaded = read(
        "turn 1",
        "p1 draw => drew 龍王妃:水",
        "p1 lay card=020",
        "turn 2 territory[p1] = 014 龍王妃:水 先行打撃兵:天 突撃兵:天",
    )
    assert judged(loaded).verdict == Verdict.INCOMPLETE
    assert acts(loaded)[1] == Action(1, GAME.acts[1]())
    assert loaded.record.entries[-1].claims == (StateClaim("territory[p1]", "014 020 036 040"),)
    twins = (*OPENING, "p2 remove [target=027 with=016] [target=028 with=007]")
    both = read(*twins, "p1 pass => destroyed 突撃兵:草, destroyed 突撃兵:草, discarded 王")
    assert both.record.entries[-1].claims[:2] == (
        EventClaim("destroyed", (("", "027"),)), EventClaim("destroyed", (("", "028"),)),
    )  # fmt: skip
    past = (*twins, "p1 pass", "p2 pass", "step 2.1 => destroyed 突撃兵:草")
    with pytest.raises(transcript.Ambiguous, match="destroyed 027; destroyed 028"):
        read(*past)


def test_a_name_that_fits_no_card_there_is_left_to_the_referee() -> None:
    """Neither unreadable nor ambiguous: the clause, and what would have been legal. What follows is kept as it is."""
    loaded = read(
        "turn 1", "p1 deploy card=突撃兵:炎", "p1 end_turn", "turn 2", "p2 deploy card=突撃兵", "step 3.2 => blocked"
    )
    assert acts(loaded)[-4:] == [
        Action(1, END_TURN), Marker(2), Unresolved(2, "deploy", "card=突撃兵"), Unresolved(0, "step", "3.2"),
    ]  # fmt: skip
    assert judged(loaded).verdict == Verdict.ILLEGAL
    nowhere = judged(read("turn 1", "p1 deploy card=重装歩兵:水"))
    assert nowhere.findings[0].clauses == ("W3-4.2-2",)
    assert nowhere.findings[0].submitted == "p1 deploy card=重装歩兵:水"
    assert "p1 pass" in nowhere.findings[0].legal
    assert judged(read("turn 1", "p1 deploy card=竜騎士")).verdict == Verdict.MALFORMED
    assert judged(read("turn 1", "p1 summon card=026")).verdict == Verdict.MALFORMED


def test_of_several_cards_none_of_which_is_legal_the_one_at_hand_is_meant() -> None:
    """The clause that is cited is the one the player broke, not that some other card of the name lies elsewhere."""
    report = judged(read("turn 1", "p1 deploy card=突撃兵:草"))
    assert report.findings[0].clauses[0] == "W3-4.2-4"
    gone = judged(read(*OPENING, "turn 7", "p1 deploy card=突撃兵:草"))
    assert (gone.verdict, gone.findings[0].clauses[0]) == (Verdict.ILLEGAL, "W3-4.2-2")


def test_chance_that_does_not_carry_the_game_is_undecidable_from_there() -> None:
    """An outcome that stops too early: at the deal, or at a draw that was left out; the rest is kept."""
    short = HEADER.replace("020 033 037 042 009 043 031 046 035 …", "020 …")
    loaded = read("turn 1", "turn 2", "p2 lay card=024", "step 4.1 => laid", header=short)
    report = judged(loaded)
    assert (report.verdict, report.actions_replayed) == (Verdict.UNDECIDABLE, 11)
    assert acts(loaded)[-2:] == [Action(2, Lay(24)), Unresolved(0, "step", "4.1")]
    none = HEADER.replace("deck 026 027 028 029 040 047 014 036", "deck 026 … ;")
    assert judged(read("turn 1", "p1 draw", header=none)).verdict == Verdict.UNDECIDABLE


# Export is canonical.


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
            assert transcript.load(transcript.dump(loaded.record, GAMES), GAMES) == loaded
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


@WIDE
@given(st.sampled_from([PRINTED, AS_PRINTED]), MUTATIONS)
def test_any_text_is_read_or_refused(path: Path, changes: list[tuple[int, str, str]]) -> None:
    """A mutated transcript is refused in the known ways, or is a record with one canonical spelling."""
    text = path.read_text("utf-8")
    for place, how, new in changes:
        at = place * len(text) // 10_000
        cut = text[at : at + 7]
        text = text[:at] + {"del": "", "dup": cut + cut, "put": cut + new}[how] + text[at + 7 :]
    try:
        loaded = transcript.load(text, GAMES)
    except (transcript.TranscriptError, NotHere, NotSupported):
        return
    canonical = transcript.dump(loaded.record, GAMES)
    assert transcript.dump(transcript.load(canonical, GAMES).record, GAMES) == canonical
    assert verify(GAMES, transcript.load(canonical, GAMES).record).verdict == judged(loaded).verdict


# The printed replay.


@pytest.mark.clause(
    *(f"W3-R-{n:02}" for n in range(1, 13)), "W3-E-04", "W3-E-05", "W3-E-06", "W3-E-07", "W3-E-08", "W3-E-09",
    "W3-E-12", "W3-E-14",
)  # fmt: skip
def test_the_printed_replay_is_legal_with_every_printed_number() -> None:
    """Manual 3's replay, its misprints put right: all 14 turns, every life, damage and power as printed."""
    loaded = transcript.load(PRINTED, GAMES)
    report = judged(loaded)
    assert (report.verdict, report.findings) == (Verdict.LEGAL, ())
    assert report.result is not None
    assert (report.result.winners, report.result.reason) == ((2,), "life")
    assert loaded.record.notes.result == "p2"
    claims = [claim for entry in loaded.record.entries for claim in entry.claims]
    heads = [entry for entry in loaded.record.entries if isinstance(entry.what, Marker)]
    assert [head.what.turn for head in heads] == list(range(1, 15))
    lives = [" ".join(claim.value for claim in head.claims) for head in heads]
    assert lives == ["30 30"] * 3 + ["30 26"] * 5 + ["30 22"] * 2 + ["18 14", "18 8", "13 8", "13 8"]
    damages = [c.arguments[0][1] for c in claims if isinstance(c, EventClaim) and c.name == "damage"]
    assert damages == ["4", "4", "8", "12", "6", "5", "15"]
    assert sum(isinstance(c, EventClaim) and c.name == "blocked" for c in claims) == 6
    assert EventClaim("power", (("", "21"), ("", "6"))) in claims


def test_every_claim_of_the_printed_replay_is_compared() -> None:
    """Whichever printed number is changed, the referee contradicts it at its line."""
    rows = PRINTED.read_text("utf-8").splitlines()
    changed = 0
    for at, row in enumerate(rows):
        head, sign, _ = row.partition(";")
        for was, now in (("damage ", "damage 1"), ("= ", "= 1"), ("power 2", "power 3"), ("raised 3", "raised 4")):
            if was in head and (head.startswith("turn") or "=>" in head):
                text = "\n".join([*rows[:at], head.replace(was, now, 1) + sign, *rows[at + 1 :]])
                report = judged(transcript.load(text, GAMES))
                assert report.verdict == Verdict.CONTRADICTED, row
                assert report.findings[0].where.line == at + 1 or row.startswith("step"), row
                changed += 1
    assert changed == 14 + 7 + 3 + 1 + 2


@pytest.mark.clause("W3-E-04", "W3-4.2-2")
def test_the_replay_as_printed_is_illegal_in_turn_4() -> None:
    """The card it names is in no hand: the clause is cited, and what was legal."""
    report = judged(transcript.load(AS_PRINTED, GAMES))
    finding = report.findings[0]
    assert (report.verdict, finding.seat, finding.clauses) == (Verdict.ILLEGAL, 2, ("W3-4.2-2",))
    assert finding.submitted == "p2 deploy card=重装歩兵:水"
    assert "p2 deploy card=016" in finding.legal
    row = AS_PRINTED.read_text("utf-8").splitlines()[finding.where.line - 1]
    assert "card=重装歩兵:水" in row


def test_the_two_printed_replays_differ_in_one_card() -> None:
    """All but one line of the two fixtures is the same."""
    rows = [path.read_text("utf-8").splitlines() for path in (PRINTED, AS_PRINTED)]
    different = [pair for pair in zip(*rows, strict=True) if pair[0] != pair[1]]
    assert [row.partition(";")[0].split() for row in different[0]] == [
        ["相楽", "deploy", "card=突撃兵:水"], ["相楽", "deploy", "card=重装歩兵:水"],
    ]  # fmt: skip
    assert len(different) == 1
