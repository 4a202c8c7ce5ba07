"""The vocabulary of card texts: every instruction a pack may write, as `op` and typed arguments."""

from typing import Annotated, Literal

import msgspec

Whose = Literal["own", "opponent", "any"]
Who = Literal["user", "opponent"]
Struck = Literal["user", "opponent", "both"]
Count = Annotated[int, msgspec.Meta(ge=1, le=99)]


class Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="damage"):
    """Takes life from a player: a number, or the cost of the unit this text has just destroyed."""

    to: Struck
    amount: Count | Literal["cost"]


class GainLife(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="gain_life"):
    """Gives life to the user."""

    amount: Count


class Destroy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="destroy"):
    """Destroys one unit of the user's choice."""

    whose: Whose


class ReturnToHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="return_to_hand"):
    """Returns one unit of the user's choice to its owner's hand."""

    whose: Whose


class DrawCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="draw"):
    """The user draws, as far as there are cards."""

    count: Count


class Discard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="discard"):
    """A player discards hand cards of their own choice, as far as there are any."""

    who: Who
    count: Count


class TerritoryBonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="territory_bonus"):
    """Adds to the user's territory value in this turn's strategy step."""

    amount: Count


class StrengthenUnits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="strengthen"):
    """Strengthens (強化) own units of the user's choice until the combat ends."""

    units: Count
    amount: Count


class IncreaseUnits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="increase"):
    """Increases (増加) the power of own units of the user's choice until the turn ends."""

    units: Count
    amount: Count


class RevealMagic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="reveal_magic"):
    """Turns one of the opponent's magic cards, chosen by the user, face up; one that is up or sideways stays so."""


Instruction = (
    Damage | GainLife | Destroy | ReturnToHand | DrawCards | Discard | TerritoryBonus | StrengthenUnits | IncreaseUnits
    | RevealMagic
)  # fmt: skip


class UnitPower(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="unit_power"):
    """Adds to the power of each of the owner's units as long as it lasts."""

    amount: Count


Lasting = UnitPower
"""What a magic with 顕在 may do as long as it is face up."""
