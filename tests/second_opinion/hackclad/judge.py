"""A second judge of HacKClaD.DeltA, slow and plain, written from the printed rulebook alone.

It plays the action phase of a round: simple own turns, the clad, the legions and all answers to attacks. Nothing of
the engine's rules is used, only the shapes of the actions. Where the rulebook is open, the catalogue's ruling is taken.
"""

from collections.abc import Callable
from typing import Any

from shinpan_engine.games.hackclad.table import actions

from . import reactions, turns
from .effects import Ended, drop, go_to, recover, take_drop
from .position import HOME, START_FRONT, Legion, Position, Readings
from .printed import CLADS, Icon
from .questions import Flow, Question, one_of
from .rounds import first_draft, next_round
from .squares import ENTRY_POINTS, SQUARES, Square, left_of, reached, right_of
from .windows import Attack

ORDER = ("player 1", "clad 1", "player 2", "clad 2", "player 3", "clad 3", "player 4", "legions")
"""Players and clad take turns; at last the legions."""


class Judge:
    """Plays a position on; `question` is None when the round or the game is over."""

    def __init__(self, at: Position, readings: Readings, chance: Callable[[str], list[int]], goes_on: bool) -> None:
        self.at = at
        self.readings = readings
        self.chance = chance
        self.goes_on = goes_on
        """The last order that chance gave to some cards, by what they are."""
        self.turn_over = False
        """A text has ended the turn."""
        self._flow = self._play()
        self.question: Question | None = next(self._flow)

    def allows(self, seat: int, act: Any) -> bool:
        """Whether a seat may do this now."""
        return self.question is not None and self.question.allows(seat, act)

    def take(self, seat: int, act: Any) -> None:
        """Carries out what a seat does, up to the next question."""
        try:
            self.question = self._flow.send((seat, act))
        except (StopIteration, Ended):
            self.question = None

    # The round

    def _play(self) -> Flow:
        """From the turn that is being played on; in co-op to the next draft, else to the end of the game."""
        if self.at.step == "draft":
            yield from first_draft(self)
        while True:
            yield from self._rest_of_round()
            coop = self.at.mode == "coop"
            if self.at.last or not self.goes_on:
                self.at.ended = "lost" if coop and self.at.last else "round"
                return
            yield from next_round(self)
            if coop:
                self.at.ended = "round"
                return

    def _rest_of_round(self) -> Flow:
        """From the turn that is being played to the end of the round."""
        for step in ORDER[ORDER.index(self.at.step) :] if self.at.step in ORDER else ORDER:
            begins = self.at.step != step
            self.at.step = step
            who, _, number = step.partition(" ")
            if who == "player":
                yield from self._player(int(number), begins)
            elif who == "clad":
                yield from self._clad(CLADS[self.at.slots[int(number) - 1]])
            else:
                yield from self.attacked(Attack("legions"))
            recover(self.at)
        self.at.met.add("round")

    def _player(self, slot: int, begins: bool) -> Flow:
        """A turn, after 復帰処理 if the witch stands on the turn card."""
        for seat, witch in self.at.witches.items():
            if witch.turn_slot == slot:
                if begins and self.at.mode == "solo":
                    self.at.markers.append(slot)
                if begins and witch.square is None:
                    yield from self.re_entry(seat)
                yield from turns.turn(self, seat)

    def re_entry(self, seat: int) -> Flow:
        """8-4-7: a free entry point, else any square."""
        squares = re_entry_squares(self.at, self.readings)
        self.at.met.add("re-entry" if set(squares) <= set(ENTRY_POINTS) else "re-entry elsewhere")
        chosen = yield from one_of("re-entry", seat, squares, actions.ReEnter)
        go_to(self.at, seat, chosen, moves=False)

    # The clad

    def _clad(self, icons: list[Icon]) -> Flow:
        """8-4-1: the icons of a card from left to right."""
        at = self.at
        for icon, cells in icons:
            match icon:
                case "attack":
                    yield from self.attacked(Attack("attack", cells))
                case "drop":
                    marked = sorted(reached(at.clad, at.front, cells), key=SQUARES.index)
                    for square in marked:
                        drop(at, square)
                    for square in marked:
                        yield from self._taken(square)
                case "head" | "tail":
                    yield from self._appear(reached(at.clad, at.front, cells), icon == "head")
                case "left":
                    at.front = left_of(at.front)
                case "right":
                    at.front = right_of(at.front)
                case "advance":
                    yield from self.clad_steps(Attack("advance"))
                case "home":
                    yield from self._home()

    def _taken(self, square: Square) -> Flow:
        """Of those on the square the earliest turn takes the stone that dropped, or whom they name."""
        there = self.at.standing_on(square)
        self.at.met.add(f"drop, {min(len(there), 2)} there")
        if len(there) > 1 and self.readings.drop_told:
            _, act = yield Question("give", there[0], lambda s, a: s == there[0] and a in map(actions.Give, there))
            take_drop(self.at, square, act.seat)
        elif there:
            take_drop(self.at, square, there[0])

    def _appear(self, squares: list[Square], head: bool) -> Flow:
        """Legions appear together, and hit who is there."""
        attack = Attack("appearance", marks=squares)
        if self.readings.attack_then_place:
            yield from self.attacked(attack)
        for square in squares:
            self.at.legions[square] = Legion(head)
        attack.placed = True
        if not self.readings.attack_then_place:
            yield from self.attacked(attack)

    def _home(self) -> Flow:
        """帰巣本能: to the centre in one movement, and the front of the start."""
        if self.at.clad != HOME:
            yield from self.clad_steps(Attack("home"), not self.readings.home_without_attack)
        self.at.front = START_FRONT

    def clad_steps(self, attack: Attack, attacks: bool = True) -> Flow:
        """The clad goes to a square: a legion there is gone, who is there is hit, then the piece moves."""
        at = self.at
        if at.held:
            return
        if attacks:
            yield from self.attacked(attack)
        else:
            at.legions.pop(attack.target(at), None)
        at.clad = attack.target(at)

    # Attacks

    def attacked(self, attack: Attack) -> Flow:
        """The answers to an attack, then the attack."""
        at = self.at
        while True:
            if attack.kind in ("advance", "knockback", "home"):
                at.legions.pop(attack.target(at), None)
            squares, seat = attack.squares(at), attack.active(at)
            if not seat:
                break
            rules = reactions.Reactions(at, self.readings, attack, seat)
            who, act = yield Question("reaction", seat, rules.allows, attack)
            if isinstance(act, actions.Pass):
                attack.passed.append(seat)
            else:
                yield from reactions.react(self, rules, who, act)
            if attack.squares(at) != squares:
                at.met.add(f"{attack.kind} changed, {min(len(attack.passed), 1)} passed")
                attack.passed.clear()
        attack.carry_out(at, self.readings.pickup_standing)


def re_entry_squares(at: Position, readings: Readings) -> list[Square]:
    """Where a witch may come back."""
    free = [square for square in ENTRY_POINTS if not at.occupied(square)]
    if free:
        return free
    return [square for square in SQUARES if not (readings.fallback_unoccupied and at.occupied(square))]
