"""Two judges, one opinion: the engine against a second judge written from the printed manual alone.

Random positions are played on by both. In each, random actions are judged by both; then one is taken by both, and the
positions that come of it are compared: hands, fields, boosts, piles, discard, life, who decides what, who won.
"""

from collections import Counter
from typing import Any

import pytest

from shinpan_engine.games.wars3x3.table import actions
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.play.chance import Stream

from ...laws.near_misses import near_misses
from ...random_games import seeds, told
from .candidates import Tries, every_legal
from .features import WANTED, end, features
from .judge import Judge, Position
from .positions import in_order, random_options, random_scene, read
from .printed import house

CARDS = house()
MOST_ACTIONS = 60
TRIES = 12
MISSES = 8
ENOUGH_GAMES = 500
"""From so many games on each of the wanted features must have come up."""


class Walk:
    """A random position on its way through both judges."""

    def __init__(self, seed: int, label: str, most_in_hand: int) -> None:
        self.dice = Stream(seed.to_bytes(32, "big"), label)
        options = random_options(self.dice)
        self.judge = Judge(CARDS, options)
        self.scene = random_scene(self.dice, CARDS, options, most_in_hand)
        self.at = self.read()

    def read(self) -> Position:
        return in_order(read(self.scene.state, self.judge))

    def asked(self, seat: int, act: Any) -> bool:
        """What both say of an action; they must agree."""
        refused = self.scene.match.consider(seat, act)
        second = self.judge.allows(self.at, seat, act)
        assert (refused is None) == second, f"p{seat} {act}\nengine {refused}\nsecond {second}\nin {self.at}"
        return second

    def take(self, seat: int, act: Any) -> None:
        """Both carry it out, and must come to the same position."""
        before, second = self.at, in_order(self.judge.after(self.at, seat, act))
        self.scene.do(seat, act)
        self.at = self.read()
        assert self.at == second, f"p{seat} {act}\nengine {self.at}\nsecond {second}\nafter {before}"

    def tries(self) -> list[tuple[int, Any]]:
        """What is judged here: one of the engine's own proposals, what is almost that, and what comes to mind."""
        decision = self.scene.match.ask.decisions[0]
        proposed = decision.sample(self.scene.table, self.dice)
        misses = list(near_misses(proposed))
        chosen = [misses[at] for at in self.dice.shuffle(range(len(misses)))[:MISSES]]
        random = Tries(self.judge, self.at, self.dice)
        return [*((decision.seat, act) for act in (proposed, *chosen)), *(random.act() for _ in range(TRIES))]

    def chosen(self, legal: list[tuple[int, Any]]) -> tuple[int, Any]:
        """What is done: something rather than nothing, and no resignation as long as there is something else."""
        some = [(seat, act) for seat, act in legal if not isinstance(act, actions.Resign)]
        active = [(seat, act) for seat, act in some if act != actions.PASS]
        many = [(seat, act) for seat, act in active if len(getattr(act, "spells", ())) > 1]
        among = many if many and self.dice.below(2) else active if active and self.dice.below(5) else some
        return among[self.dice.below(len(among))]


def test_both_judges_say_and_do_the_same() -> None:
    """Of legal, nearly legal and illegal actions in random positions both say the same, and what both allow leads both
    to the same position, to the end of the game."""
    met: Counter[str] = Counter()
    games = 0
    for seed in seeds(1200):
        games += 1
        with told(seed):
            walk = Walk(seed, "second-opinion", most_in_hand=8)
            for _ in range(MOST_ACTIONS):
                if walk.at.ended is not None:
                    break
                legal = [(seat, act) for seat, act in walk.tries() if walk.asked(seat, act)]
                for _, act in legal:
                    met.update(set(features(walk.judge, walk.at, act)))
                walk.take(*walk.chosen(legal))
            met.update(end(walk.at))
    assert games < ENOUGH_GAMES or [wanted for wanted in WANTED if met[wanted] == 0] == []


@pytest.mark.clause("W3-2.1-3", "W3-2.1-5", "W3-2.2-3", "W3-2.3-2", "W3-2.3-19", "W3-4.2-4", "W3-4.2-7")
def test_both_judges_list_the_same() -> None:
    """In small positions what the engine offers is what the second judge allows of all that can be written."""
    for seed in seeds(100):
        with told(seed):
            walk = Walk(seed, "lists", most_in_hand=3)
            for _ in range(MOST_ACTIONS):
                if walk.at.ended is not None:
                    break
                legal = list(every_legal(walk.judge, walk.at))
                offered = list(walk.scene.match.options())
                assert sorted((s, encode(a)) for s, a in offered) == sorted((s, encode(a)) for s, a in legal), walk.at
                walk.take(*walk.chosen(legal))
