"""Positions for both judges: random line-ups, and the engine's state in the second judge's terms."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple

from shinpan_engine.games.swordrion import GAME
from shinpan_engine.games.swordrion.table import actions, options
from shinpan_engine.games.swordrion.table import state as engine
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.record import FORMAT, ChanceSource, Header, PackRef, SeededChance
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import SCHEME, Seeded, Stream
from shinpan_engine.kernel.play.decisions import pick
from shinpan_engine.kernel.play.match import Match

from .position import COLOURS, ENEMY, LINE, MOST_IN_FIELD, OWN, Camp, Common, Readings, Stack
from .printed import Card

MODES = ("", "solo", "versus")
MOST_SPELLS_HELD = 7
MOST_HELD = 4
RELICS = 2
WHOSE = {False: OWN, True: ENEMY}
STATUS = {engine.Status.OUT: "out", engine.Status.FIGHTING: "fighting", engine.Status.CLEARED: "cleared"}


class Plan(NamedTuple):
    """What a participant begins a round with: the line, the relics, what else is in hand, cubes."""

    line: list[Stack]
    relics: list[int]
    others: list[int]
    cubes: Mapping[str, int]


def random_readings(dice: Stream) -> Readings:
    """Each other reading in one of five games."""
    per_colour = dice.below(3) == 0
    green = 2 + dice.below(3)
    divisors = (green, 2 + dice.below(3) if per_colour else green, 1 + dice.below(2))
    return Readings(
        pick(dice, ("discard", "discard", "discard", "replace", "cast", "fight")),
        *(dice.below(5) == 0 for _ in range(13)),
        pick(dice, ("stay", "stay", "stay", "graveyard", "deck_bottom")),
        *(dice.below(5) == 0 for _ in range(2)),
        divisors=(3, 3, 1) if dice.below(3) else divisors,
        per_colour=per_colour,
        dealt_by_turns=dice.below(5) == 0,
        relics_return=dice.below(5) == 0,
        stocked_count_as_bought=dice.below(5) == 0,
        stock_anything=dice.below(5) == 0,
        first_cubes=(1, dice.below(4), dice.below(3)) if dice.below(4) == 0 else (1, 0, 0),
    )


def by_colour(numbers: tuple[int, int, int], usual: tuple[int, int, int]) -> options.ByColour | None:
    """Three numbers as a header says them; what is usual is not said."""
    return None if numbers == usual else options.ByColour(*numbers)


def setup(readings: Readings, seats: int) -> options.Setup:
    """The same readings as a header says them."""
    return options.Setup(
        start_cubes=by_colour(readings.first_cubes, Readings.first_cubes),
        score_divisors=by_colour(readings.divisors, Readings.divisors),
        deal_pattern=options.DealPattern(readings.dealt_by_turns and seats > 1),
        enemy_spell=options.EnemySpell[readings.enemy_spell.upper()],
        deck_short=options.DeckShort(readings.play_short),
        deck_out_round_cubes=options.DeckOutRoundCubes(readings.deck_out_as_uncleared),
        zero_damage_wound=options.ZeroDamageWound(readings.zero_damage_wounds),
        early_kill=options.EarlyKill(readings.next_front_at_once),
        own_always=options.OwnAlways(readings.own_always_must),
        speed_third_wound=options.SpeedThirdWound(readings.third_wound_is_one_blow),
        enemy_speed=options.EnemySpeed(readings.enemy_speed_first),
        auto_battler_front=options.AutoBattlerFront(readings.front_follows_itself),
        auto_battler_counter=options.AutoBattlerCounter(readings.auto_battlers_answered),
        multi_target_counter=options.MultiTargetCounter(readings.all_hit_answer),
        excess_spell_use=options.ExcessSpellUse(readings.cut_spells_free),
        equip_counts=options.EquipCounts(readings.equipment_apart),
        peeked_stay_up=options.PeekedStayUp(readings.peeked_turn_back),
        waiting_summon_on_clear=options.WaitingSummonOnClear[readings.waiting_on_clear.upper()],
        automata_reward=options.AutomataReward(readings.automata_may_decline),
        bottom_order=options.BottomOrder(readings.bottom_chosen),
        relics_return=options.RelicsReturn(readings.relics_return),
        buy_limit=options.BuyLimit(readings.stocked_count_as_bought),
        stock_affordable=options.StockAffordable(readings.stock_anything),
        score_pool=options.ScorePool(readings.per_colour),
    )


def random_plans(cards: Mapping[int, Card], dice: Stream, seats: int) -> tuple[list[Plan], list[int]]:
    """A line of one to ten, relics, spells and hand cards for each; the rest is the deck."""
    deck = dice.shuffle(list(cards))
    plans = []
    for _ in range(seats):
        line = [
            Stack([card], hp=Fraction(cards[card].hp))
            for card in taken(deck, LINE, lambda card: lies_freely(cards[card]))
        ]
        relics = taken(deck, RELICS, lambda card: cards[card].relic is not None)
        spells = taken(deck, dice.below(MOST_SPELLS_HELD + 1), lambda card: cards[card].is_spell)
        more = taken(deck, dice.below(MOST_HELD), lambda card: not cards[card].is_spell)
        plans.append(Plan(line, relics, spells + more, {colour: dice.below(8) for colour in COLOURS}))
    for plan in plans:
        _changed(plan.line, cards, deck, dice)
    return plans, deck[: 3 + dice.below(len(deck))]


def alone(card: int, cards: Mapping[int, Card]) -> Stack:
    """A card that nothing has happened to."""
    return Stack([card], hp=Fraction(cards[card].hp))


def lies_freely(card: Card) -> bool:
    """Whether a card can be one of the five in any case."""
    return not card.is_spell and card.summon is None


def taken(deck: list[int], most: int, fits: Any) -> list[int]:
    """Takes so many cards of a sort out of a deck."""
    found = [card for card in deck if fits(card)][:most]
    for card in found:
        deck.remove(card)
    return found


def _changed(line: list[Stack], cards: Mapping[int, Card], deck: list[int], dice: Stream) -> None:
    """Now and then a line as it may look later: shorter or longer, wounded, merged, equipped, strengthened."""
    if dice.below(2):
        return
    if dice.below(2):
        more = dice.below(MOST_IN_FIELD - LINE + 1)
        line += [
            Stack([card], hp=Fraction(cards[card].hp))
            for card in taken(deck, more, lambda card: lies_freely(cards[card]))
        ]
    for stack in line:
        stack.wounds = pick(dice, (0, 0, 1, 2))
        stack.attack = pick(dice, (0, 0, 1, 2))
        if dice.below(4) == 0:
            stack.cards += taken(deck, 1, lambda card: lies_freely(cards[card]))
        elif dice.below(5) == 0:
            worn = taken(deck, 1, lambda card: (cards[card].spell or {}).get("use") == "equip")
            stack.equipment = [(card, OWN) for card in worn]
        printed = _printed(stack.cards, [card for card, _ in stack.equipment], cards)
        stack.hp = Fraction(max(1, printed) + pick(dice, (0, 0, 1, 2))) / pick(dice, (1, 1, 1, 2))


def match_at(
    readings: Readings, plans: Sequence[Plan], deck: Sequence[int], round_: int, cards: Mapping[int, Card], pack: Pack
) -> tuple[Match, Common, list[Camp]]:
    """The engine's game as the battles of a round begin, and the same for the second judge.

    The engine prepares the game; before the last choice of relics everything is laid otherwise.
    """
    match = next(filter(lays_a_line, (begun(readings, len(plans), pack, bytes([seed] * 32)) for seed in count())))
    state = match.table.state
    state.deck, state.discard, state.round = list(deck), [], round_
    for side, plan in zip(state.sides, plans, strict=True):
        side.hand = sorted([*(stack.cards[0] for stack in plan.line[:LINE]), *plan.relics, *plan.others])
        side.cubes = engine.Cubes(**plan.cubes)
    for seat, plan in enumerate(plans, start=1):
        for stack in plan.line[:LINE]:
            assert match.play(seat, actions.Lay(stack.cards[0])) is None
    for side, plan in zip(state.sides, plans, strict=True):
        side.line[:] = [_slot(stack, cards) for stack in plan.line]
    for seat, plan in enumerate(plans, start=1):
        assert match.play(seat, actions.Relics(sorted(plan.relics))) is None
    return match, Common(list(deck), [], round_), [_camp(plan, cards) for plan in plans]


def lays_a_line(match: Match) -> bool:
    """Whether everybody has a card to lay, once the first hands are dealt in any way."""
    state = match.table.state
    while state.phase == engine.Phase.SETUP:
        seat, act = next(match.options())
        assert match.play(seat, act) is None
    return all(side.step == engine.Step.LINE for side in state.sides)


def begun(readings: Readings, seats: int, pack: Pack, seed: bytes) -> Match:
    """The engine's game from its beginning."""
    source = SeededChance(SCHEME, seed)
    header = Header(
        FORMAT, GAME.name, MODES[seats], GAME.editions[-1], PackRef(pack.id, pack.digest), ChanceSource(source), None,
        seats, [], setup(readings, seats),
    )  # fmt: skip
    return begin(GAME, header, Seeded(seed), pack)


