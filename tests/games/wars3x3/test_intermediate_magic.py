"""中級専用ルール: the mentor's help, how often magic may be activated, and 暴露."""

from pathlib import Path

import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.cards.sources import assumptions
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    PASS,
    Choose,
    Deploy,
    KeepHand,
    KeepMagic,
    Magic,
    Redeploy,
    Remove,
    Reveal,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.options import ManifestSideways, MentorGeneric
from shinpan_engine.games.wars3x3.table.state import Face
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.judging.record import Action, Entry
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Recorded

from .apprentices import Apprentices, apprentice_scene
from .opening import judged
from .own_pack import own_card, own_magic, own_pack, scene_with
from .scene import Scene

FIRE, WATER, GRASS, SKY = 1, 12, 22, 38
"""A mentor of each attribute."""
FIRE_UNIT, WATER_UNIT = 7, 16
TOO_FEW, NO_ICON = ("W3-M1-9", "W3-M1-2", "W3-M1-5"), ("W3-M1-3", "W3-M1-9")


def with_fire_bolt(mentor: int, units: list[int], **position: object) -> Scene:
    """Seat 1 with 火炎弾 (fire and one more), a mentor and units; the opponent has 花乙女."""
    return apprentice_scene(mentors=(mentor, WATER), units=(units, []), magics=([1], [8]), **position).quiet_until(
        "2.1"
    )


@pytest.mark.clause("W3-I2-1")
def test_the_printed_example_of_the_mentor() -> None:
    """With 瓶詰火霊 the fire icon of 火炎弾 is seen to: one unit of any attribute is enough, and none is not."""
    for unit in (FIRE_UNIT, WATER_UNIT, 27, 40):
        assert with_fire_bolt(FIRE, [unit]).allows(1, Magic(1))
    assert with_fire_bolt(FIRE, []).refuses(1, Magic(1)) == TOO_FEW
    for mentor in (WATER, GRASS, SKY):
        assert with_fire_bolt(mentor, [WATER_UNIT]).refuses(1, Magic(1)) == NO_ICON


@pytest.mark.clause("W3-I2-1")
@pytest.mark.parametrize("pack", ["print", "house"])
def test_the_mentor_is_one_point_and_no_more(pack: str) -> None:
    """風読み needs two sky and one more: a sky mentor is one of the two, never both, in either pack."""
    scene = apprentice_scene(mentors=(SKY, 0), pack=pack, units=([40, 16], []), magics=([14], [])).quiet_until("4.1")
    assert scene.allows(1, Magic(14))
    scene = apprentice_scene(mentors=(SKY, 0), pack=pack, units=([27, 16, 29], []), magics=([14], []))
    assert scene.quiet_until("4.1").refuses(1, Magic(14)) == NO_ICON
    scene = apprentice_scene(mentors=(SKY, 0), pack=pack, units=([40], []), magics=([14], []))
    assert scene.quiet_until("4.1").refuses(1, Magic(14)) == TOO_FEW


@pytest.mark.clause("W3-I2-1")
def test_the_mentor_helps_every_time() -> None:
    """Its point is not used up: in one turn it helps with each magic, and in later turns again."""
    scene = apprentice_scene(mentors=(FIRE, WATER), units=([WATER_UNIT], []), magics=([1, 2], []))
    scene.do(1, Magic(1), Magic(2)).quiet_until("1.1", turn=3)
    scene.do(1, Magic(1), Magic(2))
    assert scene.side(1).mentor == FIRE


@pytest.mark.clause("W3-I2-2")
def test_the_opponents_mentor_does_not_help() -> None:
    """With a fire mentor across the table and a water mentor of one's own there is no fire."""
    scene = apprentice_scene(mentors=(WATER, FIRE), units=([WATER_UNIT], [40]), magics=([1], []))
    assert scene.refuses(1, Magic(1)) == NO_ICON
    scene = apprentice_scene(mentors=(0, FIRE), units=([FIRE_UNIT], []), magics=([1], []))
    assert scene.refuses(1, Magic(1)) == TOO_FEW


