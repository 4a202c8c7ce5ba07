"""A record in Japanese with a wrong word is refused in Japanese: verbs, arguments, events, fields and headings are
called as records in Japanese call them, whatever they are called in the schema."""

import random
import re
from functools import cache
from pathlib import Path

import pytest

from shinpan_engine.words.record_words import lexicon
from tests.cli.command import run

FIXTURES = Path(__file__).parents[2] / "fixtures"
RECORDS = {
    "wars3x3": "printed-replay",
    "anoare": "random-game-1",
    "hackclad": "HC-13.2-2-the-higher-sum",
    "drive": "random-2-seats-a-won",
    "swordrion": "random-versus-1",
}
WORD = re.compile(r"[^\s=\[\],;/#.]+")
LATIN = re.compile(r"(?<![A-Za-z0-9_.])[a-z][a-z_]+(?![A-Za-z0-9_.])")
QUOTED = ("ルール", "書かれた行動")
"""Begins of lines that quote a rulebook or the record."""
PLACES = 8
"""So many words of a record are made wrong, one at a time."""


@cache
def japanese(game: str, folder: Path) -> str:
    """A record of a game in Japanese words."""
    target = folder / f"{game}.shinpan"
    run("convert", "--lang", "ja", FIXTURES / game / f"{RECORDS[game]}.shinpan", target)
    return target.read_text("utf-8")


def words_of(game: str) -> set[str]:
    """The words of the schema for which records in Japanese have others."""
    words = lexicon(game, "ja")
    return {
        word for said in (words.words, words.keys, words.modes, words.results) for word, own in said.items()
        if not own.isascii()
    }  # fmt: skip


def wrong(word: str) -> list[str]:
    """Slips of the pen and worse; none of them has a word of the schema in it."""
    return [
        f"{word}x",
        "",
        "対象",
        f"x={word}",
        f"{word}={word}",
        "zz",
        f"[{word}",
        f"{word}]",
        "カード=カード",
        word * 2,
    ]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", RECORDS)
def test_a_wrong_word_is_refused_in_japanese(game: str, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No word of the schema is told that has its own in records in Japanese."""
    text, schema = japanese(game, tmp_path_factory.getbasetemp()), words_of(game)
    assert len(schema) > 50
    found = {one[0]: one for one in WORD.finditer(text) if not one[0].isascii()}
    target = tmp_path_factory.mktemp("wrong") / "wrong.shinpan"
    for place in random.Random(seed).sample([*found.values()], PLACES):
        for other in wrong(place[0]):
            target.write_text(text[: place.start()] + other + text[place.end() :], "utf-8")
            ran = run("verify", "--lang", "ja", "--quiet", target)
            said = [line for line in (ran.out + ran.err).splitlines() if not line.lstrip().startswith(QUOTED)]
            english = [(place[0], other, line) for line in said if schema.intersection(LATIN.findall(line))]
            assert english == [], f"seed {seed}: pytest tests/words/test_wrong_words.py -k {game}"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ターン 3  対象[p2] = 3", "「対象[p2]」: 「対象」というものはありません"),
        ("ターン 3 => 対象 020", "「対象」という出来事はありません"),
        ("ターン 3 => ターン開始 だれ=p1", "項目は順に: ターン、プレイヤー"),
        ("ターン 3  ライフ[p3] = 3", "「ライフ[p3]」: その番号のものはありません"),
    ],
)
def test_what_a_claim_names_is_quoted_in_the_words_of_the_reader(line: str, said: str, tmp_path: Path) -> None:
    """Also what was put into canonical words while it was read."""
    text = japanese("wars3x3", tmp_path)
    target = tmp_path / "wrong.shinpan"
    target.write_text(re.sub("^ターン 3 .*", line, text, count=1, flags=re.MULTILINE), "utf-8")
    assert said in run("verify", "--lang", "ja", target).out


def test_a_word_that_does_not_belong_is_quoted_as_it_was_written(tmp_path: Path) -> None:
    """Not as it was understood."""
    text = japanese("hackclad", tmp_path)
    target = tmp_path / "wrong.shinpan"
    target.write_text(text.replace("方向=東", "方向=[東", 1), "utf-8")
    assert "「東」の前に" in run("verify", "--lang", "ja", target).err
    target.write_text(text.replace("方向=東", "方向=対象", 1), "utf-8")
    assert "「方向」が「対象」になっています" in run("verify", "--lang", "ja", target).err


@pytest.mark.parametrize("head", ["3ターン目", "第3ターン"])
def test_a_head_in_other_words_is_told_how_it_is_written(head: str, tmp_path: Path) -> None:
    """It looks like a player of whom nothing is said."""
    text = japanese("wars3x3", tmp_path)
    target = tmp_path / "wrong.shinpan"
    target.write_text(re.sub("^ターン 3 .*", head, text, count=1, flags=re.MULTILINE), "utf-8")
    assert "見出しなら「ターン 3」" in run("verify", "--lang", "ja", target).err
