"""4.0 メインフェイズ."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    END_TURN,
    PASS,
    RESIGN,
    Choose,
    Deploy,
    Lay,
    Magic,
    Redeploy,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.state import Step, Unit
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.play.views import PUBLIC

from ...random_games import WIDE, seeds, told
from .own_pack import own_card, own_magic, own_pack, scene_with
from .random_play import random_game, until_turn_1
from .scene import Scene

SIX = [14, 21, 27, 34, 40, 45]
"""Six territories."""


def legal(scene: Scene, seat: int, kind: type) -> list[object]:
    """The actions of a kind that a seat may take now."""
    return [act for _, act in scene.match.options(seat) if isinstance(act, kind)]


# ---------------- 4.1 領土拡大ステップ


@pytest.mark.clause("W3-4.1-1")
def test_territory_is_laid_once_in_a_turn() -> None:
    """4.1: a second territory of the turn is refused."""
    scene = Scene(hands=([16, 17], [])).quiet_until("4.1").do(1, Lay(16))
    assert scene.refuses(1, Lay(17))[0] == "W3-4.1-1"
    scene.do(1, PASS)
    assert scene.refuses(1, Lay(17))[0] == "W3-4.1-9"
    assert scene.side(1).territory == [16]


@pytest.mark.clause("W3-4.1-1")
def test_a_passed_territory_step_does_not_come_back() -> None:
    """4.1: who laid nothing in the step may not do so in the next."""
    scene = Scene(hands=([16], [])).quiet_until("4.1").do(1, PASS)
    assert scene.refuses(1, Lay(16))[0] == "W3-4.1-1"


@pytest.mark.clause("W3-4.1-2")
def test_territory_comes_from_the_own_hand_only() -> None:
    """4.1: one card goes from hand to territory, and a card that lies anywhere else cannot."""
    position = {"hands": ([16, 17], [9]), "units": ([26], [29]), "territory": ([14], [21])}
    scene = Scene(**position, discard=[31], deck=(7, 33, 25)).quiet_until("4.1")
    for elsewhere in (9, 26, 29, 14, 21, 31, 33, 12):
        assert scene.refuses(1, Lay(elsewhere))[0] == "W3-4.1-2"
    scene.do(1, Lay(16))
    assert (scene.side(1).hand, scene.side(1).territory) == ([7, 17], [14, 16])
    (laid,) = scene.events("Laid")
    assert (laid.card, laid.private) == (16, 1)


@pytest.mark.clause("W3-4.1-3")
def test_any_hand_card_can_become_territory() -> None:
    """4.1: purple cards and the dearest unit as well as the cheapest; or none at all."""
    hand = [20, 34, 46, 47]
    scene = Scene(hands=(hand, []), deck=(7, 6)).quiet_until("4.1")
    assert [act for _, act in scene.match.options(1)] == [PASS, *(Lay(card) for card in [7, *hand]), RESIGN]
    for card in hand:
        laid = Scene(hands=(hand, []), deck=(7, 6)).quiet_until("4.1").do(1, Lay(card))
        assert laid.side(1).territory == [card]


@pytest.mark.clause("W3-4.1-4", "W3-4.1-1")
def test_territory_only_grows_and_by_one_a_turn() -> None:
    """4.1: over whole random games no territory is ever taken back, and one a turn comes, by laying."""
    for seed in seeds(15):
        with told(seed):
            before: list[list[int]] = [[], []]
            laid_in = set()
            for played in random_game(seed):
                for seat, side in enumerate(played.state.sides, start=1):
                    was, now = before[seat - 1], list(side.territory)
                    if now != was and was:
                        assert isinstance(played.act, Lay)
                        assert (played.seat, now) == (seat, sorted([*was, played.act.card]))
                        assert (seat, played.state.turn) not in laid_in
                        laid_in.add((seat, played.state.turn))
                    before[seat - 1] = now


@pytest.mark.clause("W3-4.1-6")
def test_there_is_no_greatest_number_of_territories() -> None:
    """4.1: with twenty territories another may still be laid."""
    twenty = [card for card in range(3, 35) if card not in (7, 12, 13, 16, 22, 23)][:20]
    scene = Scene(hands=([16], []), territory=(twenty, []), deck=(7, 41)).quiet_until("4.1").do(1, Lay(16))
    assert len(scene.side(1).territory) == 21


@pytest.mark.clause("W3-4.1-7")
def test_new_territory_counts_in_the_same_turn() -> None:
    """4.1: with the fifth territory laid just before, a 5 may come, and without it it may not."""
    position = {"hands": ([16, 9], []), "territory": ([14, 21, 27, 34], [])}
    scene = Scene(**position).quiet_until("4.1")
    assert scene.do(1, Lay(9)).allows(1, Deploy(16))
    scene = Scene(**position).quiet_until("4.1").do(1, PASS)
    assert scene.refuses(1, Deploy(16))[0] == "W3-4.2-4"


@pytest.mark.clause("W3-4.1-8")
def test_a_beginner_starts_with_three_territories() -> None:
    """4.1: when turn 1 begins, each player owns three."""
    for seed in seeds(10):
        with told(seed):
            state = until_turn_1(seed)
            assert state is None or [len(side.territory) for side in state.sides] == [3, 3]


@pytest.mark.clause("W3-4.1-9")
def test_no_territory_after_the_strategy_step() -> None:
    """4.1: once a unit was deployed, or the step was passed, no territory is laid."""
    position = {"hands": ([16, 9], []), "territory": (SIX, [])}
    for strategy in (Deploy(16), PASS):
        scene = Scene(**position).quiet_until("4.2").do(1, strategy)
        assert scene.refuses(1, Lay(9))[0] == "W3-4.1-9"


# ---------------- 4.2 戦略ステップ


@pytest.mark.clause("W3-4.2-1")
def test_deployment_or_redeployment_once_in_a_turn() -> None:
    """4.2: after one of the two neither comes again in that turn."""
    position = {"hands": ([16, 9], []), "units": ([26], []), "territory": ([*SIX, 36], [])}
    for first in (Deploy(16), Redeploy(16, [26])):
        scene = Scene(**position).quiet_until("4.2").do(1, first)
        for second in (Deploy(9), Redeploy(9, [16])):
            assert scene.refuses(1, second)[0] == "W3-4.2-1"
        assert scene.allows(1, END_TURN)


@pytest.mark.clause("W3-4.2-1")
def test_the_strategy_step_may_be_passed() -> None:
    """4.2: doing neither is legal though both are possible, and it is over then."""
    scene = Scene(hands=([16], []), units=([26], []), territory=(SIX, [])).quiet_until("4.2")
    assert legal(scene, 1, Deploy) == [Deploy(7), Deploy(16)]
    assert legal(scene, 1, Redeploy) == [Redeploy(7, [26]), Redeploy(16, [26])]
    scene.do(1, PASS)
    assert scene.units(1) == [26]
    assert scene.refuses(1, Deploy(16))[0] == "W3-4.2-1"


@pytest.mark.clause("W3-4.2-2")
def test_a_unit_comes_from_the_own_hand_only() -> None:
    """4.2: not from the opponent's hand, the field, territory, the discard or the deck."""
    territory = ([*SIX, 36], [37])
    position = {"hands": ([16], [9]), "units": ([26], [29]), "territory": territory, "discard": [28]}
    scene = Scene(**position, deck=(7, 6)).quiet_until("4.2")
    for elsewhere in (9, 26, 29, 14, 37, 28, 6, 12):
        assert scene.refuses(1, Deploy(elsewhere))[0] == "W3-4.2-2"
        assert scene.refuses(1, Redeploy(elsewhere, [26]))[0] == "W3-4.2-2"
    assert scene.allows(1, Deploy(16))
    assert scene.allows(1, Redeploy(16, [26]))


