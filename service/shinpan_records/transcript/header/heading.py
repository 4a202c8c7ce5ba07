"""The header of a transcript: its lines to a record's header and notes.

A key that is none of the known ones is the label of a random event: `deck 020 026 …` is `chance deck 020 026 …`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.kernel.forms.hints import nearest
from shinpan_engine.kernel.forms.text import NameBook, fields, seat_name
from shinpan_engine.kernel.game import Game, Mode
from shinpan_engine.kernel.judging.header import game_of, pack_of
from shinpan_engine.kernel.judging.record import (
    FORMAT,
    ChanceSource,
    Commitment,
    Header,
    Notes,
    Outcome,
    PackRef,
    RecordedChance,
    SeededChance,
    SeenChance,
)
from shinpan_engine.kernel.judging.report import RESULTS, Locator, Note
from shinpan_engine.kernel.messages import Message, Value, say
from shinpan_engine.kernel.messages import Word as Term
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import SCHEME, SEED_BYTES
from shinpan_engine.kernel.play.work import Work
from shinpan_engine.words.record_words import canonical

from ...limits import LONGEST_LIST, MOST_WORDS
from ..grammar import COMMENT, Tokens, TranscriptError, is_text
from ..lines import Argument, Word, parts, refuse_more
from ..reading import SEEN, Draft, HeaderLine
from ..resolving import SEAT_TABLE, Resolver
from .chance_lines import Told, outcomes_in, told_whole, without_end
from .corrected_lines import KEY as CORRECTED
from .corrected_lines import corrections_in
from .fact_lines import KEY as FACT
from .fact_lines import facts_in
from .setup_line import facts_of, setup_in

KEYS = (
    "game", "edition", "pack", "players", "seats", "place", "date", "result", "seed", "chance", "setup", "fact",
    "commitment", "header", "state", "link", "decisions", SEEN, CORRECTED,
)  # fmt: skip
"""Every key of a header. `header`, `state` and `link` are recorded hashes: of the header, the first state, the end.
`decisions all` says that every decision is written: nothing is filled in or put in order."""
ALL = "all"
DIGEST_BYTES = 32
_HEX = re.compile(r"(?:[0-9a-fA-F]{2})+")


class Heading(NamedTuple):
    """What the header of a transcript says, and what was put right in it."""

    header: Header
    beside: Notes
    game: Game
    pack: Pack
    notes: list[Note]
    all_decisions: bool
    told_whole: dict[str, int]
    """The random events of which all seems to be told, each with its line."""


def heading(draft: Draft, games: Mapping[str, Game], work: Work) -> Heading:
    """The header of a draft. Raises `TranscriptError` for what cannot be read, and the engine's `RequestError` for a
    game that cannot be judged here."""
    return _Reader(draft, games, work).read()


class _Reader:
    """Reads the header lines of one draft."""

    def __init__(self, draft: Draft, games: Mapping[str, Game], work: Work) -> None:
        self._draft = draft
        self._games = games
        self._work = work
        self._words = Work(MOST_WORDS)
        self._end = draft.game_begins
        self._notes: list[Note] = []
        self._lines: dict[str, HeaderLine] = {}
        self._outcomes: dict[str, Told] = {}
        self._facts: list[HeaderLine] = []
        self._corrected: list[HeaderLine] = []
        for line in draft.header:
            self._sort_in(line)

    def _sort_in(self, line: HeaderLine) -> None:
        """Keeps a line under its key, or an outcome under its label; each comes once."""
        key = line.key.text
        if key == "chance" or key not in KEYS:
            tokens = line.tokens(self._words)
            label = tokens.take_text("transcript.want.label").text if key == "chance" else key
            if label in self._outcomes or not label.isascii():
                once, heading = say("transcript.want.outcome_once"), self._key_like(label)
                expected = once if label.isascii() else heading
                raise TranscriptError(line.number, line.key.column, expected, "transcript.found", text=label)
            self._outcomes[label] = Told(tokens, line)
        elif key == FACT:
            self._facts.append(line)
        elif key == CORRECTED:
            self._corrected.append(line)
        elif key in self._lines:
            raise TranscriptError(
                line.number, line.key.column, "transcript.want.heading_once", "transcript.twice", name=self._term(key)
            )
        else:
            self._lines[key] = line

    def _term(self, key: str) -> Term:
        """The key of a line, told in the language of whoever reads it."""
        return Term(self._draft.game, key, heads=True)

    def _key_like(self, label: str) -> Message:
        """What may begin a line of a header, in the language of a word that does not: the nearest first."""
        keys = list(canonical(self._draft.game).keys)
        return say("transcript.want.heading_of", keys=tuple(dict.fromkeys([*nearest(label, keys, 2), *keys])))

    def read(self) -> Heading:
        game, mode = self._game()
        seats = self._seats(mode)
        header = Header(
            FORMAT, game.name, mode.name, self._edition(game), self._pack(game), None, None, seats, [], None
        )
        facts, pack = facts_in(self._facts, game, pack_of(game, header), self._words)
        resolver = Resolver(pack.names, self._work, game.name)
        header = msgspec.structs.replace(
            header,
            chance=self._chance(game, pack, resolver),
            commitment=self._commitment(),
            facts=facts,
            setup=self._setup(game, pack.names, resolver, seats),
        )
        game_of(self._games, header)
        return Heading(
            header,
            self._beside(game, seats),
            game,
            pack,
            self._notes,
            self._all_decisions(),
            told_whole(self._outcomes),
        )

    def _game(self) -> tuple[Game, Mode]:
        tokens = self._needed("game", say("transcript.want.game_line"))
        name = tokens.take_text("transcript.want.game")
        if name.text not in self._games:
            known = [say("transcript.want.game_called", name=one.name, title=one.title) for one in self._games.values()]
            expected = say("transcript.want.words", words=tuple(known))
            raise TranscriptError(tokens.line, name.column, expected, "transcript.no_game", game=name.text)
        game = self._games[name.text]
        mode = tokens.take_text("transcript.want.mode")
        meant = next((one for one in game.modes if mode.text in _called(one)), None)
        if meant is None:
            expected = say("transcript.want.words", words=tuple(Term(game.name, one.name) for one in game.modes))
            raise TranscriptError(
                tokens.line, mode.column, expected, "transcript.no_mode", game=game.name, mode=mode.text
            )
        tokens.end()
        return game, meant

    def _needed(self, key: str, said: Value) -> Tokens:
        """A line that must be there, with what it says."""
        if key not in self._lines:
            wanted = say("transcript.want.in_header", name=self._term(key), said=said)
            raise TranscriptError(self._end, 1, wanted, "transcript.header_lacks", name=self._term(key))
        return self._lines[key].tokens(self._words)

    def _edition(self, game: Game) -> str:
        if "edition" not in self._lines:
            self._note(self._end, say("transcript.note.edition", edition=game.editions[0]))
            return game.editions[0]
        return self._one_text("edition")

    def _one_text(self, key: str) -> str:
        tokens = self._lines[key].tokens(self._words)
        text = tokens.take_text(say("transcript.want.one_word", name=self._term(key))).text
        tokens.end()
        return text

    def _pack(self, game: Game) -> PackRef:
        tokens = self._needed("pack", say("transcript.want.pack_line"))
        id = tokens.take_text("transcript.want.pack").text
        if tokens.look() is not None:
            digest = self._hex(tokens, DIGEST_BYTES)
            tokens.end()
            return PackRef(id, digest)
        known = game.pack(id)
        if known is not None:
            self._note(tokens.line, _taken(game, known))
        return PackRef(id, known.digest if known is not None else b"")

    def _hex(self, tokens: Tokens, most: int, exactly: bool = True) -> bytes:
        """A value in hex digits, of so many bytes."""
        digits, up_to = say("transcript.want.hex", digits=2 * most), say("transcript.want.hex_up_to", digits=2 * most)
        expected = digits if exactly else up_to
        token = tokens.take_text(expected)
        if _HEX.fullmatch(token.text) is None or len(token.text) > 2 * most:
            raise tokens.wrong(token, expected)
        if exactly and len(token.text) < 2 * most:
            raise tokens.wrong(token, expected)
        return bytes.fromhex(token.text)

    def _seats(self, mode: Mode) -> int:
        if "seats" in self._lines:
            tokens = self._lines["seats"].tokens(self._words)
            seats = tokens.take_number("transcript.want.seats")
            tokens.end()
            return seats
        if mode.min_seats == mode.max_seats:
            return mode.min_seats
        named = len(self._players())
        if not mode.min_seats <= named <= mode.max_seats:
            self._needed("seats", f"{mode.min_seats}…{mode.max_seats}")
        self._note(self._lines["players"].number, say("transcript.note.seats", count=named))
        return named

    def _seen(self) -> bool:
        """Whether the record is one of what was seen: it says so, or there is a `?` in an outcome or an action. In a
        claim that may also be a card that a recorded outcome does not tell."""
        if SEEN not in self._lines:
            return self._draft.has_holes(in_claims=not self._outcomes)
        tokens = self._lines[SEEN].tokens(self._words)
        tokens.end()
        return True

    def _chance(self, game: Game, pack: Pack, resolver: Resolver) -> ChanceSource:
        if "seed" not in self._lines and self._seen():
            told = outcomes_in(self._outcomes, game, pack, resolver)
            return ChanceSource(SeenChance([Outcome(one.label, without_end(one.values)) for one in told]))
        if "seed" not in self._lines:
            if not self._outcomes:
                label = next(iter(game.outcomes))
                expected = say("transcript.want.chance", label=Term(game.name, label))
                raise TranscriptError(self._end, 1, expected, "transcript.no_chance")
            return ChanceSource(RecordedChance(outcomes_in(self._outcomes, game, pack, resolver)))
        if self._outcomes:
            line = next(iter(self._outcomes.values()))[1]
            raise TranscriptError(
                line.number, line.key.column, "transcript.want.seed_or_outcomes", "transcript.seed_too"
            )
        scheme, _, seed = self._one_text("seed").partition(":")
        if _HEX.fullmatch(seed) is None or len(seed) != 2 * SEED_BYTES:
            line = self._lines["seed"]
            expected = say("transcript.want.seed", scheme=SCHEME, digits=2 * SEED_BYTES)
            raise TranscriptError(line.number, line.column + 1, expected, "transcript.no_seed")
        return ChanceSource(SeededChance(scheme, bytes.fromhex(seed)))

    def _commitment(self) -> Commitment | None:
        if "commitment" not in self._lines:
            return None
        tokens = self._lines["commitment"].tokens(self._words)
        given: dict[str, Any] = {}
        for part in parts(tokens):
            known = isinstance(part, Argument) and part.name.text in Commitment.__struct_fields__
            if not isinstance(part, Argument) or not known or part.name.text in given:
                column = part.name.column if isinstance(part, Argument) else part.column
                names = tuple([f"{name}=" for name in Commitment.__struct_fields__])
                expected = say("transcript.want.commitment", names=names)
                raise TranscriptError(tokens.line, column, expected, "transcript.no_commitment")
            values = [self._argument_bytes(value, tokens.line) for value in part.values]
            given[part.name.text] = values if part.name.text == "contributions" else b"".join(values)
        tokens.end()
        return Commitment(**given)

    @staticmethod
    def _argument_bytes(value: Word, line: int) -> bytes:
        if value.text and _HEX.fullmatch(value.text) is None:
            raise TranscriptError(line, value.column, "transcript.want.hex_pairs", "transcript.found", text=value.text)
        return bytes.fromhex(value.text)

    def _setup(self, game: Game, names: NameBook, resolver: Resolver, seats: int) -> Any:
        """What was agreed before the game; nothing that has to be, where there is no such line."""
        facts = facts_of(game.setup)
        if not facts and "setup" not in self._lines:
            return game.setup()
        blanks = tuple([say("transcript.want.named", name=Term(game.name, fact)) for fact in facts])
        tokens = self._needed("setup", blanks)
        called = seat_numbers(self._players(), seats)
        return setup_in(self._lines["setup"], tokens, game, names, resolver, called)

    def _beside(self, game: Game, seats: int) -> Notes:
        players = self._players()
        return Notes(
            players,
            self._free_text("place"),
            self._free_text("date"),
            self._result(seat_numbers(players, seats)),
            self._hash("link"),
            self._hash("header"),
            self._hash("state"),
            corrections_in(self._corrected, game.heads, self._words),
        )

    def _players(self) -> tuple[str, ...]:
        if "players" not in self._lines:
            return ()
        tokens = self._lines["players"].tokens(self._words)
        found: list[str] = []
        while is_text(token := tokens.look()):
            refuse_more(found, LONGEST_LIST, tokens.line, say("transcript.players"), token.column)
            found.append(tokens.take_text("transcript.want.name").text)
        tokens.end("transcript.want.names")
        return tuple(found)

    def _free_text(self, key: str) -> str:
        """The rest of a line as it stands, or what a quotation says."""
        if key not in self._lines:
            return ""
        line = self._lines[key]
        if line.rest.lstrip().startswith('"'):
            return self._one_text(key)
        return line.rest.partition(COMMENT)[0].strip()

    def _result(self, seats: Mapping[str, int]) -> str:
        """The winners as seats, or what comes to none."""
        if "result" not in self._lines:
            return ""
        tokens = self._lines["result"].tokens(self._words)
        winning = [seat_name(seat) for seat in sorted(set(seats.values()))]
        expected = say("transcript.want.result", words=(*winning, *RESULTS.values()))
        first = tokens.take_text(expected)
        winners = []
        if first.text not in RESULTS:
            token = first
            while True:
                if token.text not in seats:
                    raise tokens.wrong(token, expected)
                winners.append(seat_name(seats[token.text]))
                if tokens.look() is None:
                    break
                token = tokens.take_text(expected)
        tokens.end()
        return " ".join(winners) or first.text

    def _all_decisions(self) -> bool:
        if "decisions" not in self._lines:
            return False
        said = self._one_text("decisions")
        if said != ALL:
            line = self._lines["decisions"]
            expected = say("transcript.want.or_no_line", word=say("transcript.all"))
            raise TranscriptError(line.number, line.column + 1, expected, "transcript.found", text=said)
        return True

    def _hash(self, key: str) -> bytes:
        if key not in self._lines:
            return b""
        tokens = self._lines[key].tokens(self._words)
        value = self._hex(tokens, DIGEST_BYTES, exactly=False)
        tokens.end()
        return value

    def _note(self, line: int, text: Message) -> None:
        self._notes.append(Note(Locator(0, 0, line), text))


def _called(mode: Mode) -> tuple[str, ...]:
    """What a mode may be called: its name, and its title as printed, with or without what is in brackets."""
    return mode.name, mode.title, mode.title.partition("(")[0]


def _taken(game: Game, pack: Pack) -> Message:
    """Which pack is taken where no digest is given."""
    others = len(game.made.of(pack.id)) - 1
    if others == 0 and pack.texts[0].ours:
        return say("transcript.note.pack", pack=pack.id)
    taken = say("transcript.note.pack_from", pack=pack.id, where=pack.where, digest=pack.digest.hex()[:16])
    if others == 1:
        return say("transcript.note.pack_one_more", said=taken)
    return say("transcript.note.pack_more", said=taken, others=others) if others else taken


def seat_numbers(players: Sequence[str], seats: int) -> dict[str, int]:
    """The seats by what they may be called: p1 and so on, and the players' names as far as these tell them apart."""
    named = {name: seat for seat, name in enumerate(players[:seats], start=1) if players.count(name) == 1}
    return {**named, **{seat_name(seat): seat for seat in range(1, seats + 1)}}


def tables(game: Game) -> list[str]:
    """The tables of the pack that actions name, in the order of the schema, then those that only events name."""
    acts = _tables(game.acts)
    return [*acts, *(table for table in _tables(game.events) if table not in (*acts, SEAT_TABLE))]


@cache
def _tables(kinds: tuple[type, ...]) -> list[str]:
    # By what does not change: a game with packs of its own is made for each request that brings some.
    found: dict[str, None] = {}
    for kind in kinds:
        for field in fields(kind):
            inner = (
                fields(field.kind) if isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct) else ()
            )
            found.update((f.table, None) for f in (field, *inner) if f.table)
    return list(found)
