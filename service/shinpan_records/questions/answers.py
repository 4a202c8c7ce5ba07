"""What may be answered, as a list that is looked through only as far as somebody reads it."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from shinpan_engine.kernel.errors import Undecidable, WorkUsedUp
from shinpan_engine.kernel.forms.text import NameBook
from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.play.decisions import Decision
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.kernel.seen.told import Unseen

from .words import Words

MOST_LISTED = 20_000
"""Answers that are looked through, at the most."""
MOST_STEPS = 200_000
"""What looking for them may take: a few seconds at worst."""


class Answer(NamedTuple):
    """Something that may be answered: who does it, in words, and the line of the record. An answer without an action
    is a form: its cards are not known here, so whoever takes it has to name them."""

    seat: int
    words: str
    line: str
    action: Action | None
    kind: type | None = None

    def fits(self, looked_for: Sequence[str]) -> bool:
        """Whether all of some words stand in it."""
        text = f"{self.words} {self.line}".casefold()
        return all(word in text for word in looked_for)


class Answers:
    """All that may be answered where a game stands: what is asked first, then what may be done at any time."""

    def __init__(self, match: Match, names: NameBook, words: Words, unseen: Unseen | None = None) -> None:
        self._match = match
        self._names = names
        self._words = words
        self._unseen = unseen
        self.cut_short = False
        """Whether there may be more than were looked through."""

    def page(self, first: int, count: int, looked_for: str = "") -> list[Answer]:
        """Some answers, from one on; only those in which all of some words stand."""
        return list(islice(self._fitting(looked_for), first, first + count))

    def count(self, looked_for: str = "") -> int:
        """How many there are, as far as they are looked through."""
        return sum(1 for _ in self._fitting(looked_for))

    def _fitting(self, looked_for: str) -> Iterator[Answer]:
        """Every answer in which all of some words stand. The work is counted apart from that of judging."""
        wanted, table, work = looked_for.casefold().split(), self._match.table, Work(MOST_STEPS)
        self.cut_short = False
        listed, number = self._listed(), 0
        while True:
            of_judging, table.work = table.work, work
            try:
                answer = next(listed, None)
            except (WorkUsedUp, Undecidable):
                answer, number = None, MOST_LISTED
            finally:
                table.work = of_judging
            self.cut_short = number >= MOST_LISTED
            if answer is None or self.cut_short:
                return
            number += 1
            if answer.fits(wanted):
                yield answer

    def _listed(self) -> Iterator[Answer]:
        forms: dict[tuple[int, type], None] = {}
        for decision in self.open():
            for answer in self._of(decision):
                # The same may be asked for now and allowed at any time.
                if answer.kind is not None and (answer.seat, answer.kind) in forms:
                    continue
                if answer.kind is not None:
                    forms[answer.seat, answer.kind] = None
                yield answer

    def open(self) -> list[Decision]:
        """The decisions that may be answered now: of a simultaneous one only the first seat's, since records keep the
        answers in seat order."""
        ask = self._match.ask
        if not ask.decisions:
            return []
        first = ask.decisions[0]
        kinds = ask.simultaneous
        asked = [one for one in ask.decisions if one is first or not any(kind in kinds for kind in one.takes)]
        return [*asked, *self._match.table.standing]

    def _of(self, decision: Decision) -> Iterator[Answer]:
        hidden = [kind for kind in decision.takes if self._is_hidden(kind)]
        for act in decision.options(self._match.table) if len(hidden) < len(decision.takes) else ():
            self._match.table.work.spend()
            if type(act) not in hidden:
                said = spelled(decision.seat, act, self._names)
                yield Answer(decision.seat, self._words.answer(act), said, Action(decision.seat, act))
        for kind in hidden:
            words = f"{self._words.seat(decision.seat)}: {self._words.verb(kind)} …"
            yield Answer(decision.seat, words, "", None, kind)

    def _is_hidden(self, kind: type) -> bool:
        """Whether it names cards that the public did not see before, so that nobody can list them."""
        return self._unseen is not None and (kind in self._unseen.uses or kind in self._unseen.secrets)
