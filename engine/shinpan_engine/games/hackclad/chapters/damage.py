"""8-4-3 A レギオンへの攻撃と撃破報酬: damage that players deal to the clad and legions, and what it pays."""

from bisect import insort
from collections.abc import Sequence

from ..table import events
from ..table.state import Due, Frame, LegionKind, Origin
from ..table.table import HackcladTable

HEAD_CP = 1
"""HC-8.4.3.L-6, HC-4.4.2-4."""


def deal(
    table: HackcladTable, seat: int, squares: Sequence[int], on_clad: int, on_legions: int, frame: Frame | None = None
) -> None:
    """One damage step to the clad and legions on these squares, to both by the same rules [HC-8.4.3.L-1] and all at the
    same time [HC-12.1-11]: it is one damage event [HC-12.2-3], and what it pays is gained at once. Whatever does damage
    comes here: cards, abilities, ツチグモ, other texts [HC-8.4.3.L-10]. Damage of 0 or less is none [HC-3-16]."""
    clad = table.state.clad_square
    damage = [(square, on_clad if square == clad else on_legions) for square in squares]
    paid = [hit(table, seat, square, amount, frame) for square, amount in damage if amount > 0]
    if not paid:
        return
    table.side[seat].hits += 1
    note_hits(table, seat)
    if any(paid):
        if len(paid) - paid.count(0) > 1 and table.bonus(seat):
            table.rely("HC-12.2-3")
        hits_clad = on_clad > 0 and clad in squares
        table.pay_stones(seat, sum(paid), "HC-8.4.3.A-5" if hits_clad else "HC-8.4.3.L-3")


def hit(table: HackcladTable, seat: int, square: int, amount: int, frame: Frame | None) -> int:
    """What stands on a square takes damage, of which the clad pays all, by whatever means it comes [HC-X-3]. Gives the
    VP."""
    table.events.append(events.Hit(square=square, amount=amount, seat=seat, clause="HC-3-16"))
    if square != table.state.clad_square:
        return hit_legion(table, seat, square, amount, frame)
    if frame is not None:
        frame.hit_clad = True
    if frame is None or frame.origin != Origin.CARD:
        table.rely("HC-8.4.3.A-5")
    return amount


def hit_legion(table: HackcladTable, seat: int, square: int, amount: int, frame: Frame | None) -> int:
    """A legion takes damage, which adds up over all players within a turn. With as much as the VOLTAGE it is removed at
    once, and who completed it gains what it pays [HC-8.4.3.L-2] [HC-8.4.3.L-3], by a reaction too [HC-8.4.3.L-9];
    nothing is paid before [HC-8.4.3.L-8]. Gives the VP."""
    state = table.state
    legion = table.legion_at(square)
    assert legion is not None, "only what stands there is hit"
    legion.damage += amount
    if legion.damage < state.voltage:
        return 0
    state.legions.remove(legion)
    table.events.append(events.Destroyed(square=square, kind=legion.kind, seat=seat, clause="HC-8.4.3.L-3"))
    if legion.kind == LegionKind.HEAD:
        table.gain_cp(seat, HEAD_CP, "HC-8.4.3.L-6")
    if frame is not None:
        insort(frame.destroyed, square)
    return state.voltage  # a tail pays this and nothing else [HC-8.4.3.L-7]


def note_hits(table: HackcladTable, seat: int) -> None:
    """Texts in the discard pile that work at the n-th damage event of an own turn are due [HC-8.4.3.K-6]."""
    side = table.side[seat]
    for card in side.discard:
        for at, text in enumerate(table.cards.texts(card)):
            if text.when == "hits" and text.at == side.hits and table.turn_player() == seat:
                table.state.due.append(Due(seat, card, at))


def recover(table: HackcladTable) -> None:
    """At every change of turn surviving legions are whole again [HC-8.4.3.L-4] [HC-8.4-5]."""
    for legion in table.state.legions:
        legion.damage = 0
