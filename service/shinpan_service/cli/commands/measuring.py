"""`bench`: how fast, in one run, as ratios."""

import platform
from types import FunctionType
from typing import Any

import click
from rich import box
from rich.table import Table

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.play.match import Match
from shinpan_service.workbench import bench as measuring

from ..languages import messages_option
from ..languages import told as said
from ..output import console, counting, print_json, print_table, say
from .playing import playable


@click.command()
@click.argument("game", metavar="[GAME]", type=click.Choice(list(GAMES)), default="wars3x3")
@click.option("--mode", default="", help="The mode, by the catalogue's name.  [default: the first played here]")
@click.option("--games", default=300, show_default=True, type=click.IntRange(1, 100_000), help="Random games.")
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(1, 100), help="The best of so many counts.")
@click.option("--seed", default="bench", show_default=True, help="Any text.")
@click.option(
    "--memory-games", default=0, type=click.IntRange(0, 10_000_000), help="Also judge so many and tell the peak memory."
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@messages_option
def bench(game: str, mode: str, games: int, rounds: int, seed: str, memory_games: int, as_json: bool) -> None:
    """Measures on one core how fast records are judged, with a state hash and a link after every action. The
    games are told by `shinpan games`.

    \b
    shinpan bench
    shinpan bench --memory-games 100000
    shinpan bench --json --games 50 | jq .rows

    The JSON has: game, mode, games, actions, rounds, python, compiled (whether the rules are), rows (what, actions and
    games a second, and the share of the floor), memory (games and the peak in KiB).
    """
    mode = mode or next(mode.name for mode in GAMES[game].modes if mode.supported)
    chosen = playable(game, mode)
    with counting(games + rounds * measuring.FIGURES + memory_games, "measuring") as advance:
        records = measuring.records_of(chosen, mode, games, seed, advance)
        rows = measuring.measure(chosen, records, rounds, advance)
        peaks = measuring.memory(chosen, records, memory_games, advance)
    told: dict[str, Any] = {
        "game": game,
        "mode": mode,
        "games": games,
        "actions": sum(len(record.entries) for record in records),
        "rounds": rounds,
        **_on_this_machine(),
        "rows": [{**row._asdict(), "of_floor": row.actions / rows[0].actions} for row in rows],
        "memory": [peak._asdict() for peak in peaks],
    }
    if as_json:
        print_json(told)
    else:
        _print(told)


def _on_this_machine() -> dict[str, Any]:
    """What the figures depend on besides the games."""
    return {"python": platform.python_version(), "compiled": not isinstance(Match.play, FunctionType)}


def _print(told: dict[str, Any]) -> None:
    """The figures for people."""
    out = console()
    each = told["actions"] // told["games"]
    say(
        out,
        said(
            "cli.bench.compiled" if told["compiled"] else "cli.bench.text",
            game=told["game"],
            mode=told["mode"],
            games=told["games"],
            actions=each,
            rounds=told["rounds"],
            python=told["python"],
        ),
    )
    heads = (said("cli.bench.what"), said("cli.bench.actions"), said("cli.bench.floor"), said("cli.bench.games"))
    table = Table(*heads, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for row in told["rows"]:
        table.add_row(row["what"], f"{row['actions']:,.0f}", f"{row['of_floor']:.2f}", f"{row['games']:,.0f}")
    print_table(out, table)
    for peak in told["memory"]:
        say(out, said("cli.bench.peak", games=f"{peak['games']:,}", mib=f"{peak['peak_kib'] / 1024:.1f}"))
