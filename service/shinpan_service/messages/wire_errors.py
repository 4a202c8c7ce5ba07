"""Every error this service gives on the wire. A verdict is never one of them: an error says that nothing was judged.

INVALID_ARGUMENT     bytes that cannot be read, a field that says what cannot be
UNIMPLEMENTED        what the rulebook mentions and is not supported here
UNAUTHENTICATED      no token, or one that is not known here or has expired
PERMISSION_DENIED    a token without the scope that the call takes
FAILED_PRECONDITION  an edition, pack or scheme that is not here; fields of a newer schema;
                     steps of a record of what was merely seen
RESOURCE_EXHAUSTED   more than the limits allow, or no place left in the queue
DEADLINE_EXCEEDED    the server's own deadline passed
UNAVAILABLE          the worker died, or the server is about to stop; the same call may be made again
INTERNAL             a fault of ours, with the number under which it was logged

Each carries a `google.rpc.Status` with exactly one ErrorInfo, and a RetryInfo if the same call may succeed later. What
is wrong has its key and values in the ErrorInfo (`code`, `value_<name>`), and a LocalizedMessage in the language of the
request, or in every language where that was not looked at. The transport refuses by itself, without details, only
what exceeds its own limit by far.
"""

from hashlib import sha256

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import (  # type: ignore[import-untyped]  # no marker, though it has types
    BadRequest,
    ErrorInfo,
    LocalizedMessage,
    PreconditionFailure,
    QuotaFailure,
    RetryInfo,
)
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]
from grpc import StatusCode

from shinpan_engine.kernel.errors import NotComplete, NotHere, NotSupported, RequestError, TooLarge, WorkUsedUp
from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES, Language, say, sentence, spelled
from shinpan_engine.kernel.messages import Message as Words

from .codec import Unreadable
from .records import UnknownFields

DOMAIN = "shinpan"
MOST_TEXT_BYTES = 480
"""Longer texts are cut: they stand in several details, and all details together stay under 4 kB."""
MOST_VALUES = 8
MOST_VALUE_BYTES = 80
VALUE = "value_"
"""What stands before the name of a value among the metadata of an ErrorInfo."""
RETRY_SECONDS = 1
QUEUE_FULL = "QUEUE_FULL"
INCIDENT_DIGITS = 12


class WireError(Exception):
    """What a call ends with instead of an answer."""

    def __init__(self, status: Status) -> None:
        super().__init__(status.message)
        self.status = status

    @property
    def code(self) -> str:
        """The code of gRPC, by its name."""
        return next(code.name for code in StatusCode if code.value[0] == self.status.code)

    @property
    def reason(self) -> str:
        """The word by which programs know the error."""
        info = ErrorInfo()
        return next((str(info.reason) for detail in self.status.details if detail.Unpack(info)), "")

    def told_in(self, language: Language) -> "WireError":
        """The same for a reader of a language alone."""
        told, details = LocalizedMessage(), [*self.status.details]
        del self.status.details[:]
        for detail in details:
            if not detail.Unpack(told) or told.locale == language:
                self.status.details.add().CopyFrom(detail)
        return self


def undecodable(kind: str) -> WireError:
    """The bytes are no message of that kind."""
    return _bad_request("UNDECODABLE_REQUEST", "request", say("service.undecodable", kind=kind))


def no_json(why: Words) -> WireError:
    """The text is no request in JSON."""
    return _bad_request("UNDECODABLE_REQUEST", "request", why)


def invalid(field: str, why: Words) -> WireError:
    """A field says what cannot be."""
    return _bad_request("INVALID_FIELD", field, why)


def unsupported(field: str, why: Words) -> WireError:
    """The rulebook mentions it, but it is not played here."""
    return _error(StatusCode.UNIMPLEMENTED, "NOT_SUPPORTED", why, field=field)


def not_here(field: str, why: Words) -> WireError:
    """This server does not have what the record was made with."""
    return _precondition("NOT_ON_THIS_SERVER", field, why)


def not_complete(field: str, why: Words) -> WireError:
    """Only a complete record tells what is asked for."""
    return _precondition("NOT_COMPLETE", field, why)


def unknown_fields(field: str, why: Words) -> WireError:
    """Fields that might change the meaning of what stands around them."""
    return _precondition("UNKNOWN_FIELDS", field, why)


def no_token(why: Words) -> WireError:
    """Who calls has not said who that is."""
    return _error(StatusCode.UNAUTHENTICATED, "NO_TOKEN", why)


