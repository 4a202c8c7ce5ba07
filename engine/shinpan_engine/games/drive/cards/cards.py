"""Cards are data: the tables that the rules read from a pack."""

from collections.abc import Sequence

from ....kernel.errors import Undecidable
from ....kernel.judging.report import Assumption
from ....kernel.messages import Thing, say
from ....kernel.packs import missing, resting_on
from ....kernel.play.numbers import Amount, Bounded
from .pack_rows import CIRCUITS, MOST_RANK, Category, CircuitRow, EnemyRow, PackFile, PartyRow, UnitRow
from .texts import ATTRIBUTES, COLOURS, Armour, AttackChange, ColourName, Damage, MultiplierChange, Pursuit, Skill

BASE_UNITS, SOLO_UNITS = 20, 6
"""DR-C-3, DR-C-4."""
FIRST_EXPANSION_UNIT = BASE_UNITS + SOLO_UNITS + 1
NORMAL_ENEMIES = 12
"""DR-C-5."""
GATE, FAUST = 13, 14
"""異界門 and what is on its back [DR-C-6]."""
FIRST_BOSS, BASE_BOSSES = 15, 4
"""DR-C-7."""
FIRST_EXPANSION_ENEMY = FIRST_BOSS + BASE_BOSSES
GATE_HP = 10
"""DR-P5-15."""
PREFIXES = {"card": "C", "unit": "U", "enemy": "E", "party": "R", "set": "X"}
"""What stands before a number where an entry is named."""

AnyRow = CircuitRow | UnitRow | EnemyRow | PartyRow
FIELDS = (
    "colours", "numbers", "mana", "level_up", "plus", "attributes", "stars", "levels", "skills", "rank", "hp", "attack",
    "appearance", "passives", "units",
)  # fmt: skip
"""The fields on which a rule can turn."""
FACE = ("colours", "numbers", "mana", "level_up", "plus")
TOLD_OF_UNITS = ("attributes", "levels", "skills")
TOLD_OF_ENEMIES = ("rank", "hp", "attack", "appearance", "passives", "skills")
"""What must be known of a circuit card, a unit and an enemy in play."""
POOLS: dict[Category, str] = {"normal": "DR-P5-9", "boss": "DR-P5-3", "hard_boss": "DR-P5-4"}
"""The clauses that make enemies of expansions come into play."""
KANJI: dict[ColourName, str] = {"green": "緑", "red": "赤", "yellow": "黄", "blue": "青"}


def face_word(row: CircuitRow) -> str:
    """A circuit card in a word: 緑2, 緑1/2, 緑赤3; empty if its face is not told."""
    if row.colours is None or row.numbers is None:
        return ""
    return "".join(KANJI[colour] for colour in row.colours) + "/".join(map(str, row.numbers))


def _resting_on(table: str, row: AnyRow) -> Assumption | None:
    called = face_word(row) if isinstance(row, CircuitRow) else row.name
    return resting_on("drive", table, f"{PREFIXES[table]}{row.number}", called, row.source, FIELDS)


class SkillCard:
    """A skill as the rules read it."""

    def __init__(self, row: Skill) -> None:
        self.row = row
        self.name = row.name
        self.normal = row.type == "normal"
        self.effects = tuple(row.effects)
        first = row.effects[0]
        self.pursuit = first.multiplier if isinstance(first, Pursuit) else 0
        """How often a pursuing unit's attack counts; 0 for any other skill."""
        self.at_once = any(isinstance(op, Damage | AttackChange | MultiplierChange) for op in row.effects)
        """Whether it takes effect at its trigger even in battle [DR-S3.5-2] [DR-S3.5-3]."""
        self.damage_alone = all(isinstance(op, Damage) for op in row.effects)
        """Whether the print itself says that it does [DR-S3.5-2]."""


