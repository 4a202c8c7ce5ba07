"""A record as the bytes of a file, in any form."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import Language
from shinpan_records import json_record, transcript

from .many import Form


def written(record: Record, form: Form, games: Mapping[str, Game], language: Language) -> bytes:
    """A record in a form. A transcript is in the words of a language, and needs the pack that names its cards; without
    that it raises `RequestError`."""
    if form is Form.TRANSCRIPT:
        return transcript.dump(record, games, language).encode("utf-8")
    if form is Form.JSON:
        return json_record.written(record)
    # Loaded only for such files, so that others do without protobuf.
    messages: Any = import_module(f"{__package__}.messages")
    data: bytes = messages.written(record)
    return data
