"""`serve`: the gRPC service."""

import asyncio
import json
import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import click

from shinpan_engine.kernel.packs import PackText
from shinpan_service.messages.judging import packs_read
from shinpan_service.serving.options import DEFAULTS, ServerOptions
from shinpan_service.serving.server import announce
from shinpan_service.serving.server import serve as run

from ..languages import messages_option, system_said, told
from ..output import Failed
from ..own_packs import option, packs_in
from ..settings import config_option, variable


def limits(command: Callable[..., None]) -> Callable[..., None]:
    """An option for every limit of the server."""
    for field in reversed(fields(ServerOptions)):
        if field.metadata:
            least, most = field.metadata["least"], field.metadata["most"]
            number: Any = click.IntRange(least, most) if field.type is int else click.FloatRange(least, most)
            name = f"--{field.name.replace('_', '-')}"
            about = field.metadata["about"]
            command = _setting(name, field.default, number, about)(command)
    return command


def _setting(name: str, default: Any, kind: Any, about: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An option with its variable in the environment."""
    envvar = variable(name.removeprefix("--").replace("-", "_"))
    return click.option(
        name, default=default, show_default=True, envvar=envvar, show_envvar=True, type=kind, help=about
    )


@click.command()
@config_option
@click.option("--check", is_flag=True, help="Say what the settings are and whether all packs are whole; start nothing.")
@_setting("--host", DEFAULTS.host, str, "Where to listen.")
@_setting("--port", 50051, click.IntRange(0, 65535), "0 is any free port.")
@click.option("--no-reflection", is_flag=True, envvar=variable("no_reflection"), help="Do not serve the schemas.")
@option(packs_in, expose=True)
@messages_option
@limits
def serve(check: bool, packs: tuple[PackText, ...], **given: Any) -> None:
    """Serves the referee over gRPC until it is stopped. What the call does not set, the environment does, then the
    file of --config.

    \b
    shinpan serve --port 50051
    shinpan serve --config shinpan.toml --check
    shinpan verify game.shinpan --server 127.0.0.1:50051
    """
    see_whether_it_runs_here()
    if check:
        _check(packs, given)
        return
    reflection = not given.pop("no_reflection")
    options = ServerOptions(reflection=reflection, packs=packs, **given)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    _see_whether_free(options.host, options.port)
    try:
        asyncio.run(run(options, announce))
    except RuntimeError as error:
        raise Failed(told("cli.server.cannot_run", why=str(error))) from None


def _check(packs: tuple[PackText, ...], given: dict[str, Any]) -> None:
    """Writes the settings as a file would have them. A pack that would be left out is an error."""
    for name, value in sorted(given.items()):
        click.echo(f"{name} = {json.dumps(value)}")
    click.echo(f"packs = {json.dumps([pack.where for pack in packs], ensure_ascii=False)}")
    _, broken = packs_read(packs)
    if broken:
        raise Failed(told("cli.config.packs", why=tuple(broken)))


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
