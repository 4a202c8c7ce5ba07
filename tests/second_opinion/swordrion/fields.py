"""What lies in the two fields, how strong it is, how it falls and who comes in.

Written from the printed booklet alone; of the engine only the shapes of the actions are used. Where the print is open,
the ruling of the catalogue is taken.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from shinpan_engine.games.swordrion.table import actions
from shinpan_engine.games.swordrion.table.actions import PASS

from .position import ENEMY, MOST_IN_FIELD, MOST_WOUNDS, NOBODY, OWN, SIDES, Camp, Common, Readings, Stack, foe
from .printed import Card, Skill

R = TypeVar("R")
Flow = Generator[list[Any], Any, R]
"""Yields all that may be answered, and is sent the answer."""
CAST = -1
"""In the place of the number of a skill: the text of a spell that the automata cast."""


def chosen(acts: list[Any]) -> Flow[Any]:
    """One of several; of one there is nothing to ask."""
    return acts[0] if len(acts) == 1 else (yield acts)


class Fields:
    """One participant's two fields."""

    def __init__(self, cards: Mapping[int, Card], readings: Readings, common: Common, camp: Camp) -> None:
        self.cards = cards
        self.readings = readings
        self.common = common
        self.camp = camp
        self.field = camp.fields
        self.graves = camp.graves
        self.due: list[tuple[int, int, str]] = []
        """Rewards: card, number of the skill, the side that has earned it."""
        self.rewarded: list[int] = []
        """Whose 報酬 has been had in this exchange: once is enough [SW-K.6-7]."""
        self.defeats = 0
        self.step = ""

    # What a stack is.

    def side_of(self, stack: Stack) -> str:
        """In whose field a stack lies; nothing if in none."""
        return next((side for side in SIDES if stack in self.field[side]), "")

    def place_of(self, stack: Stack) -> int:
        """Its place from the left, counted from 1."""
        return self.field[self.side_of(stack)].index(stack) + 1

    def bearing(self, side: str, card: int) -> Stack | None:
        """The stack of a field that a card is in."""
        return next((stack for stack in self.field[side] if card in stack.cards), None)

    def skills(self, stack: Stack, tag: str) -> Iterator[tuple[int, int, Skill]]:
        """合成: the skills of both cards, each with its card and number."""
        for card in stack.cards:
            for at, skill in enumerate(self.cards[card].skills):
                if skill.tag == tag:
                    yield card, at, skill

    def keyword(self, stack: Stack, name: str) -> int:
        """A keyword of any of its cards or equipment; numbers add up."""
        worn = [(self.cards[card].spell or {}).get("keywords", {}) for card, _ in stack.equipment]
        return sum(int(words.get(name, 0)) for words in [*(self.cards[card].keywords for card in stack.cards), *worn])

    def hp(self, stack: Stack) -> Fraction:
        """体力, as changed by all that is in force; halves are kept unrounded."""
        return stack.hp + stack.turn_hp + self._standing(stack, "hp")

    def attack(self, stack: Stack) -> int:
        """攻撃力, never below 0."""
        printed = sum(self.cards[card].attack for card in stack.cards)
        worn = sum(self.cards[card].attack_worn for card, _ in stack.equipment)
        return max(0, printed + worn + stack.attack + stack.turn_attack + self._standing(stack, "attack"))

    def _standing(self, stack: Stack, what: str) -> int:
        """What standing texts add: of open cards of both fields, and of relics."""
        return sum(added for _, added in self._standing_changes(stack, what))

    def _standing_changes(self, stack: Stack, what: str) -> Iterator[tuple[str, int]]:
        """The same by the side whose text it is."""
        for side, source, condition, ops in self._standing_texts():
            if self.holds(side, condition):
                for op in ops:
                    if op["op"] == "strengthen" and stack in self.aimed(side, op, source):
                        yield side, op.get(what, 0)

    def _standing_texts(self) -> Iterator[tuple[str, int, Mapping[str, int], Sequence[Mapping[str, Any]]]]:
        for side in SIDES:
            for source in self.field[side]:
                for card, _, skill in self.skills(source, "standing") if source.up else ():
                    yield side, card, skill.condition, skill.does
        for card in self.camp.relics:
            relic = self.cards[card].relic
            if relic and relic["timing"] == "standing":
                yield OWN, 0, relic.get("condition", {}), relic["ops"]

    def aimed(self, side: str, op: Mapping[str, Any], source: int) -> list[Stack]:
        """The stacks that an operation is for, unless one is to be named."""
        line = self.field[side if op.get("side", "other") == "own" else foe(side)]
        match op.get("at", "front"):
            case "self":
                return [stack for stack in line if source in stack.cards]
            case "front":
                return line[:1]
            case "last":
                return line[-1:]
            case "others":
                return [stack for stack in line if source not in stack.cards]
        return list(line)

    def holds(self, side: str, condition: Mapping[str, int]) -> bool:
        """A condition, read from a card's side."""
        other = foe(side)
        return (
            len(self.graves[side]) >= condition.get("own_graveyard", 0)
            and len(self.graves[other]) >= condition.get("other_graveyard", 0)
            and len(self.field[side]) <= condition.get("own_field", MOST_IN_FIELD)
            and len(self.field[other]) <= condition.get("other_field", MOST_IN_FIELD)
            and self.common.battle >= condition.get("battle", 0)
            and self.common.round >= condition.get("round", 1)
        )

    def complete(self, stack: Stack) -> bool:
        """合成: no further card can be put on it."""
        equipped = bool(stack.equipment) and not self.readings.equipment_apart
        return bool(stack.felled_by) or len(stack.cards) > 1 or equipped

    # Damage.

    def hit(self, by: str, stack: Stack, amount: int) -> bool:
        """One damage; whether the stack was struck down in one blow."""
        if stack.felled_by or not self.reveal(stack):
            return False
        damage = amount
        if self.side_of(stack) != by:
            damage = max(0, amount - self.keyword(stack, "block"))
        if damage == 0:
            if amount == 0 and self.readings.zero_damage_wounds:
                return self.wound(by, stack) and self.readings.third_wound_is_one_blow
            return False
        if damage < self.hp(stack) or self.keyword(stack, "undead"):
            return self.wound(by, stack) and self.readings.third_wound_is_one_blow
        stack.felled_by = by
        return True

    def wound(self, by: str, stack: Stack, count: int = 1) -> bool:
        """×負傷; whether it is the end of the stack."""
        stack.wounds = min(MOST_WOUNDS, stack.wounds + count)
        if stack.wounds >= MOST_WOUNDS and not stack.felled_by:
            stack.felled_by = by
            return True
        return False

    # Cards come and go.

    def reveal(self, stack: Stack) -> bool:
        """Turns a card of the enemy line up; whether it is one that stays in the line."""
        if stack.up or stack.felled_by:
            return stack.up
        stack.up = True
        card = stack.cards[0]
        if self.cards[card].summon is not None:
            self._put_aside(stack, card)
            return False
        if self.cards[card].is_spell and self.readings.enemy_spell != "fight":
            self._spell_met(stack, card)
            return False
        return True

    def _put_aside(self, stack: Stack, card: int) -> None:
        """A 召喚 card waits in the corner, or goes to the end if its condition is met already."""
        condition = self.cards[card].summon
        assert condition is not None
        met = self.holds(ENEMY, condition)
        self.field[ENEMY].remove(stack)
        if met or self.holds(ENEMY, condition):
            stack.fresh = self.fresh(card)
            self.field[ENEMY].append(stack)
        else:
            self.camp.waiting.append(card)

    def _spell_met(self, stack: Stack, card: int) -> None:
        """A spell in the enemy line: on the discard pile, unless read otherwise."""
        line, deck = self.field[ENEMY], self.common.deck
        place = line.index(stack)
        line.remove(stack)
        if self.readings.enemy_spell == "cast":
            self.graves[ENEMY].append(card)
            self.due.append((card, CAST, ENEMY))
            return
        self.common.discard.append(card)
        if self.readings.enemy_spell == "replace" and deck:
            line.insert(place, self.face_down(deck.pop(0)))
            self.reveal(line[place])

    def settle(self) -> Flow[None]:
        """What has fallen leaves, what waits for it comes, and rewards are given, until all is quiet."""
        while True:
            self.weakened()
            if self._leave():
                continue
            if not (yield from self.summoned()):
                if not self.due:
                    return
                yield from self._reward()

    def spent(self, by: str, stack: Stack) -> None:
        """Whoever an effect has left without HP is struck down by its side."""
        if stack.up and not stack.felled_by and self.hp(stack) <= 0:
            stack.felled_by = by

    def weakened(self) -> None:
        """So is whoever standing texts have."""
        for side in SIDES:
            for stack in self.field[side]:
                self.spent(self._taker(stack), stack)

    def _taker(self, stack: Stack) -> str:
        """The side whose standing texts take the HP that the stack would need; nobody if they lend it no longer."""
        for side in SIDES:
            taken = sum(min(0, added) for whose, added in self._standing_changes(stack, "hp") if whose == side)
            if taken and self.hp(stack) - taken > 0:
                return side
        return NOBODY

    def _leave(self) -> bool:
        """倒された時: to the graveyards, stacks taken apart, and each reward is due to the side that has earned it."""
        left = False
        for side in SIDES:
            for stack in [stack for stack in self.field[side] if stack.felled_by]:
                left = True
                self.defeats += 1
                self.field[side].remove(stack)
                self.graves[side] += stack.cards
                for card, whose in stack.equipment:
                    self.graves[whose].append(card)
                if stack.felled_by == foe(side):
                    new = [card for card in stack.cards if card not in self.rewarded]
                    self.rewarded += new
                    rewards = self.skills(stack, "reward")
                    self.due += [(card, at, stack.felled_by) for card, at, _ in rewards if card in new]
        return left

    def _reward(self) -> Flow[None]:
        """報酬: the participant chooses the order, and may leave out the own ones."""
        acts: list[Any] = [actions.Use(card, max(at, 0)) for card, at, _ in self.due]
        if all(self._may_decline(due) for due in self.due):
            acts.append(PASS)
        act = yield acts
        if act == PASS:
            self.due = []
            return
        due = self.due.pop(acts.index(act))
        card, at, side = due
        if at == CAST:
            yield from self.use_spell(ENEMY, card)
        elif self.holds(side, self._skill(due).condition):
            yield from self.carry_out(side, self._skill(due), 0)

    def _skill(self, due: tuple[int, int, str]) -> Skill:
        return self.cards[due[0]].skills[due[1]]

    def _may_decline(self, due: tuple[int, int, str]) -> bool:
        if due[1] == CAST:
            return False
        return due[2] == OWN or self.readings.automata_may_decline or self._skill(due).may

    def use_spell(self, side: str, card: int) -> Flow[None]:
        """The text of a spell; the chapter on effects says how."""
        raise NotImplementedError

    def carry_out(self, side: str, skill: Skill, source: int) -> Flow[None]:
        """An effect; the chapter on effects says how."""
        raise NotImplementedError

    def summoned(self) -> Flow[bool]:
        """[召喚]の処理: the first waiting card whose condition is met comes to the end of the enemy line."""
        for card in self.camp.waiting:
            condition = self.cards[card].summon
            if condition is not None and self.holds(ENEMY, condition) and self.room(ENEMY):
                yield from self.lay(ENEMY, card, self.camp.waiting)
                return True
        return False

    def room(self, side: str) -> bool:
        """場: ten cards, and beyond them whatever can be merged."""
        line = self.field[side]
        return len(line) < MOST_IN_FIELD or any(stack.up and not self.complete(stack) for stack in line)

    def lay(self, side: str, card: int, lying: list[int]) -> Flow[None]:
        """A card of those lying elsewhere comes to the right end, or is merged with a card of a full field."""
        line = self.field[side]
        if len(line) < MOST_IN_FIELD:
            lying.remove(card)
            line.append(self.laid(card))
            return
        places = [place for place, stack in enumerate(line, start=1) if stack.up and not self.complete(stack)]
        act = yield [actions.Merge(*pair) for place in places for pair in ((0, place), (place, 0))]
        lying.remove(card)
        stack = line[act.upper + act.lower - 1]
        stack.cards = [card, *stack.cards] if act.upper == 0 else [*stack.cards, card]
        stack.hp += self.cards[card].hp
        stack.fresh = [*stack.fresh, *self.fresh(card)]
        self.spent(NOBODY, stack)

    def laid(self, card: int) -> Stack:
        """A card as it comes in; in the steps of [常時] it uses its own from the next exchange on."""
        return Stack([card], hp=Fraction(self.cards[card].hp), fresh=self.fresh(card))

    def fresh(self, card: int) -> list[int]:
        """The card, if it comes in a step of [常時]."""
        return [card] if self.step in ("own always", "enemy always") else []

    def face_down(self, card: int) -> Stack:
        """A card of the enemy line as it is laid."""
        return Stack([card], up=False, hp=Fraction(self.cards[card].hp))

    def equip(self, stack: Stack, card: int, whose: str) -> None:
        """装備: what it gives stays as long as the card does."""
        stack.equipment.append((card, whose))
        stack.hp += self.cards[card].hp_worn

    def merge(self, by: str, upper: Stack, lower: Stack) -> None:
        """合成: two cards of a field become one, at the place farther left."""
        line = self.field[self.side_of(upper)]
        at = min(line.index(upper), line.index(lower))
        merged = Stack(
            [*upper.cards, *lower.cards],
            upper.up or lower.up,
            [*upper.equipment, *lower.equipment],
            upper.wounds + lower.wounds,
            upper.hp + lower.hp,
            upper.attack + lower.attack,
            upper.turn_hp + lower.turn_hp,
            upper.turn_attack + lower.turn_attack,
            upper.held or lower.held,
            [*upper.fresh, *lower.fresh],
            [*upper.spent, *lower.spent],
        )
        line.remove(upper)
        line.remove(lower)
        line.insert(at, merged)
        self.replaced(upper, lower, merged)
        self.wound(by, merged, 0)
        self.spent(by, merged)

    def replaced(self, upper: Stack, lower: Stack, merged: Stack) -> None:
        """A front that was merged is the front as a stack."""
        raise NotImplementedError
