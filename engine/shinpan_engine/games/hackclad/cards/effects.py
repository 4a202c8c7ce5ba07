"""What texts do: each operation of the vocabulary that holds no others. Those on ツチグモ are in `tokens`."""

from bisect import insort
from collections.abc import Callable, Mapping
from typing import Any

from ....kernel.play.choices import chosen
from ....kernel.play.decisions import Flow, ask
from ..chapters.clad_moves import turn
from ..chapters.damage import deal
from ..chapters.field import can_walk, move_witch, steps_from, ways_past
from ..chapters.rebuild import draw, pop_top, refill
from ..table import events
from ..table.actions import Facing, Pass
from ..table.board import FACINGS, REVERSE
from ..table.options import CollectOnPass
from ..table.state import Frame, Modified, Reduction
from ..table.table import DECKS, HackcladTable
from . import texts
from .choices import (
    MayDecision,
    MayMoveDecision,
    MoveDecision,
    PutBackDecision,
    TakeDecision,
    TargetDecision,
    arrivals,
)
from .operations import holds, supports

Deed = Callable[[HackcladTable, int, Frame, Any], Flow[None] | None]
"""What an operation does, at once or as a flow where it leaves a choice."""

# Attacks.


def attack(table: HackcladTable, seat: int, frame: Frame, _: texts.Attack) -> None:
    """The card's attack: its ATK to each target, with what raises it [HC-3-16] [HC-12.1-10]."""
    skill = table.cards.skill(frame.card)
    atk = skill.base
    if skill.atk is not None:
        atk = max(0, atk + counted(table, seat, frame, skill.atk.count) // skill.atk.each)
    atk += frame.atk + table.modified(seat, Modified.ATK)
    more_on_clad = 0
    for bonus in skill.bonus:
        if holds(table, seat, bonus.holds, frame):
            if bonus.clad_only:
                more_on_clad += bonus.amount
            else:
                atk += bonus.amount
    targets = [square for square in frame.targets if table.target_at(square)]
    deal(table, seat, targets, atk + more_on_clad, 0 if skill.spares_legions else atk, frame)


def counted(table: HackcladTable, seat: int, frame: Frame, what: str) -> int:
    """The number in a formula."""
    if what == "paid":
        return frame.paid
    return supports(table, seat) if what == "supports" else len(table.side[seat].discard)


def hit_clad(table: HackcladTable, seat: int, frame: Frame, op: texts.HitClad) -> None:
    """Damage to the clad, wherever it stands [HC-8.4.4-13]."""
    deal(table, seat, (table.state.clad_square,), op.amount, 0, frame)


def hit_chosen(table: HackcladTable, seat: int, frame: Frame, op: texts.HitAny) -> Flow[None]:
    """An attack on the clad or one legion anywhere [HC-8.4.3-7]."""
    return hit_one(table, seat, frame, op.amount)


def intercept(table: HackcladTable, seat: int, frame: Frame, op: texts.Intercept) -> Flow[None]:
    """《迎撃》: an attack on who attacks; a legion destroyed so does not strike [HC-12.2-1]."""
    return hit_one(table, seat, frame, op.amount or frame.x)


def hit_one(table: HackcladTable, seat: int, frame: Frame, amount: int) -> Flow[None]:
    """An attack that is no card's on one of what it can reach, of the player's choice where there are several."""
    square = yield from chosen(table, TargetDecision, seat)
    if square is not None:
        deal(table, seat, (square,), amount, amount, frame)


def add_atk(_: HackcladTable, __: int, frame: Frame, op: texts.AddAtk) -> None:
    """ATK of this card."""
    frame.atk += op.amount


def reduce(table: HackcladTable, seat: int, frame: Frame, op: texts.Reduce) -> None:
    """Takes something off the damage of the attack that is answered, to that attack only [HC-8.4.3.B-4]; a ガード used
    for somebody else counts for her [HC-14.3.3-5]."""
    shield(table, frame.helped or seat, op.amount)


def shield(table: HackcladTable, seat: int, amount: int) -> None:
    """Takes something off the damage that the attack does to a witch."""
    if table.state.windows:
        table.state.windows[-1].reductions.append(Reduction(seat, amount))
        table.events.append(events.Reduced(amount=amount, seat=seat, clause="HC-12.1-8"))


# The own witch.


def walk(table: HackcladTable, seat: int, frame: Frame, op: texts.Walk) -> Flow[None]:
    """Moves step by step, or up to so many; what cannot be done is left out [HC-8.4.3.A-12]. Stones are gained on every
    square entered [HC-8.4.F-2]."""
    side = table.side[seat]
    frame.left = op.steps if can_walk(table, seat) else 0
    while frame.left and steps_from(table, side.square):
        act = yield ask(MayMoveDecision if op.optional else MoveDecision, seat)
        if type(act) is Pass:
            break
        frame.left -= 1
        if frame.left and table.setup.collect_on_pass == CollectOnPass.FALSE:
            side.square, side.moved = act.square, True
            table.events.append(events.Moved(square=act.square, seat=seat, clause="HC-8.4.F-1"))
        else:
            move_witch(table, seat, act.square, "HC-8.4.F-1")
    frame.left = 0


def raid(table: HackcladTable, seat: int, frame: Frame, op: texts.Raid) -> Flow[None]:
    """Moves past any pieces, gaining all stones on the way; then whatever stands on a square passed is hit at once."""
    if not can_walk(table, seat) or not ways_past(table, seat, table.side[seat].square, op.steps):
        return
    frame.left = op.steps
    while frame.left:
        act = yield ask(MoveDecision, seat)
        frame.left -= 1
        move_witch(table, seat, act.square, "HC-8.4.3.A-14", passing=frame.left > 0)
        if frame.left and table.target_at(act.square) and act.square not in frame.targets:
            frame.targets.append(act.square)
    deal(table, seat, frame.targets, op.amount, op.amount, frame)


def move_to(table: HackcladTable, seat: int, _: Frame, op: texts.MoveTo) -> Flow[None]:
    """Moves straight to a square that the text names [HC-8.4.F-11]."""
    if not can_walk(table, seat) or not arrivals(table, seat):
        return
    act = yield ask(MayMoveDecision if op.optional else MoveDecision, seat)
    if type(act) is not Pass:
        move_witch(table, seat, act.square, "HC-8.4.F-11")


def injured(table: HackcladTable, seat: int, _: Frame, op: texts.Injure) -> None:
    """The gauge rises, and nothing else [HC-8.4.6-9]."""
    side = table.side[seat]
    side.injuries += op.amount
    table.events.append(events.Injured(injuries=side.injuries, lost=0, seat=seat, clause="HC-8.4.6-9"))


def gain_mp(table: HackcladTable, seat: int, _: Frame, op: texts.GainMp) -> None:
    """MP up to the limit [HC-3.G-2]."""
    table.gain_mp(seat, op.amount, "HC-3.G-2")


def gain_cp(table: HackcladTable, seat: int, _: Frame, op: texts.GainCp) -> None:
    """CP up to the limit [HC-3.G-3]."""
    table.gain_cp(seat, op.amount, "HC-3.G-3")


def modify(table: HackcladTable, seat: int, _: Frame, op: texts.Modify) -> None:
    """Something is in force for as long as the text says [HC-8.4.3.A-14]."""
    table.modify(seat, texts.MODIFIED[op.what], op.amount, texts.LASTS[op.lasts])


def ready(table: HackcladTable, seat: int, _: Frame, __: texts.Ready) -> None:
    """Turns one トラバサミ face up, if one lies face down [HC-6.7-2]."""
    side = table.side[seat]
    if side.ready < table.character(seat).row.traps:
        turn_traps(table, seat, 1)


def turn_traps(table: HackcladTable, seat: int, by: int) -> None:
    """Turns トラバサミ up or down."""
    side = table.side[seat]
    side.ready += by
    table.events.append(events.TrapsTurned(ready=side.ready, seat=seat, clause="HC-6.7-2"))


def finish_turn(table: HackcladTable, seat: int, _: Frame, __: texts.FinishTurn) -> None:
    """The turn ends when this is done [HC-8.4.3-4]."""
    table.modify(seat, Modified.TURN_OVER, 1, texts.LASTS["turn"])


# The clad.


def turn_clad(table: HackcladTable, seat: int, _: Frame, op: texts.TurnClad) -> None:
    """Turns the clad [HC-8.4.F-9]: about, or so that the witch beside it stands before or behind it."""
    state = table.state
    if op.to == "reverse":
        turn(table, REVERSE[state.clad_facing], "HC-8.4.1-7")
        return
    towards = direction(table, state.clad_square, table.side[seat].square)
    if not towards:
        table.rely("HC-8.4.F-9")
        return
    turn(table, towards if op.to == "me" else REVERSE[towards], "HC-8.4.F-9")


def direction(table: HackcladTable, square: int, other: int) -> Facing:
    """The direction in which a square beside another lies."""
    for facing in FACINGS:
        if table.board.beyond[facing][square] == other:
            return facing
    return Facing.NONE


def knock_back(table: HackcladTable, seat: int, frame: Frame, _: texts.KnockBack) -> None:
    """The clad, if it was attacked, is knocked back when all else is done [HC-12.1-4] [HC-12.1-6], legions never
    [HC-8.4.3.L-5]; where no RANGE was laid, away from the witch beside it."""
    if not frame.facing:
        frame.facing = direction(table, table.side[seat].square, table.state.clad_square)
    frame.push = frame.facing != Facing.NONE and (frame.hit_clad or table.state.clad_square in frame.targets)


def hold_clad(table: HackcladTable, seat: int, _: Frame, __: texts.HoldClad) -> None:
    """The clad cannot move in this round [HC-8.4.1-16]."""
    table.state.clad_held = True
    table.events.append(events.CladHeld(seat=seat, clause="HC-8.4.1-16"))


def look(table: HackcladTable, seat: int, frame: Frame, op: texts.Look) -> Flow[None]:
    """Looks at the top card of the clad deck; an empty one is not rebuilt [HC-3-1] [HC-9.2-1]. 公開: the card may be
    shown to the others [HC-12.1-7]."""
    card = table.top_clad()
    if not card:
        frame.omen = True
        return
    table.events.append(events.Looked(card=card, seat=seat, clause="HC-3-1", private=seat))
    if op.reveal and type((yield ask(MayDecision, seat))) is not Pass:
        frame.omen = table.cards.voltage(card) == 1
        table.events.append(events.Revealed(card=card, seat=seat, clause="HC-12.1-7"))


# Cards.


def draw_cards(table: HackcladTable, seat: int, frame: Frame, op: texts.Draw) -> Flow[None] | None:
    """Draws [HC-8.4.3.A-6]."""
    return draw(table, seat, op.amount, frame)


def mill(table: HackcladTable, seat: int, frame: Frame, _: texts.Mill) -> Flow[None]:
    """The top card of the deck goes to the discard pile."""
    yield from refill(table, seat)
    if table.side[seat].deck:
        frame.turned = pop_top(table, seat)
        table.discard(seat, frame.turned, "HC-8.4.3.A-6")


def peek(table: HackcladTable, seat: int, _: Frame, __: texts.Peek) -> Flow[None]:
    """The top card of the deck is looked at, and discarded or left."""
    yield from refill(table, seat)
    deck = table.side[seat].deck
    if not deck:
        return
    seen = table.known(deck[:1], "HC-8.2-1", DECKS)
    table.events.append(events.Peeked(cards=seen, seat=seat, clause="HC-3-12", private=seat))
    act = yield ask(MayDecision, seat)
    if type(act) is not Pass:
        table.discard(seat, pop_top(table, seat), "HC-8.4.3.A-4")


def put_back(table: HackcladTable, seat: int, _: Frame, __: texts.Return) -> Flow[None]:
    """A hand card goes on top of the deck [HC-8.3-7]."""
    side = table.side[seat]
    if not side.hand:
        return
    act = yield ask(PutBackDecision, seat)
    side.hand.remove(act.card)
    side.deck.insert(0, act.card)
    table.events.append(events.PutBackOn(card=act.card, seat=seat, clause="HC-8.3-7", private=seat))


def take_back(table: HackcladTable, seat: int, frame: Frame, op: texts.TakeBack) -> Flow[None]:
    """Cards of the discard pile come back to the hand."""
    side = table.side[seat]
    if op.itself:
        found = [card for card in side.discard if card == frame.card]
    elif op.all_named:
        found = [card for card in side.discard if table.cards.skill(card).name == op.all_named]
    else:
        card = yield from chosen(table, TakeDecision, seat)
        found = [] if card is None else [card]
    for card in found:
        side.discard.remove(card)
        insort(side.hand, card)
        table.events.append(events.Returned(card=card, seat=seat, clause="HC-8.4.3.A-4"))


def search(table: HackcladTable, seat: int, _: Frame, __: texts.Search) -> Flow[None]:
    """A card of choice is drawn from the deck, which is shuffled then."""
    yield from refill(table, seat)
    side = table.side[seat]
    if not side.deck:
        return
    seen = sorted(table.known(side.deck, "HC-8.2-1", DECKS))
    table.events.append(events.Peeked(cards=seen, seat=seat, clause="HC-3-12", private=seat))
    act = yield ask(TakeDecision, seat)
    side.deck.remove(act.card)
    insort(side.hand, act.card)
    table.events.append(events.Drew(card=act.card, seat=seat, clause="HC-8.4.3.A-4", private=seat))
    side.draws += 1
    side.deck = table.shuffled(f"search/p{seat}/{side.draws}", sorted(side.deck), "HC-8.4.3.A-4")


def random_extended(table: HackcladTable, seat: int, _: Frame, __: texts.RandomExtended) -> None:
    """A random card of the extended deck goes to the discard pile: the deck grows [HC-11.1-6]."""
    side = table.side[seat]
    if side.extended:
        side.draws += 1
        order = table.shuffled(f"extended/p{seat}/{side.draws}", side.extended, "HC-8.4.3.A-4")
        (card,) = table.known(order[:1], "HC-8.4.3.A-4")
        side.extended.remove(card)
        table.discard(seat, card, "HC-8.4.3.A-4")


def stay(_: HackcladTable, __: int, frame: Frame, ___: texts.Stay) -> None:
    """The card becomes an additional turn card when it has been used [HC-8.4-7]."""
    frame.stays = True


DEEDS: Mapping[type, Deed] = {
    texts.Attack: attack,
    texts.HitClad: hit_clad,
    texts.HitAny: hit_chosen,
    texts.Intercept: intercept,
    texts.AddAtk: add_atk,
    texts.Reduce: reduce,
    texts.Walk: walk,
    texts.Raid: raid,
    texts.MoveTo: move_to,
    texts.Injure: injured,
    texts.GainMp: gain_mp,
    texts.GainCp: gain_cp,
    texts.Modify: modify,
    texts.Ready: ready,
    texts.FinishTurn: finish_turn,
    texts.TurnClad: turn_clad,
    texts.KnockBack: knock_back,
    texts.HoldClad: hold_clad,
    texts.Look: look,
    texts.Draw: draw_cards,
    texts.Mill: mill,
    texts.Peek: peek,
    texts.Return: put_back,
    texts.TakeBack: take_back,
    texts.Search: search,
    texts.RandomExtended: random_extended,
    texts.Stay: stay,
}
