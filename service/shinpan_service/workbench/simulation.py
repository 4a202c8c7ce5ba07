"""Random legal play: whole games, each determined by its seed."""

from hashlib import sha256

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.game import Game, begin
from shinpan_engine.kernel.judging.record import (
    FORMAT,
    Action,
    ChanceSource,
    Entry,
    Header,
    PackRef,
    Record,
    SeededChance,
)
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import SCHEME, Seeded, Stream
from shinpan_engine.kernel.play.decisions import Decision, pick
from shinpan_engine.kernel.play.match import Match

MOST_ACTIONS = 10_000
"""A random game that goes on longer would never end."""


class Endless(EngineError):
    """A random game that did not end, with what replays it."""


def seed_of(text: str, number: int) -> bytes:
    """The seed of one game of a series. The text may be whatever a command line can hold."""
    return sha256(f"shinpan-simulate {text} {number}".encode("utf-8", "surrogateescape")).digest()


def header_of(game: Game, mode: str, pack: Pack, seed: bytes) -> Header:
    """The header of a seeded game: how many play is drawn, every option is at its default."""
    dice = Stream(seed, "setup")
    seats = drawn_seats(game, mode, dice)
    chance = ChanceSource(SeededChance(SCHEME, seed))
    reference = PackRef(pack.id, pack.digest)
    setup = game.drawn_setup(mode, seats, pack, dice)
    return Header(FORMAT, game.name, mode, game.editions[0], reference, chance, None, seats, [], setup)


def drawn_seats(game: Game, mode: str, dice: Stream) -> int:
    """How many play; where a mode has only one number nothing is drawn."""
    least, most = next((one.min_seats, one.max_seats) for one in game.modes if one.name == mode)
    return least + dice.below(most - least + 1)


def random_record(game: Game, mode: str, pack: Pack, seed: bytes) -> Record:
    """A whole game of random legal play."""
    played = RandomGame(game, mode, pack, seed)
    played.to_end()
    return Record(played.header, tuple(Entry(action) for action in played.actions))


class RandomGame:
    """A game of random legal play, which may stop where the pack does not tell enough."""

    def __init__(self, game: Game, mode: str, pack: Pack, seed: bytes) -> None:
        self.header = header_of(game, mode, pack, seed)
        self.match = begin(game, self.header, Seeded(seed), pack)
        self.actions: list[Action] = []
        self._seed = seed

    def to_end(self) -> None:
        """Plays on until the game ends."""
        dice = Stream(self._seed, "play")
        while self.match.ask.decisions:
            if len(self.actions) == MOST_ACTIONS:
                game, mode, seed = self.header.game, self.header.mode, self._seed.hex()
                raise Endless("cli.play.endless", game=game, mode=mode, seed=seed, most=MOST_ACTIONS)
            decision = choose_unasked(self.match, dice) or choose(self.match, dice)
            act = decision.sample(self.match.table, dice)
            refused = self.match.play(decision.seat, act)
            assert refused is None, f"seed {self._seed.hex()}: {act} was sampled, but {refused}"
            self.actions.append(Action(decision.seat, act))


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
