"""The page of a corpus: one HTML file with the plots in it, which asks nobody for anything and runs no code.

It has no more than some lines of each kind, and cuts long names, so that it stays small for any corpus.
"""

import base64
from hashlib import sha256
from importlib.resources import files

from shinpan_engine.kernel.messages import Language

from ..kept.counting import Counts
from .parts import Of, parts
from .tables import Words, muted

SHORT = 16
"""Hex digits of a digest that people compare by eye."""
_FRAME = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<main>
<header><p class="brand" lang="ja"><span class="seal" aria-hidden="true">審</span>審判 Shinpan</p>
<h1>{title}</h1>{of}</header>
{parts}
</main>
</body>
</html>
"""
_POLICY = "default-src 'none'; style-src 'sha256-{style}'; img-src data:; base-uri 'none'; form-action 'none'"


def page(counts: Counts, of: Of, language: Language) -> bytes:
    """The page."""
    words = Words(language)
    style = (files(__package__) / "look.css").read_text("utf-8")
    text = _FRAME.format(
        language=language,
        policy=_POLICY.format(style=base64.b64encode(sha256(style.encode()).digest()).decode()),
        title=words.told("cli.corpus.page.title", count=f"{counts.records:,}"),
        of=muted(words.told("cli.corpus.page.of", folder=of.folder, fingerprint=of.fingerprint[:SHORT])),
        style=style,
        parts="\n".join(part for part in parts(counts, of, words) if part),
    )
    return text.encode()
