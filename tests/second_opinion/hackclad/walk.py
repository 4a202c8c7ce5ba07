"""A round on its way through both judges."""

from copy import deepcopy
from typing import Any

from shinpan_engine.kernel.play.match import Match

from .judge import Judge
from .position import Position, Readings
from .positions import read
from .squares import SQUARES
from .windows import Attack

ASKED = {
    "turn": "turn",
    "re_enter": "re-entry",
    "react": "reaction",
    "move": "move",
    "target": "target",
    "give": "give",
}
"""What the engine asks, in the second judge's words."""


class Walk:
    """The engine's game and the second judge's, which must agree at every question."""

    def __init__(self, match: Match, limit: int, readings: Readings, goes_on: bool = False) -> None:
        self.match = match
        self.limit = limit
        self._drawn = set(match.table.chance.outcomes)
        """The labels under which chance has been asked; none comes twice."""
        self.judge = Judge(self.engine_says(), readings, self._chance, goes_on)
        self.compare()

    def engine_says(self) -> Position:
        """The engine's position."""
        return read(self.match.table.state, self.match.table.mode, self.limit)

    def _chance(self, what: str) -> list[int]:
        """The last order of some cards."""
        outcomes = self.match.table.chance.outcomes
        labels = [label for label in outcomes if label.startswith(what) and label not in self._drawn]
        self._drawn.update(labels)
        return list(outcomes[labels[-1]])

    def over(self) -> bool:
        """Whether the round is through."""
        return self.judge.question is None

    def asked(self, seat: int, act: Any) -> bool:
        """What both say of an action; they must agree."""
        refused = self.match.consider(seat, act)
        second = self.judge.allows(seat, act)
        assert (refused is None) == second, (
            f"p{seat} {act}\nengine {refused}\nsecond {second}, {self.judge.question}\nin {self.judge.at}"
        )
        return second

    def take(self, seat: int, act: Any) -> None:
        """Both carry it out, and must come to the same position."""
        before = deepcopy(self.judge.at)
        refused = self.match.play(seat, act)
        assert refused is None, refused
        self.judge.take(seat, act)
        try:
            self.compare()
        except AssertionError as error:
            error.add_note(f"after p{seat} {act}\nin {before}")
            raise

    def compare(self) -> None:
        """Both must stand before the same question in the same position."""
        engine, second = self.engine_says(), self.judge.at
        question = self.judge.question
        if question is None:
            one, other = comparable(engine, self.ended()), comparable(second, second.ended)
            assert one == other, f"at the end\nengine {one}\nsecond {other}"
            if engine.mode == "coop" and self.judge.goes_on and second.ended == "round":
                drafts = before_draft(engine), before_draft(second)
                assert drafts[0] == drafts[1], f"before the draft\nengine {drafts[0]}\nsecond {drafts[1]}"
            return
        for witch in second.witches.values():
            second.used.sort()
            second.outside.sort()
            second.markers.sort()
            for cards in (witch.hand, witch.discard, witch.extended, witch.turn_cards, witch.used):
                cards.sort()
        first = next((decision for decision in self.match.ask.decisions if decision.ask), None)
        asked = (ASKED.get(first.ask, first.ask), first.seat) if first else None
        second_asks = question.kind, question.seat
        assert asked == second_asks, f"engine asks {asked}, second {second_asks}\nsecond {second}\nengine {engine}"
        assert engine == second, "\n".join(differences(engine, second))
        if question.attack is not None:
            self._compare_attack(question.attack)

    def _compare_attack(self, attack: Attack) -> None:
        """The squares attacked, and who has passed."""
        window = self.match.table.state.windows[-1]
        squares = sorted(SQUARES[square - 1] for square in window.squares)
        second = sorted(attack.squares(self.judge.at)), sorted(attack.passed)
        assert (squares, sorted(window.passed)) == second, f"engine {squares} {window.passed}, second {second}"

    def ended(self) -> str:
        """How co-op ended in the engine, "round" if the round is through."""
        state = self.match.table.state
        if state.ending is None or self.match.table.mode != "coop":
            return "round"
        return "won" if state.ending.winners else "lost" if state.stock else "?"


def differences(engine: Position, second: Position) -> list[str]:
    """Where two positions differ, a line each."""
    pairs = [(f"p{seat} ", witch, second.witches[seat]) for seat, witch in engine.witches.items()]
    return [
        f"{where}{name}: engine {value}, second {getattr(other, name)}"
        for where, one, other in [("", engine, second), *pairs]
        for name, value in vars(one).items()
        if name not in ("witches", "met") and value != getattr(other, name)
    ]


def before_draft(position: Position) -> tuple[Any, ...]:
    """What the draft of co-op begins with: turn cards may be back in the hand already."""
    players = [
        (witch.chip, witch.mp, witch.cp, witch.deck, sorted(witch.hand + witch.turn_cards), sorted(witch.discard))
        for witch in position.witches.values()
    ]
    return position.round, position.voltage, position.slots, position.clad_deck, players


def comparable(position: Position, ended: str) -> tuple[Any, ...]:
    """What is left to compare when the round is through: gauges and cards have changed by then. Of a stock that runs
    out among several marks only the sum is certain."""
    witches = position.witches.values()
    stones = sum(position.stones.values()) + sum(witch.vp for witch in witches)
    if ended == "won":
        return ended, position.health, stones
    players = [(witch.square, witch.injuries, witch.pollution, witch.vp) for witch in witches]
    return ended, position.clad, position.front, position.legions, position.stones, position.health, players
