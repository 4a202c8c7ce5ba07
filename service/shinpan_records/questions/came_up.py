"""What somebody writes of what came up: cards by name or number, or `?`."""

from collections.abc import Sequence

from shinpan_engine.kernel.forms.text import outcome_text
from shinpan_engine.kernel.messages import Language
from shinpan_engine.kernel.play.views import HIDDEN, HIDDEN_TEXT

from ..transcript.alike import Alike
from ..transcript.grammar import TranscriptError
from .coming import Coming
from .draft import Draft
from .lines import plain
from .opening import Wrong
from .shortened import Shortened
from .words import Words, phrase, unreadable

MOST_NAMED = 12
"""Cards that are named where something else is written."""


class CameUp:
    """Reads it for one record."""

    def __init__(self, draft: Draft, words: Words, language: Language) -> None:
        self._draft = draft
        self._words = words
        self._language: Language = language

    def numbers(self, wanted: Coming, text: str) -> list[int]:
        """The numbers that a text says, in order. Raises `Wrong`."""
        left, numbers = list(wanted.may_be), list[int]()
        try:
            said = plain(text).split()
        except TranscriptError as error:
            raise Wrong(unreadable(self._language, error)) from None
        most = 1 if self._draft.is_seen else len(left)
        if len(said) > most:
            raise self._wrong("wrong.too_many", count=most, given=len(said))
        for word in said:
            numbers.append(self._one_of(self._draft.table_of(wanted), word, left))
            if numbers[-1] in left:
                left.remove(numbers[-1])
        return numbers

    def _wrong(self, key: str, **values: object) -> Wrong:
        return Wrong(phrase(self._language, key, **values))

    def _one_of(self, table: str, word: str, left: Sequence[int]) -> int:
        """The number that a word stands for, of those that may still come up."""
        if word == HIDDEN_TEXT:
            if not self._draft.is_seen:
                raise self._wrong("wrong.hole")
            return HIDDEN
        numbers = self._all(table, word)
        if not numbers:
            raise self._wrong("wrong.no_card", word=word, known=self._known(table, left))
        there = [number for number in numbers if number in left]
        if not there and self._draft.is_seen:
            # What may come up rests on guesses: whether it can is found out by looking for another world.
            there = numbers
        if not there:
            raise self._wrong(
                "wrong.not_here", card=self._words.thing(table, numbers[0]), known=self._known(table, left)
            )
        alike = Alike(self._draft.game, self._draft.pack)
        if not all(alike.alike(table, there[0], other) for other in there[1:]):
            raise self._wrong("wrong.unlike", word=word, known=self._known(table, there))
        return there[0]

    def _all(self, table: str, word: str) -> list[int]:
        if table:
            whole = Shortened(self._draft.game, self._draft.pack.names).whole(table, word)
            return self._draft.pack.names.numbers(table, whole)
        return [int(word[:9])] if word.isascii() and word.isdigit() else []

    def _known(self, table: str, numbers: Sequence[int]) -> str:
        return ", ".join(self._words.thing(table, number) for number in numbers[:MOST_NAMED])

    def words_for(self, wanted: Coming) -> list[str]:
        """What may come up, by number and by name."""
        table, names = self._draft.table_of(wanted), self._draft.pack.names
        written = [outcome_text(names, table, number) for number in wanted.may_be]
        printed = [names.printed(table, number) if table else "" for number in wanted.may_be]
        return [*written, *dict.fromkeys(filter(None, printed))]
