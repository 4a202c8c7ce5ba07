"""敵カードについて and 敵のスキル: what an enemy does to the players, and an enemy that appears [DR-P5.2] [DR-S6.2]
[DR-S6.3]."""

from ....kernel.play.decisions import Flow
from ..cards.texts import Armour, Damage, EnemyOperation, LoseHand, LoseMana, PassiveWhen
from ..table import events
from ..table.state import CurrentEnemy, EnemyPart, Frame, FrameKind, Round
from ..table.table import DriveTable
from .damage import strike
from .losses import lose_card, lose_mana, lower_one

UNIT_SPACES = 10
"""DR-P5.1-2."""


def appear(table: DriveTable, enemy: int, clause: str) -> None:
    """A new enemy with its starting HP and no chips [DR-S3.4-6] [DR-S3.4-13]."""
    hp = table.cards.enemy(enemy).hp
    table.state.enemy = CurrentEnemy(enemy, hp)
    marked = markers(hp) if table.state.round == Round.BOSS else [hp]  # the boss has the other face [DR-B-12]
    table.events.append(events.Appeared(enemy=enemy, hp=hp, markers=marked, clause=clause))


def markers(hp: int) -> list[int]:
    """The spaces on the boss face of the HP card: tens, and units from 1 to 10, so that a round ten has 10 units
    [DR-P5.1-2] [DR-P5.1-3]."""
    units = (hp - 1) % UNIT_SPACES + 1
    return [hp - units, units] if hp > units else [units]


def appearance(table: DriveTable) -> Flow[None] | None:
    """出現時スキル of the current enemy, at once [DR-S3.4-9]."""
    foe = current(table)
    if not table.cards.enemy(foe.card).appearance:
        return None
    return enemy_effect(table, foe.card, EnemyPart.APPEARANCE)


def passives(table: DriveTable, when: PassiveWhen) -> Flow[None] | None:
    """自動発動効果 of the current enemy at a moment [DR-P5.2-5]."""
    foe = current(table)
    if when not in table.cards.enemy(foe.card).moments:
        return None
    return passive_effects(table, foe.card, when)


def passive_effects(table: DriveTable, enemy: int, when: PassiveWhen) -> Flow[None]:
    """Each of the effects of that moment, as they are printed."""
    table.rely("DR-P5.2-5")
    for at, passive in enumerate(table.cards.enemy(enemy).passives):
        if passive.when == when:
            yield from enemy_effect(table, enemy, EnemyPart.PASSIVE, at)


def enemy_effect(table: DriveTable, enemy: int, part: EnemyPart, which: int = 0) -> Flow[None]:
    """An effect of an enemy, operation by operation; what is left of a fallen enemy's skill goes on [DR-S5.2-6]
    [DR-S3.4-18]."""
    state = table.state
    frame = Frame(FrameKind.ENEMY_EFFECT, enemy=enemy, part=part, skill=which)
    state.frames.append(frame)
    clause = "DR-S6.2-3" if part is EnemyPart.SKILL else "DR-P5.2-5"
    table.events.append(events.EnemyEffect(enemy=enemy, part=part.name.lower(), clause=clause))
    for op in enemy_operations(table, frame):
        yield from carry_out(table, frame, op)
        frame.at += 1
    state.frames.pop()


def enemy_operations(table: DriveTable, frame: Frame) -> tuple[EnemyOperation, ...]:
    """What an enemy's effect says, in print order."""
    card = table.cards.enemy(frame.enemy)
    if frame.part is EnemyPart.APPEARANCE:
        return card.appearance
    if frame.part is EnemyPart.SKILL:
        assert card.skill is not None, "only an enemy with a skill fires one"
        return tuple(card.skill.effects)
    effects = card.passives[frame.skill].effects
    return tuple([op for op in effects if not isinstance(op, Armour)])


def carry_out(table: DriveTable, frame: Frame, op: EnemyOperation) -> Flow[None]:
    """One operation: damage once to the players' side, anything else to every player, the partner too, clockwise from
    the turn player, also when the enemy appears [DR-S6.1-5] [DR-S6.3-1] [DR-S6.3-2] [DR-S6.3-3] [DR-S3.4-16]."""
    if isinstance(op, Damage):
        assert isinstance(op.amount, int), "an enemy knows no X, as the loader has seen to"
        strike(table, op.amount, "DR-S5.3-13")
        return
    table.rely("DR-S6.3-1")
    if isinstance(op, LoseMana):
        for seat in table.clockwise(table.state.active):
            lose_mana(table, seat, op.amount)
        return
    lose = lose_card if isinstance(op, LoseHand) else lower_one
    frame.seats = list(table.clockwise(table.state.active))
    while frame.seats:
        frame.left = op.amount
        while frame.left:  # cards or levels of the player's own choice
            yield from lose(table, frame.seats[0]) or ()
            frame.left -= 1
        del frame.seats[0]


def current(table: DriveTable) -> CurrentEnemy:
    """The enemy on the table."""
    foe = table.state.enemy
    assert foe is not None, "from the layout on there is always one"
    return foe
