"""`demo`: the referee at work, over gRPC, on the game printed in the 3x3Wars manual."""

from pathlib import Path

import click
from rich.console import Console

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_records import repair as repairing
from shinpan_service.client import Client
from shinpan_service.messages import records
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running

from ..files import load
from ..languages import asked_language, messages_option
from ..languages import told as said
from ..naming import Naming
from ..output import console, say
from ..reports import print_report
from ..story import print_story
from .page import write_page
from .serving import see_whether_it_runs_here
from .telling import told

PAGE = "shinpan-demo.html"
RECORDS = ("printed-replay.shinpan", "printed-replay-as-printed.shinpan")


def record_file(name: str) -> Path:
    """A record that comes with the distribution; in a checkout it lies among the fixtures."""
    packed = Path(__file__).parents[2] / "data" / name
    return packed if packed.exists() else Path(__file__).parents[4] / "fixtures" / "wars3x3" / name


@click.command()
@messages_option
@click.option("--page", "as_page", is_flag=True, help=f"Write the game as printed as a page instead: {PAGE}.")
def demo(as_page: bool) -> None:
    """Shows the referee at work on the game that the 3x3Wars manual prints.

    Starts the service on a free port, has the printed replay judged over gRPC, then the same with its misprint, and
    looks for what was meant.

    \b
    shinpan demo
    shinpan demo --page
    """
    if as_page:
        write_page(record_file(RECORDS[1]), Path(PAGE))
        return
    see_whether_it_runs_here()
    out = console()
    right, misprinted = (record_file(name) for name in RECORDS)
    with running(ServerOptions(workers=1)) as address, Client(address, language=asked_language()) as client:
        say(out, said("cli.demo.listens", address=address), "dim")
        record, _ = load(right)
        message, naming = records.record_to_message(record), Naming(record.header)
        _title(out, said("cli.demo.right"))
        print_story(out, told(client, record, naming, REFEREE), naming.game)
        print_report(out, right.name, client.verify(message), naming)
        _title(out, said("cli.demo.printed"))
        wrong, _ = load(misprinted)
        report = client.verify(records.record_to_message(wrong))
        print_report(out, misprinted.name, report, naming, quiet=True)
    _title(out, said("cli.demo.repair"))
    for line in repairing.repairs(misprinted.read_text("utf-8"), GAMES).lines(asked_language()):
        say(out, line)


def _title(out: Console, text: str) -> None:
    out.print()
    say(out, text, "bold")
