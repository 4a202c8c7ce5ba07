"""◇魔法: what an activation costs, how its text is carried out, and the magic traits 残響 and 顕在."""

from pathlib import Path
from typing import Any

import pytest

from shinpan_engine.games.wars3x3.chapters.magic.use import turn
from shinpan_engine.games.wars3x3.table.actions import ATTACK, Choose, Deploy, Magic
from shinpan_engine.games.wars3x3.table.options import ManifestSideways
from shinpan_engine.games.wars3x3.table.state import Ending, Face, Step
from shinpan_engine.kernel.errors import PackError

from ...random_games import seeds, told
from .own_pack import own_magic, own_pack, scene_with
from .random_play import random_game
from .scene import Scene

# ---------------- 発動コスト


@pytest.mark.clause("W3-M3-1", "W3-M3-2", "W3-M3-3", "W3-M3-4", "W3-R-11")
def test_a_magic_is_turned_up_then_sideways_and_no_further() -> None:
    """発動コスト: 収穫 on turns 7 and 9 is legal; a third use is not."""
    scene = Scene(turn=7, units=([29, 26], [17]), magics=([11], [])).quiet_until("4.1")
    (card,) = scene.side(1).magics
    scene.do(1, Magic(11))
    assert card.face == Face.UP
    scene.quiet_until("4.1", turn=9).do(1, Magic(11))
    assert card.face == Face.SIDEWAYS
    for step in ("1.1", "4.1", "5.1"):
        scene.quiet_until(step, turn=11)
        assert scene.refuses(1, Magic(11)) == ("W3-M3-4", "W3-M3-3")
    assert card.face == Face.SIDEWAYS


@pytest.mark.clause("W3-M3-6", "W3-M3-3", "W3-M0-4")
def test_no_magic_ever_turns_back() -> None:
    """発動コスト: over whole random games a face changes by its own activation, one step on, twice at most."""
    for seed in seeds(15):
        with told(seed):
            before: dict[int, Face] = {}
            used: list[tuple[int, int]] = []
            for played in random_game(seed):
                for seat, side in enumerate(played.state.sides, start=1):
                    for card in side.magics:
                        was = before.setdefault(card.magic, Face.DOWN)
                        if card.face != was:
                            assert (played.seat, played.act, card.face) == (seat, Magic(card.magic), was + 1)
                            used.append((seat, played.state.turn))
                            before[card.magic] = card.face
            assert len(used) == len(set(used))
            assert all(sum(seat == who for who, _ in used) <= 2 for seat in (1, 2))


@pytest.mark.clause("W3-M3-7", "W3-M4-6", "W3-M4-3", "W3-S3.2-1")
def test_a_magic_that_can_do_nothing_is_activated_and_paid() -> None:
    """発動コスト: 瘴気 against an empty hand is legal, does nothing, and has used up turn and card."""
    scene = Scene(units=([14, 15, 17], []), magics=([5], [])).quiet_until("2.1").do(1, Magic(5))
    assert [type(event).__name__ for event in scene.table.events] == ["Activated"]
    assert scene.state.step == Step.REMOVAL
    assert scene.side(1).magics[0].face == Face.UP
    assert scene.refuses(1, Magic(5))[0] == "W3-M0-4"


@pytest.mark.clause("W3-M3-7")
def test_what_a_condition_asked_for_stays_paid(tmp_path: Path) -> None:
    """発動コスト: the card discarded for a text that then finds nothing to destroy does not come back."""
    condition = '{ steps = ["2.1"], discard = { count = 1 } }'
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "destroy", whose = "any" }]', condition=condition))
    scene = scene_with(cards, hands=([16], []), magics=([14], [])).quiet_until("2.1").do(1, Magic(14), Choose([16]))
    assert (scene.side(1).hand, scene.state.discard) == ([7], [16])
    assert scene.side(1).magics[0].face == Face.UP
    assert scene.refuses(1, Magic(14))[0] == "W3-M0-4"


@pytest.mark.clause("W3-S3.2-1")
def test_a_refused_activation_is_none() -> None:
    """発動について: what was refused for want of mana is not used up, and may be activated later in the turn."""
    scene = Scene(units=([9], []), hands=([26], []), territory=([14, 21, 27, 34], []), magics=([1], []))
    scene.quiet_until("4.2")
    assert scene.refuses(1, Magic(1))[0] == "W3-M1-9"
    assert (scene.table.so_far(1).activated, scene.side(1).magics[0].face) == ([], Face.DOWN)
    scene.do(1, Deploy(26), Magic(1))
    assert (scene.table.so_far(1).activated, scene.side(1).magics[0].face) == ([1], Face.UP)


@pytest.mark.clause("W3-S3.2-2")
def test_no_text_gets_round_the_rules_of_activation(tmp_path: Path) -> None:
    """発動について: no text of a pack can activate anything; every activation of a game was judged as one."""
    with pytest.raises(PackError, match="magic 14"):
        own_pack(tmp_path, own_magic(14, '[{ op = "activate" }]'))
    for seed in seeds(5):
        with told(seed):
            for played in random_game(seed):
                activated = [event.magic for event in played.events if type(event).__name__ == "Activated"]
                assert activated == ([played.act.magic] if isinstance(played.act, Magic) else [])


