"""ルーナ: her cards, her crack skill and 《神託》."""

import pytest

from shinpan_engine.games.hackclad.table.actions import CRACK, Deed, Move, Take
from shinpan_engine.games.hackclad.table.state import Lasts, Modified, Step

from .scene import LUNA, MIA, NORTH, PASS, ROSETTE, YES, Scene


def attacker(*cards: str, at: str = "c2", **more: object) -> Scene:
    """ルーナ south of the clad."""
    return Scene(LUNA, MIA, at={1: at}, hand={1: list(cards)}, **more)  # type: ignore[arg-type]


def test_evil_breaking_sword() -> None:
    """破邪の剣: ATK 1, against the clad 2."""
    scene = attacker("破邪の剣").uses(1, "破邪の剣", NORTH, "c3")
    assert scene.side(1).vp == 2
    legion = attacker("破邪の剣", at="c1", tails=["c2"], voltage=2).uses(1, "破邪の剣", NORTH, "c2")
    assert [e.amount for e in legion.events("Hit")] == [1]


@pytest.mark.clause("HC-12.1-10")
def test_evil_breaking_sword_on_two() -> None:
    """破邪の剣 after 追奏: the clad takes 2 and the legion 1, each by its own."""
    scene = attacker("追奏", "破邪の剣", at="c2").uses(1, "追奏")
    assert scene.refuses(1, scene.use(1, "破邪の剣", NORTH, "b3", "c3"))[0] == "HC-8.4.3.K-2"
    scene.uses(1, "破邪の剣", NORTH, "c3")
    assert scene.side(1).vp == 2


def test_thunder_after_a_support_card() -> None:
    """雷鳴: MP 1, ATK 1; 2 if a support card was used in this turn. A card paid for a basic action is not used."""
    scene = attacker("雷鳴", "ムーブ", mp={1: 1})
    scene.do(1, scene.basic(1, Deed.MP, "ムーブ")).uses(1, "雷鳴", NORTH, "c3")
    assert scene.side(1).vp == 1
    other = attacker("雷鳴", "追奏", mp={1: 1}).uses(1, "追奏").uses(1, "雷鳴", NORTH, "c3")
    assert other.side(1).vp == 2


@pytest.mark.parametrize(
    ("deck", "answer", "vp"), [(["X1"], YES, 2), (["X1"], PASS, 1), (["X7"], YES, 1), ([], None, 2)]
)
@pytest.mark.clause("HC-3-1", "HC-12.1-7", "HC-9.2-1", "HC-3-23")
def test_repulse_looks_first(deck: list[str], answer: object, vp: int) -> None:
    """排撃: looks at the top clad card and may reveal it; ATK +1 if that has VOLTAGE 1, or with an empty clad deck,
    which is not rebuilt."""
    scene = attacker("排撃", mp={1: 1}, clad_deck=deck).uses(1, "排撃", NORTH, "c3")
    if answer is not None:
        assert [(e.card, e.private) for e in scene.events("Looked")] == [(scene.named("clad", deck[0]), 1)]
        scene.do(1, answer)
    assert (scene.side(1).vp, len(scene.state.clad_deck)) == (vp, len(deck))
    assert len(scene.events("Revealed")) == (answer == YES)


@pytest.mark.clause("HC-12.1-10")
def test_accompaniment_doubles_the_next_attack() -> None:
    """追奏: the next attack card of this turn hits two; the one after it does not, and ショット stays at two."""
    scene = attacker("追奏", "雷鳴", "破邪の剣", at="c1", mp={1: 1}, tails=["b3"], voltage=2)
    scene.uses(1, "追奏").uses(1, "雷鳴", NORTH, "b3", "c3")
    assert sorted(e.amount for e in scene.events("Hit")) == [2, 2]
    assert scene.side(1).modifiers == []


