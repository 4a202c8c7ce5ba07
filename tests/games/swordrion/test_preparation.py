"""① ゲームの準備: the header, the deck, draft and solo replacement, the first cubes."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.chapters.preparation import check_header
from shinpan_engine.games.swordrion.table.actions import PASS, Pick, Replace
from shinpan_engine.games.swordrion.table.options import ByColour, DealPattern, ScorePool, Setup
from shinpan_engine.kernel.errors import InvalidHeader, RequestError
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.header import chance_of
from shinpan_engine.kernel.judging.record import FORMAT, ChanceSource, Header, PackRef, Record, SeededChance
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import Whole, cubes, header, pack


def house(mode: str, seats: int, **options: object) -> Header:
    """A header with a seed and the house pack."""
    drawn = ChanceSource(SeededChance("sha256ctr-1", bytes(32)))
    reference = PackRef("house", GAME.packs["house"].digest)
    return Header(FORMAT, "swordrion", mode, "1", reference, drawn, None, seats, [], Setup(**options))


@pytest.mark.clause("SW-1.1-1", "SW-1.1-2")
@pytest.mark.parametrize(("mode", "seats"), [("solo", 2), ("versus", 1), ("versus", 3), ("solo", 0)])
def test_one_or_two_participants(mode: str, seats: int) -> None:
    """Solo is for one, versus for two."""
    with pytest.raises(InvalidHeader):
        verify(GAMES, Record(house(mode, seats), ()))


@pytest.mark.clause("SW-1.1-3", "SW-1.1-4", "SW-Z.2-1")
def test_what_each_has_and_what_is_shared() -> None:
    """Each participant has a side with both fields and graveyards; deck and discard pile are common."""
    state = Whole(2).until("attack").state
    assert len(state.sides) == 2
    assert [len(side.line) for side in state.sides] == [5, 5]
    assert [len(side.enemy) for side in state.sides] == [5, 5]
    assert len(state.deck) == 150 - 14 - 10


@pytest.mark.clause("SW-1.2-1", "SW-1.2-2", "SW-1.2-3")
def test_all_cards_are_one_shuffled_deck() -> None:
    """The outcome has every card of the pack once, spells too, and nobody sees the deck."""
    head = house("solo", 1)
    game = GAMES["swordrion"]
    match = begin(game, head, chance_of(head), game.packs["house"])
    order = match.table.chance.outcomes["deck"]
    assert sorted(order) == list(range(1, 129))
    assert sorted(order[:7]) == match.table.state.sides[0].hand
    assert set(game.view(match.table.state, 1).deck) == {0}


@pytest.mark.clause("SW-1.2-4")
@pytest.mark.parametrize(("size", "seats", "enough"), [(12, 1, True), (12, 2, False), (23, 2, False), (24, 2, True)])
def test_a_pack_must_be_large_enough(size: int, seats: int, enough: bool) -> None:
    """Twelve cards for each participant."""
    if enough:
        check_header(header(seats), pack({}, size))
    else:
        with pytest.raises(InvalidHeader, match=r"SW-1\.2-4"):
            check_header(header(seats), pack({}, size))


@pytest.mark.clause("SW-1.4-1", "SW-1.4-2", "SW-1.4-4", "SW-1.4-5")
def test_the_first_cubes() -> None:
    """One green cube, or what the set-up says of the others; everybody sees them."""
    game = Whole()
    assert cubes(game.side()) == (1, 0, 0)
    assert cubes(GAME.view(game.state, PUBLIC).sides[0]) == (1, 0, 0)
    assert "SW-1.4-2" in game.table.relied
    assert cubes(Whole(start_cubes=ByColour(1, 1, 2)).side()) == (1, 1, 2)


@pytest.mark.clause("SW-1.4-2", "SW-5.1-2", "SW-5.1-6")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"start_cubes": ByColour(1, 0, 0)}, "only what differs"),
        ({"start_cubes": ByColour(2, 0, 0)}, r"one green cube .* \(SW-1\.4-2\)"),
        ({"start_cubes": ByColour(1, 100, 0)}, "at most 99 cubes"),
        ({"score_divisors": ByColour(3, 3, 1)}, "only what differs"),
        ({"score_divisors": ByColour(0, 3, 1)}, "is 0"),
        ({"score_divisors": ByColour(2, 3, 1)}, r"counted together \(SW-5\.1-6\)"),
    ],
)
def test_what_the_pictures_cannot_show(options: dict[str, ByColour], told: str) -> None:
    """The default is not stated, there is one green cube, and no number of cubes is 0."""
    with pytest.raises(RequestError, match=told):
        verify(GAMES, Record(house("solo", 1, **options), ()))
    if options == {"score_divisors": ByColour(2, 3, 1)}:
        check_header(header(1, **options, score_pool=ScorePool.PER_COLOUR), pack({}))


@pytest.mark.clause("SW-1.3-2")
def test_an_option_of_versus() -> None:
    """How cards are dealt to two is no option of solo."""
    with pytest.raises(InvalidHeader):
        verify(GAMES, Record(house("solo", 1, deal_pattern=DealPattern.ALTERNATE), ()))


@pytest.mark.clause("SW-1.3-1", "SW-1.3-2")
def test_seven_cards_each() -> None:
    """The first participant takes the top seven, the second the next; or one by one."""
    block = Whole(2)
    assert [side.packet for side in block.state.sides] == [list(range(1, 8)), list(range(8, 15))]
    assert "SW-1.3-2" in block.table.relied
    alternate = Whole(2, deal_pattern=DealPattern.ALTERNATE)
    assert [side.packet for side in alternate.state.sides] == [list(range(1, 14, 2)), list(range(2, 15, 2))]


@pytest.mark.clause("SW-1.3-3", "SW-1.3-4", "SW-1.3-5", "SW-1.3-6", "SW-1.3-7", "SW-1.3-9")
def test_the_draft() -> None:
    """F1: packets of 7 to 1 change hands when both have picked; picks 1, 3, 5, 7 come from the own packet."""
    game = Whole(2).do(1, Pick(1))
    assert [len(side.packet) for side in game.state.sides] == [7, 7]
    assert game.refuses(1, Pick(2)) == ("SW-1.3-7",)
    assert game.refuses(1, Replace([1])) == ("SW-1.3-3",)
    assert game.refuses(2, Pick(1)) == ("SW-1.3-6",)
    game.do(2, Pick(8))
    assert [side.packet for side in game.state.sides] == [list(range(9, 15)), list(range(2, 8))]
    assert game.refuses(1, Pick(1)) == ("SW-1.3-6",)
    while game.asked()[0][1] == "pick":
        game.quiet()
    first, second = game.state.sides
    assert [len(first.hand), len(second.hand), first.packet, second.packet] == [7, 7, [], []]
    assert [sum(card <= 7 for card in side.hand) for side in (first, second)] == [4, 3]
    assert game.refuses(1, Pick(1)) == ("SW-1.3-9",)


@pytest.mark.clause("SW-1.3-8", "SW-Z.7-4")
def test_the_draft_is_secret() -> None:
    """A packet is seen by its holder, a pick by the picker."""
    game = Whole(2).do(1, Pick(1))
    for viewer in (PUBLIC, 2):
        view = GAME.view(game.state, viewer)
        assert view.sides[0].packet == [0] * 7
        assert not any(pending.answer for pending in view.pending)
    game.do(2, Pick(8))
    assert [event.private for event in game.events("Picked")] == [1, 2]


@pytest.mark.clause("SW-Q-1", "SW-Q-2", "SW-Q-3", "SW-Q-4", "SW-Q-5", "SW-1.1-2", "SW-1.3-9")
def test_the_solo_replacement() -> None:
    """F2: no draft; three discarded and three drawn, once: hand 7, discard 3."""
    game = Whole()
    assert (game.asked(), game.side().hand) == ([(1, "replace")], [1, 2, 3, 4, 5, 6, 7])
    assert game.refuses(1, Pick(1)) == ("SW-Q-1",)
    assert game.refuses(1, Replace([1, 8])) == ("SW-Q-2",)
    game.do(1, Replace([1, 3, 7]))
    assert (game.side().hand, game.state.discard) == ([2, 4, 5, 6, 8, 9, 10], [1, 3, 7])
    assert game.refuses(1, Replace([2])) == ("SW-Q-15",)


@pytest.mark.clause("SW-Q-2", "SW-1.3-9")
def test_no_more_is_replaced_than_the_deck_holds() -> None:
    """With twelve cards in all five can be replaced, not six."""
    game = Whole(size=12)
    assert game.refuses(1, Replace([1, 2, 3, 4, 5, 6])) == ("SW-Q-2",)
    assert len(game.do(1, Replace([1, 2, 3, 4, 5])).side().hand) == 7


@pytest.mark.clause("SW-Q-3", "SW-Q-15")
@pytest.mark.parametrize("count", [0, 1, 7])
def test_any_number_is_replaced(count: int) -> None:
    """None to all seven, each written once in ascending order; nothing beyond it later."""
    game = Whole()
    assert game.refuses(1, Replace([])) == ("",)
    assert game.refuses(1, Replace([2, 1])) == ("",)
    game.do(1, Replace(list(range(1, count + 1))) if count else PASS)
    assert (len(game.side().hand), len(game.state.discard)) == (7, count)
    assert game.refuses(1, Replace([game.side().hand[0]])) == ("SW-Q-15",)
