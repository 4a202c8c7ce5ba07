"""The log on standard error: warnings and faults, and on request one line for each call."""

import json
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from .calls import Call, Watcher

OFF, TEXT, JSON = FORMS = ("off", "text", "json")
"""`off` is as `text`, without calls."""
_calls = logging.getLogger(f"{__name__}.calls")


class Calls:
    """Writes a line for each call."""

    def begun(self, call: Call) -> None:
        """Nothing is known yet."""

    def ended(self, call: Call) -> None:
        said = described(call)
        text = " ".join(f"{name}={_plain(value)}" for name, value in said.items())
        _calls.info(text, extra={"call": said})


def described(call: Call) -> dict[str, Any]:
    """What is written of a call; what does not apply to it is left out."""
    said = {
        "id": call.id,
        "method": call.method,
        "form": call.form,
        "status": call.status,
        "reason": call.reason,
        **_judged(call),
        "bytes_in": call.bytes_in,
        "bytes_out": call.bytes_out,
        "queue_ms": _milliseconds(call.queue_seconds),
        "judging_ms": _milliseconds(call.judging_seconds),
        "total_ms": _milliseconds(call.seconds),
        "snapshot": call.snapshot,
    }
    return {name: value for name, value in said.items() if value not in ("", {})}


def _judged(call: Call) -> dict[str, Any]:
    """What was judged: of a call that came alone the game and the verdict, of a stream how many had which."""
    steps = {"steps": call.steps} if call.verdicts else {}
    if not call.records:
        return next(({"game": game, "verdict": verdict} for game, verdict in call.verdicts), {}) | steps
    counts = {f"{game} {verdict}": count for (game, verdict), count in sorted(call.verdicts.items())}
    return {"records": call.records, "verdicts": counts, "refused": dict(sorted(call.refused.items()))} | steps


def _milliseconds(seconds: float) -> float:
    return round(1000 * seconds, 3)


def _plain(value: object) -> str:
    """A value in a line of text."""
    if isinstance(value, dict):
        return ",".join(f"{name.replace(' ', '/')}:{count}" for name, count in value.items())
    return str(value)


class Lines(logging.Formatter):
    """Whatever is logged, as lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, Any] = {"time": time, "level": record.levelname}
        if (call := record.__dict__.get("call")) is not None:
            said |= call
        else:
            said["message"] = record.getMessage()
            if record.exc_info:
                said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def begin(form: str) -> None:
    """Has everything written in a form."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines() if form == JSON else logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("shinpan_service").setLevel(logging.INFO)


def watchers(form: str) -> Sequence[Watcher]:
    """Who writes a line for each call, if anybody does."""
    return () if form == OFF else (Calls(),)
