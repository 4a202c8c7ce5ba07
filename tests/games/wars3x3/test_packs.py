"""The two packs: what they tell of every card and where from, and how a wrong pack is refused."""

from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games import wars3x3
from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.cards.pack_files import PACKS
from shinpan_engine.games.wars3x3.cards.pack_rows import MAGIC_CARDS
from shinpan_engine.games.wars3x3.cards.sources import assumptions
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    DRAW,
    END_COMBAT,
    PASS,
    Attribute,
    Choose,
    Copy,
    Counter,
    Deploy,
    Exchange,
    GrandMagic,
    Heal,
    KeepMagic,
    Lay,
    Magic,
    Redeploy,
    Remove,
    Reveal,
    Spell,
    StartTerritory,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.state import Face
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.packs import content, load
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.numbers import Bounded

from .opening import DECK, MAGICS, entry, judged
from .scene import Scene
from .wizards import GRASS, SPEAR, WATER, wizard_scene

PRINT, HOUSE = GAME.packs["print"].cards, GAME.packs["house"].cards
NAMES = GAME.packs["print"].names
ROWS = {pack: {row.number: row for row in GAME.packs[pack].cards.rows.card} for pack in ("print", "house")}
MAGIC_ROWS = {pack: {row.number: row for row in GAME.packs[pack].cards.rows.magic} for pack in ("print", "house")}
UNNAMED = (6, 8, 10, 15, 19, 30, 41, 44)
Cost = int | tuple[int, int] | None
"""Exact, between two ends, or none."""


@pytest.mark.parametrize(
    ("name", "numbers", "cost", "bounds", "traits"),
    [
        pytest.param(
            "灯火幽鬼", {21: "grass", 34: "sky", 35: "sky"}, 1, (0, 2), ["transparent", "veil"],
            marks=pytest.mark.clause("W3-C-01"),
        ),
        pytest.param(
            "先行打撃兵", {3: "fire", 4: "fire", 11: "water", 36: "sky"}, 2, (1, 2),
            ["transparent", "unblocking", "substitution"], marks=pytest.mark.clause("W3-C-02"),
        ),
        pytest.param(
            "重装歩兵", {5: "fire", 24: "grass", 25: "grass", 37: "sky"}, 3, (3, 4), ["double_wall"],
            marks=pytest.mark.clause("W3-C-03"),
        ),
        pytest.param("占欲の魔女", {14: "water", 26: "grass"}, 4, 4, [], marks=pytest.mark.clause("W3-C-04")),
        pytest.param(
            "突撃兵", {7: "fire", 16: "water", 27: "grass", 28: "grass", 40: "sky"}, 5, 5, [],
            marks=pytest.mark.clause("W3-C-05"),
        ),
        pytest.param("黒妖犬", {17: "water", 29: "grass", 42: "sky"}, 6, 6, [], marks=pytest.mark.clause("W3-C-06")),
        pytest.param(
            "のうなし腕力", {9: "fire", 18: "water", 31: "grass", 43: "sky"}, 7, 7, ["undying"],
            marks=pytest.mark.clause("W3-C-07"),
        ),
        pytest.param("怪造騎士", {32: "grass"}, 8, 8, ["unstrengthenable"], marks=pytest.mark.clause("W3-C-08")),
        pytest.param(
            "龍王妃", {20: "water", 33: "grass"}, 9, (8, 9), ["unstrengthenable"],
            marks=pytest.mark.clause("W3-C-09"),
        ),
        pytest.param("瓶詰火霊", {1: "fire", 2: "fire"}, 1, (0, 2), [], marks=pytest.mark.clause("W3-C-10")),
        pytest.param(
            "花乙女", {12: "water", 13: "water"}, 2, 2, ["abundance"], marks=pytest.mark.clause("W3-C-11")
        ),
        pytest.param(
            "でかスラグ", {22: "grass", 23: "grass"}, 3, 3, ["swelling"], marks=pytest.mark.clause("W3-C-12")
        ),
        pytest.param("護宝妖精", {38: "sky", 39: "sky"}, 4, (3, 5), ["treasure"], marks=pytest.mark.clause("W3-C-13")),
        pytest.param("調律", {45: "none", 46: "none"}, None, None, ["protean"], marks=pytest.mark.clause("W3-C-14")),
        pytest.param(
            "呪文砕き", {47: "none", 48: "none"}, None, None, ["wild_card"], marks=pytest.mark.clause("W3-C-15")
        ),
    ],
)  # fmt: skip
def test_what_both_packs_tell_of_a_card(
    name: str, numbers: dict[int, str], cost: int | None, bounds: Cost, traits: list[str]
) -> None:
    """Both packs have the card with its numbers, attributes, traits and a cost, or what the print fixes of it."""
    assert NAMES.numbers("card", name) == list(numbers)
    for number, attribute in numbers.items():
        for pack in ("print", "house"):
            found = ROWS[pack][number]
            assert (found.name, found.attribute) == (name, attribute)
            assert found.traits == traits or (pack == "house" and found.source["traits"].startswith("house: "))
            assert found.unit == (cost is not None)
        assert HOUSE.cost[number] == cost
        known = PRINT.cost[number]
        assert (known.ends() if isinstance(known, Bounded) else known) == bounds


