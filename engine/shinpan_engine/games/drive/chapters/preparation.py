"""ゲームの準備: mode and difficulty, the deal, the layout and the start-up [DR-P1] [DR-P2] [DR-P3] [DR-P5] [DR-P6]."""

from ....kernel.errors import InvalidHeader, NotSupported
from ....kernel.game import at
from ....kernel.judging.record import Header
from ....kernel.messages import Rule, Seat, Thing
from ....kernel.play.chance import Stream
from ....kernel.play.decisions import Flow
from ..cards.cards import BASE_BOSSES, FAUST, FIRST_BOSS, GATE, NORMAL_ENEMIES, Cards
from ..cards.pack_rows import CIRCUITS
from ..table import events
from ..table.options import Difficulty, DraftUnderfill, EnemySet, ExpansionsMin, PartySource, Setup
from ..table.state import Round
from ..table.table import PARTNER, PARTNER_MODE, DriveTable
from .enemy import appear
from .party import parties
from .rounds import HAND, both_rounds

ADDED = {Difficulty.A: (0, 0), Difficulty.B: (0, 0), Difficulty.B_PLUS: (1, 2), Difficulty.C: (2, 3)}
"""How many expansions a difficulty adds, at least and at most [DR-P2-6] [DR-P2-7] [DR-P2-8] [DR-P2-9] [DR-P2-13]
[DR-P2-14]."""
TO_DISCARD = 10
"""DR-P6-1."""
STARTING_MANA = 3
"""DR-P6-3."""


def check(header: Header, cards: Cards) -> None:
    """Raises for a set-up that cannot be, or that 説明書2 would have to judge."""
    setup: Setup = header.setup
    check_seats(header, setup)
    check_owned(header, setup, cards)
    check_difficulty(header, setup, cards)
    check_expansions(header, setup)
    if setup.enemy_set == EnemySet.SET_2 and not cards.enemies_of("normal", setup.owned):
        raise InvalidHeader(at(header, "enemy_set"), "setup.no_second_set", by=Rule("DR-P5-9"))
    if setup.party_source == PartySource.PRESET and setup.draft_underfill != DraftUnderfill.FORBIDDEN:
        raise InvalidHeader(at(header, "draft_underfill"), "setup.no_draft")


def check_seats(header: Header, setup: Setup) -> None:
    """In multi mode somebody begins [DR-P4-2]; in partner mode the human, unless the partner is said to [DR-P4S-8]."""
    if header.mode == PARTNER_MODE:
        if setup.start_player not in (0, PARTNER):
            raise InvalidHeader(
                at(header, "start_player"), "setup.human_begins", partner=Seat(PARTNER), by=Rule("DR-P4S-8")
            )
    elif not 1 <= setup.start_player <= header.seats:
        raise InvalidHeader(at(header, "start_player"), "setup.start_player", seats=header.seats, by=Rule("DR-P4-2"))


def check_owned(header: Header, setup: Setup, cards: Cards) -> None:
    """Expansions of the pack, where something of one is used [DR-P2-18]."""
    field, known = at(header, "owned"), [row.number for row in cards.rows.set]
    if setup.owned and not known:
        raise InvalidHeader(field, "setup.no_expansions")
    if setup.owned != sorted(dict.fromkeys(setup.owned)) or any(number not in known for number in setup.owned):
        raise InvalidHeader(field, "setup.owned", known=tuple([Thing("set", number) for number in known]))
    if setup.owned and setup.difficulty <= Difficulty.B and setup.enemy_set == EnemySet.SET_1:
        raise InvalidHeader(field, "setup.none_used", by=Rule("DR-P2-18"))


def check_difficulty(header: Header, setup: Setup, cards: Cards) -> None:
    """Which difficulties the mode and the expansions open, to anybody; D and E are played by rules of 説明書2 [DR-P2-2]
    [DR-P2-3] [DR-P2-4] [DR-P2-5] [DR-P2-10] [DR-P2-11] [DR-P2-19]. The one that a header names settles what `ADDED` and
    `boss_pool` tell [DR-P2-1]."""
    field, difficulty = at(header, "difficulty"), setup.difficulty
    if header.mode == PARTNER_MODE and difficulty > Difficulty.B:
        raise InvalidHeader(field, "setup.partner_difficulty", by=(Rule("DR-P2-3"), Rule("DR-P4S-11")))
    if difficulty in (Difficulty.D, Difficulty.E):
        if not any(number in cards.geas for number in setup.owned):
            raise InvalidHeader(field, "setup.geas", by=Rule("DR-P2-5"))
        raise NotSupported(field, "setup.second_booklet", by=Rule("DR-P2-10"))
    if difficulty > Difficulty.B and not setup.owned:
        raise InvalidHeader(field, "setup.base_set", by=(Rule("DR-P2-2"), Rule("DR-P2-4")))
    if difficulty == Difficulty.C and not cards.enemies_of("hard_boss", setup.owned):
        raise InvalidHeader(field, "setup.hard_boss", by=Rule("DR-P2-4"))


