"""2. プレイステップ: what may be played on what, playing, and passing with its exchange [DR-S2]."""

from collections.abc import Iterator, Sequence

from ....kernel.play.chance import UNKNOWN, Stream
from ....kernel.play.choices import MayPass, OneOf
from ....kernel.play.decisions import Act, Flow, ask, pick
from ....kernel.play.violations import Violation
from ..cards.cards import Cards
from ..cards.effects import settle
from ..table import events
from ..table.actions import GO_ON, PASS, GoOn, Name, Pass, Play, Swap
from ..table.options import PlusExtraOnTop, SetOrder
from ..table.table import DriveTable
from .sets import ANY_NUMBER, Sets
from .skills import trigger

MOST_EXTRA = 1
"""DR-S2.5-3."""


def lay(table: DriveTable, act: Play) -> Flow[None] | None:
    """The set goes onto the field, the extra card above it; then what card play triggers, before the battle
    [DR-S2.2-4] [DR-S2.5-7] [DR-S2.6-2] [DR-S2.6-3]."""
    state = table.state
    side = table.side[state.active]
    top = state.field[-1] if state.field else 0
    state.played = [*act.cards, *act.extra]
    state.extra = act.extra[0] if act.extra else 0
    for card in state.played:
        side.hand.remove(card)
    rest_on_readings(table, act, top)
    under = act.extra if table.setup.plus_extra_on_top == PlusExtraOnTop.FALSE else []
    state.field += [*under, *act.cards, *(act.extra if not under else [])]
    table.events.append(events.Played(cards=list(state.played), seat=state.active, clause="DR-S2-2"))
    free = table.setup.set_order == SetOrder.FREE
    return numbers_and_skills(table, legal_numbers(table.cards, top, act.cards, free))


def rest_on_readings(table: DriveTable, act: Play, top: int) -> None:
    """Notes the readings that this play rests on."""
    if table.cards.number_wild[top]:
        table.rely("DR-S2.3-5")
    if len(act.cards) > 1:
        table.rely("DR-S2.2-2")
        table.rely("DR-S2.2-4")
    if act.extra:
        table.rely("DR-S2.5-7")
        if act.cards[-1:] != [card for card in act.cards if table.cards.plus[card]]:
            table.rely("DR-S2.5-4")


def legal_numbers(cards: Cards, top: int, played: Sequence[int], free: bool) -> int:
    """The numbers, as bits, that a legal set can be played as: common to its cards, and if none that leads matches the
    field by colour, a number of the top card [DR-S2.3-1] [DR-S2.3-4]."""
    numbers = common_numbers(cards, played)
    matching = numbers & cards.numbers[top]
    return numbers if not matching or matches_by_colour(cards, top, played, free) else matching


def common_numbers(cards: Cards, played: Sequence[int]) -> int:
    """The numbers, as bits, that all these cards have."""
    numbers = ANY_NUMBER
    for card in played:
        numbers &= cards.numbers[card]
    return numbers


def matches_by_colour(cards: Cards, top: int, played: Sequence[int], free: bool) -> bool:
    """Whether the lowest card, or with set_order = free any card, has a colour of the top card [DR-S2.1-1] [DR-S2.2-4];
    a colour-wild has both of its colours, whether it is played or lies there [DR-S2.4-1] [DR-S2.4-2]."""
    leads = played if free else played[:1]
    return any(cards.colours[card] & cards.colours[top] for card in leads)


def numbers_and_skills(table: DriveTable, numbers: int) -> Flow[None] | None:
    """The numbers that count as played, named where it is open and some skill asks for them [DR-S2.3-3]; then skills
    triggered by card play [DR-S2.6-3]."""
    state = table.state
    state.numbers = listed(numbers)
    of_extra = listed(table.cards.numbers[state.extra]) if state.extra else []
    if table.asks_numbers[state.active] and (len(state.numbers) > 1 or len(of_extra) > 1):
        return name_numbers(table, of_extra)
    state.numbers += of_extra
    return triggered_by_play(table)


