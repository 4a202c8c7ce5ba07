"""エイノア-ANOARE-. One module per chapter of the leaflet."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ...kernel.chance import Chance, Stream
from ...kernel.decisions import Act, Flow
from ...kernel.game import Game, Mode
from ...kernel.match import Table
from ...kernel.packs import Pack
from ...kernel.record import Header
from ...kernel.report import Assumption, Result
from . import actions, preparation, sources
from .events import EVENTS
from .options import FirstOnTie, Setup
from .pack_files import PACKS
from .pack_rows import CHARACTERS
from .state import PRINTED_STEPS, State
from .table import SEATS, AnoareTable
from .view import covered


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
    homes: ClassVar[Mapping[type, str]] = {
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
    pack_kind = PACKS

    def check(self, header: Header, pack: Pack) -> None:
        preparation.check_characters(header)
        preparation.check_tie(header, pack.cards)

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[Any]]:
        table = AnoareTable(header, chance, pack.cards)
        return table, preparation.game(table)

    def drawn_setup(self, mode: str, seats: int, pack: Pack, dice: Stream) -> Setup:
        characters = dice.shuffle(range(1, CHARACTERS + 1))[: len(SEATS)]
        first = FirstOnTie(1 + dice.below(2)) if preparation.may_tie(characters, pack.cards) else FirstOnTie.NOBODY
        return Setup(characters, first)

    def round(self, state: Any) -> int:
        """A turn is both players' [AN-5.0-1]."""
        return self.turn(state)

    def result(self, state: Any) -> Result | None:
        outcome = state.outcome
        return None if outcome is None else Result((outcome.winner,), outcome.reason.name.lower())

    def covered(self, state: Any, viewer: int) -> State:
        return covered(state, viewer)

    def card_assumptions(self, pack: Pack, table: Any, acts: Iterable[Act]) -> list[Assumption]:
        return sources.assumptions(pack.cards, table, acts)


GAME = Anoare()
