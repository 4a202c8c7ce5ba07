"""What changed, in the form that servers of continuous integration read (JUnit)."""

import re
from xml.sax.saxutils import escape, quoteattr

from .differences import Change, Compared

SUITE = "shinpan corpus diff"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that no XML may have."""


def junit(found: Compared) -> str:
    """A test for each record that changed, which fails, and one for all that did not."""
    tests = len(found.changes) + 1
    head = f'<testsuite name="{SUITE}" tests="{tests}" failures="{len(found.changes)}" errors="0">'
    same = f'  <testcase classname="{SUITE}" name="{found.same} records unchanged"/>'
    cases = [_case(change) for change in found.changes]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, same, *cases, "</testsuite>", ""])


def _case(change: Change) -> str:
    was, now = change.kind
    lines = [f"{name}: {getattr(change.before, name)} -> {getattr(change.after, name)}" for name in change.fields]
    name, said = _attribute(change.name), _attribute(f"{was} -> {now}")
    body = escape(_plain("\n".join(lines)))
    return f'  <testcase classname="{SUITE}" name={name}><failure message={said}>{body}</failure></testcase>'


def _attribute(text: str) -> str:
    return quoteattr(_plain(text))


def _plain(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
