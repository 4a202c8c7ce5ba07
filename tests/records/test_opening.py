"""The questions before a game: what may be answered, and what is refused."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES, Language
from shinpan_records.questions.opening import Opening, Wrong

languages = pytest.mark.parametrize("language", LANGUAGES)


@languages
def test_the_header_is_asked_again_where_it_cannot_be(language: Language) -> None:
    """A wrong answer is told, and the question stays; a set-up that cannot be is asked for as a whole."""
    opening = Opening(GAMES, language)
    with pytest.raises(Wrong):
        opening.answer("chess")
    for text in ("hackclad", "tag", "house", "", "", "W01 W02 W03 W04"):
        opening.answer(text)
    with pytest.raises(Wrong):
        opening.answer("1 1 1 2")
    ask = opening.ask()
    assert ask is not None
    assert ask.key == "setup.characters"


@languages
@pytest.mark.parametrize(
    ("game", "mode"), [("3x3Wars", "初級"), ("エイノア", "二人"), ("hackclad", "TAG"), ("5", "solo")], ids=range(4)
)
def test_the_header_takes_what_is_listed(game: str, mode: str, language: Language) -> None:
    """A word, a number, or a part of a title is enough, if it stands in one line of the list."""
    opening = Opening(GAMES, language)
    opening.answer(game)
    opening.answer(mode)
    ask = opening.ask()
    assert ask is not None
    assert ask.key in ("pack", "seats")
    opening.back()
    with pytest.raises(Wrong):
        opening.answer("o" if game != "5" else "x")


def test_words_of_records_answer_too() -> None:
    """What the first lines of a Japanese record say is an answer to the question for it."""
    opening = Opening(GAMES, "ja")
    for text in ("wars3x3", "初級", "house", "青木、馬場", "馬場", "", "", "", "見えたもの"):
        opening.answer(text)
    assert opening.ask() is None


@languages
def test_a_part_of_several_titles_is_refused(language: Language) -> None:
    """The answers that there are stand in the refusal."""
    opening = Opening(GAMES, language)
    opening.answer("wars3x3")
    with pytest.raises(Wrong, match="beginner, intermediate" if language == ENGLISH else "初級, 中級"):
        opening.answer("ルール")


@languages
@pytest.mark.parametrize("names", ["青木 馬場", "青木, 馬場", "青木、馬場", "青木，馬場", '青木 "馬場"'])
def test_names_are_read_with_commas_too(names: str, language: Language) -> None:
    """Two people are two people, whatever stands between them."""
    opening = Opening(GAMES, language)
    for text in ("wars3x3", "beginner", "house", names):
        opening.answer(text)
    ask = opening.ask()
    assert ask is not None
    assert [name.strip('"') for name in ask.answers.values()] == ["青木", "馬場"]


@languages
def test_a_set_up_that_cannot_be_is_told_in_words(language: Language) -> None:
    """All in one team: the sentence is of the game, not a key, and the set-up is asked for again."""
    opening = Opening(GAMES, language)
    for text in ("hackclad", "tag", "house", "", "", "W01 W02 W03 W04"):
        opening.answer(text)
    with pytest.raises(Wrong) as wrong:
        opening.answer("1 1 1 1")
    assert "HC-13.2-1" in str(wrong.value)
    assert "preparation" not in str(wrong.value)


def characters(language: Language) -> Opening:
    """The questions of a duel, up to its characters."""
    opening = Opening(GAMES, language)
    for text in ("anoare", "duel", "house", "青木 馬場"):
        opening.answer(text)
    return opening


@languages
@pytest.mark.parametrize(("said", "given"), [("C1", 1), ("1 2 3", 3), ("セト", 1)])
def test_too_few_or_too_many_are_refused_where_they_are_asked_for(said: str, given: int, language: Language) -> None:
    """Two characters are asked for: another number is refused at once, and both numbers are in the sentence."""
    opening = characters(language)
    asked = opening.ask()
    with pytest.raises(Wrong, match=rf"2\D+{given}\D"):
        opening.answer(said)
    assert opening.ask() == asked


@languages
@pytest.mark.parametrize("said", ["C5 C1", "セト カヤ", "セト、カヤ", "旗持ちのセト, 斬り込みのカヤ", "5，1"])
def test_several_answers_are_read_with_commas_as_names_are(said: str, language: Language) -> None:
    """A comma between two characters is as good as a space."""
    opening = characters(language)
    opening.answer(said)
    ask = opening.ask()
    assert ask is not None
    assert ask.key == "setup.first_on_tie"


@languages
@pytest.mark.parametrize("game", GAMES)
def test_every_reading_that_help_lists_can_be_agreed(game: str, language: Language) -> None:
    """What is listed is an answer as it is written there, in the language, and belongs to a clause of the game; the
    question is open as before."""
    opening = Opening(GAMES, language)
    given = {"game": game, "setup.characters": "1 2", "setup.first": "p1", "setup.first_on_tie": "p1"}
    while (ask := opening.ask()) is not None and ask.key != "options":
        opening.answer(given.get(ask.key, "1" if ask.answers and ask.needed else ""))
    found = opening.readings()
    assert len(found) > 3
    assert opening.ask() == ask
    for written, rule in found:
        assert GAMES[game].rules.option_of[rule]
        assert written.isascii() == (language == "en")
        opening.answer(written)
        opening.back()
