"""A table between two decisions, as the second judge sees it."""

from dataclasses import dataclass, field

from .printed import LAST_ROUND
from .squares import CENTRE, Crossing, Square


@dataclass
class Readings:
    """Readings other than the usual ones."""

    cp_most: int = 7
    blocked: bool = False
    """Witches neither enter nor pass occupied squares."""
    fallback_unoccupied: bool = False
    inner_grid: bool = False
    attack_then_place: bool = False
    home_without_attack: bool = False
    flare_guards_twice: bool = False
    pickup_standing: bool = False
    """Whoever stands there takes what an injury drops."""
    nothing_of_nothing: bool = False
    """A rebuild without cards gives no CP."""
    highest_at_once: bool = False
    """Easy co-op: the clad cards of VOLTAGE 3 join at the first rebuild, and VOLTAGE stays 2."""
    indifferent: bool = False
    """Readings by which these cards are played no differently: stones of squares passed, ways of a knockback."""
    drop_told: bool = False
    """Among several on a square with a drop, players say who takes it."""
    shura_pushes: bool = False
    """No reading but a made-up card: 修羅 knocks the clad back instead of sparing stones."""


@dataclass
class Legion:
    """A legion and the damage it took in this turn."""

    head: bool
    damage: int = 0


@dataclass
class Witch:
    """A player."""

    character: int
    turn_slot: int
    square: Square | None
    mp: int = 0
    cp: int = 0
    injuries: int = 0
    pollution: int = 0
    vp: int = 0
    hand: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    """The top card first."""
    extended: list[int] = field(default_factory=list)
    turn_cards: list[int] = field(default_factory=list)
    chip: int = 0
    """In co-op: the turn slot that is assigned."""
    tokens: list[Crossing] = field(default_factory=list)
    traps: int = 0
    """トラバサミ that lie face up."""
    moves: int = 0
    boosts: int = 0
    guards: int = 0
    cracks: int = 0
    hits: int = 0
    """How often damage was dealt in this turn."""
    moved: bool = False
    """Whether the witch has moved in this turn."""
    used: list[int] = field(default_factory=list)
    """Cards used in this turn."""
    next_atk: int = 0
    next_many: int = 0
    next_field: bool = False
    """What the next attack card of this turn has more: ATK, targets, the whole field as RANGE."""
    atk: int = 0
    """What all attack cards of this turn have more."""
    token_atk: int = 0
    stones_more: int = 0
    """雷火: what each gain of stones has more."""
    two_cracks: bool = False
    no_steps: bool = False
    no_rebuild: bool = False
    ordered: bool = False
    """Whether 強化操甲 gave its order from the discard pile in this turn."""
    spared: bool = False
    """An injury of this round drops no stones."""
    prepared: int = 0
    """What comes off the damage of the next attack in this round."""


@dataclass
class Position:
    """The whole table."""

    step: str
    """Whose turn it is: "player 1", "clad 1" and so on, "legions"."""
    voltage: int
    clad: Square
    front: str
    slots: list[int]
    """The clad cards of the round."""
    witches: dict[int, Witch]
    mode: str = "versus"
    easy: bool = False
    """Co-op of the lowest difficulty."""
    round: int = 1
    clad_deck: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    """Clad cards of earlier rounds, up to the next rebuild."""
    outside: list[int] = field(default_factory=list)
    """Clad cards that have not joined the deck yet."""
    markers: list[int] = field(default_factory=list)
    """Alone: turn slots that cannot be chosen."""
    legions: dict[Square, Legion] = field(default_factory=dict)
    stones: dict[Square, int] = field(default_factory=dict)
    held: bool = False
    """The clad cannot move in this round."""
    health: int | None = None
    """In co-op: the stones of the stock, and how much pollution a player may hold."""
    limit: int = 0
    ended: str = ""
    """"won" or "lost" in co-op, "round" where the round has come to its end."""
    met: set[str] = field(default_factory=set, compare=False)
    """What has come up in play, by name."""

    @property
    def last(self) -> bool:
        """Whether no round comes after this one."""
        return self.round == LAST_ROUND[self.mode]

    def in_turn_order(self) -> list[int]:
        """The seats by turn slot."""
        return sorted(self.witches, key=lambda seat: self.witches[seat].turn_slot)

    def standing_on(self, square: Square) -> list[int]:
        """Who stands there, by turn slot."""
        return [seat for seat in self.in_turn_order() if self.witches[seat].square == square]

    def occupied(self, square: Square) -> bool:
        """Whether a witch, the clad or a legion is there."""
        return square == self.clad or square in self.legions or bool(self.standing_on(square))


START_FRONT = "north"
HOME = CENTRE
