"""④お買い物: cubes, purchases, マリガン and ストック."""

from typing import Any

import pytest

from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.table.actions import DONE, Buy, Colour, Redraw, Stock
from shinpan_engine.games.swordrion.table.options import BuyLimit, DealPattern, StockAffordable
from shinpan_engine.games.swordrion.table.state import Cubes, Phase
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import Whole, cubes, op, refusal, relic, spell

WEAK = "1/0"


def shop(held: tuple[int, int, int] = (9, 9, 9), costs: tuple[int, ...] = (1, 9, 0, 7, 3), **more: Any) -> Whole:
    """The first shopping of a solo game, with these cubes, and cards 13 to 17 of these costs on display."""
    prices = [{"cost": cost} for cost in costs]
    game = Whole(1, [*more.pop("hand", [WEAK] * 7), *["9/9"] * 5, *prices], **more).until("shop")
    game.side().cubes = Cubes(*held)
    return game


@pytest.mark.clause("SW-4.2-1", "SW-4.2-2", "SW-4.2-3", "SW-4.3-1", "SW-Z.7-4")
def test_five_cards_on_display() -> None:
    """Five come from the deck, openly; each participant buys from the own five and the own stock only."""
    game = shop()
    assert game.side().display == [13, 14, 15, 16, 17]
    assert GAME.view(game.state, PUBLIC).sides[0].display == [13, 14, 15, 16, 17]
    two = Whole(2, [WEAK] * 14).until("shop")
    assert [len(side.display) for side in two.state.sides] == [5, 5]
    assert two.refuses(1, Buy(two.side(2).display[0], 1)) == ("SW-4.3-1", "SW-4.2-2", "SW-4.2-3")


@pytest.mark.clause("SW-4.2-4", "SW-1.3-2")
@pytest.mark.parametrize("option", DealPattern)
def test_draws_of_two_shoppers(option: DealPattern) -> None:
    """Displays are dealt as the set-up says; mulligans draw in the order in which they come."""
    game = Whole(2, [WEAK] * 14 + ["9/9"] * 10, deal_pattern=option).until("shop")
    assert game.side(1).display == ([25, 26, 27, 28, 29] if option == DealPattern.BLOCK else [25, 27, 29, 31, 33])
    game.do(2, Redraw(game.side(2).display[0], Colour.GREEN)).do(1, Redraw(25, Colour.GREEN))
    assert (35 in game.side(2).display, 36 in game.side(1).display) == (True, True)


@pytest.mark.clause("SW-4.3-1", "SW-4.3-7", "SW-4.2-3", "SW-4.3-8")
def test_buying() -> None:
    """Any number up to five, to the hand; places are not refilled; nobody has to buy."""
    game = shop(costs=(1, 1, 1, 1, 1))
    for number in (13, 14, 15, 16, 17):
        game.do(1, Buy(number, 1))
    assert (game.side().display, len(game.side().hand), game.side().used.green) == ([], 12, 5)
    assert shop().do(1, DONE).state.phase == Phase.PREPARATION


@pytest.mark.clause("SW-4.3-2", "SW-4.3-3", "SW-4.3-4", "SW-4.3-5", "SW-4.4-2")
@pytest.mark.parametrize(
    ("card", "given", "legal"),
    [
        (13, (1, 0, 0), True), (13, (0, 1, 0), True), (13, (0, 0, 1), True), (13, (0, 0, 0), False),
        (14, (0, 0, 2), True), (14, (1, 1, 1), True), (14, (2, 0, 1), True), (14, (1, 0, 1), False),
        (14, (3, 2, 0), True), (14, (2, 2, 0), False), (15, (0, 0, 0), True), (16, (0, 1, 1), True),
        (16, (3, 0, 0), False),
    ],
)  # fmt: skip
def test_what_a_card_costs(card: int, given: tuple[int, int, int], legal: bool) -> None:
    """F4, F5: cubes of 2 and 5 gold, colours mixed, worth the cost or more; a card of cost 0 takes none."""
    game = shop()
    if legal:
        assert game.allows(1, Buy(card, *given))
    else:
        assert game.refuses(1, Buy(card, *given)) == ("SW-4.3-2", "SW-4.4-2")
        cost = {13: 1, 14: 9, 16: 7}[card]
        worth = 2 * (given[0] + given[1]) + 5 * given[2]
        assert refusal(game, Buy(card, *given)) == f"the cubes are worth {worth} gold, but card {card} costs {cost}"


@pytest.mark.clause("SW-4.3-10")
def test_a_card_of_cost_0() -> None:
    """It is bought without a cube."""
    game = shop((0, 0, 0)).do(1, Buy(15))
    assert 15 in game.side().hand


