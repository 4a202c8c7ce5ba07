"""Which effects are in force, whether their conditions hold, and what they add up to."""

from collections.abc import Iterator, Sequence

from ....kernel.play.copies import in_first_copy
from ..table.actions import Seat
from ..table.state import Due, EffectAt, Modified
from ..table.table import SEATS, AnoareTable, other
from .cards import FAR, MIDDLE, NEAR, RANGES
from .texts import STRIKES, Condition, Effect, When


def in_force(table: AnoareTable, seat: Seat, when: When) -> Sequence[tuple[EffectAt, Effect]]:
    """A player's effects of one moment that are in force [AN-5.4b-18]."""
    found = table.in_play[seat].by_moment.get(when)
    return [place for place in found if works(table, seat, *place)] if found else ()


def effect_in_play(table: AnoareTable, seat: Seat, at: EffectAt) -> Effect | None:
    """The effect of that place, if it is one of the used skill's text, of a skill in the own zone, or of an ability of
    a level reached, whatever its moment [AN-5.4b-18]."""
    for effects in table.in_play[seat].by_moment.values():
        for place, effect in effects:
            if place == at:
                return effect
    return None


def works(table: AnoareTable, seat: Seat, at: EffectAt, effect: Effect) -> bool:
    """Whether nothing has put it out: it needs a used skill and there is none [AN-5.2-11] [AN-5.2-12], or its ability
    is without effect [AN-1.2-4]."""
    if effect.needs_skill and table.side[seat].idle:
        return False
    return not (at.level and disables(table, seat, at.level))


def disables(table: AnoareTable, seat: Seat, level: int) -> bool:
    """Whether something leaves a level ability of a player without effect."""
    kind = Modified.DISABLE_ABILITY
    if kind not in table.standing_kinds and not table.side[seat].modifiers:
        return False
    return level in corrections(table, kind, seat)


def corrections(table: AnoareTable, kind: Modified, seat: Seat, ranged: bool | None = None) -> list[int]:
    """What changes a number of a player, one by one: CD effects of several skills apply together [AN-7.2-6], again in
    each turn [AN-7.2-5]. With `ranged` only continuous effects that depend on the distance, or only what does not."""
    found = []
    if not ranged:
        for modifier in table.side[seat].modifiers:
            if modifier.kind is kind:
                found.append(modifier.amount)
    if kind not in table.standing_kinds:
        return found
    for owner in SEATS:
        to = "own" if owner == seat else "opponent"
        for one in table.in_play[owner].standing.get(kind, ()):
            if one.to != to or ranged not in (None, bool(one.effect.condition.range)):
                continue
            if works(table, owner, one.at, one.effect) and met(table, owner, one.effect.condition):
                found.append(one.amount)
    return found


def correction(table: AnoareTable, kind: Modified, seat: Seat, ranged: bool | None = None) -> int:
    """The sum of what changes a number of a player."""
    if kind not in table.standing_kinds and not table.side[seat].modifiers:
        return 0
    return sum(corrections(table, kind, seat, ranged))


def standing_distances(table: AnoareTable, seat: Seat) -> Iterator[int]:
    """The distance corrections of a player's continuous effects, each looked at when its turn comes [AN-5.5b-4]."""
    for one in table.in_play[seat].standing.get(None, ()):
        if works(table, seat, one.at, one.effect) and met(table, seat, one.effect.condition):
            yield one.amount


def met(table: AnoareTable, seat: Seat, condition: Condition) -> bool:
    """Whether a condition holds for a player, all that it says [AN-5.4b-24] [AN-7.2-2]."""
    own, opposing = table.side[seat], table.side[other(seat)]
    if condition.range and range_now(table) not in [RANGES[name] for name in condition.range]:
        return False
    if condition.own and own.strike not in [STRIKES[name] for name in condition.own]:
        return False
    if condition.opposing and opposing.strike not in [STRIKES[name] for name in condition.opposing]:
        return False
    if own.level < condition.level:
        return False
    if condition.no_action and not (own if condition.no_action == "own" else opposing).idle:
        return False
    return not condition.in_zone or condition.in_zone in [in_first_copy(stack.card) for stack in own.zone]


def range_now(table: AnoareTable) -> int:
    """The range of the current distance: only its sign counts [AN-5.5b-5] [AN-5.5b-6] [AN-5.5b-7] [AN-5.5b-8]."""
    distance = table.state.distance
    return FAR if distance > 0 else NEAR if distance < 0 else MIDDLE


def note_due(table: AnoareTable, seat: int, when: When) -> None:
    """Puts a player's effects of a moment into the next batch [AN-5.0-8], those whose condition is met and that have
    not been processed as often as they may in this turn [AN-5.4b-10]."""
    effects = in_force(table, seat, when)
    if not effects:
        return
    state = table.state
    for at, effect in effects:
        due = Due(seat, at)
        times = table.side[seat].used.count(at) + state.batch.count(due) + state.waiting.count(due)
        if times < effect.per_turn and met(table, seat, effect.condition):
            state.waiting.append(due)


def effect_at(table: AnoareTable, seat: int, at: EffectAt) -> Effect:
    """The effect printed at a place of a player's cards."""
    if at.card:
        return table.cards.skill(at.card).effects[at.effect]
    return table.cards.character(table.side[seat].character).abilities[at.level][at.effect][1]