# ---------------- 効果


@pytest.mark.clause("W3-M4-2")
def test_an_effect_is_carried_out_as_far_as_possible(tmp_path: Path) -> None:
    """効果: of four cards to discard with two in hand both go; of three to draw with one in the deck it comes."""
    four = own_pack(tmp_path, own_magic(14, '[{ op = "discard", who = "opponent", count = 4 }]'))
    scene = scene_with(four, hands=([], [16, 17]), magics=([14], [])).quiet_until("2.1").do(1, Magic(14))
    assert scene.refuses(2, Choose([16])) == ("W3-M4-2", "W3-M4-5")
    scene.do(2, Choose([16, 17]))
    assert (scene.side(2).hand, scene.state.discard) == ([], [16, 17])
    three = own_pack(tmp_path, own_magic(14, '[{ op = "draw", count = 3 }]'))
    scene = scene_with(three, deck=(7, 6), magics=([14], [])).quiet_until("2.1").do(1, Magic(14))
    assert (scene.side(1).hand, scene.state.deck) == ([6, 7], [])


@pytest.mark.clause("W3-M4-3")
def test_an_impossible_instruction_is_passed_over(tmp_path: Path) -> None:
    """効果: with no card to discard and no unit to destroy, what follows in the text still happens."""
    effects = (
        '[{ op = "discard", who = "opponent", count = 1 }, { op = "destroy", whose = "any" },'
        ' { op = "damage", to = "user", amount = "cost" }, { op = "damage", to = "opponent", amount = 2 }]'
    )
    cards = own_pack(tmp_path, own_magic(14, effects))
    scene = scene_with(cards, magics=([14], [])).quiet_until("2.1").do(1, Magic(14))
    assert [side.life for side in scene.state.sides] == [30, 28]
    assert scene.state.step == Step.REMOVAL


@pytest.mark.clause("W3-M4-1", "W3-M4-4")
def test_the_instructions_of_a_text_follow_each_other_as_written(tmp_path: Path) -> None:
    """効果: who falls first in the text has lost, whatever would have come after it."""
    hits = ['{ op = "damage", to = "user", amount = 5 }', '{ op = "damage", to = "opponent", amount = 5 }']
    for order, winner in ((hits, 2), (hits[::-1], 1)):
        cards = own_pack(tmp_path, own_magic(14, f"[{', '.join(order)}]"))
        scene = scene_with(cards, magics=([14], []), life=(5, 5)).quiet_until("2.1").do(1, Magic(14))
        assert scene.state.ending == Ending(winner, 1)
        assert len(scene.events("Damage")) == 1


@pytest.mark.clause("W3-M4-5")
def test_what_a_text_lets_choose_is_chosen_while_it_resolves() -> None:
    """効果: 毒殺 is announced without a target; its user then names one that the text allows, and nobody else does."""
    scene = Scene(units=([34, 14], [29, 17]), hands=([16], []), magics=([8], [])).quiet_until("2.1")
    assert scene.refuses(1, Choose([29]))[0] == "W3-M4-5"
    scene.do(1, Magic(8))
    assert scene.refuses(1, Choose([29, 17])) == ("",)
    assert scene.refuses(1, Choose([17, 29])) == ("W3-M4-2", "W3-M4-5")
    assert scene.refuses(1, Choose([]))[0] == "W3-M4-2"
    for wrong in (34, 16, 7, 31):
        assert scene.refuses(1, Choose([wrong]))[0] == "W3-M4-5"
    assert [act for _, act in scene.match.options(1)][:2] == [Choose([17]), Choose([29])]
    scene.do(1, Choose([17]))
    assert scene.units(2) == [29]


# ---------------- 残響

GAIN = '[{ op = "gain_life", amount = 1 }]'
ECHO = 'traits = ["echo"]'
MANIFEST = 'traits = ["manifest"]\nlasting = [{ op = "unit_power", amount = 2 }]'


@pytest.mark.clause("W3-B2-11", "W3-S3.3-1", "W3-S3.3-3", "W3-S1.7-1", "W3-S1.7-2")
def test_an_echoing_magic_is_used_a_third_time_by_excluding_it(tmp_path: Path) -> None:
    """残響: face up, sideways, excluded: three activations, and then it is out of the game."""
    cards = own_pack(tmp_path, own_magic(14, GAIN, more=ECHO))
    scene = scene_with(cards, magics=([14], []))
    for number, face in ((1, Face.UP), (3, Face.SIDEWAYS), (5, Face.EXCLUDED)):
        scene.quiet_until("2.1", turn=number).do(1, Magic(14))
        assert scene.side(1).magics[0].face == face
    assert scene.side(1).life == 33
    scene.quiet_until("2.1", turn=7)
    assert scene.refuses(1, Magic(14)) == ("W3-S1.7-2", "W3-S3.3-3")
    assert scene.state.discard == []