@pytest.mark.clause("W3-4.2-2", "W3-0.1-10")
def test_only_unit_cards_come_to_the_field() -> None:
    """4.2: 調律 and 呪文砕き are no unit cards, whatever the territory."""
    scene = Scene(hands=([46, 47], []), units=([26], []), territory=(SIX, [])).quiet_until("4.2")
    for card in (46, 47):
        assert scene.refuses(1, Deploy(card)) == ("W3-0.1-10", "W3-4.2-2")
        assert scene.refuses(1, Redeploy(card, [26])) == ("W3-0.1-10", "W3-4.2-2")


@pytest.mark.clause("W3-4.2-3", "W3-4.2-5")
def test_a_fourth_unit_finds_no_slot() -> None:
    """4.2: three units are the most, so plain deployment needs a free slot; with two there is one."""
    scene = Scene(hands=([16], []), units=([26, 29, 34], []), territory=(SIX, [])).quiet_until("4.2")
    assert scene.refuses(1, Deploy(16)) == ("W3-4.2-5", "W3-4.2-3")
    scene = Scene(hands=([16], []), units=([26, 29], []), territory=([*SIX], [])).quiet_until("4.2")
    assert scene.do(1, Deploy(16)).units(1) == [26, 29, 16]


@pytest.mark.clause("W3-4.2-4", "W3-E-01")
def test_deployment_needs_a_cost_up_to_the_territory() -> None:
    """4.2: with territory 5, costs 5 and 3 are legal and 6 is not."""
    scene = Scene(hands=([16, 17, 24], []), territory=(SIX[:5], [])).quiet_until("4.2")
    assert scene.allows(1, Deploy(16))
    assert scene.allows(1, Deploy(24))
    assert scene.refuses(1, Deploy(17)) == ("W3-4.2-4", "W3-E-01")