def shuffled(pack: Pack, seed: bytes) -> list[int]:
    """The deck of that game."""
    return Seeded(seed).shuffle("deck", range(1, pack.cards.size + 1))


def _camp(plan: Plan, cards: Mapping[int, Card]) -> Camp:
    """The participant as the second judge has it when the line and the relics are settled."""
    camp = Camp(
        hand=[card for card in plan.others if not cards[card].is_spell],
        spells=[card for card in plan.others if cards[card].is_spell],
        relics=list(plan.relics),
        cubes=dict(plan.cubes),
    )
    camp.fields[OWN] = [replace(stack, cards=list(stack.cards)) for stack in plan.line]
    return camp


def _printed(stacked: Sequence[int], worn: Sequence[int], cards: Mapping[int, Card]) -> int:
    """HP as printed on the cards of a stack and its equipment."""
    return sum(cards[card].hp for card in stacked) + sum(cards[card].hp_worn for card in worn)


def _slot(stack: Stack, cards: Mapping[int, Card]) -> engine.Slot:
    halved = stack.hp.denominator.bit_length() - 1
    marks = engine.Marks(
        equipment=[engine.Equipment(card, whose == ENEMY) for card, whose in stack.equipment],
        hp=int(stack.hp * 2**halved) - _printed(stack.cards, [card for card, _ in stack.equipment], cards),
        attack=stack.attack,
        halved=halved,
    )
    return engine.Slot(
        card=stack.cards[0],
        up=stack.up,
        lower=stack.cards[1] if len(stack.cards) > 1 else 0,
        wounds=stack.wounds,
        marks=marks if marks != engine.Marks() else None,
    )


