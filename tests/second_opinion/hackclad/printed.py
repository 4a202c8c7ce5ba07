"""What boards and cards show, as far as the second judge plays with it: written down here, not read from a pack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Cell = tuple[int, int]
"""(to the right, ahead)."""

LAST_ROUND = {"versus": 9, "tag": 9, "solo": 9, "coop": 7}
SET = 16
"""Cards of a character, in the order of the printed lists."""
BOX = 10000
"""What is added to their numbers in each further copy of the game."""
ROSETTE, FLARE, LUNA, MIA, AMELIA = 1, 2, 3, 4, 5
SHOT, GUARD, MOVE = 1, 2, 3
"""The first three cards of everybody."""
CLAD_ATK = {1: 2, 2: 3, 3: 4}
MOVES = {ROSETTE: 2, FLARE: 1, LUNA: 1, MIA: 3, AMELIA: 1}
BOOSTS = {ROSETTE: 2, FLARE: 2, LUNA: 2, MIA: 1, AMELIA: 2}
GUARDS = {ROSETTE: 1, FLARE: 3, LUNA: 2, MIA: 1, AMELIA: 2}
"""How often in a round the basic actions: a step, MP, damage reduced."""
GUARD_CP, STEP_CP, MP_CP, DRAW_CP = 1, 2, 2, 4
CRACKS = {ROSETTE: 1, LUNA: 1, MIA: 1, AMELIA: 2}
"""CP of the crack skills that the second judge plays on own turns."""
MP_MOST = 7

VP: Mapping[int, Sequence[int]] = {
    ROSETTE: (1, 1, 1, 1, 1, 1, 1, 1, 3, 4, 2, 2, 4, 4, 4, 3),
    FLARE: (1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 2, 2, 4, 4, 3, 3),
    LUNA: (1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 2, 4, 4, 4, 4),
    MIA: (1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 2, 3, 4, 3, 4, 3),
    AMELIA: (1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 4, 3, 2, 3, 3, 2),
}


def owner(card: int) -> int:
    """Whose card it is."""
    return (card % BOX - 1) // SET + 1


def place(card: int) -> int:
    """Its place in the owner's list, from 1."""
    return (card % BOX - 1) % SET + 1


def vp(card: int) -> int:
    """The VP of a card."""
    return VP[owner(card)][place(card) - 1]


# RANGE

AHEAD: Sequence[Cell] = ((0, 1),)
TWO_AHEAD: Sequence[Cell] = ((0, 1), (0, 2))
SECOND: Sequence[Cell] = ((0, 2),)
WIDE: Sequence[Cell] = ((-1, 1), (0, 1), (1, 1))
FAR_WIDE: Sequence[Cell] = ((-1, 2), (0, 2), (1, 2))
CONE: Sequence[Cell] = ((0, 1), *FAR_WIDE)
BLOCK: Sequence[Cell] = (*WIDE, *FAR_WIDE)


@dataclass(frozen=True)
class Strike:
    """An attack card; what else it does is one word."""

    atk: int
    cells: Sequence[Cell] = AHEAD
    mp: int = 0
    many: int = 1
    more: str = ""


