"""Why an action that nobody asked for is not allowed now: the clause for every wrong moment."""

from ....kernel.play.decisions import Act
from ....kernel.play.violations import UNREADABLE, Violation
from . import actions
from .state import Phase, Side, State, Status, Step


def misplaced(state: State, seat: int, act: Act) -> Violation:
    """The clause that forbids this action at this moment."""
    if state.phase == Phase.OVER:
        return Violation("SW-0.1-9", "moment.over")
    if not 1 <= seat <= len(state.sides):
        return Violation(UNREADABLE, "moment.no_participant")
    match act:
        case actions.Pick() | actions.Replace():
            return not_at_the_start(state, act)
        case actions.Lay() | actions.Relics():
            return not_prepared(state.phase, act)
        case actions.Buy() | actions.Redraw() | actions.Stock() | actions.Done():
            return not_shopped(state.phase, state.round)
        case actions.Under():
            return Violation("SW-3.14-1", "round.under_when")
    if state.phase != Phase.BATTLE:
        return Violation("SW-0.2-3", "moment.no_battle")
    side = state.sides[seat - 1]
    if side.status != Status.FIGHTING or side.exchange is None:
        return not_fighting(side)
    asked = next((pending.ask for pending in state.pending if pending.seat == seat), "")
    if isinstance(act, actions.Attack | actions.AttackWith | actions.Use | actions.Pass | actions.Summon):
        if asked in OWED:
            return OWED[asked]
        if asked in OWED_BY_SIDE:
            return OWED_BY_SIDE[asked][side.step == Step.ENEMY_AUTO_BATTLERS]
    return in_exchange(side, act)


def not_at_the_start(state: State, act: Act) -> Violation:
    """The first hand is settled once, by a draft of two or a replacement of one."""
    if state.phase != Phase.SETUP:
        if isinstance(act, actions.Replace):
            return Violation("SW-Q-15", "first_hand.no_redraw")
        return Violation("SW-1.3-9", "first_hand.settled")
    if len(state.sides) == 1:
        return Violation("SW-Q-1", "first_hand.no_draft")
    if isinstance(act, actions.Replace):
        return Violation("SW-1.3-3", "first_hand.drafted")
    return Violation("SW-1.3-7", "first_hand.both_first")


def not_prepared(step: Phase, act: Act) -> Violation:
    """Line and relics belong to the preparation."""
    if step == Phase.SETUP:
        return Violation("SW-0.2-2", "first_hand.first")
    if step == Phase.PREPARATION and isinstance(act, actions.Relics):
        return Violation("SW-2.2-1", "relics.once", ("SW-2.2-2",))
    if step == Phase.PREPARATION:
        return Violation("SW-2.1-2", "line.complete", ("SW-2.1-4",), compares=True)
    if isinstance(act, actions.Relics):
        return Violation("SW-2.2-4", "relics.preparation", ("SW-3.13-3",))
    return Violation("SW-Z.7-3", "line.in_battle", ("SW-0.2-5", "SW-3.13-3"))


def not_shopped(step: Phase, round: int) -> Violation:
    """Shopping has its time."""
    if step == Phase.SHOPPING:
        return Violation("SW-4.8-3", "shopping.finished")
    if round == 3:
        return Violation("SW-4.8-2", "shopping.third_round")
    return Violation("SW-0.2-3", "shopping.later")


def not_fighting(side: Side) -> Violation:
    """The participant waits for the other, or is out of the round."""
    if side.status == Status.CLEARED:
        return Violation("SW-3.15-1", "round.next_battle")
    return Violation("SW-3.15-3", "round.over")


TOO_EARLY = frozenset({"first_hand.first", "moment.no_battle", "shopping.later"})
"""What is said only because the phase has not come."""
OWED = {
    "cut": Violation("SW-S1-6", "spells.limit_first", ("SW-S1-7",)),
    "enemy_always": Violation("SW-S5-2", "skill.enemy_always_must"),
    "own_on_turn": Violation("SW-K.2-2", "skill.on_turn_must"),
    "enemy_on_turn": Violation("SW-S5-7", "skill.enemy_on_turn_must"),
    "enemy_choice": Violation("SW-S5-6", "choice.enemy_must"),
    "must_reward": Violation("SW-K.6-4", "reward.enemy_must"),
    "relic": Violation("SW-3.3-4", "relics.effect_must"),
    "own_always_must": Violation("SW-K.1-2", "skill.own_always_must"),
}
"""What is owed first, by what is asked."""
OWED_BY_SIDE = {
    "auto_battle_must": (
        OWED["own_always_must"],
        Violation("SW-S5-2", "auto_battler.must", ("SW-K.8-9",)),
    )
}
"""The same where it depends on whose it is: the own side's, the enemy's."""


def in_exchange(side: Side, act: Act) -> Violation:
    """Something of another step, or not once more."""
    match act:
        case actions.Cast():
            return not_cast(side)
        case actions.Drop():
            return Violation("SW-S1-7", "spells.drop_when")
        case actions.Summon():
            return Violation("SW-K.5-3", "summon.step")
        case actions.Attack() | actions.AttackWith():
            return not_attacked(side)
        case actions.Add():
            return Violation("SW-S4-8", "additional.none_now")
        case actions.Target() | actions.Take() | actions.Merge():
            return Violation("SW-S5-10", "effect.no_choice", ("SW-S2-1",))
        case actions.Use():
            return Violation("SW-3.2-2", "skill.order")
        case actions.Pass() if side.step == Step.ATTACK:
            return Violation("SW-3.8-3", "attack.must", ("SW-0.2-6",))
    return Violation("SW-3.2-2", "moment.nothing_to_skip")


def not_cast(side: Side) -> Violation:
    """A spell outside step 2."""
    exchange = side.exchange
    if exchange is not None and exchange.spell_used:
        return Violation("SW-3.4-2", "spells.one", ("SW-3.2-2",))
    if side.step < Step.SPELL:
        return Violation("SW-3.4-3", "spells.second_step")
    return Violation("SW-3.2-2", "spells.step_over", ("SW-3.4-3",))


def not_attacked(side: Side) -> Violation:
    """An attack outside its step."""
    if side.step > Step.ATTACK:
        return Violation("SW-3.1-6", "attack.one", ("SW-K.8-1",))
    return Violation("SW-3.2-2", "attack.later")
