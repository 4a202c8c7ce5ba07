"""What lies open of a player's effects: found once for every layout of cards of a pack."""

from dataclasses import dataclass

from ..table.state import EffectAt, Modified
from .cards import Cards, Printed
from .texts import Distance, Effect, Lasting, When, Whose

MOST_LAYOUTS = 4096
"""Kept of a pack; forgotten when there are so many."""


@dataclass
class Standing:
    """One operation of a continuous effect."""

    to: Whose
    amount: int
    at: EffectAt
    effect: Effect


@dataclass
class InPlay:
    """A player's effects by their moment."""

    by_moment: dict[When, Printed]
    compulsory: Printed
    """Those that are used in コスト支払い 2 and bar a pass before."""
    standing: dict[Modified | None, list[Standing]]
    """What the continuous ones change, by kind; None is the distance."""


NOTHING = InPlay({}, (), {})


def in_play(cards: Cards, character: int, lowest: int, level: int, used: int, zone: tuple[int, ...]) -> InPlay:
    """What is in play in a layout of a player's cards."""
    layout = (character, lowest, level, used, zone)
    found: InPlay | None = cards.layouts.get(layout)
    if found is None:
        if len(cards.layouts) == MOST_LAYOUTS:
            cards.layouts.clear()
        found = cards.layouts[layout] = laid_open(cards, *layout)
    return found


def laid_open(cards: Cards, character: int, lowest: int, level: int, used: int, zone: tuple[int, ...]) -> InPlay:
    """Text of the used skill, abilities from the lowest level that counts to that reached, CD effects of the zone, in
    this order [AN-5.4b-18] [AN-7.2-1]: that of 剣を投げる is one [AN-1.2-3]. No matter how many costs are left on it
    [AN-7.2-4]. What lies as cost is not asked for: it has no function of its own [AN-5.4a-21] [AN-7.2-3]."""
    effects = list(cards.skill(used).text) if used else []
    for reached in range(lowest, level + 1):
        effects += cards.character(character).abilities[reached]
    for card in zone:
        effects += cards.skill(card).cd
    by_moment: dict[When, Printed] = {}
    for at, effect in effects:
        by_moment[effect.when] = (*by_moment.get(effect.when, ()), (at, effect))
    standing: dict[Modified | None, list[Standing]] = {}
    for at, effect in by_moment.get("continuous", ()):
        for op in effect.ops:
            if isinstance(op, Distance):
                standing.setdefault(None, []).append(Standing("own", op.amount, at, effect))
            elif isinstance(op, Lasting):
                standing.setdefault(op.kind, []).append(Standing(op.to, op.amount, at, effect))
    compulsory = tuple(place for place in by_moment.get("act", ()) if place[1].compulsory)
    return InPlay(by_moment, compulsory, standing)
