"""14 協力モード."""

from typing import Any

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.chapters.draft import assign
from shinpan_engine.games.hackclad.table.actions import CRACK, Deed, Place, ReEnter
from shinpan_engine.games.hackclad.table.options import CoopEasyDeck, Difficulty
from shinpan_engine.games.hackclad.table.state import Step

from .opening import Opening
from .scene import FLARE, LUNA, MIA, NORTH, ROSETTE, Scene

TABLE = [
    (Difficulty.EASY, (58, 74, 90), 1, 4),
    (Difficulty.NORMAL, (66, 86, 106), 2, 3),
    (Difficulty.EXPERT, (74, 98, 120), 2, 3),
    (Difficulty.INFERNO, (80, 105, 130), 3, 3),
]
difficulties = pytest.mark.parametrize("difficulty", list(Difficulty)[1:])


def coop(*witches: str, **more: Any) -> Scene:
    """A position of co-op."""
    return Scene(*(witches or (ROSETTE, MIA)), mode="coop", **more)


@pytest.mark.clause("HC-14.2-2", "HC-14.2-3", "HC-14.2-4", "HC-14.2-5", "HC-14.2-6", "HC-14.2-7", "HC-14.2-1")
@pytest.mark.parametrize(("difficulty", "health", "voltage", "limit"), TABLE)
def test_the_table_of_difficulties(difficulty: Difficulty, health: tuple[int, ...], voltage: int, limit: int) -> None:
    """Health by players, VOLTAGE at the start, and the limit of pollution, beyond which the team loses."""
    for players in (2, 3, 4):
        witches = (ROSETTE, MIA, LUNA, FLARE)[:players]
        state = Opening(*witches, mode="coop", difficulty=difficulty).state
        assert (state.stock, state.voltage) == (health[players - 2], voltage)
    scene = coop(options={"difficulty": difficulty}, at={1: "c4"}, clads=("X2", "X1", "X1"), pollution={1: limit - 1})
    scene.ends(1).passes(1)
    assert (scene.side(1).pollution, scene.state.ending) == (limit, None)
    lost = coop(options={"difficulty": difficulty}, at={1: "c4"}, clads=("X2", "X1", "X1"), pollution={1: limit})
    lost.ends(1).passes(1)
    assert (lost.side(1).pollution, lost.state.ending.reason.name) == (limit + 1, "POLLUTION")


@pytest.mark.clause("HC-14.2-10", "HC-14.2-11", "HC-14.2-12", "HC-14.2-15")
def test_the_common_set_up_of_coop() -> None:
    """Nine clad cards are the deck, three lie above the board; pieces and decks as in versus."""
    game = Opening(ROSETTE, MIA, mode="coop", difficulty=Difficulty.EASY)
    assert sorted(game.state.clad_deck) == list(range(1, 10))
    assert (game.state.voltage_2_pile, game.state.voltage_3_pile) == ([], [10, 11, 12])
    game.extends()
    assert len(game.state.legions) == 4
    assert [side.waiting_slot for side in game.state.sides] == [1, 2]


def rebuilt(difficulty: Difficulty, **options: Any) -> list[tuple[int, int]]:
    """VOLTAGE and the size of the clad deck before the forecast of rounds 1, 4 and 7."""
    game = Opening(ROSETTE, MIA, mode="coop", difficulty=difficulty, **options).extends()
    seen = []
    for number in (1, 4, 7):
        while game.state.round < number or game.state.step < Step.DRAFT:
            game.state.stock = 60
            for side in game.state.sides:
                side.pollution = 0
            game.quietly()
        seen.append((game.state.voltage, len(game.state.clad_deck) + 3))
    return seen


@pytest.mark.clause("HC-14.2-8", "HC-14.2-13", "HC-14.2-14", "HC-9.2-4")
def test_the_rebuilds_of_coop() -> None:
    """9 and 12 cards; Easy 9, 9 and 12 or by an option 9 and 12; the VOLTAGE rises to 3 and no further."""
    assert rebuilt(Difficulty.EASY) == [(1, 9), (2, 9), (3, 12)]
    assert rebuilt(Difficulty.EASY, coop_easy_deck=CoopEasyDeck.V3_AT_ONCE) == [(1, 9), (2, 12), (2, 3)]
    assert rebuilt(Difficulty.NORMAL) == [(2, 9), (3, 12), (3, 3)]
    assert rebuilt(Difficulty.INFERNO) == [(3, 9), (3, 12), (3, 3)]


@pytest.mark.clause("HC-14.1-1", "HC-14-1", "HC-14.1-3")
def test_the_team_wins_at_once() -> None:
    """When the last stone is paid out all have won, in the middle of any turn; more than is left is not paid."""
    scene = coop(at={1: "c2"}, hand={1: ["羅刹"]}, stock=3).uses(1, "羅刹", NORTH, "c3")
    assert (scene.state.stock, scene.side(1).vp, scene.state.step) == (0, 3, Step.OVER)
    result = GAME.result(scene.state)
    assert (result.winners, result.reason, result.lost, result.score) == ((1, 2), "health", False, ())
    drops = coop(at={1: "a1", 2: "a1"}, clads=("X8", "X1", "X1"), stock=2).ends(1)
    assert drops.state.ending.reason.name == "HEALTH"


