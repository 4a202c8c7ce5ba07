"""★中級ルール(アプレンティス戦): ゲーム準備 and 開始前手順.

Its random events: `set` (the four sets by number) or `magic` (the option random4), `mentor`, `deck`, for each mulligan
`mulligan/p1/1` and so on, and `bottom` (what goes under the deck).
"""

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import combinations

from ...kernel.canon import encode
from ...kernel.chance import Stream
from ...kernel.decisions import Act, Ask, Decision, Flow, Pending, Violation, pick
from . import events
from .actions import KeepHand, KeepMagic, Mulligan
from .cards import DECK_CARDS
from .dealing import DealtChoice, deal_order, known
from .lists import ascending, out_of_order
from .options import IntermediateMagic
from .state import MagicCard
from .table import SEATS, WarsTable, other
from .turn import turns
from .victory import RESIGNATIONS

MENTORS = (1, 2, 12, 13, 22, 23, 38, 39)
"""師匠: 瓶詰火霊, 花乙女, でかスラグ, 護宝妖精 [W3-I0-2]."""
MAGIC_SETS = {
    1: (1, 8, 9, 15),  # 乱打: 火炎弾, 毒殺, 巨体化, 逆風 [W3-I0-5]
    2: (2, 5, 10, 14),  # 堅固: 火遊び, 瘴気, 迷い森, 風読み [W3-I0-6]
    3: (3, 4, 6, 16),  # 災害: 溶岩流, 猛炎, 暴露, 竜巻 [W3-I0-7]
    4: (7, 11, 12, 13),  # 圧倒: 濃霧, 収穫, 双腕, 新天地 [W3-I0-8]
}
"""魔法山札, by their number in printed order."""
MAGICS_IN_USE = tuple(range(1, 17))
"""All but the basic magics A17 to A22 [W3-I0-4]."""
MAGICS_DEALT = 4
MAGICS_KEPT = 3
DEAL = 9
"""Cards dealt to each player [W3-I1-4]."""
HAND = 6
MOST_MULLIGANS = 3
MULLIGANS_ONCE_IN = 4
"""How often random play returns a deal."""


def game(table: WarsTable) -> Flow[Flow[None]]:
    """The whole intermediate game."""
    table.standing = RESIGNATIONS
    deal_magics(table)
    deal_mentors(table)
    deal_cards(table)
    yield from choices(table)
    return turns(table)


def deal_magics(table: WarsTable) -> None:
    """Each player gets a set at random, or four of the sixteen; the rest is not used [W3-I1-2] [W3-I2-9]."""
    if table.setup.intermediate_magic == IntermediateMagic.SETS:
        clause = "W3-I1-2"
        sets = known(table.chance.shuffle("set", list(MAGIC_SETS))[:2], clause)
        dealt = [list(MAGIC_SETS[number]) for number in sets]
    else:
        clause = "W3-I2-9"
        order = known(table.chance.shuffle("magic", MAGICS_IN_USE)[: 2 * MAGICS_DEALT], clause)
        dealt = [order[:MAGICS_DEALT], order[MAGICS_DEALT:]]
    for seat, magics in zip(deal_order(table), dealt, strict=True):
        table.side(seat).spare_magics = magics
        table.events.append(events.MagicsDealt(seat=seat, magics=sorted(magics), clause=clause, private=seat))
    table.state.undealt_magics = [magic for magic in MAGICS_IN_USE if magic not in dealt[0] + dealt[1]]


def deal_mentors(table: WarsTable) -> None:
    """One of the eight at random for each player, face up; six are not used [W3-I1-3] [W3-I1-14]."""
    dealt = known(table.chance.shuffle("mentor", MENTORS)[:2], "W3-I1-3")
    for seat, card in zip(deal_order(table), dealt, strict=True):
        table.side(seat).mentor = card
        table.events.append(events.MentorDealt(seat=seat, card=card, clause="W3-I1-3"))
    table.state.excluded = [card for card in MENTORS if card not in dealt]


def deal_cards(table: WarsTable) -> None:
    """The 40 cards are shuffled; 9 go to each player, the rest is the deck [W3-I0-3] [W3-I1-4]."""
    table.state.deck = table.chance.shuffle("deck", DECK)
    for seat in deal_order(table):
        deal(table, seat, DEAL, "W3-I1-4")


DECK = tuple(card for card in range(1, DECK_CARDS + 1) if card not in MENTORS)


def deal(table: WarsTable, seat: int, count: int, clause: str) -> None:
    """Gives a player so many cards off the top of the deck."""
    deck = table.state.deck
    hand = known(sorted(deck[:count]), clause)
    del deck[:count]
    table.side(seat).hand = hand
    table.events.append(events.Dealt(seat=seat, cards=list(hand), clause=clause, private=seat))


