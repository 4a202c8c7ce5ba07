"""13-2 タッグマッチ."""

from typing import Any

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.table.options import Humans, TagSharedInfo, TagTie
from shinpan_engine.games.hackclad.table.state import Step

from .opening import Opening
from .scene import AMELIA, LUNA, MIA, ROSETTE, Scene

FOUR = (ROSETTE, MIA, LUNA, AMELIA)


def finished(**more: Any) -> Scene:
    """The end of round 9; seats 1 and 3 play against 2 and 4. Every deck is worth the same."""
    cards = {seat: ["ガード"] for seat in (1, 2, 3, 4)}
    return Scene(*FOUR, mode="tag", step=Step.LEGIONS, round=9, deck=cards, **more)


@pytest.mark.clause("HC-13.2-2")
def test_the_scores_of_a_team_are_added() -> None:
    """30 + 18 beats 25 + 22, although nobody has more than 30."""
    scene = finished(vp={1: 28, 3: 16, 2: 23, 4: 20})
    assert [score.total for score in scene.state.ending.scores] == [30, 25, 18, 22]
    assert (scene.state.ending.winners, GAME.result(scene.state).winners) == ([1, 3], (1, 3))


@pytest.mark.clause("HC-13.2-2")
@pytest.mark.parametrize(
    ("fields", "winners"),
    [
        ({"injuries": {1: 1, 2: 2}, "vp": {1: 1, 2: 2}}, [1, 3]),
        ({"injuries": {1: 3, 4: 2}, "vp": {1: 3, 4: 2}}, [2, 4]),
        ({"pollution": {2: 1, 4: 1, 3: 1}, "vp": {2: 1, 4: 1, 3: 1}}, [1, 3]),
        ({}, [2, 4]),
    ],
)
def test_a_tie_is_broken_by_the_sums(fields: dict[str, Any], winners: list[int]) -> None:
    """Equal sums: injuries, then pollution of both, then the team with P4."""
    scene = finished(**fields)
    assert scene.state.ending.winners == winners
    assert "HC-13.2-2" in scene.table.relied


@pytest.mark.clause("HC-13.2-2")
def test_by_an_option_a_tie_is_shared() -> None:
    """Both teams win."""
    scene = finished(options={"tag_tie": TagTie.SHARED})
    assert scene.state.ending.winners == [1, 2, 3, 4]


@pytest.mark.clause("HC-13.2-3", "HC-13.2-1")
@pytest.mark.parametrize(
    ("facts", "open_to_partner"),
    [({}, False), ({"humans": Humans.TWO}, True), ({"tag_shared_info": TagSharedInfo.TRUE}, True)],
)
def test_who_sees_the_partners_hand(facts: dict[str, Any], open_to_partner: bool) -> None:
    """Hands are private between players; who plays two characters sees both; an option opens them to partners."""
    game = Opening(*FOUR, mode="tag", **facts).extends()
    hand = game.side(3).hand
    assert hand
    assert (GAME.view(game.state, 1).sides[2].hand == hand) == open_to_partner
    assert GAME.view(game.state, 2).sides[2].hand == [0] * len(hand)
    assert GAME.view(game.state, 0).sides[2].hand == [0] * len(hand)


@pytest.mark.clause("HC-13.2-3")
def test_in_all_else_tag_is_versus() -> None:
    """Each character keeps her own gauges, stones and seat, and the ban of the first waiting slot holds."""
    game = Opening(*FOUR, mode="tag").extends()
    assert [side.waiting_slot for side in game.state.sides] == [1, 2, 3, 4]
    game.until(Step.DRAFT, 4)
    assert game.state.voltage == 2
