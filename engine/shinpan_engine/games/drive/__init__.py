"""精霊回路ドライヴ Ctrl+Z/ゼロ, 説明書1, 2nd edition. One module per chapter of the booklet."""

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
from .options import Difficulty, Setup, StartPlayer
from .pack_files import PACKS
from .state import PRINTED_STEPS, State
from .table import PARTNER_MODE, DriveTable
from .view import covered, sees


class Drive(Game):
    """精霊回路ドライヴ Ctrl+Z/ゼロ."""

    name = "drive"
    title = "精霊回路ドライヴ Ctrl+Z/ゼロ"
    editions = ("1.1",)
    modes = (
        Mode("multi", "マルチモード", True, 2, 4),
        Mode(PARTNER_MODE, "ソロ・パートナーモード", True, 2, 2),
        Mode("solo_shadow", "ソロ・シャドウモード", False, 2, 4),
        Mode("raid_boss_rush", "レイド・ボスラッシュ", False, 2, 4),
        Mode("raid_geas_rush", "レイド・ギアスラッシュ", False, 2, 4),
        Mode("raid_last_battle", "レイド・ラストバトル", False, 2, 4),
        Mode("gacha", "ガチャモード", False, 2, 4),
    )
    setup = Setup
    state = State
    acts = actions.ACTS
    events = EVENTS
    steps = PRINTED_STEPS
    compares = frozenset({
        "DR-S2.1-1", "DR-S2.2-2", "DR-S2.2-3", "DR-S2.2-4", "DR-S2.3-2", "DR-S2.3-4", "DR-S2.5-2", "DR-S2.5-4",
    })  # fmt: skip
    outcomes: ClassVar[Mapping[str, str]] = {
        "set": "set",
        "deck": "card",
        "boss": "enemy",
        "enemy": "enemy",
        "rebuild": "card",
        "loss": "card",
    }
    homes: ClassVar[Mapping[type, str]] = {
        actions.Pick: "DR-P4-3",
        actions.TakeParty: "DR-P4-20",
        actions.TakePartner: "DR-P4S-3",
        actions.Play: "DR-S2-2",
        actions.Swap: "DR-S2.7-4",
        actions.Pursue: "DR-S3.1-5",
        actions.Use: "DR-S5.1-9",
        actions.Gain: "DR-S4-1",
        actions.Raise: "DR-S5.4-6",
        actions.Lower: "DR-S5.3-14",
        actions.LevelUp: "DR-S5.5-1",
        actions.PutBack: "DR-S5.3-4",
        actions.Discard: "DR-S5.3-16",
        actions.Keep: "DR-B-2",
    }
    pack_kind = PACKS

    def check(self, header: Header, pack: Pack) -> None:
        preparation.check(header, pack.cards)

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[Any]]:
        table = DriveTable(header, chance, pack.cards)
        return table, preparation.game(table)

    def drawn_setup(self, mode: str, seats: int, pack: Pack, dice: Stream) -> Setup:
        if mode == PARTNER_MODE:
            return Setup(Difficulty(1 + dice.below(2)))
        first = StartPlayer(1 + dice.below(seats))
        return preparation.drawn_setup(Difficulty(1 + dice.below(4)), first, pack.cards, dice)

    def result(self, state: Any) -> Result | None:
        outcome = state.outcome
        if outcome is None:
            return None
        winners = tuple(range(1, len(state.sides) + 1)) if outcome.won else ()
        return Result(winners, outcome.reason.name.lower(), lost=not outcome.won)

    def sees(self, state: Any, viewer: int, seat: int) -> bool:
        return sees(state, viewer, seat)

    def covered(self, state: Any, viewer: int) -> State:
        return covered(state, viewer)

    def card_assumptions(self, pack: Pack, table: Any, acts: Iterable[Act]) -> list[Assumption]:
        return sources.assumptions(pack.cards, table, acts)


GAME = Drive()
