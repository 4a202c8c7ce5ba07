"""Why an action that nobody asked for is not allowed now: the clause for every wrong moment."""

from ....kernel.play.decisions import Act
from ....kernel.play.violations import UNREADABLE, Violation
from . import actions
from .state import Phase, Side, State, Status, Step


def misplaced(state: State, seat: int, act: Act) -> Violation:
    """The clause that forbids this action at this moment."""
    if state.phase == Phase.OVER:
        return Violation("SW-0.1-9", "the game is over")
    if not 1 <= seat <= len(state.sides):
        return Violation(UNREADABLE, "there is no such participant")
    match act:
        case actions.Pick() | actions.Replace():
            return not_at_the_start(state, act)
        case actions.Lay() | actions.Relics():
            return not_prepared(state.phase, act)
        case actions.Buy() | actions.Redraw() | actions.Stock() | actions.Done():
            return not_shopped(state.phase, state.round)
        case actions.Under():
            return Violation("SW-3.14-1", "cards go under the deck when the round ends, and these have gone")
    if state.phase != Phase.BATTLE:
        return Violation("SW-0.2-3", "this is done in battle, and it is another part of the round")
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
            return Violation("SW-Q-15", "the first hand is settled; there is no further redraw")
        return Violation("SW-1.3-9", "the first hand is settled")
    if len(state.sides) == 1:
        return Violation("SW-Q-1", "in solo there is no draft")
    if isinstance(act, actions.Replace):
        return Violation("SW-1.3-3", "with two the first hands are drafted")
    return Violation("SW-1.3-7", "packets change hands when both have picked")


def not_prepared(step: Phase, act: Act) -> Violation:
    """Line and relics belong to the preparation."""
    if step == Phase.SETUP:
        return Violation("SW-0.2-2", "the first hand comes first")
    if step == Phase.PREPARATION and isinstance(act, actions.Relics):
        return Violation("SW-2.2-1", "the relics are fixed after the line, once", ("SW-2.2-2",))
    if step == Phase.PREPARATION:
        return Violation("SW-2.1-2", "the line is complete", ("SW-2.1-4",), compares=True)
    if isinstance(act, actions.Relics):
        return Violation("SW-2.2-4", "relics change only during battle preparation", ("SW-3.13-3",))
    return Violation(
        "SW-Z.7-3", "hand cards are laid in battle only by an effect or by 召喚", ("SW-0.2-5", "SW-3.13-3")
    )


def not_shopped(step: Phase, round: int) -> Violation:
    """Shopping has its time."""
    if step == Phase.SHOPPING:
        return Violation("SW-4.8-3", "this participant has finished shopping")
    if round == 3:
        return Violation("SW-4.8-2", "there is no shopping in the third round")
    return Violation("SW-0.2-3", "shopping comes after the round's battles")


def not_fighting(side: Side) -> Violation:
    """The participant waits for the other, or is out of the round."""
    if side.status == Status.CLEARED:
        return Violation("SW-3.15-1", "the next battle starts when both have defeated their enemies")
    return Violation("SW-3.15-3", "this participant's round is over")


OWED = {
    "cut": Violation("SW-S1-6", "first the spells are brought down to the limit", ("SW-S1-7",)),
    "enemy_always": Violation("SW-S5-2", "an enemy 常時 skill is used whenever it is possible"),
    "own_on_turn": Violation("SW-K.2-2", "発動 is used in the first exchange as front and cannot be kept"),
    "enemy_on_turn": Violation("SW-S5-7", "an enemy 発動 must be used"),
    "enemy_choice": Violation("SW-S5-6", "an enemy with 選択 must use it"),
    "must_reward": Violation("SW-K.6-4", "the enemy side uses what it has earned"),
    "relic": Violation("SW-3.3-4", "a relic effect is carried out unless its text leaves it open"),
    "own_always_must": Violation("SW-K.1-2", "this game was set up with own 常時 skills compulsory"),
}
"""What is owed first, by what is asked."""
OWED_BY_SIDE = {
    "auto_battle_must": (
        OWED["own_always_must"],
        Violation("SW-S5-2", "an auto battler attacks whenever it is possible", ("SW-K.8-9",)),
    )
}
"""The same where it depends on whose it is: the own side's, the enemy's."""


def in_exchange(side: Side, act: Act) -> Violation:
    """Something of another step, or not once more."""
    match act:
        case actions.Cast():
            return not_cast(side)
        case actions.Drop():
            return Violation("SW-S1-7", "spells are put away at the beginning of an exchange, down to the limit")
        case actions.Summon():
            return Violation("SW-K.5-3", "own 召喚 cards are laid in the step of the own 常時 skills")
        case actions.Attack() | actions.AttackWith():
            return not_attacked(side)
        case actions.Add():
            return Violation("SW-S4-8", "there is no additional damage that could be added now")
        case actions.Target() | actions.Take() | actions.Merge():
            return Violation("SW-S5-10", "no effect leaves such a choice now", ("SW-S2-1",))
        case actions.Use():
            return Violation("SW-3.2-2", "the steps are taken in their order, and this is not the one of this skill")
        case actions.Pass() if side.step == Step.ATTACK:
            return Violation("SW-3.8-3", "the front may not sit the exchange out", ("SW-0.2-6",))
    return Violation("SW-3.2-2", "there is nothing here that could be left out")


def not_cast(side: Side) -> Violation:
    """A spell outside step 2."""
    exchange = side.exchange
    if exchange is not None and exchange.spell_used:
        return Violation("SW-3.4-2", "one spell is used in an exchange at most", ("SW-3.2-2",))
    if side.step < Step.SPELL:
        return Violation("SW-3.4-3", "spells are used in the second step only")
    return Violation("SW-3.2-2", "the second step of this exchange is over", ("SW-3.4-3",))


def not_attacked(side: Side) -> Violation:
    """An attack outside its step."""
    if side.step > Step.ATTACK:
        return Violation("SW-3.1-6", "an exchange has one attack", ("SW-K.8-1",))
    return Violation("SW-3.2-2", "the attack comes after all steps before it")
