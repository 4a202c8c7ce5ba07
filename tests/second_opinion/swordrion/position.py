"""One participant's battle in ソードリオン as plain data, and the readings that a header may choose."""

from dataclasses import dataclass, field
from fractions import Fraction

LINE = 5
MOST_IN_FIELD = 10
MOST_WOUNDS = 3
MOST_SPELLS = 5
MOST_ALIKE = 3
LONGEST = 100
"""Exchanges of a battle, and battles of a round, after which nothing moves on any more [SW-S3-12, SW-S5-15]."""
ROUNDS = 3
OWN, ENEMY = "own", "enemy"
"""味方, 相手."""
SIDES = (OWN, ENEMY)
NOBODY = "nobody"
COLOURS = ("green", "yellow", "blue")


@dataclass(frozen=True)
class Readings:
    """Readings other than the usual ones."""

    enemy_spell: str = "discard"
    play_short: bool = False
    deck_out_as_uncleared: bool = False
    zero_damage_wounds: bool = False
    next_front_at_once: bool = False
    own_always_must: bool = False
    third_wound_is_one_blow: bool = False
    enemy_speed_first: bool = False
    front_follows_itself: bool = False
    auto_battlers_answered: bool = False
    all_hit_answer: bool = False
    cut_spells_free: bool = False
    equipment_apart: bool = False
    peeked_turn_back: bool = False
    waiting_on_clear: str = "stay"
    automata_may_decline: bool = False
    bottom_chosen: bool = False
    divisors: tuple[int, int, int] = (3, 3, 1)
    per_colour: bool = False
    dealt_by_turns: bool = False
    relics_return: bool = False
    stocked_count_as_bought: bool = False
    stock_anything: bool = False
    first_cubes: tuple[int, int, int] = (1, 0, 0)


@dataclass(eq=False)
class Stack:
    """A card in a field, or two merged ones, the upper one first."""

    cards: list[int]
    up: bool = True
    equipment: list[tuple[int, str]] = field(default_factory=list)
    """Each with the side that it belongs to."""
    wounds: int = 0
    hp: Fraction = Fraction(0)
    """As printed, and then changed by one effect after the other."""
    attack: int = 0
    turn_hp: int = 0
    turn_attack: int = 0
    held: bool = False
    fresh: list[int] = field(default_factory=list)
    """The cards that came in a step of [常時]: they use their own from the next exchange on."""
    spent: list[int] = field(default_factory=list)
    """The cards that have had their 発動."""
    felled_by: str = ""
    """Which side has struck it down, or nobody, while it still lies there."""


@dataclass
class Camp:
    """All that a participant has, and the line of the automata."""

    hand: list[int]
    spells: list[int] = field(default_factory=list)
    relics: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    fields: dict[str, list[Stack]] = field(default_factory=lambda: {OWN: [], ENEMY: []})
    graves: dict[str, list[int]] = field(default_factory=lambda: {OWN: [], ENEMY: []})
    packet: list[int] = field(default_factory=list)
    """What is handed round in the draft."""
    display: list[int] = field(default_factory=list)
    stock: list[int] = field(default_factory=list)
    carried: list[int] = field(default_factory=list)
    """What a cube has been given for in this shopping, so that it is in the stock at the next."""
    cubes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    used: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    """The cubes that have been given for something in this shopping."""
    status: str = "fighting"
    idle: int = 0
    spell_used: bool = False


@dataclass
class Common:
    """What the participants share."""

    deck: list[int]
    discard: list[int]
    round: int = 1
    battle: int = 0


def foe(side: str) -> str:
    """The side that a side fights."""
    return ENEMY if side == OWN else OWN
