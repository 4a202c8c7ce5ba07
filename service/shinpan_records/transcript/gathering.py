"""Answers that people write down one by one although they are given together: chains of counters read as rounds.

The first answer to each thing belongs to the first round, the answer to that to the second, and so on.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from shinpan_engine.kernel.game import OneByOne
from shinpan_engine.kernel.play.work import Work

from .lines import Gathered, Group, Line, Play, Word
from .reading import Lines

PASS = "pass"


class Round(NamedTuple):
    """What one player answers together, and the lines it is gathered from."""

    seat: Word
    groups: list[Group]
    lines: list[Line]


def gathered(lines: Lines, at: int, asked: OneByOne, work: Work) -> Mapping[int, Line]:
    """Lines to put in place of those from `at` on; none where they cannot be, or need not be, read as rounds. Each line
    looked at is a step of work."""
    run = _run(lines, at, asked.verb)
    work.spend(len(run))
    answers = [place for place in run if _play(lines[place]).verb.text == asked.verb]
    rounds = _rounds([lines[place] for place in answers], asked.key)
    if rounds is None or [round.lines for round in rounds] == [[lines[place]] for place in answers]:
        return {}
    put = {place: lines[place]._replace(what=Gathered(), claims=()) for place in run}
    for place, round in zip(answers, rounds, strict=False):
        claims = tuple(claim for line in round.lines for claim in line.claims)
        play = Play(round.seat, _play(lines[place]).verb, tuple(round.groups))
        put[place] = round.lines[0]._replace(what=play, claims=claims)
    if run[-1] != answers[-1]:
        put[run[-1]] = lines[run[-1]]
    return put


def _run(lines: Lines, at: int, verb: str) -> list[int]:
    """The places of the answers and passes that follow one another."""
    run = []
    for place in range(at, len(lines)):
        what = lines[place].what
        if not isinstance(what, Play) or what.verb.text not in (verb, PASS):
            break
        run.append(place)
    return run


def _play(line: Line) -> Play:
    assert isinstance(line.what, Play), "only actions are gathered"
    return line.what


def _rounds(lines: Sequence[Line], key: str) -> list[Round] | None:
    """The answers by rounds; None if they are not of one kind, carry hashes, or the players do not take turns."""
    rounds: list[Round] = []
    depth: dict[str, int] = {}
    for line in lines:
        play = _play(line)
        for group in play.parts:
            thing = _thing(group, key)
            if thing is None or not isinstance(group, Group) or line.state_hash or line.link:
                return None
            number = depth[thing] = depth.get(thing, -1) + 1
            if number == len(rounds):
                rounds.append(Round(play.seat, [], []))
            if rounds[number].seat.text != play.seat.text:
                return None
            rounds[number].groups.append(group)
            if not rounds[number].lines or rounds[number].lines[-1] is not line:
                rounds[number].lines.append(line)
    turns = [round.seat.text for round in rounds]
    return rounds if all(a != b for a, b in pairwise(turns)) else None


def _thing(part: object, key: str) -> str | None:
    """What a group answers, as written."""
    if not isinstance(part, Group):
        return None
    values = next((argument.values for argument in part.arguments if argument.name.text == key), ())
    return values[0].text if values else None
