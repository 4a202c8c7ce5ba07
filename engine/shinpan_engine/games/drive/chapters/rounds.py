"""ラウンドの終了 and ボスバトルラウンド: the two rounds, and the preparation between them [DR-G-1] [DR-R] [DR-B]."""

from collections.abc import Sequence

from ....kernel.play.choices import SomeOf
from ....kernel.play.decisions import Act, Flow, seated, together
from ....kernel.play.violations import Violation
from ..cards.texts import Draw, GainMana, Heal
from ..table import events
from ..table.actions import Keep
from ..table.options import BossAppearSkill, RoundEndCap
from ..table.state import Frame, FrameKind, Round, SkillAt, Step
from ..table.table import DriveTable
from .damage import RoundOver
from .enemy import appear, appearance
from .level import draw
from .turn import cap_mana, next_seat, turns

MOST_KEPT = 2
"""DR-B-2."""
HAND = 4
"""DR-P3-2, DR-B-5."""


def both_rounds(table: DriveTable) -> Flow[Flow[None]]:
    """The normal round until it ends, then the boss round until the game is decided [DR-P1-6] [DR-G-1] [DR-G-3]
    [DR-R-8]. The turns are the same in both [DR-G-4] [DR-B-15]."""
    try:
        yield from turns(table)
    except RoundOver:
        drop_unfinished(table)
    yield from end_of_round(table)
    yield from boss_preparation(table)
    return turns(table)


def drop_unfinished(table: DriveTable) -> None:
    """What has not been carried out is lost, the rest of the turn too [DR-R-9] [DR-R-10]; mana already paid as a bonus
    stays [DR-R-11]."""
    state = table.state
    state.frames, state.waiting, state.held, state.gains = [], [], [], []
    state.rising, state.pursuers, state.fighters, state.changes, state.attacker = [], [], [], [], 0
    state.played, state.numbers, state.extra = [], [], 0


def end_of_round(table: DriveTable) -> Flow[None]:
    """一部の処理・スキルの効果終了: continuing effects end, each with what it says [DR-R-12] [DR-R-13]; a deck that
    is left goes face up onto the field [DR-R-7]."""
    state = table.state
    state.step = Step.ROUND_END
    if table.setup.round_end_cap == RoundEndCap.TRUE:
        cap_mana(table)
    while state.lasting:
        one = state.lasting.pop(0)
        table.events.append(events.LastingEnded(unit=one.unit, seat=one.seat, clause="DR-R-12"))
        yield from lasting_end(table, one)
    if state.deck:
        lay_deck_open(table)


def lasting_end(table: DriveTable, one: SkillAt) -> Flow[None]:
    """What a continuing effect does when it ends [DR-R-13]."""
    frame = Frame(FrameKind.LASTING_END, one.seat, one.unit, one.skill)
    table.state.frames.append(frame)
    for op in table.lasting_op(one).on_end:
        assert isinstance(op.amount, int), "no X is left when an effect ends, as the loader has seen to"
        match op:
            case Heal():
                table.heal(op.amount, "DR-R-13")
            case GainMana():
                table.gains(one.seat, op.amount, "DR-R-13")
            case Draw():
                yield from draw(table, one.seat, op.amount) or ()
        frame.at += 1
    table.state.frames.pop()


def lay_deck_open(table: DriveTable) -> None:
    """The enemy deck ran out before the deck: what is left of this lies face up on the field [DR-R-7]."""
    state = table.state
    state.field += table.known(state.deck, "DR-R-7")
    for side in state.sides:
        side.knows = [card for card in side.knows if card not in state.deck]
    state.deck = []


def boss_preparation(table: DriveTable) -> Flow[None]:
    """①〜④ in their order; the next player begins the boss round [DR-B-1] [DR-B-14]."""
    state = table.state
    table.rely("DR-B-9")
    state.active = next_seat(table)
    state.step = Step.HAND_RESET
    yield from reset_hands(table)
    rebuild_deck(table)
    refill_hands(table)
    yield from boss_appears(table) or ()


def reset_hands(table: DriveTable) -> Flow[None]:
    """①手札のリセット: each keeps up to 2 cards, the others go face up onto the field [DR-B-2] [DR-B-3]."""
    with_cards = [seat for seat in table.seats if table.side[seat].hand]
    answers = yield from together(table, lambda: [seated(KeepDecision, seat) for seat in with_cards])
    for seat, act in answers.items():
        side = table.side[seat]
        table.state.field += [card for card in side.hand if card not in act.cards]
        side.hand = list(act.cards)
        table.events.append(events.Kept(seat=seat, cards=list(act.cards), clause="DR-B-2", private=seat))


def rebuild_deck(table: DriveTable) -> None:
    """②山札の再構築: the whole field is shuffled and is the new deck; the discard stays [DR-B-4] [DR-B-6]. The field is
    empty for the first play of the round [DR-B-19]."""
    state = table.state
    state.deck = table.shuffled("rebuild", sorted(state.field), "DR-B-4")
    state.field = []
    table.events.append(events.Rebuilt(count=len(state.deck), clause="DR-B-4"))


def refill_hands(table: DriveTable) -> None:
    """②手札の補充: up to 4 cards each, one at a time clockwise from the first player, as far as the deck goes [DR-B-5]
    [DR-B-8]. Who kept fewer put more into the deck: it comes out the same [DR-B-7]."""
    state = table.state
    table.rely("DR-B-8")
    for _ in range(HAND):
        for seat in table.clockwise(state.active):
            if state.deck and len(table.side[seat].hand) < HAND:
                table.take_top(seat, state.deck, "deck", "DR-B-5")


def boss_appears(table: DriveTable) -> Flow[None] | None:
    """③ボス出現, ④敵HPカード反転: the pile of enemies is turned over; the enemy still there leaves without a bonus, its
    chips go back, and the boss, at A Faust, stands with its HP [DR-B-10] [DR-B-11] [DR-B-13] [DR-B-18] [DR-B-20]. Its
    effect on appearance is applied now, with the first player as turn player [DR-B-17]."""
    state = table.state
    state.step = Step.BOSS_APPEARS
    state.round = Round.BOSS
    if state.enemy is not None:
        state.pile.append(state.enemy.card)
    (boss,) = table.known([state.boss], "DR-B-10")
    appear(table, boss, "DR-B-10")
    table.rely("DR-B-17")
    if table.setup.boss_appear_skill == BossAppearSkill.FALSE:
        return None
    return appearance(table)


class KeepDecision(SomeOf):
    """None, one or two cards of the own hand [DR-B-2]."""

    ask = "keep"
    clause = "DR-B-2"
    takes = (Keep,)
    field = "cards"
    called = "rounds.kept"

    def candidates(self, table: DriveTable) -> Sequence[int]:
        return table.side[self.seat].hand

    def least(self, table: DriveTable) -> int:
        return 0

    def most(self, table: DriveTable) -> int:
        return MOST_KEPT

    def law(self, table: DriveTable, act: Act) -> Violation | None:
        if not set(table.side[self.seat].hand).issuperset(act.cards):
            return Violation("DR-B-2", "rounds.own_hand")
        if len(dict.fromkeys(act.cards)) > MOST_KEPT:
            return Violation("DR-B-2", "rounds.most", most=MOST_KEPT)
        return super().law(table, act)
