"""◇ゲームの流れ: the turn with its five phases and nine steps, 1.0 開始フェイズ and 5.0 終了フェイズ."""

from ...kernel.decisions import Flow
from . import events
from .actions import DRAW, END_TURN, Draw, EndTurn
from .combat import attack_step, combat_end_step, transparent_attack_step
from .main_phase import strategy_step, territory_step
from .spells import removal_step, strengthening_step
from .state import Step, Until
from .steps import CompulsoryStep, StepAsk
from .table import WarsTable, other
from .victory import check_deck_out


def turns(table: WarsTable) -> Flow[None]:
    """The players take turns until the game is decided, nine steps in this order [W3-1.0-1] [W3-1.0-2]."""
    while True:
        begin_turn(table)
        # 1.0 開始フェイズ
        yield from draw_step(table)
        # 2.0 呪文フェイズ
        yield from removal_step(table)
        yield from strengthening_step(table)
        # 3.0 戦闘フェイズ
        yield from transparent_attack_step(table)
        yield from attack_step(table)
        yield from combat_end_step(table)
        # 4.0 メインフェイズ
        yield from territory_step(table)
        yield from strategy_step(table)
        # 5.0 終了フェイズ
        yield from turn_end_step(table)
        table.state.active = other(table.state.active)


def begin_turn(table: WarsTable) -> None:
    """The marker has passed [W3-1.0-5]."""
    table.state.turn += 1
    table.events.append(events.TurnBegan(turn=table.state.turn, seat=table.state.active, clause="W3-1.0-1"))


def draw_step(table: WarsTable) -> Flow[None]:
    """1.1 ドローステップ: exactly one card, on turn 1 too [W3-1.1-1] [W3-1.1-2]."""
    yield DRAW_STEP.of(table)
    table.draw(table.state.active, "W3-1.1-1")


def turn_end_step(table: WarsTable) -> Flow[None]:
    """5.1 手番終了ステップ: the end is announced, what lasts to it stops [W3-5.1-1] [W3-5.1-3]."""
    yield TURN_END_STEP.of(table)
    table.events.append(events.TurnEnded(turn=table.state.turn, clause="W3-5.1-1"))
    for side in table.state.sides:
        side.territory_bonus = 0
        side.activated = []
        for unit in side.units:
            if unit.boosts:
                unit.boosts = [b for b in unit.boosts if b.until != Until.TURN_END]
    check_deck_out(table)


class DrawDecision(CompulsoryStep):
    """The draw is compulsory [W3-1.1-1]."""

    ask = "draw"
    clause = "W3-1.1-1"
    takes = (Draw,)
    default = DRAW


class TurnEndDecision(CompulsoryStep):
    """The end of the turn is announced [W3-5.1-1]."""

    ask = "turn_end"
    clause = "W3-5.1-1"
    takes = (EndTurn,)
    default = END_TURN


DRAW_STEP = StepAsk(Step.DRAW, DrawDecision)
TURN_END_STEP = StepAsk(Step.TURN_END, TurnEndDecision)
