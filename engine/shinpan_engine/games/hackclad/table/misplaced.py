"""Why an action that nobody asked for is not allowed now: the clause for every wrong moment."""

from ....kernel.play.decisions import Act
from ....kernel.play.violations import Violation
from . import actions
from .state import EndReason, State, Step

ON_TURN = (actions.Use, actions.Basic, actions.Spend, actions.Crack, actions.Activate, actions.Declare)
"""What a player does on her turn; some of it answers attacks too."""
ENDED = {
    EndReason.HEALTH: "HC-14.1-1",
    EndReason.POLLUTION: "HC-14.1-4",
    EndReason.ROUNDS: "HC-14.1-5",
}
"""The clauses by which co-op ends."""
TOO_EARLY = frozenset({"setup.not_done", "mission.not_now", "moment.action_phase"})
"""What is said only because the phase has not come."""
IN_TEXTS = Violation("HC-8.4.3.A-4", "text.not_now")


def misplaced(state: State, seat: int, act: Act) -> Violation:
    """The clause that forbids this action at this moment."""
    if state.step == Step.OVER:
        assert state.ending is not None, "nothing else ends a game"
        return Violation(ENDED.get(state.ending.reason, "HC-10-1"), "moment.over")
    if state.step == Step.SETUP:
        return before_round_1(act)
    if isinstance(act, actions.Extend | actions.Keep):
        return Violation("HC-6.13-1", "setup.once")
    if isinstance(act, actions.Place):
        return not_placed(state)
    if isinstance(act, actions.ReEnter):
        return Violation("HC-8.4.7-1", "re_entry.not_now")
    if isinstance(act, actions.EndTurn):
        return Violation("HC-8.4.3-4", "moment.not_on_turn")
    if isinstance(act, actions.Pass):
        return Violation("HC-8.4.4-6", "reaction.no_pass")
    if isinstance(act, actions.Swap):
        return Violation("HC-9.1-4", "rebuild.not_now")
    if isinstance(act, actions.Give):
        return Violation("HC-8.4.1-9", "clad.no_drop")
    if isinstance(act, actions.Push):
        return Violation("HC-12.1-2", "knockback.not_now")
    if isinstance(act, ON_TURN):
        return not_acting(state, seat)
    return IN_TEXTS


def before_round_1(act: Act) -> Violation:
    """The set-up is not yet done."""
    if isinstance(act, actions.Extend):
        return Violation("HC-6.13-1", "setup.extended_chosen")
    if isinstance(act, actions.Keep):
        return Violation("HC-4.4.2-2", "mission.not_now")
    return Violation("HC-8-1", "setup.not_done")


def not_placed(state: State) -> Violation:
    """A turn card is placed outside the draft, or out of order."""
    if state.step == Step.DRAFT:
        return Violation("HC-8.3-1", "draft.order", ("HC-E-2",))
    return Violation("HC-8.3-4", "draft.not_now")


def not_acting(state: State, seat: int) -> Violation:
    """An action of a player who is neither on turn nor active."""
    if state.step < Step.PLAYER_1:
        return Violation("HC-8-1", "moment.action_phase")
    sides = state.sides
    if 1 <= seat <= len(sides) and sides[seat - 1].frames:
        return Violation("HC-8.4.3.A-13", "moment.action_open")
    if state.windows:
        window = state.windows[-1]
        if seat in window.passed:
            return Violation("HC-8.4.4-7", "reaction.passed")
        if 1 <= seat <= len(sides) and sides[seat - 1].square in window.squares:
            return Violation("HC-8.4.4-3", "reaction.order")
        return Violation("HC-8.4.4-2", "reaction.out_of_range")
    return Violation("HC-8.4.3-5", "moment.only_reactions")
