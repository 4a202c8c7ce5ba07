"""A taste of what `python -m tools.soak` does for ten minutes: mixed load, and workers killed meanwhile."""

import sys
from pathlib import Path

from tools import soak

from .servers import serving, wait_until

SHINPAN = [Path(sys.executable).with_name("shinpan")]
SECONDS = 6


def test_no_game_is_lost_though_workers_are_killed() -> None:
    """Games, calls, streams and mutants at the same time: each game is what was played, and the server is as it was."""
    with serving(SHINPAN) as server:
        there = len(server.workers)
        _, lost = soak.soak(server, SECONDS, seed=1, kill_each=1)
        assert not lost
        assert wait_until(lambda: server.health() == "SERVING" and len(server.workers) == there, 30)
