"""8 ゲームの流れ, 8-1 予知, 8-2 ドロー, 9-2 クラッドのデッキ再構成, and 10 ゲームの終了条件."""

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.table.actions import END_TURN
from shinpan_engine.games.hackclad.table.state import Step
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.play.chance import Stream

from ...random_games import course, header, seeds, told
from .opening import Opening
from .scene import AMELIA, FLARE, LUNA, MIA, NORTH, PASS, ROSETTE, Scene


@pytest.mark.clause("HC-8-1", "HC-8-2", "HC-9.2-1", "HC-9.2-2", "HC-9.2-3", "HC-10-1", "HC-10-2", "HC-8.1-1")
@pytest.mark.clause("HC-8.1-3", "HC-3-3", "HC-4.2-2")
@pytest.mark.parametrize("witches", [(ROSETTE, MIA), (ROSETTE, MIA, LUNA), (ROSETTE, MIA, LUNA, FLARE)])
def test_nine_rounds(witches: tuple[str, ...]) -> None:
    """VOLTAGE 1 in rounds 1-2, 2 in 3-5, 3 in 6-9; the forecast deals three of 6, 9 and 12 cards, and the clad deck is
    rebuilt in rounds 3 and 6 only."""
    game = Opening(*witches).extends()
    seen = []
    for number in range(1, 10):
        game.until(Step.DRAFT, number)
        seen.append((game.state.voltage, len(game.state.clad_deck), len(game.state.slots)))
    assert seen == [(1, 3, 3), (1, 0, 3), (2, 6, 3), (2, 3, 3), (2, 0, 3), (3, 9, 3), (3, 6, 3), (3, 3, 3), (3, 0, 3)]
    while game.match.ask.decisions:
        game.quietly()
    assert (game.state.round, game.state.step) == (9, Step.OVER)


@pytest.mark.clause("HC-8.4.2-6", "HC-9.2-3", "HC-8.4.2-1")
def test_used_clad_cards_come_back() -> None:
    """After the legions' turn the three cards of the round wait; the rebuild shuffles them with those of the new
    VOLTAGE."""
    game = Opening().extends().until(Step.DRAFT, 2)
    assert len(game.state.clad_used) == 3
    game.until(Step.DRAFT, 3)
    assert sorted([*game.state.clad_deck, *game.state.slots]) == list(range(1, 10))
    assert (game.state.clad_used, game.state.voltage_2_pile) == ([], [])


@pytest.mark.clause("HC-8.1-2", "HC-3-24")
def test_the_forecast_is_open() -> None:
    """Everybody sees the clad cards of a round, and what they say."""
    game = Opening().extends()
    assert GAME.view(game.state, 0).slots == game.state.slots
    assert [e.slot for e in game.table.events if type(e).__name__ == "Forecast"] == [1, 2, 3]


@pytest.mark.clause("HC-8.1-1")
def test_an_untold_clad_deck_stops_the_forecast() -> None:
    """With only two clad cards told, the forecast cannot go on."""
    decks = {"deck/p1": list(range(1, 10)), "deck/p2": list(range(49, 58))}
    game = Opening(chance={"clad": [1, 2], **decks})
    with pytest.raises(Undecidable):
        game.extends()


@pytest.mark.clause("HC-8.2-1", "HC-8.2-4")
@pytest.mark.parametrize(("held", "after"), [(0, 3), (1, 3), (3, 3), (4, 4)])
def test_hands_are_filled_to_three(held: int, after: int) -> None:
    """Each player draws up to three cards; who has more discards nothing."""
    hand = ["ショット", "ガード", "ムーブ", "急所狙い"][:held]
    scene = Scene(ROSETTE, MIA, hand={1: hand}).ends(1)
    scene.quiet(Step.DRAFT, 2)
    turn_cards = len([e for e in scene.table.events if type(e).__name__ == "TookBack" and e.seat == 1])
    assert len(scene.side(1).hand) - turn_cards == after


