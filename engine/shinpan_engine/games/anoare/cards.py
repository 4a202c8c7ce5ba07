"""1:カードの説明. Cards are data: what a pack file may say, and the tables the rules read from it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from ...kernel import packs
from ...kernel.errors import Undecidable
from ...kernel.report import Assumption
from .state import HIGHEST_LEVEL, EffectAt, Strike
from .texts import LASTING, CostChange, DisableAbility, Distance, Effect, ForbidSet, Level, RangeName, SkillClass, When

CHARACTERS = 5
NORMAL_SKILLS, ULTRA_SKILLS = 7, 3
SKILLS_EACH = NORMAL_SKILLS + ULTRA_SKILLS
"""With the character card 11 cards of one icon [AN-1.1-10]."""
SKILLS = CHARACTERS * SKILLS_EACH
CARDS = 2 * SKILLS
"""With a second box, whose cards count on from 51 [AN-2.1-5]."""
FRAGMENTS = 5

NEAR, MIDDLE, FAR = -1, 0, 1
RANGES: dict[RangeName, int] = {"near": NEAR, "middle": MIDDLE, "far": FAR}
"""Ranges as numbers one apart, so that the critical judgement is a difference."""
JUDGEMENTS = (Strike.CRITICAL, Strike.GRAZE, Strike.EVADED)
"""A, B and C: by how many ranges the distance is off [AN-5.5c-2] [AN-5.5c-3] [AN-5.5c-5]."""
UNTOLD = "AN-1.1-9"
"""What the pack does not tell of a card leaves a question undecidable."""

Status = Annotated[int, msgspec.Meta(ge=-99, le=99)] | Literal["-"]
Sources = dict[str, Annotated[str, msgspec.Meta(pattern="^(print|errata|inferred|web|house): .+")]]
"""Where each field is from: its kind, then the place or the reason."""


class AbilityRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A level ability: the lowest level at which it is in force, and its effects [AN-6.1-4]."""

    level: Level
    effects: Annotated[list[Effect], msgspec.Meta(min_length=1)]


class CharacterRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A character card. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=CHARACTERS)]
    name: str
    response: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    abilities: list[AbilityRow] | None = None
    source: Sources


class SkillRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A skill card; its status line is [distance/attack/crit], `-` where the card has a hyphen. What is left out is
    unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=SKILLS)]
    kind: SkillClass
    name: str
    cost: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    double_cd: bool | None = None
    distance: Status | None = None
    attack: Status | None = None
    crit: RangeName | Literal["-"] | None = None
    effects: list[Effect] | None = None
    source: Sources


class FragmentRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A fragment (断片) with its two names. What is left out is unknown."""

    number: Annotated[int, msgspec.Meta(ge=1, le=FRAGMENTS)]
    name: str
    second_name: str = ""
    effects: list[Effect] | None = None
    source: Sources


class PackInfoRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a pack is."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_-]{0,31}$")]
    game: Literal["anoare"]
    title: str


class PackFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pack file."""

    pack: PackInfoRow
    character: list[CharacterRow]
    skill: list[SkillRow]
    fragment: list[FragmentRow]


Printed = tuple[tuple[EffectAt, Effect], ...]
"""Effects with the place where they are printed."""


class Skill:
    """A skill card as the rules read it."""

    def __init__(self, row: SkillRow, number: int) -> None:
        self.number = number
        self.name = row.name
        self.ultra = row.kind == "ultra"
        self.cost = row.cost
        self.double_cd = row.double_cd
        told = (row.double_cd, row.distance, row.attack, row.crit, row.effects)
        self.told = None not in told
        """Whether all is known that counts from the reveal on."""
        self.distance = row.distance if isinstance(row.distance, int) else 0
        self.attack = row.attack if isinstance(row.attack, int) else None
        self.crit = None if row.crit is None or row.crit == "-" else RANGES[row.crit]
        self.effects = tuple(row.effects or ())
        places = [(EffectAt(self.number, 0, at), effect) for at, effect in enumerate(self.effects)]
        self.text: Printed = tuple(place for place in places if place[1].kind == "text")
        self.cd: Printed = tuple(place for place in places if place[1].kind == "cd")


