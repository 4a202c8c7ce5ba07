"""Pack files: read, checked and named by their content."""

import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import msgspec

from ...kernel import packs
from . import texts
from .cards import Cards
from .pack_rows import (
    NO_GRAND,
    AttributeName,
    Bounds,
    DeckCardRow,
    GrandRow,
    MagicRow,
    MagicTrait,
    PackFile,
    StepName,
    SwellingTime,
    Trait,
)

_ICONS = ("fire", "water", "grass", "sky")
OURS = ("print", "house")


def pack_ids() -> list[str]:
    """The packs in the folder, ours first: every file there is one, named by its id."""
    found = sorted(path.name for path in files(__package__).joinpath("packs").iterdir())
    own = [name.removesuffix(".toml") for name in found if name.endswith(".toml")]
    return [*OURS, *(id for id in own if id not in OURS)]


KINDS = {"card": DeckCardRow, "magic": MagicRow, "grand": GrandRow}
"""The tables of a pack file."""


def load(file: Path | None = None, *, builtin: str = "") -> Cards:
    """Reads and checks a pack: an owner's file, or one of ours by id."""
    return Cards(packs.read(__package__, file, builtin, lambda data: _rows(data, builtin)))


def _rows(data: dict[str, Any], builtin: str) -> PackFile:
    """The whole pack, with what it takes from its base."""
    rows = packs.shaped(data, KINDS, PackFile, _wrong_row)
    _check(rows)
    if builtin and rows.pack.id != builtin:
        raise msgspec.ValidationError(f"pack: id: the file is named {builtin}.toml")
    if rows.pack.base:
        rows = _upon_base(rows)
        _check(rows)
    return rows


def _upon_base(rows: PackFile) -> PackFile:
    """The whole pack that comes of a base and the rows that stand in place of some of its own."""
    base = load(builtin=rows.pack.base).rows
    cards = {row.number: row for row in (*base.card, *rows.card)}
    magics = {row.number: row for row in (*base.magic, *rows.magic)}
    grands = {row.name: row for row in (*base.grand, *rows.grand)}
    return PackFile(
        pack=msgspec.structs.replace(rows.pack, base=""),
        card=[cards[number] for number in sorted(cards)],
        magic=[magics[number] for number in sorted(magics)],
        grand=[grands[name] for name in sorted(grands)],
    )


WORDS: dict[str, tuple[str, ...]] = {
    "attribute": get_args(AttributeName),
    "card traits": get_args(Trait),
    "magic traits": get_args(MagicTrait),
    "steps": get_args(StepName),
    "shown": get_args(StepName),
    "swelling": get_args(SwellingTime),
    "whose": get_args(texts.Whose),
    "who": get_args(texts.Who),
    "to": get_args(texts.Struck),
    "op": tuple(str(kind.__struct_config__.tag) for kind in get_args(texts.Instruction)),
}
"""Fields of words, and the words that may stand in each."""


def _allowed(kind: str, error: str) -> str:
    """What may stand in the field that an error is about, if it is a field of words."""
    field = re.search(r"\.([a-z]+)(?:\[\d+\])?`", error)
    words = WORDS.get(f"{kind} {field[1]}") or WORDS.get(field[1]) if field and "nvalid" in error else None
    return f"; allowed: {', '.join(words)}" if words else ""


def _wrong_row(kind: str, number: object, what: str) -> msgspec.ValidationError:
    return _wrong(kind, number, f"{what}{_allowed(kind, what)}")


def _wrong(kind: str, number: object, what: str) -> msgspec.ValidationError:
    name = f"{number:03d}" if kind == "card" and isinstance(number, int) else f"{number}"
    return msgspec.ValidationError(f"{kind} {name}: {what}")


def _check(rows: PackFile) -> None:
    """What the shape alone cannot say."""
    _check_single("card", [card.number for card in rows.card])
    _check_single("magic", [magic.number for magic in rows.magic])
    _check_single("grand", [grand.name for grand in rows.grand])
    costs: dict[str, Bounds | None] = {}
    for card in rows.card:
        _check_card(card)
        if card.name and costs.setdefault(card.name, card.cost) != card.cost:
            raise _wrong("card", card.number, f"cost: all cards named {card.name} have one cost")
    for magic in rows.magic:
        _check_magic(magic)
    for grand in rows.grand:
        _check_grand(grand)
    if not rows.pack.base:
        _check_carried(rows)


