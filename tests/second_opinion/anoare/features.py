"""What games have in them, so that a test can say what it met."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shinpan_engine.games.anoare.table import actions
from shinpan_engine.games.anoare.table.state import State

from .candidates import printed_places
from .effects import SEATS
from .judge import Judge
from .position import FATAL, TOP_LEVEL, Place, Position
from .printed import BOXES, Cards

WINDOWS = (
    "distance_reset", "stored_removal", "start_effects", "selection", "reveal", "cost", "activation", "attack",
    "distance", "critical", "damage", "damage_effects", "move", "hit_open", "cooldown", "evasion", "level_up",
    "turn_end",
)  # fmt: skip
WANTED = (
    "both critical", "graze of an odd attack", "evaded", "both evaded", "judged without attack", "no critical distance",
    "skill damage to both", "cost damage to both", "effect damage to both", "skill and effect damage in one turn",
    "damage at life 0", "stored damage", "fatal wound", "greater of two fatal wounds", "equal fatal wounds",
    "nobody could set", "one could not set", "hand forbidden", "cost corrected", "cost partly damage",
    "fragment between two passes", "fragment while one has answered", "fragment of one who could not set",
    "additional cost", "additional cost partly damage", "used twice", "optional effect left out",
    "own effects in an order", "effects of both at once", "effect due meanwhile", "two opened of more",
    "one opened of more", "all that are left opened", "turned upright", "double cooldown to the end",
    "extra cooldown of some", "extra cooldown of all", "extra cooldown left out", "level 2", "level 3",
    "both rise", "two levels in one turn", "level-up with cooldowns", "level-up after effects of the end",
)  # fmt: skip
NEVER = {(5, Place(0, 2, 1))}
"""Lv2 of the fifth character, at the start of a turn in which nobody has yet had to set a card."""


def missing(met: Mapping[str, int], cards: Cards) -> list[str]:
    """What was wanted and has not been met: the situations above, each fragment, each moment to turn one up, and every
    printed effect."""
    wanted = [*WANTED, *(f"fragment {number}" for number in cards.fragments), *(f"fragment in {at}" for at in WINDOWS)]
    for character in cards.characters:
        places = [place for place in printed_places(cards, character) if (character, place) not in NEVER]
        wanted += [_effect(character, place) for place in places]
    return [name for name in wanted if not met.get(name)]


def _effect(character: int, place: Place) -> str:
    return f"effect {character} {place.card % BOXES[1]}/{place.level}/{place.number}"


def before(judge: Judge, state: State, seat: int, act: Any) -> Iterator[str]:
    """What is remarkable in an action that is allowed, before it is carried out."""
    at = judge.at
    found: Mapping[str, bool]
    match act:
        case actions.TurnUp():
            yield f"fragment {act.fragment}"
            yield f"fragment in {at.step}"
            found = {
                "fragment between two passes": at.step == "activation" and state.passes > 0,
                "fragment while one has answered": any(pending.answer for pending in state.pending),
                "fragment of one who could not set": at.players[seat].idle,
            }
        case actions.Pay():
            found = _paying(judge, seat, act)
        case actions.Use():
            extra = judge.usable(seat)[Place(act.card, act.level, act.effect)].extra
            place = Place(act.card, act.level, act.effect)
            found = {
                "additional cost": extra > 0,
                "additional cost partly damage": 0 < len(act.cards) < extra,
                "used twice": place in at.players[seat].effects_used,
            }
        case actions.Resolve():
            found = {"own effects in an order": sum(due.seat == seat for due in state.batch) > 1}
        case actions.Pass():
            resolving = bool(state.batch)
            found = {
                "optional effect left out": resolving,
                "extra cooldown left out": at.step == "evasion" and not resolving,
            }
        case actions.Open():
            found = {"two opened of more": len(act.costs) == 2, "one opened of more": len(act.costs) == 1}
        case actions.CoolExtra():
            everything = len(act.cards) == len(at.players[seat].zone)
            found = {"extra cooldown of all": everything, "extra cooldown of some": not everything}
        case actions.LevelUp():
            found = {
                "level-up with cooldowns": bool(act.cooldowns),
                "level-up after effects of the end": at.step == "turn_end",
                "both rise": len(judge.rising()) == len(SEATS),
            }
        case _:
            found = {}
    yield from (name for name, met in found.items() if met)
    yield from _in_force(judge)


def _paying(judge: Judge, seat: int, act: actions.Pay) -> Mapping[str, bool]:
    me = judge.at.players[seat]
    assert me.used is not None
    printed = judge.cards.skills[me.used.skill].cost
    return {
        "cost corrected": len(act.cards) != printed and len(act.cards) < len(me.hand),
        "cost partly damage": len(act.cards) == len(me.hand) < printed,
    }


def _in_force(judge: Judge) -> Iterator[str]:
    """The continuous effects that are in force."""
    for seat, player in judge.at.players.items():
        for place, effect in judge.places(seat):
            if effect.when == "continuous" and judge.holds(seat, effect):
                yield _effect(player.character, place)


def after(judge: Judge, state: State, was: Position, events: Sequence[Any]) -> Iterator[str]:
    """What is remarkable in what came of it."""
    named: dict[str, list[Any]] = {}
    for event in events:
        named.setdefault(type(event).__name__, []).append(event)
    at = judge.at
    for event in [*named.get("Used", ()), *named.get("Triggered", ())]:
        yield _effect(at.players[event.seat].character, Place(event.card, event.level, event.effect))
    yield from _judged(judge, named)
    yield from _damaged(at, was, named)
    stored = [player.stored for player in at.players.values()]
    idle = [player for player in at.players.values() if player.idle]
    due = {due.seat for due in state.batch}
    levels = [(event.seat, event.level) for event in named.get("LeveledUp", ())]
    found = {
        "fatal wound": at.loser > 0,
        "greater of two fatal wounds": at.loser > 0 and min(stored) >= FATAL,
        "equal fatal wounds": not at.loser and min(stored) >= FATAL,
        "nobody could set": len(idle) == len(SEATS),
        "one could not set": len(idle) == 1,
        "hand forbidden": at.step == "selection" and any(player.hand for player in idle),
        "effects of both at once": len(due) > 1,
        "effect due meanwhile": bool(state.waiting) and at.step != "damage_effects",
        "all that are left opened": at.step != "activation" and len(named.get("Opened", ())) > 0,
        "turned upright": "Uprighted" in named,
        "double cooldown to the end": any(_came_home(judge, was, event) for event in named.get("Returned", ())),
        "level 2": any(level == 2 for _, level in levels),
        "level 3": any(level == TOP_LEVEL for _, level in levels),
        "two levels in one turn": any(level == 2 and at.players[seat].life == 0 for seat, level in levels),
    }
    yield from (name for name, met in found.items() if met)


def _came_home(judge: Judge, was: Position, event: Any) -> bool:
    """Whether a skill with 二重クールダウン came back to hand."""
    return judge.cards.skills[event.card].double and was.players[event.seat].pile(event.card) is not None


def _judged(judge: Judge, named: Mapping[str, list[Any]]) -> Iterator[str]:
    """What the critical judgement came to, as far as all of it happened between two questions."""
    judged = [event.seat for event in named.get("Judged", ())]
    strikes = [player.strike for player in judge.at.players.values()]
    attacks = {event.seat: event.amount for event in named.get("Attack", ())}
    used = {event.seat: judge.cards.skills[event.card] for event in named.get("Moved", ())}
    found = {
        "both critical": strikes == ["critical", "critical"],
        "evaded": "evaded" in strikes,
        "both evaded": strikes == ["evaded", "evaded"],
        "graze of an odd attack": any(attacks.get(seat, 0) % 2 and strikes[seat - 1] == "graze" for seat in judged),
        "judged without attack": any(seat in used and used[seat].attack is None for seat in judged),
        "no critical distance": any(skill.critical is None for skill in used.values()),
    }
    return (name for name, met in found.items() if met)


def _damaged(at: Position, was: Position, named: Mapping[str, list[Any]]) -> Iterator[str]:
    damages = named.get("Damage", ())
    kinds = {kind: {event.seat for event in damages if event.kind == kind} for kind in ("skill", "effect", "cost")}
    yield from (f"{kind} damage to both" for kind, seats in kinds.items() if len(seats) == len(SEATS))
    found = {
        "damage at life 0": any(
            was.players[event.seat].life == 0 and was.players[event.seat].level < TOP_LEVEL for event in damages
        ),
        "stored damage": any(at.players[event.seat].stored for event in damages),
        "skill and effect damage in one turn": bool(kinds["skill"] and kinds["effect"]),
    }
    yield from (name for name, met in found.items() if met)
