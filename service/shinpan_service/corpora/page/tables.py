"""Sections and tables of the page. A plot stands in a column of the table that has its numbers."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from shinpan_engine.kernel.messages import Language, Value, say, sentence

from .drawing import plain

NUMBER = "number"


class Head(NamedTuple):
    """The head of a column as HTML, and the class of all in it."""

    html: str
    kind: str = ""


class Rows(NamedTuple):
    """The rows of a table that are shown, each a list of cells as HTML, and how many there are in all."""

    shown: Sequence[Sequence[str]]
    there_are: int


def first(rows: Iterable[Sequence[str]], most: int, count: int) -> Rows:
    """So many rows at the most."""
    return Rows([*islice(rows, most)], count)


def number(count: int) -> str:
    """A count; nothing where there is none."""
    return f"{count:,}" if count else ""


class Words:
    """Says things in a language, as HTML."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def told(self, key: str, /, **values: Value) -> str:
        """A message."""
        return plain(sentence(say(key, **values), self.language))

    def verdict(self, word: str) -> str:
        """A verdict."""
        return self.told(f"cli.verdict.{word}")

    def section(self, name: str, title: str, *inside: str) -> str:
        """A part of the page under its heading."""
        return f'<section aria-labelledby="{name}"><h2 id="{name}">{title}</h2>{"".join(inside)}</section>'

    def table(self, name: str, heads: Sequence[Head], rows: Rows, kind: str = "") -> str:
        """The table of a section; the first cell of a row is its head. What is not shown of it is counted."""
        head = "".join([f'<th scope="col"{_class(one.kind)}>{one.html}</th>' for one in heads])
        body = "".join([_row(row, heads) for row in rows.shown])
        left = rows.there_are - len(rows.shown)
        more = muted(self.told("cli.corpus.page.more", count=left)) if left else ""
        # On a narrow screen it can be moved sideways, by keyboard too.
        return (
            f'<div class="scroll" role="group" tabindex="0" aria-labelledby="{name}"><table{_class(kind)}>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{more}"
        )


def muted(text: str) -> str:
    """A sentence about a part."""
    return f'<p class="muted">{text}</p>'


def _row(cells: Sequence[str], heads: Sequence[Head]) -> str:
    named = f'<th scope="row"{_class(heads[0].kind)}>{cells[0]}</th>'
    rest = [f"<td{_class(head.kind)}>{cell}</td>" for cell, head in zip(cells[1:], heads[1:], strict=True)]
    return f"<tr>{named}{''.join(rest)}</tr>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
