"""`golden`: expected reports beside the records they belong to."""

from pathlib import Path

import click

from shinpan_service import goldens

from .files import found


@click.group()
def golden() -> None:
    """Compares records with their goldens, or writes them anew."""


@golden.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def check(paths: tuple[Path, ...]) -> None:
    """Compares each record with its golden, line by line; exit 1 if any differs.

    \b
    shinpan golden check fixtures/
    """
    differences = [difference for path in found(paths) if (difference := goldens.check(path)) is not None]
    for difference in differences:
        click.echo(difference)
    raise SystemExit(1 if differences else 0)


@golden.command()
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def record(paths: tuple[Path, ...]) -> None:
    """Writes the goldens of records. Refused in CI; the reason of a change belongs into the commit.

    \b
    shinpan golden record fixtures/wars3x3/removal-exact.shinpan
    """
    for path in found(paths):
        try:
            goldens.record(path)
        except goldens.RefusedInCi as error:
            raise click.ClickException(str(error)) from None
        click.echo(f"wrote {path.with_suffix('.golden')}")
