"""A game of エイノア between two decisions, and the readings that a header may choose."""

from dataclasses import dataclass, field

STARTING_LIFE = 10
LEVEL_2_AT = 5
TOP_LEVEL = 3
FATAL = 3


@dataclass(frozen=True)
class Readings:
    """Readings other than the usual ones; `first` counts as the lower 対応力 where both are equal."""

    first: int = 1
    fragment_not_in_result: bool = False
    fragment_breaks_passes: bool = False
    extra_cost_must_be_in_hand: bool = False
    hyphen_attack_is_zero: bool = False
    negative_attack_stays: bool = False
    attack_looks_at_new_distance: bool = False
    no_critical_no_damage: bool = False
    attackless_not_judged: bool = False
    evasion_all_or_none: bool = False
    evaded_takes_bonus: bool = False
    level_2_by_last_life: bool = False
    only_current_ability: bool = False
    no_triggers_at_zero: bool = False
    one_level_up_to_3: bool = False


@dataclass
class Paid:
    """A card paid as コスト."""

    card: int
    open: bool = False
    upright: bool = False


@dataclass
class Pile:
    """A skill card with its costs, the top one last."""

    skill: int
    costs: list[Paid] = field(default_factory=list)


@dataclass(frozen=True, order=True)
class Change:
    """Something in force on a player up to the end of a turn; turn 0 is the whole game."""

    what: str
    amount: int
    until: int


@dataclass(frozen=True, order=True)
class Place:
    """Where an effect is printed: on a skill, or as the ability of a level; which one, counted from 0."""

    card: int
    level: int
    number: int


@dataclass
class Player:
    """What a player has."""

    character: int
    life: int
    level: int
    stored: int
    hand: list[int]
    ultras: list[int]
    zone: list[Pile]
    fragment: int
    fragment_spent: bool
    laid: int = 0
    used: Pile | None = None
    idle: bool = False
    strike: str = "none"
    effects_used: list[Place] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    box: int = 0
    """What is added to the printed numbers of the player's cards."""

    def pile(self, skill: int) -> Pile | None:
        """The skill in the own クールダウンゾーン, if it is there."""
        return next((pile for pile in self.zone if pile.skill == skill), None)

    def closed(self) -> list[tuple[int, int]]:
        """The costs in the zone that lie face down: the skill, and the place from the bottom."""
        return [(p.skill, at) for p in self.zone for at, paid in enumerate(p.costs, start=1) if not paid.open]


@dataclass
class Position:
    """The whole table."""

    turn: int
    distance: int
    players: dict[int, Player]
    step: str = ""
    """The step that is played, or that comes next."""
    loser: int = 0


def opponent(seat: int) -> int:
    """相手."""
    return 2 if seat == 1 else 1


def range_of(distance: int) -> str:
    """プラスならば遠距離、マイナスならば近距離、0ならば中距離."""
    return "far" if distance > 0 else "near" if distance < 0 else "middle"
