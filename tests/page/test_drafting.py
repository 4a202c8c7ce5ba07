"""The record that is written in the page: what is asked, what is shown, what is kept when something is wrong."""

import gc
import json
import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_engine.kernel.play.chance import Stream
from shinpan_records import transcript
from shinpan_records.page.drafting import Drafting
from shinpan_records.words.sentences import read
from shinpan_service.workbench.simulation import seed_of
from tests.records.asking import MODES, begun

MOST_ANSWERS = 2_000
FIRST_ANSWERS = 40
WHOLE = [
    ("wars3x3", "beginner"),
    ("anoare", "duel"),
    ("hackclad", "solo"),
    ("drive", "solo_partner"),
    ("swordrion", "solo"),
]
"""The shortest mode of each game: after each answer the page is told the whole text, which takes longer and longer."""
FIXTURES = Path(__file__).parents[2] / "fixtures"
RECORD = Path(__file__).parents[2] / "page" / "src" / "record"
languages = pytest.mark.parametrize("language", LANGUAGES)


class Page:
    """Somebody at the page, who answers at random and sees what it is told."""

    def __init__(self, text: str, language: Language = "en", number: int = 1) -> None:
        self._drafting, self.language = Drafting(GAMES), language
        self._dice = Stream(seed_of("page", number), "answers")
        self.now = self.did("load", text=text)

    def did(self, do: str, **what: Any) -> Any:
        """What the page is told when this is done; as JSON, as it is sent."""
        answer = json.loads(json.dumps(self._drafting.did({"do": do, "language": self.language, **what})))
        if "question" in answer:
            self.now = answer
        return answer

    def answer(self) -> None:
        """Gives one of the answers that are shown."""
        if (coming := self.now["coming"]) is not None:
            words = [one["word"] for one in coming["choices"]]
            self.did("type", text=" ".join(words[: coming["least"]]))
            return
        shown = self.now["answers"]["list"]
        fitting = [at for at, one in enumerate(shown, 1) if not one["line"].endswith("resign")]
        self.did("take", number=fitting[self._dice.below(len(fitting))])

    def until_over(self) -> None:
        for _ in range(MOST_ANSWERS):
            if self.now["question"]["kind"] == "over":
                return
            self.answer()


@pytest.mark.parametrize(("game", "mode"), MODES, ids=[mode for _, mode in MODES])
def test_a_game_of_any_mode_is_begun(game: str, mode: str) -> None:
    """Answers from the list lead on; the text is judged to be right as far as it goes, maybe up to an outcome that is
    asked next."""
    page = Page(begun(game, mode).draft.text())
    for _ in range(FIRST_ANSWERS):
        page.answer()
    report = transcript.judged(page.now["text"], GAMES).report()
    assert report.verdict in (Verdict.INCOMPLETE, Verdict.UNDECIDABLE)
    assert report.actions_total >= report.actions_replayed > FIRST_ANSWERS // 4
    assert page.now["over"] is None


@pytest.mark.parametrize(("game", "mode"), WHOLE, ids=[" ".join(names) for names in WHOLE])
def test_a_whole_game_is_written(game: str, mode: str) -> None:
    """Answers from the list lead to the end; the text is judged legal, with the link that the page shows."""
    page = Page(begun(game, mode).draft.text())
    page.until_over()
    report = transcript.judged(page.now["text"], GAMES).report()
    assert report.verdict is Verdict.LEGAL
    assert page.now["over"] == {"verdict": "legal", "actions": report.actions_replayed, "link": report.last_link.hex()}


@languages
def test_the_questions_before_a_game_lead_to_its_first_one(language: Language) -> None:
    """Each is answered by what is shown; what may be left out is left out."""
    drafting = Drafting(GAMES)
    asked = drafting.did({"do": "new", "language": language})
    while "opening" in asked:
        opening = asked["opening"]
        text = opening["choices"][0]["word"] if opening["needed"] else ""
        asked = drafting.did({"do": "answer", "language": language, "text": text})
    assert asked["question"]["kind"] == "chance"
    assert asked["text"].startswith("shinpan")
    assert asked["game"]["game"]["name"] == next(iter(GAMES))


