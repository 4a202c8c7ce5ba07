"""Positions for both judges: random ones, and the engine's in the second judge's terms."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from shinpan_engine.games.hackclad import GAME
from shinpan_engine.games.hackclad.table import actions, options
from shinpan_engine.games.hackclad.table import state as engine
from shinpan_engine.games.hackclad.table.state import Modified
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.record import FORMAT, ChanceSource, Header, PackRef, SeededChance
from shinpan_engine.kernel.packs import Pack
from shinpan_engine.kernel.play.chance import SCHEME, Seeded, Stream
from shinpan_engine.kernel.play.match import Match

from .position import Legion, Position, Readings, Witch
from .printed import AMELIA, BOX, CLADS, FLARE, LAST_ROUND, LUNA, MIA, ORDERS, ROSETTE, SET, owner, place
from .questions import number
from .squares import CENTRE, CROSSINGS, FRONTS, HEIGHT, SQUARES, WIDTH, Square, ahead, behind, beside, exists, wrapped

PACK = GAME.packs["house"]
CHARACTERS = 5
LIMITS = {options.Difficulty.EASY: 4}
OTHER_LIMIT = 3
EXTENDED = 7
READINGS = [field.name for field in fields(Readings) if field.name not in ("cp_most", "shura_pushes")]
MOST_LEGIONS = 9
MOST_STONES = 6
MOST_TOKENS = 8
HOMING, ADVANCING, MIRROR = 12, (8, 9, 10, 11), 13
"""帰巣本能; the clad cards with steps ahead; 八咫鏡."""
MODES = (("versus", 2), ("versus", 3), ("versus", 4), ("tag", 4), ("solo", 1), ("coop", 2), ("coop", 3), ("coop", 4))


def random_readings(dice: Stream) -> Readings:
    """Each other reading in one of four games."""
    readings = Readings(15 if dice.below(4) == 0 else 7)
    for name in READINGS:
        setattr(readings, name, dice.below(4) == 0)
    return readings


def chosen(readings: Readings, mode: str, characters: Sequence[int]) -> dict[str, Any]:
    """The same readings as a header says them; what decides nothing is not said."""
    readings.flare_guards_twice &= FLARE in characters
    readings.inner_grid &= AMELIA in characters
    readings.pickup_standing &= mode in ("versus", "tag")
    readings.drop_told &= mode != "solo"
    return {
        "cp_cap": options.CpCap.EDITION if readings.cp_most > 7 else options.CpCap.SEVEN,
        "flare_guards": options.FlareGuards(readings.flare_guards_twice),
        "legion_spawn": options.LegionSpawn(readings.attack_then_place),
        "witch_occupied": options.WitchOccupied(readings.blocked),
        "reentry_fallback": options.ReentryFallback(readings.fallback_unoccupied),
        "grid_edge": options.GridEdge(readings.inner_grid),
        "pickup_standing": options.PickupStanding(readings.pickup_standing),
        "empty_rebuild": options.EmptyRebuild(readings.nothing_of_nothing),
        "coop_easy_deck": options.CoopEasyDeck(readings.highest_at_once),
        "collect_on_pass": options.CollectOnPass(readings.indifferent),
        "knockback_dir": options.KnockbackDir(readings.indifferent),
        "drop_tie": options.DropTie(readings.drop_told),
        "clad_return_attacks": options.CladReturnAttacks(readings.home_without_attack),
    }


def match_of(mode: str, characters: Sequence[int], seed: int = 0, pack: Pack = PACK, **more: Any) -> Match:
    """A game in the engine, before its first decision."""
    source = SeededChance(SCHEME, seed.to_bytes(32, "big"))
    if mode == "tag":
        more.setdefault("teams", [1, 2, 1, 2])
    setup = options.Setup(list(characters), copies=_copies(characters), **more)
    header = Header(
        FORMAT, GAME.name, mode, GAME.editions[-1], PackRef(pack.id, pack.digest), ChanceSource(source), None,
        len(characters), [], setup,
    )  # fmt: skip
    return begin(GAME, header, Seeded(source.seed), pack)


def _copies(characters: Sequence[int]) -> int:
    """How many boxes are on the table; one is not said."""
    most = max(characters.count(character) for character in characters)
    return most if most > 1 else 0


def to_first_turn(match: Match, dice: Stream) -> None:
    """Drafts at random, up to the first own turn."""
    while match.ask.decisions[0].ask != "turn":
        decision = match.ask.decisions[0]
        assert match.play(decision.seat, decision.sample(match.table, dice)) is None


def cards_of(characters: Sequence[int], seat: int) -> list[int]:
    """The cards of a seat: those who play the same character have each a box of their own."""
    character = characters[seat - 1]
    first = SET * (character - 1) + BOX * characters[: seat - 1].count(character)
    return list(range(first + 1, first + SET + 1))


def first_turn(dice: Stream, readings: Readings) -> tuple[Match, int]:
    """The first own turn of some game, drafted at random; and how much pollution co-op allows."""
    match, limit = opening(dice, readings)
    to_first_turn(match, dice)
    return match, limit


def opening(dice: Stream, readings: Readings) -> tuple[Match, int]:
    """Some game before its first decision, and how much pollution co-op allows."""
    mode, seats = MODES[dice.below(len(MODES))]
    characters = [1 + dice.below(CHARACTERS) for _ in range(seats)]
    difficulty = options.Difficulty(1 + dice.below(4))
    readings.highest_at_once &= mode == "coop" and difficulty == options.Difficulty.EASY
    more = chosen(readings, mode, characters)
    if mode == "coop":
        more["difficulty"] = difficulty
    match = match_of(mode, characters, dice.below(1 << 16), **more)
    return match, LIMITS.get(difficulty, OTHER_LIMIT)


def random_match(dice: Stream, readings: Readings) -> tuple[Match, int]:
    """A random own turn, pieces standing and cards lying about at random; and how much pollution co-op allows."""
    match, limit = first_turn(dice, readings)
    mode, state = match.table.mode, match.table.state
    characters = [side.character for side in state.sides]
    state.round = LAST_ROUND[mode] if dice.below(4) == 0 else 1 + dice.below(LAST_ROUND[mode])
    state.voltage = 1 + dice.below(3)
    state.slots = dice.shuffle(sorted(CLADS))[:3]
    _lay_field(state, dice)
    for seat, side in enumerate(state.sides, start=1):
        _lay_side(side, cards_of(characters, seat), state, dice)
    if dice.below(3) == 0:
        (_line_up, _line_up, _stand_in_the_way)[dice.below(3)](match, dice)
    if dice.below(3) == 0:
        _bring_into_force(state.sides[match.ask.decisions[0].seat - 1], dice)
    _lay_tokens(state.sides, readings, dice)
    if readings.pickup_standing:  # then none can lie under a witch
        standing = {side.square for side in state.sides}
        state.stones = [stones for stones in state.stones if stones.square not in standing]
    if mode == "coop":
        state.stock = 1 + dice.below(40)
    return match, limit


def _lay_field(state: engine.State, dice: Stream) -> None:
    clad = SQUARES[dice.below(len(SQUARES))] if dice.below(3) else CENTRE
    state.clad_square, state.clad_facing = number(clad), actions.Facing(1 + dice.below(4))
    state.clad_held = dice.below(8) == 0
    free = [square for square in dice.shuffle(range(1, 26)) if square != state.clad_square]
    legions = sorted(free[: dice.below(MOST_LEGIONS + 1)])
    kinds = list(engine.LegionKind)
    state.legions = [engine.Legion(at, kinds[dice.below(2)], dice.below(state.voltage)) for at in legions]
    stones = sorted(dice.shuffle(range(1, 26))[: dice.below(MOST_STONES + 1)])
    state.stones = [engine.Stones(square, 1 + dice.below(4)) for square in stones]


def _lay_side(side: engine.Side, cards: Sequence[int], state: engine.State, dice: Stream) -> None:
    """A witch near the clad or anywhere, perhaps on her turn card; other cards in hand, deck and discard pile."""
    side.square = 0 if dice.below(6) == 0 else number(_near(SQUARES[state.clad_square - 1], dice))
    (turn_card,) = side.turn_cards
    rest = [card for card in dice.shuffle(cards) if card != turn_card]
    side.extended, rest = sorted(rest[:EXTENDED]), rest[EXTENDED:]
    most = dice.below(len(rest) + 1)
    side.hand, rest = sorted(rest[:most]), rest[most:]
    most = dice.below(len(rest) + 1)
    side.discard, side.deck = rest[:most], rest[most:]
    side.mp, side.cp, side.vp = dice.below(8), dice.below(8), dice.below(12)
    side.injuries, side.pollution = dice.below(7), dice.below(4)
    side.moves = side.mp_actions = side.guards = side.cracks = 0
    side.hits, side.moved, side.used, side.spent = 0, False, [], []
    side.modifiers = []
    if dice.below(6) == 0:
        side.modifiers.append(engine.Modifier(engine.Modified.PREPARED, 2, engine.Lasts.ROUND))
    if dice.below(6) == 0:
        side.modifiers.append(engine.Modifier(engine.Modified.SPARED, 1, engine.Lasts.ROUND))
    side.ready = dice.below(3) if side.character == MIA else 0


def _line_up(match: Match, dice: Stream) -> None:
    """Whoever's turn it is stands before the clad, well provided, and others in its way back or on the centre."""
    state, seat = match.table.state, match.ask.decisions[0].seat
    front = FRONTS[state.clad_facing - 1]
    clad = SQUARES[state.clad_square - 1]
    for other, side in enumerate(state.sides, start=1):
        side.square = number((behind(clad, front), behind(clad, front), CENTRE)[dice.below(3)])
        if other == seat:
            side.square = number(ahead(clad, front))
            side.mp, side.injuries = 7, 4 + dice.below(3)
    state.clad_held &= dice.below(2) == 0
    state.slots[dice.below(3)] = HOMING


