"""2:準備: characters, hands, ultra skills, and ※エイノアの断片の準備 1 and 2."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.chance import UNKNOWN
from ...kernel.decisions import Act, Decision, Flow, together
from ...kernel.errors import Undecidable
from . import events
from .actions import Keep
from .cards import FRAGMENTS, is_ultra, set_of
from .fragments import TURN_UPS
from .table import SEATS, AnoareTable
from .turn import turns

FRAGMENTS_DRAWN = 2
"""AN-2.2-2."""


def game(table: AnoareTable) -> Flow[Flow[None]]:
    """The whole game: the preparation, then turn by turn [AN-4-1]."""
    lay_out(table)
    draw_fragments(table)
    yield from keep_fragments(table)
    table.standing = TURN_UPS
    return turns(table)


def lay_out(table: AnoareTable) -> None:
    """The seven normal skills are the hand, the three ultra skills lie face down [AN-2.1-7] [AN-2.1-8]. Of
    one character on both sides the second one comes from a second box [AN-2.1-5]."""
    first, second = table.state.sides
    for side in (first, second):
        skills = set_of(side.character, side is second and second.character == first.character)
        side.hand = [card for card in skills if not is_ultra(card)]
        side.ultras = [card for card in skills if is_ultra(card)]


def draw_fragments(table: AnoareTable) -> None:
    """All five are shuffled, each draws two, the fifth is discarded face down [AN-2.2-1] [AN-2.2-2] [AN-2.2-3]."""
    order = table.chance.shuffle("fragment", range(1, FRAGMENTS + 1))
    for seat in SEATS:
        drawn = order[(seat - 1) * FRAGMENTS_DRAWN : seat * FRAGMENTS_DRAWN]
        if UNKNOWN in drawn:
            raise Undecidable("the record does not tell which fragments were drawn", ("AN-2.2-2",))
        table.side(seat).drawn = sorted(drawn)
        table.events.append(events.FragmentsDrawn(seat=seat, fragments=sorted(drawn), clause="AN-2.2-2", private=seat))
    table.state.fifth_fragment = order[-1]


def keep_fragments(table: AnoareTable) -> Flow[None]:
    """Each keeps one face down; the others are revealed and discarded at the same moment [AN-2.2-4] [AN-2.2-6]."""
    answers = yield from together(KEEPS)
    for seat, act in zip(SEATS, answers, strict=True):
        side = table.side(seat)
        side.fragment = act.fragment
        (side.discarded_fragment,) = (one for one in side.drawn if one != act.fragment)
        side.drawn = []
        table.events.append(events.FragmentKept(seat=seat, fragment=act.fragment, clause="AN-2.2-4", private=seat))
    for seat in SEATS:
        table.events.append(
            events.FragmentDiscarded(fragment=table.side(seat).discarded_fragment, seat=seat, clause="AN-2.2-5")
        )


class KeepDecision(Decision):
    """Exactly one of the two drawn [AN-2.2-4]."""

    ask = "keep"
    clause = "AN-2.2-4"
    takes = (Keep,)

    def judge(self, table: AnoareTable, act: Act) -> Violation | None:
        if act.fragment not in table.side(self.seat).drawn:
            return Violation("AN-2.2-4", "one of the two fragments drawn is kept")
        return None

    def options(self, table: AnoareTable) -> Iterator[Act]:
        for fragment in table.side(self.seat).drawn:
            yield Keep(fragment)


KEEPS = tuple(KeepDecision(seat) for seat in SEATS)
