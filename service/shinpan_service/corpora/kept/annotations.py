"""What changed, as commands that GitHub reads off the output of a job and shows beside the files."""

from collections.abc import Iterator, Sequence
from itertools import islice

from .differences import Change

MOST_NAMED = 20
"""Records that an annotation names."""
_IN_TEXT = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY = {**_IN_TEXT, ":": "%3A", ",": "%2C"}
_TEXT, _PROPERTY = str.maketrans(_IN_TEXT), str.maketrans(_IN_PROPERTY)


def annotations(changes: Sequence[Change]) -> Iterator[str]:
    """An annotation for each kind of change, those with most first, at the first record of it: GitHub shows ten of a
    step."""
    kinds: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        kinds.setdefault(change.kind, []).append(change)
    for (was, now), of_kind in sorted(kinds.items(), key=lambda one: (-len(one[1]), one[0])):
        yield _annotation(f"{len(of_kind)}: {was} -> {now}", of_kind)


def _annotation(title: str, changes: Sequence[Change]) -> str:
    first = changes[0]
    line = f",line={first.after.line}" if first.after.line else ""
    named = [f"{change.name}: {', '.join(change.fields)}" for change in islice(changes, MOST_NAMED)]
    further = [f"+ {len(changes) - MOST_NAMED}"] if len(changes) > MOST_NAMED else []
    place = f"file={_safe(first.name, _PROPERTY)}{line},title={_safe(title, _PROPERTY)}"
    return f"::error {place}::{_safe(chr(10).join([*named, *further]), _TEXT)}"


def _safe(text: str, signs: dict[int, str]) -> str:
    return text.encode("utf-8", "backslashreplace").decode().translate(signs)
