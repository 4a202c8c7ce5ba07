"""The transcript: what is left to the reader's good will, each time with a note."""

import pytest

from shinpan_engine.games.anoare.table.actions import Pay, Use
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import DRAW, END_TURN, Choose, Counter, Deploy, Lay, Remove, Spell
from shinpan_engine.kernel.judging.record import Action, EventClaim, Marker, StateClaim, Unresolved
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import Telling, sentence
from shinpan_engine.kernel.play.decisions import Ask
from shinpan_records import transcript
from shinpan_records.transcript.filling import left_to_silence
from shinpan_records.transcript.resolving import tidy

from ..kernel.toy import BidDecision, Keep, KeepDecision
from .transcripts import FIXTURES, HEADER, OPENING, acts, judged, noted, read

PRINTED_CHAINS = FIXTURES / "W3-2.3-19-chains-written-one-by-one.shinpan"


def test_what_is_left_out_is_filled_in_with_a_note() -> None:
    """Passes and forced actions may be left out; each place where they were has a note with their number."""
    loaded = read("turn 1", "p1 lay card=020", "p1 deploy card=026", "turn 2")
    whole = ["draw", "pass", "pass", "end_combat", "lay card=020", "deploy card=026", "end_turn"]
    written = read("turn 1", *(f"p1 {line}" for line in whole), "turn 2")
    assert acts(loaded) == acts(written)
    assert [str(note.text) for note in loaded.notes if "left out" in str(note.text)] == [
        "turn 1: 5 left out and filled in: p1 draw, p1 pass, p1 pass, p1 end_combat, p1 end_turn",
    ]
    assert [(note.where.entry, note.where.line) for note in loaded.notes if "left out" in str(note.text)] == [
        (6, 14),
    ]
    assert "left out" not in noted(written)


def test_the_past_tense_of_a_verb_is_read_as_the_verb() -> None:
    """People note what was done. Each word has one note; known lines have it too, and a word for something else is
    still unknown."""
    lines = ["turn 1", "p1 drew", "p1 laid card=020 => laid 020", "p1 deployed card=026", "turn 2", "p2 drew"]
    told = ["“drew” is read as “draw”", "“laid” is read as “lay”", "“deployed” is read as “deploy”"]
    for _ in range(2):
        loaded = read(*lines)
        assert acts(loaded) == acts(
            read(*(line.replace("drew", "draw").replace("deployed", "deploy") for line in lines))
        )
        assert [str(note.text) for note in loaded.notes if "is read as" in str(note.text)] == told
        assert [note.where.line for note in loaded.notes if "is read as" in str(note.text)] == [14, 15, 16]
    assert read("turn 1", "p1 conjured card=020").record.entries[-1].what == Unresolved(1, "conjured", "card=020")


def test_a_wrong_argument_of_a_past_verb_is_told_as_that_of_the_verb() -> None:
    """The form that it has is told."""
    with pytest.raises(transcript.TranscriptError, match="expected “lay card="):
        read("turn 1", "p1 drew", "p1 laid unit=020")


TWO_ARMS = (FIXTURES / "W3-M0-6-nothing-comes-in-between.shinpan").read_text("utf-8").partition("turn 1")[0]
"""Set up with 双腕, which strengthens two units, for p1."""


def test_the_one_thing_that_can_be_done_is_filled_in() -> None:
    """A text that asks for two units takes the only one there is without a line; known lines come to the same. Where
    every decision is written it is missing."""
    lines = ("turn 1", "p1 deploy card=024", "turn 2", "p2 deploy card=034", "turn 3", "p1 magic magic=A12", "p1 draw")
    for _ in range(2):
        loaded = read(*lines, header=TWO_ARMS)
        assert acts(loaded)[-2:] == [Action(1, Choose([24])), Action(1, DRAW)]
        assert judged(loaded).verdict is Verdict.INCOMPLETE
        assert noted(loaded).endswith("turn 3: 1 left out and filled in: p1 choose cards=024")
    (finding,) = judged(read(*lines, header=TWO_ARMS.replace("--\n", "decisions all\n--\n"))).findings
    assert finding.verdict is not Verdict.INCOMPLETE


