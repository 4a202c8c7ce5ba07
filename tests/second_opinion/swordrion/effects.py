"""What texts do: one operation after the other.

Written from the printed booklet alone; of the engine only the shapes of the actions are used. Where the print is open,
the ruling of the catalogue is taken.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from shinpan_engine.games.swordrion.table import actions
from shinpan_engine.games.swordrion.table.actions import ADD, PASS

from .fields import Fields, Flow, chosen
from .position import ENEMY, OWN, SIDES, Stack, foe
from .printed import Skill

BREATH_REACHES = 3
FINEST = 2**32
"""Into so many parts HP is halved without rounding [SW-3.1-17]."""
REACH_FACE_DOWN = ("blow", "additional", "wound", "destroy")
Op = Mapping[str, Any]


class Effects(Fields):
    """Carries out the texts of skills, relics and spells."""

    fronts: dict[str, Stack | None]
    """The pair that fights this exchange."""
    added: dict[str, list[int]]
    """追加ダメージ that waits for a side's blow."""
    blow_to_come: set[str]
    """The sides whose front has yet to strike."""
    choosing: bool = False
    """Whether a front uses its [選択]."""
    struck: list[Stack]
    """Whom that has reached."""
    one_blow: bool = False
    """Whether that has felled the other front in one blow that spares the answer."""
    both_blows_first: bool = False
    """攻撃と反撃: who falls stays until both have struck."""

    def carry_out(self, side: str, skill: Skill, source: int) -> Flow[None]:
        """A skill: what must be looked for is looked for first."""
        peeked = []
        if skill.looks_for:
            peeked = [stack for stack in self.field[side] if not stack.up]
            for stack in peeked:
                self.reveal(stack)
            if peeked:
                yield from self.quiet()
        if not skill.looks_for or self._found(side, skill.looks_for, source):
            yield from self.operations(side, skill.does, source)
        if self.readings.peeked_turn_back:
            for stack in peeked:
                stack.up = bool(stack.equipment) or len(stack.cards) > 1

    def _found(self, side: str, kind: str, source: int) -> bool:
        """Whether another card of the kind lies in the own field; of merged cards the upper one counts."""
        return any(self.cards[s.cards[0]].kind == kind for s in self.field[side] if source not in s.cards)

    def operations(self, side: str, does: Sequence[Op], source: int) -> Flow[None]:
        """All operations of a text."""
        for op in does:
            yield from self._operation(side, op, source)

    def bearers(self, side: str, spell: Op) -> list[tuple[str, Stack]]:
        """Who could wear an equipment of a side: open cards that are not complete."""
        fields = {"own": (side,), "other": (foe(side),)}.get(spell.get("on", "either"), SIDES)
        return [(s, stack) for s in fields for stack in self.field[s] if stack.up and self._can_wear(stack)]

    def _can_wear(self, stack: Stack) -> bool:
        return not stack.felled_by if self.readings.equipment_apart else not self.complete(stack)

    def use_spell(self, side: str, card: int) -> Flow[None]:
        """What a spell does, while it lies in the graveyard of its side."""
        spell = self.cards[card].spell or {}
        if spell.get("use") != "equip":
            yield from self.operations(side, spell["ops"], 0)
            return
        bearers = self.bearers(side, spell)
        if not bearers:
            return
        act = yield from chosen([actions.Target(self.place_of(stack), whose == ENEMY) for whose, stack in bearers])
        stack = self.field[ENEMY if act.enemy else OWN][act.place - 1]
        self.graves[side].remove(card)
        self.equip(stack, card, side)
        self.spent(side, stack)
        yield from self.quiet()

    def quiet(self) -> Flow[None]:
        """Whoever has fallen leaves, but not between attack and counter-attack."""
        if self.both_blows_first:
            self.weakened()
            while (yield from self.summoned()):
                pass
        else:
            yield from self.settle()

    def _operation(self, side: str, op: Op, source: int) -> Flow[None]:
        name = op["op"]
        if name == "breath":
            self._breathe(side, op["amount"])
        elif name == "revive":
            yield from self._revive(side, op)
        elif name == "reinforce":
            yield from self._reinforce(side, op)
        elif name == "merge":
            yield from self._merge_two(side, op)
        elif name == "turn_up":
            for stack in [stack for s in SIDES for stack in self.field[s]]:
                self.reveal(stack)
        elif name == "draw":
            self._draw(op["count"] if side == OWN else 0)
        elif name == "show":
            self._show(op["count"])
        elif name == "gain":
            self.camp.cubes[op["colour"]] += op["count"] if side == OWN else 0
        else:
            yield from self._at_targets(side, op, source)
        yield from self.quiet()

    def _draw(self, count: int) -> None:
        """Takes what is left; before and in battle spells lie open where the others are."""
        for card in self.common.deck[:count]:
            to_spells = self.cards[card].is_spell and self.step != "shop"
            (self.camp.spells if to_spells else self.camp.hand).append(card)
        del self.common.deck[:count]

    def _show(self, count: int) -> None:
        """More cards come to the display."""
        self.camp.display += self.common.deck[:count]
        del self.common.deck[:count]

    def _breathe(self, side: str, amount: int) -> None:
        for stack in self.reached(side, BREATH_REACHES):
            self._deal(side, stack, amount)

    def reached(self, side: str, count: int) -> list[Stack]:
        """The first cards of the other side, turned up together before any of them is judged."""
        return [stack for stack in self.field[foe(side)][:count] if self.reveal(stack)]

    # Operations on cards of a field.

    def _at_targets(self, side: str, op: Op, source: int) -> Flow[None]:
        if op.get("at", "front") != "chosen":
            for stack in self.aimed(side, op, source):
                if self._can_be_target(op, stack):
                    yield from self._act_on(side, op, stack)
            return
        for _ in range(op.get("times", 1)):
            whose = self._whose(side, op, "other")
            able = [stack for stack in self.field[whose] if self._can_be_target(op, stack)]
            if op["op"] == "heal":
                able = [stack for stack in able if stack.wounds]
            if not able:
                return
            act = yield from chosen([actions.Target(self.place_of(stack), whose == ENEMY) for stack in able])
            yield from self._act_on(side, op, self.field[whose][act.place - 1])
            yield from self.quiet()

    def _whose(self, side: str, op: Op, unless_said: str) -> str:
        return side if op.get("side", unless_said) == "own" else foe(side)

    def _can_be_target(self, op: Op, stack: Stack) -> bool:
        """Damage and removal also reach a face-down card; of nothing else is it known what it would change."""
        face = op.get("face", "any")
        if stack.felled_by or (face != "any" and (face == "up") != stack.up):
            return False
        return stack.up or op["op"] in REACH_FACE_DOWN

    def _act_on(self, side: str, op: Op, stack: Stack) -> Flow[None]:
        match op["op"]:
            case "blow":
                self._deal(side, stack, op["amount"])
            case "additional":
                yield from self._additional(side, stack, op["amount"])
            case "wound":
                if self.reveal(stack):
                    self.wound(side, stack, op.get("count", 1))
            case "heal":
                stack.wounds = max(0, stack.wounds - op.get("count", 1))
            case "destroy":
                stack.felled_by = side
            case "strengthen" if op.get("until", "field") == "field":
                stack.hp += op.get("hp", 0)
                stack.attack += op.get("attack", 0)
                self.spent(side, stack)
            case "strengthen":
                stack.turn_hp += op.get("hp", 0)
                stack.turn_attack += op.get("attack", 0)
                self.spent(side, stack)
            case "halve_hp" if self.hp(stack) > 1:
                stack.hp = Fraction(ceil(stack.hp / 2 * FINEST), FINEST)
                self.spent(side, stack)
            case "hold":
                stack.held = True

    def _deal(self, side: str, stack: Stack, amount: int) -> None:
        """Damage of a text; that of a [選択] is the attack of who uses it."""
        if not self.reveal(stack):
            return
        one_blow = self.hit(side, stack, amount)
        if self.choosing and self.side_of(stack) != side:
            self.struck.append(stack)
            front = self.fronts[side]
            if one_blow and stack is self.fronts[foe(side)] and front is not None:
                self.one_blow = self.quick(front)

    def quick(self, stack: Stack) -> bool:
        """スピードアタッカー, unless it bears a ×."""
        return self.keyword(stack, "speed_attacker") > 0 and stack.wounds == 0

    def _additional(self, side: str, stack: Stack, amount: int) -> Flow[None]:
        """追加ダメージ: an attack of its own, or added to the front's if both together reach the HP."""
        if self._can_add(side, stack, amount):
            act = yield [PASS, ADD]
            if act == ADD:
                self.added[side].append(amount)
                return
        self._deal(side, stack, amount)

    def _can_add(self, side: str, stack: Stack, amount: int) -> bool:
        attacker = self.fronts[side]
        if side not in self.blow_to_come or stack is not self.fronts[foe(side)] or attacker is None:
            return False
        if not self.side_of(attacker) or attacker.felled_by or attacker.held:
            return False
        strength = max(self.strength(attacker, card) for card in attacker.cards)
        return self.reaches(stack, strength + sum(self.added[side]) + amount)

    def strength(self, stack: Stack, card: int) -> int:
        """What a blow deals in the way of one card."""
        return int(self.cards[card].keywords.get("dragon_breath", 0)) or self.attack(stack)

    def reaches(self, stack: Stack, amount: int) -> bool:
        """Whether a damage, less what is blocked, reaches the HP."""
        return amount - self.keyword(stack, "block") >= self.hp(stack)

    # Cards that come, and cards that become one.

    def _revive(self, side: str, op: Op) -> Flow[None]:
        whose = self._whose(side, op, "own")
        for _ in range(op["count"]):
            able = [card for card in self.graves[whose] if self.may_lie(whose, card)]
            if not able or not self.room(whose):
                return
            act = yield from chosen([actions.Take(card) for card in able])
            yield from self.lay(whose, act.card, self.graves[whose])

    def may_lie(self, side: str, card: int) -> bool:
        """No spell, and a 召喚 card only under its condition."""
        printed = self.cards[card]
        return not printed.is_spell and (printed.summon is None or self.holds(side, printed.summon))

    def _reinforce(self, side: str, op: Op) -> Flow[None]:
        whose = self._whose(side, op, "own")
        for _ in range(op["count"]):
            if not self.common.deck or not self.room(whose):
                return
            card = self.common.deck.pop(0)
            aside = whose == ENEMY and not self.cards[card].is_spell and not self.may_lie(whose, card)
            lying = self.camp.waiting if aside else self.common.discard
            lying.append(card)
            if self.may_lie(whose, card):
                yield from self.lay(whose, card, lying)

    def _merge_two(self, side: str, op: Op) -> Flow[None]:
        whose = self._whose(side, op, "own")
        able = [stack for stack in self.field[whose] if stack.up and not self.complete(stack)]
        pairs = [(one, other) for one in able for other in able if one is not other]
        if pairs:
            act = yield [actions.Merge(self.place_of(one), self.place_of(other)) for one, other in pairs]
            line = self.field[whose]
            self.merge(side, line[act.upper - 1], line[act.lower - 1])

    def replaced(self, upper: Stack, lower: Stack, merged: Stack) -> None:
        """A front that was merged is the front as a stack."""
        for side, front in self.fronts.items():
            if front is upper or front is lower:
                self.fronts[side] = merged
