"""3 内容物の見方. Cards and boards are data: the tables the rules read from a pack, one set for each edition."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from ....kernel.errors import Undecidable
from ....kernel.messages import Message, Thing, Value, say
from ....kernel.packs import ALL, PRINTED, Sources, missing, unsaid
from ....kernel.play.copies import copy_mark, in_copy, in_first_copy
from ..table.actions import Facing
from ..table.board import Board
from .pack_rows import (
    BASIC_EACH,
    SKILLS_EACH,
    AtkRow,
    BoardRow,
    CharacterRow,
    CladRow,
    ErratumRow,
    IconRow,
    PackFile,
    SkillFields,
    SkillRow,
    TextRow,
)
from .texts import ALWAYS, Operation

T = TypeVar("T")

EDITIONS = ("1.0.0", "1.0.0+errata")
"""As first printed, and with the publisher's errata [HC-X-5]."""
COPIES = 4
"""As many copies of the game as there may be players."""
UNTOLD = "HC-3-18"
"""What the pack does not tell of a card leaves a question undecidable."""
TOLD = ("mp", "needs", "costs", "effects", "texts")
TOLD_OF_ATTACKS = (*TOLD, "atk", "range", "multi", "bonus", "spares_legions")
"""What must be known of a card before its use can be judged, unless the row is complete."""


class Skill:
    """A skill card as the rules read it."""

    def __init__(self, row: SkillRow, board: Board) -> None:
        self.number = row.number
        self.name = row.name
        kind = row.kind or "support"
        self.magic = kind.startswith("magic_")
        self.attack = kind.endswith("attack")
        self.support = kind.endswith("support")
        self.reaction = kind.endswith("reaction")
        self.kind = kind
        asked = TOLD_OF_ATTACKS if self.attack else TOLD
        self.told = row.kind is not None and (row.complete or not missing("card", row.number, row, asked))
        """Whether all is known that its use turns on."""
        self.mp = row.mp or 0
        self.vp = 0 if row.vp is None and row.complete else row.vp
        self.reach = board.masks(row.range or [])
        self.atk = row.atk if isinstance(row.atk, AtkRow) else None
        self.base = row.atk if isinstance(row.atk, int) else self.atk.base if self.atk else 0
        self.multi = row.multi or 1
        self.bonus = tuple(row.bonus or ())
        self.spares_legions = bool(row.spares_legions)
        self.needs = row.needs or ALWAYS
        self.costs = tuple(row.costs or ())
        self.effects: list[Operation] = row.effects or []
        self.texts = tuple(row.texts or ())
        self.told_texts = row.complete or row.texts is not None
        self.any_reach = self.reach[1] | self.reach[2] | self.reach[3] | self.reach[4]
        """RANGE in all four directions together."""
        self.traps = any(cost.cost == "trap" for cost in self.costs)
        self.plain = not self.costs and self.needs == ALWAYS
        """Whether nothing but its kind, MP and RANGE decides whether it can be used."""


class Character:
    """A character board as the rules read it."""

    def __init__(self, row: CharacterRow) -> None:
        self.row = row
        self.name = row.name
        self.told = None not in (row.cp_per_rebuild, row.limits, row.cp_actions, row.crack, row.abilities)
        self.abilities = {ability.name: ability.effects for ability in row.abilities or ()}
        self.limits = limits_of(row)
        """How often the basic actions may be taken in a round, by `Deed`."""
        self.costs = {(deed, action.timing): action.cost for action in row.cp_actions or () for deed in action.deeds}
        """What a CP action costs, by what it does and when."""


def limits_of(row: CharacterRow) -> list[int]:
    """The limits of a board: none, move, MP, guard."""
    limits = row.limits
    return [0, limits.move, limits.mp, limits.guard] if limits is not None else [0] * 4


class Icon:
    """An icon of a clad card, with the squares it marks by the front of the clad [HC-3-25]."""

    def __init__(self, row: IconRow, board: Board) -> None:
        self.kind = row.icon
        self.masks = board.masks(row.cells)
        self.squares = row.squares


