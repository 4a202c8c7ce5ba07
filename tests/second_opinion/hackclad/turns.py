"""8-4-3: own turns, as far as the second judge plays them: steps, MP, and attacks that ask nothing in between."""

from typing import TYPE_CHECKING, Any

from shinpan_engine.games.hackclad import actions
from shinpan_engine.games.hackclad.actions import Deed, Facing

from .effects import gain_cp, gain_mp, go_to, strike
from .position import Position, Readings, Witch
from .printed import (
    BOOSTS,
    KUNAI,
    MOVE,
    MOVES,
    MP_CP,
    STEP_CP,
    STRIKES,
    Strike,
    owner,
    place,
)
from .questions import Flow, Question, number, one_of
from .squares import FRONTS, SQUARES, ahead, beside, reached
from .windows import Attack

if TYPE_CHECKING:
    from .judge import Judge

RAGE_FROM = 5
"""逆鱗: from so many injuries on."""
SALVO_CP = 3


def turn(judge: "Judge", seat: int) -> Flow:
    """A player's turn, up to its declared end."""
    rules = Turn(judge.at, judge.readings, seat)
    while True:
        _, act = yield Question("turn", seat, rules.allows)
        if isinstance(act, actions.EndTurn):
            return
        yield from _carry_out(judge, rules, act)


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
            case actions.Spend(Deed.MP, 0):
                return witch.cp >= MP_CP
            case actions.Use(card):
                return card in witch.hand and (self._moves(act) or self._strikes(act))
        return False

    def steps(self) -> list[int]:
        """The numbers of the squares to which the witch can step."""
        if self.witch.square is None:
            return []
        near = beside(self.witch.square)
        return [number(square) for square in near if not (self.readings.blocked and self.at.occupied(square))]

    def _moves(self, act: actions.Use) -> bool:
        return place(act.card) == MOVE and act == actions.Use(act.card)

    def _strikes(self, act: actions.Use) -> bool:
        """An attack card: reachable targets, what it costs, and nothing said that it does not know."""
        strike = STRIKES.get((owner(act.card), place(act.card)))
        if strike is None or self.witch.square is None or act.facing == Facing.NONE or act.crossing:
            return False
        reach = reached(self.witch.square, front_of(act), strike.cells)
        targets = [SQUARES[target - 1] for target in act.targets]
        there = all(target in reach and (target == self.at.clad or target in self.at.legions) for target in targets)
        ascending = act.targets == sorted(set(act.targets))
        enough = 1 <= len(targets) <= strike.many and self.witch.mp >= strike.mp
        return there and ascending and enough and self._extra(act, strike)

    def _extra(self, act: actions.Use, strike: Strike) -> bool:
        """CP and cards paid on top."""
        if strike.more == "cp is atk":
            return not act.discards and 0 <= act.cp <= self.witch.cp
        if strike.more == "3 cp for 1 atk":
            return not act.discards and act.cp in (0, SALVO_CP) and act.cp <= self.witch.cp
        if strike.more == "kunai for a push":
            hand = [card for card in self.witch.hand if place(card) in KUNAI]
            return not act.cp and (not act.discards or act.discards in [[card] for card in hand])
        return not act.cp and not act.discards


def front_of(act: actions.Use) -> str:
    """The direction of a use."""
    return FRONTS[act.facing - 1]


def _carry_out(judge: "Judge", rules: Turn, act: Any) -> Flow:
    """Does what the player does."""
    witch, at = rules.witch, rules.at
    match act:
        case actions.Basic(deed, card, square):
            witch.hand.remove(card)
            witch.discard.append(card)
            witch.moves += deed == Deed.MOVE
            witch.boosts += deed == Deed.MP
            _boost_or_step(at, rules.seat, deed, square)
        case actions.Spend(deed, square):
            witch.cp -= STEP_CP if deed == Deed.MOVE else MP_CP
            _boost_or_step(at, rules.seat, deed, square)
        case actions.Use(card) if place(card) == MOVE:
            witch.hand.remove(card)
            if rules.steps():
                squares = [SQUARES[step - 1] for step in sorted(rules.steps())]
                go_to(at, rules.seat, (yield from one_of("move", rules.seat, squares, actions.Move)))
            witch.discard.append(card)
        case actions.Use():
            yield from _strike(judge, rules, act)


def _boost_or_step(at: Position, seat: int, deed: Deed, square: int) -> None:
    if deed == Deed.MOVE:
        go_to(at, seat, SQUARES[square - 1])
    else:
        gain_mp(at.witches[seat], 1)


def _strike(judge: "Judge", rules: Turn, act: actions.Use) -> Flow:
    """An attack card: paid, carried out, laid away; a knockback comes last."""
    at, witch, most = rules.at, rules.witch, rules.readings.cp_most
    card = STRIKES[owner(act.card), place(act.card)]
    assert witch.square is not None, "needed for the range"
    witch.hand.remove(act.card)
    witch.mp -= card.mp
    witch.cp -= act.cp
    for discard in act.discards:
        witch.hand.remove(discard)
        witch.discard.append(discard)
    targets = [SQUARES[target - 1] for target in act.targets]
    hits_clad, from_front = at.clad in targets, witch.square == ahead(at.clad, at.front)
    atk = _atk(card, act, witch)
    at.met.add(card.more or "plain")
    damages = {target: atk + (card.more == "1 more on the clad" and target == at.clad) for target in targets}
    if card.more == "spares legions":
        damages = {target: damage if target == at.clad else 0 for target, damage in damages.items()}
    strike(at, rules.seat, damages, most)
    witch.injuries += card.more == "hurts"
    at.held |= card.more == "holds" and hits_clad
    if card.more == "gives cp":
        gain_cp(witch, 1, most)
    witch.discard.append(act.card)
    pushes = (card.more == "push from the front" and from_front) or (card.more == "kunai for a push" and act.discards)
    if hits_clad and (pushes or (card.more == "rage" and witch.injuries >= RAGE_FROM)):
        yield from judge.clad_steps(Attack("knockback", front=front_of(act)))


def _atk(strike: Strike, act: actions.Use, witch: Witch) -> int:
    """The ATK with what adds to it."""
    match strike.more:
        case "cp is atk":
            return strike.atk + act.cp
        case "3 cp for 1 atk" | "kunai for a push":
            return strike.atk + bool(act.cp or act.discards)
        case "rage":
            return strike.atk + (witch.injuries >= RAGE_FROM)
        case "1 more for 3 discards":
            return strike.atk + len(witch.discard) // 3
        case "discards over 3":
            return max(0, len(witch.discard) - 3)
    return strike.atk
