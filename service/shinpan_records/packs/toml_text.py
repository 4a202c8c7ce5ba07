"""Values as TOML on one line, and a whole file of them."""

import json
import re
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml(value: Any) -> str:
    """A value that TOML can have, as it is written."""
    match value:
        case dict():
            return "{ " + ", ".join([f"{key(name)} = {toml(item)}" for name, item in value.items()]) + " }"
        case list() | tuple():
            return "[" + ", ".join([toml(item) for item in value]) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
    # All that is left is dates and times.
    return str(value.isoformat())


def key(name: str) -> str:
    """The name of a field, in quotes if it needs them."""
    return name if _BARE.fullmatch(name) else toml(name)


def toml_file(data: dict[str, Any]) -> str:
    """A file of values, tables and lists of tables, without notes."""
    lines = [f"{key(name)} = {toml(value)}" for name, value in data.items() if not _has_head(value)]
    heads = [(f"[{key(name)}]", value) for name, value in data.items() if isinstance(value, dict)]
    lists = [(name, value) for name, value in data.items() if isinstance(value, list) and _has_head(value)]
    for head, row in [*heads, *((f"[[{key(name)}]]", row) for name, rows in lists for row in rows)]:
        lines += [*([""] if lines else []), head, *(f"{key(field)} = {toml(value)}" for field, value in row.items())]
    return "\n".join([*lines, ""])


def _has_head(value: Any) -> bool:
    """Whether a value of a file is a table, or a list of nothing but tables."""
    return isinstance(value, dict) or (isinstance(value, list) and all(isinstance(one, dict) for one in value))
