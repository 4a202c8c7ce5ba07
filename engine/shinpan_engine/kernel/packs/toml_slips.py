"""What is wrong with a file that is no TOML, in the words of whoever writes it."""

import re
from tomllib import TOMLDecodeError

from ..messages import Message, say

_SAID = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)
_WHY = {
    "Invalid value": say("packfile.toml.value"),
    "Illegal character '\\n'": say("packfile.toml.open_text"),
    "Unterminated string": say("packfile.toml.open_text"),
    "Expected \"'": say("packfile.toml.open_text"),
    "Illegal character": say("packfile.toml.sign"),
    "Found invalid character": say("packfile.toml.sign"),
    "Unescaped '\\'": say("packfile.toml.backslash"),
    "Escaped character": say("packfile.toml.backslash"),
    "Expected '='": say("packfile.toml.equals"),
    "Expected newline": say("packfile.toml.more"),
    "Invalid statement": say("packfile.toml.field"),
    "Invalid initial character": say("packfile.toml.name"),
    "Unclosed array": say("packfile.toml.open_list"),
    "Unclosed inline table": say("packfile.toml.open_table"),
    "Expected ']": say("packfile.toml.open_head"),
    "Cannot overwrite": say("packfile.toml.twice"),
    "Duplicate inline table key": say("packfile.toml.twice"),
    "Cannot mutate": say("packfile.toml.twice"),
    "Cannot declare": say("packfile.toml.head_twice"),
}
"""How the parser of Python begins what it says, and the message for it; the first that fits."""


def no_toml(error: TOMLDecodeError) -> Message:
    """What is wrong, and where. What a parser of another version says is told in its own words."""
    said = _SAID.fullmatch(str(error))
    why = next((why for begun, why in _WHY.items() if said and said["what"].startswith(begun)), None)
    if not said or why is None:
        return say("packfile.no_toml", said=str(error))
    if said["line"] is None:
        return say("packfile.toml.at_end", why=why)
    return say("packfile.toml.at", why=why, line=int(said["line"]), column=int(said["column"]))
