"""8-1 to 8-3, slow and plain: what comes between the last turn of a round and the first of the next."""

from typing import TYPE_CHECKING, Any

from shinpan_engine.games.hackclad.table import actions

from .decks import draw
from .effects import gain_mp, recover
from .position import Position
from .printed import CLAD_VOLTAGE
from .questions import Flow, Question
from .using import Using, may_step

if TYPE_CHECKING:
    from .judge import Judge

SLOTS = 3
HAND = 3
HIGHEST_VOLTAGE = 3
ALL_SLOTS = [1, 2, 3, 4]
LAST_SLOT = 4


def next_round(judge: "Judge") -> Flow:
    """Forecast, draw and draft; in co-op up to the draft, which all carry out at the same time."""
    at = judge.at
    at.round += 1
    at.held = False
    for witch in at.witches.values():
        witch.moves = witch.boosts = witch.guards = witch.cracks = witch.prepared = 0
        witch.spared = False
    at.step = "forecast"
    _forecast(judge)
    order = sorted(at.witches, key=lambda seat: -at.witches[seat].turn_slot)
    at.step = "draw"
    for seat in order:
        yield from draw(judge, seat, max(0, HAND - len(at.witches[seat].hand)))
    if at.mode == "coop":
        assign(at, order)
        return
    at.step = "draft"
    if sorted(at.markers) == ALL_SLOTS:
        at.markers = []
    yield from _draft(judge, order)


def first_draft(judge: "Judge") -> Flow:
    """The draft of the first round, whose first player has her turn card in the hand."""
    yield from _draft(judge, sorted(judge.at.witches, key=lambda seat: -judge.at.witches[seat].turn_slot))


def _forecast(judge: "Judge") -> None:
    """8-1, after a rebuild if there is no card."""
    at = judge.at
    at.used += at.slots
    if not at.clad_deck:
        _rebuild(judge)
    at.slots, at.clad_deck = at.clad_deck[:SLOTS], at.clad_deck[SLOTS:]


def _rebuild(judge: "Judge") -> None:
    """9-2: VOLTAGE, and the cards that join."""
    at = judge.at
    at.voltage = min(at.voltage + 1, HIGHEST_VOLTAGE)
    if at.mode == "solo":
        joins = _joining_alone(judge)
    else:
        at_once = at.easy and judge.readings.highest_at_once
        joins = [card for card in at.outside if CLAD_VOLTAGE[card] == at.voltage or at_once]
    at.outside = [card for card in at.outside if card not in joins]
    cards = sorted([*at.used, *joins])
    at.clad_deck = judge.chance(f"clad/{at.round}")
    assert sorted(at.clad_deck) == cards, (at.clad_deck, cards)
    at.used = []
    if at.easy and judge.readings.highest_at_once:
        at.voltage = 2


def _joining_alone(judge: "Judge") -> list[int]:
    """13-1 ②: at first three of the six outside, by lot, then the others."""
    at = judge.at
    if len(at.outside) <= SLOTS:
        return list(at.outside)
    lot = judge.chance(f"aside/{at.round}")
    assert sorted(lot) == sorted(at.outside)
    return lot[:SLOTS]


def assign(at: Position, order: list[int]) -> None:
    """14-3 ①: few stones act early; among equals whoever drafts first."""
    by_stones = sorted(order, key=lambda seat: at.witches[seat].vp)
    for chip, seat in enumerate(by_stones, start=1):
        at.witches[seat].chip = chip


def _draft(judge: "Judge", order: list[int]) -> Flow:
    """8-3: one after the other takes the turn card back, lays another one, and has the effect of its slot."""
    at = judge.at
    free = [slot for slot in ALL_SLOTS if slot not in at.markers]
    for seat in order:
        witch = at.witches[seat]
        if witch.square is None:
            yield from judge.re_entry(seat)
        barred = witch.turn_slot == LAST_SLOT
        witch.hand += witch.turn_cards
        witch.turn_cards = []
        slots = [slot for slot in free if not (barred and slot == LAST_SLOT)]

        def allows(s: int, act: Any, seat: int = seat, slots: list[int] = slots) -> bool:
            lays = isinstance(act, actions.Place) and act.card in at.witches[seat].hand and act.slot in slots
            return s == seat and lays

        _, act = yield Question("place", seat, allows)
        witch.hand.remove(act.card)
        witch.turn_cards, witch.turn_slot = [act.card], act.slot
        free.remove(act.slot)
        yield from _slot_effect(judge, seat, act.slot)
    recover(at)


def _slot_effect(judge: "Judge", seat: int, slot: int) -> Flow:
    """What is printed under the turn slots."""
    witch = judge.at.witches[seat]
    match slot:
        case 1:
            yield from draw(judge, seat, 1)
        case 2:
            gain_mp(witch, 1)
        case 3:
            yield from draw(judge, seat, 1)
            _, act = yield Question(
                "put_back",
                seat,
                lambda s, a: s == seat and isinstance(a, actions.PutBack) and a.card in witch.hand,
            )
            witch.hand.remove(act.card)
            witch.deck.insert(0, act.card)
        case 4:
            yield from may_step(Using(judge, seat, 0))
