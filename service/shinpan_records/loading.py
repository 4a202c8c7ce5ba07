"""A record in any form that can be read without protobuf: a transcript, or protobuf's JSON."""

from collections.abc import Mapping
from pathlib import Path

from shinpan_engine.kernel.game import Game

from . import transcript
from .transcript import Loaded

BINARY = ".pb"


class NotRead(ValueError):
    """A file that is no record which can be read here, and what to do."""


def load_any(path: Path, games: Mapping[str, Game]) -> Loaded:
    """The record in a file."""
    if path.suffix == BINARY:
        raise NotRead(f"{path.name} is binary protobuf, which this page cannot read; write it as a transcript first: "
                      f"shinpan convert {path.name} {path.stem}.shinpan")  # fmt: skip
    return transcript.load(path, games)