def some(game: str = "wars3x3", mode: str = "beginner", answers: int = 30) -> Page:
    """A page at which some questions have been answered."""
    page = Page(begun(game, mode, chance="seed", seed=b"\x01" * 32).draft.text())
    for _ in range(answers):
        page.answer()
    return page


def test_the_story_that_is_sent_in_parts_is_the_whole_one() -> None:
    """What the page puts together after each answer is what it is told when it asks for all."""
    page = Page(begun("wars3x3", "beginner", chance="seed", seed=b"\x01" * 32).draft.text())
    story = page.now["story"]["lines"]
    for _ in range(30):
        page.answer()
        sent = page.now["story"]
        story = [*story[: sent["from"]], *sent["lines"]]
    assert story == page.did("show")["story"]["lines"]


def test_every_card_is_told_before_it_is_shown() -> None:
    """The cards sent so far have every card of the table, of the answers and of what may have come up."""
    page, known = Page(begun("hackclad", "solo").draft.text()), set[tuple[str, str]]()
    for _ in range(40):
        table = page.now["table"]
        for kind in ("cards", "names") if table else ():
            known |= {(name, number) for name, own in table[kind].items() for number in own}
        listed = (page.now["answers"] or {"list": []})["list"]
        things = [thing for one in listed for thing in one["things"]]
        things += [(one[0], one[1]) for one in page.now["marked"]]
        things += [one["thing"] for one in (page.now["coming"] or {"choices": []})["choices"]] if table else []
        assert {(name, str(number)) for name, number in things if name and name != "seat"} <= known
        page.answer()


def test_another_language_says_the_same_record() -> None:
    """The text changes its words, not what it means; questions before a game keep their answers."""
    page = some()
    english = page.now
    page.language = "ja"
    japanese = page.did("show")
    assert japanese["text"] != english["text"]
    assert transcript.judged(japanese["text"], GAMES).links.link == transcript.judged(english["text"], GAMES).links.link
    assert japanese["question"]["text"] != english["question"]["text"]
    drafting = Drafting(GAMES)
    for do, text in (("new", ""), ("answer", "3x3Wars"), ("answer", "beginner")):
        drafting.did({"do": do, "language": "en", "text": text})
    asked = drafting.did({"do": "show", "language": "ja"})
    assert asked["opening"]["given"] == ["wars3x3", "初級"]


def test_entries_are_taken_back() -> None:
    """One, several, all after an action; what was taken back can be written again."""
    page = some()
    texts = {page.now["entries"]: page.now["text"]}
    page.did("back", text="")
    assert page.now["entries"] == 29
    page.did("type", text="back 4")
    assert page.now["entries"] == 25
    page.did("until", number=10)
    assert page.now["entries"] == 10
    page.did("until", number=0)
    assert page.now["entries"] == 0
    page.did("load", text=texts[30])
    assert page.now["text"] == texts[30]


@languages
def test_what_is_wrong_leaves_the_record_as_it_was(language: Language) -> None:
    """A refusal has its clauses and what would be legal; a text that cannot be read its line and column; one that is
    against the rules its line and how much of it is right."""
    page = some()
    page.language = language
    text = page.did("show")["text"]
    seat = page.now["answers"]["list"][0]["line"].split()[0]
    refused = page.did("type", text=f"{seat} end_combat")["wrong"]
    assert refused["rules"]
    assert refused["counted"] >= len(refused["legal"]) > 0
    assert page.did("type", text="xyzzy")["wrong"]["rules"] == []
    assert page.did("take", number=99)["wrong"]
    unread = page.did("load", text=text + "p1 draw cards==\n")["unread"]
    assert (unread["line"], unread["column"] > 1) == (text.count("\n") + 1, True)
    broken = page.did("load", text=text + "p1 end_combat\n" * 2)["broken"]
    assert (broken["of"] - broken["entries"], broken["line"]) == (2, text.count("\n") + 1)
    assert page.did("show")["text"] == text
    page.did("load", text=text + "p1 end_combat\n" * 2, entries=broken["entries"])
    assert page.now["text"] == text


