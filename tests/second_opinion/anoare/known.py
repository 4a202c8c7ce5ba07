"""Where the engine is known to differ from the leaflet; `test_known_differences.py` has a case of each.

A game in which one comes up is not compared any further.
"""

from collections.abc import Sequence

from shinpan_engine.kernel.match import Match

from .judge import Judge
from .position import Position

Log = Sequence[tuple[str, int, int, str]]


def missing_pause(judge: Judge) -> bool:
    """AN-2.3-5: the engine asks nothing before what nobody decides: an effect that is due, or an opening."""
    return judge.only_going_on() and (judge.effects_left() or judge.at.step == "hit_open")


def difference(match: Match, engine: Position, engine_log: Log, judge: Judge) -> str:
    """The clause about which both are known to differ, if this is such a case."""
    at = judge.at
    asked = {decision.seat for decision in match.ask.decisions}
    if at.step in ("selection", "cost") and asked < set(judge.asked):
        return "AN-5.2-3" if at.step == "selection" else "AN-5.4a-9"
    if at.step == "turn_end" and engine.turn == at.turn + 1 and judge.rising():
        return "AN-5.7-5"
    readings = judge.readings
    no_damage = readings.hyphen_attack_is_zero and readings.attackless_not_judged and readings.no_critical_no_damage
    if no_damage and any(what[3] == "skill" and what not in judge.log for what in engine_log):
        return "AN-5.5c-12"
    if judge.from_nothing and any(what[3] == "skill" and what not in engine_log for what in judge.log):
        return "AN-5.5d-1"
    return ""
