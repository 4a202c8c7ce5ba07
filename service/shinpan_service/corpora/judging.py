"""One record judged, from the bytes of its file to the report or to why there is none: in this process or in the child
that also judges for the server (`serving.workers`), with the same words.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan_engine.games.registry import GAMES, with_packs
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.judging.record import Header, Record
from shinpan_engine.kernel.messages import Language, Telling
from shinpan_engine.kernel.packs import PackText
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_records.corrections import corrections_noted
from shinpan_records.transcript import Loaded, message_told
from shinpan_service.messages import judging, wire_errors
from shinpan_service.messages.codec import Unreadable
from shinpan_service.messages.judged import Give, Judged, unheard
from shinpan_service.messages.judging import Answer, Send
from shinpan_service.messages.records import note_to_message, record_from_message, record_to_message
from shinpan_service.messages.scopes import Scopes
from shinpan_service.messages.viewing import View
from shinpan_service.messages.wire_errors import WireError

from .files.many import Form
from .files.reading import NotRead, read
from .files.sources import fault

Games = Mapping[str, Game]
T = TypeVar("T")


class Outcome(msgspec.Struct, array_like=True, frozen=True):
    """What became of a record: its report and header as messages in bytes, or why it was not judged."""

    report: bytes = b""
    header: bytes = b""
    said: str = ""
    code: str = ""
    line: int = 0
    column: int = 0
    expected: str = ""
    more: Sequence[str] = ()

    @property
    def judged(self) -> bool:
        """Whether there is a report."""
        return not self.said

    def message(self) -> report_pb2.Report:
        """The report."""
        return report_pb2.Report.FromString(self.report)

    def head(self) -> Header:
        """The header of the record."""
        message = record_pb2.Record(header=record_pb2.Header.FromString(self.header))
        return record_from_message(message).header


Judge = Callable[[Loaded], report_pb2.Report]
"""Judges a record that was loaded."""


def outcome_of(data: bytes, form: Form, games: Games, language: Language, judge: Judge | None = None) -> Outcome:
    """What becomes of a record. A fault over one is told, and stops no other."""

    def judged() -> Outcome:
        loaded = read(data, form, games, language)
        return outcome(loaded, (judge or partial(report_on, games, language))(loaded), language)

    return or_why(language, judged)


def outcome(loaded: Loaded, report: report_pb2.Report, language: Language) -> Outcome:
    """What became of a record that was judged, with notes on what was put right while it was read, and before."""
    notes = (*loaded.notes, *corrections_noted(loaded.record))
    report.notes.extend([note_to_message(note, Telling(language)) for note in notes])
    header = record_to_message(Record(loaded.record.header, ())).header
    return Outcome(report.SerializeToString(), header.SerializeToString())


def or_why(language: Language, do: Callable[[], T]) -> T | Outcome:
    """What comes of something done to a record, or why it could not be done."""
    try:
        return do()
    except NotRead as error:
        return Outcome(b"", b"", error.said, error.code, error.line, error.column, error.expected, error.more)
    except (RequestError, Unreadable) as refusal:
        return _refused(wire_errors.of_refusal(refusal, language), refusal.message.key, language)
    except WireError as error:
        return _refused(error.told_in(language), error.reason, language)
    except MemoryError:
        # A child that has no more memory ends, and says so itself.
        raise
    except Exception as error:
        said = fault(error)
        return Outcome(said=message_told(said, Telling(language)), code=said.key)


def _refused(error: WireError, code: str, language: Language) -> Outcome:
    return Outcome(said=wire_errors.localized(error.status, language), code=code)


def report_on(games: Games, language: Language, loaded: Loaded) -> report_pb2.Report:
    """The judgement of the referee in this process, who has seen a transcript already while it was read."""
    if not is_seen(loaded.record.header):
        return View(loaded.judged(), REFEREE, language).report()
    parts: list[Any] = []
    request = referee_pb2.VerifyReplayRequest(record=record_to_message(loaded.record), language=language)
    judging.METHODS["VerifyReplay"].judge(request, Give(parts.append), games)
    report: report_pb2.Report = parts[0].report
    return report


Say = Callable[[bytes, Form, Games], bytes]
"""What a child says of a record."""


def prepare(say: Say, texts: tuple[PackText, ...]) -> Answer:
    """What a child has to load: the games with some packs besides."""
    return Child(say, with_packs(texts) if texts else GAMES)


class Child:
    """What a child does: each of its calls brings records as `encoded`."""

    def __init__(self, say: Say, games: Games) -> None:
        self._say = say
        self._games = games

    def __call__(
        self, method: str, request: bytes, send: Send, held: Scopes, judged: Callable[[Judged], None] = unheard
    ) -> None:
        """Judges the records of a call one by one, and sends what is said of each before the next begins."""
        for form, data in msgspec.msgpack.decode(request, type=list[tuple[str, bytes]]):
            send(self._say(data, Form(form), self._games))


def say_outcome(language: Language, data: bytes, form: Form, games: Games) -> bytes:
    """The whole outcome, for whoever shows it."""
    return msgspec.msgpack.encode(outcome_of(data, form, games, language))


def encoded(records: Sequence[tuple[Form, bytes]]) -> bytes:
    """Records for a child."""
    return msgspec.msgpack.encode([(form.value, data) for form, data in records])