def name_numbers(table: DriveTable, of_extra: list[int]) -> Flow[None]:
    """The turn player says as which number the set is played, then the extra card."""
    state = table.state
    table.rely("DR-S2.3-3")
    if len(state.numbers) > 1:
        yield from name_number(table, 0)
    state.numbers += of_extra
    if len(of_extra) > 1:
        yield from name_number(table, 1)
    yield from triggered_by_play(table) or ()


def name_number(table: DriveTable, settled: int) -> Flow[None]:
    """One of the numbers that are open is named; the first `settled` of them are not."""
    state = table.state
    act = yield ask(NameDecision, state.active)
    state.numbers = [*state.numbers[:settled], act.number]
    table.events.append(events.Named(number=act.number, seat=state.active, clause="DR-S2.3-3"))


def listed(numbers: int) -> list[int]:
    """Numbers given as bits, ascending."""
    found, number = [], 0
    while numbers:
        if numbers & 1:
            found.append(number)
        numbers >>= 1
        number += 1
    return found


def triggered_by_play(table: DriveTable) -> Flow[None] | None:
    """Skills whose condition is card play [DR-S2.6-3]."""
    trigger(table, "play")
    if not table.state.waiting:
        return None
    table.rely("DR-S2.6-3")
    return settle(table)


def look_and_swap(table: DriveTable, seat: int) -> Flow[None]:
    """パス宣言: the player looks at the top card of the discard and may exchange one hand card for it, if there is any
    [DR-S2.7-3] [DR-S2.7-4] [DR-S2.7-8], once; the card given lies face down on top [DR-S2.7-6] [DR-S2.7-7]."""
    state, side = table.state, table.side[seat]
    table.events.append(events.Passed(seat=seat, clause="DR-S2.7-1"))
    table.rely("DR-S2.7-9")
    if not state.discard:
        return
    top = state.discard[0]
    if top != UNKNOWN and top not in side.knows:
        side.knows = sorted([*side.knows, top])
    table.events.append(events.Looked(seat=seat, card=top, clause="DR-S2.7-3", private=seat))
    if side.hand and type(act := (yield ask(SwapDecision, seat))) is Swap:
        taken = table.state.discard[0]
        table.take_top(seat, table.state.discard, "discard", "DR-S2.7-4")
        table.put_on(seat, act.card, table.state.discard)
        table.rely("DR-S2.7-7")
        table.events.append(events.Swapped(seat=seat, given=act.card, taken=taken, clause="DR-S2.7-4", private=seat))


class PlayDecision(MayPass):
    """One card or one set with what the icon adds, or a pass; there is no second play [DR-S2-1] [DR-S2.7-1]. Whoever
    plays nothing passes, with an empty hand too [DR-S2.7-2]. What else could have gone down with it is not asked
    [DR-S2.2-5] [DR-S2.5-8]."""

    ask = "play"
    clause = "DR-S2-1"
    takes = (Pass, Play)
    default = PASS

    def law(self, table: DriveTable, act: Act) -> Violation | None:
        left, played = list(table.side[self.seat].hand), [*act.cards, *act.extra]
        for card in played:
            if card not in left:
                return not_from_hand()
            left.remove(card)
        if not act.cards:
            return not_from_hand()
        if table.cards.untold:
            table.cards.require_faces([*played, *table.state.field[-1:]])
        top = table.state.field[-1] if table.state.field else 0
        free = table.setup.set_order == SetOrder.FREE
        # The set has to match the field without the extra card [DR-S2.5-9].
        return wrong_set(table.cards, top, act.cards, free) or wrong_extra(table.cards, act.cards, act.extra)

    def ways(self, table: DriveTable) -> Iterator[Act]:
        top = table.state.field[-1] if table.state.field else 0
        free = table.setup.set_order == SetOrder.FREE
        for cards, extra in Sets(table.cards, table.side[self.seat].hand, top, free, table.work).plays():
            yield Play(cards, extra)

    def sample(self, table: DriveTable, dice: Stream) -> Act:
        """Any legal single card or pair, more often than a pass; then as many companions and extra cards as there is
        luck."""
        hand = table.side[self.seat].hand
        leads = [act for act in (Play([card]) for card in hand) if self.allows(table, act)]
        if not leads or dice.below(8) == 0:
            return PASS
        act = pick(dice, leads)
        for card in dice.shuffle(hand):
            for more in (Play([*act.cards, card], act.extra), Play(act.cards, [card])):
                if dice.below(3) and self.allows(table, more):
                    act = more
        return act


