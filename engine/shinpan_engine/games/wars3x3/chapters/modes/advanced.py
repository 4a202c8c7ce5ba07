"""★上級ルール(ウィザード戦): ゲーム準備 and 開始前手順.

Its random events beside those of the deal: `magic`.
"""

from .....kernel.play.decisions import Flow
from .....kernel.play.violations import Violation
from ...cards.pack_rows import DECK_CARDS
from ...table.table import WarsTable
from ..turn import turns
from ..victory import RESIGNATIONS
from .dealing import MAGICS_DEALT, deal_magics, drawn_magics
from .intermediate import KeepMagicsDecision
from .mulligans import HAND, HandDecision, OpeningLaw, choices, deal_cards

BASIC_MAGICS = ([17, 19, 21], [18, 20, 22])
"""転生, 入植, 透禍の槍: one of each for the starting player, and for the other [W3-A0-2]."""


def game(table: WarsTable) -> Flow[Flow[None]]:
    """The whole advanced game: no mentors are dealt [W3-A0-9], and the deal is followed by the mulligans and choices of
    the intermediate game [W3-A0-7]."""
    table.standing = RESIGNATIONS
    deal_with_basics(table)
    deal_cards(table, LAW)
    yield from choices(table, LAW)
    return turns(table)


def deal_with_basics(table: WarsTable) -> None:
    """Each player gets 4 of the sixteen at random and the three basic magics [W3-A0-2] [W3-A0-4]."""
    drawn = drawn_magics(table, MAGICS_DEALT, "W3-A0-4")
    deal_magics(table, [magics + basics for magics, basics in zip(drawn, BASIC_MAGICS, strict=True)], "W3-A0-4")


class WizardMagicsDecision(KeepMagicsDecision):
    """Exactly 3 of the 7 magics, in any mixture [W3-A0-5]."""

    clause = "W3-A0-5"


class WizardHandDecision(HandDecision):
    """Exactly 6 of the cards dealt [W3-A0-6]."""

    clause = "W3-A0-6"
    exactly = Violation("W3-A0-6", "hand.exactly", count=HAND)


DECK = tuple(range(1, DECK_CARDS + 1))
"""All 48 cards [W3-A0-3]."""
LAW = OpeningLaw(DECK, "W3-A0-6", WizardHandDecision, WizardMagicsDecision)
