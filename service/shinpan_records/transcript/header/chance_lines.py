"""The lines of a header that tell what came up by chance: `deck 016 突撃兵:水 024 …`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shinpan_engine.kernel.forms.hints import hint, nearest
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Outcome
from shinpan_engine.kernel.messages import Message, say
from shinpan_engine.kernel.messages import Word as Term
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.views import HIDDEN, HIDDEN_TEXT
from shinpan_engine.words.record_words import canonical

from ...limits import LONGEST_LIST
from ..alike import Alike
from ..grammar import COMMENT, Ambiguous, Token, Tokens, TranscriptError, as_number, is_text
from ..lines import refuse_more
from ..reading import HeaderLine
from ..resolving import Resolver

REST_UNKNOWN = ("…", "...")
OUTCOME_VALUES = say("transcript.outcome_values")


class Told(NamedTuple):
    """What is told of one random event, behind its label."""

    tokens: Tokens
    line: HeaderLine


def told_whole(told: Mapping[str, Told]) -> dict[str, int]:
    """The random events of which all seems to be told, since no `…` stands at the end, each with its line."""
    ends = {label: (one.line.rest.partition(COMMENT)[0].split() or [""])[-1] for label, one in told.items()}
    return {label: told[label].line.number for label, last in ends.items() if not last.endswith(REST_UNKNOWN)}


def outcomes_in(told: Mapping[str, Told], game: Game, pack: Pack, resolver: Resolver) -> list[Outcome]:
    """What came up, by label: numbers, ids or names of the table that fits; `…` stands for an unknown rest."""
    reader = _Reader(game, pack, resolver)
    return [reader.outcome(label, told[label]) for label in sorted(told)]


def without_end(values: Sequence[int]) -> list[int]:
    """An outcome up to the last place that was seen."""
    seen = [at for at, value in enumerate(values, start=1) if value != HIDDEN]
    return list(values[: seen[-1]]) if seen else []


class _Reader:
    def __init__(self, game: Game, pack: Pack, resolver: Resolver) -> None:
        self._game = game
        self._pack = pack
        self._resolver = resolver
        self._alike = Alike(game, pack)

    def outcome(self, label: str, told: Told) -> Outcome:
        """One line."""
        values: list[int] = []
        tokens, table = told.tokens, self._game.outcome_table(label)
        while is_text(token := tokens.look()):
            tokens.take_text("transcript.want.value")
            if token.text in REST_UNKNOWN:
                break
            refuse_more(values, LONGEST_LIST, tokens.line, OUTCOME_VALUES, token.column)
            number = HIDDEN if token.text == HIDDEN_TEXT else as_number(token.text)
            values.append(self._named(token, values, label, table, told.line) if number is None else number)
        tokens.end()
        return Outcome(label, values)

    def _named(self, token: Token, before: Sequence[int], label: str, table: str, line: HeaderLine) -> int:
        """The number that a name stands for: of cards that are alike the first that has not come up before."""
        found = self._resolver.numbers(table, token.text) if table else []
        if len(found) == 1:
            return found[0]
        if not found:
            raise self._nothing(token, label, table, line)
        left = [number for number in found if number not in before] or found
        if not all(self._alike.alike(table, left[0], number) for number in left):
            names = self._pack.names
            candidates = [f"{names.text(table, number)} ({names.printed(table, number)})" for number in left]
            raise Ambiguous(line.number, token.column, "transcript.several_cards", candidates, word=token.text)
        return left[0]

    def _key_like(self, label: str) -> Message:
        """What may begin a line of a header instead, the nearest first: it may be no random event that was meant."""
        game = self._game.name
        known = dict.fromkeys((*self._game.outcomes, *canonical(game).keys.values()))
        near = nearest(label, known)
        rest = [Term(game, key, heads=True) for key in known if key not in near]
        return say("transcript.want.heading_of", keys=(*near, *rest))

    def _nothing(self, token: Token, label: str, table: str, line: HeaderLine) -> TranscriptError:
        """The error for a word that is no number and no name."""
        if not table and line.key.text != "chance":
            message = say("transcript.no_heading", label=label, game=self._game.name)
            return TranscriptError(line.number, line.key.column, self._key_like(label), message)
        number = say("transcript.want.number")
        expected = hint(token.text, self._pack.names.known(table)) if table else number
        return TranscriptError(line.number, token.column, expected, "transcript.none_known", word=token.text)
