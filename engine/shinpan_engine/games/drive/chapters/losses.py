"""手札破棄, 魔力破棄, レベルダウン, 手札から回復: what a player gives away or loses by an effect [DR-S5.3]."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf, chosen
from ....kernel.play.decisions import Flow, ask
from ....kernel.play.violations import Violation
from ..table import events
from ..table.actions import Discard, PutBack
from ..table.options import HandLossChoice
from ..table.table import DriveTable
from .level import LowerDecision, lower_unit


def lose_mana(table: DriveTable, seat: int, amount: int) -> None:
    """魔力破棄, as far as there is any [DR-S5.3-15] [DR-S5.2-8]."""
    lost = min(amount, table.side[seat].mana)
    if lost < amount:
        table.rely("DR-S5.2-8")
    if lost:
        table.pays(seat, lost, "DR-S5.3-15")


def lose_card(table: DriveTable, seat: int) -> Flow[None]:
    """手札破棄: one hand card of the owner's choice goes face down to the discard; with an empty hand nothing happens
    [DR-S5.3-16] [DR-S5.3-19]. Chance selects it, if the set-up says so."""
    hand, state = table.side[seat].hand, table.state
    if not hand:
        return
    table.rely("DR-S5.3-16")
    card = hand[0]
    if table.setup.hand_loss_choice == HandLossChoice.RANDOM:
        state.chance_losses += 1
        order = table.shuffled(f"loss/p{seat}/{state.chance_losses}", hand, "DR-S5.3-16")
        card = table.known(order[:1], "DR-S5.3-16")[0]
    elif len(hand) > 1:
        card = (yield ask(DiscardDecision, seat)).card
    table.put_on(seat, card, state.discard)
    table.events.append(events.Lost(seat=seat, card=card, clause="DR-S5.3-16", private=seat))


def lower_one(table: DriveTable, seat: int) -> Flow[None]:
    """レベルダウン of one unit of the player's choice, if any can fall [DR-S5.3-14]."""
    table.rely("DR-S5.3-14")
    unit = yield from chosen(table, LowerDecision, seat)
    if unit is not None:
        lower_unit(table, seat, table.member[unit], "DR-S5.3-14")


def put_back(table: DriveTable, seat: int) -> Flow[None]:
    """手札から回復: one hand card goes to the top of the deck; that is no heal [DR-S5.3-4] [DR-S5.3-5]."""
    card = yield from chosen(table, PutBackDecision, seat)
    if card is not None:
        table.put_on(seat, card, table.state.deck)
        table.events.append(events.PutDown(seat=seat, card=card, clause="DR-S5.3-4", private=seat))


class DiscardDecision(OneOf):
    """A card of the own hand [DR-S5.3-16]."""

    ask = "hand_loss"
    clause = "DR-S5.3-16"
    takes = (Discard,)
    field = "card"
    refusal = Violation("DR-S5.3-16", "loss.discard")

    def candidates(self, table: DriveTable) -> Sequence[int]:
        return table.side[self.seat].hand


class PutBackDecision(OneOf):
    """A card of the own hand [DR-S5.3-4]."""

    ask = "heal_from_hand"
    clause = "DR-S5.3-4"
    takes = (PutBack,)
    field = "card"
    refusal = Violation("DR-S5.3-4", "loss.put_back")

    def candidates(self, table: DriveTable) -> Sequence[int]:
        return table.side[self.seat].hand
