"""Records as protobuf in binary."""

from google.protobuf.message import DecodeError

from shinpan.v1 import record_pb2
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import sentence
from shinpan_service.messages import records
from shinpan_service.messages.codec import Unreadable

from .languages import asked_language, told
from .output import Failed


def read(data: bytes) -> Record:
    """The record in the bytes of a file. Raises `Failed` if there is none."""
    try:
        return records.record_from_message(record_pb2.Record.FromString(data))
    except DecodeError:
        raise Failed(told("cli.file.no_record")) from None
    except Unreadable as error:
        raise Failed(f"{error.path}: {sentence(error.message, asked_language())}") from None


def written(record: Record) -> bytes:
    """The bytes of a file for a record."""
    return records.record_to_message(record).SerializeToString(deterministic=True)