@pytest.mark.clause("W3-4.2-6")
def test_a_redeployment_gives_up_own_units_on_the_field() -> None:
    """4.2: at least one, and only such as lie there and are one's own."""
    position = {"hands": ([16, 17], []), "units": ([26, 34], [29]), "territory": (SIX, [])}
    scene = Scene(**position).quiet_until("4.2")
    for giving in ([], [29], [26, 29], [17], [14]):
        assert scene.refuses(1, Redeploy(16, giving))[0] == "W3-4.2-6"
    for giving in ([26], [34], [26, 34]):
        assert scene.allows(1, Redeploy(16, giving))


def test_units_given_up_are_written_ascending_and_once() -> None:
    """4.2: one redeployment has one spelling; another is unreadable and breaks no rule."""
    scene = Scene(hands=([16], []), units=([26, 34], []), territory=(SIX, [])).quiet_until("4.2")
    for giving in ([34, 26], [26, 26]):
        assert scene.refuses(1, Redeploy(16, giving)) == ("",)


@pytest.mark.clause("W3-4.2-7", "W3-E-02")
def test_redeployment_needs_a_cost_up_to_units_and_territory(tmp_path: Path) -> None:
    """4.2: units of 4 and 5 with territory 6 reach 15 and whatever is below, and not 16."""
    cards = own_pack(tmp_path, own_card(10, "fire", "15"), own_card(44, "sky", "16"))
    hands = ([10, 44, 24], [])
    scene = scene_with(cards, hands=hands, units=([26, 28], []), territory=(SIX, []), deck=(7, 6)).quiet_until("4.2")
    assert scene.refuses(1, Redeploy(44, [26, 28])) == ("W3-4.2-7", "W3-E-02")
    assert scene.refuses(1, Redeploy(10, [28]))[0] == "W3-4.2-7"
    assert scene.allows(1, Redeploy(24, [26, 28]))
    assert scene.do(1, Redeploy(10, [26, 28])).units(1) == [10]