@pytest.mark.clause("W3-C-16")
def test_the_print_does_not_name_eight_cards() -> None:
    """006 and seven others stand in both packs, without a name in print, and with a stand-in of the house."""
    assert sorted(ROWS["print"]) == sorted(ROWS["house"]) == list(range(1, 49))
    assert tuple(number for number, found in ROWS["print"].items() if found.name is None) == UNNAMED
    for number in UNNAMED:
        assert PRINT.name[number] == ""
        with pytest.raises(Undecidable):
            bool(PRINT.unit[number])
        assert ROWS["house"][number].source["name"].startswith("house: ")


@pytest.mark.clause("W3-C-16")
@pytest.mark.parametrize("card", UNNAMED)
def test_a_game_that_turns_on_an_unnamed_card_is_undecidable(card: int) -> None:
    """By the print alone, deploying one of the eight is undecidable, unless its bounds are beyond three territories;
    laying it as territory is fine."""
    deck = [card, *[other for other in DECK if other != card]]
    placing = [
        (1, StartTerritory(sorted(deck[1:4]))), (1, KeepMagic([1])),
        (2, StartTerritory(sorted(deck[8:11]))), (2, KeepMagic([5])),
    ]  # fmt: skip
    turn = [(1, act) for act in (DRAW, PASS, PASS, END_COMBAT)]

    def verdict(*acts: tuple[int, object]) -> Verdict:
        outcomes = {"deck": deck, "magic": MAGICS}
        return judged(*(entry(*act) for act in acts), outcomes=outcomes, pack="print").verdict

    beyond = PRINT.cost[card] > 3 if ROWS["print"][card].cost not in ([3, 5], None) else False
    assert verdict(*placing, *turn, (1, PASS), (1, Deploy(card))) == (
        Verdict.ILLEGAL if beyond else Verdict.UNDECIDABLE
    )
    assert verdict(*placing, *turn, (1, Lay(card))) == Verdict.INCOMPLETE


@pytest.mark.parametrize("pack", ["print", "house"])
@pytest.mark.parametrize(
    ("trait", "holders"),
    [
        pytest.param("transparent", [3, 4, 11, 21, 34, 35, 36], marks=pytest.mark.clause("W3-B2-3")),
        pytest.param("veil", [21, 34, 35], marks=pytest.mark.clause("W3-B2-4")),
        pytest.param("unblocking", [3, 4, 11, 36], marks=pytest.mark.clause("W3-B2-5")),
        pytest.param("double_wall", [5, 24, 25, 37], marks=pytest.mark.clause("W3-B2-6")),
        pytest.param("unstrengthenable", [20, 32, 33], marks=pytest.mark.clause("W3-B2-7")),
    ],
)
def test_who_holds_the_five_traits(pack: str, trait: str, holders: list[int]) -> None:
    """Among the forty cards of the beginner deck these hold the trait and no other does, in the tables of the rules."""
    table = getattr(GAME.packs[pack].cards.five_traits, trait)
    assert [card for card in DECK if table[card]] == holders


