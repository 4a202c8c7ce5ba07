"""8-4-1 クラッドの手番実行: every icon and every clad card."""

import msgspec
import pytest

from shinpan_engine.games.hackclad.cards.cards import Icon
from shinpan_engine.games.hackclad.cards.pack_rows import IconRow
from shinpan_engine.games.hackclad.chapters.clad_turn import ICON_DEEDS
from shinpan_engine.games.hackclad.table.actions import Give
from shinpan_engine.games.hackclad.table.options import CladReturnAttacks, DropTie, LegionSpawn

from .made_up import ROWS, pack_with
from .scene import LUNA, MIA, NORTH, ROSETTE, Scene

FAR = {1: "a1", 2: "a1"}


def acts(card: str, *, at: dict[int, str] | None = None, **more: object) -> Scene:
    """The clad acts by one card; the scene stands at what is asked then."""
    return Scene(ROSETTE, MIA, at=at or FAR, clads=(card, "X1", "X1"), **more).ends(1)  # type: ignore[arg-type]


def attacked(scene: Scene) -> list[tuple[str, list[str]]]:
    """The attacks of the last action."""
    return [
        (e.strike.name, [scene.names.text("square", square) for square in e.squares]) for e in scene.events("Attacked")
    ]


@pytest.mark.clause("HC-8.4.1-1", "HC-8.4.1-2", "HC-8.4.1-8", "HC-L-1")
def test_vanguard() -> None:
    """つゆ払い: the three squares behind and the second behind are attacked; a drop behind."""
    scene = acts("X1")
    assert attacked(scene) == [("RANGE", ["c1", "b2", "c2", "d2"])]
    assert scene.stones() == {"c2": 1}


@pytest.mark.clause("HC-8.4.1-6", "HC-8.4.1-1")
def test_bite() -> None:
    """噛みつき: the three squares ahead, a drop ahead, a turn to the left."""
    scene = acts("X2")
    assert attacked(scene) == [("RANGE", ["b4", "c4", "d4"])]
    assert (scene.stones(), scene.clad()) == ({"c4": 1}, ("c3", "west"))


def test_crack_in_the_earth() -> None:
    """地割れ: one square ahead and three in the second row; a drop on the second square ahead."""
    scene = acts("X3")
    assert attacked(scene) == [("RANGE", ["c4", "b5", "c5", "d5"])]
    assert scene.stones() == {"c5": 1}


@pytest.mark.clause("HC-8.4.1-10", "HC-8.4.1-13")
def test_skewer() -> None:
    """くし刺し: tails appear left and right, together."""
    scene = acts("X4")
    assert attacked(scene) == [("APPEARANCE", ["b3", "d3"])]
    assert scene.legions() == {"b3": "tail", "d3": "tail"}
    assert [(e.square, e.kind.name) for e in scene.events("Appeared")][:2] == [(12, "TAIL"), (14, "TAIL")]


@pytest.mark.clause("HC-8.4.1-6", "HC-8.4.1-10")
@pytest.mark.parametrize(("card", "square", "front"), [("X5", "d4", "west"), ("X6", "b4", "east")])
def test_wheeling(card: str, square: str, front: str) -> None:
    """襲撃旋回: a head ahead to the right and a turn to the left, or the other way round."""
    scene = acts(card)
    assert (scene.legions(), scene.clad()) == ({square: "head"}, ("c3", front))


def test_burning_down() -> None:
    """焼き尽くす: the ten squares of the two rows ahead, a head ahead, a turn to the right."""
    scene = acts("X7")
    assert attacked(scene)[0][1] == ["a4", "b4", "c4", "d4", "e4", "a5", "b5", "c5", "d5", "e5"]
    assert (scene.legions(), scene.clad()) == ({"c4": "head"}, ("c3", "east"))


@pytest.mark.clause("HC-8.4.1-3", "HC-8.4.1-4", "HC-8.4.1-8")
def test_shaking_off() -> None:
    """振り払い: three squares on either side, two drops ahead, one step."""
    scene = acts("X8")
    assert attacked(scene) == [("RANGE", ["b2", "d2", "b3", "d3", "b4", "d4"]), ("ADVANCE", ["c4"])]
    assert (scene.stones(), scene.clad()) == ({"b4": 1, "d4": 1}, ("c4", "north"))


