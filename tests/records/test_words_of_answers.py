"""Answers in the list of what may be done, in the words of the reader's language."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import fields
from shinpan_engine.kernel.messages import Language
from shinpan_records.questions.words import Words
from shinpan_records.transcript.importing import verbs


@pytest.mark.parametrize(("language", "said"), [("en", "level=2"), ("ja", "レベル=2")])
def test_a_number_of_an_answer_has_its_name_in_the_language(language: Language, said: str) -> None:
    """Which effect comes first is chosen by a level, which is no English word in a Japanese list."""
    kind = verbs(GAMES["anoare"])["resolve"]
    assert "level" in [field.name for field in fields(kind)]
    words = Words(GAMES["anoare"], GAMES["anoare"].packs["house"].names, (), language)
    assert words.answer(kind(level=2)).split()[-1] == said


@pytest.mark.parametrize(("language", "said"), [("en", "start.1 "), ("ja", "開始.1 ")])
def test_a_step_is_named_as_in_records_of_the_language(language: Language, said: str) -> None:
    """Above a question it has the name that the story and Japanese records give it."""
    words = Words(GAMES["anoare"], GAMES["anoare"].packs["house"].names, (), language)
    assert words.step("start.1").startswith(said)
