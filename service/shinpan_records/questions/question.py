"""What a recorder asks, and how it refuses an answer."""

from collections.abc import Sequence
from typing import NamedTuple

from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import Message

from .opening import Wrong

DECISION, CHANCE, OVER = "decision", "chance", "over"


class Question(NamedTuple):
    """What is asked: who decides what, in which turn and printed step; or what came up; or nothing any more."""

    kind: str
    turn: int
    step: str
    seat: int
    text: str


class Refusal(Wrong):
    """An answer against the rules, or one that the pack does not decide: what is wrong, in the reader's language and as
    the referee says it, the clauses, and what would be legal."""

    def __init__(
        self, text: str, message: Message, rules: Sequence[tuple[str, str, str]], legal: Sequence[str], counted: int
    ) -> None:
        super().__init__(text)
        self.message = message
        self.rules = tuple(rules)
        """Each clause: its id, its section, what it says."""
        self.legal = tuple(legal)
        self.counted = counted


class Broken(Wrong):
    """A record that cannot be gone on with as it is; up to its first so many entries it can. It says the line of the
    transcript that is wrong, if it is a single one."""

    def __init__(self, text: str, entries: int, of: int, line: int = 0) -> None:
        super().__init__(text)
        self.entries = entries
        self.of = of
        self.line = line

    @classmethod
    def after(cls, text: str, record: Record, kept: int) -> "Broken":
        """A record of which the first entries can be gone on with: the next one is wrong."""
        line = record.entries[kept].line if kept < len(record.entries) else 0
        return cls(text, kept, len(record.entries), line)