@pytest.mark.clause("W3-I2-3")
def test_a_mentor_may_stand_for_a_number_icon() -> None:
    """By default a water mentor is the second point beside a fire unit, and the game then rests on that reading."""
    scene = with_fire_bolt(WATER, [FIRE_UNIT])
    scene.do(1, Magic(1))
    assert list(scene.table.relied) == ["W3-I2-3"]
    scene = with_fire_bolt(FIRE, [FIRE_UNIT])
    scene.do(1, Magic(1))
    assert list(scene.table.relied) == []


@pytest.mark.clause("W3-I2-3")
def test_a_mentor_may_be_barred_from_number_icons() -> None:
    """With mentor_generic = false it stands for an icon of its own attribute only; the refusal says so."""
    strict = {"mentor_generic": MentorGeneric.FALSE}
    assert with_fire_bolt(WATER, [FIRE_UNIT], **strict).refuses(1, Magic(1)) == ("W3-I2-3", *TOO_FEW)
    assert with_fire_bolt(WATER, [], **strict).refuses(1, Magic(1)) == TOO_FEW
    for units in ([FIRE_UNIT], [WATER_UNIT]):
        scene = with_fire_bolt(FIRE, units, **strict)
        scene.do(1, Magic(1))
        assert list(scene.table.relied) == []
    assert with_fire_bolt(WATER, [FIRE_UNIT, WATER_UNIT], **strict).allows(1, Magic(1))


@pytest.mark.clause("W3-I2-3")
def test_mana_known_within_bounds_is_decided_where_the_ends_agree() -> None:
    """毒殺 of the printed pack needs at most 3 water and 5 in all: four units and a water mentor are certainly enough;
    with a sky mentor, or where it helps with some icon counts only, the question stays open."""

    def poison(mentor: int, **options: object) -> Scene:
        units = ([16, 17], [29, 31])
        scene = apprentice_scene(mentors=(mentor, 0), pack="print", units=units, magics=([8], []), **options)
        return scene.quiet_until("2.1")

    assert poison(WATER).allows(1, Magic(8))
    for scene in (poison(SKY), poison(WATER, mentor_generic=MentorGeneric.FALSE)):
        with pytest.raises(Undecidable):
            scene.match.consider(1, Magic(8))


@pytest.mark.clause("W3-I2-4")
def test_the_mentor_does_not_fight() -> None:
    """It neither attacks nor defends: without units nobody attacks, and a whole attack gets through to the mentor."""
    scene = apprentice_scene(units=([], [])).quiet_until("2.2").do(1, PASS)
    assert scene.refuses(1, ATTACK) == ("W3-3.0-2", "W3-3.0-6")
    scene = apprentice_scene(mentors=(SKY, SKY), units=([16], [])).quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == 30 - 5


@pytest.mark.clause("W3-I2-5")
def test_the_mentors_traits_and_cost_are_ignored() -> None:
    """No trait that a pack gives to a mentor does anything, and its cost adds neither power nor territory."""
    plain = apprentice_scene(mentors=(0, 0), units=([16], [29]), territory=([3, 4], []), hands=([40], []))
    helped = apprentice_scene(mentors=(SKY, GRASS), units=([16], [29]), territory=([3, 4], []), hands=([40], []))
    for scene in (plain, helped):
        scene.quiet_until("3.2").do(1, ATTACK)
        assert [(event.attack, event.defence) for event in scene.events("Power")] == [(5, 6)]
        assert scene.quiet_until("4.2").refuses(1, Deploy(40)) == ("W3-4.2-4", "W3-E-01")


@pytest.mark.clause("W3-I2-5")
def test_an_owners_pack_gives_a_mentor_nothing_but_its_attribute(tmp_path: Path) -> None:
    """With 透過 and a great cost in the pack a mentor helps and fights as before."""
    cards = own_pack(tmp_path, own_card(1, "fire", "9", '["transparent", "double_wall"]'))
    scene = scene_with(cards, mode="intermediate", mentors=(1, 1), units=([36], []), magics=([1], []))
    assert scene.allows(1, Magic(1))
    scene.quiet_until("3.1").do(1, ATTACK)
    assert scene.side(2).life == 30 - 2


