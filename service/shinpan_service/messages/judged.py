"""What a judgement came to, for whoever runs a server: never what is in the record."""

from collections.abc import Callable
from typing import NamedTuple

from google.protobuf.message import Message

from shinpan.v1 import report_pb2


class Judged(NamedTuple):
    """One record that was judged: its game, the verdict in a word, and the steps of work that it took."""

    game: str
    verdict: str
    steps: int

    def encoded(self) -> bytes:
        return f"{self.game} {self.verdict} {self.steps}".encode()

    @classmethod
    def decoded(cls, data: bytes) -> "Judged":
        game, verdict, steps = data.decode().split(" ")
        return cls(game, verdict, int(steps))


def unheard(_: Judged) -> None:
    """Nobody wants to know."""


class Give:
    """Takes the parts of an answer, and what was judged for it."""

    def __init__(self, part: Callable[[Message], None], judged: Callable[[Judged], None] = unheard) -> None:
        self._part = part
        self._judged = judged

    def __call__(self, part: Message) -> None:
        self._part(part)

    def judged(self, game: str, report: report_pb2.Report, steps: int) -> None:
        """A record was judged. It is said before the part with the report."""
        verdict = report_pb2.Verdict.Name(report.verdict).removeprefix("VERDICT_").lower()
        self._judged(Judged(game, verdict, steps))
