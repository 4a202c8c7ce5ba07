"""発動条件のあるスキル: which skills a moment triggers, and which of them may or must take effect [DR-S5.1]
[DR-S5.2]."""

from ..cards.cards import mask
from ..cards.texts import Condition, When
from ..table.options import AutoSkillDefault
from ..table.state import Member, SkillAt, Step
from ..table.table import DriveTable, Watcher

BATTLE = (Step.JOIN, Step.PURSUIT, Step.DAMAGE)
"""The sub-steps in which auto skills without damage are held for the last one [DR-S3.5-3]."""


def trigger(table: DriveTable, when: When, seat: int = 0, riser: int = 0) -> None:
    """Notes every skill whose condition is met at this moment, clockwise from the turn player [DR-S5.2-7]; of level-ups
    only those of the seat whose unit has risen. An auto skill is noted every time [DR-S5.4-4]."""
    watchers = table.watchers.get(when)
    if not watchers:
        return
    for who in table.clockwise(table.state.active) if not riser else (seat,):
        for watcher in watchers[who]:
            if (riser and not watches(watcher, riser)) or not triggered(table, watcher):
                continue
            if riser:
                table.rely("DR-S5.5-7")
            note(table, watcher)


def note(table: DriveTable, watcher: Watcher) -> None:
    """A triggered skill waits to be used; within the battle an auto skill is held for its last sub-step unless it is
    one that takes effect at once [DR-S3.5-3]."""
    state, card = table.state, watcher.card
    auto_in_battle = state.step in BATTLE and not card.normal
    if auto_in_battle and not card.damage_alone:
        table.rely("DR-S3.5-3")
    noted = state.held if auto_in_battle and not card.at_once else state.waiting
    noted.append(SkillAt(watcher.seat, watcher.member.unit, watcher.at))


def watches(watcher: Watcher, riser: int) -> bool:
    """Whether a level-up is of those that a skill of the party waits for [DR-S5.5-7]."""
    return watcher.card.row.riser == "any" or watcher.member.unit == riser


def triggered(table: DriveTable, watcher: Watcher) -> bool:
    """Whether the condition of a skill is met now, at the level that it needs [DR-S5.2-1] [DR-S5.2-5]."""
    row, member = watcher.card.row, watcher.member
    if row.turn == "own" and watcher.seat != table.state.active:
        return False
    return row.awaken <= member.level and met(table, watcher.seat, member, row.condition)


def met(table: DriveTable, seat: int, member: Member, condition: Condition) -> bool:
    """Whether all holds that a text asks for."""
    side, state = table.side[seat], table.state
    hand = len(side.hand)
    if hand < condition.hand_least or (condition.hand_most is not None and hand > condition.hand_most):
        return False
    if member.level < condition.level or side.mana < condition.mana:
        return False
    # Who joined by pursuit was not there at the start [DR-S3.1-7].
    if condition.joined and not any(fighter.unit == member.unit and not fighter.pursuit for fighter in state.fighters):
        return False
    if condition.numbers and not any(number in condition.numbers for number in state.numbers):
        return False
    return not condition.colours or bool(mask(condition.colours) & played_colours(table))


def played_colours(table: DriveTable) -> int:
    """The colours of all cards played in this turn; a colour-wild has both its colours [DR-S2.4-3] [DR-S2.6-2]."""
    colours = 0
    for card in table.state.played:
        colours |= table.cards.colours[card]
    return colours


def may_be_left(table: DriveTable, due: SkillAt) -> bool:
    """Whether a triggered skill may be left out: a normal one, one worded as a permission, and with
    auto_skill_default = optional any that is not harmful [DR-S5.1-6] [DR-S5.2-4]."""
    card = table.skill(due)
    if card.normal or card.row.optional:
        return True
    table.rely("DR-S5.1-6")
    if table.setup.auto_skill_default == AutoSkillDefault.MANDATORY:
        return False
    if card.row.harmful:
        table.rely("DR-S5.2-4")
    return not card.row.harmful


def can_be_used(table: DriveTable, due: SkillAt) -> bool:
    """Whether nothing has come in between since it was triggered: its unit has used no other normal skill, its cost can
    be paid, and it has not been used as often as it may be [DR-S5.4-5]."""
    member, card = table.member[due.unit], table.skill(due)
    if card.row.once_per_turn and due.skill in member.spent:
        return False
    return not card.normal or (not member.used and payable(table, due))


def payable(table: DriveTable, at: SkillAt) -> bool:
    """Whether the cost of a skill can be paid, an X with at least 1 [DR-S5.1-2] [DR-S5.1-4] [DR-S5.1-5]."""
    row = table.skill(at).row
    least = 1 if row.x_most else row.cost
    return table.side[at.seat].mana >= least and table.member[at.unit].charge >= row.charge_cost
