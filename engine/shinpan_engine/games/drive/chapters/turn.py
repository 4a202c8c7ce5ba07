"""ゲームの開始/ターンの流れ: the turn with its seven steps, 1. ドロー, 6. 敵行動 and 7. ターン終了 [DR-G] [DR-S1]
[DR-S6] [DR-S7]."""

from ....kernel.play.decisions import Flow, ask
from ..cards.effects import settle
from ..table import events
from ..table.actions import Pass
from ..table.options import ManaSupply, PassFiresStepEnd
from ..table.state import EnemyPart, Step
from ..table.table import DriveTable
from .action_step import actions
from .battle import battle, battle_end_effects
from .bonus import bonuses
from .damage import strike
from .enemy import current, enemy_effect, passives
from .play import PlayDecision, lay, look_and_swap
from .skills import trigger

LEAST_ATTACK = 1
"""Continuing effects leave so much of an attack, so that no game lasts for ever."""
MOST_MANA = 6
"""DR-S7-1."""


def turns(table: DriveTable) -> Flow[None]:
    """The players take turns clockwise, the partner like any other, in each the seven steps, until the round is over
    [DR-G-5] [DR-G-6] [DR-G-7] [DR-S7-4] [DR-P4S-10]."""
    while True:
        yield from begin_turn(table) or ()
        draw_step(table)
        yield from steps_2_to_5(table)
        yield from enemy_step(table)
        end_turn(table)


def begin_turn(table: DriveTable) -> Flow[None] | None:
    """The next turn comes; every unit may use a normal skill again [DR-S5.4-3]."""
    state = table.state
    state.turn += 1
    state.step = Step.DRAW
    for side in state.sides:
        for member in side.party:
            if member.used or member.spent:
                member.used, member.spent = False, []
    table.events.append(events.TurnBegan(turn=state.turn, seat=state.active, clause="DR-G-5"))
    return passives(table, "turn_start")


def draw_step(table: DriveTable) -> None:
    """1. ドローステップ: the top card of the deck, always and once; with an empty deck none [DR-S1-1] [DR-S1-2]
    [DR-S1-3] [DR-R-4]."""
    deck = table.state.deck
    if deck:
        table.take_top(table.state.active, deck, "deck", "DR-S1-1")
    table.state.step = Step.PLAY


def steps_2_to_5(table: DriveTable) -> Flow[None]:
    """2. プレイステップ, and after a play 3., 4. and 5. [DR-S2.6-1]; a pass ends these three at once [DR-S2.7-9]
    [DR-S2.7-10]."""
    seat = table.state.active
    act = yield ask(PlayDecision, seat)
    if type(act) is Pass:
        yield from look_and_swap(table, seat)
        if table.setup.pass_fires_step_end == PassFiresStepEnd.TRUE:
            table.state.step = Step.BATTLE_END
            yield from battle_end_effects(table) or ()
        return
    yield from lay(table, act) or ()
    yield from battle(table)
    yield from bonuses(table) or ()
    yield from actions(table)


def enemy_step(table: DriveTable) -> Flow[None]:
    """6. 敵行動ステップ: one normal attack of whatever enemy is there now, the boss too, then its chip and its skill,
    after a pass too [DR-S6.1-1] [DR-S6.1-2] [DR-B-16] [DR-S6.2-7] [DR-S2.7-11]. No chip for the attack of an enemy that
    has fallen since [DR-S3.4-18]."""
    state = table.state
    state.step = Step.ENEMY
    yield from passives(table, "enemy_step") or ()
    trigger(table, "enemy_step")
    if state.waiting:
        yield from settle(table)
    state.attacker = current(table).card
    strike(table, attack_of(table), "DR-S6.1-1")
    trigger(table, "enemy_attack")
    if state.waiting:
        yield from settle(table)
    if current(table).card == state.attacker and charged(table):
        yield from enemy_effect(table, state.attacker, EnemyPart.SKILL)
        put_chips(table, 0)
    state.attacker = 0


def attack_of(table: DriveTable) -> int:
    """The enemy's attack [DR-P5.2-4], less what continuing effects take off it; they leave 1 of it."""
    attack = table.cards.enemy(current(table).card).attack
    if not table.state.lasting:
        return attack
    guard = sum([table.lasting_op(one).guard for one in table.state.lasting])
    return max(min(attack, LEAST_ATTACK), attack - guard)


def charged(table: DriveTable) -> bool:
    """One chip for an enemy that has a skill, if there is one left; whether that is enough to fire it [DR-S6.2-1]
    [DR-S6.2-2] [DR-S6.2-3] [DR-C-11]."""
    foe = current(table)
    skill = table.cards.enemy(foe.card).skill
    if skill is None:
        return False
    left = table.supply()
    if not left:
        table.rely("DR-C-11")
    if left or table.setup.mana_supply == ManaSupply.UNLIMITED:
        put_chips(table, foe.charge + 1)
    return foe.charge >= skill.cost


def put_chips(table: DriveTable, count: int) -> None:
    """So many chips lie on the enemy; after its skill none [DR-S6.2-4]."""
    foe = current(table)
    foe.charge = count
    table.events.append(events.EnemyCharged(enemy=foe.card, charge=count, clause="DR-S6.2-1"))


def end_turn(table: DriveTable) -> None:
    """7. ターン終了ステップ: the turn player keeps 6 mana at the most, and the next player clockwise is on turn
    [DR-S7-1] [DR-S7-2] [DR-S7-4]."""
    state = table.state
    state.step = Step.TURN_END
    cap_mana(table)
    table.events.append(events.TurnEnded(turn=state.turn, clause="DR-S7-4"))
    state.played, state.numbers, state.extra = [], [], 0
    state.active = next_seat(table)


def cap_mana(table: DriveTable) -> None:
    """7 or more mana of the turn player become 6, when the turn ends and not before [DR-S7-1] [DR-S7-3]."""
    seat = table.state.active
    excess = table.side[seat].mana - MOST_MANA
    if excess > 0:
        table.pays(seat, excess, "DR-S7-1")


def next_seat(table: DriveTable) -> int:
    """The player to the left of the turn player."""
    return table.clockwise(table.state.active)[1]
