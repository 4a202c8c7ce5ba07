"""However much a position offers, the first of it is found with little work, and so is that there is nothing."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pytest

from shinpan_engine.games.anoare.table.state import Cost, Stack
from shinpan_engine.games.drive.cards.cards import CIRCUITS
from shinpan_engine.games.drive.chapters.party import exchanges
from shinpan_engine.games.drive.table.actions import Pick
from shinpan_engine.games.hackclad.chapters.actions.skill_use import uses
from shinpan_engine.games.hackclad.table.state import Legion, LegionKind
from shinpan_engine.games.swordrion.chapters.shopping import PURCHASES
from shinpan_engine.games.swordrion.table.state import Cubes
from shinpan_engine.games.wars3x3.chapters.spell_law import combined
from shinpan_engine.games.wars3x3.table.actions import Spell
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.work import Work

from ..games.drive.test_party import Draft
from ..games.hackclad.scene import MIA, ROSETTE, Scene
from ..random_games import course, enough, header, modes, seeds, told

FIRST = 100
MOST_STEPS = 20_000
MANY = 99
PLACES_ONCE_IN = 3

Filled = Mapping[str, Any]
"""What a side or the state has instead."""


def all_of_drive(match: Match, _side: Any) -> tuple[Filled, Filled]:
    """Every circuit card in hand but that on the field, and mana."""
    top = match.table.state.field[-1:]
    return {"hand": [card for card in range(1, CIRCUITS + 1) if card not in top], "mana": MANY}, {}


def all_of_wars(match: Match, side: Any) -> tuple[Filled, Filled]:
    """The whole deck in hand."""
    return {"hand": sorted([*side.hand, *match.table.state.deck])}, {}


def all_of_anoare(_match: Match, side: Any) -> tuple[Filled, Filled]:
    """All own cards in hand, and costs on every skill of the zone."""
    zone = [Stack(stack.card, [Cost(card) for card in side.ultras]) for stack in side.zone]
    return {"hand": sorted([*side.hand, *side.ultras]), "zone": zone, "opens": 2}, {}


def all_of_hackclad(match: Match, side: Any) -> tuple[Filled, Filled]:
    """All own cards in hand and nothing to pay missing; ツチグモ on every crossing, legions on every square."""
    squares = match.table.board.squares
    hand = sorted([*side.hand, *side.deck, *side.discard])
    legions = [Legion(square, LegionKind.TAIL) for square in squares if square != match.table.state.clad_square]
    return {"hand": hand, "cp": MANY, "mp": MANY, "tokens": list(squares)}, {"legions": legions}


def all_of_swordrion(match: Match, side: Any) -> tuple[Filled, Filled]:
    """Every card in hand or on display, more cubes than there are; as much bought as may be."""
    deck = match.table.state.deck
    shop: Filled = {"display": [*side.display, *deck], "used": Cubes(-MANY, -MANY, -MANY), "bought": PURCHASES}
    return {"hand": sorted([*side.hand, *deck]), **(shop if side.used is not None else {})}, {}


FULL: Mapping[str, Callable[[Match, Any], tuple[Filled, Filled]]] = {
    "wars3x3": all_of_wars,
    "anoare": all_of_anoare,
    "drive": all_of_drive,
    "hackclad": all_of_hackclad,
    "swordrion": all_of_swordrion,
}
POOR: Filled = {"mp": 0, "cp": 0, "mana": 0}
"""Nothing to pay with."""


@contextmanager
def with_fields(thing: Any, fields: Filled) -> Iterator[None]:
    """Other fields for a while."""
    before = {name: getattr(thing, name) for name in fields if hasattr(thing, name)}
    for name in before:
        setattr(thing, name, fields[name])
    yield
    for name, value in before.items():
        setattr(thing, name, value)


def find_the_first(match: Match, seat: int) -> None:
    """Looks for the first legal actions of a seat, as far as there are any; more work than allowed is refused."""
    match.table.work = Work(MOST_STEPS)
    list(islice(match.options(seat), FIRST))


@pytest.mark.parametrize("poor", [False, True], ids=["rich", "poor"])
@modes
def test_the_first_actions_are_found_with_little_work(game: Game, mode: str, poor: bool) -> None:
    """In positions of random games, as they are and with all cards in hand, full fields and full purses or empty ones,
    the first hundred legal actions of each seat take few steps, and so does it to find that there are none."""
    looked = 0
    for seed in seeds(3):
        with told(seed):
            head, dice = header(game, seed, mode), Stream(bytes(32), f"work/{seed}")
            for _, match in course(head, Stream(bytes(32), f"first/{seed}")):
                if dice.below(PLACES_ONCE_IN) == 0:
                    for seat in {decision.seat for decision in match.ask.decisions}:
                        side, state = match.table.side[seat], match.table.state
                        of_side, of_state = FULL[game.name](match, side)
                        looked += 1
                        find_the_first(match, seat)
                        with with_fields(side, {**of_side, **(POOR if poor else {})}), with_fields(state, of_state):
                            find_the_first(match, seat)
    enough(looked, 5)


def test_spells_that_share_a_card_are_counted() -> None:
    """What two targets cannot both have is looked at all the same."""
    work = Work()
    choices = [[Spell(1, [7])], [Spell(2, [7]), Spell(2, [8])]]
    found = [[(spell.target, *spell.with_) for spell in spells] for spells in combined(choices, frozenset(), work)]
    assert found == [[], [(2, 7)], [(2, 8)], [(1, 7)], [(1, 7), (2, 8)]]
    assert work.spent == 5


def test_exchanges_that_do_not_fit_are_counted() -> None:
    """Every unit of the table is looked at with every part of the party."""
    draft = Draft(stars=dict.fromkeys(range(1, 21), 2)).do(1, Pick(1)).do(2, Pick(2)).do(2, Pick(3)).do(1, Pick(4))
    before = draft.table.work.spent
    assert len(list(exchanges(draft.table, 1))) > 0
    assert draft.table.work.spent - before == 3 * len(draft.state.table_units)


def test_of_a_card_that_cannot_be_used_nothing_is_tried() -> None:
    """Directions, targets and costs are looked at one by one, but only of what can be used."""
    scenes = [Scene(ROSETTE, MIA, at={1: "c2"}, hand={1: ["逆鱗"]}, mp={1: mp}) for mp in (2, 4)]
    found = [list(uses(scene.table, 1, scene.card(1, "逆鱗"))) for scene in scenes]
    assert [len(acts) for acts in found] == [0, 1]
