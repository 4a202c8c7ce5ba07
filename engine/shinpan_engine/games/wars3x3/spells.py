"""2.0 呪文フェイズ: removal, strengthening, and the counters to both (2.3)."""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from ...kernel.chance import Stream
from ...kernel.decisions import Act, Ask, Decision, Flow, Violation, pick
from . import events
from .actions import PASS, Counter, Pass, Remove, Spell, Strengthen
from .combat import boost_amount
from .lists import UNREADABLE, ascending, out_of_order
from .options import CounterRounds, StrengthenLimitShared
from .spell_cards import answer_ways, answers, badly_declared, counts_declared, declared, removal_ways, symbols
from .state import Boost, BoostKind, Chain, Play, Step, Until
from .steps import StepDecision, own_step
from .table import WarsTable, other, strengthened


def spell_phase(table: WarsTable) -> Flow[None]:
    """2.0: the removal step, then the strengthening step. All of a step is declared together [W3-2.0-6]."""
    yield from removal_step(table)
    yield from strengthening_step(table)


def removal_step(table: WarsTable) -> Flow[None]:
    """2.1 除去ステップ: what no counter stops destroys its target [W3-2.1-13] [W3-2.1-14]."""
    act = yield from own_step(table, Step.REMOVAL)
    if isinstance(act, Remove):
        for chain in (yield from declare(table, act.spells)):
            table.destroy(chain.target, other(table.state.active), "W3-2.1-13")


def strengthening_step(table: WarsTable) -> Flow[None]:
    """2.2 強化ステップ: what no counter stops adds the card's cost until 3.3 [W3-2.2-5] [W3-2.2-6]."""
    act = yield from own_step(table, Step.STRENGTHENING)
    if isinstance(act, Strengthen):
        for chain in (yield from declare(table, act.spells)):
            strengthen(table, chain)


def strengthen(table: WarsTable, chain: Chain) -> None:
    """Lays a strengthening on its unit; through 透化 it gives 透過 instead of power [W3-2.2-10]."""
    found = table.unit(chain.target)
    assert found is not None, "a declared unit stays on the field until its chain is resolved"
    spell = chain.plays[0]
    boost = Boost(
        BoostKind.STRENGTHENING, spell.cards[0], 0, spell.as_[0] if spell.as_ else 0, spell.veil, Until.COMBAT_END
    )
    found[0].boosts.append(boost)
    if spell.veil:
        table.rely("W3-2.2-10")
        table.events.append(events.Veiled(card=chain.target, clause="W3-2.2-10"))
    if spell.as_:
        table.rely("W3-2.2-8")
    table.events.append(events.Strengthened(card=chain.target, amount=boost_amount(table, boost), clause="W3-2.2-5"))


def declare(table: WarsTable, spells: Sequence[Spell]) -> Flow[list[Chain]]:
    """Lays the spells open, lets them be answered and resolves all chains as one [W3-2.0-12] [W3-2.0-15].

    Gives the chains whose spell stands.
    """
    chains = [lay_open(table, table.state.active, spell) for spell in spells]
    table.state.chains = chains
    yield from answering(table)
    for chain in chains:
        put_away(table, chain)
    table.state.chains = []
    for chain in chains:
        if not stands(chain):
            table.events.append(events.Fizzled(target=chain.target, clause="W3-2.3-10"))
    return [chain for chain in chains if stands(chain)]


def lay_open(table: WarsTable, seat: int, spell: Spell) -> Chain:
    """Lays a declared spell on its target, as the foot of a chain."""
    return Chain(spell.target, [from_hand(table, seat, spell)])


def from_hand(table: WarsTable, seat: int, spell: Spell) -> Play:
    """Takes the cards of a spell or counter from the hand."""
    hand = table.side(seat).hand
    for card in spell.with_:
        hand.remove(card)
    table.events.append(events.Declared(target=spell.target, cards=spell.with_, clause="W3-2.0-12"))
    return Play(spell.with_, spell.as_, spell.veil)


