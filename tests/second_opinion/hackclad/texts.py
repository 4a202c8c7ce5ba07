"""The use of cards on own turns, and the texts of support cards."""

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from shinpan_engine.games.hackclad.table import actions

from .decks import draw, ready, shuffled, take_back
from .effects import gain_cp, gain_mp
from .printed import STRIKES, SUPPORTS, owner, place
from .questions import Flow, Question, front_of, number, one_of
from .squares import SQUARES, Square, beside
from .strikes import attack
from .tokens import ALL_ORDERS, THREE_ORDERS, Order, deploy, order, shift, shoot
from .using import Using, may_step, mill, oracle, ready_trap, step, turn_clad
from .windows import Attack

if TYPE_CHECKING:
    from .judge import Judge

MANY_TOKENS = 5
MANY_CARDS = 5
RAID_DAMAGE = 2


def use(judge: "Judge", seat: int, act: actions.Use) -> Flow:
    """A card that has left its place: paid, carried out, laid away; a knockback comes last."""
    using, where = Using(judge, seat, act.card, act), (owner(act.card), place(act.card))
    witch = using.witch
    witch.mp -= STRIKES[where].mp if where in STRIKES else SUPPORTS[where][0]
    witch.cp -= act.cp
    for discard in act.discards:
        witch.hand.remove(discard)
        witch.discard.append(discard)
    using.first = not any(place(used) == place(act.card) for used in witch.used)
    witch.used.append(act.card)
    if where in STRIKES:
        yield from attack(using, STRIKES[where])
    else:
        judge.at.met.add(SUPPORTS[where][1])
        yield from SUPPORT_TEXTS[SUPPORTS[where][1]](using)
    (witch.turn_cards if using.stays else witch.discard).append(act.card)
    if using.pushes:
        yield from judge.clad_steps(Attack("knockback", front=front_of(act)))


def _mp_and(more: Callable[[Using], Flow | None]) -> Order:
    """魔力変容: MP +2, then something for 1 MP."""

    def text(using: Using) -> Flow:
        gain_mp(using.witch, 2)
        if (yield from using.may()):
            using.witch.mp -= 1
            yield from more(using) or ()

    return text


def _spare(using: Using) -> None:
    using.witch.spared = True


def _parade(using: Using) -> Flow:
    """百鬼夜行: the top card is discarded and may be used; two cracks in this turn."""
    from .turns import Turn  # noqa: PLC0415

    witch, seat = using.witch, using.seat
    card = yield from mill(using)
    if card:
        law = Turn(using.at, using.readings, seat)

        def allows(s: int, act: Any) -> bool:
            uses = isinstance(act, actions.Use) and act.card == card and law.uses(act)
            return s == seat and (act == actions.PASS or uses)

        _, act = yield Question("use_turned", seat, allows)
        if isinstance(act, actions.Use):
            witch.discard.remove(card)
            yield from use(using.judge, seat, act)
    witch.two_cracks = True


def _lull(using: Using) -> None:
    """凪の陣."""
    using.witch.prepared += 2
    if not using.witch.moved:
        gain_cp(using.witch, 1, using.readings.cp_most)
        using.judge.turn_over = True


def _emplacement(using: Using) -> None:
    """特火点."""
    using.witch.no_steps = using.witch.next_field = True
    using.witch.next_atk += 1


def _next_hits_two(using: Using) -> None:
    using.witch.next_many = 2


def _moon(using: Using) -> None:
    gain_mp(using.witch, 1)
    oracle(using)


def _leap(using: Using) -> Flow:
    """飛翔."""
    oracle(using)
    free = sorted((near for near in beside(using.at.clad) if not using.at.occupied(near)), key=SQUARES.index)
    if free and using.witch.square is not None:
        using.go((yield from one_of("move", using.seat, free, actions.Move)))


def _prayer(using: Using) -> Flow:
    """祈禱."""
    discard = using.witch.discard
    yield from take_back(using.judge, using.seat, [card for card in discard if (owner(card), place(card)) in SUPPORTS])
    using.witch.next_atk += 1


def _raid_step(using: Using, near: list[Square]) -> Flow:
    """To one of these squares, if there is any."""
    if not near:
        return None
    square = yield from one_of("move", using.seat, sorted(near, key=SQUARES.index), actions.Move)
    using.go(square)
    return square


