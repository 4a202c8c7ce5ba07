"""What a comparison found, in words and for machines."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.report import Finding, Verdict
from shinpan_engine.kernel.messages import ENGLISH, Claim, Language, Line, Message, Rule, Telling, Word, say

from ..limits import quoted
from ..transcript import message_told
from .aligned import Aligned, Apart
from .side import Move, Side

MOST_APART = 20
MOST_LINES = 6
"""So many places, and lines of each, are told; of more how many there are."""
FIRST, SECOND = 0, 1


class Comparison(NamedTuple):
    """Two records side by side."""

    sides: tuple[Side, Side]
    header: tuple[tuple[str, str, str], ...]
    moves: Aligned
    one: Side | None
    """The game that says all that both say, judged."""
    why_none: Message | None
    """Why there is none."""

    @property
    def alike(self) -> bool:
        """Whether both say the same of the game."""
        return not self.header and not self.moves.apart and not self.moves.claimed

    @property
    def fits_both(self) -> Record | None:
        """A complete record of a game that both fit."""
        if self.one is None or self.one.report.findings:
            return None
        return self.one.world

    def messages(self) -> Iterator[Message]:
        """All of it, a sentence each."""
        for at in (FIRST, SECOND):
            yield say("kernel.compare.judged", number=at + 1, said=self._judged(self.sides[at]))
        if self.alike:
            yield say("kernel.compare.alike")
        for key, ours, theirs in self.header:
            named = Word(self._game, key, heads=True)
            yield say("kernel.compare.header", line=named, first=_text(ours), second=_text(theirs))
        for place, apart in enumerate(self.moves.apart[:MOST_APART]):
            yield from self._apart(apart, first=not place)
        for at in (FIRST, SECOND):
            if self.moves.unread[at]:
                yield say("kernel.compare.unread", number=at + 1)
        if len(self.moves.apart) > MOST_APART:
            yield say("kernel.compare.more", count=len(self.moves.apart) - MOST_APART)
        for one in self.moves.claimed[:MOST_APART]:
            said = [Claim(self._game, f"{one.path} = {value}") for value in (one.first, one.second)]
            yield say("kernel.compare.claim", place=self._turn(one.turn), first=said[FIRST], second=said[SECOND])
        yield self.fitting()

    @property
    def _game(self) -> str:
        return self.sides[FIRST].game.name

    def _judged(self, side: Side) -> Message:
        """How a record was judged."""
        verdict = Message(f"cli.verdict.{side.report.verdict.word}")
        return self._wrong(side.finding, verdict) if side.finding else verdict

    def _wrong(self, finding: Finding, verdict: Message) -> Message:
        where, rules = self._turn(finding.where.turn), tuple(map(Rule, finding.clauses))
        key = "kernel.compare.wrong_by" if rules else "kernel.compare.wrong"
        return say(key, verdict=verdict, place=where, said=finding.message, **({"rules": rules} if rules else {}))

    def _turn(self, turn: int) -> Message:
        heads = self.sides[FIRST].game.heads
        return (
            say("kernel.compare.place", heads=say(f"kernel.{heads}"), turn=turn)
            if turn
            else say("kernel.compare.set_up")
        )

    def _apart(self, apart: Apart, first: bool) -> Iterator[Message]:
        """What each record says at a place where they differ. Up to the first of these both tell the same game, so
        there it shows which is legal."""
        yield say("kernel.compare.apart", place=self._turn(apart.turn))
        for at, moves in ((FIRST, apart.first), (SECOND, apart.second)):
            if not moves:
                yield say("kernel.compare.nothing", number=at + 1)
            for place, move in enumerate(moves[:MOST_LINES]):
                line = Line(self._game, self.sides[at].line(move.entry))
                said = self._legal(at, move) if first and not place else None
                key = "kernel.compare.line_legal" if said else "kernel.compare.line"
                yield say(key, number=at + 1, line=line, **({"said": said} if said else {}))
            if len(moves) > MOST_LINES:
                yield say("kernel.compare.more_lines", number=at + 1, count=len(moves) - MOST_LINES)

    def _legal(self, at: int, move: Move) -> Message | None:
        """Whether the first move that differs is legal where it stands; nothing where the record breaks off before."""
        finding = self.sides[at].finding
        if finding is None or (finding.where.entry > move.number):
            return say("kernel.compare.legal_here")
        if finding.where.entry == move.number and finding.verdict is Verdict.ILLEGAL:
            return say("kernel.compare.illegal_here")
        return None

    def fitting(self) -> Message:
        """Whether there is a game that both fit."""
        if self.why_none is not None:
            return say("kernel.compare.none_fits", why=self.why_none)
        assert self.one is not None, "there is one, or the reason why not"
        finding = self.one.finding
        if finding is None:
            return say("kernel.compare.fits", verdict=Message(f"cli.verdict.{self.one.report.verdict.word}"))
        if finding.verdict is Verdict.UNDECIDABLE:
            return say("kernel.compare.not_found", why=finding.message)
        return say("kernel.compare.none_fits", why=finding.message)

    def lines(self, language: Language = ENGLISH) -> list[str]:
        """All of it for people."""
        return [self.told(message, language) for message in self.messages()]

    def told(self, message: Message, language: Language) -> str:
        """One of the sentences, with the names of the pack."""
        return quoted(message_told(message, Telling(language, self.sides[FIRST].pack.names)))

    def as_dict(self, language: Language = ENGLISH) -> dict[str, Any]:
        """All of it for machines. Lines are canonical."""
        return {
            "verdicts": [side.report.verdict.word for side in self.sides],
            "alike": self.alike,
            "header": [{"key": key, "first": ours, "second": theirs} for key, ours, theirs in self.header],
            "apart": [
                {"turn": one.turn, "first": self._lines(FIRST, one.first), "second": self._lines(SECOND, one.second)}
                for one in self.moves.apart
            ],
            "unread": [*self.moves.unread],
            "claims": [one._asdict() for one in self.moves.claimed],
            "fits_both": self.fits_both is not None,
            "why": self.told(self.fitting(), language),
        }

    def _lines(self, at: int, moves: Sequence[Move]) -> list[str]:
        return [self.sides[at].line(move.entry) for move in moves]


def _text(said: str) -> str | Message:
    return said or say("kernel.compare.not_written")
