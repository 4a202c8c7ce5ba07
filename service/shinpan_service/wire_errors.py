"""Every error this service gives on the wire. A verdict is never one of them: an error says that nothing was judged.

INVALID_ARGUMENT     bytes that cannot be read, a field that says what cannot be
UNIMPLEMENTED        what the rulebook mentions and is not supported here
FAILED_PRECONDITION  an edition, pack or scheme that is not here; fields of a newer schema
RESOURCE_EXHAUSTED   more than the limits allow, or no place left in the queue
UNAVAILABLE          the worker died, or the server is about to stop; the same call may be made again
INTERNAL             a fault of ours, with the number under which it was logged

Each carries a `google.rpc.Status` with exactly one ErrorInfo. The transport refuses by itself, without details, only
what exceeds its own limit by far.
"""

from hashlib import sha256

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import (  # type: ignore[import-untyped]  # no marker, though it has types
    BadRequest,
    ErrorInfo,
    PreconditionFailure,
    QuotaFailure,
    RetryInfo,
)
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]
from grpc import StatusCode

from shinpan_engine.kernel.errors import NotHere, NotSupported, RequestError, TooLarge

from .codec import Unreadable
from .records import UnknownFields

DOMAIN = "shinpan"
MOST_TEXT_BYTES = 480
"""Longer texts are cut: they stand in several details, and all details together stay under 4 kB."""
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


def unknown_fields(field: str, why: str) -> WireError:
    """Fields that might change the meaning of what stands around them."""
    return _precondition("UNKNOWN_FIELDS", field, why)


def too_large(field: str, why: str) -> WireError:
    """More than is judged in one call."""
    return _quota("TOO_LARGE", field, why)


def work_used_up(field: str, why: str) -> WireError:
    """The call needs more steps than one call may take."""
    return _quota("WORK_BUDGET_USED_UP", field, why)


def stalled(seconds: int) -> WireError:
    """The client takes nothing of what is streamed to it, and a worker waits for that."""
    return _quota("STREAM_STALLED", "stream", f"nothing was taken for {seconds} seconds")


def queue_full(most: int) -> WireError:
    """As many calls as can wait are waiting."""
    retry = RetryInfo(retry_delay=Duration(seconds=RETRY_SECONDS))
    return _error(StatusCode.RESOURCE_EXHAUSTED, "QUEUE_FULL", f"{most} calls are in hand, which is all we take", retry)


def worker_lost() -> WireError:
    """The worker died over this call."""
    return _error(StatusCode.UNAVAILABLE, "WORKER_LOST", "the worker that judged this was lost; try again")


def stopping() -> WireError:
    """The server finishes what it has in hand and takes nothing more."""
    return _error(StatusCode.UNAVAILABLE, "STOPPING", "this server is about to stop; try again")


def incident(request: bytes) -> WireError:
    """The engine failed over a request. Its number follows from the request: the same fault has the same number."""
    number = sha256(request).hexdigest()[:INCIDENT_DIGITS]
    return _error(
        StatusCode.INTERNAL, "ENGINE_FAILED", f"the referee failed; this is incident {number}", incident=number
    )


def of_refusal(refusal: RequestError | Unreadable) -> WireError:
    """What the engine or the codec refused, as it goes on the wire."""
    if isinstance(refusal, Unreadable):
        meant = unknown_fields if isinstance(refusal, UnknownFields) else invalid
        return meant(refusal.path, refusal.message)
    for kind, error in ((NotHere, not_here), (NotSupported, unsupported), (TooLarge, too_large)):
        if isinstance(refusal, kind):
            return error(refusal.field, refusal.message)
    return invalid(refusal.field, refusal.message)


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


def _error(code: StatusCode, reason: str, message: str, *details: Message, **facts: str) -> WireError:
    info = ErrorInfo(reason=reason, domain=DOMAIN, metadata={name: cut(fact) for name, fact in facts.items()})
    status = Status(code=code.value[0], message=cut(message))
    for detail in (info, *details):
        status.details.add().Pack(detail)
    return WireError(status)


def cut(text: str) -> str:
    """The text, or as much of its beginning as is sent."""
    data = text.encode()
    if len(data) <= MOST_TEXT_BYTES:
        return text
    return data[:MOST_TEXT_BYTES].decode(errors="ignore") + "…"