@pytest.mark.clause("W3-I2-6")
def test_the_mentor_is_no_unit() -> None:
    """It fills no slot, is no target of spells or texts, and is not given up."""
    scene = apprentice_scene(
        mentors=(FIRE, WATER), units=([16, 17], [29]), hands=([3, 4, 18], []), territory=([5, 6, 8], []),
        magics=([8], []),
    ).quiet_until("2.1")  # fmt: skip
    assert scene.refuses(1, Remove([Spell(WATER, [3])])) == ("W3-2.0-10",)
    scene.do(1, Magic(8))
    assert scene.refuses(1, Choose([WATER])) == ("W3-M4-5",)
    scene.do(1, Choose([29])).quiet_until("2.2")
    assert scene.refuses(1, Strengthen([Spell(FIRE, [3])])) == ("W3-2.0-10",)
    scene.quiet_until("4.2")
    assert scene.refuses(1, Redeploy(18, [FIRE])) == ("W3-4.2-6",)
    scene.do(1, Deploy(3))
    assert scene.units(1) == [16, 17, 3]
    assert scene.side(2).mentor == WATER


@pytest.mark.clause("W3-I2-7")
def test_three_magics_in_a_turn_each_once() -> None:
    """Different magics may be activated in one turn, all three of them; one of them twice may not."""
    scene = apprentice_scene(mentors=(FIRE, WATER), units=([7, 16, 27], [40]), magics=([1, 7, 9], []))
    for magic, rest in ((7, ()), (1, ()), (9, (Choose([16]),))):
        scene.do(1, Magic(magic), *rest)
        assert scene.refuses(1, Magic(magic)) == ("W3-I2-7",)
    assert scene.table.so_far(1).activated == [1, 7, 9]
    assert scene.side(2).life == 30 - 3
    scene.quiet_until("1.1", turn=3)
    for magic in (1, 7):
        scene.do(1, Magic(magic))
        assert scene.refuses(1, Magic(magic)) == ("W3-I2-7",)


@pytest.mark.clause("W3-I2-7")
def test_once_a_turn_is_counted_for_each_player_and_mode() -> None:
    """The opponent's turn is another turn; a beginner still activates one magic in all."""
    scene = apprentice_scene(mentors=(FIRE, FIRE), units=([7], [16]), magics=([1], [2])).do(1, Magic(1))
    scene.quiet_until("1.1", turn=2).do(2, Magic(2))
    beginner = Scene(units=([7, 16], []), magics=([1, 5], []), hands=([], [3])).do(1, Magic(1))
    assert beginner.refuses(1, Magic(5)) == ("W3-M0-4", "W3-K-3")


@pytest.mark.clause("W3-I2-8", "W3-I2-7")
def test_the_same_magic_is_the_same_by_name(tmp_path: Path) -> None:
    """Two cards of one name are one magic, for one player; the opponent may activate the other card."""
    cards = own_pack(
        tmp_path,
        own_magic(1, '[{ op = "gain_life", amount = 1 }]'),
        own_magic(2, '[{ op = "gain_life", amount = 2 }]'),
    )
    scene = scene_with(cards, mode="intermediate", magics=([1, 2, 7], [])).do(1, Magic(1))
    assert scene.refuses(1, Magic(2)) == ("W3-I2-8", "W3-I2-7")
    scene = scene_with(cards, mode="intermediate", magics=([1], [2])).do(1, Magic(1)).quiet_until("1.1", turn=2)
    assert scene.allows(2, Magic(2))


# 暴露


def exposed(row: list[object], **position: object) -> Scene:
    """Seat 1 with 暴露 and what it needs, against magics of the opponent."""
    return apprentice_scene(mentors=(WATER, WATER), units=([16], []), magics=([6], row), **position).do(1, Magic(6))


