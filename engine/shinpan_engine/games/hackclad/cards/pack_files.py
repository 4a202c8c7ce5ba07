"""Pack files: what the shape of a row alone cannot say."""

from collections.abc import Iterator, Sequence

from ....kernel.packs import PackKind, wrong
from ..table.names import HackcladNames
from . import pack_rows as rows_of
from .cards import Editions, is_basic
from .pack_rows import CLAD_CARDS_OF, SKILLS_EACH, CharacterRow, PackFile, SkillRow
from .texts import Ability, Attack, May, OneOf, Operation, When

SHOT, SHOT_MULTI = ("ショット", 4), 2
"""HC-12.2-4, of character 4."""
REAPING, REAPING_ATK = ("刈り取り", 1), 2
"""HC-8.4.3.K-9, of character 1."""


def check(rows: PackFile) -> None:
    """The counts are those of the box, and texts say only what can be carried out."""
    for voltage, count in CLAD_CARDS_OF.items():
        found = [row.number for row in rows.clad if row.voltage == voltage]
        if rows.clad and len(found) != count:
            raise wrong("clad", found[0] if found else "?", "voltage", "pack.voltage", count=count, voltage=voltage)
    for character in rows.character:
        check_character(character, [row for row in rows.skill if owner(row.number) == character.number])
    for skill in rows.skill:
        check_skill(skill)


def owner(number: int) -> int:
    """The character whose card it is."""
    return (number - 1) // SKILLS_EACH + 1


def check_character(row: CharacterRow, skills: Sequence[SkillRow]) -> None:
    """Sixteen cards or none, eight basic and eight extended [HC-1-7]; texts call abilities that the board has."""
    if skills and len(skills) != SKILLS_EACH:
        raise wrong("character", row.number, "", "pack.skills_each", count=len(skills), most=SKILLS_EACH)
    abilities = {ability.name for ability in row.abilities or ()}
    texts = [effects for skill in skills for effects in texts_of(skill)]
    for name in [op.name for effects in texts for op in flat(effects) if isinstance(op, Ability)]:
        if row.abilities is not None and name not in abilities:
            raise wrong("character", row.number, "abilities", "pack.ability", name=name)
    check_cp_actions(row)


def check_cp_actions(row: CharacterRow) -> None:
    """What a CP action costs is said once for each time at which it can be taken."""
    priced: set[tuple[rows_of.DeedName, rows_of.Timing]] = set()
    for action in row.cp_actions or ():
        for deed in action.deeds:
            if (deed, action.timing) in priced:
                raise wrong("character", row.number, "cp_actions", "pack.priced_twice", deed=deed, timing=action.timing)
            priced.add((deed, action.timing))


def check_skill(row: SkillRow) -> None:
    """What a kind of card needs, and what the booklet says of two of them."""
    if (row.set == "basic") != is_basic(row.number):
        raise wrong("skill", row.number, "set", "pack.basic")
    attack = (row.kind or "").endswith("attack")
    effects = row.effects or []
    if sum(isinstance(op, Attack) for op in effects) != attack and (row.complete or row.effects is not None):
        raise wrong("skill", row.number, "effects", "pack.attack")
    if row.complete and (row.kind is None or attack != (row.atk is not None) or attack != bool(row.range)):
        raise wrong("skill", row.number, "complete", "pack.complete")
    if row.mp and not (row.kind or "magic_").startswith("magic_"):
        raise wrong("skill", row.number, "mp", "pack.mp")
    said = (row.name, owner(row.number))
    if said == SHOT and row.multi is not None and row.multi < SHOT_MULTI:
        raise wrong("skill", row.number, "multi", "pack.multi")
    if said == REAPING and row.atk is not None and row.atk != REAPING_ATK:
        raise wrong("skill", row.number, "atk", "pack.atk")


def texts_of(skill: SkillRow) -> Iterator[list[Operation]]:
    """All that a card says."""
    yield skill.effects or []
    for text in skill.texts or ():
        yield text.effects


def flat(effects: Sequence[Operation]) -> Iterator[Operation]:
    """Operations with those inside them."""
    for op in effects:
        yield op
        if isinstance(op, When | May):
            yield from flat(op.ops)
        elif isinstance(op, OneOf):
            for option in op.options:
                yield from flat(option)


PACKS = PackKind(
    "hackclad",
    __package__.rpartition(".")[0],
    PackFile,
    {
        "board": rows_of.BoardRow,
        "character": CharacterRow,
        "skill": SkillRow,
        "erratum": rows_of.ErratumRow,
        "clad": rows_of.CladRow,
        "mission": rows_of.MissionRow,
    },
    check,
    Editions,
    HackcladNames,
    {"character": "character", "card": "skill", "clad": "clad", "mission": "mission"},
    {"skill.complete": ""},
    {"skill": "complete"},
)
