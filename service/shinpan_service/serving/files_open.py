"""How many files the server may have open: each connection is one, and a worker needs some to be started."""

import logging
import sys
from contextlib import suppress
from dataclasses import replace

from .options import CannotServe, ServerOptions

OWN_FILES = 48
"""What the server has open by itself, with some to spare."""
WORKER_FILES = 8
"""What a worker takes while it is started."""
_log = logging.getLogger(__name__)


def within_limits(options: ServerOptions) -> ServerOptions:
    """Raises the limit of the process as far as it needs to be, and takes fewer connections where it cannot be."""
    if sys.platform == "win32":
        return options
    import resource  # noqa: PLC0415  # it is not there on Windows

    own = OWN_FILES + WORKER_FILES * options.workers
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    doors = 1 if options.http is None else 2
    wanted = own + doors * options.connections
    if soft < wanted and soft != resource.RLIM_INFINITY:
        with suppress(OSError, ValueError):
            raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
    if soft >= wanted or soft == resource.RLIM_INFINITY:
        return options
    left = (soft - own) // doors
    if left < 1:
        raise CannotServe("service.start.files", allowed=soft, least=own + doors)
    _log.warning("only %d connections are taken: %d open files are allowed (ulimit -n)", left, soft)
    return replace(options, connections=left)
