"""5:ゲームの進行: the turn with its phases, ターン開始フェイズ and ターン終了フェイズ [AN-5.0] [AN-5.1] [AN-5.7]."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ....kernel.play.decisions import Flow
from ..cards.in_force import note_due
from ..table import events
from ..table.state import Step, Strike
from ..table.table import SEATS, AnoareTable
from . import activation, cooldown, hit_open, level_up, payment, result, selection
from .boundary import boundary, waits
from .due import settle


def turns(table: AnoareTable) -> Flow[None]:
    """Turn after turn, each with all its steps in their order, until a player has lost [AN-5.0-1] [AN-5.0-4]
    [AN-5.0-13]."""
    state = table.state
    for seat in SEATS:
        table.relaid(seat)  # the ability of level 1 is in force from the first turn on [AN-6.1-6]
    while True:
        begin_turn(table)
        for step in STEPS:
            state.step = step.number
            if waits(table) and not (step.asked is not None and step.asked(table)):
                yield from boundary(table)
            flow = step.deed(table)
            if flow is not None:
                yield from flow


def begin_turn(table: AnoareTable) -> None:
    """The next turn comes [AN-5.0-13]."""
    table.state.turn += 1
    table.events.append(events.TurnBegan(turn=table.state.turn, clause="AN-5.0-13"))


def reset_distance(table: AnoareTable) -> None:
    """ターン開始 1: the distance is 0 [AN-5.1-1], whatever moved it before, a fragment of this turn included
    [AN-2.3-9]."""
    if table.state.distance:
        table.shift(-table.state.distance, "AN-5.1-1")


def remove_stored(table: AnoareTable) -> None:
    """ターン開始 2: all stored damage goes, and with it a tie [AN-6.5-15]; life stays [AN-5.1-6] [AN-5.1-7]."""
    for seat in SEATS:
        side = table.side[seat]
        if side.stored:
            table.events.append(events.StoredRemoved(amount=side.stored, seat=seat, clause="AN-5.1-6"))
            side.stored = 0


def start_effects(table: AnoareTable) -> Flow[None] | None:
    """ターン開始 3: what is due at the start of the turn, to its end [AN-5.1-8] [AN-5.1-9]. It comes after removal
    and reset: damage from here stays stored [AN-5.1-10], and the distance stands [AN-5.1-11]."""
    for seat in SEATS:
        note_due(table, seat, "turn_start")
    return settle(table, quiet=True) if table.state.waiting else None


def damage_effects(table: AnoareTable) -> Flow[None] | None:
    """What the skill damage triggered, before the skills move [AN-5.5d-9]."""
    return settle(table, quiet=True) if table.state.waiting else None


def end_turn(table: AnoareTable) -> Flow[None]:
    """ターン終了 2: effects due at the end may make another level-up due [AN-5.7-5]; then the turn ends, and with it
    what lasts to its end [AN-5.7-2] [AN-5.7-3]."""
    for seat in SEATS:
        note_due(table, seat, "turn_end")
    yield from settle(table, quiet=True)
    yield from level_up.level_ups(table)
    close_turn(table)


def close_turn(table: AnoareTable) -> None:
    """What belongs to the turn stops [AN-5.4b-9] [AN-5.4b-12] [AN-5.5c-21]; what is stored stays for now [AN-5.7-6]."""
    turn = table.state.turn
    for side in table.state.sides:
        side.fell = side.idle = False
        side.strike = Strike.NONE
        if side.used:
            side.used = []
        if side.modifiers:
            side.modifiers = [modifier for modifier in side.modifiers if modifier.until == 0 or modifier.until > turn]
    table.events.append(events.TurnEnded(turn=turn, clause="AN-5.7-2"))


@dataclass
class TurnStep:
    """A step of the turn: what it does, at once or as a flow, and whether that begins with a question to a player."""

    number: Step
    deed: Callable[[AnoareTable], Flow[None] | None]
    asked: Callable[[AnoareTable], Any] | None = None


STEPS = (
    # ターン開始フェイズ
    TurnStep(Step.DISTANCE_RESET, reset_distance),
    TurnStep(Step.STORED_REMOVAL, remove_stored),
    TurnStep(Step.START_EFFECTS, start_effects),
    # 行動選択フェイズ
    TurnStep(Step.SELECTION, selection.select, selection.selecting),
    # 開示フェイズ
    TurnStep(Step.REVEAL, selection.reveal),
    # コスト支払いフェイズ
    TurnStep(Step.COST, payment.pay_costs, payment.asked),
    TurnStep(Step.ACTIVATION, activation.activation, lambda _: True),
    # 行動結果フェイズ, its step 1 in four [AN-5.5-1]
    TurnStep(Step.ATTACK, result.work_out_attacks),
    TurnStep(Step.DISTANCE, result.work_out_distance),
    TurnStep(Step.CRITICAL, result.judge_criticals),
    TurnStep(Step.DAMAGE, result.deal_skill_damage),
    TurnStep(Step.DAMAGE_EFFECTS, damage_effects),
    TurnStep(Step.MOVE, hit_open.move),
    TurnStep(Step.HIT_OPEN, hit_open.hit_open, hit_open.asked),
    # クールダウンフェイズ
    TurnStep(Step.COOLDOWN, cooldown.regular, cooldown.asked),
    TurnStep(Step.EVASION, cooldown.extra, cooldown.evaders),
    # ターン終了フェイズ
    TurnStep(Step.LEVEL_UP, level_up.due_level_ups, level_up.rising),
    TurnStep(Step.TURN_END, end_turn),
)
"""The seven phases with their steps, in printed order [AN-5.0-1] [AN-5.0-3]. None is one player's: each deed sees to
both [AN-5.0-2]."""
