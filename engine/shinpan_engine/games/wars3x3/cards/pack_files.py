"""Pack files: what the shape of a row alone cannot say."""

from collections.abc import Sequence

from ....kernel.packs import PackKind, wrong
from ..table.names import WarsNames
from . import texts
from .cards import Cards
from .pack_rows import (
    NO_GRAND,
    Bounds,
    DeckCardRow,
    GrandRow,
    MagicRow,
    PackFile,
)

_ICONS = ("fire", "water", "grass", "sky")


def _check(rows: PackFile) -> None:
    """What the shape alone cannot say."""
    first: dict[str, DeckCardRow] = {}
    for card in rows.card:
        _check_card(card)
        if card.name and first.setdefault(card.name, card).cost != card.cost:
            other = first[card.name]
            says = f"{other.number:03d}"
            raise wrong("card", card.number, "cost", "pack.one_cost", name=card.name, other=says, cost=str(other.cost))
    for magic in rows.magic:
        _check_magic(magic)
    for grand in rows.grand:
        _check_grand(grand)
    _check_carried(rows)


def _check_carried(rows: PackFile) -> None:
    """The grand magic that a magic carries stands in the pack."""
    known = [grand.name for grand in rows.grand]
    for magic in rows.magic:
        if magic.grand not in (None, NO_GRAND, *known):
            raise wrong("magic", magic.number, "grand", "pack.no_grand", known=(NO_GRAND, *known))


def _check_card(card: DeckCardRow) -> None:
    """Units have an attribute and a cost, the purple cards neither [W3-0.1-8] [W3-0.1-10]."""
    purple = "protean" in card.traits or "wild_card" in card.traits
    if card.unit is False and not purple:
        raise wrong("card", card.number, "unit", "pack.purple_traits")
    if card.unit is True and purple:
        raise wrong("card", card.number, "traits", "pack.unit_traits")
    if card.unit is False and card.cost is not None:
        raise wrong("card", card.number, "cost", "pack.no_unit_cost")
    if card.unit is not None and card.attribute is not None and (card.attribute == "none") == card.unit:
        raise wrong("card", card.number, "attribute", "pack.attribute")
    if isinstance(card.cost, list) and card.cost[0] > card.cost[1]:
        raise wrong("card", card.number, "cost", "pack.least_first")
    if card.swelling is not None and "swelling" not in card.traits:
        raise wrong("card", card.number, "swelling", "pack.trait", trait="swelling")
    if card.substitution is not None and "substitution" not in card.traits:
        raise wrong("card", card.number, "substitution", "pack.trait", trait="substitution")
    if "treasure" in card.traits and "substitution" in card.traits:
        raise wrong("card", card.number, "traits", "pack.one_entering")
    _check_ordinary("card", card.number, card.substitution or [])


def _check_magic(magic: MagicRow) -> None:
    """Mana adds up, and 顕在 and what it does go together."""
    if magic.lasting is not None and ("manifest" in magic.traits) != bool(magic.lasting):
        raise wrong("magic", magic.number, "lasting", "pack.manifest")
    _check_ordinary("magic", magic.number, magic.effects or [])
    if magic.mana is None:
        return
    ends = {icon: _ends(getattr(magic.mana, icon)) for icon in (*_ICONS, "total")}
    for icon, (least, most) in ends.items():
        if least > most:
            raise wrong("magic", magic.number, f"mana.{icon}", "pack.least_first")
    if ends["total"][1] < sum(ends[icon][0] for icon in _ICONS):
        raise wrong("magic", magic.number, "mana.total", "pack.total")


def _check_ordinary(kind: str, number: int, effects: Sequence[object]) -> None:
    """What only grand magic does stands in no other text."""
    for effect in effects:
        if isinstance(effect, texts.ONLY_GRAND):
            op = str(effect.__struct_config__.tag)
            raise wrong(kind, number, "effects", "pack.only_grand", op=op)
    _check_deployment_last(kind, number, effects)


def _check_deployment_last(kind: str, name: object, effects: Sequence[object]) -> None:
    """A unit that enters may do something of its own, so nothing of the text is left to do then."""
    if any(isinstance(effect, texts.ExtraDeployment) for effect in effects[:-1]):
        raise wrong(kind, name, "effects", "pack.last", op="extra_deployment")


def _check_grand(grand: GrandRow) -> None:
    """A negation does nothing else; a copy is carried out last."""
    kinds = [type(effect) for effect in grand.effects or []]
    if texts.Negate in kinds and len(kinds) > 1:
        raise wrong("grand", grand.name, "effects", "pack.alone", op="negate")
    if texts.CopyMagic in kinds[:-1]:
        raise wrong("grand", grand.name, "effects", "pack.last", op="copy_magic")
    _check_deployment_last("grand", grand.name, grand.effects or [])
    if grand.name == NO_GRAND:
        raise wrong("grand", grand.name, "name", "pack.no_name")


def _ends(value: Bounds) -> tuple[int, int]:
    return (value, value) if isinstance(value, int) else (value[0], value[1])


PACKS = PackKind(
    "wars3x3",
    __package__.rpartition(".")[0],
    PackFile,
    {"card": DeckCardRow, "magic": MagicRow, "grand": GrandRow},
    _check,
    Cards,
    WarsNames,
    {"card": "card", "magic": "magic"},
    {
        "card.traits": "traits_complete",
        "card.traits_complete": "",
        "magic.traits": "",
        "magic.condition.any_turn": "condition.steps",
    },
)
