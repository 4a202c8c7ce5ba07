"""A second judge of 3x3Wars, slow and plain, written from the printed manual alone.

It plays whole turns without magic. Nothing of the engine's rules is used, only the shapes of the actions. Where the
manual is open, the ruling of the catalogue is taken, and named.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from shinpan_engine.games.wars3x3.table import actions

from .printed import PURPLE, Cards

SLOTS = 3
"""配備エリア: up to three units."""
CAN_BE = (1, 2, 3)
"""The numbers as which 調律 may be used."""
STEPS = (
    "draw", "removal", "strengthening", "transparent_attack", "attack", "combat_end", "territory", "strategy",
    "turn_end",
)  # fmt: skip
ATTACKS = ("transparent_attack", "attack")


@dataclass
class Options:
    """Readings other than the usual ones."""

    two_discards: bool = False
    chain_by_chain: bool = False
    veil_adds_cost: bool = False
    no_resignation: bool = False


@dataclass
class Unit:
    """A unit on the field, and what a strengthening gave it for this combat."""

    card: int
    plus: int = 0
    made_transparent: bool = False
    strengthened_in: int = 0


@dataclass
class Player:
    """What a player has."""

    life: int
    hand: list[int]
    territory: list[int]
    units: list[Unit]
    discard: list[int]


@dataclass
class Laid:
    """Cards laid by one player: a removal, a strengthening or a counter."""

    seat: int
    cards: list[int]
    declared: list[int]
    veil: bool = False


@dataclass
class Pile:
    """What lies on a unit, the spell undermost."""

    target: int
    layers: list[Laid]
    closed: bool = False


@dataclass
class Position:
    """A game between two decisions."""

    turn: int
    active: int
    step: str
    asked: int
    """The seat that decides, or 0 when the game is over."""
    players: dict[int, Player]
    deck: list[int]
    discard: list[int]
    piles: list[Pile] = field(default_factory=list)
    ended: tuple[int, str] | None = None
    """The winner (0 for nobody), and why."""


def opponent(seat: int) -> int:
    """相手."""
    return 2 if seat == 1 else 1


class Judge:
    """Knows the cards, and judges and plays on positions."""

    def __init__(self, cards: Cards, options: Options | None = None) -> None:
        self.cards = cards
        self.options = options or Options()

    # Whether something may be done.

    def allows(self, at: Position, seat: int, act: Any) -> bool:
        """Whether a seat may do this now."""
        if at.ended is not None:
            return False
        if isinstance(act, actions.Resign):
            return seat in at.players and not self.options.no_resignation  # W3-0.2-12
        if seat != at.asked:
            return False
        if at.piles:
            return isinstance(act, actions.Pass) or (isinstance(act, actions.Counter) and self._counters(at, act))
        return self._fits_the_step(at, act)

    def _fits_the_step(self, at: Position, act: Any) -> bool:
        """The nine steps in their order, each with what may be done in it."""
        match at.step:
            case "draw":
                return isinstance(act, actions.Draw)
            case "removal":
                return isinstance(act, actions.Pass) or (isinstance(act, actions.Remove) and self._removes(at, act))
            case "strengthening":
                strengthens = isinstance(act, actions.Strengthen) and self._strengthens(at, act)
                return isinstance(act, actions.Pass) or strengthens
            case "transparent_attack" | "attack":
                return isinstance(act, actions.Attack)
            case "combat_end":
                return isinstance(act, actions.EndCombat)
            case "territory":
                hand = at.players[at.active].hand
                return isinstance(act, actions.Pass) or (isinstance(act, actions.Lay) and act.card in hand)
            case "strategy":
                return isinstance(act, actions.Pass) or self._brings_in(at, act)
            case "turn_end":
                return isinstance(act, actions.EndTurn)
        raise AssertionError(at.step)

    # 2.0 呪文フェイズ

    def _written_well(self, spells: Sequence[actions.Spell]) -> bool:
        """Something is declared; targets and cards ascend, which also says that no target comes twice: each may be the
        target of one spell (呪文発動条件1)."""
        targets = [spell.target for spell in spells]
        lists = [targets, *(spell.with_ for spell in spells)]
        return bool(spells) and all(cards and cards == sorted(set(cards)) for cards in lists)

    def _from_hand(self, at: Position, seat: int, spells: Sequence[actions.Spell]) -> bool:
        """Every card is in hand and is used once."""
        used = [card for spell in spells for card in spell.with_]
        return len(used) == len(set(used)) and all(card in at.players[seat].hand for card in used)

    def _numbers(self, cards: Sequence[int], declared: Sequence[int]) -> list[int | None] | None:
        """The number that each card shows: its cost, what is declared for 調律, none for 呪文砕き. None in all if what
        is declared is not one number from 1 to 3 for each 調律."""
        tunings = [card for card in cards if self._has(card, "protean")]
        if len(tunings) != len(declared) or any(number not in CAN_BE for number in declared):
            return None
        said = dict(zip(tunings, declared, strict=True))
        return [said.get(card, self.cards[card].cost) for card in cards]

    def _spell_numbers(self, spell: actions.Spell) -> list[int]:
        """The numbers of a removal or strengthening, for which 呪文砕き is of no use; empty if it is no such thing."""
        numbers = self._numbers(spell.with_, spell.as_)
        if numbers is None or any(self._has(card, "wild_card") for card in spell.with_):
            return []
        return [number for number in numbers if number is not None]

    # 2.1 除去ステップ

    def _removes(self, at: Position, act: actions.Remove) -> bool:
        """All removals of the turn, which are laid at once (呪文発動条件2)."""
        if not self._written_well(act.spells) or not self._from_hand(at, at.active, act.spells):
            return False
        enemies = [unit.card for unit in at.players[opponent(at.active)].units]
        return all(spell.target in enemies and self._removes_one(spell) for spell in act.spells)

    def _removes_one(self, spell: actions.Spell) -> bool:
        """1枚除去: exactly the cost. 2枚除去: together the cost or more."""
        cost = self._cost(spell.target)
        numbers = self._spell_numbers(spell)
        if spell.veil:
            return False
        return (len(numbers) == 1 and numbers[0] == cost) or (len(numbers) == 2 and sum(numbers) >= cost)

    # 2.2 強化ステップ

    def _strengthens(self, at: Position, act: actions.Strengthen) -> bool:
        """All strengthenings of the turn, which are laid at once."""
        if not self._written_well(act.spells) or not self._from_hand(at, at.active, act.spells):
            return False
        own = [unit.card for unit in at.players[at.active].units]
        return all(spell.target in own and self._strengthens_one(spell) for spell in act.spells)

    def _strengthens_one(self, spell: actions.Spell) -> bool:
        """One card of the unit's own attribute; 調律 [W3-2.2-8] and 透化 [W3-2.2-10] strengthen any unit."""
        if len(spell.with_) != 1 or not self._spell_numbers(spell) or self._has(spell.target, "unstrengthenable"):
            return False
        card = self.cards[spell.with_[0]]
        if spell.veil:
            return "veil" in card.traits
        return card.attribute in (PURPLE, self.cards[spell.target].attribute)

    # 2.3 打消

    def _counters(self, at: Position, act: actions.Counter) -> bool:
        """Counters to some of the piles that wait for an answer: to all of one round at once [W3-2.3-19]."""
        if not self._written_well(act.spells) or not self._from_hand(at, at.asked, act.spells):
            return False
        waiting = {pile.target: pile for pile in self.waiting(at)}
        return all(
            spell.target in waiting and self._counters_one(waiting[spell.target].layers[-1], spell)
            for spell in act.spells
        )

    def waiting(self, at: Position) -> list[Pile]:
        """The piles that may be answered now."""
        still = [pile for pile in at.piles if not pile.closed]
        return still[:1] if self.options.chain_by_chain else still

    def _counters_one(self, laid: Laid, spell: actions.Spell) -> bool:
        """As many cards with the same numbers, in whatever order; 呪文砕き answers anything, and is answered by nothing
        else, card by card [W3-S2.1-4, W3-S2.1-6]."""
        theirs = self._numbers(laid.cards, laid.declared)
        ours = self._numbers(spell.with_, spell.as_)
        if spell.veil or ours is None or theirs is None or len(ours) != len(theirs):
            return False
        return any(
            all(our is None or our == their for our, their in zip(order, theirs, strict=True))
            for order in permutations(ours)
        )

    # 4.2 戦略ステップ

    def _brings_in(self, at: Position, act: Any) -> bool:
        """①配備 or ②再配備: one of them, with a unit card from hand."""
        if not isinstance(act, actions.Deploy | actions.Redeploy):
            return False
        me = at.players[at.active]
        if act.card not in me.hand or not self.cards[act.card].unit:
            return False
        if isinstance(act, actions.Deploy):
            return len(me.units) < SLOTS and self._cost(act.card) <= len(me.territory)
        own = [unit.card for unit in me.units]
        if not act.giving or act.giving != sorted(set(act.giving)) or any(card not in own for card in act.giving):
            return False  # none given up is a deployment [W3-4.2-6]
        return self._cost(act.card) <= sum(map(self._cost, act.giving)) + len(me.territory)

    # What comes of it.

    def after(self, before: Position, seat: int, act: Any) -> Position:
        """The position after something that is allowed."""
        at = deepcopy(before)
        if isinstance(act, actions.Resign):
            self._end(at, opponent(seat), "resignation")
        elif isinstance(act, actions.Remove | actions.Strengthen):
            for spell in act.spells:
                at.piles.append(Pile(spell.target, [self._lay(at, seat, spell)]))
            at.asked = opponent(seat)
        elif at.piles:
            self._answer(at, seat, act.spells if isinstance(act, actions.Counter) else [])
        else:
            self._do(at, act)
        return at

    def _lay(self, at: Position, seat: int, spell: actions.Spell) -> Laid:
        """重ねて置く."""
        for card in spell.with_:
            at.players[seat].hand.remove(card)
        return Laid(seat, list(spell.with_), list(spell.as_), spell.veil)

    def _answer(self, at: Position, seat: int, counters: Sequence[actions.Spell]) -> None:
        """Lays counters on piles. What is not answered now is not answered later; when nothing waits, all is resolved
        together."""
        by_target = {spell.target: spell for spell in counters}
        for pile in self.waiting(at):
            if pile.target in by_target:
                pile.layers.append(self._lay(at, seat, by_target[pile.target]))
            else:
                pile.closed = True
        waiting = self.waiting(at)
        if waiting:
            at.asked = opponent(waiting[0].layers[-1].seat)
        else:
            self._resolve(at)

    def _resolve(self, at: Position) -> None:
        """打消後の解決: each pile from the top down, then all spells that are left, at once."""
        left: list[tuple[int, Laid]] = []
        for pile in at.piles:
            standing = list(pile.layers)
            while len(standing) > 1:
                del standing[-2:]  # the topmost counter takes the one below it with it
            left += [(pile.target, laid) for laid in standing]
            for laid in pile.layers:
                for card in laid.cards:
                    self._discard(at, laid.seat, card)
        at.piles = []
        at.asked = at.active
        for target, laid in left:
            if at.step == "removal":
                self._leave(at, opponent(at.active), target)
            else:
                self._strengthen(at, target, laid)
        self._next(at)

    def _strengthen(self, at: Position, target: int, laid: Laid) -> None:
        """The number is added to the power; 透化 gives 透過 instead, until 3.3 [W3-2.2-10, W3-3.3-2]."""
        (unit,) = [unit for unit in at.players[at.active].units if unit.card == target]
        (number,) = self._numbers(laid.cards, laid.declared) or [None]
        assert number is not None
        unit.made_transparent = laid.veil
        unit.plus = 0 if laid.veil and not self.options.veil_adds_cost else number
        unit.strengthened_in = at.turn

    def _do(self, at: Position, act: Any) -> None:
        """What the active player does alone, then the next step."""
        me = at.players[at.active]
        match act:
            case actions.Draw():
                me.hand.append(at.deck.pop(0))
            case actions.Attack():
                self._attack(at)
            case actions.EndCombat():
                for unit in [unit for player in at.players.values() for unit in player.units]:
                    unit.plus, unit.made_transparent = 0, False
            case actions.Lay():
                me.hand.remove(act.card)
                me.territory.append(act.card)
            case actions.Deploy() | actions.Redeploy():
                for card in act.giving if isinstance(act, actions.Redeploy) else []:
                    self._leave(at, at.active, card)
                me.hand.remove(act.card)
                me.units.append(Unit(act.card))
        if at.ended is None:
            self._next(at)

    # 3.0 戦闘フェイズ

    def _attack(self, at: Position) -> None:
        """3.1: the units with 透過 against 双壁. 3.2: the others against all. ブロック不可 never defends [W3-3.2-6]."""
        mine = self._attackers(at, at.step)
        theirs = [u for u in at.players[opponent(at.active)].units if not self._has(u.card, "unblocking")]
        if at.step == "transparent_attack":
            theirs = [unit for unit in theirs if self._has(unit.card, "double_wall")]
        damage = sum(map(self._power, mine)) - sum(map(self._power, theirs))
        other = at.players[opponent(at.active)]
        other.life -= max(damage, 0)
        if other.life <= 0:
            self._end(at, at.active, "life")

    def _attackers(self, at: Position, step: str) -> list[Unit]:
        """The units that attack in a step; without any the attack is left out."""
        wanted = step == "transparent_attack"
        return [unit for unit in at.players[at.active].units if self._transparent(unit) == wanted]

    def _transparent(self, unit: Unit) -> bool:
        return unit.made_transparent or self._has(unit.card, "transparent")

    def _power(self, unit: Unit) -> int:
        """(コスト) + (修正)."""
        return self._cost(unit.card) + unit.plus

    # From step to step.

    def _next(self, at: Position) -> None:
        """The next of the nine steps; an attack only if somebody attacks in it."""
        if at.step == "turn_end":
            self._end_turn(at)
            return
        at.step = STEPS[STEPS.index(at.step) + 1]
        if at.step in ATTACKS and not self._attackers(at, at.step):
            self._next(at)

    def _end_turn(self, at: Position) -> None:
        """5.1: with an empty deck the lives are compared; else it is the opponent's turn."""
        if not at.deck:
            one, two = at.players[1].life, at.players[2].life
            self._end(at, 0 if one == two else 1 if one > two else 2, "deck_out")
            return
        at.turn += 1
        at.active = at.asked = opponent(at.active)
        at.step = "draw"

    def _end(self, at: Position, winner: int, reason: str) -> None:
        at.ended = (winner, reason)
        at.step, at.asked = "over", 0

    # Cards.

    def _has(self, card: int, trait: str) -> bool:
        return trait in self.cards[card].traits

    def _cost(self, card: int) -> int:
        cost = self.cards[card].cost
        assert cost is not None, "a unit has a cost"
        return cost

    def _leave(self, at: Position, owner: int, card: int) -> None:
        """A unit goes from the field to the discard."""
        player = at.players[owner]
        player.units = [unit for unit in player.units if unit.card != card]
        self._discard(at, owner, card)

    def _discard(self, at: Position, owner: int, card: int) -> None:
        """One discard for both, or one for each [W3-2.1-14]."""
        (at.players[owner].discard if self.options.two_discards else at.discard).append(card)
