"""What was noted wrongly: edits of claims, of the head of a turn, of the recorded result, where one of them is found to
be wrong."""

from collections.abc import Iterator

from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.forms.text import OPEN, verb
from shinpan_engine.kernel.game import Event
from shinpan_engine.kernel.judging import claims
from shinpan_engine.kernel.judging.position import HEADS
from shinpan_engine.kernel.judging.record import Claim, EventClaim, StateClaim
from shinpan_engine.kernel.judging.report import Difference
from shinpan_engine.kernel.messages import say
from shinpan_engine.kernel.play.work import Work

from ..transcript.claiming import Claiming
from ..transcript.lines import Line, TurnHead
from ..transcript.reading import Draft, Lines
from .claim_words import ClaimWords
from .edits import Candidate, Change, Edit, HeaderChange
from .reaching import Reach

RESULT = "result"


class Noted:
    """Edits of what is noted where a draft breaks off."""

    def __init__(self, draft: Draft, reach: Reach, work: Work) -> None:
        importer = reach.importer
        self._draft = draft
        self._reach = reach
        self._work = work
        self._importer = importer
        self._names = reach.names
        self._claiming = Claiming(importer.game, reach.names, importer.seats, work)
        self._words = ClaimWords(importer.game, reach.names, self._claiming, importer.along.replay.match)
        self._events = self._happened()

    def edits(self) -> Iterator[Candidate]:
        """Each is still to be tried on the whole record."""
        finding = self._reach.finding
        if finding is None:
            return
        heads = self._importer.game.heads
        for difference in finding.differences:
            if difference.path == RESULT and not self._reach.left:
                yield from self._result(difference)
            elif difference.path == heads:
                yield from self._head(difference)
        for at in self._places():
            yield from self._of_line(at, finding.differences)

    def _places(self) -> list[int]:
        """The lines whose claims may be meant: that where it showed, and that of the entry. A header that is wrong
        means none."""
        finding, lines = self._reach.finding, self._draft.lines
        assert finding is not None
        if not finding.where.entry:
            return []
        at = self._reach.at
        own = [place for place in range(min(at, len(lines))) if lines[place].number == finding.where.line]
        return [*([at] if at < len(lines) else []), *own]

    def _result(self, difference: Difference) -> Iterator[Candidate]:
        for place, line in enumerate(self._draft.header):
            if line.key.text == RESULT:
                edit = Edit(line.number, say("kernel.repair.kind.result"), difference.recorded, difference.computed)
                change = HeaderChange(len(self._draft.lines), place, line._replace(rest=f" {difference.computed}"))
                yield Candidate(edit, change)

    def _head(self, difference: Difference) -> Iterator[Candidate]:
        at = self._reach.at
        line = self._line(at) if at < len(self._draft.lines) else None
        if line is None or not isinstance(line.what, TurnHead):
            return
        word, number = line.what.word.text, int(difference.computed)
        edited = line._replace(what=line.what._replace(number=number))
        kind = say("kernel.repair.kind.head", heads=HEADS[word])
        edit = Edit(line.number, kind, f"{word} {line.what.number}", f"{word} {number}")
        yield Candidate(edit, Change(at, 1, (edited,)))

    def _line(self, at: int) -> Line:
        return Lines(self._draft.lines, self._draft.game)[at]

    def _of_line(self, at: int, differences: tuple[Difference, ...]) -> Iterator[Candidate]:
        """One claim of the line otherwise; left out only where nothing else can be noted in its place."""
        line = self._line(at)
        for place, claim in enumerate(line.claims):
            others = [*self._others(claim, differences)]
            for other in others:
                said = (*line.claims[:place], other, *line.claims[place + 1 :])
                edit = Edit(
                    line.number, say("kernel.repair.kind.claim"), self._words.told(claim), self._words.told(other)
                )
                yield Candidate(edit, Change(at, 1, (line._replace(claims=said),)))
            if not others:
                said = (*line.claims[:place], *line.claims[place + 1 :])
                edit = Edit(line.number, say("kernel.repair.kind.extra_claim"), self._words.told(claim), "")
                yield Candidate(edit, Change(at, 1, (line._replace(claims=said),)))

    def _others(self, claim: Claim, differences: tuple[Difference, ...]) -> Iterator[Claim]:
        """What may have been meant in the place of a claim."""
        if isinstance(claim, StateClaim):
            for meaning in self._claiming.meanings(claim):
                assert isinstance(meaning, StateClaim)
                value = self._value(meaning, differences)
                if value and OPEN not in value and not self._same(claim.value, value):
                    yield StateClaim(claim.path, value)
                    return
        else:
            yield from self._other_events(claim)

    def _value(self, claim: StateClaim, differences: tuple[Difference, ...]) -> str:
        """What it comes to; empty where there is no such thing."""
        for difference in differences:
            if (difference.path, difference.recorded) == (claim.path, claim.value):
                return difference.computed
        match = self._importer.along.replay.match
        try:
            return "" if match is None else claims.read(match.table.state, claim.path, self._names)
        except EngineError:
            return ""

    def _other_events(self, claim: EventClaim) -> Iterator[EventClaim]:
        """The claim as each event of its name has it, those with the fewest values changed."""
        best: list[EventClaim] = []
        least = len(claim.arguments) + 1
        for event in self._events:
            if verb(type(event)) != claim.name:
                continue
            other, changed = self._fitted(claim, claims.event_fields(event, self._names))
            if 0 < changed < least:
                best, least = [other], changed
            elif changed == least and other not in best:
                best.append(other)
        yield from best

    def _fitted(self, claim: EventClaim, told: dict[str, str]) -> tuple[EventClaim, int]:
        """The claim with the values of an event, and how many of them are others; none where a value is open."""
        order, arguments, changed = [*told], [], 0
        meanings = self._claiming.meanings(claim)
        for at, (given, value) in enumerate(claim.arguments):
            name = given or (order[at] if at < len(order) else "")
            if name not in told or OPEN in told[name]:
                return claim, 0
            meant = [one.arguments[at][1] for one in meanings if isinstance(one, EventClaim)]
            same = any(self._same(one, told[name]) for one in meant)
            arguments.append((given, value if same else told[name]))
            changed += not same
        return EventClaim(claim.name, tuple(arguments)), changed

    def _same(self, recorded: str, computed: str) -> bool:
        return claims.same(recorded, computed, self._work)

    def _happened(self) -> list[Event]:
        """What happened in the step of the entry that was found to be wrong."""
        finding, seen = self._reach.finding, self._importer.along.seen
        if finding is None:
            return []
        own = [one for one in seen if one.entry == finding.where.entry - 1]
        moments = {(one.turn, one.step) for one in own or [*seen][-1:]}
        return [event for one in seen if (one.turn, one.step) in moments for event in one.events]