def unknown_token() -> WireError:
    """It is none of the tokens that are known here."""
    return _error(StatusCode.UNAUTHENTICATED, "UNKNOWN_TOKEN", say("service.token.unknown"))


def expired_token(date: str) -> WireError:
    """The token was known, and counts no more."""
    return _error(StatusCode.UNAUTHENTICATED, "EXPIRED_TOKEN", say("service.token.expired", date=date))


def scope_missing(scope: str) -> WireError:
    """The token is known, and may not do this."""
    return _error(StatusCode.PERMISSION_DENIED, "SCOPE_MISSING", say("service.token.scope", scope=scope), scope=scope)


def too_large(field: str, why: Words) -> WireError:
    """More than is judged in one call."""
    return _quota("TOO_LARGE", field, why)


def work_used_up(field: str, why: Words) -> WireError:
    """The call needs more steps than one call may take."""
    return _quota("WORK_USED_UP", field, why)


def answer_too_large(size: int, most: int) -> WireError:
    """The answer is larger than what is kept of one until it is fetched."""
    return _quota("TOO_LARGE", "answer", say("service.answer_too_large", size=size, most=most))


def memory_used_up() -> WireError:
    """The call needs more memory than a worker may have."""
    return _quota("MEMORY_USED_UP", "request", say("service.memory"))


def deadline_passed(seconds: float) -> WireError:
    """The call takes longer than any may."""
    return _error(StatusCode.DEADLINE_EXCEEDED, "TOO_SLOW", say("service.too_slow", seconds=f"{seconds:g}"))


def no_request() -> WireError:
    """The client closed the call before it sent anything."""
    return _bad_request("UNDECODABLE_REQUEST", "request", say("service.no_request"))


def request_slow(seconds: float) -> WireError:
    """The request does not arrive."""
    return _later("REQUEST_STALLED", say("service.request_slow", seconds=f"{seconds:g}"))


def stalled() -> WireError:
    """The client does not fetch its answer."""
    return _later("STREAM_STALLED", say("service.stalled"))


def answers_full() -> WireError:
    """The answers that wait to be fetched leave no room for another."""
    return _later("ANSWERS_FULL", say("service.answers_full"))


def queue_full(most: int) -> WireError:
    """As many calls as can wait are waiting."""
    return _later(QUEUE_FULL, say("service.queue_full", most=most, seconds=RETRY_SECONDS))


def batches_full(most: int) -> WireError:
    """As many streams of many records are open as may be."""
    return _later(QUEUE_FULL, say("service.batches_full", most=most, seconds=RETRY_SECONDS))


def batches_full_each(most: int) -> WireError:
    """A client has as many streams of many records open as one may."""
    return _later(QUEUE_FULL, say("service.batches_full_each", most=most, seconds=RETRY_SECONDS))


def batch_gave_way() -> WireError:
    """A quiet stream has made room for that of another client."""
    return _later(QUEUE_FULL, say("service.batch_gave_way", seconds=RETRY_SECONDS))


def watchers_full(most: int) -> WireError:
    """As many clients watch the health of the server as may, of all or of one host."""
    return _later(QUEUE_FULL, say("service.watchers_full", most=most))


def batch_quiet(seconds: float) -> WireError:
    """A stream of many records sends nothing."""
    return _later("REQUEST_STALLED", say("service.batch_quiet", seconds=f"{seconds:g}"))


def games_full(most: int) -> WireError:
    """As many games are being played as may be."""
    return _later("QUEUE_FULL", say("service.play.full", most=most, seconds=RETRY_SECONDS))


def games_full_each(most: int) -> WireError:
    """A client is playing as many games as one may."""
    return _later("QUEUE_FULL", say("service.play.full_each", most=most, seconds=RETRY_SECONDS))


def game_quiet(seconds: float) -> WireError:
    """Nothing happens in a game that is played."""
    return _later("REQUEST_STALLED", say("service.play.quiet", seconds=f"{seconds:g}"))


def game_gave_way() -> WireError:
    """A quiet game has made room for that of another client."""
    return _later("QUEUE_FULL", say("service.play.gave_way"))


def game_stopping() -> WireError:
    """A game has to go on elsewhere."""
    return _later("STOPPING", say("service.play.stopping"), code=StatusCode.UNAVAILABLE)


def queue_slow(seconds: float) -> WireError:
    """No worker came free for the call."""
    return _later("QUEUE_SLOW", say("service.queue_slow", seconds=f"{seconds:g}"))


