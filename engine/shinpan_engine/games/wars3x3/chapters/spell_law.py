"""2.0 呪文フェイズ: the law of declarations. Who may lay which cards on what."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from ....kernel.messages import Thing
from ....kernel.play.chance import Stream
from ....kernel.play.decisions import Act, Decision, first_violation, pick
from ....kernel.play.lists import ascending, out_of_order
from ....kernel.play.violations import UNREADABLE, Violation
from ....kernel.play.work import Work
from ..table.actions import PASS, Counter, Pass, Remove, Spell, Strengthen
from ..table.options import CounterRounds, StrengthenLimitShared
from ..table.state import Chain
from ..table.table import WarsTable, other
from .spell_cards import Symbol, answers, badly_declared, symbols, ways


def asked_chains(table: WarsTable) -> list[Chain]:
    """The chains that may be answered now: all open ones together, or the first [W3-2.3-19]."""
    open_chains = [chain for chain in table.state.chains if not chain.closed]
    return open_chains[:1] if table.setup.counter_rounds == CounterRounds.CHAIN_BY_CHAIN else open_chains


class SpellDecision(Decision):
    """A declaration: for each of some targets, cards of one's own hand; or a pass. There are three kinds: removal,
    strengthening and counter [W3-2.0-2]. The first two are asked for once in a turn, all targets at the same time and
    each of them once [W3-K-2]; a spell that is countered has used its target up [W3-2.0-11]."""

    default = PASS
    declares: ClassVar[type]
    """The action that carries the declaration."""
    doubled: ClassVar[Violation]
    """Says that a target stands twice."""
    not_in_hand: ClassVar[Violation]
    """Says that a card is not in the hand."""

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return None
        spells: list[Spell] = act.spells
        return (
            self._misread(spells)
            or self._misused_hand(table, spells)
            or first_violation(lambda spell: badly_declared(table.cards, spell) or self.judge_one(table, spell), spells)
        )

    def judge_one(self, table: WarsTable, spell: Spell) -> Violation | None:
        """The law of one spell, its cards being in the hand."""
        raise NotImplementedError

    def targets(self, table: WarsTable) -> list[int]:
        """What a spell may be aimed at, ascending."""
        raise NotImplementedError

    def ways(self, table: WarsTable, target: int, hand: Sequence[int]) -> Iterator[Spell]:
        """The spells that are worth judging for a target."""
        raise NotImplementedError

    def _misread(self, spells: Sequence[Spell]) -> Violation | None:
        """Whether it is written as it must be: at least one target, targets and cards ascending."""
        if not spells:
            return Violation(UNREADABLE, "spell.no_target")
        before = 0
        for spell in spells:
            if spell.target == before:
                return self.doubled
            if spell.target < before:
                return ascending("list.targets")
            before = spell.target
            if out_of_order(spell.with_):
                return ascending("list.of_spell")
        return None

    def _misused_hand(self, table: WarsTable, spells: Sequence[Spell]) -> Violation | None:
        """Only cards of one's own hand, each for one spell only [W3-2.0-1] [W3-2.0-9]. Any of them will do: a card is
        a unit card or shows the spell type [W3-0.1-9]."""
        hand = table.side[self.seat].hand
        used: list[int] = []
        for spell in spells:
            for card in spell.with_:
                if card not in hand:
                    return self.not_in_hand
                if card in used:
                    return Violation("W3-2.0-9", "spell.card_twice")
                used.append(card)
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        yield PASS
        for spells in combined(self._legal_ways(table), frozenset(), table.work):
            if spells:
                yield self.declares(spells)

    def _legal_ways(self, table: WarsTable) -> list[list[Spell]]:
        """For each target the legal spells."""
        hand = table.side[self.seat].hand
        return [
            [spell for spell in self.ways(table, target, hand) if self.allows(table, self.declares([spell]))]
            for target in self.targets(table)
        ]

    def sample(self, table: WarsTable, dice: Stream) -> Act:
        """A pass one time in three; otherwise a spell for every other target, as far as the cards go."""
        if dice.below(3) == 0:
            return PASS
        spells: list[Spell] = []
        for choices in self._legal_ways(table):
            used = {card for spell in spells for card in spell.with_}
            left = [spell for spell in choices if used.isdisjoint(spell.with_)]
            if left and dice.below(2) == 0:
                spells.append(pick(dice, left))
        return self.declares(spells) if spells else PASS


def combined(choices: Sequence[Sequence[Spell]], used: frozenset[int], work: Work) -> Iterator[list[Spell]]:
    """Every choice of at most one spell for each target, no card twice; lazily."""
    if not choices:
        yield []
        return
    yield from combined(choices[1:], used, work)
    for spell in choices[0]:
        work.spend()
        if used.isdisjoint(spell.with_):
            for rest in combined(choices[1:], used.union(spell.with_), work):
                yield [spell, *rest]


class RemovalDecision(SpellDecision):
    """2.1 may be skipped; otherwise all removals of the turn are declared at once [W3-2.1-1] [W3-2.0-6], for several
    units if one likes, each with cards of its own [W3-2.1-15]."""

    ask = "removal"
    clause = "W3-2.1-1"
    takes = (Remove, Pass)
    weighs: ClassVar[Mapping[type, str]] = {Remove: "W3-2.1-3"}
    declares = Remove
    doubled = Violation("W3-2.1-16", "removal.target_twice", ("W3-2.0-4",))
    not_in_hand = Violation("W3-2.0-1", "spell.not_in_hand")

    def judge_one(self, table: WarsTable, spell: Spell) -> Violation | None:
        """A unit of the opponent, one card of its cost or two that reach it [W3-2.1-3] [W3-2.1-5]. No trait of the unit
        is asked about, so none protects it [W3-2.1-17]."""
        found = table.unit(spell.target)
        if found is None:
            return Violation("W3-2.0-10", "removal.no_target")
        if found[1] == self.seat:
            return Violation("W3-2.1-2", "removal.own")
        if len(spell.with_) not in (1, 2):
            return Violation("W3-2.1-8", "removal.count")
        if spell.veil:
            return Violation("W3-2.2-10", "spell.veil", compares=True)
        return self._reach(table, spell)

    def _reach(self, table: WarsTable, spell: Spell) -> Violation | None:
        """The target's printed cost is compared, never its power [W3-2.1-12], which 膨張 raises [W3-Q-02]. Of the cards
        only the numbers count: their attributes do not matter, of one [W3-2.1-4] or of two [W3-2.1-7], and 調律 shows
        what its user declares [W3-2.1-11]."""
        cost = table.cost(spell.target)
        first, *second = symbols(table.cards, spell.with_, spell.as_)
        if first is None or None in second:
            return Violation("W3-2.1-10", "removal.breaker", ("W3-S2.1-1",), compares=True)
        if second:
            assert second[0] is not None
            # No upper limit: any excess is lost [W3-2.1-6], and the target destroyed [W3-R-05].
            if first + second[0] < cost:
                return Violation("W3-2.1-5", "removal.too_little", compares=True)
            return None
        if first == cost:
            return None
        if first > cost:
            return Violation("W3-2.1-9", "removal.too_much", ("W3-2.1-3",), compares=True)
        return Violation("W3-2.1-3", "removal.not_equal", compares=True)

    def targets(self, table: WarsTable) -> list[int]:
        return sorted(unit.card for unit in table.side[other(self.seat)].units)

    def ways(self, table: WarsTable, target: int, hand: Sequence[int]) -> Iterator[Spell]:
        yield from ways(table.cards, target, 1, hand)
        yield from ways(table.cards, target, 2, hand)


class StrengtheningDecision(SpellDecision):
    """2.2 may be skipped; otherwise all strengthenings are declared at once [W3-2.2-1] [W3-2.2-12]."""

    ask = "strengthening"
    clause = "W3-2.2-1"
    takes = (Strengthen, Pass)
    weighs: ClassVar[Mapping[type, str]] = {Strengthen: "W3-2.2-3"}
    declares = Strengthen
    doubled = Violation("W3-2.0-4", "strengthening.target_twice", ("W3-2.2-4",))
    not_in_hand = RemovalDecision.not_in_hand

    def judge_one(self, table: WarsTable, spell: Spell) -> Violation | None:
        """An own unit, one card of its attribute [W3-2.2-2] [W3-2.2-3] [W3-2.2-4]."""
        found = table.unit(spell.target)
        if found is None:
            return Violation("W3-2.0-10", "strengthening.no_target")
        if found[1] != self.seat:
            return Violation("W3-2.2-2", "strengthening.not_own")
        if len(spell.with_) != 1:
            return Violation("W3-2.2-4", "strengthening.count")
        if table.traits.unstrengthenable[spell.target]:
            return Violation("W3-2.2-7", "strengthening.barred", ("W3-2.2-14",), compares=True)
        if (
            found[0].strengthened == table.state.turn
            and table.setup.strengthen_limit_shared == StrengthenLimitShared.TRUE
        ):
            return Violation("W3-S3.1-4", "strengthening.again")
        return self._fitting(table, spell.with_[0], spell)

    def _fitting(self, table: WarsTable, card: int, spell: Spell) -> Violation | None:
        """The card's attribute, whatever its cost [W3-2.2-13]; 調律 fits every unit, and so does 透化 [W3-2.2-8]
        [W3-2.2-10], which is what the note on turn 11 of the replay means [W3-E-05]."""
        cards = table.cards
        if cards.wild[card]:
            return Violation("W3-2.2-9", "strengthening.breaker", ("W3-S2.1-1",), compares=True)
        if spell.veil:
            cards.require(card)
            if table.traits.veil[card]:
                return None
            return Violation("W3-2.2-10", "strengthening.no_veil", compares=True)
        if card not in cards.tunings and cards.attribute[card] != cards.attribute[spell.target]:
            return Violation("W3-2.2-3", "strengthening.attribute", compares=True)
        cards.require(card)
        return None

    def targets(self, table: WarsTable) -> list[int]:
        return sorted(unit.card for unit in table.side[self.seat].units)

    def ways(self, table: WarsTable, target: int, hand: Sequence[int]) -> Iterator[Spell]:
        for spell in ways(table.cards, target, 1, hand):
            yield spell
            if table.traits.veil[spell.with_[0]] is True:
                yield Spell(target, spell.with_, [], True)


class CounterDecision(SpellDecision):
    """2.3: the player answers some of the open chains, or passes [W3-2.3-1]. Each is answered once in a round, but in
    round after round: no limit of a target counts counters [W3-2.0-5]."""

    ask = "counter"
    clause = "W3-2.3-1"
    takes = (Counter, Pass)
    weighs: ClassVar[Mapping[type, str]] = {Counter: "W3-2.3-3"}
    declares = Counter
    doubled = Violation("W3-2.3-14", "counter.twice")
    not_in_hand = Violation("W3-2.3-13", "counter.not_in_hand", ("W3-2.0-1",))

    def judge_one(self, table: WarsTable, spell: Spell) -> Violation | None:
        """As many cards and the same numbers as the topmost spell of an open chain [W3-2.3-2] [W3-2.3-3]."""
        chain = next((chain for chain in table.state.chains if chain.target == spell.target), None)
        if chain is None:
            return Violation("W3-2.3-5", "counter.nothing_there", unit=Thing("card", spell.target))
        if chain not in asked_chains(table):
            return Violation("W3-2.3-19", "counter.not_open", ("W3-2.3-8",))
        if spell.veil:
            return Violation("W3-2.2-10", "spell.veil", compares=True)
        top = chain.plays[-1]
        if (given_count := len(spell.with_)) != (count := len(top.cards)):
            unit = Thing("card", spell.target)
            return Violation("W3-2.3-2", "counter.count", ("W3-S2.1-3",), unit=unit, asked=count, given=given_count)
        asked = symbols(table.cards, top.cards, top.as_)
        given = symbols(table.cards, spell.with_, spell.as_)
        if answers(given, asked):
            return None
        if given.count(None) < asked.count(None):
            return Violation(
                "W3-S2.1-5", "counter.only_breaker", ("W3-S2.1-6",) if len(asked) > 1 else (), compares=True
            )
        if None in asked:
            return Violation("W3-S2.1-6", "counter.beside_breaker", ("W3-2.3-3",), compares=True)
        also: tuple[str, ...] = ()
        if len(asked) > 1:
            also = ("W3-2.3-18",) if same_sum(given, asked) else ()
        elif top.as_ or spell.as_:
            also = ("W3-2.3-16",)
        return Violation("W3-2.3-3", "counter.numbers", also, compares=True)

    def targets(self, table: WarsTable) -> list[int]:
        return [chain.target for chain in asked_chains(table)]

    def ways(self, table: WarsTable, target: int, hand: Sequence[int]) -> Iterator[Spell]:
        chain = next(chain for chain in table.state.chains if chain.target == target)
        yield from ways(table.cards, target, len(chain.plays[-1].cards), hand)


def same_sum(given: Sequence[Symbol], asked: Sequence[Symbol]) -> bool:
    """Whether numbers certainly come to the same sum, which plays no part in countering [W3-2.3-18]."""
    sums = [sum(number for number in numbers if isinstance(number, int)) for numbers in (given, asked)]
    return sums[0] == sums[1] and all(isinstance(number, int) for number in (*given, *asked))
