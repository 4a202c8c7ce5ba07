"""A game on its way through both judges."""

from typing import Any

from shinpan_engine.kernel.play.match import Match

from . import features
from .judge import Judge
from .positions import in_order, life_events, read


class Walk:
    """The engine's game and the second judge's, which must agree at every question."""

    def __init__(self, match: Match, judge: Judge) -> None:
        self.match = match
        self.judge = judge
        self._compare()

    def _compare(self) -> None:
        """Both must stand before the same question in the same position, after the same happened to life."""
        judge, state = self.judge, self.match.table.state
        engine, engine_log = in_order(read(state)), life_events(self.match.table.events)
        asked = {decision.seat for decision in self.match.ask.decisions}
        if (engine, engine_log, asked) != (in_order(judge.at), sorted(judge.log), set(judge.asked)):
            engine_says = f"engine {engine}\n{engine_log}, asked {asked}"
            raise AssertionError(f"{engine_says}\nsecond {judge.at}\n{sorted(judge.log)}, asked {set(judge.asked)}")

    def over(self) -> bool:
        """Whether nothing is left to compare."""
        return not self.match.ask.decisions

    def asked(self, seat: int, act: Any) -> bool:
        """What both say of an action; they must agree."""
        refused = self.match.consider(seat, act)
        second = self.judge.allows(seat, act)
        assert (refused is None) == second, f"p{seat} {act}\nengine {refused}\nsecond {second}\nin {self.judge.at}"
        return second

    def take(self, seat: int, act: Any) -> list[str]:
        """Both carry it out; gives what is remarkable about it."""
        state = self.match.table.state
        was = read(state)
        remarkable = [*features.before(self.judge, state, seat, act)]
        self.match.table.events = []
        assert self.match.play(seat, act) is None
        self.judge.forget()
        self.judge.take(seat, act)
        self._compare()
        return [*remarkable, *features.after(self.judge, state, was, self.match.table.events)]
