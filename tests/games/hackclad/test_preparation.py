"""6 ゲームの準備, 4-4 キャラクター選択について, and what the components are."""

from typing import Any

import pytest

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.cards.cards import is_basic
from shinpan_engine.games.hackclad.table.actions import Extend, Keep
from shinpan_engine.games.hackclad.table.options import (
    CoopEasyDeck,
    CpCap,
    Difficulty,
    EntryLetters,
    FlareGuards,
    Humans,
    TagSharedInfo,
    TagTie,
)
from shinpan_engine.games.hackclad.table.state import Step
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import InvalidHeader, Undecidable
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.header import game_of
from shinpan_engine.kernel.messages import ENGLISH, Thing, say, template_of
from shinpan_engine.kernel.play.chance import Seeded

from .opening import Opening, header_of
from .scene import AMELIA, FLARE, HOUSE, LUNA, MIA, ROSETTE, WITCHES

PRINT = GAME.packs["print"]


@pytest.mark.clause("HC-6.2-1", "HC-6.4-1", "HC-6.5-1", "HC-6.6-1", "HC-1-9", "HC-3-23")
def test_the_common_set_up() -> None:
    """VOLTAGE 1; the six cards of VOLTAGE 1 are the clad deck, three and three lie above the board."""
    state = Opening().state
    assert state.voltage == 1
    assert sorted(state.clad_deck) == [1, 2, 3, 4, 5, 6]
    assert (state.voltage_2_pile, state.voltage_3_pile) == ([7, 8, 9], [10, 11, 12])


@pytest.mark.clause(
    "HC-6.8-1", "HC-6.8-2", "HC-6.9-1", "HC-6.9-3", "HC-6.7-1", "HC-6.7-2", "HC-6.7-3", "HC-1-7", "HC-3-21"
)
@pytest.mark.parametrize("witch", WITCHES)
def test_the_character_set_up(witch: str) -> None:
    """Eight basic cards are the deck, eight extended ones the extended deck; all gauges are at 0, no token is ready."""
    game = Opening(witch, MIA if witch != MIA else LUNA)
    side = game.side(1)
    first = WITCHES.index(witch) * 16 + 1
    assert sorted(side.deck) == list(range(first, first + 8))
    assert side.extended == list(range(first + 8, first + 16))
    assert [side.mp, side.cp, side.injuries, side.pollution, side.vp, side.ready, side.tokens] == [0] * 6 + [[]]


@pytest.mark.clause("HC-6.10-1", "HC-6.10-2", "HC-3-9", "HC-6.11-1", "HC-6.12-1", "HC-3-25", "HC-1-2", "HC-1-1")
def test_the_pieces() -> None:
    """P1 to P4 stand on A to D, the clad in the middle looks north, four tails stand around it and no head."""
    game = Opening(ROSETTE, FLARE, LUNA, AMELIA).extends()
    name = game.table.board.name
    assert [name(side.square) for side in game.state.sides] == ["b5", "e4", "d1", "a2"]
    assert (name(game.state.clad_square), game.state.clad_facing.name) == ("c3", "NORTH")
    assert [(name(leg.square), leg.kind.name) for leg in game.state.legions] == [
        ("c2", "TAIL"), ("b3", "TAIL"), ("d3", "TAIL"), ("c4", "TAIL"),
    ]  # fmt: skip


@pytest.mark.clause("HC-3-9")
def test_the_other_letters() -> None:
    """By an option the letters are those of the other telling."""
    game = Opening(ROSETTE, FLARE, LUNA, AMELIA, entry_letters=EntryLetters.CROSSED).extends()
    assert [game.table.board.name(side.square) for side in game.state.sides] == ["a2", "e4", "b5", "d1"]


@pytest.mark.clause("HC-6.13-1", "HC-6.13-2", "HC-6.13-3", "HC-6.14-1", "HC-3-12", "HC-3-5", "HC-3-7")
def test_the_decks() -> None:
    """Each chooses one extended card, blind; the nine are shuffled, and the top card of Pn goes to waiting slot n."""
    game = Opening(ROSETTE, FLARE, LUNA)
    assert game.asked() == [(1, "extend"), (2, "extend"), (3, "extend")]
    assert game.refuses(1, Extend(1)) == ("HC-6.13-1",)
    assert game.refuses(1, Extend(25)) == ("HC-6.13-1",)
    game.do(
        3,
        Extend(41),
    ).do(1, Extend(16))
    assert game.refuses(1, Extend(15)) == ("HC-6.13-1",)
    assert len(game.side(1).deck) == 8, "nothing is done before the last has chosen"
    game.do(2, Extend(25))
    side = game.side(1)
    assert (16 in side.extended, len(side.extended)) == (False, 7)
    assert game.state.step == Step.DRAFT
    assert [s.waiting_slot for s in game.state.sides] == [1, 2, 3]


@pytest.mark.clause("HC-6.14-1")
def test_the_first_turn_card_is_the_top_card() -> None:
    """The first card of the shuffle lies on the waiting slot, the next three are drawn."""
    order = [3, 1, 9, 2, 4, 5, 6, 7, 8]
    chance = {"clad": [1, 2, 3, 4, 5, 6], "deck/p1": order, "deck/p2": [49, 50, 51, 52, 53, 54, 55, 56, 57]}
    game = Opening(chance=chance).do(1, Extend(9)).do(2, Extend(57))
    assert sorted(game.side(1).hand) == [1, 2, 3, 9]
    assert [e.cards for e in game.table.events if type(e).__name__ == "TookBack"] == [[3]]


