"""準備④: パーティー構築, ready-made parties, and ソロ・パートナーモード [DR-P4] [DR-P4S]."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations
from typing import ClassVar

from ....kernel.errors import Undecidable
from ....kernel.play.chance import Stream
from ....kernel.play.choices import Compulsory, OneOf
from ....kernel.play.decisions import Act, Ask, Decision, Flow, ask, pick, seated, together
from ....kernel.play.lists import ascending, out_of_order
from ....kernel.play.numbers import Amount, first_yes
from ....kernel.play.violations import Violation
from ..cards.cards import BASE_UNITS, SOLO_UNITS, is_solo
from ..cards.pack_rows import PARTIES
from ..table import events
from ..table.actions import PASS, Pass, Pick, TakePartner, TakeParty
from ..table.misplaced import IN_ORDER
from ..table.options import DraftUnderfill, PartySource
from ..table.state import Member, Step
from ..table.table import HUMAN, PARTNER, STARTING_LEVEL, DriveTable

COST_LIMIT = {1: 6, 2: 6, 3: 5, 4: 5}
"""編成コスト by how many form a party: 6 for two and in partner mode, 5 for three and four [DR-P4-9] [DR-P4-10]
[DR-P4-11]. A unit costs 1 at least: never more than 20 are in play, and there are 24 level chips [DR-C-13]."""
MOST_OF_A_KIND = 1
"""複合属性 and 無属性 units in a party, each [DR-P4-17] [DR-P4-18]."""
DUAL, NONE = 2, 0
LAPS_SHOWN = 2
"""Laps that the booklet shows; how it goes on is a reading [DR-P4-6]."""


def parties(table: DriveTable) -> Flow[None]:
    """Everybody's party, and in partner mode the partner's unit after that of the human [DR-P4S-1] [DR-P4S-3]."""
    if table.setup.party_source == PartySource.PRESET:
        yield from ready_made(table)
    else:
        yield from draft(table)
    if table.state.partner_mode:
        yield from partner(table)
    close_up(table)


def close_up(table: DriveTable) -> None:
    """The other units go back to the box, and the first turn is that of the first player [DR-P4-15] [DR-G-5]."""
    state = table.state
    state.table_units, state.parties, state.lap, state.active = [], [], 0, table.first
    for side in state.sides:
        side.drafted = False


def pickers(table: DriveTable) -> tuple[int, ...]:
    """Who forms a party, clockwise from the start player; in partner mode the human alone [DR-P4-4] [DR-P4S-2]."""
    return (HUMAN,) if table.state.partner_mode else table.clockwise(table.first)


def draft(table: DriveTable) -> Flow[None]:
    """Lap after lap, each in the other direction than the one before [DR-P4-4] [DR-P4-5] [DR-P4-6] [DR-P4-7], until
    all have passed: who has reached the limit does so at any moment until then [DR-P4-12] [DR-P4-14]."""
    state, order = table.state, pickers(table)
    going = True
    while going:
        going = False
        state.lap += 1
        for seat in order if state.lap % 2 else order[::-1]:
            if not (table.side[seat].drafted or at_the_limit(table, seat)):
                going = True
                yield from one_pick(table, seat, tuple([other for other in order if other != seat]))
    yield from together(table, lambda: [seated(LimitDecision, s) for s in sorted(order) if not table.side[s].drafted])


def at_the_limit(table: DriveTable, seat: int) -> bool:
    """Whether the ranks of a party add up to the limit."""
    return bool(room(table, seat) == 0)


def one_pick(table: DriveTable, seat: int, others: tuple[int, ...]) -> Flow[None]:
    """A pick, or a pass below the limit."""
    side, table.state.active = table.side[seat], seat
    if table.state.lap > LAPS_SHOWN and others:
        table.rely("DR-P4-6")
    act = yield picking(seat, others)
    if type(act) is Pass:
        side.drafted = True
        table.rely("DR-P4-13")
        return
    for unit in act.returned:
        side.party = [member for member in side.party if member.unit != unit]
        table.state.table_units = sorted([*table.state.table_units, unit])
        table.rely("DR-P4-16")
        table.events.append(events.GivenBack(unit=unit, seat=seat, clause="DR-P4-16"))
    take_unit(table, seat, act.unit)


def take_unit(table: DriveTable, seat: int, unit: int) -> None:
    """A unit goes from the table to a player's party, with a level chip on it [DR-P4-3] [DR-P4-19] [DR-P5.3-1]."""
    table.state.table_units.remove(unit)
    table.side[seat].party.append(Member(unit, STARTING_LEVEL))
    table.events.append(events.Picked(unit=unit, seat=seat, clause="DR-P4-3"))


