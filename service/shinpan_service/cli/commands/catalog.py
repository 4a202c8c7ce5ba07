"""`games`, `rules` and `info`: what this referee or a server can judge, clause by clause."""

from pathlib import Path

import click
from rich import box
from rich.cells import set_cell_size
from rich.table import Table

from shinpan.v1 import referee_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel import messages
from shinpan_engine.kernel.clauses import Clause
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import Language, Message, pack_title, sentence
from shinpan_service.workbench.coverage import Coverage, coverage

from .. import games_given
from ..files import FILE, named
from ..languages import asked_language, language_option, messages_option, told
from ..messages_shown import as_dict
from ..output import Failed, console, print_json, print_table, say
from ..own_packs import packs_option
from ..referees import referee, refusals_told, server_option

FOLLOWS = messages.say("kernel.clause.follows")
LABEL = 11
"""Columns before each text of a clause."""
SHORT = 16
"""Hex digits of a digest that people compare by eye."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a game: name, title, editions, modes, packs.")
@packs_option
@messages_option
def games(as_json: bool) -> None:
    """Lists the games, their modes and their card packs.

    \b
    shinpan games
    shinpan games --json | jq .modes
    """
    for game in games_given.games().values():
        if as_json:
            print_json(_game_dict(game))
        else:
            _print_game(game)


def _print_game(game: Game) -> None:
    out = console()
    say(out, told("cli.games.head", name=game.name, title=game.title, editions=tuple(game.editions)), "bold")
    modes = _table(told("cli.games.mode"), told("cli.games.printed"), told("cli.games.seats"), "")
    for mode in game.modes:
        seats = f"{mode.min_seats}" if mode.min_seats == mode.max_seats else f"{mode.min_seats}-{mode.max_seats}"
        modes.add_row(mode.name, mode.title, seats, "" if mode.supported else told("cli.games.unsupported"))
    print_table(out, modes)
    out.print()
    packs = _table(told("cli.games.pack"), told("cli.games.digest"), "")
    for pack in game.made.found.values():
        packs.add_row(pack.id, pack.digest.hex()[:SHORT], pack_title(game.name, pack.title, asked_language()))
    print_table(out, packs)


@click.command()
@server_option
@click.option("--json", "as_json", is_flag=True, help="The answer of referee.proto as one line of JSON.")
@packs_option
@messages_option
def info(server: str | None, as_json: bool) -> None:
    """Shows the version, the limits, the games and the card packs of a server, or of this shinpan.

    \b
    shinpan info --server 127.0.0.1:50051
    shinpan info --server 127.0.0.1:50051 --json | jq .snapshot
    """
    with refusals_told(server), referee(server) as asked:
        found = asked.info()
    if as_json:
        print_json(as_dict(found))
    else:
        _print_info(found, "cli.info.server" if server else "cli.info.here")


def _print_info(info: referee_pb2.GetServerInfoResponse, head: str) -> None:
    out = console()
    said = told(head, version=info.version, snapshot=info.snapshot, schemes=tuple(info.schemes))
    say(out, said, "bold")
    limits = _table(told("cli.info.limit"), "")
    for limit in info.limits:
        limits.add_row(limit.name, f"{limit.value:.12g}")
    print_table(out, limits)
    for game in info.games:
        out.print()
        say(out, told("cli.games.head", name=game.name, title=game.title, editions=tuple(game.editions)), "bold")
        say(out, told("cli.info.modes", modes=tuple(mode.name for mode in game.modes if mode.supported)))
        packs = _table(told("cli.games.pack"), told("cli.games.digest"), "")
        for pack in game.packs:
            packs.add_row(pack.id, pack.digest.hex()[:SHORT], pack.title)
        print_table(out, packs)


def _table(*columns: str) -> Table:
    return Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)


def _game_dict(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "editions": list(game.editions),
        "modes": [mode._asdict() for mode in game.modes],
        "packs": [{"id": p.id, "title": p.title, "digest": p.digest.hex()} for p in game.made.found.values()],
    }


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@click.argument("clause", required=False)
@click.option("--mode", help="Only clauses that bind in this mode.")
@click.option("--coverage", "covered", is_flag=True, help="Which binding clauses the tests hold.")
@click.option("--tests", type=FILE, default=Path("tests"), show_default=True, help="Where the tests are.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a clause; with --coverage: missing, strangers.")
@language_option
def rules(
    game: str, clause: str | None, mode: str | None, covered: bool, tests: Path, as_json: bool, language: Language
) -> None:
    """Shows the clauses of a game's rules, or one of them. The games are listed by `shinpan games`.

    With --coverage exit 1 if a clause that binds in a mode played here has no test, or if a test is marked with what is
    no clause of any game.

    \b
    shinpan rules wars3x3 W3-4.2-4
    shinpan rules wars3x3 --mode beginner --lang ja
    shinpan rules wars3x3 --coverage
    """
    chosen = GAMES[game]
    if covered:
        if clause is not None or mode is not None:
            raise click.UsageError(told("cli.rules.coverage"))
        raise SystemExit(_print_coverage(chosen, _covered(chosen, tests), as_json))
    if mode is not None and mode not in [m.name for m in chosen.modes]:
        raise click.BadParameter(told("cli.rules.no_mode", game=game, mode=mode), param_hint="--mode")
    if clause is not None and clause not in chosen.rules:
        raise click.BadParameter(told("cli.rules.no_clause", game=game, clause=clause), param_hint="CLAUSE")
    if clause is not None and mode is not None and mode not in chosen.rules[clause].modes:
        raise click.BadParameter(told("cli.rules.not_binding", clause=clause, mode=mode), param_hint="--mode")
    for one in chosen.rules:
        if clause in (None, one.id) and (mode is None or mode in one.modes):
            _tell(chosen.rules.told(one, language), language, whole=clause is not None, as_json=as_json)


def _tell(clause: Clause, language: Language, whole: bool, as_json: bool) -> None:
    if as_json:
        print_json({name: getattr(clause, name) for name in Clause.__struct_fields__})
    elif whole:
        _print_clause(clause, language)
    else:
        say(console(), clause.text, after=f"{clause.id:12} ")


def _print_clause(clause: Clause, language: Language) -> None:
    """A clause with all that is known of it; what stands before each text is in the language too."""
    out = console()
    say(out, f"{clause.id}  {clause.section}", "bold")
    say(out, clause.text)
    rows = [
        (messages.say("kernel.clause.example"), clause.example),
        (messages.say("kernel.clause.modes"), ", ".join(clause.modes)),
        (messages.say("kernel.clause.hold"), _held(clause, language)),
        (messages.say("kernel.clause.inferred"), sentence(FOLLOWS, language) if clause.inferred else ""),
        (messages.say("kernel.clause.open"), clause.ambiguity),
        (messages.say("kernel.clause.reading"), clause.ruling),
    ]
    for title, text in rows:
        if text:
            say(out, text, after=set_cell_size(sentence(title, language), LABEL))


def _held(clause: Clause, language: Language) -> str:
    """What holds a clause, and why nothing does."""
    by = sentence(Message(f"kernel.held.{clause.hold}"), language)
    return sentence(messages.say("kernel.clause.held", by=by, reason=clause.reason), language) if clause.reason else by


def _covered(game: Game, tests: Path) -> Coverage:
    """What the tests of a folder hold."""
    if not tests.is_dir():
        raise Failed(told("cli.rules.no_tests", folder=named(tests)))
    try:
        return coverage(game, tests)
    except SyntaxError as error:
        raise Failed(told("cli.rules.no_python", file=error.filename or "", why=error.msg)) from None


def _print_coverage(game: Game, found: Coverage, as_json: bool) -> int:
    """Tested and binding clauses for each mode; gives the exit code."""
    played = [mode for mode in game.modes if mode.supported]
    if as_json:
        print_json({"missing": found.missing, "strangers": found.strangers})
    else:
        out = console()
        heads = (told("cli.games.mode"), told("cli.rules.tested"), told("cli.rules.binding"), told("cli.rules.missing"))
        table = _table(*heads)
        for mode in game.modes:
            missing, binding = len(found.missing[mode.name]), len(game.rules.binding(mode.name))
            name = mode.name if mode.supported else f"{mode.name} ({told('cli.games.unsupported')})"
            table.add_row(name, f"{binding - missing}", f"{binding}", f"{missing}")
        print_table(out, table)
        for mode in played:
            if found.missing[mode.name]:
                say(out, " ".join(found.missing[mode.name]), after=told("cli.rules.untested", mode=mode.name))
        for place, clause in found.strangers:
            say(out, told("cli.rules.stranger", clause=clause), after=f"{place}: ")
    return 1 if found.strangers or any(found.missing[mode.name] for mode in played) else 0