@pytest.mark.clause("W3-0.1-8", "W3-E-08")
def test_units_have_an_attribute_and_purple_cards_none() -> None:
    """All unit cards have one of the four; 調律 and 呪文砕き none, whatever the replay's list prints beside them."""
    for pack in ("print", "house"):
        attribute = GAME.packs[pack].cards.attribute
        assert [attribute[card] for card in (45, 46, 47, 48)] == [Attribute.NONE] * 4
    assert all(1 <= HOUSE.attribute[card] <= 4 for card in range(1, 45))
    assert NAMES.numbers("card", "調律:草") == NAMES.numbers("card", "呪文砕き:草") == []


@pytest.mark.clause("W3-0.1-13")
@pytest.mark.parametrize("pack", ["print", "house"])
def test_cards_of_one_name_have_one_cost(pack: str) -> None:
    """No name stands with two costs."""
    costs = {(found.name, str(found.cost)) for found in ROWS[pack].values() if found.name}
    assert len(costs) == len({name for name, _ in costs})


@pytest.mark.clause("W3-0.1-14")
@pytest.mark.parametrize("pack", ["print", "house"])
def test_the_magics_stand_in_blocks_of_four(pack: str) -> None:
    """A01 to A16 are four each of fire, water, grass and sky; the basic magics are not among those in use."""
    blocks = {1: "fire", 2: "fire", 3: "fire", 4: "fire", 5: "water", 6: "water", 7: "water", 8: "water"}
    blocks |= {9: "grass", 10: "grass", 11: "grass", 12: "grass", 13: "sky", 14: "sky", 15: "sky", 16: "sky"}
    found = MAGIC_ROWS[pack]
    assert {number: found[number].attribute for number in found if number <= 16} == {
        number: attribute for number, attribute in blocks.items() if number in found
    }
    assert set(found) >= set(MAGICS)


@pytest.mark.clause("W3-0.1-14")
def test_the_names_of_the_magics() -> None:
    """All 22 are named in print, the basic ones twice each, and the four that are inferred say so."""
    names = [MAGIC_ROWS["print"][number].name for number in range(1, 23)]
    assert names == [
        "火炎弾", "火遊び", "溶岩流", "猛炎", "瘴気", "暴露", "濃霧", "毒殺", "巨体化", "迷い森", "収穫", "双腕",
        "新天地", "風読み", "逆風", "竜巻", "転生", "転生", "入植", "入植", "透禍の槍", "透禍の槍",
    ]  # fmt: skip
    assert [NAMES.numbers("magic", name) for name in ("毒殺", "転生", "火炎球")] == [[8], [17, 18], []]
    inferred = [n for n, found in MAGIC_ROWS["print"].items() if found.source["name"].startswith("inferred: ")]
    assert inferred == [1, 5, 12, 16]


@pytest.mark.clause("W3-E-09", "W3-C-02")
def test_two_spellings_of_one_name() -> None:
    """先攻打撃兵 means the same cards as 先行打撃兵, with an attribute too; the latter is what is written."""
    assert NAMES.numbers("card", "先攻打撃兵") == NAMES.numbers("card", "先行打撃兵") == [3, 4, 11, 36]
    assert NAMES.numbers("card", "先攻打撃兵:炎") == [3, 4]
    assert NAMES.printed("card", 36) == "先行打撃兵:天"


def test_what_is_written_for_cards_magics_and_seats() -> None:
    """Numbers outside the pack are no card and no magic, a seat has a p before it, and 0 stands for what is hidden."""
    assert [NAMES.numbers("card", text) for text in ("001", "48", "0", "49")] == [[1], [48], [], []]
    assert [NAMES.numbers("magic", text) for text in ("A01", "a22", "A0", "A23")] == [[1], [22], [], []]
    assert [NAMES.numbers("seat", text) for text in ("p1", "p4", "p5", "1")] == [[1], [4], [], []]
    assert [NAMES.text("card", 7), NAMES.text("magic", 7), NAMES.text("card", 0)] == ["007", "A07", "?"]
    assert NAMES.printed("magic", 22) == "透禍の槍"