class CladCard:
    """A clad card as the rules read it."""

    def __init__(self, row: CladRow, board: Board) -> None:
        self.name = row.name
        self.voltage = row.voltage
        self.icons = None if row.icons is None else tuple(Icon(icon, board) for icon in row.icons)


class Cards:
    """The tables of one edition of a pack, by number."""

    def __init__(self, rows: PackFile, skills: Sequence[SkillRow]) -> None:
        self.rows = rows
        self.printed = skills
        """The skill cards as the edition has them."""
        self.board_row = rows.board[0] if rows.board else None
        self.board = Board(self.board_row.width, self.board_row.height) if self.board_row else Board(5, 5)
        found = {row.number: Skill(row, self.board) for row in skills}
        self._skills = in_all_copies({number: skill for number, skill in found.items() if skill.told})
        self._rows = {row.number: row for row in skills}
        self._vp = {number: skill.vp for number, skill in found.items()}
        self._characters = {row.number: Character(row) for row in rows.character}
        self._clads = {row.number: CladCard(row, self.board) for row in rows.clad}
        self.missions = [row.number for row in rows.mission]
        self.resting = _resting(rows, skills)
        """What a verdict rests on that uses an entry: how it is called, and each source that is not the print."""
        self._texts = in_all_copies({number: skill.texts for number, skill in found.items() if skill.told_texts})

    def skill(self, number: int) -> Skill:
        """A skill card of which all is known but perhaps its VP."""
        skill = self._skills.get(number)
        if skill is None:
            first = in_first_copy(number)
            row = self._rows.get(first)
            fields = ("kind", *(TOLD_OF_ATTACKS if row and (row.kind or "attack").endswith("attack") else TOLD))
            raise unsaid(say("contents.card", card=Thing("card", number)), UNTOLD, missing("card", first, row, fields))
        return skill

    def known(self, number: int) -> bool:
        """Whether the pack tells a card."""
        return number in self._skills

    def texts(self, number: int) -> tuple[TextRow, ...]:
        """What a card says that works from the discard pile."""
        texts = self._texts.get(number)
        if texts is None:
            open = missing("card", in_first_copy(number), None, ("texts",))
            raise unsaid(say("contents.texts", card=Thing("card", number)), "HC-8.4.3.K-6", open)
        return texts

    def vp(self, number: int) -> int:
        """The printed VP of a card [HC-3-19]."""
        vp = self._vp.get(in_first_copy(number))
        if vp is None:
            open = missing("card", in_first_copy(number), None, ("vp",))
            raise unsaid(say("contents.vp", card=Thing("card", number)), "HC-3-19", open)
        return vp

    def character(self, number: int) -> Character:
        """A character board of which all is known."""
        character = self._characters.get(number)
        if character is None or not character.told:
            open = missing("character", number, None, ("cp_actions", "crack"))
            raise unsaid(say("contents.character", character=Thing("character", number)), "HC-4.4.2-1", open)
        return character

    def icons(self, number: int) -> tuple[Icon, ...]:
        """The icons of a clad card."""
        clad = self._clads.get(number)
        if clad is None or clad.icons is None:
            open = missing("clad", number, None, ("icons",))
            raise unsaid(say("contents.icons", clad=Thing("clad", number)), "HC-L-1", open)
        return clad.icons

    def voltage(self, number: int) -> int:
        """The VOLTAGE of a clad card [HC-3-23]."""
        clad = self._clads.get(number)
        if clad is None:
            raise Undecidable("contents.clad", ("HC-3-23",))
        return clad.voltage

    def clads_of(self, voltage: int) -> list[int]:
        """The clad cards of a VOLTAGE, ascending [HC-1-9]."""
        return sorted(number for number, clad in self._clads.items() if clad.voltage == voltage)

    def boards(self) -> BoardRow:
        """The boards, of which all is known."""
        row = self.board_row
        if row is None or None in (row.entry_points, row.clad_facing, row.clad_atk, row.slots):
            raise unsaid(say("contents.boards"), "HC-1-11")
        return row

    def slot_effects(self, slot: int) -> list[Operation]:
        """What is printed under a turn slot [HC-8.3-7]."""
        slots = self.boards().slots
        assert slots is not None, "told with the boards"
        return slots[slot - 1].effects


