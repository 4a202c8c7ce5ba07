"""Cards made up at random: every keyword, tag and operation that a pack may write."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.decisions import pick

from ..packs import write_pack
from .printed import SPELL_KIND

KINDS = (SPELL_KIND, "剣", "魔", "竜", "獣", "鳥", "天", "闇", "人", "中")
TAGS = ("always", "on_turn", "attack", "choice", "reward", "standing")
TIMINGS = ("exchange", "exchange", "standing", "scoring", "round_end", "prep", "shop")
FLAGS = ("speed_attacker", "auto_battler", "undead", "waits")
WAYS = ("dragon_breath", "multi_target", "multi_hit")
AIMED = ("blow", "additional", "wound", "heal", "destroy", "strengthen", "halve_hp", "hold")
OTHERS = ("breath", "revive", "reinforce", "merge", "turn_up", "draw", "gain")
AT_ONE = ("front", "front", "last", "chosen")
ATS = ("front", "front", "last", "each", "chosen", "chosen", "self", "others")


def write(file: Path, dice: Stream, size: int) -> None:
    """A pack file of made-up cards."""
    box = {"number": 1, "cards": size, "kinds": list(KINDS), "source": {}}
    cards = [_card(number, dice) for number in range(1, size + 1)]
    write_pack(file, "swordrion", {"box": [box], "card": cards})


def _card(number: int, dice: Stream) -> Mapping[str, Any]:
    spell = dice.below(6) == 0
    card: dict[str, Any] = {
        "number": number,
        "name": f"C{number}",
        "kind": SPELL_KIND if spell else pick(dice, KINDS[1:]),
        "cost": dice.below(10),
        "stars": 1 + dice.below(5),
        "hp": 1 + dice.below(7),
        "attack": dice.below(7),
        "keywords": {} if spell else _keywords(dice),
        "skills": [] if spell else _skills(dice),
        "relic": _relic(dice) if dice.below(2) else "none",
        "source": {},
    }
    return card | ({"spell": _spell(dice)} if spell else {})


def _keywords(dice: Stream) -> Mapping[str, Any]:
    """No or one way of attacking; no, one or two of the other keywords."""
    words: dict[str, Any] = {}
    if dice.below(4) == 0:
        words[pick(dice, WAYS)] = 2 + dice.below(2)
    for _ in range(dice.below(3)):
        words[pick(dice, FLAGS if dice.below(3) else FLAGS[:3])] = True
    if dice.below(5) == 0:
        words["block"] = 1 + dice.below(4)
    return words


def _skills(dice: Stream) -> list[Mapping[str, Any]]:
    skills = [_skill(pick(dice, TAGS), dice) for _ in range(dice.below(3))]
    if dice.below(8) == 0:
        skills.append({"tag": "summon", "condition": _condition(dice)})
    return skills


def _skill(tag: str, dice: Stream) -> Mapping[str, Any]:
    skill: dict[str, Any] = {"tag": tag}
    if dice.below(3) == 0:
        skill["condition"] = _condition(dice)
    if tag == "standing":
        at = pick(dice, ("self", "front", "last", "each", "others"))
        return skill | {"ops": [_strengthen(dice) | {"side": pick(dice, ("own", "other")), "at": at}]}
    if dice.below(4) == 0:
        skill["optional"] = True
    if dice.below(6) == 0:
        skill["looks_for"] = pick(dice, KINDS[1:])
    return skill | {"ops": [_operation(dice, own_card=tag != "reward") for _ in range(1 + (dice.below(4) == 0))]}


def _condition(dice: Stream) -> Mapping[str, int]:
    name = pick(dice, ("own_graveyard", "other_graveyard", "own_field", "other_field", "battle", "round"))
    return {name: 1 + dice.below(3) + (2 if name.endswith("field") else 0)}


def _strengthen(dice: Stream) -> dict[str, Any]:
    hp, attack = (dice.below(4) * (1 if dice.below(3) else -1) for _ in range(2))
    return {"op": "strengthen", "hp": hp, "attack": attack}


def _operation(dice: Stream, own_card: bool) -> Mapping[str, Any]:
    """Any operation; `self` and `others` only of a card that lies in a field."""
    some = 1 + dice.below(3)
    if dice.below(3) == 0:
        return _other_operation(dice, pick(dice, OTHERS), some)
    name = pick(dice, AIMED)
    more: Mapping[str, Mapping[str, Any]] = {
        "blow": {"amount": 1 + dice.below(5)},
        "additional": {"amount": some},
        "wound": {"count": 1 + dice.below(2)},
        "heal": {"count": some},
        "destroy": {"face": pick(dice, ("any", "up", "down", "down"))},
        "strengthen": _strengthen(dice) | {"until": pick(dice, ("field", "exchange"))},
    }
    at = pick(dice, AT_ONE if name == "additional" else ATS if own_card else ATS[:6])
    side = "other" if name in ("blow", "additional") and dice.below(5) else pick(dice, ("own", "other"))
    times = {"times": 2} if at == "chosen" and dice.below(4) == 0 else {}
    return {"op": name, "side": side, "at": at, **more.get(name, {}), **times}


def _other_operation(dice: Stream, name: str, some: int) -> Mapping[str, Any]:
    side = pick(dice, ("own", "own", "other"))
    more: Mapping[str, Mapping[str, Any]] = {
        "breath": {"amount": some},
        "revive": {"count": some, "side": side},
        "reinforce": {"count": some, "side": side},
        "merge": {"side": side},
        "draw": {"count": some},
        "gain": {"colour": pick(dice, ("green", "yellow", "blue")), "count": some},
    }
    return {"op": name, **more.get(name, {})}


def _relic(dice: Stream) -> Mapping[str, Any]:
    timing = pick(dice, TIMINGS)
    relic: dict[str, Any] = {"timing": timing}
    if dice.below(3) == 0:
        relic["condition"] = _condition(dice)
    if timing == "exchange":
        if dice.below(3) == 0:
            relic["optional"] = True
        return relic | {"ops": [_operation(dice, own_card=False)]}
    return relic | {"ops": [_relic_operation(dice, timing)]}


def _relic_operation(dice: Stream, timing: str) -> Mapping[str, Any]:
    at = pick(dice, ("front", "last", "each"))
    if timing == "standing":
        if dice.below(3) == 0:
            return {"op": pick(dice, ("limit_spells", "limit_stock")), "most": dice.below(7)}
        return _strengthen(dice) | {"side": pick(dice, ("own", "other")), "at": at}
    if timing == "scoring":
        per = pick(dice, ("once", "green", "yellow", "blue", "stock", "hand"))
        each = {} if per == "once" else {"each": 1 + dice.below(3)}
        return {"op": "points", "amount": dice.below(5) - 1, "per": per, **each}
    if timing == "prep" and dice.below(2):
        return _strengthen(dice) | {"side": "own", "at": at}
    if timing == "shop" and dice.below(2):
        return {"op": "show", "count": 1 + dice.below(2)}
    return _other_operation(dice, pick(dice, ("draw", "gain")), 1 + dice.below(2))


def _spell(dice: Stream) -> Mapping[str, Any]:
    if dice.below(2):
        return {"use": "single", "ops": [_operation(dice, own_card=False) for _ in range(1 + dice.below(2))]}
    gives = {"hp": dice.below(5) - 1, "attack": 1 + dice.below(3)}
    words: dict[str, Any] = {pick(dice, FLAGS[:3]): True} if dice.below(3) == 0 else {}
    words |= {"block": 1 + dice.below(3)} if dice.below(4) == 0 else {}
    return {"use": "equip", "on": pick(dice, ("own", "other", "either")), **gives, "keywords": words}
