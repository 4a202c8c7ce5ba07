"""HacKClaD.DeltA. One module per chapter of the rulebook."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ...kernel.game import Game, Mode, events_in
from ...kernel.judging.record import Header
from ...kernel.judging.report import Assumption, Result
from ...kernel.packs import Pack
from ...kernel.play.chance import Chance, Stream
from ...kernel.play.decisions import Act, Flow
from ...kernel.play.match import Table
from ...kernel.play.views import REFEREE
from .cards import sources
from .cards.cards import EDITIONS
from .cards.pack_files import PACKS
from .cards.pack_rows import CHARACTERS
from .chapters import preparation
from .table import actions
from .table import events as told
from .table.misplaced import TOO_EARLY
from .table.options import Difficulty, Setup
from .table.state import PRINTED_STEPS, EndReason, State
from .table.table import HackcladTable
from .table.unseen import UNSEEN
from .table.view import covered


class Hackclad(Game):
    """HacKClaD.DeltA."""

    name = "hackclad"
    title = "HacKClaD.DeltA"
    editions = EDITIONS
    # The four modes with their seats [HC-4.2-1].
    modes = (
        Mode("versus", "対戦", True, 2, 4),  # the basic rules [HC-7-2]
        Mode("tag", "タッグ", True, 4, 4),  # also of two players with two seats each
        Mode("solo", "ソロ", True, 1, 1),
        Mode("coop", "協力", True, 2, 4),  # no health is printed for one alone [HC-14.2-17]
    )
    setup = Setup
    state = State
    acts = actions.ACTS
    events = events_in(told)
    steps = PRINTED_STEPS
    too_early: ClassVar[frozenset[str]] = TOO_EARLY
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
    heads = "round"
    unseen = UNSEEN
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
        """What heads the turns of a record are the rounds."""
        return int(state.round)

    def round(self, state: Any) -> int:
        return int(state.round)

    def came_to(self, state: Any) -> Result:
        ending = state.ending
        lost = ending.reason in (EndReason.POLLUTION, EndReason.ROUNDS)
        score = tuple(score.total for score in ending.scores)
        return Result(tuple(ending.winners), ending.reason.name.lower(), lost, score)

    def sees(self, state: Any, viewer: int, seat: int) -> bool:
        """Those who share their hands see each other's secrets [HC-14-2] [HC-13.2-3]."""
        if viewer in (REFEREE, seat):
            return True
        if not 1 <= viewer <= len(state.sides):
            return False
        shared = state.sides[viewer - 1].shared_hands
        return shared != 0 and seat <= len(state.sides) and state.sides[seat - 1].shared_hands == shared

    def covered(self, state: Any, viewer: int) -> State:
        return covered(state, lambda seat: self.sees(state, viewer, seat))

    def card_assumptions(self, pack: Pack, table: Any, acts: Iterable[Act]) -> list[Assumption]:
        return sources.assumptions(table.cards, table, acts) if table is not None else []


GAME = Hackclad()