def room(table: DriveTable, seat: int, returned: Sequence[int] = ()) -> Amount:
    """What is left of the cost limit, in half stars, without some of the units [DR-P4-8]."""
    left: Amount = 2 * COST_LIMIT[len(pickers(table))]
    for member in table.side[seat].party:
        if member.unit not in returned:
            left = left - table.cards.rank(member.unit)
    return left


def barred(table: DriveTable, seat: int, unit: int, returned: Sequence[int] = ()) -> Violation | None:
    """Why a unit cannot join a party: the cost limit, or a second dual or attribute-less unit [DR-P4-8] [DR-P4-17]
    [DR-P4-18]. Which colours go together is up to the player [DR-P4-21]."""
    if table.cards.rank(unit) > room(table, seat, returned):
        return Violation("DR-P4-8", "party.cost", limit=COST_LIMIT[len(pickers(table))])
    kind = table.cards.attributes(unit)
    mine = [member.unit for member in table.side[seat].party if member.unit not in returned]
    if kind in (DUAL, NONE) and [table.cards.attributes(one) for one in mine].count(kind) >= MOST_OF_A_KIND:
        if kind == DUAL:
            return Violation("DR-P4-17", "party.two_dual")
        return Violation("DR-P4-18", "party.two_plain")
    return None


def something_fits(table: DriveTable, seat: int) -> bool:
    """Whether any unit on the table can be picked."""
    return bool(first_yes(lambda unit: barred(table, seat, unit) is None, table.state.table_units))


def exchanges(table: DriveTable, seat: int) -> Iterator[Pick]:
    """The picks that give own units back first [DR-P4-16]."""
    mine = sorted(member.unit for member in table.side[seat].party)
    for returned in chain.from_iterable([combinations(mine, count) for count in range(1, len(mine) + 1)]):
        for unit in table.state.table_units:
            table.work.spend()
            if barred(table, seat, unit, returned) is None:
                yield Pick(unit, list(returned))


def nearer(table: DriveTable, act: Pick) -> bool:
    """Whether an exchange brings a party nearer to its limit."""
    given: Amount = 0
    for unit in act.returned:
        given = given + table.cards.rank(unit)
    return table.cards.rank(act.unit) > given


def worth_exchanging(table: DriveTable, seat: int) -> bool:
    """Whether some exchange brings the party nearer to its limit, so that it is owed."""
    return bool(first_yes(lambda act: nearer(table, act), exchanges(table, seat)))


