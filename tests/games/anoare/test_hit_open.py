"""5.5 行動結果 2 and 3: the move to the zone, and ヒットオープン."""

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table.actions import PASS, CostAt, Open, Set
from shinpan_engine.games.anoare.table.state import Cost, Step
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import Scene, effect, op, stack

CRITICAL = {"attack": 1, "crit": "middle"}
GRAZE = {"attack": 1, "crit": "near"}


def opening(skill: dict[str, object], *zone: object, **more: object) -> Scene:
    """Seat 1 hits with this skill; seat 2 has this zone and no card to set."""
    scene = Scene(skills={1: skill}, zones=([], list(zone)), hands=(None, []), **more)  # type: ignore[arg-type]
    return scene.uses(1, None).until(Step.ACTIVATION).do(1, PASS).do(2, PASS)


def opened(scene: Scene) -> list[tuple[int, int]]:
    """The costs that lie open in seat 2's zone: skill and position."""
    zone = scene.side(2).zone
    return [(s.card, at) for s in zone for at, cost in enumerate(s.costs, start=1) if cost.open]


@pytest.mark.clause("AN-5.5e-1", "AN-5.5e-2", "AN-5.5e-4", "AN-5.5e-6")
def test_the_skills_move_with_their_costs() -> None:
    """Each goes to its owner's own zone as a stack of its own, its costs as they lay, also when it missed."""
    misses = {1: {"cost": 2, "attack": 2, "crit": "far"}, 11: {"distance": -1}}
    scene = Scene(skills=misses, zones=([stack(5, 6)], [])).sets(1, 11).pays(1, 3, 2)
    scene.until(Step.COOLDOWN)
    assert scene.side(1).zone == [stack(5, 6), stack(1, 3, 2)]
    assert scene.side(2).zone == [stack(11)]
    assert [side.skill for side in scene.state.sides] == [None, None]


@pytest.mark.clause("AN-5.5e-3", "AN-7.2-1", "AN-1.2-3")
def test_a_cd_effect_starts_with_the_move() -> None:
    """D10: 剣を投げる critical at far deals 3, not 2; in the next turn an attack of 4 deals 3."""
    less = effect(op("skill_damage_dealt", -1), kind="cd", when="continuous")
    thrown = {"attack": 3, "crit": "far", "cost": 1, "effects": [less], "double_cd": True}
    scene = Scene(skills={1: thrown, 2: {"attack": 4, "crit": "middle"}, 11: {"distance": 1}}, hands=([1, 2, 3], None))
    assert scene.sets(1, 11).pays(1, 3).results(None, None) == [("skill", 2, 3)]
    assert scene.next_turn().results(2, 12) == [("skill", 2, 3)]


@pytest.mark.clause("AN-5.5e-5")
def test_skills_in_the_zone_lie_open() -> None:
    """All see which skills lie in a zone."""
    scene = Scene(zones=([stack(5, 6)], []))
    for viewer in (PUBLIC, 1, 2):
        assert GAME.view(scene.state, viewer).sides[0].zone[0].card == 5


@pytest.mark.clause("AN-5.5f-1", "AN-5.5f-4", "AN-5.5f-5", "AN-5.5f-10")
def test_a_critical_opens_two_of_the_hitters_choice() -> None:
    """P7: of three closed costs the hitter names two, on any skill and at any depth; the order stays."""
    scene = opening(CRITICAL, stack(12, 13, 14), stack(15, 16))
    assert scene.asked() == [(1, "hit_open")]
    scene.do(1, Open([CostAt(12, 1), CostAt(15, 1)]))
    assert opened(scene) == [(12, 1), (15, 1)]
    assert [cost.card for cost in scene.side(2).zone[0].costs] == [13, 14]
    assert [(event.card, event.seat) for event in scene.events("Opened")] == [(13, 2), (16, 2)]


@pytest.mark.clause("AN-5.5f-4")
def test_who_did_not_hit_chooses_nothing() -> None:
    """The owner cannot name the costs for the hitter, nor any others."""
    scene = opening(CRITICAL, stack(12, 13, 14), stack(15, 16))
    for at in (CostAt(12, 1), CostAt(15, 1)):
        assert scene.refuses(2, Open([at])) == ("AN-5.5f-4",)
    assert opened(scene) == []
    scene.until(Step.COOLDOWN)
    assert scene.refuses(2, Open([CostAt(12, 1)])) == ("AN-5.5f-4",)


