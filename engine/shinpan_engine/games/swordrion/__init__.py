"""ダンジョン オブ ソードリオン. One module per chapter of the booklet."""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from ...kernel.game import Game, Mode, events_in
from ...kernel.judging.record import Header
from ...kernel.judging.report import Result
from ...kernel.packs import Pack
from ...kernel.play.chance import Chance, Stream
from ...kernel.play.decisions import Flow
from ...kernel.play.match import Table
from .cards import sources, strength
from .cards.pack_files import PACKS
from .chapters import preparation, rounds
from .table import actions, view
from .table import events as told
from .table.misplaced import TOO_EARLY
from .table.options import Setup
from .table.state import PRINTED_STEPS, State, Step
from .table.table import SwordrionTable
from .table.unseen import UNSEEN


class Swordrion(Game):
    """ダンジョン オブ ソードリオン."""

    name = "swordrion"
    title = "ダンジョン オブ ソードリオン"
    editions = ("1",)
    modes = (Mode("solo", "ソロプレイ", True, 1, 1), Mode("versus", "2人参加", True, 2, 2))
    """One participant or two, which the header says first of all [SW-1.1-1]."""
    setup = Setup
    state = State
    acts = actions.ACTS
    events = events_in(told)
    steps = PRINTED_STEPS
    too_early: ClassVar[frozenset[str]] = TOO_EARLY
    outcomes: ClassVar[Mapping[str, str]] = {"deck": "card"}
    homes: ClassVar[Mapping[type, str]] = {
        actions.Pick: "SW-1.3-6",
        actions.Replace: "SW-Q-2",
        actions.Lay: "SW-2.1-1",
        actions.Relics: "SW-2.2-2",
        actions.Drop: "SW-S1-9",
        actions.Cast: "SW-3.4-4",
        actions.Use: "SW-C-9",
        actions.Summon: "SW-K.5-3",
        actions.AttackWith: "SW-3.1-1",
        actions.Take: "SW-S5-10",
        actions.Buy: "SW-4.3-1",
        actions.Redraw: "SW-4.5-4",
        actions.Stock: "SW-4.6-1",
    }
    heads = "round"
    step_path = "phase"
    unseen = UNSEEN
    pack_kind = PACKS
    covered = staticmethod(view.covered)
    card_assumptions = staticmethod(sources.assumptions)
    figures = staticmethod(strength.in_force)

    def check(self, header: Header, pack: Pack) -> None:
        preparation.check_header(header, pack.cards)

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[Any]]:
        table = SwordrionTable(header, chance, pack.cards)
        return table, rounds.game(table)

    def drawn_setup(self, mode: str, seats: int, pack: Pack, dice: Stream) -> Setup:
        return Setup()

    def turn(self, state: Any) -> int:
        """What heads the turns of a record are the rounds."""
        return int(state.round)

    def round(self, state: Any) -> int:
        """Every participant has all of a round [SW-0.2-1]."""
        return int(state.round)

    def step(self, state: Any) -> int:
        """The step of the first participant who is asked."""
        asked = state.pending
        return int(state.sides[asked[0].seat - 1].step) if asked else int(Step.NONE)

    def step_of(self, state: Any, seat: int) -> int:
        """Each participant is in a step of their own."""
        return int(state.sides[seat - 1].step) if 1 <= seat <= len(state.sides) else self.step(state)

    def came_to(self, state: Any) -> Result:
        return msgspec.structs.replace(super().came_to(state), score=tuple(state.ending.points))


GAME = Swordrion()
