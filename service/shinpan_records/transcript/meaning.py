"""Which of the actions that words can mean is meant where the game stands."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.forms.text import Field, fields, printed_names
from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.messages import Line, Message, say
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.violations import Violation
from shinpan_engine.kernel.play.work import Work

from .alike import Alike
from .grammar import Ambiguous
from .lines import Argument, Play
from .resolving import distinct, hidden_name, is_group, tidy

COMPARED_STEPS = 100
"""What it takes to see whether two actions are the same: a state is gone through with their cards exchanged."""

FORCED_STEPS = 100
"""What it takes to see whether one thing only can be done: two legal actions are looked for."""

MOST_COMPLETED = 2_000
"""Legal actions that are looked through for one that says what is left out."""


class Meant(NamedTuple):
    """The action that is meant, if there is one, and what was put right to find it."""

    act: Act | None
    notes: tuple[Message, ...] = ()


def as_it_is(_: int, act: Act) -> Act:
    """An action without holes."""
    return act


class Meaning:
    """Finds it with the rules of one game and the names of one pack. Every action considered is a step of work."""

    def __init__(
        self, game: Game, mode: str, pack: Pack, exact: bool, work: Work, whole: Callable[[int, Act], Act] = as_it_is
    ) -> None:
        self._game = game
        self._mode = mode
        self._names = pack.names
        self._alike = Alike(game, pack)
        self._exact = exact
        self._work = work
        self._whole = whole
        self._holes = whole is not as_it_is

    def judged(self, match: Match, seat: int, act: Act) -> tuple[Act, Violation | None]:
        """An action with what forbids it: nothing, if nobody can decide it. What is only badly written is tried
        with its lists in order."""
        self._work.spend()
        try:
            refusal = match.consider(seat, self._whole(seat, act))
            if refusal is not None and not refusal.clause and not self._exact:
                act = tidy(act)
                refusal = match.consider(seat, act)
        except Undecidable:
            return act, None
        return act, refusal

    def legal(self, match: Match, seat: int, acts: Sequence[Act]) -> list[Act]:
        """Those of some actions of a kind that nothing forbids now, as far as anybody can say. Names may mean many that
        are at once refused, so each is looked at as little as can be."""
        if self._holes:
            return [act for act in acts if self.judged(match, seat, act)[1] is None]
        self._work.spend(len(acts))
        decision, judged, _ = match.route(seat, acts[0])
        table, found = match.table, list[Act]()
        for act in acts if judged else ():
            try:
                refusal = decision.judge(table, act)
            except Undecidable:
                refusal = None
            if refusal is None or (not refusal.clause and self.judged(match, seat, act)[1] is None):
                found.append(act)
        return found if judged else [*acts]

    def refused(self, match: Match, seat: int, acts: Sequence[Act]) -> bool:
        """Whether nothing that an action can mean may be done now."""
        try:
            return all(self.judged(match, seat, act)[1] is not None for act in acts)
        except Undecidable:
            return False

    def meant(self, match: Match, seat: int, acts: Sequence[Act], play: Play, line: int) -> Meant:
        """The one action that the words mean here: the legal one, or of several that are the same the lowest."""
        likely = self.legal(match, seat, acts) if len(acts) > 1 else acts
        judged = {encode(act): (act, refusal) for act, refusal in (self.judged(match, seat, a) for a in likely or acts)}
        legal = [act for act, refusal in judged.values() if refusal is None]
        if not legal and (whole := self._completed(match, seat, acts, play)) is not None:
            return Meant(whole, (say("transcript.note.completed", action=self._line(seat, whole)),))
        if not legal:
            return Meant(self._refused([(act, refusal) for act, refusal in judged.values() if refusal is not None]))
        first = legal[0]
        if not self.same(match, legal):
            self._ambiguous(seat, legal, play, line)
        notes = []
        if len(legal) > 1:
            notes.append(self.taken(seat, legal))
        if first not in acts:
            notes.append(say("transcript.note.ordered"))
        return Meant(first, tuple(notes))

    def same(self, match: Match, legal: Sequence[Act]) -> bool:
        """Whether it makes no difference which of some actions is taken."""
        first, *others = legal
        self._work.spend(COMPARED_STEPS * len(others))
        return all(self._alike.interchangeable(first, act, match.table.state) for act in others)

    def taken(self, seat: int, legal: Sequence[Act]) -> Message:
        """That the first of them is taken."""
        return say("transcript.note.interchangeable", count=len(legal), action=self._line(seat, legal[0]))

    def _line(self, seat: int, act: Act) -> Line:
        return Line(self._game.name, spelled(seat, act, self._names))

    def said(self, action: Action) -> str:
        """How an action is written."""
        return spelled(action.seat, action.what, self._names)

    def forced(self, match: Match) -> Action | None:
        """What has to be done because it is all that can be, by who is asked alone. Who is asked for one of several
        kinds of action, as to pass where that is forbidden, has to say which, and several cards are written down."""
        if len(match.ask.decisions) != 1 or len(match.ask.decisions[0].takes) != 1:
            return None
        self._work.spend(FORCED_STEPS)
        (decision,) = match.ask.decisions
        act = decision.only_option(match.table)
        return Action(decision.seat, act) if act is not None and names_one_at_most(act) else None

    def _completed(self, match: Match, seat: int, acts: Sequence[Act], play: Play) -> Act | None:
        """The one legal action that says all that is written, and more in arguments that are left out."""
        if self._exact or not acts:
            return None
        kind = acts[0].__class__
        written = [part.name.text or hidden_name(kind) for part in play.parts if isinstance(part, Argument)]
        known = fields(kind)
        # A number that is left out is 0, and a flag no.
        kept = [field.attribute for field in known if field.name in written or field.kind is bool or is_number(field)]
        if any(is_group(field) for field in known) or len(kept) == len(known):
            return None
        found: list[Act] = []
        for _, option in islice(match.options(seat), MOST_COMPLETED):
            self._work.spend()
            if type(option) is type(acts[0]) and any(_same(option, act, kept) for act in acts):
                found.append(option)
            if len(found) > 1:
                return None
        return found[0] if found else None

    def _refused(self, judged: Sequence[tuple[Act, Violation]]) -> Act | None:
        """The first meaning whose cards are where they have to be; None if no meaning of several is that."""
        if len(judged) == 1:
            return judged[0][0]
        return next((act for act, v in judged if v.clause != self._game.home(type(act), self._mode)), None)

    def _ambiguous(self, seat: int, acts: Sequence[Act], play: Play, line: int) -> None:
        names = self._names
        candidates = [f"{spelled(seat, act, names)} ({', '.join(printed_names(act, names))})" for act in distinct(acts)]
        raise Ambiguous(line, play.verb.column, "transcript.several", candidates)


def _same(one: Act, another: Act, attributes: Sequence[str]) -> bool:
    return all(getattr(one, name) == getattr(another, name) for name in attributes)


def names_one_at_most(act: Act) -> bool:
    """Whether no list of an action has several members."""
    kind: type[msgspec.Struct] = type(act)
    return all(len(getattr(act, field.attribute)) < 2 for field in fields(kind) if field.repeated)


def is_number(field: Field) -> bool:
    """Whether a field is a plain number, which stands for no card and no word."""
    return field.kind is int and not field.table
