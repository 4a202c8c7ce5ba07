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
from ..transcript.reading import reading
from .budget import Limits
from .edits import Edit
from .search import NothingToRepair, Repair, Slice
from .told import Partial, Repairs

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
    """The canonical transcript of a record, and its repair, which is told by the lines of that."""
    text = exporting(record, games, hashes=False)
    return text, Repair(reading(text), games, limits)
