"""What a hand can play is found without looking at what cannot lie on the field, in canonical order."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations

import msgspec
import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.cards.cards import CIRCUITS, Cards
from shinpan_engine.games.drive.cards.pack_rows import CircuitRow
from shinpan_engine.games.drive.chapters.play import wrong_extra, wrong_set
from shinpan_engine.games.drive.chapters.sets import Sets
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.work import UNCOUNTED, Work

from ...random_games import enough, seeds, told
from .scene import COLOURS, NO_SOURCE

HOUSE: Cards = GAME.packs["house"].cards
MOST_IN_HAND = 5
FIRST = 100
FEW_STEPS = 5_000

Found = tuple[list[int], list[int]]


def of_faces(*faces: tuple[str, Sequence[int], bool]) -> Cards:
    """Circuit cards by colours, numbers and icon, from number 1 on; the last face is that of all the others."""
    plain = {"mana": 0, "level_up": 0, "source": NO_SOURCE}
    rows = [
        {**plain, "number": number, "colours": colours.split(), "numbers": numbers, "plus": plus}
        for number, (colours, numbers, plus) in enumerate([*faces, *faces[-1:] * (CIRCUITS - len(faces))], start=1)
    ]
    return Cards(msgspec.structs.replace(HOUSE.rows, circuit=msgspec.convert(rows, list[CircuitRow])))


def drawn_faces(dice: Stream) -> Cards:
    """Any faces, of few numbers so that many cards go together, some of them not told."""
    faces = []
    for _ in range(CIRCUITS):
        colours = " ".join(dice.shuffle(COLOURS)[: 1 + dice.below(2)])
        numbers = sorted({dice.below(3), dice.below(3)})
        faces.append((colours, numbers, dice.below(3) == 0))
    cards = of_faces(*faces)
    cards.untold = frozenset(card for card in range(1, CIRCUITS + 1) if dice.below(20) == 0)
    return cards


def found(cards: Cards, hand: Sequence[int], top: int, free: bool, work: Work | None = None) -> Iterator[Found]:
    return Sets(cards, hand, top, free, work or Work(UNCOUNTED)).plays()


def every(cards: Cards, hand: Sequence[int], top: int, free: bool) -> Iterator[Found]:
    """The same by trying everything: every order of every part of the hand, with every card beside it."""
    for size in range(1, len(hand) + 1):
        for part in combinations(hand, size):
            for order in permutations(part):
                for extra in ([], *([card] for card in hand if card not in order)):
                    if not cards.untold.intersection([*order, *extra, top]) and not (
                        wrong_set(cards, top, order, free) or wrong_extra(cards, order, extra)
                    ):
                        yield list(order), extra


def test_nothing_is_left_out_and_the_order_is_kept() -> None:
    """What is found is what is legal of all that can be laid, in the same order, on every field and by both
    readings."""
    long = 0
    for seed in seeds(30):
        with told(seed):
            dice = Stream(bytes(32), f"sets/{seed}")
            for cards in (HOUSE, drawn_faces(dice)):
                deck = dice.shuffle(range(1, CIRCUITS + 1))
                hand, top = sorted(deck[: dice.below(MOST_IN_HAND + 1)]), deck[-1] if dice.below(4) else 0
                for free in (False, True):
                    plays = list(found(cards, hand, top, free))
                    assert plays == list(every(cards, hand, top, free)), (hand, top, free)
                    long += any(len(order) > 1 and extra for order, extra in plays)
    enough(long, 10)


@pytest.mark.parametrize("size", [8, 9, 10, 11, 12, 13, 20, 40])
@pytest.mark.parametrize("free", [False, True])
def test_a_hand_of_one_number_that_fits_nothing_costs_hardly_anything(size: int, free: bool) -> None:
    """However many orders its sets have, none is tried."""
    cards, work = of_faces(("red", [1], True), ("green", [2], True)), Work(FEW_STEPS)
    assert list(found(cards, range(2, size + 2), 1, free, work)) == []
    assert work.spent <= size


@pytest.mark.parametrize("size", [20, 40])
def test_many_cards_of_one_number_give_the_first_plays_at_once(size: int) -> None:
    """Also where only one card of the hand, the last, may lead, and where all may."""
    for faces in (
        [("red", [1], True), *[("green", [2], False)] * (size - 1), ("red", [2], True), ("green", [2], False)],
        [("red", [1], True), ("red", [2], True)],
        [("red", [1], True), ("blue", [1, 2], False)],
    ):
        cards, work = of_faces(*faces), Work(FEW_STEPS)
        plays = list(islice(found(cards, range(2, size + 2), 1, False, work), FIRST))
        assert len(plays) == FIRST
        assert not any(wrong_set(cards, 1, *play[:1]) or wrong_extra(cards, *play) for play in plays)


@pytest.mark.parametrize("top", [0, 1])
def test_nothing_is_found_of_what_is_not_told(top: int) -> None:
    """A card with a face that the pack does not tell is not played, and on such a card nothing is."""
    cards = of_faces(("red", [1], False))
    cards.untold = frozenset({3})
    assert list(found(cards, [2, 3], top, False)) == [([2], [])]
    assert list(found(cards, [2, 4], 3, False)) == []
