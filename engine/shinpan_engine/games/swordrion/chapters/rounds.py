"""●ゲームの手順 and ●ゲーム終了条件: three rounds of preparation, battles and shopping, and the end."""

from collections.abc import Sequence
from typing import Any, NoReturn

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Flow, ask, parallel
from ....kernel.play.violations import Violation
from ..table import events
from ..table.actions import Colour, Under
from ..table.options import BottomOrder, DealPattern, DeckOutRoundCubes, DeckShort, RelicsReturn
from ..table.state import EndReason, Phase, Side, Slot, Status, Step
from ..table.table import SwordrionTable, cards_of, marks_on
from .battle import battle
from .line_up import LINE, line_up
from .preparation import deal, prepare
from .scoring import score
from .shopping import shopping
from .skills import relics_work

ROUNDS = 3
"""SW-0.2-1."""
MOST_BATTLES = 100
"""Battles of a round after which the deck only goes round [SW-S5-15]."""
Phases = Flow[Any]
"""A phase of a round, which hands over to the one that follows."""


def game(table: SwordrionTable) -> Phases:
    """The whole game: ① once, ② to ④ three times, in the third round ⑤ in place of ④ [SW-0.2-2] to [SW-0.2-4]."""
    yield from prepare(table)
    return preparation(table)


def preparation(table: SwordrionTable) -> Phases:
    """② バトル準備 of the next round [SW-0.2-1]; ③ follows."""
    state = table.state
    state.round += 1
    table.events.append(events.RoundBegan(round=state.round, clause="SW-0.2-3"))
    state.phase = Phase.PREPARATION
    yield from side_by_side([line_up(table, seat) for seat in table.seats])
    return battles(table)


def side_by_side(flows: Sequence[Flow[None]]) -> Flow[None]:
    """What participants do without waiting for each other, in whatever order it comes [SW-3.15-4] [SW-4.2-4]."""
    return flows[0] if len(flows) == 1 else parallel(flows)


def battles(table: SwordrionTable) -> Phases:
    """③バトル: battle after battle as long as anybody is in the round: the next begins for both together [SW-3.15-1],
    and who is out is not waited for [SW-3.15-2]. Nobody can stop earlier [SW-0.2-6] [SW-3.13-4]."""
    state = table.state
    state.phase, state.battle = Phase.BATTLE, 0
    while seats := [seat for seat in table.seats if table.side[seat].status != Status.OUT]:
        lay_out_enemies(table, seats)
        yield from side_by_side([battle(table, seat) for seat in seats])
    state.battle = 0
    return end_round(table)


def lay_out_enemies(table: SwordrionTable, seats: list[int]) -> None:
    """Five face-down enemies for everybody in the round [SW-2.3-1] [SW-2.3-2], from left to right as they are drawn
    [SW-2.3-3] to [SW-2.3-5], for the first battle and for every other alike [SW-3.13-1] [SW-3.13-2]. A battle whose
    enemies cannot be laid out does not begin [SW-0.1-2]."""
    supply(table, seats, LINE)
    if table.state.battle == MOST_BATTLES:
        run_out(table)
    table.state.battle += 1
    for seat, cards in deal(table, seats, LINE, "SW-2.3-1").items():
        side = table.side[seat]
        side.enemy[:] = [Slot(card) for card in cards]
        side.status = Status.FIGHTING
        table.events.append(
            events.BattleBegan(battle=table.state.battle, count=len(cards), seat=seat, clause="SW-2.3-1")
        )


def supply(table: SwordrionTable, seats: Sequence[int], count: int) -> None:
    """A layout of so many cards each that the deck cannot supply, or cannot supply whole, ends the game [SW-0.1-2]
    [SW-0.1-3] [SW-0.1-4] [SW-0.1-5]; an empty deck alone does not. Played short it must still have a card for each."""
    left = len(table.state.deck)
    if left >= count * len(seats):
        return
    table.rely("SW-0.1-4")
    before_last = len(seats) - 1
    if table.setup.deal_pattern == DealPattern.BLOCK:
        before_last *= count
    if left <= before_last or table.setup.deck_short == DeckShort.END:
        run_out(table)


def run_out(table: SwordrionTable) -> NoReturn:
    """The deck has run out: the round is cut off, and the game ends [SW-0.1-2] [SW-S5-15], for both at once. This
    comes between battles only, so one in progress has been finished [SW-0.1-7]."""
    pay_cut_off_round(table)
    end_game(table, EndReason.DECK_OUT)


def pay_cut_off_round(table: SwordrionTable) -> None:
    """The round that was cut off pays nothing, or as if not cleared, where the set-up says so [SW-0.1-6]."""
    table.rely("SW-0.1-6")
    if table.state.phase == Phase.BATTLE and table.setup.deck_out_round_cubes == DeckOutRoundCubes.AS_UNCLEARED:
        for seat in table.seats:
            if table.side[seat].status != Status.OUT:
                table.gain(seat, Colour.GREEN, 1, "SW-0.1-6")
                table.gain(seat, Colour.YELLOW, 1, "SW-0.1-6")


