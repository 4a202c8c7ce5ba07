"""8-4-5 キャラクター固有ルール「操甲」: ツチグモ on the crossings of the grid."""

from bisect import insort
from collections.abc import Mapping

from ....kernel.play.choices import chosen
from ....kernel.play.decisions import Flow, ask
from ..cards.choices import DeployDecision, GatherDecision, ShiftDecision, WithdrawDecision, shifts
from ..cards.effects import Deed, hit_one
from ..cards.texts import GatherStones, MoveToken, PutToken, Shoot, WithdrawAndDraw
from ..table import events
from ..table.actions import Pass
from ..table.state import Frame, Modified
from ..table.table import HackcladTable
from .rebuild import draw_one


def deploy(table: HackcladTable, seat: int, _: Frame, __: PutToken) -> Flow[None]:
    """《操甲-配備》: skipped with all on the field [HC-8.4.5-5] [HC-8.4.5-6], with no free corner [HC-8.4.5-4],
    or off the field."""
    # The board says how many there are; those not listed on the side are off the field, as all are at first [HC-6.7-3].
    side = table.side[seat]
    if not side.square or len(side.tokens) >= table.character(seat).row.tokens:
        return
    crossing = yield from chosen(table, DeployDecision, seat)
    if crossing is not None:
        put(table, seat, crossing)


def put(table: HackcladTable, seat: int, crossing: int, clause: str = "HC-8.4.5-3") -> None:
    """A ツチグモ comes to a crossing."""
    if not table.board.inner(crossing):
        table.rely("HC-8.4.5-1")
    insort(table.side[seat].tokens, crossing)
    table.events.append(events.TokenPut(crossing=crossing, seat=seat, clause=clause))


def take_off(table: HackcladTable, seat: int, crossing: int, clause: str = "HC-8.4.5-12") -> None:
    """A ツチグモ leaves a crossing: it goes back to its player and can be deployed again [HC-8.4.5-12]."""
    table.side[seat].tokens.remove(crossing)
    table.events.append(events.TokenTaken(crossing=crossing, seat=seat, clause=clause))


def shift(table: HackcladTable, seat: int, _: Frame, __: MoveToken) -> Flow[None]:
    """《操甲-移動》: skipped with none deployed [HC-8.4.5-7]. The player names the ツチグモ and where it goes."""
    if next(shifts(table, seat), None):
        act = yield ask(ShiftDecision, seat)
        take_off(table, seat, act.crossing, "HC-8.4.5-7")
        put(table, seat, act.to, "HC-8.4.5-7")


def gather(table: HackcladTable, seat: int, _: Frame, __: GatherStones) -> Flow[None]:
    """《操甲-採集》, also with the witch off the field [HC-8.4.5-8]. The player names the square, and gains all on it,
    whoever stands there."""
    if table.side[seat].tokens:
        act = yield ask(GatherDecision, seat)
        table.collect(seat, act.square, "HC-8.4.5-8")


def shoot(table: HackcladTable, seat: int, frame: Frame, op: Shoot) -> Flow[None]:
    """《操甲-射撃》: an attack on one clad or legion in a search range; only what is said of ツチグモ raises its damage
    [HC-8.4.5-9]."""
    return hit_one(table, seat, frame, op.amount + table.modified(seat, Modified.TOKEN_ATK))


def withdraw_and_draw(table: HackcladTable, seat: int, frame: Frame, _: WithdrawAndDraw) -> Flow[None]:
    """Takes any number of own ツチグモ off, at most as many as the deck has cards, and draws as many."""
    side = table.side[seat]
    if not (side.tokens and side.deck):
        return
    act = yield ask(WithdrawDecision, seat)
    for crossing in () if type(act) is Pass else act.crossings:
        take_off(table, seat, crossing)
        draw_one(table, seat, frame.origin)


TOKEN_DEEDS: Mapping[type, Deed] = {
    PutToken: deploy,
    MoveToken: shift,
    GatherStones: gather,
    Shoot: shoot,
    WithdrawAndDraw: withdraw_and_draw,
}
"""What texts call for; no action of a player leads here by itself [HC-8.4.5-11]."""
