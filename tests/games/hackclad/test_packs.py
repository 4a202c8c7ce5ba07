"""The packs: what they say, how they are checked, and what a verdict rests on."""

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.cards.cards import EDITIONS, is_basic
from shinpan_engine.games.hackclad.cards.pack_files import flat, texts_of
from shinpan_engine.games.hackclad.cards.texts import Operation
from shinpan_engine.games.hackclad.table.actions import CRACK, Extend, Place, Use
from shinpan_engine.kernel.errors import PackError, Undecidable
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.messages import Thing, say, sentence
from shinpan_engine.kernel.packs import load
from shinpan_engine.kernel.play.chance import Seeded

from .made_up import ROWS, pack_with
from .opening import Opening, header_of
from .scene import HOUSE, MIA, NORTH, ROSETTE, WITCHES, Scene

LISTS = {
    "HC-L-2": "ショット ガード ムーブ 急所狙い 斬り払い 突貫 不退転 挑発 "
    "つばめ返し 殴り込み 羅刹 逆鱗 刈り取り 修羅 魔力変容 百鬼夜行",
    "HC-L-5": "ショット ガード ムーブ 要塞砲 カノン砲 徹甲弾 攻防一体の盾 凪の陣 "
    "対処砲撃 単装式ロケット砲 特殊弾頭＿極光 一斉掃射 補給線 魔力変容 渦の陣 特火点",
    "HC-L-3": "ショット ガード ムーブ 破邪の剣 雷鳴 排撃 追奏 月詠み "
    "迅雷 流転の勾玉 アメノムラクモ タケミカヅチ 八咫鏡 魔力変容 飛翔 祈禱",
    "HC-L-6": "ショット ガード ムーブ クナイ クナイ 手裏剣 口寄せ 幻術 "
    "スティール 回し蹴り 暗器拾い かかと落とし 替え玉 収斂の印 魔力変容 辻斬り",
    "HC-L-4": "ショット ガード ムーブ 鋼糸操術 ツチグモ 行動指令 探査 実験 "
    "電磁砲 魔力変容 防衛網 機銃掃射 強化操甲 捜索 再起動 転装",
}  # fmt: skip


@pytest.mark.clause("HC-L-2", "HC-L-3", "HC-L-4", "HC-L-5", "HC-L-6", "HC-1-7", "HC-3-26")
def test_the_printed_lists() -> None:
    """Each witch has the sixteen cards of her list, in its order, the first eight basic."""
    for number, names in enumerate(LISTS.values()):
        rows = ROWS.skill[16 * number : 16 * number + 16]
        assert [row.name for row in rows] == [name.replace("＿", " ") for name in names.split()]
        assert [row.set for row in rows] == ["basic"] * 8 + ["extended"] * 8
        assert [is_basic(row.number) for row in rows] == [True] * 8 + [False] * 8
    assert [row.name for row in ROWS.character] == list(WITCHES)


@pytest.mark.clause("HC-E-6")
def test_other_spellings_name_the_same_card() -> None:
    """庇の陣 of the supplied list is 凪の陣."""
    assert HOUSE.names.numbers("card", "庇の陣") == HOUSE.names.numbers("card", "凪の陣") == [24, 10024, 20024, 30024]


@pytest.mark.clause("HC-1-9", "HC-3-23", "HC-L-1")
def test_twelve_clad_cards() -> None:
    """Six, three and three cards, all different."""
    assert [row.voltage for row in ROWS.clad] == [1] * 6 + [2] * 3 + [3] * 3
    assert len({row.name for row in ROWS.clad}) == 12


@pytest.mark.clause("HC-1-11", "HC-3-2", "HC-3-27", "HC-8.4.3.B-6")
def test_the_boards() -> None:
    """The boards say ATK, slots, entry points, limits, CP actions, crack skills and unique abilities."""
    board = ROWS.board[0]
    assert (board.clad_atk, len(board.slots or ()), len(board.entry_points or ())) == ([2, 3, 4], 4, 4)
    limits = [(row.limits.move, row.limits.mp, row.limits.guard) for row in ROWS.character if row.limits]
    assert limits == [(2, 2, 1), (1, 2, 3), (1, 2, 2), (3, 1, 1), (1, 2, 2)]
    abilities = [[ability.name for ability in row.abilities or ()] for row in ROWS.character]
    assert abilities == [["不屈"], ["迎撃"], ["神託"], [], ["操甲-配備", "操甲-移動", "操甲-採集", "操甲-射撃"]]


@pytest.mark.clause("HC-3-18", "HC-3-17", "HC-3-16")
def test_what_a_skill_card_prints() -> None:
    """Every card has one of six kinds and a VP; only the magic kinds cost MP, only attack cards have ATK and RANGE."""
    for cards in HOUSE.cards.by_edition.values():
        for row in cards.printed:
            skill = cards.skill(row.number)
            assert row.vp is not None
            assert bool(skill.mp) == skill.magic
            assert (row.atk is not None) == bool(row.range) == skill.attack


