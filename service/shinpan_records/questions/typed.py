"""What somebody types who is asked: a note, a claim, what came up, a turn to go to, a line, or words to look for."""

import re

from .opening import Wrong
from .question import CHANCE
from .recorder import Recorder
from .words import phrase

REMARK, CLAIM = ";", "=>"
HEAD = re.compile(r"(?:turn|round|ターン|ラウンド)\s*([0-9]{1,4})")
NOTED, CHECKED, ANSWERED, LOOKED_FOR = "noted", "checked", "answered", "looked for"
"""What came of it: a remark was kept, a claim is right, the record grew, or it is words to look for."""


def take_typed(recorder: Recorder, text: str) -> str:
    """Does what a text says that is neither a command nor the number of an answer; says what came of it. Raises
    `Wrong`."""
    if text.startswith(REMARK):
        recorder.remark(text.removeprefix(REMARK).strip())
        return NOTED
    if text.startswith(CLAIM):
        recorder.claim(text.removeprefix(CLAIM).strip())
        return CHECKED
    if recorder.question().kind == CHANCE:
        recorder.tell(text)
    elif (turn := HEAD.fullmatch(text)) is not None:
        recorder.go_to_turn(int(turn[1]))
    elif (line := recorder.meant(text)) or recorder.is_line(text):
        recorder.write(line or text)
    elif recorder.is_claim(text):
        recorder.claim(text)
        return CHECKED
    else:
        return LOOKED_FOR
    return ANSWERED


def take_back(recorder: Recorder, count: str) -> None:
    """Takes back so many entries, or all from a turn on; without a count one. Raises `Wrong`."""
    head = HEAD.fullmatch(count)
    if count and head is None and not (count.isascii() and count.isdigit()):
        raise Wrong(phrase(recorder.language, "wrong.back", text=count))
    before = recorder.draft.text()
    if head is not None:
        recorder.back_to_turn(int(head[1]))
    else:
        recorder.back(len(recorder.draft.entries) - int(count[:9] or 1))
    if recorder.draft.text() == before:
        raise Wrong(phrase(recorder.language, "wrong.no_back"))
