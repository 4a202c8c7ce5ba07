"""`bench`: how fast, in one run, as ratios."""

import platform

import click
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from shinpan_engine.games.registry import GAMES
from shinpan_service import bench as bench_module

from .output import console, error_console, print_json


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)), default="wars3x3")
@click.option("--mode", default="beginner", show_default=True, help="The mode, by the catalogue's name.")
@click.option("--games", default=300, show_default=True, type=click.IntRange(20, 100_000), help="Random games.")
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(1, 100), help="The best of so many counts.")
@click.option("--seed", default="bench", show_default=True, help="Any text.")
@click.option("--memory-games", default=0, type=click.IntRange(0), help="Also judge so many and tell the peak memory.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def bench(game: str, mode: str, games: int, rounds: int, seed: str, memory_games: int, as_json: bool) -> None:
    """Measures on one core how fast records are judged, with a state hash and a link after every action.

    \b
    shinpan bench
    shinpan bench --memory-games 100000
    """
    chosen = GAMES[game]
    records = bench_module.records_of(chosen, mode, games, seed)
    rows = bench_module.measure(chosen, records, rounds)
    peaks = []
    if memory_games:
        with Progress(console=error_console(), disable=not error_console().is_terminal) as progress:
            task = progress.add_task("judging", total=memory_games)
            peaks = bench_module.memory(chosen, records, memory_games, lambda: progress.advance(task, 1000))
    if as_json:
        print_json({"rows": [row._asdict() for row in rows], "memory": [peak._asdict() for peak in peaks]})
        return
    out = console()
    length = sum(len(record.entries) for record in records) / len(records)
    out.print(
        Text(
            f"{game} {mode}: {games} random games of {length:.0f} actions, best of {rounds} rounds, one core, "
            f"Python {platform.python_version()}"
        )
    )
    table = Table("what", "actions/s", "of the floor", "games/s")
    for row in rows:
        table.add_row(row.what, f"{row.actions:,.0f}", f"{row.actions / rows[0].actions:.2f}", f"{row.games:,.0f}")
    out.print(table)
    for peak in peaks:
        out.print(Text(f"peak memory after {peak.games:,} games: {peak.peak_kib / 1024:.1f} MiB"))
