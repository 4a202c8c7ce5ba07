"""Positions for both judges: random ones, and the engine's in the second judge's terms."""

from collections.abc import Sequence
from typing import Any

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.table import actions, options
from shinpan_engine.games.anoare.table import state as engine
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.record import FORMAT, ChanceSource, Header, PackRef, SeededChance
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import SCHEME, Seeded, Stream
from shinpan_engine.kernel.play.match import Match

from .position import TOP_LEVEL, Change, Paid, Pile, Place, Player, Position, Readings
from .printed import BOXES, set_of

CHARACTERS = 5
FRAGMENTS = 5
ULTRAS = 3
MOST_TURNS = 9
MOST_COSTS = 3
MOST_LASTING = 3
LAID_OUT = ("life", "level", "stored", "hand", "ultras", "zone", "fragment_spent", "modifiers")
LASTING = ("attack", "skill_damage_dealt", "skill_damage_received", "damage_received", "cost", "forbid_set", "response")


def random_readings(dice: Stream) -> Readings:
    """Each other reading in one of five games."""
    return Readings(1 + dice.below(2), *(dice.below(5) == 0 for _ in range(14)))


def setup(readings: Readings, characters: Sequence[int]) -> options.Setup:
    """The same readings as a header says them."""
    chosen: tuple[Any, ...] = (
        options.Mirror(characters[0] == characters[1]),
        options.FragmentWindow(readings.fragment_not_in_result),
        options.FragmentBreaksPasses(readings.fragment_breaks_passes),
        options.AdditionalCostShort(readings.extra_cost_must_be_in_hand),
        options.DashAttack(readings.hyphen_attack_is_zero),
        options.NegativeAttack(readings.negative_attack_stays),
        options.AttackConditionDistance(readings.attack_looks_at_new_distance),
        options.NoCritDamage(readings.no_critical_no_damage),
        options.AttacklessCrit(readings.attackless_not_judged),
        options.EvadeCooldown(readings.evasion_all_or_none),
        options.EvadedBonus(readings.evaded_takes_bonus),
        options.ReturnedCard.HIDDEN,
        options.LevelFlag(readings.level_2_by_last_life),
        options.UltraChoice.SECRET,
        options.AbilityStack(readings.only_current_ability),
        options.ZeroLifeTriggers(readings.no_triggers_at_zero),
        options.LevelSkip(readings.one_level_up_to_3),
    )
    return options.Setup(list(characters), readings.first, *chosen)


def match_at(
    readings: Readings, turn: int, distance: int, sides: Sequence[engine.Side], pack: Pack
) -> tuple[Match, Position]:
    """The engine's game at the first question of a turn that begins as the sides say, and the start of that turn.

    The engine prepares the game; before the last fragment is kept, everything is laid otherwise.
    """
    source = SeededChance(SCHEME, bytes(32))
    header = Header(
        FORMAT, GAME.name, "duel", GAME.editions[-1], PackRef(pack.id, pack.digest), ChanceSource(source), None, 2,
        [], setup(readings, [side.character for side in sides]),
    )  # fmt: skip
    match = begin(GAME, header, Seeded(source.seed), pack)
    state = match.table.state
    for side, laid in zip(state.sides, sides, strict=True):
        side.drawn = [laid.fragment, laid.discarded_fragment]
    assert match.play(1, actions.Keep(sides[0].fragment)) is None
    state.turn, state.distance = turn - 1, distance
    for side, laid in zip(state.sides, sides, strict=True):
        for name in LAID_OUT:
            setattr(side, name, getattr(laid, name))
    start = read(state)
    start.turn = turn
    for player, laid in zip(start.players.values(), sides, strict=True):
        player.fragment = laid.fragment
    assert match.play(2, actions.Keep(sides[1].fragment)) is None
    return match, start


