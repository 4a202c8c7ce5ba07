"""`corpus diff`: what is judged otherwise than before."""

import asyncio
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from shinpan_engine.kernel.messages import sentence
from shinpan_records.plain_files import plain_bytes
from shinpan_service.corpora import judging
from shinpan_service.corpora.crew import Killed
from shinpan_service.corpora.expected import compared_with_expected
from shinpan_service.corpora.files import sources
from shinpan_service.corpora.files.many import Broken
from shinpan_service.corpora.kept import rows
from shinpan_service.corpora.kept.annotations import annotations as annotated
from shinpan_service.corpora.kept.changelog import MOST_BYTES, Changelog, items
from shinpan_service.corpora.kept.differences import Change, Compared, compared
from shinpan_service.corpora.kept.folder import Results
from shinpan_service.corpora.kept.junit import junit

from ...files import FILE, named, told_of, whole
from ...games_given import texts_given
from ...languages import asked_language, messages_option, told
from ...output import Failed, console, print_json, say
from ...own_packs import packs_option
from .systems import see_whether_it_runs_here

MOST_SHOWN = 20
"""Changes that are shown of each kind, without --all."""


@click.command()
@click.argument("compared_paths", metavar="BEFORE AFTER|SRC…", nargs=-1, required=True, type=FILE)
@click.option("--expected", is_flag=True, help="Judge SRC… and compare with their goldens and seals.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="Processes that judge.")
@click.option("--junit", "junit_file", type=FILE, help="Write a JUnit file too: each change is a test that fails.")
@click.option("--changelog", type=FILE, help="Accept what this file names under its clause.")
@click.option("--annotations", is_flag=True, help="As annotations of GitHub, one for each kind of change.")
@click.option("--all", "show_all", is_flag=True, help="Every change, not only the first of each kind.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a change, then one of numbers.")
@packs_option
@messages_option
def diff(
    compared_paths: tuple[Path, ...],
    expected: bool,
    jobs: int,
    junit_file: Path | None,
    changelog: Path | None,
    annotations: bool,
    show_all: bool,
    as_json: bool,
) -> None:
    """Says of every record whether its verdict, its link or what was found has changed: between two folders of results,
    or since goldens and sealed records were written.

    Exit 1 if anything has changed that the changelog does not name.

    \b
    shinpan corpus diff before/ after/
    shinpan corpus diff before/ after/ --junit changes.xml
    shinpan corpus diff --expected fixtures/ --jobs 2
    shinpan corpus diff --expected fixtures/ --changelog CHANGELOG.md --annotations

    The JSON of a change has: name, fields (what changed), before, after (rows of results). That of the numbers has:
    same, changed, named (in the changelog), only_before, only_after.
    """
    accepted = None if changelog is None else _read(changelog)
    try:
        found = _expected(compared_paths, jobs) if expected else _folders(compared_paths)
    except Broken as error:
        raise Failed(sentence(error.message, asked_language())) from None
    if accepted is not None:
        found = found.without(accepted.names_change)
    if junit_file is not None:
        with whole(junit_file) as out:
            out.write(junit(found).encode())
    if as_json:
        _print_json(found)
    else:
        _print(found, show_all, annotations)
        _print_items(found, changelog)
    raise SystemExit(1 if found.changes else 0)


def _read(path: Path) -> Changelog:
    with told_of(path):
        return Changelog(plain_bytes(path, MOST_BYTES).decode("utf-8", "replace"))


def _folders(paths: tuple[Path, ...]) -> Compared:
    if len(paths) != 2:
        raise click.UsageError(told("cli.corpus.diff.two"))
    before, after = map(Results, paths)
    return compared(before, after)


def _expected(paths: tuple[Path, ...], jobs: int) -> Compared:
    see_whether_it_runs_here()
    prepare = partial(judging.prepare, rows.say_row, texts_given())
    try:
        return asyncio.run(compared_with_expected(sources.sources(map(str, paths)), prepare, jobs))
    except Killed as error:
        raise Failed(told("cli.jobs.cannot", why=str(error))) from None


def _print_json(found: Compared) -> None:
    for change in found.changes:
        print_json(_as_dict(change))
    numbers = {"named": found.named, "only_before": found.only_before, "only_after": found.only_after}
    print_json({"same": found.same, "changed": len(found.changes), **numbers})


def _as_dict(change: Change) -> dict[str, Any]:
    before, after = ({name: getattr(row, name) for name in change.known} for row in (change.before, change.after))
    return {"name": change.name, "fields": change.fields, "before": before, "after": after}


def _print(found: Compared, show_all: bool, annotations: bool) -> None:
    out = console()
    if annotations:
        for annotation in annotated(found.changes):
            click.echo(annotation)
    else:
        _print_kinds(out, found, show_all)
    changed, before, after = len(found.changes), found.only_before, found.only_after
    say(out, told("cli.corpus.diff.numbers", same=found.same, changed=changed, before=before, after=after))


def _print_kinds(out: Console, found: Compared, show_all: bool) -> None:
    kinds = Counter(change.kind for change in found.changes)
    for (was, now), count in sorted(kinds.items(), key=lambda one: (-one[1], one[0])):
        say(out, told("cli.corpus.diff.kind", count=count, was=was, now=now))
        of_kind = [change for change in found.changes if change.kind == (was, now)]
        for change in of_kind if show_all else of_kind[:MOST_SHOWN]:
            say(out, _told(change))
        if count > MOST_SHOWN and not show_all:
            say(out, told("cli.corpus.diff.more", count=count - MOST_SHOWN))


def _told(change: Change) -> str:
    """A change, with the step at which something was found now."""
    name, fields = change.name, tuple(change.fields)
    if change.after.step:
        return told("cli.corpus.diff.change_at", name=name, step=change.after.step, fields=fields)
    return told("cli.corpus.diff.change", name=name, fields=fields)


def _print_items(found: Compared, changelog: Path | None) -> None:
    """What the changelog names, and what it would have to say of the rest."""
    if changelog is None:
        return
    out = console()
    if found.named:
        say(out, told("cli.corpus.diff.named", count=found.named, file=named(changelog)))
    if found.changes:
        say(out, told("cli.corpus.diff.unnamed", count=len(found.changes), file=named(changelog)))
        for clause, names in items(found.changes):
            say(out, f"- {clause or told('cli.corpus.diff.clause')}: {names}")
