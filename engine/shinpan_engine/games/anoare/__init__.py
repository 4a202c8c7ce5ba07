"""エイノア-ANOARE-. One module per chapter of the leaflet."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from ...kernel.chance import Chance, Stream
from ...kernel.clauses import RuleBook
from ...kernel.decisions import Act, Flow
from ...kernel.errors import InvalidHeader
from ...kernel.game import Game, Mode, Pack
from ...kernel.match import Table
from ...kernel.packs import digest
from ...kernel.record import Header
from ...kernel.report import Assumption, Result
from . import actions, preparation, sources
from .cards import CHARACTERS, KINDS, Cards, load
from .events import EVENTS
from .names import AnoareNames
from .options import FirstOnTie, Mirror, Setup
from .state import PRINTED_STEPS, State
from .table import SEATS, AnoareTable
from .texts import Response
from .view import view

SETUP_AT = "record.header.anoare"
HOMES: dict[type, str] = {
    actions.Keep: "AN-2.2-4",
    actions.TurnUp: "AN-2.3-4",
    actions.Set: "AN-5.2-2",
    actions.Pay: "AN-5.4a-2",
    actions.Use: "AN-5.4b-18",
    actions.Resolve: "AN-5.0-6",
    actions.Open: "AN-5.5f-5",
    actions.Cool: "AN-5.6-1",
    actions.CoolExtra: "AN-5.5c-13",
    actions.LevelUp: "AN-6.2-7",
}
"""Where the cards that an action names must be."""


class Anoare(Game):
    """エイノア-ANOARE-."""

    name = "anoare"
    title = "エイノア-ANOARE-"
    editions = ("1",)
    modes = (Mode("duel", "二人対戦", True, 2, 2),)
    setup = Setup
    state = State
    acts = actions.ACTS
    events = EVENTS
    steps = PRINTED_STEPS
    outcomes: ClassVar[Mapping[str, str]] = {"fragment": "fragment"}

    @cached_property
    def rules(self) -> RuleBook:  # type: ignore[override]
        return RuleBook(__package__)

    @cached_property
    def packs(self) -> Mapping[str, Pack]:  # type: ignore[override]
        packs = (as_pack(load(builtin=id)) for id in ("print", "house"))
        return {pack.id: pack for pack in packs}

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[Any]]:
        setup: Setup = header.setup
        check_characters(setup)
        check_tie(setup, pack.cards)
        table = AnoareTable(setup, chance, pack.cards)
        return table, preparation.game(table)

    def drawn_setup(self, pack: Pack, dice: Stream) -> Setup:
        characters = dice.shuffle(range(1, CHARACTERS + 1))[: len(SEATS)]
        first = FirstOnTie(1 + dice.below(2)) if may_tie(characters, pack.cards) else FirstOnTie.NOBODY
        return Setup(characters, first)

    def turn(self, state: Any) -> int:
        return int(state.turn)

    def step(self, state: Any) -> int:
        return int(state.step)

    def result(self, state: Any) -> Result | None:
        outcome = state.outcome
        return None if outcome is None else Result((outcome.winner,), outcome.reason.name.lower())

    def view(self, state: Any, viewer: int) -> State:
        return view(state, viewer)

    def homes(self, act: type, mode: str) -> str:
        return HOMES[act]

    def card_assumptions(self, pack: Pack, table: Any, acts: Iterable[Act]) -> list[Assumption]:
        return sources.assumptions(pack.cards, table, acts)


def check_characters(setup: Setup) -> None:
    """One character each [AN-2.1-3]; the same only with two boxes, which is said only then [AN-2.1-5]."""
    characters = setup.characters
    if len(characters) != len(SEATS) or not all(1 <= number <= CHARACTERS for number in characters):
        raise InvalidHeader(
            f"{SETUP_AT}.characters", f"each of the {len(SEATS)} players has a character, 1 to {CHARACTERS}"
        )
    same = characters[0] == characters[1]
    if same and setup.mirror == Mirror.FORBIDDEN:
        raise InvalidHeader(f"{SETUP_AT}.characters", "one box has each character once (AN-2.1-5)")
    if not same and setup.mirror == Mirror.ALLOWED:
        raise InvalidHeader(f"{SETUP_AT}.mirror", "this option decides nothing for two different characters")


def check_tie(setup: Setup, cards: Cards) -> None:
    """Who counts as first must be said where both response powers are equal, and only where they can come to be
    [AN-1.1-14]."""
    said, powers = setup.first_on_tie != FirstOnTie.NOBODY, response_powers(setup.characters, cards)
    at = f"{SETUP_AT}.first_on_tie"
    if None not in powers and powers[0] == powers[1] and not said:
        raise InvalidHeader(at, "both response powers are equal: it must be said who counts as first (AN-1.1-14)")
    if said and not may_tie(setup.characters, cards):
        raise InvalidHeader(at, "the response powers differ: this option decides nothing")


def response_powers(characters: Sequence[int], cards: Cards) -> list[int | None]:
    """The printed response powers, None where the pack tells none."""
    rows = {row.number: row.response for row in cards.rows.character}
    return [rows.get(number) for number in characters]


def may_tie(characters: Sequence[int], cards: Cards) -> bool:
    """Whether the response powers are equal, or unknown, or some effect of the pack changes one."""
    one, other = response_powers(characters, cards)
    if one is None or other is None or one == other:
        return True
    rows = cards.rows
    effects = [effect for skill in rows.skill for effect in skill.effects or ()]
    effects += [effect for fragment in rows.fragment for effect in fragment.effects or ()]
    effects += [effect for row in rows.character for ability in row.abilities or () for effect in ability.effects]
    return any(isinstance(op, Response) for effect in effects for op in effect.ops)


def as_pack(cards: Cards) -> Pack:
    """A pack with its digest."""
    info = cards.rows.pack
    return Pack(info.id, info.title, digest(cards.rows, KINDS), cards, AnoareNames(cards))


GAME = Anoare()