def random_match(dice: Stream, readings: Readings, most_in_hand: int, pack: Pack) -> tuple[Match, Position]:
    """A random turn, cards lying about at random."""
    fragments = dice.shuffle(range(1, FRAGMENTS + 1))
    turn = 1 + dice.below(MOST_TURNS)
    one, other = (1 + dice.below(CHARACTERS) for _ in range(2))
    sides = [
        _random_side(one, set_of(one), turn, fragments[:2], dice, most_in_hand),
        _random_side(other, set_of(other, BOXES[one == other]), turn, fragments[2:], dice, most_in_hand),
    ]
    return match_at(readings, turn, dice.below(5) - 2, sides, pack)


def _random_side(
    character: int, cards: Sequence[int], turn: int, fragments: Sequence[int], dice: Stream, most_in_hand: int
) -> engine.Side:
    """Life by level, ultras still to come, other cards in hand or in the zone, now and then something in force."""
    level = 1 + dice.below(TOP_LEVEL)
    side = engine.Side(
        character=character,
        life={1: 6 + dice.below(5), 2: 1 + dice.below(6), TOP_LEVEL: 0}[level],
        level=level,
        stored=dice.below(3) if level == TOP_LEVEL else 0,
        fragment=fragments[0],
        discarded_fragment=fragments[1],
        fragment_spent=dice.below(2) == 0,
    )
    side.ultras = sorted(dice.shuffle(cards[-ULTRAS:])[level - 1 :])
    cards = [card for card in dice.shuffle(cards) if card not in side.ultras]
    most = min(most_in_hand, dice.below(len(cards) + 1))
    side.hand, cards = sorted(cards[:most]), cards[most:]
    side.zone = []
    while cards:
        count = 1 + dice.below(MOST_COSTS + 1)
        (skill, *costs), cards = cards[:count], cards[count:]
        side.zone.append(engine.Stack(skill, [engine.Cost(card, dice.below(4) == 0) for card in costs]))
    for _ in range(dice.below(2) * dice.below(MOST_LASTING)):
        what = engine.Modified[LASTING[dice.below(len(LASTING))].upper()]
        amount = 1 + dice.below(2) if what == engine.Modified.FORBID_SET else dice.below(5) - 2
        side.modifiers.append(engine.Modifier(what, amount, (0, turn)[dice.below(2)]))
    return side


def read(state: engine.State) -> Position:
    """The engine's state in the second judge's terms."""
    first, second = state.sides
    return Position(
        turn=state.turn,
        distance=state.distance,
        players={1: _player(first, 0), 2: _player(second, BOXES[first.character == second.character])},
        step=state.step.name.lower(),
        loser=0 if state.ending is None else 3 - state.ending.winner,
    )


def _player(side: engine.Side, box: int) -> Player:
    return Player(
        character=side.character,
        life=side.life,
        level=side.level,
        stored=side.stored,
        hand=list(side.hand),
        ultras=list(side.ultras),
        zone=[_pile(stack) for stack in side.zone],
        fragment=side.fragment,
        fragment_spent=side.fragment_spent,
        laid=side.laid[0] if side.laid else 0,
        used=None if side.skill is None else _pile(side.skill),
        idle=side.idle,
        strike=side.strike.name.lower(),
        effects_used=[Place(at.card, at.level, at.effect) for at in side.used],
        changes=[Change(change.kind.name.lower(), change.amount, change.until) for change in side.modifiers],
        box=box,
    )


def _pile(stack: engine.Stack) -> Pile:
    return Pile(stack.card, [Paid(cost.card, cost.open, cost.upright) for cost in stack.costs])


def in_order(position: Position) -> Position:
    """The position with all lists ascending whose order means nothing."""
    for player in position.players.values():
        player.hand.sort()
        player.ultras.sort()
        player.effects_used.sort()
        player.changes.sort()
    if position.loser:
        position.step = "over"
    return position


def life_events(events: Sequence[Any]) -> list[tuple[str, int, int, str]]:
    """What the engine says happened to life."""
    found = [
        (type(event).__name__.lower(), event.seat, event.amount, getattr(event, "kind", ""))
        for event in events
        if type(event).__name__ in ("Damage", "Healed") and event.amount
    ]
    return sorted(found)
