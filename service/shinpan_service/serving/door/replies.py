"""Errors of calls as HTTP says them: a status, and as JSON what gRPC has in a `google.rpc.Status`.

The form is that of Connect, so that clients of Connect understand it.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from google.protobuf import json_format
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.error_details_pb2 import (  # type: ignore[import-untyped]  # no marker, though it has types
    LocalizedMessage,
    RetryInfo,
)
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]

from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES, Language

from ...messages.wire_errors import WireError, localized

KIND = "application/json"
STATUSES: Mapping[str, int] = {
    "INVALID_ARGUMENT": 400,
    "FAILED_PRECONDITION": 400,
    "UNAUTHENTICATED": 401,
    "PERMISSION_DENIED": 403,
    "RESOURCE_EXHAUSTED": 429,
    "INTERNAL": 500,
    "UNIMPLEMENTED": 501,
    "UNAVAILABLE": 503,
    "DEADLINE_EXCEEDED": 504,
}
"""By the codes of gRPC, all that a call of ours can end with."""

Headers = Iterable[tuple[str, str]]


class Reply(NamedTuple):
    """What goes back."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def answered(body: bytes, headers: Headers) -> Reply:
    """An answer."""
    return Reply(200, (("content-type", KIND), *headers), body)


def refused(status: Status, accepted: str, headers: Headers) -> Reply:
    """An error, in the language of the request, or where that was not looked at in the first accepted one."""
    error = WireError(status)
    details = [_unpacked(detail) for detail in status.details]
    told = {
        "code": error.code.lower(),
        "message": localized(status, _language(details, accepted)),
        "details": [_told(detail) for detail in details],
    }
    more = [("retry-after", str(one.retry_delay.seconds)) for one in details if isinstance(one, RetryInfo)]
    if error.code == "UNAUTHENTICATED":
        more.append(("www-authenticate", "Bearer"))
    body = json.dumps(told, ensure_ascii=False).encode()
    return Reply(STATUSES[error.code], (("content-type", KIND), *more, *headers), body)


def _language(details: Iterable[Message], accepted: str) -> Language:
    told = [detail.locale for detail in details if isinstance(detail, LocalizedMessage)]
    wanted = told if len(told) == 1 else [part.strip()[:2].lower() for part in accepted.split(",")]
    return next((language for one in wanted for language in LANGUAGES if language == one), ENGLISH)


def _unpacked(detail: Message) -> Message:
    name = detail.type_url.rpartition("/")[2]  # type: ignore[attr-defined]  # an Any
    found: Message = GetMessageClass(Default().FindMessageTypeByName(name))()
    detail.Unpack(found)  # type: ignore[attr-defined]
    return found


def _told(detail: Message) -> dict[str, object]:
    """A detail as Connect has it: whole, and so that people can read it."""
    return {
        "type": detail.DESCRIPTOR.full_name,
        "value": b64encode(detail.SerializeToString(deterministic=True)).decode().rstrip("="),
        "debug": json_format.MessageToDict(detail, preserving_proto_field_name=True),
    }
