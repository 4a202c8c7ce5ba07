"""手札破棄, 魔力破棄, レベルダウン, 手札から回復: what a player gives away or loses by an effect [DR-S5.3]."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Ask, Decision, Flow
from . import events
from .actions import Discard, PutBack
from .level import LOWERS, can_fall, lower_unit
from .options import HandLossChoice
from .table import SEATS, DriveTable


def lose_mana(table: DriveTable, seat: int, amount: int) -> None:
    """魔力破棄, as far as there is any [DR-S5.3-15] [DR-S5.2-8]."""
    lost = min(amount, table.side[seat].mana)
    if lost < amount:
        table.rely("DR-S5.2-8")
    if lost:
        table.pays(seat, lost, "DR-S5.3-15")


def lose_card(table: DriveTable, seat: int) -> Flow[None] | None:
    """手札破棄: one hand card goes face down to the discard; with an empty hand nothing happens [DR-S5.3-16]
    [DR-S5.3-19]. Chance selects it, if the set-up says so."""
    hand, state = table.side[seat].hand, table.state
    if not hand:
        return None
    table.rely("DR-S5.3-16")
    if table.setup.hand_loss_choice == HandLossChoice.RANDOM:
        state.losses += 1
        order = table.chance.shuffle(f"loss/p{seat}/{state.losses}", hand)
        lay_off(table, seat, table.drawn(order[:1], "DR-S5.3-16")[0])
    elif len(hand) == 1:
        lay_off(table, seat, hand[0])
    else:
        return lose_chosen(table, seat)
    return None


def lose_chosen(table: DriveTable, seat: int) -> Flow[None]:
    """The hand's owner chooses."""
    act = yield DISCARDS[seat]
    lay_off(table, seat, act.card)


def lay_off(table: DriveTable, seat: int, card: int) -> None:
    """A hand card goes to the discard."""
    table.put_on(seat, card, table.state.discard)
    table.events.append(events.Lost(seat=seat, card=card, clause="DR-S5.3-16", private=seat))


def lower_one(table: DriveTable, seat: int) -> Flow[None] | None:
    """レベルダウン of one unit of the player's choice, if any can fall [DR-S5.3-14]."""
    able = can_fall(table, seat)
    table.rely("DR-S5.3-14")
    if len(able) > 1:
        return lower_chosen(table, seat)
    for member in able:
        lower_unit(table, seat, member, "DR-S5.3-14")
    return None


def lower_chosen(table: DriveTable, seat: int) -> Flow[None]:
    """The player names the unit."""
    act = yield LOWERS[seat]
    lower_unit(table, seat, table.member[act.unit], "DR-S5.3-14")


def put_back(table: DriveTable, seat: int) -> Flow[None] | None:
    """手札から回復: one hand card goes to the top of the deck; that is no heal [DR-S5.3-4] [DR-S5.3-5]."""
    hand = table.side[seat].hand
    if len(hand) > 1:
        return put_back_chosen(table, seat)
    for card in list(hand):
        put_down(table, seat, card)
    return None


def put_back_chosen(table: DriveTable, seat: int) -> Flow[None]:
    """The player chooses the card."""
    act = yield PUT_BACKS[seat]
    put_down(table, seat, act.card)


def put_down(table: DriveTable, seat: int, card: int) -> None:
    """A hand card goes to the top of the deck."""
    table.put_on(seat, card, table.state.deck)
    table.events.append(events.PutDown(seat=seat, card=card, clause="DR-S5.3-4", private=seat))


class DiscardDecision(Decision):
    """A card of the own hand [DR-S5.3-16]."""

    ask = "hand_loss"
    clause = "DR-S5.3-16"
    takes = (Discard,)

    def judge(self, table: DriveTable, act: Act) -> Violation | None:
        if act.card not in table.side[self.seat].hand:
            return Violation("DR-S5.3-16", "a card of one's own hand is discarded")
        return None

    def options(self, table: DriveTable) -> Iterator[Act]:
        return map(Discard, table.side[self.seat].hand)


class PutBackDecision(Decision):
    """A card of the own hand [DR-S5.3-4]."""

    ask = "heal_from_hand"
    clause = "DR-S5.3-4"
    takes = (PutBack,)

    def judge(self, table: DriveTable, act: Act) -> Violation | None:
        if act.card not in table.side[self.seat].hand:
            return Violation("DR-S5.3-4", "a card of one's own hand is put on the deck")
        return None

    def options(self, table: DriveTable) -> Iterator[Act]:
        return map(PutBack, table.side[self.seat].hand)


DISCARDS = {seat: Ask((DiscardDecision(seat),)) for seat in SEATS}
PUT_BACKS = {seat: Ask((PutBackDecision(seat),)) for seat in SEATS}
