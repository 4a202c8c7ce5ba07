"""Calls whose requests and answers are JSON, by the mapping of protobuf; fields have the names of the schemas.

Whoever judges reads and writes it: the front of a server hands such a request on as it came.
"""

import json
from collections.abc import Callable
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from shinpan.v1 import referee_pb2
from shinpan_engine.games.registry import Contents
from shinpan_engine.kernel.messages import say

from . import judging, wire_errors
from .judged import Judged, unheard
from .judging import METHODS, Answer, Send
from .scopes import SCOPES, Scopes

JSON, READ, WRITE = "json", "read-json", "write-json"
"""What stands before the name of a method, with a colon: its request and answer are JSON; or only the request is wanted
as protobuf, or an answer as JSON."""
MOST_VALUES = 200_000
"""Objects, lists and what is in them; each takes many times its own length to read."""
_SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]


def prepare_with(contents: Contents, front: bytes | None = None) -> Answer:
    """Loads all that answering needs, in either form."""
    judging.prepare_with(contents, front)
    return answer


def answer(
    method: str,
    request: bytes,
    send: Send,
    held: Scopes = SCOPES,
    judged: Callable[[Judged], None] = unheard,
) -> None:
    """Answers a call in the form in which it came."""
    way, colon, name = method.rpartition(":")
    if not colon:
        judging.answer(name, request, send, held, judged)
    elif way == READ:
        send(_request(name, request))
    elif way == WRITE:
        send(_answer(name, request))
    else:
        judging.answer(name, _request(name, request), lambda part: send(_answer(name, part)), held, judged)


def written(message: Message) -> bytes:
    """A message as JSON."""
    return json_format.MessageToJson(
        message, preserving_proto_field_name=True, indent=None, ensure_ascii=False
    ).encode()


def _answer(method: str, answer: bytes) -> bytes:
    """An answer of the judge as JSON."""
    kind: Any = GetMessageClass(_SERVICE.methods_by_name[method].output_type)
    return written(kind.FromString(answer))


def _request(method: str, data: bytes) -> bytes:
    """A request as the judge takes it. Raises `WireError` for what is none."""
    judging.refuse_large(data)
    message: Any = METHODS[method].kind()
    try:
        json_format.ParseDict(_object(data), message)
    except json_format.ParseError as error:
        raise wire_errors.no_json(say("service.json.field", said=_plainly(error))) from None
    found: bytes = message.SerializeToString()
    return found


def _object(data: bytes) -> dict[str, Any]:
    """The object that a text says."""
    if sum(map(data.count, (b"{", b"[", b","))) > MOST_VALUES:
        raise wire_errors.too_large("request", say("service.json.values", most=MOST_VALUES))
    try:
        found = json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise wire_errors.no_json(say("service.json.no_utf8", byte=error.start)) from None
    except json.JSONDecodeError as error:
        at = say("service.json.at", line=error.lineno, column=error.colno, said=error.msg)
        raise wire_errors.no_json(at) from None
    except (RecursionError, ValueError) as error:
        raise wire_errors.no_json(say("service.json.odd", said=str(error))) from None
    if not isinstance(found, dict):
        raise wire_errors.no_json(say("service.json.no_object"))
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names stand there once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise wire_errors.no_json(say("service.json.twice", name=_second(pairs)))
    return found


def _second(pairs: list[tuple[str, Any]]) -> str:
    seen: set[str] = set()
    return next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]


def _no_number(word: str) -> None:
    raise wire_errors.no_json(say("service.json.no_number", word=word))


def _plainly(error: Exception) -> str:
    """What the library says is wrong with a field, on one line."""
    return " ".join(str(error).split())
