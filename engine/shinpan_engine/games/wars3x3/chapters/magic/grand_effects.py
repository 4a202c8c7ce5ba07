"""What only grand magic does: ★海癒, ★探生, ★天写 and ★無尽増; the rest is as in every text [W3-G-10]."""

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import combinations

from .....kernel.play.choices import OneOf
from .....kernel.play.decisions import Act, Ask, Decision, Flow, ask, first_violation
from .....kernel.play.lists import ascending, out_of_order
from .....kernel.play.numbers import exact
from .....kernel.play.violations import UNREADABLE, Violation
from ...cards import texts
from ...table import events
from ...table.actions import PASS, Attribute, Copy, Exchange, GainMana, Heal, Pass
from ...table.options import CopyScope, DiscardPile, WildMana
from ...table.state import Casting, Face
from ...table.table import SEATS, WarsTable, other
from ..spell_cards import TUNING_NUMBERS
from .cost import ICON_ATTRIBUTES
from .effects import carry_out, gain_life
from .law import SPENT, text_refusal
from .use import activate_copy


def carry_out_grand(table: WarsTable, casting: Casting, instruction: texts.Instruction) -> Flow[None]:
    """One instruction of a grand magic."""
    match instruction:
        case texts.KeepRandom(count):
            keep_random(table, casting, count)
        case texts.GainLifeOfKept():
            yield from gain_life_of_kept(table, casting)
        case texts.Exchange(count):
            yield from exchange(table, casting, count)
        case texts.CopyMagic():
            yield from copy_magic(table, casting)
        case texts.ProtectMagics():
            # For every magic up to the end of the turn, not for the next one only [W3-Q-16].
            table.this_turn(casting.seat).unnegatable = True
            table.events.append(events.Protected(seat=casting.seat, clause="W3-S3.10-1"))
        case texts.WildMana():
            yield from gain_mana(table, casting)
        case _:
            yield from carry_out(table, casting, instruction)


def pile_of(table: WarsTable, seat: int) -> list[int]:
    """The discard that a player's effects look at."""
    return table.state.discard if table.setup.discard_pile == DiscardPile.SHARED else table.side[seat].discard


def keep_random(table: WarsTable, casting: Casting, count: int) -> None:
    """★海癒: so many random cards stay in the discard, all others there are excluded [W3-S3.7-2]. Of fewer all stay."""
    pile = pile_of(table, casting.seat)
    table.rely("W3-2.1-14")
    kept = list(pile)
    if len(pile) > count:
        order = table.shuffled(f"keep/p{casting.seat}/{table.state.turn}", pile, "W3-S3.7-2")
        kept = table.known(sorted(order[:count]), "W3-S3.7-2")
    else:
        table.rely("W3-S3.7-2")
    for card in list(pile):
        if card not in kept:
            pile.remove(card)
            insort(table.state.excluded, card)  # apart, and nothing takes it from there [W3-S1.7-1]
    casting.kept = kept
    table.events.append(events.Kept(cards=list(kept), clause="W3-S3.7-2"))


def gain_life_of_kept(table: WarsTable, casting: Casting) -> Flow[None]:
    """★海癒: life equal to the printed cost of one of the kept cards; 呪文砕き gives 0, 調律 as its user likes
    [W3-S3.7-3] [W3-S3.7-4] [W3-S3.7-5]. All of them stay where they are [W3-S3.7-6]."""
    if not casting.kept:
        return
    act = yield ask(KeptDecision, casting.seat)
    card = act.card
    table.rely("W3-S3.7-6")
    table.weighed[card] = None
    shown = table.cards.shown[card]
    if card in table.cards.tunings:
        gain_life(table, casting.seat, act.as_)
    elif shown is not None and exact(shown):
        gain_life(table, casting.seat, exact(shown))
    casting.kept = []


class KeptDecision(OneOf):
    """One of the cards kept, and for 調律 a number of 1 to 3."""

    ask = "kept"
    clause = "W3-S3.7-3"
    takes = (Heal,)

    def candidates(self, table: WarsTable) -> Sequence[Act]:
        found: list[Act] = []
        for card in kept_by(table):
            numbers = TUNING_NUMBERS if card in table.cards.tunings else (0,)
            found += [Heal(card, number) for number in numbers]
        return found

    def refuse(self, table: WarsTable, act: Act) -> Violation:
        if act.card not in kept_by(table):
            return Violation("W3-S3.7-3", "heal.not_kept")
        if act.card in table.cards.tunings:
            return Violation("W3-S3.7-5", "heal.tuning", ("W3-S2.2-1",))
        table.cards.require(act.card)
        return Violation(UNREADABLE, "heal.only_tuning")


def kept_by(table: WarsTable) -> list[int]:
    """The cards that stayed in the discard."""
    return table.state.frames[-1].kept


def exchange(table: WarsTable, casting: Casting, count: int) -> Flow[None]:
    """★探生: hand cards for unit cards of the discard, as many as there are of both [W3-S3.8-2] [W3-S3.8-5]
    [W3-S3.8-6]."""
    decision = ExchangeDecision(casting.seat, count)
    table.rely("W3-S3.8-2")
    if table.side[casting.seat].hand:
        table.rely("W3-2.1-14")
    if not decision.most(table):
        table.rely("W3-S3.8-6" if table.side[casting.seat].hand else "W3-M4-6")
        return
    act = yield Ask((decision,))
    hand, pile = table.side[casting.seat].hand, pile_of(table, casting.seat)
    for card in act.giving:
        hand.remove(card)
        insort(pile, card)
    for card in act.taking:
        pile.remove(card)
        insort(hand, card)
        table.weighed[card] = None
    table.events.append(events.Exchanged(taken=act.taking, given=act.giving, seat=casting.seat, clause="W3-S3.8-2"))


