"""What is known of a call, for the log and the figures: never what is in a record, nor who plays."""

import re
import secrets
from collections import Counter
from collections.abc import Iterable
from time import monotonic
from typing import NamedTuple, Protocol

from ...messages.judged import Judged

REQUEST_ID = "x-request-id"
"""The metadata by which a caller names a call; what it is called in the end goes back under the same name."""
SNAPSHOT = "x-shinpan-snapshot"
"""The metadata that says with which packs and settings a call was answered."""
_ID = re.compile(r"[A-Za-z0-9._:/+=@-]{1,128}", re.ASCII)
"""What a caller may call it: nothing that a log would take for anything else."""
CANCELLED = "CANCELLED"


class Call:
    """A call from its beginning to its end."""

    def __init__(self, method: str = "", id: str = "", snapshot: int = 0, form: str = "") -> None:
        self.method = method
        self.form = form
        """In which form requests and answers are, if not protobuf over gRPC: `json`."""
        self.id = id
        self.snapshot = snapshot
        """That of the worker which answered last."""
        self.begun = monotonic()
        self.seconds = 0.0
        """From its beginning to its end."""
        self.queue_seconds = 0.0
        """That it waited for workers, all parts of it together."""
        self.judging_seconds = 0.0
        """That workers were busy with it."""
        self.bytes_in = 0
        self.bytes_out = 0
        self.records = 0
        """Of a stream of many records: that have come in."""
        self.verdicts: Counter[tuple[str, str]] = Counter()
        """How often which verdict was given in which game."""
        self.steps = 0
        self.refused: Counter[str] = Counter()
        """Of a stream of many records: why workers were lost over some of them, or not even tried."""
        self.status = CANCELLED
        """How it ended: a code of gRPC. Who says nothing has gone."""
        self.reason = ""
        """Why it was refused, in a word."""

    def judged(self, judged: Judged) -> None:
        """A record of it was judged."""
        self.verdicts[judged.game, judged.verdict] += 1
        self.steps += judged.steps

    def end(self, status: str, reason: str = "") -> None:
        """It is answered or refused."""
        self.status, self.reason = status, reason

    def over(self) -> None:
        """Its client has taken all, or has gone."""
        self.seconds = monotonic() - self.begun

    @property
    def trailing(self) -> tuple[tuple[str, str], ...]:
        """What goes back to its caller at the end."""
        return (REQUEST_ID, self.id), (SNAPSHOT, str(self.snapshot))


class Workers(NamedTuple):
    """How the workers are at the moment."""

    alive: int
    restarts: int
    """Those that took the place of others."""
    snapshot: int


class Watcher(Protocol):
    """Whoever hears of all calls."""

    def begun(self, call: Call) -> None:
        """A call has come in."""

    def ended(self, call: Call) -> None:
        """It is over."""


def id_of(metadata: Iterable[tuple[str, str | bytes]] | None) -> str:
    """What a call is called: as its caller says, or else by a name of ours."""
    for key, value in metadata or ():
        if key == REQUEST_ID and isinstance(value, str) and _ID.fullmatch(value):
            return value
    return secrets.token_hex(8)
