"""The texts of attack and support cards, as far as the second judge plays them."""

from collections.abc import Callable, Generator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from shinpan_engine.games.hackclad import actions

from .decks import draw, ready, shuffled, take_back
from .effects import collect, gain_cp, gain_mp, go_to, strike
from .position import Witch
from .printed import CLAD_VOLTAGE, KUNAI, STRIKES, SUPPORTS, Strike, owner, place
from .questions import Flow, Question, front_of, number, one_of
from .squares import SQUARES, Square, ahead, around, behind, beside, corners, next_crossings, opposite, towards
from .windows import Attack

if TYPE_CHECKING:
    from .judge import Judge

RAGE_FROM = 5
"""逆鱗: from so many injuries on."""
MOST_TOKENS = 8
MANY_TOKENS = 5
MANY_CARDS = 5
MOST_TRAPS = 2
RAID_DAMAGE = 2


class Using:
    """A card that is being used, or what else is carried out, and what has come of it."""

    def __init__(self, judge: "Judge", seat: int, card: int, act: actions.Use | None = None) -> None:
        self.judge = judge
        self.at = judge.at
        self.readings = judge.readings
        self.seat = seat
        self.witch: Witch = judge.at.witches[seat]
        self.card = card
        self.act = act
        self.first = True
        """Whether it is the first of its name in this turn."""
        self.pushes = False
        self.stays = False

    def may(self) -> Generator[Question, tuple[int, Any], bool]:
        """してもよい."""
        yes = actions.Choose([1])
        _, act = yield Question("may", self.seat, lambda s, a: s == self.seat and a in (actions.PASS, yes))
        return bool(act == yes)

    def legal_steps(self) -> list[Square]:
        """Where the witch can step."""
        if self.witch.square is None or self.witch.no_steps:
            return []
        near = beside(self.witch.square)
        free = [square for square in near if not (self.readings.blocked and self.at.occupied(square))]
        return sorted(free, key=SQUARES.index)

    def go(self, square: Square) -> None:
        """The witch moves to a square."""
        go_to(self.at, self.seat, square)

    def hit(self, damages: dict[Square, int]) -> None:
        """Deals damage, all at once."""
        strike(self.at, self.seat, damages, self.readings.cp_most)


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
        yield from _strike(using, STRIKES[where])
    else:
        judge.at.met.add(SUPPORTS[where][1])
        yield from SUPPORT_TEXTS[SUPPORTS[where][1]](using)
    (witch.turn_cards if using.stays else witch.discard).append(act.card)
    if using.pushes:
        yield from judge.clad_steps(Attack("knockback", front=front_of(act)))


# Attacks


def _strike(using: Using, card: Strike) -> Flow:
    """The attack, and what else its card says."""
    at, witch, act = using.at, using.witch, using.act
    assert witch.square is not None
    assert act is not None
    at.met.add(card.more or "plain")
    more = witch.next_atk + witch.atk
    witch.next_atk = witch.next_many = 0
    witch.next_field = False
    more += yield from _beforehand(using, card)
    targets = [SQUARES[target - 1] for target in act.targets]
    front, back = witch.square == ahead(at.clad, at.front), witch.square == behind(at.clad, at.front)
    hits_clad, legions = at.clad in targets, [target for target in targets if target in at.legions]
    damages = {target: _atk(card, using, hits_clad and front) + more for target in targets}
    if card.more == "1 more on the clad" and hits_clad:
        damages[at.clad] += 1
    if card.more == "spares legions":
        damages |= dict.fromkeys(legions, 0)
    using.hit(damages)
    destroyed = [legion for legion in legions if legion not in at.legions]
    yield from _afterwards(using, card, (hits_clad and front, hits_clad and back, hits_clad), destroyed)


def _beforehand(using: Using, card: Strike) -> Generator[Question, tuple[int, Any], int]:
    """What is asked before the attack, and the ATK it gives."""
    witch = using.witch
    if card.more == "braced" and not witch.moved and (yield from using.may()):
        witch.no_steps = True
        return 1
    if card.more == "1 more by omen":
        return int((yield from _omen(using)))
    if card.more == "1 more after support":
        return int(_supports(witch) > 0)
    if card.more == "more for each support":
        return _supports(witch)
    return 0


def _omen(using: Using) -> Generator[Question, tuple[int, Any], bool]:
    """No clad deck, or a top card of VOLTAGE 1 that is revealed."""
    deck = using.at.clad_deck
    if not deck:
        return True
    return (yield from using.may()) and CLAD_VOLTAGE[deck[0]] == 1


def _supports(witch: Witch) -> int:
    """Support cards used in this turn."""
    return sum((owner(card), place(card)) in SUPPORTS for card in witch.used)


