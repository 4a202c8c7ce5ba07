"""Where the cards of a game are, whatever the game: every number in every zone of a state."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from shinpan_engine.games.anoare.cards.cards import is_ultra
from shinpan_engine.games.anoare.table import state as anoare
from shinpan_engine.games.drive.cards import cards as drive_cards
from shinpan_engine.games.drive.table import state as drive
from shinpan_engine.games.drive.table.view import sees
from shinpan_engine.games.hackclad.cards.cards import is_basic, set_of
from shinpan_engine.games.hackclad.table import state as hackclad
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.swordrion import GAME as SWORDRION
from shinpan_engine.games.swordrion.table import state as swordrion
from shinpan_engine.games.wars3x3.cards.pack_rows import DECK_CARDS, MAGIC_CARDS
from shinpan_engine.games.wars3x3.chapters.modes import beginner, dealing
from shinpan_engine.games.wars3x3.table.state import Face, MagicCard, Side, State
from shinpan_engine.kernel.play.answers import Pending
from shinpan_engine.kernel.play.copies import NEXT_COPY


class Kind(NamedTuple):
    """One kind of card of a game: its table in the pack, the label under which it is shuffled, all its numbers in a
    game, those found in a state, 0 for one that is not known, and which of hidden ones may stand for each other."""

    table: str
    label: str
    all: Callable[[Any], list[int]]
    found: Callable[[Any], list[int]]
    apart: tuple[int, ...] = ()
    """Those that are not shuffled with the others."""
    groups: Callable[[list[int]], list[list[int]]] = lambda hidden: [hidden]


def wars_deck_cards(state: State) -> list[int]:
    """The deck cards of 3x3Wars: what a boost or a text in the middle of its resolution names lies elsewhere."""
    laid = [card for chain in state.chains for play in chain.plays for card in play.cards]
    shared = [*state.deck, *state.discard, *state.excluded, *laid]
    return shared + [card for side in state.sides for card in wars_side(side)]


def wars_side(side: Side) -> list[int]:
    """One player's deck cards; a mentor is none of the deck."""
    units = [unit.card for unit in side.units]
    second = side.dealing.second_hand if side.dealing else []
    return [*side.hand, *side.territory, *units, *side.discard, *second]


def wars_magics(state: State) -> list[int]:
    """The magic cards of 3x3Wars that are used in a game."""
    sides = [number for side in state.sides for number in (*side.spare_magics, *(card.magic for card in side.magics))]
    return [*state.undealt_magics, *sides]


def anoare_fragments(state: anoare.State) -> list[int]:
    """The fragments of エイノア."""
    chosen = [f for side in state.sides if not side.drawn for f in (side.fragment, side.discarded_fragment)]
    return [state.fifth_fragment, *chosen, *(fragment for side in state.sides for fragment in side.drawn)]


def anoare_set(state: anoare.State) -> list[int]:
    """The skills of both characters of a game."""
    first, second = (side.character for side in state.sides)
    sets = ((first - 1) * 10, (second - 1) * 10 + (NEXT_COPY if first == second else 0))
    return [before + number for before in sets for number in range(1, 11)]


def anoare_cards(state: anoare.State) -> list[int]:
    """The skills of エイノア, wherever they lie."""
    return [card for side in state.sides for card in anoare_side(side)]


def anoare_side(side: anoare.Side) -> list[int]:
    """One player's skills: a zone and what is used hold stacks with costs."""
    stacks = [*side.zone, *([side.skill] if side.skill else [])]
    stacked = [card for stack in stacks for card in (stack.card, *(cost.card for cost in stack.costs))]
    return [*side.hand, *side.ultras, *side.laid, *stacked]


