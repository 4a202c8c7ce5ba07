"""Why an action that nobody asked for is not allowed now: the clause for every wrong moment."""

from collections.abc import Mapping
from typing import NamedTuple

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
    Step.DRAW: Violation("W3-1.1-1", "first the card of the turn must be drawn", ("W3-1.0-4",)),
    Step.TRANSPARENT_ATTACK: Violation("W3-3.0-1", "first the transparent attack must be made", ("W3-1.0-4",)),
    Step.ATTACK: Violation("W3-3.0-1", "first the attack must be made", ("W3-1.0-4",)),
    Step.COMBAT_END: Violation("W3-3.3-4", "first the combat must be ended", ("W3-1.0-4",)),
    Step.TURN_END: Violation("W3-1.0-4", "the end of the turn must be announced", ("W3-5.1-1",)),
}
"""Steps that may not be skipped."""


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
        Violation("W3-B1-12", "there is no mulligan in this mode"),
        Violation("W3-B1-13", "first both players fix their territory and magic"),
        Violation("W3-B1-13", "the set-up is over"),
        {
            StartTerritory: Violation("W3-B1-8", "three territories are placed, once"),
            KeepMagic: Violation("W3-B1-10", "one magic is kept, once, after the territories are placed"),
        },
    ),
    "intermediate": SetUpLaw(
        Violation("W3-I1-10", "a mulligan is declared before the own opening hand is fixed"),
        Violation("W3-I1-20", "first both players fix their hand and magics"),
        Violation("W3-I1-20", "hand and magics were fixed before turn 1"),
        {
            StartTerritory: Violation("W3-I1-19", "nobody has territory at the start in this mode"),
            KeepMagic: Violation("W3-I1-5", "three magics are kept, once"),
            KeepHand: Violation("W3-I1-6", "the opening hand is fixed once"),
        },
    ),
    "advanced": SetUpLaw(
        Violation("W3-I1-10", "a mulligan is declared before the own opening hand is fixed"),
        Violation("W3-I1-20", "first both players fix their hand and magics"),
        Violation("W3-I1-20", "hand and magics were fixed before turn 1"),
        {
            StartTerritory: Violation("W3-I1-19", "nobody has territory at the start in this mode"),
            KeepMagic: Violation("W3-A0-5", "three magics are kept, once"),
            KeepHand: Violation("W3-A0-6", "the opening hand is fixed once"),
        },
        grand=True,
    ),
    "sevenmage": SetUpLaw(
        Violation("W3-V-5", "there is no mulligan in this mode"),
        Violation("W3-I1-20", "first both players fix their hand and magics"),
        Violation("W3-I1-20", "hand and magics were fixed before turn 1"),
        {
            StartTerritory: Violation("W3-I1-19", "nobody has territory at the start in this mode"),
            KeepMagic: Violation("W3-V-6", "the magics come once both hands are chosen, and three are kept, once"),
            KeepHand: Violation("W3-V-4", "one of the two hands is kept, once"),
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
        return Violation("W3-0.2-11", "the game is over")
    if isinstance(act, GrandMagic) and not set_up.grand:
        return Violation("W3-B2-9", "there is no grand magic in this mode")
    if isinstance(act, Mulligan):
        return set_up.mulligan
    if state.step == Step.SETUP:
        return set_up.choices.get(type(act), set_up.running)
    if isinstance(act, SETUP_ACTS):
        return set_up.over
    if state.frames:
        return Violation("W3-M0-6", "a text is being resolved, and nothing comes in between")
    if isinstance(act, TEXT_ACTS):
        return Violation("W3-M4-5", "no text asks for a choice now")
    if state.chains:
        return in_a_chain(state, act)
    if seat != state.active:
        return not_in_turn(act)
    return wrong_step(state, act, countered)


def in_a_chain(state: State, act: Act) -> Violation:
    """Spells lie open and wait for the answer of one player, or all answered for a last negation."""
    if isinstance(act, Magic):
        return Violation("W3-M0-5", "magic is not activated inside a chain of counters")
    if isinstance(act, GrandMagic):
        return Violation(
            "W3-G-1", "inside a chain of counters only the opponent may negate a strengthening", compares=True
        )
    if isinstance(act, Counter):
        if all(chain.closed for chain in state.chains):
            return Violation("W3-2.3-8", "every chain has ended: who was to answer has passed", ("W3-2.3-19",))
        return Violation("W3-2.3-1", "only the opponent of the last spell may answer it", ("W3-2.3-7",))
    return Violation("W3-2.0-14", "spells lie open: first every chain is answered or passed on")


def not_in_turn(act: Act) -> Violation:
    """It is the other player's turn."""
    if isinstance(act, Magic):
        return Violation("W3-M0-3", "magic is activated in one's own turn only")
    if isinstance(act, Counter):
        return Violation("W3-2.3-5", "no spell lies open that could be countered", ("W3-2.0-3",))
    if isinstance(act, Remove | Strengthen):
        return Violation("W3-2.0-8", "the player whose turn it is declares removal and strengthening")
    return Violation("W3-1.0-6", "it is the other player's turn", ("W3-1.0-1",))


def wrong_step(state: State, act: Act, countered: bool) -> Violation:
    """The own turn, but not the step for it."""
    if isinstance(act, Counter):
        return Violation("W3-2.3-1", "there is nothing of the opponent's to counter", ("W3-2.3-5", "W3-2.0-3"))
    if isinstance(act, Pass):
        return COMPULSORY[state.step]
    if isinstance(act, Attack):
        return no_attack(state)
    if state.strategy_taken and isinstance(act, Deploy | Redeploy):
        return Violation("W3-S1.6-3", "the strategy step of this turn was moved before the combat", ("W3-4.2-1",))
    if STEP_OF[type(act)] > state.step:
        return COMPULSORY.get(
            state.step, Violation("W3-1.0-2", "the steps come in their order; this one is not yet passed")
        )
    return too_late(state, act, countered)


def no_attack(state: State) -> Violation:
    """An attack before or after its step, a second one such as turn 8 of the replay prints [W3-E-06], or one without a
    unit to make it."""
    if state.step == Step.DRAW:
        return COMPULSORY[Step.DRAW]
    if state.step == Step.COMBAT_END:
        if state.sides[state.active - 1].units:
            return Violation("W3-3.0-6", "all units that are able to attack have done so", ("W3-1.0-2",))
        return Violation("W3-3.0-2", "there is no unit to attack with", ("W3-3.0-6",))
    fresh = ("W3-4.2-15",) if state.step == Step.TURN_END else ()
    return Violation("W3-1.0-2", "the attack has its own steps, 3.1 and 3.2", fresh)


def too_late(state: State, act: Act, countered: bool) -> Violation:
    """The step for it is over."""
    if isinstance(act, Draw):
        return Violation("W3-1.1-1", "exactly one card is drawn in a turn")
    if isinstance(act, Remove) and state.step == Step.STRENGTHENING:
        after = ("W3-Q-07", "W3-Q-08") if countered else ()
        return Violation("W3-2.0-7", "all removals are declared together, and that is done", (*after, "W3-1.0-2"))
    if isinstance(act, Strengthen) and state.step == Step.STRENGTHENING:
        return Violation("W3-2.0-7", "all strengthenings are declared together, and that is done", ("W3-Q-17",))
    if isinstance(act, Remove | Strengthen):
        return Violation("W3-2.0-3", "spells are used in the spell phase, and that is over", ("W3-2.0-7", "W3-1.0-2"))
    if isinstance(act, Lay):
        if state.step == Step.STRATEGY:
            return Violation("W3-4.1-1", "territory is laid once in a turn, in its step, and that is over")
        return Violation("W3-4.1-9", "no territory is laid after the strategy step")
    if isinstance(act, Deploy | Redeploy):
        return Violation("W3-4.2-1", "a unit is deployed or redeployed once in a turn")
    return Violation("W3-1.0-2", "this step of the turn is over")
