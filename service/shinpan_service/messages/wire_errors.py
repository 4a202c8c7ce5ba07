"""Every error this service gives on the wire. A verdict is never one of them: an error says that nothing was judged.

INVALID_ARGUMENT     bytes that cannot be read, a field that says what cannot be
UNIMPLEMENTED        what the rulebook mentions and is not supported here
FAILED_PRECONDITION  an edition, pack or scheme that is not here; fields of a newer schema;
                     steps of a record of what was merely seen
RESOURCE_EXHAUSTED   more than the limits allow, or no place left in the queue
DEADLINE_EXCEEDED    the server's own deadline passed
UNAVAILABLE          the worker died, or the server is about to stop; the same call may be made again
INTERNAL             a fault of ours, with the number under which it was logged

Each carries a `google.rpc.Status` with exactly one ErrorInfo, and a RetryInfo if the same call may succeed later. What
is wrong with a request has its key and values in the ErrorInfo (`code`, `value_<name>`), and a LocalizedMessage in the
language of the request. What the service itself refuses is English, under the key of all plain sentences. The
transport refuses by itself, without details, only what exceeds its own limit by far.
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

from shinpan_engine.kernel import messages
from shinpan_engine.kernel.errors import NotComplete, NotHere, NotSupported, RequestError, TooLarge, WorkUsedUp
from shinpan_engine.kernel.messages import ENGLISH, PLAIN, Language, plain, sentence, spelled

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
INCIDENT_DIGITS = 12


class WireError(Exception):
    """What a call ends with instead of an answer."""

    def __init__(self, status: Status) -> None:
        super().__init__(status.message)
        self.status = status


def undecodable(kind: str) -> WireError:
    """The bytes are no message of that kind."""
    return _bad_request("UNDECODABLE_REQUEST", "request", f"these bytes are no {kind}")


def invalid(field: str, why: str) -> WireError:
    """A field says what cannot be."""
    return _bad_request("INVALID_FIELD", field, why)


def unsupported(field: str, why: str) -> WireError:
    """The rulebook mentions it, but it is not played here."""
    return _error(StatusCode.UNIMPLEMENTED, "NOT_SUPPORTED", f"{field}: {why}", field=field)


def not_here(field: str, why: str) -> WireError:
    """This server does not have what the record was made with."""
    return _precondition("NOT_ON_THIS_SERVER", field, why)


def not_complete(field: str, why: str) -> WireError:
    """Only a complete record tells what is asked for."""
    return _precondition("NOT_COMPLETE", field, why)


def unknown_fields(field: str, why: str) -> WireError:
    """Fields that might change the meaning of what stands around them."""
    return _precondition("UNKNOWN_FIELDS", field, why)


def too_large(field: str, why: str) -> WireError:
    """More than is judged in one call."""
    return _quota("TOO_LARGE", field, why)


def work_used_up(field: str, why: str) -> WireError:
    """The call needs more steps than one call may take."""
    return _quota("WORK_USED_UP", field, why)


def answer_too_large(size: int, most: int) -> WireError:
    """The answer is larger than what is kept of one until it is fetched."""
    return _quota("TOO_LARGE", "answer", f"it has {size} bytes; at most {most} are sent; ask for fewer steps")


def memory_used_up() -> WireError:
    """The call needs more memory than a worker may have."""
    return _quota("MEMORY_USED_UP", "request", "judging it takes more memory than one call may have")


def deadline_passed(seconds: float) -> WireError:
    """The call takes longer than any may."""
    return _error(StatusCode.DEADLINE_EXCEEDED, "TOO_SLOW", f"it takes more than {seconds:g} s, the most one call may")


def no_request() -> WireError:
    """The client closed the call before it sent anything."""
    return _bad_request("UNDECODABLE_REQUEST", "request", "none was sent")


def request_slow(seconds: float) -> WireError:
    """The request does not arrive."""
    return _later("REQUEST_STALLED", f"the request did not arrive within {seconds:g} s, or held up others")


def stalled() -> WireError:
    """The client does not fetch its answer."""
    return _later("STREAM_STALLED", "the answer was not fetched in time, or held up others")


def answers_full() -> WireError:
    """The answers that wait to be fetched leave no room for another."""
    return _later("ANSWERS_FULL", "there is no room for the answer: too many others wait to be fetched")


def queue_full(most: int) -> WireError:
    """As many calls as can wait are waiting."""
    return _later("QUEUE_FULL", f"{most} calls are in hand, which is all we take")


def queue_slow(seconds: float) -> WireError:
    """No worker came free for the call."""
    return _later("QUEUE_SLOW", f"no worker came free within {seconds:g} s")


def quarantined(seconds: int) -> WireError:
    """Workers died of the same request a short time ago."""
    return _later("QUARANTINED", "this very request has cost several workers; it is refused for a while", seconds)


def worker_lost() -> WireError:
    """The worker died over this call."""
    return _later("WORKER_LOST", "the worker that judged this was lost; try again", code=StatusCode.UNAVAILABLE)


def stopping() -> WireError:
    """The server finishes what it has in hand and takes nothing more."""
    return _later("STOPPING", "this server is about to stop; try again", code=StatusCode.UNAVAILABLE)


def incident(request: bytes) -> WireError:
    """The engine failed over a request. Its number follows from the request: the same fault has the same number."""
    number = sha256(request).hexdigest()[:INCIDENT_DIGITS]
    return _error(
        StatusCode.INTERNAL, "ENGINE_FAILED", f"the referee failed; this is incident {number}", incident=number
    )


def of_refusal(refusal: RequestError | Unreadable, language: Language = ENGLISH) -> WireError:
    """What the engine or the codec refused, as it goes on the wire. For people it is told in their language besides."""
    error = _of_refusal(refusal)
    message = refusal.message if isinstance(refusal, RequestError) else plain(refusal.message)
    field = refusal.field if isinstance(refusal, RequestError) else refusal.path
    _localize(error.status, message, field, language)
    return error


def _localize(status: Status, message: messages.Message, field: str, language: Language) -> None:
    """Adds the key and the values to the ErrorInfo, and behind it the sentence in a language."""
    info = ErrorInfo()
    status.details[0].Unpack(info)
    info.metadata["code"] = message.key
    for name, value in message.values[:MOST_VALUES] if message.key != PLAIN else ():
        info.metadata[f"{VALUE}{name}"] = cut(spelled(value, language), MOST_VALUE_BYTES)
    status.details[0].Pack(info)
    told = LocalizedMessage(locale=language, message=cut(f"{field}: {sentence(message, language)}"))
    status.details.add().Pack(told)


def localized(status: Status) -> str:
    """The sentence of an error in the language that was asked for."""
    told = LocalizedMessage()
    return str(told.message) if any(detail.Unpack(told) for detail in status.details) else str(status.message)


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
            return error(refusal.field, str(refusal))
    return invalid(refusal.field, str(refusal))


def _bad_request(reason: str, field: str, why: str) -> WireError:
    violation = BadRequest.FieldViolation(field=cut(field), description=cut(why))
    detail = BadRequest(field_violations=[violation])
    return _error(StatusCode.INVALID_ARGUMENT, reason, f"{field}: {why}", detail, field=field)


def _precondition(reason: str, field: str, why: str) -> WireError:
    violation = PreconditionFailure.Violation(type=reason, subject=cut(field), description=cut(why))
    detail = PreconditionFailure(violations=[violation])
    return _error(StatusCode.FAILED_PRECONDITION, reason, f"{field}: {why}", detail, field=field)


def _quota(reason: str, field: str, why: str) -> WireError:
    detail = QuotaFailure(violations=[QuotaFailure.Violation(subject=cut(field), description=cut(why))])
    return _error(StatusCode.RESOURCE_EXHAUSTED, reason, f"{field}: {why}", detail, field=field)


def _later(
    reason: str, why: str, seconds: int = RETRY_SECONDS, code: StatusCode = StatusCode.RESOURCE_EXHAUSTED
) -> WireError:
    """What may succeed if it is tried again after some seconds."""
    return _error(code, reason, why, RetryInfo(retry_delay=Duration(seconds=seconds)))


def _error(code: StatusCode, reason: str, message: str, *details: Message, **facts: str) -> WireError:
    info = ErrorInfo(reason=reason, domain=DOMAIN, metadata={name: cut(fact) for name, fact in facts.items()})
    status = Status(code=code.value[0], message=cut(message))
    for detail in (info, *details):
        status.details.add().Pack(detail)
    return WireError(status)


def cut(text: str, most: int = MOST_TEXT_BYTES) -> str:
    """The text, or as much of its beginning as is sent."""
    data = text.encode()
    if len(data) <= most:
        return text
    return data[:most].decode(errors="ignore") + "…"
