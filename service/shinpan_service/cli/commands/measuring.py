"""`bench`: how fast, in one run, as ratios."""

import platform
from types import FunctionType
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Column, Table

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.play.match import Match
from shinpan_service import service_bench
from shinpan_service.corpora import benching
from shinpan_service.messages.records import record_to_message
from shinpan_service.workbench import bench as measuring
from shinpan_service.workbench import text_bench

from ..languages import messages_option
from ..languages import told as said
from ..output import console, counting, print_json, print_table, say
from .corpora.systems import see_whether_it_runs_here
from .playing import playable

BENCH_GAMES, TEXT_GAMES, CORPUS_GAMES = 300, 20, 300
"""Random games that are measured if nobody says how many; of texts so many of each mode."""


@click.command()
@click.argument("game", metavar="[GAME]", type=click.Choice(list(GAMES)), required=False)
@click.option("--mode", default="", help="The mode, by the catalogue's name.  [default: the first played here]")
@click.option(
    "--games", type=click.IntRange(1, 100_000), help="Random games.  [default: 300; with --text 20 of each mode]"
)
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(1, 100), help="The best of so many counts.")
@click.option("--seed", default="bench", show_default=True, help="Any text.")
@click.option(
    "--memory-games", default=0, type=click.IntRange(0, 10_000_000), help="Also judge so many and show the peak memory."
)
@click.option("--serve", is_flag=True, help="Measure the service beside the same work in process.")
@click.option("--text", is_flag=True, help="Measure records as text, exported and by hand, of all games or of one.")
@click.option("--corpus", is_flag=True, help="Measure many records, by processes, the service and Dask.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@messages_option
def bench(
    game: str | None,
    mode: str,
    games: int | None,
    rounds: int,
    seed: str,
    memory_games: int,
    serve: bool,
    text: bool,
    corpus: bool,
    as_json: bool,
) -> None:
    """Measures on one core how fast records are judged, with a state hash and a link after every action. The
    games are listed by `shinpan games`.

    \b
    shinpan bench
    shinpan bench --memory-games 100000
    shinpan bench --json --games 50 | jq .rows
    shinpan bench --serve
    shinpan bench --text
    shinpan bench --corpus --games 200

    The JSON has: game, mode, games, actions, rounds, python, compiled (whether the rules are), rows (what, actions and
    games a second, and the share of the floor), memory (games and the peak in KiB). With --serve, instead of these
    two: in_process, in_parallel (in as many processes as workers at the same time) and batch (games a second), workers,
    share (what the stream has of all processors judging in process, but for what the client takes), parallel_share
    (the same of in_parallel), client (what the client takes of one processor), judging_share (what judging in process
    takes of the processor time of the service, or null), in_process_ms (a game in process), calls (clients, p50 and
    p99 in milliseconds and as multiples of that: p50_ratio, p99_ratio). With --text: games, python, compiled, and rows
    with game, mode, and milliseconds of processor time a game: decoded, canonical (as exported), by_hand. With --corpus
    rows have form, way (processes, server or dask), jobs, records (a second), and milliseconds of processor time a
    record: first_ms of the first process, judging_ms of those that judge (or null); memory is of the first process.
    """
    if text:
        chosen = [GAMES[game]] if game else [*GAMES.values()]
        _bench_text(chosen if not mode or game else chosen[:1], mode, games or TEXT_GAMES, seed, as_json)
        return
    if corpus:
        _bench_corpus(game or next(iter(GAMES)), mode, games or CORPUS_GAMES, rounds, seed, memory_games, as_json)
        return
    _bench(game or next(iter(GAMES)), mode, games or BENCH_GAMES, rounds, seed, memory_games, serve, as_json)


def _bench(
    game: str, mode: str, games: int, rounds: int, seed: str, memory_games: int, serve: bool, as_json: bool
) -> None:
    """Measures judging, or the service."""
    mode = mode or next(mode.name for mode in GAMES[game].modes if mode.supported)
    chosen = playable(game, mode)
    figures = service_bench.FIGURES if serve else measuring.FIGURES
    with counting(games + rounds * figures + (0 if serve else memory_games), "measuring") as advance:
        records = measuring.records_of(chosen, mode, games, seed, advance)
        if serve:
            found = _of_service(records, rounds, advance)
        else:
            found = _of_rules(chosen, records, rounds, memory_games, advance)
    told: dict[str, Any] = {
        "game": game,
        "mode": mode,
        "games": games,
        "actions": sum(len(record.entries) for record in records),
        "rounds": rounds,
        **_on_this_machine(),
        **found,
    }
    if as_json:
        print_json(told)
    else:
        (_print_service if serve else _print)(told)


def _bench_corpus(game: str, mode: str, games: int, rounds: int, seed: str, memory_games: int, as_json: bool) -> None:
    """Measures many records."""
    see_whether_it_runs_here()
    mode = mode or next(mode.name for mode in GAMES[game].modes if mode.supported)
    with counting(games + rounds * benching.FIGURES + memory_games, "measuring") as advance:
        records = measuring.records_of(playable(game, mode), mode, games, seed, advance)
        rows, peaks = benching.measure(records, rounds, memory_games, advance)
    said_of: dict[str, Any] = {"game": game, "mode": mode, "games": games, "rounds": rounds}
    if as_json:
        found = {"rows": [row._asdict() for row in rows], "memory": [peak._asdict() for peak in peaks]}
        print_json({**said_of, **_on_this_machine(), **found})
        return
    out, on = console(), _on_this_machine()
    key = "cli.bench.corpus.compiled" if on["compiled"] else "cli.bench.corpus.text"
    say(out, said(key, **said_of, python=on["python"]))
    _print_corpus(out, rows)
    for peak in peaks:
        say(out, said("cli.bench.peak", games=f"{peak.records:,}", mib=f"{peak.peak_kib / 1024:.1f}"))


def _print_corpus(out: Console, rows: list[benching.Figure]) -> None:
    """Records a second of each form, what two processes have of twice one, and processor time."""
    form = Column(said("cli.bench.corpus.form"), no_wrap=True)
    jobs = [said("cli.bench.corpus.jobs", jobs=jobs) for jobs in benching.JOBS]
    more = [
        said("cli.bench.corpus.share"),
        said("cli.bench.corpus.judging"),
        said("cli.bench.corpus.first"),
        said("cli.bench.corpus.of_time"),
    ]
    table = Table(form, *jobs, *more, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    found = {(row.form, row.way, row.jobs): row for row in rows}
    for row in rows:
        one = found[row.form, benching.PROCESSES, 1]
        if row is one:
            continue
        processes = row.way == benching.PROCESSES
        name = row.form if processes else _way_told(row)
        rates = [f"{one.records:,.0f}" if processes else "", f"{row.records:,.0f}"]
        table.add_row(name, *rates, f"{row.records / (row.jobs * one.records):.2f}", *_times(row))
    print_table(out, table)


def _way_told(row: benching.Figure) -> str:
    """The form of records with what else judges them than processes of this command."""
    if row.way == benching.SERVER:
        return said("cli.bench.corpus.server", form=row.form, jobs=row.jobs)
    return said("cli.bench.corpus.dask", form=row.form, jobs=row.jobs)


def _times(row: benching.Figure) -> list[str]:
    """Milliseconds that judge, those of the first process, and the share that judges."""
    if row.judging_ms is None:
        return ["", f"{row.first_ms:.3f}", ""]
    share = row.judging_ms / ((row.judging_ms + row.first_ms) or 1)
    return [f"{row.judging_ms:.2f}", f"{row.first_ms:.3f}", f"{share:.2f}"]


def _bench_text(chosen: list[Game], mode: str, games: int, seed: str, as_json: bool) -> None:
    """Measures records as text."""
    played = [(game, one.name) for game in chosen for one in game.modes if one.supported]
    modes = [(game, mode) for game in chosen] if mode else played
    rows = []
    with counting(len(modes) * (games + text_bench.WARM), "measuring") as advance:
        for game, name in modes:
            rows.append(text_bench.measure(playable(game.name, name), name, games, seed, advance))
    if as_json:
        print_json({"games": games, **_on_this_machine(), "rows": [row._asdict() for row in rows]})
    else:
        _print_text(rows, games)


def _print_text(rows: list[text_bench.Row], games: int) -> None:
    """The figures of texts for people."""
    out = console()
    on = _on_this_machine()
    key = "cli.bench.text_compiled" if on["compiled"] else "cli.bench.text_plain"
    say(out, said(key, games=games, python=on["python"]))
    heads = (
        said("cli.bench.text_head.game"),
        said("cli.bench.text_head.decoded"),
        said("cli.bench.text_head.canonical"),
        said("cli.bench.text_head.by_hand"),
    )
    table = Table(*heads, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for row in rows:
        times = [f"{taken:.2f} ({taken / row.decoded:.2f})" for taken in (row.canonical, row.by_hand)]
        table.add_row(f"{row.game} {row.mode}", f"{row.decoded:.2f}", *times)
    print_table(out, table)


def _of_rules(game: Game, records: list[Record], rounds: int, games: int, advance: measuring.Told) -> dict[str, Any]:
    rows = measuring.measure(game, records, rounds, advance)
    peaks = measuring.memory(game, records, games, advance)
    return {
        "rows": [
            {**row._asdict(), "what": said(row.what.key), "of_floor": row.actions / rows[0].actions} for row in rows
        ],
        "memory": [peak._asdict() for peak in peaks],
    }


def _of_service(records: list[Record], rounds: int, advance: measuring.Told) -> dict[str, Any]:
    batch, calls = service_bench.measure([*map(record_to_message, records)], rounds, advance)
    shares = {"share": batch.share, "parallel_share": batch.parallel_share}
    return {**batch._asdict(), **shares, "calls": [one._asdict() for one in calls]}


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


def _print_service(told: dict[str, Any]) -> None:
    """The figures of the service for people."""
    out = console()
    values = {name: told[name] for name in ("game", "mode", "games", "rounds", "workers", "python")}
    compiled = told["compiled"]
    say(out, said("cli.bench.service.compiled", **values) if compiled else said("cli.bench.service.text", **values))
    say(out, said("cli.bench.service.in_process", games=f"{told['in_process']:,.0f}"))
    say(out, said("cli.bench.service.in_parallel", games=f"{told['in_parallel']:,.0f}"))
    shares = {name: f"{told[name]:.2f}" for name in ("share", "parallel_share", "client")}
    say(out, said("cli.bench.service.batch", games=f"{told['batch']:,.0f}", **shares))
    if told["judging_share"] is not None:
        say(out, said("cli.bench.service.judging", share=f"{told['judging_share']:.2f}"))
    say(out, said("cli.bench.service.calls", milliseconds=f"{told['in_process_ms']:.2f}"))
    table = Table(
        said("cli.bench.service.clients"), "p50 ms", "p99 ms", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False
    )
    for row in told["calls"]:
        cells = [f"{row[name]:.2f} ({row[f'{name}_ratio']:.1f})" for name in ("p50", "p99")]
        table.add_row(str(row["clients"]), *cells)
    print_table(out, table)
