"""Records written by question and answer, by whoever plays at random."""

import re
from collections.abc import Callable, Sequence

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import arguments
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.messages import Language
from shinpan_engine.kernel.play.chance import SCHEME, Stream
from shinpan_records.questions.answers import Answer
from shinpan_records.questions.opening import OPEN, Opening
from shinpan_records.questions.question import CHANCE, DECISION, OVER
from shinpan_records.questions.recorder import Recorder
from shinpan_service.workbench.simulation import seed_of

MODES = [(name, mode.name) for name, game in GAMES.items() for mode in game.modes if mode.supported]
NAMES = ("青木", "馬場", "千葉", "土井")
LOOKED_AT = 150
"""Answers of which one is chosen."""


def begun(game: str, mode: str, language: Language = "en", chance: str = OPEN, seed: bytes = b"") -> Recorder:
    """A record that has just been begun, with all players named."""
    opening = Opening(GAMES, language)
    known = next(one for one in GAMES[game].modes if one.name == mode)
    given = {"game": game, "mode": mode, "pack": "house", "seats": str(known.max_seats), "chance": chance}
    given |= {"players": " ".join(NAMES[: known.max_seats]), "seed": f"{SCHEME}:{seed.hex()}"}
    drawn = GAMES[game].drawn_setup(mode, known.max_seats, GAMES[game].packs["house"], Stream(bytes(32), "setup"))
    said = re.split(r" (?=\w+=)", arguments(drawn, GAMES[game].packs["house"].names))
    given |= {f"setup.{name}": value for name, _, value in (one.partition("=") for one in said)}
    while (ask := opening.ask()) is not None:
        opening.answer(given.get(ask.key, ""))
    head = opening.heading()
    return Recorder.begun(GAMES, head.header, head.beside, language)


class Player:
    """Answers at random, the same for the same number."""

    def __init__(self, recorder: Recorder, number: int) -> None:
        self.recorder = recorder
        self.said = f"player {number} of {recorder.draft.game.name} {recorder.draft.live.header.mode}"
        seed = seed_of("recorder", number)
        self._dice = Stream(seed, "answers")
        self._seed = seed
        self.questions = 0
        """How many were answered."""

    def chosen(self, answers: Sequence[Answer]) -> Answer:
        """One of the answers; nobody resigns."""
        possible = [one for one in answers if one.action is not None and not one.line.endswith("resign")]
        return possible[self._dice.below(len(possible))]

    def answer(self) -> bool:
        """Answers the question; says whether there was one."""
        question = self.recorder.question()
        if question.kind == OVER:
            return False
        self.questions += 1
        if question.kind == CHANCE:
            self.tell()
        else:
            self.recorder.take(self.chosen(self.recorder.answers().page(0, LOOKED_AT)))
        return True

    def tell(self) -> None:
        """Says what came up: drawn for the place in the outcome."""
        wanted = self.recorder.draft.coming
        assert wanted is not None
        order = Stream(self._seed, f"{wanted.label}:{wanted.place}").shuffle(wanted.may_be)
        self.recorder.tell(" ".join(self.recorder.draft.spelled(wanted.label, order[: wanted.least])))

    def until(self, done: Callable[[], bool]) -> None:
        """Answers until something is so, or the game is over."""
        while not done() and self.answer():
            pass


def direct(recorder: Recorder) -> Replay:
    """The whole record replayed by the referee alone."""
    replay = Replay(GAMES, recorder.draft.record())
    replay.run()
    return replay


def is_settled(recorder: Recorder) -> bool:
    """Whether a decision is asked for, and nothing that came up."""
    return recorder.question().kind == DECISION
