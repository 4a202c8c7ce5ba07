"""④お買い物: buying, マリガン and ストック with gold cubes, which all come back [SW-4.2] to [SW-4.8]."""

from collections.abc import Iterator

from ....kernel.messages import Thing
from ....kernel.play.decisions import Act, Decision, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.operations import stock_limit
from ..table import events
from ..table.actions import DONE, Buy, Colour, Done, Redraw, Stock
from ..table.options import BuyLimit, StockAffordable
from ..table.state import Cubes, Side, Step
from ..table.table import SwordrionTable, add_cubes, cubes_of
from .skills import relics_work

SMALL, LARGE = 2, 5
"""The gold of a green or yellow cube, and of a blue one [SW-4.3-3]: any of them pays a cost of 1 [SW-4.3-4]."""
PURCHASES = 5
"""SW-4.3-1."""


def shopping(table: SwordrionTable, seat: int) -> Flow[None]:
    """Buying, mulligans and stocking in any order until the participant is done [SW-4.5-7] [SW-4.3-8]."""
    side = table.side[seat]
    side.step, side.used = Step.SHOP, Cubes()
    yield from relics_work(table, seat, "shop") or ()
    while True:
        act = yield ask(ShopDecision, seat)
        match act:
            case Buy():
                buy(table, seat, act)
            case Redraw():
                redraw(table, seat, act)
            case Stock():
                stock(table, seat, act)
            case _:
                break
    close_shop(table, seat)


def buy(table: SwordrionTable, seat: int, act: Buy) -> None:
    """A card comes to the hand for cubes worth its cost [SW-4.3-2] [SW-4.3-7]; what is paid beyond is lost
    [SW-4.4-1]."""
    side = table.side[seat]
    from_stock = act.card in side.stock
    if from_stock:
        side.stock = [card for card in side.stock if card != act.card]
    else:
        side.display = [card for card in side.display if card != act.card]
    if not from_stock or table.setup.buy_limit == BuyLimit.TOTAL5:
        side.bought += 1
    if from_stock:
        table.rely("SW-4.3-9")
    used = used_of(side)
    used.green, used.yellow, used.blue = used.green + act.green, used.yellow + act.yellow, used.blue + act.blue
    table.to_hand(seat, act.card)
    table.seen[act.card] = None
    table.events.append(events.Bought(card=act.card, seat=seat, clause="SW-4.3-1"))
    if overpaid(table, act):
        table.rely("SW-4.3-11")
        table.events.append(events.Overpaid(card=act.card, seat=seat, clause="SW-4.3-11"))


def overpaid(table: SwordrionTable, act: Buy) -> bool:
    """Whether one of the cubes could have been left out [SW-4.3-11]."""
    beyond = gold(act.green + act.yellow, act.blue) - table.cards.cost(act.card)
    return (act.green + act.yellow > 0 and beyond >= SMALL) or (act.blue > 0 and beyond >= LARGE)


def gold(small: int, large: int) -> int:
    """What cubes are worth, of all colours together [SW-4.3-5]."""
    return SMALL * small + LARGE * large


def redraw(table: SwordrionTable, seat: int, act: Redraw) -> None:
    """マリガン: the card is discarded first, then one is drawn into the display [SW-4.5-1] [SW-4.5-5], where it may be
    replaced again while there are unused cubes [SW-4.5-3]."""
    side = table.side[seat]
    use_cube(side, act.cube)
    side.display = [card for card in side.display if card != act.card]
    table.discard(seat, act.card, "SW-4.5-1")
    table.show(seat, 1)


def stock(table: SwordrionTable, seat: int, act: Stock) -> None:
    """ストック: a card is carried over to the next shopping [SW-4.6-1] [SW-Z.6-2], one that was carried before once
    more [SW-4.6-6]."""
    side = table.side[seat]
    use_cube(side, act.cube)
    side.display = [card for card in side.display if card != act.card]
    side.stock = [card for card in side.stock if card != act.card]
    side.carried = sorted([*side.carried, act.card])
    table.rely("SW-4.6-4")
    table.events.append(events.Stocked(card=act.card, seat=seat, clause="SW-4.6-1"))


def use_cube(side: Side, cube: Colour) -> None:
    """One cube, of whatever colour [SW-4.5-2] [SW-4.6-2]. It is counted as used, and the cubes held stay as they are:
    no rule takes any off a participant [SW-4.7-2]."""
    add_cubes(used_of(side), cube, 1)


def close_shop(table: SwordrionTable, seat: int) -> None:
    """What was neither bought nor carried over is discarded [SW-4.8-1] [SW-4.6-6], and all used cubes come back
    [SW-4.7-1]."""
    side = table.side[seat]
    for card in (*side.display, *side.stock):
        table.discard(seat, card, "SW-4.8-1")
    side.display, side.stock, side.carried = [], side.carried, []
    side.used, side.bought, side.step = None, 0, Step.NONE


