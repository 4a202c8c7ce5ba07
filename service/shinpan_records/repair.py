"""Repair: for a record that fails, every single edit after which all of it comes out, claims included.

An edit puts another card, target, number, flag, seat or verb in a line, leaves a line out, or puts one in. Each is
judged where it would stand; only what is legal there is tried on the whole record.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.errors import RequestError, Undecidable, WorkUsedUp
from shinpan_engine.kernel.forms.text import Field, NameBook, enum_word, fields, printed_names, seat_name, verb
from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.report import Finding, Verdict
from shinpan_engine.kernel.messages import ENGLISH, Language, sentence
from shinpan_engine.kernel.play.decisions import Act
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.work import Work

from .limits import MOST_REPAIR_STEPS, MOST_REPLAYS
from .transcript.exporting import exporting
from .transcript.grammar import Tokens, TranscriptError
from .transcript.importing import Importer, importing
from .transcript.reading import Argument, Draft, Group, Line, Play, Word, game_line, parts, plain_arguments, reading
from .transcript.resolving import Resolver, tidy

COMES_OUT = (Verdict.LEGAL, Verdict.INCOMPLETE)
MOST_PUT_IN = 500
"""Lines tried at one place where one may be missing; of more possibilities the first."""
MOST_NUMBER = 9
"""The largest number tried where one is declared."""
LEFT_OUT, PUT_IN = "a line too many", "a missing line"

Told = Callable[[int, int], None]
"""Hears how many of the edits have been tried on the whole record, and of how many."""


class NothingToRepair(Exception):
    """The record comes out as it is."""


class Edit(NamedTuple):
    """One change of a transcript: at which line, of what kind, what stood there and what would stand there."""

    line: int
    kind: str
    before: str
    after: str


class Change(NamedTuple):
    """What an edit does to the lines of a draft: from which place on, how many go, and what comes instead."""

    at: int
    gone: int
    put: tuple[Line, ...]

    def of(self, draft: Draft) -> Draft:
        """The draft after the edit."""
        return draft._replace(lines=(*draft.lines[: self.at], *self.put, *draft.lines[self.at + self.gone :]))


class Repairs(NamedTuple):
    """What is wrong, how many edits were tried, how many of these are legal where they stand, and those that make the
    whole record come out. `complete` says that no place had more possibilities than were tried. Where the work is used
    up, `stopped` says how far it came."""

    finding: Finding
    tried: int
    legal: int
    edits: tuple[Edit, ...]
    complete: bool
    names: NameBook
    stopped: str = ""

    def lines(self, language: Language = ENGLISH) -> list[str]:
        """All of it for people."""
        count = len(self.edits)
        works = ("none of them repairs", "exactly one repairs")[count] if count < 2 else f"{count} of them repair"
        told = [
            f"line {self.finding.where.line}: {self.told(language)}",
            f"{self.tried} single edits tried, {self.legal} of them legal where they stand; {works} the whole record",
        ]
        if not self.complete:
            told.append(f"at some places more than {MOST_PUT_IN} lines may be missing; only the first were tried")
        if self.stopped:
            told.append(f"this takes more work than one repair may: {self.stopped}")
        for edit in self.edits:
            told.append(f"line {edit.line}: {edit.kind}")
            told += [f"  - {edit.before}"] if edit.before else []
            told += [f"  + {edit.after}"] if edit.after else []
        return told

    def told(self, language: Language) -> str:
        """What is wrong, in words."""
        return sentence(self.finding.message, language, self.names)

    def as_dict(self, language: Language = ENGLISH) -> dict[str, Any]:
        """All of it for machines."""
        return {
            "finding": {"verdict": self.finding.verdict.word, "message": self.told(language)},
            "tried": self.tried,
            "legal": self.legal,
            "complete": self.complete and not self.stopped,
            "edits": [edit._asdict() for edit in self.edits],
        }


def repairs(
    text: str, games: Mapping[str, Game], told: Told = lambda *_: None, steps: int = MOST_REPAIR_STEPS
) -> Repairs:
    """All single edits that repair a transcript, or those found when so many steps are used up. Raises
    `NothingToRepair` for one that comes out as it is."""
    draft = reading(text)
    replay = importing(draft, games).judged()
    report = replay.report()
    if report.verdict in COMES_OUT:
        raise NothingToRepair(f"the record is {report.verdict.word} as it is: there is nothing to repair")
    finding = report.findings[0]
    work = Work(steps)
    search = _Search(draft, games, work)
    if finding.where.entry:
        search.run(_place(draft, finding))
    working, stopped = [], search.stopped
    for number, (edit, change) in enumerate(search.found.values(), start=1):
        try:
            comes_out = _comes_out(change.of(draft), games, work)
        except WorkUsedUp:
            stopped = f"{number - 1} of {len(search.found)} legal edits were tried on the whole record"
            break
        if comes_out:
            working.append(edit)
        told(number, len(search.found))
    return Repairs(finding, search.tried, len(search.found), tuple(working), search.complete, replay.names, stopped)


def repairs_of(record: Record, games: Mapping[str, Game], told: Told = lambda *_: None) -> Repairs:
    """The same for a record; the edits are told by the lines of its canonical transcript."""
    return repairs(exporting(record, games, hashes=False), games, told)


def _place(draft: Draft, finding: Finding) -> int:
    """The line of a draft at which a finding lies; past the last one if it is about the end."""
    numbers = [line.number for line in draft.lines]
    return numbers.index(finding.where.line) if finding.where.line in numbers else len(numbers)


def _comes_out(draft: Draft, games: Mapping[str, Game], work: Work) -> bool:
    """Whether a draft is a record in which every rule is kept and every claim is true."""
    work.spend(len(draft.lines))
    try:
        importer = Importer(draft, games, work=work)
        for at in range(len(draft.lines)):
            importer.read(at)
            if importer.match is None:
                return False
        return importer.loaded().judged().report().verdict in COMES_OUT
    except (TranscriptError, RequestError):
        # The importer tells at which line the work was used up; here it is told of the whole search.
        work.spend(0)
        return False


class _Search:
    """Collects the edits of a draft that are legal where they stand, while the game is played alongside."""

    def __init__(self, draft: Draft, games: Mapping[str, Game], work: Work) -> None:
        self._lines = draft.read()
        self._work = work
        self._replays = Work(MOST_REPLAYS)
        self._importer = Importer(draft, games, self._watch, work)
        self._names = self._importer.names
        self._game = self._importer.game
        self._resolver = Resolver(self._names, work)
        self._kinds = {verb(kind): kind for kind in self._game.acts}
        self._seen: set[tuple[int, str]] = set()
        self.complete = True
        self.stopped = ""
        """How far it came, if the work is used up."""
        self.found: dict[tuple[int, bool, str], tuple[Edit, Change]] = {}
        """The edits, each with what it does to the draft; by place, whether something stood there, and what would:
        none comes twice."""

    @property
    def tried(self) -> int:
        """How many edits there were."""
        return len(self._seen)

    def run(self, last: int) -> None:
        """Tries every edit up to a line; past the last line, also what may be missing at the end."""
        try:
            self._run(last)
        except (WorkUsedUp, TranscriptError):
            # The draft was read before without a fault, so this is the work again.
            at = max((at for at, *_ in self.found), default=0)
            self.stopped = f"edits were looked for up to line {self._lines[min(at, last)].number}"

    def _run(self, last: int) -> None:
        for at, line in enumerate(self._lines[: last + 1]):
            if isinstance(line.what, Play):
                self._leave_out(at, line, line.what)
            elif self._importer.match is not None:
                self._put_in(self._importer.match, at)
            self._importer.read(at)
        if last == len(self._lines) and self._importer.match is not None:
            self._put_in(self._importer.match, last)

    def _watch(self, match: Match, at: int) -> None:
        """Another action in the place of this line may fit before what was filled in for it, so every moment counts."""
        self._put_in(match, at)
        what = self._lines[at].what
        if isinstance(what, Play):
            self._change(match, at, _as_read(what))

    def _leave_out(self, at: int, line: Line, play: Play) -> None:
        self._seen.add((at, LEFT_OUT))
        self._keep(Edit(line.number, LEFT_OUT, _written(play), ""), Change(at, 1, ()))

    def _put_in(self, match: Match, at: int) -> None:
        """A line before this one: anything legal at this moment."""
        number = self._lines[min(at, len(self._lines) - 1)].number
        options = list(islice(_options(match), MOST_PUT_IN + 1))
        if len(options) > MOST_PUT_IN:
            self.complete = False
        for seat, act in options[:MOST_PUT_IN]:
            text = spelled(seat, act, self._names)
            self._work.spend()
            self._seen.add((at, f"{PUT_IN} {text}"))
            put = Change(at, 0, (game_line(text, number),))
            self._keep(Edit(number, PUT_IN, "", self._told(seat, act)), put)

    def _change(self, match: Match, at: int, play: Play) -> None:
        """The line itself with one thing changed, as far as that is legal at this moment."""
        line = self._lines[at]
        for what, changed in self._changes(match, play):
            self._work.spend()
            self._seen.add((at, _written(changed)))
            legal = self._legal(match, changed, line.number)
            if legal is not None:
                seat, act = legal
                edited = line._replace(what=game_line(spelled(seat, act, self._names), line.number).what)
                self._keep(Edit(line.number, what, _written(play), self._told(seat, act)), Change(at, 1, (edited,)))

    def _changes(self, match: Match, play: Play) -> Iterator[tuple[str, Play]]:
        own = self._importer.seats.get(play.seat.text)
        for seat in range(1, self._importer.header.seats + 1):
            if seat != own:
                yield "another seat", play._replace(seat=Word(seat_name(seat), play.seat.column))
        for name, kind in self._kinds.items():
            if name != play.verb.text and (kept := _carried_over(play, kind)) is not None:
                yield "another verb", play._replace(verb=Word(name, play.verb.column), parts=kept)
        if play.verb.text in self._kinds:
            others = _ids(match.table.state, self._names)
            for what, changed in _other_parts(self._kinds[play.verb.text], play.parts, others):
                yield what, play._replace(parts=changed)

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
            try:
                refused = match.consider(seat, act) is not None
            except Undecidable:
                refused = False
            if not refused:
                return seat, act
        return None

    def _keep(self, edit: Edit, change: Change) -> None:
        key = (change.at, bool(edit.before), edit.after)
        if key not in self.found:
            self._replays.spend()
            self.found[key] = (edit, change)

    def _told(self, seat: int, act: Act) -> str:
        """An action with the printed names of its cards."""
        printed = ", ".join(printed_names(act, self._names))
        return spelled(seat, act, self._names) + (f" ({printed})" if printed else "")


def _as_read(play: Play) -> Play:
    """A line whose arguments were kept as a text, with these read if they can be."""
    try:
        return play._replace(parts=parts(Tokens(play.unread, 0)), unread="") if play.unread else play
    except TranscriptError:
        return play


def _written(play: Play) -> str:
    return f"{play.seat.text} {play.verb.text} {play.unread or plain_arguments(play.parts)}".rstrip()


def _options(match: Match) -> Iterator[tuple[int, Act]]:
    """What is legal now, up to where nobody can tell."""
    try:
        yield from match.options()
    except Undecidable:
        return


def _carried_over(play: Play, kind: type[msgspec.Struct]) -> tuple[Argument | Group, ...] | None:
    """The arguments of a line for another kind of action: all of them if it takes these, none if it takes none."""
    known = fields(kind)
    if not known:
        return ()
    names = {field.name for field in known}
    grouped = any(_is_group(field) for field in known)
    fit = all(grouped if isinstance(part, Group) else part.name.text in names for part in play.parts)
    return play.parts if fit and play.parts else None


def _is_group(field: Field) -> bool:
    return field.repeated and issubclass(field.kind, msgspec.Struct)


def _ids(state: msgspec.Struct, names: NameBook) -> dict[str, list[str]]:
    """The ids of everything that lies on the table, by the table of the pack."""
    found: dict[str, set[int]] = {}
    _collect(state, found)
    return {
        table: [names.text(table, number) for number in sorted(numbers) if number] for table, numbers in found.items()
    }


def _collect(struct: msgspec.Struct, found: dict[str, set[int]]) -> None:
    for field in fields(type(struct)):
        value = getattr(struct, field.attribute)
        for item in value if field.repeated else [value]:
            if isinstance(item, msgspec.Struct):
                _collect(item, found)
            elif field.table:
                found.setdefault(field.table, set()).add(item)


def _other_parts(
    kind: type[msgspec.Struct], written: tuple[Argument | Group, ...], others: Mapping[str, list[str]]
) -> Iterator[tuple[str, tuple[Argument | Group, ...]]]:
    """The arguments with one value changed, in the line itself or in one of its groups."""
    own = tuple(part for part in written if isinstance(part, Argument))
    groups = tuple(part for part in written if isinstance(part, Group))
    grouped = ((at, field.kind) for field in fields(kind) if _is_group(field) for at in range(len(groups)))
    for at, inner in grouped:
        for what, inside in _other_arguments(inner, groups[at].arguments, others):
            yield what, (*own, *groups[:at], groups[at]._replace(arguments=inside), *groups[at + 1 :])
    for what, changed in _other_arguments(kind, own, others):
        yield what, (*changed, *groups)


def _other_arguments(
    kind: type[msgspec.Struct], arguments: tuple[Argument, ...], others: Mapping[str, list[str]]
) -> Iterator[tuple[str, tuple[Argument, ...]]]:
    given = {argument.name.text: argument for argument in arguments}
    for field in fields(kind):
        if not _is_group(field):
            values = given[field.name].values if field.name in given else ()
            for what, changed in _other_values(field, tuple(value.text for value in values), others):
                rest = tuple(argument for argument in arguments if argument.name.text != field.name)
                new = Argument(Word(field.name, 0), tuple(Word(value, 0) for value in changed))
                yield what, (*rest, new) if changed else rest


def _other_values(
    field: Field, values: tuple[str, ...], others: Mapping[str, list[str]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The values of a field with one changed."""
    if field.table:
        what = f"another {'target' if field.name == 'target' else field.table}"
        for changed in _one_replaced(values, others.get(field.table, [])):
            yield what, changed
    elif field.kind is bool:
        yield "another flag", () if values == ("yes",) else ("yes",)
    elif issubclass(field.kind, IntEnum):
        for member in field.kind:
            yield f"another {field.name}", (enum_word(member),)
    else:
        numbers = [str(number) for number in range(1, MOST_NUMBER + 1)]
        for changed in _one_replaced(values, numbers):
            yield "another number", changed
        if field.repeated:
            for number in numbers:
                yield "another number", (*values, number)
        if values:
            yield "another number", values[:-1]


def _one_replaced(values: tuple[str, ...], others: list[str]) -> Iterator[tuple[str, ...]]:
    for at, value in enumerate(values):
        for other in others:
            if other != value:
                yield (*values[:at], other, *values[at + 1 :])
