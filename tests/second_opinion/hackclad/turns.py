"""8-4-3: the law of own turns, and what is done in them without a card's text."""

from typing import TYPE_CHECKING, Any

from shinpan_engine.games.hackclad.table import actions
from shinpan_engine.games.hackclad.table.actions import Deed, Facing

from . import texts
from .decks import draw, search
from .effects import gain_mp, go_to, strike
from .position import Position, Readings, Witch
from .printed import (
    BOOSTS,
    CRACKS,
    DRAW_CP,
    KUNAI,
    LUNA,
    MIA,
    MOVES,
    MP_CP,
    ORDERS,
    RETURNS,
    STEP_CP,
    STRIKES,
    SUPPORTS,
    Strike,
    owner,
    place,
)
from .questions import Flow, Question, front_of, number
from .squares import SQUARES, beside, reached
from .tokens import THREE_ORDERS, order
from .using import Using, chosen_square, may_step

if TYPE_CHECKING:
    from .judge import Judge

SALVO_CP, TURN_CP = 3, 1
THUNDER_FROM = 3
"""雷火: from so many hits of this turn on."""


def turn(judge: "Judge", seat: int) -> Flow:
    """A player's turn, up to its declared end, or to that by a text."""
    rules = Turn(judge.at, judge.readings, seat)
    while not judge.turn_over:
        _, act = yield Question("turn", seat, rules.allows)
        if isinstance(act, actions.EndTurn):
            return
        yield from _carry_out(judge, rules, act)
    judge.turn_over = False


class Turn:
    """The law of an own turn."""

    def __init__(self, at: Position, readings: Readings, seat: int) -> None:
        self.at = at
        self.readings = readings
        self.seat = seat
        self.witch: Witch = at.witches[seat]

    def allows(self, seat: int, act: Any) -> bool:
        """Whether the player may do this now."""
        witch = self.witch
        if seat != self.seat:
            return False
        match act:
            case actions.EndTurn():
                return True
            case actions.Basic(Deed.MOVE, card, square):
                return card in witch.hand and witch.moves < MOVES[witch.character] and square in self.steps()
            case actions.Basic(Deed.MP, card, 0):
                return card in witch.hand and witch.boosts < BOOSTS[witch.character]
            case actions.Spend(Deed.MOVE, square):
                return witch.cp >= STEP_CP and square in self.steps()
            case actions.Spend(deed, 0) if deed in (Deed.MP, Deed.DRAW):
                return witch.cp >= (MP_CP if deed == Deed.MP else DRAW_CP)
            case actions.Crack():
                return self._cracks()
            case actions.Activate(card):
                return self._activates(card)
            case actions.Use(card):
                return card in witch.hand and self.uses(act)
        return False

    def uses(self, act: actions.Use) -> bool:
        """Whether a card can be used and paid, wherever it is."""
        return self._supports(act) or self._strikes(act)

    def steps(self) -> list[int]:
        """The numbers of the squares to which the witch can step."""
        if self.witch.square is None or self.witch.no_steps:
            return []
        near = beside(self.witch.square)
        return [number(square) for square in near if not (self.readings.blocked and self.at.occupied(square))]

    def _cracks(self) -> bool:
        witch = self.witch
        barred = self.at.health is not None and witch.pollution >= self.at.limit
        enough = witch.cp >= CRACKS.get(witch.character, 99)
        enough &= witch.character != MIA or witch.hits >= THUNDER_FROM
        return enough and witch.cracks < 1 + witch.two_cracks and not barred

    def _activates(self, card: int) -> bool:
        """A トラバサミ that lies face up, or 強化操甲 in the discard pile."""
        if card == 0:
            return self.witch.character == MIA and self.witch.traps > 0
        return card in self.witch.discard and (owner(card), place(card)) == ORDERS and not self.witch.ordered

    def _supports(self, act: actions.Use) -> bool:
        """A support card says nothing but itself; two can be used only beside the clad."""
        mp, what = SUPPORTS.get((owner(act.card), place(act.card)), (99, ""))
        if what in ("turn it to her", "turn it away") and not self._beside_clad():
            return False
        tokens = [number(token) for token in self.witch.tokens]
        paid = what != "experiment" or act.crossing in tokens
        crossing = act.crossing if what == "experiment" else 0
        return self.witch.mp >= mp and paid and act == actions.Use(act.card, crossing=crossing)

    def _beside_clad(self) -> bool:
        return self.witch.square is not None and self.at.clad in beside(self.witch.square)

    def _strikes(self, act: actions.Use) -> bool:
        """An attack card: reachable targets, what it costs, and nothing said that it does not know."""
        strike = STRIKES.get((owner(act.card), place(act.card)))
        if strike is None or self.witch.square is None or act.facing == Facing.NONE or act.crossing:
            return False
        if not all(0 < target <= len(SQUARES) for target in act.targets):
            return False
        reach = SQUARES if self.witch.next_field else reached(self.witch.square, front_of(act), strike.cells)
        targets = [SQUARES[target - 1] for target in act.targets]
        there = all(target in reach and (target == self.at.clad or target in self.at.legions) for target in targets)
        ascending = act.targets == sorted(set(act.targets))
        enough = 1 <= len(targets) <= max(strike.many, self.witch.next_many) and self.witch.mp >= strike.mp
        return there and ascending and enough and self._extra(act, strike)

    def _extra(self, act: actions.Use, strike: Strike) -> bool:
        """CP and cards paid on top."""
        if strike.more == "cp is atk":
            return not act.discards and 0 <= act.cp <= self.witch.cp
        if strike.more in ("3 cp for 1 atk", "1 cp turns it"):
            cost = SALVO_CP if strike.more == "3 cp for 1 atk" else TURN_CP
            return not act.discards and act.cp in (0, cost) and act.cp <= self.witch.cp
        if strike.more == "kunai for a push":
            hand = [card for card in self.witch.hand if place(card) in KUNAI]
            return not act.cp and (not act.discards or act.discards in [[card] for card in hand])
        return not act.cp and not act.discards


