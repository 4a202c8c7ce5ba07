"""スペル: the spell of an exchange, and the cut to the limit [SW-3.4] [SW-S1]."""

from collections.abc import Iterator

from ....kernel.play.choices import MayPass
from ....kernel.play.decisions import Act, Decision, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.effects import work_spell
from ..cards.operations import SPELL_LIMIT, spell_limit
from ..cards.targets import bearers
from ..table import events
from ..table.actions import PASS, Cast, Drop, Pass
from ..table.options import ExcessSpellUse
from ..table.table import SwordrionTable, exchange_of


def cut_spells(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """毎手番の最初: spells beyond the limit are used or go to the graveyard [SW-S1-7] [SW-S1-6]. Outside battle nobody
    counts those in the hand [SW-S1-5]."""
    side = table.side[seat]
    if not side.spells or len(side.spells) <= spell_limit(table, seat):
        return None
    return cut(table, seat)


def cut(table: SwordrionTable, seat: int) -> Flow[None]:
    """The participant chooses which go [SW-S1-9], one after the other, until five are left [SW-Z.8-2]."""
    side = table.side[seat]
    while len(side.spells) > spell_limit(table, seat):
        if spell_limit(table, seat) != SPELL_LIMIT:
            table.rely("SW-S1-13")
        act = yield ask(CutDecision, seat)
        if isinstance(act, Cast):
            table.rely("SW-S1-8")
            yield from cast(table, seat, act.card)
        else:
            side.spells.remove(act.card)
            side.graveyard.append(act.card)
            table.events.append(events.Dropped(card=act.card, seat=seat, clause="SW-S1-7"))


def spell_step(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """2 スペルを使う/使わない [SW-3.4-1]: at most one an exchange [SW-3.4-2]."""
    if not table.side[seat].spells or spent(table, seat):
        return None
    return use_spell(table, seat)


def spent(table: SwordrionTable, seat: int) -> bool:
    """Whether the spell of this exchange has been used; one used to get down to the limit is it [SW-S1-8]."""
    counts = table.setup.excess_spell_use == ExcessSpellUse.COUNTS
    return counts and exchange_of(table.side[seat]).spell_used


def use_spell(table: SwordrionTable, seat: int) -> Flow[None]:
    """A spell or a pass."""
    act = yield ask(SpellDecision, seat)
    if isinstance(act, Cast):
        yield from cast(table, seat, act.card)


def cast(table: SwordrionTable, seat: int, card: int) -> Flow[None]:
    """A single-use spell goes to the own graveyard once used [SW-S1-2], equipment is merged with a card [SW-S1-3]."""
    side = table.side[seat]
    exchange_of(side).spell_used = True
    table.seen[card] = None
    side.spells.remove(card)
    side.graveyard.append(card)
    table.events.append(events.WasCast(card=card, seat=seat, clause="SW-3.4-1"))
    return work_spell(table, table.own[seat], card)


def refused(table: SwordrionTable, seat: int, card: int) -> Violation | None:
    """Why a spell cannot be used, the moment aside."""
    if card not in table.side[seat].spells:
        return Violation("SW-3.4-4", "spells.not_there", ("SW-4.6-7",))
    spell = table.cards.spell(card)
    if spell.use == "equip" and not bearers(table, table.own[seat], card):
        return Violation("SW-S1-11", "equip.no_bearer", ("SW-S1-12",))
    return None


class SpellDecision(MayPass):
    """A spell of the spell zone, or none [SW-3.4-1]; the steps of a battle ask for one, and nothing else [SW-S1-1]."""

    ask = "spell"
    clause = "SW-3.4-1"
    takes = (Cast, Pass)
    default = PASS

    def law(self, table: SwordrionTable, act: Act) -> Violation | None:
        return refused(table, self.seat, act.card)

    def ways(self, table: SwordrionTable) -> Iterator[Act]:
        return self.legal_among(table, map(Cast, table.side[self.seat].spells))


class CutDecision(Decision):
    """A spell is put into the graveyard, or used as the one of the exchange [SW-S1-7] [SW-S1-8]."""

    ask = "cut"
    clause = "SW-S1-7"
    takes = (Drop, Cast, Pass)

    def judge(self, table: SwordrionTable, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return Violation("SW-S1-6", "spells.limit", ("SW-Z.8-1",))
        if isinstance(act, Cast):
            if spent(table, self.seat):
                return Violation("SW-S1-8", "spells.used", ("SW-3.4-2",))
            return refused(table, self.seat, act.card)
        if act.card not in table.side[self.seat].spells:
            return Violation("SW-S1-9", "spells.drop_not_there")
        return None

    def options(self, table: SwordrionTable) -> Iterator[Act]:
        spells = table.side[self.seat].spells
        yield from map(Drop, spells)
        yield from self.legal_among(table, map(Cast, spells))