def read(state: engine.State, seat: int, cards: Mapping[int, Card]) -> dict[str, Any]:
    """What the engine says of a participant, in plain words."""
    side = state.sides[seat - 1]
    return {
        "own": [_stack(slot, cards) for slot in side.line],
        "enemy": [_stack(slot, cards) for slot in side.enemy],
        "waiting": sorted(side.waiting),
        "own graveyard": sorted(side.graveyard),
        "enemy graveyard": sorted(side.enemy_graveyard),
        "hand": sorted(side.hand),
        "spells": sorted(side.spells),
        "relics": sorted(side.relics),
        "packet": sorted(side.packet),
        "display": sorted(side.display),
        "stock": sorted(side.stock),
        "carried over": sorted(side.carried),
        "used": [getattr(side.used or engine.Cubes(), colour) for colour in COLOURS],
        "cubes": [held(side, colour) for colour in COLOURS],
        "status": STATUS[side.status],
    }


def held(side: engine.Side, colour: str) -> int:
    """The cubes of a colour."""
    return int(getattr(side.cubes, colour))


def _stack(slot: engine.Slot, cards: Mapping[int, Card]) -> dict[str, Any]:
    stacked = [slot.card, slot.lower] if slot.lower else [slot.card]
    marks = slot.marks or engine.Marks()
    hp = _printed(stacked, [worn.card for worn in marks.equipment], cards) + marks.hp
    return {
        "cards": stacked,
        "up": slot.up or marks.felled != engine.Felled.NO,
        "equipment": sorted((worn.card, WHOSE[worn.enemy]) for worn in marks.equipment),
        "wounds": slot.wounds,
        "hp": str(Fraction(hp, 2**marks.halved)),
        "changes": [marks.attack, marks.turn_hp, marks.turn_attack],
        "held": marks.held,
        "felled": marks.felled != engine.Felled.NO,
    }


def told(camp: Camp) -> dict[str, Any]:
    """The same of the second judge."""
    return {
        "own": [_told(stack) for stack in camp.fields[OWN]],
        "enemy": [_told(stack) for stack in camp.fields[ENEMY]],
        "waiting": sorted(camp.waiting),
        "own graveyard": sorted(camp.graves[OWN]),
        "enemy graveyard": sorted(camp.graves[ENEMY]),
        "hand": sorted(camp.hand),
        "spells": sorted(camp.spells),
        "relics": sorted(camp.relics),
        "packet": sorted(camp.packet),
        "display": sorted(camp.display),
        "stock": sorted(camp.stock),
        "carried over": sorted(camp.carried),
        "used": [camp.used[colour] for colour in COLOURS],
        "cubes": [camp.cubes[colour] for colour in COLOURS],
        "status": camp.status,
    }


def _told(stack: Stack) -> dict[str, Any]:
    return {
        "cards": list(stack.cards),
        "up": stack.up or bool(stack.felled_by),
        "equipment": sorted(stack.equipment),
        "wounds": stack.wounds,
        "hp": str(stack.hp),
        "changes": [stack.attack, stack.turn_hp, stack.turn_attack],
        "held": stack.held,
        "felled": bool(stack.felled_by),
    }
