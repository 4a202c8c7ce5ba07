"""What lies open of a player's effects: found once for every layout of cards, and shared by all games of a pack."""

from dataclasses import dataclass
from functools import lru_cache

from ..table.state import EffectAt, Modified
from .cards import Cards, Printed
from .texts import Distance, Effect, Lasting, When, Whose

MOST_LAYOUTS = 4096


@dataclass
class Standing:
    """One operation of a continuous effect; without a kind it is a distance correction."""

    kind: Modified | None
    to: Whose
    amount: int
    at: EffectAt
    effect: Effect


@dataclass
class InPlay:
    """A player's effects by their moment, and what the continuous ones change."""

    by_moment: dict[When, Printed]
    compulsory: Printed
    """Those that are used in コスト支払い 2 and bar a pass before."""
    standing: tuple[Standing, ...]
    kinds: frozenset[Modified | None]


NOTHING = InPlay({}, (), (), frozenset())


@lru_cache(maxsize=MOST_LAYOUTS)
def in_play(cards: Cards, character: int, lowest: int, level: int, used: int, zone: tuple[int, ...]) -> InPlay:
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
    standing = tuple(
        Standing(None, "own", op.amount, at, effect)
        if isinstance(op, Distance)
        else Standing(op.kind, op.to, op.amount, at, effect)
        for at, effect in by_moment.get("continuous", ())
        for op in effect.ops
        if isinstance(op, Lasting | Distance)
    )
    compulsory = tuple(place for place in by_moment.get("act", ()) if place[1].compulsory)
    return InPlay(by_moment, compulsory, standing, frozenset(one.kind for one in standing))