@pytest.mark.clause("HC-8.4.1-3", "HC-8.4.1-4")
def test_levelling() -> None:
    """地ならし: a tail behind, then two steps."""
    scene = acts("X9")
    assert attacked(scene) == [("APPEARANCE", ["c2"]), ("ADVANCE", ["c4"]), ("ADVANCE", ["c5"])]
    assert (scene.legions(), scene.clad()[0]) == ({"c2": "tail"}, "c5")


@pytest.mark.parametrize(
    ("card", "columns", "head", "drops"), [("X10", "ab", "b4", ["a3", "b3"]), ("X11", "de", "d4", ["d3", "e3"])]
)
def test_landslide(card: str, columns: str, head: str, drops: list[str]) -> None:
    """地崩れ: the ten squares of two columns, a head, two drops and a step."""
    away = "c1"
    scene = acts(card, at={1: away, 2: away})
    assert attacked(scene)[0][1] == [f"{column}{row}" for row in range(1, 6) for column in columns]
    assert (scene.legions(), scene.clad()[0]) == ({head: "head"}, "c4")
    assert scene.stones() == dict.fromkeys(drops, 1)


@pytest.mark.clause("HC-X-6", "HC-8.4.1-13")
def test_homing() -> None:
    """帰巣本能: the clad goes to the middle, facing as at the start, by one movement attack there; then four tails."""
    scene = acts("X12", clad="b1", front="west", tails=["c3"])
    assert attacked(scene)[0] == ("RETURN", ["c3"])
    assert scene.clad() == ("c3", "north")
    assert scene.legions() == {"b1": "tail", "e2": "tail", "a4": "tail", "d5": "tail"}
    assert "HC-X-6" in scene.table.relied


@pytest.mark.clause("HC-X-6")
def test_homing_from_the_middle_only_turns() -> None:
    """帰巣本能 in the middle: no movement attack, but the turn; a witch on the middle square is not hit."""
    scene = acts("X12", at={1: "a1", 2: "c3"}, front="south")
    assert [strike for strike, _ in attacked(scene)] == ["APPEARANCE"]
    assert scene.clad() == ("c3", "north")


@pytest.mark.clause("HC-X-6")
def test_homing_hits_who_stands_there() -> None:
    """帰巣本能: a witch in the middle takes the movement attack; by an option the return is none."""
    scene = acts("X12", at={1: "a1", 2: "c3"}, clad="b1", vp={2: 5}).passes(2)
    assert (scene.side(2).injuries, scene.side(2).vp) == (1, 3)
    options = {"clad_return_attacks": CladReturnAttacks.FALSE}
    other = acts("X12", at={1: "a1", 2: "c3"}, clad="b1", tails=["c3"], options=options)
    assert (other.side(2).injuries, other.clad()) == (0, ("c3", "north"))


@pytest.mark.clause("HC-8.4.1-16", "HC-X-6")
def test_a_held_clad_only_turns_home() -> None:
    """徹甲弾 and 帰巣本能: the clad stays where it is, turns, and its tails appear around it."""
    for options in ({}, {"clad_return_attacks": CladReturnAttacks.FALSE}):
        scene = Scene(ROSETTE, MIA, at=FAR, clad="b2", front="west", clads=("X12", "X1", "X1"), options=options)
        scene.state.clad_held = True
        scene.ends(1)
        assert scene.clad() == ("b2", "north")


@pytest.mark.clause("HC-8.4.1-7")
def test_the_reverse_icon() -> None:
    """反転する: no card known has it, but the booklet; the clad turns about."""
    scene = Scene(ROSETTE, MIA)
    icon = Icon(IconRow(icon="reverse"), scene.table.board)
    assert ICON_DEEDS[icon.kind](scene.table, icon) is None
    assert scene.clad() == ("c3", "south")


