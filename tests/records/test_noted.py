"""What a recorder is told of something noted that does not come out: words, not paths."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_records.questions.opening import Wrong
from shinpan_records.questions.recorder import Recorder

TEXT = """shinpan 1
game     wars3x3 beginner
edition  1.2
pack     house
players  青木 馬場
deck     005 007 009 018 043 010 019 044  021 024 025 034 035 037 030 031 033  020 011 036 …
magic    A11 A14 A08 A16 …
setup    first=p1
--
青木 start_territory cards=010 019 044
青木 keep_magic magics=A11
馬場 start_territory cards=030 031 033
馬場 keep_magic magics=A08
turn 1
青木 draw
"""


def told(said: str, language: Language) -> str:
    """How it is refused."""
    with pytest.raises(Wrong) as raised:
        Recorder.of_text(GAMES, TEXT, language).claim(said)
    return str(raised.value)


@pytest.mark.parametrize(
    ("said", "english", "japanese"),
    [
        ("life p1 20", "青木: life is noted as 20, but it is 30", "青木のライフは20と書かれていますが、実際は30です"),
        ("turn = 2", "turn is noted as 2, but it is 1", "ターンは2と書かれていますが、実際は1です"),
        (
            "magics p2 A16",
            "馬場: magics is noted as 竜巻 (A16), but it is 毒殺 (A08)",
            "馬場の魔法は竜巻 (A16)と書かれていますが、実際は毒殺 (A08)です",
        ),
        (
            "drew 036",
            "“drew 036” is noted, but this is what happened: 青木 drew 龍王妃:水.",
            "「引いた 036」と書かれていますが、実際に起きたのは次のことです: 青木は龍王妃:水を引いた。",
        ),
    ],
)
def test_a_claim_is_refused_in_words(said: str, english: str, japanese: str) -> None:
    """Players by their names, cards by theirs, events as the story tells them."""
    assert {language: told(said, language) for language in LANGUAGES} == {"en": english, "ja": japanese}


def test_what_has_no_words_is_told_as_it_is_written() -> None:
    """A part of a state that tables do not show."""
    assert (
        told("sides[1].magics[1].magic = A14", "en")
        == "the record says sides[1].magics[1].magic A14, but the result is A11"
    )