@pytest.mark.clause("HC-12.1-10")
def test_accompaniment_twice_is_still_two() -> None:
    """追奏 used twice: the next attack hits two, not four."""
    scene = attacker("追奏", "雷鳴", at="c1", mp={1: 1}, tails=["b3", "d3"]).uses(1, "追奏")
    scene.table.modify(1, Modified.NEXT_MULTI, 2, Lasts.TURN)
    assert scene.refuses(1, scene.use(1, "雷鳴", NORTH, "b3", "c3", "d3")) == ("HC-8.4.3.K-4", "HC-12.1-10")


def test_moon_reading() -> None:
    """月詠み: MP +1, then 《神託》."""
    scene = attacker("月詠み", clad_deck=["X8", "X1"]).uses(1, "月詠み")
    assert (scene.side(1).mp, [e.card for e in scene.events("Looked")]) == (1, [8])
    empty = attacker("月詠み", clad_deck=[]).uses(1, "月詠み")
    assert (empty.side(1).mp, empty.events("Looked")) == (2, [])


@pytest.mark.clause("HC-8.4.F-11")
def test_swift_thunder_follows() -> None:
    """迅雷: MP 2, ATK 3; having destroyed a legion she may go to its square, gaining what lies there."""
    scene = attacker("迅雷", at="c1", mp={1: 2}, voltage=2, tails=["b3"], stones={"b3": 2})
    scene.uses(1, "迅雷", NORTH, "b3")
    assert scene.allowed(1, Move) == [scene.move("b3")]
    scene.do(1, scene.move("b3"))
    assert (scene.where(1), scene.side(1).vp) == ("b3", 4)
    clad = attacker("迅雷", at="c1", mp={1: 2}).uses(1, "迅雷", NORTH, "c3")
    assert (clad.asked(), clad.side(1).vp) == ([(1, "turn")], 3)


@pytest.mark.clause("HC-8.4.F-11")
def test_swift_thunder_after_accompaniment() -> None:
    """迅雷 on two legions: one of their squares, no other, or none."""
    scene = attacker("追奏", "迅雷", at="c1", mp={1: 2}, tails=["b3", "d3"])
    scene.uses(1, "追奏").uses(1, "迅雷", NORTH, "b3", "d3")
    assert scene.allowed(1, Move) == [scene.move("b3"), scene.move("d3")]
    assert scene.refuses(1, scene.move("c2")) == ("HC-8.4.F-11",)
    scene.do(1, PASS)
    assert scene.where(1) == "c1"


@pytest.mark.parametrize(("deck", "answer", "drawn"), [(["X1"], YES, 1), (["X7"], YES, 0), (["X1"], PASS, 0)])
def test_wandering_jewel_draws(deck: list[str], answer: object, drawn: int) -> None:
    """流転の勾玉: MP 1, ATK 2; then draws 1 if the clad card revealed has VOLTAGE 1."""
    scene = attacker("流転の勾玉", mp={1: 1}, clad_deck=deck).uses(1, "流転の勾玉", NORTH, "c3").do(1, answer)
    assert (scene.side(1).vp, len(scene.side(1).hand)) == (2, drawn)


def test_wandering_jewel_and_an_empty_clad_deck() -> None:
    """流転の勾玉: with an empty clad deck it draws 1."""
    scene = attacker("流転の勾玉", mp={1: 1}, clad_deck=[]).uses(1, "流転の勾玉", NORTH, "c3")
    assert len(scene.side(1).hand) == 1


def test_gathering_clouds_spares_legions() -> None:
    """アメノムラクモ: MP 2, ATK 6; a legion takes nothing, which is no damage event."""
    scene = attacker("アメノムラクモ", mp={1: 2}).uses(1, "アメノムラクモ", NORTH, "c3")
    assert scene.side(1).vp == 6
    legion = attacker("アメノムラクモ", at="c1", mp={1: 2}, tails=["c2"]).uses(1, "アメノムラクモ", NORTH, "c2")
    assert (legion.legions(), legion.side(1).hits, legion.side(1).vp) == ({"c2": "tail"}, 0, 0)


