"""A game on its way through both judges."""

from typing import Any

from shinpan_engine.games.anoare import actions
from shinpan_engine.kernel.match import Match

from . import features, known
from .judge import Judge
from .positions import in_order, life_events, read


class Walk:
    """The engine's game and the second judge's, which must agree at every question, but for what is known."""

    def __init__(self, match: Match, judge: Judge, forgives: bool = True) -> None:
        self.match = match
        self.judge = judge
        self.left_out = ""
        """The clause about which both are known to differ, once it came up."""
        self._forgives = forgives
        self._compare()

    def _compare(self) -> None:
        """Both must stand before the same question in the same position, after the same happened to life."""
        judge, state = self.judge, self.match.table.state
        engine, engine_log = in_order(read(state)), life_events(self.match.table.events)
        while self._forgives and engine != in_order(judge.at) and known.missing_pause(judge):
            judge.take(1, actions.GO_ON)
        asked = {decision.seat for decision in self.match.ask.decisions}
        differ = (engine, engine_log, asked) != (in_order(judge.at), sorted(judge.log), set(judge.asked))
        if self._forgives and judge.dropped:
            self.left_out = "AN-7.2-1"
        elif self._forgives and differ:
            self.left_out = known.difference(self.match, engine, engine_log, judge)
        if differ and not self.left_out:
            engine_says = f"engine {engine}\n{engine_log}, asked {asked}"
            raise AssertionError(f"{engine_says}\nsecond {judge.at}\n{sorted(judge.log)}, asked {set(judge.asked)}")

    def over(self) -> bool:
        """Whether nothing is left to compare."""
        return bool(self.left_out) or not self.match.ask.decisions

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
