"""Two judges, one opinion: the engine against a second judge written from the printed leaflet alone.

Random positions are played on by both. In each, random actions are judged by both; then one is taken by both, and what
comes of it is compared: distance, life, stored damage, hands, costs and how they lie, zones, corrections in force,
who is asked, who lost.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.cards.pack_files import PACKS
from shinpan_engine.games.anoare.table import actions
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.packs import Pack, load
from shinpan_engine.kernel.play.chance import Stream

from ...laws.near_misses import some_misses
from ...random_games import seeds, told
from . import made_up
from .candidates import Tries, every_legal
from .features import missing
from .judge import Judge
from .position import Readings
from .positions import random_match, random_readings
from .printed import Cards, house, read
from .walk import Walk

HOUSE = GAME.packs["house"]
CARDS = house()
MOST_ACTIONS = 70
MOST_LISTED = 400
TRIES = 6
MISSES = 4
TURNS_UP_ONCE_IN = 14
GAMES_A_PACK = 3
ENOUGH_GAMES = 900
"""From so many games on all that is wanted must have come up."""


def random_walk(dice: Stream, most_in_hand: int, cards: Cards = CARDS, pack: Pack = HOUSE) -> Walk:
    """A random turn, in every other game with readings other than the usual ones."""
    readings = random_readings(dice) if dice.below(2) else Readings(1 + dice.below(2))
    match, start = random_match(dice, readings, most_in_hand, pack)
    return Walk(match, Judge(cards, readings, start))


def tries(walk: Walk, dice: Stream) -> Iterator[tuple[int, Any]]:
    """What is judged here: the engine's own proposals, what is almost that, and what comes to mind."""
    table = walk.match.table
    for decision in (*walk.match.ask.decisions, *table.standing):
        if next(decision.options(table), None) is not None:
            proposed = decision.sample(table, dice)
            yield decision.seat, proposed
            yield from ((decision.seat, miss) for miss in some_misses(proposed, dice, MISSES))
    random = Tries(walk.judge, dice)
    yield from (random.act() for _ in range(TRIES))


def course(walk: Walk, dice: Stream) -> Iterator[list[str]]:
    """Plays on, judging wherever it comes; gives what was remarkable in each step."""
    for _ in range(MOST_ACTIONS):
        if walk.over():
            return
        legal = [(seat, act) for seat, act in tries(walk, dice) if walk.asked(seat, act)]
        yield walk.take(*chosen(legal, dice))


def chosen(legal: list[tuple[int, Any]], dice: Stream) -> tuple[int, Any]:
    """What is done: something rather than nothing, and a fragment is turned up now and then."""
    fragments = [(seat, act) for seat, act in legal if isinstance(act, actions.TurnUp)]
    others = [(seat, act) for seat, act in legal if not isinstance(act, actions.TurnUp)]
    active = [(seat, act) for seat, act in others if act != actions.PASS]
    if fragments and dice.below(TURNS_UP_ONCE_IN) == 0:
        return fragments[0]
    among = active if active and dice.below(3) else others
    return among[dice.below(len(among))]


def test_both_judges_say_and_do_the_same() -> None:
    """Of legal, nearly legal and illegal actions in random positions both say the same, and what both allow leads both
    to the same position."""
    met: Counter[str] = Counter()
    for seed in seeds(900):
        met["games"] += 1
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "second-opinion")
            walk = random_walk(dice, most_in_hand=8)
            for remarkable in course(walk, dice):
                met.update(set(remarkable))
    assert met["games"] < ENOUGH_GAMES or missing(met, CARDS) == []


def test_both_judges_list_the_same() -> None:
    """In small positions what the engine offers is what the second judge allows of all that can be written."""
    for seed in seeds(60):
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "lists")
            walk = random_walk(dice, most_in_hand=3)
            for _ in range(MOST_ACTIONS):
                if walk.over():
                    break
                offered = list(islice(walk.match.options(), MOST_LISTED + 1))
                legal = every_legal(walk.judge) if len(offered) <= MOST_LISTED else None
                if legal is not None:
                    engine, second = (sorted((s, encode(act)) for s, act in acts) for acts in (offered, legal))
                    assert engine == second, walk.judge.at
                walk.take(*chosen(legal or offered, dice))


def test_both_judges_agree_about_any_cards(tmp_path: Path) -> None:
    """So it is with cards made up at random, whatever a pack may write on them."""
    for seed in seeds(35):
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "made-up")
            file = tmp_path / f"{seed}.toml"
            made_up.write(file, dice)
            cards, pack = read(file), load(PACKS, file)
            for _ in range(GAMES_A_PACK):
                for _ in course(random_walk(dice, 8, cards, pack), dice):
                    pass
