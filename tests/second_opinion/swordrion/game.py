"""A whole game: the first hands, ②バトル準備 and ④お買い物 around the battles; from the print alone.

Of the engine only the shapes of the actions are used. Where the print is open, the ruling of the catalogue is taken.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from shinpan_engine.games.swordrion.table import actions
from shinpan_engine.games.swordrion.table.actions import DONE, PASS

from .fields import Flow
from .judge import Judge
from .position import COLOURS, LINE, OWN, Camp, Common, Readings, Stack
from .printed import Card
from .rounds import Round

FIRST_HAND = 7
RELICS = 2
DISPLAYED = 5
STOCKED = 5
GOLD = {"green": 2, "yellow": 2, "blue": 5}
CUBES = dict(zip(COLOURS, (actions.Colour.GREEN, actions.Colour.YELLOW, actions.Colour.BLUE), strict=True))


class Game(Round):
    """Plays from the shuffled deck to the end of the game."""

    def __init__(self, cards: Mapping[int, Card], readings: Readings, deck: Sequence[int], seats: int) -> None:
        cubes = dict(zip(COLOURS, readings.first_cubes, strict=True))
        camps = [Camp(hand=[], cubes=dict(cubes), status="out") for _ in range(seats)]
        super().__init__(cards, readings, Common(list(deck), [], 0), camps)

    def take(self, seat: int, act: Any) -> None:
        """The other participant, too, can draw nothing more from a deck that this has emptied."""
        super().take(seat, act)
        if not self.common.deck:
            for other, acts in self.asked.items():
                self.asked[other] = [act for act in acts if not isinstance(act, actions.Redraw)]

    # ①ゲームの準備.

    def begin(self) -> None:
        """最初の手札: seven each, for one alone to be replaced, for two to be handed round."""
        packets = self.dealt(range(1, len(self.camps) + 1), FIRST_HAND)
        if len(self.camps) == 1:
            self.camps[0].hand = packets[1]
            self.then(self._next_round, {1: self._replace(self.camps[0])})
            return
        for camp, packet in zip(self.camps, packets.values(), strict=True):
            camp.packet = packet
        self._pick()

    def _replace(self, camp: Camp) -> Flow[None]:
        """1回だけ好きな枚数をハイキしてその枚数分引き直せます."""
        most = min(len(camp.hand), len(self.common.deck))
        some = [list(chosen) for count in range(1, most + 1) for chosen in combinations(sorted(camp.hand), count)]
        act = yield [PASS, *map(actions.Replace, some)]
        if act != PASS:
            camp.hand = [card for card in camp.hand if card not in act.cards]
            self.common.discard += act.cards
            camp.hand += self.dealt([1], len(act.cards))[1]

    def _pick(self) -> None:
        self._picked: dict[int, int] = {}
        self.then(self._exchange, {seat: self._pick_one(seat) for seat in range(1, len(self.camps) + 1)})

    def _pick_one(self, seat: int) -> Flow[None]:
        act = yield [actions.Pick(card) for card in self.camps[seat - 1].packet]
        self._picked[seat] = act.card

    def _exchange(self) -> None:
        """残りを他の参加者と入れ替えます, until nothing is left."""
        for seat, card in self._picked.items():
            camp = self.camps[seat - 1]
            camp.hand.append(card)
            camp.packet.remove(card)
        one, other = self.camps
        one.packet, other.packet = other.packet, one.packet
        if one.packet:
            self._pick()
        else:
            self._next_round()

    # ②バトル準備.

    def _next_round(self) -> None:
        self.common.round += 1
        self.judges = [Judge(self.cards, self.readings, self.common, camp) for camp in self.camps]
        for camp in self.camps:
            camp.status = "fighting"
        self.then(self.first_lines, {seat: self._prepare(judge) for seat, judge in enumerate(self.judges, start=1)})

    def _prepare(self, judge: Judge) -> Flow[None]:
        camp = judge.camp
        yield from self._lay_line(judge)
        yield from self._fix_relics(judge)
        camp.spells += [card for card in camp.hand if self.cards[card].is_spell]
        camp.hand = [card for card in camp.hand if not self.cards[card].is_spell]
        yield from judge.prepare()

    def _lay_line(self, judge: Judge) -> Flow[None]:
        """手札を場に5枚並べる, one after the other."""
        camp = judge.camp
        line = camp.fields[OWN]
        while len(line) < LINE and (able := [card for card in camp.hand if judge.may_lie(OWN, card)]):
            acts: list[Any] = [actions.Lay(card) for card in able if self._leaves_enough(judge, card)]
            if line and self._may_end(judge):
                acts.append(PASS)
            act = yield acts
            if act == PASS:
                break
            camp.hand.remove(act.card)
            line.append(Stack([act.card], hp=Fraction(self.cards[act.card].hp)))

    def _is_relic(self, card: int) -> bool:
        return self.cards[card].relic is not None

    def _enough(self, judge: Judge, hand: Sequence[int], places: int) -> bool:
        """Whether these cards fill so many places of the line and the open relic places; first those lie that are no
        relics."""
        able = sorted((card for card in hand if judge.may_lie(OWN, card)), key=self._is_relic)
        rest = [card for card in hand if card not in able[:places]]
        return len(able) >= places and sum(map(self._is_relic, rest)) >= RELICS - len(judge.camp.relics)

    def _leaves_enough(self, judge: Judge, card: int) -> bool:
        """Whether five and two remain possible, if they are."""
        hand, places = judge.camp.hand, LINE - len(judge.camp.fields[OWN])
        rest = [other for other in hand if other != card]
        return not self._enough(judge, hand, places) or self._enough(judge, rest, places - 1)

    def _may_end(self, judge: Judge) -> bool:
        """In want of cards the rest may become relics, if none stays in the hand that could lie in the line."""
        hand, relics = judge.camp.hand, judge.camp.relics
        if self._enough(judge, hand, LINE - len(judge.camp.fields[OWN])):
            return False
        left = [card for card in hand if judge.may_lie(OWN, card)]
        return len(left) <= RELICS - len(relics) and all(map(self._is_relic, left))

    def _fix_relics(self, judge: Judge) -> Flow[None]:
        """レリックを2枚決める; 交換したレリックはハイキ場に."""
        camp = judge.camp
        able = [card for card in camp.hand if self._is_relic(card)]
        acts: list[Any] = [PASS] if len(camp.relics) == RELICS or not able else []
        lie = [card for card in camp.hand if judge.may_lie(OWN, card)]
        for chosen in combinations(sorted([*camp.relics, *able]), min(RELICS, len(camp.relics) + len(able))):
            short = len(camp.fields[OWN]) < LINE and len(camp.relics) < RELICS
            kept_back = short and not set(lie) <= set(chosen)
            if set(chosen) != set(camp.relics) and not kept_back:
                acts.append(actions.Relics(list(chosen)))
        act = yield acts
        if act != PASS:
            self.common.discard += [card for card in camp.relics if card not in act.cards]
            camp.hand = [card for card in camp.hand if card not in act.cards]
            camp.relics[:] = act.cards

    # ④お買い物.

    def shop(self) -> None:
        """山札から各参加者ごとに5枚ずつ."""
        for seat, cards in self.dealt(range(1, len(self.camps) + 1), DISPLAYED).items():
            self.camps[seat - 1].display = cards
            self.camps[seat - 1].status = "out"
        self.then(self._next_round, {seat: self._buy(judge) for seat, judge in enumerate(self.judges, start=1)})

    def _buy(self, judge: Judge) -> Flow[None]:
        """Buying, マリガン and ストック in any order."""
        camp = judge.camp
        yield from judge.shop()
        bought = 0
        while (act := (yield [DONE, *self._deals(judge, bought)])) != DONE:
            if isinstance(act, actions.Buy):
                bought += act.card in camp.display or self.readings.stocked_count_as_bought
                self._pay(camp, (act.green, act.yellow, act.blue))
                camp.hand.append(act.card)
            else:
                self._pay(camp, [int(cube == act.cube) for cube in CUBES.values()])
            for pile in (camp.display, camp.stock):
                pile[:] = [card for card in pile if card != act.card]
            if isinstance(act, actions.Redraw):
                self.common.discard.append(act.card)
                camp.display.append(self.common.deck.pop(0))
            elif isinstance(act, actions.Stock):
                camp.carried.append(act.card)
        self.common.discard += [*camp.display, *camp.stock]
        camp.display, camp.stock, camp.carried, camp.used = [], camp.carried, [], dict.fromkeys(COLOURS, 0)

    def _pay(self, camp: Camp, given: Sequence[int]) -> None:
        for colour, count in zip(COLOURS, given, strict=True):
            camp.used[colour] += count

    def _deals(self, judge: Judge, bought: int) -> Iterator[Any]:
        camp = judge.camp
        left = [camp.cubes[colour] - camp.used[colour] for colour in COLOURS]
        cubes = [cube for cube, count in zip(CUBES.values(), left, strict=True) if count]
        for card in [*camp.display, *camp.stock]:
            counts = card in camp.display or self.readings.stocked_count_as_bought
            if bought < DISPLAYED or not counts:
                ways = product(*(range(count + 1) for count in left))
                yield from (actions.Buy(card, *given) for given in ways if worth(given) >= self.cards[card].cost)
            if card in camp.display and self.common.deck:
                yield from (actions.Redraw(card, cube) for cube in cubes)
            dear = self.readings.stock_anything or worth(left) < self.cards[card].cost
            if dear and len({*camp.carried, *camp.stock, card}) <= self._most_stocked(judge):
                yield from (actions.Stock(card, cube) for cube in cubes)

    def _most_stocked(self, judge: Judge) -> int:
        """5枚までストック可能, unless relics say otherwise; of several the best for the participant."""
        return max(judge.limits("limit_stock"), default=STOCKED)


def worth(cubes: Sequence[int]) -> int:
    """緑, 黄色キューブ 2金貨, 青色キューブ 5金貨."""
    return sum(count * GOLD[colour] for count, colour in zip(cubes, COLOURS, strict=True))
