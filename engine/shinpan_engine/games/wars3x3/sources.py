"""What a verdict rests on in the pack: inferred and stand-in data of the cards that were used."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ...kernel.decisions import Act
from ...kernel.report import Assumption
from .actions import Choose, Counter, Deploy, GrandMagic, Magic, Redeploy, Remove, Strengthen
from .cards import Cards

COMPARING = frozenset({
    "W3-0.1-10", "W3-2.1-3", "W3-2.1-5", "W3-2.1-9", "W3-2.1-10", "W3-2.2-3", "W3-2.2-7", "W3-2.2-9", "W3-2.2-10",
    "W3-2.3-3", "W3-S2.1-5", "W3-S2.1-6", "W3-4.2-4", "W3-4.2-7", "W3-I2-3", "W3-M1-3", "W3-M1-9", "W3-M2-1", "W3-M2-4",
    "W3-S1.5-1", "W3-S1.6-5", "W3-S3.8-3", "W3-S3.9-5", "W3-S3.9-6", "W3-Q-13", "W3-A2-3", "W3-G-1", "W3-G-4",
    "W3-G-7", "W3-M3-4",
})  # fmt: skip
"""The clauses by which an action is refused for what is on its cards."""
TELLING = frozenset({Remove, Strengthen, Counter, Deploy, Redeploy, Magic, GrandMagic, Choose})
"""Actions that make a card's text count; few of a record."""


class Used(NamedTuple):
    """The cards whose text some action made count."""

    deck: set[int]
    magics: set[int]
    grands: set[int]
    """The magics of which the grand magic counted."""


def assumptions(
    cards: Cards,
    acts: Iterable[Act],
    mentors: Mapping[int, int] = MappingProxyType({}),
    all_traits: bool = False,
    weighed: Iterable[int] = (),
    lasted: Iterable[int] = (),
) -> list[Assumption]:
    """One assumption for each card used whose data is not printed, in order of the numbers; `mentors` are the mentors
    (師匠) by the magics of their owners, who use their attribute by activating these. What no action names as used has
    been noted by the table: deck cards that counted for what they are, magics of which 顕在 counted."""
    acts = list(acts)
    used = used_by(acts)
    used.deck.update(weighed)
    used.magics.update(lasted)
    helpers = {mentors[act.magic] for act in acts if type(act) is Magic and mentors.get(act.magic)}
    resting = cards.resting
    units = resting.traited if all_traits else resting.plain
    found = [(resting.mentor if n in helpers else units)[n] for n in sorted(used.deck | helpers)]
    found += [resting.magic[number] for number in sorted(used.magics)]
    found += [resting.carried[number] for number in sorted(used.grands)]
    found += dict.fromkeys(resting.grand[number] for number in sorted(used.grands))
    return [assumption for assumption in found if assumption is not None]


def used_by(acts: Iterable[Act]) -> Used:
    """What some actions used. A card laid as territory shows nothing."""
    used = Used(set(), set(), set())
    for act in [act for act in acts if type(act) in TELLING]:
        if isinstance(act, Deploy):
            used.deck.add(act.card)
        elif isinstance(act, Redeploy):
            used.deck.update((act.card, *act.giving))
        elif isinstance(act, Magic):
            used.magics.add(act.magic)
        elif isinstance(act, GrandMagic):
            used.grands.add(act.magic)
        elif isinstance(act, Choose):
            used.magics.update({act.magic} - {0})
        else:
            for spell in act.spells:
                used.deck.update((spell.target, *spell.with_))
    return used