@pytest.mark.clause("HC-14.1-2", "HC-14.1-3", "HC-14.3.4-1", "HC-3.C-2")
def test_stones_are_the_health() -> None:
    """Damage, rewards and drops lower the health, an injury raises it; stock, held and lying stones are always the
    same together."""
    scene = coop(at={1: "c2", 2: "c4"}, hand={1: ["羅刹"]}, vp={2: 5}, clads=("X2", "X1", "X1"), tails=["a1"])

    def together() -> int:
        return (
            scene.state.stock
            + sum(side.vp for side in scene.state.sides)
            + sum(stones.vp for stones in scene.state.stones)
        )

    health = together()
    scene.uses(1, "羅刹", NORTH, "c3")
    assert scene.state.stock == health - 5 - 4
    scene.ends(1).passes(2)
    assert (together(), scene.side(2).vp) == (health, 3)
    assert scene.stones() == {"c4": 1}, "the drop; her own stones went to the stock"


@pytest.mark.clause("HC-14.3.4-2", "HC-14.3.4-3", "HC-14.1-4")
def test_an_injury_pollutes() -> None:
    """After an injury 1 pollution; the limit holds for each player alone, and is passed at once."""
    scene = coop(at={1: "b4", 2: "c4"}, clads=("X2", "X1", "X1"), pollution={1: 2, 2: 3}).ends(1).passes(1)
    assert scene.state.ending is None
    scene.passes(2)
    assert [side.pollution for side in scene.state.sides] == [3, 4]
    result = GAME.result(scene.state)
    assert (result.winners, result.reason, result.lost, result.word) == ((), "pollution", True, "lost")


@pytest.mark.clause("HC-8.4.6-9", "HC-14.3.4-2")
def test_a_raised_gauge_does_not_pollute() -> None:
    """突貫 raises the gauge without pollution."""
    scene = coop(at={1: "c2"}, hand={1: ["突貫"]}).uses(1, "突貫", NORTH, "c3")
    assert (scene.side(1).injuries, scene.side(1).pollution) == (1, 0)


@pytest.mark.clause("HC-14.3.4-4", "HC-E-3")
def test_at_the_limit_no_crack_skill() -> None:
    """With as much pollution as the limit the crack skill is barred; below it, it may reach the limit."""
    scene = coop(LUNA, MIA, cp={1: 1}, pollution={1: 3})
    assert scene.refuses(1, CRACK) == ("HC-14.3.4-4",)
    free = coop(LUNA, MIA, cp={1: 1}, pollution={1: 2}).do(1, CRACK)
    assert free.side(1).pollution == 3


@pytest.mark.clause("HC-14.1-5", "HC-14.3.4-5")
def test_seven_rounds() -> None:
    """With health left after round 7 the team has lost; nothing is scored."""
    scene = coop(step=Step.LEGIONS, round=7)
    assert (scene.state.ending.reason.name, scene.state.ending.scores) == ("ROUNDS", [])
    assert GAME.result(scene.state).lost
    won = coop(FLARE, MIA, step=Step.LEGIONS, round=7, at={1: "b2"}, tails=["b3"], hand={1: ["要塞砲"]}, stock=1)
    won.do(1, won.basic(1, Deed.GUARD, "要塞砲"))
    assert won.state.ending.reason.name == "HEALTH", "the legions' turn of round 7 can still win"


@pytest.mark.clause("HC-14.3.1-1", "HC-14.3.1-3", "HC-14.3.1-4", "HC-14.3.1-5", "HC-14.3.2-4")
def test_slots_are_assigned() -> None:
    """Fewest stones first, of equal ones the smaller waiting slot, from the left without gaps; the ban is void."""
    game = Opening(ROSETTE, MIA, LUNA, mode="coop")
    for side, vp in zip(game.state.sides, (12, 8, 8), strict=True):
        side.vp = vp
    game.extends()
    assert [side.chip for side in game.state.sides] == [3, 1, 2]
    first = Opening(ROSETTE, MIA, LUNA, FLARE, mode="coop").extends()
    assert [side.chip for side in first.state.sides] == [1, 2, 3, 4]
    for side, slot in zip(first.state.sides, (3, 1, 4, 2), strict=True):
        side.waiting_slot = slot
    assign(first.table)
    assert [side.chip for side in first.state.sides] == [3, 1, 4, 2], "the seat decides nothing"


