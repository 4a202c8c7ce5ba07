"""Why an action that nobody asked for is not allowed now: the clause for every wrong moment."""

from ....kernel.play.decisions import Act
from ....kernel.play.violations import Violation
from . import actions
from .state import State, Step

ONLY_WHEN_ASKED: dict[type, Violation] = {
    actions.Name: Violation("DR-S2.3-3", "no number-wild waits for its number"),
    actions.Gain: Violation("DR-S4-1", "no card bonus of this player waits to be gained", ("DR-G-6",)),
    actions.Raise: Violation("DR-S5.3-11", "no effect raises a unit of this player now", ("DR-S4-6",)),
    actions.Lower: Violation("DR-S5.3-14", "no effect lowers a unit of this player now"),
    actions.Take: Violation(
        "DR-S5.3-7", "only a draw effect with an empty discard may take from the deck", ("DR-S1-2",)
    ),
    actions.PutBack: Violation("DR-S5.3-4", "no effect puts a hand card of this player on the deck now"),
    actions.Discard: Violation("DR-S5.3-16", "no effect takes a hand card from this player now", ("DR-S1-4",)),
    actions.Keep: Violation("DR-B-2", "hands are reset once, between the rounds"),
    actions.Pursue: Violation("DR-S3.2-1", "no unit of this player may pursue now"),
    actions.GoOn: Violation("DR-G-8", "nothing is left open to this player now"),
}


IN_ORDER = Violation("DR-P4-4", "the players pick in their order, each in the way of this game", ("DR-P4-5",))
BETWEEN_ROUNDS = (Step.ROUND_END, Step.HAND_RESET, Step.BOSS_APPEARS)


def misplaced(state: State, seat: int, act: Act) -> Violation:
    """The clause that forbids this action at this moment."""
    if state.step == Step.OVER:
        return Violation("DR-W-5", "the game is over")
    if state.step in (Step.PARTY, Step.PARTNER):
        return before_turn_1(state, act)
    if isinstance(act, actions.Pick | actions.TakeParty | actions.TakePartner):
        return Violation("DR-P4-14", "the parties are complete", ("DR-P4-15",))
    if type(act) in ONLY_WHEN_ASKED:
        return ONLY_WHEN_ASKED[type(act)]
    if state.step in BETWEEN_ROUNDS:
        return Violation("DR-B-1", "no turn is on between the rounds: the boss round is prepared", ("DR-R-10",))
    if seat != state.active:
        return Violation("DR-G-8", "only the turn player acts")
    return out_of_step(state, act)


def before_turn_1(state: State, act: Act) -> Violation:
    """The parties are being formed."""
    if isinstance(act, actions.Pick | actions.TakeParty | actions.Pass):
        if state.partner_mode:
            return Violation("DR-P4S-2", "the human alone forms one party, in the way of this game, and then no more")
        return IN_ORDER
    if isinstance(act, actions.TakePartner):
        if state.partner_mode:
            return Violation("DR-P4S-3", "the partner's unit comes after the human's party")
        return Violation("DR-P4S-7", "units for solo play are not used in multi mode")
    return Violation("DR-O-3", "the preparations come first, in their order")


def out_of_step(state: State, act: Act) -> Violation:
    """The turn player acts in another step than this one."""
    if isinstance(act, actions.Play):
        if state.played:
            return Violation("DR-S2-1", "there is one play in a turn, and it has been made")
        if state.step < Step.PLAY:
            return Violation("DR-G-6", "the play comes after the draw: what is asked now comes before both")
        return Violation("DR-S2.7-12", "the player has passed: no play follows", ("DR-G-6",))
    if isinstance(act, actions.Pass):
        return Violation("DR-S2.7-12", "a pass stands instead of a play, in the play step", ("DR-G-6",))
    if isinstance(act, actions.Swap):
        return Violation("DR-S2.7-6", "one exchange after a pass, with a discard to look at", ("DR-S2.7-8",))
    assert isinstance(act, actions.Use | actions.LevelUp), "all other actions have been told of"
    return too_soon_or_late(state, act)


def too_soon_or_late(state: State, act: actions.Use | actions.LevelUp) -> Violation:
    """Skills and level-ups outside the action step."""
    if not state.played and state.step >= Step.PLAY:
        return Violation("DR-S2.7-10", "without a play nothing is done in the action step", ("DR-G-6",))
    if isinstance(act, actions.LevelUp):
        return Violation("DR-S5.5-10", "mana buys levels in the own action step only", ("DR-G-6",))
    return Violation("DR-S5.2-2", "skills without a condition are used in the own action step only", ("DR-G-6",))
