"""5. アクションステップ: normal skills and level-ups for mana, in any order [DR-S5.1] [DR-S5.4] [DR-S5.5]."""

from collections.abc import Iterator

from ....kernel.play.choices import MayPass
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.effects import settle, use_skill, uses, wrong_x
from ..table.actions import GO_ON, GoOn, LevelUp, Use
from ..table.state import Member, SkillAt, Step
from ..table.table import DriveTable
from .level import raise_unit
from .skills import met, payable

LEVEL_UP_COST = 3
"""DR-S5.5-1."""


def actions(table: DriveTable) -> Flow[None]:
    """The turn player acts until there is nothing more to do [DR-S5.5-8] [DR-S5.5-9]."""
    state = table.state
    state.step = Step.ACTION
    seat = state.active
    question = ask(ActionDecision, seat)
    while True:
        act = yield question
        if type(act) is GoOn:
            return
        if type(act) is LevelUp:
            table.pays(seat, LEVEL_UP_COST, "DR-S5.5-1")
            yield from raise_unit(table, seat, table.member[act.unit], "DR-S5.5-1") or ()
        else:
            yield from use_skill(table, SkillAt(seat, act.unit, act.skill), act.x)
        if state.waiting:
            yield from settle(table)


class ActionDecision(MayPass):
    """A normal skill, a level-up, or nothing more [DR-S5.5-9]."""

    ask = "action"
    clause = "DR-S5.5-9"
    takes = (GoOn, Use, LevelUp)
    default = GO_ON

    def law(self, table: DriveTable, act: Act) -> Violation | None:
        member = next((one for one in table.side[self.seat].party if one.unit == act.unit), None)
        if isinstance(act, LevelUp):
            return wrong_level_up(table, self.seat, member)
        if member is None:
            return Violation("DR-S5.1-9", "action.own_skill")
        if act.skill >= len(table.unit[act.unit].skills):
            return Violation("DR-P4.1-7", "action.no_skill")
        at = SkillAt(self.seat, act.unit, act.skill)
        return wrong_use(table, member, at) or wrong_x(table, at, act.x)

    def ways(self, table: DriveTable) -> Iterator[Act]:
        for member in table.side[self.seat].party:
            for skill in range(len(table.unit[member.unit].skills)):
                at = SkillAt(self.seat, member.unit, skill)
                if wrong_use(table, member, at) is None:
                    yield from uses(table, at)
        for member in table.side[self.seat].party:
            if wrong_level_up(table, self.seat, member) is None:
                yield LevelUp(member.unit)


def wrong_level_up(table: DriveTable, seat: int, member: Member | None) -> Violation | None:
    """3 mana, one own unit, as often as mana lasts, below the highest level [DR-S5.5-1] [DR-S5.5-2] [DR-S5.5-6]."""
    if member is None:
        return Violation("DR-S5.5-1", "action.own_level")
    if table.side[seat].mana < LEVEL_UP_COST:
        return Violation("DR-S5.5-1", "action.level_up", ("DR-S5.1-2",), cost=LEVEL_UP_COST)
    if member.level == table.unit[member.unit].highest:
        return Violation("DR-S5.5-6", "action.highest")
    return None


def wrong_use(table: DriveTable, member: Member, at: SkillAt) -> Violation | None:
    """A normal skill without a moment of its own, its unit's only one in this turn, at its level, whose cost can be
    paid [DR-S5.2-2] [DR-S5.4-1] [DR-S5.4-2] [DR-S5.4-3]. Whether it would change anything is not asked [DR-S5.2-10]."""
    skill = table.skill(at)
    row = skill.row
    if not skill.normal:
        return Violation("DR-S5.1-6", "action.auto", ("DR-S5.2-1",))
    if row.trigger is not None:
        return Violation("DR-S5.2-1", "action.moment", ("DR-S5.2-2",))
    if member.used:
        return Violation("DR-S5.4-1", "action.used", ("DR-S5.4-2",))
    if member.level < row.awaken:
        return Violation("DR-S5.2-5", "action.awakens", level=row.awaken)
    if not met(table, at.seat, member, row.condition):
        return Violation("DR-S5.2-1", "action.condition")
    if not payable(table, at):
        clause = "DR-S5.1-5" if member.charge < row.charge_cost else "DR-S5.1-2"
        return Violation(clause, "action.cost", ("DR-S5.2-8",))
    return None
