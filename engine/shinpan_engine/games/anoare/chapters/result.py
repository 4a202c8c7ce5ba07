"""行動結果フェイズ 1: attack, distance, critical, damage [AN-5.5a] [AN-5.5b] [AN-5.5c] [AN-5.5d]."""

from ..cards.cards import JUDGEMENTS, Skill
from ..cards.in_force import correction, range_now, standing_distances
from ..table import events
from ..table.options import (
    AttackConditionDistance,
    AttacklessCrit,
    DashAttack,
    EvadedBonus,
    NegativeAttack,
    NoCritDamage,
)
from ..table.state import Modified, Side, Strike
from ..table.table import SEATS, AnoareTable, other
from .damage import deal
from .response import response_order

Striker = tuple[int, Side, Skill]
"""A seat with its side and the skill it uses."""


def strikers(table: AnoareTable) -> list[Striker]:
    """Who uses a skill: who set no card has neither attack nor critical nor distance correction [AN-5.2-7] [AN-5.2-8]
    [AN-5.2-9]."""
    found = []
    for seat in SEATS:
        side = table.side[seat]
        if side.skill is not None:
            found.append((seat, side, table.cards.skill(side.skill.card)))
    return found


def attacks(table: AnoareTable, skill: Skill) -> bool:
    """Whether a skill has an attack: a hyphen is none [AN-5.5a-2]."""
    return skill.attack is not None or table.setup.dash_attack == DashAttack.ZERO


def work_out_attacks(table: AnoareTable) -> None:
    """1-1: the printed attack, and what corrects it [AN-5.5a-1]. What depends on the distance looks at that before the
    skills' corrections [AN-5.5a-4]."""
    late = table.setup.attack_condition_distance == AttackConditionDistance.FINAL_DISTANCE
    if Modified.ATTACK in table.standing_kinds and attack_by_distance(table):
        table.rely("AN-5.5a-4")
    for seat, side, skill in strikers(table):
        correcting = correction(table, Modified.ATTACK, seat, ranged=False if late else None)
        if skill.attack is None and correcting:
            table.rely("AN-5.5a-2")
        if attacks(table, skill):
            side.attack = (skill.attack or 0) + correcting
            table.events.append(events.Attack(amount=side.attack, seat=seat, clause="AN-5.5a-1"))


def attack_by_distance(table: AnoareTable) -> bool:
    """Whether a continuous correction of attack depends on the distance."""
    return any(
        bool(one.effect.condition.range)
        for seat in SEATS
        for one in table.in_play[seat].standing.get(Modified.ATTACK, ())
    )


def work_out_distance(table: AnoareTable) -> None:
    """1-2: the corrections of both skills, then those of continuous effects in order of response power; all others are
    part of the distance already [AN-5.5b-1] [AN-5.5b-3] [AN-5.5b-4]. Up to here, so in コスト支払い 2 as well, the
    skills have moved nothing [AN-5.4b-22]."""
    striking = strikers(table)
    # Both move the one distance, so their order does not matter [AN-5.5b-2].
    by = sum([skill.distance for _, _, skill in striking])
    if by:
        table.shift(by, "AN-5.5b-1")
    if None in table.standing_kinds:
        for seat in response_order(table):
            for amount in standing_distances(table, seat):
                table.shift(amount, "AN-5.5b-4")
                table.rely("AN-5.5b-4")
    if table.setup.attack_condition_distance == AttackConditionDistance.FINAL_DISTANCE:
        correct_attacks_late(table)


def correct_attacks_late(table: AnoareTable) -> None:
    """1-1 once more, where the game was set up to look at the distance after all corrections [AN-5.5a-4]."""
    for seat, side, skill in strikers(table):
        if attacks(table, skill):
            side.attack += correction(table, Modified.ATTACK, seat, ranged=True)


def judge_criticals(table: AnoareTable) -> None:
    """1-3: each skill by the one distance, apart from the other [AN-5.5c-1] [AN-5.5c-11]; the state stays for the rest
    of the turn [AN-5.5c-21], also when the distance moves after it [AN-2.3-10]."""
    for seat, side, skill in strikers(table):
        side.strike = judgement(table, skill)
        if side.strike is not Strike.NONE:
            table.events.append(events.Judged(strike=side.strike, seat=seat, clause="AN-5.5c-1"))
        if attacks(table, skill):
            side.damage = computed_damage(table, side)


def judgement(table: AnoareTable, skill: Skill) -> Strike:
    """A, B or C: by how many ranges the distance is off; without critical distance the judgement is skipped
    [AN-5.5c-2] [AN-5.5c-3] [AN-5.5c-5] [AN-5.5c-8] and comes to none of the three [AN-5.5c-9]. The damage is not looked
    at: a graze that does none is a graze [AN-5.5c-20]."""
    crit = critical_distance(table, skill)
    return Strike.NONE if crit is None else JUDGEMENTS[abs(range_now(table) - crit)]


def critical_distance(table: AnoareTable, skill: Skill) -> int | None:
    """The range at which a skill is judged; one without attack may be set up to have none [AN-5.5c-12]."""
    if skill.crit is not None and skill.attack is None:
        table.rely("AN-5.5c-12")
        if table.setup.attackless_crit == AttacklessCrit.IGNORED:
            return None
    return skill.crit


def computed_damage(table: AnoareTable, side: Side) -> int:
    """The full attack, half of it rounded down, or nothing [AN-5.5c-2] [AN-5.5c-4] [AN-5.5c-5]. The attack has
    its corrections before it is halved; those of the damage come after this [AN-5.5d-4]."""
    attack = side.attack
    if attack < 0:
        table.rely("AN-5.5a-3")
        if table.setup.negative_attack == NegativeAttack.CLAMP_EACH:
            attack = 0
    if side.strike is Strike.EVADED:
        return 0
    return attack // 2 if side.strike is Strike.GRAZE else attack


def deal_skill_damage(table: AnoareTable) -> None:
    """1-4: both are worked out before either is dealt, at the same moment [AN-5.5-2] [AN-5.5-3], each to the opponent
    of the skill's user [AN-5.5-4]. No other damage is called skill damage [AN-5.5d-5]."""
    dealt = [0, 0]
    for seat, side, skill in strikers(table):
        if attacks(table, skill):
            dealt[seat - 1] = final_damage(table, seat, side, skill)
    for side in table.state.sides:
        side.attack = side.damage = 0
    to_second, to_first = dealt
    if to_first or to_second:
        deal(table, (to_first, to_second), "skill", "AN-5.5d-1")


def final_damage(table: AnoareTable, seat: int, side: Side, skill: Skill) -> int:
    """The damage with all that corrects it, never below 0 [AN-5.5d-1] [AN-5.5d-2]; an evaded skill has none to correct
    [AN-5.5d-3]."""
    if critical_distance(table, skill) is None:
        table.rely("AN-5.5c-8")
        if table.setup.no_crit_damage == NoCritDamage.NONE:
            return 0
    correcting = correction(table, Modified.SKILL_DAMAGE_DEALT, seat)
    correcting += correction(table, Modified.SKILL_DAMAGE_RECEIVED, other(seat))
    correcting += correction(table, Modified.DAMAGE_RECEIVED, other(seat))
    if correcting and side.strike is Strike.EVADED:
        table.rely("AN-5.5d-3")
        if table.setup.evaded_bonus == EvadedBonus.ZERO:
            return 0
    return max(0, side.damage + correcting)
