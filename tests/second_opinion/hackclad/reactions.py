"""What may be done in answer to an attack, and what it does."""

from itertools import permutations
from typing import TYPE_CHECKING, Any

from shinpan_engine.games.hackclad.table import actions
from shinpan_engine.games.hackclad.table.actions import Deed

from .decks import draw, take_back
from .effects import gain_cp, go_to, strike
from .position import Position, Readings, Witch
from .printed import FLARE, GUARD, GUARD_CP, GUARDS, INTERCEPTS, REACTIONS, VORTEX, owner, place
from .questions import Flow, Question, one_of
from .squares import SQUARES, beside, opposite, towards
from .windows import MOVEMENT, Attack

if TYPE_CHECKING:
    from .judge import Judge

GUARD_CARD, GUARD_ELSE = 2, 1
"""By how much ガード, and by how much the basic action and the CP action reduce."""
CRACK_CP, CRACK_ATK, CRACK_GUARD = 1, 3, 2
SHURA_ATK, SHIELD_ATK = 3, 2
SHURA = "hit the clad and keep the stones"


class Reactions:
    """The law of one answer: who is active, to which attack."""

    def __init__(self, at: Position, readings: Readings, attack: Attack, seat: int) -> None:
        self.at = at
        self.readings = readings
        self.attack = attack
        self.seat = seat

    def allows(self, seat: int, act: Any) -> bool:
        """Only the active player acts; in co-op others may lend their ガード."""
        witch = self.at.witches[seat]
        if seat != self.seat:
            lends = isinstance(act, actions.Use) and act in [actions.Use(card) for card in witch.hand]
            return self.at.health is not None and lends and place(act.card) == GUARD
        match act:
            case actions.Pass():
                return True
            case actions.Basic(Deed.GUARD, card, 0):
                return card in witch.hand and witch.guards < self._guards(witch)
            case actions.Spend(Deed.GUARD, 0):
                return witch.cp >= GUARD_CP
            case actions.Crack():
                return self._cracks(witch)
            case actions.Use(card):
                return act == actions.Use(card) and card in witch.hand and self._uses(witch, card)
        return False

    def _guards(self, witch: Witch) -> int:
        twice = witch.character == FLARE and self.readings.flare_guards_twice
        return 2 if twice else GUARDS[witch.character]

    def _cracks(self, witch: Witch) -> bool:
        """フレア's crack skill answers attacks; once a round, and in co-op not at the limit of pollution."""
        barred = self.at.health is not None and witch.pollution >= self.at.limit
        return witch.character == FLARE and witch.cp >= CRACK_CP and witch.cracks == 0 and not barred

    def _uses(self, witch: Witch, card: int) -> bool:
        """A reaction card whose conditions hold and that can be paid."""
        mp, what = REACTIONS.get((owner(card), place(card)), (None, ""))
        if mp is None or witch.mp < mp:
            return False
        if what == SHURA:
            return witch.square is not None and self.at.clad in beside(witch.square)
        return what != "elsewhere for a trap" or witch.traps > 0


def react(judge: "Judge", rules: Reactions, seat: int, act: Any) -> Flow:
    """Carries out an answer."""
    witch, attack = rules.at.witches[seat], rules.attack
    rules.at.met.add(f"{type(act).__name__} against {attack.kind}" if seat == rules.seat else "lent")
    match act:
        case actions.Basic(_, card, _):
            witch.hand.remove(card)
            witch.discard.append(card)
            witch.guards += 1
            _vortex(judge, seat)
            _reduce(attack, seat, GUARD_ELSE)
            yield from _intercept(judge, rules, seat, INTERCEPTS.get((owner(card), place(card)), 0))
        case actions.Spend():
            witch.cp -= GUARD_CP
            _reduce(attack, seat, GUARD_ELSE)
        case actions.Crack():
            witch.cp -= CRACK_CP
            witch.cracks += 1
            witch.pollution += 1
            yield from _intercept(judge, rules, seat, CRACK_ATK)
            _reduce(attack, seat, CRACK_GUARD)
        case actions.Use(card):
            mp, what = REACTIONS[owner(card), place(card)]
            witch.mp -= mp
            witch.hand.remove(card)
            witch.used.append(card)
            _vortex(judge, seat)
            square, clad = witch.square, rules.at.clad
            yield from _text(judge, rules, seat, what)
            witch.discard.append(card)
            if what == SHURA and judge.readings.shura_pushes and square is not None:
                rules.at.met.add(f"pushed in answer to {attack.kind}")
                yield from judge.clad_steps(Attack("knockback", front=towards(square, clad) or ""))


def _vortex(judge: "Judge", seat: int) -> None:
    """渦の陣: CP when it is discarded for a guard, and for each answer without CP while it lies in the discard pile."""
    witch = judge.at.witches[seat]
    if any((owner(card), place(card)) == VORTEX for card in witch.discard):
        gain_cp(witch, 1, judge.readings.cp_most)
        judge.at.met.add("vortex")


def _text(judge: "Judge", rules: Reactions, seat: int, what: str) -> Flow:
    """The text of a reaction card."""
    at, witch = rules.at, rules.at.witches[seat]
    at.met.add(what)
    match what:
        case "guard":
            _reduce(rules.attack, rules.seat, GUARD_CARD)
        case "hit the clad and keep the stones":
            strike(at, seat, {at.clad: SHURA_ATK}, rules.readings.cp_most)
            witch.spared |= not judge.readings.shura_pushes
        case "intercept and guard":
            yield from _intercept(judge, rules, seat, SHIELD_ATK)
            _reduce(rules.attack, seat, GUARD_CARD)
        case "two of three":
            yield from _two_of_three(judge, rules, seat)
        case "turn the clad about":
            at.front = opposite(at.front)
        case "elsewhere for a trap":
            witch.traps -= 1
            empty = [square for square in SQUARES if not at.occupied(square)]
            chosen = yield from one_of("move", seat, empty, actions.Move)
            go_to(at, seat, chosen)


def _two_of_three(judge: "Judge", rules: Reactions, seat: int) -> Flow:
    """補給線: two different ones, in the order said."""
    legal = [actions.Choose(list(pair)) for pair in permutations((1, 2, 3), 2)]
    _, act = yield Question("choose", seat, lambda s, a: s == seat and a in legal)
    for option in act.options:
        if option == 1:
            _reduce(rules.attack, seat, GUARD_CARD)
        elif option == 2:
            yield from draw(judge, seat, 1)
        else:
            yield from take_back(judge, seat, list(rules.at.witches[seat].discard))


def _reduce(attack: Attack, seat: int, amount: int) -> None:
    attack.reduced[seat] = attack.reduced.get(seat, 0) + amount


def _intercept(judge: "Judge", rules: Reactions, seat: int, atk: int) -> Flow:
    """迎撃: hits the attacking clad, or a legion that attacks her; movement and appearance it does not answer."""
    at, attack = rules.at, rules.attack
    if not atk or attack.kind in MOVEMENT:
        return
    if attack.kind == "attack":
        strike(at, seat, {at.clad: atk}, judge.readings.cp_most)
        return
    square = at.witches[seat].square
    attackers = [legion for legion in SQUARES if legion in at.legions and square in beside(legion)]
    if not attackers:
        return
    chosen = attackers[0]
    if len(attackers) > 1:
        chosen = yield from one_of("target", seat, attackers, actions.Target)
    strike(at, seat, {chosen: atk}, judge.readings.cp_most)