@pytest.mark.clause("SW-4.3-6", "SW-4.4-1", "SW-4.4-2")
def test_a_cube_is_used_once_and_gives_no_change() -> None:
    """F6, D22: two blue for cost 9 leave nothing for cost 1; a cube of a mulligan buys nothing."""
    game = shop((0, 0, 2)).do(1, Buy(14, 0, 0, 2))
    assert game.refuses(1, Buy(13, 0, 0, 1)) == ("SW-4.3-6",)
    assert game.refuses(1, Buy(13)) == ("SW-4.3-2", "SW-4.4-2")
    game = shop((1, 0, 0)).do(1, Redraw(14, Colour.GREEN))
    assert game.refuses(1, Buy(13, 1)) == ("SW-4.3-6",)
    assert game.refuses(1, Redraw(13, Colour.GREEN)) == ("SW-4.5-2", "SW-4.3-6")


@pytest.mark.clause("SW-4.3-11", "SW-4.4-1")
@pytest.mark.parametrize(
    ("given", "warned"), [((0, 0, 1), False), ((0, 0, 2), True), ((2, 0, 0), True), ((1, 0, 0), False)]
)
def test_paying_too_much(given: tuple[int, int, int], warned: bool) -> None:
    """It is legal; a set of which a cube could be left out is told."""
    game = shop().do(1, Buy(13, *given))
    assert bool(game.events("Overpaid")) == warned


@pytest.mark.clause("SW-4.3-9")
@pytest.mark.parametrize("option", BuyLimit)
def test_stocked_cards_and_the_limit(option: BuyLimit) -> None:
    """Three stocked and five displayed are eight purchases, unless the set-up counts them together."""
    game = shop(costs=(0, 0, 0, 0, 0), buy_limit=option)
    game.side().stock = [141, 142, 143]
    game.state.deck = [number for number in game.state.deck if number < 141]
    for number in (141, 142, 13, 14, 15):
        game.do(1, Buy(number, 1))
    if option == BuyLimit.DISPLAY:
        for number in (16, 17, 143):
            game.do(1, Buy(number, 1))
    else:
        assert game.refuses(1, Buy(16, 1)) == ("SW-4.3-9",)
        assert game.refuses(1, Buy(143, 1)) == ("SW-4.3-9",)


@pytest.mark.clause("SW-4.5-1", "SW-4.5-2", "SW-4.5-3", "SW-4.5-5", "SW-Z.3-1", "SW-Z.3-2")
def test_a_mulligan() -> None:
    """The card goes to the discard pile and one from the deck comes in its place, as often as there are cubes."""
    game = shop((1, 1, 1)).do(1, Redraw(13, Colour.GREEN), Redraw(18, Colour.YELLOW), Redraw(19, Colour.BLUE))
    assert (game.side().display, game.state.discard) == ([14, 15, 16, 17, 20], [13, 18, 19])
    assert game.refuses(1, Redraw(20, Colour.GREEN)) == ("SW-4.5-2", "SW-4.3-6")
    game.do(1, DONE)
    assert 13 not in game.side().hand


@pytest.mark.clause("SW-4.5-4", "SW-4.5-6")
def test_what_cannot_be_redrawn() -> None:
    """A stocked or bought card, and anything once the deck is empty."""
    game = shop().do(1, Buy(13, 1), Redraw(15, Colour.GREEN))
    game.side().stock = [141]
    for number in (13, 141, 15):
        assert game.refuses(1, Redraw(number, Colour.GREEN)) == ("SW-4.5-4",)
    game.state.deck = []
    assert game.refuses(1, Redraw(14, Colour.GREEN)) == ("SW-4.5-6",)


@pytest.mark.clause("SW-4.5-7")
def test_any_order() -> None:
    """Buying, mulligan and stocking mix."""
    game = shop((3, 0, 0)).do(1, Redraw(15, Colour.GREEN), Stock(14, Colour.GREEN), Buy(13, 1))
    assert (game.side().carried, game.side().display) == ([14], [16, 17, 18])


@pytest.mark.clause("SW-4.6-1", "SW-4.6-2", "SW-Z.6-2", "SW-4.6-4")
@pytest.mark.parametrize("option", StockAffordable)
def test_stocking(option: StockAffordable) -> None:
    """D21: with a blue and a green cube cost 9 may be carried over and cost 7 may not, unless the set-up says so; one
    cube of any colour for each."""
    game = shop((1, 0, 1), stock_affordable=option)
    if option == StockAffordable.FALSE:
        assert game.refuses(1, Stock(16, Colour.GREEN)) == ("SW-4.6-4", "SW-Z.6-2")
    else:
        assert game.allows(1, Stock(16, Colour.GREEN))
    game.do(1, Stock(14, Colour.BLUE))
    assert game.refuses(1, Stock(16, Colour.BLUE)) == ("SW-4.6-1", "SW-4.3-6")
    assert game.refuses(1, Stock(99, Colour.GREEN)) == ("SW-4.6-1",)
    assert game.do(1, Stock(16, Colour.GREEN)).side().carried == [14, 16]


