"""What happens to pieces, stones and gauges, one small thing at a time."""

from collections.abc import Mapping

from .position import Position, Witch
from .printed import CLAD_ATK, MARK, MP_MOST, SHELTER, owner, place
from .squares import Square, around

MARKED, MARK_DAMAGE = 4, 3


class Ended(Exception):
    """Raised where a co-op game ends in the middle of something."""


def finish(at: Position, how: str) -> None:
    """Co-op: the game ends at once."""
    at.met.add(how)
    at.ended = how
    raise Ended


def pay(at: Position, seat: int, amount: int) -> None:
    """Stones from the stock for a player; 雷火 makes each gain greater."""
    witch = at.witches[seat]
    witch.vp += _out_of_stock(at, amount + (witch.stones_more if amount else 0))
    _health_seen_to(at)


def collect(at: Position, seat: int, square: Square) -> None:
    """All stones of a square for a player."""
    amount = at.stones.pop(square, 0)
    witch = at.witches[seat]
    witch.vp += amount
    if amount and witch.stones_more:
        witch.vp += _out_of_stock(at, witch.stones_more)
        _health_seen_to(at)


def drop(at: Position, square: Square) -> None:
    """ドロップ: one stone on a square."""
    lay(at, square, _out_of_stock(at, 1))
    _health_seen_to(at)


def take_drop(at: Position, square: Square, seat: int) -> None:
    """Who stands there takes that stone at once."""
    at.witches[seat].vp += 1
    at.stones[square] -= 1
    if at.stones[square] == 0:
        del at.stones[square]


def _out_of_stock(at: Position, amount: int) -> int:
    """In co-op the stock is the health of the clad, and no more than there is can be paid."""
    if at.health is None:
        return amount
    amount = min(amount, at.health)
    at.health -= amount
    return amount


def _health_seen_to(at: Position) -> None:
    if at.health == 0:
        finish(at, "won")


def lay(at: Position, square: Square, amount: int) -> None:
    """Stones lie on a square."""
    if amount:
        at.stones[square] = at.stones.get(square, 0) + amount


def go_to(at: Position, seat: int, square: Square, moves: bool = True) -> None:
    """A witch comes to a square and takes what lies there; to re-enter is not to move."""
    witch = at.witches[seat]
    witch.square = square
    witch.moved |= moves
    collect(at, seat, square)


def gain_cp(witch: Witch, amount: int, most: int) -> None:
    """CP up to the limit of the gauge."""
    witch.cp = min(witch.cp + amount, most)


def gain_mp(witch: Witch, amount: int) -> None:
    """MP up to the limit of the gauge."""
    witch.mp = min(witch.mp + amount, MP_MOST)


def strike(at: Position, seat: int, damages: Mapping[Square, int], cp_most: int) -> None:
    """A player deals damage to some targets at once."""
    witch = at.witches[seat]
    dealt = any(damages.values())
    witch.hits += dealt
    pay(at, seat, sum(_hit(at, seat, square, damage, cp_most) for square, damage in damages.items()))
    if dealt and witch.hits == MARKED and any((owner(card), place(card)) == MARK for card in witch.discard):
        at.met.add("marked")
        strike(at, seat, {at.clad: MARK_DAMAGE}, cp_most)


def _hit(at: Position, seat: int, square: Square, damage: int, cp_most: int) -> int:
    """Damage to the clad or to a legion; what it pays."""
    if square == at.clad:
        return damage
    legion = at.legions[square]
    legion.damage += damage
    if legion.damage >= at.voltage:
        del at.legions[square]
        at.met.add(f"legion destroyed in {at.step.partition(' ')[0]}")
        if legion.head:
            gain_cp(at.witches[seat], 1, cp_most)
        return at.voltage
    return 0


def clad_atk(at: Position) -> int:
    """The ATK beside the VOLTAGE."""
    return CLAD_ATK[at.voltage]


def sheltered(witch: Witch) -> int:
    """防衛網: as much as own ツチグモ have the witch in their search range, while it lies in the discard pile."""
    if witch.square is None or not any((owner(card), place(card)) == SHELTER for card in witch.discard):
        return 0
    return sum(witch.square in around(token) for token in witch.tokens)


def injure(at: Position, seat: int, damage: int, pickup: bool) -> None:
    """8-4-6 負傷処理."""
    witch = at.witches[seat]
    assert witch.square is not None, "only who stands on the field is hit"
    witch.injuries += 1
    at.met.add("stones kept" if witch.spared else "injured")
    lost = 0 if witch.spared else min(damage, witch.vp)
    witch.vp -= lost
    others = [other for other in at.standing_on(witch.square) if other != seat]
    if at.health is not None:
        at.health += lost
    elif pickup and others:
        at.witches[others[0]].vp += lost
        at.met.add("picked up")
    else:
        lay(at, witch.square, lost)
    witch.square = None
    if at.health is not None:
        witch.pollution += 1
        if witch.pollution > at.limit:
            finish(at, "lost")


def recover(at: Position) -> None:
    """手番を跨ぐと: legions are whole again, and what counts for a turn is over."""
    for witch in at.witches.values():
        witch.hits, witch.moved, witch.used, witch.ordered = 0, False, [], False
        witch.next_atk = witch.next_many = witch.atk = witch.token_atk = 0
        witch.stones_more = 0
        witch.next_field = witch.two_cracks = witch.no_steps = witch.no_rebuild = False
    for legion in at.legions.values():
        legion.damage = 0