def _check_single(kind: str, names: Sequence[Any]) -> None:
    """Every number or name stands once."""
    for name in names:
        if names.count(name) > 1:
            raise _wrong(kind, name, "stands twice; every one stands once")


def _check_carried(rows: PackFile) -> None:
    """The grand magic that a magic carries stands in the pack."""
    known = [grand.name for grand in rows.grand]
    for magic in rows.magic:
        if magic.grand not in (None, NO_GRAND, *known):
            raise _wrong("magic", magic.number, f"grand: there is {', '.join([NO_GRAND, *known])}")


def _check_card(card: DeckCardRow) -> None:
    """Units have an attribute and a cost, the purple cards neither [W3-0.1-8] [W3-0.1-10]."""
    purple = "protean" in card.traits or "wild_card" in card.traits
    if card.unit is False and not purple:
        raise _wrong("card", card.number, "unit: a card that is not a unit has the trait protean or wild_card")
    if card.unit is True and purple:
        raise _wrong("card", card.number, "traits: protean and wild_card belong to cards that are not units")
    if card.unit is False and card.cost is not None:
        raise _wrong("card", card.number, "cost: a card that is not a unit has no printed cost")
    if card.unit is not None and card.attribute is not None and (card.attribute == "none") == card.unit:
        raise _wrong("card", card.number, "attribute: none for the purple cards, one of the four for units")
    if isinstance(card.cost, list) and card.cost[0] > card.cost[1]:
        raise _wrong("card", card.number, "cost: the least stands before the greatest")
    if card.swelling is not None and "swelling" not in card.traits:
        raise _wrong("card", card.number, "swelling: it belongs to the trait swelling")
    if card.substitution is not None and "substitution" not in card.traits:
        raise _wrong("card", card.number, "substitution: it belongs to the trait substitution")
    if "treasure" in card.traits and "substitution" in card.traits:
        raise _wrong("card", card.number, "traits: a unit does one thing when it enters, treasure or substitution")
    _check_ordinary("card", card.number, card.substitution or [])


def _check_magic(magic: MagicRow) -> None:
    """Mana adds up, and 顕在 and what it does go together."""
    if magic.lasting is not None and ("manifest" in magic.traits) != bool(magic.lasting):
        raise _wrong("magic", magic.number, "lasting: the trait manifest and what it does go together")
    _check_ordinary("magic", magic.number, magic.effects or [])
    if magic.mana is None:
        return
    ends = {icon: _ends(getattr(magic.mana, icon)) for icon in (*_ICONS, "total")}
    for icon, (least, most) in ends.items():
        if least > most:
            raise _wrong("magic", magic.number, f"mana.{icon}: the least stands before the greatest")
    if ends["total"][1] < sum(ends[icon][0] for icon in _ICONS):
        raise _wrong("magic", magic.number, "mana.total: the icons of all attributes are part of it")


def _check_ordinary(kind: str, number: int, effects: Sequence[object]) -> None:
    """What only grand magic does stands in no other text."""
    for effect in effects:
        if isinstance(effect, texts.ONLY_GRAND):
            op = effect.__struct_config__.tag
            raise _wrong(kind, number, f"effects: {op} belongs to grand magic")
    _check_deployment_last(kind, number, effects)


def _check_deployment_last(kind: str, name: object, effects: Sequence[object]) -> None:
    """A unit that enters may do something of its own, so nothing of the text is left to do then."""
    if any(isinstance(effect, texts.ExtraDeployment) for effect in effects[:-1]):
        raise _wrong(kind, name, "effects: extra_deployment stands last")


def _check_grand(grand: GrandRow) -> None:
    """A negation does nothing else; a copy is carried out last."""
    kinds = [type(effect) for effect in grand.effects or []]
    if texts.Negate in kinds and len(kinds) > 1:
        raise _wrong("grand", grand.name, "effects: negate stands alone")
    if texts.CopyMagic in kinds[:-1]:
        raise _wrong("grand", grand.name, "effects: copy_magic stands last")
    _check_deployment_last("grand", grand.name, grand.effects or [])
    if grand.name == NO_GRAND:
        raise _wrong("grand", grand.name, "name: it stands for no grand magic")


def _ends(value: Bounds) -> tuple[int, int]:
    return (value, value) if isinstance(value, int) else (value[0], value[1])
