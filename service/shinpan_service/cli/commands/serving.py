"""`serve`: the gRPC service."""

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import click

from shinpan_engine.kernel.packs import PackText
from shinpan_service.serving.options import DEFAULTS, ServerOptions
from shinpan_service.serving.server import announce
from shinpan_service.serving.server import serve as run

from ..languages import messages_option, system_said, told
from ..output import Failed
from ..own_packs import option, packs_in


def limits(command: Callable[..., None]) -> Callable[..., None]:
    """An option for every limit of the server."""
    for field in reversed(fields(ServerOptions)):
        if field.metadata:
            least, most = field.metadata["least"], field.metadata["most"]
            number: Any = click.IntRange(least, most) if field.type is int else click.FloatRange(least, most)
            name = f"--{field.name.replace('_', '-')}"
            about = field.metadata["about"]
            command = click.option(name, default=field.default, show_default=True, type=number, help=about)(command)
    return command


@click.command()
@click.option("--host", default=DEFAULTS.host, show_default=True, help="Where to listen.")
@click.option("--port", default=50051, show_default=True, type=click.IntRange(0, 65535), help="0 is any free port.")
@click.option("--no-reflection", is_flag=True, help="Do not tell the schemas.")
@option(packs_in, expose=True)
@messages_option
@limits
def serve(no_reflection: bool, packs: tuple[PackText, ...], **given: Any) -> None:
    """Serves the referee over gRPC until it is told to stop.

    \b
    shinpan serve --port 50051
    shinpan verify game.shinpan --server 127.0.0.1:50051
    """
    see_whether_it_runs_here()
    options = ServerOptions(reflection=not no_reflection, packs=packs, **given)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    _see_whether_free(options.host, options.port)
    try:
        asyncio.run(run(options, announce))
    except RuntimeError as error:
        raise Failed(told("cli.server.cannot_run", why=str(error))) from None


def see_whether_it_runs_here() -> None:
    """Refuses on systems whose asyncio lacks what the service needs."""
    if sys.platform == "win32":
        raise Failed(told("cli.server.no_windows"))


def _see_whether_free(host: str, port: int) -> None:
    """Says in a sentence why nobody can listen there, before any worker is started."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise Failed(told("cli.server.no_listening", host=host, port=port, why=system_said(error))) from None
