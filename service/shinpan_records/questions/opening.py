"""The questions before a game: what is played, by whom, with which cards, and what is known of chance. Every answer is
a line of the header of a transcript, and is read as such at once."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import takewhile
from typing import NamedTuple

import msgspec

from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.text import Field, arguments, enum_word, fields
from shinpan_engine.kernel.game import Game, Mode, check_options
from shinpan_engine.kernel.judging.record import ChanceSource, RecordedChance
from shinpan_engine.kernel.messages import LANGUAGES, Language, Telling, pack_title
from shinpan_engine.kernel.play.chance import SCHEME, SEED_BYTES, Stream
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.words.record_words import lexicon

from ..limits import MOST_IMPORT_STEPS
from ..transcript.grammar import TranscriptError, word
from ..transcript.header.heading import Heading, heading
from ..transcript.header.in_words import message_told
from ..transcript.header.setup_line import facts_of
from ..transcript.reading import FIRST_LINE, GAME_BEGINS, SEEN, reading
from ..transcript.resolving import SEAT_TABLE
from .lines import plain
from .words import phrase, unreadable

EXAMPLES = 8
"""Set-ups that are drawn to see what is agreed in a mode."""
SEED = f"{SCHEME}:{'00' * SEED_BYTES}"
"""Stands for the chance that is asked for last, while the header is read."""
OPEN, KNOWN, OUTCOMES = "open", "seed", "deck"
"""How what comes up is known, beside `SEEN`: it is written as it comes, a seed says it, whole orders are known."""
_COMMA = re.compile("[,、]")
"""Stands between names as well as a space does."""


class Wrong(Exception):
    """An answer that cannot be right, in a sentence."""


class Ask(NamedTuple):
    """A question of the header: the key of the line that answers it, the question, and the answers that there are, each
    with what it means. Where `needed` is not set it may be left out."""

    key: str
    text: str
    answers: Mapping[str, str]
    needed: bool = True
    several: int = 1
    exact: bool = False
    repeats: bool = False
    """Whether of several answers one may come twice."""


class Opening:
    """Asks for a header, question by question."""

    def __init__(self, games: Mapping[str, Game], language: Language, ahead: Mapping[str, str] | None = None) -> None:
        self._games = games
        self._language = language
        self._ahead = ahead or {}
        """Answers that were known before: they are not asked for."""
        self._given: dict[str, str] = {}

    def in_language(self, language: Language) -> "Opening":
        """The same in another language."""
        other = Opening(self._games, language, self._ahead)
        other._given.update(self._given)
        return other

    def said(self) -> list[str]:
        """The answers so far, as they are called; without those that were left out."""
        answered = takewhile(lambda one: one.key in self._given, self._asks())
        given = [(one, self._given[one.key].split(" " if one.several > 1 else None)) for one in answered]
        return [" ".join(self.called(one, value) for value in values) for one, values in given if values]

    def ask(self) -> Ask | None:
        """The next question; None when all are answered."""
        found = next((one for one in self._asks() if one.key not in self._given), None)
        if found is None or found.key not in self._ahead:
            return found
        self._given[found.key] = self._ahead[found.key]
        return self.ask()

    def back(self) -> None:
        """Takes back the last answer that somebody gave, if there is one."""
        while self._given and self._given.popitem()[0] in self._ahead:
            pass

    def answer(self, text: str) -> None:
        """Answers the question. Raises `Wrong`."""
        ask = self.ask()
        assert ask is not None, "asked while there is a question"
        try:
            said = self._checked(ask, plain(text).strip())
            self._given[ask.key] = said
            self._read_so_far(ask.key)
        except (TranscriptError, RequestError, Wrong) as error:
            self._forget(ask.key, isinstance(error, RequestError))
            raise Wrong(self._why(error)) from None

    def _forget(self, key: str, together: bool) -> None:
        """Takes back a wrong answer; where the whole set-up cannot be, all of it."""
        of_setup = [one for one in self._given if one.startswith("setup.") and key.startswith("setup.") and together]
        for one in (*of_setup, key):
            self._given.pop(one, None)

    def _why(self, error: TranscriptError | RequestError | Wrong) -> str:
        if isinstance(error, TranscriptError):
            return unreadable(self._language, error)
        if isinstance(error, RequestError):
            return message_told(error.message.of(self._given.get("game", "")), Telling(self._language))
        return str(error)

    def _say(self, key: str, **values: object) -> str:
        return phrase(self._language, key, **values)

    def _checked(self, ask: Ask, said: str) -> str:
        """An answer by its number, by its word or its meaning, or by a part of these."""
        if not said and ask.needed:
            raise Wrong(self._say("wrong.needed"))
        if (ask.key == "players" or ask.several > 1) and '"' not in said:
            said = _COMMA.sub(" ", said).strip()
        values = said.split() if ask.several > 1 else [said]
        if ask.exact and len(values) != ask.several:
            raise Wrong(self._say("wrong.exactly", count=ask.several, given=len(values)))
        return " ".join([self._known(ask, value) for value in values])

    def called(self, ask: Ask, answer: str) -> str:
        """What an answer is called in the reader's language."""
        return _called(self._given.get("game", ""), ask, answer, self._language)

    def readings(self) -> list[tuple[str, str]]:
        """What may be agreed beside the referee's reading, where that is asked for and it can make a difference: each
        as it is written, and its clause."""
        kinds = {field.name: field.kind for field in fields(self._game.setup)}
        words = lexicon(self._game.name, self._language).words
        found = [
            (f"{words.get(one.name, one.name)}={words.get(value, value)}", one.rule)
            for one in self._game.rules.options
            if f"setup.{one.name}" not in self._given
            for value in map(enum_word, _ways_of(kinds[one.name])[1:])
        ]
        return [(written, rule) for written, rule in found if self._is_answer(written)]

    def _is_answer(self, text: str) -> bool:
        """Whether a text can answer the question; it is tried."""
        try:
            self.answer(text)
        except Wrong:
            return False
        self.back()
        return True

    def _known(self, ask: Ask, value: str) -> str:
        """The answer that a value stands for; any, if there are no answers to choose from."""
        answers, game = ask.answers, self._given.get("game", "")
        known = list(answers)
        if not known or not value or value in known:
            return value
        meant = [one for one in known if value in [_called(game, ask, one, language) for language in LANGUAGES]]
        if meant:
            return meant[0]
        if value.isascii() and value.isdigit() and 0 < int(value[:9]) <= len(known):
            return known[int(value[:9]) - 1]
        said, texts = value.casefold(), {key: f"{key} {about}".casefold() for key, about in answers.items()}
        found = [key for key, about in answers.items() if said == about.casefold()]
        found = found or [key for key, text in texts.items() if said in text]
        if len(found) != 1:
            words = ", ".join(self.called(ask, one) for one in known)
            raise Wrong(self._say("wrong.several" if found else "wrong.none_such", word=value, known=words))
        return found[0]

    def _read_so_far(self, key: str) -> None:
        """Reads the header as far as it goes. What it rests on is judged where the set-up is complete."""
        if key in ("game", "mode", "seats") or "pack" not in self._given:
            return
        if key.startswith("setup.") and any(one.key.startswith("setup.") for one in [self.ask()] if one):
            return
        head = self._heading(whole=key in ("chance", OUTCOMES))
        if key.startswith("setup.") or key == "options":
            check_options(head.game, head.header)
            head.game.check(head.header, head.pack)

    def heading(self) -> Heading:
        """The header that the answers make. Raises what reading it raises."""
        head = self._heading(whole=True)
        source = head.header.chance.source if head.header.chance else None
        if self._given.get("chance") != OPEN:
            return head
        assert source is not None, "a seed stands there so far"
        chance = ChanceSource(RecordedChance([]))
        return head._replace(header=msgspec.structs.replace(head.header, chance=chance))

    def _heading(self, whole: bool) -> Heading:
        text = "\n".join([FIRST_LINE, *self._lines(whole), GAME_BEGINS, ""])
        return heading(reading(text), self._games, Work(MOST_IMPORT_STEPS))

    def _lines(self, whole: bool) -> Iterator[str]:
        given = self._given
        yield f"game {given['game']} {given['mode']}"
        for key in ("edition", "pack", "seats", "players", "place", "date"):
            if given.get(key):
                yield f"{key} {given[key] if key in ('players', 'place') else word(given[key])}"
        agreed = [f"{key[6:]}={value}" for key, value in given.items() if key.startswith("setup.") and value]
        game = self._game
        facts = facts_of(game.setup)
        if agreed or given.get("options") or (facts and "options" in given):
            yield " ".join(["setup", *agreed, given.get("options", "")])
        elif facts:
            yield f"setup {arguments(self._examples()[0], game.packs[given['pack']].names)}"
        yield from self._chance_lines(given.get("chance", ""), whole)

    def _chance_lines(self, chance: str, whole: bool) -> Iterator[str]:
        if chance == SEEN:
            yield SEEN
        elif chance == KNOWN and whole and "seed" in self._given:
            yield f"seed {self._given['seed']}"
        elif chance == OUTCOMES and whole and OUTCOMES in self._given:
            yield from self._given[OUTCOMES].split(" / ")
        else:
            yield f"seed {SEED}"

    @property
    def _game(self) -> Game:
        return self._games[self._given["game"]]

    @property
    def _mode(self) -> Mode:
        return next(mode for mode in self._game.modes if mode.name == self._given["mode"])

    def _seats(self) -> int:
        return int(self._given.get("seats") or self._mode.min_seats)

    def _asks(self) -> Iterator[Ask]:
        """Every question, in order, as far as the answers lead."""
        given, text = self._given, self._say
        yield Ask("game", text("new.game"), {name: game.title for name, game in self._games.items()})
        modes = {mode.name: mode.title for mode in self._game.modes if mode.supported}
        yield Ask("mode", text("new.mode"), modes)
        mode = self._mode
        if mode.min_seats != mode.max_seats:
            numbers = range(mode.min_seats, mode.max_seats + 1)
            yield Ask("seats", text("new.seats"), {str(number): "" for number in numbers})
        yield Ask("pack", text("new.pack"), self._packs())
        if len(self._game.editions) > 1:
            yield Ask("edition", text("new.edition"), dict.fromkeys(self._game.editions, ""), False)
        yield Ask("players", text("new.players", seats=self._seats()), {}, False)
        yield from self._agreed()
        yield Ask("options", text("new.options"), {}, False)
        yield Ask("place", text("new.place"), {}, False)
        yield Ask("date", text("new.date"), {}, False)
        yield Ask("chance", text("new.chance"), self._ways())
        if given["chance"] == KNOWN:
            yield Ask("seed", text("new.seed", example=SEED[:20]), {})
        if given["chance"] == OUTCOMES:
            yield Ask(OUTCOMES, text("new.outcomes", label=next(iter(self._game.outcomes))), {})

    def _packs(self) -> dict[str, str]:
        """The packs of the game, by what they are called."""
        game, language = self._game, self._language
        return {id: pack_title(game.name, one.title, language) for id, one in game.packs.items()}

    def _ways(self) -> dict[str, str]:
        """How what comes up can be known; of a game whose records of what was seen are not judged not so."""
        ways = [OPEN, SEEN, KNOWN, OUTCOMES] if self._game.unseen is not None else [OPEN, KNOWN, OUTCOMES]
        return {way: self._say(f"chance.{way}") for way in ways}

    def _examples(self) -> list[msgspec.Struct]:
        """Set-ups of the mode, drawn."""
        pack, mode, seats = self._game.packs[self._given["pack"]], self._given["mode"], self._seats()
        dice = [Stream(bytes([number] * SEED_BYTES), "setup") for number in range(EXAMPLES)]
        return [self._game.drawn_setup(mode, seats, pack, one) for one in dice]

    def _agreed(self) -> Iterator[Ask]:
        """What has to be agreed in the mode."""
        drawn = self._examples()
        needed = facts_of(self._game.setup)
        for field in fields(self._game.setup):
            values = [getattr(one, field.attribute) for one in drawn]
            if any(values):
                counts = [len(value) if field.repeated else 1 for value in values]
                several = max(counts)
                exact = min(counts) == several > 1
                key = "new.exactly" if exact else "new.several" if several > 1 else "new.one"
                text = self._say(key, field=self._say(f"setup.{field.name}"), count=several)
                must = all(values) or field.name in needed
                numbers = field.repeated and field.kind is int
                may_be = self._may_be(field) or (_numbers(values) if numbers else {})
                yield Ask(f"setup.{field.name}", text, may_be, must, several, exact, numbers)

    def _may_be(self, field: Field) -> dict[str, str]:
        """The values of a field of the set-up, each with its name."""
        names = self._game.packs[self._given["pack"]].names
        if field.table == SEAT_TABLE:
            called = self._given.get("players", "").split()
            return {f"p{seat}": called[seat - 1] if seat <= len(called) else "" for seat in range(1, self._seats() + 1)}
        if field.table:
            numbers = [names.numbers(field.table, name)[0] for name in names.known(field.table)]
            return {names.text(field.table, number): names.printed(field.table, number) for number in numbers}
        if hasattr(field.kind, "__members__"):
            # What is at its default is not written.
            return {one.name.lower(): "" for one in list(field.kind) if one}
        return {}


def _numbers(drawn: Sequence[Sequence[int]]) -> dict[str, str]:
    """The numbers of a list in the set-up, such as those of teams."""
    return {str(number): "" for number in sorted({number for values in drawn for number in values})}


def _ways_of(kind: type) -> list[IntEnum]:
    """The readings that a field of the set-up chooses from, the referee's first; none for a number or a player."""
    return [*kind] if issubclass(kind, IntEnum) else []


def _called(game: str, ask: Ask, answer: str, language: Language) -> str:
    """What an answer is called in a language: a way in which chance is known, a mode, or a word of the set-up."""
    words = lexicon(game, language)
    if ask.key == "chance":
        return phrase(language, f"called.{answer}")
    if ask.key == "mode":
        return words.modes.get(answer, answer)
    return words.words.get(answer, answer) if ask.key.startswith("setup.") else answer
