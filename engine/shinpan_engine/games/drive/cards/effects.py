"""アイコンの効果: a skill is paid for [DR-S5.1] and takes effect, icon by icon; triggered skills in their order
[DR-S5.2] [DR-S5.3]."""

from collections.abc import Callable, Iterator

from ....kernel.play.choices import MayPass, chosen
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..chapters.defeat import hit
from ..chapters.level import RaiseDecision, can_rise, draw, lower_unit, raise_unit
from ..chapters.losses import lose_card, lose_mana, lower_one, put_back
from ..chapters.skills import can_be_used, may_be_left, payable
from ..table import events
from ..table.actions import GO_ON, GoOn, Use
from ..table.state import Change, Frame, FrameKind, Member, SkillAt, Step
from ..table.table import DriveTable
from . import texts


def use_skill(table: DriveTable, at: SkillAt, x: int) -> Flow[None]:
    """A skill takes effect: its cost is paid, and then all its effects apply, each as far as it can be carried out
    [DR-S5.1-2] [DR-S5.2-6] [DR-S5.2-8] [DR-S5.2-9]."""
    state, seat, member, card = table.state, at.seat, table.member[at.unit], table.skill(at)
    if seat == state.active and not state.played:
        table.rely("DR-S2.7-10")
    if card.normal:
        if seat != state.active:
            table.rely("DR-S5.4-3")
        member.used = True  # by a normal skill alone, never by an auto skill [DR-S5.4-7]
        pay_cost(table, seat, member, x or card.row.cost, card.row.charge_cost)
    if card.row.once_per_turn:
        member.spent.append(at.skill)
    table.events.append(events.SkillUsed(unit=at.unit, skill=at.skill, seat=seat, clause="DR-S5.2-6"))
    frame = Frame(FrameKind.SKILL, seat, at.unit, at.skill, x=x)
    state.frames.append(frame)
    for op in card.effects:
        yield from carry_out(table, frame, op) or ()
        frame.at += 1
        if state.waiting:
            yield from settle(table)
    state.frames.pop()


def pay_cost(table: DriveTable, seat: int, member: Member, mana: int, charge: int) -> None:
    """Mana, or chips that lie on the unit [DR-S5.1-5] [DR-S5.1-7]."""
    if mana:
        table.pays(seat, mana, "DR-S5.1-2")
    if charge:
        put_charge(table, seat, member, -charge, "DR-S5.1-5")


def put_charge(table: DriveTable, seat: int, member: Member, by: int, clause: str) -> None:
    """Charge chips on a unit, or off it as far as there are any [DR-S5.3-17] [DR-S5.3-18]."""
    if member.charge + by < 0:
        table.rely("DR-S5.2-8")
    member.charge = max(0, member.charge + by)
    table.events.append(events.Charged(unit=member.unit, charge=member.charge, seat=seat, clause=clause))


def carry_out(table: DriveTable, frame: Frame, op: texts.UnitOperation) -> Flow[None] | None:
    """One operation, at once, or as a flow where it leaves a choice."""
    seat, member = frame.seat, table.member[frame.unit]
    match op:
        case texts.Heal():
            table.heal(amount(op.amount, frame), "DR-S5.3-1")
        case texts.Draw():
            return draw(table, seat, amount(op.amount, frame))
        case texts.GainMana():
            table.gains(seat, amount(op.amount, frame), "DR-S5.3-10")
        case texts.Damage():
            return hit(table, seat, amount(op.amount, frame), "DR-S5.3-12")
        case texts.LoseMana():
            lose_mana(table, seat, op.amount)
        case texts.Charge():
            put_charge(table, seat, member, amount(op.amount, frame), "DR-S5.3-17")
        case texts.Discharge():
            put_charge(table, seat, member, -op.amount, "DR-S5.3-18")
        case texts.AttackChange() | texts.MultiplierChange():
            change_battle(table, frame, op)
        case texts.StartLasting():
            table.state.lasting.append(SkillAt(seat, frame.unit, frame.skill))
            table.events.append(events.LastingBegan(unit=frame.unit, seat=seat, clause="DR-R-12"))
        case texts.HealFromHand():
            return repeated(table, frame, amount(op.amount, frame), put_back)
        case texts.LoseHand():
            return repeated(table, frame, op.amount, lose_card)
        case texts.RaiseUnit() | texts.LowerUnit():
            return change_level(table, frame, op)
    return None


