"""2.0 呪文フェイズ: removal, strengthening, and the counters to both (2.3)."""

from collections.abc import Sequence

from ....kernel.play.decisions import Ask, Flow, ask
from ..table import events
from ..table.actions import Attribute, Counter, Pass, Remove, Spell, Strengthen
from ..table.state import Boost, BoostKind, Chain, Play, Step, Until
from ..table.table import SEATS, WarsTable, other
from .combat import boost_amount
from .magic.negation import OpenNegation, StrengtheningNegation, may_negate, strengthening_negated
from .spell_law import CounterDecision, RemovalDecision, StrengtheningDecision, asked_chains
from .steps import TurnStep
from .undying import destroyed


def removal_step(table: WarsTable, act: Remove) -> Flow[None]:
    """2.1 除去ステップ: what no counter stops destroys its target [W3-2.1-13] [W3-2.1-14]."""
    owner, standing = other(table.state.active), (yield from declare(table, act.spells))
    for chain in standing:
        table.destroy(chain.target, owner, "W3-2.1-13")
    yield from destroyed(table, owner, [chain.target for chain in standing])


def strengthening_step(table: WarsTable, act: Strengthen) -> Flow[None]:
    """2.2 強化ステップ: what no counter stops adds the card's cost until 3.3 [W3-2.2-5] [W3-2.2-6]."""
    for chain in (yield from declare(table, act.spells)):
        strengthen(table, chain)


def strengthen(table: WarsTable, chain: Chain) -> None:
    """Lays a strengthening on its unit; through 透化 it gives 透過 instead of power [W3-2.2-10]."""
    found = table.unit(chain.target)
    assert found is not None, "a declared unit stays on the field until its chain is resolved"
    unit, spell = found[0], chain.plays[0]
    number = spell.as_[0] if spell.as_ else 0  # what was declared of 調律, be it the 3 of the replay [W3-R-07]
    boost = Boost(BoostKind.STRENGTHENING, spell.cards[0], 0, number, spell.veil, Until.COMBAT_END)
    unit.boosts.append(boost)
    unit.strengthened = table.state.turn
    if spell.veil:
        table.rely("W3-2.2-10")
        table.events.append(events.Veiled(card=unit.card, clause="W3-2.2-10"))
    elif table.traits.veil[spell.cards[0]] is True:
        table.rely("W3-2.2-11")
    if spell.as_:
        table.rely("W3-2.2-8")
    amount = boost_amount(table, boost)
    table.events.append(events.Strengthened(card=unit.card, amount=amount, clause="W3-2.2-5"))


def declare(table: WarsTable, spells: Sequence[Spell]) -> Flow[list[Chain]]:
    """Lays all spells of a step open together, lets them be answered and resolves all chains as one
    [W3-2.0-6] [W3-2.0-12] [W3-2.0-15]. Gives the chains whose spell stands, which then takes effect [W3-2.3-12]."""
    chains = [Chain(spell.target, [from_hand(table, table.state.active, spell)]) for spell in spells]
    table.state.chains = chains
    yield from answering(table)
    if table.wizards and table.state.step == Step.STRENGTHENING:
        yield from last_negation(table)
    table.state.chains = []
    standing = []
    for chain in chains:
        put_away(table, chain)
        if stands(chain):
            standing.append(chain)
        elif not chain.negated:
            table.events.append(events.Fizzled(target=chain.target, clause="W3-2.3-10"))
            if table.state.step == Step.REMOVAL:
                table.countered = table.state.turn
    return standing


def from_hand(table: WarsTable, seat: int, spell: Spell) -> Play:
    """Takes the cards of a spell or counter from the hand and lays them open."""
    hand = table.side[seat].hand
    for card in spell.with_:
        hand.remove(card)
        if table.cards.shown[card] is None and not table.wizards:
            table.rely("W3-B2-10")
    if len(spell.as_) > 1:
        table.rely("W3-S2.2-3")
    table.events.append(events.Declared(target=spell.target, cards=spell.with_, clause="W3-2.0-12"))
    return Play(spell.with_, spell.as_, spell.veil)


