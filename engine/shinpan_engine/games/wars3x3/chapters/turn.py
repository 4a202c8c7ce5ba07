"""◇ゲームの流れ: the turn with its five phases and nine steps, 1.0 開始フェイズ and 5.0 終了フェイズ."""

from collections.abc import Mapping

from ....kernel.play.choices import Compulsory
from ....kernel.play.decisions import Decision, Flow, seated
from ..table import events
from ..table.actions import DRAW, END_TURN, Draw, EndTurn, Pass
from ..table.options import HasteWindow
from ..table.state import Step, Until
from ..table.table import SEATS, WarsTable, other
from .combat import ATTACK_STEP, COMBAT_END_STEP, TRANSPARENT_ATTACK_STEP
from .haste import HASTE_STEP, HasteMoment
from .magic.grand import GrandMagicDecision
from .main_phase import STRATEGY_STEP, TERRITORY_STEP
from .spells import REMOVAL_STEP, STRENGTHENING_STEP
from .steps import TurnStep
from .victory import check_deck_out


def turns(table: WarsTable) -> Flow[None]:
    """The players take turns until the game is decided, in each the steps in their order [W3-1.0-1] [W3-1.0-2]."""
    state, steps = table.state, steps_of(table)
    while True:
        begin_turn(table)
        seat = state.active
        for step in steps:
            act = None
            # After a magic it is looked again whether anything is left to do.
            while act is None and (step.due is None or step.due(table)):
                state.step = step.number
                act = yield step.asks[seat]
            if act is not None and type(act) is not Pass:
                yield from step.deed(table, act) or ()
        # The marker passes after every turn [W3-E-12], and who holds it is the active player [W3-0.1-3].
        state.active = other(seat)


def steps_of(table: WarsTable) -> tuple[TurnStep, ...]:
    """The steps of a mode, and of an option [W3-S1.6-4]: all take them from the one sequence, with the same magic
    before each [W3-B2-12]."""
    if not table.wizards:
        return PLAIN_STEPS
    early = table.setup.haste_window == HasteWindow.ANY_TIME_BEFORE_COMBAT
    return HASTY_WIZARD_STEPS if early else WIZARD_STEPS


def begin_turn(table: WarsTable) -> None:
    """The marker has passed [W3-1.0-5]."""
    table.state.turn += 1
    table.events.append(events.TurnBegan(turn=table.state.turn, seat=table.state.active, clause="W3-1.0-1"))


def draw_step(table: WarsTable, _: Draw) -> None:
    """1.1 ドローステップ: exactly one card, on turn 1 too [W3-1.1-1] [W3-1.1-2], however many are in hand
    [W3-1.1-3]."""
    table.draw(table.state.active, "W3-1.1-1")


def turn_end_step(table: WarsTable, _: EndTurn) -> None:
    """5.1 手番終了ステップ: the end is announced, what lasts to it stops [W3-5.1-1] [W3-5.1-3]. Nobody is asked for
    more, and no hand is counted [W3-5.1-2]."""
    table.events.append(events.TurnEnded(turn=table.state.turn, clause="W3-5.1-1"))
    for side in table.state.sides:
        side.this_turn = None
        for unit in side.units:
            if unit.boosts:
                unit.boosts = [b for b in unit.boosts if b.until != Until.TURN_END]
    table.state.strategy_taken = False
    check_deck_out(table)


def strategy_left(table: WarsTable) -> bool:
    """Whether the strategy step of this turn is still to come [W3-S1.6-3]."""
    return not table.state.strategy_taken


class DrawDecision(Compulsory):
    """The draw is compulsory [W3-1.1-1]."""

    ask = "draw"
    clause = "W3-1.1-1"
    takes = (Draw,)
    default = DRAW


class TurnEndDecision(Compulsory):
    """The end of the turn is announced [W3-5.1-1]."""

    ask = "turn_end"
    clause = "W3-5.1-1"
    takes = (EndTurn,)
    default = END_TURN


DRAW_STEP = TurnStep(Step.DRAW, DrawDecision, draw_step)
TURN_END_STEP = TurnStep(Step.TURN_END, TurnEndDecision, turn_end_step)
STEPS = (
    # 1.0 開始フェイズ
    DRAW_STEP,
    # 2.0 呪文フェイズ
    REMOVAL_STEP,
    STRENGTHENING_STEP,
    # 速攻: the strategy step before the combat
    HASTE_STEP,
    # 3.0 戦闘フェイズ
    TRANSPARENT_ATTACK_STEP,
    ATTACK_STEP,
    COMBAT_END_STEP,
    # 4.0 メインフェイズ
    TERRITORY_STEP,
    STRATEGY_STEP,
    # 5.0 終了フェイズ
    TURN_END_STEP,
)
"""The nine steps in their order [W3-1.0-2], and where 速攻 can move the strategy step to [W3-S1.6-1], but never the
territory step [W3-S1.6-2]. 打消 is none of them: it happens inside 2.1 and 2.2 [W3-1.0-3]."""
PLAIN_STEPS = tuple(step for step in STEPS if step is not HASTE_STEP)

Besides = Mapping[int, tuple[Decision, ...]]
"""What may come before a step, by active player."""


def wizard_steps(early: Besides, grand: Besides) -> tuple[TurnStep, ...]:
    """All of them with grand magic [W3-A2-3]; `early` is what may come up to 2.2. A strategy step that was moved does
    not come again [W3-S1.6-3]."""
    before_combat = (DRAW_STEP, REMOVAL_STEP, STRENGTHENING_STEP)
    return tuple(
        step.with_more(early if step in before_combat else grand, strategy_left if step is STRATEGY_STEP else None)
        for step in STEPS
    )


_GRAND = {seat: (seated(GrandMagicDecision, seat), seated(GrandMagicDecision, other(seat))) for seat in SEATS}
_EARLY = {seat: (*_GRAND[seat], seated(HasteMoment, seat)) for seat in SEATS}
WIZARD_STEPS, HASTY_WIZARD_STEPS = wizard_steps(_GRAND, _GRAND), wizard_steps(_EARLY, _GRAND)