def test_a_text_that_was_changed_is_refused_with_the_names_of_its_cards() -> None:
    """As it is where it is judged, not with the numbers that a table has before the names are known."""
    page = some()
    text = page.did("show")["text"]
    seat = page.now["answers"]["list"][0]["line"].split()[0]
    page.language = "ja"
    (why,) = page.did("load", text=f"{text}{seat} 配備 カード=重装歩兵:\n").values()
    assert "重装歩兵:草(024)" in why["text"]


def test_a_card_may_be_written_as_it_is_spoken() -> None:
    """突撃兵の水 is 突撃兵:水; what is no card is told with those that may come up."""
    page = Page(begun("wars3x3", "beginner").draft.text(), "ja")
    while ":" not in page.now["coming"]["choices"][0]["about"]:
        page.answer()
    cards = page.now["coming"]
    names = [one["about"] for one in cards["choices"]]
    assert names[0] in page.did("type", text="なにか")["wrong"]["text"]
    spoken = [name.partition(" ")[0].replace(":", "の") for name in names[: cards["least"]]]
    assert page.did("type", text=" ".join(spoken))["entries"] is not None
    dealt = page.now["text"].partition("\n山札")[2]
    assert [one["word"] for one in cards["choices"]][: cards["least"]] == dealt.split()[: cards["least"]]


def test_something_else_is_tried_from_any_step() -> None:
    """What was done up to there is kept, also of a record that is against the rules later."""
    page = some()
    text, before = page.now["text"], page.now["table"]["state"]
    page.did("load", text=text + "p1 end_combat\n" * 2, step=12)
    assert page.now["entries"] == 12
    page.did("load", text=text, step=0)
    assert page.now["entries"] == 0
    page.did("load", text=text, step=30)
    assert page.now["table"]["state"] == before


def test_claims_and_notes_go_into_the_text() -> None:
    """A right number is kept with the entry it follows, a wrong one is refused with what is so."""
    page = some()
    life = page.now["table"]["state"]["sides"][0]["life"]
    assert page.did("type", text=f"=> life[p1] = {life}")["said"]
    assert page.did("type", text="; 休憩")["said"]
    assert f"life[p1] = {life}" in page.now["text"]
    assert "休憩" in page.now["text"]
    assert str(life) in page.did("type", text=f"life p1 {life + 1}")["wrong"]["text"]


def test_a_worker_that_was_replaced_says_so() -> None:
    """Nothing is guessed: the page gives it the text again."""
    drafting = Drafting(GAMES)
    for do in ("show", "back", "answer", "type", "list", "until", "take"):
        assert drafting.did({"do": do, "language": "en", "text": "1", "number": 1}) == {"lost": True}


def test_words_are_looked_for_among_the_answers() -> None:
    """Those that have them are listed, from any one on; a word of the record is written for who is asked."""
    page = some()
    answers = page.now["answers"]["list"]
    assert page.did("list", text="", first=1)["answers"]["list"] == answers[1:]
    found = page.did("type", text="list resign")["answers"]["list"]
    assert [one["line"] for one in found] == ["p1 resign", "p2 resign"]
    page.did("type", text="resign")
    assert page.now["question"]["kind"] == "over"


def test_languages_have_the_same_words_for_the_page() -> None:
    """Every word of the page about recording is there in both, with the same values."""
    english, japanese = (read(f"questions.{one}.toml")["page"] for one in ("en", "ja"))
    values = [{key: sorted(re.findall(r"{(\w+)}", text)) for key, text in one.items()} for one in (english, japanese)]
    assert values[0] == values[1]
    used = {key for path in RECORD.glob("*.ts") for key in re.findall(r'say\("(\w+)"', path.read_text("utf-8"))}
    assert used <= english.keys()


