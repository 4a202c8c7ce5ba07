"""Reports in Japanese: no sentence of ours in them is English.

`SHINPAN_FIXTURES=all pytest tests/words/test_japanese_reports.py` looks at every fixture, a test run at some.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.messages import (
    LANGUAGES,
    Line,
    Message,
    Said,
    Spelling,
    Telling,
    Worded,
    plain,
    rule_words,
    sentence,
)
from shinpan_records import transcript
from shinpan_records.transcript import message_told
from shinpan_records.words.sentences import wording
from tests.cli.command import run

FIXTURES = Path(__file__).parents[2] / "fixtures"
RECORDS = sorted(FIXTURES.rglob("*.shinpan"))
SOME = 40
"""Of so many fixtures a test run looks at one."""
ENGLISH = re.compile(r"(?<![\w「.,=-])[a-z]{2,}(?![\w=-])")
"""A word in small letters that is no part of a name and not quoted."""
WORDS = re.compile(r"[A-Za-z']+(?:,? [A-Za-z']+){2,}")
"""Three words of English in a row: no spelling of a record, of an event or of a field of a pack has so many."""


def chosen() -> list[Path]:
    """The fixtures that are looked at."""
    return RECORDS if os.environ.get("SHINPAN_FIXTURES") == "all" else RECORDS[::SOME]


def told(path: Path) -> Iterator[tuple[Said, Spelling | None]]:
    """All that is said of a record, as messages, and the names of its cards."""
    try:
        loaded = transcript.load(path, GAMES)
        replay = loaded.judged()
        report = replay.report()
    except transcript.TranscriptError as error:
        yield error.whole, None
    except RequestError as error:
        yield error.message, None
    else:
        said = [*(one.message for one in report.findings), *(one.text for one in report.assumptions)]
        for one in (*said, *(note.text for note in (*report.notes, *loaded.notes))):
            yield one, replay.names


def has_words(message: Message) -> bool:
    """Whether the rulebook of the game has words in Japanese for what a message quotes of it."""
    quoted = [value for _, value in message.values if isinstance(value, Worded)]
    return all(value.key in rule_words(value.package, "ja") for value in quoted)


def test_no_sentence_of_ours_is_english() -> None:
    """Findings, assumptions and notes of the fixtures are Japanese."""
    paths = chosen()
    assert len(paths) >= len(RECORDS) // SOME
    english = []
    for path in paths:
        for said, names in told(path):
            text = sentence(said, "ja", names)
            if WORDS.search(text) and has_words(plain(said)):
                english.append(f"{path.name}: {text}")
    assert english == []


SHOWN = [
    "wars3x3/printed-replay-as-printed.shinpan",
    "wars3x3/printed-replay.shinpan",
    "anoare/AN-5.0-1-the-phases-and-steps-come-in-their-order.shinpan",
    "drive/DR-B-1-no-turn-is-on-between-the-rounds.shinpan",
]


STORIES = [
    *SHOWN,
    "hackclad/HC-8.3-5-a-fifth-slot.shinpan",
    "swordrion/Q-10-no-auto-battler-on-the-next-enemy.shinpan",
]


@pytest.mark.parametrize("name", STORIES)
def test_a_story_is_told_in_japanese(name: str) -> None:
    """From its title to its end. Before a rule stands the title of its section, which some booklets have in English."""
    lines = run("story", "--lang", "ja", FIXTURES / name).lines
    assert len(lines) > 3
    assert [line for line in lines if ENGLISH.search(line) and not line.startswith("ルール ")] == []


def test_a_story_in_japanese() -> None:
    """What stands at the head of a turn, under the printed steps, and at the end."""
    lines = run("story", "--lang", "ja", FIXTURES / SHOWN[1]).lines
    assert lines[:3] == ["3x3Wars (サイザンウォーズ)、初級ルール(オーバーロード戦): 三品、相楽", "", "準備"]
    at = lines.index("ターン1、三品の番: 三品 ライフ30 / 相楽 ライフ30")
    assert lines[at + 1] == "  1.1  三品は突撃兵:炎を引いた。"
    assert lines[-3].endswith("三品に15ダメージ。相楽の勝ち。ライフがなくなった。")
    assert lines[-1] == "合法、ルール違反なし(122手のうち122手)"


def test_a_finding_in_a_story_is_japanese() -> None:
    """With its place, the line and the rule."""
    lines = run("story", "--lang", "ja", FIXTURES / SHOWN[0]).lines
    assert lines[-5].startswith("49行目、ターン4、ステップ 4.2: ここで相楽がルールに違反しました。")
    assert lines[-4] == "書かれた行動: p2 配備 カード=重装歩兵:水"
    assert lines[-3].startswith("ルール W3-4.2-2 (4.2 戦略ステップ): ")
    assert lines[-1] == "違反(107手のうち32手)"


def test_the_events_of_an_action_are_japanese() -> None:
    """`show` tells them in the sentences of a story."""
    lines = run("show", "--lang", "ja", "--step", 122, FIXTURES / SHOWN[1]).lines
    assert "  相楽の勝ち。ライフがなくなった。" in lines


REASONS = [(game, reason) for game in GAMES for reason in wording(game).values["reason"]]


@pytest.mark.parametrize(("game", "reason"), REASONS)
def test_why_a_game_ended_is_japanese(game: str, reason: str) -> None:
    """Every way to end that has English words has Japanese ones."""
    assert not wording(game, "ja").values["reason"][reason].isascii()


def test_a_verdict_says_why_a_game_ended() -> None:
    """In words, in both languages."""
    english, japanese = (run("verify", "--lang", one, FIXTURES / SHOWN[1]).lines[0] for one in LANGUAGES)
    assert ", p2 won, no life was left, link " in english
    assert "、p2の勝ち、ライフがなくなった、リンク " in japanese


FILLED = [*SHOWN[:2], "hackclad/HC-13.1-7-a-slot-with-a-marker.shinpan"]


@pytest.mark.parametrize("name", FILLED)
def test_what_was_filled_in_is_japanese(name: str) -> None:
    """The actions that a note names stand there as a record in Japanese has them; by key they stay canonical."""
    english, japanese = (run("verify", "--json", "--lang", one, FIXTURES / name).json["notes"] for one in LANGUAGES)
    filled = [one for one in japanese if one["code"] == "transcript.note.filled"]
    assert filled
    assert [one["text"] for one in filled if ENGLISH.search(re.sub(r"\bp[1-9]\b", "", one["text"]))] == []
    assert [one["values"] for one in japanese] == [one["values"] for one in english]


def test_lines_of_records_in_a_message() -> None:
    """They are told in its language wherever they stand in it."""
    line = Line("wars3x3", "p1 pass")
    inner = Message("transcript.note.completed", (("action", line),))
    for said in (inner, Message("transcript.note.pack_one_more", (("said", inner),))):
        assert "p1 パス" in message_told(said, Telling("ja"))
        assert "p1 pass" in message_told(said, Telling())


@pytest.mark.parametrize("name", SHOWN)
def test_verify_says_it_in_japanese(name: str) -> None:
    """The whole answer of `verify --lang ja` beside the lines of the record itself."""
    lines = run("verify", "--lang", "ja", FIXTURES / name).lines
    assert len(lines) > 1
    assert [line for line in lines[1:] if WORDS.search(line.partition("  ; ")[0])] == []
