"""3. 戦闘ステップ: join, pursuit, damage, end [DR-S3]."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.cards import Cards, SkillCard, UnitCard
from ..cards.effects import settle
from ..table import events
from ..table.actions import GO_ON, GoOn, Pursue
from ..table.options import DualMultiplier, EmptyBattleFiresEnd
from ..table.state import Fighter, Member, Step
from ..table.table import DriveTable
from .defeat import hit
from .enemy import current, passives
from .skills import met, played_colours, trigger

DUAL = 2
"""Attributes of 複合属性ユニット."""


def battle(table: DriveTable) -> Flow[None]:
    """①〜⑤ in their order [DR-S3-1]; without a fighter after ② the step ends [DR-S3-2]."""
    state = table.state
    join(table)
    if state.waiting:
        yield from settle(table)
    state.step = Step.PURSUIT
    while state.pursuers:
        act = yield ask(PursuitDecision, state.active)
        if type(act) is GoOn:
            state.pursuers = []
        else:
            pursue(table, act.unit)
    if state.fighters:
        state.step = Step.DAMAGE
        yield from deal(table) or ()
        if state.waiting:
            yield from settle(table)
    state.step = Step.BATTLE_END
    yield from end_of_battle(table) or ()
    state.fighters, state.changes = [], []


def join(table: DriveTable) -> None:
    """①戦闘参加: every unit of the turn player one of whose colours was played joins, whether wanted or not [DR-S3.1-1]
    [DR-S3.1-2] [DR-S3.1-4] [DR-S3.1-5] [DR-S3.1-8]; of several colours, also of one card, those of all [DR-S3.1-3].
    Which units may pursue is settled now [DR-S3.2-4]."""
    state = table.state
    state.step = Step.JOIN
    colours, seat = played_colours(table), state.active
    party = table.side[seat].party
    state.fighters = [Fighter(member.unit) for member in party if table.unit[member.unit].colours & colours]
    if state.fighters:
        units = [fighter.unit for fighter in state.fighters]
        table.events.append(events.Joined(units=units, seat=seat, clause="DR-S3.1-1"))
    state.pursuers = [
        Fighter(member.unit, skill.pursuit)
        for member in party
        if not table.unit[member.unit].colours & colours and (skill := pursuit_of(table, seat, member)) is not None
    ]
    trigger(table, "battle_start")


def pursuit_of(table: DriveTable, seat: int, member: Member) -> SkillCard | None:
    """The skill by which a unit may pursue: the first one printed whose condition holds, if any does [DR-S3.2-1]."""
    for skill in table.unit[member.unit].skills:
        if skill.pursuit and skill.row.awaken <= member.level and met(table, seat, member, skill.row.condition):
            return skill
    return None


def pursue(table: DriveTable, unit: int) -> None:
    """②追撃: a unit joins by its own skill [DR-S3.2-1]."""
    state = table.state
    table.rely("DR-S3.2-1")
    pursuer = next(one for one in state.pursuers if one.unit == unit)
    state.pursuers.remove(pursuer)
    state.fighters.append(pursuer)
    table.events.append(events.Pursued(unit=unit, seat=state.active, clause="DR-S3.2-1"))


def deal(table: DriveTable) -> Flow[None] | None:
    """③ダメージ適用: the attacks of all fighters as one amount, with what skills have added [DR-S3.3-1] [DR-S3.3-8]
    [DR-S3.3-9]."""
    state, total = table.state, 0
    for fighter in state.fighters:
        card, member = table.unit[fighter.unit], table.member[fighter.unit]
        attack, count = card.attack[member.level], times(table, fighter, card)
        change = table.change_of(fighter.unit)
        if change is not None:
            attack += change.attack
            count += change.multiplier
        total += attack * count
    if any(table.cards.colour_wild[card] for card in state.played):
        table.rely("DR-S3.3-4")
    armour = table.cards.enemy(current(table).card).armour
    return hit(table, state.active, max(0, total - armour), "DR-S3.3-1")


def times(table: DriveTable, fighter: Fighter, card: UnitCard) -> int:
    """How often an attack counts: once for each card played of the unit's colour [DR-S3.3-2]; for a pursuing unit as
    the skill says by which it joined [DR-S3.3-7]."""
    if fighter.pursuit:
        table.rely("DR-S3.3-7")
        return fighter.pursuit
    if card.attributes == DUAL:
        table.rely("DR-S3.3-6")
    return multiplier(table.cards, table.state.played, card, table.setup.dual_multiplier)


def multiplier(cards: Cards, played: list[int], unit: UnitCard, dual: DualMultiplier) -> int:
    """The cards played of a unit's colours, a colour-wild as one of each of its colours [DR-S3.3-4], the extra card
    too [DR-S3.3-5]; of two colours by the reading of dual_multiplier [DR-S3.3-6]."""
    if dual == DualMultiplier.DISTINCT_CARDS:
        return len([card for card in played if cards.colours[card] & unit.colours])
    counts = [
        len([card for card in played if cards.colours[card] & colour])
        for colour in (1, 2, 4, 8)
        if unit.colours & colour
    ]
    return sum(counts) if dual == DualMultiplier.SUM_COLOURS else max(counts)


def end_of_battle(table: DriveTable) -> Flow[None] | None:
    """⑤戦闘ステップ終了: what was held, and what is due at the end, which without any fighter comes only with
    empty_battle_fires_end; in an order of the turn player's choice [DR-S3.5-1] [DR-S3.5-3] [DR-S3.5-4] [DR-S3-2]."""
    state = table.state
    if not state.fighters:
        table.rely("DR-S3-2")
    state.waiting, state.held = state.held, []
    if state.fighters or table.setup.empty_battle_fires_end == EmptyBattleFiresEnd.TRUE:
        return battle_end_effects(table)
    return settle(table) if state.waiting else None


def battle_end_effects(table: DriveTable) -> Flow[None]:
    """Skills at the end of the battle step, then the enemy's effects of that moment."""
    trigger(table, "battle_end")
    state = table.state
    if state.waiting:
        order = [member.unit for side in state.sides for member in side.party]
        state.waiting.sort(key=lambda due: (order.index(due.unit), due.skill))
        yield from settle(table)
    yield from passives(table, "battle_end") or ()


class PursuitDecision(OneOf):
    """A unit that has not joined and whose condition held at the start, or none: 追撃 is a permission [DR-S3.2-1]
    [DR-S3.2-2]."""

    ask = "pursuit"
    clause = "DR-S3.2-1"
    takes = (Pursue, GoOn)
    default = GO_ON
    field = "unit"

    def candidates(self, table: DriveTable) -> Sequence[int]:
        return [pursuer.unit for pursuer in table.state.pursuers]

    def refuse(self, table: DriveTable, act: Act) -> Violation:
        if act.unit not in [member.unit for member in table.side[self.seat].party]:
            return Violation("DR-S3.1-5", "battle.own_units")
        if any(fighter.unit == act.unit for fighter in table.state.fighters):
            return Violation("DR-S3.2-2", "battle.joined")
        return Violation("DR-S3.2-1", "battle.no_pursuit")