def _stand_in_the_way(match: Match, dice: Stream) -> None:
    """All stand before the clad, which steps ahead in every turn; ルーナ can turn it about."""
    state = match.table.state
    in_the_way = ahead(SQUARES[state.clad_square - 1], FRONTS[state.clad_facing - 1])
    state.slots = dice.shuffle(ADVANCING)[:3]
    for side in state.sides:
        side.square, side.mp = number(in_the_way), 7
        mirror = next((card for card in side.extended if place(card) == MIRROR), 0)
        if side.character == LUNA and mirror and side.hand:
            side.extended = sorted([*(card for card in side.extended if card != mirror), side.hand[0]])
            side.hand = sorted([*side.hand[1:], mirror])


def _bring_into_force(side: engine.Side, dice: Stream) -> None:
    """What texts may have done earlier in this turn."""
    kinds = [Modified.NEXT_ATK, Modified.ATK]
    kinds += {
        ROSETTE: [Modified.CRACKS, Modified.CRACKS],
        FLARE: [Modified.NEXT_FIELD, Modified.NO_MOVE],
        LUNA: [Modified.NEXT_MULTI, Modified.NEXT_MULTI],
        MIA: [Modified.STONES],
        AMELIA: [Modified.TOKEN_ATK, Modified.NO_REBUILD],
    }[side.character]
    for kind in kinds:
        if dice.below(2):
            amount = 2 if kind in (Modified.CRACKS, Modified.NEXT_MULTI) else 1
            side.modifiers.append(engine.Modifier(kind, amount, engine.Lasts.TURN))
    side.hits, side.moved = dice.below(4), dice.below(2) == 0
    side.cracks = dice.below(3) if side.character == ROSETTE else 0