def change_level(table: DriveTable, frame: Frame, op: texts.RaiseUnit | texts.LowerUnit) -> Flow[None] | None:
    """Units rise or fall: the one whose skill it is, one of the player's choice, or each."""
    times = amount(op.amount, frame)
    if isinstance(op, texts.RaiseUnit):
        if op.unit == "each":
            return raise_each(table, frame, times)
        return repeated(table, frame, times, raise_chosen if op.unit == "chosen" else raise_own)
    if op.unit == "chosen":
        return repeated(table, frame, times, lower_one)
    for _ in range(times):
        lower_unit(table, frame.seat, table.member[frame.unit], "DR-S5.3-14")
    return None


def amount(times: texts.Times, frame: Frame) -> int:
    """A number as printed, or X."""
    return frame.x if times == "x" else times


def repeated(
    table: DriveTable, frame: Frame, times: int, once: Callable[[DriveTable, int], Flow[None] | None]
) -> Flow[None]:
    """The same so many times; what one time triggers comes before the next."""
    frame.left = times
    while frame.left:
        yield from once(table, frame.seat) or ()
        frame.left -= 1
        if table.state.waiting:
            yield from settle(table)


def raise_chosen(table: DriveTable, seat: int) -> Flow[None]:
    """One unit of the player's choice rises, if any can [DR-S5.3-11]."""
    if len(can_rise(table, seat)) > 1:
        table.rely("DR-S5.3-11")
    unit = yield from chosen(table, RaiseDecision, seat)
    if unit is not None:
        yield from raise_unit(table, seat, table.member[unit], "DR-S5.3-11") or ()


def raise_own(table: DriveTable, seat: int) -> Flow[None] | None:
    """The unit whose skill it is rises."""
    return raise_unit(table, seat, table.member[table.state.frames[-1].unit], "DR-S5.3-11")


def raise_each(table: DriveTable, frame: Frame, times: int) -> Flow[None]:
    """Every unit of the party rises, as they lie."""
    party = table.side[frame.seat].party
    frame.left = times * len(party)
    for member in party * times:
        yield from raise_unit(table, frame.seat, member, "DR-S5.3-11") or ()
        frame.left -= 1
        if table.state.waiting:
            yield from settle(table)


def change_battle(table: DriveTable, frame: Frame, op: texts.AttackChange | texts.MultiplierChange) -> None:
    """For this battle: how often the unit counts, or the attack of the unit itself or of all fighters [DR-S3.3-8]."""
    if isinstance(op, texts.MultiplierChange):
        change(table, frame.seat, frame.unit, multiplier=op.amount)
        return
    units = [frame.unit] if op.unit == "own" else [fighter.unit for fighter in table.state.fighters]
    for unit in units:
        change(table, frame.seat, unit, attack=amount(op.amount, frame))


def change(table: DriveTable, seat: int, unit: int, attack: int = 0, multiplier: int = 0) -> None:
    """A unit of the turn player keeps what skills add up to the damage of this turn's battle, whether it is in it yet
    or not; after that, and for others, there is no battle to change [DR-S3.3-8] [DR-S3.1-5]."""
    state = table.state
    if seat != state.active or state.step >= Step.DAMAGE:
        return
    found = table.change_of(unit)
    if found is None:
        found = Change(unit)
        state.changes.append(found)
    found.attack += attack
    found.multiplier += multiplier
    table.events.append(
        events.Modified(unit=unit, attack=found.attack, multiplier=found.multiplier, clause="DR-S3.3-8")
    )


