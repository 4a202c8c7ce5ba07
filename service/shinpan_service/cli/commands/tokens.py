"""`token`: tokens for the clients of a server."""

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from shinpan_service.messages.scopes import SCOPES
from shinpan_service.serving.security.files import NotSecure, read
from shinpan_service.serving.security.tokens import NAME, line, new_token, tokens_in

from ..files import FILE, named
from ..languages import in_words, messages_option, system_said, told
from ..output import Failed

_OWNER_ONLY = 0o600


@click.group()
@messages_option
def token() -> None:
    """Makes tokens for the clients of a server. Its file (--tokens) has hashes of them, not the tokens.

    \b
    shinpan token new lab --scope verify --scope view:referee
    shinpan serve --tokens tokens.toml
    """


@token.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    type=click.Choice(SCOPES),
    help="What may be done with it; as often as need be.",
)
@click.option(
    "--until", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="The last day on which it counts, in UTC."
)
@click.option("--to", type=FILE, help="Add the line to this file.")
@messages_option
def new(name: str, scopes: tuple[str, ...], until: datetime | None, to: Path | None) -> None:
    """Makes a token and writes it once, then the line for the server's file; with --to the line goes into the file.

    \b
    shinpan token new lab --scope verify --scope packs
    shinpan token new spectators --scope view:public --until 2027-01-31 --to tokens.toml
    """
    if not NAME.fullmatch(name):
        raise Failed(told("cli.token.name", name=name))
    if until is not None and until.date() < datetime.now(UTC).date():
        raise Failed(told("cli.token.past", date=until.date().isoformat()))
    made = new_token()
    written = line(name, made, dict.fromkeys(scopes), until.date() if until else None)
    if to is not None:
        _add(to, name, written)
    click.echo(made)
    if to is None:
        click.echo(written)


def _add(file: Path, name: str, written: str) -> None:
    """Adds a line to a file of tokens, if nothing is wrong with it."""
    try:
        before = read(file) if file.exists() else b""
        if any(holder.name == name for holder in tokens_in(before, str(file)).holders.values()):
            raise Failed(told("cli.token.there", file=named(file), name=name))
        more = b"\n" * (bool(before) and not before.endswith(b"\n")) + written.encode() + b"\n"
        # What is written must be a line of its own, whatever stands before it.
        tokens_in(before + more, str(file))
        with open(file, "ab", opener=lambda path, flags: os.open(path, flags, _OWNER_ONLY)) as out:
            out.write(more)
    except NotSecure as error:
        raise Failed(in_words(error)) from None
    except OSError as error:
        raise Failed(told("cli.token.unwritten", file=named(file), why=system_said(error))) from None