@pytest.mark.clause("AN-5.5f-3", "AN-5.5f-4", "AN-5.5f-7")
def test_what_is_opened_when_there_is_nothing_to_open() -> None:
    """Who missed, or has no critical distance, opens nothing; nor does who hit find more than is left."""
    for skill in ({"attack": 1, "crit": "far", "distance": -1}, {"attack": 2}):
        scene = opening(skill, stack(12, 13, 14)).until(Step.COOLDOWN)
        assert scene.refuses(1, Open([CostAt(12, 1)])) == ("AN-5.5f-4",)
    scene = opening(CRITICAL, stack(12, 13)).until(Step.COOLDOWN)
    assert opened(scene) == [(12, 1)]
    assert scene.refuses(1, Open([CostAt(12, 1)])) == ("AN-5.5f-12", "AN-5.5f-7")


@pytest.mark.clause("AN-5.5f-2")
def test_a_graze_opens_one() -> None:
    """One of two closed costs, no more."""
    scene = opening(GRAZE, stack(12, 13, 14))
    assert scene.refuses(1, Open([CostAt(12, 1), CostAt(12, 2)])) == ("AN-5.5f-8", "AN-5.5f-8")
    assert opened(scene.do(1, Open([CostAt(12, 2)]))) == [(12, 2)]


@pytest.mark.clause("AN-5.5f-3")
def test_a_miss_opens_none() -> None:
    """An evaded skill opens nothing."""
    scene = opening({"distance": -1, "crit": "far", "attack": 5}, stack(12, 13, 14))
    assert opened(scene) == []
    assert scene.state.step == Step.COOLDOWN


@pytest.mark.clause("AN-5.5f-5")
@pytest.mark.parametrize(
    "at", [CostAt(12, 2), CostAt(12, 0), CostAt(12, 3), CostAt(13, 1), CostAt(1, 1), CostAt(11, 1)]
)
def test_only_closed_costs_of_the_opponent_can_be_named(at: CostAt) -> None:
    """Neither an open one, nor a place where none lies, nor a skill, nor a cost of one's own."""
    scene = opening(GRAZE, stack(12, 13, 14, open=[14]), stack(15, 16))
    assert scene.refuses(1, Open([at])) == ("AN-5.5f-5",)


@pytest.mark.clause("AN-5.5f-6")
def test_costs_of_this_turn_are_included() -> None:
    """The opponent's only costs are those just paid: a critical opens both."""
    scene = Scene(skills={1: CRITICAL, 11: {"cost": 2}}).uses(1, 11).until(Step.COOLDOWN)
    assert [cost.open for cost in scene.side(2).zone[0].costs] == [True, True]


@pytest.mark.clause("AN-5.5f-7")
@pytest.mark.parametrize("costs", [(), (13,), (13, 14)])
def test_as_many_as_are_left(costs: tuple[int, ...]) -> None:
    """P7: with none, one or two closed costs a critical opens them all, and nobody is asked."""
    scene = opening(CRITICAL, stack(12, *costs))
    assert len(opened(scene)) == len(costs)
    assert scene.state.step == Step.COOLDOWN


@pytest.mark.clause("AN-5.5f-8", "AN-7.3-3")
def test_hit_open_is_compulsory_in_full() -> None:
    """Critical, three closed, one named, or none: refused; and there is no pass."""
    scene = opening(CRITICAL, stack(12, 13, 14, 15))
    assert scene.refuses(1, Open([CostAt(12, 1)])) == ("AN-5.5f-8", "AN-5.5f-8")
    assert scene.refuses(1, Open([])) == ("AN-5.5f-8", "AN-5.5f-8")
    assert scene.refuses(1, PASS) == ("AN-7.3-3",)


@pytest.mark.clause("AN-5.5f-9", "AN-5.5f-14", "AN-5.6-18")
def test_an_opened_cost_is_seen_by_all_until_it_is_in_hand() -> None:
    """It stays face up in the zone, for its owner too, and is hidden again in hand."""
    scene = opening(CRITICAL, stack(12, 13, 14, 15, 16)).do(1, Open([CostAt(12, 1), CostAt(12, 3)]))
    for viewer in (PUBLIC, 1, 2):
        shown = GAME.view(scene.state, viewer).sides[1].zone[0].costs
        assert shown == [Cost(13, True), Cost(0), Cost(15, True), Cost(0)]
    scene.next_turn().do(1, Set(2)).next_turn()
    assert scene.side(2).zone[0].costs == [Cost(13, True), Cost(14)]
    assert 0 in GAME.view(scene.state, 1).sides[1].hand
    assert 15 not in GAME.view(scene.state, 1).sides[1].hand


