"""Why an action that nobody asked for is not allowed now: the clause for every wrong moment."""

from collections.abc import Mapping
from typing import NamedTuple

from ....kernel.messages import Step as PrintedStep
from ....kernel.play.decisions import Act
from ....kernel.play.violations import Violation
from .actions import (
    Attack,
    Choose,
    Copy,
    Counter,
    Deploy,
    Draw,
    EndCombat,
    EndTurn,
    Exchange,
    GainMana,
    GrandMagic,
    Heal,
    KeepHand,
    KeepMagic,
    Lay,
    Magic,
    Mulligan,
    Pass,
    Redeploy,
    Remove,
    Reveal,
    StartTerritory,
    Strengthen,
    TakeBack,
    UseTrait,
)
from .state import State, Step

SETUP_ACTS = (StartTerritory, KeepMagic, KeepHand)
TEXT_ACTS = (Choose, Reveal, UseTrait, TakeBack, Heal, Exchange, Copy, GainMana)
"""What a text asks while it resolves."""
STEP_OF: dict[type, Step] = {
    Draw: Step.DRAW,
    Remove: Step.REMOVAL,
    Strengthen: Step.STRENGTHENING,
    EndCombat: Step.COMBAT_END,
    Lay: Step.TERRITORY,
    Deploy: Step.STRATEGY,
    Redeploy: Step.STRATEGY,
    EndTurn: Step.TURN_END,
}
COMPULSORY = {
    Step.DRAW: Violation("W3-1.1-1", "first.draw", ("W3-1.0-4",)),
    Step.TRANSPARENT_ATTACK: Violation("W3-3.0-1", "first.transparent_attack", ("W3-1.0-4",)),
    Step.ATTACK: Violation("W3-3.0-1", "first.attack", ("W3-1.0-4",)),
    Step.COMBAT_END: Violation("W3-3.3-4", "first.end_combat", ("W3-1.0-4",)),
    Step.TURN_END: Violation("W3-1.0-4", "first.end_turn", ("W3-5.1-1",)),
}
"""Steps that may not be skipped."""
TOO_EARLY = frozenset(
    {
        "first.draw", "first.transparent_attack", "first.attack", "first.end_combat", "moment.too_early",
        "moment.attack_steps", "first.territory_and_magic", "first.hand_and_magics",
    }
)  # fmt: skip
"""What is said only because the step has not come. Where it has gone by, it does not change any more."""


class SetUpLaw(NamedTuple):
    """What a mode says to the actions of the set-up at a wrong moment."""

    mulligan: Violation
    running: Violation
    """To all that is not asked for before turn 1."""
    over: Violation
    choices: Mapping[type, Violation]
    """Before turn 1, to choices of the set-up that the seat does not have, or not any more."""
    grand: bool = False
    """Whether there is grand magic."""


SET_UP = {
    "beginner": SetUpLaw(
        Violation("W3-B1-12", "mulligan.none_in_mode"),
        Violation("W3-B1-13", "first.territory_and_magic"),
        Violation("W3-B1-13", "setup.over"),
        {
            StartTerritory: Violation("W3-B1-8", "setup.territories_once"),
            KeepMagic: Violation("W3-B1-10", "setup.one_magic"),
        },
    ),
    "intermediate": SetUpLaw(
        Violation("W3-I1-10", "mulligan.too_late"),
        Violation("W3-I1-20", "first.hand_and_magics"),
        Violation("W3-I1-20", "setup.fixed"),
        {
            StartTerritory: Violation("W3-I1-19", "setup.no_territory"),
            KeepMagic: Violation("W3-I1-5", "setup.magics_once"),
            KeepHand: Violation("W3-I1-6", "setup.hand_once"),
        },
    ),
    "advanced": SetUpLaw(
        Violation("W3-I1-10", "mulligan.too_late"),
        Violation("W3-I1-20", "first.hand_and_magics"),
        Violation("W3-I1-20", "setup.fixed"),
        {
            StartTerritory: Violation("W3-I1-19", "setup.no_territory"),
            KeepMagic: Violation("W3-A0-5", "setup.magics_once"),
            KeepHand: Violation("W3-A0-6", "setup.hand_once"),
        },
        grand=True,
    ),
    "sevenmage": SetUpLaw(
        Violation("W3-V-5", "mulligan.none_in_mode"),
        Violation("W3-I1-20", "first.hand_and_magics"),
        Violation("W3-I1-20", "setup.fixed"),
        {
            StartTerritory: Violation("W3-I1-19", "setup.no_territory"),
            KeepMagic: Violation("W3-V-6", "setup.magics_after_hands"),
            KeepHand: Violation("W3-V-4", "setup.one_hand"),
        },
        grand=True,
    ),
}
"""For each mode."""


