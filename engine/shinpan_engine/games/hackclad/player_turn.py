"""8-4-3 手番プレイヤーが実行できるアクション: a player's turn from its beginning to its end."""

from collections.abc import Iterator
from typing import ClassVar

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Ask, Decision, Flow
from . import actions_paid, events, skill_use
from .actions import CRACK, END_TURN, Activate, Basic, Crack, Declare, EndTurn, Spend, Use
from .field import re_entry
from .state import Modified
from .table import SEATS, HackcladTable


def player_turn(table: HackcladTable, seat: int) -> Flow[None]:
    """The turn card goes down to the waiting slot below [HC-8.4-2], the witch comes back if she stands on it
    [HC-8.4-3]; then as many actions as the player wants, in any order [HC-8.4.3-1] [HC-8.4.3-2]."""
    side, ask = table.side[seat], TURN[seat]
    slot, side.turn_slot = side.turn_slot, 0
    side.waiting_slot = 5 - slot
    if table.solo:
        # 変更点④: a marker on the slot just left [HC-13.1-6].
        table.state.markers = sorted([*table.state.markers, slot])
    if not side.square:
        yield from re_entry(table, seat)
    table.events.append(events.TurnBegan(seat=seat, clause="HC-8.4-2"))
    while type(act := (yield ask)) is not EndTurn:
        # An action is carried out to its end before the next [HC-8.4.3.A-13].
        flow = deed(table, seat, act)
        if flow is not None:
            yield from flow
        if side.modifiers and table.barred(seat, Modified.TURN_OVER):
            return


def deed(table: HackcladTable, seat: int, act: Act) -> Flow[None] | None:
    """One action of the turn."""
    if type(act) is Use:
        return skill_use.use(table, seat, act)
    if type(act) is Basic:
        return actions_paid.basic(table, seat, act)
    if type(act) is Spend:
        return actions_paid.spend(table, seat, act)
    if type(act) is Crack:
        return actions_paid.crack(table, seat)
    if type(act) is Activate:
        return actions_paid.activate(table, seat, act)
    skill_use.declare(table, seat, act)
    return None


class TurnDecision(Decision):
    """Any action of the turn, or its end [HC-8.4.3-1] [HC-8.4.3-4]."""

    ask = "turn"
    clause = "HC-8.4.3-1"
    takes: ClassVar[tuple[type, ...]] = (EndTurn, Use, Basic, Spend, Crack, Activate, Declare)
    default = END_TURN

    def judge(self, table: HackcladTable, act: Act) -> Violation | None:
        if type(act) is Use:
            return skill_use.judge_use(table, self.seat, act)
        if type(act) is Basic:
            return actions_paid.judge_basic(table, self.seat, act)
        if type(act) is Spend:
            return actions_paid.judge_spend(table, self.seat, act)
        if type(act) is Crack:
            return actions_paid.judge_crack(table, self.seat)
        if type(act) is Activate:
            return actions_paid.judge_activate(table, self.seat, act)
        if type(act) is Declare:
            return skill_use.judge_declare(table, self.seat, act)
        return None

    def options(self, table: HackcladTable) -> Iterator[Act]:
        yield END_TURN
        for card in table.side[self.seat].hand:
            yield from skill_use.uses(table, self.seat, card)
        yield from actions_paid.basics(table, self.seat)
        yield from actions_paid.spends(table, self.seat)
        if actions_paid.judge_crack(table, self.seat) is None:
            yield CRACK
        yield from actions_paid.activates(table, self.seat)
        yield from skill_use.declares(table, self.seat)


TURN = {seat: Ask((TurnDecision(seat),)) for seat in SEATS}