@pytest.mark.clause("W3-B2-11", "W3-S3.3-1")
def test_without_the_trait_nothing_is_excluded(tmp_path: Path) -> None:
    """残響: the same text without it stops at two."""
    cards = own_pack(tmp_path, own_magic(14, GAIN))
    scene = scene_with(cards, magics=([(14, Face.SIDEWAYS)], [])).quiet_until("2.1")
    assert scene.refuses(1, Magic(14))[0] == "W3-M3-4"


@pytest.mark.clause("W3-S3.3-3", "W3-M0-4")
def test_echo_gives_no_second_activation_in_a_turn(tmp_path: Path) -> None:
    """残響: it is one more activation in the game, not in the turn."""
    cards = own_pack(tmp_path, own_magic(14, GAIN, more=ECHO))
    scene = scene_with(cards, magics=([(14, Face.UP)], [])).quiet_until("2.1").do(1, Magic(14))
    assert scene.refuses(1, Magic(14))[0] == "W3-M0-4"


# ---------------- 顕在


def manifest(folder: Path, magics: Any, **position: Any) -> Scene:
    """Both players have one unit of 6, and A14 gives 2 power while it is in force."""
    cards = own_pack(folder, own_magic(14, GAIN, more=MANIFEST))
    return scene_with(cards, **{"units": ([29], [17]), "magics": magics} | position)


def strike(scene: Scene, turn: int) -> tuple[int, int]:
    """Attack and defence in 3.2 of a turn."""
    scene.quiet_until("3.2", turn).do(scene.state.active, ATTACK)
    (power,) = scene.events("Power")
    return power.attack, power.defence


@pytest.mark.clause("W3-B2-11", "W3-S3.4-1", "W3-S3.4-5")
def test_a_manifest_magic_works_as_long_as_it_is_face_up(tmp_path: Path) -> None:
    """顕在: not face down; from its activation on in both players' turns, turn after turn."""
    scene = manifest(tmp_path, ([14], []))
    assert strike(scene, 1) == (6, 6)
    scene.do(1, Magic(14))
    assert [strike(scene, number) for number in (2, 3, 4)] == [(6, 8), (8, 6), (6, 8)]


@pytest.mark.clause("W3-S3.4-2")
def test_it_does_not_matter_how_it_came_to_be_face_up(tmp_path: Path) -> None:
    """顕在: a card that lies face up without ever having been activated works just so, and its effect does not."""
    scene = manifest(tmp_path, ([(14, Face.UP)], []))
    assert strike(scene, 1) == (8, 6)
    assert scene.side(1).life == 30


@pytest.mark.clause("W3-S3.4-3")
def test_what_left_face_up_works_to_the_end_of_the_turn(tmp_path: Path) -> None:
    """顕在: excluded while face up it works on in this turn, and is gone in the next."""
    scene = manifest(tmp_path, ([(14, Face.UP)], [])).quiet_until("2.1")
    turn(scene.table, scene.side(1).magics[0], Face.EXCLUDED)
    assert strike(scene, 1) == (8, 6)
    assert strike(scene, 2) == (6, 6)
    assert strike(scene, 3) == (6, 6)


@pytest.mark.clause("W3-S3.4-4", "W3-M3-5")
def test_turned_sideways_it_works_to_the_end_of_the_turn(tmp_path: Path) -> None:
    """顕在: its second activation ends it with that turn, since sideways is not face up."""
    scene = manifest(tmp_path, ([(14, Face.UP)], [])).quiet_until("2.1").do(1, Magic(14))
    assert strike(scene, 1) == (8, 6)
    assert [strike(scene, number) for number in (2, 3)] == [(6, 6), (6, 6)]
    assert list(scene.table.relied) == ["W3-S3.4-4", "W3-0.2-9", "W3-B2-11"]


@pytest.mark.clause("W3-S3.4-4", "W3-M3-5")
def test_turned_sideways_it_may_end_at_once(tmp_path: Path) -> None:
    """顕在: with the option manifest_sideways=immediate it is over when the card is turned."""
    position = {"manifest_sideways": ManifestSideways.IMMEDIATE}
    scene = manifest(tmp_path, ([(14, Face.UP)], []), **position).quiet_until("2.1").do(1, Magic(14))
    assert strike(scene, 1) == (6, 6)


@pytest.mark.clause("W3-M3-5")
def test_a_sideways_card_is_not_face_up(tmp_path: Path) -> None:
    """顕在: a card that has lain sideways since an earlier turn, its face in plain sight, does nothing."""
    assert strike(manifest(tmp_path, ([(14, Face.SIDEWAYS)], [])), 1) == (6, 6)


@pytest.mark.clause("W3-B2-11")
def test_a_pack_says_both_that_a_magic_lasts_and_what_lasts(tmp_path: Path) -> None:
    """顕在: a lasting text without the trait, or an empty one with it, is refused with file, card and field."""
    lasting = 'lasting = [{ op = "unit_power", amount = 2 }]'
    for more in ('traits = ["manifest"]\nlasting = []', lasting):
        with pytest.raises(PackError, match=r"own\.toml: magic 14: lasting"):
            own_pack(tmp_path, own_magic(14, GAIN, more=more))
