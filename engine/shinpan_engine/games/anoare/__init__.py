"""エイノア-ANOARE-. One module per chapter of the leaflet."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...kernel.game import Event, Game, Mode, events_in
from ...kernel.judging.record import Header
from ...kernel.packs import Pack
from ...kernel.play.chance import Chance, Stream
from ...kernel.play.decisions import Flow
from ...kernel.play.match import Table
from .cards import sources
from .cards.pack_files import PACKS
from .cards.pack_rows import CHARACTERS
from .chapters import preparation, response
from .table import actions, view
from .table import events as told
from .table.misplaced import TOO_EARLY
from .table.options import Setup
from .table.state import PRINTED_STEPS, State
from .table.table import SEATS, AnoareTable
from .table.unseen import UNSEEN


class Anoare(Game):
    """エイノア-ANOARE-."""

    name = "anoare"
    title = "エイノア-ANOARE-"
    editions = ("1",)
    # An opponent is called in, and nobody else [AN-0.2-1] [AN-2.1-16]. A format that is not listed cannot be asked for,
    # so no record of one is ever called illegal [AN-0.2-2].
    modes = (Mode("duel", "二人対戦", True, 2, 2),)
    setup = Setup
    state = State
    acts = actions.ACTS
    events = events_in(told)
    steps = PRINTED_STEPS
    outcomes: ClassVar[Mapping[str, str]] = {"fragment": "fragment"}
    done_at_once: ClassVar[Mapping[type, tuple[type[Event], ...]]] = {
        actions.Open: (told.Opened,),
        actions.Resolve: (told.Triggered,),
        actions.Pass: (told.Idle,),
    }
    too_early: ClassVar[frozenset[str]] = TOO_EARLY
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
    unseen = UNSEEN
    pack_kind = PACKS
    covered = staticmethod(view.covered)
    card_assumptions = staticmethod(sources.assumptions)
    figures = staticmethod(response.in_force)

    def check(self, header: Header, pack: Pack) -> None:
        preparation.check_characters(header)
        preparation.check_tie(header, pack.cards)

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[Any]]:
        table = AnoareTable(header, chance, pack.cards)
        return table, preparation.game(table)

    def drawn_setup(self, mode: str, seats: int, pack: Pack, dice: Stream) -> Setup:
        characters = dice.shuffle(range(1, CHARACTERS + 1))[: len(SEATS)]
        first = 1 + dice.below(2) if preparation.may_tie(characters, pack.cards) else 0
        return Setup(characters, first)

    def round(self, state: Any) -> int:
        """A turn is both players' [AN-5.0-1]."""
        return self.turn(state)


GAME = Anoare()