@pytest.mark.clause("HC-7-2", "HC-4.2-1", "HC-14.2-17", "HC-13.2-1", "HC-13.1-1")
@pytest.mark.parametrize(
    ("mode", "seats"),
    [("versus", 1), ("versus", 5), ("tag", 2), ("tag", 3), ("solo", 2), ("coop", 1), ("coop", 5)],
)
def test_how_many_may_play(mode: str, seats: int) -> None:
    """Versus is for 2 to 4, tag for 4 characters, solo for 1, co-op for 2 to 4."""
    with pytest.raises(InvalidHeader, match="seats"):
        game_of(GAMES, header_of(mode=mode, characters=[1] * seats, copies=0))


@pytest.mark.clause("HC-4.4.1-1", "HC-4.4.1-2")
def test_the_same_character_needs_another_copy() -> None:
    """A character can be played twice with two copies only, which are said then only; the cards are kept apart."""
    for characters, copies in (([1, 1], 0), ([1, 2], 2), ([1, 1, 1], 2)):
        with pytest.raises(InvalidHeader, match="cop"):
            begin(GAME, header_of(characters=characters, copies=copies), Seeded(bytes(32)), HOUSE)
    game = Opening(characters=[1, 1], copies=2)
    assert min(game.side(2).extended) == 10000 + 9
    assert HOUSE.names.text("card", 10009) == "W01-09/2"
    assert HOUSE.names.numbers("card", "W01-09/2") == [10009]


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("characters", {"characters": [1, 21]}),
    ("characters", {"characters": [1, 2], "seats": 3}),
    ("difficulty", {"difficulty": Difficulty.EASY}),
    ("difficulty", {"mode": "coop", "difficulty": Difficulty.NONE}),
    ("teams", {"teams": [1, 2]}),
    ("teams", {"mode": "tag", "characters": [1, 2, 3, 4], "teams": [1, 1, 1, 2]}),
    ("teams", {"mode": "tag", "characters": [1, 2, 3, 4], "teams": [2, 2, 1, 1]}),
    ("tag_shared_info", {"mode": "tag", "characters": [1, 2, 3, 4], "humans": Humans.TWO,
                         "tag_shared_info": TagSharedInfo.TRUE}),
    ("tag_tie", {"tag_tie": TagTie.SHARED}),
    ("cp_cap", {"cp_cap": CpCap.FIFTEEN}),
    ("cp_cap", {"edition": "1.0.0", "cp_cap": CpCap.SEVEN}),
    ("flare_guards", {"flare_guards": FlareGuards.TWO}),
    ("coop_easy_deck", {"coop_easy_deck": CoopEasyDeck.V3_AT_ONCE}),
    ("coop_easy_deck", {"mode": "coop", "coop_easy_deck": CoopEasyDeck.V3_AT_ONCE}),
]  # fmt: skip


@pytest.mark.clause("HC-13.2-1", "HC-14.2-1", "HC-6.7-1")
@pytest.mark.parametrize(("field", "facts"), REFUSED)
def test_a_header_says_what_can_be(field: str, facts: dict[str, Any]) -> None:
    """What cannot be, or is said although it decides nothing, is refused by its field."""
    with pytest.raises(InvalidHeader) as error:
        begin(GAME, header_of(**facts), Seeded(bytes(32)), HOUSE)
    assert error.value.field == f"record.header.hackclad.{field}"
    assert template_of(error.value.message.key, ENGLISH), "the reason has a sentence"


@pytest.mark.clause("HC-4.4.2-1", "HC-4.4.2-2")
def test_an_earlier_witch_keeps_two_missions() -> None:
    """A witch of an earlier game draws five missions and keeps two; what comes then, nobody tells."""
    game = Opening(characters=[6, 1])
    assert game.asked() == [(1, "keep")]
    drawn = game.side(1).drawn
    assert len(drawn) == 5
    left = next(number for number in range(1, 9) if number not in drawn)
    assert game.refuses(1, Keep(drawn[:3])) == ("HC-4.4.2-2",)
    assert game.refuses(1, Keep(sorted([drawn[0], left]))) == ("HC-4.4.2-2",)
    with pytest.raises(Undecidable) as raised:
        game.do(1, Keep(drawn[:2]))
    what = say("contents.character", character=Thing("character", 6))
    assert raised.value.message == say("kernel.pack.silent", what=what)


@pytest.mark.clause("HC-4.4.2-2", "HC-4.3-1")
def test_missions_are_known_in_no_print() -> None:
    """The pack `print` tells no missions, and the witches of this game have none."""
    with pytest.raises(Undecidable, match=r"mission\.unknown"):
        begin(GAME, header_of(characters=[6, 1]), Seeded(bytes(32)), PRINT)
    assert Opening().asked()[0] == (1, "extend")


@pytest.mark.clause("HC-1-8")
def test_a_card_face_down_tells_its_owner_only() -> None:
    """Whoever looks at another's cards sees how many there are."""
    game = Opening().extends()
    seen = GAME.view(game.state, 2).sides[0]
    assert (seen.hand, seen.turn_cards, seen.extended) == ([0] * 4, [], [0] * 7)


@pytest.mark.clause("HC-6.13-1")
@pytest.mark.parametrize("seat", [1, 2])
def test_basic_cards_are_eight_of_sixteen(seat: int) -> None:
    """The deck of a game begun holds all eight basic cards and the one chosen."""
    game = Opening().extends()
    side = game.side(seat)
    cards = [*side.deck, *side.hand, *side.turn_cards]
    assert (len(cards), sum(map(is_basic, cards))) == (9, 8)