def anoare_groups(hidden: list[int]) -> list[list[int]]:
    """A skill that nobody sees may be any other of its set and kind."""
    kinds = dict.fromkeys(((card - 1) // 10, is_ultra(card)) for card in hidden)
    return [[card for card in hidden if ((card - 1) // 10, is_ultra(card)) == kind] for kind in kinds]


def hackclad_clads(state: hackclad.State) -> list[int]:
    """The clad cards, wherever they lie."""
    piles = (state.clad_deck, state.clad_used, state.voltage_2_pile, state.voltage_3_pile, state.aside, state.slots)
    return [card for pile in piles for card in pile]


def hackclad_set(state: hackclad.State) -> list[int]:
    """The skill cards of all characters of a game."""
    found: list[int] = []
    for at, side in enumerate(state.sides):
        before = [other.character for other in state.sides[:at]].count(side.character)
        found += set_of(side.character, before)
    return found


def hackclad_cards(state: hackclad.State) -> list[int]:
    """The skill cards, wherever they lie; before the decks are made, none is missing."""
    return [card for side in state.sides for pile in hackclad_piles(side) for card in pile]


def hackclad_piles(side: hackclad.Side) -> tuple[list[int], ...]:
    """Where one player's cards can be."""
    return side.deck, side.hand, side.discard, side.extended, side.resolving, side.turn_cards


def hackclad_groups(hidden: list[int]) -> list[list[int]]:
    """A skill card that nobody sees may be any other of its character and kind."""
    kinds = dict.fromkeys(((card - 1) // 16, is_basic(card)) for card in hidden)
    return [[card for card in hidden if ((card - 1) // 16, is_basic(card)) == kind] for kind in kinds]


WITCHES = (
    Kind("card", "", hackclad_set, hackclad_cards, (), hackclad_groups),
    Kind("clad", "clad", lambda _: list(range(1, 13)), hackclad_clads),
)


def drive_circuits(state: drive.State) -> list[int]:
    """The circuit cards of 精霊回路ドライヴ: what is played in a turn lies on the field."""
    return [*state.deck, *state.discard, *state.field, *(card for side in state.sides for card in side.hand)]


def drive_enemies(state: drive.State) -> list[int]:
    """The gate and the normal enemies of 精霊回路ドライヴ, once they are laid out; the boss is none of them."""
    current = [state.enemy.card] if state.enemy and state.round != drive.Round.BOSS else []
    return [*state.enemy_deck, *state.pile, *current]


def drive_enemies_used(state: drive.State) -> list[int]:
    """Those that are used in a game: of the base set, or the second set."""
    if not state.round:
        return []
    second = any(number >= drive_cards.FIRST_EXPANSION_ENEMY for number in drive_enemies(state))
    return [drive_cards.GATE, *(range(24, 32) if second else range(1, drive_cards.NORMAL_ENEMIES + 1))]


HOUSE_CARDS = 128
"""So many cards the packs of ソードリオン have."""


def swordrion_cards(state: swordrion.State) -> list[int]:
    """The cards of ソードリオン, wherever they lie."""
    return [*state.deck, *state.discard, *(card for side in state.sides for card in swordrion_side(side))]


def swordrion_side(side: swordrion.Side) -> list[int]:
    """The cards of one participant, and those of the enemy line in front."""
    slots = [*side.line, *side.enemy]
    stacked = [slot.lower for slot in slots if slot.lower]
    stacked += [one.card for slot in slots if slot.marks for one in slot.marks.equipment]
    shop = [*side.stock, *side.carried, *side.display]
    graves = [*side.graveyard, *side.enemy_graveyard, *side.waiting]
    held = [*side.packet, *side.hand, *side.relics, *side.spells]
    return [*(slot.card for slot in slots), *stacked, *shop, *graves, *held]


def swordrion_groups(hidden: list[int]) -> list[list[int]]:
    """A card that nobody sees may be any other that would have to be dealt with alike: whether it could be laid, be a
    relic or go to the spell zone shows in what its owner does without it."""
    cards = SWORDRION.packs["house"].cards

    def kind(card: int) -> tuple[bool, ...]:
        return cards.is_spell(card), cards.has_relic(card), cards.card(card).summon is not None

    return [[card for card in hidden if kind(card) == alike] for alike in dict.fromkeys(map(kind, hidden))]


BASIC_MAGICS = (17, 18, 19, 20, 21, 22)
"""転生, 入植, 透禍の槍: every player of the advanced game has one of each."""
FORTY = Kind("card", "deck", lambda _: list(beginner.CARDS_IN_USE), wars_deck_cards)
WHOLE = Kind("card", "deck", lambda _: list(range(1, DECK_CARDS + 1)), wars_deck_cards)
WIZARDS = Kind("magic", "magic", lambda _: list(range(1, MAGIC_CARDS + 1)), wars_magics, BASIC_MAGICS)
DRIVE = (
    Kind("card", "deck", lambda _: list(range(1, drive_cards.CIRCUITS + 1)), drive_circuits),
    Kind("enemy", "enemy", drive_enemies_used, drive_enemies),
)
KINDS: Mapping[str, Mapping[str, tuple[Kind, ...]]] = {
    "wars3x3": {
        "beginner": (FORTY, Kind("magic", "magic", lambda _: list(beginner.BEGINNERS_MAGICS), wars_magics)),
        "intermediate": (FORTY, Kind("magic", "magic", lambda _: list(dealing.MAGICS_IN_USE), wars_magics)),
        "advanced": (WHOLE, WIZARDS),
        "sevenmage": (WHOLE, Kind("magic", "magic", lambda _: list(dealing.MAGICS_IN_USE), wars_magics)),
    },
    "anoare": {
        "duel": (
            Kind("fragment", "fragment", lambda _: [1, 2, 3, 4, 5], anoare_fragments),
            Kind("card", "", anoare_set, anoare_cards, (), anoare_groups),
        ),
    },
    "hackclad": {"versus": WITCHES, "tag": WITCHES, "solo": WITCHES, "coop": WITCHES},
    "drive": dict.fromkeys(("multi", "solo_partner"), DRIVE),
    "swordrion": {
        mode: (Kind("card", "deck", lambda _: list(range(1, HOUSE_CARDS + 1)), swordrion_cards, (), swordrion_groups),)
        for mode in ("solo", "versus")
    },
}
"""The kinds of cards of each mode of each game."""


def wars_scrambled(state: State, viewer: int) -> State:
    """A state of 3x3Wars that differs in everything that a viewer may not see: decks and undealt magics for all, and of
    others hands, territory, magics face down and answers not yet shown."""
    return msgspec.structs.replace(
        state,
        deck=others(state.deck),
        undealt_magics=others(state.undealt_magics),
        sides=[side if seat == viewer else wars_other_side(side) for seat, side in enumerate(state.sides, start=1)],
        pending=[p if p.seat == viewer else Pending(p.seat, p.ask, p.answer + b"!") for p in state.pending],
    )


def wars_other_side(side: Side) -> Side:
    """Another player's side with other cards wherever they are hidden."""
    return msgspec.structs.replace(
        side,
        hand=others(side.hand),
        territory=others(side.territory),
        spare_magics=others(side.spare_magics),
        dealing=side.dealing and msgspec.structs.replace(side.dealing, second_hand=others(side.dealing.second_hand)),
        magics=[MagicCard(card.magic + 1, card.face) if card.face is Face.DOWN else card for card in side.magics],
    )


def others(cards: list[int]) -> list[int]:
    """As many cards, all of them different from these."""
    return [card + 1 for card in cards]


def anoare_scrambled(state: anoare.State, viewer: int) -> anoare.State:
    """A state of エイノア that differs in everything that a viewer may not see: the fifth fragment and costs face down
    with their order for all, and of others the hand, ultra and set skills, fragments, and answers not yet shown."""
    return msgspec.structs.replace(
        state,
        fifth_fragment=state.fifth_fragment + 1,
        sides=[anoare_scrambled_side(side, seat == viewer) for seat, side in enumerate(state.sides, start=1)],
        pending=[p if p.seat == viewer else Pending(p.seat, p.ask, p.answer + b"!") for p in state.pending],
    )


def anoare_scrambled_side(side: anoare.Side, own: bool) -> anoare.Side:
    """A player's side with other cards wherever they are hidden, and everywhere the closed costs in another order."""
    side = msgspec.structs.replace(
        side,
        skill=side.skill and anoare_restacked(side.skill),
        zone=[anoare_restacked(stack) for stack in side.zone],
    )
    if own:
        return side
    return msgspec.structs.replace(
        side,
        hand=others(side.hand),
        ultras=others(side.ultras),
        laid=others(side.laid),
        drawn=others(side.drawn),
        fragment=side.fragment if side.fragment_spent else side.fragment + 1,
    )


def anoare_restacked(stack: anoare.Stack) -> anoare.Stack:
    """A stack with its closed costs in reverse order, and others."""
    closed = [cost.card + 1 for cost in stack.costs if not cost.open]
    costs = [cost if cost.open else msgspec.structs.replace(cost, card=closed.pop()) for cost in stack.costs]
    return anoare.Stack(stack.card, costs)


def hackclad_scrambled(state: hackclad.State, viewer: int) -> hackclad.State:
    """A state of HacKClaD.DeltA that differs in everything that a viewer may not see: decks and what lies face down of
    the clad for all, and of those whose secrets are not the viewer's the hand, extended deck, turn cards, missions and
    answers not yet shown."""

    def sees(seat: int) -> bool:
        return GAMES["hackclad"].sees(state, viewer, seat)

    slots = [card + 1 if at == state.face_down_slot else card for at, card in enumerate(state.slots, start=1)]
    sides = [hackclad_scrambled_side(side, sees(seat)) for seat, side in enumerate(state.sides, start=1)]
    return msgspec.structs.replace(
        state,
        clad_deck=others(state.clad_deck),
        aside=others(state.aside),
        slots=slots,
        sides=sides,
        pending=[p if sees(p.seat) else Pending(p.seat, p.ask, p.answer + b"!") for p in state.pending],
    )


def hackclad_scrambled_side(side: hackclad.Side, own: bool) -> hackclad.Side:
    """A player's side with other cards wherever they are hidden."""
    side = msgspec.structs.replace(side, deck=others(side.deck))
    if own:
        return side
    hidden = ("hand", "extended", "turn_cards", "drawn", "missions")
    return msgspec.structs.replace(side, **{name: others(getattr(side, name)) for name in hidden})


def drive_scrambled(state: drive.State, viewer: int) -> drive.State:
    """A state of 精霊回路ドライヴ that differs in everything that a viewer may not see: in deck and discard what the
    viewer has not seen, the enemy deck and the boss, and of others the hand, what they know, and answers not shown."""
    seen = [sees(state, viewer, seat) for seat in range(1, len(state.sides) + 1)]
    known = [card for side, shown in zip(state.sides, seen, strict=True) if shown for card in side.knows]
    return msgspec.structs.replace(
        state,
        deck=drive_restacked(state.deck, known),
        discard=drive_restacked(state.discard, known),
        enemy_deck=others(state.enemy_deck),
        boss=state.boss if state.round == drive.Round.BOSS else state.boss + 1,
        sides=[
            side if shown else msgspec.structs.replace(side, hand=others(side.hand), knows=[*side.knows, 99])
            for side, shown in zip(state.sides, seen, strict=True)
        ],
        pending=[p if sees(state, viewer, p.seat) else Pending(p.seat, p.ask, p.answer + b"!") for p in state.pending],
    )


def drive_restacked(pile: list[int], known: list[int]) -> list[int]:
    """A pile with other cards wherever they are not known."""
    unused = 1 + max([0, *pile, *known])
    return [card if card in known else unused + at for at, card in enumerate(pile)]


def swordrion_scrambled(state: swordrion.State, viewer: int) -> swordrion.State:
    """A state of ソードリオン that differs in everything that a viewer may not see: the deck and face-down enemies for
    all, and of others hand, packet and answers not yet shown."""
    return msgspec.structs.replace(
        state,
        deck=others(state.deck),
        sides=[swordrion_scrambled_side(side, seat == viewer) for seat, side in enumerate(state.sides, start=1)],
        pending=[p if p.seat == viewer else Pending(p.seat, p.ask, p.answer + b"!") for p in state.pending],
    )


def swordrion_scrambled_side(side: swordrion.Side, own: bool) -> swordrion.Side:
    """A participant's side with other cards wherever they are hidden."""
    enemy = [slot if slot.up else msgspec.structs.replace(slot, card=slot.card + 1) for slot in side.enemy]
    side = msgspec.structs.replace(side, enemy=enemy)
    return side if own else msgspec.structs.replace(side, hand=others(side.hand), packet=others(side.packet))


SCRAMBLES: Mapping[str, Callable[[Any, int], Any]] = {
    "wars3x3": wars_scrambled,
    "anoare": anoare_scrambled,
    "hackclad": hackclad_scrambled,
    "drive": drive_scrambled,
    "swordrion": swordrion_scrambled,
}
"""For each game, how to change all that a viewer may not see."""