@pytest.mark.parametrize("following", ["p1 end_turn", "turn 4", "p1 pass"])
@pytest.mark.parametrize("enemy", [(), ("p2 deploy card=034",)])
def test_a_choice_of_several_cards_is_asked(enemy: tuple[str, ...], following: str) -> None:
    """Of two units there both are taken, and still it has to be written which."""
    own = ("turn 3", "p1 deploy card=036", "p1 magic magic=A12")
    loaded = read("turn 1", "p1 deploy card=024", "turn 2", *enemy, *own, following, header=TWO_ARMS)
    (finding,) = judged(loaded).findings
    assert finding.legal == ("p1 choose cards=024 036", "p1 resign")
    assert "choose" not in noted(loaded)


def test_silence_answers_for_the_seat_that_goes_on_to_act() -> None:
    """Of two that may be silent the one is taken whose line comes next, of a simultaneous choice always the first."""
    number, first, second = BidDecision(1), KeepDecision(2), KeepDecision(3)
    apart, at_once = Ask((number, first, second)), Ask((first, second), (Keep,))
    assert [left_to_silence(apart, seat) for seat in (1, 2, 3)] == [first, first, second]
    assert [left_to_silence(at_once, seat) for seat in (2, 3)] == [first, first]
    assert left_to_silence(Ask((number,)), 1) is None


def test_a_deployment_is_passed_on_to_the_step_where_it_is_legal() -> None:
    """Before the combat only a unit with 速攻 may come in: another one, written without any pass, waits for 4.2; where
    the next line is of the combat it stands before that, and is refused."""
    record = (FIXTURES / "W3-S1.6-4-haste.shinpan").read_text("utf-8")
    opening = record[: record.index("turn 5")]
    loaded = transcript.load(f"{opening}turn 5\np1 deploy card=001\n", GAMES)
    assert verify(GAMES, loaded.record).verdict == Verdict.INCOMPLETE
    assert "3 left out and filled in: p1 draw, p1 pass, p1 pass" in noted(loaded)
    assert "it fits in step 2.2 and in 4.2: 2.2 is taken" in noted(loaded)
    plain = opening.replace("p1 lay card=016\np1 deploy card=003", "p1 lay card=016")
    loaded = transcript.load(f"{plain}turn 5\np1 deploy card=003\n", GAMES)
    assert verify(GAMES, loaded.record).verdict == Verdict.INCOMPLETE
    assert "it fits in" not in noted(loaded)
    refused = transcript.load(f"{plain}turn 5\np1 deploy card=003\nstep 3.1\n", GAMES)
    (finding,) = verify(GAMES, refused.record).findings
    assert finding.clauses[0] == "W3-S1.6-5"


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
    assert error.value.key == "transcript.ambiguous"
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
    assert "turn 1 here, but it is turn 0" in str(report.findings[0].message)


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


def test_rounds_are_heads_where_a_game_counts_them() -> None:
    """ソードリオン is written with rounds for heads, which may be called turns; 3x3Wars has no round lines."""
    text = (FIXTURES.parent / "swordrion" / "SW-5.1-4-what-is-left-over.shinpan").read_text("utf-8")
    rounds = text.replace("\nturn ", "\nround ")
    record = transcript.load(rounds, GAMES).record
    assert record == transcript.load(text, GAMES).record
    written = transcript.dump(record, GAMES)
    assert [line for line in written.splitlines() if line.startswith(("turn", "round"))] == [
        "round 1",
        "round 2",
        "round 3",
    ]
    wrong = verify(GAMES, transcript.load(rounds.replace("\nround 2\n", "\nround 3\n"), GAMES).record).findings[0]
    said = "the record says round 3 here, but it is round 2: p1 has to decide before (lay)"
    assert str(wrong.message) == said
    assert [difference.path for difference in wrong.differences] == ["round"]
    with pytest.raises(transcript.TranscriptError, match="“round” is no head in a record of wars3x3") as raised:
        read("round 1")
    assert (raised.value.column, raised.value.expected) == (1, "“turn”")


def test_where_a_state_says_its_step_is_the_games_affair() -> None:
    """In ソードリオン, where every participant has a step, what contradicts is the phase."""
    text = (FIXTURES.parent / "swordrion" / "SW-5.1-4-what-is-left-over.shinpan").read_text("utf-8")
    begun, _, _ = text.partition("p1 use card=001")
    report = verify(GAMES, transcript.load(f"{begun}step 7\n", GAMES).record)
    (difference,) = report.findings[0].differences
    assert report.verdict is Verdict.CONTRADICTED
    assert (difference.path, difference.recorded, difference.computed) == ("phase", "auto_battlers", "battle")


