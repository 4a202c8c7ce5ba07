"""What a verdict rests on: the fields of the rows it used that are not printed."""

from collections.abc import Iterable, Mapping

from ..judging.report import Assumption
from ..messages import Field, Message, Source, say
from .kinds import PRINTED, Sources


def open_fields(source: Sources, fields: Iterable[str]) -> list[str]:
    """The fields of a row on which something rests that is not printed."""
    return [field for field in fields if not source.get(field, "print:").startswith(PRINTED)]


def not_printed(game: str, source: Sources, fields: Iterable[str]) -> tuple[Message, ...]:
    """These fields of a row with the reasons that the pack gives, each reason once."""
    by_reason: dict[str, list[Field]] = {}
    for field in fields:
        by_reason.setdefault(source[field], []).append(Field(game, field))
    reasons = by_reason.items()
    return tuple([say("kernel.assumed.part", fields=(*of,), reason=Source(game, reason)) for reason, of in reasons])


def resting_on(
    game: str, table: str, id: str, called: str, source: Sources, fields: Iterable[str]
) -> Assumption | None:
    """What a verdict rests on that uses these fields of a row; None if all of them are printed."""
    told = not_printed(game, source, open_fields(source, fields))
    return Assumption(table, id, say("kernel.assumed.card", called=called, told=told)) if told else None


def assumptions(
    resting: Mapping[str, Mapping[int, Assumption | None]], used: Mapping[str, Iterable[int]]
) -> list[Assumption]:
    """What a verdict rests on that used these entries, table by table, in order of the numbers, each once."""
    found = [resting[table].get(number) for table, numbers in used.items() for number in sorted(dict.fromkeys(numbers))]
    return [one for one in found if one is not None]
