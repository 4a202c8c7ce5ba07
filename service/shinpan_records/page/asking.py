"""What the page is told while a record is written: what is asked, what may be answered, the table, the story."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from shinpan_engine.kernel.forms.text import fields, seat_name, tables, verb
from shinpan_engine.kernel.forms.to_json import to_json
from shinpan_engine.kernel.game import Event
from shinpan_engine.kernel.play.views import HIDDEN_TEXT, PUBLIC
from shinpan_engine.words.record_words import lexicon

from ..limits import quoted
from ..questions.answers import Answer
from ..questions.opening import Ask, Opening, Wrong
from ..questions.question import CHANCE, DECISION, OVER, Refusal
from ..questions.recorder import Recorder
from ..questions.words import phrase
from ..story import Line
from ..transcript.resolving import SEAT_TABLE
from ..words.lines import LineNames
from ..words.sentences import labels
from .cards import SECOND_COPY, Thing, cards_of, names_of, things_in
from .recording import asks_told, figures_told, game_told
from .told import facts_asked, verdicts_told

LISTED = 12
"""Answers that are shown at once."""
LOOKED_AT = 100
"""Answers whose cards are marked on the table, and events of which somebody may have noted a number."""
OPTIONS = "options"
GROUP = ("[", "]")
"""What stands around cards that belong together."""
Data = dict[str, Any]


def asked_before(opening: Opening, ask: Ask) -> Data:
    """A question before the game, and what was answered so far."""
    readings = opening.readings() if ask.key == OPTIONS else []
    choices = [{"word": opening.called(ask, value), "about": about} for value, about in ask.answers.items()]
    return {
        "text": ask.text,
        "given": opening.said(),
        "needed": ask.needed,
        "several": ask.several > 1 or ask.key == OPTIONS,
        "repeats": ask.repeats,
        "choices": [*choices, *({"word": written, "about": rule} for written, rule in readings)],
    }


class Asking:
    """Tells of one record in the language of its recorder; remembers which cards the page knows."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._draft = recorder.draft
        self._names = LineNames(self._draft.game, self._draft.pack.names)
        self._known: set[Thing] = set()
        self._begun = False
        """Whether the page has been told what does not change."""

    def _say(self, key: str, **values: object) -> str:
        return phrase(self._recorder.language, key, **values)

    def now(self, said: str = "", told: int = 0) -> Data:
        """What is asked now, and all that the page shows beside it. The first so many lines of the story are known to
        it."""
        recorder, question = self._recorder, self._recorder.question()
        # A record of what was seen is told again after each answer: another world may be found.
        first = told if told <= len(recorder.told) and not self._draft.is_seen else 0
        head = self._say(f"say.{self._draft.game.heads}", number=question.turn) if question.turn else ""
        news = recorder.told[told:] if told else ()
        return {
            "said": said,
            "question": {
                "kind": question.kind,
                "where": " · ".join(filter(None, (head, question.step))),
                "text": question.text,
            },
            "answers": self.answers() if question.kind == DECISION else None,
            "coming": self._coming() if question.kind == CHANCE else None,
            "over": self._over() if question.kind == OVER else None,
            "marked": (marked := self._marked() if question.kind == DECISION else []),
            "table": self._table(news, [(table, number) for table, number, _ in marked]),
            "story": {"from": first, "lines": [self._line(one) for one in recorder.told[first:]]},
            "entries": len(self._draft.entries),
            "text": self._draft.text(recorder.language),
            "game": self._game(),
        }

    def _line(self, line: Line) -> Data:
        return {"kind": line.kind, "step": line.step, "text": line.text, "lang": self._recorder.language}

    def _game(self) -> Data | None:
        """What does not change while a game is written; once."""
        if self._begun:
            return None
        self._begun, draft = True, self._draft
        header = draft.live.header
        told = game_told(draft.game, header, draft.pack, labels(draft.beside.players, header.seats))
        return told | {"seen": draft.is_seen, "whole": True, "viewers": [], "clauses": {}, "tellings": {}}

    def answers(self, first: int = 0, words: str = "") -> Data:
        """Some answers, from one on, in which all of some words stand."""
        answers = self._recorder.answers()
        page = answers.page(first, LISTED + 1, words)
        listed = [
            {
                "words": one.words,
                "line": self._recorder.line_told(one.line) if one.line else "",
                "things": [*self._names.things(one.line)],
            }
            for one in page[:LISTED]
        ]
        cut = self._say("page.cut_short") if answers.cut_short else ""
        return {"first": first, "among": words, "list": listed, "more": len(page) > LISTED, "cut": cut}

    def form(self, answer: Answer) -> Data:
        """An answer whose cards are not known here: how its line is written, how it begins, and what may be put into
        it."""
        recorder, kind = self._recorder, answer.kind
        assert kind is not None, "a form is of a kind"
        grouped = any(isinstance(one.kind, type) and issubclass(one.kind, msgspec.Struct) for one in fields(kind))
        signs = [{"word": sign, "about": ""} for sign in (GROUP if grouped else ())]
        return {
            "text": self._say("say.form", form=recorder.words.form(kind)),
            "begin": f"{seat_name(answer.seat)} {verb(kind)} ",
            "words": [self._unseen(), *signs, *(self._card(thing) for thing in self._cards(kind))],
        }

    def _unseen(self) -> Data:
        """A card that nobody saw."""
        return {"word": HIDDEN_TEXT, "about": self._say("page.unseen"), "thing": ["", 0]}

    def _card(self, thing: Thing) -> Data:
        word = self._draft.pack.names.text(*thing)
        return {"word": word, "about": self._recorder.words.thing(*thing), "thing": [*thing]}

    def _cards(self, kind: type[msgspec.Struct]) -> Iterator[Thing]:
        """Every card of the tables that an action names."""
        names = self._draft.pack.names
        for table in dict.fromkeys(tables(kind).values()):
            if table != SEAT_TABLE:
                found = {number for name in names.known(table) for number in names.numbers(table, name)}
                yield from ((table, number) for number in sorted(found) if number < SECOND_COPY)

    def _marked(self) -> list[tuple[str, int, str]]:
        """Cards with which something may be done, each with the words by which its answers are found."""
        lines = [one.line for one in self._recorder.answers().page(0, LOOKED_AT)]
        things = dict.fromkeys(thing for line in lines for thing in self._names.things(line))
        return [(*thing, self._recorder.words.thing(*thing)) for thing in things]

    def _coming(self) -> Data:
        """What came up and has to be told: what it may be, and how much of it."""
        draft, words = self._draft, self._recorder.words
        wanted = draft.coming
        assert wanted is not None, "asked when something came up"
        table = draft.table_of(wanted)
        choices = [
            self._card((table, one)) if table else {"word": str(one), "about": words.thing("", one), "thing": ["", one]}
            for one in wanted.may_be
        ]
        choices = [self._unseen(), *choices] if draft.is_seen else choices
        return {"choices": choices, "least": wanted.least, "several": not draft.is_seen}

    def _over(self) -> Data:
        """How the game ended, as the referee judges the whole record."""
        report = self._recorder.report()
        if report is None:
            return {"verdict": "", "actions": len(self._draft.entries), "link": ""}
        verdict = verdicts_told()[report.verdict.word][self._recorder.language]
        return {"verdict": verdict, "actions": report.actions_replayed, "link": report.last_link.hex()}

    def _table(self, news: Iterable[Line], marked: Sequence[Thing]) -> Data | None:
        """The table now, with what is said of its cards if the page does not know them; nothing before there is one."""
        draft, match = self._draft, self._draft.live.match
        if match is None:
            return None
        game, state = draft.game, match.table.state
        shown = game.view(state, PUBLIC) if draft.is_seen else state
        new = self._unknown(shown, marked)
        return {
            "state": to_json(shown),
            "figures": figures_told(game, match.table),
            "turn": game.turn(state),
            "printed": game.printed_step(state, 0),
            "story": [self._line(one) for one in news],
            "asks": asks_told(game, draft.pack, [], (pending.ask for pending in shown.pending)),
            "cards": cards_of(game, draft.pack, new),
            "names": names_of(draft.pack, new),
            "happened": [*self._numbers(match.table.events)],
        }

    def _unknown(self, state: Any, marked: Sequence[Thing]) -> set[Thing]:
        """The cards on the table, or that are asked for, of which the page has not been told."""
        wanted = self._draft.coming
        table = self._draft.table_of(wanted) if wanted else ""
        may_be = [(table, one) for one in wanted.may_be] if wanted and table else []
        new = {*things_in(state), *marked, *may_be} - self._known
        self._known |= new
        return new

    def _numbers(self, events: Sequence[Event]) -> Iterator[Data]:
        """Each event that happened last and has a number, which somebody may have noted."""
        words = lexicon(self._draft.game.name, self._recorder.language).words
        kinds = dict.fromkeys(type(event) for event in islice(events, LOOKED_AT))
        for kind in kinds:
            if any(one.kind is int and not one.table and not one.repeated for one in fields(kind)):
                yield {"claim": verb(kind), "word": words.get(verb(kind), verb(kind).replace("_", " "))}

    def refused(self, refusal: Refusal) -> Data:
        """What is wrong with an answer against the rules: its clauses, and what would be legal."""
        told = self._recorder.line_told
        legal = [{"line": told(one), "names": self._names.of(one)} for one in refusal.legal]
        facts = [*facts_asked(refusal.message, self._draft.game.name)]
        return refused(refusal) | {"rules": refusal.rules, "legal": legal, "counted": refusal.counted, "facts": facts}


def refused(wrong: Wrong) -> Data:
    """What is wrong with an answer that cannot be read."""
    return {"text": quoted(str(wrong)), "rules": [], "legal": [], "counted": 0, "facts": []}