@pytest.mark.clause("HC-8.4.1.A-1", "HC-3-2")
@pytest.mark.parametrize(("voltage", "atk"), [(1, 2), (2, 3), (3, 4)])
def test_the_atk_of_the_clad(voltage: int, atk: int) -> None:
    """Its ATK is 2, 3 and 4 by VOLTAGE, against each witch attacked."""
    scene = acts("X2", at={1: "b4", 2: "c4"}, voltage=voltage, vp={1: 9, 2: 9}).passes(1, 2)
    assert [(e.seat, e.amount) for e in scene.events("Damage")] == [(1, atk), (2, atk)]
    assert "HC-8.4.1-9" not in scene.table.relied


@pytest.mark.clause("HC-8.4.1.A-6", "HC-8.4.1.A-4", "HC-8.4.1.A-5")
def test_one_attack_hits_witches_only() -> None:
    """All witches in range take damage from the one attack, by turn slot; legions there take none."""
    scene = acts("X2", at={1: "b4", 2: "d4"}, tails=["c4"]).passes(1, 2)
    assert [e.seat for e in scene.events("Injured")] == [1, 2]
    assert [leg.damage for leg in scene.state.legions] == [0]


@pytest.mark.clause("HC-8.4.1-5", "HC-8.4.1.A-2", "HC-X-2", "HC-12.1-8")
def test_a_movement_attack_cannot_be_reduced() -> None:
    """A guard against a movement attack is legal and spent, and takes nothing off."""
    scene = acts("X9", at={1: "c4", 2: "a1"}, hand={1: ["ガード"]}, vp={1: 9})
    scene.uses(1, "ガード").passes(1)
    assert [e.amount for e in scene.events("Damage")] == [2]
    assert "HC-8.4.1-5" in scene.table.relied


@pytest.mark.clause("HC-8.4.F-4", "HC-8.4.F-3")
def test_the_clad_tramples_without_reward() -> None:
    """A legion on the clad's way is removed, nobody gains; stones there stay under the clad."""
    scene = acts("X8", tails=["c4"], stones={"c4": 2})
    assert [scene.names.text("square", e.square) for e in scene.events("Trampled")] == ["c4"]
    assert [side.vp for side in scene.state.sides] == [0, 0]
    assert scene.stones()["c4"] == 2


@pytest.mark.clause("HC-8.4.1-9")
def test_a_drop_is_gained_by_who_stands_there() -> None:
    """A witch on a drop square gains the stone; of two the earliest turn slot, or by an option whoever is said to."""
    scene = acts("X3", at={1: "a1", 2: "c5"}, vp={2: 9}, hand={2: ["ガード"]})
    scene.uses(2, "ガード").passes(2)
    assert (scene.side(2).vp, scene.stones()) == (10, {})
    two = acts("X8", at={1: "b4", 2: "b4"}).passes(1, 2)
    assert two.side(1).vp == 0, "both were hit before the drop"
    shared = acts("X1", at={1: "a1", 2: "a1"})
    assert shared.stones() == {"c2": 1}


@pytest.mark.clause("HC-8.4.1-9", "HC-8.4.6-6")
def test_a_drop_is_all_that_is_gained_with_it() -> None:
    """Stones that lay under the witch before go on lying there: she has not entered the square."""
    scene = acts("X3", at={1: "a1", 2: "c5"}, stones={"c5": 2}, hand={2: ["ガード"]}).uses(2, "ガード").passes(2)
    assert (scene.side(2).vp, scene.stones()) == (1, {"c5": 2})


@pytest.mark.clause("HC-8.4.F-5")
def test_no_legion_stands_on_the_square_of_the_clad() -> None:
    """A mark on the square of the clad, which no printed card has, brings none; the icon's other marks do."""
    clads = msgspec.to_builtins(ROWS.clad)
    clads[3]["icons"][0]["cells"] = [[0, 0], [1, 0]]
    assert acts("X4", pack=pack_with({}, clad=clads)).legions() == {"d3": "tail"}


