"""A round on its way through both judges."""

from dataclasses import asdict
from typing import Any

from shinpan_engine.games.swordrion.table.state import EndReason, Phase
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.play.match import Match

from .game import Game
from .position import Camp, Readings
from .positions import read, told
from .rounds import Result, Round

IN_BATTLE = (Phase.PREPARATION, Phase.BATTLE, Phase.ROUND_END)
BETWEEN = ("ready", "ended")
"""Before the first battle and after the last one."""
MOST_ALONE = 5000
"""Questions with one answer after which a battle is taken to go on for ever."""


class Walk:
    """The engine's round and the second judge's, which must agree at every question that has more than one answer."""

    def __init__(self, match: Match, judge: Round) -> None:
        self.match = match
        self.judge = judge
        self.taken: list[Any] = []
        self.happened: list[str] = []
        """The kinds of events, as the engine calls them."""
        self._meet()

    def over(self) -> bool:
        """Whether nothing is left to compare."""
        return self.judge.endless or not self.judge.asked

    def asked(self, seat: int, act: Any) -> bool:
        """What both say of an action; they must agree."""
        refused = self.match.consider(seat, act)
        second = act in self.judge.asked.get(seat, [])
        assert (refused is None) == second, f"p{seat} {act}\nengine {refused}\nsecond {second}{self._told()}"
        return second

    def take(self, seat: int, act: Any) -> None:
        """Both carry it out."""
        self._engine(seat, act)
        self.judge.take(seat, act)
        self._meet()

    def _engine(self, seat: int, act: Any) -> None:
        self.taken.append((seat, act))
        self.match.table.events = []
        refused = self.match.play(seat, act)
        assert refused is None, refused
        self.happened += [type(event).__name__ for event in self.match.table.events]

    def _meet(self) -> None:
        """Questions with one answer are passed by; then both must ask the same in the same position."""
        offered = self._offered()
        for _ in range(MOST_ALONE):
            alone = [seat for seat, acts in offered.items() if len(acts) == 1]
            if not alone:
                break
            self._engine(alone[0], offered[alone[0]][0])
            offered = self._offered()
        if self.judge.endless:
            return
        for seat in sorted({*offered, *self.judge.asked}):
            engine, second = offered.get(seat, []), self.judge.asked.get(seat, [])
            assert ordered(engine) == ordered(second), f"engine asks {engine}\nsecond asks {second}{self._told()}"
        self._compare()

    def _offered(self) -> dict[int, list[Any]]:
        """What the engine offers, of a round from the line-up to its end, by seat."""
        offered: dict[int, list[Any]] = {}
        if isinstance(self.judge, Game) or self.match.table.state.phase in IN_BATTLE:
            for seat, act in self.match.options():
                offered.setdefault(seat, []).append(act)
        return offered

    def _compare(self) -> None:
        state, second = self.match.table.state, self.judge
        if second.result is not None or state.ending is not None:
            assert self._result() == second.result, f"engine {self._result()}\nsecond {second.result}{self._told()}"
            return
        if second.shopping:
            assert state.phase == Phase.SHOPPING, self._told()
            return
        engine = (state.deck, sorted(state.discard), state.round, state.battle)
        ours = (second.common.deck, sorted(second.common.discard), second.common.round, second.common.battle)
        assert engine == ours, f"engine {engine}\nsecond {ours}{self._told()}"
        for seat, camp in enumerate(second.camps, start=1):
            if not second.sorting:
                self._compare_camps(seat, camp)

    def _compare_camps(self, seat: int, camp: Camp) -> None:
        one, other = read(self.match.table.state, seat, self.judge.cards), told(camp)
        wrong = {name: (one[name], other[name]) for name in one if one[name] != other[name]}
        if camp.status in BETWEEN:
            wrong.pop("status", None)
        different = "\n".join(f"{name}\nengine {short(a)}\nsecond {short(b)}" for name, (a, b) in wrong.items())
        assert not wrong, f"p{seat} {different}{self._told()}"

    def _result(self) -> Result | None:
        ending = self.match.table.state.ending
        if ending is None:
            return None
        out = ending.reason == EndReason.DECK_OUT
        return Result(out, list(ending.points), list(ending.remainders), ending.rank.name, ending.winner)

    def _told(self) -> str:
        """Where both stand, as the second judge has it, and the cards that lie there open."""
        steps = [judge.step for judge in self.judge.judges]
        lines = [f"taken {self.taken[-8:]}", f"in {steps}", f"readings {unusual(self.judge.readings)}"]
        for camp in self.judge.camps:
            lines += [f"{what}: {short(value)}" for what, value in told(camp).items()] + [f"relics: {camp.relics}"]
            open_cards = [card for side in camp.fields.values() for stack in side if stack.up for card in stack.cards]
            lines += [str(self.judge.cards[card]) for card in [*camp.relics, *camp.spells, *open_cards]]
        return "\n" + "\n".join(lines)


def short(value: Any) -> Any:
    """A line of stacks in few words."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [{name: what for name, what in stack.items() if what and what != [0, 0, 0]} for stack in value]
    return value


def unusual(readings: Readings) -> dict[str, Any]:
    """The readings that are not the usual ones."""
    return {name: value for name, value in asdict(readings).items() if value != getattr(Readings(), name)}


def ordered(acts: list[Any]) -> list[bytes]:
    """The actions of a list, each once."""
    return sorted({encode(act) for act in acts})