STRIKES: Mapping[tuple[int, int], Strike] = {
    **{(who, SHOT): Strike(1, TWO_AHEAD, 1, 2) for who in (ROSETTE, FLARE, LUNA, MIA, AMELIA)},
    (ROSETTE, 4): Strike(1, more="push from the front"),
    (ROSETTE, 5): Strike(1),
    (ROSETTE, 6): Strike(2, more="hurts"),
    (ROSETTE, 9): Strike(2, more="swallow"),
    (ROSETTE, 10): Strike(2, more="1 cp turns it"),
    (ROSETTE, 11): Strike(4, more="hurts"),
    (ROSETTE, 12): Strike(6, mp=3, more="rage"),
    (ROSETTE, 13): Strike(2, WIDE, 1, 2),
    (FLARE, 4): Strike(1, TWO_AHEAD),
    (FLARE, 5): Strike(1, TWO_AHEAD, more="braced"),
    (FLARE, 6): Strike(1, FAR_WIDE, more="holds"),
    (FLARE, 9): Strike(2, FAR_WIDE),
    (FLARE, 10): Strike(2, TWO_AHEAD, 1, more="gives cp"),
    (FLARE, 11): Strike(5, SECOND, 2, more="cp is atk"),
    (FLARE, 12): Strike(2, BLOCK, 3, 3, more="3 cp for 1 atk"),
    (LUNA, 4): Strike(1, more="1 more on the clad"),
    (LUNA, 5): Strike(1, CONE, 1, more="1 more after support"),
    (LUNA, 6): Strike(1, TWO_AHEAD, 1, more="1 more by omen"),
    (LUNA, 9): Strike(3, FAR_WIDE, 2, more="to where it destroyed"),
    (LUNA, 10): Strike(2, TWO_AHEAD, 1, more="draws by omen"),
    (LUNA, 11): Strike(6, mp=2, more="spares legions"),
    (LUNA, 12): Strike(4, CONE, 3, more="more for each support"),
    (MIA, 4): Strike(1),
    (MIA, 5): Strike(1),
    (MIA, 6): Strike(1, SECOND, 1, more="stays"),
    (MIA, 9): Strike(1, more="steals"),
    (MIA, 10): Strike(2, more="readies from behind"),
    (MIA, 11): Strike(2, mp=1, more="kunai come back"),
    (MIA, 12): Strike(4, mp=2, more="kunai for a push"),
    (AMELIA, 4): Strike(1, TWO_AHEAD, 1, more="1 more for 3 discards"),
    (AMELIA, 9): Strike(0, TWO_AHEAD, 1, more="discards over 3"),
}
"""By owner and place."""
KUNAI = (4, 5)
SUPPORTS: Mapping[tuple[int, int], tuple[int, str]] = {
    **{(who, MOVE): (0, "step") for who in (ROSETTE, FLARE, LUNA, MIA, AMELIA)},
    (ROSETTE, 7): (1, "keep the stones"),
    (ROSETTE, 8): (0, "turn it to her"),
    (ROSETTE, 15): (0, "mp, stones kept for 1"),
    (ROSETTE, 16): (1, "night parade"),
    (FLARE, 8): (0, "lull"),
    (FLARE, 14): (0, "mp"),
    (FLARE, 15): (0, "nothing"),
    (FLARE, 16): (0, "emplacement"),
    (LUNA, 7): (0, "next hits 2"),
    (LUNA, 8): (0, "moon"),
    (LUNA, 14): (0, "mp, oracle for 1"),
    (LUNA, 15): (0, "leap"),
    (LUNA, 16): (1, "prayer"),
    (MIA, 7): (0, "ready"),
    (MIA, 8): (0, "turn it away"),
    (MIA, 14): (0, "nothing"),
    (MIA, 15): (0, "mp, ready for 1"),
    (MIA, 16): (1, "raid"),
    (AMELIA, 5): (0, "deploy and step"),
    (AMELIA, 6): (0, "order"),
    (AMELIA, 7): (0, "explore"),
    (AMELIA, 8): (0, "experiment"),
    (AMELIA, 10): (0, "mp, any order for 1"),
    (AMELIA, 11): (0, "deploy"),
    (AMELIA, 12): (0, "shoot 2 or 3"),
    (AMELIA, 13): (1, "tokens hit harder"),
    (AMELIA, 14): (1, "search"),
    (AMELIA, 15): (1, "restart"),
    (AMELIA, 16): (2, "refit"),
}
"""MP and what they do."""
ORDERS = (AMELIA, 13)
"""強化操甲 gives an order from the discard pile."""
MARK, VORTEX = (MIA, 14), (FLARE, 15)
"""収斂の印 and 渦の陣 work from the discard pile."""
RETURNS = (ROSETTE, 5)
"""斬り払い comes back from the discard pile."""

REACTIONS: Mapping[tuple[int, int], tuple[int, str]] = {
    **{(who, GUARD): (0, "guard") for who in (ROSETTE, FLARE, LUNA, MIA, AMELIA)},
    (ROSETTE, 14): (0, "hit the clad and keep the stones"),
    (FLARE, 7): (1, "intercept and guard"),
    (FLARE, 13): (0, "two of three"),
    (LUNA, 13): (1, "turn the clad about"),
    (MIA, 13): (0, "elsewhere for a trap"),
}
"""MP and what it does."""
INTERCEPTS = {(FLARE, 4): 1, (FLARE, 9): 3, (FLARE, 14): 2}
"""With which ATK the attacker is hit when the card is discarded for the basic action."""
SHELTER = (AMELIA, 11)
"""防衛網 works from the discard pile."""


# Clad cards: icons from left to right.

Icon = tuple[str, Sequence[Cell]]
LEFT_TWO: Sequence[Cell] = [(x, y) for y in range(-2, 3) for x in (-1, -2)]
RIGHT_TWO: Sequence[Cell] = [(x, y) for y in range(-2, 3) for x in (1, 2)]
CLADS: Mapping[int, Sequence[Icon]] = {
    1: [("attack", [(-1, -1), (0, -1), (1, -1), (0, -2)]), ("drop", [(0, -1)])],
    2: [("attack", WIDE), ("drop", AHEAD), ("left", ())],
    3: [("attack", CONE), ("drop", SECOND)],
    4: [("tail", [(-1, 0), (1, 0)])],
    5: [("head", [(1, 1)]), ("left", ())],
    6: [("head", [(-1, 1)]), ("right", ())],
    7: [("attack", [(x, y) for y in (1, 2) for x in range(-2, 3)]), ("head", AHEAD), ("right", ())],
    8: [
        ("attack", [(x, y) for y in (-1, 0, 1) for x in (-1, 1)]), ("drop", [(-1, 1), (1, 1)]), ("advance", ()),
    ],
    9: [("tail", [(0, -1)]), ("advance", ()), ("advance", ())],
    10: [("attack", LEFT_TWO), ("head", [(-1, 1)]), ("drop", [(-1, 0), (-2, 0)]), ("advance", ())],
    11: [("attack", RIGHT_TWO), ("head", [(1, 1)]), ("drop", [(1, 0), (2, 0)]), ("advance", ())],
    12: [("home", ()), ("tail", [(1, 2), (-2, 1), (2, -1), (-1, -2)])],
}  # fmt: skip
"""つゆ払い, 噛みつき, 地割れ, くし刺し, 襲撃旋回 (2), 焼き尽くす, 振り払い, 地ならし, 地崩れ (2), 帰巣本能."""
CLAD_VOLTAGE = {number: 1 if number < 7 else 2 if number < 10 else 3 for number in CLADS}
