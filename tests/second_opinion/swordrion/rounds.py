"""The battles of a round for one or two participants, and what ends it; from the print alone."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from shinpan_engine.games.swordrion.table import actions

from .fields import Flow
from .judge import Judge
from .position import ENEMY, LINE, LONGEST, OWN, ROUNDS, Camp, Common, Readings
from .printed import Card
from .scoring import points_of, rank_of, winner_of

ENDLESS = 5000
"""After so many questions with one answer a battle is taken to go on for ever."""


class Result(NamedTuple):
    """How a game ended."""

    deck_out: bool
    points: list[int]
    left: list[int]
    rank: str
    winner: int


class Round:
    """Plays from the line-up on: `asked` says who may do what, until the game is over or shopping begins."""

    def __init__(self, cards: Mapping[int, Card], readings: Readings, common: Common, camps: Sequence[Camp]) -> None:
        self.cards = cards
        self.readings = readings
        self.common = common
        self.camps = list(camps)
        self.judges = [Judge(cards, readings, common, camp) for camp in camps]
        self.asked: dict[int, list[Any]] = {}
        self.result: Result | None = None
        self.shopping = False
        self.sorting = False
        """Whether leftovers are on their way under the deck."""
        self.endless = False
        self._flows: dict[int, Flow[None]] = {}
        self._then: Callable[[], None]
        self.begin()

    def take(self, seat: int, act: Any) -> None:
        """Carries out what is allowed, up to the next question."""
        del self.asked[seat]
        self._go_on(seat, act)
        self._pass_by()

    def then(self, what: Callable[[], None], flows: Mapping[int, Flow[None]]) -> None:
        """All go on side by side, each from its first question; what follows when they are through."""
        self._then = what
        self._flows = dict(flows)
        for seat in list(flows):
            self._go_on(seat, None)
        self._pass_by()

    def _go_on(self, seat: int, act: Any) -> None:
        """Up to the next question."""
        try:
            self.asked[seat] = self._flows[seat].send(act)
        except StopIteration:
            del self._flows[seat]

    def _pass_by(self) -> None:
        """Questions that have one answer are answered, in seat order."""
        for _ in range(ENDLESS):
            alone = [seat for seat, acts in self.asked.items() if len(acts) == 1]
            if not alone:
                break
            self._go_on(min(alone), self.asked.pop(min(alone))[0])
        else:
            self.endless = True
        self.asked = dict(sorted(self.asked.items()))
        if not self._flows:
            self._then()

    # ②バトル準備.

    def begin(self) -> None:
        """What relics do before the battles."""
        self.then(self.first_lines, {seat: judge.prepare() for seat, judge in enumerate(self.judges, start=1)})

    def first_lines(self) -> None:
        """The first battle of a round, for all."""
        self._lines(range(1, len(self.camps) + 1))

    def _lines(self, seats: Sequence[int]) -> None:
        """Five cards face down for each; a deck that is too small ends the game."""
        if self.common.battle == LONGEST or not self.supplies(len(seats)):
            self._deck_out()
            return
        self.common.battle += 1
        for seat, cards in self.dealt(seats, LINE).items():
            self.camps[seat - 1].fields[ENEMY] += map(self.judges[seat - 1].face_down, cards)
            self.camps[seat - 1].status = "fighting"
        self.then(self._after_battles, {seat: self.judges[seat - 1].battle() for seat in seats})

    def dealt(self, seats: Sequence[int], count: int) -> dict[int, list[int]]:
        """So many cards for each from the top of the deck: all of one and then all of the other, or by turns."""
        turns = [*seats] * count if self.readings.dealt_by_turns else [seat for seat in seats for _ in range(count)]
        cards: dict[int, list[int]] = {seat: [] for seat in seats}
        for seat in turns[: len(self.common.deck)]:
            cards[seat].append(self.common.deck.pop(0))
        return cards

    def supplies(self, seats: int) -> bool:
        """Whether the deck is enough for all, or, read otherwise, at least for one card of each."""
        if not self.readings.play_short:
            return len(self.common.deck) >= LINE * seats
        return len(self.common.deck) > (seats - 1) * (1 if self.readings.dealt_by_turns else LINE)

    def _deck_out(self) -> None:
        for camp in self.camps:
            if self.readings.deck_out_as_uncleared and camp.status in ("ready", "cleared"):
                camp.cubes["green"] += 1
                camp.cubes["yellow"] += 1
        self._score(deck_out=True)

    # ③バトルのつづき.

    def _after_battles(self) -> None:
        """When both are through: the next battle, or the end of the round."""
        cleared = [seat for seat, camp in enumerate(self.camps, start=1) if camp.status == "cleared"]
        if cleared:
            self._lines(cleared)
        else:
            self.common.battle = 0
            self._sort_leftovers(1)

    def _sort_leftovers(self, seat: int) -> None:
        """Leftovers go under the deck, in seat order."""
        if seat > len(self.camps):
            self.sorting = False
            self._end_round(1)
            return
        self.sorting = True
        left = self._leftovers(self.camps[seat - 1])
        self.then(partial(self._sort_leftovers, seat + 1), {seat: self._put_under(left)})

    def _put_under(self, left: list[list[int]]) -> Flow[None]:
        """One by one, front first unless the order is free."""
        while left:
            places = range(1, len(left) + 1) if self.readings.bottom_chosen else (1,)
            act = yield [actions.Under(place) for place in places]
            self.common.deck += left.pop(act.place - 1)

    def _end_round(self, seat: int) -> None:
        """Relics do what they do at the end of a round, in seat order."""
        if seat > len(self.camps):
            self._go_shopping()
            return
        self.then(partial(self._end_round, seat + 1), {seat: self.judges[seat - 1].end_round()})

    def _leftovers(self, camp: Camp) -> list[list[int]]:
        """The enemy line from the front on, stacks taken apart, then whoever waits."""
        left: list[list[int]] = []
        for stack in camp.fields[ENEMY]:
            left.append([*stack.cards, *(card for card, whose in stack.equipment if whose == ENEMY)])
            camp.graves[OWN] += [card for card, whose in stack.equipment if whose == OWN]
        left += [[card] for card in camp.waiting]
        camp.fields[ENEMY].clear()
        camp.waiting.clear()
        return left

    def _gather(self, camp: Camp) -> None:
        """All own cards come to the hand; what the automata put on them goes where their used spells are."""
        for stack in camp.fields[OWN]:
            camp.hand += [*stack.cards, *(card for card, whose in stack.equipment if whose == OWN)]
            camp.graves[ENEMY] += [card for card, whose in stack.equipment if whose == ENEMY]
        camp.hand += [*camp.graves[OWN], *camp.spells]
        for pile in (camp.fields[OWN], camp.graves[OWN], camp.spells):
            pile.clear()
        if self.readings.relics_return and self.common.round < ROUNDS:
            camp.hand += camp.relics
            camp.relics.clear()

    def _go_shopping(self) -> None:
        """④お買い物 needs five cards for each; in the third round points are counted instead. All comes home first."""
        for camp in self.camps:
            self._gather(camp)
        if self.common.round == ROUNDS:
            self._score(deck_out=False)
        elif not self.supplies(len(self.camps)):
            self._deck_out()
        else:
            self.shop()

    def shop(self) -> None:
        """④お買い物 is another judge's."""
        self.shopping = True

    # ⑤点数計算.

    def _score(self, deck_out: bool) -> None:
        points, left = [], []
        for judge in self.judges:
            for_cubes, remainder = points_of(judge.camp.cubes, self.readings)
            points.append(for_cubes + self._for_relics(judge))
            left.append(remainder)
        rank = rank_of(points[0]) if len(points) == 1 else "NONE"
        winner = winner_of(points, left) if len(points) > 1 else 1
        self.result = Result(deck_out, points, left, rank, winner)

    def _for_relics(self, judge: Judge) -> int:
        """点数に関わるレリックの効果."""
        held = {**judge.camp.cubes, "stock": len(judge.camp.stock), "hand": len(judge.camp.hand)}
        total = 0
        for card in judge.camp.relics:
            relic = self.cards[card].relic
            if relic is None or relic["timing"] != "scoring" or not judge.holds(OWN, relic.get("condition", {})):
                continue
            for op in relic["ops"]:
                per = op.get("per", "once")
                total += op["amount"] * (1 if per == "once" else held[per] // op.get("each", 1))
        return total
