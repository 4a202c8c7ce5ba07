"""What must have come up in many random rounds."""

from collections.abc import Mapping

from .printed import REACTIONS, STRIKES, SUPPORTS

ATTACKS = ("attack", "advance", "knockback", "home", "appearance", "legions")
WAYS = ("Basic", "Spend", "Use", "Crack")
HARDLY = ("Crack against home", "Crack against knockback")

WANTED = [
    *(f"{way} against {attack}" for attack in ATTACKS for way in WAYS),
    *(f"{attack} hits 1, 1" for attack in ATTACKS),
    *(f"{attack} hits {seats}, 1" for attack in ("attack", "appearance", "legions") for seats in (2, 3)),
    *(f"{attack} hits 1, 0" for attack in ("attack", "legions")),
    *(f"{attack} changed, {passed} passed" for attack in ("attack", "advance", "legions") for passed in (0, 1)),
    *(f"legion destroyed in {step}" for step in ("player", "legions")),
    *(f"drop, {seats} there" for seats in (0, 1, 2)),
    *sorted({strike.more or "plain" for strike in STRIKES.values()}),
    *sorted({what for _, what in REACTIONS.values()}),
    *sorted({what for _, what in SUPPORTS.values()}),
    *("rebuilt", "rebuilt of nothing", "crack on an own turn", "marked", "vortex"),
    *("picked up", "injured", "stones kept", "re-entry", "re-entry elsewhere", "lent", "won", "lost", "round"),
]


def missing(met: Mapping[str, int]) -> list[str]:
    """What never came up."""
    return [wanted for wanted in WANTED if wanted not in HARDLY and not met.get(wanted)]
