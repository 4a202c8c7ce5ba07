"""What the page shows of one record: what is the same for all eyes, and what each viewer is told."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from shinpan_engine.kernel.errors import NotComplete, Undecidable
from shinpan_engine.kernel.forms.text import arguments
from shinpan_engine.kernel.forms.to_json import to_json
from shinpan_engine.kernel.game import Figures, Game
from shinpan_engine.kernel.judging.header import is_seen, pack_of
from shinpan_engine.kernel.judging.record import Entry, EventClaim, Header, Marker
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.judging.report import Report
from shinpan_engine.kernel.messages import ENGLISH, LANGUAGES
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_engine.kernel.seen.search import judge

from ..corrections import corrections_noted
from ..questions.words import Words
from ..story import TITLE, Moment, Story
from ..transcript import Loaded, claims_told, heading_told, line_told
from ..transcript.claiming import spelled_claim
from ..viewing import ShownStep, View
from ..words.lines import LineNames
from ..words.sentences import labels, words_of
from .cards import Thing, cards_of, common_of, names_of, signs_told, things_in
from .changes import change
from .shape import shape_of
from .told import clauses_told, report_told, teller, verdicts_told

SLICE = 20
"""Steps that are judged, or put into words, before somebody may be asked whether to go on."""
FORMAT = 4
"""The form of the data; a page reads its own only."""
VIEWERS = {REFEREE: "referee", PUBLIC: "public"}
Data = dict[str, Any]
NOT_FOR_SEATS: Data = {"notes": [], "header": "", "state": "", "link": ""}
"""What of a report differs between worlds that a seat cannot tell apart."""


class Reached(NamedTuple):
    """A step of the replay, the state after it, and the numbers of cards that are in force then."""

    step: Step
    state: Any
    figures: Data


def reported(loaded: Loaded, games: Mapping[str, Game]) -> Data:
    """The report alone, as data."""
    record = loaded.record
    if is_seen(record.header):
        judged = judge(games, record)
        return report_told(judged.report, record.header.game, teller(judged.names))
    replay = loaded.judged()
    return report_told(replay.report(), record.header.game, teller(replay.names))


def viewer_word(viewer: int) -> str:
    """A viewer as the page calls it."""
    return VIEWERS.get(viewer) or f"p{viewer}"


def game_told(game: Game, header: Header, pack: Pack, seats: list[str]) -> Data:
    """What is told of the game that is played, whatever has happened in it."""
    mode = next((mode.title for mode in game.modes if mode.name == header.mode), header.mode)
    return {
        "format": FORMAT,
        "game": {
            "name": game.name,
            "title": game.title,
            "mode": mode,
            "heads": game.heads,
            "written": header.mode,
            "agreed": _agreed(game, header, pack),
        },
        "pack": pack.id,
        "seats": seats,
        "steps": _printed_steps(game),
        "shape": shape_of(game),
        "signs": signs_told(game),
        "verdicts": verdicts_told(),
        "common": common_of(game, pack),
    }


def _agreed(game: Game, header: Header, pack: Pack) -> Data:
    """What the players agreed on, which no table shows, as a record has it: teams, difficulty, options."""
    said = arguments(header.setup, pack.names)
    return {one: heading_told("setup", said, game.name, one) for one in LANGUAGES} if said else {}


def _printed_steps(game: Game) -> dict[str, Data]:
    """What the printed steps are for, in every language."""
    said = {one: words_of(f"record_words.{one}.toml", game.name).get("steps", {}) for one in LANGUAGES}
    return {step: {one: words[step] for one, words in said.items()} for step in said[ENGLISH]}


def figures_told(game: Game, table: Any) -> Data:
    """The numbers of cards that are in force where the printed ones are not, by table and number of the card; none
    while a pack leaves open what decides them."""
    try:
        figures: Figures = game.figures(table)
    except Undecidable:
        return {}
    return {f"{kind}:{number}": dict(numbers) for (kind, number), numbers in figures.items()}


def asks_told(game: Game, pack: Pack, seats: list[str], asks: Iterable[str]) -> Data:
    """What each decision is called, in every language."""
    words = {one: Words(game, pack.names, seats, one) for one in LANGUAGES}
    return {ask: {one: words[one].ask(ask) for one in LANGUAGES} for ask in sorted(set(asks))}


class Recording:
    """A record, judged, with all its steps. Of a record of what was seen these are the steps of the world found. Who
    wants to be asked in between judges it with `slices`."""

    def __init__(self, loaded: Loaded, games: Mapping[str, Game], at_once: bool = True) -> None:
        record, self._notes = loaded.record, loaded.notes
        self.game, self.header = games[record.header.game], record.header
        self._found: Report | None = None
        self._reached: list[Reached] = []
        self.pack = pack_of(self.game, record.header)
        world = None if is_seen(record.header) else record
        if world is None:
            judged = judge(games, record)
            self._found, world = judged.report, judged.world
        self.record = world or record
        self._replay: Replay | None = Replay(games, world) if world else None
        self.seats = labels(record.notes.players, record.header.seats)
        if at_once:
            deque(self.slices(), maxlen=0)

    def slices(self) -> Iterator[int]:
        """Judges the record, a slice at a time; how many steps are done after each."""
        if self._replay is None:
            return
        for until in range(SLICE, len(self.record.entries), SLICE):
            if self._replay.run(until, watch=self._keep) is not None:
                return
            yield len(self._reached)
        self._replay.run(watch=self._keep)

    def steps(self) -> int:
        """How many steps have been judged."""
        return len(self._reached)

    def _keep(self, step: Step) -> None:
        assert self._replay is not None
        assert self._replay.match is not None
        self._reached.append(Reached(step, self._replay.state(), figures_told(self.game, self._replay.match.table)))

    def viewers(self) -> list[int]:
        """Whose eyes there are: the referee's, each seat's, the public's."""
        return [REFEREE, *range(1, self.header.seats + 1), PUBLIC] if self._replay else [REFEREE]

    def whole(self) -> Data:
        """The data of a file with everything in it, as every viewer sees it."""
        return self._data([self.telling(viewer) for viewer in self.viewers()], True)

    def of_seat(self, viewer: int) -> Data:
        """The data of a file for one viewer, made of what that viewer sees and nothing else."""
        if self._replay is None:
            raise NotComplete("record.header.chance.seen", "kernel.seen.not_complete")
        return self._data([self.telling(viewer)], False)

    def opened(self, telling: Data) -> Data:
        """The data of the referee's telling alone; those of others are asked for when somebody wants them."""
        return self._data([telling], True) | {"viewers": [*map(viewer_word, self.viewers())]}

    def _data(self, tellings: list[Data], everything: bool) -> Data:
        """What goes with these tellings, and they: cards and clauses are those that they name."""
        things = set(chain.from_iterable(telling.pop("things") for telling in tellings))
        clauses = set(chain.from_iterable(telling.pop("clauses") for telling in tellings))
        first, *others = tellings
        # Most of what the others are told is what the first is told.
        for other in others:
            other["report"] = change(first["report"], other["report"])
            other["steps"] = [change(mine, theirs) for mine, theirs in zip(first["steps"], other["steps"], strict=True)]
        asks = chain.from_iterable(telling.pop("asks") for telling in tellings)
        return game_told(self.game, self.header, self.pack, self.seats) | {
            "seen": self._found is not None,
            "whole": everything,
            "viewers": [telling["viewer"] for telling in tellings],
            "asks": asks_told(self.game, self.pack, self.seats, asks),
            "cards": cards_of(self.game, self.pack, things),
            "names": names_of(self.pack, things),
            "clauses": clauses_told(self.game, clauses),
            "tellings": {telling["viewer"]: telling for telling in tellings},
        }

    def told_to(self, telling: Data) -> Data:
        """The data of one more telling, for a page that has the referee's."""
        return self._data([telling], True)

    def telling(self, viewer: int) -> Data:
        """What one viewer is told: the report, and each step as the change from the one before."""
        return Telling(self, viewer).data()

    def report(self, viewer: int) -> Report:
        """The report as a viewer may see it."""
        if viewer == REFEREE and self._found is not None:
            return self._found
        assert self._replay is not None
        return View(self._replay, viewer).report()

    def shown(self, viewer: int) -> Iterator[ShownStep]:
        """The steps as a viewer sees them."""
        if self._replay is not None:
            view = View(self._replay, viewer)
            yield from (view.step(reached.step, reached.state) for reached in self._reached)

    def figures(self, at: int) -> Data:
        """The numbers in force of cards that lie open after a step, whoever looks."""
        return self._reached[at].figures

    def claims(self) -> dict[int, list[Data]]:
        """What the record notes and is checked, by the entry of the action it is noted with or after."""
        found: dict[int, list[Data]] = {}
        wrong = {(finding.where.entry, one.path) for finding in self.report(REFEREE).findings
                 for one in finding.differences}  # fmt: skip
        last = max((reached.step.entry for reached in self._reached), default=0)
        action = 0
        for number, entry in enumerate(self.record.entries, start=1):
            action = action if isinstance(entry.what, Marker) else number
            if action <= last:
                found.setdefault(action, []).extend(_claims(self.game.name, number, entry, wrong))
        return found

    def notes(self, viewer: int) -> Iterable[Any]:
        """What was put right while reading; nobody's but the referee's."""
        return self._notes if viewer == REFEREE else ()