def answering(table: WarsTable) -> Flow[None]:
    """2.3 打消: rounds of counters, all of a round named together, or chain by chain [W3-2.3-19]."""
    if len(table.state.chains) > 1:
        table.rely("W3-2.3-19")
    while asked := asked_chains(table):
        yield from rounds(table, asked)


def asked_chains(table: WarsTable) -> list[Chain]:
    """The chains that may be answered now."""
    open_chains = [chain for chain in table.state.chains if not chain.closed]
    return open_chains[:1] if table.setup.counter_rounds == CounterRounds.CHAIN_BY_CHAIN else open_chains


def rounds(table: WarsTable, chains: list[Chain]) -> Flow[None]:
    """The players answer in turn, the opponent first; a chain left unanswered is closed [W3-2.3-7] [W3-2.3-8]."""
    seat = other(table.state.active)
    while chains:
        answer = yield Ask((CounterDecision(table, seat),))
        spells = {spell.target: spell for spell in getattr(answer.act, "spells", ())}
        for chain in chains:
            if chain.target in spells:
                chain.plays.append(from_hand(table, seat, spells[chain.target]))
            else:
                chain.closed = True
        chains = [chain for chain in chains if not chain.closed]
        seat = other(seat)


def stands(chain: Chain) -> bool:
    """Whether the spell is left once the chain is resolved from the top down [W3-2.3-9] [W3-2.3-10]."""
    return len(chain.plays) % 2 == 1


def put_away(table: WarsTable, chain: Chain) -> None:
    """All cards of a chain go to the discard, the countered ones and the counters [W3-2.3-11]."""
    seat = table.state.active
    for play in chain.plays:
        for card in play.cards:
            table.discard(card, seat)
        seat = other(seat)


def misused_hand(table: WarsTable, seat: int, spells: Sequence[Spell], clause: str) -> Violation | None:
    """Only cards of one's own hand, each for one spell only [W3-2.0-1] [W3-2.0-9]."""
    hand, used = table.side(seat).hand, set[int]()
    for spell in spells:
        for card in spell.with_:
            if card not in hand:
                return Violation(clause, "only cards in one's own hand can be used as spells")
            if card in used:
                return Violation("W3-2.0-9", "a card can be used for one spell only")
            used.add(card)
    return None


def misread(table: WarsTable, spells: Sequence[Spell]) -> Violation | None:
    """Whether the spells are written as they must be, and every 調律 has its number [W3-S2.2-2]."""
    if not spells:
        return Violation(UNREADABLE, "a declaration names at least one target; to do nothing is a pass")
    if any(a.target > b.target for a, b in pairwise(spells)):
        return Violation(UNREADABLE, "the targets are written in ascending order")
    for spell in spells:
        if out_of_order(spell.with_):
            return ascending("the cards of a spell")
        if (wrong := badly_declared(table.cards, spell)) is not None:
            return wrong
    return None


def doubled_target(spells: Sequence[Spell]) -> bool:
    return any(a.target == b.target for a, b in pairwise(spells))


