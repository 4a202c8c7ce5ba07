"""`perft`: how many sequences of decisions can follow a position."""

from pathlib import Path

import click

from shinpan_engine.kernel.errors import Impossible, Undecidable
from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.messages import Telling
from shinpan_engine.kernel.play.views import REFEREE
from shinpan_records.transcript import message_told
from shinpan_service.messages.viewing import View
from shinpan_service.workbench import perft as counts

from ..files import FILE, NotARecord, load, named
from ..games_given import games
from ..languages import asked_language, messages_option, told
from ..messages_shown import as_dict
from ..naming import Naming
from ..output import console, print_json, progress, say
from ..own_packs import packs_option
from ..referees import refusals_told
from .looking import print_not_reached, step_option

DEEPEST = 50
MANY = 2
"""From so many first actions on a progress bar is shown."""


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--depth", default=2, show_default=True, type=click.IntRange(1, DEEPEST), help="Decisions in a row.")
@step_option
@packs_option
@messages_option
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def perft(file: Path, depth: int, step: int | None, as_json: bool) -> None:
    """Counts the sequences of so many legal decisions that can follow some actions of a record, by the first of them.

    What the pack leaves open is not counted; a card that the record leaves open cannot be drawn. Exit 1 if the replay
    does not come so far.

    \b
    shinpan perft game.shinpan --depth 3
    shinpan perft game.shinpan --step 27 --json | jq .total

    The JSON has: file, depth, total, actions (line and count of each), report; of a replay that does not come so far no
    actions, and null for the total.
    """
    record, _ = load(file)
    with refusals_told(None):
        replay = Replay(games(), record)
    course: list[Action] = []
    replay.run(step, lambda shown: course.extend([shown.action] if shown.action else []))
    report = View(replay, REFEREE).report()
    reached = replay.match is not None and step in (None, replay.replayed)
    lines = _counted(file, replay, course, depth) if reached else []
    total = sum(count for _, count in lines) if reached else None
    if as_json:
        actions = [{"line": line, "count": count} for line, count in lines]
        counted = {"file": named(file), "depth": depth, "total": total, "actions": actions}
        print_json({**counted, "report": as_dict(report)})
    elif total is None:
        print_not_reached(file, record, report, step)
    else:
        _print(lines, total, Naming(record.header))
    raise SystemExit(0 if reached else 1)


def _counted(file: Path, replay: Replay, course: list[Action], depth: int) -> list[tuple[str, int]]:
    """Each action that may come next, with how many sequences begin with it."""
    header = replay.header
    actions = list(counts.following(header, course, games()))
    try:
        with progress(actions, "counting", MANY) as shown:
            return [
                (
                    text.line(action.seat, action.what, replay.names),
                    counts.sequences(header, [*course, action], depth - 1, games()),
                )
                for action in shown
            ]
    except (Undecidable, Impossible) as error:
        why = message_told(error.message.of(header.game), Telling(asked_language(), replay.names))
        raise NotARecord(file, told("cli.count.cannot", why=why)) from None


def _print(lines: list[tuple[str, int]], total: int, naming: Naming) -> None:
    """The counts for people, the sum last."""
    out, width = console(), len(f"{total:,}")
    for line, count in lines:
        say(out, naming.line(line), after=f"{count:{width},}  ")
    say(out, told("cli.count.all"), "bold", after=f"{total:{width},}  ")
