"""A record from the bytes of a file, in whatever form. What is wrong with it is said in the reader's language."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Language, Message, Telling, Word, say
from shinpan_records import json_record, json_text, transcript
from shinpan_records.transcript import Loaded, message_told

from .many import Broken, Form


class NotRead(Exception):
    """Bytes that are no record: why, the key of that, and of a transcript the place and what was expected there."""

    def __init__(
        self, said: str, code: str, line: int = 0, column: int = 0, expected: str = "", more: Sequence[str] = ()
    ) -> None:
        super().__init__(said)
        self.said = said
        self.code = code
        self.line = line
        self.column = column
        self.expected = expected
        self.more = [*more]
        """What cannot be read further down."""


def read(data: bytes, form: Form, games: Mapping[str, Game], language: Language) -> Loaded:
    """The record that the bytes are, with notes on what was put right. Raises `NotRead`."""
    try:
        if form is Form.TRANSCRIPT:
            return transcript.load(data, games)
        record = json_record.read(data, games) if form is Form.JSON else _messages().read(data)
        return Loaded.of(record, games)
    except transcript.TranscriptError as error:
        told = [_told(one, language) for one in (error.whole, error.wanted, *[further.whole for further in error.more])]
        why, expected, *more = told
        raise NotRead(why, error.whole.key, error.line, error.column, expected, more) from None
    except RequestError as error:
        where = _place(error.field, games, language) if form is Form.TRANSCRIPT else error.field
        raise NotRead(f"{where}: {_told(error.message, language)}", error.message.key) from None
    except json_text.NotJson as error:
        raise NotRead(_told(error.message, language), error.message.key) from None
    except Broken as error:
        raise NotRead(_told(error.message, language), error.code) from None


def _told(message: Message, language: Language) -> str:
    return message_told(message, Telling(language))


def _place(field: str, games: Mapping[str, Game], language: Language) -> str:
    """Where the header of a transcript says what a field of the request is about; elsewhere the field."""
    record, header, *parts = [*field.split("."), ""]
    if (record, header) != ("record", "header"):
        return field
    name = Word(parts[0], parts[1]) if parts[0] in games else Word("", parts[0], heads=True)
    return _told(say("cli.file.line_of_header", name=name), language)


def _messages() -> Any:
    """What reads protobuf; loaded only for such files, so that others do without it."""
    return import_module(f"{__package__}.messages")
