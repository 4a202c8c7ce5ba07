"""② バトル準備: line, relics, spells, and the enemies laid out."""

import pytest

from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.table.actions import ATTACK, DONE, PASS, Buy, Lay, Relics
from shinpan_engine.games.swordrion.table.options import DealPattern, RelicsReturn
from shinpan_engine.kernel.play.views import PUBLIC

from .scene import Whole, card, op, refusal, relic, skill, spell

point = relic("scoring", op("points", amount=1))
hurt = spell(op("wound"))


def line_up(*hand: object, **options: object) -> Whole:
    """A solo game with this first hand, at its line-up."""
    return Whole(1, list(hand), **options).do(1, PASS)  # type: ignore[arg-type]


@pytest.mark.clause("SW-2.1-1", "SW-2.1-2", "SW-2.1-3", "SW-Z.4-2", "SW-Z.7-1")
def test_five_cards_in_any_order() -> None:
    """The cards are laid left to right as the participant likes; neither fewer nor more, and only from the hand."""
    game = line_up("1/1", "1/1", "1/1", "1/1", "1/1", "1/1", "1/1")
    assert game.refuses(1, Lay(8)) == ("SW-2.1-1",)
    game.do(1, Lay(4), Lay(2), Lay(7), Lay(1))
    assert game.refuses(1, PASS) == ("SW-2.1-2", "SW-2.1-7")
    game.do(1, Lay(5))
    assert [slot.card for slot in game.side().line] == [4, 2, 7, 1, 5]
    assert game.side().hand == [3, 6]
    assert game.refuses(1, Lay(3)) == ("SW-Z.7-3", "SW-0.2-5", "SW-3.13-3")


@pytest.mark.clause("SW-2.1-5", "SW-2.1-4", "SW-Z.7-4")
def test_own_cards_lie_face_up() -> None:
    """Everybody sees them, and their order stays as it is."""
    game = line_up(*["9/0"] * 7).until("attack")
    assert all(slot.up for slot in game.side().line)
    seen = [slot.card for slot in GAME.view(game.state, PUBLIC).sides[0].line]
    assert seen == [slot.card for slot in game.do(1, ATTACK).side().line]


@pytest.mark.clause("SW-2.1-6", "SW-2.4-1", "SW-Q-9")
def test_a_spell_is_no_card_of_the_line() -> None:
    """It is refused, and all spells that are no relics go to the spell zone."""
    as_relic = {**hurt, "relic": {"timing": "scoring", "ops": [op("points", amount=1)]}}
    game = line_up("1/1", "1/1", "1/1", "1/1", "1/1", hurt, as_relic)
    assert game.refuses(1, Lay(6)) == ("SW-2.1-6",)
    game.do(1, Lay(1), Lay(2), Lay(3), Lay(4), Lay(5)).do(1, Relics([7]))
    assert (game.side().spells, game.side().relics, game.side().hand) == ([6], [7], [])


@pytest.mark.clause("SW-2.1-7", "SW-2.1-2")
def test_in_want_of_cards_the_participant_decides() -> None:
    """Four cards that fit both places and three spells: 4+0, 3+1 and 2+2 are legal, 1+2 and 2+1 are not."""
    hand = [point] * 4 + [hurt] * 3
    game = line_up(*hand)
    assert game.refuses(1, PASS) == ("SW-2.1-2", "SW-2.1-7")
    game.do(1, Lay(1))
    assert game.refuses(1, PASS) == ("SW-2.1-7",)
    game.do(1, Lay(2), PASS)
    assert game.refuses(1, Relics([3])) == ("SW-Z.5-1", "SW-2.1-7")
    assert game.do(1, Relics([3, 4])).side().relics == [3, 4]
    assert "SW-2.1-7" in game.table.relied
    three = line_up(*hand).do(1, Lay(1), Lay(2), Lay(3), PASS)
    assert three.do(1, Relics([4])).side().relics == [4]
    four = line_up(*hand).do(1, Lay(1), Lay(2), Lay(3), Lay(4))
    assert (four.side().relics, four.state.battle) == ([], 1)


