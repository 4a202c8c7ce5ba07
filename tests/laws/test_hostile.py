"""Whatever a record says, the referee answers: no action makes it fail, and none keeps it busy."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from types import FrameType
from typing import Any

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Entry, Header, Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match

from ..random_games import course, enough, header, modes, seeds, start, told
from .hostile_acts import LONG, crowded, hostile_act

PLACES = 12
"""Positions that are looked at in each game, about."""
OF_A_KIND = 6
MOST_LINES = 20
"""Lines of code that judging one action may take for each item of its lists, and of one list beside them."""
VERIFIED_ONCE_IN = 60
"""Refusals of which a whole report is made; of what is undecidable it always is."""

packs = pytest.mark.parametrize("pack", ["print", "house"])


def places(head: Header, dice: Stream) -> Iterator[tuple[list[Action], Match]]:
    """Some positions of a random game, each with what led to it; with the printed pack as far as it goes."""
    done: list[Action] = []
    yield done, start(head)
    with suppress(Undecidable):
        for action, match in course(head, Stream(bytes(32), "hostile")):
            done.append(action)
            if len(done) < PLACES // 2 or dice.below(len(done)) < PLACES // 2:
                yield done, match


@packs
@modes
def test_no_action_makes_the_referee_fail(game: Game, mode: str, pack: str) -> None:
    """Any action at any place is legal, refused or undecidable, and a report can be made of it."""
    came = Counter[str]()
    for seed in seeds(1):
        with told(seed), suppress(Undecidable):
            dice, head = Stream(bytes(32), f"fail/{mode}/{seed}"), header(game, seed, mode, pack)
            for done, match in places(head, dice):
                for kind in game.acts:
                    for _ in range(OF_A_KIND):
                        act, seat = hostile_act(kind, dice), dice.below(head.seats + 2)
                        came[judged(head, done, match, Action(seat, act), dice)] += 1
    enough(came["refused"], 100)


def judged(head: Header, done: list[Action], match: Match, action: Action, dice: Stream) -> str:
    """What comes of an action, and that a report can be made if it is no legal one."""
    try:
        came = "refused" if match.consider(action.seat, action.what) else "legal"
    except Undecidable:
        came = "undecidable"
    if came == "undecidable" or (came == "refused" and dice.below(VERIFIED_ONCE_IN) == 0):
        report = verify(GAMES, Record(head, tuple(map(Entry, (*done, action)))))
        assert report.verdict in (Verdict.ILLEGAL, Verdict.MALFORMED, Verdict.UNDECIDABLE), action
        assert report.findings[0].message
    return came


@modes
def test_no_judgement_takes_long(game: Game, mode: str) -> None:
    """However many items an action lists, it is judged in a few steps for each of them."""
    with_lists = [kind for kind in game.acts if any(f.repeated for f in text.fields(kind))]
    judgements = 0
    for seed in seeds(1):
        with told(seed):
            dice, head = Stream(bytes(32), f"long/{mode}/{seed}"), header(game, seed, mode)
            for _, match in places(head, dice):
                acts = [hostile_act(kind, dice) for kind in with_lists]
                for seat, act in islice(match.options(), 3):
                    acts += crowded(act, cards_of(match, seat))
                for act in acts:
                    for seat in {decision.seat for decision in match.ask.decisions}:
                        judgements += 1
                        lines = lines_of(lambda seat=seat, act=act, match=match: consider(match, seat, act))
                        most = MOST_LINES * (LONG + items(act))
                        assert lines <= most, f"{lines} lines to judge a {type(act).__name__} of seat {seat}"
    enough(judgements, 20 if with_lists else 0)


def items(act: Act) -> int:
    """How much the lists of an action hold, with those of its groups."""
    lists = [getattr(act, field.attribute) for field in text.fields(type(act)) if field.repeated]
    return sum(len(held) + sum(items(one) for one in held if isinstance(one, msgspec.Struct)) for held in lists)


def cards_of(match: Match, seat: int) -> list[int]:
    """All numbers that stand in lists of a side, ascending: cards, squares and the like."""
    side = match.table.side[seat]
    lists = [getattr(side, field.attribute) for field in text.fields(type(side)) if field.repeated]
    found = {number for items in lists for number in items if isinstance(number, int)}
    return sorted(found | set(range(1, LONG // 10)))


def consider(match: Match, seat: int, act: Act) -> None:
    with suppress(Undecidable):
        match.consider(seat, act)


def lines_of(call: Callable[[], None]) -> int:
    """How many lines of code a call runs through."""
    lines = 0

    def trace(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return lines