class UnitCard:
    """A unit as the rules read it."""

    def __init__(self, row: UnitRow) -> None:
        self.row = row
        self.name = row.name
        self.solo = is_solo(row.number)
        self.attributes = len(row.attributes or ())
        self.colours = mask([ATTRIBUTES[attribute] for attribute in row.attributes or ()])
        levels = row.levels or []
        self.attack = (0, *(level.attack for level in levels))
        """By level."""
        self.bonus = (None, None, *(level.bonus for level in levels[1:]))
        """What a level gives on reaching it; the first is never reached [DR-P5.3-6]."""
        self.highest = len(levels)
        self.skills = tuple(SkillCard(skill) for skill in row.skills or ())
        self.told = None not in [getattr(row, field) for field in TOLD_OF_UNITS]
        """Whether all is known that counts in play."""


class EnemyCard:
    """An enemy as the rules read it."""

    def __init__(self, row: EnemyRow) -> None:
        self.row = row
        self.name = row.name
        self.rank = row.rank or 0
        self.hp = row.hp or 0
        self.attack = row.attack or 0
        self.appearance = tuple(row.appearance or ())
        self.passives = tuple(row.passives or ())
        self.skill = row.skills[0] if row.skills else None
        self.armour = sum(op.amount for passive in self.passives for op in passive.effects if isinstance(op, Armour))
        self.moments = [passive.when for passive in self.passives]
        """The moments of its automatic effects."""
        self.told = None not in [getattr(row, field) for field in TOLD_OF_ENEMIES]


def mask(colours: list[ColourName]) -> int:
    """Colours as bits."""
    return sum(COLOURS[colour] for colour in dict.fromkeys(colours))


def is_solo(unit: int) -> bool:
    """Whether a number stands for a unit for solo play [DR-P4S-6]."""
    return BASE_UNITS < unit < FIRST_EXPANSION_UNIT


NO_UNIT = UnitCard(UnitRow(number=1, source={}))
"""Stands where a number is that of no unit in play."""


