"""Outcomes that are written down as they come up: which one is needed next, and what it may be."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from shinpan_engine.kernel.forms.text import seat_name
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.messages import spelled
from shinpan_engine.kernel.play.chance import Recorded
from shinpan_engine.kernel.seen.claims import Turned

UNTOLD, CARD_UNTOLD = "kernel.outcome.untold", "kernel.outcome.card_untold"
Told = dict[str, list[int]]
"""What is known of each outcome, from the top."""
Attempt = Callable[[Mapping[str, Sequence[int]]], Replay]
"""The record replayed with these outcomes."""


class Coming(NamedTuple):
    """What has to be known to go on: so many values of an outcome at least, from this place on, and what they may
    be. In records of what was seen it is one value, which may stay open; and it may be the card that an event showed
    after it had been chosen in secret."""

    label: str
    place: int
    least: int
    may_be: tuple[int, ...]
    turned: Turned | None = None


def is_stuck(replay: Replay) -> bool:
    """Whether a replay stopped for want of an outcome."""
    finding = replay.finding
    waits = finding is not None and finding.verdict is Verdict.UNDECIDABLE
    return waits and finding is not None and finding.message.key in (UNTOLD, CARD_UNTOLD)


def begun(replay: Replay) -> str:
    """The outcome of which nothing has been written, if a replay stopped for want of that; else nothing."""
    finding = replay.finding
    if finding is None or finding.message.key != UNTOLD:
        return ""
    return spelled(dict(finding.message.values)["label"])


def coming(attempt: Attempt, told: Told) -> tuple[Coming | None, Replay]:
    """What is needed next, if the record stops for want of it, and the replay up to there. Where nothing has been
    written of an outcome yet, `told` gets an empty list for it."""
    replay = attempt(told)
    while label := begun(replay):
        told[label] = []
        replay = attempt(told)
    if not is_stuck(replay):
        return None, replay
    assert isinstance(replay.chance, Recorded), "a seed leaves nothing open"
    left = replay.chance.left
    for label in sorted(left, key=lambda label: not _is_of(label, replay)):
        if len(left) == 1 or _goes_no_further(attempt, told, label, 0, replay):
            least = _least(attempt, told, label, replay)
            return Coming(label, len(told[label]), least, tuple(left[label])), replay
    return None, replay


def _is_of(label: str, stopped: Replay) -> bool:
    """Whether an outcome is of the seat at whose action a replay stopped: mostly that is what is missing."""
    assert stopped.finding is not None
    return seat_name(stopped.finding.seat) in label.split("/")


def _least(attempt: Attempt, told: Told, label: str, stopped: Replay) -> int:
    """How many more values are needed to get further than a replay that stopped."""
    assert isinstance(stopped.chance, Recorded)
    enough = len(stopped.chance.left[label])
    short, most = 0, 1
    while most < enough and _goes_no_further(attempt, told, label, most, stopped):
        short, most = most, min(2 * most, enough)
    while short + 1 < most:
        middle = (short + most) // 2
        if _goes_no_further(attempt, told, label, middle, stopped):
            short = middle
        else:
            most = middle
    return most


def _goes_no_further(attempt: Attempt, told: Told, label: str, count: int, stopped: Replay) -> bool:
    """Whether the record still stops at the same action with so many more values of one outcome, and all of others."""
    assert isinstance(stopped.chance, Recorded)
    tried, replay = {**told, label: [*told[label], *stopped.chance.left[label][:count]]}, stopped
    while True:
        chance = replay.chance
        assert isinstance(chance, Recorded)
        more = {name: [*tried[name], *left] for name, left in chance.left.items() if name != label and left}
        if replay is not stopped and not more and not begun(replay):
            return True
        tried |= more
        if new := begun(replay):
            tried[new] = []
        replay = attempt(tried)
        if not is_stuck(replay) or replay.replayed > stopped.replayed:
            return False


def needed(attempt: Attempt, told: Told, label: str) -> int:
    """How many values of an outcome a record uses that goes on with all of them."""
    short, enough = -1, len(told[label])
    while short + 1 < enough:
        middle = (short + enough) // 2
        if is_stuck(attempt({**told, label: told[label][:middle]})):
            short = middle
        else:
            enough = middle
    return enough