class RemovalDecision(StepDecision):
    """2.1 may be skipped; otherwise all removals of the turn are declared at once [W3-2.1-1] [W3-2.0-6]."""

    ask = "removal"
    clause = "W3-2.1-1"
    takes = frozenset({Remove, Pass})
    default = PASS

    def judge(self, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return None
        return (
            misread(self._table, act.spells)
            or self._doubled(act.spells)
            or next((v for spell in act.spells if (v := self._one(spell)) is not None), None)
            or misused_hand(self._table, self.seat, act.spells, "W3-2.0-1")
        )

    def _doubled(self, spells: Sequence[Spell]) -> Violation | None:
        if doubled_target(spells):
            return Violation("W3-2.1-16", "one unit can be the target of one removal in a turn", ("W3-2.0-4",))
        return None

    def _one(self, spell: Spell) -> Violation | None:
        """One removal: a unit of the opponent, one card of its cost or two that reach it [W3-2.1-3] [W3-2.1-5]."""
        table = self._table
        found = table.unit(spell.target)
        if found is None:
            return Violation("W3-2.0-10", "a removal needs a unit on the field as its target")
        if found[1] == self.seat:
            return Violation("W3-2.1-2", "only the opponent's units can be removed")
        if len(spell.with_) not in (1, 2):
            return Violation("W3-2.1-8", "a removal uses exactly one or exactly two cards")
        if spell.veil:
            return Violation("W3-2.2-10", "透化 belongs to strengthening")
        if any(table.cards.wild[card] for card in spell.with_):
            return Violation("W3-2.1-10", "呪文砕き cannot be used for removal", ("W3-S2.1-1",))
        return self._reach(spell)

    def _reach(self, spell: Spell) -> Violation | None:
        """The target's printed cost is compared, never its power [W3-2.1-12]."""
        cost = self._table.cost(spell.target)
        numbers = declared(self._table.cards, spell)
        if len(numbers) == 2:
            if numbers[0] + numbers[1] < cost:
                return Violation("W3-2.1-5", "the two cards' costs do not add up to the target's cost")
            return None
        if numbers[0] == cost:
            return None
        if numbers[0] > cost:
            return Violation(
                "W3-2.1-9", "one card must have exactly the target's cost, more is not enough", ("W3-2.1-3",)
            )
        return Violation("W3-2.1-3", "one card must have exactly the target's cost")

    def options(self) -> Iterator[Act]:
        yield PASS
        table = self._table
        targets = sorted(unit.card for unit in table.side(other(self.seat)).units)
        ways = [removal_ways(table.cards, target, table.side(self.seat).hand) for target in targets]
        for spells in combined(ways):
            if self.judge(act := Remove(spells)) is None:
                yield act

    def sample(self, dice: Stream) -> Act:
        return sample_spells(self, dice)


class StrengtheningDecision(StepDecision):
    """2.2 may be skipped; otherwise all strengthenings are declared at once [W3-2.2-1] [W3-2.2-12]."""

    ask = "strengthening"
    clause = "W3-2.2-1"
    takes = frozenset({Strengthen, Pass})
    default = PASS

    def judge(self, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return None
        return (
            misread(self._table, act.spells)
            or self._doubled(act.spells)
            or next((v for spell in act.spells if (v := self._one(spell)) is not None), None)
            or misused_hand(self._table, self.seat, act.spells, "W3-2.0-1")
        )

    def _doubled(self, spells: Sequence[Spell]) -> Violation | None:
        if doubled_target(spells):
            return Violation("W3-2.0-4", "one unit can be the target of one strengthening in a turn", ("W3-2.2-4",))
        return None

    def _one(self, spell: Spell) -> Violation | None:
        """One strengthening: an own unit, one card of its attribute [W3-2.2-2] [W3-2.2-3] [W3-2.2-4]."""
        table = self._table
        found = table.unit(spell.target)
        if found is None:
            return Violation("W3-2.0-10", "a strengthening needs a unit on the field as its target")
        if found[1] != self.seat:
            return Violation("W3-2.2-2", "only one's own units can be strengthened")
        if len(spell.with_) != 1:
            return Violation("W3-2.2-4", "exactly one card strengthens a unit")
        if table.cards.unstrengthenable[spell.target]:
            return Violation("W3-2.2-7", "a unit with 強化不可 cannot be strengthened")
        if strengthened(found[0]) and table.setup.strengthen_limit_shared == StrengthenLimitShared.TRUE:
            return Violation("W3-S3.1-4", "this unit has been strengthened already this turn")
        return self._fitting(spell.with_[0], spell)

    def _fitting(self, card: int, spell: Spell) -> Violation | None:
        """The card's attribute; 調律 fits every unit, and so does 透化 [W3-2.2-8] [W3-2.2-10]."""
        cards = self._table.cards
        if cards.wild[card]:
            return Violation("W3-2.2-9", "呪文砕き cannot be used for strengthening", ("W3-S2.1-1",))
        if spell.veil:
            if not cards.veil[card]:
                return Violation("W3-2.2-10", "only a card with 透化 can be used through it")
            return None
        if card not in cards.tunings and cards.attribute[card] != cards.attribute[spell.target]:
            return Violation("W3-2.2-3", "the card must have the attribute of the unit")
        return None

    def options(self) -> Iterator[Act]:
        yield PASS
        ways = [list(self._ways(unit.card)) for unit in self._table.side(self.seat).units]
        ways.sort(key=lambda spells: spells[0].target if spells else 0)
        for spells in combined(ways):
            if self.judge(act := Strengthen(spells)) is None:
                yield act

    def _ways(self, target: int) -> Iterator[Spell]:
        for card in self._table.side(self.seat).hand:
            for values in counts_declared(self._table.cards, [card]):
                yield Spell(target, [card], values)
            if self._table.cards.veil[card]:
                yield Spell(target, [card], [], True)

    def sample(self, dice: Stream) -> Act:
        return sample_spells(self, dice)


class CounterDecision(Decision):
    """2.3: the player answers some of the open chains, or passes [W3-2.3-1]."""

    ask = "counter"
    clause = "W3-2.3-1"
    takes = frozenset({Counter, Pass})
    default = PASS

    def __init__(self, table: WarsTable, seat: int) -> None:
        super().__init__(seat)
        self._table = table

    def judge(self, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return None
        return (
            misread(self._table, act.spells)
            or self._doubled(act.spells)
            or misused_hand(self._table, self.seat, act.spells, "W3-2.3-13")
            or next((v for spell in act.spells if (v := self._one(spell)) is not None), None)
        )

    def _doubled(self, spells: Sequence[Spell]) -> Violation | None:
        if doubled_target(spells):
            return Violation("W3-2.3-14", "each spell of a chain is answered at most once")
        return None

    def _one(self, spell: Spell) -> Violation | None:
        """One counter: as many cards and the same numbers as the topmost spell [W3-2.3-2] [W3-2.3-3]."""
        table = self._table
        chain = next((c for c in table.state.chains if c.target == spell.target), None)
        if chain is None:
            return Violation("W3-2.3-5", "no spell lies on this unit; only spells and counters can be countered")
        if chain not in asked_chains(table):
            return Violation("W3-2.3-19", "this chain is not open to an answer now", ("W3-2.3-8",))
        if spell.veil:
            return Violation("W3-2.2-10", "透化 belongs to strengthening")
        top = chain.plays[-1]
        if len(spell.with_) != len(top.cards):
            return Violation("W3-2.3-2", "a counter uses exactly as many cards as the spell it answers", ("W3-S2.1-3",))
        asked = symbols(table.cards, top.cards, top.as_)
        if not answers(symbols(table.cards, spell.with_, spell.as_), asked):
            return self._unlike(asked)
        return None

    @staticmethod
    def _unlike(asked: Sequence[object]) -> Violation:
        if None in asked:
            return Violation("W3-S2.1-5", "only 呪文砕き answers a counter made with 呪文砕き", ("W3-S2.1-6",))
        return Violation("W3-2.3-3", "the counter must show exactly the same numbers", ("W3-2.3-16",))

    def options(self) -> Iterator[Act]:
        yield PASS
        table = self._table
        hand = table.side(self.seat).hand
        ways = [answer_ways(table.cards, c.target, len(c.plays[-1].cards), hand) for c in asked_chains(table)]
        for spells in combined(ways):
            if self.judge(act := Counter(spells)) is None:
                yield act

    def sample(self, dice: Stream) -> Act:
        return sample_spells(self, dice)


def combined(ways: Sequence[Sequence[Spell]]) -> Iterator[list[Spell]]:
    """Every choice of at least one spell, at most one for each target; lazily."""
    for spells in _combined(ways):
        if spells:
            yield spells


def _combined(ways: Sequence[Sequence[Spell]]) -> Iterator[list[Spell]]:
    if not ways:
        yield []
        return
    for rest in _combined(ways[1:]):
        yield rest
    for first in ways[0]:
        for rest in _combined(ways[1:]):
            yield [first, *rest]


MOST_TRIED = 60


def sample_spells(decision: Decision, dice: Stream) -> Act:
    """A pass one time in three; otherwise one of the first possibilities, so that no huge list is made."""
    if dice.below(3) == 0:
        return PASS
    return pick(dice, list(islice(decision.options(), MOST_TRIED)))
