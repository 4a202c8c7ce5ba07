"""5.6 クールダウンフェイズ, 二重クールダウン, and the extra cooldowns of who evaded."""

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table.actions import COOL_REST, PASS, Cool, CoolExtra, CoolRest, Set
from shinpan_engine.games.anoare.table.options import EvadeCooldown, ReturnedCard
from shinpan_engine.games.anoare.table.state import Step

from .scene import Scene, effect, op, stack

MISS = {"distance": -1, "attack": 4, "crit": "far"}
"""Evaded: it moves the distance to near itself."""


@pytest.mark.clause("AN-5.6-1", "AN-5.6-2", "AN-5.6-3", "AN-5.6-4", "AN-5.6-5", "AN-5.5e-4")
def test_each_skill_is_cooled_once() -> None:
    """Three stacks: three cooldowns, the top cost of two and the third skill itself; never two cards from one."""
    zone = [stack(1, 4, 5), stack(2, 6), stack(3)]
    scene = Scene(zones=(zone, []), hands=([], None)).until(Step.COOLDOWN).do(1, COOL_REST)
    assert scene.side(1).hand == [3, 5, 6]
    assert scene.side(1).zone == [stack(1, 4), stack(2)]


@pytest.mark.clause("AN-5.6-1", "AN-5.6-2", "AN-5.6-5", "AN-5.6-14")
def test_in_an_order_of_the_owners_choice_and_none_left_out() -> None:
    """Skill by skill in any order: none twice, none not there, no pass before the last; the rest may go together."""
    scene = Scene(zones=([stack(1, 4), stack(2, 5), stack(3)], []), hands=([], None)).until(Step.COOLDOWN)
    scene.do(1, Cool(2))
    assert scene.refuses(1, Cool(2)) == ("AN-5.6-1",)
    assert scene.refuses(1, Cool(5)) == ("AN-5.6-1",)
    assert scene.refuses(1, PASS) == ("AN-7.3-3",)
    scene.do(1, Cool(3))
    assert scene.side(1).uncooled == [1]
    scene.do(1, Cool(1))
    assert scene.side(1).hand == [3, 4, 5]


@pytest.mark.clause("AN-5.6-5", "AN-5.6-22", "AN-5.5c-13")
def test_a_second_cooldown_is_refused() -> None:
    """When a player's cooldowns are done another is refused, of a skill in hand as of one in the zone; and without an
    evasion there is no extra one."""
    zones = ([stack(1), stack(2, 3)], [stack(12, 13)])
    scene = Scene(kept=(1, 0), zones=zones, hands=([], None)).until(Step.COOLDOWN).do(1, COOL_REST)
    assert scene.refuses(1, Cool(1)) == ("AN-5.6-5", "AN-5.6-22")
    assert scene.refuses(1, Cool(2)) == ("AN-5.6-5", "AN-5.6-22")
    assert scene.refuses(1, CoolRest()) == ("AN-5.6-5",)
    scene.do(2, COOL_REST)
    assert scene.refuses(1, CoolExtra([2])) == ("AN-5.5c-13",)


@pytest.mark.clause("AN-5.6-14", "AN-5.0-2")
@pytest.mark.parametrize("first", [1, 2])
def test_both_cool_in_whatever_order(first: int) -> None:
    """Both orders of the two players lead to the same state."""
    scene = Scene(zones=([stack(2, 3)], [stack(12, 13)])).uses(1, 11).until(Step.COOLDOWN)
    scene.do(first, COOL_REST).do(3 - first, COOL_REST)
    assert [side.zone for side in scene.state.sides] == [[stack(2)], [stack(12)]]


@pytest.mark.clause("AN-5.6-6", "AN-5.6-19")
def test_a_skill_of_cost_0_is_home_in_the_turn_of_its_use() -> None:
    """It is cooled in that turn already and can be set in the next, and not before."""
    scene = Scene().uses(1, 11).until(Step.COOLDOWN).do(1, COOL_REST)
    assert scene.side(1).hand == [1, 2, 3, 4, 5, 6, 7]
    assert scene.refuses(1, Set(1)) == ("AN-5.2-16", "AN-5.2-1")
    assert scene.until(Step.SELECTION, turn=2).allows(1, Set(1))


@pytest.mark.clause("AN-5.6-7", "AN-5.6-11")
@pytest.mark.parametrize(
    ("double", "cost", "home"), [(False, 0, 1), (False, 1, 2), (False, 2, 3), (True, 0, 1), (True, 1, 3), (True, 2, 5)]
)
def test_how_long_a_skill_is_away(double: bool, cost: int, home: int) -> None:
    """D12, D13: used in turn 1 with n costs a normal skill is home in turn n + 1, a double one in turn 2n + 1."""
    scene = Scene(skills={1: {"cost": cost, "double_cd": double}}).uses(1, 11)
    for turn in range(2, home + 1):
        scene.until(Step.SELECTION, turn=turn)
        assert 1 not in scene.side(1).hand
    assert 1 in scene.until(Step.SELECTION, turn=home + 1).side(1).hand


