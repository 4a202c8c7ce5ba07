"""★上級ルール(ウィザード戦): ゲーム準備 and 開始前手順.

Its random events beside those of the deal: `magic`.
"""

from .....kernel.play.decisions import Flow
from .....kernel.play.violations import Violation
from ...cards.pack_rows import DECK_CARDS
from ...table import events
from ...table.table import WarsTable
from ..turn import turns
from ..victory import RESIGNATIONS
from .dealing import MAGICS_DEALT, MAGICS_IN_USE, deal_order
from .intermediate import KeepMagicsDecision
from .mulligans import HAND, HandDecision, OpeningLaw, choices, deal_cards

BASIC_MAGICS = ([17, 19, 21], [18, 20, 22])
"""転生, 入植, 透禍の槍: one of each for the starting player, and for the other [W3-A0-2]."""


def game(table: WarsTable) -> Flow[Flow[None]]:
    """The whole advanced game: no mentors are dealt [W3-A0-9], and the deal is followed by the mulligans and choices of
    the intermediate game [W3-A0-7]."""
    table.standing = RESIGNATIONS
    deal_magics(table)
    deal_cards(table, LAW)
    yield from choices(table, LAW)
    return turns(table)


def deal_magics(table: WarsTable) -> None:
    """Each player gets 4 of the sixteen at random and the three basic magics [W3-A0-2] [W3-A0-4]."""
    order = table.known(table.chance.shuffle("magic", MAGICS_IN_USE)[: 2 * MAGICS_DEALT], "W3-A0-4")
    dealt = order[:MAGICS_DEALT], order[MAGICS_DEALT:]
    for seat, magics, basics in zip(deal_order(table), dealt, BASIC_MAGICS, strict=True):
        table.side[seat].spare_magics = magics + basics
        shown = sorted(magics + basics)
        table.events.append(events.MagicsDealt(seat=seat, magics=shown, clause="W3-A0-4", private=seat))
    table.state.undealt_magics = [magic for magic in MAGICS_IN_USE if magic not in order]


class WizardMagicsDecision(KeepMagicsDecision):
    """Exactly 3 of the 7 magics, in any mixture [W3-A0-5]."""

    clause = "W3-A0-5"


class WizardHandDecision(HandDecision):
    """Exactly 6 of the cards dealt [W3-A0-6]."""

    clause = "W3-A0-6"
    exactly = Violation("W3-A0-6", f"exactly {HAND} of the cards dealt are the opening hand")


DECK = tuple(range(1, DECK_CARDS + 1))
"""All 48 cards [W3-A0-3]."""
LAW = OpeningLaw(DECK, "W3-A0-6", WizardHandDecision, WizardMagicsDecision)