class Cards:
    """The tables of a pack by number."""

    def __init__(self, rows: PackFile) -> None:
        self.rows = rows
        self.colours = [0] * (CIRCUITS + 1)
        """The colours of a circuit card as bits."""
        self.numbers = [0] * (CIRCUITS + 1)
        """Its numbers as bits."""
        self.number_wild, self.colour_wild = [False] * (CIRCUITS + 1), [False] * (CIRCUITS + 1)
        """Whether it has more than one number (数字ワイルド) or colour (色ワイルド)."""
        self.mana, self.level_up = [0] * (CIRCUITS + 1), [0] * (CIRCUITS + 1)
        self.plus = [False] * (CIRCUITS + 1)
        self.untold = frozenset(range(1, CIRCUITS + 1)) - {row.number for row in rows.circuit if all_told(row)}
        """The circuit cards that are not fully told."""
        self._circuits = {row.number: row for row in rows.circuit}
        for row in rows.circuit:
            self._read(row)
        self._units = {row.number: UnitCard(row) for row in rows.unit}
        self._enemies = {row.number: EnemyCard(row) for row in rows.enemy}
        self._parties = {row.number: tuple(row.units or ()) for row in rows.party}
        kinds: tuple[tuple[str, Sequence[AnyRow]], ...] = (
            ("card", rows.circuit),
            ("unit", rows.unit),
            ("enemy", rows.enemy),
            ("party", rows.party),
        )
        self.resting = {name: {row.number: _resting_on(name, row) for row in found} for name, found in kinds}
        """What a verdict rests on that uses an entry; None if all of it is printed."""
        self.whole = [row.number for row in rows.set if row.whole]
        """The expansions of which every unit and enemy is told."""
        self.geas = [row.number for row in rows.set if row.geas]
        """The expansions with geas cards."""

    def _read(self, row: CircuitRow) -> None:
        """Takes what is printed on a circuit card into the tables."""
        card = row.number
        self.colours[card] = mask(row.colours or [])
        self.numbers[card] = sum(1 << number for number in dict.fromkeys(row.numbers or ()))
        self.number_wild[card] = self.numbers[card].bit_count() > 1
        self.colour_wild[card] = self.colours[card].bit_count() > 1
        self.mana[card], self.level_up[card] = row.mana or 0, row.level_up or 0
        self.plus[card] = bool(row.plus)

    def require_faces(self, cards: list[int]) -> None:
        """Raises unless the faces of these circuit cards are told."""
        for card in cards:
            if card in self.untold:
                open = missing("card", card, self._circuits.get(card), FACE)
                raise Undecidable("cards.face", ("DR-S2-4",), *open, card=Thing("card", card))

    def unit(self, number: int) -> UnitCard:
        """A unit of which all is known."""
        unit = self._units.get(number)
        if unit is None or not unit.told:
            open = missing("unit", number, unit and unit.row, TOLD_OF_UNITS)
            raise Undecidable("cards.unit", ("DR-P4.1-5",), *open, unit=Thing("unit", number))
        return unit

    def rank(self, number: int) -> Amount:
        """Twice the rank of a unit: its cost in half stars [DR-P4.1-3]."""
        unit = self._units.get(number)
        if unit is None or unit.row.stars is None:
            half = () if number <= BASE_UNITS else ("half_star",)
            open = tuple(missing("unit", number, None, ("stars", *half)))
            return Bounded.between(say("cards.rank", unit=Thing("unit", number)), 2, 2 * MOST_RANK, open)
        return 2 * unit.row.stars + (1 if unit.row.half_star else 0)

    def attributes(self, number: int) -> int:
        """How many attributes a unit has; one of the base set has exactly one [DR-P4.1-2]."""
        if number <= BASE_UNITS:
            return 1
        unit = self._units.get(number)
        if unit is None or unit.row.attributes is None:
            open = missing("unit", number, None, ("attributes",))
            raise Undecidable("cards.attributes", ("DR-P4.1-2",), *open, unit=Thing("unit", number))
        return unit.attributes

    def enemy(self, number: int) -> EnemyCard:
        """An enemy of which all is known."""
        enemy = self._enemies.get(number)
        if enemy is None or not enemy.told:
            open = missing("enemy", number, enemy and enemy.row, TOLD_OF_ENEMIES)
            raise Undecidable("cards.enemy", ("DR-P5.2-3",), *open, enemy=Thing("enemy", number))
        return enemy

    def party(self, number: int) -> tuple[int, ...]:
        """The units of a ready-made party."""
        units = self._parties.get(number)
        if not units:
            open = missing("party", number, None, ("units",))
            raise Undecidable("cards.party", ("DR-P4-20",), *open, party=Thing("party", number))
        return units

    def units_of(self, sets: list[int]) -> list[int]:
        """The ordinary units of the base set, which have no symbol of an expansion, and of some expansions [DR-P4.1-8]
        [DR-P2-17]."""
        self.told_of(sets, "DR-P2-17")
        added = [row.number for row in self.rows.unit if row.number >= FIRST_EXPANSION_UNIT and row.set in sets]
        return [*range(1, BASE_UNITS + 1), *sorted(added)]

    def enemies_of(self, category: Category, sets: list[int]) -> list[int]:
        """The expansion enemies of a category in some sets."""
        self.told_of(sets, POOLS[category])
        return sorted(row.number for row in self.rows.enemy if row.category == category and row.set in sets)

    def told_of(self, sets: list[int], clause: str) -> None:
        """Raises unless the pack tells what these expansions hold, which a clause asks."""
        for number in sets:
            if number not in self.whole:
                raise Undecidable("cards.expansion", (clause,), set=Thing("set", number))

    def unit_numbers(self) -> list[int]:
        """Every unit there is."""
        added = [row.number for row in self.rows.unit if row.number >= FIRST_EXPANSION_UNIT]
        return [*range(1, FIRST_EXPANSION_UNIT), *sorted(added)]

    def enemy_numbers(self) -> list[int]:
        """Every enemy there is."""
        added = [row.number for row in self.rows.enemy if row.number >= FIRST_EXPANSION_ENEMY]
        return [*range(1, FIRST_EXPANSION_ENEMY), *sorted(added)]


def all_told(row: CircuitRow) -> bool:
    """Whether nothing of a circuit card is unknown."""
    return None not in [getattr(row, field) for field in FACE]
