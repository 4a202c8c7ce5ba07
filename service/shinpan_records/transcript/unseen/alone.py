"""Lines read by themselves, without a game: what they may mean wherever they stand."""

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, Unresolved
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.holes import named

from ..alike import Alike
from ..grammar import TranscriptError
from ..header.heading import Heading, seat_numbers
from ..importing import verbs
from ..lines import Play
from ..reading import Draft, Lines
from ..resolving import Resolver, plain_arguments


class Alone:
    """The lines of a draft, each by itself. What cannot be read means nothing here; whoever reads it in its place says
    so."""

    def __init__(self, draft: Draft, heading: Heading, work: Work) -> None:
        game: Game = heading.game
        pack: Pack = heading.pack
        self._lines = Lines(draft.lines, draft.game)
        self._kinds = verbs(game)
        self._seats = seat_numbers(heading.beside.players, heading.header.seats)
        self._resolver = Resolver(pack.names, work, game.name)
        self._alike = Alike(game, pack)
        self._known: dict[int, list[Action]] = {}

    def meanings(self, at: int) -> list[Action]:
        """What an action can mean."""
        if at not in self._known:
            try:
                self._known[at] = self._read(at)
            except TranscriptError:
                self._known[at] = []
        return self._known[at]

    def _read(self, at: int) -> list[Action]:
        line = self._lines[at]
        play = line.what
        if not isinstance(play, Play) or play.unread or play.verb.text not in self._kinds:
            return []
        seat, kind = self._seats.get(play.seat.text, 0), self._kinds[play.verb.text]
        return (
            [Action(seat, act) for act in self._resolver.acts(kind, play.parts, play.verb, line.number)] if seat else []
        )

    def of_several_kinds(self, at: int) -> bool:
        """Whether an action may name cards that are not alike."""
        first, *others = [action.what for action in self.meanings(at)] or [None]
        return any(not self._same(first, other) for other in others)

    def _same(self, act: Act, other: Act) -> bool:
        pairs = zip(named(act), named(other), strict=True)
        return all(one[1:] == two[1:] or self._alike.alike(one[1], one[2], two[2]) for one, two in pairs)

    def in_words(self, at: int) -> Unresolved:
        """An action as it is written."""
        play = self._lines[at].what
        assert isinstance(play, Play)
        return Unresolved(self._seats[play.seat.text], play.verb.text, plain_arguments(play.parts))