@pytest.mark.clause("AN-5.5f-11")
@pytest.mark.parametrize("first", [1, 2])
def test_both_open_in_whatever_order(first: int) -> None:
    """Either may open first; the state is the same, and the verdict says what it rests on."""
    zones = ([stack(2, 3, 4, 5)], [stack(12, 13, 14, 15)])
    scene = Scene(skills={1: GRAZE, 11: GRAZE}, zones=zones).uses(1, 11).do(1, PASS).do(2, PASS)
    picks = {1: Open([CostAt(12, 2)]), 2: Open([CostAt(2, 1)])}
    scene.do(first, picks[first]).do(3 - first, picks[3 - first])
    assert [cost.open for side in scene.state.sides for cost in side.zone[0].costs] == [
        True, False, False, False, True, False,
    ]  # fmt: skip
    assert "AN-5.5f-11" in scene.table.relied


@pytest.mark.clause("AN-5.5f-12")
def test_all_are_named_before_any_is_turned() -> None:
    """One action names both; a second one is refused."""
    zones = ([stack(2, 3, 4, 5)], [stack(12, 13, 14, 15)])
    scene = Scene(skills={1: CRITICAL, 11: CRITICAL}, zones=zones).uses(1, 11).do(1, PASS).do(2, PASS)
    scene.do(1, Open([CostAt(12, 1), CostAt(12, 2)]))
    assert scene.refuses(1, Open([CostAt(12, 3)])) == ("AN-5.5f-12", "AN-5.5f-7")


@pytest.mark.clause("AN-5.5f-13", "AN-5.5c-20")
def test_opening_depends_on_the_judgement_not_on_damage() -> None:
    """D11: a graze of attack 1 opens one; a critical of attack 0 opens two."""
    assert opening(GRAZE, stack(12, 13, 14)).asked() == [(1, "hit_open")]
    nothing = opening({"attack": 0, "crit": "middle"}, stack(12, 13, 14))
    assert len(opened(nothing)) == 2


@pytest.mark.clause("AN-5.5f-15")
def test_an_open_cost_cools_like_any_other() -> None:
    """An open sideways cost on a double cooldown skill is turned upright first."""
    scene = Scene(skills={2: {"double_cd": True}}, zones=([stack(2, 3, open=[3])], [])).next_turn()
    assert scene.side(1).zone[0].costs == [Cost(3, True, True)]


@pytest.mark.clause("AN-5.5f-5")
def test_badly_written_places_are_no_broken_rule() -> None:
    """Places out of order break no clause of the leaflet."""
    scene = opening(CRITICAL, stack(12, 13, 14, 15))
    assert scene.refuses(1, Open([CostAt(12, 2), CostAt(12, 1)])) == ("",)


@pytest.mark.clause("AN-5.5f-7", "AN-2.3-5")
def test_what_a_fragment_opens_meanwhile_is_no_longer_there() -> None:
    """While two are to be opened of three, a fragment opens two: the one that is left is opened."""
    opens = {2: [effect({"op": "open", "count": 2})]}
    scene = opening(CRITICAL, stack(12, 13, 14, 15), kept=(2, 0), fragments=opens).until(Step.HIT_OPEN)
    scene.turn_up(1).do(1, Open([CostAt(12, 1), CostAt(12, 2)]))
    assert scene.allows(1, Open([CostAt(12, 3)]))


@pytest.mark.clause("AN-5.5f-7", "AN-2.3-5")
def test_what_is_no_longer_there_is_not_owed_later() -> None:
    """While two are to be opened of three, a fragment opens all: the step is over, and in the next turn nothing is
    opened by who does not hit, whatever lies there."""
    opens = {2: [effect({"op": "open", "count": 3})]}
    costs = {1: CRITICAL, 16: {"cost": 3}}
    zone = [stack(12, 13, 14, 15)]
    scene = Scene(skills=costs, kept=(2, 0), fragments=opens, zones=([], zone), hands=(None, [16, 17, 18, 19]))
    scene.sets(1, 17).until(Step.HIT_OPEN).turn_up(1)
    assert scene.state.step == Step.COOLDOWN
    scene.next_turn().sets(2, 16)
    while scene.state.step < Step.COOLDOWN:
        assert (1, "hit_open") not in scene.asked()
        scene.quiet()
    assert opened(scene) == [(12, 1), (12, 2)]
