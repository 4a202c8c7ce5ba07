"""What a pack of ソードリオン must be beyond its shape, and how its cards are written."""

from ....kernel.names import PackNames
from ....kernel.packs import PackKind, wrong
from .cards import SPELL_KIND, Cards
from .pack_rows import BoxRow, CardRow, PackFile
from .texts import (
    AdditionalDamage,
    Draw,
    Gain,
    Keywords,
    LimitSpells,
    LimitStock,
    Operation,
    Points,
    Relic,
    Show,
    Skill,
    Strengthen,
)


class SwordrionNames(PackNames):
    """The spelling of cards and seats: 001 and ピリトの火の玉."""

    def __init__(self, cards: Cards) -> None:
        super().__init__({"card": ""}, {"card": range(1, cards.size + 1)})
        for row in cards.rows.card:
            self.add("card", row.number, row.name, *row.aliases)

    def id(self, table: str, number: int) -> str:
        return f"{number:03}"


def _check(rows: PackFile) -> None:
    """What the shape alone cannot say."""
    box = rows.box[0]
    if len({*box.kinds}) < len(box.kinds):
        raise wrong("box", 1, "kinds", "pack.kinds")
    for row in rows.card:
        if row.number > box.cards:
            raise wrong("card", row.number, "number", "pack.number", most=box.cards)
        if row.kind is not None and row.kind not in box.kinds:
            raise wrong("card", row.number, "kind", "pack.one_of", words=tuple(box.kinds))
        if row.spell is not None and row.kind != SPELL_KIND:
            raise wrong("card", row.number, "spell", "pack.spell", kind=SPELL_KIND)
        _check_spell(row)
        for skill in row.skills or ():
            _check_skill(row.number, skill, box.kinds)
        if isinstance(row.relic, Relic):
            _check_relic(row.number, row.relic)


def _check_skill(number: int, skill: Skill, kinds: list[str]) -> None:
    if skill.tag == "summon":
        if skill.condition is None or skill.ops or skill.optional:
            raise wrong("card", number, "skills", "pack.summon")
    elif not skill.ops:
        raise wrong("card", number, "skills", "pack.no_ops")
    _check_additional(number, skill.ops)
    if skill.looks_for and skill.looks_for not in kinds:
        raise wrong("card", number, "looks_for", "pack.one_of", words=tuple(kinds))
    if skill.tag == "standing":
        _check_standing(number, skill.ops, (Strengthen,))
        if skill.optional or skill.looks_for:
            raise wrong("card", number, "skills", "pack.standing")
    for op in skill.ops:
        if isinstance(op, Show | LimitSpells | LimitStock | Points):
            raise wrong("card", number, "ops", "pack.for_relics", op=str(op.__struct_config__.tag))


def _check_additional(number: int, ops: list[Operation]) -> None:
    """Additional damage is for one card [SW-S4-8]."""
    if any(isinstance(op, AdditionalDamage) and op.at not in ("front", "last", "chosen") for op in ops):
        raise wrong("card", number, "ops", "pack.additional")


def _check_standing(number: int, ops: list[Operation], allowed: tuple[type, ...]) -> None:
    for op in ops:
        chosen = isinstance(op, Strengthen) and (op.at == "chosen" or op.until != "field")
        if not isinstance(op, allowed) or chosen:
            raise wrong("card", number, "ops", "pack.cannot_stand", op=str(op.__struct_config__.tag))


MOMENTS: dict[str, tuple[type, ...]] = {
    "prep": (Draw, Gain, Strengthen),
    "shop": (Draw, Gain, Show),
    "round_end": (Draw, Gain),
    "scoring": (Points,),
}
"""What a relic can do at the moments that have no exchange."""


def _check_relic(number: int, relic: Relic) -> None:
    _check_additional(number, relic.ops)
    if relic.timing == "standing":
        _check_standing(number, relic.ops, (Strengthen, LimitSpells, LimitStock))
    for op in relic.ops:
        fits = isinstance(op, MOMENTS[relic.timing]) if relic.timing in MOMENTS else True
        if relic.timing == "exchange":
            fits = not isinstance(op, Show | LimitSpells | LimitStock | Points)
        if relic.timing == "prep" and isinstance(op, Strengthen):
            fits = op.side == "own" and op.at in ("front", "last", "each")
        if not fits or (isinstance(op, Strengthen) and op.at in ("self", "others")):
            raise wrong("card", number, "relic", "pack.relic", op=str(op.__struct_config__.tag), timing=relic.timing)


def _check_spell(row: CardRow) -> None:
    spell = row.spell
    if spell is None:
        return
    gives = spell.hp or spell.attack or spell.keywords != Keywords()
    words = spell.keywords
    ways = words.dragon_breath or words.multi_target or words.multi_hit or words.waits
    if spell.use == "equip" and (spell.ops or not gives or ways):
        raise wrong("card", row.number, "spell", "pack.equipment")
    if spell.use == "single" and (gives or not spell.ops):
        raise wrong("card", row.number, "spell", "pack.single_use")
    _check_additional(row.number, spell.ops)
    for op in spell.ops:
        own = isinstance(op, Show | LimitSpells | LimitStock | Points) or getattr(op, "at", "") in ("self", "others")
        if own:
            raise wrong("card", row.number, "spell", "pack.not_here", op=str(op.__struct_config__.tag))


PACKS = PackKind(
    "swordrion",
    __package__.rpartition(".")[0],
    PackFile,
    {"box": BoxRow, "card": CardRow},
    _check,
    Cards,
    SwordrionNames,
    {"card": "card"},
)
"""The pack files of ソードリオン."""