def test_the_house_keeps_to_the_print() -> None:
    """What the print fixes the house pack has as well, and a number within the bounds where those are all there is."""
    for number in range(1, 49):
        known, played = ROWS["print"][number].cost, ROWS["house"][number].cost
        if isinstance(known, list):
            assert known[0] <= played <= known[1]
        elif known is not None:
            assert played == known
        for field in ("name", "attribute", "unit"):
            fixed = getattr(ROWS["print"][number], field)
            assert fixed is None or fixed == getattr(ROWS["house"][number], field)


def test_the_house_pack_is_complete() -> None:
    """Whole games of every mode can be played with it: nothing of a card or of a magic is left open."""
    for number in range(1, 49):
        found = ROWS["house"][number]
        assert None not in (found.name, found.attribute, found.unit)
        assert (found.cost is None) == (number >= 45)
        assert found.traits_complete
    for number in range(1, MAGIC_CARDS + 1):
        text = HOUSE.magic[number]
        assert text is not None
        assert None not in (text.mana, text.steps, text.effects)
        assert text.grand_known


@pytest.mark.parametrize("pack", ["print", "house"])
def test_every_field_says_where_it_is_from(pack: str) -> None:
    """Whatever a row fills in has a source, and the printed pack has no stand-ins."""
    for found in (*ROWS[pack].values(), *MAGIC_ROWS[pack].values()):
        filled = [
            field
            for field in ("name", "attribute", "cost", "unit", "traits", "mana", "condition", "effects")
            if getattr(found, field, None) not in (None, [])
        ]
        assert set(filled) <= set(found.source), found.number
        assert "traits" in found.source or found in ROWS[pack].values(), found.number
        if pack == "print":
            assert not any(source.startswith("house: ") for source in found.source.values())


def test_inferred_and_stand_in_data_is_an_assumption() -> None:
    """A verdict that used 016 rests on its inferred cost, one that used 006 on a stand-in; 017 is printed."""
    by_print = assumptions(PRINT, [Deploy(16), Deploy(17)])
    assert [(found.kind, found.id) for found in by_print] == [("card", "016")]
    assert "cost inferred: " in str(by_print[0].text)
    by_house = assumptions(HOUSE, [Deploy(6)])
    assert "cost house: " in str(by_house[0].text)
    assert assumptions(HOUSE, [Lay(6)]) == []
    (magic,) = assumptions(PRINT, [Magic(8)])
    assert (magic.kind, magic.id) == ("card", "A08")
    assert "effects inferred: " in str(magic.text)


@pytest.mark.parametrize(
    ("act", "used"),
    [
        (Remove([Spell(16, [6])]), ["006", "016"]),
        (Strengthen([Spell(16, [6])]), ["006", "016"]),
        (Counter([Spell(16, [6])]), ["006", "016"]),
        (Deploy(6), ["006"]),
        (Redeploy(6, [16]), ["006", "016"]),
        (Magic(8), ["A08"]),
        (Copy(8), ["A08"]),
    ],
)
def test_a_verdict_rests_on_the_cards_that_an_action_uses(act: Act, used: list[str]) -> None:
    """Deployed and returned, laid as a spell and lain upon, used as a magic and copied."""
    assert [found.id for found in assumptions(HOUSE, [act])] == used


def test_which_grand_magic_a_card_carries_is_an_assumption() -> None:
    """The print gives it to an attribute, and that of a magic is inferred; of 火炎弾 it is printed; that 転生 carries
    none is a stand-in, on which the refusal rests."""
    assert [(found.id, "grand inferred: " in str(found.text)) for found in assumptions(PRINT, [GrandMagic(9)])] == [
        ("A09", True),
        ("★探生", False),
    ]
    assert "grand " not in str(assumptions(PRINT, [GrandMagic(1)])[0].text)
    (refused,) = assumptions(HOUSE, [GrandMagic(17)])
    assert refused.id == "A17"
    assert "grand house: none" in str(refused.text)
    sideways = wizard_scene(magics=([(GRASS, Face.SIDEWAYS)], []))
    refusals = [
        wizard_scene(magics=([17], [])).match.consider(1, GrandMagic(17)),
        sideways.match.consider(1, GrandMagic(GRASS)),
        sideways.match.consider(1, Magic(GRASS)),
    ]
    compared = [(refusal.clause, refusal.compares) for refusal in refusals if refusal]
    assert compared == [("W3-A2-3", True), ("W3-G-7", True), ("W3-M3-4", True)]