def _lay_tokens(sides: Sequence[engine.Side], readings: Readings, dice: Stream) -> None:
    """Up to eight ツチグモ for each アメリア, never two on a crossing."""
    free = dice.shuffle([number(crossing) for crossing in CROSSINGS if exists(crossing, readings.inner_grid)])
    for side in sides:
        if side.character == AMELIA:
            count = dice.below(MOST_TOKENS + 1)
            side.tokens, free = sorted(free[:count]), free[count:]


def _near(square: Square, dice: Stream) -> Square:
    """A square somewhere, mostly not far, often beside."""
    if dice.below(3) == 0:
        return beside(square)[dice.below(4)]
    if dice.below(4) == 0:
        return SQUARES[dice.below(WIDTH * HEIGHT)]
    return wrapped(square[0] + dice.below(5) - 2, square[1] + dice.below(5) - 2)


# The engine's state in the second judge's terms.


def read(state: engine.State, mode: str, limit: int) -> Position:
    """The engine's state in the second judge's terms."""
    return Position(
        step=state.step.name.lower().replace("_", " "),
        voltage=state.voltage,
        clad=_square(state.clad_square),
        front=FRONTS[state.clad_facing - 1],
        slots=list(state.slots),
        mode=mode,
        easy=limit == LIMITS[options.Difficulty.EASY],
        round=state.round,
        clad_deck=list(state.clad_deck),
        used=sorted(state.clad_used),
        outside=sorted([*state.voltage_2_pile, *state.voltage_3_pile, *state.aside]),
        markers=sorted(state.markers),
        witches={seat: _witch(side) for seat, side in enumerate(state.sides, start=1)},
        legions={
            _square(legion.square): Legion(legion.kind == engine.LegionKind.HEAD, legion.damage)
            for legion in state.legions
        },
        stones={_square(stones.square): stones.vp for stones in state.stones},
        held=state.clad_held,
        health=state.stock if mode == "coop" else None,
        limit=limit,
    )


