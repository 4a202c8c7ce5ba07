"""The list of what may be answered, page by page, as far as somebody reads it."""

from shinpan_records.questions.answers import Answer
from shinpan_records.questions.opening import Wrong
from shinpan_records.questions.recorder import Recorder
from shinpan_records.questions.words import phrase

from .prompt import Prompt

PAGE = 12
MOST_COUNTED = 1_000
"""More answers are not counted: a number does not help to find one."""


class Listing:
    """What is listed now: all answers, or those in which some words stand."""

    def __init__(self, prompt: Prompt, recorder: Recorder) -> None:
        self._prompt = prompt
        self._recorder = recorder
        self._words = ""
        self._shown = 0

    def begin(self, words: str = "") -> None:
        """Lists the first of all answers, or of those with these words. Raises `Wrong` if none has them."""
        if words and not self._recorder.answers().page(0, 1, words):
            raise Wrong(phrase(self._recorder.language, "wrong.no_answer", words=words))
        self._words, self._shown = words, 0
        self.more()

    def more(self) -> None:
        """Lists some more."""
        answers = self._recorder.answers()
        page = answers.page(self._shown, PAGE + 1, self._words)
        rows = [
            (str(self._shown + at), one.words, self._recorder.line_told(one.line))
            for at, one in enumerate(page[:PAGE], start=1)
        ]
        self._prompt.rows(rows)
        self._shown += len(rows)
        if len(page) > PAGE:
            self._say("say.more", shown=self._shown)
        elif answers.cut_short:
            self._say("say.cut_short")

    def _say(self, key: str, **values: object) -> None:
        self._prompt.say(phrase(self._recorder.language, key, **values), "dim")

    def chosen(self, number: int) -> Answer:
        """The answer of that number in the list. Raises `Wrong` if there is none."""
        found = self._recorder.answers().page(number - 1, 1, self._words) if number else []
        if not found:
            last = len(self._recorder.answers().page(0, MOST_COUNTED, self._words))
            key = "wrong.number" if last else "wrong.over"
            raise Wrong(phrase(self._recorder.language, key, number=number, last=last))
        return found[0]

    def looked_for(self, words: str) -> Answer | None:
        """The one answer with these words; several are listed. Raises `Wrong` if there is none."""
        found = self._recorder.answers().page(0, 2, words)
        if not found:
            raise Wrong(phrase(self._recorder.language, "wrong.no_answer", words=words))
        if len(found) == 1:
            return found[0]
        self.begin(words)
        return None