def _atk(card: Strike, using: Using, from_front: bool) -> int:
    """The ATK with what its own text adds."""
    act, witch = using.act, using.witch
    assert act is not None
    match card.more:
        case "cp is atk":
            return card.atk + act.cp
        case "3 cp for 1 atk" | "kunai for a push":
            return card.atk + bool(act.cp or act.discards)
        case "rage":
            return card.atk + (witch.injuries >= RAGE_FROM)
        case "swallow":
            return card.atk + from_front
        case "1 more for 3 discards":
            return card.atk + len(witch.discard) // 3
        case "discards over 3":
            return max(0, len(witch.discard) - 3)
    return card.atk


def _afterwards(using: Using, card: Strike, bearing: tuple[bool, bool, bool], destroyed: Sequence[Square]) -> Flow:
    """What the text says after the attack."""
    at, witch, act = using.at, using.witch, using.act
    assert act is not None
    from_front, from_behind, hits_clad = bearing
    match card.more:
        case "hurts":
            witch.injuries += 1
        case "holds":
            at.held |= hits_clad
        case "gives cp":
            gain_cp(witch, 1, using.readings.cp_most)
        case "push from the front":
            using.pushes = from_front
        case "kunai for a push":
            using.pushes = hits_clad and bool(act.discards)
        case "rage":
            using.pushes = hits_clad and witch.injuries >= RAGE_FROM
        case "swallow" if from_front:
            yield from _mill(using)
        case "1 cp turns it" if act.cp:
            _turn_clad(using, to_her=True)
        case "stays":
            using.stays = True
        case "steals" if from_behind and using.first:
            yield from draw(using.judge, using.seat, 1)
        case "readies from behind" if from_behind:
            _ready_trap(using)
        case "kunai come back":
            back = [kunai for kunai in witch.discard if place(kunai) in KUNAI]
            witch.discard = [other for other in witch.discard if other not in back]
            witch.hand += back
        case "draws by omen" if (yield from _omen(using)):
            yield from draw(using.judge, using.seat, 1)
        case "to where it destroyed" if destroyed:
            yield from _may_go(using, destroyed)


# Parts of texts


def chosen_square(
    kind: str, seat: int, squares: Sequence[Square], act: type
) -> Generator[Question, tuple[int, Any], Square]:
    """One of some squares, of which the only one is not asked about."""
    if len(squares) == 1:
        return squares[0]
    return (yield from one_of(kind, seat, squares, act))


def _mill(using: Using) -> Generator[Question, tuple[int, Any], int]:
    """The top card of the deck is discarded; 0 if there is none."""
    yield from ready(using.judge, using.seat)
    if not using.witch.deck:
        return 0
    using.witch.discard.append(using.witch.deck.pop(0))
    return using.witch.discard[-1]


def _turn_clad(using: Using, to_her: bool) -> None:
    """The clad turns to a witch beside it, or its back."""
    at, square = using.at, using.witch.square
    front = towards(at.clad, square) if square else None
    if front:
        at.front = front if to_her else opposite(front)


def _ready_trap(using: Using) -> None:
    using.witch.traps = min(MOST_TRAPS, using.witch.traps + 1)


def _may_go(using: Using, squares: Sequence[Square]) -> Flow:
    """She may go to one of some squares."""
    legal = [actions.PASS, *(actions.Move(number(square)) for square in squares)]
    _, act = yield Question("may_move", using.seat, lambda s, a: s == using.seat and a in legal)
    if isinstance(act, actions.Move):
        using.go(SQUARES[act.square - 1])


def may_step(using: Using) -> Flow:
    """She may step once."""
    if using.legal_steps():
        yield from _may_go(using, using.legal_steps())


def _step(using: Using) -> Flow:
    if using.legal_steps():
        using.go((yield from one_of("move", using.seat, using.legal_steps(), actions.Move)))


def _oracle(using: Using) -> None:
    """神託: to look changes nothing; an empty clad deck gives MP."""
    if not using.at.clad_deck:
        gain_mp(using.witch, 1)


# 操甲


def _taken(using: Using) -> list[Square]:
    return [token for witch in using.at.witches.values() for token in witch.tokens]


def _deploy(using: Using) -> Flow:
    witch = using.witch
    if witch.square is None or len(witch.tokens) >= MOST_TOKENS:
        return
    free = [crossing for crossing in corners(witch.square, using.readings.inner_grid) if crossing not in _taken(using)]
    if free:
        witch.tokens.append((yield from chosen_crossing(using, free)))
        witch.tokens.sort()


def chosen_crossing(using: Using, free: Sequence[Square]) -> Generator[Question, tuple[int, Any], Square]:
    """One of some crossings, of which the only one is not asked about."""
    if len(free) == 1:
        return free[0]
    legal = [actions.Deploy(number(crossing)) for crossing in free]
    _, act = yield Question("deploy", using.seat, lambda s, a: s == using.seat and a in legal)
    return SQUARES[act.crossing - 1]


def _shifts(using: Using) -> list[actions.Shift]:
    return [
        actions.Shift(number(token), number(to))
        for token in using.witch.tokens
        for to in next_crossings(token, using.readings.inner_grid)
        if to not in _taken(using)
    ]