def test_a_step_that_the_turn_does_not_come_to_contradicts() -> None:
    """Without a unit there is no attack: a line for it is told so, and nothing is filled in for it."""
    loaded = read("turn 1", "step 3.2 => blocked", "p1 end_turn", "step 3.3 => blocked")
    assert "nobody is asked anything in “step 3.2” in this turn" in noted(loaded)
    report = judged(loaded)
    assert report.verdict == Verdict.CONTRADICTED
    first = report.findings[0].differences[0]
    assert (first.path, first.recorded, first.computed) == ("step", "attack", "draw")
    assert acts(loaded)[-1] == Unresolved(0, "step", "3.3")
    assert report.actions_replayed == 4


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["step result.1-2 => charged"], "says step result.1-2 here, but it is step cost.2: p1 has to decide before"),
        (["step result.1-2 => sides[1].zone[1].costs = 1"], "p1 has to decide before (declare)"),
    ],
    ids=["with an event that there is not", "with a path that there is not yet"],
)
def test_a_step_before_which_somebody_has_to_decide_says_who(lines: list[str], said: str) -> None:
    """With the question in words and what is legal; the record itself is judged alike."""
    text = (FIXTURES.parent / "anoare" / "AN-7.3-3-a-compulsory-effect-left-out.shinpan").read_text("utf-8")
    loaded = transcript.load(text.replace("turn 2\n", "\n".join([*lines, ""])), GAMES)
    for report in (loaded.judged().report(), verify(GAMES, loaded.record)):
        (finding,) = report.findings
        assert said in str(finding.message)
        assert (finding.seat, finding.clauses, finding.legal) == (1, ("AN-5.4b-3",), ("p1 use card=S7",))
    assert "実際は「ステップ コスト.2」です。先にp1が決めることがあります(効果の使用)" in transcript.message_told(
        finding.message, Telling("ja")
    )


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


@pytest.mark.parametrize(
    ("name", "verdict"),
    [("占欲の魔女:風", Verdict.MALFORMED), ("占欲の摩女:水", Verdict.MALFORMED), ("占欲の魔女:炎", Verdict.ILLEGAL)],
)
def test_a_slip_in_a_name_is_charged_to_no_player(name: str, verdict: Verdict) -> None:
    """An attribute that there is not, like a name that there is not, cannot be read, and what it may have been is told;
    a card that the pack does not have in that attribute is in no hand."""
    text = (
        (FIXTURES / "printed-replay.shinpan")
        .read_text("utf-8")
        .replace("deploy card=占欲の魔女:草", f"deploy card={name}")
    )
    (finding,) = transcript.judged(text, GAMES).report().findings
    assert (finding.verdict, bool(finding.clauses)) == (verdict, verdict is Verdict.ILLEGAL)
    assert "占欲の魔女" in sentence(finding.message, names=GAMES["wars3x3"].packs["print"].names)


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


@pytest.mark.clause("W3-2.3-19")
def test_an_outcome_that_is_told_short_has_a_note() -> None:
    """Unless `…` says that the rest is not known."""
    whole = HEADER.replace("046 035 …", "046 035")
    assert "“deck” has 26 of 40; where the rest is not known write … after it" in noted(read(header=whole))
    assert "“deck” tells" not in noted(read())


def test_chains_written_one_by_one_are_read_as_rounds() -> None:
    """The order in which a record writes its chains proves nothing: rounds and chains come to the same game."""
    one_by_one = PRINTED_CHAINS.read_text("utf-8")
    rounds = one_by_one.replace(
        "p1 counter [target=026 with=006]                       ; 4",
        "p1 counter [target=026 with=006] [target=036 with=004]",
    ).replace("p1 counter [target=036 with=004]                       ; 2", "")
    loaded, asked = transcript.load(one_by_one, GAMES), transcript.load(rounds, GAMES)
    assert judged(loaded).last_link == judged(asked).last_link
    assert "read together" in noted(loaded)
    assert "read together" not in noted(asked)


