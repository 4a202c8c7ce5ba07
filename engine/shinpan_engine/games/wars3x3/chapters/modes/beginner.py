"""★初級ルール(オーバーロード戦): ゲーム準備 and 開始前手順."""

from bisect import insort
from collections.abc import Sequence

from .....kernel.play.decisions import Flow, ask, parallel
from ...cards.pack_rows import DECK_CARDS
from ...table import events
from ...table.actions import KeepMagic, StartTerritory
from ...table.state import Face, MagicCard
from ...table.table import SEATS, WarsTable
from ..turn import turns
from ..victory import RESIGNATIONS
from .dealing import DealtChoice, deal_order

REMOVED_CARDS = (1, 2, 12, 13, 22, 23, 38, 39)
"""瓶詰火霊, 花乙女, でかスラグ, 護宝妖精 [W3-B0-2]."""
CARDS_IN_USE = tuple(card for card in range(1, DECK_CARDS + 1) if card not in REMOVED_CARDS)
"""The other 40, which make one deck for both players [W3-B0-3]."""
BEGINNERS_MAGICS = (1, 4, 5, 8, 11, 12, 14, 16)
"""W3-B0-5; the other fourteen are taken out [W3-B0-4]."""
BEGINNERS_DEALT = 2
MAGICS_KEPT = 1
FIRST_DEAL, SECOND_DEAL = 8, 9
"""The starting player's cards and the other's [W3-B1-5]."""
STARTING_TERRITORIES = 3
"""In this mode; in the others a side starts with the empty list it is made with [W3-4.1-8]."""
PLACING = (StartTerritory, KeepMagic)
"""What both do at the same time."""


def game(table: WarsTable) -> Flow[Flow[None]]:
    """The whole beginner game: all is dealt, and each player sees the own part of it before choosing [W3-B1-7]; then
    the placing, then turn by turn."""
    table.standing = RESIGNATIONS
    deal_magics(table)
    deal_cards(table)
    yield from parallel([place(table, seat) for seat in SEATS])
    return turns(table)


def deal_magics(table: WarsTable) -> None:
    """The 8 magics are shuffled, 2 go to each player, 4 are not used [W3-B1-3] [W3-B1-4]."""
    order = table.chance.shuffle("magic", BEGINNERS_MAGICS)
    dealt = order[: 2 * BEGINNERS_DEALT]
    for seat, magics in zip(deal_order(table), (dealt[:BEGINNERS_DEALT], dealt[BEGINNERS_DEALT:]), strict=True):
        table.side[seat].spare_magics = table.known(sorted(magics), "W3-B1-3")
        table.events.append(events.MagicsDealt(seat=seat, magics=sorted(magics), clause="W3-B1-3", private=seat))
    table.state.undealt_magics = [magic for magic in BEGINNERS_MAGICS if magic not in dealt]


def deal_cards(table: WarsTable) -> None:
    """The 40 cards are shuffled; 8 go to the starting player, 9 to the other [W3-B1-5], and the 23 that are left are
    the common deck [W3-B1-6]."""
    deck = table.chance.shuffle("deck", CARDS_IN_USE)
    for seat, count in zip(deal_order(table), (FIRST_DEAL, SECOND_DEAL), strict=True):
        hand, deck = table.known(sorted(deck[:count]), "W3-B1-5"), deck[count:]
        table.side[seat].hand = hand
        table.events.append(events.Dealt(seat=seat, cards=list(hand), clause="W3-B1-5", private=seat))
    table.state.deck = deck


def place(table: WarsTable, seat: int) -> Flow[None]:
    """A player's placing: first three territories, next one of the two magics [W3-B1-8] [W3-B1-10] [W3-B1-13]. What is
    left of the cards dealt is the opening hand, 5 of 8 or 6 of 9 [W3-B1-11]."""
    side = table.side[seat]
    act = yield ask(StartTerritoryDecision, seat)
    for card in act.cards:
        side.hand.remove(card)
        insort(side.territory, card)
        table.events.append(events.Laid(seat=seat, card=card, clause="W3-B1-8", private=seat))
    act = yield ask(KeepMagicDecision, seat)
    for magic in act.magics:
        side.spare_magics.remove(magic)
        side.magics.append(MagicCard(magic, Face.DOWN))


class StartTerritoryDecision(DealtChoice):
    """Exactly 3 of the dealt cards, any of them [W3-B1-8] [W3-B1-9]."""

    ask = "start_territory"
    clause = "W3-B1-8"
    takes = (StartTerritory,)
    simultaneous = PLACING
    number = STARTING_TERRITORIES
    field = "cards"
    called = "list.cards"

    def candidates(self, table: WarsTable) -> Sequence[int]:
        return table.side[self.seat].hand


class KeepMagicDecision(DealtChoice):
    """Exactly 1 of the 2 magics; the other is not used [W3-B1-10]."""

    ask = "keep_magic"
    clause = "W3-B1-10"
    takes = (KeepMagic,)
    simultaneous = PLACING
    number = MAGICS_KEPT
    field = "magics"
    called = "list.magics"

    def candidates(self, table: WarsTable) -> Sequence[int]:
        return table.side[self.seat].spare_magics
