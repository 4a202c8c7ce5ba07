"""What somebody writes as an answer: a line of a record, whole or shortened, with claims and a remark."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Claim, StateClaim, Unresolved
from shinpan_engine.kernel.messages import say
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.holes import named, unfitting
from shinpan_engine.words.record_words import canonical, past_forms

from ..limits import MOST_IMPORT_STEPS, MOST_LINE_CHARACTERS
from ..transcript.alike import Alike
from ..transcript.claiming import Claiming
from ..transcript.grammar import Ambiguous, TranscriptError, narrowed, told_where, word
from ..transcript.header.heading import tables
from ..transcript.importing import verbs
from ..transcript.lines import Play, game_line
from ..transcript.meaning import Meaning
from ..transcript.resolving import Resolver, plain_arguments
from ..words.lines import LineNames
from .shortened import Shortened

ONE_LINE = 1
"""An answer is a line by itself."""
MOST_MEANT = 8
"""Meanings that are tried of a line whose cards nobody has seen."""


class Written(NamedTuple):
    """What a line says: the actions that it can mean, all the same, or its words where they fit nothing; its claims,
    each with all that it can mean; its remark."""

    what: tuple[Action | Unresolved, ...]
    claims: tuple[Sequence[Claim], ...]
    comment: str


class Lines:
    """Reads answers with the names of one record."""

    def __init__(self, game: Game, mode: str, pack: Pack, seats: Mapping[str, int], seen: bool) -> None:
        self._game = game
        self._seats = seats
        kinds, others = verbs(game), canonical(game.name).words
        spoken = [*others.items(), *past_forms(game.name).items()]
        self._kinds = {**{other: kinds[name] for other, name in spoken if name in kinds}, **kinds}
        self.shortened = Shortened(game, pack.names)
        """Writes out what is shortened."""
        self._mode = mode
        self._pack = pack
        self._seen = seen

    def begins(self, text: str) -> bool:
        """Whether a text begins as a line of a record does: with a player or with something that is done."""
        first = text.split(maxsplit=1)[:1]
        return bool(first) and (first[0] in self._seats or first[0] in self._kinds)

    def signed(self, text: str) -> tuple[int, str]:
        """The seat whose name a text begins with, or 0, and the rest."""
        first, _, rest = plain(text).partition(" ")
        return (self._seats[first], rest) if first in self._seats else (0, plain(text))

    def names_action(self, text: str) -> bool:
        """Whether a text begins with something that is done."""
        return text.partition(" ")[0] in self._kinds

    def unsigned(self, text: str) -> type[Act] | None:
        """What is done in a line that names no player; nothing for any other."""
        try:
            seat, _ = self.signed(text)
        except TranscriptError:
            return None
        return None if seat else self.kind(text)

    def kind(self, text: str) -> type[Act] | None:
        """What is done in a line."""
        try:
            return self._kinds.get(self.signed(text)[1].partition(" ")[0])
        except TranscriptError:
            return None

    def read(self, text: str, match: Match, seat: int) -> Written:
        """What a line says where the game stands; of whoever is asked, if it names nobody. Raises `TranscriptError`."""
        line = game_line(self._whole_line(plain(text), seat), ONE_LINE, game=self._game.name)
        play = line.what
        assert isinstance(play, Play), "a line that begins with a player"
        with told_where(ONE_LINE):
            return Written(self._meant(play, match), self._claimed(line.claims), line.comment)

    def _meant(self, play: Play, match: Match) -> tuple[Action | Unresolved, ...]:
        seat, kind = self._seats[play.seat.text], self._kinds.get(play.verb.text)
        in_words = Unresolved(seat, play.verb.text, play.unread or plain_arguments(play.parts))
        if kind is None or play.unread:
            return (in_words,)
        work = Work(MOST_IMPORT_STEPS)
        acts = Resolver(self._pack.names, work, self._game.name).acts(kind, play.parts, play.verb, ONE_LINE)
        if self._seen:
            self._refuse_bare(play, acts)
            self._refuse_unlike(seat, acts)
            return tuple(Action(seat, act) for act in acts[:MOST_MEANT]) or (in_words,)
        meaning = Meaning(self._game, self._mode, self._pack, False, work)
        meant = meaning.meant(match, seat, acts, play, ONE_LINE)
        return (in_words,) if meant.act is None else (Action(seat, meant.act),)

    def _refuse_bare(self, play: Play, acts: Sequence[Act]) -> None:
        """An action by itself is not enough where all saw its cards."""
        secrets = self._game.unseen.secrets if self._game.unseen else {}
        if not play.parts and acts and unfitting(acts[0], secrets) is not None:
            raise TranscriptError(ONE_LINE, play.verb.column, "transcript.want.argument", "transcript.line_ends")

    def _refuse_unlike(self, seat: int, acts: Sequence[Act]) -> None:
        """Where nobody knows who has which cards, a name has to say which card it is, unless all of them are alike."""
        alike = Alike(self._game, self._pack).alike
        for act in acts[1:]:
            pairs = zip(named(acts[0]), named(act), strict=True)
            if not all(one[1] == two[1] and alike(one[1], one[2], two[2]) for one, two in pairs):
                lines = [spelled(seat, one, self._pack.names) for one in acts]
                names = LineNames(self._game, self._pack.names)
                candidates = [f"{line} ({', '.join(names.of(line))})" for line in lines]
                raise Ambiguous(ONE_LINE, 1, "transcript.several", candidates)

    def _claimed(self, claims: Sequence[Claim]) -> tuple[Sequence[Claim], ...]:
        claiming = Claiming(self._game, self._pack.names, self._seats, Work(MOST_IMPORT_STEPS))
        if self._seen:
            for claim in claims:
                self._refuse_unlike_names(claim)
        return tuple(tuple(claiming.meanings(claim)) for claim in claims)

    def _refuse_unlike_names(self, claim: Claim) -> None:
        """A name in a claim has to say which card it is too: a world would be found for any of them."""
        names, alike = self._pack.names, Alike(self._game, self._pack).alike
        values = [claim.value] if isinstance(claim, StateClaim) else [value for _, value in claim.arguments]
        for name in (one for value in values for one in value.split() if not one.isascii()):
            for table in tables(self._game):
                cards = names.numbers(table, name)
                if not all(alike(table, cards[0], card) for card in cards[1:]):
                    candidates = [f"{names.text(table, card)} ({names.printed(table, card)})" for card in cards]
                    raise Ambiguous(ONE_LINE, 1, "transcript.several", candidates)

    def _whole_line(self, text: str, seat: int) -> str:
        """A line with its player in front, and with the names of its arguments if they were left out."""
        first, _, rest = text.partition(" ")
        if first not in self._seats:
            player = next(name for name, number in self._seats.items() if number == seat)
            first, rest = word(player), text
        verb, _, values = rest.partition(" ")
        said, *claims = values.split("=>", 1)
        kind = self._kinds.get(verb)
        if kind is not None:
            said = self.shortened.in_full(kind, said)
        return " ".join([first, verb, said, *(f"=> {claim}" for claim in claims)])

    def claims(self, text: str, heads: str) -> tuple[Sequence[Claim], ...]:
        """Claims that stand alone, each with all that it can mean."""
        line = game_line(f"{heads} 1 => {plain(text)}", ONE_LINE, game=self._game.name)
        with told_where(ONE_LINE):
            return self._claimed(line.claims)


def plain(text: str) -> str:
    """A text as it is typed, in one line, with plain signs for full-width ones."""
    if len(text) > MOST_LINE_CHARACTERS:
        expected = say("transcript.want.line_characters", most=MOST_LINE_CHARACTERS)
        raise TranscriptError(ONE_LINE, 1, expected, "transcript.there_are", count=len(text))
    return narrowed(" ".join(text.split()))[0]


Judge = Callable[[tuple[Claim, ...]], bool]


def chosen(claims: Sequence[Sequence[Claim]], comes_out: Judge) -> tuple[Claim, ...]:
    """Claims, of each the meaning that comes out, or else the first."""
    found: tuple[Claim, ...] = ()
    for meanings in claims:
        right = [one for one in meanings if len(meanings) > 1 and comes_out((*found, one))]
        found = (*found, (right or list(meanings))[0])
    return found
