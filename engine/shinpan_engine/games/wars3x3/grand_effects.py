"""What only grand magic does: ★海癒, ★探生, ★天写 and ★無尽増; the rest is as in every text [W3-G-10]."""

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import combinations

from ...kernel.answers import Violation
from ...kernel.decisions import Act, Ask, Decision, Flow, first_refusal, first_violation
from ...kernel.lists import UNREADABLE, ascending, out_of_order
from ...kernel.numbers import exact
from . import events, texts
from .actions import Attribute, Choose
from .effects import carry_out, gain_life
from .faces import magic_text
from .magic import activate_copy
from .magic_law import SPENT, condition, payment, readable
from .options import CopyScope, DiscardPile, WildMana
from .spell_cards import TUNING_NUMBERS
from .state import Casting, Face, MagicCard
from .table import SEATS, WarsTable


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
        order = table.chance.shuffle(f"keep/p{casting.seat}/{table.state.turn}", pile)
        kept = table.drawn(sorted(order[:count]), "W3-S3.7-2")
    else:
        table.rely("W3-S3.7-2")
    for card in list(pile):
        if card not in kept:
            pile.remove(card)
            insort(table.state.excluded, card)
    casting.kept = kept
    table.events.append(events.Kept(cards=list(kept), clause="W3-S3.7-2"))


def gain_life_of_kept(table: WarsTable, casting: Casting) -> Flow[None]:
    """★海癒: life equal to the printed cost of one of the kept cards; 呪文砕き gives 0, 調律 as its user likes
    [W3-S3.7-3] [W3-S3.7-4] [W3-S3.7-5]. All of them stay where they are [W3-S3.7-6]."""
    if not casting.kept:
        return
    act = yield Ask((KeptDecision(casting.seat),))
    (card,) = act.cards
    table.rely("W3-S3.7-6")
    table.weighed[card] = None
    shown = table.cards.shown[card]
    if card in table.cards.tunings:
        gain_life(table, casting.seat, act.number)
    elif shown is not None and exact(shown):
        gain_life(table, casting.seat, exact(shown))
    casting.kept = []


class KeptDecision(Decision):
    """One of the cards kept, and for 調律 a number of 1 to 3."""

    ask = "kept"
    clause = "W3-S3.7-3"
    takes = (Choose,)

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        casting = table.state.casting
        assert casting is not None, "asked while ★海癒 is resolved"
        if act.magic or act.attribute or act.yes:
            return Violation(UNREADABLE, "one card is chosen here, and for 調律 a number")
        if len(act.cards) != 1 or act.cards[0] not in casting.kept:
            return Violation("W3-S3.7-3", "one of the cards that stayed in the discard is chosen")
        if act.cards[0] in table.cards.tunings:
            if act.number not in TUNING_NUMBERS:
                return Violation("W3-S3.7-5", "調律 gives 1, 2 or 3", ("W3-S2.2-1",))
        elif act.number:
            table.cards.require(act.cards[0])
            return Violation(UNREADABLE, "a number is said of 調律 only")
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        assert table.state.casting is not None
        for card in table.state.casting.kept:
            if card in table.cards.tunings:
                yield from (Choose([card], number=number) for number in TUNING_NUMBERS)
            else:
                yield Choose([card])


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
    given = [card for card in act.cards if card in hand]
    taken = [card for card in act.cards if card not in hand]
    for card in given:
        hand.remove(card)
        insort(pile, card)
    for card in taken:
        pile.remove(card)
        insort(hand, card)
        table.weighed[card] = None
    table.events.append(events.Exchanged(taken=taken, given=given, seat=casting.seat, clause="W3-S3.8-2"))


class ExchangeDecision(Decision):
    """Hand cards of any kind and as many unit cards of the discard, in one list [W3-S3.8-3] [W3-S3.8-4]."""

    ask = "exchange"
    clause = "W3-S3.8-2"
    takes = (Choose,)

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
        if act.magic or act.number or act.attribute or act.yes:
            return Violation(UNREADABLE, "only cards are chosen here")
        if out_of_order(act.cards):
            return ascending("the cards exchanged")
        hand, pile = table.side[self.seat].hand, pile_of(table, self.seat)
        given = [card for card in act.cards if card in hand]
        taken = [card for card in act.cards if card in pile]
        if len(given) + len(taken) != len(act.cards):
            return Violation("W3-S3.8-2", "hand cards are exchanged for cards of the discard")
        for card in taken:
            if not table.cards.unit[card]:
                return Violation("W3-S3.8-3", "only unit cards are taken from the discard")
        if not len(given) == len(taken) == self.most(table):
            return Violation("W3-S3.8-2", f"{self.most(table)} are exchanged for as many", ("W3-M4-2",))
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        for given in combinations(table.side[self.seat].hand, self.most(table)):
            for taken in combinations(self.units(table), self.most(table)):
                yield Choose(sorted((*given, *taken)))


