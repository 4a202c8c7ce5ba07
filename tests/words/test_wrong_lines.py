"""What is wrong with a transcript is told in the reader's language, the words to write instead too."""

import re

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import Telling
from shinpan_records import transcript
from shinpan_records.transcript import TranscriptError, message_told

HEADER = {
    "shinpan": "shinpan 1",
    "ゲーム": "ゲーム wars3x3 初級",
    "版": "版 1.2",
    "パック": "パック house",
    "プレイヤー": "プレイヤー 青木 馬場",
    "設定": "設定 先攻=p1",
    "見えたもの": "見えたもの",
}
ENGLISH = re.compile(r"(?<![\w.])[a-z]{3,}(?!\w)")
"""A word in small letters."""
SWORDRION = {"ゲーム": "ゲーム swordrion ソロ", "版": "版 1", "プレイヤー": "プレイヤー 青木", "設定": ""}
GAME_NAMES = {*GAMES, "house", "print"}
WRONG = {
    "a mode": ({"ゲーム": "ゲーム wars3x3 達人"}, "", "初級、中級、上級"),
    "no game": ({"ゲーム": ""}, "", "「ゲーム ゲームの名前 モード」"),
    "no pack": ({"パック": ""}, "", "「パック パックの名前」"),
    "no set-up": ({"設定": ""}, "", "「設定 先攻=…」"),
    "no chance": ({"見えたもの": ""}, "", "「山札」の行"),
    "a fact of the set-up": ({"設定": "設定 先攻=山田"}, "", "「プレイヤー」の行の名前"),
    "a result": ({"見えたもの": "見えたもの\n結果 勝ち"}, "", "引き分け、全員敗北、なし"),
    "a heading": ({"見えたもの": "みえたもの"}, "", "見えたもの"),
    "a heading twice": ({"版": "版 1.2\n版 1.2"}, "", "「版」が2回あります"),
    "no name of an argument": ({}, "青木 初期領土 016 ? ?", "「初期領土 カード列=…」"),
    "a word without a name": ({}, "青木 配備 突撃兵:炎", "「突撃兵:炎」の前に、項目の名前と=がありません"),
    "a word for a step": ({}, "ステップ 対象", "「対象」というステップはありません"),
    "no brackets": ({}, "青木 除去 対象=024 使用=016", "「除去 [対象=… 使用=… 調律=… 透化=…]…」"),
    "brackets": ({}, "青木 配備 [カード=016]", "「配備」には[ ]を書けません"),
    "no such argument": ({}, "p1 deploy target=016", "「配備」には「対象」を書けません"),
    "an argument twice": ({}, "青木 配備 カード=016 カード=017", "「カード」が2回書かれています"),
    "a flag": ({}, "青木 強化 [対象=024 使用=016 透化=する]", "はい、いいえ"),
    "a word": ({}, "青木 魔力獲得 属性=氷", "炎、水、草、天"),
    "a word left out": (SWORDRION, "青木 ストック カード=001", "キューブ=緑、キューブ=黄、キューブ=青"),
    "several values": ({}, "青木 配備 カード=016 017", "「カード」に値が2個あります"),
    "a step": ({}, "ステップ 9.9", "「9.9」というステップはありません"),
    "a step with a player": ({}, "青木 ステップ 3.1", "プレイヤーを書かない行"),
    "a round": ({}, "ラウンド 1", "「ターン」"),
    "nobody": ({}, "山田 パス", "「山田」という人はいません"),
}


def wrong(changes: dict[str, str], line: str) -> TranscriptError:
    """What is wrong with a record of which some lines of the header are others."""
    rows = [row for row in {**HEADER, **changes}.values() if row]
    with pytest.raises(TranscriptError) as raised:
        transcript.load("\n".join([*rows, "--", line]), GAMES)
    return raised.value


@pytest.mark.parametrize(("changes", "line", "says"), WRONG.values(), ids=WRONG)
def test_a_wrong_line_is_told_in_japanese(changes: dict[str, str], line: str, says: str) -> None:
    """Without an English word, with the words to write instead; in English without a Japanese one of ours."""
    error = wrong(changes, line)
    told = message_told(error.whole, Telling("ja"))
    assert says in told
    assert set(ENGLISH.findall(told)) <= GAME_NAMES
    assert "expected" in str(error)


@pytest.mark.parametrize("mode", ["beginner", "初級", "初級ルール", "初級ルール(オーバーロード戦)"])
def test_a_mode_is_called_as_it_is_printed(mode: str) -> None:
    """By its name, by the word of records, and by its title with or without what is in brackets."""
    rows = {**HEADER, "ゲーム": f"ゲーム wars3x3 {mode}"}.values()
    assert transcript.load("\n".join([*rows, "--"]), GAMES).record.header.mode == "beginner"


OPENING = "青木 初期領土 カード列=? ? ?\n青木 魔法決定 魔法列=?\n馬場 初期領土 カード列=? ? ?\n馬場 魔法決定 魔法列=?\n"


@pytest.mark.parametrize("head", ["ターン2", "ターン２", "turn2", "ターン2 ライフ[青木] = 30", "ターン2; 馬場"])
def test_the_number_of_a_turn_may_stand_right_behind_its_word(head: str) -> None:
    """As people write it, with claims or a remark behind."""
    apart = re.sub("([2２])", r" \1", head, count=1)
    read = [transcript.load("\n".join([*HEADER.values(), "--", OPENING + one]), GAMES) for one in (head, apart)]
    assert read[0].record == read[1].record
    assert read[0].record.entries[-1] != read[0].record.entries[-2]


def test_a_player_may_be_called_like_a_turn() -> None:
    """A line with an action is the player's, as it has always been."""
    rows = {**HEADER, "プレイヤー": "プレイヤー turn2 ターン2"}.values()
    lines = "turn2 start_territory cards=? ? ?\nターン2 魔法決定 魔法列=?"
    entries = transcript.load("\n".join([*rows, "--", lines]), GAMES).record.entries
    assert [entry.what.seat for entry in entries] == [1, 2]  # type: ignore[union-attr]
