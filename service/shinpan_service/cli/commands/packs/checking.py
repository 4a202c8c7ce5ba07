"""`pack check`: what is wrong with a pack file, what it changes, and random games with it."""

from collections import Counter
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from shinpan_engine.kernel.errors import PackError
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.messages import ENGLISH, Language, sentence
from shinpan_engine.kernel.packs import PackText
from shinpan_engine.words.card_words import card_words, untold
from shinpan_engine.words.shapes import pack_words
from shinpan_records.packs.diff import Difference, differences, lost
from shinpan_records.packs.rows import PackRows, read_pack_file, rows_of_game, rows_of_text
from shinpan_records.packs.slips import MOST_SLIPS, Slip, slips
from shinpan_service.workbench.pack_trial import Trial, try_pack

from ...differences import both, print_difference
from ...files import FILE, named
from ...games_given import games
from ...languages import asked_language, in_words, language_option, told
from ...output import Failed, console, print_json, progress, say, trying
from ...own_packs import packs_option
from ...reports import listed

SHORT = 16
"""Hex digits of a digest that people compare by eye."""
MANY = 20
"""From so many games on a progress bar is shown."""
MOST_REASONS = 5
"""Reasons for which games stopped that are told."""


@click.command()
@click.argument("file", metavar="FILE", type=FILE)
@click.option(
    "--games", "count", default=10, show_default=True, type=click.IntRange(0, 100_000), help="Random games to play."
)
@click.option("--seed", default="1", show_default=True, help="Any text; the same text gives the same games.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@language_option
@packs_option
def check(file: Path, count: int, seed: str, as_json: bool, language: Language) -> None:
    """Checks a pack file: shows every mistake with its line, or, if there is none, the digest of the pack, what it
    changes in the pack it is based on, and what is still open; then plays random games with it.

    Exit 0 if there is no mistake, 1 if there is one, 2 if the file could not be read. Games that stop because the pack
    leaves something open are no mistake: what is left open makes a record undecidable, never illegal.

    \b
    shinpan pack check mine.toml
    shinpan pack check mine.toml --games 200 --lang ja
    shinpan pack check mine.toml --json | jq .slips

    The line of JSON has: file, slips (line, text); if there is none, also id, game, digest, base, changes, open, and
    games (ended, stopped, used, unused).
    """
    try:
        game, text = read_pack_file(games(), file)
    except PackError as error:
        raise Failed(in_words(error)) from None
    if found := _slips_of(game, text):
        _tell_slips(file, found, as_json, language)
        raise SystemExit(1)
    try:
        read = rows_of_text(game, text)
        base = rows_of_game(game, read.base) if read.base else None
    except PackError as error:
        raise Failed(in_words(error)) from None
    changes = list(differences(game, base.rows, read.rows)) if base else []
    if not as_json:
        _tell_pack(read, changes, language)
    with progress(range(count), "playing", MANY) as numbers:
        trial = try_pack(read, seed, numbers, language)
    if as_json:
        print_json(_whole_dict(file, read, changes, trial, language))
    elif count:
        _tell_games(read.game, trial, count, read.base)


def _slips_of(game: Game, text: PackText) -> list[Slip]:
    """The slips of a pack file, with a bar while they are searched."""
    with trying("checking") as tell:
        return slips(game, text, lambda count: tell(count, MOST_SLIPS))


def _tell_slips(file: Path, found: list[Slip], as_json: bool, language: Language) -> None:
    slips = [(slip.line, sentence(slip.why, language)) for slip in found]
    if as_json:
        print_json({"file": named(file), "slips": [{"line": line, "text": text} for line, text in slips]})
        return
    out = console()
    for line, text in slips:
        say(out, text, after=f"{named(file)}:{line}: " if line else f"{named(file)}: ")
    say(out, told("cli.pack.slip") if len(found) == 1 else told("cli.pack.slips", count=len(found)), "bold")


def _tell_pack(read: PackRows, changes: list[Difference], language: Language) -> None:
    """What the pack is, what it changes, and what is open."""
    out = console()
    no_slip = told("cli.pack.no_slip_upon", base=read.base) if read.base else told("cli.pack.no_slip")
    say(out, f"{read.game.name}  {read.pack.id}  {read.pack.digest.hex()[:SHORT]}  {no_slip}", "bold")
    for found in changes:
        print_difference(out, read.game, found, language, "added")
        if gone := lost(read.game, found):
            labels = ", ".join(map(card_words(read.game.name, language).label, gone))
            say(out, told("cli.pack.lost", fields=labels), "yellow", after="  ")
    _tell_open(out, read, language)


def _tell_open(out: Console, read: PackRows, language: Language) -> None:
    words, comma = card_words(read.game.name, language), pack_words(language)["comma"]
    for kind, counts in _open(read).items():
        said = comma.join(f"{words.label(field)} ({count})" for field, count in counts.items())
        say(out, said, after=told("cli.pack.open", kind=kind))


def _open(read: PackRows) -> dict[str, Counter[str]]:
    """For each kind of row the fields that are open, and in how many rows."""
    found: dict[str, Counter[str]] = {}
    for kind in read.game.pack_kind.rows:
        fields = [field for row in getattr(read.rows, kind) for field in untold(read.game.pack_kind, kind, row)]
        if fields:
            found[kind] = Counter(fields)
    return found


def _tell_games(game: Game, trial: Trial, played: int, base: str) -> None:
    """How far the random games came, and how they come further."""
    out = console()
    one = told("cli.pack.game", ended=trial.ended)
    say(out, one if played == 1 else told("cli.pack.games", count=played, ended=trial.ended))
    if trial.stopped:
        counts = [(mode, ended, count) for mode, (ended, count) in trial.modes.items()]
        modes = [
            told("cli.pack.mode", mode=_called(game, mode), ended=ended, count=count) for mode, ended, count in counts
        ]
        say(out, listed(modes), after=f"  {told('cli.pack.modes')}")
    for (mode, why), count in trial.stopped.most_common(MOST_REASONS):
        say(out, f"{_called(game, mode)}: {why}", after=f"  {told('cli.pack.stopped', count=count)}")
    if (more := len(trial.stopped) - MOST_REASONS) > 0:
        say(out, f"  {told('cli.pack.more_reasons', count=more)}")
    if trial.stopped:
        say(out, _further(base), "yellow", after="  ")
    none = told("cli.pack.none")
    say(out, ", ".join(trial.used) or none, after=told("cli.pack.used"))
    say(out, ", ".join(trial.unused) or none, after=told("cli.pack.unused"))


def _called(game: Game, mode: str) -> str:
    """A mode: by its printed title, in English by its name."""
    title = next(one.title for one in game.modes if one.name == mode)
    return mode if asked_language() == ENGLISH else title


def _further(base: str) -> str:
    """What to do so that games do not stop."""
    if base.partition("@")[0] == "house":
        return told("cli.pack.fill")
    return told("cli.pack.fill_or_house")


def _whole_dict(
    file: Path, read: PackRows, changes: list[Difference], trial: Trial, language: Language
) -> dict[str, Any]:
    return {
        "file": named(file),
        "slips": [],
        "id": read.pack.id,
        "game": read.game.name,
        "digest": read.pack.digest.hex(),
        "base": read.base,
        "changes": [{**both(read.game, found, language), "loses": lost(read.game, found)} for found in changes],
        "open": {kind: dict(counts) for kind, counts in _open(read).items()},
        "games": {
            "ended": trial.ended,
            "stopped": {f"{mode}: {why}": count for (mode, why), count in trial.stopped.most_common()},
            "used": trial.used,
            "unused": trial.unused,
        },
    }
