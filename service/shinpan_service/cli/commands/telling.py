"""`story`: a recorded game in words."""

from collections.abc import Iterator
from pathlib import Path

import click

from shinpan_engine.kernel.judging.record import Record
from shinpan_records.story import FINDING, Line
from shinpan_service.messages import records

from ..files import FILE, NotARecord, load
from ..languages import messages_option
from ..naming import Naming
from ..output import Failed, console, print_json
from ..own_packs import packs_option
from ..referees import Referee, looked_at, referee, refusals_told, server_option
from ..story import RecordStory, print_story
from ..viewers import viewer_option


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@viewer_option
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a line of the story.")
@packs_option
@messages_option
@server_option
def story(file: Path, viewer: int, as_json: bool, server: str | None) -> None:
    """Tells a recorded game turn by turn, in words, as somebody may see it.

    Each turn begins with what each player has then. What is found ends the story. Exit 1 if anything is found.

    \b
    shinpan story game.shinpan
    shinpan story game.shinpan --as public
    shinpan story --json game.shinpan | jq -r .text

    With --json each line has: kind (title, head, events, finding, corrected, end), turn, step (the action's number),
    seat (who acted), printed_step, text.
    """
    record, viewer = looked_at(file, load(file)[0], viewer)
    naming, out = Naming(record.header), console()
    try:
        with referee(server) as judge, refusals_told(server):
            lines = list(told(judge, record, naming, viewer))
    except Failed as failure:
        raise NotARecord(file, failure.message) from None
    if as_json:
        for line in lines:
            print_json(line._asdict(), out)
    else:
        print_story(out, lines, naming.game)
    raise SystemExit(1 if any(line.kind == FINDING for line in lines) else 0)


def told(judge: Referee, record: Record, naming: Naming, viewer: int) -> Iterator[Line]:
    """The story of a record as a referee tells its steps."""
    telling = RecordStory(record, naming)
    for part in judge.steps(records.record_to_message(record), viewer=viewer):
        yield from telling.told(part.step) if part.HasField("step") else telling.ending(part.report, viewer)
