"""カードの見方. Cards are data: the tables that the rules read from a pack."""

from ....kernel.errors import Undecidable
from ....kernel.judging.report import Assumption
from ....kernel.messages import Message, Source, Thing, say
from ....kernel.packs import missing, open_fields, resting_on
from .pack_rows import BoxRow, CardRow, PackFile
from .texts import Condition, Keywords, Relic, Spell

SPELL_KIND = "術"
"""The one kind with a meaning in the rules [SW-Q-9]."""
SPEED_ATTACKER, AUTO_BATTLER, UNDEAD, WAITS = 1, 2, 4, 8
"""Keywords as bits."""
FIGHTING = ("kind", "hp", "attack", "keywords", "skills")
"""What must be known of a card in a field."""


class Card:
    """A card as the rules read it; 術 cards are spells."""

    def __init__(self, row: CardRow) -> None:
        self.row = row
        self.number = row.number
        self.name = row.name
        self.kind = row.kind
        self.cost = row.cost
        self.stars = row.stars
        self.is_spell = row.kind == SPELL_KIND
        self.fights = None not in [getattr(row, field) for field in FIGHTING]
        """Whether all is known that counts in a field."""
        self.skills = tuple(row.skills or ())
        self.relic = row.relic if isinstance(row.relic, Relic) else None
        self.relic_told = row.relic is not None
        self.spell = row.spell
        summons = [skill.condition for skill in self.skills if skill.tag == "summon"]
        self.summon = summons[0] if summons else None
        """The condition of a 召喚 card [SW-K.5-1]."""

    @property
    def thing(self) -> Thing:
        """How messages name it."""
        return Thing("card", self.number)

    def untold(self, what: Message, clause: str, *fields: str) -> Undecidable:
        """What the pack does not say of it, and the fields that would say it."""
        return Undecidable("kernel.pack.silent", (clause,), *missing("card", self.number, self.row, fields), what=what)


class Cards:
    """The tables of a pack by number. What lies in a field face up is known whole: `fighter` has seen to it. What is
    not told is undecidable under the clause that asks for it, or else that of the card's own part."""

    def __init__(self, rows: PackFile) -> None:
        self.rows = rows
        (self.box,) = rows.box
        self.size = self.box.cards
        count = self.size + 1
        self._cards: list[Card | None] = [None] * count
        self.hp, self.attack, self.block, self.flags = [0] * count, [0] * count, [0] * count, [0] * count
        """The printed numbers of fighters; 0 for no card."""
        self.breath, self.targets, self.hits = [0] * count, [0] * count, [0] * count
        """The ways of attacking."""
        self.equip_hp, self.equip_attack, self.equip_block = [0] * count, [0] * count, [0] * count
        self.equip_flags = [0] * count
        """What equipment adds."""
        self.always, self.on_turn, self.on_attack, self.choice, self.summons, self.reward, self.standing = (
            _with_skill(rows, tag, count)
            for tag in ("always", "on_turn", "attack", "choice", "summon", "reward", "standing")
        )
        """Whether a card has a skill of each tag."""
        self.any_summons = True in self.summons
        self.resting = {
            "box": {self.box.number: _resting_on_box(self.box)},
            "card": {row.number: _resting_on(row) for row in rows.card},
        }
        """What a verdict rests on that uses an entry; None if all of it is printed."""
        for row in rows.card:
            self._enter(row)

    def _enter(self, row: CardRow) -> None:
        number, words = row.number, row.keywords or Keywords()
        self._cards[number] = Card(row)
        self.hp[number], self.attack[number] = row.hp or 0, row.attack or 0
        self.block[number], self.flags[number] = words.block, _flags(words)
        self.breath[number], self.targets[number] = words.dragon_breath, words.multi_target
        self.hits[number] = words.multi_hit
        if row.spell is not None:
            self.equip_hp[number], self.equip_attack[number] = row.spell.hp, row.spell.attack
            self.equip_block[number] = row.spell.keywords.block
            self.equip_flags[number] = _flags(row.spell.keywords)

    def card(self, number: int, asked: str = "SW-C-3") -> Card:
        """A card of which anything is told."""
        card = self._cards[number] if number <= self.size else None
        if card is None:
            fields = missing("card", number, None, ("name", "kind", "cost"))
            raise Undecidable("unknown.card", (asked,), *fields, card=Thing("card", number))
        return card

    def fighter(self, number: int, asked: str = "SW-C-5") -> Card:
        """A card of which all is told that counts in a field."""
        card = self.card(number, asked)
        if not card.fights:
            raise card.untold(say("unknown.fighting", card=card.thing), asked, *FIGHTING)
        return card

    def is_spell(self, number: int, asked: str = "SW-C-1") -> bool:
        """Whether a card is a spell [SW-Q-9]."""
        card = self.card(number, asked)
        if card.kind is None:
            raise card.untold(say("unknown.kind", card=card.thing), asked, "kind")
        return card.is_spell

    def summon_of(self, number: int, asked: str = "SW-C-5") -> Condition | None:
        """The condition under which a 召喚 card may be laid; None if it is no 召喚 card."""
        return self.fighter(number, asked).summon

    def has_relic(self, number: int) -> bool:
        """Whether a card carries a relic text [SW-C-8] [SW-2.2-6]."""
        card = self.card(number, "SW-2.2-6")
        if not card.relic_told:
            raise card.untold(say("unknown.relic", card=card.thing), "SW-2.2-6", "relic")
        return card.relic is not None

    def relic(self, number: int) -> Relic:
        """The text of a relic in place."""
        relic = self.card(number).relic
        assert relic is not None, "only cards with a relic text are relics"
        return relic

    def spell(self, number: int) -> Spell:
        """The text of a spell."""
        card = self.card(number, "SW-S1-2")
        if card.spell is None:
            raise card.untold(say("unknown.spell", card=card.thing), "SW-S1-2", "spell")
        return card.spell

    def cost(self, number: int, asked: str = "SW-4.3-2") -> int:
        """What a card costs [SW-C-2]."""
        card = self.card(number, asked)
        if card.cost is None:
            raise card.untold(say("unknown.cost", card=card.thing), asked, "cost")
        return card.cost


def _with_skill(rows: PackFile, tag: str, count: int) -> list[bool]:
    """The cards with a skill of a tag, by number."""
    found = [False] * count
    for row in rows.card:
        found[row.number] = any(skill.tag == tag for skill in row.skills or ())
    return found


def _flags(words: Keywords) -> int:
    return (
        SPEED_ATTACKER * words.speed_attacker
        | AUTO_BATTLER * words.auto_battler
        | UNDEAD * words.undead
        | WAITS * words.waits
    )


FIELDS = ("kind", "cost", "stars", "hp", "attack", "keywords", "skills", "relic", "spell")
"""The fields on which a rule can turn."""


def _resting_on(row: CardRow) -> Assumption | None:
    """What is not printed of a card, with the reason given in the pack."""
    told = [field for field in FIELDS if getattr(row, field) is not None]
    return resting_on("swordrion", "card", f"{row.number:03}", row.name, row.source, told)


def _resting_on_box(row: BoxRow) -> Assumption | None:
    """What is not printed of the box."""
    if not open_fields(row.source, ["cards"]):
        return None
    told = Source("swordrion", row.source["cards"])
    return Assumption("box", "cards", say("swordrion.box.cards", count=row.cards, told=told))
