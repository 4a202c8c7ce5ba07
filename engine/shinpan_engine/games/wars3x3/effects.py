"""○効果: what each instruction of a text does. Choices are made while it resolves [W3-M4-5]."""

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import combinations

from ...kernel.decisions import Act, Ask, Decision, Flow, Violation
from ...kernel.numbers import Amount, exact
from . import events, texts
from .actions import Choose
from .lists import UNREADABLE, ascending, out_of_order
from .options import StrengthenLimitShared
from .state import Boost, BoostKind, Casting, Step, Unit, Until
from .table import SEATS, STARTING_LIFE, WarsTable, other
from .victory import check_life


def carry_out(table: WarsTable, casting: Casting, instruction: texts.Instruction) -> Flow[None]:
    """One instruction; the life totals are tested after it [W3-M4-4]."""
    match instruction:
        case texts.Damage():
            deal_damage(table, casting, instruction)
        case texts.GainLife(amount):
            gain_life(table, casting.seat, amount)
        case texts.Destroy(whose):
            yield from destroy_unit(table, casting, whose)
        case texts.ReturnToHand(whose):
            yield from return_to_hand(table, casting, whose)
        case texts.DrawCards(count):
            draw_cards(table, casting.seat, count)
        case texts.Discard(who, count):
            yield from discard_cards(table, casting.seat if who == "user" else other(casting.seat), count)
        case texts.TerritoryBonus(amount):
            raise_territory(table, casting.seat, amount)
        case texts.StrengthenUnits(units, amount):
            yield from strengthen_units(table, casting, units, amount)
        case texts.IncreaseUnits(units, amount):
            yield from increase_units(table, casting, units, amount)
    check_life(table)


def deal_damage(table: WarsTable, casting: Casting, instruction: texts.Damage) -> None:
    """Takes life; of a unit just destroyed its printed cost, and nothing if none was [W3-C-17] [W3-M4-3]."""
    if instruction.amount == "cost":
        if not casting.card:
            return
        amount: Amount = table.cost(casting.card)
    else:
        amount = instruction.amount
    hit = {"user": (casting.seat,), "opponent": (other(casting.seat),), "both": SEATS}[instruction.to]
    for seat in hit:
        table.side(seat).life -= exact(amount)
        table.events.append(events.Damage(amount=exact(amount), seat=seat, clause="W3-M4-1"))


def gain_life(table: WarsTable, seat: int, amount: int) -> None:
    """Life is not capped [W3-0.2-9]."""
    side = table.side(seat)
    side.life += amount
    if side.life > STARTING_LIFE:
        table.rely("W3-0.2-9")
    table.events.append(events.GainedLife(amount=amount, seat=seat, clause="W3-0.2-9"))


def destroy_unit(table: WarsTable, casting: Casting, whose: texts.Whose) -> Flow[None]:
    """Destroys a unit of the user's choice; `casting` remembers which, until the next destruction."""
    casting.card = 0
    for unit, owner in (yield from choose_units(table, casting, whose, 1)):
        casting.card = unit.card
        table.destroy(unit.card, owner, "W3-S1.1-1")


def return_to_hand(table: WarsTable, casting: Casting, whose: texts.Whose) -> Flow[None]:
    """Returns a unit of the user's choice to its owner's hand; that is not destruction."""
    for unit, owner in (yield from choose_units(table, casting, whose, 1)):
        table.take_off_field(unit.card, owner)
        insort(table.side(owner).hand, unit.card)
        table.events.append(events.Returned(card=unit.card, seat=owner, clause="W3-M4-1"))


def draw_cards(table: WarsTable, seat: int, count: int) -> None:
    """Draws as many as there are [W3-0.2-10] [W3-M4-2]."""
    for _ in range(count):
        table.draw(seat, "W3-M4-2")


def discard_cards(table: WarsTable, seat: int, count: int) -> Flow[None]:
    """A player discards hand cards of their own choice, as many as there are [W3-M4-2]."""
    hand = list(table.side(seat).hand)
    if hand:
        yield from discard_chosen(table, seat, hand, min(count, len(hand)), "W3-M4-1")