class Character:
    """A character card as the rules read it: the effects of its abilities by level."""

    def __init__(self, row: CharacterRow) -> None:
        self.name = row.name
        self.told = row.response is not None and row.abilities is not None
        self.response = row.response or 0
        self.abilities: dict[int, Printed] = {
            level: tuple(
                (EffectAt(0, level, at), effect) for at, effect in enumerate(_abilities(row.abilities or (), level))
            )
            for level in range(1, HIGHEST_LEVEL + 1)
        }


def _abilities(rows: Sequence[AbilityRow], level: int) -> list[Effect]:
    """All that a character card prints for a level."""
    return [effect for row in rows if row.level == level for effect in row.effects]


class Cards:
    """The tables of a pack by number; None where the pack says nothing."""

    def __init__(self, rows: PackFile) -> None:
        self.rows = rows
        self._characters = {row.number: Character(row) for row in rows.character}
        self._skills = {
            number: Skill(row, number) for row in rows.skill for number in (row.number, row.number + SKILLS)
        }
        self._fragments = {row.number: row for row in rows.fragment}
        self.with_text = frozenset(number for number, skill in self._skills.items() if skill.effects)
        """The skills with any effect."""
        self.with_cd = frozenset(number for number, skill in self._skills.items() if skill.cd)
        """The skills with CD effects."""
        self.double_cd = [False] * (CARDS + 1)
        """Whether a skill has double cooldown, by number."""
        for number, skill in self._skills.items():
            self.double_cd[number] = bool(skill.double_cd)
        self.resting = {
            table: {row.number: _resting_on(row) for row in found}
            for table, found in (("character", rows.character), ("card", rows.skill), ("fragment", rows.fragment))
        }
        """What a verdict rests on that uses an entry; None if all of it is printed."""

    def character(self, number: int) -> Character:
        """A character of which all is known."""
        character = self._characters.get(number)
        if character is None or not character.told:
            raise Undecidable(f"the pack does not tell response power and abilities of character {number}", (UNTOLD,))
        return character

    def skill(self, number: int) -> Skill:
        """A skill of which all is known but perhaps its cost."""
        skill = self._skills.get(number)
        if skill is None or not skill.told:
            raise Undecidable(f"the pack does not tell status, icons and text of skill {number}", (UNTOLD,))
        return skill

    def cost(self, number: int) -> int:
        """The printed cost of a skill [AN-1.1-4]."""
        cost = self.skill(number).cost
        if cost is None:
            raise Undecidable(f"the pack does not tell the cost of skill {number}", ("AN-1.2-5",))
        return cost

    def fragment(self, number: int) -> tuple[Effect, ...]:
        """The effects of a fragment."""
        row = self._fragments.get(number)
        if row is None or row.effects is None:
            raise Undecidable(f"the pack does not tell the effect of fragment {number}", (UNTOLD,))
        return tuple(row.effects)


def set_of(character: int, second_box: bool = False) -> range:
    """The numbers of a character's ten skills: seven normal ones, then three ultra skills [AN-1.1-10]."""
    first = (character - 1) * SKILLS_EACH + 1 + (SKILLS if second_box else 0)
    return range(first, first + SKILLS_EACH)


def in_first_box(card: int) -> int:
    """The number of the same skill in the first box, by which the pack knows it."""
    return (card - 1) % SKILLS + 1


def is_ultra(card: int) -> bool:
    """Whether a number stands for an ultra skill."""
    return (card - 1) % SKILLS_EACH >= NORMAL_SKILLS


FIELDS = ("response", "abilities", "cost", "double_cd", "distance", "attack", "crit", "effects")
"""The fields on which a rule can turn."""


def _resting_on(row: CharacterRow | SkillRow | FragmentRow) -> Assumption | None:
    """What is not printed of an entry, with the reason given in the pack."""
    by_source: dict[str, list[str]] = {}
    for field in FIELDS:
        source = row.source.get(field, "print:")
        if not source.startswith(("print:", "errata:")):
            by_source.setdefault(source, []).append(field)
    if not by_source:
        return None
    open_fields = [f"{', '.join(fields)} {source}" for source, fields in by_source.items()]
    kind = {CharacterRow: "character", SkillRow: "card", FragmentRow: "fragment"}[type(row)]
    return Assumption(kind, f"{PREFIXES[kind]}{row.number}", f"{row.name}: {'; '.join(open_fields)}")