def _shift(using: Using) -> Flow:
    legal = _shifts(using)
    if not legal:
        return
    act = legal[0]
    if len(legal) > 1:
        _, act = yield Question("shift", using.seat, lambda s, a: s == using.seat and a in legal)
    using.witch.tokens.remove(SQUARES[act.crossing - 1])
    using.witch.tokens.append(SQUARES[act.to - 1])
    using.witch.tokens.sort()


def _searched(using: Using) -> list[Square]:
    return [square for square in SQUARES if any(square in around(token) for token in using.witch.tokens)]


def _gather(using: Using) -> Flow:
    squares = _searched(using)
    if squares:
        square = yield from one_of("gather", using.seat, squares, actions.Gather)
        collect(using.at, using.seat, square)


def _shoot(using: Using) -> Flow:
    targets = [square for square in _searched(using) if square == using.at.clad or square in using.at.legions]
    if targets:
        target = yield from chosen_square("target", using.seat, targets, actions.Target)
        using.hit({target: 1 + using.witch.token_atk})


Order = Callable[[Using], Flow]
THREE_ORDERS: Sequence[Order] = (_shift, _gather, _shoot)
ALL_ORDERS: Sequence[Order] = (_deploy, *THREE_ORDERS)


def order(using: Using, orders: Sequence[Order]) -> Flow:
    """One of some orders."""
    legal = [actions.Choose([at]) for at in range(1, len(orders) + 1)]
    _, act = yield Question("choose", using.seat, lambda s, a: s == using.seat and a in legal)
    yield from orders[act.options[0] - 1](using)


# Support cards


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
    card = yield from _mill(using)
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
    _oracle(using)


def _leap(using: Using) -> Flow:
    """飛翔."""
    _oracle(using)
    free = sorted((near for near in beside(using.at.clad) if not using.at.occupied(near)), key=SQUARES.index)
    if free and using.witch.square is not None:
        using.go((yield from one_of("move", using.seat, free, actions.Move)))


def _prayer(using: Using) -> Flow:
    """祈禱."""
    discard = using.witch.discard
    yield from take_back(using.judge, using.seat, [card for card in discard if (owner(card), place(card)) in SUPPORTS])
    using.witch.next_atk += 1


def _raid(using: Using) -> Flow:
    """辻斬り: two steps past anything, hitting what is passed."""
    witch, at = using.witch, using.at
    squares: list[Square] = []
    for last in (False, True):
        if witch.square is None:
            return
        near = sorted(beside(witch.square), key=SQUARES.index)
        if last and using.readings.blocked:
            near = [square for square in near if not at.occupied(square)]
        if not near:
            return
        square = yield from one_of("move", using.seat, near, actions.Move)
        using.go(square)
        squares.append(square)
    passed = squares[0]
    if passed == at.clad or passed in at.legions:
        using.hit({passed: RAID_DAMAGE})


def _explore(using: Using) -> Flow:
    """探査."""
    if (yield from using.may()):
        yield from _shift(using)
    yield from ready(using.judge, using.seat)
    if using.witch.deck and (yield from using.may()):
        using.witch.discard.append(using.witch.deck.pop(0))


def _guns(using: Using) -> Flow:
    """機銃掃射."""
    yield from _shoot(using)
    yield from _shoot(using)
    if len(using.witch.tokens) >= MANY_TOKENS:
        yield from _shoot(using)


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
    yield from _deploy(using)
    yield from may_step(using)


def _plain(text: Callable[[Using], None]) -> Order:
    """A text that asks nothing."""

    def flow(using: Using) -> Flow:
        text(using)
        yield from ()

    return flow


SUPPORT_TEXTS: dict[str, Order] = {
    "step": _step,
    "keep the stones": _plain(_spare),
    "turn it to her": _plain(lambda using: _turn_clad(using, to_her=True)),
    "turn it away": _plain(lambda using: _turn_clad(using, to_her=False)),
    "mp, stones kept for 1": _mp_and(_spare),
    "night parade": _parade,
    "lull": _plain(_lull),
    "mp": _plain(lambda using: gain_mp(using.witch, 2)),
    "nothing": _plain(lambda _: None),
    "emplacement": _plain(_emplacement),
    "next hits 2": _plain(_next_hits_two),
    "moon": _plain(_moon),
    "mp, oracle for 1": _mp_and(_oracle),
    "leap": _leap,
    "prayer": _prayer,
    "ready": _plain(_ready_trap),
    "mp, ready for 1": _mp_and(_ready_trap),
    "raid": _raid,
    "deploy and step": _deploy_and_step,
    "order": lambda using: order(using, THREE_ORDERS),
    "explore": _explore,
    "experiment": _experiment,
    "mp, any order for 1": _mp_and(lambda using: order(using, ALL_ORDERS)),
    "deploy": _deploy,
    "shoot 2 or 3": _guns,
    "tokens hit harder": _plain(_harder),
    "search": _search,
    "restart": lambda using: take_back(using.judge, using.seat, list(using.witch.discard)),
    "refit": _refit,
}
