"""Writes a record by question and answer: what is asked, what may be answered, what came of it, in words."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.text import fields, verb
from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.claims import NoSuchPath, check
from shinpan_engine.kernel.judging.header import is_seen, pack_of
from shinpan_engine.kernel.judging.record import Action, Claim, Header, Notes, Unresolved
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.judging.report import Finding, Report, Verdict
from shinpan_engine.kernel.messages import Language, Message, Telling
from shinpan_engine.kernel.play.views import HIDDEN_TEXT, PUBLIC, REFEREE
from shinpan_engine.kernel.seen.claims import Turned

from ..story import HEAD, Line, Moment, Story
from ..transcript import load
from ..transcript.grammar import Ambiguous, TranscriptError
from ..transcript.header.fact_lines import KEY as FACT
from ..transcript.header.heading import seat_numbers
from ..transcript.header.in_words import line_told, message_told
from ..transcript.reading import GAME_BEGINS
from ..viewing import ShownStep, View
from ..words.sentences import labels
from .answers import Answer, Answers
from .came_up import CameUp
from .coming import is_stuck
from .draft import Draft, Refused, is_bare_head
from .forms import MOST_FORMS, Whose, meant
from .lines import Judge, Lines, Written, chosen, plain
from .noted import Noted
from .opening import Wrong
from .question import CHANCE, DECISION, OVER, Broken, Question, Refusal
from .silence import MOST_SILENT, Silence
from .words import Words, phrase, unreadable


class Recorder:
    """A record that is being written."""

    def __init__(self, games: Mapping[str, Game], draft: Draft, language: Language) -> None:
        self._draft = draft
        self._games = games
        self.language: Language = language
        game, header, names = draft.game, draft.live.header, draft.pack.names
        self._telling = Telling(language, names)
        self._seats = labels(draft.beside.players, header.seats)
        self.words = Words(game, names, self._seats, language)
        self._lines = Lines(
            game, header.mode, draft.pack, seat_numbers(draft.beside.players, header.seats), draft.is_seen
        )
        self._noted = Noted(game, names, self._seats, language)
        self._story: Story
        self._told: list[Line] = []
        self._tell_anew()

    @classmethod
    def begun(cls, games: Mapping[str, Game], header: Header, beside: Notes, language: Language) -> "Recorder":
        """A record without entries yet. Raises `Wrong`."""
        try:
            return cls(games, Draft(games, header, beside), language)
        except RequestError as error:
            raise Wrong(message_told(error.message.of(header.game), Telling(language))) from None
        except Refused as refused:
            raise Wrong(message_told(refused.finding.message, Telling(language))) from None

    @classmethod
    def of_text(cls, games: Mapping[str, Game], text: str, language: Language, most: int | None = None) -> "Recorder":
        """A record that was written before, or its first entries. Raises `Broken` for one with a fault, and what
        reading a transcript raises."""
        record = load(text, games).record
        telling, count = Telling(language, pack_of(games[record.header.game], record.header).names), len(record.entries)
        if most is None and not is_seen(record.header):
            replay = Replay(games, record)
            replay.run()
            if replay.finding is not None and not is_stuck(replay):
                raise Broken.after(
                    message_told(replay.finding.message, telling), record, _before(replay.finding, count)
                )
        kept = [at for at, one in enumerate(record.entries[:most]) if not is_bare_head(one)]
        entries = [replace(record.entries[at], state_hash=b"", link=b"", line=0) for at in kept]
        try:
            draft = Draft(games, record.header, record.notes, entries)
        except Refused as refused:
            at = [*kept, count][_before(refused.finding, len(kept))]
            raise Broken.after(message_told(refused.finding.message, telling), record, at) from None
        if draft.coming is not None and draft.live.finding and draft.live.finding.where.entry < len(entries):
            raise Broken.after(phrase(language, "wrong.untold_inside"), record, kept[draft.live.finding.where.entry])
        return cls(games, draft, language)

    @property
    def draft(self) -> Draft:
        """The record itself."""
        return self._draft

    @property
    def told(self) -> Sequence[Line]:
        """The story of the game so far."""
        return self._told

    def _say(self, key: str, **values: object) -> str:
        return phrase(self.language, key, **values)

    def _tell_anew(self) -> list[Line]:
        """Tells the whole story; gives what is new in it."""
        draft = self._draft
        replay = Replay(self._games, draft.world())
        self._story = Story(draft.record(), draft.game, draft.pack.names, self.language)
        before, self._told = len(self._told), list[Line]()
        view = View(replay, PUBLIC if draft.is_seen else REFEREE)

        def watch(step: Step) -> None:
            self._told += self._story.told(_moment(view.step(step, replay.state())))

        replay.run(watch=watch)
        return self._told[before:]

    def question(self) -> Question:
        """What is asked next."""
        draft = self._draft
        if (wanted := draft.coming) is not None:
            if wanted.turned is not None:
                return Question(CHANCE, *self._moment(), 0, self._asked_of(wanted.turned))
            key = "ask.one" if wanted.least == 1 else "ask.several"
            about = self.words.outcome(wanted.label)
            text = self._say(key, label=wanted.label, about=about, place=wanted.place + 1, count=wanted.least)
            return Question(CHANCE, *self._moment(), 0, text)
        match = draft.live.match
        assert match is not None, "a game that waits for nothing has begun"
        if not match.ask.decisions:
            return Question(OVER, *self._moment(), 0, self._say("ask.over"))
        first = match.ask.decisions[0]
        asked = [one for one in self.answers().open() if one.pending is not None]
        said = [
            self._say("ask.decides", player=self.words.seat(one.seat), what=self.words.ask(one.ask)) for one in asked
        ]
        return Question(DECISION, *self._moment(first.seat), first.seat, "; ".join(dict.fromkeys(said)))

    def _asked_of(self, turned: Turned) -> str:
        """Which card an event showed."""
        event = turned.event
        said = self._story.sentences.event(verb(type(event)), turned.fields(self._draft.pack.names))
        return self._say("ask.turned", said=said)

    def _moment(self, seat: int = 0) -> tuple[int, str]:
        match = self._draft.live.match
        if match is None:
            return 0, ""
        state, game = match.table.state, self._draft.game
        return game.turn(state), self.words.step(game.printed_step(state, seat))

    def answers(self) -> Answers:
        """What may be answered to a question for a decision."""
        match = self._draft.live.match
        assert match is not None
        unseen = self._draft.game.unseen if self._draft.is_seen else None
        return Answers(match, self._draft.pack.names, self.words, unseen)

    def is_line(self, text: str) -> bool:
        """Whether a text is meant as a line of the record, and not as words to look for."""
        return self._lines.begins(text)

    def meant(self, text: str) -> str:
        """The line that a text means which is not written like one; empty, if that is none or several. Raises `Wrong`
        if several players may be meant."""
        if not self._draft.is_seen:
            return ""
        try:
            return meant(text, self._lines, self.answers().page(0, MOST_FORMS), self._silence())
        except Whose:
            raise Wrong(self._say("wrong.whose", text=text)) from None

    def is_claim(self, text: str) -> bool:
        """Whether a text is meant as something that was noted: it begins with what a state has, or with an event."""
        name = self.words.claim(text.replace("[", " ").split(maxsplit=1)[0])
        (sides,) = (field for field in fields(self._draft.game.state) if field.name == "sides")
        known = [field.name for field in (*fields(self._draft.game.state), *fields(sides.kind))]
        return name in (*known, *map(verb, self._draft.game.events))

    def take(self, answer: Answer) -> Sequence[Line]:
        """Takes one of the answers; gives what happened. Raises `Wrong`."""
        assert answer.action is not None, "a form is filled in first"
        self._refuse_unless_asked(DECISION)
        return self._added((answer.action,), (), "")

    def write(self, text: str) -> Sequence[Line]:
        """Takes a line as an answer; gives what happened. Without a player it is of whoever is asked for that first, in
        this turn. Raises `Wrong`."""
        question = self._refuse_unless_asked(DECISION)
        silence, seat, kind = self._silence(), question.seat, self._lines.unsigned(text)
        if kind is not None:
            seat = silence.asker(kind)
            if not seat and (steps := self._silence_in_turn(kind)):
                return self._after_silence(steps, text)
        written = self._read(text, seat or question.seat)
        first = written.what[0]
        if isinstance(first, Action) and (steps := silence.before(lambda: silence.asks_for(first))[0]):
            return self._after_silence(steps, text)
        return self._added(written.what, written.claims, written.comment)

    def _read(self, text: str, seat: int) -> Written:
        match = self._draft.live.match
        assert match is not None
        try:
            return self._lines.read(text, match, seat)
        except TranscriptError as error:
            kind = self._lines.kind(text)
            form = self._say("wrong.form", form=self.words.form(kind)) if kind else ""
            raise Wrong(" ".join(filter(None, (unreadable(self.language, error), form)))) from None

    def _silence_in_turn(self, kind: type) -> int:
        """How many passes and forced steps lead to where something is asked for in this turn; 0 for nowhere. Raises
        `Wrong` if that is in the next turn: all that is left of this one would be passed over unnamed."""
        silence = self._silence()
        steps, reached = silence.before(lambda: silence.asker(kind) != 0)
        if steps and reached > self.question().turn:
            heads = self._say(f"say.{self._draft.game.heads}", number=reached)
            raise Wrong(self._say("wrong.next_turn", what=self.words.verb(kind), turn=heads))
        return steps

    def _silence(self) -> Silence:
        return Silence(self._draft)

    def go_to_turn(self, turn: int) -> Sequence[Line]:
        """Goes on to a turn by passes and forced steps, or to what has to be decided before it. Raises `Wrong` for one
        that is over or far away."""
        self._refuse_unless_asked(DECISION)
        if self.question().turn > turn:
            raise Wrong(self._say("wrong.turn_over", turn=turn))
        had, told = len(self._draft.entries), list[Line]()
        while self._draft.coming is None and self.question().turn < turn:
            silent = self._silence().next()
            if silent is None:
                break
            if len(self._draft.entries) - had == MOST_SILENT:
                self.back(had)
                raise Wrong(self._say("wrong.turn", turn=turn, most=MOST_SILENT))
            told += self._added((silent,), (), "")
        return told

    def _after_silence(self, steps: int, text: str) -> Sequence[Line]:
        """Writes a line after so many passes and forced steps. Raises `Wrong`, and then takes these back."""
        had, told = len(self._draft.entries), list[Line]()
        try:
            for _ in range(steps):
                silent = self._silence().next()
                assert silent is not None
                told += self._added((silent,), (), "")
            return [*told, *self.write(text)]
        except Wrong:
            self.back(had)
            raise

    def _refuse_unless_asked(self, kind: str) -> Question:
        question = self.question()
        if question.kind == OVER and kind != OVER:
            raise Wrong(self._say("wrong.over"))
        if question.kind != kind:
            raise Wrong(self._say("wrong.over_for", label=question.text) if question.kind == CHANCE else question.text)
        return question

    def _added(
        self, meanings: Sequence[Action | Unresolved], claims: Sequence[Sequence[Claim]], comment: str
    ) -> Sequence[Line]:
        """Adds the first of some meanings that is possible."""
        self._refuse_early(meanings[0])
        self._refuse_holes(meanings[0])
        refused: Refused | None = None
        for what in meanings:
            try:
                self._draft.add(what, chosen(claims, self._comes_out_after(what)), comment)
            except Refused as error:
                refused = refused or error
            else:
                return self._news()
        assert refused is not None
        raise self._refusal(refused.finding)

    def _refuse_early(self, what: Action | Unresolved) -> None:
        """Refuses the answer of a seat to what another one decides at the same time and answers first."""
        match = self._draft.live.match
        assert match is not None
        ask = match.ask
        first = ask.decisions[0]
        if isinstance(what, Unresolved) or what.seat == first.seat or type(what.what) not in ask.simultaneous:
            return
        if any(one.seat == what.seat and type(what.what) in one.takes for one in ask.decisions):
            raise Wrong(self._say("wrong.at_once", seat=self.words.seat(first.seat)))

    def _refuse_holes(self, what: Action | Unresolved) -> None:
        words = (
            what.arguments if isinstance(what, Unresolved) else spelled(what.seat, what.what, self._draft.pack.names)
        )
        if not self._draft.is_seen and HIDDEN_TEXT in words.replace("=", " ").split():
            raise Wrong(self._say("wrong.hole"))

    def _comes_out_after(self, what: Action | Unresolved) -> Judge:
        """Whether claims are true once something has been done: it is tried."""

        def comes_out(claims: tuple[Claim, ...]) -> bool:
            return self._draft.is_possible(what, claims)

        return comes_out

    def _news(self) -> Sequence[Line]:
        """What has happened since the last entry."""
        draft = self._draft
        if draft.coming is not None:
            return []
        last, live = draft.entries[-1].what if draft.entries else None, draft.live
        if draft.is_seen or not self._story.begun or not isinstance(last, Action):
            return self._tell_anew()
        assert live.match is not None
        step = Step(live.replayed, last, live.match.table.events, live.links.state_hash, live.links.link)
        new = list(self._story.told(_moment(View(live, REFEREE).step(step, live.state()))))
        self._told += new
        return new

    def tell(self, text: str) -> Sequence[Line]:
        """Writes down what came up: cards by name or number, `?` for one that was not seen; gives what happened. Raises
        `Wrong`."""
        self._refuse_unless_asked(CHANCE)
        wanted = self._draft.coming
        assert wanted is not None
        numbers = CameUp(self._draft, self.words, self.language).numbers(wanted, text)
        try:
            self._draft.tell(numbers)
        except Refused as refused:
            raise self._refusal(refused.finding) from None
        return self._news()

    def lines(self, first: int) -> list[str]:
        """The entries from one on as lines, without claims and remarks."""
        whats = [entry.what for entry in self._draft.entries[first:]]
        names = self._draft.pack.names
        return [spelled(what.seat, what.what, names) for what in whats if isinstance(what, Action)]

    def line_told(self, line: str) -> str:
        """A line of the record in the words of the reader's language."""
        return line_told(line, self._draft.game.name, self.language)

    def may_come(self) -> list[str]:
        """What may come up, as words for completion."""
        wanted = self._draft.coming
        return CameUp(self._draft, self.words, self.language).words_for(wanted) if wanted else []

    def claim(self, text: str) -> None:
        """Checks something that was noted, about how the game stands or about what happened last. Raises `Wrong`."""
        if self._draft.coming is not None:
            self._refuse_unless_asked(DECISION)
        try:
            claims = self._lines.claims(self._spelled_claim(text), self._draft.game.heads)
            self._draft.claim(chosen(claims, self._is_so))
        except Ambiguous as error:
            raise Wrong(unreadable(self.language, error)) from None
        except TranscriptError:
            raise Wrong(self._say("wrong.claim", text=text)) from None
        except Refused as refused:
            raise self._refusal(refused.finding) from None

    def _spelled_claim(self, text: str) -> str:
        """A claim as records write it: `life p1 30` says `life[p1] = 30`."""
        first, *rest = plain(text).split() or [""]
        name = self.words.claim(first)
        if "=" in text or "[" in text or not rest:
            return " ".join([name, *rest])
        (sides,) = (field for field in fields(self._draft.game.state) if field.name == "sides")
        if name in [field.name for field in fields(sides.kind)] and len(rest) > 1:
            return f"{name}[{rest[0]}] = {' '.join(rest[1:])}"
        if name in [field.name for field in fields(self._draft.game.state)]:
            return f"{name} = {' '.join(rest)}"
        return " ".join([name, *rest])

    def _is_so(self, claims: tuple[Claim, ...]) -> bool:
        """Whether claims are true as the game stands."""
        match = self._draft.live.match
        assert match is not None
        table, game, names = match.table, self._draft.game, self._draft.pack.names
        try:
            return not check(claims, table.state, table.events, game, names, table.work)
        except NoSuchPath:
            return False

    def with_facts(self, *facts: str) -> "Recorder":
        """The same record with some facts more about cards in its header. Raises `Wrong`."""
        header, begins, game = self._draft.text().partition(f"\n{GAME_BEGINS}\n")
        try:
            lines = "\n".join([header, *(f"{FACT} {plain(text)}" for text in facts)])
            return Recorder.of_text(self._games, f"{lines}{begins}{game}", self.language)
        except TranscriptError as error:
            raise Wrong(unreadable(self.language, error)) from None
        except RequestError as error:
            raise Wrong(message_told(error.message, self._telling)) from None

    def remark(self, text: str) -> None:
        """Adds a remark for people to the last entry. Raises `Wrong`."""
        if not self._draft.entries:
            raise Wrong(self._say("wrong.nothing"))
        self._draft.remark(plain(text))

    def back(self, count: int) -> None:
        """Goes back to the first so many entries."""
        self._draft.back(max(0, min(count, len(self._draft.entries))))
        self._tell_anew()

    def back_to_turn(self, turn: int) -> None:
        """Goes back to where a turn began. Raises `Wrong` if there was none."""
        began = next((one.step for one in self._told if one.kind == HEAD and one.turn == turn), None)
        if not turn or began is None:
            raise Wrong(self._say("wrong.no_turn", turn=turn))
        self.back(self._draft.entries_up_to(began))

    def report(self) -> Report | None:
        """The judgement on the whole record; of one of what was seen there is none of its own."""
        if self._draft.is_seen or self._draft.coming is not None:
            return None
        replay = Replay(self._games, self._draft.record())
        replay.run()
        return replay.report()

    def _refusal(self, finding: Finding) -> Refusal:
        """What the referee finds, in words."""
        rules = self._draft.game.rules
        best = dict(finding.message.values).get("best")
        said = self._noted.told(finding, best if isinstance(best, Message) else finding.message)
        text = message_told(said, self._telling)
        if finding.verdict is Verdict.UNDECIDABLE:
            text = self._say("wrong.not_proved" if best else "wrong.cannot_search", message=text)
        told = [rules.told(rules[id], self.language) for id in finding.clauses]
        known = [(one.id, one.section, one.text) for one in told]
        return Refusal(text, finding.message, known, finding.legal, finding.legal_counted)


def _moment(shown: ShownStep) -> Moment:
    """What a story needs of a step."""
    return Moment(shown.number, shown.seat, [(event.name, event.fields) for event in shown.events], shown.state)


def _before(finding: Finding, count: int) -> int:
    """How many entries come before what was found; all, if it is about the whole record."""
    return finding.where.entry - 1 if finding.where.entry else count
