"""`games` and `rules`: what this referee can judge, clause by clause."""

from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.clauses import Clause
from shinpan_engine.kernel.game import Game
from shinpan_service.coverage import Coverage, coverage

from .output import console, print_json


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each game.")
def games(as_json: bool) -> None:
    """The games, their modes and their card packs."""
    out = console()
    for game in GAMES.values():
        if as_json:
            print_json(_game_dict(game))
            continue
        out.print(Text(f"{game.name}  {game.title}  edition {', '.join(game.editions)}", "bold"))
        table = Table("mode", "printed name", "seats", "", box=None, pad_edge=False)
        for mode in game.modes:
            seats = f"{mode.min_seats}" if mode.min_seats == mode.max_seats else f"{mode.min_seats}-{mode.max_seats}"
            table.add_row(mode.name, mode.title, seats, "" if mode.supported else "not supported yet")
        out.print(table)
        for pack in game.packs.values():
            out.print(Text(f"pack {pack.id}  {pack.digest.hex()[:16]}  {pack.title}"))


def _game_dict(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "editions": list(game.editions),
        "modes": [mode._asdict() for mode in game.modes],
        "packs": [{"id": p.id, "title": p.title, "digest": p.digest.hex()} for p in game.packs.values()],
    }


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("clause", required=False)
@click.option("--mode", help="Only clauses that bind in this mode.")
@click.option("--coverage", "covered", is_flag=True, help="Which binding clauses the tests hold; 1 if any is missing.")
@click.option("--tests", type=click.Path(path_type=Path), default=Path("tests"), help="Where the tests are.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each clause.")
def rules(game: str, clause: str | None, mode: str | None, covered: bool, tests: Path, as_json: bool) -> None:
    """The clauses of a game's rules, or one of them.

    \b
    shinpan rules wars3x3 W3-4.2-4
    shinpan rules wars3x3 --mode beginner
    shinpan rules wars3x3 --coverage
    """
    chosen = GAMES[game]
    if covered:
        _print_coverage(chosen, coverage(chosen, tests), as_json)
        return
    if mode is not None and mode not in [m.name for m in chosen.modes]:
        raise click.BadParameter(f"{game} has no mode “{mode}”", param_hint="--mode")
    if clause is not None and clause not in chosen.rules:
        raise click.BadParameter(f"{game} has no clause “{clause}”", param_hint="CLAUSE")
    wanted = [c for c in chosen.rules if clause in (None, c.id) and (mode is None or mode in c.modes)]
    for one in wanted:
        if as_json:
            print_json({name: getattr(one, name) for name in Clause.__struct_fields__})
        elif clause:
            _print_clause(one)
        else:
            console().print(Text(f"{one.id:12} {one.text}"))


def _print_clause(clause: Clause) -> None:
    out = console()
    out.print(Text(clause.id, "bold"), Text(clause.section, "dim"))
    out.print(Text(clause.text))
    out.print(Text(f"binds in   {', '.join(clause.modes)}"))
    out.print(Text(f"held by    {clause.hold}" + (f" ({clause.reason})" if clause.reason else "")))
    if clause.inferred:
        out.print(Text("inferred   follows from the print, or fills a gap of it"))
    if clause.ambiguity:
        out.print(Text(f"open       {clause.ambiguity}"))
        out.print(Text(f"read as    {clause.ruling}"))


def _print_coverage(game: Game, found: Coverage, as_json: bool) -> None:
    """Tested and binding clauses for each mode; exit 1 where an implemented mode misses one, or a mark is wrong."""
    failed = bool(found.strangers)
    out = console()
    table = Table("mode", "tested", "binding", "missing")
    for mode in game.modes:
        missing = found.missing[mode.name]
        failed = failed or (mode.supported and bool(missing))
        binding = len(game.rules.binding(mode.name))
        table.add_row(
            mode.name + ("" if mode.supported else " (not supported yet)"),
            f"{binding - len(missing)}",
            f"{binding}",
            f"{len(missing)}",
        )
    if as_json:
        print_json({"missing": found.missing, "strangers": found.strangers})
    else:
        out.print(table)
        for mode in game.modes:
            if mode.supported and found.missing[mode.name]:
                out.print(Text(f"{mode.name}, without a test: {' '.join(found.missing[mode.name])}"))
        for place, clause in found.strangers:
            out.print(Text(f"{place}: there is no clause {clause}"))
    if failed:
        raise SystemExit(1)
