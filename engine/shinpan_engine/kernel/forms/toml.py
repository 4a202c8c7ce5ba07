"""Why a text cannot be read as TOML, in our words: the reader of Python says it in English."""

import re
import tomllib

from ..messages import Message, say

_SAID = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)
"""What `tomllib` says, and where."""
SLIPS = (
    ("Invalid statement", "kernel.toml.statement"),
    ("Expected newline", "kernel.toml.more_on_line"),
    ("Expected ']", "kernel.toml.table_open"),
    ("Expected '='", "kernel.toml.no_equals"),
    ("Expected '\\n'", "kernel.toml.line_end"),
    ("Expected", "kernel.toml.quote_open"),
    ("Unterminated string", "kernel.toml.quote_open"),
    ("Found invalid character", "kernel.toml.sign"),
    ("Illegal character '\\n'", "kernel.toml.quote_open"),
    ("Illegal character", "kernel.toml.sign"),
    ("Cannot overwrite", "kernel.toml.twice"),
    ("Cannot declare", "kernel.toml.twice"),
    ("Cannot redefine", "kernel.toml.twice"),
    ("Duplicate inline table key", "kernel.toml.twice"),
    ("Cannot mutate", "kernel.toml.closed"),
    ("Invalid initial character", "kernel.toml.no_name"),
    ("Unclosed array", "kernel.toml.list_open"),
    ("Unclosed inline table", "kernel.toml.braces_open"),
    ("Unescaped", "kernel.toml.backslash"),
    ("Invalid hex value", "kernel.toml.escape"),
    ("Escaped character", "kernel.toml.escape"),
    ("Invalid date", "kernel.toml.date"),
    ("Invalid value", "kernel.toml.value"),
)
"""What it says at the beginning of each error, the first that fits, and what we say."""


def why_no_toml(error: Exception) -> Message:
    """What is wrong with a text for which `tomllib`, or decoding before it, raised an error."""
    match error:
        case UnicodeDecodeError():
            return say("packfile.no_utf8", byte=error.start + 1)
        case tomllib.TOMLDecodeError():
            return say("packfile.no_toml", said=_placed(str(error)))
        case RecursionError():
            return say("packfile.nested")
    # All that is left: Python reads no longer numbers.
    return say("packfile.digits")


def _placed(text: str) -> Message:
    """A slip with its place; of one that a later Python may find its own words."""
    said = _SAID.fullmatch(text)
    what = said["what"] if said else text
    key = next((key for begin, key in SLIPS if what.startswith(begin)), "")
    slip = say(key) if key else say("kernel.toml.other", said=what)
    if said is None or said["line"] is None:
        return say("kernel.toml.at_end", slip=slip)
    return say("kernel.toml.at", line=int(said["line"]), column=int(said["column"]), slip=slip)