@pytest.mark.clause("HC-X-5")
def test_the_errata_change_three_cards() -> None:
    """スティール, 実験 and 捜索 differ between the editions, and nothing else."""
    first, corrected = (HOUSE.cards.by_edition[edition].printed for edition in EDITIONS)
    changed = [one.number for one, other in zip(first, corrected, strict=True) if one != other]
    assert changed == [57, 72, 78]
    assert (corrected[77].kind, corrected[77].mp, corrected[77].vp) == ("magic_support", 1, 3)


def test_the_vocabulary_is_used() -> None:
    """Every operation that a pack may write is written by some card or board."""
    used = {type(op) for skill in ROWS.skill for effects in texts_of(skill) for op in flat(effects)}
    for row in ROWS.character:
        boards = [row.crack.effects if row.crack else [], *(a.effects for a in (*(row.abilities or ()), *row.actions))]
        used |= {type(op) for effects in boards for op in flat(effects)}
    used |= {type(op) for slot in ROWS.board[0].slots or () for op in flat(slot.effects)}
    assert [kind.__name__ for kind in get_args(Operation) if kind not in used] == []


def test_every_fact_has_a_source() -> None:
    """Each row says of each of its facts where it is from."""
    for pack in GAME.packs.values():
        rows = pack.cards.rows
        for row in (*rows.board, *rows.character, *rows.skill, *rows.clad, *rows.mission):
            told = [
                f.name for f in msgspec.structs.fields(type(row)) if getattr(row, f.name) not in (None, [], 0, False)
            ]
            open_fields = set(told) - {"number", "source", "complete", "aliases"}
            assert "all" in row.source or open_fields <= set(row.source), row


@pytest.mark.parametrize(
    ("skills", "said"),
    [
        ({1: {"mp": 1, "kind": "attack"}}, "skill 1: mp"),
        ({2: {"effects": [{"op": "attack"}]}}, "skill 2: effects"),
        ({4: {"effects": []}}, "skill 4: effects"),
        ({1: {"set": "extended"}}, "skill 1: set"),
        ({4: {"range": []}}, "skill 4: complete"),
        ({3: {"atk": 1}}, "skill 3: complete"),
        ({49: {"multi": 1}}, "skill 49: multi"),
        ({13: {"atk": 3}}, "skill 13: atk"),
        ({7: {"effects": [{"op": "ability", "name": "神託"}]}}, "character 1: abilities"),
    ],
)
@pytest.mark.clause("HC-12.2-4", "HC-8.4.3.K-9", "HC-3-17", "HC-3-22")
def test_a_wrong_card_is_refused(skills: dict[int, Any], said: str) -> None:
    """Loading names the card, the field and what is wrong."""
    with pytest.raises(msgspec.ValidationError, match=said):
        pack_with(skills)


@pytest.mark.clause("HC-8.4.3.C-1")
def test_two_prices_of_a_cp_action_are_refused() -> None:
    """A CP action has one price at a time; at the two times they may differ."""
    characters = msgspec.to_builtins(ROWS.character)
    printed = characters[2]["cp_actions"]
    characters[2]["cp_actions"] = [*printed, {"cost": 3, "timing": "reaction", "deeds": ["draw"]}]
    pack_with({}, character=characters)
    characters[2]["cp_actions"] = [*printed, {"cost": 3, "timing": "turn", "deeds": ["draw"]}]
    with pytest.raises(msgspec.ValidationError, match=r"character 3: cp_actions: pack\.priced_twice deed=draw"):
        pack_with({}, character=characters)


@pytest.mark.clause("HC-1-7", "HC-1-9")
def test_wrong_counts_are_refused() -> None:
    """A witch has sixteen cards, and the clad six, three and three."""
    rows = msgspec.to_builtins(ROWS)
    with pytest.raises(msgspec.ValidationError, match=r"character 5: .*pack\.skills_each count=15"):
        pack_with({}, skill=rows["skill"][:-1])
    with pytest.raises(msgspec.ValidationError, match=r"pack\.voltage count=3 voltage=3"):
        pack_with({}, clad=rows["clad"][:-1])


@pytest.mark.clause("HC-3-18")
def test_an_untold_card_is_undecidable() -> None:
    """A card of which the pack tells nothing can be held, laid and paid, but its use decides nothing."""
    row = {"number": 4, "name": "急所狙い", "set": "basic", "source": {"name": "print: 収録スキルカード一覧"}}
    rows = [row if one["number"] == 4 else one for one in msgspec.to_builtins(ROWS.skill)]
    scene = Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["急所狙い", "突貫"]}, pack=pack_with({}, skill=rows))
    assert scene.allows(1, scene.use(1, "突貫", NORTH, "c3"))
    with pytest.raises(Undecidable) as raised:
        scene.match.consider(1, Use(4, NORTH, [13]))
    assert dict(raised.value.message.values)["what"] == say("contents.card", card=Thing("card", 4))


