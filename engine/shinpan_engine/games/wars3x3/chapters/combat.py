"""3.0 戦闘フェイズ: the attack steps, in which nobody chooses anything [W3-3.0]."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ....kernel.play.choices import Compulsory
from ....kernel.play.numbers import Amount, exact
from ..cards.cards import TRAITS
from ..table import events
from ..table.actions import ATTACK, END_COMBAT, Attack, EndCombat
from ..table.options import VeilBonus
from ..table.state import Boost, Step, Unit, Until
from ..table.table import WarsTable, other, perhaps
from .deployment import FIELD_SLOTS
from .magic.faces import lasting_power
from .steps import TurnStep
from .victory import check_life

SWELLING = 2
"""What 膨張 adds [W3-S1.3-1]."""


def transparent_attack_step(table: WarsTable, _: Attack) -> None:
    """3.1 透過攻撃ステップ: all own units with 透過 against 双壁 [W3-3.1-1] [W3-3.1-2]."""
    units = table.side[other(table.state.active)].units
    strike(table, transparent_attackers(table), [u for u in units if blocks_transparent(table, u)], "W3-3.1-3")


def attack_step(table: WarsTable, _: Attack) -> None:
    """3.2 攻撃ステップ: all own units without 透過 against all that may block [W3-3.2-1] [W3-3.2-2]. How long these
    have been on the field does not matter: a unit defends from the opponent's next turn on [W3-3.2-9]."""
    units = table.side[other(table.state.active)].units
    # ブロック不可 adds nothing to the defence [W3-3.2-5]; 先行打撃兵 has it [W3-R-09].
    defenders = [unit for unit in units if not table.traits.unblocking[unit.card]]
    for unit in defenders:
        if table.traits.transparent[unit.card] is True:
            table.rely("W3-3.2-7")
    strike(table, plain_attackers(table), defenders, "W3-3.2-3")


def combat_end_step(table: WarsTable, _: EndCombat) -> None:
    """3.3 戦闘終了ステップ: all strengthening ends here [W3-K-6], on both sides; increase stays [W3-3.3-1] [W3-3.3-3]
    [W3-3.3-5]."""
    for side in table.state.sides:
        for unit in side.units:
            if unit.boosts:
                end_strengthening(table, unit)


def end_strengthening(table: WarsTable, unit: Unit) -> None:
    """The strengthening of a unit ends, and with it 透過 that it gained [W3-3.3-2]."""
    if veiled(unit):
        table.rely("W3-3.3-2")
    unit.boosts = [b for b in unit.boosts if b.until != Until.COMBAT_END]


def transparent_attackers(table: WarsTable) -> list[Unit]:
    """The active player's units that attack in 3.1: those with 透過, printed or gained [W3-3.1-5]."""
    printed, units = table.traits.transparent, table.side[table.state.active].units
    return [unit for unit in units if printed[unit.card] or veiled(unit)] if units else units


def plain_attackers(table: WarsTable) -> list[Unit]:
    """The active player's units that attack in 3.2: those without 透過."""
    printed, units = table.traits.transparent, table.side[table.state.active].units
    return [unit for unit in units if not printed[unit.card] and not veiled(unit)] if units else units


def veiled(unit: Unit) -> bool:
    """Whether a unit has gained 透過."""
    for boost in unit.boosts:
        if boost.veil:
            return True
    return False


def strike(table: WarsTable, attackers: Sequence[Unit], defenders: Sequence[Unit], clause: str) -> None:
    """Attack minus defence, at least 0, off the opponent's life at once [W3-3.1-3] [W3-3.1-4] [W3-3.2-3]. It is summed
    for this step alone, so no surplus of the other step counts [W3-3.2-8]. Units are only counted: none leaves the
    field [W3-3.0-3], and an attack that is not above the defence harms nobody [W3-R-10]."""
    seat = other(table.state.active)
    attack = power_of(table, table.state.active, attackers)
    defence = power_of(table, seat, defenders)
    table.events.append(events.Power(attack=attack, defence=defence, clause="W3-3.0-4"))
    if attack > defence:
        damage = exact(attack - defence)
        table.side[seat].life -= damage
        table.events.append(events.Damage(amount=damage, seat=seat, clause=clause))
        check_life(table)
    else:
        table.events.append(events.Blocked(clause=clause))