@pytest.mark.clause("W3-C-22")
def test_exposure_turns_one_of_the_opponents_magics_up() -> None:
    """The user chooses among the backs; everybody sees the card from then on, and it was not activated."""
    scene = exposed([1, 8, 9])
    scene.table.chance = Recorded({"exposed/p1/1": [9, 8]})
    assert [option for seat, option in scene.match.options(1)][:-1] == [Reveal(n) for n in (1, 2, 3)]
    for wrong in (Reveal(0), Reveal(4)):
        assert scene.refuses(1, wrong) == ("W3-M4-5", "W3-C-22")
    assert scene.refuses(1, Choose([16])) == ("W3-M0-6",)
    assert scene.refuses(2, Reveal(1)) == ("W3-M0-6",)
    scene.do(1, Reveal(2))
    assert [(card.magic, card.face) for card in scene.side(2).magics] == [
        (1, Face.DOWN),
        (8, Face.UP),
        (9, Face.DOWN),
    ]
    assert [(event.magic, event.seat, event.private) for event in scene.events("Revealed")] == [(8, 2, 0)]
    assert scene.table.so_far(2).activated == []
    assert "W3-C-22" in scene.table.relied
    assert [card.magic for card in GAME.view(scene.state, 1).sides[1].magics] == [8, 0, 0]


@pytest.mark.clause("W3-C-22", "W3-M0-2")
def test_the_place_of_a_back_tells_nothing_of_the_card() -> None:
    """Any of the magics may lie at a place, in whatever order they were dealt; a record tells which, if it must."""
    for place in (1, 2, 3):
        scenes = [exposed([1, 8, 9], turn=turn).do(1, Reveal(place)) for turn in range(1, 20)]
        assert {scene.events("Revealed")[0].magic for scene in scenes} == {1, 8, 9}
    scene = exposed([1, 8, 9])
    scene.table.chance = Recorded({"exposed/p1/1": [9]})
    with pytest.raises(Undecidable):
        scene.do(1, Reveal(2))


@pytest.mark.clause("W3-C-22")
def test_a_card_that_is_up_or_sideways_stays() -> None:
    """Only what lies face down is turned, whatever else lies in the row; with no back left nothing happens."""
    scene = exposed([(1, Face.UP), (8, Face.SIDEWAYS), 9])
    assert scene.refuses(1, Reveal(2)) == ("W3-M4-5", "W3-C-22")
    scene.do(1, Reveal(1))
    assert [card.face for card in scene.side(2).magics] == [Face.UP, Face.SIDEWAYS, Face.UP]
    scene = exposed([(1, Face.UP), (8, Face.SIDEWAYS)])
    assert scene.state.frames == []
    assert [card.face for card in scene.side(2).magics] == [Face.UP, Face.SIDEWAYS]
    assert scene.events("Revealed") == []


@pytest.mark.clause("W3-C-22", "W3-M3-2")
def test_a_magic_that_was_exposed_has_one_activation_left() -> None:
    """The turned card goes on from face up: its owner's first activation turns it sideways, and that was the last."""
    scene = exposed([7]).do(1, Reveal(1))
    scene.quiet_until("1.1", turn=2).do(2, Magic(7))
    assert [card.face for card in scene.side(2).magics] == [Face.SIDEWAYS]
    scene.quiet_until("1.1", turn=4)
    assert scene.refuses(2, Magic(7)) == ("W3-M3-4", "W3-M3-3")


@pytest.mark.clause("W3-C-22", "W3-S3.4-2")
@pytest.mark.parametrize("option", ManifestSideways)
def test_what_lasts_while_face_up_begins_with_exposure(tmp_path: Path, option: ManifestSideways) -> None:
    """顕在 works however its card came face up, and the instructions of its text are not carried out."""
    lasting = 'traits = ["manifest"]\nlasting = [{ op = "unit_power", amount = 2 }]'
    cards = own_pack(
        tmp_path,
        own_magic(6, '[{ op = "reveal_magic" }]'),
        own_magic(7, '[{ op = "damage", to = "opponent", amount = 1 }]', more=lasting),
    )
    position = {"magics": ([6], [7]), "units": ([16], [27]), "manifest_sideways": option}
    scene = scene_with(cards, mode="intermediate", **position).quiet_until("3.2").do(1, Magic(6), Reveal(1))
    assert scene.side(1).life == 30
    scene.do(1, ATTACK)
    assert [(event.attack, event.defence) for event in scene.events("Power")] == [(5, 5 + 2)]
    scene.quiet_until("1.1", turn=2).do(2, Magic(7))
    assert scene.side(1).life == 29