@pytest.mark.clause("SW-2.1-7")
def test_one_card_at_least_goes_to_the_line() -> None:
    """Of two cards that fit line and relics both cannot be kept for the relics."""
    game = line_up(point, point, *[hurt] * 5)
    assert game.refuses(1, PASS) == ("SW-2.1-2", "SW-2.1-7")
    assert game.do(1, Lay(1), PASS, Relics([2])).side().relics == [2]


@pytest.mark.clause("SW-2.1-7")
def test_what_the_line_could_use_is_not_kept_for_other_relics() -> None:
    """With an open place in the line a relic that only spells could be does not keep a card in the hand."""
    as_relic = {**hurt, "relic": {"timing": "scoring", "ops": [op("points", amount=1)]}}
    game = line_up("1/1", point, as_relic, as_relic, hurt, hurt, hurt).do(1, Lay(1), PASS)
    assert game.refuses(1, Relics([3, 4])) == ("SW-2.1-7",)
    assert game.allows(1, Relics([2, 3]))


@pytest.mark.clause("SW-2.1-8", "SW-0.2-5")
def test_the_line_is_chosen_anew_each_round() -> None:
    """In round 2 the whole hand may be laid, once for the round."""
    game = line_up(*["1/0"] * 12).until("lay", round=2)
    assert game.side().line == []
    assert len(game.side().hand) == 7
    assert all(game.allows(1, Lay(number)) for number in game.side().hand)


@pytest.mark.clause("SW-2.1-9", "SW-K.5-2")
def test_a_summoned_card_in_the_line() -> None:
    """Only with its condition met at that moment; one without any lies freely."""
    never, free = card("1/1", skill("summon", condition={"round": 2})), card("1/1", skill("summon", condition={}))
    game = line_up(never, free, "1/1", "1/1", "1/1", "1/1", "1/1")
    assert game.refuses(1, Lay(1)) == ("SW-2.1-9", "SW-K.5-2")
    assert game.allows(1, Lay(2))


@pytest.mark.clause("SW-2.2-1", "SW-2.2-6", "SW-Z.5-1", "SW-C-8")
def test_two_relics() -> None:
    """Two cards with relic text from the hand, neither one nor a card without; none is left out."""
    game = line_up(point, point, point, "1/1", "1/1", "1/1", "1/1").do(1, Lay(4), Lay(5), Lay(6), Lay(7), Lay(1))
    assert game.refuses(1, PASS) == ("SW-Z.5-1",)
    assert game.refuses(1, Relics([2])) == ("SW-Z.5-1", "SW-2.1-7")
    assert game.refuses(1, Relics([3, 2])) == ("",)
    assert refusal(game, Relics([])) == "write at least one relic from the hand"
    assert game.refuses(1, Relics([1, 2])) == ("SW-2.2-2", "SW-4.6-7")
    assert game.do(1, Relics([2, 3])).side().relics == [2, 3]
    other = line_up(point, point, "1/1", "1/1", "1/1", "1/1", "1/1").do(1, Lay(3), Lay(4), Lay(5), Lay(6), Lay(7))
    assert other.asked() == [(1, "relics")]
    plain = line_up(point, point, *["1/1"] * 3, point, "1/1").do(1, Lay(1), Lay(3), Lay(4), Lay(5), Lay(7))
    assert plain.allows(1, Relics([2, 6]))


@pytest.mark.clause("SW-Z.5-1", "SW-2.1-7")
def test_a_card_that_is_needed_as_a_relic() -> None:
    """With two relic cards among seven neither can be laid."""
    game = line_up(point, point, *["1/1"] * 5)
    assert game.refuses(1, Lay(1)) == ("SW-Z.5-1",)
    assert game.allows(1, Lay(3))


@pytest.mark.clause("SW-2.2-6")
def test_a_card_without_relic_text_is_no_relic() -> None:
    """It is refused for that."""
    late = line_up(point, point, *["1/0"] * 12).until("shop")
    late.do(1, Buy(late.side().display[0], 1)).until("exchange_relics", round=2)
    plain = next(number for number in late.side().hand if number > 2)
    assert late.refuses(1, Relics([1, plain])) == ("SW-2.2-6",)


