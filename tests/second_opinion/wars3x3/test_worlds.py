"""The pack `print` leaves costs open. The second judge looks at every world that it leaves possible."""

from typing import Any

import pytest

from shinpan_engine.games.wars3x3 import GAME
from shinpan_engine.games.wars3x3.table import actions
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.play.chance import Stream

from ...games.wars3x3.opening import DECK
from ...random_games import seeds, told
from .candidates import SPELLS, Tries
from .judge import Judge, Position
from .positions import in_order, random_options, random_scene, read
from .printed import worlds

NAMED = [card for card in DECK if GAME.packs["print"].cards.name[card]]
WORLDS = worlds("print", NAMED)
MOST_ACTIONS = 25
MOST_IN_HAND = 7
TRIES = 8
ENOUGH_GAMES = 50
"""From so many games on there must have been open questions, and far more that were decided."""


class Walk:
    """A random position on its way through the engine and through every world."""

    def __init__(self, seed: int) -> None:
        self.dice = Stream(seed.to_bytes(32, "big"), "worlds")
        options = random_options(self.dice)
        self.judges = [Judge(cards, options) for cards in WORLDS]
        self.scene = random_scene(self.dice, WORLDS[0], options, MOST_IN_HAND, NAMED, "print")
        self.worlds = self.read()

    def read(self) -> list[Position]:
        """The engine's position in each world: the power that a strengthening adds may differ."""
        return [in_order(read(self.scene.state, judge)) for judge in self.judges]

    def tries(self) -> list[tuple[int, Any]]:
        random = Tries(self.judges[0], self.worlds[0], self.dice)
        return [random.act() for _ in range(TRIES)]

    def asked(self, seat: int, act: Any) -> bool | None:
        """What the engine says, None if it is undecidable; no world may say otherwise."""
        second = {judge.allows(at, seat, act) for judge, at in zip(self.judges, self.worlds, strict=True)}
        try:
            engine = self.scene.match.consider(seat, act) is None
        except Undecidable:
            assert len(second) == 2 or may_stay_open(act), f"p{seat} {act}\nopen, worlds {second}\n{self.worlds[0]}"
            return None
        assert second == {engine}, f"p{seat} {act}\nengine {engine}, worlds {second}\nin {self.worlds[0]}"
        return engine

    def take(self, seat: int, act: Any) -> bool:
        """Carries it out, which comes to the same in every world; gives false if it is open what it comes to."""
        after = [in_order(judge.after(at, seat, act)) for judge, at in zip(self.judges, self.worlds, strict=True)]
        try:
            self.scene.do(seat, act)
        except Undecidable:
            assert any(position.players != after[0].players for position in after), f"p{seat} {act}: {self.worlds[0]}"
            return False
        self.worlds = self.read()
        assert self.worlds == after, f"p{seat} {act}"
        return True

    def chosen(self, legal: list[tuple[int, Any]]) -> tuple[int, Any]:
        """What is done: no resignation, and what silence means if nothing came to mind."""
        decision = self.scene.match.ask.decisions[0]
        going_on = [(seat, act) for seat, act in legal if not isinstance(act, actions.Resign)]
        return going_on[self.dice.below(len(going_on))] if going_on else (decision.seat, decision.default)


def may_stay_open(act: Any) -> bool:
    """Whether several things are asked at once, each of which may be open although no world allows them all: the spells
    of one declaration, and the cards of a pair that counters, open for reasons that exclude each other."""
    spells = act.spells if isinstance(act, SPELLS) else []
    return len(spells) > 1 or (isinstance(act, actions.Counter) and any(len(spell.with_) > 1 for spell in spells))


@pytest.mark.clause("W3-C-16", "W3-C-01", "W3-C-02", "W3-C-03", "W3-C-09")
def test_what_is_decided_holds_in_every_world() -> None:
    """What the engine calls legal or illegal is so whatever the open costs are; a single question is undecidable only
    if worlds differ; and what is carried out comes to the same in all of them."""
    games = decided = undecided = 0
    for seed in seeds(80):
        games += 1
        with told(seed):
            walk = Walk(seed)
            for _ in range(MOST_ACTIONS):
                if walk.worlds[0].ended is not None:
                    break
                verdicts = [(walk.asked(seat, act), seat, act) for seat, act in walk.tries()]
                undecided += sum(verdict is None for verdict, _, _ in verdicts)
                decided += sum(verdict is not None for verdict, _, _ in verdicts)
                if not walk.take(*walk.chosen([(seat, act) for verdict, seat, act in verdicts if verdict])):
                    break
    assert games < ENOUGH_GAMES or decided > 10 * undecided > 0
