"""The command line `shinpan`. A command is loaded when it is used, so that help comes at once."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NamedTuple

import click

from .helping import words
from .helping.commands import in_words


class Entry(NamedTuple):
    """A command in the list of all: the module that has it, and what it does in a line."""

    module: str
    about: str


COMMANDS = {
    "verify": Entry("judging", "Judges records: files, or all records in folders."),
    "show": Entry("looking", "Shows the table after some actions of a record."),
    "story": Entry("telling", "Tells a recorded game turn by turn, in words."),
    "page": Entry("page", "Writes a recorded game, or the referee, as one HTML file."),
    "legal": Entry("looking", "Lists what may be done after some actions."),
    "record": Entry("recording", "Writes a record by question and answer."),
    "repair": Entry("repairing", "Finds the edits after which a record is right."),
    "compare": Entry("comparing", "Compares two records of one game."),
    "complete": Entry("converting", "Completes a record of what was merely seen."),
    "convert": Entry("converting", "Writes a record in another form."),
    "golden": Entry("goldens", "Compares records with the reports expected of them."),
    "rules": Entry("catalog", "Shows the clauses of a game, or one of them."),
    "games": Entry("catalog", "Lists the games, their modes and card packs."),
    "pack": Entry("packs", "Shows, writes, compares and checks card packs."),
    "simulate": Entry("playing", "Plays random legal games."),
    "corpus": Entry("corpora", "Keeps, judges and compares many records."),
    "serve": Entry("serving", "Serves the referee over gRPC."),
    "info": Entry("catalog", "Shows the version, limits, games and packs of a server."),
    "token": Entry("tokens", "Makes tokens for the clients of a server."),
    "bench": Entry("measuring", "Measures how fast records are judged."),
    "perft": Entry("counting", "Counts what can follow a position, by the first action."),
    "demo": Entry("demo", "Shows the referee at work on the printed replay."),
}

STOPPED = 130
"""The exit code after Ctrl-C, as shells have it."""
NOBODY_READS = 141
"""The exit code when whoever read the output has gone, as shells have it."""


class Commands(click.Group):
    """The commands in the order in which one meets them, and how they end when they cannot end as they should."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.commands.{COMMANDS[cmd_name].module}")
        command: click.Command = getattr(module, cmd_name)
        return in_words(command, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(words.said("Commands")):
            formatter.write_dl(
                [(name, words.section(name).get("about", entry.about)) for name, entry in COMMANDS.items()]
            )

    def main(self, args: Any = None, *more: Any, **extra: Any) -> Any:
        words.begin(sys.argv[1:] if args is None else args)
        # A terminal that cannot show a sign shows a question mark, and the rest all the same.
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        return super(Commands, in_words(self, "shinpan")).main(args, *more, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo(import_module(f"{__name__}.languages").told("cli.stopped"), err=True)
            ctx.exit(STOPPED)
        except BrokenPipeError:
            # Nothing is written to the closed pipe any more, not even when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(NOBODY_READS)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            # Loaded only now: help needs no tables.
            output = import_module(f"{__name__}.output")
            raise output.Failed(output.unexpected(error)) from None
        finally:
            _tell_broken_packs(ctx)


def _tell_broken_packs(ctx: click.Context) -> None:
    """Warns of the pack files that were left out, of the games that were asked for."""
    # Help needs no games.
    if given := sys.modules.get(f"{__name__}.games_given"):
        languages = import_module(f"{__name__}.languages")
        for why in given.broken(ctx):
            click.echo(languages.told("cli.pack.disabled", why=why), err=True)


def _keep_language(context: click.Context, _: click.Parameter, value: str | None) -> None:
    context.meta[words.GIVEN] = value is not None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="shinpan", prog_name="shinpan")
@click.option(
    words.OPTION,
    type=click.Choice(words.LANGUAGES),
    callback=_keep_language,
    is_eager=True,
    expose_value=False,
    help="The language of the words; if it is left out, that of the locale.",
)
def main() -> None:
    """Referee for recorded tabletop games: replays them through the rules and says what is wrong, if anything.

    \b
    shinpan demo                                   see it work
    shinpan verify games/                          judge every record in a folder
    shinpan story game.shinpan                     the game in words, turn by turn
    shinpan show game.shinpan --step 28            the table after 28 actions
    shinpan rules wars3x3 W3-4.2-4                 what a clause says
    """
