"""Cards made up at random: every operation, at every moment, under every condition that a pack may write."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick

from ..packs import write_pack
from .printed import SET_SIZE

CHARACTERS = 5
FRAGMENTS = 5
NORMAL = 7
CORRECTIONS = ("attack", "skill_damage_dealt", "skill_damage_received", "damage_received", "cost", "response")
AT_ONCE = ("damage", "heal", "remove_stored", "cooldown", "open")
RANGES = ("near", "middle", "far")
STRIKES = ("critical", "graze", "evaded")
LONG = ("next_turn_end", "game_end")
CIRCULAR = {"forbid_set", "disable_ability"}
"""What decides who can set a card must not look at who has set one, so it has no conditions."""
OPEN_ORDER = {"distance"}
"""In which order several continuous effects of a player apply is open, so they have no conditions."""
TOO_LATE = {"cost": ("act", "turn_end"), "forbid_set": ("act", "reveal", "turn_end")}
"""What would do nothing in the turn if it came at such a moment: it is written to last."""
MOMENTS = {
    "text": ("act", "act", "act", "reveal", "damaged", "damaged", "continuous", "continuous"),
    "cd": ("act", "turn_start", "reveal", "damaged", "damaged", "turn_end", "continuous", "continuous"),
    "ability": ("act", "act", "turn_start", "reveal", "damaged", "damaged", "turn_end", "continuous", "continuous"),
}


def write(file: Path, dice: Stream) -> None:
    """A pack file of made-up cards."""
    tables = {
        "character": [_character(number, dice) for number in range(1, CHARACTERS + 1)],
        "skill": [_skill(number, dice) for number in range(1, CHARACTERS * SET_SIZE + 1)],
        "fragment": [_fragment(number, dice) for number in range(1, FRAGMENTS + 1)],
    }
    write_pack(file, "anoare", tables)


def _character(number: int, dice: Stream) -> Mapping[str, Any]:
    abilities = [
        {"level": level, "effects": [_effect("ability", dice) for _ in range(1 + dice.below(2))]} for level in (1, 2, 3)
    ]
    return {"number": number, "name": f"C{number}", "response": dice.below(4), "abilities": abilities, "source": {}}


def _skill(number: int, dice: Stream) -> Mapping[str, Any]:
    return {
        "number": number,
        "name": f"S{number}",
        "kind": "normal" if (number - 1) % SET_SIZE < NORMAL else "ultra",
        "cost": dice.below(4),
        "double_cd": dice.below(3) == 0,
        "distance": "-" if dice.below(3) == 0 else dice.below(5) - 2,
        "attack": "-" if dice.below(5) == 0 else dice.below(6) - 1,
        "crit": "-" if dice.below(6) == 0 else pick(dice, RANGES),
        "effects": [_effect(pick(dice, ("text", "cd")), dice) for _ in range(dice.below(3))],
        "source": {},
    }


def _fragment(number: int, dice: Stream) -> Mapping[str, Any]:
    """One or two operations; the last one also makes ties of 対応力 possible, as each header says who is first then."""
    ops = [_operation(pick(dice, (*CORRECTIONS, *AT_ONCE, "distance")), dice) for _ in range(1 + dice.below(2))]
    ops += [_operation("response", dice)] if number == FRAGMENTS else []
    return {"number": number, "name": f"F{number}", "effects": [{"ops": ops}], "source": {}}


def _effect(kind: str, dice: Stream) -> Mapping[str, Any]:
    """An effect of a text, of a CD effect or of an ability."""
    when = pick(dice, MOMENTS[kind])
    effect: dict[str, Any] = {"when": when, "ops": _operations(kind, when, dice)}
    if kind == "cd":
        effect["kind"] = "cd"
    if not CIRCULAR & {op["op"] for op in effect["ops"]}:
        effect |= {"condition": _condition(dice)} if dice.below(2) else {}
        effect |= {"needs_skill": True} if kind != "text" and dice.below(4) == 0 else {}
    if when == "continuous":
        return effect | ({"condition": {}} if OPEN_ORDER & {op["op"] for op in effect["ops"]} else {})
    if when == "act" and dice.below(3) == 0:
        effect |= {"additional_cost": 1 + dice.below(2), "forced": dice.below(3) == 0}
    elif dice.below(2):
        effect["optional"] = True
    if dice.below(6) == 0:
        effect["per_turn"] = 2
    if dice.below(5) == 0 or any(when in TOO_LATE.get(op["op"], ()) for op in effect["ops"]):
        effect["until"] = pick(dice, LONG)
    return effect


def _operations(kind: str, when: str, dice: Stream) -> list[Mapping[str, Any]]:
    """One or two; what happens at one moment is never continuous, and no continuous ability disables abilities."""
    names = [*CORRECTIONS, "forbid_set", "distance"]
    names += [] if kind == "ability" and when == "continuous" else ["disable_ability"]
    names += [] if when == "continuous" else [*AT_ONCE, *AT_ONCE]
    return [_operation(pick(dice, names), dice) for _ in range(1 + (dice.below(3) == 0))]


def _condition(dice: Stream) -> Mapping[str, Any]:
    return pick(
        dice,
        (
            {"range": _some(RANGES, dice)},
            {"own": _some(STRIKES, dice)},
            {"opposing": _some(STRIKES, dice)},
            {"level": 1 + dice.below(3)},
            {"no_action": pick(dice, ("own", "opponent"))},
            {"in_zone": 1 + dice.below(CHARACTERS * SET_SIZE)},
        ),
    )


def _some(names: Sequence[str], dice: Stream) -> list[str]:
    """One or two of three."""
    return [names[at] for at in dice.shuffle(range(len(names)))[: 1 + dice.below(2)]]


def _operation(name: str, dice: Stream) -> Mapping[str, Any]:
    some, whose = 1 + dice.below(2), pick(dice, ("own", "opponent"))
    change = some if dice.below(2) else -some
    more: Mapping[str, Mapping[str, Any]] = {
        "forbid_set": {"skills": pick(dice, ("normal", "ultra", "all")), "to": whose},
        "disable_ability": {"level": 1 + dice.below(3), "to": whose},
        "distance": {"amount": change},
        "damage": {"amount": some, "to": pick(dice, ("own", "opponent", "both"))},
        "heal": {"amount": some},
        "remove_stored": {"amount": some},
        "cooldown": {"skills": pick(dice, ("one", "each"))},
        "open": {"count": some},
    }
    return {"op": name, **more.get(name, {"amount": change, "to": whose})}
