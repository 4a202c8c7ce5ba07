"""HacKClaD.DeltA. One module per chapter of the rulebook."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ...kernel.chance import Chance, Stream
from ...kernel.decisions import Act, Flow
from ...kernel.game import REFEREE, Game, Mode
from ...kernel.match import Table
from ...kernel.packs import Pack
from ...kernel.record import Header
from ...kernel.report import Assumption, Result
from . import actions, preparation, sources
from .cards import EDITIONS
from .events import EVENTS
from .options import Difficulty, Setup
from .pack_files import PACKS
from .pack_rows import CHARACTERS
from .state import EndReason, State, Step
from .table import HackcladTable
from .view import covered

PRINTED_STEPS = {
    "forecast": Step.FORECAST,
    "draw": Step.DRAW,
    "assignment": Step.ASSIGNMENT,
    "draft": Step.DRAFT,
    "player.1": Step.PLAYER_1,
    "clad.1": Step.CLAD_1,
    "player.2": Step.PLAYER_2,
    "clad.2": Step.CLAD_2,
    "player.3": Step.PLAYER_3,
    "clad.3": Step.CLAD_3,
    "player.4": Step.PLAYER_4,
    "legions": Step.LEGIONS,
}


class Hackclad(Game):
    """HacKClaD.DeltA."""

    name = "hackclad"
    title = "HacKClaD.DeltA"
    editions = EDITIONS
    modes = (
        Mode("versus", "対戦", True, 2, 4),
        Mode("tag", "タッグ", True, 4, 4),
        Mode("solo", "ソロ", True, 1, 1),
        Mode("coop", "協力", True, 2, 4),
    )
    setup = Setup
    state = State
    acts = actions.ACTS
    events = EVENTS
    steps = PRINTED_STEPS
    outcomes: ClassVar[Mapping[str, str]] = {
        "clad": "clad",
        "aside": "clad",
        "mission": "mission",
        "deck": "card",
        "rebuild": "card",
        "search": "card",
        "extended": "card",
        "backlash": "card",
    }
    compares: ClassVar[frozenset[str]] = frozenset({
        "HC-8.4.3.A-2", "HC-8.4.3.A-3", "HC-8.4.3.K-1", "HC-8.4.3.K-2", "HC-8.4.3.K-4", "HC-8.4.3.K-5", "HC-8.4.3.K-8",
        "HC-8.4.3-3", "HC-12.1-1",
    })  # fmt: skip
    homes: ClassVar[Mapping[type, str]] = {
        **dict.fromkeys(actions.ACTS, "HC-8.4.3.A-4"),  # the text says it
        actions.Extend: "HC-6.13-1",
        actions.Keep: "HC-4.4.2-2",
        actions.ReEnter: "HC-8.4.7-2",
        actions.Place: "HC-8.3-4",
        actions.PutBack: "HC-8.3-7",
        actions.Use: "HC-8.4.3.A-11",
        actions.Basic: "HC-8.4.3.B-1",
        actions.Activate: "HC-8.4.3-7",
        actions.Declare: "HC-8.4.3.A-11",
        actions.Swap: "HC-9.1-5",
        actions.Deploy: "HC-8.4.5-3",
        actions.Shift: "HC-8.4.5-7",
        actions.Gather: "HC-8.4.5-8",
        actions.Withdraw: "HC-8.4.5-12",
    }
    pack_kind = PACKS

    def check(self, header: Header, pack: Pack) -> None:
        preparation.check_setup(header)

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[Any]]:
        table = HackcladTable(header, chance, pack.cards)
        return table, preparation.game(table)

    def drawn_setup(self, mode: str, seats: int, pack: Pack, dice: Stream) -> Setup:
        characters = dice.shuffle(range(1, CHARACTERS + 1))[:seats]
        difficulty = Difficulty(1 + dice.below(4)) if mode == "coop" else Difficulty.NONE
        return Setup(characters, difficulty, [1, 2, 1, 2] if mode == "tag" else [])

    def turn(self, state: Any) -> int:
        """A record's turn is a round."""
        return int(state.round)

    def round(self, state: Any) -> int:
        return int(state.round)

    def result(self, state: Any) -> Result | None:
        outcome = state.outcome
        if outcome is None:
            return None
        lost = outcome.reason in (EndReason.POLLUTION, EndReason.ROUNDS)
        score = tuple(score.total for score in outcome.scores)
        return Result(tuple(outcome.winners), outcome.reason.name.lower(), lost, score)

    def sees(self, state: Any, viewer: int, seat: int) -> bool:
        """Those of one party see each other's secrets [HC-14-2] [HC-13.2-3]."""
        if viewer in (REFEREE, seat):
            return True
        if not 1 <= viewer <= len(state.sides):
            return False
        party = state.sides[viewer - 1].party
        return party != 0 and seat <= len(state.sides) and state.sides[seat - 1].party == party

    def covered(self, state: Any, viewer: int) -> State:
        return covered(state, lambda seat: self.sees(state, viewer, seat))

    def card_assumptions(self, pack: Pack, table: Any, acts: Iterable[Act]) -> list[Assumption]:
        return sources.assumptions(table.cards, table, acts) if table is not None else []


GAME = Hackclad()