class Editions:
    """A pack with its tables for each edition."""

    def __init__(self, rows: PackFile) -> None:
        self.rows = rows
        self.by_edition = {
            EDITIONS[0]: Cards(rows, rows.skill),
            EDITIONS[1]: Cards(rows, corrected(rows)),
        }
        self.board = self.by_edition[EDITIONS[0]].board


def corrected(rows: PackFile) -> list[SkillRow]:
    """The skill cards with what the errata say in place of what was printed [HC-X-5]."""
    errata = {row.number: row for row in rows.erratum}
    return [_corrected(row, errata[row.number]) if row.number in errata else row for row in rows.skill]


def _corrected(row: SkillRow, erratum: ErratumRow) -> SkillRow:
    fields = [field.name for field in msgspec.structs.fields(SkillFields) if field.name != "number"]
    said = {name: value for name in fields if (value := getattr(erratum, name)) is not None}
    rest = erratum.source.get(ALL, "")
    source = {**row.source, **{name: erratum.source.get(name, rest) for name in said}}
    return msgspec.structs.replace(row, **said, source=source)


NO_FACTS = ("number", "name", "aliases", "set", "complete", "source")
"""Fields on which no rule turns; what is basic is read by its own clauses [HC-L-2]."""


def in_all_copies(found: Mapping[int, T]) -> dict[int, T]:
    """What is told of cards of the first copy of the game, told of those of every copy."""
    return {in_copy(number, copy): told for copy in range(COPIES) for number, told in found.items()}


def _resting(rows: PackFile, skills: Sequence[SkillRow]) -> dict[str, dict[int, list[tuple[Value, str]]]]:
    """By table and number, how an entry is called, with each source of it that is not the print."""
    return {
        "board": {row.number: foreign(say("hackclad.source.boards"), row, row.source) for row in rows.board},
        "character": {row.number: foreign(Thing("character", row.number), row, row.source) for row in rows.character},
        "card": {row.number: foreign(called("card", row.number), row, row.source) for row in skills},
        "clad": {row.number: foreign(called("clad", row.number), row, row.source) for row in rows.clad},
    }


def called(table: str, number: int) -> Message:
    """A card by its id and its printed name."""
    return say("hackclad.source.card", card=Thing(table, number))


def foreign(entry: Value, row: msgspec.Struct, source: Sources) -> list[tuple[Value, str]]:
    """The sources of an entry's facts that are not the print, each once."""
    rest = source.get(ALL, "print: ")
    told = [name for name in row.__struct_fields__ if getattr(row, name) not in (None, [], 0)]
    wheres = dict.fromkeys(source.get(name, rest) for name in told if name not in NO_FACTS)
    return [(entry, where) for where in wheres if not where.startswith(PRINTED)]


def card_id(number: int) -> str:
    """W01-04, and W01-04/2 in a second copy of the game [HC-4.4.1-2]."""
    character, place = divmod(in_first_copy(number) - 1, SKILLS_EACH)
    return f"W{character + 1:02d}-{place + 1:02d}{copy_mark(number)}"


def set_of(character: int, copy: int) -> range:
    """The numbers of a character's cards in a copy of the game, counted from 0: basic cards, then extended ones."""
    first = in_copy((character - 1) * SKILLS_EACH + 1, copy)
    return range(first, first + SKILLS_EACH)


def is_basic(card: int) -> bool:
    """Whether a card is one of the eight basic ones [HC-L-2]."""
    return (in_first_copy(card) - 1) % SKILLS_EACH < BASIC_EACH


FACING = {"north": Facing.NORTH, "east": Facing.EAST, "south": Facing.SOUTH, "west": Facing.WEST}
