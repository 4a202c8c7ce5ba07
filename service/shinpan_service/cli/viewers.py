"""`--as`: whose eyes a command looks with."""

import re

import click

from shinpan_engine.kernel.play.views import PUBLIC, REFEREE

from .languages import told

EYES = {"referee": REFEREE, "public": PUBLIC}


def _viewer(context: click.Context, parameter: click.Parameter, value: str) -> int:
    """A viewer by name."""
    if value in EYES:
        return EYES[value]
    if re.fullmatch(r"p[1-9][0-9]?", value):
        return int(value[1:])
    raise click.BadParameter(told("cli.look.no_viewer", text=value), context, parameter)


viewer_option = click.option(
    "--as", "viewer", default="referee", metavar="WHO", callback=_viewer, help="Whose eyes: referee, p1, p2, …, public."
)
