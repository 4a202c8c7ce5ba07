"""Messages on the wire: the key, the values, and the sentence in the reader's language."""

from google.protobuf.message import Message as Wire

from shinpan.v1 import report_pb2
from shinpan_engine.kernel.messages import (
    Claim,
    Field,
    Line,
    Message,
    Rule,
    Said,
    Seat,
    Source,
    Step,
    Table,
    Telling,
    Thing,
    Value,
    Word,
    Worded,
    plain,
    shown,
    spelled,
)
from shinpan_records.limits import quoted
from shinpan_records.transcript import message_told

SPAN = 1 << 31
"""From here on a number has more than 32 bits with its sign."""
MOST_LISTED = 100
"""Items of a list that are sent as values."""


def tell(said: Said, telling: Telling, into: Wire, sentence: str) -> None:
    """Writes a message into a finding, an assumption or a note; `sentence` is the field for people."""
    message = plain(said)
    setattr(into, sentence, message_told(message, telling))
    _fill(message, telling, into)


def _fill(message: Message, telling: Telling, into: Wire) -> None:
    into.code = message.key  # type: ignore[attr-defined]  # the schema has both wherever a message stands
    values = into.values  # type: ignore[attr-defined]
    for name, value in message.values:
        if isinstance(value, str):
            values.add(name=name, text=quoted(shown(value)))
        else:
            values.append(_value(name, value, telling))


def _value(name: str, value: Value, telling: Telling) -> report_pb2.MessageValue:
    """A value by what it is."""
    found = report_pb2.MessageValue(name=name)
    match value:
        case str():
            found.text = quoted(shown(value))
        case int() if abs(value) < SPAN:
            found.number = value
        case int():
            found.text = str(value)
        case Seat(number):
            found.seat = number
        case Thing():
            found.card.CopyFrom(_card(value, telling))
        case Step(said):
            found.step = said
        case Rule(id):
            found.clause = id
        case Line() | Word() | Claim() | Worded() | Table() | Field() | Source():
            found.text = quoted(spelled(value))  # values are the same in every language
        case Message():
            found.message.SetInParent()
            _fill(value, telling, found.message)
        case tuple():
            found.list.SetInParent()
            found.list.items.extend([_value("", item, telling) for item in value[:MOST_LISTED]])
    return found


def _card(thing: Thing, telling: Telling) -> report_pb2.MessageCard:
    card, names = report_pb2.MessageCard(table=thing.table, number=thing.number), telling.names
    if names is not None:
        card.id, card.name = names.text(thing.table, thing.number), names.printed(thing.table, thing.number)
    return card