def _square(square: int) -> Square:
    return SQUARES[square - 1]


def _witch(side: engine.Side) -> Witch:
    return Witch(
        character=side.character,
        turn_slot=side.turn_slot or (5 - side.waiting_slot if side.waiting_slot else 0),
        square=_square(side.square) if side.square else None,
        mp=side.mp,
        cp=side.cp,
        injuries=side.injuries,
        pollution=side.pollution,
        vp=side.vp,
        hand=sorted(side.hand),
        discard=sorted(side.discard),
        deck=list(side.deck),
        extended=sorted(side.extended),
        turn_cards=sorted(side.turn_cards),
        used=sorted(side.used),
        next_atk=_sum(side, engine.Modified.NEXT_ATK),
        next_many=max([m.amount for m in side.modifiers if m.kind == engine.Modified.NEXT_MULTI], default=0),
        next_field=_sum(side, engine.Modified.NEXT_FIELD) > 0,
        atk=_sum(side, engine.Modified.ATK),
        token_atk=_sum(side, engine.Modified.TOKEN_ATK),
        stones_more=_sum(side, engine.Modified.STONES),
        two_cracks=_sum(side, engine.Modified.CRACKS) > 0,
        no_steps=_sum(side, engine.Modified.NO_MOVE) > 0,
        no_rebuild=_sum(side, engine.Modified.NO_REBUILD) > 0,
        ordered=any((owner(text.card), place(text.card)) == ORDERS for text in side.spent),
        chip=side.chip,
        tokens=sorted(_square(token) for token in side.tokens),
        traps=side.ready,
        moves=side.moves,
        boosts=side.mp_actions,
        guards=side.guards,
        cracks=side.cracks,
        hits=side.hits,
        moved=side.moved,
        spared=_sum(side, engine.Modified.SPARED) > 0,
        prepared=_sum(side, engine.Modified.PREPARED),
    )


def _sum(side: engine.Side, kind: engine.Modified) -> int:
    """What all that is in force of a kind comes to."""
    return sum(modifier.amount for modifier in side.modifiers if modifier.kind == kind)
