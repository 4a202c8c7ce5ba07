"""A turn on its way through both judges: from the cards played to the action step."""

from collections.abc import Iterator
from typing import Any

from shinpan_engine.games.drive.table.actions import GO_ON, PASS, Bonus, Gain, Name, Play, Pursue, Raise, Use
from shinpan_engine.games.drive.table.state import Step
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick
from shinpan_engine.kernel.play.match import Match

from . import bonus
from .battle import Battle
from .plays import Played, Plays, Readings
from .positions import read
from .printed import Cards

MOST_QUESTIONS = 60


class Walk:
    """The engine's turn and the second judge's, which must agree at every question."""

    def __init__(self, match: Match, cards: Cards, readings: Readings, act: Play) -> None:
        self.match = match
        self.state = match.table.state
        self.judge = Plays(cards.circuits, readings)
        self.top = self.state.field[-1] if self.state.field else None
        play = Played(tuple(act.cards), tuple(act.extra))
        self.numbers = self.judge.numbers(self.top, play.cards)
        self.extra_numbers = set().union(*(cards.circuits[card].numbers for card in play.extra))
        self.battle = Battle(cards, readings, read(self.state), play, -1)
        self.seat: int = self.state.active
        self.fought: list[tuple[int, int]] = []
        """Each fighter, and how often its attack counted."""
        self.chose: set[str] = set()
        """What kinds of choice there were."""
        self._bonus: bonus.Bonus | None = None
        self._at = Step.PLAY
        self._do(act)
        assert self.state.field[-1] == self.judge.top_after(play), f"{self.state.field} after {play}"
        assert sorted(self.state.played) == sorted(self.battle.played)

    def play_on(self, dice: Stream, up_to: Step = Step.ACTION) -> None:
        """Answers whatever is asked, up to a step; everything must be asked alike."""
        self._name_numbers(dice)
        self.battle.down()
        for _ in range(MOST_QUESTIONS):
            self._keep_up(min(self._step(), up_to))
            if self._step() >= up_to:
                break
            act = self._asked(dice)
            self._do(act)
            self._follow(act)
        else:
            raise AssertionError("a turn that does not end")
        self._compare(up_to)

    def _asked(self, dice: Stream) -> Any:
        """What both allow here, and nothing else; one of it is chosen, something rather than nothing mostly."""
        offered, second = ([*acts] for acts in (self._offered(), self._expected()))
        assert sorted(map(str, offered)) == sorted(map(str, second)), self._differ(offered, second)
        units = [member.unit for side in self.state.sides for member in side.party]
        cards = [Play([card]) for card in self.state.sides[self.seat - 1].hand]
        others = [PASS, *cards, *map(Pursue, units), *(Use(unit, skill) for unit in units for skill in (0, 1))]
        for act in others:
            for seat in range(1, len(self.state.sides) + 1):
                refused = self.match.consider(seat, act)
                legal = seat == self.seat and act in second
                assert (refused is None) == legal, self._differ((seat, act, refused), legal)
        return pick(dice, second) if dice.below(3) == 0 else second[dice.below(len(second) - 1)]

    def _step(self) -> Step:
        """Where the engine is; past the battle when the turn is over."""
        return self.state.step if self.state.ending is None else Step.OVER

    def _offered(self) -> list[Any]:
        return [act for _, act in self.match.options()]

    def _differ(self, engine: Any, second: Any) -> str:
        """How the two differ, and where."""
        party = {member.unit: self.battle.cards.units[member.unit] for member in self.battle.at.party}
        return f"in {self._step().name}\nengine {engine}\nsecond {second}\n{self.battle}\n{party}"

    def _do(self, act: Any) -> None:
        self.match.table.events = []
        refused = self.match.play(self.seat, act)
        assert refused is None, f"{act} was refused: {refused}"

    # Numbers are asked for only where they mean something [DR-S2.3-3].

    def _name_numbers(self, dice: Stream) -> None:
        """Says as which numbers the wilds are played, the set's first."""
        open_numbers = [self.numbers, self.extra_numbers]
        chosen = [-1, -1]
        for at, numbers in enumerate(open_numbers):
            if len(numbers) == 1:
                (chosen[at],) = numbers
            elif len(numbers) > 1 and self._asks_for(numbers):
                act = pick(dice, self._offered())
                chosen[at] = act.number
                self.chose.add("number named")
                self._do(act)
        self.battle.number, self.battle.extra_number = chosen

    def _asks_for(self, numbers: set[int]) -> bool:
        """Whether the engine asks for one of these numbers; if not, no skill of the party may look at numbers."""
        offered = self._offered()
        if offered and all(isinstance(act, Name) for act in offered):
            assert [act.number for act in offered] == sorted(numbers), f"{offered}, not {numbers}"
            return True
        units = [self.battle.cards.units[member.unit] for member in self.battle.at.party]
        looks = [skill for unit in units for skill in unit.skills if skill and skill.condition.get("numbers")]
        assert not looks, self._differ("names no number", (numbers, looks))
        return False

    # From the play to the end of the battle.

    def _keep_up(self, engine: Step) -> None:
        """Brings the second judge to the step in which the engine is, unless the boss has fallen."""
        while self._at < min(engine, Step.BONUS) and not self.battle.at.won:
            self._next()
        if self._at == Step.BONUS and not self.battle.at.won:
            self._bonus = self._bonus or bonus.Bonus(self.battle)
            self._catch_up(self._bonus)

    def _catch_up(self, second: bonus.Bonus) -> None:
        """What the engine has given without a question."""
        left = [bonus.Gain(gain.card, gain.bonus == Bonus.LEVEL_UP) for gain in self.state.gains]
        given = list(second.gains)
        for gain in left:
            given.remove(gain)
        if self.state.rising == second.rising and not given:
            return
        if not self.state.rising:
            second.unasked(given)
        else:
            second.unasked(given[:-1])
            second.gain(given[-1])
            assert self.state.rising == second.rising, self._differ(self.state.rising, second.rising)

    def _next(self) -> None:
        """The second judge's next step."""
        battle = self.battle
        if self._at == Step.PURSUIT:
            assert not battle.may_pursue, self._differ("asks nothing", "may pursue")
            self.fought = [(member.unit, battle.multiplier(member)) for member in battle.fighters()]
            battle.fight()
            self._at = Step.BATTLE_END
            return
        self._left_to_itself()
        if self._at == Step.PLAY and not battle.at.won:
            battle.start()
        self._at = {Step.PLAY: Step.JOIN, Step.JOIN: Step.PURSUIT, Step.BATTLE_END: Step.BONUS}[self._at]

    def _left_to_itself(self) -> None:
        """What the engine has done without a question: one skill that nobody may decline."""
        choice = len(self.battle.due) > 1 or any(self.battle.may_decline(due) for due in self.battle.due)
        assert not choice, self._differ("asks nothing", "may choose what is due")
        self.battle.leave()

    def _expected(self) -> Iterator[Any]:
        """What should be asked here."""
        if self._bonus and self._bonus.rising:
            yield from map(Raise, self._bonus.rising)
        elif self._bonus:
            yield from (Gain(card, Bonus(level_up)) for card, level_up in dict.fromkeys(self._bonus.gains))
        elif self._at == Step.PURSUIT:
            yield from (Pursue(unit) for unit in self.battle.may_pursue)
        else:
            yield from (Use(self.battle.at.party[due.place].unit, due.skill) for due in self.battle.due)
        yield GO_ON

    def _follow(self, act: Any) -> None:
        """The second judge does what was chosen."""
        battle, second = self.battle, self._bonus
        if second:
            self._follow_bonus(second, act)
            return
        match act:
            case Pursue():
                battle.pursue(act.unit)
            case Use():
                self.chose |= {"order of skills"} if len(battle.due) > 1 else set()
                battle.take_effect(act.unit, act.skill)
            case _ if self._at == Step.PURSUIT:
                self.chose.add("no pursuit")
                battle.may_pursue = {}
            case _:
                self.chose |= {"skill declined"} if all(map(battle.may_decline, battle.due)) else set()
                battle.leave()

    def _follow_bonus(self, second: bonus.Bonus, act: Any) -> None:
        """The same in the bonus step; who does not choose takes the first."""
        if second.rising:
            second.rise(act.unit if isinstance(act, Raise) else second.rising[0])
        else:
            second.gain(bonus.Gain(act.card, act.bonus == Bonus.LEVEL_UP) if isinstance(act, Gain) else second.gains[0])
        self.chose.add("order of bonuses")

    def _compare(self, up_to: Step) -> None:
        """Whether all have won; else the enemy and its HP; after the bonuses also mana, levels, hand and piles."""
        at, state = self.battle.at, self.state
        won = state.ending is not None and state.ending.won
        assert won == at.won, self._differ(won, at.won)
        if won:
            return
        engine, second = (state.enemy.card, state.enemy.hp), (at.enemy, at.hp)
        assert engine == second, self._differ(engine, (second, self.fought))
        if up_to == Step.ACTION:
            side = state.sides[self.seat - 1]
            levels = [(member.unit, member.level) for member in side.party]
            engine_has = [one.mana for one in state.sides], levels, side.hand, state.discard, state.deck
            levels = [(member.unit, member.level) for member in at.party]
            second_has = [*at.mana.values()], levels, sorted(at.hand), at.discard, at.deck
            assert engine_has == second_has, self._differ(engine_has, second_has)
