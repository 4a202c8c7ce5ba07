"""What a repair found, in words and for machines."""

from typing import Any, NamedTuple

from shinpan_engine.kernel.forms.text import NameBook
from shinpan_engine.kernel.judging.report import Finding
from shinpan_engine.kernel.messages import ENGLISH, Language, Message, Rule, Telling, say

from ..transcript.header.in_words import message_told
from .edits import Edit
from .singles import of_header

WORLDS = say("kernel.repair.limit.worlds")
"""That cards which nobody saw leave more open than can be tried."""


class Partial(NamedTuple):
    """Edits after which the record comes further, and what is wrong next."""

    edits: tuple[Edit, ...]
    next: Finding

    def then(self) -> Message:
        """What is wrong next, with its place and its clause."""
        line, message, clauses = self.next.where.line, self.next.message, self.next.clauses
        if not line:
            return say("kernel.repair.next.end", said=message)
        if not clauses:
            return say("kernel.repair.next.at", line=line, said=message)
        return say("kernel.repair.next.by", line=line, said=message, clause=Rule(clauses[0]))


class Repairs(NamedTuple):
    """What is wrong with a record, and what was found."""

    finding: Finding
    tried: int
    """How many single edits there were."""
    legal: int
    """How many of them are legal where they stand: these are tried on the whole record."""
    repairs: tuple[tuple[Edit, ...], ...]
    """Edits after which all of it comes out: single ones, or else pairs."""
    partial: tuple[Partial, ...]
    """If there are none, those that come furthest."""
    left_out: tuple[Message, ...]
    """Why some single edits were not looked for, if any were not."""
    stopped: tuple[Message, ...]
    """The limits that were reached, or that somebody stopped it."""
    replays: int
    steps: int
    game: str
    names: NameBook

    @property
    def complete(self) -> bool:
        """Whether every single edit was tried."""
        return not self.left_out and not self.stopped

    @property
    def unique(self) -> bool:
        """Whether exactly one single edit repairs the record."""
        return self.complete and [len(edits) for edits in self.repairs] == [1]

    def lines(self, language: Language = ENGLISH) -> list[str]:
        """All of it for people."""
        told = [self.in_words(one, language) for one in self.said()]
        for edits in self.repairs:
            told += self._block(edits, language)
        for partial in self.partial:
            told += self._block(partial.edits, language)
            told.append(f"  {self.in_words(partial.then(), language)}")
        work = say("kernel.repair.found.work", replays=self.replays, steps=self.steps)
        return told if self.unique else [*told, *(self.in_words(one, language) for one in (*self.then(), work))]

    def in_words(self, message: Message, language: Language) -> str:
        """A sentence of what was found, with the names of the pack."""
        return message_told(message, Telling(language, self.names))

    def _block(self, edits: tuple[Edit, ...], language: Language) -> list[str]:
        return [line for edit in edits for line in edit.lines(self.game, language)]

    def said(self) -> list[Message]:
        """What is wrong, how much was tried, what came of it, and what limits it."""
        where = self._where()
        if of_header(self.finding) and not self.tried:
            return [where, say("kernel.repair.found.header_stays")]
        counts = say("kernel.repair.found.tried", tried=self.tried, legal=self.legal, works=self._works())
        limits = [say("kernel.repair.limit.reached", why=one) for one in (*self.left_out, *self.stopped)]
        further = [self._further()] if self.partial or self._pairs else []
        return [where, counts, *limits, *further]

    def _where(self) -> Message:
        line, message = self.finding.where.line, self.finding.message
        if of_header(self.finding):
            return say("kernel.repair.found.header", said=message)
        if line:
            return say("kernel.repair.found.at", line=line, said=message)
        return say("kernel.repair.found.end", said=message)

    def then(self) -> list[Message]:
        """What to do where nothing that was tried repairs the record."""
        if self.repairs or of_header(self.finding):
            return []
        line = self.finding.where.line
        then = say("kernel.repair.found.correct", line=line) if line else say("kernel.repair.found.correct_end")
        return [then, say("kernel.repair.found.tell_more")] if WORLDS in self.left_out else [then]

    @property
    def _pairs(self) -> int:
        return sum(len(edits) > 1 for edits in self.repairs)

    def _works(self) -> Message:
        count = len(self.repairs) - self._pairs
        if not count:
            return say("kernel.repair.works.none")
        if count > 1:
            return say("kernel.repair.works.several", count=count)
        return say("kernel.repair.works.one" if self.complete else "kernel.repair.works.one_so_far")

    def _further(self) -> Message:
        if self._pairs:
            return say("kernel.repair.found.pairs", count=self._pairs)
        return say("kernel.repair.found.partial", count=len(self.partial))

    def as_dict(self, language: Language = ENGLISH) -> dict[str, Any]:
        """All of it for machines."""
        return {
            "finding": self._finding(self.finding, language),
            "tried": self.tried,
            "legal": self.legal,
            "complete": self.complete,
            "unique": self.unique,
            "repairs": [{"edits": [edit.as_dict(language) for edit in edits]} for edits in self.repairs],
            "partial": [
                {
                    "edits": [edit.as_dict(language) for edit in partial.edits],
                    "next": self._finding(partial.next, language),
                }
                for partial in self.partial
            ],
            "limits": [self.in_words(one, language) for one in (*self.left_out, *self.stopped)],
            "replays": self.replays,
            "steps": self.steps,
        }

    def _finding(self, finding: Finding, language: Language) -> dict[str, Any]:
        return {
            "verdict": finding.verdict.word,
            "line": finding.where.line,
            "clauses": list(finding.clauses),
            "message": self.in_words(finding.message, language),
        }