@pytest.mark.clause("HC-14.3.1-2", "HC-14.3.2-1", "HC-14.3.2-2", "HC-14.3.2-3")
def test_the_draft_of_coop() -> None:
    """Nobody chooses her slot, and all draft in any order; the chip comes back and the slot has its effect."""
    game = Opening(ROSETTE, MIA, LUNA, mode="coop").extends()
    assert game.asked() == [(1, "place"), (2, "place"), (3, "place")]
    card = game.side(2).hand[0]
    assert game.refuses(2, Place(card, 1)) == ("HC-14.3.2-1", "HC-14.3.1-2")
    game.do(2, Place(card, 2))
    assert (game.side(2).mp, game.side(2).chip, game.side(2).turn_slot) == (1, 0, 2)
    assert game.asked() == [(1, "place"), (3, "place")]


@pytest.mark.clause("HC-14.3.2-1", "HC-14.3.2-3")
def test_re_entries_compete() -> None:
    """Two who come back at the same time do so in the order of the record; the second finds the square taken."""
    scene = coop(step=Step.LEGIONS, at={1: "b2", 2: "c1"}, tails=["b1"]).passes(1, 2)
    assert scene.asked() == [(1, "re_enter"), (2, "re_enter")]
    scene.do(2, ReEnter(scene.square("b5")))
    assert scene.refuses(1, ReEnter(scene.square("b5"))) == ("HC-8.4.7-2", "HC-8.4.7-3")
    scene.do(1, ReEnter(scene.square("d1")))
    assert (scene.where(1), scene.where(2)) == ("d1", "b5")


@pytest.mark.clause("HC-14.3.3-1", "HC-14.3.3-2", "HC-14.3.3-4", "HC-14.3.3-5", "HC-8.4.4-4")
def test_helpers_guard() -> None:
    """ATK 4: the ガード of two helpers, wherever they are, leave nothing of it; the cards are theirs."""
    scene = coop(
        ROSETTE, MIA, LUNA, at={1: "c4", 2: "a1", 3: "e1"}, clads=("X2", "X1", "X1"), voltage=3,
        hand={1: ["突貫"], 2: ["ガード"], 3: ["ガード"]},
    )  # fmt: skip
    scene.side(3).square = 0
    scene.ends(1)
    assert scene.asked() == [(1, "react"), (2, "help"), (3, "help")]
    scene.uses(3, "ガード").uses(2, "ガード")
    assert [(e.seat, e.amount) for e in scene.events("Reduced")] == [(1, 2)]
    assert (scene.discarded(2), scene.discarded(3)) == (["ガード"], ["ガード"])
    scene.passes(1)
    assert scene.side(1).injuries == 0


@pytest.mark.clause("HC-14.3.3-3", "HC-8.4.4-2", "HC-8.4.3.A-11")
def test_helpers_use_nothing_else() -> None:
    """No other card, basic action or CP action helps another player, nor a ガード that is not in hand."""
    scene = coop(
        ROSETTE, FLARE, at={1: "c4", 2: "a1"}, clads=("X2", "X1", "X1"), hand={2: ["補給線"]}, discard={2: ["ガード"]}
    ).ends(1)
    assert scene.refuses(2, scene.use(2, "補給線")) == ("HC-14.3.3-3",)
    assert scene.refuses(2, scene.use(2, "ガード")) == ("HC-8.4.3.A-11",)
    assert scene.refuses(2, scene.basic(2, Deed.GUARD, "補給線")) == ("HC-8.4.4-2",)


@pytest.mark.clause("HC-14.3.3-5", "HC-8.4.1-5")
def test_help_against_a_movement_attack_is_void() -> None:
    """A helper's ガード can be used and takes nothing off a movement attack."""
    scene = coop(at={1: "c4", 2: "a1"}, clads=("X9", "X1", "X1"), hand={2: ["ガード"]}, vp={1: 9}).ends(1)
    scene.uses(2, "ガード").passes(1)
    assert [e.amount for e in scene.events("Damage")] == [2]


@pytest.mark.clause("HC-14-2")
def test_partners_see_hands_and_no_decks() -> None:
    """In co-op every player sees all hands and turn cards, nobody the order of a deck; the public sees neither."""
    game = Opening(ROSETTE, MIA, mode="coop").extends()
    seen = GAME.view(game.state, 2).sides[0]
    assert (seen.hand, seen.deck) == (game.side(1).hand, [0] * len(game.side(1).deck))
    assert GAME.view(game.state, 0).sides[0].hand == [0] * 4
    game.do(1, Place(game.side(1).hand[0], 1))
    assert GAME.view(game.state, 2).sides[0].turn_cards == game.side(1).turn_cards


@pytest.mark.clause("HC-3-1", "HC-14-2")
def test_partners_are_told_what_one_looked_at() -> None:
    """What a player saw of the clad deck her partners may know, the public may not; the deck stays hidden."""
    scene = coop(LUNA, MIA, hand={1: ["月詠み"]}, clad_deck=["X8", "X7"]).uses(1, "月詠み")
    (looked,) = scene.events("Looked")
    assert [GAME.sees(scene.state, viewer, looked.private) for viewer in (0, 1, 2)] == [False, True, True]
    assert GAME.view(scene.state, 2).clad_deck == [0, 0]