def used_of(side: Side) -> Cubes:
    """The cubes used in this shopping."""
    assert side.used is not None, "asked in shopping only"
    return side.used


def unused(side: Side) -> Cubes:
    """The cubes that can still be used, each only once [SW-4.3-6]."""
    cubes, used = cubes_of(side), used_of(side)
    return Cubes(cubes.green - used.green, cubes.yellow - used.yellow, cubes.blue - used.blue)


def has_cube(side: Side, cube: Colour) -> bool:
    """Whether a cube of that colour is unused."""
    left = unused(side)
    return {Colour.GREEN: left.green, Colour.YELLOW: left.yellow, Colour.BLUE: left.blue}[cube] > 0


class ShopDecision(Decision):
    """The next thing in one's shopping; silence ends it [SW-4.3-8]."""

    ask = "shop"
    clause = "SW-4.3-1"
    takes = (Buy, Redraw, Stock, Done)
    default = DONE

    def judge(self, table: SwordrionTable, act: Act) -> Violation | None:
        match act:
            case Buy():
                return self._buying(table, act)
            case Redraw():
                return self._redrawing(table, act)
            case Stock():
                return self._stocking(table, act)
        return None

    def _buying(self, table: SwordrionTable, act: Buy) -> Violation | None:
        """From the display, or of the stock what the shopping before has left there [SW-Z.6-3]: both at the full cost
        [SW-4.6-5], which may be 0 and then asks for no cube [SW-4.3-10]."""
        side = table.side[self.seat]
        if act.card not in side.display and act.card not in side.stock:
            also = ("SW-4.2-2", "SW-4.2-3") if len(table.seats) > 1 else ("SW-4.2-3",)
            return Violation("SW-4.3-1", "shopping.not_there", also)
        if table.setup.buy_limit == BuyLimit.TOTAL5 and side.bought == PURCHASES:
            return Violation("SW-4.3-9", "shopping.five_in_all")
        if act.card in side.display and side.bought == PURCHASES:
            return Violation("SW-4.3-1", "shopping.five")
        left = unused(side)
        if act.green > left.green or act.yellow > left.yellow or act.blue > left.blue:
            return Violation("SW-4.3-6", "shopping.cubes")
        paid = gold(act.green + act.yellow, act.blue)
        cost = table.cards.cost(act.card)
        if paid < cost:
            card = Thing("card", act.card)
            return Violation(
                "SW-4.3-2", "shopping.too_little", ("SW-4.4-2",), compares=True, paid=paid, card=card, cost=cost
            )
        return None

    def _redrawing(self, table: SwordrionTable, act: Redraw) -> Violation | None:
        side = table.side[self.seat]
        if act.card not in side.display:
            return Violation("SW-4.5-4", "mulligan.not_there")
        if not table.state.deck:
            return Violation("SW-4.5-6", "mulligan.no_deck")
        if not has_cube(side, act.cube):
            return Violation("SW-4.5-2", "mulligan.no_cube", ("SW-4.3-6",))
        return None

    def _stocking(self, table: SwordrionTable, act: Stock) -> Violation | None:
        side = table.side[self.seat]
        if act.card not in side.display and act.card not in side.stock:
            return Violation("SW-4.6-1", "stock.not_there")
        most = stock_limit(table, self.seat)
        if len(side.carried) + len(side.stock) + (act.card in side.display) > most:
            return Violation("SW-4.6-3", "stock.most", ("SW-Z.6-1",), most=most)
        if not has_cube(side, act.cube):
            return Violation("SW-4.6-1", "stock.no_cube", ("SW-4.3-6",))
        if table.setup.stock_affordable == StockAffordable.FALSE and self._affordable(table, act.card):
            return Violation("SW-4.6-4", "stock.affordable", ("SW-Z.6-2",), compares=True)
        return None

    def _affordable(self, table: SwordrionTable, card: int) -> bool:
        left = unused(table.side[self.seat])
        return gold(left.green + left.yellow, left.blue) >= table.cards.cost(card, "SW-4.6-4")

    def options(self, table: SwordrionTable) -> Iterator[Act]:
        yield DONE
        side, left = table.side[self.seat], unused(table.side[self.seat])
        cards = [*side.display, *side.stock]
        for card in cards:
            # What all the cubes do not buy no part of them buys, and the parts may be thousands.
            if self.allows(table, Buy(card, left.green, left.yellow, left.blue)):
                yield from self.legal_among(table, payments(card, left))
        for kind in (Redraw, Stock):
            yield from self.legal_among(table, [kind(card, cube) for card in cards for cube in Colour])


def payments(card: int, left: Cubes) -> Iterator[Buy]:
    """Every way to give cubes for a card."""
    for green in range(left.green + 1):
        for yellow in range(left.yellow + 1):
            for blue in range(left.blue + 1):
                yield Buy(card, green, yellow, blue)
