"""3x3Wars (サイザンウォーズ), print ver. 1.2. One module per chapter of the manual."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ...kernel.errors import InvalidHeader
from ...kernel.game import Game, Mode, OneByOne, at, events_in
from ...kernel.judging.record import Header
from ...kernel.judging.report import Assumption
from ...kernel.packs import Pack
from ...kernel.play.chance import Chance, Stream
from ...kernel.play.decisions import Act, Flow
from ...kernel.play.match import Table
from .cards import sources
from .cards.pack_files import PACKS
from .chapters.modes import advanced, beginner, intermediate, sevenmage
from .table import actions, view
from .table import events as told
from .table.misplaced import TOO_EARLY
from .table.options import CounterRounds, Setup
from .table.state import PRINTED_STEPS, State
from .table.table import SEATS, WarsTable
from .table.unseen import UNSEEN

KEPT_MAGICS = {"beginner": "W3-B1-10", "intermediate": "W3-I1-5", "advanced": "W3-A0-5", "sevenmage": "W3-V-10"}
KEPT_HANDS = {"beginner": "W3-B1-13", "intermediate": "W3-I1-6", "advanced": "W3-A0-6", "sevenmage": "W3-V-4"}
"""Where the magics and the hand that are kept must be, by mode."""
COURSES = {
    "beginner": beginner.game,
    "intermediate": intermediate.game,
    "advanced": advanced.game,
    "sevenmage": sevenmage.game,
}
"""The flow of the whole game, by mode."""


class Wars3x3(Game):
    """3x3Wars."""

    name = "wars3x3"
    title = "3x3Wars (サイザンウォーズ)"
    editions = ("1.2",)
    modes = (
        Mode("beginner", "初級ルール(オーバーロード戦)", True, 2, 2),
        Mode("intermediate", "中級ルール(アプレンティス戦)", True, 2, 2),
        Mode("advanced", "上級ルール(ウィザード戦)", True, 2, 2),
        Mode("sevenmage", "セブンメイジ戦", True, 2, 2),
    )
    """The rule sets of the manuals [W3-0.0-2], each for exactly two players [W3-0.0-1]."""
    setup = Setup
    state = State
    acts = actions.ACTS
    events = events_in(told)
    steps = PRINTED_STEPS
    too_early: ClassVar[frozenset[str]] = TOO_EARLY
    outcomes: ClassVar[Mapping[str, str]] = {
        "deck": "card",
        "magic": "magic",
        "set": "set",
        "mentor": "card",
        "mulligan": "card",
        "bottom": "card",
        "reshuffle": "card",
        "keep": "card",
        "exposed": "magic",
    }
    also_said: ClassVar[Mapping[str, str]] = {"damage 0": "blocked"}
    homes: ClassVar[Mapping[type, str]] = {
        actions.Remove: "W3-2.0-1",
        actions.Strengthen: "W3-2.0-1",
        actions.Counter: "W3-2.3-13",
        actions.Lay: "W3-4.1-2",
        actions.Deploy: "W3-4.2-2",  # turn 4 of the replay names a card that its player does not hold [W3-E-04]
        actions.Redeploy: "W3-4.2-2",
        actions.Magic: "W3-M0-9",
        actions.GrandMagic: "W3-M0-9",
        actions.Choose: "W3-M4-5",
        actions.TakeBack: "W3-S1.5-1",
        actions.Heal: "W3-S3.7-3",
        actions.Exchange: "W3-S3.8-2",
        actions.Copy: "W3-S3.9-3",
        actions.StartTerritory: "W3-B1-8",
    }
    unseen = UNSEEN
    pack_kind = PACKS
    covered = staticmethod(view.covered)

    def check(self, header: Header, pack: Pack) -> None:
        """Who starts is found by rock-paper-scissors or the like, in every mode: the header tells what came of it, and
        nothing here draws for it [W3-B1-1] [W3-I1-1] [W3-A0-10]."""
        if header.setup.first not in SEATS:
            raise InvalidHeader(at(header, "first"), "setup.first")

    def start(self, header: Header, chance: Chance, pack: Pack) -> tuple[Table, Flow[Any]]:
        table = WarsTable(header, chance, pack.cards)
        return table, COURSES[header.mode](table)

    def drawn_setup(self, mode: str, seats: int, pack: Pack, dice: Stream) -> Setup:
        return Setup(1 + dice.below(2))

    def one_by_one(self, table: Any) -> OneByOne | None:
        """Counters to several spells: however a record writes its chains, they are read as rounds [W3-2.3-19]."""
        chains = table.state.chains
        begins = len(chains) > 1 and all(len(chain.plays) == 1 and not chain.closed for chain in chains)
        together = table.setup.counter_rounds == CounterRounds.TOGETHER
        return OneByOne("counter", "target") if begins and together else None

    def home(self, act: type, mode: str) -> str:
        if act is actions.KeepMagic:
            return KEPT_MAGICS[mode]
        return KEPT_HANDS[mode] if act is actions.KeepHand else self.homes[act]

    def card_assumptions(self, pack: Pack, table: Any, acts: Iterable[Act]) -> list[Assumption]:
        sides = table.state.sides if table else []
        mentors = {card.magic: side.mentor for side in sides for card in side.magics}
        weighed, lasted = (table.weighed, table.lasted) if table else ((), ())
        all_traits = table is not None and table.wizards
        return sources.assumptions(pack.cards, acts, mentors, all_traits, weighed, lasted)


GAME = Wars3x3()
