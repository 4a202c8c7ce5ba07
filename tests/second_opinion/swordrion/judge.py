"""A second judge of ソードリオン, slow and plain, written from the printed booklet alone: the exchanges of a battle.

Of the engine only the shapes of the actions are used. Where the print is open, the ruling of the catalogue is taken.
The steps stand in the booklet's order.
"""

from collections.abc import Mapping
from typing import Any

from shinpan_engine.games.swordrion.table import actions
from shinpan_engine.games.swordrion.table.actions import PASS

from .blows import Blows
from .fields import Flow, chosen
from .position import ENEMY, LONGEST, MOST_ALIKE, MOST_SPELLS, NOBODY, OWN, SIDES, Camp, Common, Readings, Stack, foe
from .printed import Card, Skill

Situation = list[Any]
"""The × of each side, and what else counts."""
Users = list[tuple[Stack, int, int, Skill]]


class Judge(Blows):
    """Fights one participant's battles, exchange by exchange."""

    def __init__(self, cards: Mapping[int, Card], readings: Readings, common: Common, camp: Camp) -> None:
        super().__init__(cards, readings, common, camp)
        self.fronts = dict.fromkeys(SIDES)
        self.added = {side: [] for side in SIDES}
        self._pair: tuple[Stack | None, ...] = ()
        self.exchanges = 0

    def prepare(self) -> Flow[None]:
        """②バトル準備: what relics do then, in the order that the participant likes."""
        self.step = "preparation"
        yield from self._use_relics("prep")
        yield from self.settle()
        self.camp.status = "ready"

    def shop(self) -> Flow[None]:
        """What relics do in the shop."""
        self.step = "shop"
        yield from self._use_relics("shop")

    def end_round(self) -> Flow[None]:
        """What relics do at the end of a round."""
        self.step = "round end"
        yield from self._use_relics("round_end")
        self.camp.status = "ended"

    def battle(self) -> Flow[None]:
        """Exchange after exchange until a field is empty."""
        self.exchanges = 0
        self._begin()
        yield from self.settle()
        self.look_at_fields()
        self.exchanges = 0
        while self.camp.status == "fighting":
            yield from self.exchange()
            self.look_at_fields()

    def look_at_fields(self) -> None:
        """1バトルクリア, 未クリア, or both fields empty."""
        own, enemy = self.field[OWN], self.field[ENEMY]
        if own and enemy:
            return
        cubes = self.camp.cubes
        if not enemy:
            cubes["blue"] += 1
        if not own:
            cubes["green"] += 1
            cubes["yellow"] += 1 if enemy else 0
        self.camp.status = "cleared" if own else "out"
        if own:
            self._wait_no_longer()

    def _wait_no_longer(self) -> None:
        """Read otherwise: a 召喚 card that still waits at a clear battle goes."""
        piles = {"graveyard": self.graves[ENEMY], "deck_bottom": self.common.deck}
        pile = piles.get(self.readings.waiting_on_clear)
        if pile is not None:
            pile += self.camp.waiting
            self.camp.waiting.clear()

    def exchange(self) -> Flow[None]:
        """1手番, from the turning up on."""
        self._begin()
        yield from self._turn_up()
        if not self.field[OWN] or not self.field[ENEMY]:
            yield from self._pass_over()
            return
        for side in SIDES:
            self.fronts[side] = self.field[side][0]
        before, self.defeats = self._situation(), 0
        for step in (self._cut, self._relics, self._spell, self._own_always, self._enemy_always, self._on_turn):
            yield from step()
            yield from self._step_forward()
        yield from self.strikes()
        yield from self.auto_battles()
        yield from self._end(before)

    def _begin(self) -> None:
        self.step = "start"
        self.defeats = 0
        self.rewarded = []
        self.exchanges += 1
        self.camp.spell_used = False
        self.fronts = dict.fromkeys(SIDES)
        self.added = {side: [] for side in SIDES}
        self.blow_to_come = set(SIDES)

    def _turn_up(self) -> Flow[None]:
        """相手の場のカードは1枚ずつ表向きに: asides and spells make way for the next."""
        while self.field[ENEMY] and not self.field[ENEMY][0].up:
            while self.field[ENEMY] and not self.field[ENEMY][0].up:
                self.reveal(self.field[ENEMY][0])
            yield from self.settle()

    def _step_forward(self) -> Flow[None]:
        """Read otherwise: whoever comes next becomes the front at once."""
        while self.readings.next_front_at_once and not self._both_in_line() and self.field[OWN] and self.field[ENEMY]:
            for side in SIDES:
                front = self.fronts[foe(side)]
                if front is not None and self.side_of(front):
                    for extra in self.added[side]:
                        self.hit(side, front, extra)
            self.added = {side: [] for side in SIDES}
            while self.field[ENEMY] and not self.field[ENEMY][0].up:
                self.reveal(self.field[ENEMY][0])
            for side in SIDES:
                front = self.fronts[side]
                if (front is None or not self.side_of(front)) and self.field[side]:
                    self.fronts[side] = self.field[side][0]
            yield from self.settle()

    def _both_in_line(self) -> bool:
        return all(front is not None and self.side_of(front) for front in self.fronts.values())

    # Before step 1: スペルは5枚まで.

    def most_spells(self) -> int:
        """The limit; of several in force the best for the participant."""
        return max(self.limits("limit_spells"), default=MOST_SPELLS)

    def limits(self, name: str) -> list[int]:
        """The limits of one thing that relics keep in force."""
        return [
            op["most"]
            for card in self.camp.relics
            if (relic := self.cards[card].relic) is not None
            and relic["timing"] == "standing"
            and self.holds(OWN, relic.get("condition", {}))
            for op in relic["ops"]
            if op["op"] == name
        ]

    def _cut(self) -> Flow[None]:
        self.step = "cut"
        while len(self.camp.spells) > self.most_spells():
            able = [] if self.camp.spell_used and not self.readings.cut_spells_free else self._castable()
            act = yield [*map(actions.Drop, self.camp.spells), *able]
            if isinstance(act, actions.Drop):
                self.camp.spells.remove(act.card)
                self.graves[OWN].append(act.card)
            else:
                yield from self._cast(act.card)
                self.camp.spell_used = not self.readings.cut_spells_free

    # 1 and 2.

    def _relics(self) -> Flow[None]:
        """レリックの効果, in the order that the participant likes."""
        self.step = "relics"
        yield from self._use_relics("exchange")

    def _use_relics(self, timing: str) -> Flow[None]:
        left = [card for card in self.camp.relics if (r := self.cards[card].relic) and r["timing"] == timing]
        while True:
            able = [card for card in left if self.holds(OWN, self._relic(card).get("condition", {}))]
            if not able:
                return
            acts: list[Any] = [actions.Use(card) for card in able]
            if all(self._relic(card).get("optional", False) for card in able):
                acts.append(PASS)
            act = yield from chosen(acts)
            if act == PASS:
                return
            left.remove(act.card)
            yield from self.operations(OWN, self._relic(act.card)["ops"], 0)

    def _relic(self, card: int) -> Mapping[str, Any]:
        relic = self.cards[card].relic
        assert relic is not None
        return relic

    def _spell(self) -> Flow[None]:
        """スペルを使う/使わない."""
        self.step = "spell"
        if self.camp.spells and not self.camp.spell_used:
            act = yield [PASS, *self._castable()]
            if act != PASS:
                self.camp.spell_used = True
                yield from self._cast(act.card)

    def _castable(self) -> list[Any]:
        return [actions.Cast(card) for card in self.camp.spells if self._bearers(card) != []]

    def _bearers(self, card: int) -> list[tuple[str, Stack]] | None:
        """Who could wear an equipment; None for other spells."""
        spell = self.cards[card].spell or {}
        return self.bearers(OWN, spell) if spell.get("use") == "equip" else None

    def _cast(self, card: int) -> Flow[None]:
        """1回使い切り, or 装備系."""
        self.camp.spells.remove(card)
        self.graves[OWN].append(card)
        yield from self.use_spell(OWN, card)

    # 3 and 4: [常時].

    def _users(self, side: str, tag: str) -> Users:
        return [
            (stack, card, at, skill)
            for stack in self.field[side]
            if stack.up
            for card, at, skill in self.skills(stack, tag)
            if card not in stack.fresh
        ]

    def _able(self, side: str, users: Users) -> Users:
        """Whose stack still lies open in the field, and whose condition is met."""
        return [
            user
            for user in users
            if (stack := self.bearing(side, user[1])) is not None
            and stack.up
            and not (user[1] in stack.fresh and user[3].tag == "always")
            and self.holds(side, user[3].condition)
        ]

    def _own_always(self) -> Flow[None]:
        """In the order that the participant likes, each once; and 召喚 from the hand."""
        self.step = "own always"
        users = self._users(OWN, "always")
        while True:
            able = self._able(OWN, users)
            summons = [actions.Summon(card) for card in self.camp.hand if self._may_summon(card)]
            must = self.readings.own_always_must and any(not skill.may for _, _, _, skill in able)
            if not able and not (self.camp.hand and any(card.summon is not None for card in self.cards.values())):
                return
            act = yield [*([] if must else [PASS]), *(actions.Use(card, at) for _, card, at, _ in able), *summons]
            if act == PASS:
                return
            if isinstance(act, actions.Summon):
                yield from self.lay(OWN, act.card, self.camp.hand)
                yield from self.settle()
            else:
                yield from self._use(OWN, users, act)

    def _may_summon(self, card: int) -> bool:
        condition = self.cards[card].summon
        return condition is not None and self.holds(OWN, condition) and self.room(OWN)

    def _use(self, side: str, users: Users, act: actions.Use) -> Flow[None]:
        (user,) = [user for user in users if user[1:3] == (act.card, act.skill)]
        users.remove(user)
        yield from self.carry_out(side, user[3], act.card)

    def _enemy_always(self) -> Flow[None]:
        """In the order that the participant likes; only してもよい may be left out."""
        self.step = "enemy always"
        users = self._users(ENEMY, "always")
        yield from self._compulsory(ENEMY, users)

    def _compulsory(self, side: str, users: Users) -> Flow[None]:
        while able := self._able(side, users):
            acts: list[Any] = [actions.Use(card, at) for _, card, at, _ in able]
            if all(skill.may for _, _, _, skill in able):
                acts.append(PASS)
            act = yield acts
            if act == PASS:
                return
            yield from self._use(side, users, act)

    # 5: [発動].

    def _on_turn(self) -> Flow[None]:
        """The own front's, then the enemy front's, each card's once."""
        self.step = "on turn"
        for side in SIDES:
            front = self.fronts[side]
            if front is None or not self.side_of(front):
                continue
            users = [(front, card, at, s) for card, at, s in self.skills(front, "on_turn") if card not in front.spent]
            front.spent = sorted({*front.spent, *front.cards})
            yield from self._compulsory(side, users)

    # After step 7.

    def _end(self, before: Situation) -> Flow[None]:
        """What lasted for the exchange is over; ③3回ルール; then the fields are looked at."""
        self.step = "end"
        yield from self._pass_over()
        pair = tuple(self.fronts.values())
        same = not self.defeats and before == self._situation()
        self.camp.idle = (self.camp.idle + 1 if pair == self._pair else 1) if same else 0
        self._pair = pair
        if self.camp.idle == MOST_ALIKE:
            self._both_fall()
            yield from self.settle()
            yield from self._pass_over()
        if self.exchanges == LONGEST:
            self._all_fall()
            yield from self.settle()

    def _pass_over(self) -> Flow[None]:
        """What lasted for the exchange is over, also what comes about by that."""
        lasts = True
        while lasts:
            stacks = [stack for side in SIDES for stack in self.field[side]]
            lasts = any(stack.turn_hp or stack.turn_attack or stack.held for stack in stacks)
            for stack in stacks:
                stack.turn_hp = stack.turn_attack = 0
                stack.held = False
                stack.fresh = []
            yield from self.settle()

    def _both_fall(self) -> None:
        """相打ち."""
        for stack, by in zip(self.fronts.values(), reversed(SIDES), strict=True):
            assert stack is not None
            stack.felled_by = by
        self.camp.idle = 0

    def _all_fall(self) -> None:
        """Nothing has moved on for a hundred exchanges."""
        if self.field[OWN] and self.field[ENEMY]:
            for stack in [*self.field[OWN], *self.field[ENEMY]]:
                stack.felled_by = NOBODY

    def _situation(self) -> Situation:
        """What must have changed for the battle to have moved on."""
        wounds = [sum(stack.wounds for stack in self.field[side]) for side in SIDES]
        enemies = [sum(len(stack.cards) for stack in self.field[ENEMY]), sum(stack.up for stack in self.field[ENEMY])]
        fronts = [self._looks(self.field[side][0]) for side in SIDES if self.field[side]]
        return [wounds, enemies, fronts]

    def _looks(self, stack: Stack) -> list[Any]:
        return [self.hp(stack), self.attack(stack), stack.cards[:], stack.equipment[:]]