@pytest.mark.parametrize("missing", ["mp", "needs", "costs", "effects", "texts", "atk", "range", "multi", "bonus"])
def test_a_card_told_in_part_is_undecidable(missing: str) -> None:
    """As long as anything is open on which its use turns, a card that is not complete decides nothing."""
    whole = {"mp": 0, "needs": {}, "costs": [], "texts": [], "multi": 1, "bonus": [], "spares_legions": False}
    full = pack_with({4: {**whole, "complete": False}})
    assert full.cards.by_edition["1.0.0"].known(4)
    rows = msgspec.to_builtins(full.cards.rows.skill)
    rows[3][missing] = None
    assert not pack_with({}, skill=rows).cards.by_edition["1.0.0"].known(4)


@pytest.mark.clause("HC-1-11")
def test_untold_boards_are_undecidable() -> None:
    """Without what is printed on the boards no game can be set up."""
    boards = msgspec.to_builtins(ROWS.board)
    del boards[0]["clad_atk"]
    with pytest.raises(Undecidable, match="boards"):
        begin(GAME, header_of(), Seeded(bytes(32)), pack_with({}, board=boards))


def test_what_a_game_rests_on() -> None:
    """Boards, characters, and the cards that have been used: not those that nobody has seen."""
    game = Opening().extends()
    told = GAME.card_assumptions(HOUSE, game.table, [])
    assert {one.kind for one in told} == {"board", "character", "clad"}
    secret = GAME.card_assumptions(HOUSE, game.table, [Extend(9), Place(1, 2)])
    assert secret == told
    used = GAME.card_assumptions(HOUSE, game.table, [Use(4)])
    texts = [sentence(one.text, names=HOUSE.names) for one in used if one.kind == "card"]
    assert [text.partition(":")[0] for text in texts] == ["W01-04 急所狙い"]


@pytest.mark.clause("HC-8.4.3.K-6")
def test_untold_texts_in_the_discard_pile_are_undecidable() -> None:
    """Whether a card in the discard pile does something is undecidable at the moment when it might, and not before."""
    row = {"number": 2, "name": "ガード", "set": "basic", "source": {"name": "print: 収録スキルカード一覧"}}
    rows = [row if one["number"] == 2 else one for one in msgspec.to_builtins(ROWS.skill)]
    fields = {"hand": {1: ["突貫"]}, "discard": {1: ["ガード"]}, "cp": {1: 1}}
    scene = Scene(ROSETTE, MIA, at={1: "c2"}, pack=pack_with({}, skill=rows), **fields)  # type: ignore[arg-type]
    assert scene.allows(1, CRACK)
    with pytest.raises(Undecidable) as raised:
        scene.match.play(1, CRACK)
    assert dict(raised.value.message.values)["what"] == say("contents.texts", card=Thing("card", 2))


@pytest.mark.clause("HC-3-23")
def test_the_voltage_of_an_unseen_card_is_undecidable() -> None:
    """Nobody knows which clad card lies there."""
    with pytest.raises(Undecidable) as raised:
        HOUSE.cards.by_edition[EDITIONS[0]].voltage(0)
    assert raised.value.clauses == ("HC-3-23",)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('[[skill]]\nnumber = 1\nkind = "x"', "skill 1: kind: found “x”; allowed: attack, magic_attack,"),
        (
            '[[board]]\nnumber = 1\nclad_facing = "x"',
            "board 1: clad_facing: found “x”; allowed: east, north, south, west",
        ),
        (
            '[[character]]\nnumber = 1\ncp_actions = [{ cost = 1, timing = "turn", deeds = ["x"] }]',
            "character 1: cp_actions[0].deeds[0]: found “x”; allowed: draw, guard, move, mp",
        ),
        (
            '[[skill]]\nnumber = 1\neffects = [{ op = "x" }]',
            "skill 1: effects[0].op: found “x”; allowed: attack, atk, mp, cp,",
        ),
    ],
)  # fmt: skip
def test_a_wrong_word_is_told_with_those_that_may_stand_there(tmp_path: Path, row: str, told: str) -> None:
    """In every field of words, of a row that says only this."""
    file = tmp_path / "own.toml"
    file.write_text(f'[pack]\nid = "own"\ngame = "hackclad"\ntitle = "t"\nbase = "house"\n{row}\n', "utf-8")
    with pytest.raises(PackError) as caught:
        load(GAME.pack_kind, file)
    assert str(caught.value).startswith(f"{file}: {told}")