def copy_magic(table: WarsTable, casting: Casting) -> Flow[None]:
    """★天写: a copy of another face-up magic is activated; if none can be, nothing happens [W3-S3.9-3] [W3-S3.9-6]."""
    decision = COPIES[casting.seat]
    table.rely("W3-S3.9-3")
    if not any(True for _ in decision.face_up(table)):
        table.rely("W3-S3.9-6")
        return
    act = yield Ask((decision,))
    if not act.magic:
        table.rely("W3-S3.9-6")
        return
    yield from activate_copy(table, casting.seat, act.magic)


class CopyDecision(Decision):
    """Which magic is copied; none only if none can be [W3-S3.9-6]."""

    ask = "copy"
    clause = "W3-S3.9-3"
    takes = (Choose,)

    def face_up(self, table: WarsTable) -> Iterator[MagicCard]:
        """The magics that lie face up, of those that copy_scope allows."""
        scope = table.setup.copy_scope
        for seat in SEATS:
            theirs = CopyScope.OPPONENT if seat == self.seat else CopyScope.OWN
            if scope != theirs:
                yield from (card for card in table.side[seat].magics if card.face == Face.UP)

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if act.cards or act.number or act.attribute or act.yes:
            return Violation(UNREADABLE, "one magic is named here")
        if not act.magic:
            return first_violation(lambda card: self._possible(table, card.magic), self.face_up(table))
        if act.magic not in [card.magic for card in self.face_up(table)]:
            return self._not_face_up(table, act.magic)
        return self._copied(table, act.magic)

    def _possible(self, table: WarsTable, magic: int) -> Violation | None:
        """Whoever can copy this must copy something."""
        if self._copied(table, magic) is None:
            return Violation("W3-S3.9-6", "there is a magic that can be copied", ("W3-M4-2",))
        return None

    def _not_face_up(self, table: WarsTable, magic: int) -> Violation:
        """Why a card is none of those that can be copied."""
        for side in table.state.sides:
            for card in side.magics:
                if card.magic == magic and card.face == Face.SIDEWAYS:
                    return Violation("W3-Q-20", "a magic that lies sideways is not face up", ("W3-M3-5",))
        return Violation("W3-S3.9-3", "only another magic that lies face up can be copied", ("W3-E-13",))

    def _copied(self, table: WarsTable, magic: int) -> Violation | None:
        """The basic rules of magic and the copied text's condition count [W3-S3.9-5], its mana and cost do not
        [W3-S3.9-4]."""
        text = magic_text(table, magic)
        if self.seat != table.state.active and not text.any_turn:
            return Violation(
                "W3-S3.9-6", f"{text.name} is activated in one's own turn only, as a copy too", ("W3-Q-18", "W3-M0-3")
            )
        if (refusal := SPENT[table.mode](table, self.seat, magic)) is not None:
            return Violation("W3-S3.9-7", refusal.message, (refusal.clause,))
        refusal = first_refusal(
            lambda: condition(table, text), lambda: payment(table, self.seat, text), lambda: readable(text)
        )
        return refusal and Violation("W3-S3.9-5", refusal.message, (refusal.clause,))

    def options(self, table: WarsTable) -> Iterator[Act]:
        for act in (Choose(), *(Choose(magic=card.magic) for card in self.face_up(table))):
            if self.allows(table, act):
                yield act


COPIES = {seat: CopyDecision(seat) for seat in SEATS}


def gain_mana(table: WarsTable, casting: Casting) -> Flow[None]:
    """★無尽増: one mana of an attribute for the turn, chosen now or anew each time [W3-S3.10-2] [W3-S3.10-3]."""
    table.rely("W3-S3.10-2")
    attribute = Attribute.ANY
    if table.setup.wild_mana == WildMana.FIXED:
        attribute = (yield WILD_MANA[casting.seat]).attribute
    table.this_turn(casting.seat).wild_mana = attribute
    table.events.append(events.ManaGained(attribute=attribute, seat=casting.seat, clause="W3-S3.10-2"))


class WildManaDecision(Decision):
    """One of the four attributes."""

    ask = "wild_mana"
    clause = "W3-S3.10-2"
    takes = (Choose,)

    def judge(self, table: WarsTable, act: Act) -> Violation | None:
        if act.cards or act.magic or act.number or act.yes:
            return Violation(UNREADABLE, "an attribute is chosen here")
        if act.attribute in (Attribute.NONE, Attribute.ANY):
            return Violation("W3-S3.10-2", "one of the four attributes is chosen")
        return None

    def options(self, table: WarsTable) -> Iterator[Act]:
        for attribute in (Attribute.FIRE, Attribute.WATER, Attribute.GRASS, Attribute.SKY):
            yield Choose(attribute=attribute)


WILD_MANA = {seat: Ask((WildManaDecision(seat),)) for seat in SEATS}