PREFIXES = {"character": "C", "card": "S", "fragment": "F", "seat": "p"}
"""What stands before a number where an entry is named: C1, S10, F5, p2."""


KINDS = {"character": CharacterRow, "skill": SkillRow, "fragment": FragmentRow}
"""The tables of a pack file."""


def load(file: Path | None = None, *, builtin: str = "") -> Cards:
    """Reads and checks a pack: an owner's file, or one of ours by id."""
    return Cards(packs.read(__package__, file, builtin, _rows))


def _rows(data: dict[str, Any]) -> PackFile:
    rows = packs.shaped(data, KINDS, PackFile, _wrong)
    _check(rows)
    return rows


def _wrong(kind: str, number: object, what: str) -> msgspec.ValidationError:
    return msgspec.ValidationError(f"{kind} {number}: {what}")


def _check(rows: PackFile) -> None:
    """What the shape alone cannot say; the counts of the box are the most there can be [AN-0.1-4] [AN-1.1-10]."""
    for kind, numbers in (
        ("character", [row.number for row in rows.character]),
        ("skill", [row.number for row in rows.skill]),
        ("fragment", [row.number for row in rows.fragment]),
    ):
        doubled = sorted({n for n in numbers if numbers.count(n) > 1})
        if doubled:
            raise _wrong(kind, doubled[0], "stands twice; every number stands once")
    for character in rows.character:
        for ability in character.abilities or ():
            for effect in ability.effects:
                _check_ability(character.number, effect)
    for skill in rows.skill:
        if (skill.kind == "ultra") != is_ultra(skill.number):
            raise _wrong("skill", skill.number, "kind: of each ten numbers seven are normal, the last three ultra")
        for effect in skill.effects or ():
            _check_skill_effect(skill.number, effect)
    for fragment in rows.fragment:
        for effect in fragment.effects or ():
            _check_fragment_effect(fragment.number, effect)


TOO_LATE: dict[type, tuple[When, ...]] = {
    CostChange: ("act", "damaged", "turn_end"),
    ForbidSet: ("act", "reveal", "damaged", "turn_end"),
}
"""Moments after which an operation has nothing left to change in the turn."""


def _check_effect(kind: str, number: int, effect: Effect) -> None:
    """What holds for effects wherever they are printed."""
    if effect.additional_cost and effect.when != "act":
        raise _wrong(kind, number, "additional_cost: it is paid in コスト支払い 2, for effects used there")
    if effect.forced and not effect.additional_cost:
        raise _wrong(kind, number, "forced: only an effect with an additional cost says so")
    if effect.when == "continuous":
        if not all(isinstance(op, (*LASTING, Distance)) for op in effect.ops):
            raise _wrong(kind, number, "ops: what happens at one moment cannot be continuous")
        if effect.optional or effect.until != "turn_end":
            raise _wrong(kind, number, "a continuous effect is neither optional nor limited in time")


def _check_timing(kind: str, number: int, effect: Effect) -> None:
    """What would come too late in the turn to do anything [AN-5.4a-23]."""
    for op in effect.ops:
        if effect.when in TOO_LATE.get(type(op), ()) and effect.until == "turn_end":
            raise _wrong(kind, number, f"ops: {op.__struct_config__.tag} would come too late in the turn")


def _check_ability(number: int, effect: Effect) -> None:
    _check_effect("character", number, effect)
    _check_timing("character", number, effect)
    if effect.kind != "text":
        raise _wrong("character", number, "kind: an ability is no CD効果")
    if effect.when == "continuous" and any(isinstance(op, DisableAbility) for op in effect.ops):
        raise _wrong("character", number, "ops: a continuous ability that disables abilities has no one reading")


def _check_skill_effect(number: int, effect: Effect) -> None:
    _check_effect("skill", number, effect)
    _check_timing("skill", number, effect)
    if effect.kind == "text" and effect.when in ("turn_start", "turn_end"):
        raise _wrong("skill", number, "when: the used skill lies in front from the reveal to the move only")


def _check_fragment_effect(number: int, effect: Effect) -> None:
    plain = (effect.kind, effect.when, effect.optional, effect.additional_cost, effect.per_turn)
    if plain != ("text", "act", False, 0, 1) or effect.condition != type(effect.condition)():
        raise _wrong("fragment", number, "a fragment acts once, whole, when it is turned up")