def test_an_empty_target_is_refused_and_gathers_nothing() -> None:
    """A counter whose target is left empty is told by its place, with two chains open as well."""
    text = PRINTED_CHAINS.read_text("utf-8").replace("[target=036 with=004]", "[target= with=004]")
    with pytest.raises(transcript.TranscriptError, match="one value"):
        transcript.load(text, GAMES)


def test_a_complete_transcript_is_filled_in_by_no_step_line_either() -> None:
    """With every decision written, a step that is not over there is left to the referee."""
    loaded = read("turn 1", "step 2.2 => blocked", header=HEADER.replace("--", "decisions all\n--"))
    assert "left out" not in noted(loaded)
    assert judged(loaded).verdict == Verdict.MALFORMED
    assert str(judged(loaded).findings[0].message) == "“step 2.2” was not reached here"


def test_lists_whose_order_says_something_keep_it() -> None:
    """Costs are paid bottom first, so a payment is left as it is written; cards that are only a set are put in order,
    each with what is declared for it."""
    assert tidy(Pay([7, 3, 5])) == Pay([7, 3, 5])
    assert tidy(Use(21, 0, 1, [9, 8])) == Use(21, 0, 1, [9, 8])
    assert tidy(Remove([Spell(29, [46, 45], [2, 1]), Spell(7, [5, 4])])) == Remove(
        [Spell(7, [4, 5]), Spell(29, [45, 46], [1, 2])]
    )


def test_an_event_is_claimed_where_it_came() -> None:
    """In what was filled in before the line that claims it; what came nowhere stays with the line."""
    lines = [*OPENING[:-2], "p1 lay card=009 => drew 009"]
    loaded = read(*lines)
    (claiming,) = [entry.what for entry in loaded.record.entries if entry.claims]
    assert judged(loaded).verdict is Verdict.INCOMPLETE
    assert claiming == Action(1, DRAW)
    assert judged(read(*lines[:-1], "p1 lay card=009 => drew 001")).verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("line", "places"),
    [("p1 lay card=020", [(15, "4.2")]), ("turn 2", [(15, "4.2")]), ("turn 6", [(24, "4.2")])],
)
def test_an_event_claimed_at_the_wrong_line_is_told_where_it_came(line: str, places: list[tuple[int, str]]) -> None:
    """Nearest before that line or behind it; of what came nowhere there is no such note."""
    for claim, found in (("deployed seat=p1", places), ("deployed seat=p2", [])):
        loaded = read(*(f"{one} => {claim}" if one == line else one for one in OPENING))
        report = loaded.judged().report()
        told = [note.where for note in report.notes if "claims happened here" in str(note.text)]
        assert report.verdict is Verdict.CONTRADICTED
        assert [(where.line, where.printed_step) for where in told] == found
        assert loaded.judged().report().notes == report.notes


def test_of_two_places_as_near_the_first_is_told() -> None:
    """An event that came as many actions before a line as behind it is told where it came before."""
    loaded = read(
        "turn 1", "p1 lay card=020", "turn 2", "p2 lay card=033 => laid seat=p1", "turn 3", "p1 lay card=037", "turn 4"
    )
    told = [note.where for note in loaded.judged().report().notes if "claims happened here" in str(note.text)]
    assert [(where.line, where.turn) for where in told] == [(HEADER.count("\n") + 2, 1)]


def test_an_argument_that_can_be_nothing_else_may_be_left_out() -> None:
    """With one thing in range, whom an attack is for goes without saying; a note tells it. Numbers are 0, flags no."""
    path = FIXTURES.parent / "hackclad" / "HC-11.1-5-more-pollution-than-cards.shinpan"
    whole = path.read_text("utf-8").replace("decisions all\n", "")
    less = whole.replace("p1 use card=W01-04 facing=east targets=a4 #5245178b", "p1 use card=W01-04 facing=east")
    assert less != whole
    loaded = transcript.load(less, GAMES)
    meant = [entry.what for entry in transcript.load(whole, GAMES).record.entries]
    assert [entry.what for entry in loaded.record.entries] == meant
    assert "what is left out can be nothing else: p1 use card=W01-04 facing=east targets=a4 is taken" in noted(loaded)
    exact = transcript.load(less.replace("--\n", "decisions all\n--\n", 1), GAMES)
    assert judged(exact).verdict in (Verdict.ILLEGAL, Verdict.MALFORMED)
