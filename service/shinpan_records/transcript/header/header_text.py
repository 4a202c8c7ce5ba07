"""The header of a record as the canonical lines of a transcript."""

from collections.abc import Iterator

from shinpan_engine.kernel.forms.text import NameBook, arguments, outcome_text
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Commitment, Header, Record, RecordedChance, SeededChance, SeenChance
from shinpan_engine.kernel.play.views import HIDDEN, HIDDEN_TEXT

from ..grammar import COMMENT, quoted, unquoted, word
from ..reading import SEEN
from .corrected_lines import corrected_lines
from .fact_lines import fact_lines
from .heading import ALL

WIDTH = 8
"""Keys are padded to this, so that what they say stands in a column. A Japanese sign takes two."""


DECISIONS = "decisions"


def header_lines(record: Record, game: Game, names: NameBook) -> Iterator[str]:
    """The canonical lines of a header."""
    for key, said in said_in_header(record, game, names):
        yield keyed(key, said)


def keyed(key: str, said: str) -> str:
    """A line of a header."""
    wide = sum(not sign.isascii() for sign in key)
    return f"{key:<{WIDTH - wide}} {said}".rstrip()


ALL_DECISIONS = keyed(DECISIONS, ALL)
"""The line that says that nothing is left out."""


def said_in_header(record: Record, game: Game, names: NameBook) -> Iterator[tuple[str, str]]:
    """Each line of a header: its key, and what it says."""
    header, notes = record.header, record.notes
    assert header.pack is not None, "a header without a pack is refused before"
    yield "game", f"{word(header.game)} {word(header.mode)}"
    yield "edition", word(header.edition)
    yield "pack", f"{word(header.pack.id)} {header.pack.digest.hex()}"
    mode = next(mode for mode in game.modes if mode.name == header.mode)
    if mode.min_seats != mode.max_seats:
        yield "seats", str(header.seats)
    if notes.players:
        yield "players", " ".join(map(word, notes.players))
    for key, text in (("place", notes.place), ("date", notes.date)):
        if text:
            yield key, _plain_text(text)
    if notes.result:
        yield "result", notes.result
    yield from _chance_said(header, game, names)
    if said := arguments(header.setup, names):
        yield "setup", said
    yield from fact_lines(header, names)
    if header.commitment is not None:
        yield "commitment", _commitment_said(header.commitment)
    for key, value in (("header", notes.header_hash), ("state", notes.first_state_hash), ("link", notes.last_link)):
        if value:
            yield key, value.hex()
    yield from corrected_lines(notes, game)
    yield DECISIONS, ALL


def _plain_text(text: str) -> str:
    """The rest of a line, quoted if it would not come back as it is."""
    plain = text == text.strip() and COMMENT not in text and not text.startswith('"')
    return text if plain and unquoted(quoted(text)) == text and "\\" not in quoted(text) else quoted(text)


def _chance_said(header: Header, game: Game, names: NameBook) -> Iterator[tuple[str, str]]:
    source = header.chance.source if header.chance else None
    if isinstance(source, SeededChance):
        yield "seed", f"{word(source.scheme)}:{source.seed.hex()}"
    elif isinstance(source, RecordedChance | SeenChance):
        if isinstance(source, SeenChance):
            yield SEEN, ""
        for outcome in source.outcomes:
            table = game.outcome_table(outcome.label)
            values = " ".join(
                HIDDEN_TEXT
                if number == HIDDEN and isinstance(source, SeenChance)
                else outcome_text(names, table, number)
                for number in outcome.values
            )
            if table:
                yield outcome.label, values
            else:
                yield "chance", f"{word(outcome.label)} {values}"


def _commitment_said(promise: Commitment) -> str:
    given = [(name, getattr(promise, name)) for name in ("digest", "salt", "secret")]
    said = [f"{name}={value.hex()}" for name, value in given if value]
    if promise.contributions:
        said.append(f"contributions={' '.join(part.hex() or quoted('') for part in promise.contributions)}")
    return " ".join(said)
