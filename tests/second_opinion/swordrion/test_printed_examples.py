"""The second judge by itself: what the booklet and the catalogue give as examples, with numbers of our own."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from shinpan_engine.games.swordrion.table.actions import ADD, ATTACK, PASS, Cast

from .judge import Judge
from .position import ENEMY, OWN, Camp, Common, Readings, Stack
from .printed import Card
from .scoring import points_of, rank_of, winner_of

Fighter = tuple[int, int, Mapping[str, Any]]
"""HP, attack, keywords."""
Left = Sequence[tuple[int, int]]
"""Who is left in a line, by the place at first, and with how many ×."""
FIRST = {OWN: 1, ENEMY: 11}
SPELL = 21
BEHIND: Fighter = (9, 0, {})


def fighter(hp: int, attack: int, **keywords: Any) -> Fighter:
    return hp, attack, keywords


def judge_of(own: Sequence[Fighter], enemy: Sequence[Fighter], wounds: tuple[int, int] = (0, 0)) -> Judge:
    """Two lines that face each other, the fronts wounded."""
    cards, camp = {}, Camp([])
    for side, fighters, borne in ((OWN, own, wounds[0]), (ENEMY, enemy, wounds[1])):
        for number, (hp, attack, words) in enumerate(fighters, start=FIRST[side]):
            cards[number] = Card(number, "剣", 1, hp, attack, words, (), None, None)
            camp.fields[side].append(Stack([number], hp=Fraction(hp)))
        camp.fields[side][0].wounds = borne
    return Judge(cards, Readings(), Common([], []), camp)


def fought(judge: Judge, exchanges: int = 1, answers: Sequence[Any] = ()) -> Camp:
    """So many exchanges: with these answers, then with the first that is offered; where one attacks that is no pass."""
    coming = iter(answers)
    for _ in range(exchanges):
        flow = judge.exchange()
        asked: Any = next(flow, None)
        while asked:
            act = next(coming, asked[0])
            assert act in asked
            try:
                asked = flow.send(act)
            except StopIteration:
                break
    judge.look_at_fields()
    return judge.camp


def left(camp: Camp, side: str) -> Left:
    """Who lies in a field."""
    return [(stack.cards[0] - FIRST[side], stack.wounds) for stack in camp.fields[side]]


class Case(NamedTuple):
    """Two fronts, each with a strong card behind it, and who is left of both lines."""

    clause: str
    own: Sequence[Fighter]
    enemy: Sequence[Fighter]
    own_left: Left
    enemy_left: Left
    exchanges: int = 1
    wounds: tuple[int, int] = (0, 0)


UNHURT, ONE, BOTH, FALLEN = [(0, 0), (1, 0)], [(0, 1), (1, 0)], [(0, 2), (1, 0)], [(1, 0)]
CASES = [
    Case("SW-3.1-7", [fighter(9, 5)], [fighter(5, 0)], UNHURT, FALLEN),
    Case("SW-3.1-8", [fighter(9, 4)], [fighter(5, 0)], UNHURT, ONE),
    Case("SW-3.1-10", [fighter(9, 4)], [fighter(5, 0)], UNHURT, BOTH, 2),
    Case("SW-3.1-11", [fighter(9, 1)], [fighter(9, 0)], UNHURT, FALLEN, 3),
    Case("SW-3.1-16", [fighter(3, 5)], [fighter(5, 3)], FALLEN, FALLEN),
    Case("SW-K.7-1", [fighter(3, 5, speed_attacker=True)], [fighter(5, 9)], UNHURT, FALLEN),
    Case("SW-K.7-3", [fighter(9, 5, speed_attacker=True)], [fighter(6, 9)], FALLEN, FALLEN, wounds=(0, 2)),
    Case("SW-K.7-4", [fighter(3, 5, speed_attacker=True)], [fighter(5, 9)], FALLEN, FALLEN, wounds=(1, 0)),
    Case("SW-K.9-1", [fighter(9, 20)], [fighter(2, 0, undead=True)], UNHURT, ONE),
    Case("SW-K.9-2", [fighter(9, 20)], [fighter(2, 0, undead=True)], UNHURT, FALLEN, 3),
    Case("SW-K.10-2", [fighter(9, 3)], [fighter(6, 0, block=3)], UNHURT, UNHURT),
    Case("SW-K.10-3", [fighter(9, 8)], [fighter(6, 0, block=3)], UNHURT, ONE),
    Case("SW-K.10-3", [fighter(9, 9)], [fighter(6, 0, block=3)], UNHURT, FALLEN),
    Case(
        "SW-K.11-1",
        [fighter(9, 1, dragon_breath=4)],
        [fighter(3, 0), fighter(4, 0), fighter(6, 0), fighter(1, 0)],
        UNHURT,
        [(2, 1), (3, 0), (4, 0)],
    ),
    Case(
        "SW-K.12-1",
        [fighter(9, 4, multi_target=3)],
        [fighter(4, 2), fighter(5, 9), fighter(2, 9)],
        ONE,
        [(1, 1), (3, 0)],
    ),
    Case("SW-K.13-2", [fighter(9, 3, multi_hit=2)], [fighter(6, 0)], UNHURT, BOTH),
    Case("SW-K.13-2", [fighter(9, 2, multi_hit=3)], [fighter(5, 0)], UNHURT, FALLEN),
    Case(
        "SW-K.8-5",
        [fighter(9, 0), fighter(1, 3, auto_battler=True), fighter(1, 3, auto_battler=True)],
        [fighter(6, 0)],
        [(0, 0), (1, 0), (2, 0), (3, 0)],
        BOTH,
    ),
    Case("SW-3.8-7", [fighter(5, 2, waits=True)], [fighter(2, 3)], ONE, FALLEN),
    Case("SW-S3-5", [fighter(5, 2, block=3)], [fighter(5, 3, block=2)], UNHURT, UNHURT, 2),
    Case("SW-S3-5", [fighter(5, 2, block=3)], [fighter(5, 3, block=2)], FALLEN, FALLEN, 3),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.clause)
def test_it_fights_as_the_examples_say(case: Case) -> None:
    """Two fronts meet, and the second judge leaves what the example leaves."""
    camp = fought(judge_of([*case.own, BEHIND], [*case.enemy, BEHIND], case.wounds), case.exchanges)
    assert (left(camp, OWN), left(camp, ENEMY)) == (case.own_left, case.enemy_left)


@pytest.mark.parametrize(
    ("hp", "block", "answers", "enemy_left"),
    [
        (5, 0, [Cast(SPELL), ADD, ATTACK], []),
        (5, 0, [Cast(SPELL), PASS, ATTACK], [(0, 2)]),
        (6, 0, [Cast(SPELL), ATTACK], [(0, 2)]),
        (3, 2, [Cast(SPELL), ADD, ATTACK], []),
        (3, 2, [Cast(SPELL), PASS, ATTACK], [(0, 1)]),
    ],
    ids=["sum", "apart", "sum too small", "sum blocked once", "each blocked"],
)
def test_additional_damage_is_added_only_where_the_sum_reaches(
    hp: int, block: int, answers: Sequence[Any], enemy_left: Left
) -> None:
    """④: an attack of 3 and additional damage of 2."""
    judge = judge_of([fighter(9, 3)], [fighter(hp, 0, block=block)])
    spell = {"use": "single", "ops": [{"op": "additional", "amount": 2}]}
    judge.cards = {**judge.cards, SPELL: Card(SPELL, "術", 1, 1, 0, {}, (), None, spell)}
    judge.camp.spells.append(SPELL)
    assert left(fought(judge, answers=answers), ENEMY) == enemy_left


@pytest.mark.parametrize(
    ("own", "enemy", "cubes", "status"),
    [
        (fighter(3, 5), fighter(5, 3), {"green": 1, "yellow": 0, "blue": 1}, "out"),
        (fighter(3, 4), fighter(5, 3), {"green": 1, "yellow": 1, "blue": 0}, "out"),
        (fighter(4, 5), fighter(5, 3), {"green": 0, "yellow": 0, "blue": 1}, "cleared"),
    ],
    ids=["both empty", "own empty", "enemy empty"],
)
def test_a_battle_ends_with_its_cubes(own: Fighter, enemy: Fighter, cubes: Mapping[str, int], status: str) -> None:
    """③バトルのつづき: the last card of each line."""
    camp = fought(judge_of([own], [enemy]))
    assert (camp.cubes, camp.status) == (cubes, status)


def test_points_are_counted_as_the_examples_say() -> None:
    """⑤: twelve battles cleared and three lost alone; and a tie that one cube decides."""
    points, _ = points_of({"green": 4, "yellow": 3, "blue": 12}, Readings())
    assert (points, rank_of(points)) == (14, "KNIGHT")
    both = [points_of({"green": 4, "yellow": yellow, "blue": 9}, Readings()) for yellow in (3, 2)]
    assert both == [(11, 1), (11, 0)]
    assert winner_of([11, 11], [1, 0]) == 1
    per_colour = points_of({"green": 4, "yellow": 2, "blue": 0}, Readings(per_colour=True))
    assert per_colour == (1, 3)