def answering(table: WarsTable) -> Flow[None]:
    """2.3 打消: rounds of counters, all of a round named together, or chain by chain [W3-2.3-19]. They go on as long as
    somebody answers, counters to counters too [W3-2.3-6]."""
    if len(table.state.chains) > 1:
        table.rely("W3-2.3-19")
        table.rely("W3-2.0-15")
    active = table.state.active
    while asked := asked_chains(table):
        seat = answerer(table, asked[0])
        act = yield NEGATABLE_COUNTERS[active][seat] if table.wizards else ask(CounterDecision, seat)
        # A negation may have closed what was asked about, or some of it.
        if act is not None:
            answer(table, seat, asked_chains(table), act)


def answerer(table: WarsTable, chain: Chain) -> int:
    """Who answers a chain: the opponent first, then in turn [W3-2.3-7]."""
    active = table.state.active
    return other(active) if len(chain.plays) % 2 else active


def answer(table: WarsTable, seat: int, chains: Sequence[Chain], act: Counter | Pass) -> None:
    """One round of answers: a chain left unanswered is closed [W3-2.3-8]."""
    spells = {spell.target: spell for spell in act.spells} if isinstance(act, Counter) else {}
    for chain in chains:
        if chain.target in spells:
            answered, counter = chain.plays[-1], from_hand(table, seat, spells[chain.target])
            chain.plays.append(counter)
            rely_on_readings(table, answered, counter)
        else:
            chain.closed = True


def rely_on_readings(table: WarsTable, answered: Play, counter: Play) -> None:
    """Notes what the print leaves open of such a counter: 透化, colours, 調律, and 呪文砕き in a pair."""
    cards = table.cards
    if answered.veil:
        table.rely("W3-2.2-14")
    shown = [sorted(cards.attribute[card] for card in play.cards) for play in (answered, counter)]
    if shown[0] != shown[1] and Attribute.NONE not in shown[0] + shown[1]:
        table.rely("W3-2.3-4")
    if counter.as_:
        table.rely("W3-2.3-15")
    if answered.as_:
        table.rely("W3-2.3-16")
    if len(counter.cards) > 1 and any(cards.wild[card] for card in counter.cards):
        table.rely("W3-S2.1-4")
    if len(answered.cards) > 1 and any(cards.wild[card] for card in answered.cards):
        table.rely("W3-S2.1-6")


def stands(chain: Chain) -> bool:
    """Whether the spell is left once the chain is resolved from the top down [W3-2.3-9] [W3-2.3-10], not negated."""
    return len(chain.plays) % 2 == 1 and not chain.negated


def last_negation(table: WarsTable) -> Flow[None]:
    """After the last answer one strengthening may still be negated [W3-S3.6-5]."""
    seat = other(table.state.active)
    if any(stands(chain) for chain in table.state.chains) and may_negate(table, seat):
        act = yield ask(StrengtheningNegation, seat)
        if not isinstance(act, Pass):
            yield from strengthening_negated(table, seat, act.magic)


def put_away(table: WarsTable, chain: Chain) -> None:
    """All cards of a chain go to the discard, the countered ones and the counters [W3-2.3-11], whatever came of them
    [W3-2.0-13]. That is no destruction [W3-2.3-17]."""
    seat = table.state.active
    for play in chain.plays:
        for card in play.cards:
            table.discard(card, seat)
        seat = other(seat)


NEGATABLE_COUNTERS = {
    active: {seat: Ask((CounterDecision(seat), OpenNegation(other(active))), again=True) for seat in SEATS}
    for active in SEATS
}
"""The counters, by active player and by who answers, where the opponent of the active player may negate a strengthening
meanwhile; with that nothing may be left for the seat to answer [W3-S3.6-5]."""
REMOVAL_STEP = TurnStep(Step.REMOVAL, RemovalDecision, removal_step)
STRENGTHENING_STEP = TurnStep(Step.STRENGTHENING, StrengtheningDecision, strengthening_step)