@pytest.mark.clause("W3-4.2-7")
def test_one_unit_and_territory_reach_their_sum_exactly() -> None:
    """4.2: 1 and territory 7 reach 8; 9 is out of reach."""
    scene = Scene(hands=([19, 20], []), units=([34], []), territory=([14, 21, 27, 36, 40, 45, 46], []))
    scene.quiet_until("4.2")
    assert scene.allows(1, Redeploy(19, [34]))
    assert scene.refuses(1, Redeploy(20, [34]))[0] == "W3-4.2-7"


def printed(**position: Any) -> Scene:
    """In 4.2 with what the print fixes: of card 006 it tells neither the name nor whether it is a unit."""
    return Scene(pack="print", hands=([6], []), deck=(7, 16), **position).quiet_until("4.2")


@pytest.mark.clause("W3-C-16", "W3-4.2-4", "W3-4.2-5", "W3-4.2-6")
def test_an_unknown_card_is_undecidable_only_where_it_matters() -> None:
    """4.2: without a slot, far above the territory or with a wrong exchange 006 is illegal, whatever it is."""
    five = [14, 21, 27, 34, 40]
    assert printed(units=([26, 29, 17], []), territory=(five, [])).refuses(1, Deploy(6))[0] == "W3-4.2-5"
    assert printed(territory=(five[:2], [])).refuses(1, Deploy(6))[0] == "W3-4.2-4"
    scene = printed(units=([26], [29]), territory=(five, []))
    assert scene.refuses(1, Redeploy(6, [29]))[0] == "W3-4.2-6"
    for act in (Deploy(6), Redeploy(6, [26])):
        with pytest.raises(Undecidable):
            scene.match.consider(1, act)
        assert act not in legal(scene, 1, type(act))


@pytest.mark.clause("W3-4.2-8", "W3-4.2-9", "W3-S1.1-3")
def test_units_given_up_go_to_the_discard_undestroyed() -> None:
    """4.2: all that were selected go there, the others stay, and nothing is destroyed."""
    scene = Scene(hands=([9], []), units=([26, 34, 29], []), territory=(SIX, [])).quiet_until("4.2")
    scene.do(1, Redeploy(9, [26, 34]))
    assert (scene.units(1), scene.state.discard) == ([29, 9], [26, 34])
    assert [event.card for event in scene.events("GivenUp")] == [26, 34]
    assert scene.events("Destroyed") == []


@pytest.mark.clause("W3-4.2-10")
def test_redeployment_may_bring_in_a_smaller_unit() -> None:
    """4.2: 龍王妃 (9) may make way for 重装歩兵 (3)."""
    scene = Scene(hands=([24], []), units=([20], []), territory=(SIX, [])).quiet_until("4.2")
    assert scene.do(1, Redeploy(24, [20])).units(1) == [24]


@pytest.mark.clause("W3-4.2-11", "W3-4.2-3")
def test_redeployment_needs_no_free_slot() -> None:
    """4.2: of three units one is given up for another, and there are three again."""
    scene = Scene(hands=([16], []), units=([26, 29, 34], []), territory=(SIX, [])).quiet_until("4.2")
    assert scene.do(1, Redeploy(16, [34])).units(1) == [26, 29, 16]


@pytest.mark.clause("W3-4.2-12")
def test_units_given_up_count_with_their_cost_not_their_power(tmp_path: Path) -> None:
    """4.2: でかスラグ (3) at power 5 counts 3: with territory 4 it makes way for a 7, not for an 8."""
    cards = own_pack(tmp_path, own_magic(14, '[{ op = "increase", units = 1, amount = 2 }]'))
    position = {"units": ([22], []), "hands": ([18, 19], []), "territory": (SIX[:4], [])}
    scene = scene_with(cards, **position, magics=([14], [])).quiet_until("2.1").do(1, Magic(14), Choose([22]))
    scene.quiet_until("3.2").do(1, ATTACK)
    assert scene.side(2).life == 30 - 5
    scene.quiet_until("4.2")
    assert scene.refuses(1, Redeploy(19, [22]))[0] == "W3-4.2-7"
    assert scene.allows(1, Redeploy(18, [22]))


