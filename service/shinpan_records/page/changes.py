"""How a value of JSON differs from the one before: most of a table stays as it is from step to step.

An object that changes is `{"=": {name: change, …}, "-": [names that went]}`; a list of the same length is
`{"@": {place: change, …}}`; anything else is `[value]`, the new one. Nothing has changed is null.
"""

from typing import Any

Change = dict[str, Any] | list[Any] | None


def change(old: Any, new: Any) -> Change:
    """What makes one value of the other."""
    if old == new:
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        return _of_object(old, new)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return {"@": {str(at): found for at, item in enumerate(new) if (found := change(old[at], item)) is not None}}
    return [new]


def _of_object(old: dict[str, Any], new: dict[str, Any]) -> Change:
    said: dict[str, Any] = {}
    inner = {name: change(old[name], value) if name in old else [value] for name, value in new.items()}
    if kept := {name: found for name, found in inner.items() if found is not None}:
        said["="] = kept
    if gone := [name for name in old if name not in new]:
        said["-"] = gone
    return said


def changed(old: Any, found: Change) -> Any:
    """The value that comes of a change."""
    if found is None:
        return old
    if isinstance(found, list):
        return found[0]
    if "@" in found:
        return [changed(item, found["@"].get(str(at))) for at, item in enumerate(old)]
    kept = {name: value for name, value in old.items() if name not in found.get("-", ())}
    return kept | {name: changed(old.get(name), inner) for name, inner in found.get("=", {}).items()}
