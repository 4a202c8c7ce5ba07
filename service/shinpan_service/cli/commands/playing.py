"""`simulate`: random legal play."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import click

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import NotHere
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.packs import Pack
from shinpan_service.corpora.files.many import END, Form, Kept
from shinpan_service.corpora.playing import NotPlayed, Series
from shinpan_service.workbench.players import PLAYERS, QUICK
from shinpan_service.workbench.simulation import digest_of

from ..files import FILE, named, packing, told_of, write
from ..games_given import games, texts_given
from ..languages import asked_language, in_words, messages_option, told, written_language
from ..output import Failed, progress
from ..own_packs import packs_option

MANY = 20
"""From so many games on a progress bar is shown."""
SHORT = 8
PACK = "pack"
FORMS = {"shinpan": Form.TRANSCRIPT, "pb": Form.BINARY, "json": Form.JSON, PACK: Form.BINARY}
"""What `--form` takes; the last is all games in one file."""


def playable(game: str, mode: str) -> Game:
    """A game, if that mode of it is played here."""
    known = [mode.name for mode in games()[game].modes if mode.supported]
    if mode not in known:
        raise click.BadParameter(told("cli.play.modes", mode=mode, game=game, modes=tuple(known)), param_hint="--mode")
    return games()[game]


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@click.option("--mode", required=True, help="The mode, by the catalogue's name.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same text gives the same games.")
@click.option("--games", "count", default=1, show_default=True, type=click.IntRange(1, 1_000_000), help="How many.")
@click.option("--pack", "pack_id", default="house", show_default=True, help="The card pack.")
@packs_option
@click.option("--player", default=QUICK, show_default=True, type=click.Choice(list(PLAYERS)), help="Who plays.")
@click.option("--out", type=FILE, help="The folder to write to; it is made if need be.")
@click.option("--form", default="shinpan", show_default=True, type=click.Choice([*FORMS]))
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="Processes that play.")
@click.option("--digest", is_flag=True, help="Judge the games and print one digest of their last links.")
@messages_option
def simulate(
    game: str,
    mode: str,
    seed: str,
    count: int,
    pack_id: str,
    player: str,
    out: Path | None,
    form: str,
    jobs: int,
    digest: bool,
) -> None:
    """Plays random legal games and writes one record for each, with `--form pack` all into one file (.records). The
    games are listed by `shinpan games`.

    The player `quick` may play otherwise in another version; `play-1` is defined by words and vectors and never does.

    \b
    shinpan simulate wars3x3 --mode beginner --seed 7 --games 100 --out games/
    shinpan simulate wars3x3 --mode beginner --out games/ --form pb
    shinpan simulate wars3x3 --mode beginner --games 1000 --out games/ --form pack --jobs 2
    shinpan simulate wars3x3 --mode beginner --games 100 --player play-1 --digest
    """
    if out is None and not digest:
        raise click.UsageError(told("cli.play.where"))
    pack = _pack(playable(game, mode), pack_id)
    kind = FORMS[form]
    said = asked_language(), written_language()
    series = Series(game, mode, pack.id, seed, player, kind if out else None, *said, digest, texts_given())
    links: list[bytes] = []
    base = f"{mode}-{_short(seed)}"
    with _to(out, base, form) as keep, progress(range(1, count + 1), "playing", MANY) as numbers:
        try:
            for number, played in zip(numbers, series.games(count, jobs), strict=False):
                if digest:
                    links.append(played.link)
                name = f"{base}-{number:0{len(str(count))}d}{kind.value}"
                keep(Kept(name.encode(), kind, played.data))
        except NotPlayed as error:
            raise Failed(str(error)) from None
    if digest:
        click.echo(f"{digest_of(links)}  {player} {game} {mode} {pack.id} {_short(seed)} {count}")
    if out is not None:
        one = told("cli.play.wrote_one", folder=named(out))
        click.echo(one if count == 1 else told("cli.play.wrote", count=count, folder=named(out)))


@contextmanager
def _to(out: Path | None, base: str, form: str) -> Iterator[Callable[[Kept], None]]:
    """Where games are kept: files in a folder, or one file there; nowhere without one."""
    if out is None:
        yield lambda _: None
        return
    with told_of(out):
        out.mkdir(parents=True, exist_ok=True)
    if form != PACK:
        yield lambda kept: write(kept.data, out / kept.name.decode())
        return
    with packing(out / f"{base}{END}") as file:
        yield file.add


def _pack(game: Game, pack_id: str) -> Pack:
    """The pack of an id."""
    try:
        pack = game.pack(pack_id)
    except NotHere as error:
        raise click.BadParameter(in_words(error), param_hint="--pack") from None
    if pack is None:
        raise click.BadParameter(told("cli.play.packs", game=game.name, packs=tuple(game.packs)), param_hint="--pack")
    return pack


def _short(seed: str) -> str:
    """A seed as a part of a file's name: itself if it is a plain word, else the beginning of its hash."""
    if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", seed):
        return seed
    return sha256(seed.encode("utf-8", "surrogateescape")).hexdigest()[:SHORT]
