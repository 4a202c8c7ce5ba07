"""6 ゲームの準備, in solo with 13-1 変更点①, in co-op with 14-2."""

from collections.abc import Sequence

from ....kernel.errors import InvalidHeader
from ....kernel.game import at
from ....kernel.judging.record import Header
from ....kernel.messages import say
from ....kernel.packs import unsaid
from ....kernel.play.choices import OneOf, SomeOf
from ....kernel.play.decisions import Act, Flow, seated, together
from ....kernel.play.violations import Violation
from ..cards.cards import EDITIONS, set_of
from ..cards.pack_rows import BASIC_EACH, CHARACTERS, MOST_CHARACTERS
from ..table import events
from ..table.actions import Extend, Keep
from ..table.options import CoopEasyDeck, CpCap, Difficulty, FlareGuards, Setup
from ..table.state import Legion, LegionKind
from ..table.table import HackcladTable
from .actions.actions_paid import FLARE
from .actions.reactions import ALONE, HELPED
from .rounds import CLAD_SLOTS, left_over, rounds

MISSIONS_DRAWN, MISSIONS_KEPT = 5, 2
"""HC-4.4.2-2."""
HEALTH = {
    Difficulty.EASY: {2: 58, 3: 74, 4: 90},
    Difficulty.NORMAL: {2: 66, 3: 86, 4: 106},
    Difficulty.EXPERT: {2: 74, 3: 98, 4: 120},
    Difficulty.INFERNO: {2: 80, 3: 105, 4: 130},
}
"""Co-op: the health of the clad by players [HC-14.2-2] [HC-14.2-3] [HC-14.2-4] [HC-14.2-5]."""
COOP_VOLTAGE = {Difficulty.EASY: 1, Difficulty.NORMAL: 2, Difficulty.EXPERT: 2, Difficulty.INFERNO: 3}
"""HC-14.2-7."""


def check_setup(header: Header) -> None:
    """Whether a set-up can be: a character for each seat, teams in tag, a difficulty in co-op; all of it said once."""
    setup: Setup = header.setup
    characters = setup.characters
    if len(characters) != header.seats or not all(1 <= number <= MOST_CHARACTERS for number in characters):
        raise InvalidHeader(at(header, "characters"), "setup.characters", seats=header.seats)
    copies = max(characters.count(number) for number in characters)
    if setup.copies != (copies if copies > 1 else 0):  # [HC-4.4.1-1]
        raise InvalidHeader(at(header, "copies"), "setup.copies" if copies > 1 else "setup.one_copy", copies=copies)
    if (header.mode == "coop") != (setup.difficulty != Difficulty.NONE):
        raise InvalidHeader(at(header, "difficulty"), "setup.difficulty")
    check_teams(header)
    edition = CpCap.SEVEN if header.edition == EDITIONS[0] else CpCap.FIFTEEN
    if setup.cp_cap == edition:
        raise InvalidHeader(at(header, "cp_cap"), "setup.cp_cap")
    if setup.coop_easy_deck != CoopEasyDeck.AS_PRINTED and setup.difficulty != Difficulty.EASY:
        raise InvalidHeader(at(header, "coop_easy_deck"), "setup.easy_only")
    if setup.flare_guards != FlareGuards.PACK and FLARE not in characters:
        raise InvalidHeader(at(header, "flare_guards"), "setup.no_flare")


def check_teams(header: Header) -> None:
    """Tag: two teams of two [HC-13.2-1]; with two players the partners' hands are open to them anyway."""
    setup: Setup = header.setup
    if header.mode == "tag":
        if sorted(setup.teams) != [1, 1, 2, 2] or setup.teams[0] != 1:
            raise InvalidHeader(at(header, "teams"), "setup.teams")
        if setup.humans and setup.tag_shared_info:
            raise InvalidHeader(at(header, "tag_shared_info"), "setup.shared_info")
    elif setup.teams:
        raise InvalidHeader(at(header, "teams"), "setup.no_teams")


def game(table: HackcladTable) -> Flow[Flow[None]]:
    """The whole game: the set-up, then round after round. The steps from ⑦ on are those of every mode [HC-14.2-15]."""
    common(table)
    yield from characters(table)
    pieces(table)
    yield from decks(table)
    return rounds(table)


# 共通の場のセットアップ


def common(table: HackcladTable) -> None:
    """①-⑥: the VOLTAGE, the clad deck and the piles above the board [HC-6.2-1] [HC-6.4-1] [HC-6.5-1] [HC-6.6-1]."""
    state, cards = table.state, table.cards
    table.reactions = HELPED[len(table.seats)] if table.coop else ALONE
    # In all modes those of VOLTAGE 3 are a pile that waits [HC-14.2-12].
    first, state.voltage_2_pile, state.voltage_3_pile = (cards.clads_of(voltage) for voltage in (1, 2, 3))
    if table.solo or table.coop:
        # Solo 変更点① and co-op: VOLTAGE 1 and 2 together [HC-13.1-2] [HC-14.2-11].
        first, state.voltage_2_pile = sorted([*first, *state.voltage_2_pile]), []
    state.clad_deck = table.chance.shuffle("clad", first)
    if table.solo:
        del state.clad_deck[-CLAD_SLOTS:]
        state.aside = left_over(first, state.clad_deck)
    if table.coop:
        # No more than the health of the table, whatever the box holds [HC-14.2-6].
        state.stock = HEALTH[table.setup.difficulty][len(table.seats)]
        state.voltage = COOP_VOLTAGE[table.setup.difficulty]


