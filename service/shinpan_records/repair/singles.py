"""The single edits of a draft: each puts something else in a line, leaves a line out, or puts one in.

The game is played alongside, and only what is legal where it would stand is kept, to be tried on the whole record.
"""

from collections.abc import Iterator
from itertools import islice

from shinpan_engine.kernel.errors import Undecidable
from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.forms.text import printed_names
from shinpan_engine.kernel.judging.position import HEADS
from shinpan_engine.kernel.judging.report import Finding
from shinpan_engine.kernel.messages import say
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match

from ..transcript.grammar import TranscriptError
from ..transcript.importing import Importer, verbs
from ..transcript.lines import Line, Play, StepHead, TurnHead, game_line
from ..transcript.reading import Draft
from ..transcript.resolving import Resolver, tidy
from .budget import Budget
from .dealt import dealt
from .edits import Candidate, Change, Edit, with_names, written
from .noted import Noted
from .reaching import Reach
from .variants import Variants, as_read, ids

MOST_PUT_IN = 500
"""Lines tried at one place where one may be missing; of more possibilities the first."""
LEFT_OUT, PUT_IN = "-", "+"


class Singles:
    """Collects single edits. Those of claims come first, then those of the lines nearest to the finding."""

    def __init__(self, draft: Draft, reach: Reach, budget: Budget, importer: Importer, only_legal: bool = True) -> None:
        self._draft = draft
        self._reach = reach
        self._lines = draft.read()
        self._budget = budget
        self._importer = importer
        self._only_legal = only_legal
        """Whether what is refused where it would stand is left out: in a guessed world that says little."""
        self._names, self._first = importer.names, 0
        self._resolver = Resolver(self._names, budget.work, importer.game.name)
        self._kinds = verbs(importer.game)
        self._variants = Variants(importer.game, importer.seats, importer.header.seats)
        self._seen: set[str] = set()
        """What has been tried in the line that is looked at."""
        self._seen_at = self._seen_before = 0
        self._found: dict[tuple[int, bool, str], Candidate] = {}
        """By place, whether something stood there, and what would: none comes twice."""
        self._of_claims: dict[tuple[int, bool, str], Candidate] = {}
        self.whole = True
        """Whether no place had more possibilities than were tried."""

    def __len__(self) -> int:
        return len({**self._of_claims, **self._found})

    @property
    def tried(self) -> int:
        """How many edits there were."""
        return self._seen_before + len(self._seen)

    def found(self) -> list[Candidate]:
        """The edits to be tried on the whole record, in that order."""
        noted = Noted(self._draft, self._reach, self._budget.work).edits()
        cards = list(islice(dealt(self._draft, self._reach), MOST_PUT_IN + 1))
        self.whole = self.whole and len(cards) <= MOST_PUT_IN
        first = self._of_claims = {_place(one): one for one in (*noted, *cards[:MOST_PUT_IN])}
        for at, _, after in first:
            self._mark(at, f"={after}")
        rest = sorted(self._found.values(), key=lambda one: -one.change.at)
        return [*first.values(), *(one for one in rest if _place(one) not in first)]

    def collect(self, first: int = 0) -> Iterator[int]:
        """Looks at the lines from one on, up to that of the finding; past the last line also for what may be missing
        at the end. Gives each line that has been read. Raises `WorkUsedUp`."""
        finding = self._reach.finding
        if finding is None or of_header(finding):
            return
        self._first = first
        last = self._reach.at
        for at in range(min(last + 1, len(self._lines))):
            self._look_at(at)
            self._read(at)
            yield at
        if last >= len(self._lines) and self._importer.match is not None:
            self._put_in(self._importer.match, len(self._lines))

    def _read(self, at: int) -> None:
        try:
            self._importer.read(at)
        except TranscriptError:
            # The draft was read before without a fault, so this is the work; of a world it may be anything.
            self._budget.check()

    def _look_at(self, at: int) -> None:
        """Edits for which it does not matter what is legal in this line."""
        if at < self._first:
            return
        line, what = self._lines[at], self._lines[at].what
        # A head or step line is left out only where it is wrong itself, not for what is noted in it.
        head = isinstance(what, TurnHead | StepHead) and at == self._reach.at and not line.claims
        if head or isinstance(what, Play):
            self._leave_out(at)
        if isinstance(what, TurnHead):
            self._renumber(at, line, what)
        if not isinstance(what, Play) and self._importer.match is not None:
            self._put_in(self._importer.match, at)

    def watch(self, match: Match, at: int) -> None:
        """Another action in the place of this line may fit before what was filled in for it, so every moment counts."""
        if at < self._first:
            return
        self._put_in(match, at)
        what = self._lines[at].what
        if isinstance(what, Play):
            self._change(match, at, as_read(what))

    def _leave_out(self, at: int) -> None:
        line, what = self._lines[at], self._lines[at].what
        self._mark(at, LEFT_OUT)
        before, was = (self._said(what), written(what)) if isinstance(what, Play) else (_head(line), "")
        self._keep(Edit(line.number, say("kernel.repair.kind.extra"), before, "", was), Change(at, 1, ()))

    def _renumber(self, at: int, line: Line, head: TurnHead) -> None:
        """Another turn: a wrong one may let silence pass over a whole turn."""
        word = head.word.text
        for number in (head.number - 1, head.number + 1):
            after = f"{word} {number}"
            self._mark(at, after)
            edit = Edit(line.number, say("kernel.repair.kind.head", heads=HEADS[word]), _head(line), after)
            self._keep(edit, Change(at, 1, (line._replace(what=head._replace(number=number)),)))

    def _put_in(self, match: Match, at: int) -> None:
        """A line before this one: anything legal at this moment."""
        number = self._lines[min(at, len(self._lines) - 1)].number
        options = list(islice(_options(match), MOST_PUT_IN + 1))
        self.whole = self.whole and len(options) <= MOST_PUT_IN
        for seat, act in options[:MOST_PUT_IN]:
            text = spelled(seat, act, self._names)
            self._budget.work.spend()
            self._mark(at, f"{PUT_IN}{text}")
            put = Change(at, 0, (game_line(text, number),))
            self._keep(Edit(number, say("kernel.repair.kind.missing"), "", self._told(seat, act), "", text), put)

    def _change(self, match: Match, at: int, play: Play) -> None:
        """The line itself with one thing changed, as far as that is legal at this moment."""
        line, before = self._lines[at], self._said(play)
        for what, changed in self._variants.of(play, ids(match.table.state, self._names)):
            self._budget.work.spend()
            self._mark(at, written(changed))
            legal = self._legal(match, changed, line.number)
            if legal is not None:
                seat, act = legal
                after = spelled(seat, act, self._names)
                edited = line._replace(what=game_line(after, line.number).what)
                edit = Edit(line.number, what, before, self._told(seat, act), written(play), after)
                self._keep(edit, Change(at, 1, (edited,)))

    def _legal(self, match: Match, play: Play, line: int) -> tuple[int, Act] | None:
        """The action that a line means, if it is legal now; an undecidable one may be."""
        seat, kind = self._importer.seats.get(play.seat.text, 0), self._kinds.get(play.verb.text)
        if kind is None:
            return None
        try:
            meanings = self._resolver.acts(kind, play.parts, play.verb, line)
        except TranscriptError:
            return None
        for meaning in meanings:
            act = tidy(meaning)
            if not self._only_legal or not _refused(match, seat, act):
                return seat, act
        return None

    def _mark(self, at: int, text: str) -> None:
        """Counts an edit of a line, once: lines are looked at in their order."""
        if at != self._seen_at:
            self._seen_before, self._seen_at = self.tried, at
            self._seen = set()
        self._seen.add(text)

    def _keep(self, edit: Edit, change: Change) -> None:
        """Keeps an edit, but no more than one above those for which replays are left."""
        one = Candidate(edit, change)
        if len(self._found) <= self._budget.replays.left:
            self._found.setdefault(_place(one), one)

    def _said(self, play: Play) -> str:
        return with_names(play, self._kinds.get(play.verb.text), self._names)

    def _told(self, seat: int, act: Act) -> str:
        """An action with the printed names of its cards."""
        printed = ", ".join(printed_names(act, self._names))
        return spelled(seat, act, self._names) + (f" ({printed})" if printed else "")


def _place(one: Candidate) -> tuple[int, bool, str]:
    return one.change.at, bool(one.edit.before), one.edit.after


def of_header(finding: Finding) -> bool:
    """Whether it is the header that is wrong: no edit of a line mends that."""
    return not finding.where.entry


def _head(line: Line) -> str:
    """The head of a turn or a step line as it is written."""
    if isinstance(line.what, TurnHead):
        return f"{line.what.word.text} {line.what.number}"
    return f"step {line.what.step.text}" if isinstance(line.what, StepHead) else ""


def _refused(match: Match, seat: int, act: Act) -> bool:
    try:
        return match.consider(seat, act) is not None
    except Undecidable:
        return False


def _options(match: Match) -> Iterator[tuple[int, Act]]:
    """What is legal now, up to where nobody can tell."""
    try:
        yield from match.options()
    except Undecidable:
        return
