"""1:カードの説明. Cards are data: the tables that the rules read from a pack."""

from collections.abc import Sequence
from typing import Any

from ....kernel.messages import Thing, say
from ....kernel.packs import missing, resting_on, unsaid
from ....kernel.play.copies import in_copy, in_first_copy
from ..table.state import EffectAt, Strike
from .pack_rows import NORMAL_SKILLS, SKILLS_EACH, AbilityRow, CharacterRow, PackFile, SkillRow
from .texts import Effect, RangeName

STARTING_LEVEL = 1
"""AN-6.1-2."""
HIGHEST_LEVEL = 3
BOXES = 2
"""One for each player, where both play the same character [AN-2.1-5]."""

NEAR, MIDDLE, FAR = -1, 0, 1
RANGES: dict[RangeName, int] = {"near": NEAR, "middle": MIDDLE, "far": FAR}
"""Ranges as numbers one apart, so that the critical judgement is a difference: none is two away from the middle, so a
skill critical there is never evaded [AN-5.5c-10]."""
JUDGEMENTS = (Strike.CRITICAL, Strike.GRAZE, Strike.EVADED)
"""A, B and C, which is called evaded [AN-5.5c-6]: by how many ranges the distance is off [AN-5.5c-2] [AN-5.5c-3]
[AN-5.5c-5]. This gives all nine cells of the printed table [AN-5.5c-7]."""
UNTOLD = "AN-1.1-9"
"""What the pack does not tell of a card leaves a question undecidable."""

TOLD = ("double_cd", "distance", "attack", "crit", "effects")
"""What must be known of a skill from the reveal on."""
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
        self.row = row
        self.told = None not in [getattr(row, field) for field in TOLD]
        """Whether all is known that counts from the reveal on."""
        self.distance = row.distance if isinstance(row.distance, int) else 0  # a hyphen moves nothing [AN-5.5b-9]
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
        self.row = row
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
        numbers = [(in_copy(row.number, box), row) for row in rows.skill for box in range(BOXES)]
        self._skills = {number: Skill(row, number) for number, row in numbers}
        self._fragments = {row.number: row for row in rows.fragment}
        self.with_text = frozenset(number for number, skill in self._skills.items() if skill.effects)
        """The skills with any effect."""
        self.with_cd = frozenset(number for number, skill in self._skills.items() if skill.cd)
        """The skills with CD effects."""
        self.double_cd = frozenset(number for number, skill in self._skills.items() if skill.double_cd)
        """The skills with double cooldown."""
        self.resting = {
            table: {
                row.number: resting_on("anoare", table, f"{PREFIXES[table]}{row.number}", row.name, row.source, FIELDS)
                for row in found
            }
            for table, found in (("character", rows.character), ("card", rows.skill), ("fragment", rows.fragment))
        }
        """What a verdict rests on that uses an entry; None if all of it is printed."""
        self.layouts: dict[tuple[object, ...], Any] = {}
        """What is in play in each layout of cards met so far (`in_play`)."""

    def character(self, number: int) -> Character:
        """A character of which all is known."""
        character = self._characters.get(number)
        if character is None or not character.told:
            open = missing("character", number, character and character.row, ("response", "abilities"))
            what = say("unknown.character", character=Thing("character", number))
            raise unsaid(what, UNTOLD, open)
        return character

    def skill(self, number: int) -> Skill:
        """A skill of which all is known but perhaps its cost."""
        skill = self._skills.get(number)
        if skill is None or not skill.told:
            first = in_first_copy(number)
            open = missing("card", first, skill and skill.row, TOLD)
            what = say("unknown.skill", skill=Thing("card", first))
            raise unsaid(what, UNTOLD, open)
        return skill

    def cost(self, number: int) -> int:
        """The printed cost of a skill [AN-1.1-4]."""
        cost = self.skill(number).cost
        if cost is None:
            first = in_first_copy(number)
            open = missing("card", first, None, ("cost",))
            what = say("unknown.cost", skill=Thing("card", first))
            raise unsaid(what, "AN-1.2-5", open)
        return cost

    def fragment(self, number: int) -> tuple[Effect, ...]:
        """The effects of a fragment."""
        row = self._fragments.get(number)
        if row is None or row.effects is None:
            open = missing("fragment", number, None, ("effects",))
            what = say("unknown.fragment", fragment=Thing("fragment", number))
            raise unsaid(what, UNTOLD, open)
        return tuple(row.effects)


def set_of(character: int, second_box: bool = False) -> range:
    """The numbers of a character's ten skills: seven normal ones, then three ultra skills [AN-1.1-10]."""
    first = in_copy((character - 1) * SKILLS_EACH + 1, second_box)
    return range(first, first + SKILLS_EACH)


def is_ultra(card: int) -> bool:
    """Whether a number stands for an ultra skill."""
    return (in_first_copy(card) - 1) % SKILLS_EACH >= NORMAL_SKILLS


FIELDS = ("response", "abilities", "cost", "double_cd", "distance", "attack", "crit", "effects")
"""The fields on which a rule can turn."""

PREFIXES = {"character": "C", "card": "S", "fragment": "F"}
"""What stands before a number where an entry is named: C1, S10, F5."""
