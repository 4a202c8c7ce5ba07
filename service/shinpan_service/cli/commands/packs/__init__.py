"""`pack`: what card packs say."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.cells import cell_len
from rich.console import Console

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import PackError
from shinpan_engine.kernel.messages import Language, pack_title
from shinpan_engine.kernel.packs import called
from shinpan_engine.kernel.play.copies import in_first_copy
from shinpan_engine.words.card_words import card_words, untold
from shinpan_engine.words.shapes import pack_words
from shinpan_records.packs.diff import differences, name_of
from shinpan_records.packs.new import new_pack
from shinpan_records.packs.rows import PackRows, read_pack_file, rows_of_game, rows_of_text

from ...differences import both, print_difference
from ...files import FILE, named, write
from ...games_given import games
from ...languages import asked_language, in_words, language_option, messages_option, table_told, told
from ...output import Failed, console, print_json, say
from ...own_packs import packs_option
from .checking import check

SHORT = 16
"""Hex digits of a digest that people compare by eye."""


@click.group()
@messages_option
def pack() -> None:
    """Shows, writes, compares and checks card packs.

    \b
    shinpan pack new wars3x3 --out mine.toml
    shinpan pack check mine.toml
    shinpan pack show mine.toml --lang ja
    """


@pack.command()
@click.argument("what", metavar="GAME|FILE")
@click.option("--pack", "pack_id", default="house", show_default=True, help="Which pack of a game.")
@click.option("--card", help="Only rows of this number or name; a kind of row may be written before it.")
@click.option("--all", "all_rows", is_flag=True, help="Also the rows that only the base of a file has.")
@click.option("--sources", is_flag=True, help="Also where each fact is from.")
@click.option(
    "--json", "as_json", is_flag=True, help="One line of JSON a row: kind, called, name, says, untold, source."
)
@language_option
@packs_option
def show(
    what: str, pack_id: str, card: str | None, all_rows: bool, sources: bool, as_json: bool, language: Language
) -> None:
    """Shows the rows of a pack in words, to be compared with the printed cards: those that its file has, whole, and
    with --all those of its base too; --card finds any. The games are listed by `shinpan games`.

    \b
    shinpan pack show wars3x3 --pack print --card 毒殺
    shinpan pack show wars3x3 --card "magic 15" --lang ja
    shinpan pack show mine.toml
    shinpan pack show mine.toml --all
    """
    read = _pack_of(what, pack_id)
    rows = [*_rows(read)]
    chosen = [(kind, row) for kind, row in rows if _is_wanted(read, kind, row, card, all_rows)]
    if card is not None and not chosen:
        raise Failed(told("cli.pack.no_row", pack=read.pack.id, row=card))
    out = console()
    if not as_json:
        _print_head(out, read)
    for kind, row in chosen:
        if as_json:
            print_json(_row_dict(read, kind, row, language))
        else:
            _print_row(out, read, kind, row, language, sources)
    if card is None and not as_json and (more := len(rows) - len(chosen)):
        out.print()
        hidden = told("cli.pack.hidden", count=more, base=read.base)
        say(out, told("cli.pack.hidden_one", base=read.base) if more == 1 else hidden, "bold")


def _is_wanted(read: PackRows, kind: str, row: Any, card: str | None, all_rows: bool) -> bool:
    """Whether a row is shown: the one that is asked for, else every row of the file, or every row."""
    if card is not None:
        return _is_called(read, kind, row, card)
    return all_rows or read.pack.texts[0].ours or (kind, called(row)) in read.own


def _pack_of(what: str, pack_id: str = "house") -> PackRows:
    """The pack of a game, of `GAME/PACK`, or in a file."""
    game, _, id = what.partition("/")
    try:
        if game in GAMES and not Path(what).is_file():
            return rows_of_game(games()[game], id or pack_id)
        return rows_of_text(*read_pack_file(games(), Path(what)))
    except PackError as error:
        raise Failed(in_words(error)) from None


def _rows(read: PackRows) -> Iterator[tuple[str, Any]]:
    for kind in read.game.pack_kind.rows:
        for row in getattr(read.rows, kind):
            yield kind, row


def _is_called(read: PackRows, kind: str, row: Any, card: str) -> bool:
    """Whether a row has this number or name, or is called so in records, with or without its kind before it, as a file
    has it or in words."""
    calls = [str(called(row)), getattr(row, "name", None), *getattr(row, "aliases", ())]
    tables = [table for table, of in read.game.pack_kind.tables.items() if of == kind]
    for said in (card, *(card.removeprefix(f"{of} ") for of in (kind, table_told(read.game.name, kind)))):
        numbers = [in_first_copy(number) for table in tables for number in read.pack.names.numbers(table, said)]
        if said in calls or called(row) in numbers:
            return True
    return False


def _print_head(out: Console, read: PackRows) -> None:
    title = pack_title(read.game.name, read.pack.title, asked_language())
    title = told("cli.pack.title_upon", title=title, base=read.base) if read.base else title
    say(out, f"{read.game.name}  {read.pack.id}  {read.pack.digest.hex()[:SHORT]}  {title}", "bold")


def _print_row(out: Console, read: PackRows, kind: str, row: Any, language: Language, sources: bool) -> None:
    """A row: its heading, then what it says, field by field."""
    words, more = card_words(read.game.name, language), pack_words(language)
    first = row.__struct_fields__[0]
    lines = [(line.label, line.text) for line in words.lines(kind, row) if line.field not in (first, "name")]
    if open_ := untold(read.game.pack_kind, kind, row):
        lines.append((more["untold"], more["comma"].join(map(words.label, open_))))
    if sources:
        lines.append((more["source"], words.sources(row.source)))
    out.print()
    say(out, f"{table_told(read.game.name, kind)} {called(row)}  {name_of(row)}".rstrip(), "bold")
    width = max([cell_len(label) for label, _ in lines], default=0)
    for label, text in lines:
        say(out, text, after=f"  {label}{' ' * (width - cell_len(label))}  ")


def _row_dict(read: PackRows, kind: str, row: Any, language: Language) -> dict[str, object]:
    words = card_words(read.game.name, language)
    return {
        "kind": kind,
        "called": called(row),
        "name": name_of(row),
        "says": {line.field: line.text for line in words.lines(kind, row)},
        "untold": untold(read.game.pack_kind, kind, row),
        "source": row.source,
    }


@pack.command()
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a row: kind, called, name, in, fields.")
@language_option
@packs_option
def diff(before: str, after: str, as_json: bool, language: Language) -> None:
    """Compares two packs of one game, row by row and field by field. A pack is a file or GAME/PACK.

    Exit 0 if they say the same, 1 if they differ, as `diff` does: 1 is no error. Exit 2 if one could not be read.

    \b
    shinpan pack diff wars3x3/print mine.toml
    shinpan pack diff old.toml new.toml --lang ja
    """
    one, other = _pack_of(before), _pack_of(after)
    if one.game is not other.game:
        names = (one.game.name, other.game.name)
        raise Failed(told("cli.pack.two_games", before=before, one=names[0], after=after, other=names[1]))
    found = list(differences(one.game, one.rows, other.rows))
    for difference in found:
        if as_json:
            print_json(both(one.game, difference, language))
        else:
            print_difference(console(), one.game, difference, language)
    if not found and not as_json:
        click.echo(told("cli.pack.same"))
    raise SystemExit(1 if found else 0)


@pack.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@click.option("--id", "id", default="mine", show_default=True, help="The id of the pack, by which records name it.")
@click.option("--out", type=FILE, help="The file to write to; if it is left out, the text is printed.")
@language_option
def new(game: str, id: str, out: Path | None, language: Language) -> None:
    """Writes a pack file to begin with: every card of a game with what is known of it, and with the fields that are
    still open, each with what may be written there. The games are listed by `shinpan games`.

    \b
    shinpan pack new wars3x3 --out mine.toml
    shinpan pack new drive --id my-cards --lang ja --out my-cards.toml
    """
    try:
        text = new_pack(GAMES[game], id, language)
    except PackError as error:
        raise click.BadParameter(in_words(error), param_hint="--id") from None
    if out is None:
        click.echo(text, nl=False)
        return
    if out.exists():
        raise Failed(told("cli.file.there", file=named(out)))
    write(text.encode("utf-8"), out)
    click.echo(told("cli.file.wrote", file=named(out)))


pack.add_command(check)