@pytest.mark.clause("AN-5.6-8", "AN-5.6-9", "AN-5.6-10", "AN-5.6-12", "AN-1.1-5", "AN-1.2-2")
def test_double_cooldown_step_by_step() -> None:
    """Two costs: the top one upright, then to hand, then the one below upright, then to hand, then the skill."""
    scene = Scene(skills={1: {"double_cd": True}}, zones=([stack(1, 2, 3)], []), hands=([], None))
    seen = []
    for _ in range(5):
        scene.until(Step.COOLDOWN).do(1, COOL_REST)
        assert len(scene.events("Uprighted")) == (len(seen) in (0, 2))
        costs = [(cost.card, cost.upright) for stack in scene.side(1).zone for cost in stack.costs]
        seen.append((costs, list(scene.side(1).hand)))
        scene.side(1).hand.clear()
        scene.next_turn()
    assert seen == [
        ([(2, False), (3, True)], []),
        ([(2, False)], [3]),
        ([(2, True)], []),
        ([], [2]),
        ([], [1]),
    ]


@pytest.mark.clause("AN-5.6-13", "AN-1.1-5")
def test_double_cooldown_is_the_skills_under_the_stack() -> None:
    """A normal skill with a double card as cost is cooled plainly."""
    scene = Scene(skills={3: {"double_cd": True}}, zones=([stack(1, 3)], []), hands=([], None)).next_turn()
    assert scene.side(1).hand == [3]


@pytest.mark.clause("AN-5.6-16", "AN-5.6-17", "AN-5.6-18")
@pytest.mark.parametrize("option", list(ReturnedCard))
def test_who_sees_what_comes_back(option: ReturnedCard) -> None:
    """The owner sees a closed cost when it is in hand, the opponent only if so set up; an open one everybody saw."""
    zone = [stack(1, 4, 5), stack(2, 6, 7, open=[7])]
    scene = Scene(zones=(zone, []), hands=([], None), returned_card=option).until(Step.COOLDOWN).do(1, COOL_REST)
    shown = option is ReturnedCard.SHOWN
    assert {event.card: event.private for event in scene.events("Returned")} == {5: 0 if shown else 1, 7: 0}
    assert GAME.view(scene.state, 1).sides[0].hand == [5, 7]
    assert GAME.view(scene.state, 2).sides[0].hand == [0, 0]
    assert "AN-5.6-17" in scene.table.relied


@pytest.mark.clause("AN-5.6-20")
def test_there_is_no_hand_limit() -> None:
    """Seven normal skills and two ultras in hand are nine."""
    scene = Scene(level=(3, 1), life=(0, 10), hands=([1, 2, 3, 4, 5, 6, 7, 8, 9], None)).next_turn()
    assert len(scene.side(1).hand) == 9


@pytest.mark.clause("AN-5.5c-13", "AN-5.5c-14", "AN-5.5c-15", "AN-5.5c-16", "AN-5.6-21")
def test_who_evaded_cools_once_more() -> None:
    """After the regular cooldowns each skill may be cooled once more: any of them, none twice, none not there."""
    zone = [stack(12, 13, 14), stack(15, 16, 17)]
    scene = Scene(skills={1: MISS}, zones=([], zone), hands=(None, [])).uses(1, None).until(Step.COOLDOWN)
    assert scene.refuses(2, CoolExtra([12])) == ("AN-5.0-1",)
    scene.until(Step.EVASION)
    assert scene.asked() == [(2, "evasion")]
    assert scene.refuses(2, CoolExtra([12, 12])) == ("AN-5.5c-16",)
    assert scene.refuses(2, CoolExtra([14])) == ("AN-5.5c-13",)
    assert scene.refuses(2, CoolExtra([])) == ("AN-5.5c-13",)
    assert scene.refuses(2, CoolExtra([15, 12])) == ("",)
    for act in (PASS, CoolExtra([12]), CoolExtra([15]), CoolExtra([12, 15])):
        assert scene.allows(2, act)
    scene.do(2, CoolExtra([15]))
    assert scene.side(2).hand == [14, 16, 17]
    assert scene.refuses(2, CoolExtra([12])) != ()


@pytest.mark.clause("AN-5.5c-13", "AN-5.5c-16")
def test_an_extra_cooldown_is_taken_once_and_by_who_evaded_only() -> None:
    """Who evaded and has chosen, while the other chooses, is refused a second time for another reason than who did not
    evade."""
    both = Scene(skills={1: {**MISS, "cost": 2}, 11: {**MISS, "cost": 2}}).uses(1, 11).until(Step.EVASION)
    both.do(1, CoolExtra([1]))
    assert both.refuses(1, CoolExtra([1])) == ("AN-5.5c-16",)
    one = Scene(skills={1: MISS, 11: {"cost": 2}}).uses(1, 11).until(Step.EVASION)
    assert one.asked() == [(2, "evasion")]
    assert one.refuses(1, CoolExtra([1])) == ("AN-5.5c-13",)