class PickDecision(Decision):
    """One unit of the table, any within the limit [DR-P4-3] [DR-P1-11]; no pass while one fits [DR-P4-13]."""

    ask = "pick"
    clause = "DR-P4-3"
    takes = (Pick, Pass)
    weighs: ClassVar[Mapping[type, str]] = {Pick: "DR-P4-8", Pass: "DR-P4-13"}

    def judge(self, table: DriveTable, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return self._pass(table)
        if act.unit in act.returned:
            return Violation("DR-P4-16", "party.taken_back")
        if act.unit not in table.state.table_units:
            return not_on_the_table(table, act.unit)
        if act.returned:
            mine = [member.unit for member in table.side[self.seat].party]
            if not set(mine).issuperset(act.returned):
                return Violation("DR-P4-16", "party.not_own")
            if out_of_order(act.returned):
                return ascending("party.returned")
            if something_fits(table, self.seat):
                return Violation("DR-P4-16", "party.one_fits")
        return barred(table, self.seat, act.unit, act.returned)

    def _pass(self, table: DriveTable) -> Violation | None:
        """Below the limit a pass needs that nothing fits, and that no exchange brings the party nearer to it
        [DR-P4-13] [DR-P4-16]."""
        if table.setup.draft_underfill == DraftUnderfill.ALLOWED:
            return None
        if something_fits(table, self.seat):
            return Violation("DR-P4-13", "party.still_fits")
        if worth_exchanging(table, self.seat):
            return Violation("DR-P4-16", "party.exchange_owed")
        return None

    def options(self, table: DriveTable) -> Iterator[Act]:
        yield from self.legal_among(table, [PASS])
        fitting = list(self.legal_among(table, map(Pick, table.state.table_units)))
        yield from fitting or self.legal_among(table, exchanges(table, self.seat))

    def sample(self, table: DriveTable, dice: Stream) -> Act:
        """A unit that fits; if none does, an exchange that is owed, or a pass."""
        found = [act for act in self.options(table) if isinstance(act, Pass) or not act.returned or nearer(table, act)]
        if not found:
            raise Undecidable("party.fit_unsaid", ("DR-P4.1-3",))
        return pick(dice, found)


class LimitDecision(Compulsory):
    """Who has reached the limit passes [DR-P4-12]."""

    ask = "limit"
    clause = "DR-P4-12"
    takes = (Pass,)
    default = PASS


class EarlyPass(Decision):
    """The same while somebody else still picks: it interrupts [DR-P4-12]."""

    clause = "DR-P4-12"
    takes = (Pass,)
    interrupts = True

    def judge(self, table: DriveTable, act: Act) -> Violation | None:
        passes = not table.side[self.seat].drafted and at_the_limit(table, self.seat)
        return None if passes else IN_ORDER

    def options(self, table: DriveTable) -> Iterator[Act]:
        return self.legal_among(table, (PASS,))

    def flow(self, table: DriveTable, act: Act) -> Flow[None]:
        table.side[self.seat].drafted = True
        yield from ()


@cache
def picking(seat: int, others: tuple[int, ...]) -> Ask:
    """What asks a seat for its pick, while the others may pass who have reached the limit."""
    return Ask((seated(PickDecision, seat), *(seated(EarlyPass, other) for other in others)))


def not_on_the_table(table: DriveTable, unit: int) -> Violation:
    """Why a unit cannot be picked at all."""
    if is_solo(unit) and table.state.partner_mode:
        return Violation("DR-P4S-5", "party.solo_partner")
    if is_solo(unit):
        return Violation("DR-P4S-7", "party.solo_multi")
    if any(member.unit == unit for side in table.state.sides for member in side.party):
        return Violation("DR-P4-19", "party.taken")
    added = "DR-P2-17" if table.state.sets else "DR-P2-18"
    return Violation("DR-P4-3", "party.not_there", (added,))


def ready_made(table: DriveTable) -> Flow[None]:
    """おすすめパーティー: each picker takes one of the four [DR-P4-20]."""
    state = table.state
    table.rely("DR-P4-20")
    for seat in pickers(table):
        state.active = seat
        act = yield ask(PartyDecision, seat)
        state.parties.append(act.party)
        table.events.append(events.PartyTaken(party=act.party, seat=seat, clause="DR-P4-20"))
        for unit in table.cards.party(act.party):
            take_unit(table, seat, unit)


class PartyDecision(Decision):
    """One of the ready-made parties, within the limit and of units that nobody has [DR-P4-20] [DR-P4-8] [DR-P4-19]."""

    ask = "party"
    clause = "DR-P4-20"
    takes = (TakeParty,)
    weighs: ClassVar[Mapping[type, str]] = {TakeParty: "DR-P4-8"}

    def judge(self, table: DriveTable, act: Act) -> Violation | None:
        if not 1 <= act.party <= PARTIES or act.party in table.state.parties:
            return Violation("DR-P4-20", "party.ready_made")
        units = table.cards.party(act.party)
        if not set(table.state.table_units).issuperset(units):
            return Violation("DR-P4-19", "party.ready_taken")
        ranks = sum((table.cards.rank(unit) for unit in units), start=0)
        if ranks > room(table, self.seat):
            return Violation("DR-P4-8", "party.ready_cost")
        return None

    def options(self, table: DriveTable) -> Iterator[Act]:
        return self.legal_among(table, map(TakeParty, range(1, PARTIES + 1)))

    def sample(self, table: DriveTable, dice: Stream) -> Act:
        found = list(self.options(table))
        if not found:
            raise Undecidable("party.ready_unsaid", ("DR-P4-20",))
        return pick(dice, found)


def partner(table: DriveTable) -> Flow[None]:
    """One of the six units for solo play, and nothing else, is the partner's party [DR-P4S-3] [DR-P4S-4]."""
    table.state.step = Step.PARTNER
    act = yield ask(PartnerDecision, HUMAN)
    table.side[PARTNER].party.append(Member(act.unit, STARTING_LEVEL))
    table.events.append(events.Picked(unit=act.unit, seat=PARTNER, clause="DR-P4S-3"))


class PartnerDecision(OneOf):
    """The human chooses one of the six [DR-P4S-3]."""

    ask = "partner"
    clause = "DR-P4S-3"
    takes = (TakePartner,)
    field = "unit"
    refusal = Violation("DR-P4S-4", "party.partner", ("DR-P4S-3",))

    def candidates(self, table: DriveTable) -> Sequence[int]:
        return range(BASE_UNITS + 1, BASE_UNITS + SOLO_UNITS + 1)
