"""What a verdict rests on in the pack: inferred and stand-in data of the cards that were used."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ....kernel.judging.report import Assumption
from ....kernel.play.decisions import Act
from ..table.actions import Copy, Counter, Deploy, GrandMagic, Magic, Redeploy, Remove, Strengthen
from .cards import Cards

TELLING = frozenset({Remove, Strengthen, Counter, Deploy, Redeploy, Magic, GrandMagic, Copy})
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
        elif isinstance(act, Magic | Copy):
            used.magics.add(act.magic)
        elif isinstance(act, GrandMagic):
            used.grands.add(act.magic)
        else:
            for spell in act.spells:
                used.deck.update((spell.target, *spell.with_))
    return used
