"""What positions and actions have in them, so that a test can say what it met."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shinpan_engine.games.wars3x3.table import actions

from .judge import SLOTS, Judge, Position, opponent

WANTED = (
    "removal with one card", "removal with two cards", "removal of several units", "removal with tuning",
    "two tunings in one removal", "strengthening of several units", "strengthening with tuning",
    "veil on another attribute", "veil card for its cost", "counter with a wild card", "counter with tuning",
    "counter with two cards", "wild card and number together", "wild card against a wild card",
    "counters to several spells", "counter to a counter", "counter to a counter to a counter", "several units given up",
    "last slot taken", "full field redeployed", "transparent attack", "attack against a double wall",
    "attack against an unblocking unit", "strengthened attack", "won by life", "won at the end of the deck",
    "drawn at the end of the deck",
)  # fmt: skip
"""What random play must come across, so that the comparison looks at all rules."""


def features(judge: Judge, at: Position, act: Any) -> Iterator[str]:
    """What is remarkable in an action that is allowed."""
    match act:
        case actions.Remove():
            found = _removals(act.spells)
        case actions.Strengthen():
            found = _strengthenings(judge, act.spells)
        case actions.Counter():
            found = _counters(judge, at, act.spells)
        case actions.Deploy():
            found = {"last slot taken": len(at.players[at.active].units) == SLOTS - 1}
        case actions.Redeploy():
            full = len(at.players[at.active].units) == SLOTS
            found = {"several units given up": len(act.giving) > 1, "full field redeployed": full}
        case actions.Attack():
            found = _attack(judge, at)
        case _:
            found = {}
    return (name for name, met in found.items() if met)


def end(at: Position) -> Iterator[str]:
    """How a game ended."""
    winner, reason = at.ended or (0, "")
    if reason == "life":
        yield "won by life"
    elif reason == "deck_out":
        yield "won at the end of the deck" if winner else "drawn at the end of the deck"


def _removals(spells: Sequence[actions.Spell]) -> Mapping[str, bool]:
    return {
        "removal of several units": len(spells) > 1,
        "removal with one card": any(len(spell.with_) == 1 for spell in spells),
        "removal with two cards": any(len(spell.with_) == 2 for spell in spells),
        "removal with tuning": any(len(spell.as_) > 0 for spell in spells),
        "two tunings in one removal": any(len(spell.as_) > 1 for spell in spells),
    }


def _strengthenings(judge: Judge, spells: Sequence[actions.Spell]) -> Mapping[str, bool]:
    used = [(spell, judge.cards[spell.with_[0]], judge.cards[spell.target]) for spell in spells]
    return {
        "strengthening of several units": len(spells) > 1,
        "strengthening with tuning": any(len(spell.as_) > 0 for spell in spells),
        "veil on another attribute": any(s.veil and card.attribute != unit.attribute for s, card, unit in used),
        "veil card for its cost": any(not s.veil and "veil" in card.traits for s, card, _ in used),
    }


def _counters(judge: Judge, at: Position, spells: Sequence[actions.Spell]) -> Mapping[str, bool]:
    layers = {pile.target: pile.layers for pile in at.piles}
    deepest = max(len(layers[spell.target]) for spell in spells)
    wild = [_wild(judge, spell.with_) for spell in spells]
    return {
        "counters to several spells": len(spells) > 1,
        "counter with a wild card": any(wild),
        "counter with tuning": any(len(spell.as_) > 0 for spell in spells),
        "counter with two cards": any(len(spell.with_) == 2 for spell in spells),
        "wild card and number together": any(
            count == 1 < len(spell.with_) for count, spell in zip(wild, spells, strict=True)
        ),
        "wild card against a wild card": any(_wild(judge, layers[spell.target][-1].cards) for spell in spells),
        "counter to a counter": deepest == 2,
        "counter to a counter to a counter": deepest > 2,
    }


def _attack(judge: Judge, at: Position) -> Mapping[str, bool]:
    theirs = [judge.cards[unit.card].traits for unit in at.players[opponent(at.active)].units]
    transparent = at.step == "transparent_attack"
    return {
        "transparent attack": transparent,
        "attack against a double wall": transparent and any("double_wall" in traits for traits in theirs),
        "attack against an unblocking unit": any("unblocking" in traits for traits in theirs),
        "strengthened attack": any(unit.plus for unit in at.players[at.active].units),
    }


def _wild(judge: Judge, cards: Sequence[int]) -> int:
    return sum("wild_card" in judge.cards[card].traits for card in cards)
