"""Places at which one of the two judges once differed from the leaflet, one case each."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table.actions import COOL_REST, GO_ON, PASS, Pay, Resolve, Set, TurnUp, Use
from shinpan_engine.games.anoare.table.state import Cost, Modified, Modifier, Side, Stack

from .judge import Judge
from .position import Readings
from .positions import match_at
from .printed import house
from .walk import Walk

COURAGE, MERCY, WISDOM, PATIENCE, JUSTICE = 1, 2, 3, 4, 5
QUIET = (GO_ON, PASS, COOL_REST)
MORE_DAMAGE = Modifier(Modified.DAMAGE_RECEIVED, 1, 0)
MOST_QUIET = 40


class Case(NamedTuple):
    """How a turn begins, what is done in it at last, and in which step."""

    clause: str
    sides: tuple[Side, Side]
    step: str
    acts: Sequence[tuple[int, Any]]
    sets: Mapping[int, int] = {}
    readings: Readings = Readings()


def side(character: int, hand: Sequence[int] = (), *zone: Stack, fragment: int = 0, **fields: Any) -> Side:
    """A player at level 1 with life 6, and a fragment if one is given."""
    return Side(
        character=character,
        life=fields.pop("life", 6),
        level=fields.pop("level", 1),
        hand=list(hand),
        ultras=[10 * character - 2, 10 * character - 1, 10 * character],
        zone=list(zone),
        fragment=fragment or COURAGE,
        discarded_fragment=MERCY,
        fragment_spent=fragment == 0,
        **fields,
    )


def stack(skill: int, *costs: int) -> Stack:
    return Stack(skill, [Cost(card) for card in costs])


CASES = [
    Case(
        "AN-7.2-1",
        (side(4, [33], stack(34), level=2), side(1, [2])),
        "activation",
        [(1, Use(0, 1, 0)), (1, Resolve(0, 2, 1))],
        {1: 33, 2: 2},
    ),
    Case(
        "AN-5.7-5",
        (side(1, (), stack(2)), side(4, (), stack(33), fragment=JUSTICE)),
        "turn_end",
        [(2, TurnUp(JUSTICE))],
    ),
    Case("AN-5.2-3", (side(1, [2]), side(4, (), stack(33), fragment=PATIENCE)), "selection", [(2, TurnUp(PATIENCE))]),
    Case(
        "AN-5.4a-9",
        (side(1, [1, 2]), side(4, [31], stack(33), fragment=PATIENCE)),
        "cost",
        [(2, TurnUp(PATIENCE))],
        {1: 1, 2: 31},
    ),
    Case(
        "AN-2.3-5",
        (side(1, [2], fragment=COURAGE), side(3, [21, 22, 23], level=2, life=5)),
        "cost",
        [(1, TurnUp(COURAGE)), (2, Pay([21, 22]))],
        {1: 2, 2: 23},
    ),
    Case(
        "AN-2.3-5",
        (side(5, [42], level=3, life=0, fragment=WISDOM), side(1, [2])),
        "start_effects",
        [(1, GO_ON), (1, Resolve(0, 2, 0))],
    ),
    Case(
        "AN-2.3-5",
        (side(1, [3], stack(2, 4)), side(4, [32], stack(33, 31, 34), fragment=PATIENCE)),
        "move",
        [(1, GO_ON)],
        {1: 3, 2: 32},
    ),
    Case(
        "AN-5.5c-12",
        (side(1, [5]), side(4, modifiers=[Modifier(Modified.SKILL_DAMAGE_RECEIVED, 1, 0)])),
        "activation",
        [(2, PASS), (1, PASS)],
        {1: 5},
        Readings(1, hyphen_attack_is_zero=True, attackless_not_judged=True, no_critical_no_damage=True),
    ),
    Case(
        "AN-5.5d-1",
        (side(4, [33]), side(1, modifiers=[MORE_DAMAGE])),
        "activation",
        [(1, Use(33, 0, 0)), (2, PASS), (1, PASS)],
        {1: 33},
    ),
    Case(
        "AN-5.0-6",
        (side(4, [33], stack(34), level=2, fragment=PATIENCE), side(1, [2])),
        "activation",
        [(1, Use(0, 1, 0)), (1, TurnUp(PATIENCE))],
        {1: 33, 2: 2},
    ),
    Case(
        "AN-5.5a-4",
        (side(4, [35], stack(38), fragment=PATIENCE), side(1, [2])),
        "distance",
        [(1, TurnUp(PATIENCE))],
        {1: 35, 2: 2},
        Readings(1, attack_looks_at_new_distance=True),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.clause)
def test_both_judges_follow_the_leaflet(case: Case) -> None:
    """Both judges do what the leaflet says."""
    match, start = match_at(case.readings, 3, 0, case.sides, GAME.packs["house"])
    walk = Walk(match, Judge(house(), case.readings, start))
    for _ in range(MOST_QUIET):
        if walk.judge.at.step == case.step:
            break
        paying = [
            (s, Pay([c])) for s in walk.judge.asked for c in start.players[s].hand if walk.judge.allows(s, Pay([c]))
        ]
        quiet = [(seat, act) for seat in sorted(walk.judge.asked) for act in QUIET if walk.judge.allows(seat, act)]
        setting = [(seat, Set(card)) for seat, card in case.sets.items() if walk.judge.allows(seat, Set(card))]
        walk.take(*[*quiet, *setting, *paying][0])
    for seat, act in case.acts:
        walk.asked(seat, act)
        walk.take(seat, act)