def settle(table: DriveTable) -> Flow[None]:
    """Triggered skills that wait take effect: clockwise from the turn player, those of one player in the own order
    [DR-S5.2-7]. What they trigger in turn comes before the rest."""
    state = table.state
    while state.waiting:
        frame = Frame(FrameKind.DUES, dues=state.waiting)
        state.waiting = []
        state.frames.append(frame)
        while mine := next_dues(table, frame):
            yield from take_effect(table, frame, mine)
        state.frames.pop()


def next_dues(table: DriveTable, frame: Frame) -> list[SkillAt]:
    """What is due of the next player, without what cannot be used any more; nothing if nothing is left."""
    frame.dues = [due for due in frame.dues if can_be_used(table, due)]
    if not frame.dues:
        return []
    mine = own_dues(table, frame)
    if len(mine) < len(frame.dues):
        table.rely("DR-S5.2-7")
    if len(mine) > 1:
        table.rely("DR-S3.5-4" if table.state.step == Step.BATTLE_END else "DR-S5.2-7")
    return mine


def take_effect(table: DriveTable, frame: Frame, mine: list[SkillAt]) -> Flow[None]:
    """The next skill of a player, who chooses where several are due or one may be left."""
    if len(mine) > 1 or may_be_left(table, mine[0]):
        return take_chosen(table, frame, mine)
    frame.dues.remove(mine[0])
    return use_skill(table, mine[0], 0)


def take_chosen(table: DriveTable, frame: Frame, mine: list[SkillAt]) -> Flow[None]:
    """The player says which. Silence is the first that must, or leaves all [DR-S3.5-4]."""
    due, x = mine[0], 0
    act = yield ask(DueDecision, due.seat)
    if type(act) is Use:
        due, x = SkillAt(due.seat, act.unit, act.skill), act.x
    elif forced := [one for one in mine if not may_be_left(table, one)]:
        due = forced[0]
    else:
        frame.dues = [one for one in frame.dues if one.seat != due.seat]
        return
    frame.dues.remove(due)
    yield from use_skill(table, due, x)


def own_dues(table: DriveTable, frame: Frame) -> list[SkillAt]:
    """What is due of the player whose turn it is to choose, as the units lie."""
    for seat in table.clockwise(table.state.active):
        mine = [due for due in frame.dues if due.seat == seat]
        if mine:
            return mine
    return []


class DueDecision(MayPass):
    """Which of one's own triggered skills takes effect next; silence is the next that must, or none [DR-S5.2-7]
    [DR-S3.5-4]."""

    ask = "triggered"
    clause = "DR-S5.2-7"
    takes = (GoOn, Use)
    default = GO_ON

    def law(self, table: DriveTable, act: Act) -> Violation | None:
        due = SkillAt(self.seat, act.unit, act.skill)
        if due not in table.state.frames[-1].dues:
            return Violation("DR-S5.2-1", "skill.not_due")
        return wrong_x(table, due, act.x)

    def ways(self, table: DriveTable) -> Iterator[Act]:
        for due in dict.fromkeys(own_dues(table, table.state.frames[-1])):
            yield from uses(table, due)


def wrong_x(table: DriveTable, at: SkillAt, x: int) -> Violation | None:
    """X is at least 1, at most the skill's limit and what the player has; no other skill has one [DR-S5.1-4]."""
    row = table.skill(at).row
    if not row.x_most:
        return Violation("DR-S5.1-4", "skill.no_x") if x else None
    if not 1 <= x <= row.x_most:
        return Violation("DR-S5.1-4", "skill.x", most=row.x_most)
    if x > table.side[at.seat].mana:
        return Violation("DR-S5.1-2", "skill.mana")
    return None


def uses(table: DriveTable, at: SkillAt) -> Iterator[Act]:
    """The ways to use a skill that can be paid."""
    most = table.skill(at).row.x_most
    if not most:
        yield Use(at.unit, at.skill)
    elif payable(table, at):
        for x in range(1, min(most, table.side[at.seat].mana) + 1):
            yield Use(at.unit, at.skill, x)
