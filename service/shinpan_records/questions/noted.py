"""What was noted and does not come out, in words: whose it is, cards by their names, what happened in sentences."""

import re
from collections.abc import Sequence

from msgspec import Struct

from shinpan_engine.kernel.forms.text import Field, NameBook, fields, seat_name, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.claims import BETWEEN, told_fields
from shinpan_engine.kernel.judging.report import Difference, Finding
from shinpan_engine.kernel.messages import Language, Message, say

from ..transcript.header.in_words import claim_told
from ..words.fields import StateWords
from ..words.sentences import Sentences

_PLACE = re.compile(r"([a-z_]+)(?:\[p([0-9]{1,2})\])?")
WRONG = "kernel.claim.wrong"


class Noted:
    """Tells the refused claims of one record."""

    def __init__(self, game: Game, names: NameBook, seats: Sequence[str], language: Language) -> None:
        self._game = game
        self._names = names
        self._seats = seats
        self._language: Language = language
        self._states = StateWords(game, names, 0, language)
        self._sentences = Sentences(game, names, seats, language)
        self._events = {verb(kind): kind for kind in game.events}

    def told(self, finding: Finding, message: Message) -> Message:
        """A message about a finding, with the claim in it in words; others as they are."""
        if message.key == WRONG and finding.differences:
            return self._worded(finding.differences[0]) or message
        values = [(name, self.told(finding, one) if isinstance(one, Message) else one) for name, one in message.values]
        return Message(message.key, tuple(values))

    def _worded(self, first: Difference) -> Message | None:
        if first.path in self._events:
            recorded = claim_told(first.recorded, self._game.name, self._language)
            happened = " ".join(self._happened(part) for part in first.computed.split(BETWEEN))
            return say("kernel.claim.noted_event", recorded=recorded, computed=happened)
        place = _PLACE.fullmatch(first.path)
        found = self._field(place[1], bool(place[2])) if place else None
        if place is None or found is None:
            return None
        label, field = found
        recorded, computed = (self._value(field, text) for text in (first.recorded, first.computed))
        if not place[2]:
            return say("kernel.claim.noted", what=label, recorded=recorded, computed=computed)
        seat = self._seats[int(place[2]) - 1] if 0 < int(place[2]) <= len(self._seats) else seat_name(int(place[2]))
        return say("kernel.claim.noted_of", seat=seat, what=label, recorded=recorded, computed=computed)

    def _field(self, name: str, of_seat: bool) -> tuple[str, Field] | None:
        """What a field of the table or of a side is called, if it has a name."""
        known = {field.name: field for field in fields(self._game.state)}
        kind = known["sides"].kind if of_seat else self._game.state
        field = next((one for one in fields(kind) if one.name == name), None)
        label = self._states.of(kind, field).say if field else ""
        return (label, field) if field and label and "{" not in label else None

    def _value(self, field: Field, text: str) -> str:
        """A value, its cards by number and name."""
        inside = fields(field.kind)[:1] if issubclass(field.kind, Struct) else []
        table = inside[0].table if inside else field.table
        return " ".join(self._thing(table, word) for word in text.split())

    def _thing(self, table: str, word: str) -> str:
        numbers = self._names.numbers(table, word) if table else []
        name = self._names.printed(table, numbers[0]) if len(numbers) == 1 else ""
        return f"{name} ({word})" if name and name != word else word

    def _happened(self, text: str) -> str:
        """An event as it is claimed, in a sentence."""
        name, _, rest = text.partition(" ")
        kind = self._events.get(name)
        if kind is None:
            return text
        known = list(told_fields(kind))
        parts = re.split(rf"(?:^| )(?=(?:{'|'.join(map(re.escape, known))})=)", rest) if known else []
        values = dict(part.split("=", 1) for part in parts if "=" in part)
        return self._sentences.event(name, values) if list(values) == known else text
