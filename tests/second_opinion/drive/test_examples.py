"""The second judge itself on positions whose answer is plain: the printed ones, and those of the referee's map."""

from collections.abc import Sequence

import pytest

from .battle import Battle, Position, party
from .plays import Played, Plays, Readings
from .printed import Cards, Circuit, Enemy, Unit

LONG = {"g": "green", "r": "red", "y": "yellow", "b": "blue"}
DUALS = ("distinct_cards", "sum_colours", "max_colour")


def card(face: str) -> Circuit:
    """g4+ is a green 4 with the icon, b1/2 a number-wild, gr3 a colour-wild."""
    colours = frozenset(LONG[letter] for letter in face if letter in LONG)
    numbers = frozenset(int(letter) for letter in face if letter.isdigit())
    return Circuit(colours, numbers, "+" in face, 0, 0)


def fits(top: str, cards: str, extra: str = "", any_may_lead: bool = False) -> bool:
    """Whether these cards, lowest first, may be played on that top card, all being in hand."""
    faces = [*cards.split(), *extra.split()]
    circuits = dict(enumerate(map(card, [top or "g0", *faces])))
    numbers = range(1, len(faces) + 1)
    led = len(cards.split())
    play = Played(tuple(numbers[:led]), tuple(numbers[led:]))
    return Plays(circuits, Readings(any_may_lead)).allows(0 if top else None, numbers, play)


def damage(units: Sequence[tuple[str, int]], cards: str, dual: str = DUALS[0]) -> int:
    """What units of these colours and attacks deal with these cards played."""
    faces = dict(enumerate(map(card, cards.split())))
    known = {number: Unit(frozenset(LONG[c] for c in colours), [attack], [None], []) for number, (colours, attack) in
             enumerate(units)}  # fmt: skip
    members = [*party(*((unit, 1) for unit in known))]
    at = Position(1, list(faces), {1: 0}, members, enemy=1, hp=100, boss=True, enemies=[], discard=[], deck=[])
    battle = Battle(Cards(faces, known, {1: Enemy(0, 100, 0, False)}), Readings(dual=dual), at, Played(tuple(faces)), 0)
    battle.down()
    battle.start()
    battle.fight()
    return 100 - at.hp


@pytest.mark.parametrize(
    ("top", "cards", "extra", "right"),
    [
        ("g2", "g3 r3 b3", "", True),
        ("g2", "r3 b3", "", False),
        ("g2", "r3 g3", "", False),
        ("g2", "g1 g3", "", False),
        ("", "r1 b3", "", False),
        ("", "r1 b1", "", True),
        ("b1", "r1/2", "", True),
        ("r1", "b1/2 g2", "", False),
        ("r1", "r1/2 r1 r2", "", False),
        ("g1/2", "r2", "", True),
        ("g1/2", "r2/3", "", True),
        ("g1/2", "r2/3 b3", "", False),
        ("y3", "gy1", "", True),
        ("gy1", "g4", "", True),
        ("g1", "g4+ r4+", "r0", True),
        ("g1", "g4+ r4+", "g0", False),
        ("g1", "g4+ r4+", "r0 r1", False),
        ("g1", "g4+ r3/4", "g0", True),
        ("g1", "g4+ r3/4", "r0", False),
        ("g1", "g4", "g0", False),
        ("r0", "g4+", "g0", False),
        ("r1", "r4+", "rb0", True),
    ],
)
def test_plays(top: str, cards: str, extra: str, right: bool) -> None:
    """Sets, wilds and the extra card."""
    assert fits(top, cards, extra) == right


def test_another_reading_lets_any_card_of_a_set_lead() -> None:
    """The set that lies wrongly above lies well then; one without a card that fits does not."""
    assert fits("g2", "r3 g3", any_may_lead=True)
    assert not fits("g2", "r3 b3", any_may_lead=True)


@pytest.mark.parametrize(
    ("units", "cards", "dealt"),
    [
        ([("r", 2), ("r", 1), ("g", 5)], "r3", 3),
        ([("g", 2), ("g", 1), ("r", 3)], "g3 g3 r3", 9),
        ([("g", 2), ("r", 3)], "gr3 g3", 7),
        ([("r", 3)], "r4+ r0", 6),
        ([("", 4), ("b", 1)], "r3", 0),
    ],
)
def test_damage(units: Sequence[tuple[str, int]], cards: str, dealt: int) -> None:
    """Each colour's attacks count as often as its colour was played."""
    assert damage(units, cards) == dealt


@pytest.mark.parametrize(
    ("cards", "dealt"), [("r3 b3", (4, 4, 2)), ("rb3", (2, 4, 2)), ("r3 g3", (2, 2, 2)), ("r3 r3", (4, 4, 4))]
)
def test_a_unit_of_two_attributes(cards: str, dealt: tuple[int, ...]) -> None:
    """A red and blue unit of attack 2, in each of the three readings."""
    assert tuple(damage([("rb", 2)], cards, dual) for dual in DUALS) == dealt
