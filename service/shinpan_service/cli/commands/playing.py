"""`simulate`: random legal play."""

import re
from hashlib import sha256
from pathlib import Path

import click

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import NotHere, Undecidable
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import sentence
from shinpan_service.workbench.simulation import Endless, random_record, seed_of

from ..files import FILE, named, told_of, write, written
from ..games_given import games
from ..languages import asked_language, in_words, told
from ..output import Failed, progress
from ..own_packs import packs_option

MANY = 20
"""From so many games on a progress bar is shown."""
SHORT = 8


def playable(game: str, mode: str) -> Game:
    """A game, if that mode of it is played here."""
    known = [mode.name for mode in games()[game].modes if mode.supported]
    if mode not in known:
        raise click.BadParameter(told("cli.play.modes", game=game, modes=tuple(known)), param_hint="--mode")
    return games()[game]


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@click.option("--mode", required=True, help="The mode, by the catalogue's name.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same text gives the same games.")
@click.option("--games", "count", default=1, show_default=True, type=click.IntRange(1, 1_000_000), help="How many.")
@click.option("--pack", "pack_id", default="house", show_default=True, help="The card pack.")
@packs_option
@click.option("--out", required=True, type=FILE, help="The folder to write to; it is made if need be.")
@click.option("--form", default="shinpan", show_default=True, type=click.Choice(["shinpan", "pb", "json"]))
def simulate(game: str, mode: str, seed: str, count: int, pack_id: str, out: Path, form: str) -> None:
    """Plays random legal games and writes one record for each. The games are told by `shinpan games`.

    \b
    shinpan simulate wars3x3 --mode beginner --seed 7 --games 100 --out games/
    shinpan simulate wars3x3 --mode beginner --out games/ --form pb
    """
    chosen = playable(game, mode)
    try:
        pack = chosen.pack(pack_id)
    except NotHere as error:
        raise click.BadParameter(in_words(error), param_hint="--pack") from None
    if pack is None:
        raise click.BadParameter(told("cli.play.packs", game=game, packs=tuple(chosen.packs)), param_hint="--pack")
    with told_of(out):
        out.mkdir(parents=True, exist_ok=True)
    width, series = len(str(count)), f"{mode}-{_short(seed)}"
    with progress(range(1, count + 1), "playing", MANY) as numbers:
        for number in numbers:
            try:
                record = random_record(chosen, mode, pack, seed_of(seed, number))
            except Undecidable as error:
                why = sentence(error.message.of(game), asked_language(), pack.names)
                raise Failed(told("cli.play.not_enough", pack=pack.id, why=why)) from None
            except Endless as error:
                raise Failed(sentence(error.message, asked_language())) from None
            path = out / f"{series}-{number:0{width}d}.{form}"
            write(written(record, path), path)
    one = told("cli.play.wrote_one", folder=named(out))
    click.echo(one if count == 1 else told("cli.play.wrote", count=count, folder=named(out)))


def _short(seed: str) -> str:
    """A seed as a part of a file's name: itself if it is a plain word, else the beginning of its hash."""
    if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", seed):
        return seed
    return sha256(seed.encode("utf-8", "surrogateescape")).hexdigest()[:SHORT]