# キャラクターのセットアップ


def characters(table: HackcladTable) -> Flow[None]:
    """⑦-⑨: boards and cards [HC-6.7-1] [HC-6.8-1] [HC-6.8-2]; earlier witches first draw missions [HC-4.4.2-2]. All
    gauges start at 0 [HC-6.9-1] [HC-6.9-3]."""
    # The witches of this game have no missions [HC-4.3-1].
    earlier = [seat for seat in table.seats if table.side[seat].character > CHARACTERS]
    for seat in earlier:
        draw_missions(table, seat)
    if earlier:
        yield from keep_missions(table, earlier)
    copies: dict[int, int] = {}
    for side in table.state.sides:
        table.cards.character(side.character)
        copy = copies.get(side.character, 0)
        copies[side.character] = copy + 1
        cards = list(set_of(side.character, copy))
        side.deck, side.extended = cards[:BASIC_EACH], cards[BASIC_EACH:]


def draw_missions(table: HackcladTable, seat: int) -> None:
    """Five missions at random; the pack must tell which there are."""
    missions = [m for m in table.cards.missions if all(m not in side.drawn for side in table.state.sides)]
    if len(missions) < MISSIONS_DRAWN:
        raise unsaid(say("mission.unknown"), "HC-4.4.2-2")
    drawn = table.shuffled(f"mission/p{seat}", missions, "HC-4.4.2-2")[:MISSIONS_DRAWN]
    table.side[seat].drawn = sorted(table.known(drawn, "HC-4.4.2-2"))
    table.events.append(
        events.MissionsDrawn(missions=table.side[seat].drawn, seat=seat, clause="HC-4.4.2-2", private=seat)
    )


def keep_missions(table: HackcladTable, seats: list[int]) -> Flow[None]:
    """Each keeps two."""
    answers = yield from together(table, lambda: [seated(KeepDecision, seat) for seat in seats])
    for seat, act in answers.items():
        side = table.side[seat]
        side.drawn, side.missions = [], list(act.missions)
        table.events.append(events.MissionsKept(missions=side.missions, seat=seat, clause="HC-4.4.2-2", private=seat))


# コマのセットアップ


def pieces(table: HackcladTable) -> None:
    """⑩-⑫: witches on the entry points, by seats without gaps [HC-6.10-1] [HC-6.10-2], the clad in the middle
    [HC-6.11-1], tails around it [HC-6.12-1]; in co-op too [HC-14.2-10]."""
    state = table.state
    table.rely("HC-3-9")
    for seat in table.seats:
        table.side[seat].square = table.entry_points[seat - 1]
    state.legions = [Legion(square, LegionKind.TAIL) for square in sorted(table.board.beside[state.clad_square])]


# デッキと手番カードのセットアップ


def decks(table: HackcladTable) -> Flow[None]:
    """⑬ One extended card joins each deck, in secret and at the same time [HC-6.13-1]; the decks are shuffled
    [HC-6.13-2] [HC-6.13-3]; ⑭ the top card of each goes to the waiting slot of the seat [HC-6.14-1]."""
    answers = yield from together(table, lambda: [seated(ExtendDecision, seat) for seat in table.seats])
    for seat, act in answers.items():
        side = table.side[seat]
        side.extended.remove(act.card)
        table.events.append(events.Extended(card=act.card, seat=seat, clause="HC-6.13-1", private=seat))
        side.deck = table.shuffled(f"deck/p{seat}", [*side.deck, act.card], "HC-6.13-2")
        side.turn_cards = [side.deck.pop(0)]
        side.waiting_slot = seat


class ExtendDecision(OneOf):
    """Exactly one of the eight extended cards [HC-6.13-1]."""

    ask = "extend"
    clause = "HC-6.13-1"
    takes = (Extend,)
    field = "card"
    refusal = Violation("HC-6.13-1", "setup.extended")

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        return table.side[self.seat].extended


class KeepDecision(SomeOf):
    """Exactly two of the five missions [HC-4.4.2-2]."""

    ask = "keep"
    clause = "HC-4.4.2-2"
    takes = (Keep,)
    field = "missions"
    called = "list.missions"

    def candidates(self, table: HackcladTable) -> Sequence[int]:
        return table.side[self.seat].drawn

    def most(self, table: HackcladTable) -> int:
        return MISSIONS_KEPT

    def refuse(self, table: HackcladTable, act: Act) -> Violation:
        if len(act.missions) != MISSIONS_KEPT:
            return Violation("HC-4.4.2-2", "mission.how_many", count=MISSIONS_KEPT)
        return Violation("HC-4.4.2-2", "mission.not_drawn")
