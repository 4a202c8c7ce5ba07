"""The printed replays: transcripts that were frozen, and what came of them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.judging.report import Report
from shinpan_engine.kernel.seen.search import judge
from shinpan_records import transcript

from .stored import REPLAYS, REPOSITORY

OUTCOMES = REPLAYS / "outcomes.json"
LINK_DIGITS = 16
"""What is kept of the link after an action."""


def sources() -> dict[str, Path]:
    """The printed replays of today, by the names under which they are frozen."""
    whole, seen = (REPOSITORY / "fixtures" / folder for folder in ("wars3x3", "seen/wars3x3"))
    found = {"whole": sorted(whole.glob("printed-*.shinpan")), "seen": sorted(seen.glob("printed-*.shinpan"))}
    return {f"{kind}-{path.stem}.txt": path for kind, paths in found.items() for path in paths}


def outcome(path: Path) -> dict[str, Any]:
    """What comes of a transcript: all but the words."""
    record = transcript.load(path, GAMES).record
    links: list[str] = []
    report = judge(GAMES, record).report if is_seen(record.header) else _replayed(record, links)
    return {
        "verdict": report.verdict.word,
        "result": report.result.word if report.result else "",
        "header_hash": report.header_hash.hex(),
        "last_link": report.last_link.hex(),
        "findings": [{"line": one.where.line, "clauses": [*one.clauses]} for one in report.findings],
        "links": links,
    }


def _replayed(record: Record, links: list[str]) -> Report:
    def watch(step: Step) -> None:
        links.append(step.link.hex()[:LINK_DIGITS])

    replay = Replay(GAMES, record)
    replay.run(watch=watch)
    return replay.report()


def moved_replays() -> Iterator[str]:
    """What has moved in the printed replays."""
    for name, was in json.loads(OUTCOMES.read_text("utf-8")).items():
        now = outcome(REPLAYS / name)
        for what in was:
            if was[what] != now[what]:
                yield f"{name}: {_first(what, was[what], now[what])}"


def _first(what: str, was: Any, now: Any) -> str:
    """The difference; of links the first."""
    if what != "links":
        return f"{what} was {was}, is {now}"
    at = next((at for at, (one, other) in enumerate(zip(was, now, strict=False)) if one != other), len(now))
    return f"the link after action {at} is another, of {len(was)} links"