@pytest.mark.parametrize("supports", [0, 1, 2])
def test_takemikazuchi_counts_support_cards(supports: int) -> None:
    """タケミカヅチ: MP 3, ATK 4 + the support cards used in this turn."""
    scene = attacker("タケミカヅチ", "追奏", "月詠み", mp={1: 3}, clad_deck=["X1"])
    for name in ("追奏", "月詠み")[:supports]:
        scene.uses(1, name)
    scene.uses(1, "タケミカヅチ", NORTH, "c3")
    assert scene.side(1).vp == 4 + supports


@pytest.mark.clause("HC-8.4.4-8", "HC-8.4.4-9", "HC-8.4.1-7")
def test_eightfold_mirror_turns_the_clad_about() -> None:
    """八咫鏡: MP 1, the clad turns about, and the attack goes the other way."""
    scene = Scene(LUNA, ROSETTE, at={1: "c4", 2: "c2"}, hand={1: ["八咫鏡"]}, mp={1: 1}, clads=("X2", "X4", "X5"))
    scene.ends(1).uses(1, "八咫鏡")
    assert (scene.clad()[1], scene.asked()) == ("south", [(2, "react")])
    scene.passes(2)
    assert (scene.side(1).injuries, scene.side(2).injuries) == (0, 1)


@pytest.mark.clause("HC-8.4.F-11")
def test_flight_lands_beside_the_clad() -> None:
    """飛翔: 《神託》, then to an empty square beside the clad; with none she stays."""
    scene = attacker("飛翔", at="a1", tails=["c4", "b3"], clad_deck=["X1"]).uses(1, "飛翔")
    assert scene.allowed(1, Move) == [scene.move("c2"), scene.move("d3")]
    assert scene.refuses(1, scene.move("c4")) == ("HC-8.4.F-11",)
    scene.do(1, scene.move("d3"))
    assert (scene.where(1), scene.side(1).moved) == ("d3", True)
    full = attacker("飛翔", at="a1", tails=["c4", "b3", "c2", "d3"], clad_deck=["X1"]).uses(1, "飛翔")
    assert (full.where(1), full.asked()) == ("a1", [(1, "turn")])


@pytest.mark.clause("HC-8.4.6-7", "HC-8.4.3-6")
def test_flight_brings_nobody_back() -> None:
    """飛翔: off the field there is 《神託》 only."""
    scene = attacker("飛翔", clad_deck=[])
    scene.side(1).square = 0
    scene.uses(1, "飛翔")
    assert (scene.where(1), scene.side(1).mp, scene.asked()) == ("none", 1, [(1, "turn")])


@pytest.mark.clause("HC-3-20")
def test_prayer_takes_a_support_card() -> None:
    """祈禱: MP 1, a support card of the own discard pile goes to the hand; the next attack card has ATK +1."""
    scene = attacker("祈禱", "破邪の剣", mp={1: 1}, discard={1: ["ムーブ", "追奏", "ショット"]}).uses(1, "祈禱")
    assert scene.refuses(1, Take(scene.card(1, "ショット"))) == ("HC-8.4.3.A-4", "HC-3-20")
    scene.do(1, Take(scene.card(1, "追奏")))
    assert scene.hand(1) == ["破邪の剣", "追奏"]
    scene.uses(1, "破邪の剣", NORTH, "c3")
    assert scene.side(1).vp == 3


@pytest.mark.clause("HC-8.4.3.A-12")
def test_prayer_with_nothing_to_take() -> None:
    """祈禱: with no support card in the discard pile the rest is done."""
    scene = attacker("祈禱", mp={1: 1}, discard={1: ["ショット"]}).uses(1, "祈禱")
    assert (scene.asked(), [m.kind.name for m in scene.side(1).modifiers]) == ([(1, "turn")], ["NEXT_ATK"])


@pytest.mark.clause("HC-3.G-2")
def test_the_crack_skill_of_luna() -> None:
    """Her crack skill: 1 CP, MP +5, up to 7."""
    scene = attacker(cp={1: 1}, mp={1: 4}).do(1, CRACK)
    assert (scene.side(1).mp, scene.side(1).cp, scene.side(1).pollution) == (7, 0, 1)
    assert scene.state.step == Step.PLAYER_1