# What a verdict rests on


def test_the_mentors_attribute_is_listed_where_it_is_not_printed() -> None:
    """Whoever activates magic uses the own mentor's attribute; its cost is not part of that, nor is the opponent's."""
    cards = GAME.packs["house"].cards
    found = assumptions(cards, [Magic(14)], {14: WATER, 5: SKY})
    assert (found[0].kind, found[0].id) == ("card", "012")
    assert str(found[0].text) == "花乙女: attribute inferred: number block"
    assert [one.id for one in assumptions(cards, [Magic(14)], {14: FIRE, 5: SKY})] == ["A14"]
    assert [one.id for one in assumptions(cards, [Magic(14)], {5: WATER, 14: SKY})] == ["038", "A14"]
    assert assumptions(cards, [PASS], {14: WATER, 5: SKY}) == []


def test_a_report_lists_the_mentor() -> None:
    """A refused magic rests on the mentor of whoever tried it, and on nobody else's."""
    scene = Apprentices(seed=3).kept()
    mentor, magic = scene.side(1).mentor, scene.side(1).magics[0].magic
    entries = [
        Entry(Action(seat, act))
        for seat in (1, 2)
        for side in [Apprentices(seed=3).side(seat)]
        for act in (KeepMagic(side.spare_magics[:3]), KeepHand(side.hand[:6]))
    ]
    report = judged(*entries, Entry(Action(1, Magic(magic))), mode="intermediate", seed=3)
    assert report.verdict == Verdict.ILLEGAL
    inferred = [f"{mentor:03d}"] if mentor not in (1, 2) else []
    assert [one.id for one in report.assumptions if one.id in ("012", "013", "022", "023", "038", "039")] == inferred


def test_the_printed_pack_leaves_the_eight_magics_open() -> None:
    """With the printed pack a magic whose text is not printed is undecidable, never illegal."""
    for magic in (2, 3, 6, 7, 9, 10, 13, 15):
        scene = apprentice_scene(mentors=(FIRE, 0), pack="print", units=([7, 16, 27], [40]), magics=([magic], []))
        with pytest.raises(Undecidable):
            scene.match.consider(1, Magic(magic))


EFFECTS = {
    2: ("2.1", ()),
    3: ("2.1", (Choose([40]),)),
    7: ("2.1", ()),
    9: ("2.1", (Choose([7]),)),
    10: ("2.1", (Choose([40]),)),
    13: ("4.1", ()),
    15: ("2.1", (Choose([7]),)),
}


@pytest.mark.parametrize("magic", EFFECTS)
def test_every_stand_in_can_be_played(magic: int) -> None:
    """Each of the further stand-ins is activated with the mana it asks for, and does something."""
    step, choices = EFFECTS[magic]
    scene = apprentice_scene(mentors=(FIRE, 0), units=([7, 16, 27], [40]), magics=([magic], [])).quiet_until(step)
    scene.do(1, Magic(magic), *choices)
    assert scene.table.events
    assert scene.match.consider(1, PASS) is None


def test_what_lasts_for_a_turn_is_written_on_marks_of_the_turns_own() -> None:
    """Where nothing lasts yet, all tables read one thing, which nobody can write on."""
    table = Scene().table
    with pytest.raises(AttributeError):
        table.so_far(1).grand_used = True
    table.this_turn(1).grand_used = True
    assert (table.so_far(1).grand_used, table.so_far(2).grand_used) == (True, False)
