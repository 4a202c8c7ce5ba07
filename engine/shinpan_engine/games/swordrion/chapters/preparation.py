"""① ゲームの準備: the deck, the draft or the solo replacement, the first cubes; and whether a header can be so."""

from collections.abc import Sequence

from ....kernel.errors import InvalidHeader
from ....kernel.game import at
from ....kernel.judging.record import Header
from ....kernel.messages import Rule
from ....kernel.play.choices import OneOf, SomeOf
from ....kernel.play.decisions import Act, Flow, ask, seated, together
from ....kernel.play.violations import UNREADABLE, Violation
from ..cards.cards import Cards
from ..cards.pack_rows import CARDS_EACH
from ..table import events
from ..table.actions import PASS, Pass, Pick, Replace
from ..table.options import DealPattern, ScorePool, Setup
from ..table.table import SCORE_DIVISORS, START_CUBES, SwordrionTable

FIRST_HAND = 7
"""SW-1.3-1."""
MOST_CUBES = 99


def check_header(header: Header, cards: Cards) -> None:
    """The facts that cannot be: too few cards [SW-1.2-4], and pictures read in no other way than by default
    [SW-1.4-2] [SW-5.1-2]."""
    setup: Setup = header.setup
    if cards.size < CARDS_EACH * header.seats:
        raise InvalidHeader("record.header.pack", "setup.cards", count=CARDS_EACH, clause=Rule("SW-1.2-4"))
    start, divisors = setup.start_cubes, setup.score_divisors
    for name, stated, default in (("start_cubes", start, START_CUBES), ("score_divisors", divisors, SCORE_DIVISORS)):
        if stated and max(stated.green, stated.yellow, stated.blue) > MOST_CUBES:
            raise InvalidHeader(at(header, name), "setup.most_cubes", most=MOST_CUBES)
        if stated == default:
            raise InvalidHeader(at(header, name), "setup.default")
    if start and start.green != 1:
        raise InvalidHeader(at(header, "start_cubes"), "setup.one_green", clause=Rule("SW-1.4-2"))
    if divisors and 0 in (divisors.green, divisors.yellow, divisors.blue):
        raise InvalidHeader(at(header, "score_divisors"), "setup.no_zero")
    if divisors and setup.score_pool == ScorePool.POOLED and divisors.green != divisors.yellow:
        raise InvalidHeader(at(header, "score_divisors"), "setup.pooled", clause=Rule("SW-5.1-6"))


def prepare(table: SwordrionTable) -> Flow[None]:
    """Once, before the first round [SW-0.2-2]: all cards are one deck, shuffled face down [SW-1.2-1] [SW-1.2-2]; then
    the first hands. How many cards there are the pack says, and each is put in once [SW-1.2-3]; nothing is ever
    shuffled into them again [SW-0.1-8]."""
    state = table.state
    state.deck = table.chance.shuffle("deck", range(1, table.cards.size + 1))
    table.rely("SW-1.4-2")
    # One alone has no draft, and is scored apart [SW-1.1-2]; all else follows the common rules [SW-Q-5].
    if len(table.seats) == 1:
        yield from solo_hand(table)
    else:
        yield from draft(table)


def deal(table: SwordrionTable, seats: list[int], count: int, clause: str) -> dict[int, list[int]]:
    """So many cards each from the common deck, as many as there are: all of one participant and then all of the other,
    or one by one [SW-1.3-2]."""
    dealt: dict[int, list[int]] = {seat: [] for seat in seats}
    if len(seats) > 1:
        table.rely("SW-1.3-2")
    if table.setup.deal_pattern == DealPattern.ALTERNATE:
        order = [seat for _ in range(count) for seat in seats]
    else:
        order = [seat for seat in seats for _ in range(count)]
    for seat in order:
        if table.state.deck:
            dealt[seat].append(table.draw(clause))
    return dealt


def draft(table: SwordrionTable) -> Flow[None]:
    """Seven each; one is picked and the rest exchanged [SW-1.3-1] [SW-1.3-3], of the six received one again [SW-1.3-4],
    until seven are picked [SW-1.3-5]. Packets change hands only when both have picked [SW-1.3-7]; the seventh pick is
    forced."""
    first, second = table.state.sides
    for seat, cards in deal(table, [*table.seats], FIRST_HAND, "SW-1.3-1").items():
        table.side[seat].packet = sorted(cards)
        table.events.append(events.Dealt(seat=seat, cards=sorted(cards), clause="SW-1.3-1", private=seat))
    while len(first.packet) > 1:
        answers = yield from together(table, lambda: [seated(PickDecision, seat) for seat in table.seats])
        for seat, act in answers.items():
            pick(table, seat, act.card)
        first.packet, second.packet = second.packet, first.packet
    for seat in table.seats:
        pick(table, seat, table.side[seat].packet[0])


def pick(table: SwordrionTable, seat: int, card: int) -> None:
    """A pick goes to the hand and is final [SW-1.3-6]."""
    side = table.side[seat]
    side.packet = [other for other in side.packet if other != card]
    table.to_hand(seat, card)
    table.events.append(events.Picked(seat=seat, card=card, clause="SW-1.3-3", private=seat))


def solo_hand(table: SwordrionTable) -> Flow[None]:
    """Seven cards, any number of which may be replaced once, before the new ones are seen [SW-Q-1] [SW-Q-2]
    [SW-Q-3]."""
    (seat,) = table.seats
    side = table.side[seat]
    side.hand = sorted(deal(table, [seat], FIRST_HAND, "SW-Q-1")[seat])
    table.events.append(events.Dealt(seat=seat, cards=list(side.hand), clause="SW-Q-1", private=seat))
    act = yield ask(ReplaceDecision, seat)
    if isinstance(act, Pass):
        return
    side.hand = [card for card in side.hand if card not in act.cards]
    table.state.discard += act.cards  # not back into the deck [SW-Q-4]
    table.events.append(events.Replaced(seat=seat, cards=act.cards, clause="SW-Q-2"))
    drawn = sorted(deal(table, [seat], len(act.cards), "SW-Q-2")[seat])
    side.hand = sorted([*side.hand, *drawn])
    table.events.append(events.Dealt(seat=seat, cards=drawn, clause="SW-Q-2", private=seat))


class PickDecision(OneOf):
    """Exactly one card of the packet held [SW-1.3-3] [SW-1.3-6]."""

    ask = "pick"
    clause = "SW-1.3-3"
    takes = (Pick,)
    field = "card"
    refusal = Violation("SW-1.3-6", "first_hand.not_in_packet")

    def candidates(self, table: SwordrionTable) -> Sequence[int]:
        return table.side[self.seat].packet


class ReplaceDecision(SomeOf):
    """Any number of the seven, once [SW-Q-2]; none is a pass."""

    ask = "replace"
    clause = "SW-Q-2"
    takes = (Replace, Pass)
    default = PASS
    field = "cards"
    called = "list.replaced"

    def candidates(self, table: SwordrionTable) -> Sequence[int]:
        return table.side[self.seat].hand

    def least(self, table: SwordrionTable) -> int:
        return 1

    def most(self, table: SwordrionTable) -> int:
        return min(len(table.side[self.seat].hand), len(table.state.deck))

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        if not act.cards:
            return Violation(UNREADABLE, "first_hand.none")
        if not set(table.side[self.seat].hand).issuperset(act.cards):
            return Violation("SW-Q-2", "first_hand.not_there")
        return Violation("SW-Q-2", "first_hand.too_many")
