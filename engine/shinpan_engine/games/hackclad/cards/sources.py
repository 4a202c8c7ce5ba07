"""What a verdict rests on in the pack: data from elsewhere than the print, of what was used."""

from collections.abc import Iterable

from ....kernel.judging.report import Assumption
from ....kernel.messages import Source, Value, say
from ....kernel.play.copies import in_first_copy
from ....kernel.play.decisions import Act
from ..table.actions import Use
from ..table.table import HackcladTable
from .cards import Cards


def assumptions(cards: Cards, table: HackcladTable, acts: Iterable[Act]) -> list[Assumption]:
    """For each source that is not the print, the boards, characters and cards of which a fact has counted."""
    used = [act.card for act in acts if isinstance(act, Use)]
    counted = {
        "board": [1],
        "character": sorted({side.character for side in table.state.sides}),
        "card": sorted({in_first_copy(card) for card in (*table.seen, *used)}),
        "clad": sorted(table.met),
    }
    found: dict[tuple[str, str], list[Value]] = {}
    for kind, numbers in counted.items():
        for number in numbers:
            for entry, where in cards.resting[kind].get(number, ()):
                found.setdefault((kind, where), []).append(entry)
    return [
        Assumption(
            kind,
            where.partition(":")[0],
            say("hackclad.source.entries", entries=(*entries,), where=Source("hackclad", where)),
        )
        for (kind, where), entries in found.items()
    ]