@pytest.mark.clause("SW-2.2-2", "SW-2.2-3", "SW-2.2-5", "SW-Z.3-2", "SW-2.2-4")
def test_relics_are_exchanged_in_later_rounds() -> None:
    """D18: one, both or none; what is exchanged goes to the discard pile and is lost, the other stays."""
    game = line_up(point, point, *["1/0"] * 5, *["9/9"] * 5, *[{**point, "cost": 0}] * 5)
    assert game.until("attack").refuses(1, Relics([1, 13])) == ("SW-2.2-4", "SW-3.13-3")
    game.until("shop")
    assert game.side().relics == [1, 2]
    display = list(game.side().display)
    for number in display:
        game.do(1, Buy(number))
    game.do(1, DONE).until("exchange_relics")
    assert game.refuses(1, Relics([1, 2])) == ("",)
    assert refusal(game, Relics([1, 2])) == "to keep both relics, write `pass`"
    hand, discard = len(game.side().hand), len(game.state.discard)
    new = next(number for number in display if number in game.side().hand)
    game.do(1, Relics([2, new]))
    assert (game.side().relics, len(game.side().hand), len(game.state.discard)) == ([2, new], hand - 1, discard + 1)
    assert game.state.discard[-1] == 1
    assert 1 not in game.until("exchange_relics", round=3).side().hand


@pytest.mark.clause("SW-2.2-2")
def test_no_relic_need_be_exchanged() -> None:
    """Silence keeps both."""
    game = line_up(point, point, *["1/0"] * 5).until("shop")
    game.do(1, Buy(game.side().display[0], 1)).until("exchange_relics").do(1, PASS)
    assert game.side().relics == [1, 2]


@pytest.mark.clause("SW-2.2-5", "SW-4.1-2")
def test_relics_may_return() -> None:
    """Where the set-up says so both come to the hand at round end and are chosen again."""
    game = line_up(point, point, *["1/0"] * 5, relics_return=RelicsReturn.RETURN).until("shop")
    assert game.side().relics == []
    assert {1, 2} <= set(game.side().hand)
    assert game.until("relics", round=2).side().relics == []
    assert game.to_the_end().state.ending.points == [4]


@pytest.mark.clause("SW-2.2-7", "SW-2.3-1", "SW-2.3-2", "SW-2.3-3", "SW-3.13-2")
def test_five_enemies_face_down() -> None:
    """They are laid when line and relics are settled, left to right as they are drawn."""
    game = line_up(*["9/0"] * 7)
    assert game.side().enemy == []
    game.until("attack")
    assert [slot.card for slot in game.side().enemy] == [8, 9, 10, 11, 12]
    assert [slot.up for slot in game.side().enemy] == [True, False, False, False, False]
    assert len(game.state.deck) == 138


@pytest.mark.clause("SW-2.3-5", "SW-1.3-2")
@pytest.mark.parametrize("option", DealPattern)
def test_enemies_of_both(option: DealPattern) -> None:
    """Each gets five, dealt as the set-up says."""
    game = Whole(2, deal_pattern=option).until("attack")
    lines = [[slot.card for slot in side.enemy] for side in game.state.sides]
    both = [[15, 16, 17, 18, 19], [20, 21, 22, 23, 24]]
    assert lines == (both if option == DealPattern.BLOCK else [[15, 17, 19, 21, 23], [16, 18, 20, 22, 24]])


@pytest.mark.clause("SW-Z.7-2", "SW-S1-5")
def test_the_hand_has_no_limit() -> None:
    """After the first shopping spells and cards lie in the hand in any number."""
    game = line_up(*["1/0"] * 12, *[{**hurt, "cost": 0}] * 5).until("shop")
    for number in list(game.side().display):
        game.do(1, Buy(number))
    assert len(game.side().hand) == 12


@pytest.mark.clause("SW-3.3-3", "SW-0.1-5")
def test_a_relic_of_the_preparation() -> None:
    """A relic that names the preparation acts when line and relics are fixed: here it draws a card to the hand."""
    draws = relic("prep", op("draw", count=1))
    game = line_up(draws, point, *["9/0"] * 5).until("attack")
    assert game.side().hand == [8]
    assert [slot.card for slot in game.side().enemy] == [9, 10, 11, 12, 13]