def check_expansions(header: Header, setup: Setup) -> None:
    """So many expansions are added as the table says [DR-P2-13] [DR-P2-14] [DR-P2-18]."""
    least, most = ADDED[setup.difficulty]
    if not most and setup.expansions_min != ExpansionsMin.TABLE:
        raise InvalidHeader(at(header, "expansions_min"), "setup.none_added")
    if setup.expansions_min == ExpansionsMin.NONE:
        least = 0
    if not least <= setup.expansions <= most:
        by = (Rule("DR-P2-13"), Rule("DR-P2-14"))
        raise InvalidHeader(at(header, "expansions"), "setup.expansions", least=least, most=most, by=by)
    if setup.expansions > len(setup.owned):
        raise InvalidHeader(at(header, "expansions"), "setup.not_owned", by=Rule("DR-P2-16"))


def drawn_setup(difficulty: Difficulty, first: int, cards: Cards, dice: Stream) -> Setup:
    """A set-up for random play of a difficulty, with every expansion of the pack where they are used; A if the pack has
    not enough of them."""
    owned = [row.number for row in cards.rows.set]
    least, most = ADDED[difficulty]
    if not most:
        return Setup(difficulty, first)
    if len(owned) < least or owned != cards.whole or not cards.enemies_of("hard_boss", owned):
        return Setup(Difficulty.A, first)
    return Setup(difficulty, first, owned, least + dice.below(min(most, len(owned)) - least + 1))


def game(table: DriveTable) -> Flow[Flow[Flow[None]]]:
    """The whole game: the six preparations in their order, then both rounds [DR-O-3]."""
    draw_sets(table)
    deal(table)  # before the parties, so that each picks with the own hand in view [DR-P3-7]
    yield from parties(table)
    table.meet()
    lay_out(table)
    start_up(table)
    table.state.round = Round.NORMAL
    return both_rounds(table)


def draw_sets(table: DriveTable) -> None:
    """拡張セットのユニット追加: as many of the owned expansions as are added, at random; their units and those of
    the base set lie on the table [DR-P2-16] [DR-P2-17] [DR-P4-1]."""
    state, count = table.state, table.setup.expansions
    if count < ADDED[table.setup.difficulty][0]:
        table.rely("DR-P2-14")
    if count:
        order = table.chance.shuffle("set", table.setup.owned)
        state.sets = sorted(table.known(order[:count], "DR-P2-16"))
        table.events.append(events.SetsDrawn(sets=list(state.sets), clause="DR-P2-16"))
    state.table_units = table.cards.units_of(state.sets)


def deal(table: DriveTable) -> None:
    """準備③: the 54 circuit cards are shuffled, every seat is dealt 4, the partner's too, the starting player first;
    the rest is the deck [DR-P3-1] [DR-P3-2] [DR-P3-5] [DR-P3-8] [DR-P5-16]."""
    deck = table.chance.shuffle("deck", range(1, CIRCUITS + 1))
    if table.state.partner_mode:
        table.rely("DR-P4S-8")
    for seat in table.clockwise(table.first):
        hand, deck = sorted(table.known(deck[:HAND], "DR-P3-2")), deck[HAND:]
        table.side[seat].hand = hand
        table.events.append(events.Dealt(seat=seat, cards=list(hand), clause="DR-P3-2", private=seat))
    table.state.deck = deck


def lay_out(table: DriveTable) -> None:
    """準備⑤: the boss lies hidden under the gate, but at A it is the back of the gate [DR-P5-5] [DR-P5-12] [DR-P5-13];
    of the other bosses nothing is kept or shown [DR-P5-7]. The normal enemies are shuffled [DR-P5-8]. The gate is the
    first enemy, like any other [DR-P5-14]; laying it out is no appearance [DR-P5-22]."""
    state = table.state
    pool = boss_pool(table)
    state.boss = pool[0] if table.setup.difficulty == Difficulty.A else table.chance.shuffle("boss", pool)[0]
    state.enemy_deck = table.chance.shuffle("enemy", normal_enemies(table))
    table.rely("DR-P5-22")
    appear(table, GATE, "DR-P5-15")


def boss_pool(table: DriveTable) -> list[int]:
    """The boss cards from which one is drawn: Faust alone, those of the base set and no other, every owned one, or
    every owned hard boss [DR-P5-1] [DR-P5-2] [DR-P2-12] [DR-P5-3] [DR-P5-4]."""
    setup, base = table.setup, list(range(FIRST_BOSS, FIRST_BOSS + BASE_BOSSES))
    match setup.difficulty:
        case Difficulty.A:
            return [FAUST]
        case Difficulty.B:
            return base
        case Difficulty.B_PLUS:
            return [*base, *table.cards.enemies_of("boss", setup.owned)]
        case _:
            return table.cards.enemies_of("hard_boss", setup.owned)


def normal_enemies(table: DriveTable) -> list[int]:
    """The 12 of the base set, or instead of all of them the second set [DR-P5-8] [DR-P5-9]."""
    if table.setup.enemy_set == EnemySet.SET_1:
        return list(range(1, NORMAL_ENEMIES + 1))
    table.rely("DR-P5-9")
    return table.cards.enemies_of("normal", table.setup.owned)


def start_up(table: DriveTable) -> None:
    """準備⑥: for two players 10 cards go to the discard, four begin with 3 mana; three, and partner mode, with nothing
    [DR-P6-1] [DR-P6-2] [DR-P6-3] [DR-P6-4]."""
    if table.state.partner_mode:
        return
    if len(table.seats) == 2:
        table.to_discard(TO_DISCARD)
    if len(table.seats) == 4:
        for seat in table.clockwise(table.state.active):
            table.gains(seat, STARTING_MANA, "DR-P6-3")
