"""`corpus`: many records."""

import click

from ...languages import messages_option
from .comparing import diff
from .packing import pack, unpack
from .telling import report
from .verifying import verify


@click.group()
@messages_option
def corpus() -> None:
    """Keeps many records in one file, judges them, and compares what came of that.

    \b
    shinpan corpus pack games/ all.records
    shinpan corpus verify all.records --out results/ --jobs 4
    shinpan corpus report results/
    shinpan corpus diff before/ after/
    """


for command in (pack, unpack, verify, report, diff):
    corpus.add_command(command)
