"""8 ゲームの流れ: the rounds with their phases, 8-1 予知, 8-2 ドロー, 8-4-2 レギオン, 9-2, and 10 ゲームの終了条件."""

from ....kernel.play.chance import UNKNOWN
from ....kernel.play.decisions import Flow
from ..table import events
from ..table.options import CoopEasyDeck, Difficulty
from ..table.state import EndReason, Frame, Lasts, Origin, Step, Strike
from ..table.table import CLADS, STARTING_VOLTAGE, HackcladTable
from .actions.player_turn import player_turn
from .actions.windows import attack
from .clad_turn import clad_turn
from .damage import recover
from .draft import assign, draft, waiting
from .rebuild import draw
from .scoring import finish

CLAD_SLOTS = 3
"""HC-3-3."""
HAND = 3
"""HC-8.2-1."""
ROUNDS, COOP_ROUNDS = 9, 7
"""HC-10-1, HC-14.1-5."""
HIGHEST_VOLTAGE = 3
"""HC-9.2-4."""
ORDER = (
    Step.PLAYER_1, Step.CLAD_1, Step.PLAYER_2, Step.CLAD_2, Step.PLAYER_3, Step.CLAD_3, Step.PLAYER_4, Step.LEGIONS,
)  # fmt: skip
"""The action phase [HC-8.4-1] [HC-8.4-4]."""


def rounds(table: HackcladTable) -> Flow[None]:
    """Round after round, each with its phases in their order, until the game ends [HC-8-1]."""
    while True:
        begin_round(table)
        forecast(table)
        table.state.step = Step.DRAW
        yield from draw_phase(table)
        if table.coop:
            table.state.step = Step.ASSIGNMENT
            assign(table)
        table.state.step = Step.DRAFT
        yield from draft(table)
        for step in ORDER:
            table.state.step = step
            yield from turn(table, step) or ()
            end_turn(table)
        end_round(table)


def begin_round(table: HackcladTable) -> None:
    """A round begins; nothing but the limits of the round begins again [HC-8-3]."""
    state = table.state
    state.round += 1
    state.step = Step.FORECAST
    table.events.append(events.RoundBegan(round=state.round, clause="HC-8-1"))


def turn(table: HackcladTable, step: Step) -> Flow[None] | None:
    """One turn of the action phase; a vacant turn slot is skipped [HC-8.4-1]."""
    if step == Step.LEGIONS:
        # All legions attack at the same time [HC-8.4.2-1] [HC-8.4.2-2].
        return attack(table, Strike.LEGIONS)
    number, clad = divmod(step - Step.PLAYER_1, 2)
    if clad:
        return clad_turn(table, number + 1)
    for seat in table.seats:
        if table.side[seat].turn_slot == number + 1:
            return player_turn(table, seat)
    return None


def end_turn(table: HackcladTable) -> None:
    """What lasts to the end of a turn stops, whoever's turn it was [HC-8.4-5]."""
    if table.state.legions:
        recover(table)
    for side in table.state.sides:
        side.moved = False
        side.hits = 0
        if side.used:
            side.used = []
        if side.spent:
            side.spent = []
        if side.modifiers:
            side.modifiers = [modifier for modifier in side.modifiers if modifier.lasts != Lasts.TURN]


def end_round(table: HackcladTable) -> None:
    """The used clad cards are laid away [HC-8.4.2-6]; after the last round the game ends [HC-10-1]."""
    state = table.state
    # One pile for all modes: they wait there for the next rebuild [HC-14.2-14].
    state.clad_used = sorted([*state.clad_used, *state.slots])
    state.slots = []
    state.clad_held = False
    for side in state.sides:
        side.moves = side.mp_actions = side.guards = side.cracks = 0
        if side.modifiers:
            side.modifiers = []
    if table.coop and state.round == COOP_ROUNDS:
        # Nothing is scored, so pollution has no backlash [HC-14.3.4-5].
        table.over([], EndReason.ROUNDS, [], "HC-14.1-5")
    # Three cards a round: this is the round with VOLTAGE 3 and no clad deck left [HC-10-2], in solo too [HC-13.1-10].
    if state.round == ROUNDS:
        finish(table)


# 8-1 予知フェーズ


