"""The record that is written in the page: what is asked, what is shown, what is kept when something is wrong."""

import json
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_engine.kernel.play.chance import Stream
from shinpan_records import transcript
from shinpan_records.page.drafting import Drafting
from shinpan_service.workbench.simulation import seed_of
from tests.records.asking import MODES, begun

MOST_ANSWERS = 2_000
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