def _claims(game: str, number: int, entry: Entry, wrong: set[tuple[int, str]]) -> list[Data]:
    return [
        {
            "text": {one: claims_told(spelled_claim(claim), game, one) for one in LANGUAGES},
            "ok": (number, _path(claim)) not in wrong,
        }
        for claim in entry.claims
    ]


def _path(claim: Any) -> str:
    path: str = claim.name if isinstance(claim, EventClaim) else claim.path
    return path


class Telling:
    """One viewer's telling of a recording, and which cards, clauses and decisions it names."""

    def __init__(self, recording: Recording, viewer: int) -> None:
        self._of, self._viewer = recording, viewer
        self._game, self._names = recording.game, recording.pack.names
        self._lines = LineNames(self._game, self._names)
        self._stories = {one: Story(recording.record, self._game, self._names, one) for one in LANGUAGES}
        self._things: set[Thing] = set()
        self._clauses: set[str] = set()
        self._asks: set[str] = set()
        self._before: Any = None
        self._printed = ""
        self._steps: list[Data] = []

    def slices(self) -> Iterator[int]:
        """Puts the steps into words, a slice at a time; how many are done after each."""
        claims = self._of.claims() if self._viewer == REFEREE else {}
        for count, shown in enumerate(self._of.shown(self._viewer), start=1):
            self._steps.append(self._step(shown, claims) | self._figures(count - 1))
            if count % SLICE == 0:
                yield count

    def data(self) -> Data:
        """All of it."""
        if not self._steps:
            deque(self.slices(), maxlen=0)
        everything = self._viewer == REFEREE
        report = report_told(self._of.report(self._viewer), self._game.name, teller(self._names))
        if everything:
            report["notes"] += self._notes()
            report["corrections"] = self._corrections()
        else:
            report |= NOT_FOR_SEATS
        self._name_report(report)
        return {
            "viewer": viewer_word(self._viewer),
            "report": report,
            "steps": self._steps,
            "things": self._things,
            "clauses": self._clauses,
            "asks": self._asks,
        }

    def _notes(self) -> list[Data]:
        told = teller(self._names)
        return [{"where": {"line": note.where.line}, "text": told(note.text)} for note in self._of.notes(REFEREE)]

    def _corrections(self) -> list[Data]:
        """What was corrected in the record. It may name hidden cards, so only the referee is told."""
        told = teller(self._names)
        return [{"turn": note.where.turn, "text": told(note.text)} for note in corrections_noted(self._of.record)]

    def _step(self, shown: ShownStep, claims: dict[int, list[Data]]) -> Data:
        """A step: where it is, what was done, what came of it in words, and how the table changed."""
        state = to_json(shown.state)
        rules = [*dict.fromkeys(event.clause for event in shown.events)]
        step = {
            "turn": self._game.turn(shown.state),
            "printed": self._printed_step(shown),
            "seat": shown.seat,
            "line": self._in_words(shown.line),
            "names": self._lines.of(shown.line),
            "story": [*self._told(shown)],
            "rules": rules,
            "claims": claims.get(shown.entry, []) if shown.entry else [],
            "change": change(self._before, state),
        }
        self._before = state
        self._things.update(things_in(shown.state), self._lines.things(shown.line))
        self._clauses.update(rules)
        self._asks.update(pending.ask for pending in shown.state.pending)
        return {name: value for name, value in step.items() if value not in ("", [], {}, 0)}

    def _figures(self, at: int) -> Data:
        figures = self._of.figures(at)
        return {"figures": figures} if figures else {}

    def _in_words(self, line: str) -> Data:
        """A line of a transcript in the words of every language; nothing of none."""
        return {one: line_told(line, self._game.name, one) for one in LANGUAGES} if line else {}

    def _told(self, shown: ShownStep) -> Iterator[Data]:
        """What came of a step, in every language."""
        moment = _moment(shown)
        for language, story in self._stories.items():
            for line in story.told(moment):
                if line.kind != TITLE:
                    yield {"kind": line.kind, "lang": language, "text": line.text}

    def _printed_step(self, shown: ShownStep) -> str:
        """The printed step in which the action was done."""
        before, self._printed = self._printed, self._game.printed_step(shown.state, shown.seat)
        return before if shown.seat else self._printed

    def _name_report(self, report: Data) -> None:
        for finding in report["findings"]:
            self._clauses.update(finding["clauses"])
            for line in (finding["submitted"], *finding["legal"]):
                self._things.update(self._lines.things(line))
            finding["legal"] = [
                {"line": self._in_words(line), "names": self._lines.of(line)} for line in finding["legal"]
            ]
            finding["names"] = self._lines.of(finding["submitted"])
            finding["things"] = [*self._lines.things(finding["submitted"])]
            finding["submitted"] = self._in_words(finding["submitted"])
        rules = self._game.rules
        self._clauses.update(one["id"] for one in report["assumptions"] if one["id"] in rules)
        self._clauses = {clause for clause in self._clauses if clause in rules}


def _moment(shown: ShownStep) -> Moment:
    return Moment(shown.number, shown.seat, [(event.name, event.fields) for event in shown.events], shown.state)
