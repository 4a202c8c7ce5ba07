"""`serve`: the gRPC service."""

import asyncio
import socket

import click

from shinpan_service.server import ServerOptions, announce
from shinpan_service.server import serve as run

from .output import Failed

DEFAULTS = ServerOptions()


@click.command()
@click.option("--host", default=DEFAULTS.host, show_default=True, help="Where to listen.")
@click.option("--port", default=50051, show_default=True, type=click.IntRange(0, 65535), help="0 is any free port.")
@click.option("--workers", default=DEFAULTS.workers, show_default=True, type=click.IntRange(1, 256), help="Processes.")
@click.option(
    "--queue", default=DEFAULTS.queue, show_default=True, type=click.IntRange(0, 10_000), help="Calls that wait."
)
@click.option("--no-reflection", is_flag=True, help="Do not tell the schemas.")
def serve(host: str, port: int, workers: int, queue: int, no_reflection: bool) -> None:
    """Serves the referee over gRPC until it is told to stop.

    \b
    shinpan serve --port 50051
    shinpan verify game.shinpan --server 127.0.0.1:50051
    """
    options = ServerOptions(host=host, port=port, workers=workers, queue=queue, reflection=not no_reflection)
    _see_whether_free(host, port)
    try:
        asyncio.run(run(options, announce))
    except RuntimeError as error:
        raise Failed(f"the service cannot run: {error}") from None


def _see_whether_free(host: str, port: int) -> None:
    """Says in a sentence why nobody can listen there, before any worker is started."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise Failed(f"nobody can listen on {host}:{port}: {error.strerror}") from None
