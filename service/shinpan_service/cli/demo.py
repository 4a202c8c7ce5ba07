"""`demo`: the referee at work, over gRPC, on the game printed in the 3x3Wars manual."""

from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from shinpan.v1 import record_pb2, report_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_service import records
from shinpan_service import repair as repairing
from shinpan_service.client import Client
from shinpan_service.server import ServerOptions, running

from .files import load
from .output import console, print_report

RECORDS = ("printed-replay.shinpan", "printed-replay-as-printed.shinpan")
TOLD = ("damage", "blocked", "destroyed", "deployed", "laid", "activated", "fizzled", "ended", "veiled", "strengthened")
"""The events worth telling."""


def record_file(name: str) -> Path:
    """A record that comes with the distribution; in a checkout it lies among the fixtures."""
    packed = Path(__file__).parents[1] / "data" / name
    return packed if packed.exists() else Path(__file__).parents[3] / "fixtures" / "wars3x3" / name


@click.command()
def demo() -> None:
    """Starts the service on a free port, has the printed replay judged over gRPC, then the same with its misprint."""
    out = console()
    with running(ServerOptions(workers=1)) as address, Client(address) as client:
        out.print(Text(f"the service listens on {address}", "dim"))
        right, misprinted = (record_file(name) for name in RECORDS)
        out.print(Text("\nThe replay printed in the manual, with its misprint put right:", "bold"))
        record = _message(right)
        tell_turns(out, client, record)
        print_report(out, right.name, client.verify(record))
        out.print(Text("\nThe same as printed:", "bold"))
        print_report(out, misprinted.name, client.verify(_message(misprinted)), quiet=True)
    out.print(Text("\nWhich one change makes the whole record come out, every printed number included?", "bold"))
    for line in repairing.repairs(misprinted.read_text("utf-8"), GAMES).lines():
        out.print(Text(line))


def _message(path: Path) -> record_pb2.Record:
    record, _ = load(path)
    return records.record_to_message(record)


def tell_turns(out: Console, client: Client, record: record_pb2.Record) -> None:
    """The course of the game, a line for each turn."""
    names = GAMES["wars3x3"].packs[record.header.pack.id].names
    turn, happened = 0, list[str]()
    for part in client.steps(record):
        if part.WhichOneof("what") != "step":
            continue
        for event in part.step.events:
            if event.name in TOLD:
                happened.append(_told(event, names))
            if event.name in ("turn_began", "ended"):
                state = part.step.state.wars3x3
                lives = "/".join(str(side.life) for side in state.sides)
                out.print(Text(f"  {f'turn {turn}' if turn else 'set-up':7}  life {lives:6} {'; '.join(happened)}"))
                turn, happened = state.turn, []


def _told(event: report_pb2.Event, names: object) -> str:
    words = [event.name]
    for field in event.fields:
        if field.name in ("card", "magic"):
            number = names.numbers(field.name, field.value)  # type: ignore[attr-defined]
            words.append(names.printed(field.name, number[0]) if number else field.value)  # type: ignore[attr-defined]
        elif field.name in ("amount", "winner"):
            words.append(field.value)
    return " ".join(words)
