"""The record that is being written in the page: what somebody does there is given to the questions, and what is asked
then goes back as data."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.messages import LANGUAGES, Language, Telling

from ..limits import quoted
from ..questions.answers import Answer
from ..questions.opening import Opening, Wrong
from ..questions.question import DECISION, Broken, Refusal
from ..questions.recorder import Recorder
from ..questions.typed import ANSWERED, CHECKED, CLAIM, LOOKED_FOR, REMARK, take_back, take_typed
from ..questions.words import command, phrase
from ..transcript import TranscriptError, load, message_told
from ..words.sentences import read
from .asking import LOOKED_AT, Asking, Data, asked_before, refused

Asked = Mapping[str, Any]
"""What somebody does: its name in `do`, the text of it, a number."""


class Lost(Exception):
    """Nothing is being written here: the worker that knew it was replaced."""


class Drafting:
    """One record, from the questions before the game to its end."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        self._opening: Opening | None = None
        self._recorder: Recorder | None = None
        self._asking: Asking | None = None
        self._language: Language = LANGUAGES[0]
        self._does: dict[str, Callable[[Asked], Data]] = {
            "words": self._words, "new": self._new, "answer": self._answer, "unanswer": self._unanswer,
            "load": self._load, "show": self._show, "type": self._type, "take": self._take, "list": self._list,
            "facts": self._facts, "back": self._back, "until": self._until,
        }  # fmt: skip

    def did(self, asked: Asked) -> Data:
        """Does what somebody did; what is asked then, or what was wrong."""
        try:
            self._speak(cast(Language, asked["language"]))
            return self._does[asked["do"]](asked)
        except Lost:
            return {"lost": True}
        except Broken as broken:
            counted = {"entries": broken.entries, "of": broken.of, "line": broken.line}
            return {"broken": {"text": quoted(str(broken)), **counted}}
        except Wrong as wrong:
            of_rules = isinstance(wrong, Refusal) and self._asking is not None
            return {"wrong": self._now.refused(cast(Refusal, wrong)) if of_rules else refused(wrong)}
        except TranscriptError as error:
            text = message_told(error.whole, self._telling)
            return {"unread": {"text": quoted(text), "line": error.line, "column": error.column}}
        except RequestError as error:
            return {"wrong": refused(Wrong(f"{error.field}: {message_told(error.message, self._telling)}"))}

    @property
    def _telling(self) -> Telling:
        """How messages are told: with the names of the cards of the record that is being written."""
        return Telling(self._language, self._recorder.draft.pack.names if self._recorder else None)

    def _speak(self, language: Language) -> None:
        """Goes on in a language."""
        if language == self._language:
            return
        self._language = language
        if self._opening is not None:
            self._opening = self._opening.in_language(language)
        if self._recorder is not None:
            self._write(Recorder(self._games, self._recorder.draft, language))

    def _say(self, key: str, **values: object) -> str:
        return phrase(self._language, key, **values)

    @staticmethod
    def _words(_: Asked) -> Data:
        """The page's own words about recording, in every language."""
        return {"words": {one: read(f"questions.{one}.toml")["page"] for one in LANGUAGES}}

    def _new(self, asked: Asked) -> Data:
        self._recorder = self._asking = None
        self._opening = Opening(self._games, self._language, asked.get("ahead", {}))
        return self._before(self._opening)

    def _answer(self, asked: Asked) -> Data:
        """Answers a question before the game."""
        opening = self._begun()
        opening.answer(asked["text"])
        return self._before(opening)

    def _unanswer(self, _: Asked) -> Data:
        opening = self._begun()
        opening.back()
        return self._before(opening)

    def _begun(self) -> Opening:
        if self._opening is None:
            raise Lost
        return self._opening

    def _before(self, opening: Opening) -> Data:
        """The next question before the game; or the first of the game."""
        if (ask := opening.ask()) is not None:
            return {"opening": asked_before(opening, ask)}
        head = opening.heading()
        self._write(Recorder.begun(self._games, head.header, head.beside, self._language))
        return self._now.now()

    def _write(self, recorder: Recorder) -> None:
        self._opening, self._recorder, self._asking = None, recorder, Asking(recorder)

    @property
    def _writing(self) -> Recorder:
        if self._recorder is None:
            raise Lost
        return self._recorder

    @property
    def _now(self) -> Asking:
        if self._asking is None:
            raise Lost
        return self._asking

    def _load(self, asked: Asked) -> Data:
        """Goes on with a transcript, with its first entries, or from where it was after an action."""
        text, most = asked["text"], asked.get("entries")
        if "step" in asked:
            most = self._entries_up_to(text, asked["step"])
        self._write(Recorder.of_text(self._games, text, self._language, most))
        return self._now.now()

    def _entries_up_to(self, text: str, step: int) -> int:
        entries = load(text, self._games).record.entries
        acted = [at for at, entry in enumerate(entries, 1) if isinstance(entry.what, Action)]
        return acted[min(step, len(acted)) - 1] if step and acted else 0

    def _show(self, _: Asked) -> Data:
        """All of it once more."""
        if self._opening is not None:
            return self._before(self._opening)
        self._write(self._writing)
        return self._now.now()

    def _type(self, asked: Asked) -> Data:
        """A line, a number of the list, a command, or words to look for."""
        text, recorder = asked["text"].strip(), self._writing
        said, rest = command(self._language, text), text.partition(" ")[2].strip()
        if said == "back":
            return self._back({"text": rest})
        if said in ("list", "help"):
            return self._list({"text": rest}) if said == "list" else {"help": self._say("say.help").strip("\n")}
        if said == "fact":
            return self._facts({"lines": [rest]})
        if recorder.question().kind == DECISION and text.isascii() and text.isdigit():
            return self._take({"number": int(text[:9]), "text": asked.get("among", "")})
        begins = {"note": REMARK, "check": CLAIM}.get(said)
        return self._written(f"{begins} {rest}" if begins else text)

    def _facts(self, asked: Asked) -> Data:
        """Facts about cards, in the words of the lines that say them."""
        self._write(self._writing.with_facts(*asked["lines"]))
        return self._now.now(self._say("say.noted"))

    def _written(self, text: str) -> Data:
        recorder, told, had = self._writing, len(self._writing.told), len(self._writing.draft.entries)
        done = take_typed(recorder, text)
        if done == LOOKED_FOR:
            return self._looked_for(text)
        if done != ANSWERED:
            return self._now.now(self._say("say.right" if done == CHECKED else "say.noted"), told)
        filled = ", ".join(map(recorder.line_told, recorder.lines(had)[:-1]))
        return self._now.now(self._say("say.filled", lines=filled) if filled else "", told)

    def _looked_for(self, words: str) -> Data:
        """The one answer with some words is taken; several are listed."""
        found = self._writing.answers().page(0, 2, words)
        if not found:
            raise Wrong(self._say("wrong.no_answer", words=words))
        return self._taken(found[0]) if len(found) == 1 else {"answers": self._now.answers(0, words)}

    def _take(self, asked: Asked) -> Data:
        """Takes an answer by its number in the list of those with some words."""
        number, words, answers = asked["number"], asked.get("text", ""), self._writing.answers()
        found = answers.page(number - 1, 1, words) if number > 0 else []
        if not found:
            last = len(answers.page(0, LOOKED_AT, words))
            raise Wrong(self._say("wrong.number" if last else "wrong.over", number=number, last=last))
        return self._taken(found[0])

    def _taken(self, answer: Answer) -> Data:
        if answer.action is None:
            return {"form": self._now.form(answer)}
        told = len(self._writing.told)
        self._writing.take(answer)
        return self._now.now("", told)

    def _list(self, asked: Asked) -> Data:
        """Some of the answers, from one on, in which some words stand."""
        return {"answers": self._now.answers(asked.get("first", 0), asked.get("text", ""))}

    def _back(self, asked: Asked) -> Data:
        take_back(self._writing, asked["text"])
        return self._left()

    def _until(self, asked: Asked) -> Data:
        """Takes back all that came after an action."""
        self._writing.back(self._writing.draft.entries_up_to(asked["number"]))
        return self._left()

    def _left(self) -> Data:
        return self._now.now(self._say("say.back", entries=len(self._writing.draft.entries)))