def power_of(table: WarsTable, seat: int, units: Sequence[Unit]) -> Amount:
    """The whole power of some of a player's units: the printed cost [W3-0.1-7] and all that changes it, in attack and
    defence alike [W3-3.0-4] [W3-3.0-7]."""
    total: Amount = lasting_power(table, seat) * len(units)
    swelling = table.traits.swelling
    for unit in units:
        total = total + table.cost(unit.card)
        for boost in unit.boosts:
            total = total + boost_amount(table, boost)
            if seat != table.state.active:
                table.rely("W3-3.0-7")
        if swelling[unit.card] is not False:
            total = total + swollen(table, seat, unit.card)
    return total


def swollen(table: WarsTable, seat: int, card: int) -> Amount:
    """膨張: an increase of 2 while what the card says of it is so [W3-S1.3-1] [W3-S1.3-3]. It is added here and noted
    nowhere, so a strengthening may come on top [W3-S1.3-2]."""
    time, units = table.cards.swelling[card], len(table.side[seat].units)
    if table.traits.swelling[card] is not True or time is None:
        holds = table.traits.swelling[card] is True
        return perhaps("膨張", card, SWELLING, ("swelling",) if holds else TRAITS)
    works = {
        "always": True,
        "own_turn": seat == table.state.active,
        "alone": units == 1,
        "full_field": units == FIELD_SLOTS,
    }[time]
    table.rely("W3-S1.3-3")
    if works and seat != table.state.active:
        table.rely("W3-3.0-7")
    return SWELLING if works else 0


def boost_amount(table: WarsTable, boost: Boost) -> Amount:
    """What one change adds: what it says, or the cost of the card used; 透化 adds nothing [W3-2.2-5] [W3-2.2-10]."""
    if boost.veil and table.setup.veil_bonus == VeilBonus.NONE:
        return 0
    return table.number(boost.card, boost.amount) if boost.card else boost.amount


def blocks_transparent(table: WarsTable, unit: Unit) -> bool:
    """双壁 defends in 3.1 too [W3-3.2-4], but ブロック不可 beats it [W3-3.2-6]. Nobody else does [W3-3.1-6], so a
    transparent attack meets no ordinary defence [W3-R-08]."""
    if not table.traits.double_wall[unit.card]:
        return False
    if table.traits.unblocking[unit.card]:
        table.rely("W3-3.2-6")
        return False
    return True


class AttackDecision(Compulsory):
    """The attack of a step is compulsory once a unit is able to make it [W3-3.0-1]."""

    clause = "W3-3.0-1"
    takes = (Attack,)
    weighs: ClassVar[Mapping[type, str]] = {Attack: "W3-3.0-4"}
    default = ATTACK


class TransparentAttackDecision(AttackDecision):
    """3.1 with at least one unit with 透過."""

    ask = "transparent_attack"


class PlainAttackDecision(AttackDecision):
    """3.2 with at least one unit without 透過."""

    ask = "attack"


class CombatEndDecision(Compulsory):
    """3.3 takes place in every turn [W3-3.3-4]."""

    ask = "combat_end"
    clause = "W3-3.3-4"
    takes = (EndCombat,)
    default = END_COMBAT


TRANSPARENT_ATTACK_STEP = TurnStep(
    Step.TRANSPARENT_ATTACK,
    TransparentAttackDecision,
    transparent_attack_step,
    due=transparent_attackers,
)
ATTACK_STEP = TurnStep(Step.ATTACK, PlainAttackDecision, attack_step, due=plain_attackers)
COMBAT_END_STEP = TurnStep(Step.COMBAT_END, CombatEndDecision, combat_end_step)