@pytest.mark.clause("SW-Z.6-1", "SW-4.6-3")
def test_the_stock_holds_five() -> None:
    """With three there already two more may come; another limit may be set by a relic, and is told."""
    for limit, room in ((None, 5), (4, 4), (7, 7)):
        relics = [relic("standing", op("limit_stock", most=limit)), relic("scoring", op("points", amount=1))]
        hand = [*relics, *[WEAK] * 5] if limit else [WEAK] * 7
        game = shop((5, 0, 0), hand=hand, stock_affordable=StockAffordable.TRUE)
        game.side().stock = [141, 142, 143]
        game.state.deck = [number for number in game.state.deck if number < 141]
        for number in (13, 14, 15, 16)[: room - 3]:
            game.do(1, Stock(number, Colour.GREEN))
        if room < 7:
            assert game.refuses(1, Stock(10 + room, Colour.GREEN)) == ("SW-4.6-3", "SW-Z.6-1")
            assert refusal(game, Stock(10 + room, Colour.GREEN)) == f"the stock holds {room} cards at most"
            assert game.allows(1, Stock(141, Colour.GREEN))


@pytest.mark.clause("SW-Z.6-3", "SW-4.6-5", "SW-4.6-6", "SW-4.6-7", "SW-4.8-1")
def test_the_next_shopping() -> None:
    """A stocked card is bought at its full cost next time; unbought it must be carried over again or is discarded."""
    game = shop((2, 0, 0), costs=(9, 9, 9, 9, 9)).do(1, Stock(13, Colour.GREEN), Stock(14, Colour.GREEN))
    assert game.refuses(1, Buy(13, 2)) == ("SW-4.3-1", "SW-4.2-3")
    game.do(1, DONE)
    assert (game.side().stock, game.state.discard) == ([13, 14], [15, 16, 17])
    assert 13 not in game.side().hand
    game.until("shop", round=2)
    assert game.refuses(1, Buy(13, 1)) == ("SW-4.3-2", "SW-4.4-2")
    game.side().cubes = Cubes(6, 0, 0)
    game.do(1, Buy(13, 5))
    assert 13 in game.side().hand
    game.do(1, Stock(14, Colour.GREEN), DONE)
    assert game.side().stock == [14]
    lost = shop((1, 0, 0), costs=(9, 9, 9, 9, 9)).do(1, Stock(13, Colour.GREEN)).until("shop", round=2).do(1, DONE)
    assert (lost.side().stock, 13 in lost.state.discard) == ([], True)


@pytest.mark.clause("SW-4.7-1", "SW-4.7-2")
def test_all_cubes_come_back() -> None:
    """2 green, 1 yellow, 2 blue before and after, whatever they were used for."""
    game = shop((2, 1, 2)).do(1, Buy(13, 1), Redraw(15, Colour.GREEN), Buy(16, 0, 0, 2), DONE)
    assert (cubes(game.side()), game.side().used) == ((2, 1, 2), None)


@pytest.mark.clause("SW-3.3-3")
def test_relics_of_the_shop() -> None:
    """One that names the shop acts there: a sixth card is shown, another is drawn to the hand."""
    relics = [relic("shop", op("show", count=1)), relic("shop", op("draw", count=1))]
    game = Whole(1, [*relics, *[WEAK] * 5, *["9/9"] * 5]).until("relic")
    assert game.asked() == [(1, "relic")]
    game.until("shop")
    assert (len(game.side().display), len(game.side().hand)) == (6, 6)


@pytest.mark.clause("SW-4.3-1", "SW-4.3-9")
def test_a_sixth_card_of_the_display() -> None:
    """A relic shows a sixth card; five are bought, and one from the stock beside them."""
    relics = [relic("shop", op("show", count=1)), relic("scoring", op("points", amount=1))]
    game = Whole(1, [*relics, *[WEAK] * 5, *["9/9"] * 5, *[{"cost": 0}] * 6]).until("shop")
    game.side().stock = [141]
    game.state.deck.remove(141)
    game.do(1, *map(Buy, range(13, 18)))
    assert game.refuses(1, Buy(18)) == ("SW-4.3-1",)
    assert game.allows(1, Buy(141, 1))


@pytest.mark.clause("SW-3.3-3", "SW-2.4-1", "SW-S1-5")
def test_a_spell_drawn_in_the_shop() -> None:
    """Outside battle it is held in the hand."""
    draws = relic("shop", op("draw", count=1))
    game = Whole(1, [draws, relic("scoring", op("points", amount=1)), *[WEAK] * 5, *["9/9"] * 10, spell(op("wound"))])
    assert 18 in game.until("shop").side().hand
