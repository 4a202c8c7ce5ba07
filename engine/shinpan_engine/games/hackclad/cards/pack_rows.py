"""What a pack file may say: a row for the board, for each character, skill card, clad card and mission."""

from typing import Annotated, Literal

import msgspec

from ....kernel.packs import PackInfo, Sources
from .texts import ALWAYS, Condition, Count, KindName, Operation

SKILLS_EACH = 16
"""Eight basic and eight extended cards [HC-1-7]."""
BASIC_EACH = 8
CHARACTERS = 5
MOST_CHARACTERS = 20
"""With those of the two earlier games, of which nothing is told here [HC-4.4.2-1]."""
SKILLS = MOST_CHARACTERS * SKILLS_EACH
CLAD_CARDS = 12
CLAD_CARDS_OF = {1: 6, 2: 3, 3: 3}
"""HC-1-9."""
MOST_MISSIONS = 99
TURN_SLOTS = 4

Cell = tuple[Annotated[int, msgspec.Meta(ge=-9, le=9)], Annotated[int, msgspec.Meta(ge=-9, le=9)]]
"""A square seen from a piece: so many to its right, so many ahead."""
FacingName = Literal["north", "east", "south", "west"]
DeedName = Literal["move", "mp", "guard", "draw"]
Timing = Literal["turn", "reaction"]


class Row(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a pack file."""


class SlotRow(Row, kw_only=True):
    """A turn slot of the sequence board."""

    effects: list[Operation]


class BoardRow(Row, kw_only=True):
    """The boards that all share. What is left out is unknown."""

    number: Literal[1]
    width: Annotated[int, msgspec.Meta(ge=3, le=9)]
    height: Annotated[int, msgspec.Meta(ge=3, le=9)]
    entry_points: Annotated[list[Cell], msgspec.Meta(min_length=4, max_length=4)] | None = None
    """A to D, seen from the middle."""
    clad_facing: FacingName | None = None
    clad_atk: Annotated[list[Count], msgspec.Meta(min_length=3, max_length=3)] | None = None
    """By VOLTAGE."""
    slots: Annotated[list[SlotRow], msgspec.Meta(min_length=4, max_length=4)] | None = None
    source: Sources


class LimitsRow(Row, kw_only=True):
    """How often the basic actions may be taken in a round."""

    move: Count
    mp: Count
    guard: Count


class CpActionRow(Row, kw_only=True):
    """A CP action: what it costs, and what is chosen from."""

    cost: Count
    timing: Timing
    deeds: Annotated[list[DeedName], msgspec.Meta(min_length=1)]


class CrackRow(Row, kw_only=True):
    """A crack skill."""

    name: str = ""
    cost: Count
    timing: Timing
    needs: Condition = ALWAYS
    effects: list[Operation]


class AbilityRow(Row, kw_only=True):
    """A unique ability that texts call by its name."""

    name: str
    effects: list[Operation]


class BoardActionRow(Row, kw_only=True):
    """An own-turn action of the board, paid by turning a トラバサミ face down."""

    effects: list[Operation]


class CharacterRow(Row, kw_only=True):
    """A character board. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MOST_CHARACTERS)]
    name: str
    cp_per_rebuild: Count | None = None
    limits: LimitsRow | None = None
    cp_actions: list[CpActionRow] | None = None
    crack: CrackRow | None = None
    abilities: list[AbilityRow] | None = None
    actions: list[BoardActionRow] = []
    tokens: Annotated[int, msgspec.Meta(ge=0, le=25)] = 0
    """ツチグモ."""
    traps: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    """トラバサミ."""
    source: Sources


class AtkRow(Row, kw_only=True):
    """An ATK that is a formula: the base, and one for so many of what is counted; at least 0."""

    base: Annotated[int, msgspec.Meta(ge=-99, le=99)]
    count: Literal["paid", "supports", "discard"]
    each: Count = 1


class BonusRow(Row, kw_only=True):
    """What the ATK rises by where something holds."""

    amount: Count
    holds: Condition = ALWAYS
    clad_only: bool = False
    """Whether it counts against the clad only."""


class CostRow(Row, kw_only=True):
    """An additional cost: CP, a hand card of a name, a ツチグモ on the field, or a トラバサミ face up."""

    cost: Literal["cp", "discard", "token", "trap"]
    amount: Annotated[int, msgspec.Meta(ge=0, le=15)] = 1
    """How many CP; 0 for any number."""
    name: str = ""
    optional: bool = False


class TextRow(Row, kw_only=True):
    """A text that works by itself or grants an action while the card lies in the discard pile."""

    when: Literal["guard_discard", "own_crack", "free_reaction", "hits", "own_turn", "attacked"]
    """Discarded for the basic guard; own crack skill used; a reaction without CP in its cost taken; damage dealt for
    the `at`-th time in a turn; an action of the own turn; whenever an attack is carried out on the witch."""
    at: Count = 1
    once: bool = False
    """Whether it works once in each own turn."""
    effects: list[Operation]


class SkillFields(Row, kw_only=True):
    """What a skill card prints. What is left out is unknown, or not on the card where the row says it is complete."""

    number: Annotated[int, msgspec.Meta(ge=1, le=SKILLS)]
    kind: KindName | None = None
    atk: Annotated[int, msgspec.Meta(ge=0, le=99)] | AtkRow | None = None
    mp: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    vp: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    range: list[Cell] | None = None
    multi: Count | None = None
    bonus: list[BonusRow] | None = None
    spares_legions: bool | None = None
    """Whether it does no damage to legions."""
    needs: Condition | None = None
    costs: list[CostRow] | None = None
    effects: list[Operation] | None = None
    texts: list[TextRow] | None = None


class SkillRow(SkillFields, kw_only=True):
    """A skill card as first printed."""

    name: str
    aliases: list[str] = []
    """Other spellings of the name [HC-E-6]."""
    set: Literal["basic", "extended"]
    complete: bool = False
    """Whether it has nothing that is not named here."""
    source: Sources


class ErratumRow(SkillFields, kw_only=True):
    """What the publisher has corrected of a skill card: what it says stands in place of what was printed."""

    source: Sources


class IconRow(Row, kw_only=True):
    """An icon of a clad card."""

    icon: Literal["attack", "advance", "left", "right", "reverse", "drop", "head", "tail", "return"]
    cells: list[Cell] = []
    squares: Count = 1
    """Of an advance."""


class CladRow(Row, kw_only=True):
    """A clad card. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=CLAD_CARDS)]
    name: str
    voltage: Annotated[int, msgspec.Meta(ge=1, le=3)]
    icons: list[IconRow] | None = None
    source: Sources


class MissionRow(Row, kw_only=True):
    """A mission card of an earlier witch; what it scores is not told."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MOST_MISSIONS)]
    name: str
    source: Sources


class PackFile(Row, kw_only=True):
    """A pack file."""

    pack: PackInfo
    board: list[BoardRow] = []
    character: list[CharacterRow] = []
    skill: list[SkillRow] = []
    erratum: list[ErratumRow] = []
    clad: list[CladRow] = []
    mission: list[MissionRow] = []
