"""A recorded game told turn by turn, in sentences, from its states and events. Whoever asks says what may be seen of
these."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.forms.text import NameBook, fields, spell
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import ENGLISH, Language

from .words.sentences import NONE, Sentences, labels

TITLE, HEAD, EVENTS, FINDING, CORRECTED, END = "title", "head", "events", "finding", "corrected", "end"

Happened = tuple[str, Mapping[str, str]]
"""An event: its name, and its fields as the transcript spells them."""


class Line(NamedTuple):
    """A line of a story: of which kind, in which turn, after which action by which seat, in which printed step."""

    kind: str
    turn: int
    step: int
    seat: int
    printed_step: str
    text: str


class Moment(NamedTuple):
    """An action as a story needs it: its number (0 is the set-up), who acted, what happened, the state after it."""

    step: int
    seat: int
    events: Sequence[Happened]
    state: msgspec.Struct


class Story:
    """The story of one record, told action by action."""

    def __init__(self, record: Record, game: Game, names: NameBook | None, language: Language = ENGLISH) -> None:
        self._game = game
        self._names = names
        self._head = f"{game.heads}_began"
        seats = labels(record.notes.players, record.header.seats)
        self.sentences = Sentences(game, names, seats, language)
        self._turn = 0
        self._before: Any = None
        """The state before the next action."""
        mode = next((mode.title for mode in game.modes if mode.name == record.header.mode), record.header.mode)
        self._words = self.sentences.wording.words
        joint = self._words["joint"]
        self.title = Line(TITLE, 0, 0, 0, "", f"{game.title}{joint}{mode}: {joint.join(seats)}")

    @property
    def begun(self) -> bool:
        """Whether anything has been told."""
        return self._before is not None

    @property
    def turn(self) -> int:
        """The turn that the story has reached."""
        return self._turn

    def told(self, moment: Moment) -> Iterator[Line]:
        """What is told of an action: a line for each head, and one for what happened between them."""
        if not moment.step:
            yield self.title
            yield Line(HEAD, 0, 0, 0, "", self.sentences.wording.set_up)
        printed = self._game.printed_step(self._before, moment.seat) if self.begun else ""
        before, sentences = "", list[str]()
        for name, values in self._events(moment.events):
            if name == self._head or (name in self.sentences.wording.breaks and name != before):
                yield from self._happened(moment, printed, sentences)
                sentences = []
            before = name
            if name == self._head:
                self._turn, printed = int(values[self._game.heads]), ""
                text = f"{self.sentences.event(name, values)}: {self._standing(moment.state)}"
                yield Line(HEAD, self._turn, moment.step, 0, "", text)
            else:
                sentences.append(self.sentences.event(name, values))
        yield from self._happened(moment, printed, sentences)
        self._turn, self._before = self._game.turn(moment.state), moment.state

    def _events(self, events: Sequence[Happened]) -> Iterator[Happened]:
        """The events worth telling, some of them together."""
        last: Happened | None = None
        for name, values in events:
            if last and last[0] == name and (one := self.sentences.one(name, last[1], values)):
                last = name, one
            elif name not in self.sentences.wording.quiet:
                yield from [last] if last else []
                last = name, values
        yield from [last] if last else []

    def _happened(self, moment: Moment, printed: str, sentences: Sequence[str]) -> Iterator[Line]:
        if sentences:
            yield Line(EVENTS, self._turn, moment.step, moment.seat, printed, self._words["sentences"].join(sentences))

    def _standing(self, state: Any) -> str:
        """What is common, then what each seat has."""
        wording = self.sentences.wording
        parts = [self._filled(wording.table, state)] if wording.table else []
        for seat, side in enumerate(state.sides, start=1):
            parts.append(f"{self.sentences.seat(seat)} {self._filled(wording.seat, side)}")
        return self._words["seats"].join(parts)

    def _filled(self, template: Any, struct: msgspec.Struct) -> str:
        values, tables = dict[str, str](), dict[str, str]()
        self._flatten(struct, type(struct), "", values, tables)
        return self.sentences.told(template, values, tables)

    def _flatten(
        self,
        struct: msgspec.Struct | None,
        kind: type[msgspec.Struct],
        prefix: str,
        values: dict[str, str],
        tables: dict[str, str],
    ) -> None:
        """The fields of a struct as words, those of structs in it by their path; of a list how much it holds."""
        for field in fields(kind):
            value, name = getattr(struct, field.attribute, None), prefix + field.name
            if field.repeated:
                values[name] = str(len(value or ()))
            elif isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct):
                values[name] = NONE if value is None else "there"
                self._flatten(value, field.kind, f"{name}.", values, tables)
            else:
                tables[name] = field.table
                known = self._names
                values[name] = "0" if value is None else spell(field, value, known) if known else str(value)