def end_round(table: SwordrionTable) -> Phases:
    """Leftovers go under the deck in seat order; relics that name this moment work; own cards come to the hand
    [SW-3.14-1] [SW-3.3-3] [SW-4.1-1]. The third round ends the game [SW-0.1-1] [SW-4.8-2] [SW-5.1-1]."""
    table.state.phase = Phase.ROUND_END
    for seat in table.seats:
        yield from clear_enemies(table, seat)
    for seat in table.seats:
        yield from relics_work(table, seat, "round_end") or ()
    for seat in table.seats:
        gather(table, seat)
    if table.state.round == ROUNDS:
        end_game(table, EndReason.THREE_ROUNDS)
    return shops(table)


def clear_enemies(table: SwordrionTable, seat: int) -> Flow[None]:
    """The cards left in the enemy field, face down and unshuffled, front first, or as the participant likes
    [SW-3.14-1] [SW-3.14-2] [SW-3.14-3]; cards put aside are left over too [SW-3.14-4]."""
    side = table.side[seat]
    if not side.enemy and not side.waiting:
        return
    table.rely("SW-3.14-2")
    table.events.append(events.Returned(count=len(left_over(side)), seat=seat, clause="SW-3.14-1"))
    while left := len(side.enemy) + len(side.waiting):
        place = 1
        if table.setup.bottom_order == BottomOrder.CHOSEN and left > 1:
            side.step = Step.LEFTOVERS
            act = yield ask(UnderDecision, seat)
            place = act.place
        put_under(table, seat, place)
    side.step = Step.NONE


def left_over(side: Side) -> list[int]:
    """All cards of the enemy side that are left."""
    return [*(card for slot in side.enemy for card in goes_under(slot)), *side.waiting]


def goes_under(slot: Slot) -> list[int]:
    """The cards of a place of the enemy line, a stack the upper card first, then what the enemy side put on it."""
    return [*cards_of(slot), *(one.card for one in marks_on(slot).equipment if one.enemy)]


def put_under(table: SwordrionTable, seat: int, place: int) -> None:
    """One place goes under the deck; equipment of the participant goes back [SW-3.14-4]."""
    side = table.side[seat]
    if place > len(side.enemy):
        table.state.deck.append(side.waiting.pop(place - len(side.enemy) - 1))
        return
    slot = side.enemy.pop(place - 1)
    table.state.deck += goes_under(slot)
    side.graveyard += [one.card for one in marks_on(slot).equipment if not one.enemy]
    table.changed(seat, slot)


def gather(table: SwordrionTable, seat: int) -> None:
    """All own cards come to the hand: graveyard and spell zone [SW-Z.1-3] [SW-4.1-2] [SW-S1-10]; the field is empty, or
    the round would not be over [SW-0.2-6]. Relics only where the set-up says so [SW-2.2-5], and not before they are
    scored [SW-5.1-5]. The enemy graveyard stays as it is and gives nothing [SW-Z.1-4] [SW-4.1-3], nor does the discard
    pile [SW-Z.3-2]."""
    side = table.side[seat]
    cards = [*side.hand, *side.graveyard, *side.spells]
    table.rely("SW-2.2-5")
    if table.setup.relics_return == RelicsReturn.RETURN and table.state.round < ROUNDS:
        cards += side.relics
        side.relics = []
    side.hand, side.spells = sorted(cards), []
    side.graveyard.clear()
    table.relics_changed(seat)


def shops(table: SwordrionTable) -> Phases:
    """④お買い物: both shop side by side; the next round follows."""
    table.state.phase = Phase.SHOPPING
    lay_out_display(table)
    yield from side_by_side([shopping(table, seat) for seat in table.seats])
    return preparation(table)


def lay_out_display(table: SwordrionTable) -> None:
    """Five cards each on display [SW-4.2-1]."""
    seats = [*table.seats]
    supply(table, seats, LINE)
    for seat, cards in deal(table, seats, LINE, "SW-4.2-1").items():
        table.side[seat].display = sorted(cards)
        for card in sorted(cards):
            table.events.append(events.Shown(card=card, seat=seat, clause="SW-4.2-1"))


def end_game(table: SwordrionTable, reason: EndReason) -> NoReturn:
    """Scoring, once, and the end [SW-0.2-4] [SW-0.1-6]."""
    for side in table.state.sides:
        side.status, side.step = Status.OUT, Step.NONE
    ending = score(table, reason)
    clause = "SW-0.1-2" if reason == EndReason.DECK_OUT else "SW-0.1-1"
    table.events.append(
        events.Ended(winner=ending.winner, reason=reason.name.lower(), rank=ending.rank.name.lower(), clause=clause)
    )
    table.ended(ending, Phase.OVER)


class UnderDecision(OneOf):
    """The next place that goes under the deck [SW-3.14-2]."""

    ask = "under"
    clause = "SW-3.14-2"
    takes = (Under,)
    field = "place"
    refusal = Violation("SW-3.14-2", "round.under_not_there")

    def candidates(self, table: SwordrionTable) -> Sequence[int]:
        side = table.side[self.seat]
        return range(1, len(side.enemy) + len(side.waiting) + 1)