def not_from_hand() -> Violation:
    """What is played is no card of the hand, or nothing, or one card twice."""
    return Violation("DR-S2-2", "play.not_from_hand")


def wrong_set(cards: Cards, top: int, played: Sequence[int], free: bool = False) -> Violation | None:
    """What forbids to put these cards on that top card, 0 for an empty field, where any card leads [DR-S2.1-3]; the
    first one lies lowest, and `free` lets any of them lead. A number-wild matches another by a number of both
    [DR-S2.3-6]."""
    numbers = common_numbers(cards, played)
    if not numbers:
        return not_one_number(cards, played)
    if not top or numbers & cards.numbers[top] or matches_by_colour(cards, top, played, free):
        return None
    if len(played) == 1:
        return Violation("DR-S2.1-1", "play.no_match", ("DR-S2.1-2",), compares=True)
    if matches_by_colour(cards, top, played, True):
        return Violation("DR-S2.2-4", "play.not_lowest", ("DR-S2.2-2",), compares=True)
    if any(cards.numbers[card] & cards.numbers[top] for card in played):
        return Violation("DR-S2.3-4", "play.other_number", ("DR-S2.3-2",), compares=True)
    return Violation("DR-S2.2-2", "play.set_no_match", ("DR-S2.1-1",), compares=True)


def not_one_number(cards: Cards, played: Sequence[int]) -> Violation:
    """Why cards without a common number are no set: a wild stands for one number, others have but one [DR-S2.2-3]."""
    for wild in played:
        if cards.number_wild[wild] and all(cards.numbers[wild] & cards.numbers[card] for card in played):
            return Violation("DR-S2.3-2", "play.wild_once", ("DR-S2.2-3",), compares=True)
    return Violation("DR-S2.2-3", "play.not_one_number", ("DR-S2.2-1", "DR-S2.1-4"), compares=True)


def wrong_extra(cards: Cards, played: Sequence[int], extra: Sequence[int]) -> Violation | None:
    """What forbids this extra card: it needs the + icon, and a colour of the topmost card that has it [DR-S2.5-2]
    [DR-S2.5-4] [DR-S2.5-6]."""
    if not extra:
        return None
    if len(extra) > MOST_EXTRA:
        return Violation("DR-S2.5-3", "play.one_extra", ("DR-S2.5-5",))
    with_icon = [card for card in played if cards.plus[card]]
    if not with_icon:
        return Violation("DR-S2.5-2", "play.no_plus", ("DR-S2.5-1",), compares=True)
    if not cards.colours[extra[0]] & cards.colours[with_icon[-1]]:
        clause = "DR-S2.5-2" if [played[-1]] == with_icon else "DR-S2.5-4"
        return Violation(clause, "play.extra_colour", compares=True)
    return None


class NameDecision(OneOf):
    """One of the numbers that are open: those of the set, or if that has one, of the extra card [DR-S2.3-3]."""

    ask = "number"
    clause = "DR-S2.3-3"
    takes = (Name,)
    field = "number"
    refusal = Violation("DR-S2.3-3", "play.wild_number")

    def candidates(self, table: DriveTable) -> Sequence[int]:
        state = table.state
        of_extra = listed(table.cards.numbers[state.extra]) if state.extra else []
        return of_extra if len(of_extra) > 1 and state.numbers[1:] == of_extra else state.numbers


class SwapDecision(MayPass):
    """A card of the own hand for the top card of the discard, or nothing [DR-S2.7-4] [DR-S2.7-5]."""

    ask = "swap"
    clause = "DR-S2.7-4"
    takes = (GoOn, Swap)
    default = GO_ON

    def law(self, table: DriveTable, act: Act) -> Violation | None:
        if act.card not in table.side[self.seat].hand:
            return Violation("DR-S2.7-4", "play.swap")
        table.known(table.state.discard[:1], "DR-S2.7-4")
        return None

    def ways(self, table: DriveTable) -> Iterator[Act]:
        return self.legal_among(table, map(Swap, table.side[self.seat].hand))
