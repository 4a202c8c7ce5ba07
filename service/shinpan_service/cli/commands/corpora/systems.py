"""Where several processes can judge."""

import sys

from ...languages import told
from ...output import Failed


def see_whether_it_runs_here() -> None:
    """Refuses on systems whose asyncio lacks what children need."""
    if sys.platform == "win32":
        raise Failed(told("cli.jobs.no_windows"))
