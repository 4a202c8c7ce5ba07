"""Texts: which operation is carried out, whether a condition holds, and what relics in place allow."""

from collections.abc import Sequence

from ..table.state import Frame, Source
from ..table.table import Field, SwordrionTable
from .texts import Condition, LimitSpells, LimitStock, Relic

SPELL_LIMIT = 5
"""SW-Z.8-1."""
STOCK_LIMIT = 5
"""SW-Z.6-1."""


def operation_at(table: SwordrionTable, frame: Frame) -> object:
    """The operation that a frame stands at."""
    card = table.cards.card(frame.card)
    match frame.source:
        case Source.SKILL:
            return card.skills[frame.skill].ops[frame.operation]
        case Source.RELIC:
            return table.cards.relic(frame.card).ops[frame.operation]
        case _:
            return table.cards.spell(frame.card).ops[frame.operation]


def met(table: SwordrionTable, field: Field, condition: Condition | None) -> bool:
    """Whether a condition holds, read from the side of a field [SW-K.0-3]."""
    if condition is None:
        return True
    side, state = field.side, table.state
    own, other = (side.enemy_graveyard, side.graveyard) if field.enemy else (side.graveyard, side.enemy_graveyard)
    mine, theirs = (side.enemy, side.line) if field.enemy else (side.line, side.enemy)
    return (
        len(own) >= condition.own_graveyard
        and len(other) >= condition.other_graveyard
        and len(mine) <= condition.own_field
        and len(theirs) <= condition.other_field
        and state.battle >= condition.battle
        and state.round >= condition.round
    )


def relics_of(table: SwordrionTable, seat: int, timing: str) -> Sequence[tuple[int, Relic]]:
    """The relics in place that work at a moment."""
    texts = table.relic_texts[seat]
    if texts is None:
        texts = table.relic_texts[seat] = {}
        for card in table.side[seat].relics:
            relic = table.cards.relic(card)
            texts.setdefault(relic.timing, []).append((card, relic))
    return texts.get(timing, ())


def spell_limit(table: SwordrionTable, seat: int) -> int:
    """How many spells may be held: of limits that contradict each other the convenient one [SW-Q-12] [SW-Q-13]."""
    limits = [op.most for op in _standing_ops(table, seat) if isinstance(op, LimitSpells)]
    return max(limits, default=SPELL_LIMIT)


def stock_limit(table: SwordrionTable, seat: int) -> int:
    """How many cards may be carried over."""
    limits = [op.most for op in _standing_ops(table, seat) if isinstance(op, LimitStock)]
    return max(limits, default=STOCK_LIMIT)


def _standing_ops(table: SwordrionTable, seat: int) -> list[object]:
    """What the relics in place keep in force."""
    found: list[object] = []
    for _, relic in relics_of(table, seat, "standing"):
        if met(table, table.own[seat], relic.condition):
            found += relic.ops
    return found
