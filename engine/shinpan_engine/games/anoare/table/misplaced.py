"""Why an action that nobody asked for is not allowed now: the clause for every wrong moment."""

from ....kernel.play.decisions import Act
from ....kernel.play.violations import Violation
from .actions import Cool, CoolExtra, CoolRest, GoOn, Keep, LevelUp, Open, Pass, Pay, Resolve, Set, TurnUp, Use
from .state import State, Step, Strike

STEP_OF: dict[type, tuple[Step, Violation]] = {
    Pay: (Step.COST, Violation("AN-5.4a-20", "payment.done", ("AN-5.4a-25",))),
    Open: (Step.HIT_OPEN, Violation("AN-5.5f-12", "hit_open.done", ("AN-5.5f-7",))),
    Cool: (Step.COOLDOWN, Violation("AN-5.6-5", "cooldown.done", ("AN-5.6-22",))),
    CoolRest: (Step.COOLDOWN, Violation("AN-5.6-5", "cooldown.done")),
    CoolExtra: (Step.EVASION, Violation("AN-5.5c-13", "evasion.not_evaded")),
    LevelUp: (Step.LEVEL_UP, Violation("AN-6.2-1", "level_up.none_due", ("AN-6.2-14",))),
}
"""The step of an action, and what stands against it later in the turn or a second time."""
IN_ANY_STEP: dict[type, Violation] = {
    Keep: Violation("AN-2.2-4", "fragment.kept"),
    GoOn: Violation("AN-5.0-3", "turn.goes_on"),
    TurnUp: Violation("AN-2.3-4", "fragment.nobody"),
    Resolve: Violation("AN-5.0-5", "effect.none_due"),
}
"""What stands against an action once the game has begun, whatever the step."""
IDLE = Violation("AN-5.2-5", "selection.idle")


def misplaced(state: State, seat: int, act: Act) -> Violation:
    """The clause that forbids this action at this moment."""
    if state.step == Step.OVER:
        return Violation("AN-5.0-14", "turn.over")
    if state.step == Step.SETUP:
        return before_turn_1(act)
    if type(act) in IN_ANY_STEP:
        return IN_ANY_STEP[type(act)]
    match act:
        case Set():
            return not_set(state, seat, act)
        case Use():
            return not_used(state)
        case Pass():
            return not_passed(state, seat)
        case Pay() if state.step == Step.COST and not answered(state, seat):
            return Violation("AN-5.4a-25", "payment.nothing_owed")
        case Open() if state.step >= Step.HIT_OPEN and not hit(state, seat):
            return Violation("AN-5.5f-4", "hit_open.not_hit")
        case CoolExtra() if state.step >= Step.EVASION and evaded(state, seat):
            return Violation("AN-5.5c-16", "evasion.done")
    step, afterwards = STEP_OF[type(act)]
    if state.step < step:
        return Violation("AN-5.0-1", "turn.not_yet")
    return afterwards


TOO_EARLY = frozenset({"turn.not_yet", "selection.no_pass_before", "selection.too_early", "fragment.choose_first"})
"""What is said only because the step has not come."""


def before_turn_1(act: Act) -> Violation:
    """The fragments are not yet prepared."""
    if isinstance(act, Keep):
        return Violation("AN-2.2-4", "fragment.chosen")
    if isinstance(act, TurnUp):
        return Violation("AN-2.3-14", "fragment.too_early")
    return Violation("AN-2.1-12", "fragment.choose_first")


def not_set(state: State, seat: int, act: Set) -> Violation:
    """A card is set before or after its phase, a second time, or by who has none to set."""
    if state.step < Step.SELECTION:
        return Violation("AN-5.1-9", "selection.too_early")
    if not idle(state, seat):
        return Violation("AN-5.2-16", "selection.once", ("AN-5.2-1",))
    if state.step > Step.SELECTION:
        return IDLE
    if act.card in state.sides[seat - 1].hand:
        return Violation("AN-5.2-6", "selection.forbidden")
    return Violation("AN-5.2-2", "selection.from_hand")


def not_used(state: State) -> Violation:
    """An effect is used outside its step, or out of turn."""
    if state.step == Step.ACTIVATION:
        return Violation("AN-5.4b-5", "activation.not_next")
    return Violation("AN-5.4b-19", "activation.not_now")


def not_passed(state: State, seat: int) -> Violation:
    """There is nothing to pass on."""
    if state.step < Step.SELECTION and not owes(state, seat):
        return Violation("AN-5.0-1", "selection.no_pass_before")
    if state.step == Step.SELECTION:
        return IDLE if idle(state, seat) else Violation("AN-5.2-3", "selection.must")
    if state.step == Step.ACTIVATION:
        return Violation("AN-5.4b-5", "activation.not_next")
    return Violation("AN-7.3-3", "effect.compulsory")


def owes(state: State, seat: int) -> bool:
    """Whether a player has something to decide."""
    return any(pending.seat == seat and pending.ask != "go_on" for pending in state.pending)


def idle(state: State, seat: int) -> bool:
    """Whether a player has no card to set in this turn."""
    return any(at == seat and side.idle for at, side in enumerate(state.sides, 1))


def answered(state: State, seat: int) -> bool:
    """Whether a player has answered what is asked of both."""
    return any(pending.seat == seat and pending.answer for pending in state.pending)


def hit(state: State, seat: int) -> bool:
    """Whether a player's skill hit in this turn, in full or as a graze."""
    return any(at == seat and side.strike in (Strike.CRITICAL, Strike.GRAZE) for at, side in enumerate(state.sides, 1))


def evaded(state: State, seat: int) -> bool:
    """Whether a player evaded the opponent's skill in this turn."""
    return any(at != seat and side.strike is Strike.EVADED for at, side in enumerate(state.sides, 1))
