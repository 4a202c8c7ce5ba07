"""Positions for both judges: play steps laid out at random, and the engine's in the second judge's terms."""

from collections.abc import Mapping, Sequence

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.chapters.rounds import both_rounds
from shinpan_engine.games.drive.chapters.turn import turns
from shinpan_engine.games.drive.table.options import (
    AutoSkillDefault,
    Difficulty,
    DualMultiplier,
    PlusExtraOnTop,
    SetOrder,
    Setup,
)
from shinpan_engine.games.drive.table.state import CurrentEnemy, Round, State, Step
from shinpan_engine.games.drive.table.state import Member as EngineMember
from shinpan_engine.games.drive.table.table import PARTNER_MODE, DriveTable
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import Seeded, Stream
from shinpan_engine.kernel.play.decisions import pick
from shinpan_engine.kernel.play.match import Match

from ...games.positions import header_of
from .battle import Member, Position
from .plays import Readings
from .printed import Cards, Circuit

DUALS = {
    "distinct_cards": DualMultiplier.DISTINCT_CARDS,
    "sum_colours": DualMultiplier.SUM_COLOURS,
    "max_colour": DualMultiplier.MAX_COLOUR,
}
MOST_UNITS = 5
MOST_MANA = 6
DISCARD = 20
"""As many as ten skills may draw, two each."""
NORMAL_ENEMIES, FAUST, LAST_BOSS = 12, 14, 18


def random_readings(dice: Stream) -> Readings:
    """Each other reading in one of three games."""
    return Readings(dice.below(3) == 0, dice.below(3) == 0, pick(dice, list(DUALS)), dice.below(4) == 0)


def empty_table(dice: Stream, readings: Readings, pack: Pack) -> DriveTable:
    """A table for two to four, now and then in partner mode, with all cards in the deck."""
    mode, seats = ("multi", 2 + dice.below(3)) if dice.below(4) else (PARTNER_MODE, 2)
    setup = Setup(
        Difficulty.A,
        1 + dice.below(seats) if mode == "multi" else 0,
        set_order=SetOrder.FREE if readings.any_may_lead else SetOrder.LEAD_FIRST,
        plus_extra_on_top=PlusExtraOnTop.FALSE if readings.extra_beneath else PlusExtraOnTop.TRUE,
        dual_multiplier=DUALS[readings.dual],
        auto_skill_default=AutoSkillDefault(readings.all_may_be_declined),
    )
    table = DriveTable(header_of(GAME, mode, setup, seats), Seeded(bytes(32)), pack.cards)
    table.state.deck = dice.shuffle(range(1, 55))
    return table


def play_step(table: DriveTable) -> Match:
    """The first play step, with the parties and the enemy that have been laid."""
    table.meet()
    match = Match(table, turns(table) if table.state.round == Round.BOSS else both_rounds(table))
    assert table.state.step == Step.PLAY
    return match


def lay_cards(state: State, top: int | None, hand: Sequence[int], dice: Stream) -> None:
    """A top card, or an empty field, and the hand of the player who plays; all other cards lie about."""
    rest = [card for card in dice.shuffle(range(1, 55)) if card != top and card not in hand]
    for seat, side in enumerate(state.sides, start=1):
        count = dice.below(6)
        side.hand = sorted(hand if seat == state.active else rest[:count])
        rest = rest if seat == state.active else rest[count:]
        side.knows = []
    state.discard, rest = rest[:DISCARD], rest[DISCARD:]
    beneath = dice.below(4)
    state.field = [*rest[:beneath], top] if top else []
    state.deck = rest[beneath:] if top else rest


def random_hand(dice: Stream, circuits: Mapping[int, Circuit], size: int, top: int | None) -> list[int]:
    """Cards of which many have one number, so that there are sets to play."""
    number = pick(dice, sorted({number for card in circuits.values() for number in card.numbers}))
    order = [card for card in dice.shuffle(sorted(circuits)) if card != top]
    alike = [card for card in order if number in circuits[card].numbers][: dice.below(size + 1)]
    return sorted([*alike, *(card for card in order if card not in alike)][:size])


def lay_parties(state: State, cards: Cards, units: Sequence[int], dice: Stream) -> None:
    """Every seat has some of these units, at any level, and some mana."""
    left = dice.shuffle(units)
    for side in state.sides:
        count = dice.below(MOST_UNITS + 1)
        side.party = [EngineMember(unit, 1 + dice.below(len(cards.units[unit].attacks))) for unit in left[:count]]
        side.mana, left = dice.below(MOST_MANA + 1), left[count:]


def lay_enemy(state: State, cards: Cards, enemies: Sequence[int], dice: Stream) -> None:
    """A boss, or a normal enemy and those that follow it, each with any part of its HP."""
    if dice.below(2):
        state.round = Round.BOSS
        state.boss = boss = FAUST + dice.below(LAST_BOSS - FAUST + 1)
        state.enemy, state.enemy_deck, state.pile = CurrentEnemy(boss, cards.enemies[boss].hp), [], []
    else:
        state.round = Round.NORMAL
        first, *others = dice.shuffle(enemies)
        state.enemy, state.enemy_deck, state.pile = CurrentEnemy(first, cards.enemies[first].hp), others, []
    if dice.below(2):
        state.enemy.hp = 1 + dice.below(state.enemy.hp)


def read(state: State) -> Position:
    """The engine's state in the second judge's terms."""
    side = state.sides[state.active - 1]
    assert state.enemy is not None
    return Position(
        active=state.active,
        hand=list(side.hand),
        mana={seat: one.mana for seat, one in enumerate(state.sides, start=1)},
        party=[Member(member.unit, member.level) for member in side.party],
        enemy=state.enemy.card,
        hp=state.enemy.hp,
        boss=state.round == Round.BOSS,
        enemies=list(state.enemy_deck),
        discard=list(state.discard),
        deck=list(state.deck),
    )
