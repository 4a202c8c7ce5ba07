"""Random players. `quick` plays as fast as each game can choose, which may change with any version. `play-1` is
versioned like chance: what it does follows from words and vectors (docs/wire.md, chapter 10) alone, so that no faster
way of choosing moves a game that it played."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple, Protocol

from shinpan_engine.kernel.forms.text import verb
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import Decision, pick
from shinpan_engine.kernel.play.match import Match

QUICK, PLAY_1 = "quick", "play-1"
MOST_CHOICES = 256
"""Of more choices `play-1` draws among the first."""
RESIGN = "resign"


class Player(Protocol):
    """Somebody who plays all seats of one game."""

    def act(self, match: Match) -> Action:
        """What is done next, where somebody is asked."""


class Choice(NamedTuple):
    """What `play-1` drew: of how many choices which, and the action."""

    choices: int
    drawn: int
    action: Action


class Play1:
    """Each time one of the legal actions, all equally likely."""

    def __init__(self, seed: bytes) -> None:
        self._stream = Stream(seed, PLAY_1)

    def act(self, match: Match) -> Action:
        """What is done next."""
        return self.choose(match).action

    def choose(self, match: Match) -> Choice:
        """The same, with what was drawn."""
        choices = list(islice(_choices(match), MOST_CHOICES))
        drawn = self._stream.below(len(choices))
        return Choice(len(choices), drawn, choices[drawn])


def _choices(match: Match) -> Iterator[Action]:
    """The legal actions without resignations; of a simultaneous choice only those of the seat that is asked first."""
    seat = match.ask.decisions[0].seat if match.ask.simultaneous else None
    for of, act in match.options(seat):
        if verb(type(act)) != RESIGN:
            yield Action(of, act)


class Quick:
    """Draws a question, and asks the rules for any answer to it."""

    def __init__(self, seed: bytes) -> None:
        self._dice = Stream(seed, "play")

    def act(self, match: Match) -> Action:
        """What is done next."""
        decision = choose_unasked(match, self._dice) or choose(match, self._dice)
        return Action(decision.seat, decision.sample(match.table, self._dice))


def choose_unasked(match: Match, dice: Stream) -> Decision | None:
    """Once in a while something that may always be done."""
    for offer in match.table.standing:
        if offer.once_in and dice.below(offer.once_in) == 0 and next(offer.options(match.table), None) is not None:
            return offer
    return None


def choose(match: Match, dice: Stream) -> Decision:
    """One of the decisions that are open: in every other case one that merely may be taken, where one can. The answers
    to a simultaneous decision come in seat order, as a canonical record has them."""
    if match.ask.simultaneous:
        return match.ask.decisions[0]
    must = [decision for decision in match.ask.decisions if not decision.interrupts]
    may = [decision for decision in match.ask.decisions if decision.interrupts]
    possible = [decision for decision in may if next(decision.options(match.table), None) is not None]
    if possible and dice.below(2) == 0:
        return pick(dice, possible)
    return pick(dice, must)


PLAYERS: Mapping[str, Callable[[bytes], Player]] = {QUICK: Quick, PLAY_1: Play1}
"""Each by its name, made from the seed of a game."""
