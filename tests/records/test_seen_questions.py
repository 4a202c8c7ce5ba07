"""Records of what was seen, written by question and answer: what was shown to all is asked for where it was shown."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_engine.kernel.seen.search import judge
from shinpan_records import transcript
from shinpan_records.questions.opening import Wrong
from shinpan_records.questions.question import CHANCE, DECISION
from shinpan_records.questions.recorder import Recorder

languages = pytest.mark.parametrize("language", LANGUAGES)


DUEL = """shinpan 1
game anoare duel
pack house
players 青木 馬場
seen
setup characters=C1 C4 first_on_tie=p1
--
"""
BEGINNER = """shinpan 1
game wars3x3 beginner
pack house
players 青木 馬場
seen
setup first=p1
--
"""


def duel(language: Language, *lines: str) -> Recorder:
    """A duel of which only what all saw is written, after these lines."""
    recorder = Recorder.of_text(GAMES, DUEL, language)
    for line in lines:
        recorder.write(line)
    return recorder


def beginner(language: Language, *lines: str) -> Recorder:
    """A beginner game of which only what all saw is written, from the first turn on, after these lines."""
    recorder = Recorder.of_text(GAMES, BEGINNER, language)
    for line in ("start_territory ? ? ?", "keep_magic ?", "start_territory ? ? ?", "keep_magic ?", *lines):
        recorder.write(line)
    return recorder


@languages
def test_a_card_out_of_a_hidden_choice_is_asked_for_by_what_showed_it(language: Language) -> None:
    """Of two cards the one that is named lay open: it is noted on the line, and told in the story."""
    recorder = duel(language, "keep エイノアの忍耐", "keep ?")
    recorder.tell("エイノアの勇気")
    question = recorder.question()
    assert question.kind == CHANCE
    assert "馬場" in question.text
    told = recorder.tell("エイノアの慈悲")
    assert "エイノアの慈悲" in "".join(line.text for line in told)
    assert "エイノアの知恵" not in "".join(line.text for line in recorder.told)
    assert recorder.draft.text().endswith("p2 keep fragment=? => fragment_discarded fragment=F2 seat=p2\n")
    assert recorder.question().kind == DECISION
    recorder.back(1)
    assert "F2" not in recorder.draft.text()


@languages
def test_what_was_not_seen_is_not_asked_again(language: Language) -> None:
    """Who did not see a card says so once, even where passes are filled in afterwards."""
    recorder = duel(language, "keep エイノアの忍耐", "keep ?")
    recorder.tell("エイノアの勇気")
    recorder.tell("?")
    recorder.write("p1 set S2")
    assert recorder.question().kind == DECISION
    assert recorder.lines(2)[-1] == "p1 set card=S2"


def test_a_cost_that_nobody_had_seen_is_asked_for_when_it_is_turned_up() -> None:
    """A cost paid face down came up by no chance: whoever opens it is asked which card it is."""
    recorder = duel("ja", "p1 keep F4", "p2 keep F3")
    recorder.tell("F1")
    recorder.tell("F2")
    for line in (
        "p1 set S2",
        "p2 set S36",
        "p2 pay ? ?",
        "p2 use S36",
        "p1 pass",
        "p2 pass",
        "p1 open [skill=S36 position=1]",
    ):
        recorder.write(line)
    question = recorder.question()
    assert question.text == "馬場の道連れのコストカード1枚が表になった。 どのカードでしたか?"
    assert "投げ斧" in recorder.may_come()
    recorder.tell("投げ斧")
    assert recorder.draft.text().endswith("p1 open [skill=S36 position=1] => opened card=S35 seat=p2 ; 道連れ\n")
    assert judge(GAMES, transcript.load(recorder.draft.text(), GAMES).record).report.verdict is Verdict.INCOMPLETE
    recorder.back(len(recorder.draft.entries) - 1)
    recorder.write("p1 open [skill=S36 position=1]")
    recorder.tell("?")
    assert recorder.question().kind == DECISION


@languages
@pytest.mark.parametrize(
    "text", ["draw => drew 先行打撃兵", "p1 lay ? => hand[p1] = 先行打撃兵 ? ? ? ?", "lay 先行打撃兵"]
)
def test_a_name_of_several_cards_says_which_one_it_is(text: str, language: Language) -> None:
    """Where nobody knows who has which cards, any of them would do: the record would say a card that nobody named."""
    recorder = beginner(language)
    before = recorder.draft.text()
    with pytest.raises(Wrong) as wrong:
        recorder.write(text)
    for told in ("003", "011", "先行打撃兵:炎", "先行打撃兵:水"):
        assert told in str(wrong.value)
    assert recorder.draft.text() == before
    recorder.write("draw => drew 先行打撃兵:水")
    assert recorder.lines(0)[-1] == "p1 draw"
    with pytest.raises(Wrong, match="003"):
        recorder.claim("drew 先行打撃兵")


@pytest.mark.parametrize(
    ("language", "text", "line"),
    [
        ("en", "? ? ?", "p1 start_territory cards=? ? ?"),
        ("ja", "? ? ?", "p1 start_territory cards=? ? ?"),
        ("en", "重装歩兵:草 ? ?", "p1 start_territory cards=024 ? ?"),
        ("ja", "青木 ? ? ?", "p1 start_territory cards=? ? ?"),
        ("en", "territory ? ? ?", "p1 start_territory cards=? ? ?"),
        ("ja", "領土 ? ? ?", "p1 start_territory cards=? ? ?"),
    ],
)
def test_cards_alone_answer_what_is_asked(language: Language, text: str, line: str) -> None:
    """Where cards have to be named, they may stand alone, behind words of the form, or behind the player."""
    recorder = Recorder.of_text(GAMES, BEGINNER, language)
    recorder.write(recorder.meant(text))
    assert recorder.lines(0) == [line]


@languages
def test_cards_alone_are_taken_only_where_one_thing_can_be_meant(language: Language) -> None:
    """A unit may be deployed or redeployed: that has to be said. What names no card is no answer to a form."""
    recorder = beginner(language, "draw", "pass", "pass", "end_combat", "pass")
    assert recorder.meant("先行打撃兵:水") == ""
    assert recorder.meant("nonsense") == ""
    assert recorder.meant("deploy 先行打撃兵:水") == ""
    assert recorder.meant("馬場 火炎弾") == "p2 magic 火炎弾"


@languages
@pytest.mark.parametrize(
    "text",
    [
        "remove [target=先行打撃兵:水 with=のうなし腕力:水 のうなし腕力:天]",
        "remove [先行打撃兵:水 のうなし腕力:水 のうなし腕力:天]",
        "remove 先行打撃兵:水 のうなし腕力:水 のうなし腕力:天",
        "remove 先行打撃兵:水 with のうなし腕力:水 のうなし腕力:天",
        "除去 先行打撃兵:水 使用 のうなし腕力:水 のうなし腕力:天",
    ],
)
def test_the_arguments_of_a_group_may_go_without_names(text: str, language: Language) -> None:
    """Its names and its brackets may be missing, and a name may stand before its values without a sign."""
    recorder = beginner(language, "deploy 先行打撃兵:天", "p2 deploy 先行打撃兵:水", "p1 draw")
    recorder.write(text)
    assert recorder.lines(0)[-1] == "p1 remove [target=011 with=018 043]"


@languages
def test_a_part_of_a_name_is_enough_if_only_one_card_has_it(language: Language) -> None:
    """In a line, alone, and where what came up is asked for."""
    recorder = duel(language, "keep 忍耐")
    recorder.write(recorder.meant("?"))
    recorder.tell("勇気")
    recorder.tell("慈悲")
    for told in ("fragment ? F1\n", "p1 keep fragment=F4", "p2 keep fragment=? => fragment_discarded fragment=F2"):
        assert told in recorder.draft.text()
    with pytest.raises(Wrong):
        beginner(language, "deploy 兵")


@languages
def test_what_is_refused_without_proof_says_first_what_is_wrong(language: Language) -> None:
    """How many cards are wanted stands before what the referee has not tried."""
    recorder = Recorder.of_text(GAMES, BEGINNER, language)
    with pytest.raises(Wrong) as wrong:
        recorder.write("start_territory ? ?")
    assert "3" in str(wrong.value)[:30]
    assert "search.limit" not in str(wrong.value)


@languages
@pytest.mark.parametrize("text", ["draw 突撃兵:天", "remove 先行打撃兵:水 nothing=", "ドロー 突撃兵:天"])
def test_a_line_that_cannot_be_read_is_answered_with_its_form(text: str, language: Language) -> None:
    """How it is written, and where what was seen of it goes."""
    recorder = beginner(language)
    with pytest.raises(Wrong) as wrong:
        recorder.write(text)
    assert "=>" in str(wrong.value)
    recorder.write("ドロー => 引いた 突撃兵:天")
    assert recorder.draft.text().endswith("p1 draw => drew 040\n")


@languages
def test_what_is_asked_for_comes_before_what_may_be_done_at_any_time(language: Language) -> None:
    """A `?` where costs are asked for is a cost, and no fragment that may be turned up at any time."""
    recorder = duel(language, "keep F4", "keep ?")
    recorder.tell("F1")
    recorder.tell("?")
    recorder.write("p1 set S2")
    assert recorder.meant("?") == "p2 set ?"
    for line in ("p2 set S36", "go_on"):
        recorder.write(line)
    assert recorder.meant("? ?") == "p2 pay ? ?"


@languages
def test_cards_that_several_players_may_use_need_the_player(language: Language) -> None:
    """A fragment may be turned up by both: the recorder does not choose one of them."""
    recorder = duel(language, "keep ?", "keep ?")
    recorder.tell("?")
    recorder.tell("?")
    before = recorder.draft.text()
    with pytest.raises(Wrong, match="忍耐"):
        recorder.meant("忍耐")
    assert recorder.draft.text() == before
    assert recorder.meant("馬場 忍耐") == "p2 turn_up 忍耐"


@languages
@pytest.mark.parametrize(("bare", "name"), [("redeploy", "giving"), ("deploy", "card"), ("magic", "magic")])
def test_an_action_without_its_cards_is_answered_with_its_form(bare: str, name: str, language: Language) -> None:
    """What all saw has to be named: the form says how, and nothing is written."""
    recorder = beginner(language, "draw", "pass", "pass", "end_combat", "pass")
    before = recorder.draft.text()
    said = {"giving": "手放す", "card": "カード", "magic": "魔法"}[name] if language == "ja" else name
    with pytest.raises(Wrong, match=f"{said}=…"):
        recorder.write(bare)
    assert recorder.draft.text() == before


@languages
def test_what_was_checked_twice_is_noted_once(language: Language) -> None:
    """The same number of the table, checked again, is right again and stands on the line once."""
    recorder = beginner(language, "draw")
    recorder.claim("life p1 30")
    recorder.claim("life p1 30")
    recorder.claim("life p2 30")
    assert recorder.draft.text().endswith("p1 draw => life[p1] = 30, life[p2] = 30\n")
