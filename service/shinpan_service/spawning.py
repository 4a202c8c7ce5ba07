"""Processes of ours, started afresh. Ctrl-C means the first of them, which ends the others."""

import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

SPAWN = multiprocessing.get_context("spawn")


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started meanwhile never hear of Ctrl-C, not even while they load; this one hears it later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It is started with the first process, and lets Ctrl-C through again when it is.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
