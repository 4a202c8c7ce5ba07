"""Steps 6 and 7: attack, counter-attack, and the オートバトラー that follow.

Written from the printed booklet alone; of the engine only the shapes of the actions are used. Where the print is open,
the ruling of the catalogue is taken.
"""

from typing import Any, NamedTuple

from shinpan_engine.games.swordrion.table import actions
from shinpan_engine.games.swordrion.table.actions import ATTACK, PASS

from .effects import BREATH_REACHES, Effects
from .fields import Flow
from .position import ENEMY, OWN, SIDES, Stack, foe

WAYS = ("dragon_breath", "multi_target", "multi_hit")
DAMAGING = ("blow", "additional", "breath")


class Struck(NamedTuple):
    """What a front did: whether it was an attack, whether that felled the other front in one blow of a speed attacker,
    whom it reached."""

    attack: bool = False
    one_blow: bool = False
    reached: tuple[Stack, ...] = ()


NOTHING = Struck()


class Blows(Effects):
    """The fronts strike each other."""

    attacked: set[str]
    """The sides whose front has attacked in this exchange."""

    def strikes(self) -> Flow[None]:
        """Both blows, then the fallen leave."""
        self.step = "attack"
        self.attacked = set()
        if not self._both_stand():
            yield from self._no_blows()
            return
        self.both_blows_first = True
        yield from self._in_turn()
        self.both_blows_first = False
        self.blow_to_come = set()
        yield from self.settle()

    def _no_blows(self) -> Flow[None]:
        """What was to be added to a blow that does not come is dealt apart."""
        self.blow_to_come = set()
        for side in SIDES:
            target = self.fronts[foe(side)]
            if target is not None and self.side_of(target):
                yield from self._apart(side)

    def _both_stand(self) -> bool:
        return all(front is not None and self.side_of(front) and not front.felled_by for front in self.fronts.values())

    def _in_turn(self) -> Flow[None]:
        """Who strikes first, and who is spared."""
        own, enemy = self._front(OWN), self._front(ENEMY)
        if own.held:
            yield from self._apart(OWN)
        first_strike = self.quick(enemy) and not self.quick(own) and not self.keyword(enemy, "waits") and not enemy.held
        if self.readings.enemy_speed_first and first_strike:
            first = yield from self._strike(ENEMY)
            if not first.one_blow:
                yield from self._own_strike(first.attack)
            return
        if self.keyword(own, "waits"):
            first = yield from self._strike(ENEMY) if not self.keyword(enemy, "waits") else self._none(ENEMY)
            yield from self._own_strike(first.attack)
            return
        done = yield from self._own_strike(True)
        if not done.one_blow:
            yield from self._answers(done)

    def _front(self, side: str) -> Stack:
        front = self.fronts[side]
        assert front is not None
        return front

    def _own_strike(self, attacked: bool) -> Flow[Struck]:
        """A card that attacks only when attacked needs to be attacked."""
        if self.keyword(self._front(OWN), "waits") and not attacked:
            return (yield from self._none(OWN))
        return (yield from self._strike(OWN))

    def _answers(self, done: Struck) -> Flow[None]:
        """反撃: of the front, or read otherwise of every card that was reached."""
        front = self._front(ENEMY)
        if self.readings.all_hit_answer and done.reached:
            hit = [card for stack in done.reached for card in stack.cards]
            answering = [
                stack.cards[0]
                for stack in self.field[ENEMY]
                if stack is front or any(card in hit for card in stack.cards)
            ]
            for card in answering:
                stack = self.bearing(ENEMY, card)
                if stack is not None:
                    yield from self._strike(ENEMY, stack)
        elif self.keyword(front, "waits") and not done.attack:
            yield from self._none(ENEMY)
        else:
            yield from self._strike(ENEMY)

    def _none(self, side: str) -> Flow[Struck]:
        """No blow: what was to be added is dealt apart."""
        self.blow_to_come.discard(side)
        yield from self._apart(side)
        return NOTHING

    def _apart(self, side: str) -> Flow[None]:
        target = self._front(foe(side))
        while self.added[side]:
            self.hit(side, target, self.added[side].pop(0))
        yield from self.quiet()

    def _strike(self, side: str, striker: Stack | None = None) -> Flow[Struck]:
        """ぶんなぐる or [選択]; the automata must take [選択]."""
        me = striker or self._front(side)
        self.blow_to_come.discard(side)
        if me.held:
            return (yield from self._none(side))
        acts: list[Any] = [actions.Use(card, at) for card, at, _ in self.skills(me, "choice")]
        if side == OWN or not acts:
            acts += self._ways(me)
        act = (yield acts) if side == OWN or acts != [ATTACK] else ATTACK
        if isinstance(act, actions.Use):
            yield from self._apart(side)
            done = yield from self._choice(side, act)
        else:
            done = yield from self._attack(side, me, act.card if act != ATTACK else me.cards[0])
        if done.attack:
            self.attacked.add(side)
            yield from self._attack_skills(side, self.bearing(side, me.cards[0]) or me)
        return done

    def _ways(self, me: Stack) -> list[Any]:
        """攻撃方法: of merged cards either one's."""
        ways = [[self.cards[card].keywords.get(way, 0) for way in WAYS] for card in me.cards]
        if all(way == ways[0] for way in ways):
            return [ATTACK]
        return [actions.AttackWith(card) for card in me.cards]

    def _choice(self, side: str, act: actions.Use) -> Flow[Struck]:
        """[選択]: an attack only if it deals damage."""
        skill = self.cards[act.card].skills[act.skill]
        if not self.holds(side, skill.condition):
            return NOTHING
        self.choosing, self.struck, self.one_blow = True, [], False
        yield from self.carry_out(side, skill, act.card)
        self.choosing = False
        if not any(op["op"] in DAMAGING for op in skill.does):
            return NOTHING
        return Struck(True, self.one_blow, tuple(self.struck))

    def _attack(self, side: str, me: Stack, card: int) -> Flow[Struck]:
        """In the way of one card."""
        words = self.cards[card].keywords
        target, amount = self._front(foe(side)), self.strength(me, card)
        reached = self.reached(side, BREATH_REACHES if "dragon_breath" in words else words.get("multi_target", 1))
        quick, one_blow = self.quick(me), self._blow(side, target, amount)
        for stack in reached:
            if stack is not target:
                self.hit(side, stack, amount)
        for _ in range(words.get("multi_hit", 1) - 1):
            one_blow = self.hit(side, target, amount) or one_blow
        yield from self.quiet()
        return Struck(True, quick and one_blow, tuple(reached))

    def _blow(self, side: str, target: Stack, amount: int) -> bool:
        """The front's blow, with what was added to it if both still reach the HP."""
        added, self.added[side] = self.added[side], []
        if added and self.reaches(target, amount + sum(added)):
            return self.hit(side, target, amount + sum(added))
        for extra in added:
            self.hit(side, target, extra)
        return self.hit(side, target, amount)

    def _attack_skills(self, side: str, me: Stack) -> Flow[None]:
        """[攻撃], at every attack."""
        for card, at, skill in list(self.skills(me, "attack")):
            if not self.holds(side, skill.condition):
                continue
            act = (yield [PASS, actions.Use(card, at)]) if skill.may else None
            if act != PASS:
                yield from self.carry_out(side, skill, card)

    # 7: オートバトラー.

    def auto_battles(self) -> Flow[None]:
        """Own ones after the own front's attack, in any order; then those of the automata."""
        self.step = "auto battlers"
        for side in SIDES:
            if side in self.attacked:
                yield from self._auto_battles(side)

    def _auto_battles(self, side: str) -> Flow[None]:
        left = [stack.cards[0] for stack in self.field[side] if self._follows(side, stack)]
        while True:
            target = self.fronts[foe(side)]
            stacks = [s for card in left if (s := self.bearing(side, card)) is not None and not s.held]
            able = {act.card: s for s in stacks for act in self._ways_behind(s)}
            if target is None or not self.side_of(target) or not able:
                return
            acts: list[Any] = [actions.AttackWith(card) for card in able]
            if side == OWN and not self.readings.own_always_must:
                acts.append(PASS)
            act = yield acts
            if act == PASS:
                return
            left = [card for card in left if card not in able[act.card].cards]
            yield from self._auto_attack(side, act.card, target)

    def _follows(self, side: str, stack: Stack) -> bool:
        """Behind the front, open, and not one that would have to be attacked first."""
        behind = stack is not self.fronts[side] or self.readings.front_follows_itself
        follows = self.keyword(stack, "auto_battler") and not self.keyword(stack, "waits")
        return behind and stack.up and bool(follows)

    def _ways_behind(self, me: Stack) -> list[Any]:
        """攻撃方法 of one behind the front, which is always named."""
        ways = self._ways(me)
        return [actions.AttackWith(me.cards[0])] if ways == [ATTACK] else ways

    def _auto_attack(self, side: str, card: int, target: Stack) -> Flow[None]:
        """In the way of one card, on the one front; then its [攻撃], and no answer unless read otherwise."""
        me = self.bearing(side, card)
        assert me is not None
        strength = self.strength(me, card)
        for _ in range(self.cards[card].keywords.get("multi_hit", 1)):
            self.hit(side, target, strength)
        yield from self.settle()
        me = self.bearing(side, card)
        if me is not None:
            yield from self._attack_skills(side, me)
        front, me = self.fronts[foe(side)], self.bearing(side, card)
        standing = me is not None and front is not None and self.side_of(front) and not front.held
        if self.readings.auto_battlers_answered and me and front and standing:
            self.hit(foe(side), me, self.attack(front))
        yield from self.settle()
