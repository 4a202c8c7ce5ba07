"""宝掘 and 交代: what a unit lets its owner do when it enters the field."""

from pathlib import Path

import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import PASS, USE_TRAIT, Choose, Deploy, Magic, Redeploy, TakeBack
from shinpan_engine.kernel.errors import Undecidable

from .own_pack import own_card, own_pack, scene_with
from .wizards import wizard_scene

MODES = pytest.mark.parametrize("mode", ["advanced", "sevenmage"])
SPRITE, STRIKER = 38, 3
"""護宝妖精 宝掘, 先行打撃兵 交代."""


# 宝掘, 交代


@pytest.mark.clause("W3-Q-03", "W3-Q-04", "W3-4.2-18")
@MODES
def test_treasure_draws_one_and_discards_one(mode: str) -> None:
    """護宝妖精 enters: its owner draws, then discards any hand card, the drawn one too; or does neither."""
    for discarded in (6, 41):
        scene = wizard_scene(mode, hands=([SPRITE, 6], []), territory=([8, 10, 15, 19], []), deck=[7, 41, 42])
        scene.quiet_until("4.2").do(1, Deploy(SPRITE))
        assert (scene.state.frames[-1].seat, scene.state.frames[-1].card) == (1, SPRITE)
        assert scene.refuses(2, PASS) == ("W3-M0-6",)
        scene.do(1, USE_TRAIT)
        assert scene.side(1).hand == [6, 7, 41]
        assert scene.refuses(1, Choose([])) == ("W3-M4-2", "W3-M4-5")
        scene.do(1, Choose([discarded]))
        assert scene.state.discard == [discarded]
        assert scene.state.frames == []
    scene = wizard_scene(mode, hands=([SPRITE], []), territory=([8, 10, 15, 19], []), deck=[7, 41, 42])
    scene.quiet_until("4.2").do(1, Deploy(SPRITE), PASS)
    assert (scene.side(1).hand, scene.state.discard) == ([7], [])


@pytest.mark.clause("W3-4.2-18", "W3-Q-03")
def test_treasure_works_by_every_way_to_the_field() -> None:
    """By redeployment and by 入植 as well."""
    scene = wizard_scene(hands=([SPRITE], []), units=([16], []), deck=[7, 41, 42]).quiet_until("4.2")
    scene.do(1, Redeploy(SPRITE, [16]), USE_TRAIT, Choose([41]))
    assert scene.side(1).hand == [7]
    assert "W3-4.2-18" in scene.table.relied
    scene = wizard_scene(
        hands=([SPRITE], []), units=([16, 17], []), territory=([8, 10, 15, 19], []), deck=[7, 41], magics=([19], [])
    )
    scene.do(1, Magic(19), Deploy(SPRITE))
    assert [(frame.magic, frame.card) for frame in scene.state.frames] == [(19, 0), (0, SPRITE)]
    scene.do(1, USE_TRAIT, Choose([7]))
    assert scene.state.discard == [7]
    assert scene.state.frames == []


@pytest.mark.clause("W3-Q-04")
def test_treasure_without_a_deck_does_nothing() -> None:
    """With no card in the deck nobody is asked, nothing is drawn and nothing discarded."""
    scene = wizard_scene(hands=([SPRITE, 6], []), territory=([8, 10, 15, 19], []), deck=[7])
    scene.quiet_until("4.2").do(1, Deploy(SPRITE))
    assert scene.refuses(1, USE_TRAIT) == ("W3-M4-5",)
    assert (scene.side(1).hand, scene.state.discard) == ([6, 7], [])


@pytest.mark.clause("W3-Q-22")
def test_the_last_card_drawn_by_treasure_ends_the_deck() -> None:
    """The turn in which 宝掘 draws the last card is the last."""
    scene = wizard_scene(hands=([SPRITE], []), territory=([8, 10, 15, 19], []), deck=[7, 41], life=(30, 20))
    scene.quiet_until("4.2").do(1, Deploy(SPRITE), USE_TRAIT, Choose([7]))
    assert (scene.state.emptied_turn, scene.state.emptied_by) == (1, 1)
    assert "W3-Q-22" in scene.table.relied
    scene.quiet_until("5.1").do(1, *[option for _, option in scene.match.options(1)][:1])
    assert scene.state.ending.winner == 1


@pytest.mark.clause("W3-A2-4")
def test_substitution_does_what_the_pack_says() -> None:
    """交代 of 先行打撃兵: by the house pack its owner may take a unit back; by the print nothing is told."""
    for answer, units in ((USE_TRAIT, [STRIKER]), (PASS, [16, STRIKER])):
        scene = wizard_scene(hands=([STRIKER], []), units=([16], []), territory=([8, 10], [])).quiet_until("4.2")
        scene.do(1, Deploy(STRIKER), answer)
        if answer is USE_TRAIT:
            assert scene.state.frames[-1].card == STRIKER
            scene.do(1, Choose([16]))
            assert scene.side(1).hand[-1] == 16
        assert scene.units(1) == units
    scene = wizard_scene(pack="print", hands=([STRIKER], []), territory=([8, 10], [])).quiet_until("4.2")
    scene.do(1, Deploy(STRIKER))
    with pytest.raises(Undecidable, match=r"unknown\.substitution"):
        scene.match.consider(1, USE_TRAIT)
    scene.do(1, PASS)


@pytest.mark.clause("W3-A2-4")
def test_substitution_is_carried_out_like_any_text(tmp_path: Path) -> None:
    """A text of two instructions: the second weighs the unit that the first destroyed, not the one that entered."""
    effects = '[{ op = "destroy", whose = "own" }, { op = "damage", to = "opponent", amount = "cost" }]'
    row = own_card(STRIKER, "fire", "2", '["substitution"]').replace(
        "[card.source]", f"substitution = {effects}\n[card.source]"
    )
    scene = scene_with(
        own_pack(tmp_path, row), mode="advanced", hands=([STRIKER], []), units=([16], []), territory=([8, 10], [])
    )
    scene.quiet_until("4.2").do(1, Deploy(STRIKER), USE_TRAIT, Choose([16]))
    assert scene.side(2).life == 30 - 5 - 5
    assert scene.units(1) == [STRIKER]


@pytest.mark.clause("W3-A2-1")
def test_a_trait_that_the_pack_does_not_tell_is_never_illegal() -> None:
    """With the printed pack, whoever claims a choice for a unit of unknown traits is not refused: it is undecidable."""
    scene = wizard_scene(pack="print", hands=([7], []), territory=([24, 25, 6, 8, 10], [])).quiet_until("4.2")
    scene.do(1, Deploy(7))
    for act in (USE_TRAIT, TakeBack([7]), PASS):
        with pytest.raises(Undecidable):
            scene.match.consider(1, act)
    assert GAME.packs["house"].cards.all_traits.open is False
    assert GAME.packs["print"].cards.five_traits.open is False