def misplaced(state: State, seat: int, act: Act, mode: str, countered: bool = False) -> Violation:
    """The clause that forbids this action to this seat at this moment. `countered` says that a removal of this turn
    was."""
    set_up = SET_UP[mode]
    if state.step == Step.OVER:
        return Violation("W3-0.2-11", "moment.over")
    if isinstance(act, GrandMagic) and not set_up.grand:
        return Violation("W3-B2-9", "grand.none_in_mode")
    if isinstance(act, Mulligan):
        return set_up.mulligan
    if state.step == Step.SETUP:
        return set_up.choices.get(type(act), set_up.running)
    if isinstance(act, SETUP_ACTS):
        return set_up.over
    if state.frames:
        return Violation("W3-M0-6", "choice.text_resolving")
    if isinstance(act, TEXT_ACTS):
        return Violation("W3-M4-5", "choice.no_text")
    if state.chains:
        return in_a_chain(state, act)
    if seat != state.active:
        return not_in_turn(act)
    return wrong_step(state, act, countered)


def in_a_chain(state: State, act: Act) -> Violation:
    """Spells lie open and wait for the answer of one player, or all answered for a last negation."""
    if isinstance(act, Magic):
        return Violation("W3-M0-5", "magic.in_chain")
    if isinstance(act, GrandMagic):
        return Violation("W3-G-1", "grand.only_negation", compares=True)
    if isinstance(act, Counter):
        if all(chain.closed for chain in state.chains):
            return Violation("W3-2.3-8", "counter.all_ended", ("W3-2.3-19",))
        return Violation("W3-2.3-1", "counter.own", ("W3-2.3-7",))
    return Violation("W3-2.0-14", "counter.answer_first")


def not_in_turn(act: Act) -> Violation:
    """It is the other player's turn."""
    if isinstance(act, Magic):
        return Violation("W3-M0-3", "magic.other_turn")
    if isinstance(act, Counter):
        return Violation("W3-2.3-5", "counter.no_spell", ("W3-2.0-3",))
    if isinstance(act, Remove | Strengthen):
        return Violation("W3-2.0-8", "moment.spells_in_turn")
    return Violation("W3-1.0-6", "moment.other_turn", ("W3-1.0-1",))


def wrong_step(state: State, act: Act, countered: bool) -> Violation:
    """The own turn, but not the step for it."""
    if isinstance(act, Counter):
        return Violation("W3-2.3-1", "counter.nothing", ("W3-2.3-5", "W3-2.0-3"))
    if isinstance(act, Pass):
        return COMPULSORY[state.step]
    if isinstance(act, Attack):
        return no_attack(state)
    if state.strategy_taken and isinstance(act, Deploy | Redeploy):
        return Violation("W3-S1.6-3", "strategy.moved", ("W3-4.2-1",))
    if STEP_OF[type(act)] > state.step:
        return COMPULSORY.get(state.step, Violation("W3-1.0-2", "moment.too_early"))
    return too_late(state, act, countered)


def no_attack(state: State) -> Violation:
    """An attack before or after its step, a second one such as turn 8 of the replay prints [W3-E-06], or one without a
    unit to make it."""
    if state.step == Step.DRAW:
        return COMPULSORY[Step.DRAW]
    if state.step == Step.COMBAT_END:
        if state.sides[state.active - 1].units:
            return Violation("W3-3.0-6", "moment.all_attacked", ("W3-1.0-2",))
        return Violation("W3-3.0-2", "moment.no_attacker", ("W3-3.0-6",))
    fresh = ("W3-4.2-15",) if state.step == Step.TURN_END else ()
    return Violation("W3-1.0-2", "moment.attack_steps", fresh, first=PrintedStep("3.1"), second=PrintedStep("3.2"))


def too_late(state: State, act: Act, countered: bool) -> Violation:
    """The step for it is over."""
    if isinstance(act, Draw):
        return Violation("W3-1.1-1", "moment.one_draw")
    if isinstance(act, Remove) and state.step == Step.STRENGTHENING:
        after = ("W3-Q-07", "W3-Q-08") if countered else ()
        return Violation("W3-2.0-7", "moment.removals_done", (*after, "W3-1.0-2"))
    if isinstance(act, Strengthen) and state.step == Step.STRENGTHENING:
        return Violation("W3-2.0-7", "moment.strengthenings_done", ("W3-Q-17",))
    if isinstance(act, Remove | Strengthen):
        return Violation("W3-2.0-3", "moment.spells_over", ("W3-2.0-7", "W3-1.0-2"))
    if isinstance(act, Lay):
        if state.step == Step.STRATEGY:
            return Violation("W3-4.1-1", "territory.once")
        return Violation("W3-4.1-9", "territory.too_late")
    if isinstance(act, Deploy | Redeploy):
        return Violation("W3-4.2-1", "moment.one_deployment")
    return Violation("W3-1.0-2", "moment.too_late")