@pytest.mark.clause("HC-8.2-2", "HC-9.1-1", "HC-9.1-2", "HC-9.1-10", "HC-4.3-3")
def test_a_rebuild_in_the_middle_of_the_draw() -> None:
    """Deck 1, discard 4, hand 0: draw 1, rebuild with CP +2, draw 2; with deck 3 nothing is rebuilt."""
    scene = Scene(ROSETTE, MIA, deck={1: ["羅刹"]}, discard={1: ["ショット", "ガード", "ムーブ", "突貫"]}).ends(1)
    while scene.state.round == 1:
        scene.quietly()
    assert (scene.asked(), scene.state.step) == ([(1, "swap")], Step.DRAW)
    assert (scene.hand(1), scene.side(1).cp) == (["羅刹"], 2)
    scene.do(1, PASS)
    assert len(scene.side(1).deck) == 2
    exact = Scene(ROSETTE, MIA, deck={1: ["羅刹", "突貫", "逆鱗"]}, discard={1: ["ショット"]}).ends(1)
    exact.quiet(Step.DRAFT, 2)
    assert (exact.side(1).cp, exact.side(1).deck) == (0, [])


@pytest.mark.clause("HC-8-3")
def test_nothing_but_limits_begins_anew() -> None:
    """From round to round hands, MP, CP, legions, stones and the pose of the clad stay; the limits begin again."""
    scene = Scene(
        ROSETTE, MIA, hand={1: ["ショット", "ガード", "ムーブ"]}, mp={1: 4}, cp={1: 3}, moves={1: 2}, cracks={1: 1},
        tails=["a3"], stones={"e1": 2}, clads=("X5", "X6", "X5"), front="east",
    )  # fmt: skip
    scene.ends(1).quiet(Step.DRAFT, 2)
    side = scene.side(1)
    assert (side.mp, side.cp, side.moves, side.cracks) == (4, 3, 0, 0)
    assert scene.stones() == {"e1": 2}
    assert "a3" in scene.legions()


@pytest.mark.clause("HC-8.4-5", "HC-8.4.3.L-4", "HC-8.4.3.L-3")
def test_legions_recover_after_every_turn() -> None:
    """Damage adds up within a turn and is gone at the next; two hits of 1 in one turn destroy a legion of VOLTAGE 2."""
    cards = ["クナイ", "クナイ"]
    scene = Scene(MIA, LUNA, at={1: "c1"}, hand={1: cards}, tails=["c2"], voltage=2)
    scene.uses(1, "クナイ", NORTH, "c2")
    assert [leg.damage for leg in scene.state.legions] == [1]
    scene.uses(1, "クナイ", NORTH, "c2")
    assert (scene.legions(), scene.side(1).vp) == ({}, 2)
    other = Scene(MIA, LUNA, at={1: "c1"}, hand={1: cards}, tails=["c2"], voltage=2).uses(1, "クナイ", NORTH, "c2")
    other.ends(1)
    assert [leg.damage for leg in other.state.legions if leg.square == other.square("c2")] == [0]


@pytest.mark.clause("HC-8.4-1", "HC-8.4-2", "HC-8.4-4", "HC-8.4-6", "HC-3-4", "HC-3-6")
def test_the_order_of_the_action_phase() -> None:
    """Players and clad cards alternate; a turn card goes from turn slot n to waiting slot 5 - n."""
    scene = Scene(ROSETTE, MIA, LUNA, AMELIA)
    steps = []
    for seat in (1, 2, 3, 4):
        assert scene.asked()[0] == (seat, "turn")
        assert (scene.side(seat).turn_slot, scene.side(seat).waiting_slot) == (0, 5 - seat)
        steps.append(scene.state.step)
        scene.do(seat, END_TURN)
        while scene.asked()[0][1] == "react":
            scene.quietly()
    assert steps == [Step.PLAYER_1, Step.PLAYER_2, Step.PLAYER_3, Step.PLAYER_4]
    assert scene.state.round == 2


@pytest.mark.clause("HC-9.2-4", "HC-1-3", "HC-3.C-1", "HC-8.4.F-5", "HC-8.4.3.M-3")
def test_what_always_holds() -> None:
    """VOLTAGE is 1 to 3, gauges keep their ends, a square has one legion at the most and the clad's none, and the
    pieces of the box are no limit."""
    most = 0
    for seed in seeds(12):
        with told(seed):
            for _, match in course(header(GAME, seed), Stream(seed.to_bytes(32, "big"), "holds")):
                state = match.table.state
                squares = [legion.square for legion in state.legions]
                most = max(most, len(squares))
                assert squares == sorted(set(squares))
                assert state.clad_square not in squares
                assert 1 <= state.voltage <= 3
                assert all(stones.vp > 0 for stones in state.stones)
                for side in state.sides:
                    assert 0 <= side.mp <= 7
                    assert 0 <= side.cp <= match.table.cp_cap
                    assert side.vp >= 0
                    assert len(side.tokens) <= 8
                    assert side.ready <= 2
    assert most > 6, "more tails than the box holds"
