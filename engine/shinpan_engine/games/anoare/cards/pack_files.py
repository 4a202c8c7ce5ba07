"""Pack files: what the shape of a row alone cannot say."""

from ....kernel.packs import PackKind, wrong
from ..table.names import AnoareNames
from .cards import Cards, is_ultra
from .pack_rows import CharacterRow, FragmentRow, PackFile, SkillRow
from .texts import LASTING, CostChange, DisableAbility, Distance, Effect, ForbidSet, When


def _check(rows: PackFile) -> None:
    """What the shape alone cannot say; the counts of the box are the most there can be [AN-0.1-4] [AN-1.1-10]."""
    for character in rows.character:
        for ability in character.abilities or ():
            for effect in ability.effects:
                _check_ability(character.number, effect)
    for skill in rows.skill:
        if (skill.kind == "ultra") != is_ultra(skill.number):
            raise wrong("skill", skill.number, "kind", "pack.kind")
        for effect in skill.effects or ():
            _check_skill_effect(skill.number, effect)
    for fragment in rows.fragment:
        for effect in fragment.effects or ():
            _check_fragment_effect(fragment.number, effect)


TOO_LATE: dict[type, tuple[When, ...]] = {
    CostChange: ("act", "turn_end"),
    ForbidSet: ("act", "reveal", "turn_end"),
}
"""Moments after which an operation has nothing left to change in the turn; damage can come before all of it."""


def _check_effect(kind: str, number: int, effect: Effect) -> None:
    """What holds for effects wherever they are printed."""
    if effect.additional_cost and effect.when != "act":
        raise wrong(kind, number, "additional_cost", "pack.additional_cost")
    if effect.forced and not effect.additional_cost:
        raise wrong(kind, number, "forced", "pack.forced")
    if effect.when == "continuous":
        if not all(isinstance(op, (*LASTING, Distance)) for op in effect.ops):
            raise wrong(kind, number, "ops", "pack.continuous")
        if effect.optional or effect.until != "turn_end":
            raise wrong(kind, number, "", "pack.continuous_always")


def _check_timing(kind: str, number: int, effect: Effect) -> None:
    """What would come too late in the turn to do anything [AN-5.4a-23]."""
    for op in effect.ops:
        if effect.when in TOO_LATE.get(type(op), ()) and effect.until == "turn_end":
            raise wrong(kind, number, "ops", "pack.too_late", op=str(op.__struct_config__.tag))


def _check_ability(number: int, effect: Effect) -> None:
    _check_effect("character", number, effect)
    _check_timing("character", number, effect)
    if effect.kind != "text":
        raise wrong("character", number, "kind", "pack.no_cd")
    if effect.when == "continuous" and any(isinstance(op, DisableAbility) for op in effect.ops):
        raise wrong("character", number, "ops", "pack.disabling")


def _check_skill_effect(number: int, effect: Effect) -> None:
    _check_effect("skill", number, effect)
    _check_timing("skill", number, effect)
    if effect.kind == "text" and effect.when in ("turn_start", "turn_end"):
        raise wrong("skill", number, "when", "pack.used_skill")


def _check_fragment_effect(number: int, effect: Effect) -> None:
    plain = (effect.kind, effect.when, effect.optional, effect.additional_cost, effect.per_turn)
    if plain != ("text", "act", False, 0, 1) or effect.condition != type(effect.condition)():
        raise wrong("fragment", number, "", "pack.fragment")


PACKS = PackKind(
    "anoare",
    __package__.rpartition(".")[0],
    PackFile,
    {"character": CharacterRow, "skill": SkillRow, "fragment": FragmentRow},
    _check,
    Cards,
    AnoareNames,
    {"character": "character", "card": "skill", "fragment": "fragment"},
)
