"""精霊回路ドライヴ Ctrl+Z/ゼロ, 説明書1, 2nd edition. One module per chapter of the booklet."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...kernel.game import Event, Game, Mode, events_in
from ...kernel.judging.record import Header
from ...kernel.judging.report import Result
from ...kernel.packs import Pack
from ...kernel.play.chance import Chance, Stream
from ...kernel.play.decisions import Flow
from ...kernel.play.match import Table
from .cards import sources
from .cards.pack_files import PACKS
from .chapters import preparation
from .table import actions, view
from .table import events as told
from .table.misplaced import TOO_EARLY
from .table.options import Difficulty, Setup
from .table.state import PRINTED_STEPS, State
from .table.table import PARTNER_MODE, DriveTable
from .table.unseen import UNSEEN


class Drive(Game):
    """精霊回路ドライヴ Ctrl+Z/ゼロ."""

    name = "drive"
    title = "精霊回路ドライヴ Ctrl+Z/ゼロ"
    editions = ("1.1",)
    modes = (
        Mode("multi", "マルチモード", True, 2, 4),  # the default combination, for 2 to 4 [DR-P1-13] [DR-P1-2]
        Mode(PARTNER_MODE, "ソロ・パートナーモード", True, 2, 2),  # the second seat is the partner [DR-P1-4]
        Mode("solo_shadow", "ソロ・シャドウモード", False, 2, 4),
        Mode("raid_boss_rush", "レイド・ボスラッシュ", False, 2, 4),
        Mode("raid_geas_rush", "レイド・ギアスラッシュ", False, 2, 4),
        Mode("raid_last_battle", "レイド・ラストバトル", False, 2, 4),
        Mode("gacha", "ガチャモード", False, 2, 4),
    )
    """A header names one, and that settles number of players, battle and summoning [DR-P1-1]; solo alone is none of
    them [DR-P1-3]. There is no partner mode with a raid or with gacha [DR-P1-14]. What 説明書2 tells is known by name,
    and not judged [DR-P1-15]."""
    setup = Setup
    state = State
    acts = actions.ACTS
    events = events_in(told)
    steps = PRINTED_STEPS
    too_early: ClassVar[frozenset[str]] = TOO_EARLY
    outcomes: ClassVar[Mapping[str, str]] = {
        "set": "set",
        "deck": "card",
        "boss": "enemy",
        "enemy": "enemy",
        "rebuild": "card",
        "loss": "card",
    }
    done_at_once: ClassVar[Mapping[type, tuple[type[Event], ...]]] = {
        actions.Discard: (told.Lost,),
        actions.PutBack: (told.PutDown,),
        actions.Raise: (told.LeveledUp,),
        actions.Lower: (told.LeveledDown,),
        actions.Gain: (told.Mana, told.LeveledUp),
        actions.Take: (told.Drew,),
        actions.Name: (told.Named,),
        actions.Use: (told.SkillUsed,),
        actions.Pursue: (told.Pursued,),
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
    unseen = UNSEEN
    pack_kind = PACKS
    sees = staticmethod(view.sees)
    covered = staticmethod(view.covered)
    card_assumptions = staticmethod(sources.assumptions)

    def check(self, header: Header, pack: Pack) -> None:
        preparation.check(header, pack.cards)

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[Any]]:
        table = DriveTable(header, chance, pack.cards)
        return table, preparation.game(table)

    def drawn_setup(self, mode: str, seats: int, pack: Pack, dice: Stream) -> Setup:
        if mode == PARTNER_MODE:
            return Setup(Difficulty(1 + dice.below(2)))
        first = 1 + dice.below(seats)
        return preparation.drawn_setup(Difficulty(1 + dice.below(4)), first, pack.cards, dice)

    def came_to(self, state: Any) -> Result:
        ending = state.ending
        winners = tuple(range(1, len(state.sides) + 1)) if ending.won else ()
        return Result(winners, ending.reason.name.lower(), lost=not ending.won)


GAME = Drive()