def asked_for(key: str, *answers: str) -> dict[str, Any]:
    """The first question before a game with some words, after these answers; to others the first choice is given."""
    drafting, given = Drafting(GAMES), [*answers]
    asked = drafting.did({"do": "new", "language": "en"})
    while key not in asked["opening"]["text"]:
        opening = asked["opening"]
        first = [one["word"] for one in opening["choices"]][: 4 if opening["several"] else 1]
        text = given.pop(0) if given else " ".join(first) if opening["needed"] else ""
        asked = drafting.did({"do": "answer", "language": "en", "text": text})
    found: dict[str, Any] = asked["opening"]
    return found


def test_teams_are_chosen_from_a_list_in_which_a_number_comes_twice() -> None:
    """Nobody has to write them."""
    opening = asked_for("The team of each player", "hackclad", "tag")
    assert [one["word"] for one in opening["choices"]] == ["1", "2"]
    assert (opening["several"], opening["repeats"]) == (True, True)
    assert not asked_for("Which game?")["repeats"]


@languages
def test_a_form_is_filled_in_by_what_is_listed(language: Language) -> None:
    """What nobody saw, and every card that may be named there; with it the line is a right one."""
    page = Page(SEEN_BEGUN, language)
    form = page.did("take", number=1)["form"]
    assert form["begin"] == "p1 start_territory "
    words = [one["word"] for one in form["words"]]
    assert words[0] == "?"
    assert {"016", "024"} <= {*words}
    assert len(words) == len({*words})
    page.did("type", text=f"{form['begin']}016 {words[0]} {words[0]}")
    assert page.now["entries"] == 1
    assert "016 ? ?" in page.now["text"]


SEEN_BEGUN = """shinpan 1
game wars3x3 beginner
pack house
setup first=p1
seen
--
"""


MANY_BACK, MOST_KEPT = 15, 60_000
"""So often an entry is taken back in a round, and so many bytes may be kept of it."""


def test_many_entries_taken_back_leave_nothing_behind() -> None:
    """However often one is taken back and written again, the text is the same, and no memory is kept."""
    rows = (FIXTURES / "wars3x3" / "random-game-1.shinpan").read_text("utf-8").split("\n")[:24]
    page = Page("\n".join(row for row in rows if not row.startswith(("result ", "link "))) + "\n")

    def kept_after_a_round() -> tuple[str, int]:
        for _ in range(MANY_BACK):
            page.did("back", text="")
            page.did("take", number=1)
        gc.collect()
        return page.now["text"], tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        (text, _), (again, before), (last, after) = (kept_after_a_round() for _ in range(3))
    finally:
        tracemalloc.stop()
    assert text == again == last
    assert after - before < MOST_KEPT


OPEN_COST = FIXTURES / "wars3x3" / "undecidable-a-deployment-at-an-open-cost.shinpan"


@languages
def test_facts_are_asked_for_where_the_pack_is_silent(language: Language) -> None:
    """An answer that the pack does not decide comes with the fields that would, as beside a finding; told, it is
    decided."""
    drafting = Drafting(GAMES)

    def did(do: str, **what: Any) -> Any:
        return json.loads(json.dumps(drafting.did({"do": do, "language": language, **what})))

    text = OPEN_COST.read_text("utf-8")
    did("load", text=text, entries=did("load", text=text)["broken"]["entries"])
    asked = did("type", text="p2 deploy card=024", among="")["wrong"]["facts"]
    assert [one["card"] for one in asked] == ["005", "024", "025", "037"]
    assert all([field["name"] for field in one["fields"]] == ["cost"] for one in asked)
    told = did("facts", lines=[f"{one['card']} cost=3" for one in asked])
    assert told["text"].count("cost=3") == 4
    assert did("type", text="p2 deploy card=024", among="")["entries"] == told["entries"] + 1
    assert "wrong" in did("facts", lines=["024 cost=9"])
