"""Repair: for a record that fails, the edits after which all of it comes out, claims included.

search     single edits, then pairs, in slices
├── singles   what an action may have been (variants), a line too many, a missing line
├── noted     what was noted wrongly: a claim, the head of a turn, the result
├── dealt     a card that the header deals twice
└── judges    how far a draft comes: by the referee (reaching), or in worlds (unseen)
told       what was found, in words and for machines
applying   what was found, carried out in the text
"""

from collections.abc import Callable, Mapping

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record

from ..transcript.exporting import exporting
from ..transcript.grammar import quoted
from ..transcript.header.header_text import ALL_DECISIONS
from ..transcript.lines import Play, game_line
from ..transcript.reading import GAME_BEGINS, reading
from ..transcript.resolving import plain_arguments
from .budget import Limits
from .edits import Edit
from .search import NothingToRepair, Repair, Slice
from .told import Partial, Repairs
from .variants import as_read

__all__ = ["Edit", "Limits", "NothingToRepair", "Partial", "Repair", "Repairs", "Slice", "repair_of", "repairs"]


def repairs(
    text: str, games: Mapping[str, Game], heard: Callable[[Slice], None] = lambda _: None, limits: Limits | None = None
) -> Repairs:
    """What repairs a transcript, searched to the end. Raises `NothingToRepair` for one that comes out as it is."""
    repair = Repair(reading(text), games, limits)
    for part in repair.slices():
        heard(part)
    return repair.found()


def repair_of(record: Record, games: Mapping[str, Game], limits: Limits | None = None) -> tuple[str, Repair]:
    """The canonical transcript of a record, and its repair, which is told by the lines of that. Of a record that was
    written by hand nothing behind what is wrong was ever filled in or found: where the record breaks off alike if it
    is read as such, it is."""
    text = exporting(record, games, hashes=False)
    whole, by_hand = Repair(reading(text), games, limits), _as_by_hand(text, record.header.game)
    try:
        repair = Repair(reading(by_hand), games, limits)
    except NothingToRepair:
        return text, whole
    return (by_hand, repair) if repair.breaks_off == whole.breaks_off else (text, whole)


def _as_by_hand(text: str, game: str) -> str:
    """A canonical transcript in which silence may be filled in, and words that were not found be looked for again.
    Every line keeps its number."""
    header, begins, lines = text.partition(f"\n{GAME_BEGINS}\n")
    rows = [_found_again(row, game) if '"' in row else row for row in lines.split("\n")]
    return header.replace(f"\n{ALL_DECISIONS}", "\n") + begins + "\n".join(rows)


def _found_again(row: str, game: str) -> str:
    """A line whose words stand in quotes, as they would be written by hand; another as it is."""
    what = game_line(row, 1, game=game).what
    if not isinstance(what, Play) or not what.unread or plain_arguments(as_read(what).parts) != what.unread:
        return row
    return row.replace(quoted(what.unread), what.unread, 1)