def choices(table: WarsTable) -> Flow[None]:
    """Both players take their mulligans and fix hand and magics, in any order [W3-I1-10] [W3-I1-20]. What is kept of a
    deal is carried out when both have chosen: the answers wait in the state."""
    kept: dict[int, KeepHand] = {}
    while decisions := still_open(table, kept):
        fixed = [Pending(seat, HandDecision.ask, encode(act)) for seat, act in sorted(kept.items())]
        decision, act = yield Ask(decisions, (KeepMagic, KeepHand), joint=True, answered=fixed)
        seat = decision.seat
        if isinstance(act, KeepMagic):
            keep_magics(table, seat, act.magics)
        elif isinstance(act, KeepHand):
            kept[seat] = act
        else:
            mulligan(table, seat)
    keep_hands(table, kept)


def still_open(table: WarsTable, kept: dict[int, KeepHand]) -> list[Decision]:
    """What is left to choose, in seat order."""
    decisions: list[Decision] = []
    for seat in SEATS:
        if not table.side(seat).magics:
            decisions.append(KeepMagicsDecision(seat))
        if seat not in kept:
            decisions.append(HandDecision(seat))
    return decisions


def mulligans_left(table: WarsTable, seat: int) -> int:
    """How often a player may still return the deal [W3-I1-8]."""
    return MOST_MULLIGANS - table.side(seat).mulligans


def keep_magics(table: WarsTable, seat: int, chosen: Sequence[int]) -> None:
    """The chosen magics lie face down in a row, as they were dealt; the other is not used [W3-I1-13] [W3-I1-16]."""
    side = table.side(seat)
    side.magics = [MagicCard(magic) for magic in side.spare_magics if magic in chosen]
    side.spare_magics = [magic for magic in side.spare_magics if magic not in chosen]


def mulligan(table: WarsTable, seat: int) -> None:
    """The whole deal goes back, the deck is reshuffled, and one card fewer is dealt [W3-I1-7] [W3-I1-11]. Magics and
    mentor stay [W3-I1-12]."""
    side, opponents = table.side(seat), table.side(other(seat)).hand
    side.mulligans += 1
    table.rely("W3-I1-10")
    table.events.append(events.DealReturned(seat=seat, mulligans=side.mulligans, clause="W3-I1-7"))
    # All that the opponent does not hold, told by the record or not.
    cards = [card for card in DECK if card not in opponents]
    table.state.deck = table.chance.shuffle(f"mulligan/p{seat}/{side.mulligans}", cards)
    deal(table, seat, DEAL - side.mulligans, "W3-I1-7")


def keep_hands(table: WarsTable, kept: dict[int, KeepHand]) -> None:
    """Six cards each are the opening hands; all others are mixed and put under the deck [W3-I1-15] [W3-I1-17]."""
    others: list[int] = []
    for seat in SEATS:
        side = table.side(seat)
        for card in side.hand:
            if card not in kept[seat].cards:
                insort(others, card)
        side.hand = list(kept[seat].cards)
    if others:
        table.state.deck += table.chance.shuffle("bottom", others)
    table.events.append(events.PutUnder(count=len(others), clause="W3-I1-17"))


class KeepMagicsDecision(DealtChoice):
    """Exactly 3 of the 4 magics dealt [W3-I1-5]."""

    ask = "keep_magic"
    clause = "W3-I1-5"
    takes = (KeepMagic,)
    count = MAGICS_KEPT
    field = "magics"

    def dealt(self, table: WarsTable) -> Sequence[int]:
        return sorted(table.side(self.seat).spare_magics)


class HandDecision(Decision):
    """Exactly 6 of the cards dealt, or a new deal; after three mulligans the 6 cards dealt [W3-I1-6] [W3-I1-7]."""

    ask = "keep_hand"
    clause = "W3-I1-6"
    takes = (Mulligan, KeepHand)

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        hand, returnable = table.side(self.seat).hand, mulligans_left(table, self.seat) > 0
        if isinstance(act, Mulligan):
            return None if returnable else Violation("W3-I1-8", f"a player takes at most {MOST_MULLIGANS} mulligans")
        if out_of_order(act.cards):
            return ascending("the cards")
        if not returnable and act.cards != hand:
            return Violation("W3-I1-9", "after three mulligans all six cards dealt are the hand")
        if len(act.cards) != HAND or not set(hand).issuperset(act.cards):
            return Violation("W3-I1-6", f"exactly {HAND} of the cards dealt are the opening hand")
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        if mulligans_left(table, self.seat):
            yield Mulligan()
        for cards in combinations(table.side(self.seat).hand, HAND):
            yield KeepHand(list(cards))

    def sample(self, table: WarsTable, dice: Stream) -> Act:
        if mulligans_left(table, self.seat) and dice.below(MULLIGANS_ONCE_IN) == 0:
            return Mulligan()
        return pick(dice, [KeepHand(list(cards)) for cards in combinations(table.side(self.seat).hand, HAND)])
