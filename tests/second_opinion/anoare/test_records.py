"""The records among the fixtures, judged by the second judge too: their goldens are not the engine's word alone."""

from pathlib import Path

import msgspec
import pytest

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table import options
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.header import chance_of
from shinpan_engine.kernel.judging.record import Action, Header
from shinpan_engine.kernel.play.match import Match
from shinpan_records import transcript

from .judge import Judge
from .position import Position, Readings
from .positions import read
from .printed import house
from .walk import Walk

CARDS = house()
FIXTURES = Path(__file__).parents[3] / "fixtures" / "anoare"
PLAYED = ("pack     house", "\nturn 1\n")
"""What a record says that is played with the house's cards, beyond the set-up."""
RECORDS = [
    path for path in sorted(FIXTURES.glob("*.shinpan")) if all(word in path.read_text("utf-8") for word in PLAYED)
]
SAME_TO_BOTH = ("characters", "first_on_tie", "mirror", "returned_card", "ultra_choice")
"""Fields of a set-up that are no reading, or that only change who sees what."""


def readings(setup: options.Setup) -> Readings:
    """What the header of a record chooses, in the second judge's terms; both have the options in one order."""
    chosen = [bool(value) for name, value in msgspec.structs.asdict(setup).items() if name not in SAME_TO_BOTH]
    return Readings(setup.first_on_tie or 1, *chosen)


def set_up(header: Header, keeps: list[Action]) -> tuple[Match, Position]:
    """The engine's game at its first turn, and how that begins."""
    match = begin(GAME, header, chance_of(header), GAME.packs["house"])
    first, last = keeps
    assert match.play(first.seat, first.what) is None
    start = read(match.table.state)
    start.turn = 1
    match.table.events = []
    assert match.play(last.seat, last.what) is None
    for player, side in zip(start.players.values(), match.table.state.sides, strict=True):
        player.fragment = side.fragment
    return match, start


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_both_judges_agree_on_a_record(path: Path) -> None:
    """Each action is legal to both or to neither, and the same comes of it, up to the first that is refused or that
    cannot be decided from the record."""
    record = transcript.load(path, GAMES).record
    acts = [entry.what for entry in record.entries if isinstance(entry.what, Action)]
    match, start = set_up(record.header, acts[:2])
    walk = Walk(match, Judge(CARDS, readings(record.header.setup), start))
    for action in acts[2:]:
        if walk.over() or not walk.asked(action.seat, action.what):
            return
        try:
            walk.take(action.seat, action.what)
        except Undecidable:
            return