@pytest.mark.clause("W3-4.2-13")
def test_deploying_does_not_use_up_territory() -> None:
    """4.2: with territory 5 a 5 comes this turn, and another one the next."""
    scene = Scene(hands=([16, 27], []), territory=([14, 21, 34, 40, 45], [])).quiet_until("4.2").do(1, Deploy(16))
    assert scene.side(1).territory == [14, 21, 34, 40, 45]
    scene.quiet_until("4.2", turn=3).do(1, Deploy(27))
    assert (scene.units(1), len(scene.side(1).territory)) == ([16, 27], 5)


@pytest.mark.clause("W3-4.2-14", "W3-C-18")
def test_territory_value_is_territories_and_modifiers() -> None:
    """4.2: six territories and 収穫 make 9, in that strategy step only, and no territory is added."""
    position = {"hands": ([20, 33], []), "units": ([29], [17, 16]), "territory": (SIX, [])}
    scene = Scene(**position, magics=([11], [])).quiet_until("4.2")
    assert scene.refuses(1, Deploy(20))[0] == "W3-4.2-4"
    scene.do(1, Magic(11), Deploy(20))
    assert scene.side(1).territory == SIX
    scene.quiet_until("4.2", turn=3)
    assert scene.refuses(1, Deploy(33))[0] == "W3-4.2-4"


@pytest.mark.clause("W3-4.2-7", "W3-4.2-14")
def test_what_raises_territory_counts_in_a_redeployment_too() -> None:
    """4.2: a unit of 1, five territories and 収穫 reach 9; without the magic 9 is out of reach."""
    position = {"hands": ([20], []), "units": ([34, 26, 29], []), "territory": (SIX[:5], [])}
    scene = Scene(**position, magics=([11], [])).quiet_until("4.2")
    assert scene.refuses(1, Redeploy(20, [34]))[0] == "W3-4.2-7"
    assert scene.do(1, Magic(11), Redeploy(20, [34])).units(1) == [26, 29, 20]


@pytest.mark.clause("W3-4.2-15")
def test_a_unit_attacks_no_sooner_than_the_next_own_turn() -> None:
    """4.2: 016, deployed on turn 4, first attacks on turn 6."""
    territory = ([], [21, 34, 45, 3, 25])
    scene = Scene(active=2, turn=4, hands=([], [16]), territory=territory, deck=(7, 6, 5)).quiet_until("4.2")
    scene.do(2, Deploy(16))
    assert scene.refuses(2, ATTACK)[0] == "W3-1.0-2"
    scene.quiet_until("3.2", turn=6).do(2, ATTACK)
    assert scene.side(1).life == 25


@pytest.mark.clause("W3-4.2-16")
def test_a_deployed_unit_is_public() -> None:
    """4.2: everybody sees which unit came, in the state and in the event."""
    scene = Scene(hands=([16], []), territory=(SIX, [])).quiet_until("4.2").do(1, Deploy(16))
    assert [unit.card for unit in GAME.view(scene.state, PUBLIC).sides[0].units] == [16]
    (deployed,) = scene.events("Deployed")
    assert (deployed.card, deployed.seat, deployed.private) == (16, 1, 0)


@pytest.mark.clause("W3-4.2-17")
def test_units_are_not_given_up_for_nothing() -> None:
    """4.2: with no card in hand that a redeployment could bring in, no unit can be given up."""
    scene = Scene(hands=([46], []), units=([26, 29, 34], []), deck=(47, 7)).quiet_until("4.2")
    assert [act for _, act in scene.match.options(1)] == [PASS, RESIGN]


@pytest.mark.clause("W3-4.2-17", "W3-4.2-3", "W3-3.0-3")
def test_units_leave_only_by_what_the_rules_provide() -> None:
    """4.2: over whole random games a unit leaves by redeployment, destruction or return, and never are there four."""
    leaving = ("GivenUp", "Destroyed", "Returned")
    for seed in seeds(15):
        with told(seed):
            before: list[int] = []
            for played in random_game(seed):
                here = [unit.card for side in played.state.sides for unit in side.units]
                left = [event.card for event in played.events if type(event).__name__ in leaving]
                assert sorted(set(before) - set(here)) == sorted(left)
                assert max(len(side.units) for side in played.state.sides) <= 3
                before = here