def _raid(using: Using) -> Flow:
    """辻斬り: two steps past anything, hitting what is passed."""
    witch, at = using.witch, using.at
    start = witch.square
    if start is None:
        return
    ends = {square: list(beside(square)) for square in beside(start)}
    if using.readings.blocked:
        witch.square = None
        ends = {passed: [end for end in there if not at.occupied(end)] for passed, there in ends.items()}
        witch.square = start
    passed = yield from _raid_step(using, [square for square in ends if ends[square]])
    if passed is None:
        return
    yield from _raid_step(using, ends[passed])
    if passed == at.clad or passed in at.legions:
        using.hit({passed: RAID_DAMAGE})


def _explore(using: Using) -> Flow:
    """探査."""
    if (yield from using.may()):
        yield from shift(using)
    yield from ready(using.judge, using.seat)
    if using.witch.deck and (yield from using.may()):
        using.witch.discard.append(using.witch.deck.pop(0))


def _guns(using: Using) -> Flow:
    """機銃掃射."""
    yield from shoot(using)
    yield from shoot(using)
    if len(using.witch.tokens) >= MANY_TOKENS:
        yield from shoot(using)


def _harder(using: Using) -> None:
    using.witch.token_atk += 1


def _search(using: Using) -> Flow:
    gain_cp(using.witch, 1, using.readings.cp_most)
    if len(using.witch.deck) >= MANY_CARDS:
        yield from draw(using.judge, using.seat, 1)


def _experiment(using: Using) -> Flow:
    """実験: a ツチグモ is paid, and a card of the extended deck is drawn by lot."""
    witch, act = using.witch, using.act
    assert act is not None
    witch.tokens.remove(SQUARES[act.crossing - 1])
    if witch.extended:
        card = shuffled(using.judge, "extended", using.seat, witch.extended)[0]
        witch.extended.remove(card)
        witch.discard.append(card)
    yield from ()


def _refit(using: Using) -> Flow:
    """転装."""
    witch, seat = using.witch, using.seat
    witch.no_rebuild = True
    most = min(len(witch.tokens), len(witch.deck))
    if not most:
        return
    numbers = sorted(number(token) for token in witch.tokens)
    legal = [actions.Withdraw(list(some)) for count in range(1, most + 1) for some in combinations(numbers, count)]
    _, act = yield Question("withdraw", seat, lambda s, a: s == seat and (a == actions.PASS or a in legal))
    if isinstance(act, actions.Withdraw):
        witch.tokens = [token for token in witch.tokens if number(token) not in act.crossings]
        yield from draw(using.judge, seat, len(act.crossings))


def _deploy_and_step(using: Using) -> Flow:
    yield from deploy(using)
    yield from may_step(using)


def _plain(text: Callable[[Using], None]) -> Order:
    """A text that asks nothing."""

    def flow(using: Using) -> Flow:
        text(using)
        yield from ()

    return flow


SUPPORT_TEXTS: dict[str, Order] = {
    "step": step,
    "keep the stones": _plain(_spare),
    "turn it to her": _plain(lambda using: turn_clad(using, to_her=True)),
    "turn it away": _plain(lambda using: turn_clad(using, to_her=False)),
    "mp, stones kept for 1": _mp_and(_spare),
    "night parade": _parade,
    "lull": _plain(_lull),
    "mp": _plain(lambda using: gain_mp(using.witch, 2)),
    "nothing": _plain(lambda _: None),
    "emplacement": _plain(_emplacement),
    "next hits 2": _plain(_next_hits_two),
    "moon": _plain(_moon),
    "mp, oracle for 1": _mp_and(oracle),
    "leap": _leap,
    "prayer": _prayer,
    "ready": _plain(ready_trap),
    "mp, ready for 1": _mp_and(ready_trap),
    "raid": _raid,
    "deploy and step": _deploy_and_step,
    "order": lambda using: order(using, THREE_ORDERS),
    "explore": _explore,
    "experiment": _experiment,
    "mp, any order for 1": _mp_and(lambda using: order(using, ALL_ORDERS)),
    "deploy": deploy,
    "shoot 2 or 3": _guns,
    "tokens hit harder": _plain(_harder),
    "search": _search,
    "restart": lambda using: take_back(using.judge, using.seat, list(using.witch.discard)),
    "refit": _refit,
}
