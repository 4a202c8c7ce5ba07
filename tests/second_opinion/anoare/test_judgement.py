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

import pytest

from shinpan_engine.games.anoare import GAME, actions
from shinpan_engine.games.anoare.pack_files import PACKS
from shinpan_engine.kernel.canon import encode
from shinpan_engine.kernel.chance import Stream
from shinpan_engine.kernel.packs import Pack, load

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


@pytest.mark.clause("AN-2.3-3", "AN-2.3-4", "AN-2.3-5", "AN-2.3-7", "AN-5.0-5", "AN-5.0-6", "AN-5.0-8", "AN-5.2-1")
@pytest.mark.clause("AN-5.2-2", "AN-5.2-3", "AN-5.2-6", "AN-5.2-10", "AN-5.2-11", "AN-5.4a-1", "AN-5.4a-2")
@pytest.mark.clause("AN-5.4a-9", "AN-5.4a-24", "AN-5.4a-25", "AN-5.4b-2", "AN-5.4b-5", "AN-5.4b-6", "AN-5.4b-10")
@pytest.mark.clause("AN-5.4b-11", "AN-5.4b-15", "AN-5.4b-17", "AN-5.4b-18", "AN-5.4b-19", "AN-5.4b-20", "AN-5.4b-21")
@pytest.mark.clause("AN-5.4b-24", "AN-7.3-1", "AN-7.3-2", "AN-7.3-4", "AN-5.1-1", "AN-5.1-6", "AN-5.1-10", "AN-5.2-7")
@pytest.mark.clause("AN-5.2-8", "AN-5.2-9", "AN-5.2-13", "AN-5.4a-3", "AN-5.4a-8", "AN-5.4a-10", "AN-5.4a-12")
@pytest.mark.clause("AN-5.4a-13", "AN-5.4a-14", "AN-5.4b-4", "AN-5.4b-9", "AN-5.4b-13", "AN-5.4b-16", "AN-5.5a-1")
@pytest.mark.clause("AN-5.5a-2", "AN-5.5a-3", "AN-5.5a-4", "AN-5.5b-1", "AN-5.5b-3", "AN-5.5b-4", "AN-5.5b-5")
@pytest.mark.clause("AN-5.5b-6", "AN-5.5b-7", "AN-5.5c-2", "AN-5.5c-3", "AN-5.5c-4", "AN-5.5c-5", "AN-5.5c-8")
@pytest.mark.clause("AN-5.5c-11", "AN-5.5c-12", "AN-5.5d-1", "AN-5.5d-2", "AN-5.5d-3", "AN-5.5d-4", "AN-5.5d-6")
@pytest.mark.clause("AN-5.5d-8", "AN-5.5d-9", "AN-5.5e-1", "AN-5.5e-2", "AN-5.5f-1", "AN-5.5f-2", "AN-5.5f-4")
@pytest.mark.clause("AN-5.5f-5", "AN-5.5f-6", "AN-5.5f-7", "AN-5.5f-8", "AN-5.5f-10", "AN-5.5c-13", "AN-5.5c-14")
@pytest.mark.clause("AN-5.5c-15", "AN-5.5c-16", "AN-5.5c-17", "AN-5.6-1", "AN-5.6-2", "AN-5.6-3", "AN-5.6-4")
@pytest.mark.clause("AN-5.6-8", "AN-5.6-9", "AN-5.6-10", "AN-5.6-14", "AN-5.7-3", "AN-5.7-5", "AN-7.2-1", "AN-7.2-2")
@pytest.mark.clause("AN-7.2-6", "AN-6.1-3", "AN-6.2-1", "AN-6.2-2", "AN-6.2-3", "AN-6.2-4", "AN-6.2-5", "AN-6.2-7")
@pytest.mark.clause("AN-6.2-8", "AN-6.2-9", "AN-6.2-11", "AN-6.2-12", "AN-6.3-1", "AN-6.3-2", "AN-6.3-3", "AN-6.3-4")
@pytest.mark.clause("AN-6.3-5", "AN-6.4-1", "AN-6.4-2", "AN-6.4-3", "AN-6.4-4", "AN-6.4-7", "AN-6.4-8", "AN-6.4-9")
@pytest.mark.clause("AN-6.5-2", "AN-6.5-3", "AN-6.5-5", "AN-6.5-7", "AN-6.5-9", "AN-6.5-10", "AN-6.5-12", "AN-6.5-13")
@pytest.mark.clause("AN-6.5-20", "AN-1.1-14", "AN-1.1-15", "AN-1.2-4", "AN-1.3-7")
def test_both_judges_say_and_do_the_same() -> None:
    """Of legal, nearly legal and illegal actions in random positions both say the same, and what both allow leads both
    to the same position."""
    met: Counter[str] = Counter()
    for seed in seeds(900):
        met["games"] += 1
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "second opinion")
            walk = random_walk(dice, most_in_hand=8)
            for remarkable in course(walk, dice):
                met.update(set(remarkable))
    assert met["games"] < ENOUGH_GAMES or missing(met, CARDS) == []


@pytest.mark.clause("AN-2.3-4", "AN-2.3-5", "AN-5.0-6", "AN-5.2-2", "AN-5.2-3", "AN-5.4a-7", "AN-5.4a-8", "AN-5.4a-9")
@pytest.mark.clause("AN-5.4b-10", "AN-5.4b-18", "AN-5.4b-20", "AN-5.5c-15", "AN-5.5f-5", "AN-5.5f-8", "AN-5.6-14")
@pytest.mark.clause("AN-6.2-5", "AN-6.2-8")
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


@pytest.mark.clause("AN-5.0-5", "AN-5.0-8", "AN-5.4b-9", "AN-5.4b-10", "AN-5.4b-18", "AN-5.4b-20", "AN-5.4b-24")
@pytest.mark.clause("AN-5.5a-1", "AN-5.5b-4", "AN-5.5d-1", "AN-5.5d-7", "AN-6.5-19", "AN-7.2-1", "AN-7.2-2", "AN-7.3-4")
def test_both_judges_agree_about_any_cards(tmp_path: Path) -> None:
    """So it is with cards made up at random, whatever a pack may write on them."""
    for seed in seeds(35):
        with told(seed):
            dice = Stream(seed.to_bytes(32, "big"), "made up")
            file = tmp_path / f"{seed}.toml"
            made_up.write(file, dice)
            cards, pack = read(file), load(PACKS, file)
            for _ in range(GAMES_A_PACK):
                for _ in course(random_walk(dice, 8, cards, pack), dice):
                    pass
