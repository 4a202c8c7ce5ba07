"""★中級ルール(アプレンティス戦): ゲーム準備 and 開始前手順.

Its random events beside those of the deal: `set` (the four sets by number) or `magic` (the option random4), `mentor`.
"""

from collections.abc import Sequence

from .....kernel.play.decisions import Flow
from .....kernel.play.violations import Violation
from ...cards.cards import MENTORS
from ...cards.pack_rows import DECK_CARDS
from ...table import events
from ...table.actions import KeepMagic
from ...table.options import IntermediateMagic
from ...table.table import WarsTable
from ..turn import turns
from ..victory import RESIGNATIONS
from .dealing import MAGICS_DEALT, MAGICS_KEPT, DealtChoice, deal_magics, deal_order, drawn_magics
from .mulligans import HAND, HandDecision, OpeningLaw, choices, deal_cards

MAGIC_SETS = {
    1: (1, 8, 9, 15),  # 乱打: 火炎弾, 毒殺, 巨体化, 逆風 [W3-I0-5]
    2: (2, 5, 10, 14),  # 堅固: 火遊び, 瘴気, 迷い森, 風読み [W3-I0-6]
    3: (3, 4, 6, 16),  # 災害: 溶岩流, 猛炎, 暴露, 竜巻 [W3-I0-7]
    4: (7, 11, 12, 13),  # 圧倒: 濃霧, 収穫, 双腕, 新天地 [W3-I0-8]
}
"""魔法山札, by their number in printed order."""


def game(table: WarsTable) -> Flow[Flow[None]]:
    """The whole intermediate game."""
    table.standing = RESIGNATIONS
    deal_sets(table)
    deal_mentors(table)
    deal_cards(table, LAW)
    yield from choices(table, LAW)
    return turns(table)


def deal_sets(table: WarsTable) -> None:
    """Each player gets a set at random, or four of the sixteen; the rest is not used [W3-I1-2] [W3-I2-9]."""
    if table.setup.intermediate_magic == IntermediateMagic.SETS:
        sets = table.known(table.chance.shuffle("set", list(MAGIC_SETS))[:2], "W3-I1-2")
        deal_magics(table, [list(MAGIC_SETS[number]) for number in sets], "W3-I1-2")
    else:
        table.rely("W3-I2-9")
        deal_magics(table, drawn_magics(table, MAGICS_DEALT, "W3-I2-9"), "W3-I2-9")


def deal_mentors(table: WarsTable) -> None:
    """One of the eight at random for each player, face up; six are not used [W3-I1-3] [W3-I1-14]."""
    dealt = table.known(table.chance.shuffle("mentor", MENTORS)[:2], "W3-I1-3")
    for seat, card in zip(deal_order(table), dealt, strict=True):
        table.side[seat].mentor = card
        table.events.append(events.MentorDealt(seat=seat, card=card, clause="W3-I1-3"))


class KeepMagicsDecision(DealtChoice):
    """Exactly 3 of the 4 magics dealt [W3-I1-5]."""

    ask = "keep_magic"
    clause = "W3-I1-5"
    takes = (KeepMagic,)
    number = MAGICS_KEPT
    field = "magics"
    called = "list.magics"

    def candidates(self, table: WarsTable) -> Sequence[int]:
        return sorted(table.side[self.seat].spare_magics)


class ApprenticeHandDecision(HandDecision):
    """Exactly 6 of the cards dealt [W3-I1-6]."""

    clause = "W3-I1-6"
    exactly = Violation("W3-I1-6", "hand.exactly", count=HAND)


DECK = tuple(card for card in range(1, DECK_CARDS + 1) if card not in MENTORS)
"""The 40 cards but the mentors [W3-I0-3]."""
LAW = OpeningLaw(DECK, "W3-I1-4", ApprenticeHandDecision, KeepMagicsDecision)
