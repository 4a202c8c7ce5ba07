"""8-4-1 クラッドの攻撃処理 and 8-4-6 負傷処理: what attacks do to witches, in co-op by 14-3 ④."""

from ..cards.texts import Shelter
from ..table import events
from ..table.options import Difficulty, PickupStanding
from ..table.state import EndReason, Modified, Strike, Window
from ..table.table import HackcladTable

REDUCIBLE = (Strike.RANGE, Strike.LEGIONS)
"""No movement attack is [HC-8.4.1-5] [HC-8.4.1-12], though it is answered like any other [HC-X-2]; that of the legions
at the round's end is [HC-8.4.2-5]."""
DOES_DAMAGE = {Strike.APPEARANCE: "HC-8.4.1-12", Strike.LEGIONS: "HC-8.4.2-4"}
"""The clauses of the damage that legions do."""
LIMITS = {Difficulty.EASY: 4, Difficulty.NORMAL: 3, Difficulty.EXPERT: 3, Difficulty.INFERNO: 3}
"""Co-op: 汚染許容限度 [HC-14.2-2] [HC-14.2-3] [HC-14.2-4] [HC-14.2-5]."""


def carry_out(table: HackcladTable, window: Window) -> None:
    """The attack is carried out once on all witches that are in its range then [HC-8.4.4-11] [HC-8.4.1.A-6]: by turn
    slot, those who have left it and those off the field not [HC-8.4.4-9] [HC-8.4.4-14]. It damages neither the clad nor
    legions [HC-8.4.1.A-5]."""
    hit = [seat for seat in table.seats if table.side[seat].square in window.squares]
    clause = DOES_DAMAGE.get(window.strike, "HC-8.4.1.A-1")
    for seat in table.in_turn_order(hit):
        amount = damage_to(table, window, seat)
        table.events.append(events.Damage(amount=amount, seat=seat, clause=clause))
        if amount:
            injure(table, seat, amount)  # of the clad as of legions [HC-8.4.1.A-4]


def damage_to(table: HackcladTable, window: Window, seat: int) -> int:
    """What an attack does to a witch: the ATK of the clad [HC-8.4.1.A-1], the VOLTAGE for a legion that appears
    [HC-8.4.1-12], and the sum of all that strike at the round's end [HC-8.4.2-3] [HC-8.4.2-4]; less what takes
    something off it, once and never below 0 [HC-12.1-8] [HC-12.1-9]."""
    voltage = table.state.voltage
    if window.strike == Strike.LEGIONS:
        # Those that a reaction has destroyed attack nothing any more [HC-12.2-2].
        amount = voltage * window.squares.count(table.side[seat].square)
    elif window.strike == Strike.APPEARANCE:
        amount = voltage
    else:
        amount = table.clad_atk[voltage]
    taken_off = sum([reduction.amount for reduction in window.reductions if reduction.seat == seat])
    taken_off += of_itself(table, seat)
    if taken_off and window.strike == Strike.LEGIONS:
        table.rely("HC-8.4.2-5")
    if window.strike not in REDUCIBLE:
        if taken_off:
            table.rely("HC-8.4.1-5")
        return amount
    return max(0, amount - taken_off)


def of_itself(table: HackcladTable, seat: int) -> int:
    """What takes something off without a reaction: what was prepared, which is used up even where nothing can be taken
    off, and texts in the discard pile [HC-12.1-14]."""
    side = table.side[seat]
    amount = 0
    if side.modifiers and table.barred(seat, Modified.PREPARED):
        amount += table.modified(seat, Modified.PREPARED)
        table.use_up(seat, (Modified.PREPARED,))
        table.rely("HC-12.1-14")
    for card in side.discard if side.tokens else ():
        for text in table.cards.texts(card):
            if text.when == "attacked":
                amount += sheltered(table, seat) * sum(isinstance(op, Shelter) for op in text.effects)
                table.rely("HC-12.1-14")
    return amount


def sheltered(table: HackcladTable, seat: int) -> int:
    """How many of her own ツチグモ have a witch in their search range."""
    side = table.side[seat]
    return sum([side.square in table.board.searched[crossing] for crossing in side.tokens])


def injure(table: HackcladTable, seat: int, damage: int) -> None:
    """負傷処理, compulsory with damage of 1 or more [HC-8.4.6-1]. It changes neither MP and CP nor hand and deck, and
    pollution in co-op only [HC-8.4.6-8]."""
    side = table.side[seat]
    side.injuries += 1  # the gauge has no end [HC-3.G-4]
    square = side.square
    lost = 0 if table.barred(seat, Modified.SPARED) else min(damage, side.vp)  # with less, all she has [HC-8.4.6-4]
    side.vp -= lost
    side.square = 0  # she is on her turn card, wherever this lies [HC-8.4.6-5]
    table.events.append(events.Injured(injuries=side.injuries, lost=lost, seat=seat, clause="HC-8.4.6-2"))
    if table.coop:
        # 14-3 ④: the stones go back to the stock, which is the clad's health [HC-14.3.4-1].
        table.state.stock += lost
        gain_pollution(table, seat, "HC-14.3.4-2")
    elif lost:
        drop(table, square, lost)


def drop(table: HackcladTable, square: int, vp: int) -> None:
    """Stones that a witch loses lie on her square [HC-8.4.6-3]; who stands there already gains them only by an option
    [HC-8.4.6-6]."""
    table.put_stones(square, vp, "HC-8.4.6-3")
    there = table.in_turn_order([seat for seat in table.seats if table.side[seat].square == square])
    if there:
        table.rely("HC-8.4.6-6")
        if table.setup.pickup_standing == PickupStanding.TRUE:
            table.collect(there[0], square, "HC-8.4.6-6", vp)


def gain_pollution(table: HackcladTable, seat: int, clause: str) -> None:
    """A player gains 1 pollution; with more than the limit the team of co-op loses at once [HC-14.1-4]
    [HC-14.3.4-3]."""
    table.pollute(seat, clause)
    if table.coop and table.side[seat].pollution > LIMITS[table.setup.difficulty]:
        table.over([], EndReason.POLLUTION, [], "HC-14.1-4")