@pytest.mark.clause("AN-5.5c-15")
def test_extra_cooldowns_may_be_set_up_as_all_or_none() -> None:
    """With all_or_none one of two skills is refused."""
    zone = [stack(12, 13, 14), stack(15, 16, 17)]
    scene = Scene(skills={1: MISS}, zones=([], zone), hands=(None, []), evade_cooldown=EvadeCooldown.ALL_OR_NONE)
    scene.uses(1, None).until(Step.EVASION)
    assert scene.refuses(2, CoolExtra([12])) == ("AN-5.5c-15",)
    assert scene.allows(2, CoolExtra([12, 15]))
    assert scene.allows(2, PASS)


@pytest.mark.clause("AN-5.5c-17", "AN-5.0-9")
@pytest.mark.parametrize("first", [1, 2])
def test_both_may_evade(first: int) -> None:
    """Near, both skills critical far: no damage, and both have the benefit, chosen blind."""
    skills = {1: {**MISS, "cost": 2}, 11: {**MISS, "cost": 2}}
    scene = Scene(skills=skills).uses(1, 11).until(Step.EVASION)
    assert scene.asked() == [(1, "evasion"), (2, "evasion")]
    picks = {1: CoolExtra([1]), 2: PASS}
    scene.do(first, picks[first])
    assert all(not pending.answer for pending in GAME.view(scene.state, 3 - first).pending)
    assert [len(side.zone[0].costs) for side in scene.state.sides] == [1, 1]
    scene.do(3 - first, picks[3 - first])
    assert [len(side.zone[0].costs) for side in scene.state.sides] == [0, 1]
    assert [side.life for side in scene.state.sides] == [10, 10]


@pytest.mark.clause("AN-5.0-9", "AN-5.5c-17", "AN-2.3-5")
def test_a_benefit_that_a_fragment_leaves_without_skills_is_none() -> None:
    """The own fragment brings the chosen skill home before the other has chosen: who has no skill left is not asked."""
    skills = {1: {**MISS, "cost": 1}, 11: {**MISS, "cost": 2}}
    home = {2: [effect(op("cooldown", skills="each"))]}
    scene = Scene(kept=(2, 0), fragments=home, skills=skills).uses(1, 11).until(Step.EVASION)
    scene.do(1, CoolExtra([1])).turn_up(1)
    assert scene.asked() == [(2, "evasion")]
    scene.do(2, PASS)
    assert (scene.side(1).zone, len(scene.events("Returned"))) == ([], 0)


@pytest.mark.clause("AN-5.5c-18", "AN-5.6-22")
def test_the_benefit_reaches_what_is_still_in_the_zone() -> None:
    """D15: a normal skill of cost 2 used now has both costs home this turn; one that came home gets no more."""
    scene = Scene(skills={1: {"cost": 2, "distance": -1}, 11: {"attack": 4, "crit": "far"}}, zones=([stack(5)], []))
    scene.uses(1, 11).until(Step.EVASION)
    assert scene.refuses(1, CoolExtra([1, 5])) == ("AN-5.5c-13",)
    scene.do(1, CoolExtra([1]))
    assert scene.side(1).zone == [stack(1)]
    assert len(scene.side(1).hand) == 6


@pytest.mark.clause("AN-5.5c-13")
def test_who_hit_or_grazed_gives_no_benefit() -> None:
    """A graze is no evasion."""
    scene = Scene(skills={1: {"attack": 2, "crit": "near"}}, zones=([], [stack(12, 13, 14)]), hands=(None, []))
    scene.uses(1, None).next_turn()
    assert [cost.card for cost in scene.side(2).zone[0].costs] == [13]


@pytest.mark.clause("AN-5.5c-21", "AN-5.5c-19")
def test_a_judgement_counts_for_its_own_turn_only() -> None:
    """Who evaded in one turn has no benefit in the next, in which the opponent sets no card."""
    missing = {1: {**MISS, "cost": 1, "double_cd": True}}
    scene = Scene(skills=missing, hands=([1, 2], None), zones=([], [stack(15, 16, 17)]))
    scene.uses(1, 11).until(Step.EVASION).do(2, PASS).uses(None, 12)
    assert (scene.state.turn, scene.side(1).idle) == (2, True)
    while scene.state.turn == 2:
        assert scene.asked()[0][1] != "evasion"
        scene.quiet()


@pytest.mark.clause("AN-5.6-15")
def test_with_an_empty_zone_there_is_nothing_to_cool() -> None:
    """Who has nothing in the zone is not asked, and may not."""
    scene = Scene(hands=([], None)).uses(None, 11).until(Step.COOLDOWN)
    assert scene.asked() == [(2, "cooldown")]
    assert scene.refuses(1, CoolRest()) == ("AN-5.6-5",)
