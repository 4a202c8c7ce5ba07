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


class RevealHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="reveal_hand"):
    """A player shows hand cards of their own choice, as far as there are any."""

    who: Who
    count: Count


class ExtraDeployment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="extra_deployment"):
    """The user may deploy one unit at once, which is no strategy step."""


class KeepRandom(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="keep_random"):
    """Leaves so many random cards in the discard and excludes the others."""

    count: Count


class GainLifeOfKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="gain_life_of_kept"):
    """Gives the user as much life as one of the cards kept costs, which the user chooses."""


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="exchange"):
    """Exchanges hand cards for unit cards of the discard, as many as there are of both."""

    count: Count


class Negate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="negate"):
    """Negates the magic, or one strengthening, that it answers."""


class CopyMagic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="copy_magic"):
    """Activates a copy of a face-up magic, for which mana and activation cost are ignored."""


class ProtectMagics(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="protect_magics"):
    """The user's magics cannot be negated for the rest of the turn."""


class WildMana(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="wild_mana"):
    """Gives the user one mana of an attribute of their choice for the rest of the turn."""


Instruction = (
    Damage | GainLife | Destroy | ReturnToHand | DrawCards | Discard | TerritoryBonus | StrengthenUnits | IncreaseUnits
    | RevealMagic | RevealHand | ExtraDeployment | KeepRandom | GainLifeOfKept | Exchange | Negate | CopyMagic
    | ProtectMagics | WildMana
)  # fmt: skip
"""What a text may do. None activates a magic past its rules: only `copy_magic` activates one, and that is judged like
any other [W3-S3.2-2]."""
ONLY_GRAND = (Negate, CopyMagic, ProtectMagics, WildMana)
"""What only the text of a grand magic may say."""


class UnitPower(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="unit_power"):
    """Adds to the power of each of the owner's units as long as it lasts."""

    amount: Count


Lasting = UnitPower
"""What a magic with 顕在 may do as long as it is face up."""