def discard_chosen(table: WarsTable, seat: int, candidates: Sequence[int], count: int, clause: str) -> Flow[None]:
    """A player chooses so many of some hand cards and discards them."""
    act = yield Ask((Choice(seat, candidates, count),))
    for card in act.cards:
        table.side(seat).hand.remove(card)
        table.discard(card, seat)
        table.events.append(events.Discarded(card=card, seat=seat, clause=clause))


def raise_territory(table: WarsTable, seat: int, amount: int) -> None:
    """Adds to the territory value for the strategy step of the turn [W3-C-18]."""
    table.this_turn(seat).territory_bonus += amount
    table.events.append(events.TerritoryRaised(amount=amount, seat=seat, clause="W3-4.2-14"))


def strengthen_units(table: WarsTable, casting: Casting, count: int, amount: int) -> Flow[None]:
    """Strengthens own units; 強化不可 and a strengthening of this turn leave one unchanged [W3-P-2] [W3-S3.1-4]."""
    for unit, _ in (yield from choose_units(table, casting, "own", count)):
        if may_be_strengthened(table, unit):
            unit.boosts.append(Boost(BoostKind.STRENGTHENING, 0, casting.magic, amount, False, Until.COMBAT_END))
            unit.strengthened = table.state.turn
            if table.state.step > Step.COMBAT_END:
                table.rely("W3-3.3-5")
            table.events.append(events.Strengthened(card=unit.card, amount=amount, clause="W3-S3.1-1"))


def may_be_strengthened(table: WarsTable, unit: Unit) -> bool:
    """Whether a strengthening by magic takes."""
    if table.cards.unstrengthenable[unit.card]:
        return False
    if unit.strengthened == table.state.turn:
        table.rely("W3-S3.1-4")
        return table.setup.strengthen_limit_shared == StrengthenLimitShared.FALSE
    return True


def increase_units(table: WarsTable, casting: Casting, count: int, amount: int) -> Flow[None]:
    """Increases own units' power: no limit, and 強化不可 does not bar it [W3-S3.1-2] [W3-S3.1-5]."""
    for unit, _ in (yield from choose_units(table, casting, "own", count)):
        if table.cards.unstrengthenable[unit.card]:
            table.rely("W3-S3.1-5")
        unit.boosts.append(Boost(BoostKind.INCREASE, 0, casting.magic, amount, False, Until.TURN_END))
        table.events.append(events.Increased(card=unit.card, amount=amount, clause="W3-S3.1-1"))


def choose_units(table: WarsTable, casting: Casting, whose: texts.Whose, count: int) -> Flow[list[tuple[Unit, int]]]:
    """The units that the user chooses, as many as there are; none to choose is no choice [W3-M4-2] [W3-M4-3]."""
    seats = {"own": (casting.seat,), "opponent": (other(casting.seat),), "any": SEATS}[whose]
    there = {unit.card: (unit, seat) for seat in seats for unit in table.side(seat).units}
    count = min(count, len(there))
    if not count:
        table.rely("W3-M4-6")
        return []
    act = yield Ask((Choice(casting.seat, sorted(there), count),))
    return [there[card] for card in act.cards]


class Choice(Decision):
    """A choice of so many cards out of some, made while a text resolves [W3-M4-5]."""

    ask = "choice"
    clause = "W3-M4-5"
    takes = (Choose,)

    def __init__(self, seat: int, candidates: Sequence[int], count: int) -> None:
        super().__init__(seat)
        self._candidates = candidates
        self._count = count

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if act.magic or act.number or act.attribute or act.yes:
            return Violation(UNREADABLE, "only cards are chosen here")
        if out_of_order(act.cards):
            return ascending("the cards chosen")
        if len(act.cards) != self._count:
            return Violation("W3-M4-2", f"the text asks for {self._count}, as far as there are", ("W3-M4-5",))
        if not set(self._candidates).issuperset(act.cards):
            return Violation("W3-M4-5", "the text does not let this be chosen")
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        for cards in combinations(self._candidates, self._count):
            yield Choose(list(cards))