def quarantined(seconds: int) -> WireError:
    """Workers died of the same request a short time ago."""
    return _later("QUARANTINED", say("service.quarantined"), seconds)


def worker_lost() -> WireError:
    """The worker died over this call."""
    return _later("WORKER_LOST", say("service.worker_lost"), code=StatusCode.UNAVAILABLE)


def stopping() -> WireError:
    """The server finishes the calls it has and takes nothing more."""
    return _later("STOPPING", say("service.stopping"), code=StatusCode.UNAVAILABLE)


def incident(request: bytes) -> WireError:
    """The engine failed over a request. Its number follows from the request: the same fault has the same number."""
    number = sha256(request).hexdigest()[:INCIDENT_DIGITS]
    return _error(StatusCode.INTERNAL, "ENGINE_FAILED", say("service.incident", number=number), incident=number)


def of_refusal(refusal: RequestError | Unreadable, language: Language = ENGLISH) -> WireError:
    """What the engine or the codec refused, as it goes on the wire. For people it is told in their language besides."""
    return _of_refusal(refusal).told_in(language)


def localized(status: Status, language: Language) -> str:
    """The sentence of an error in a language, if it came with one; else in English."""
    told = LocalizedMessage()
    for detail in status.details:
        if detail.Unpack(told) and told.locale == language:
            return str(told.message)
    return str(status.message)


def _of_refusal(refusal: RequestError | Unreadable) -> WireError:
    if isinstance(refusal, Unreadable):
        meant = unknown_fields if isinstance(refusal, UnknownFields) else invalid
        return meant(refusal.path, refusal.message)
    for kind, error in (
        (NotHere, not_here),
        (NotComplete, not_complete),
        (NotSupported, unsupported),
        (TooLarge, too_large),
        (WorkUsedUp, work_used_up),
    ):
        if isinstance(refusal, kind):
            return error(refusal.field, refusal.message)
    return invalid(refusal.field, refusal.message)


def _bad_request(reason: str, field: str, why: Words) -> WireError:
    violation = BadRequest.FieldViolation(field=cut(field), description=cut(str(why)))
    detail = BadRequest(field_violations=[violation])
    return _error(StatusCode.INVALID_ARGUMENT, reason, why, detail, field=field)


def _precondition(reason: str, field: str, why: Words) -> WireError:
    violation = PreconditionFailure.Violation(type=reason, subject=cut(field), description=cut(str(why)))
    detail = PreconditionFailure(violations=[violation])
    return _error(StatusCode.FAILED_PRECONDITION, reason, why, detail, field=field)


def _quota(reason: str, field: str, why: Words) -> WireError:
    violation = QuotaFailure.Violation(subject=cut(field), description=cut(str(why)))
    detail = QuotaFailure(violations=[violation])
    return _error(StatusCode.RESOURCE_EXHAUSTED, reason, why, detail, field=field)


def _later(
    reason: str, why: Words, seconds: int = RETRY_SECONDS, code: StatusCode = StatusCode.RESOURCE_EXHAUSTED
) -> WireError:
    """What may succeed if it is tried again after some seconds."""
    return _error(code, reason, why, RetryInfo(retry_delay=Duration(seconds=seconds)))


def _error(code: StatusCode, reason: str, why: Words, *details: Message, **facts: str) -> WireError:
    """An error with its details: an ErrorInfo first, with the key and the values of what is wrong, and the sentence in
    every language last, since not everybody who refuses knows that of the reader."""
    info = ErrorInfo(reason=reason, domain=DOMAIN, metadata={name: cut(fact) for name, fact in facts.items()})
    info.metadata["code"] = why.key
    for name, value in why.values[:MOST_VALUES]:
        info.metadata[f"{VALUE}{name}"] = cut(spelled(value), MOST_VALUE_BYTES)
    at = f"{facts['field']}: " if "field" in facts else ""
    status = Status(code=code.value[0], message=cut(f"{at}{why}"))
    told = [LocalizedMessage(locale=one, message=cut(f"{at}{sentence(why, one)}")) for one in LANGUAGES]
    for detail in (info, *details, *told):
        # The facts of an ErrorInfo are in no order of their own.
        status.details.add().Pack(detail, deterministic=True)
    return WireError(status)


def cut(text: str, most: int = MOST_TEXT_BYTES) -> str:
    """The text, or as much of its beginning as is sent."""
    data = text.encode()
    if len(data) <= most:
        return text
    return data[:most].decode(errors="ignore") + "…"
