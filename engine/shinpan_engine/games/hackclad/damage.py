"""8-4-3 A レギオンへの攻撃と撃破報酬: damage that players deal to the clad and legions, and what it pays."""

from bisect import insort
from collections.abc import Sequence

from . import events
from .state import Due, Frame, Origin
from .table import HackcladTable

HEAD_CP = 1
"""HC-8.4.3.L-6, HC-4.4.2-4."""


def deal(
    table: HackcladTable, seat: int, squares: Sequence[int], on_clad: int, on_legions: int, frame: Frame | None = None
) -> None:
    """One damage step to the clad and legions on these squares, all at the same time [HC-12.1-11]: it is one damage
    event [HC-12.2-3], and what it pays is gained at once. Damage of 0 or less is none [HC-3-16]."""
    state, paid, paying, dealt = table.state, 0, 0, False
    clause = "HC-8.4.3.L-3"
    for square in squares:
        amount = on_clad if square == state.clad_square else on_legions
        if amount <= 0:
            continue
        dealt = True
        table.events.append(events.Hit(square=square, amount=amount, seat=seat, clause="HC-3-16"))
        if square != state.clad_square:
            pays = hit_legion(table, seat, square, amount, frame)
        else:
            pays, clause = amount, "HC-8.4.3.A-5"
            if frame is not None:
                frame.hit_clad = True
            if frame is None or frame.origin != Origin.CARD:
                table.rely("HC-8.4.3.A-5")
        if pays:
            paid += pays
            paying += 1
    if dealt:
        table.side[seat].hits += 1
        note_hits(table, seat)
    if paid:
        if paying > 1 and table.bonus(seat):
            table.rely("HC-12.2-3")
        table.pay_stones(seat, paid, clause)


def hit_legion(table: HackcladTable, seat: int, square: int, amount: int, frame: Frame | None) -> int:
    """A legion takes damage, which adds up over all players within a turn. With as much as the VOLTAGE it is removed at
    once, and who completed it gains what it pays [HC-8.4.3.L-2] [HC-8.4.3.L-3]; nothing is paid before
    [HC-8.4.3.L-8]. Gives the VP."""
    state = table.state
    legion = table.legion_at(square)
    assert legion is not None, "only what stands there is hit"
    legion.damage += amount
    if legion.damage < state.voltage:
        return 0
    state.legions.remove(legion)
    table.events.append(events.Destroyed(square=square, head=legion.head, seat=seat, clause="HC-8.4.3.L-3"))
    if legion.head:
        table.gain_cp(seat, HEAD_CP, "HC-8.4.3.L-6")
    if frame is not None:
        insort(frame.destroyed, square)
    return state.voltage


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