@pytest.mark.clause("W3-A2-1")
def test_that_a_unit_has_no_other_trait_is_an_assumption() -> None:
    """With all traits in force the house pack says of units that what is printed of them is all; five traits are."""
    for card in (3, 5, 9, 12, 20, 22, 34, 38):
        (found,) = assumptions(HOUSE, [Deploy(card)], all_traits=True)
        assert "traits_complete house: " in str(found.text)
        assert "traits_complete" not in "".join(str(plain.text) for plain in assumptions(HOUSE, [Deploy(card)]))


@pytest.mark.clause("W3-B2-11")
def test_that_a_magic_has_no_trait_is_an_assumption() -> None:
    """残響 or 顕在 on a magic of which the print tells neither would change what may be done; 風読み is pictured."""
    assert "traits inferred: " in str(assumptions(PRINT, [Magic(11)])[0].text)
    assert "traits " not in "".join(str(assumptions(PRINT, [Magic(magic)])[0].text) for magic in (14, 21))
    assert "traits house: " in str(assumptions(HOUSE, [Magic(2)])[0].text)


def rests_on(scene: Scene) -> list[str]:
    """The cards on whose data a scene rests so far."""
    return [found.id for found in GAME.card_assumptions(GAME.packs["house"], scene.table, scene.match.chosen)]


def test_cards_that_count_without_being_used_are_assumptions() -> None:
    """The cost of a card kept by ★海癒, and that what pays for 転生 or is fetched by ★探生 is a unit card; a card that
    is merely given or discarded counts for nothing."""
    healed = wizard_scene(magics=([WATER], []), discard=[17, 20, 22]).do(1, GrandMagic(WATER), Heal(20))
    assert rests_on(healed) == ["020", "A05", "★海癒"]
    paid = wizard_scene(magics=([17], []), hands=([6, 8, 10, 15], []), units=([7], []))
    assert rests_on(paid.do(1, Magic(17), Choose([6, 8, 10]))) == ["006", "008", "010", "A17"]
    fetched = wizard_scene(magics=([GRASS], []), hands=([8], []), discard=[6])
    assert rests_on(fetched.do(1, GrandMagic(GRASS), Exchange([8], [6]))) == ["006", "A09", "★探生"]
    dropped = wizard_scene(magics=([5], []), hands=([], [6]), units=([16, 17], [7])).do(1, Magic(5)).do(2, Choose([6]))
    assert rests_on(dropped) == ["A05"]


def test_what_lasts_is_an_assumption_however_the_card_was_turned() -> None:
    """透禍の槍, turned up by 暴露, has not been activated; combat rests on what its 顕在 does all the same."""
    scene = wizard_scene(magics=([6], [SPEAR]), units=([16, 7], [17])).do(1, Magic(6)).do(2, PASS)
    scene.do(1, Reveal(1)).quiet_until("3.2")
    assert rests_on(scene) == ["A06"]
    assert rests_on(scene.do(1, ATTACK)) == ["A06", "A21"]


def test_the_digest_names_the_content_and_not_the_sources(tmp_path: Path) -> None:
    """A better source note leaves a pack's digest as it is, another cost does not; its bytes know no maps."""
    printed = files(wars3x3).joinpath("packs", "print.toml").read_text("utf-8")
    file = tmp_path / "print.toml"

    def digest(text: str) -> bytes:
        file.write_text(text, "utf-8")
        return load(PACKS, file).digest

    assert digest(printed) == GAME.packs["print"].digest != GAME.packs["house"].digest
    assert digest(printed.replace("(blocks 6)", "(blocks for 6)")) == digest(printed)
    assert digest(printed.replace("cost = 6", "cost = 5")) != digest(printed)

    def has_maps(value: object) -> bool:
        return isinstance(value, dict) or (isinstance(value, list) and any(map(has_maps, value)))

    assert not has_maps(msgspec.msgpack.decode(content(PRINT.rows, PACKS)))
