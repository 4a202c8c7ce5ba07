"""How a session begins: with the questions before a game, or with what was written before."""

from collections.abc import Mapping

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Language, Telling
from shinpan_records.questions.opening import Ask, Opening, Wrong
from shinpan_records.questions.question import Broken
from shinpan_records.questions.recorder import Recorder
from shinpan_records.questions.words import command, phrase
from shinpan_records.transcript import TranscriptError, message_told, text_of

from ...files import NotARecord, named, told_of
from ...languages import in_words, written_language
from .prompt import Prompt
from .saving import Saving

HELP = ("?", "？")
"""What people type who do not know what is asked."""


class Beginning:
    """Begins a session."""

    def __init__(self, games: Mapping[str, Game], saving: Saving, prompt: Prompt, language: Language) -> None:
        self._games = games
        self._saving = saving
        self._prompt = prompt
        self._language: Language = language

    def recorder(self) -> Recorder | None:
        """The record to go on with, or a new one; nothing if somebody ends it before."""
        return self._written_before() if self._saving.begun else self._new()

    def _say(self, key: str, **values: object) -> None:
        self._prompt.say(phrase(self._language, key, **values))

    def _new(self) -> Recorder | None:
        opening = Opening(self._games, self._language)
        self._say("say.welcome", file=named(self._saving.path))
        while (ask := opening.ask()) is not None:
            text = self._asked(ask, opening)
            said = "quit" if text is None else command(self._language, text)
            if text is None or said == "quit":
                return None
            if said == "back":
                opening.back()
            elif said == "help" or text.strip() in HELP:
                self._help(opening, ask)
            else:
                self._answer(opening, text)
        head = opening.heading()
        return Recorder.begun(self._games, head.header, head.beside, self._language)

    def _help(self, opening: Opening, ask: Ask) -> None:
        for line in phrase(self._language, "say.opening").splitlines():
            self._prompt.say(line)
        if ask.key == "options":
            self._say("say.readings")
            self._prompt.rows([("", written, rule) for written, rule in opening.readings()])

    def _asked(self, ask: Ask, opening: Opening) -> str | None:
        self._prompt.say(ask.text, "bold")
        words = {opening.called(ask, one): about for one, about in ask.answers.items()}
        self._prompt.rows(
            [(str(at), f"{word}  {about}".rstrip(), "") for at, (word, about) in enumerate(words.items(), 1)]
        )
        return self._prompt.line(lambda: [*words, *ask.answers, *filter(None, ask.answers.values())])

    def _answer(self, opening: Opening, text: str) -> None:
        try:
            opening.answer(text)
        except Wrong as wrong:
            self._prompt.say(str(wrong), "red")

    def _written_before(self) -> Recorder:
        """The record that is there; of one with a fault the beginning, if somebody agrees."""
        path, most = self._saving.path, None
        while True:
            try:
                with told_of(path):
                    text, _ = text_of(path)
                recorder = Recorder.of_text(self._games, text, self._language, most)
            except Broken as broken:
                most = self._kept_of(broken)
            except TranscriptError as error:
                raise NotARecord(path, message_told(error.whole, Telling(self._language))) from None
            except RequestError as error:
                raise NotARecord(path, f"{error.field}: {in_words(error)}") from None
            else:
                if recorder.draft.text(written_language()) != text:
                    self._say("say.rewritten", file=named(self._saving.keep()))
                self._say("say.going_on", entries=len(recorder.draft.entries))
                return recorder

    def _kept_of(self, broken: Broken) -> int:
        """How many entries of a record with a fault are kept, if somebody agrees to that."""
        self._prompt.say(str(broken), "red")
        self._say("say.broken", entries=broken.entries, of=broken.of)
        answer = self._prompt.line(lambda: ["shorten"])
        if answer is None or command(self._language, answer) != "shorten":
            raise NotARecord(self._saving.path, str(broken))
        return broken.entries
