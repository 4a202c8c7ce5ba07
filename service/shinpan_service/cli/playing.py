"""`simulate`: random legal play."""

from pathlib import Path

import click
from rich.progress import track

from shinpan_engine.games.registry import GAMES
from shinpan_service.simulation import random_record, seed_of

from .files import Form, written
from .output import error_console

MANY = 50


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--mode", required=True, help="The mode, by the catalogue's name.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same text gives the same games.")
@click.option("--games", "count", default=1, show_default=True, type=click.IntRange(min=1), help="How many.")
@click.option("--pack", "pack_id", help="The card pack; else the complete one of the mode.")
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="The folder to write to.")
@click.option("--form", default="shinpan", show_default=True, type=click.Choice(["shinpan", "pb", "json"]))
def simulate(game: str, mode: str, seed: str, count: int, pack_id: str | None, out: Path, form: str) -> None:
    """Plays random legal games and writes one record for each.

    \b
    shinpan simulate wars3x3 --mode beginner --seed 7 --games 100 --out games/
    """
    chosen = GAMES[game]
    if mode not in [m.name for m in chosen.modes if m.supported]:
        known = ", ".join(m.name for m in chosen.modes if m.supported)
        raise click.BadParameter(f"{game} is played here in: {known}", param_hint="--mode")
    pack = chosen.pack(pack_id or chosen.complete[mode])
    if pack is None:
        raise click.BadParameter(f"{game} has the packs: {', '.join(chosen.packs)}", param_hint="--pack")
    out.mkdir(parents=True, exist_ok=True)
    width = len(str(count))
    progress = error_console()
    for number in track(
        range(1, count + 1), "playing", console=progress, disable=count < MANY or not progress.is_terminal
    ):
        record = random_record(chosen, mode, pack, seed_of(seed, number))
        path = out / f"{mode}-{seed}-{number:0{width}d}.{form}"
        path.write_bytes(written(record, Form(f".{form}")))
