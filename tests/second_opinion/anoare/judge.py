"""A second judge of エイノア, slow and plain, written from the printed leaflet alone: the seven phases of a turn.

Nothing of the engine's rules is used, only the shapes of the actions. Where the leaflet is open, the ruling of the
catalogue is taken, and named. The chapters stand in the leaflet's order.
"""

from itertools import pairwise
from typing import Any

from shinpan_engine.games.anoare.table import actions

from .effects import FORBIDS, SEATS, Flow, Law, Over, Question, Table, distinct
from .position import LEVEL_2_AT, TOP_LEVEL, Paid, Pile, Place, Position, Readings, opponent, range_of
from .printed import Cards, Effect

KINDS = {False: "normal", True: "ultra"}
OPENS = {"critical": 2, "graze": 1}
"""ヒットオープン."""
LINE = ("near", "middle", "far")
STRIKES = ("critical", "graze", "evaded")
"""By how far the distance is from クリティカル距離."""


class Judge(Table):
    """Plays on from the start of a turn, and says what is asked and what may be answered."""

    def __init__(self, cards: Cards, readings: Readings, at: Position) -> None:
        super().__init__(cards, readings, at)
        self._uncooled: dict[int, list[int]] = {}
        self._flow = self._game()
        self.asked: Question = {}
        self._go_on(None)

    def allows(self, seat: int, act: Any) -> bool:
        """Whether a seat may do this now."""
        if isinstance(act, actions.TurnUp):
            return bool(self.asked) and self.may_turn_up(seat, act)
        return seat in self.asked and self.asked[seat](act)

    def take(self, seat: int, act: Any) -> None:
        """Carries out what is allowed, up to the next question."""
        self._go_on((seat, act))

    def _go_on(self, answer: tuple[int, Any] | None) -> None:
        try:
            self.asked = next(self._flow) if answer is None else self._flow.send(answer)
        except Over:
            self.asked = {}

    def only_going_on(self) -> bool:
        """Whether nothing is decided now, but a fragment could be turned up."""
        return set(self.asked) == {1} and self.asked[1](actions.GO_ON)

    def _game(self) -> Flow[None]:
        while True:
            yield from self._start()
            yield from self._select()
            yield from self._reveal()
            yield from self._pay()
            yield from self._activate()
            yield from self._result()
            yield from self._cooldown()
            yield from self._evasion()
            yield from self._end()

    def _step(self, name: str) -> Flow[None]:
        self.at.step = name
        yield from self.boundary()

    # ターン開始フェイズ

    def _start(self) -> Flow[None]:
        """1. the distance; 2. stored damage; 3. effects of the start."""
        yield from self._step("distance_reset")
        self.at.distance = 0
        yield from self._step("stored_removal")
        for player in self.at.players.values():
            player.stored = 0
        yield from self._step("start_effects")
        self.come_due("turn_start")
        yield from self.settle()

    # 行動選択フェイズ

    def _select(self) -> Flow[None]:
        """A card from hand, if there is one that may be set; who could not has done nothing."""
        self.at.step = "selection"

        def question() -> Question:
            able = {seat: self._sets(seat) for seat in SEATS if self._may_set(seat)}
            for seat, player in self.at.players.items():
                player.idle = seat not in able
            return able

        if not any(self._may_set(seat) for seat in SEATS):
            yield from self.boundary()
        given = yield from self.everybody(question)
        for seat, act in given.items():
            player = self.at.players[seat]
            player.laid = act.card
            player.hand.remove(player.laid)

    def _sets(self, seat: int) -> Law:
        return lambda act: isinstance(act, actions.Set) and act.card in self._may_set(seat)

    def _may_set(self, seat: int) -> list[int]:
        forbidden = self.amounts(seat, "forbid_set")
        free = {ultra for ultra in (False, True) if not {FORBIDS["all"], FORBIDS[KINDS[ultra]]} & set(forbidden)}
        return [card for card in self.at.players[seat].hand if self.cards.skills[card].ultra in free]

    # 開示フェイズ

    def _reveal(self) -> Flow[None]:
        yield from self._step("reveal")
        for player in self.at.players.values():
            player.used = Pile(player.laid) if player.laid else None
            player.laid = 0
        self._quiet = False
        self.come_due("reveal")
        yield from self.settle()

    # コスト支払いフェイズ 1

    def _pay(self) -> Flow[None]:
        """As many hand cards as the cost, one upon the other; 1 damage for each that is missing."""
        self.at.step = "cost"

        def question() -> Question:
            owed = {seat: self._cost(seat) for seat in SEATS if self.at.players[seat].hand}
            return {seat: self._pays(seat, cost) for seat, cost in owed.items() if cost}

        if not question():
            yield from self.boundary()
        given = yield from self.everybody(question)
        owed = {seat: self._cost(seat) for seat in SEATS}
        paid = {seat: given[seat].cards if seat in given else [] for seat in SEATS}
        for seat in SEATS:
            self._lay(seat, paid[seat])
        short = {seat: owed[seat] - len(paid[seat]) for seat in SEATS}
        self.hit({seat: missing for seat, missing in short.items() if missing}, "cost")
        yield from self.settle()

    def _cost(self, seat: int) -> int:
        used = self.at.players[seat].used
        return max(0, self.cards.skills[used.skill].cost + sum(self.amounts(seat, "cost"))) if used else 0

    def _pays(self, seat: int, cost: int) -> Law:
        return lambda act: isinstance(act, actions.Pay) and self._covers(seat, act.cards, cost)

    def _covers(self, seat: int, cards: list[int], cost: int) -> bool:
        """Nobody may keep cards and take damage instead [AN-5.4a-9]."""
        hand = self.at.players[seat].hand
        return distinct(cards, hand) and len(cards) == min(cost, len(hand))

    def _lay(self, seat: int, cards: list[int]) -> None:
        player = self.at.players[seat]
        for card in cards:
            assert player.used is not None
            player.hand.remove(card)
            player.used.costs.append(Paid(card))

    # コスト支払いフェイズ 2

    def _activate(self) -> Flow[None]:
        """Use or pass by turns, the lower 対応力 first, until both pass one after the other."""
        self.at.step = "activation"
        self.passes = 0
        seat = self.order()[0]
        while self.passes < len(SEATS):
            act = yield from self.one(seat, self._declares(seat))
            if isinstance(act, actions.Use):
                self.passes = 0
                yield from self._use(seat, act)
            else:
                self.passes += 1
            seat = opponent(seat)

    def _declares(self, seat: int) -> Law:
        def law(act: Any) -> bool:
            usable = self.usable(seat)
            if isinstance(act, actions.Pass):
                return not any(must(effect) for effect in usable.values())  # AN-5.4b-20
            if not isinstance(act, actions.Use):
                return False
            effect = usable.get(Place(act.card, act.level, act.effect))
            return effect is not None and self._covers(seat, act.cards, effect.extra)

        return law

    def usable(self, seat: int) -> dict[Place, Effect]:
        """Who used no skill pays no additional cost; a hand too small is made up by damage [AN-5.4b-17]."""
        player, strict = self.at.players[seat], self.readings.extra_cost_must_be_in_hand
        return {
            place: effect
            for place, effect in self.ready(seat, "act").items()
            if not effect.extra or (player.used and not (strict and effect.extra > len(player.hand)))
        }

    def _use(self, seat: int, act: actions.Use) -> Flow[None]:
        """The additional cost, then the effect at once."""
        place = Place(act.card, act.level, act.effect)
        effect = self.usable(seat)[place]
        self.at.players[seat].effects_used.append(place)
        self._lay(seat, act.cards)
        if effect.extra > len(act.cards):
            self.hit({seat: effect.extra - len(act.cards)}, "cost")
        yield from self.carry_out(seat, effect)
        yield from self.settle()

    # 行動結果フェイズ

    def _result(self) -> Flow[None]:
        """1-1 to 1-4, 2, 3."""
        yield from self._step("attack")
        attack = {seat: self._attack(seat) for seat in SEATS}
        yield from self._step("distance")
        self._move_apart()
        if self.readings.attack_looks_at_new_distance:  # only what depends on it is looked at again [AN-5.5a-4]
            attack = {seat: n if n is None else n + self.by_distance(seat, "attack") for seat, n in attack.items()}
        yield from self._step("critical")
        damage = {opponent(seat): self._judge(seat, attack[seat]) for seat in SEATS}
        yield from self._step("damage")
        self.hit({seat: self._corrected(seat, n) for seat, n in damage.items() if n is not None}, "skill")
        yield from self._step("damage_effects")
        yield from self.settle()
        yield from self._step("move")
        for player in self.at.players.values():
            player.zone += [player.used] if player.used else []
            player.used = None
        self._quiet = False
        yield from self._hit_open()

    def _attack(self, seat: int) -> int | None:
        """1-1: the number on the card with its corrections; a hyphen has none to correct [AN-5.5a-2]."""
        used = self.at.players[seat].used
        if used is None:
            return None
        printed = self.cards.skills[used.skill].attack
        if printed is None and not self.readings.hyphen_attack_is_zero:
            return None
        late = self.by_distance(seat, "attack") if self.readings.attack_looks_at_new_distance else 0
        return (printed or 0) + sum(self.amounts(seat, "attack")) - late

    def _move_apart(self) -> None:
        """1-2: the skills' own corrections, then those in force, each once in the turn [AN-5.5b-3]."""
        for player in self.at.players.values():
            self.at.distance += (self.cards.skills[player.used.skill].distance or 0) if player.used else 0
        for seat in self.order():
            for _, effect in list(self.places(seat)):
                if effect.when == "continuous" and self.holds(seat, effect):
                    self.at.distance += sum(op["amount"] for op in effect.does if op["op"] == "distance")

    def _judge(self, seat: int, attack: int | None) -> int | None:
        """1-3: クリティカル, カス当たり or 回避された, and what is left of the attack; None is no damage at all."""
        player = self.at.players[seat]
        if attack is not None and not self.readings.negative_attack_stays:
            attack = max(0, attack)  # AN-5.5a-3
        skill = self.cards.skills[player.used.skill] if player.used else None
        critical = skill.critical if skill else None
        if skill and skill.attack is None and self.readings.attackless_not_judged:
            critical = None
        if critical is None:
            return None if self.readings.no_critical_no_damage else attack
        off = abs(LINE.index(range_of(self.at.distance)) - LINE.index(critical))
        player.strike = STRIKES[off]
        if attack is None or (player.strike == "evaded" and not self.readings.evaded_takes_bonus):
            return None
        return {"critical": attack, "graze": attack // 2, "evaded": 0}[player.strike]

    def _corrected(self, seat: int, damage: int) -> int:
        """1-4: with what corrects the damage that the skill deals, and that the other receives from a skill."""
        dealt = self.amounts(opponent(seat), "skill_damage_dealt")
        return damage + sum(dealt) + sum(self.amounts(seat, "skill_damage_received"))

    def _hit_open(self) -> Flow[None]:
        """3: each opens costs of the other; the openings touch different zones, so their order is free [AN-5.5f-11]."""
        self.at.step = "hit_open"
        strikes = {seat: player.strike for seat, player in self.at.players.items()}
        counts = {seat: OPENS.get(strike, 0) for seat, strike in strikes.items()}
        chosen = {s: counts[s] for s in SEATS if 0 < counts[s] < len(self.at.players[opponent(s)].closed())}
        if not chosen:
            yield from self.boundary()
        elif any(counts[s] and s not in chosen and self.at.players[opponent(s)].closed() for s in SEATS):
            yield from self.pause()
        yield from self.open_costs({seat: count for seat, count in counts.items() if count})

    # クールダウンフェイズ

    def _cooldown(self) -> Flow[None]:
        """Each skill in the zones once."""
        self.at.step = "cooldown"
        self._uncooled = {s: [pile.skill for pile in player.zone] for s, player in self.at.players.items()}
        if not any(self._uncooled.values()):
            yield from self.boundary()
        while answer := (yield from self.ask(self._cooling)):
            seat, act = answer
            for skill in [act.card] if isinstance(act, actions.Cool) else list(self._uncooled[seat]):
                self._uncooled[seat].remove(skill)
                self.cool(seat, skill)

    def _cooling(self) -> Question:
        """The cooldowns that are left; a skill that went home meanwhile has none."""
        for seat, skills in self._uncooled.items():
            skills[:] = [skill for skill in skills if self.at.players[seat].pile(skill)]
        return {seat: self._cools(seat) for seat, skills in self._uncooled.items() if skills}

    def _cools(self, seat: int) -> Law:
        return lambda act: (
            isinstance(act, actions.CoolRest) or (isinstance(act, actions.Cool) and act.card in self._uncooled[seat])
        )

    def _evasion(self) -> Flow[None]:
        """At the end of the phase: for who evaded, each skill once more at will."""
        self.at.step = "evasion"

        def question() -> Question:
            return {seat: self._cools_more(seat) for seat in SEATS if self._evaded(seat)}

        if not question():
            yield from self.boundary()
        given = yield from self.everybody(question)
        for seat, act in sorted(given.items()):
            for skill in act.cards if isinstance(act, actions.CoolExtra) else []:
                self.cool(seat, skill)

    def _evaded(self, seat: int) -> bool:
        return self.at.players[opponent(seat)].strike == "evaded" and bool(self.at.players[seat].zone)

    def _cools_more(self, seat: int) -> Law:
        def law(act: Any) -> bool:
            if isinstance(act, actions.Pass):
                return True
            if not isinstance(act, actions.CoolExtra) or not act.cards or act.cards != sorted(set(act.cards)):
                return False
            skills = {pile.skill for pile in self.at.players[seat].zone}
            return set(act.cards) == skills if self.readings.evasion_all_or_none else set(act.cards) <= skills

        return law

    # ターン終了フェイズ

    def _end(self) -> Flow[None]:
        """1. level-ups, as long as one is due [AN-5.7-5]; 2. effects of the end, then the turn is over."""
        self.at.step = "level_up"
        if not self.rising():
            yield from self.boundary()
        yield from self._level_up()
        yield from self._step("turn_end")
        self.come_due("turn_end")
        yield from self.settle()
        yield from self._level_up()
        for player in self.at.players.values():
            player.changes = [change for change in player.changes if change.until != self.at.turn]
            player.effects_used, player.idle, player.strike = [], False, "none"
        self._fell = dict.fromkeys(SEATS, False)
        self.at.turn += 1

    # 6:レベルアップと致命傷

    def rising(self) -> dict[int, int]:
        """The next level of those who rise: 2 with 5 or less [AN-6.2-3], 3 with 0, one after the other [AN-6.4-7]."""
        rising = {}
        for seat, player in self.at.players.items():
            low = player.life <= LEVEL_2_AT if self.readings.level_2_by_last_life else self._fell[seat]
            if player.level < TOP_LEVEL and player.life == 0:
                rising[seat] = TOP_LEVEL if self.readings.one_level_up_to_3 else player.level + 1
            elif player.level == 1 and low:
                rising[seat] = 2
        return rising

    def _level_up(self) -> Flow[None]:
        """Any cooldowns, one ultra skill, the next ability."""
        while self.rising():
            given = yield from self.everybody(lambda: {seat: self._rises(seat) for seat in self.rising()})
            rising = self.rising()
            for seat, act in given.items():
                player = self.at.players[seat]
                for cooldowns in act.cooldowns:
                    for _ in range(cooldowns.times):
                        self.cool(seat, cooldowns.skill)
                player.ultras.remove(act.ultra)
                player.hand.append(act.ultra)
                player.level = rising[seat]

    def _rises(self, seat: int) -> Law:
        def law(act: Any) -> bool:
            if not isinstance(act, actions.LevelUp) or act.ultra not in self.at.players[seat].ultras:
                return False
            ascending = all(one.skill < other.skill for one, other in pairwise(act.cooldowns))
            return ascending and all(1 <= c.times <= self._most_cooldowns(seat, c.skill) for c in act.cooldowns)

        return law

    def _most_cooldowns(self, seat: int, skill: int) -> int:
        """How many it takes until the skill itself is in hand; 0 if it is not in the zone."""
        pile = self.at.players[seat].pile(skill)
        if pile is None:
            return 0
        double = self.cards.skills[skill].double
        return 1 + sum(2 if double and not paid.upright else 1 for paid in pile.costs)


def must(effect: Effect) -> bool:
    """Whether an effect has to be used: no 'may', and no additional cost unless it is forced [AN-5.4b-21]."""
    return not effect.may and (effect.forced or not effect.extra)
