"""4. カードボーナスステップ: mana and level-ups of the cards played, in any order [DR-S4]."""

from collections.abc import Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.effects import settle
from ..table.actions import GO_ON, Bonus, Gain, GoOn, Raise
from ..table.state import Gains, Member, Step
from ..table.table import DriveTable
from .level import raise_unit


def bonuses(table: DriveTable) -> Flow[None] | None:
    """All bonuses of all cards played, none left out, whoever fought [DR-S4-1] [DR-S4-11] [DR-S4-12]: mana and
    level-ups, and nothing for the + icon [DR-S4-10]."""
    state, cards = table.state, table.cards
    state.step = Step.BONUS
    gains = []
    for card in state.played:
        if cards.mana[card]:
            gains.append(Gains(card, Bonus.MANA))
        if cards.level_up[card] and of_colour(table, card):
            gains += [Gains(card, Bonus.LEVEL_UP)] * cards.level_up[card]
    if any(gain.bonus == Bonus.LEVEL_UP for gain in gains):
        state.gains = gains
        return in_any_order(table)
    for gain in gains:
        gain_mana(table, gain.card)
    return None


def in_any_order(table: DriveTable) -> Flow[None]:
    """The turn player names the next bonus, as long as there is a choice [DR-S4-7]."""
    state = table.state
    while state.gains:
        gain = state.gains[0]
        if any(other != gain for other in state.gains):
            act = yield ask(GainDecision, state.active)
            if type(act) is Gain:
                gain = Gains(act.card, act.bonus)
        state.gains.remove(gain)
        if gain.bonus == Bonus.LEVEL_UP:
            yield from level_ups(table, gain.card)
        else:
            gain_mana(table, gain.card)


def gain_mana(table: DriveTable, card: int) -> None:
    """魔力: one chip for each icon [DR-S4-2]."""
    table.gains(table.state.active, table.cards.mana[card], "DR-S4-2")


def level_ups(table: DriveTable, card: int) -> Flow[None]:
    """レベルアップ: each own unit of the card's colour rises once, in an order of the player's choice, with its bonus
    [DR-S4-3] [DR-S4-4] [DR-S4-5] [DR-S4-6] [DR-S4-8] [DR-S4-9]."""
    state = table.state
    seat = state.active
    if table.cards.colour_wild[card]:
        table.rely("DR-S4-5")
    state.rising = [member.unit for member in risers(table, card)]
    while state.rising:
        unit = state.rising[0]
        if len(state.rising) > 1:
            act = yield ask(RisingDecision, seat)
            if type(act) is Raise:
                unit = act.unit
        state.rising.remove(unit)
        yield from raise_unit(table, seat, table.member[unit], "DR-S4-3") or ()
        if state.waiting:
            yield from settle(table)


def risers(table: DriveTable, card: int) -> list[Member]:
    """The turn player's units of a card's colours that can rise, as they lie; at the highest level the icon does
    nothing [DR-S4-11]."""
    return [member for member in of_colour(table, card) if member.level < table.unit[member.unit].highest]


def of_colour(table: DriveTable, card: int) -> list[Member]:
    """The turn player's units of a card's colours; a dual unit comes once [DR-S4-5]."""
    colours = table.cards.colours[card]
    party = table.side[table.state.active].party
    return [member for member in party if table.unit[member.unit].colours & colours]


class GainDecision(OneOf):
    """One of the bonuses left; silence is the first as they were put down [DR-S4-7]."""

    ask = "card_bonus"
    clause = "DR-S4-7"
    takes = (Gain, GoOn)
    default = GO_ON
    refusal = Violation("DR-S4-1", "bonus.not_due")

    def candidates(self, table: DriveTable) -> Sequence[Act]:
        return [Gain(gain.card, gain.bonus) for gain in dict.fromkeys(table.state.gains)]


class RisingDecision(OneOf):
    """One of the units that a card raises; silence is the first as they lie [DR-S4-8]."""

    ask = "rising"
    clause = "DR-S4-8"
    takes = (Raise, GoOn)
    default = GO_ON
    field = "unit"

    def candidates(self, table: DriveTable) -> Sequence[int]:
        return table.state.rising

    def refuse(self, table: DriveTable, act: Act) -> Violation:
        if act.unit in table.member and act.unit not in [one.unit for one in table.side[self.seat].party]:
            return Violation("DR-S4-6", "bonus.own_units")
        return Violation("DR-S4-3", "bonus.own_colour")