@pytest.mark.clause("HC-8.4.1-9")
def test_a_shared_drop() -> None:
    """Two who took no damage share a drop square: the earliest turn slot gains it, by an option the record says who."""
    both = {"at": {1: "c4", 2: "c4"}, "hand": {1: ["ガード"], 2: ["ガード"]}}
    scene = acts("X2", **both).uses(1, "ガード").passes(1).uses(2, "ガード").passes(2)  # type: ignore[arg-type]
    assert [side.vp for side in scene.state.sides] == [1, 0]
    log = acts("X2", options={"drop_tie": DropTie.LOG}, **both)  # type: ignore[arg-type]
    log.uses(1, "ガード").passes(1).uses(2, "ガード").passes(2)
    assert log.asked() == [(1, "give")]
    assert log.refuses(1, Give(3)) == ("HC-8.4.1-9",)
    log.do(1, Give(2))
    assert [side.vp for side in log.state.sides] == [0, 1]


@pytest.mark.clause("HC-8.4.1-11", "HC-8.4.1-12")
def test_a_legion_appears_on_a_witch() -> None:
    """The attack of an appearing legion does the VOLTAGE and cannot be reduced; the legion stays."""
    scene = acts("X4", at={1: "a1", 2: "b3"}, voltage=2, vp={2: 9}, hand={2: ["ガード"]})
    assert scene.asked() == [(2, "react")]
    assert "b3" in scene.legions()
    scene.uses(2, "ガード").passes(2)
    assert [e.amount for e in scene.events("Damage")] == [2]
    assert (scene.side(2).injuries, scene.stones()) == (1, {"b3": 2})


@pytest.mark.clause("HC-8.4.1-11")
def test_by_an_option_a_legion_is_put_down_after_its_attack() -> None:
    """Attack first: while it is answered the legion is not yet there."""
    options = {"legion_spawn": LegionSpawn.ATTACK_THEN_PLACE}
    scene = acts("X4", at={1: "a1", 2: "b3"}, options=options)
    assert scene.legions() == {}
    scene.passes(2)
    assert scene.legions() == {"b3": "tail", "d3": "tail"}
    nobody = acts("X4", options=options)
    assert nobody.legions() == {"b3": "tail", "d3": "tail"}


@pytest.mark.clause("HC-8.4.F-5", "HC-8.4.1-10")
def test_a_legion_takes_the_place_of_a_legion() -> None:
    """A legion that stands where one appears is removed without reward."""
    scene = acts("X5", tails=["d4"])
    assert (scene.legions(), [side.vp for side in scene.state.sides]) == ({"d4": "head"}, [0, 0])


@pytest.mark.clause("HC-8.4.F-7", "HC-8.4.1-3")
def test_the_clad_goes_around_the_edge() -> None:
    """Two steps from c4 lead over the edge to c1."""
    scene = acts("X9", clad="c4", tails=["c5"])
    assert scene.clad()[0] == "c1"


@pytest.mark.clause("HC-8.4.1.A-3", "HC-X-4", "HC-12.1-4")
def test_a_knockback_is_a_movement_attack_on_everybody() -> None:
    """The clad is knocked onto the other witch, who may react; the card lies in the discard pile before it moves."""
    scene = Scene(ROSETTE, MIA, at={1: "c2", 2: "c4"}, hand={1: ["急所狙い"]}, front="south", vp={2: 5})
    scene.uses(1, "急所狙い", NORTH, "c3")
    assert scene.asked() == [(2, "react")]
    assert (scene.side(1).vp, scene.discarded(1), scene.clad()[0]) == (1, ["急所狙い"], "c3")
    scene.passes(2)
    assert (scene.clad()[0], scene.side(2).injuries, scene.side(2).vp) == ("c4", 1, 3)


@pytest.mark.clause("HC-8.4.1-15")
def test_nobody_decides_for_the_clad() -> None:
    """With nobody in range a clad card asks nothing at all."""
    for card in (f"X{number}" for number in range(1, 13)):
        scene = Scene(ROSETTE, LUNA, at={1: "a1", 2: "a1"}, clads=(card, card, card), clad="c3")
        scene.side(1).square = scene.side(2).square = 0
        scene.ends(1)
        assert scene.asked()[0][1] == "re_enter"