def forecast(table: HackcladTable) -> None:
    """The clad slots are filled from the left [HC-8.1-1]; an empty clad deck is rebuilt first, at no other time
    [HC-8.1-3] [HC-9.2-1]."""
    state = table.state
    if not state.clad_deck:
        rebuild_clad(table)
    state.slots = table.known(state.clad_deck[:CLAD_SLOTS], "HC-8.1-1", CLADS)
    del state.clad_deck[:CLAD_SLOTS]
    state.face_down_slot = 2 if table.solo else 0
    for slot, card in enumerate(state.slots, start=1):
        if slot != state.face_down_slot:
            table.met[card] = None
            clause = "HC-13.1-5" if table.solo else "HC-8.1-2"
            table.events.append(events.Forecast(card=card, slot=slot, clause=clause))


# 9-2 クラッドのデッキ再構成手順


def rebuild_clad(table: HackcladTable) -> None:
    """① VOLTAGE +1, 3 at the most [HC-9.2-2] [HC-9.2-4]; nothing else raises it, so it stays through a round [HC-8-2].
    ② The used cards and those that join are shuffled [HC-9.2-3], both as the mode has it."""
    state, clause = table.state, clause_of_joining(table)
    if rises(table):
        state.voltage += 1
        rose = "HC-14.2-8" if table.coop else "HC-9.2-2"
        table.events.append(events.VoltageRose(voltage=state.voltage, clause=rose))
    cards = sorted([*state.clad_used, *joining(table)])
    state.clad_used = []
    state.clad_deck = table.shuffled(f"clad/{state.round}", cards, clause)
    table.events.append(events.CladRebuilt(cards=len(cards), clause=clause))


def clause_of_joining(table: HackcladTable) -> str:
    """By which clause cards join the clad deck now."""
    if table.solo:
        return "HC-13.1-3" if table.state.voltage_3_pile else "HC-13.1-4"
    return "HC-14.2-13" if table.coop else "HC-9.2-3"


def rises(table: HackcladTable) -> bool:
    """Whether the VOLTAGE rises: up to 3, so never in Inferno [HC-14.2-8]; by an option only once in
    co-op Easy [HC-14.2-13]."""
    state = table.state
    if table.setup.coop_easy_deck == CoopEasyDeck.V3_AT_ONCE:
        return state.voltage == STARTING_VOLTAGE
    return state.voltage < HIGHEST_VOLTAGE


def joining(table: HackcladTable) -> list[int]:
    """The cards that join the clad deck: those of the new VOLTAGE that are not in it yet [HC-14.2-13]; in solo three of
    those that lie aside, unseen [HC-13.1-3] [HC-13.1-4]."""
    state = table.state
    if table.solo:
        return joining_solo(table)
    if state.voltage_2_pile and state.voltage == 2:
        cards, state.voltage_2_pile = state.voltage_2_pile, []
        return cards
    if table.setup.difficulty == Difficulty.EASY:
        table.rely("HC-14.2-13")
        if state.voltage < HIGHEST_VOLTAGE and table.setup.coop_easy_deck == CoopEasyDeck.AS_PRINTED:
            return []
    cards, state.voltage_3_pile = state.voltage_3_pile, []
    return cards


def joining_solo(table: HackcladTable) -> list[int]:
    """変更点②: at the first rebuild three of six at random, at the second the other three."""
    state = table.state
    if state.voltage_3_pile:
        six = sorted([*state.aside, *state.voltage_3_pile])
        joined = table.known(table.shuffled(f"aside/{state.round}", six, "HC-13.1-3")[:CLAD_SLOTS], "HC-13.1-3")
        state.voltage_3_pile, state.aside = [], left_over(six, joined)
        return joined
    cards, state.aside = state.aside, []
    return cards


def left_over(cards: list[int], gone: list[int]) -> list[int]:
    """Which cards are left of some, ascending; that follows from those that are gone, once these are known."""
    if UNKNOWN in gone:
        return [UNKNOWN] * (len(cards) - len(gone))
    return [card for card in cards if card not in gone]


# 8-2 ドローフェーズ


def draw_phase(table: HackcladTable) -> Flow[None]:
    """Every player draws up to three cards in hand, in the order of the waiting slots [HC-8.2-1] [HC-8.2-4]."""
    for seat in waiting(table):
        side = table.side[seat]
        owed = HAND - len(side.hand)
        if owed > 0:
            frame = Frame(0, Origin.NONE)
            flow = draw(table, seat, owed, frame)
            if flow is not None:
                side.frames.append(frame)
                yield from flow
                side.frames.pop()