class ExchangeDecision(Decision):
    """Hand cards of any kind and as many unit cards of the discard [W3-S3.8-3] [W3-S3.8-4]."""

    ask = "exchange"
    clause = "W3-S3.8-2"
    takes = (Exchange,)

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self._count = count

    def most(self, table: WarsTable) -> int:
        """How many pairs are exchanged."""
        return min(self._count, len(table.side[self.seat].hand), len(self.units(table)))

    def units(self, table: WarsTable) -> Sequence[int]:
        """The unit cards of the discard."""
        return [card for card in pile_of(table, self.seat) if table.cards.unit[card]]

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if out_of_order(act.giving) or out_of_order(act.taking):
            return ascending("list.exchanged")
        hand, pile = table.side[self.seat].hand, pile_of(table, self.seat)
        if not (all(card in hand for card in act.giving) and all(card in pile for card in act.taking)):
            return Violation("W3-S3.8-2", "exchange.not_there")
        if not all(table.cards.unit[card] for card in act.taking):
            return Violation("W3-S3.8-3", "exchange.no_unit", compares=True)
        if not len(act.giving) == len(act.taking) == self.most(table):
            return Violation("W3-S3.8-2", "exchange.count", ("W3-M4-2",), count=self.most(table))
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        for given in combinations(table.side[self.seat].hand, self.most(table)):
            for taken in combinations(self.units(table), self.most(table)):
                yield Exchange(list(given), list(taken))


def copy_magic(table: WarsTable, casting: Casting) -> Flow[None]:
    """★天写: a copy of another face-up magic is activated; if none can be, nothing happens [W3-S3.9-3] [W3-S3.9-6]."""
    table.rely("W3-S3.9-3")
    if not face_up(table, casting.seat):
        table.rely("W3-S3.9-6")
        return
    act = yield ask(CopyDecision, casting.seat)
    if isinstance(act, Pass):
        table.rely("W3-S3.9-6")
        return
    yield from activate_copy(table, casting.seat, act.magic)


def face_up(table: WarsTable, user: int) -> list[int]:
    """The magics that lie face up, of those that copy_scope allows."""
    not_theirs = {CopyScope.OWN: other(user), CopyScope.OPPONENT: user}.get(table.setup.copy_scope)
    seats = [seat for seat in SEATS if seat != not_theirs]
    return [card.magic for seat in seats for card in table.side[seat].magics if card.face == Face.UP]


class CopyDecision(Decision):
    """Which magic is copied; none only if none can be [W3-S3.9-6]."""

    ask = "copy"
    clause = "W3-S3.9-3"
    takes = (Copy, Pass)

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if isinstance(act, Pass):
            return first_violation(lambda magic: self._possible(table, magic), face_up(table, self.seat))
        if act.magic not in face_up(table, self.seat):
            return self._not_face_up(table, act.magic)
        return self._copied(table, act.magic)

    def _possible(self, table: WarsTable, magic: int) -> Violation | None:
        """Whoever can copy this must copy something."""
        if self._copied(table, magic) is None:
            return Violation("W3-S3.9-6", "copy.must", ("W3-M4-2",), compares=True)
        return None

    def _not_face_up(self, table: WarsTable, magic: int) -> Violation:
        """Why a card is none of those that can be copied."""
        for side in table.state.sides:
            for card in side.magics:
                if card.magic == magic and card.face == Face.SIDEWAYS:
                    return Violation("W3-Q-20", "copy.sideways", ("W3-M3-5",))
        return Violation("W3-S3.9-3", "copy.not_face_up", ("W3-E-13",))

    def _copied(self, table: WarsTable, magic: int) -> Violation | None:
        """The basic rules of magic and the copied text's condition count [W3-S3.9-5], its mana and cost do not
        [W3-S3.9-4]."""
        text = table.magic_text(magic)
        if self.seat != table.state.active and not text.any_turn:
            return Violation(
                "W3-S3.9-6",
                "copy.other_turn",
                ("W3-Q-18", "W3-M0-3"),
                compares=True,
                magic=text.name,
            )
        if (refusal := SPENT[table.mode](table, self.seat, magic)) is not None:
            return refusal.under("W3-S3.9-7", (refusal.clause,))
        refusal = text_refusal(table, self.seat, text)
        return refusal and refusal.under("W3-S3.9-5", (refusal.clause,), compares=True)

    def options(self, table: WarsTable) -> Iterator[Act]:
        return self.legal_among(table, [PASS, *map(Copy, face_up(table, self.seat))])


def gain_mana(table: WarsTable, casting: Casting) -> Flow[None]:
    """★無尽増: one mana of an attribute for the turn, chosen now or again each time [W3-S3.10-2] [W3-S3.10-3]."""
    table.rely("W3-S3.10-2")
    attribute = Attribute.ANY
    if table.setup.wild_mana == WildMana.FIXED:
        attribute = (yield ask(WildManaDecision, casting.seat)).attribute
    table.this_turn(casting.seat).wild_mana = attribute
    table.events.append(events.ManaGained(attribute=attribute, seat=casting.seat, clause="W3-S3.10-2"))


class WildManaDecision(OneOf):
    """One of the four attributes."""

    ask = "wild_mana"
    clause = "W3-S3.10-2"
    takes = (GainMana,)
    field = "attribute"
    refusal = Violation("W3-S3.10-2", "mana.one")

    def candidates(self, table: WarsTable) -> Sequence[Attribute]:
        return ICON_ATTRIBUTES
