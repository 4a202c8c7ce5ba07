"""Whether a complete record agrees with what was seen of a game."""

from collections.abc import Mapping
from itertools import zip_longest

import msgspec

from ..game import Game
from ..judging.header import game_of, told_of
from ..judging.record import Action, Claim, Entry, Marker, Record, RecordedChance, StateClaim
from ..messages import Message, say
from ..play.views import HIDDEN
from ..play.work import Work
from . import claims
from .holes import agrees, has_holes, leaves_open
from .told import Unseen


def disagreement(games: Mapping[str, Game], seen: Record, world: Record) -> Message | None:
    """The first thing in which a complete record differs from one of what was seen; None if it agrees."""
    game = game_of(games, seen.header)
    if msgspec.structs.replace(seen.header, chance=None) != msgspec.structs.replace(world.header, chance=None):
        return say("kernel.agree.header")
    if wrong := _outcomes(seen, world):
        return wrong
    entries = _with_the_same_heads(seen, world)
    if len(seen.entries) != len(entries):
        return say("kernel.agree.entries", seen=len(seen.entries), world=len(entries))
    assert game.unseen is not None, "records of what was seen are judged for such games only"
    for at, (ours, theirs) in enumerate(zip(seen.entries, entries, strict=True)):
        if wrong := _entries(ours, theirs, game.unseen):
            return say("kernel.agree.entry", entry=at + 1, wrong=wrong)
    return None


def _with_the_same_heads(seen: Record, world: Record) -> list[Entry]:
    """The entries of a complete record but for heads of turns that the other does not have: a transcript is written
    with all of them. What more the complete record claims, there or on an action, the referee compares."""
    ours, found = iter(seen.entries), list[Entry]()
    wanted = next(ours, None)
    for entry in world.entries:
        if isinstance(entry.what, Marker) and (wanted is None or entry.what != wanted.what):
            continue
        found.append(entry)
        wanted = next(ours, None)
    return found


def _outcomes(seen: Record, world: Record) -> Message | None:
    source = world.header.chance.source if world.header.chance else None
    if not isinstance(source, RecordedChance):
        return say("kernel.agree.no_outcomes")
    there = {outcome.label: outcome.values for outcome in source.outcomes}
    for label, told in told_of(seen.header).items():
        for place, (ours, theirs) in enumerate(zip_longest(told, there.get(label, ()), fillvalue=HIDDEN)):
            if ours not in (HIDDEN, theirs):
                return say("kernel.agree.outcome", label=label, place=place + 1)
    return None


def _entries(ours: Entry, theirs: Entry, unseen: Unseen) -> Message | None:
    if not _same_act(ours, theirs, unseen):
        return say("kernel.agree.action")
    if not all(any(_same_claim(claim, other, unseen) for other in theirs.claims) for claim in ours.claims):
        return say("kernel.agree.claims")
    return None


def _same_act(ours: Entry, theirs: Entry, unseen: Unseen) -> bool:
    what, other = ours.what, theirs.what
    if not has_holes(ours):
        return what == other
    if not isinstance(other, Action) or what.seat != other.seat:  # type: ignore[union-attr]
        return False
    if leaves_open(what):
        return type(other.what) in unseen.secrets
    assert isinstance(what, Action)
    return agrees(what.what, other.what, unseen.secrets.get(type(what.what), ()))


def _same_claim(claim: Claim, other: Claim, unseen: Unseen) -> bool:
    """Whether a claim without holes says what one with holes may mean."""
    if not claims.is_open(claim):
        return claim == other
    if isinstance(claim, StateClaim):
        last = claim.path.rpartition(".")[2].partition("[")[0]
        return (
            isinstance(other, StateClaim)
            and claim.path == other.path
            and claims.agrees(claim.value, other.value, last in unseen.ordered, Work())
        )
    if isinstance(other, StateClaim) or claim.name != other.name or len(claim.arguments) != len(other.arguments):
        return False
    return all(
        (not name or name == there) and claims.agrees(value, given, False, Work())
        for (name, value), (there, given) in zip(claim.arguments, other.arguments, strict=True)
    )
