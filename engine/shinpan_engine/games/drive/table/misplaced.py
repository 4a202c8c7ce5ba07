"""Why an action that nobody asked for is not allowed now: the clause for every wrong moment."""

from ....kernel.play.decisions import Act
from ....kernel.play.violations import Violation
from . import actions
from .state import State, Step

ONLY_WHEN_ASKED: dict[type, Violation] = {
    actions.Name: Violation("DR-S2.3-3", "moment.name"),
    actions.Gain: Violation("DR-S4-1", "moment.gain", ("DR-G-6",)),
    actions.Raise: Violation("DR-S5.3-11", "moment.raise", ("DR-S4-6",)),
    actions.Lower: Violation("DR-S5.3-14", "moment.lower"),
    actions.Take: Violation("DR-S5.3-7", "moment.take", ("DR-S1-2",)),
    actions.PutBack: Violation("DR-S5.3-4", "moment.put_back"),
    actions.Discard: Violation("DR-S5.3-16", "moment.discard", ("DR-S1-4",)),
    actions.Keep: Violation("DR-B-2", "moment.keep"),
    actions.Pursue: Violation("DR-S3.2-1", "moment.pursue"),
    actions.GoOn: Violation("DR-G-8", "moment.go_on"),
}


IN_ORDER = Violation("DR-P4-4", "moment.in_order", ("DR-P4-5",))
TOO_EARLY = frozenset(
    {"moment.preparations", "moment.in_order", "moment.human_first", "moment.before_draw", "moment.skill"}
    | {"moment.level_up"}
)
"""What is said only because the step has not come. Where it has gone by, it does not change any more."""
BETWEEN_ROUNDS = (Step.ROUND_END, Step.HAND_RESET, Step.BOSS_APPEARS)


def misplaced(state: State, seat: int, act: Act) -> Violation:
    """The clause that forbids this action at this moment."""
    if state.step == Step.OVER:
        return Violation("DR-W-5", "moment.over")
    if state.step in (Step.PARTY, Step.PARTNER):
        return before_turn_1(state, act)
    if isinstance(act, actions.Pick | actions.TakeParty | actions.TakePartner):
        return Violation("DR-P4-14", "moment.complete", ("DR-P4-15",))
    if type(act) in ONLY_WHEN_ASKED:
        return ONLY_WHEN_ASKED[type(act)]
    if state.step in BETWEEN_ROUNDS:
        return Violation("DR-B-1", "moment.between_rounds", ("DR-R-10",))
    if seat != state.active:
        return Violation("DR-G-8", "moment.not_active")
    return out_of_step(state, act)


def before_turn_1(state: State, act: Act) -> Violation:
    """The parties are being formed."""
    if isinstance(act, actions.Pick | actions.TakeParty | actions.Pass):
        if state.partner_mode:
            return Violation("DR-P4S-2", "moment.human_alone")
        return IN_ORDER
    if isinstance(act, actions.TakePartner):
        if state.partner_mode:
            return Violation("DR-P4S-3", "moment.human_first")
        return Violation("DR-P4S-7", "party.solo_multi")
    return Violation("DR-O-3", "moment.preparations")


def out_of_step(state: State, act: Act) -> Violation:
    """The turn player acts in another step than this one."""
    if isinstance(act, actions.Play):
        if state.played:
            return Violation("DR-S2-1", "moment.one_play")
        if state.step < Step.PLAY:
            return Violation("DR-G-6", "moment.before_draw")
        return Violation("DR-S2.7-12", "moment.passed", ("DR-G-6",))
    if isinstance(act, actions.Pass):
        return Violation("DR-S2.7-12", "moment.no_pass", ("DR-G-6",))
    if isinstance(act, actions.Swap):
        return Violation("DR-S2.7-6", "moment.swap", ("DR-S2.7-8",))
    assert isinstance(act, actions.Use | actions.LevelUp), "all other actions have been told of"
    return too_soon_or_late(state, act)


def too_soon_or_late(state: State, act: actions.Use | actions.LevelUp) -> Violation:
    """Skills and level-ups outside the action step."""
    if not state.played and state.step >= Step.PLAY:
        return Violation("DR-S2.7-10", "moment.no_play", ("DR-G-6",))
    if isinstance(act, actions.LevelUp):
        return Violation("DR-S5.5-10", "moment.level_up", ("DR-G-6",))
    return Violation("DR-S5.2-2", "moment.skill", ("DR-G-6",))
