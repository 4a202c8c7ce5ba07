"""`serve`: the gRPC service."""

import asyncio
import json
import socket
import sys
from collections.abc import Callable
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from shinpan_engine.kernel.packs import PackText
from shinpan_service.messages.judging import packs_read
from shinpan_service.serving.operating import logs
from shinpan_service.serving.options import DEFAULTS, CannotServe, ServerOptions
from shinpan_service.serving.security.files import NotSecure
from shinpan_service.serving.security.guard import Security
from shinpan_service.serving.server import announce
from shinpan_service.serving.server import serve as run

from ..files import FILE
from ..languages import in_words, messages_option, system_said, told
from ..output import Failed
from ..own_packs import option, packs_in
from ..settings import config_option, variable

_CALLED = f"{__name__}.called"


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
        name, default=default, show_default=default is not None, envvar=envvar, show_envvar=True, type=kind, help=about
    )


def _switch(name: str, about: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The same without a value."""
    envvar = variable(name.removeprefix("--").replace("-", "_"))
    return click.option(name, is_flag=True, envvar=envvar, show_envvar=True, help=about)


class Serving(click.Command):
    """A command that can be read again as it was called: what its file says may have changed by then."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_CALLED] = tuple(args)
        return super().parse_args(ctx, args)


@click.command(cls=Serving)
@config_option
@click.option("--check", is_flag=True, help="Say what the settings are and whether all files are sound; start nothing.")
@_setting("--host", DEFAULTS.host, str, "Where to listen.")
@_setting("--port", 50051, click.IntRange(0, 65535), "0 is any free port.")
@_setting("--http", None, click.IntRange(1, 65535), "Serve the same over HTTP, as JSON, on this port.")
@_setting("--tls-cert", None, FILE, "Encrypt, with this certificate (PEM, its chain after it).")
@_setting("--tls-key", None, FILE, "The private key of the certificate (PEM).")
@_setting("--tls-client-ca", None, FILE, "Take only clients with a certificate of one of these authorities (PEM).")
@_setting("--tokens", None, FILE, "Take only clients with a token of this file (TOML).")
@_switch("--insecure-plaintext", "Plain text also where others can read it: something before the server encrypts.")
@_switch("--reflection", "Serve the schemas to clients that ask for them.")
@_setting(
    "--log",
    DEFAULTS.log,
    click.Choice(logs.FORMS),
    "The log: off is warnings only, text and json have a line for each call too.",
)
@_setting("--metrics-port", None, click.IntRange(1, 65535), "Show figures for Prometheus on this port.")
@_setting("--metrics-host", DEFAULTS.metrics_host, str, "Where to listen for Prometheus.")
@option(packs_in, expose=True)
@messages_option
@limits
def serve(check: bool, packs: tuple[PackText, ...], **given: Any) -> None:
    """Serves the referee over gRPC until it is stopped. What the call does not set, the environment does, then the
    file of --config. On SIGHUP file and packs are read again.

    \b
    shinpan serve --port 50051
    shinpan serve --http 8080
    shinpan serve --config shinpan.toml --check
    shinpan serve --host 0.0.0.0 --tls-cert server.pem --tls-key server.key --tokens tokens.toml
    shinpan verify game.shinpan --server 127.0.0.1:50051
    """
    see_whether_it_runs_here()
    _see_whether_extras_are_there(given["metrics_port"], given["http"])
    if check:
        _check(packs, given)
        return
    options = _options(packs, given)
    logs.begin(options.log)
    _see_whether_free(options.host, options.port)
    for host, port in ((options.metrics_host, options.metrics_port), (options.host, options.http)):
        if port is not None:
            _see_whether_free(host, port)
    try:
        asyncio.run(run(options, announce, settings=_read_again))
    except NotSecure as error:
        raise Failed(in_words(error)) from None
    except CannotServe as error:
        raise Failed(told("cli.server.cannot_run", why=error.message)) from None


def _options(packs: tuple[PackText, ...], given: dict[str, Any]) -> ServerOptions:
    return ServerOptions(packs=packs, **given)


def _read_again() -> ServerOptions:
    """The settings as the same call would have them now. Raises `RuntimeError` for what is wrong with them."""
    called = click.get_current_context()
    try:
        with called.command.make_context(called.info_name, [*called.meta[_CALLED]], parent=called.parent) as context:
            given = {name: value for name, value in context.params.items() if name not in ("check", "packs")}
            return _options(context.params["packs"], given)
    except click.ClickException as error:
        raise RuntimeError(error.format_message()) from None


def _check(packs: tuple[PackText, ...], given: dict[str, Any]) -> None:
    """Writes the settings as a file would have them. A pack that would be left out is an error, and so is whatever is
    not safe."""
    for name, value in sorted((name, value) for name, value in given.items() if value is not None):
        spelled = str(value.absolute()) if isinstance(value, Path) else value
        click.echo(f"{name} = {json.dumps(spelled, ensure_ascii=False)}")
    click.echo(f"packs = {json.dumps([pack.where for pack in packs], ensure_ascii=False)}")
    _, broken = packs_read(packs)
    if broken:
        raise Failed(told("cli.config.packs", why=tuple(broken)))
    try:
        Security(_options(packs, given))
    except NotSecure as error:
        raise Failed(in_words(error)) from None


def see_whether_it_runs_here() -> None:
    """Refuses on systems whose asyncio lacks what the service needs."""
    if sys.platform == "win32":
        raise Failed(told("cli.server.no_windows"))


def _see_whether_extras_are_there(metrics_port: int | None, http: int | None) -> None:
    """Says what to install, if something is missing."""
    if metrics_port is not None and find_spec("prometheus_client") is None:
        raise Failed(told("cli.server.no_metrics"))
    if http is not None and not all(map(find_spec, ("starlette", "uvicorn"))):
        raise Failed(told("cli.server.no_http"))


def _see_whether_free(host: str, port: int) -> None:
    """Says in a sentence why nobody can listen there, before any worker is started."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise Failed(told("cli.server.no_listening", host=host, port=port, why=system_said(error))) from None
