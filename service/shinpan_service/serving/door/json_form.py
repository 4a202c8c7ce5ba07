"""Calls whose requests and answers are JSON, by the mapping of protobuf; fields have the names of the schemas.

Whoever judges reads and writes it: the front of a server hands such a request on as it came.
"""

from collections.abc import Callable, Mapping
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from shinpan.v1 import referee_pb2
from shinpan_engine.games.registry import Contents
from shinpan_engine.kernel.clauses import RuleBook
from shinpan_engine.kernel.forms.from_json import NotAllowed
from shinpan_engine.kernel.messages import say
from shinpan_records.json_text import NotJson, json_object, not_allowed

from ...messages import json_slips, judging, wire_errors
from ...messages.judged import Judged, unheard
from ...messages.judging import METHODS, Answer, Send
from ...messages.playing import answering
from ...messages.scopes import SCOPES, Scopes

JSON, READ, WRITE = "json", "read-json", "write-json"
"""What stands before the name of a method, with a colon: its request and answer are JSON; or only the request is wanted
as protobuf, or an answer as JSON."""
MOST_VALUES = 200_000
"""Objects, lists and what is in them; each takes many times its own length to read."""
_SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]


def prepare_with(contents: Contents, front: bytes | None = None, rules: Mapping[str, RuleBook] | None = None) -> Answer:
    """Loads all that answering needs, in either form."""
    judging.prepare_with(contents, front, rules)
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
        answering.answer(name, request, send, held, judged)
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
    if sum(map(data.count, (b"{", b"[", b","))) > MOST_VALUES:
        raise wire_errors.too_large("request", say("service.json.values", most=MOST_VALUES))
    message: Any = METHODS[method].kind()
    try:
        _read(data, message)
    except NotJson as error:
        raise wire_errors.no_json(error.message) from None
    found: bytes = message.SerializeToString()
    return found


def _read(data: bytes, message: Message) -> None:
    """Fills a message from its JSON. Raises `NotJson`."""
    text, said = json_object(data)
    if said is None:
        raise NotJson("service.json.no_object")
    try:
        json_format.ParseDict(said, message)
    except json_format.ParseError:
        try:
            json_slips.check(said, message.DESCRIPTOR)
        except NotAllowed as error:
            raise not_allowed(text, error) from None
        raise NotJson("service.json.no_request") from None