@pytest.mark.clause("W3-4.2-18")
def test_every_route_to_the_field_is_one_entering() -> None:
    """4.2: a unit enters alike by deployment and by redeployment, and the ignored 交代 does nothing by either."""
    position = {"hands": ([36], [9]), "units": ([26], [29]), "territory": (SIX, [])}
    entered = []
    for route in (Deploy(36), Redeploy(36, [26])):
        scene = Scene(**position).quiet_until("4.2").do(1, route)
        (event,) = scene.events("Deployed")
        entered.append((event, scene.side(1).units[-1], scene.units(2), scene.side(2).hand, scene.side(1).hand))
    assert entered[0] == entered[1]
    assert scene.state.step == Step.TURN_END


@pytest.mark.clause("W3-4.2-19")
def test_a_unit_on_the_field_at_the_attack_attacks() -> None:
    """4.2: nothing is asked but whether it lies there when the step begins; there is no waiting time."""
    scene = Scene(units=([16], [])).quiet_until("2.2")
    scene.side(1).units.append(Unit(17))
    scene.do(1, PASS, ATTACK)
    assert scene.side(2).life == 30 - 11


@pytest.mark.clause("W3-4.2-12", "W3-3.3-1")
def test_strengthening_does_not_help_a_redeployment() -> None:
    """4.2: what a spell gave to power in the combat is no cost, and gone by then."""
    position = {"units": ([29], []), "hands": ([18, 19, 31], []), "territory": ([14], [])}
    scene = Scene(**position).quiet_until("2.2").do(1, Strengthen([Spell(29, [31])])).do(2, PASS).quiet_until("4.2")
    assert scene.allows(1, Redeploy(18, [29]))
    assert scene.refuses(1, Redeploy(19, [29]))[0] == "W3-4.2-7"


@st.composite
def strategies(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    """A hand, own units and territory."""
    known = [card for card in range(3, 49) if card not in (12, 13, 22, 23, 38, 39)]
    units = draw(st.lists(st.sampled_from([card for card in known if card < 45]), max_size=3, unique=True))
    rest = draw(st.permutations([card for card in known if card not in units]))
    hand, territory = draw(st.integers(1, 4)), draw(st.integers(0, 9))
    return rest[:hand], units, rest[hand : hand + territory]


@pytest.mark.clause("W3-4.2-2", "W3-4.2-4", "W3-4.2-5", "W3-4.2-6", "W3-4.2-7", "W3-E-01", "W3-E-02")
@WIDE
@given(strategies())
def test_the_strategy_step_allows_exactly_what_the_limits_allow(case: tuple[list[int], list[int], list[int]]) -> None:
    """4.2: over random positions, what is offered is what the printed limits let through, and nothing else is legal."""
    hand, units, territory = case
    costs = GAME.packs["house"].cards.cost
    top = next(card for card in range(3, 49) if card not in hand + units + territory)
    scene = Scene(hands=(hand, []), units=(units, []), territory=(territory, []), deck=(top, 1))
    scene.quiet_until("4.2")
    expected: list[object] = []
    for card in (card for card in sorted([*hand, top]) if costs[card] is not None):
        if len(units) < 3 and costs[card] <= len(territory):
            expected.append(Deploy(card))
        for mask in range(1, 1 << len(units)):
            giving = sorted(unit for at, unit in enumerate(units) if mask >> at & 1)
            if costs[card] <= sum(costs[unit] for unit in giving) + len(territory):
                expected.append(Redeploy(card, giving))
    offered = legal(scene, 1, Deploy) + legal(scene, 1, Redeploy)
    assert sorted(offered, key=repr) == sorted(expected, key=repr)
