"""One session at the terminal: what is asked, what is typed, what is said."""

from collections.abc import Callable, Iterator
from pathlib import Path
from re import Match

from shinpan_engine.kernel.forms.text import verb
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_records.questions.answers import Answer
from shinpan_records.questions.opening import Wrong
from shinpan_records.questions.question import CHANCE, DECISION, OVER, Refusal
from shinpan_records.questions.recorder import Recorder
from shinpan_records.questions.typed import ANSWERED, CHECKED, CLAIM, HEAD, LOOKED_FOR, REMARK, take_back, take_typed
from shinpan_records.questions.words import command, commands, phrase
from shinpan_records.transcript.header.heading import tables

from ...files import named
from ...languages import written_language
from ...reports import step_told, verdict_told
from ...story import print_line, print_story
from ...tables import StateView
from .listing import PAGE, Listing
from .prompt import Prompt
from .saving import Saving

MOST_TOLD = 8
"""Lines of the story that are told where a record is gone on with."""


class Session:
    """Writes one record into one file."""

    def __init__(self, recorder: Recorder, saving: Saving, prompt: Prompt) -> None:
        self._recorder = recorder
        self._saving = saving
        self._prompt = prompt
        self._listing = Listing(prompt, recorder)
        self._going = True
        self._asked = False
        """Whether the question that is open has been asked."""
        self._saved = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help, "list": self._list, "more": self._more, "back": self._back, "note": self._remark,
            "check": self._claim, "show": self._show, "story": self._story, "fact": self._fact,
            "save": self._save, "quit": self._quit,
        }  # fmt: skip

    def run(self) -> int:
        """Asks until somebody ends it; gives the exit code. Nothing that was answered is lost by Ctrl-C."""
        self._keep()
        self._tell(max(0, len(self._recorder.told) - MOST_TOLD))
        try:
            while self._going:
                self._ask()
                text = self._prompt.line(self._words)
                if text is None:
                    break
                self._answered(text.strip())
        except KeyboardInterrupt:
            self._prompt.say("")
        return self._end()

    def _end(self) -> int:
        if not self._saved:
            self._keep()
        if self._saved:
            over = self._recorder.question().kind == OVER
            self._say("say.saved" if over else "say.goodbye", file=named(self._saving.path))
        return 0 if self._saved else 2

    def _say(self, key: str, style: str = "", **values: object) -> None:
        self._prompt.say(phrase(self._recorder.language, key, **values), style)

    def _ask(self) -> None:
        """Asks what is to be answered next, once."""
        if self._asked:
            return
        self._asked = True
        question = self._recorder.question()
        heads = self._recorder.draft.game.heads
        where = phrase(self._recorder.language, f"say.{heads}", number=question.turn) if question.turn else ""
        self._prompt.say("")
        self._prompt.say(" · ".join(filter(None, (where, question.step, question.text))), "bold")
        if question.kind == DECISION:
            self._listing.begin()
        elif question.kind == OVER:
            self._over()

    def _over(self) -> None:
        report = self._recorder.report()
        if report is not None:
            verdict, link = verdict_told(report.verdict.word), report.last_link.hex()[:8]
            self._say("say.verdict", verdict=verdict, actions=report.actions_replayed, link=link)
        else:
            self._say("say.over")
        self._say("say.verify", file=named(self._saving.path))

    def _answered(self, text: str) -> None:
        """Does what somebody typed, and says what came of it."""
        before, had = len(self._recorder.told), len(self._recorder.draft.entries)
        try:
            self._do(text)
        except Wrong as wrong:
            if isinstance(wrong, Refusal):
                self._refused(wrong)
            else:
                self._prompt.say(str(wrong), "red")
            # Of what came up it is asked again: the answer may not have been meant for that.
            self._asked = self._asked and self._recorder.question().kind != CHANCE
        else:
            if filled := self._recorder.lines(had)[: None if HEAD.fullmatch(text) else -1]:
                self._say("say.filled", "dim", lines=", ".join(map(self._recorder.line_told, filled)))
            self._tell(before)
            self._not_there(HEAD.fullmatch(text))

    def _not_there(self, head: Match[str] | None) -> None:
        """Says that a turn was not reached, and the question that is asked next comes before it."""
        question = self._recorder.question()
        if head is not None and question.kind == DECISION and question.turn < int(head[1]):
            self._say("say.not_there", turn=int(head[1]))

    def _do(self, text: str) -> None:
        said, rest = command(self._recorder.language, text), text.partition(" ")[2].strip()
        kind = self._recorder.question().kind
        if said in self._commands:
            self._commands[said](rest)
        elif not text:
            self._empty(kind)
        elif kind != CHANCE and text.isascii() and text.isdigit():
            self._take(self._listing.chosen(int(text[:9])))
        else:
            self._came_of(take_typed(self._recorder, text), text)

    def _came_of(self, done: str, text: str) -> None:
        """Says or keeps what came of what was typed."""
        if done == ANSWERED:
            self._kept()
        elif done == LOOKED_FOR:
            if (only := self._listing.looked_for(text)) is not None:
                self._take(only)
        else:
            self._noted(done)

    def _noted(self, done: str) -> None:
        self._keep()
        self._say("say.right" if done == CHECKED else "say.noted", "green" if done == CHECKED else "")

    def _empty(self, kind: str) -> None:
        """An empty line: the end when the game is over, else the question once more."""
        self._asked = False
        self._going = kind != OVER

    def _take(self, answer: Answer) -> None:
        if answer.action is None:
            assert answer.kind is not None, "a form is of a kind"
            self._say("say.form", form=self._recorder.words.form(answer.kind))
            return
        self._recorder.take(answer)
        self._kept()

    def _refused(self, refusal: Refusal) -> None:
        self._prompt.say(str(refusal), "bold red")
        for id, section, text in refusal.rules:
            self._prompt.say(f"{id} ({section}): {text}", after="  ")
        if refusal.counted:
            self._say("say.legal", count=refusal.counted)
        for line in refusal.legal[:PAGE]:
            self._prompt.say(self._recorder.line_told(line), after="    ")

    def _tell(self, before: int) -> None:
        """Says what has happened since the story had so many lines."""
        told, game = self._recorder.told, self._recorder.draft.game
        for at in range(before, len(told)):
            step = step_told(game, told[at].printed_step)
            print_line(self._prompt.out, told[at], told[at - 1] if at else None, step)

    def _kept(self) -> None:
        """Saves what was answered, and goes on to the next question."""
        self._keep()
        self._asked = False

    def _keep(self) -> None:
        try:
            self._saving.write(self._recorder.draft.text(written_language()))
            self._saved = True
        except OSError as error:
            self._saved = False
            self._say("say.not_saved", "bold red", why=error.strerror or str(error))

    def _words(self) -> Iterator[str]:
        """What may be typed, for completion."""
        recorder, game = self._recorder, self._recorder.draft.game
        kind = recorder.question().kind
        if kind == CHANCE:
            yield from recorder.may_come()
        elif kind == DECISION:
            yield from map(verb, game.acts)
            for table in tables(game):
                yield from recorder.draft.pack.names.known(table)
        yield from commands(recorder.language)

    def _help(self, _: str) -> None:
        for line in phrase(self._recorder.language, "say.help").splitlines():
            self._prompt.say(line)

    def _list(self, words: str) -> None:
        if self._recorder.question().kind == DECISION:
            self._listing.begin(words)
        else:
            self._asked = False

    def _more(self, _: str) -> None:
        if self._recorder.question().kind == DECISION:
            self._listing.more()

    def _back(self, count: str) -> None:
        """Takes back the last entries, or all from a turn on."""
        take_back(self._recorder, count)
        self._say("say.back", entries=len(self._recorder.draft.entries))
        self._kept()

    def _remark(self, text: str) -> None:
        self._noted(take_typed(self._recorder, f"{REMARK} {text}"))

    def _claim(self, text: str) -> None:
        self._noted(take_typed(self._recorder, f"{CLAIM} {text}"))

    def _fact(self, text: str) -> None:
        """Adds what is printed on a card and the card list does not say."""
        self._recorder = self._recorder.with_facts(text)
        self._listing = Listing(self._prompt, self._recorder)
        self._kept()
        self._say("say.noted")

    def _show(self, _: str) -> None:
        draft = self._recorder.draft
        if draft.live.match is None:
            self._asked = False
            return
        state = draft.live.match.table.state
        seen = draft.game.view(state, PUBLIC) if draft.is_seen else state
        StateView(self._prompt.out, draft.game, draft.pack.names, draft.beside.players).print(seen)

    def _story(self, _: str) -> None:
        print_story(self._prompt.out, self._recorder.told, self._recorder.draft.game)

    def _save(self, name: str) -> None:
        """Saves now; under another name a copy."""
        if not name:
            self._keep()
            if self._saved:
                self._say("say.saved", file=named(self._saving.path))
        else:
            self._copy(Path(name))

    def _copy(self, path: Path) -> None:
        try:
            self._saving.write_elsewhere(self._recorder.draft.text(written_language()), path)
        except OSError as error:
            self._say("say.not_saved", "bold red", why=error.strerror or str(error))
        else:
            self._say("say.copied", file=named(path))

    def _quit(self, _: str) -> None:
        self._going = False