def _carry_out(judge: "Judge", rules: Turn, act: Any) -> Flow:
    """Does what the player does."""
    witch, seat = rules.witch, rules.seat
    match act:
        case actions.Basic(deed, card, square):
            witch.hand.remove(card)
            witch.discard.append(card)
            witch.moves += deed == Deed.MOVE
            witch.boosts += deed == Deed.MP
            yield from _deed(judge, seat, deed, square)
        case actions.Spend(deed, square):
            witch.cp -= {Deed.MOVE: STEP_CP, Deed.MP: MP_CP, Deed.DRAW: DRAW_CP}[deed]
            yield from _deed(judge, seat, deed, square)
        case actions.Crack():
            yield from _crack(judge, seat)
        case actions.Activate(0):
            witch.traps -= 1
            everything = sorted([judge.at.clad, *judge.at.legions], key=SQUARES.index)
            target = yield from chosen_square("target", seat, everything, actions.Target)
            strike(judge.at, seat, {target: 1}, judge.readings.cp_most)
        case actions.Activate():
            witch.ordered = True
            yield from order(Using(judge, seat, act.card), THREE_ORDERS)
        case actions.Use(card):
            witch.hand.remove(card)
            yield from texts.use(judge, seat, act)


def _deed(judge: "Judge", seat: int, deed: Deed, square: int) -> Flow:
    """A step, MP or a card."""
    if deed == Deed.MOVE:
        go_to(judge.at, seat, SQUARES[square - 1])
    elif deed == Deed.MP:
        gain_mp(judge.at.witches[seat], 1)
    else:
        yield from draw(judge, seat, 1)


def _crack(judge: "Judge", seat: int) -> Flow:
    """The crack skills of own turns; 斬り払い comes back by it."""
    witch = judge.at.witches[seat]
    witch.cp -= CRACKS[witch.character]
    witch.cracks += 1
    witch.pollution += 1
    judge.at.met.add("crack on an own turn")
    if witch.character == RETURNS[0]:
        back = [card for card in witch.discard if (owner(card), place(card)) == RETURNS]
        witch.discard = [card for card in witch.discard if card not in back]
        witch.hand += back
        yield from may_step(Using(judge, seat, 0))
        witch.atk += 1
    elif witch.character == LUNA:
        gain_mp(witch, 5)
    elif witch.character == MIA:
        witch.stones_more += 1
    else:
        yield from search(judge, seat)
