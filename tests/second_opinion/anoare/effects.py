"""What cards do: questions, damage, cooldowns, effects in force and effects one after the other.

Nothing of the engine's rules is used, only the shapes of the actions. Where the leaflet is open, the ruling of the
catalogue is taken, and named.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, TypeVar

from shinpan_engine.games.anoare.table import actions

from .position import (
    FATAL,
    LEVEL_2_AT,
    STARTING_LIFE,
    TOP_LEVEL,
    Change,
    Place,
    Position,
    Readings,
    opponent,
    range_of,
)
from .printed import Cards, Effect

SEATS = (1, 2)
RESULT = ("attack", "distance", "critical", "damage", "damage_effects", "move", "hit_open")
FORBIDS = {"normal": 1, "ultra": 2, "all": 3}

R = TypeVar("R")
Law = Callable[[Any], bool]
Question = Mapping[int, Law]
"""Who is asked, and what each may answer."""
Flow = Generator[Question, tuple[int, Any], R]


class Over(Exception):
    """Somebody lost."""


def distinct(cards: list[int], hand: list[int]) -> bool:
    """Whether the cards are in hand and none is named twice."""
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


class Table:
    """Knows the cards and the readings, and plays on one position."""

    def __init__(self, cards: Cards, readings: Readings, at: Position) -> None:
        self.cards = cards
        self.readings = readings
        self.at = at
        self.passes = 0
        self.log: list[tuple[str, int, int, str]] = []
        """What happened to life: what, to whom, how much, of which kind."""
        self._fell = dict.fromkeys(SEATS, False)
        self._due: list[tuple[int, Place]] = []
        self._parts: dict[int, list[Place]] = {}
        """What is left of the effects that are being resolved, by player, the first one first."""
        self._in_batch = False
        self._in_effect = False
        self._printed = {
            (number, cooling): [
                (Place(number, 0, at), effect) for at, effect in enumerate(skill.effects) if effect.cooling == cooling
            ]
            for number, skill in cards.skills.items()
            for cooling in (False, True)
        }
        """The effects of each skill: those of its text, and its [CD効果]."""
        self._quiet = False
        """Whether nothing has happened since the last question."""

    def forget(self) -> None:
        """From now on only what happens now is told."""
        self.log = []

    # Questions.

    def ask(self, question: Callable[[], Question]) -> Flow[tuple[int, Any] | None]:
        """The answer to a question. Fragments may be turned up before it, and may leave nothing to be asked."""
        while asked := question():
            seat, act = yield asked
            self._quiet = isinstance(act, actions.GoOn | actions.Pass)
            if not isinstance(act, actions.TurnUp):
                return seat, act
            yield from self.turn_up(seat)
        return None

    def one(self, seat: int, law: Law) -> Flow[Any]:
        """The answer of one player, who answers in any case."""
        answer = yield from self.ask(lambda: {seat: law})
        assert answer is not None
        return answer[1]

    def everybody(self, question: Callable[[], Question]) -> Flow[dict[int, Any]]:
        """The answers of all, in whatever order they come; one that a fragment has made illegal is none [AN-5.0-9]."""
        given: dict[int, Any] = {}

        def left() -> Question:
            laws = question()
            for seat, act in list(given.items()):
                if seat not in laws or not laws[seat](act):
                    del given[seat]
            return {seat: law for seat, law in laws.items() if seat not in given}

        while answer := (yield from self.ask(left)):
            given[answer[0]] = answer[1]
        return given

    def boundary(self) -> Flow[None]:
        """A moment between two steps, at which a fragment can be turned up."""
        yield from self.ask(lambda: {1: lambda act: isinstance(act, actions.GoOn)} if self.fragment_left() else {})

    def pause(self) -> Flow[None]:
        """A moment before something that nobody decides; one question lies between any two events [AN-2.3-5]."""
        if not self._quiet:
            yield from self.boundary()

    def fragment_left(self) -> bool:
        """Whether anybody could still turn up a fragment now."""
        closed = self.readings.fragment_not_in_result and self.at.step in RESULT
        return not closed and not all(player.fragment_spent for player in self.at.players.values())

    # 2:準備 ※エイノアの断片

    def may_turn_up(self, seat: int, act: actions.TurnUp) -> bool:
        """Once in a game, the own one, and not in the middle of an effect [AN-2.3-5]."""
        player = self.at.players.get(seat)
        return (
            player is not None
            and not player.fragment_spent
            and act.fragment == player.fragment
            and self.fragment_left()
            and not self._in_effect
        )

    def turn_up(self, seat: int) -> Flow[None]:
        """Its effects at once; no use and no pass [AN-2.3-7]."""
        player = self.at.players[seat]
        player.fragment_spent = True
        if self.readings.fragment_breaks_passes:
            self.passes = 0
        for effect in self.cards.fragments[player.fragment]:
            yield from self.carry_out(seat, effect)
        yield from self.settle()

    # Whose effects are there, and which are in force.

    def places(self, seat: int) -> Iterator[tuple[Place, Effect]]:
        """The effects of a player: of the abilities, of the skill used, and [CD効果] of the skills in the zone."""
        abilities = self.cards.characters[self.at.players[seat].character].abilities
        for level, effects in abilities.items():
            if self._has_ability(seat, level):
                yield from ((Place(0, level, at), effect) for at, effect in enumerate(effects))
        yield from self._skill_places(seat)

    def _skill_places(self, seat: int) -> Iterator[tuple[Place, Effect]]:
        player = self.at.players[seat]
        if player.used:
            yield from self._printed[player.used.skill, False]
        for pile in player.zone:
            yield from self._printed[pile.skill, True]

    def _has_ability(self, seat: int, level: int) -> bool:
        """レベル○能力: the levels reached so far [AN-6.2-12], unless something disables one."""
        mine = self.at.players[seat].level
        reached = level == mine if self.readings.only_current_ability else level <= mine
        return reached and level not in self._amounts(seat, "disable_ability", self._skill_places)

    def _amounts(self, seat: int, what: str, places: Callable[[int], Iterator[tuple[Place, Effect]]]) -> list[int]:
        """All corrections of one kind in force on a player."""
        changes = [change.amount for change in self.at.players[seat].changes if change.what == what]
        return changes + [number for _, number in self._standing(seat, what, places)]

    def _standing(
        self, seat: int, what: str, places: Callable[[int], Iterator[tuple[Place, Effect]]]
    ) -> Iterator[tuple[Effect, int]]:
        """Those of continuous effects, with the effect that each is of."""
        for owner in SEATS:
            for _, effect in places(owner):
                if effect.when == "continuous" and self.holds(owner, effect):
                    for op in effect.does:
                        if op["op"] == what and seat in targets(owner, op):
                            yield effect, amount(op)

    def amounts(self, seat: int, what: str) -> list[int]:
        return self._amounts(seat, what, self.places)

    def by_distance(self, seat: int, what: str) -> int:
        """The sum of those that look at the distance."""
        return sum(n for effect, n in self._standing(seat, what, self.places) if "range" in effect.condition)

    def holds(self, seat: int, effect: Effect) -> bool:
        """Whether an effect's condition is met; what needs a skill is nothing for who set none [AN-5.2-12]."""
        me, other, condition = self.at.players[seat], self.at.players[opponent(seat)], effect.condition
        idle = {"own": me.idle, "opponent": other.idle}
        return (
            not (effect.needs_skill and me.idle)
            and range_of(self.at.distance) in condition.get("range", ("near", "middle", "far"))
            and me.strike in condition.get("own", (me.strike,))
            and other.strike in condition.get("opposing", (other.strike,))
            and me.level >= condition.get("level", 1)
            and ("no_action" not in condition or idle[condition["no_action"]])
            and ("in_zone" not in condition or me.pile(condition["in_zone"] + me.box) is not None)
        )

    def ready(self, seat: int, when: str) -> dict[Place, Effect]:
        """The effects of a moment that a player can still use or suffer in this turn."""
        used = self.at.players[seat].effects_used
        return {
            place: effect
            for place, effect in self.places(seat)
            if effect.when == when and self.holds(seat, effect) and used.count(place) < effect.uses
        }

    def order(self) -> list[int]:
        """対応力の低いプレイヤー first."""
        power = {
            seat: self.cards.characters[player.character].response + sum(self.amounts(seat, "response"))
            for seat, player in self.at.players.items()
        }
        return sorted(SEATS, key=lambda seat: (power[seat], seat != self.readings.first))

    # Effects one after the other.

    def come_due(self, when: str, seats: tuple[int, ...] = SEATS) -> None:
        """The effects of a moment are to be resolved, each no oftener than it may be used in the turn."""
        for seat in seats:
            waiting = [*self._parts.get(seat, ()), *(place for owner, place in self._due if owner == seat)]
            used = [*waiting, *self.at.players[seat].effects_used]
            ready = self.ready(seat, when).items()
            self._due += [(seat, place) for place, effect in ready if used.count(place) < effect.uses]

    def effects_left(self) -> bool:
        """Whether an effect that is due has not been resolved yet."""
        return bool(self._due) or any(self._parts.values())

    def settle(self) -> Flow[None]:
        """※効果の処理について: what is due together is resolved player by player; what comes due meanwhile waits
        [AN-5.0-8]."""
        while self._due and not self._in_batch:
            batch, self._due = self._due, []
            self._in_batch = True
            self._parts = {seat: [place for owner, place in batch if owner == seat] for seat in self.order()}
            forced = False
            for seat in self._parts:
                forced = yield from self._resolve_own(seat, forced)
            self._in_batch = False
            if self._due and forced:
                yield from self.boundary()

    def _resolve_own(self, seat: int, forced: bool) -> Flow[bool]:
        """In any order; what is optional may be left out, a single one that is not is no choice. `forced` says whether
        the effect before was none, after which comes a moment of its own; given is whether the last was none."""
        places = self._parts[seat]

        def left() -> dict[Place, Effect]:
            known = dict(self.places(seat))
            places[:] = [place for place in places if place in known]
            return {place: known[place] for place in places}

        def law(act: Any) -> bool:
            if isinstance(act, actions.Pass):
                return all(effect.may for effect in left().values())
            return isinstance(act, actions.Resolve) and Place(act.card, act.level, act.effect) in left()

        def single(now: dict[Place, Effect]) -> bool:
            return len(places) == 1 and not now[places[0]].may

        while now := left():
            if forced:
                yield from self.boundary()
                forced = False
                continue  # a fragment may have left another choice, or none
            if single(now):
                yield from self.pause()
                if not left():
                    continue
                place, forced = places[0], True
            else:
                answer = yield from self.ask(lambda: {} if not (rest := left()) or single(rest) else {seat: law})
                if answer is None:
                    continue
                if isinstance(answer[1], actions.Pass):
                    break
                place = Place(answer[1].card, answer[1].level, answer[1].effect)
            places.remove(place)
            self.at.players[seat].effects_used.append(place)
            yield from self.carry_out(seat, now[place])
        places.clear()
        return forced

    def carry_out(self, seat: int, effect: Effect) -> Flow[None]:
        """Everything that an effect does, in order, as far as it can be done [AN-7.3-4]."""
        self._in_effect, self._quiet = True, False
        for op in effect.does:
            match op["op"]:
                case "distance":
                    self.at.distance += op["amount"]
                case "damage":
                    self.hit(dict.fromkeys(targets(seat, op), op["amount"]), "effect")
                case "heal":
                    self._heal(seat, op["amount"])
                case "remove_stored":
                    self.at.players[seat].stored = max(0, self.at.players[seat].stored - op["amount"])
                    self._check_wounds()
                case "cooldown":
                    yield from self._cool_some(seat, op["skills"])
                case "open":
                    yield from self.open_costs({seat: op["count"]})
                case _:
                    turn = {"turn_end": self.at.turn, "next_turn_end": self.at.turn + 1, "game_end": 0}[effect.until]
                    for target in targets(seat, op):
                        self.at.players[target].changes.append(Change(op["op"], amount(op), turn))
        self._in_effect = False

    # Damage.

    def hit(self, hits: Mapping[int, int], kind: str) -> None:
        """Damage to one or to both at once, with what changes the damage received, and what it triggers."""
        self._quiet = False
        final = {seat: n + sum(self.amounts(seat, "damage_received")) for seat, n in hits.items()}
        triggered = []
        for seat, points in final.items():
            if points <= 0:
                continue  # no damage received [AN-5.5d-8]
            player = self.at.players[seat]
            if player.level == TOP_LEVEL or player.life > 0 or not self.readings.no_triggers_at_zero:
                triggered.append(seat)
            if player.level == TOP_LEVEL:
                player.stored += points
            else:
                player.life = max(0, player.life - points)
                self._fell[seat] = self._fell[seat] or player.life <= LEVEL_2_AT
            self.log.append(("damage", seat, points, kind))
        self._check_wounds()
        self.come_due("damaged", tuple(triggered))

    def _check_wounds(self) -> None:
        """致命傷: 3 or more stored; of two, who has more."""
        stored = {seat: player.stored for seat, player in self.at.players.items()}
        wounded = [seat for seat in SEATS if stored[seat] >= FATAL]
        losers = [seat for seat in wounded if len(wounded) == 1 or stored[seat] > stored[opponent(seat)]]
        if losers:
            (self.at.loser,) = losers
            raise Over

    def _heal(self, seat: int, points: int) -> None:
        """Up to 10 [AN-1.3-7]; life 0 stays 0 [AN-6.3-5] [AN-6.5-20]."""
        player = self.at.players[seat]
        healed = min(STARTING_LIFE, player.life + points) - player.life
        if player.life > 0 and healed:
            player.life += healed
            self.log.append(("healed", seat, healed, ""))

    # ※クールダウン, and turning costs up.

    def cool(self, seat: int, skill: int) -> None:
        """One cooldown: the top cost to hand, or without costs the skill; 二重クールダウン turns it upright first. A
        skill that has left the zone meanwhile has none."""
        player = self.at.players[seat]
        pile = player.pile(skill)
        if pile is None:
            return
        if not pile.costs:
            player.zone.remove(pile)
            player.hand.append(skill)
        elif self.cards.skills[skill].double and not pile.costs[-1].upright:
            pile.costs[-1].upright = True
        else:
            player.hand.append(pile.costs.pop().card)

    def _cool_some(self, seat: int, which: str) -> Flow[None]:
        """Each skill in the own zone, or one chosen."""
        player = self.at.players[seat]
        chosen = [pile.skill for pile in player.zone]
        if which == "one" and len(chosen) > 1:
            act = yield from self.one(seat, lambda act: isinstance(act, actions.Cool) and act.card in chosen)
            chosen = [act.card]
        for skill in chosen:
            self.cool(seat, skill)

    def open_costs(self, counts: dict[int, int]) -> Flow[None]:
        """Each turns so many face-down costs in the opponent's zone up: all, if these are not more, else of the own
        choice. Who finds none left is not asked."""
        for seat, closed in {seat: self.at.players[opponent(seat)].closed() for seat in counts}.items():
            if counts[seat] >= len(closed):
                self._open(seat, closed)
                del counts[seat]

        def question() -> Question:
            left = {seat: count for seat, count in counts.items() if self.at.players[opponent(seat)].closed()}
            return {seat: self._opens(seat, count) for seat, count in left.items()}

        while answer := (yield from self.ask(question)):
            self._open(answer[0], [(cost.skill, cost.position) for cost in answer[1].costs])
            del counts[answer[0]]

    def _opens(self, seat: int, count: int) -> Law:
        def law(act: Any) -> bool:
            if not isinstance(act, actions.Open):
                return False
            closed = self.at.players[opponent(seat)].closed()
            costs = [(cost.skill, cost.position) for cost in act.costs]
            return costs == sorted(set(costs)) and set(costs) <= set(closed) and len(costs) == min(count, len(closed))

        return law

    def _open(self, seat: int, costs: list[tuple[int, int]]) -> None:
        for skill, position in costs:
            pile = self.at.players[opponent(seat)].pile(skill)
            assert pile is not None
            pile.costs[position - 1].open = True


def targets(seat: int, op: Mapping[str, Any]) -> tuple[int, ...]:
    """Whom an operation means: its owner, unless it says otherwise; who forbids, forbids the opponent."""
    to = op.get("to", "opponent" if op["op"] == "forbid_set" else "own")
    return {"own": (seat,), "opponent": (opponent(seat),), "both": SEATS}[to]


def amount(op: Mapping[str, Any]) -> int:
    """By how much, or which level, or which skills."""
    if op["op"] == "disable_ability":
        return int(op["level"])
    return FORBIDS[op["skills"]] if op["op"] == "forbid_set" else int(op["amount"])
