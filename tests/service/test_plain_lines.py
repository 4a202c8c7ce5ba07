"""The transcript: a plain line is read without the grammar, and means what the grammar reads in it.

`SHINPAN_FIXTURES=all pytest tests/service/test_plain_lines.py` reads every fixture, a test run some.
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import EngineError
from shinpan_engine.kernel.forms.text import arguments, line, verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.header import pack_of
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.names import PackNames
from shinpan_engine.kernel.play.work import Work
from shinpan_records import transcript
from shinpan_records.transcript.importing import Importer
from shinpan_records.transcript.lines import Play, game_line
from shinpan_records.transcript.plain.cutting import cut
from shinpan_records.transcript.plain.known import KnownLines
from shinpan_records.transcript.plain.spelled import Spelled
from shinpan_records.transcript.resolving import Resolver
from shinpan_service.workbench.by_hand import by_hand
from tests.random_games import play, seeds, told

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures").glob("[!f]*/*.shinpan"))
SOME = 100
"""Of so many fixtures a test run reads one."""
ALTERED_EACH = 4
"""Texts that are made of one by altering its lines."""
ODD = ('"', "=", "[", "]", ",", ";", " ", " #", "?", "x", " => ", "\t", "　", " ; ", "\r")
CLAIMS = ("drew 1", "life[p1] = 30", "turn = 3", "blocked", "hand[p2] = none", "damage 3 seat=p1", "x", "[")

games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def said_of(text: str) -> list[str]:
    """All that reading and judging a text says."""
    try:
        loaded = transcript.load(text, GAMES)
        return [repr(loaded.record), repr(loaded.notes), repr(loaded.judged().report())]
    except (transcript.TranscriptError, EngineError) as error:
        return [type(error).__name__, str(error), *map(str, getattr(error, "more", ()))]


def with_the_grammar(monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """The same where every line goes through the grammar."""
    with monkeypatch.context() as patch:
        patch.setattr(Importer, "read_known", lambda _, at: at)
        return said_of(text)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has nothing kept from one record to the next, so that no line has been seen before."""
    monkeypatch.setattr(PackNames, "kept", lambda names, make, *of: make(names, *of))


def altered(text: str, dice: random.Random) -> str:
    """A text with one line of its game altered, left out, said twice or moved."""
    rows = text.split("\n")
    first = rows.index("--") + 1
    if first >= len(rows) - 1:
        return text
    at = dice.randrange(first, len(rows) - 1)
    row, place = rows[at], dice.randrange(len(rows[at]) + 1)
    plain = row.partition(" ;")[0].partition(" #")[0]
    rows[at : at + 1] = dice.choice(
        [
            [],
            [row, row],
            [rows[at + 1], row],
            [row[:place] + dice.choice(ODD) + row[place:]],
            [row[:place] + row[place + 1 :]],
            [row.replace("p1", "p2")],
            [plain],
            [f"{plain} => {dice.choice(CLAIMS)}"],
            [f"{row} ; seen"],
            [f"turn {dice.randrange(9)} {dice.choice(CLAIMS)}", row],
        ]
    )
    return "\n".join(rows)


def texts(game: Game, seed: int) -> Iterator[str]:
    """A random game as it is exported and as people write it."""
    record = play(game, seed)
    yield transcript.dump(record, GAMES)
    yield by_hand(record)


@games
def test_what_is_spelled_is_read_back(game: Game) -> None:
    """Every action of a random game is what its ids say, and what the grammar and the resolver find in them."""
    for seed in seeds(10):
        with told(seed):
            record = play(game, seed)
            names = pack_of(game, record.header).names
            reader, resolver = Spelled(names, ()), Resolver(names, Work(), game.name)
            for entry in record.entries:
                if isinstance(action := entry.what, Action):
                    kind = type(action.what)
                    assert reader.act(kind, arguments(action.what, names)) == action.what
                    assert [*reader.acts(kind, arguments(action.what, names), resolver)] == [action.what]
                    written = game_line(line(action.seat, action.what, names), 1, game=game.name).what
                    assert isinstance(written, Play)
                    assert resolver.acts(kind, written.parts, written.verb, 1) == [action.what]


@games
def test_a_plain_line_means_what_the_grammar_reads(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games, exported and by hand, also with an altered line: the same record, notes, report or error."""
    forget(monkeypatch)
    for seed in seeds(2):
        dice = random.Random(seed)
        for text in texts(game, seed):
            for one in (text, *(altered(text, dice) for _ in range(ALTERED_EACH))):
                with told(seed):
                    assert said_of(one) == with_the_grammar(monkeypatch, one), one


@pytest.mark.parametrize("part", range(4))
def test_plain_lines_of_fixtures(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records that show clauses come out likewise, as they are and with an altered line."""
    chosen = FIXTURES if os.environ.get("SHINPAN_FIXTURES") == "all" else FIXTURES[::SOME]
    for path in chosen[part::4]:
        text = path.read_text("utf-8")
        for one in (text, *(altered(text, random.Random(seed)) for seed in range(ALTERED_EACH))):
            assert said_of(one) == with_the_grammar(monkeypatch, one), f"{path.name}:\n{one}"


@games
def test_exported_lines_are_not_read(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an exported record the grammar reads no line, also if none has been seen before."""
    record = play(game, 7)
    text = transcript.dump(record, GAMES)
    forget(monkeypatch)
    monkeypatch.setattr(KnownLines, "_read_act", lambda *_: pytest.fail("a line went to the resolver"))
    monkeypatch.setattr(Importer, "read", lambda *_: pytest.fail("a line was read"))
    assert said_of(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("p1 draw", ("p1 draw", "", "", "")),
        ("p1 draw #0123abcd ; a; b", ("p1 draw", "", "0123abcd", "a; b")),
        ("p1 draw => drew 1, turn = 2 #0123abcd ; x", ("p1 draw", "drew 1, turn = 2", "0123abcd", "x")),
        ("turn 3", ("turn 3", "", "", "")),
        ("turn 3 life[p1] = 3", ("turn 3", "life[p1] = 3", "", "")),
        ("turn 3 => turn = 3", ("turn 3", "turn = 3", "", "")),
        ("p1 draw => ", ("p1 draw => ", "", "", "")),
        ("p1 draw #", ("p1 draw #", "", "", "")),
        ("p1 draw => #0123abcd", ("p1 draw", "#0123abcd", "", "")),
    ],
)
def test_a_line_is_cut_into_its_parts(text: str, parts: tuple[str, ...]) -> None:
    """What is done, what is claimed, the hash, the comment; what does not go on as it seems to is not cut."""
    assert cut(text) == parts


@pytest.mark.parametrize(
    "said", ["card=005 card=006", "card=5", "card=", "card", "=005", "card==005", "x=1", "[card=005]"]
)
def test_what_is_not_spelled_so_is_left_to_the_grammar(said: str) -> None:
    """A name, a doubled or unknown argument, what is no argument at all."""
    game = GAMES["wars3x3"]
    deploy = next(kind for kind in game.acts if verb(kind) == "deploy")
    with pytest.raises(KeyError):
        Spelled(game.packs["house"].names, ()).act(deploy, said)
