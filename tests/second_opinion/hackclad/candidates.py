"""Actions to be judged by both: legal ones, and such as nearly are."""

from collections.abc import Iterator, Sequence
from typing import Any

from shinpan_engine.games.hackclad.table import actions
from shinpan_engine.games.hackclad.table.actions import Deed, Facing
from shinpan_engine.kernel.play.chance import Stream

from .judge import Judge
from .position import Witch
from .printed import KUNAI, ORDERS, REACTIONS, STRIKES, SUPPORTS, owner, place
from .questions import number
from .squares import FRONTS, SQUARES, reached, towards

ALL = range(1, len(SQUARES) + 1)
SQUARE_ACTS: dict[str, Any] = {
    "re-entry": actions.ReEnter,
    "move": actions.Move,
    "may_move": actions.Move,
    "target": actions.Target,
    "gather": actions.Gather,
    "deploy": actions.Deploy,
}


def known(card: int) -> bool:
    """Whether the second judge plays with the card."""
    where = owner(card), place(card)
    return where in STRIKES or where in REACTIONS or where in SUPPORTS


def tries(judge: Judge, dice: Stream) -> Iterator[tuple[int, Any]]:
    """What is judged here: everything that answers an attack, and of an own turn some of everything."""
    question = judge.question
    assert question is not None, "nobody is asked at the end"
    if question.kind == "give":
        yield from ((seat, actions.Give(taker)) for seat in judge.at.witches for taker in judge.at.witches)
        return
    if question.kind not in ("turn", "reaction"):
        yield from ((question.seat, act) for act in parts(judge, dice))
        return
    for seat, witch in judge.at.witches.items():
        yield from ((seat, act) for act in answers(witch))
        yield from ((seat, act) for act in deeds(witch, dice))
        yield from ((seat, act) for act in strikes(judge, witch, witch.hand, dice))


def parts(judge: Judge, dice: Stream) -> Iterator[Any]:
    """Whatever can be said in the middle of a text."""
    question = judge.question
    assert question is not None, "somebody is asked"
    witch = judge.at.witches[question.seat]
    match question.kind:
        case "re-entry" | "move" | "may_move" | "target" | "gather" | "deploy":
            yield actions.PASS
            yield from (SQUARE_ACTS[question.kind](square) for square in ALL)
        case "may" | "choose":
            yield actions.PASS
            yield from (actions.Choose([option]) for option in range(6))
            yield from (actions.Choose([one, other]) for one in range(4) for other in range(4))
        case "take":
            yield from (actions.Take(card) for card in (*witch.discard, *witch.hand, *witch.deck))
        case "shift":
            yield from (actions.Shift(token, to) for token in ALL for to in ALL)
        case "swap":
            yield actions.PASS
            cards = [*witch.discard, *witch.extended, *witch.hand]
            yield from (actions.Swap(out, cards[dice.below(len(cards))]) for out in cards)
        case "place":
            cards = [*witch.hand, *witch.discard[:2]]
            yield from (actions.Place(card, slot) for card in cards for slot in range(6))
        case "put_back":
            yield from (actions.PutBack(card) for card in (*witch.hand, *witch.deck[:2], *witch.turn_cards))
        case "withdraw":
            yield actions.PASS
            tokens = [number(token) for token in witch.tokens]
            yield from (actions.Withdraw(sorted(dice.shuffle(tokens)[: dice.below(9)])) for _ in range(8))
            yield actions.Withdraw([1 + dice.below(25)])
        case "use_turned":
            yield actions.PASS
            yield from (actions.Use(card) for card in witch.discard if known(card))
            yield from strikes(judge, witch, witch.discard, dice)


def answers(witch: Witch) -> Iterator[Any]:
    """Whatever can be said to an attack."""
    yield actions.Pass()
    yield actions.Spend(Deed.GUARD)
    yield actions.Crack()
    for card in [*witch.hand, *witch.discard[:1]]:
        yield actions.Basic(Deed.GUARD, card)
        if known(card):
            yield actions.Use(card)
            tokens = [number(token) for token in witch.tokens[:2]]
            yield from (actions.Use(card, crossing=token) for token in (*tokens, 1 + len(witch.hand)))


def deeds(witch: Witch, dice: Stream) -> Iterator[Any]:
    """Ends of turns, steps to any square, MP."""
    yield actions.EndTurn()
    yield actions.Spend(Deed.MP)
    yield actions.Spend(Deed.DRAW)
    yield actions.Activate(0)
    yield from (actions.Activate(card) for card in witch.discard[:2])
    yield from (actions.Activate(card) for card in witch.discard if (owner(card), place(card)) == ORDERS)
    squares = [1 + dice.below(25) for _ in range(3)]
    if witch.square is not None:
        squares += [number(square) for square in reached(witch.square, "north", ((0, 1), (1, 0), (-1, 0), (0, -1)))]
    yield from (actions.Spend(Deed.MOVE, square) for square in squares)
    for card in witch.hand[:1]:
        yield actions.Basic(Deed.MP, card)
        yield from (actions.Basic(Deed.MOVE, card, square) for square in squares)


def strikes(judge: Judge, witch: Witch, cards: Sequence[int], dice: Stream) -> Iterator[Any]:
    """Uses of attack cards: at anything, and at what is there."""
    at = judge.at
    things = [number(square) for square in (at.clad, *sorted(at.legions))]
    for card in cards:
        strike = STRIKES.get((owner(card), place(card)))
        if strike is None or not things:
            continue
        facings = [Facing(1 + dice.below(4))]
        front = towards(witch.square, at.clad) if witch.square else None
        facings += [Facing(1 + FRONTS.index(front))] if front else []
        for facing in facings:
            reach = reached(witch.square, FRONTS[facing - 1], strike.cells) if witch.square else []
            there = [thing for thing in things if SQUARES[thing - 1] in reach] or things
            most = max(strike.many, witch.next_many)
            wanted = 1 + dice.below(most + (dice.below(4) == 0))
            targets = sorted(dice.shuffle(there)[:wanted])
            kunai = [hand for hand in witch.hand if place(hand) in KUNAI and dice.below(2)][:1]
            cp = (1, 3, 1 + dice.below(4))[dice.below(3)] if dice.below(2) else 0
            yield actions.Use(card, facing, targets, 0, [])
            yield actions.Use(card, facing, targets, cp, kunai if dice.below(3) else [])
        yield actions.Use(card, Facing(1 + dice.below(4)), [1 + dice.below(25)])
