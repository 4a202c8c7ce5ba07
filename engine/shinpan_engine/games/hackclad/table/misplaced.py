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
IN_TEXTS = Violation("HC-8.4.3.A-4", "no text leaves this choice to the player now")


def misplaced(state: State, seat: int, act: Act) -> Violation:
    """The clause that forbids this action at this moment."""
    if state.step == Step.OVER:
        assert state.ending is not None, "nothing else ends a game"
        return Violation(ENDED.get(state.ending.reason, "HC-10-1"), "the game is over")
    if state.step == Step.SETUP:
        return before_round_1(act)
    if isinstance(act, actions.Extend | actions.Keep):
        return Violation("HC-6.13-1", "that is chosen once, in the set-up")
    if isinstance(act, actions.Place):
        return not_placed(state)
    if isinstance(act, actions.ReEnter):
        return Violation("HC-8.4.7-1", "a witch comes back when her turn card is moved, and only from there")
    if isinstance(act, actions.EndTurn):
        return Violation("HC-8.4.3-4", "it is not this player's turn, or an action of it goes on")
    if isinstance(act, actions.Pass):
        return Violation("HC-8.4.4-6", "there is nothing that this player can pass on now")
    if isinstance(act, actions.Swap):
        return Violation("HC-9.1-4", "cards are exchanged when the deck is rebuilt, once")
    if isinstance(act, actions.Give):
        return Violation("HC-8.4.1-9", "no drop lies on a square that several share")
    if isinstance(act, actions.Push):
        return Violation("HC-12.1-2", "nobody chooses the direction of a knockback now")
    if isinstance(act, ON_TURN):
        return not_acting(state, seat)
    return IN_TEXTS


def before_round_1(act: Act) -> Violation:
    """The set-up is not yet done."""
    if isinstance(act, actions.Extend):
        return Violation("HC-6.13-1", "exactly one extended card is chosen, and this player has chosen")
    if isinstance(act, actions.Keep):
        return Violation("HC-4.4.2-2", "missions are kept by earlier witches, once")
    return Violation("HC-8-1", "the first round begins when the set-up is done")


def not_placed(state: State) -> Violation:
    """A turn card is placed outside the draft, or out of order."""
    if state.step == Step.DRAFT:
        return Violation("HC-8.3-1", "players draft by their waiting slots, each once", ("HC-E-2",))
    return Violation("HC-8.3-4", "a turn card is laid in the draft phase")


def not_acting(state: State, seat: int) -> Violation:
    """An action of a player who is neither on turn nor active."""
    if state.step < Step.PLAYER_1:
        return Violation("HC-8-1", "actions are taken in the action phase")
    sides = state.sides
    if 1 <= seat <= len(sides) and sides[seat - 1].frames:
        return Violation("HC-8.4.3.A-13", "an action is carried out to its end before another begins")
    if state.windows:
        window = state.windows[-1]
        if seat in window.passed:
            return Violation("HC-8.4.4-7", "who has passed does not react to this attack again")
        if 1 <= seat <= len(sides) and sides[seat - 1].square in window.squares:
            return Violation("HC-8.4.4-3", "the earliest turn slot in the range reacts first")
        return Violation("HC-8.4.4-2", "only who stands in the range of an attack reacts to it")
    return Violation("HC-8.4.3-5", "outside the own turn a player acts in answer to attacks only")
