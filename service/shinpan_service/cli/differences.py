"""Rows of two packs that differ, as people and programs are told."""

from rich.console import Console

from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Language
from shinpan_engine.words.card_words import card_words, says
from shinpan_engine.words.shapes import pack_words
from shinpan_records.packs.diff import Difference

from .languages import table_told
from .output import say


def print_difference(
    out: Console, game: Game, found: Difference, language: Language, added: str = "only_after"
) -> None:
    """A row that differs, each field with what it says before and after; what is said of one that is new is `added`."""
    words, more = card_words(game.name, language), pack_words(language)
    gone = more["only_before"] if found.after is None else more[added] if found.before is None else ""
    say(
        out,
        "  ".join(part for part in (f"{table_told(game.name, found.kind)} {found.called}", found.name, gone) if part),
        "bold",
    )
    for field, (was, is_) in _both(game, found, language).items():
        say(out, f"{was}  →  {is_}", after=f"  {words.label(field)}  ")


def both(game: Game, found: Difference, language: Language) -> dict[str, object]:
    """The same as data."""
    where = "first" if found.after is None else "second" if found.before is None else "both"
    fields = _both(game, found, language)
    return {"kind": found.kind, "called": found.called, "name": found.name, "in": where, "fields": fields}


def _both(game: Game, found: Difference, language: Language) -> dict[str, list[str]]:
    """What the fields that differ say in both packs."""
    words, more = card_words(game.name, language), pack_words(language)
    rows = [row for row in (found.before, found.after) if row is not None]
    said = [{line.field: line.text for line in words.lines(found.kind, row)} for row in rows]

    def told(at: int, field: str) -> str:
        none = says(game.pack_kind, found.kind, rows[at], field)
        return said[at].get(field) or more["none" if none else "nothing"]

    return {field: [told(at, field) for at in range(len(rows))] for field in found.fields}
