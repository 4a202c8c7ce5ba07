"""8-4-3 A スキルカードの使用: ① to ④, and the knockback after them."""

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import ClassVar

from .....kernel.play.choices import MayPass
from .....kernel.play.decisions import Act, Flow, ask
from .....kernel.play.lists import ascending, out_of_order
from .....kernel.play.violations import UNREADABLE, Violation
from ...cards.cards import Skill
from ...cards.choices import ChooseDecision, MayDecision, PushDecision
from ...cards.effects import DEEDS, turn_traps
from ...cards.operations import holds, printed
from ...cards.pack_rows import CostRow
from ...cards.texts import Ability, May, OneOf, Operation, UseTurned, When
from ...table import events
from ...table.actions import PASS, Declare, Facing, Pass, Use
from ...table.board import FACINGS
from ...table.options import KnockbackDir
from ...table.state import Bearing, Due, Frame, Modified, Origin, Strike
from ...table.table import HackcladTable
from ..clad_moves import step
from ..tokens import TOKEN_DEEDS, take_off

NEXT = (Modified.NEXT_ATK, Modified.NEXT_MULTI, Modified.NEXT_FIELD)
"""What the next attack card uses up."""
ALL_DEEDS = {**DEEDS, **TOKEN_DEEDS}


def use(table: HackcladTable, seat: int, act: Use, helped: int = 0) -> Flow[None]:
    """Uses a skill card, basic or extended alike [HC-8.4.3.A-10]."""
    side, skill = table.side[seat], table.cards.skill(act.card)
    frame = declare_and_pay(table, seat, act, skill)
    frame.helped = helped
    if skill.reaction and not act.cp:
        note_free_reaction(table, seat)
    side.frames.append(frame)
    if table.state.due:
        yield from settle(table)
    # ③ The text, in order, while the card itself is in no pile [HC-8.4.3.A-4] [HC-8.4.3.A-7].
    yield from perform(table, seat, frame, skill.effects)
    # ④ The card goes to the discard pile [HC-8.4.3.A-9], or stays with the turn card.
    side.resolving.remove(act.card)
    if frame.stays:
        side.turn_cards.append(act.card)
    else:
        insort(side.discard, act.card)
    if frame.push:
        # The clad moves after that, with reactions to its step [HC-X-4].
        yield from knock_back(table, seat, frame)
    side.frames.pop()


def declare_and_pay(table: HackcladTable, seat: int, act: Use, skill: Skill) -> Frame:
    """① The card lies open on the table [HC-8.4.3.A-1]; ② all costs are paid [HC-8.4.3.A-2]."""
    side, state = table.side[seat], table.state
    (side.hand if act.card in side.hand else side.discard).remove(act.card)
    insort(side.resolving, act.card)
    side.used.append(act.card)
    table.seen[act.card] = None
    table.events.append(events.Used(card=act.card, seat=seat, clause="HC-8.4.3.A-1"))
    frame = Frame(len(state.windows), Origin.CARD, act.card)
    pay_costs(table, seat, act, skill, frame)
    if skill.attack:
        frame.facing, frame.targets = act.facing, list(act.targets)
        frame.atk = table.modified(seat, Modified.NEXT_ATK)
        if side.modifiers:
            table.use_up(seat, NEXT)
        if state.clad_square in act.targets:
            frame.bearing = bearing(table, seat)
    return frame


def pay_costs(table: HackcladTable, seat: int, act: Use, skill: Skill, frame: Frame) -> None:
    """MP [HC-8.4.3.K-8] and additional costs; cards discarded so lie in the discard pile from now on
    [HC-8.4.3.A-8]."""
    table.spend_mp(seat, skill.mp, "HC-8.4.3.K-8")
    table.spend_cp(seat, act.cp, "HC-12.1-1")
    frame.paid = act.cp
    frame.cost_paid = bool(act.cp or act.discards)
    for card in act.discards:
        table.side[seat].hand.remove(card)
        table.discard(seat, card, "HC-12.1-1")
    if act.crossing:
        take_off(table, seat, act.crossing)
    if skill.traps:
        turn_traps(table, seat, -1)


def bearing(table: HackcladTable, seat: int) -> Bearing:
    """From where the clad is attacked, by the pose of both when the attack is made [HC-12.1-15]."""
    state, here = table.state, table.side[seat].square
    front = table.board.beyond[state.clad_facing][state.clad_square]
    if here == front:
        return Bearing.FRONT
    # Seen from behind, the clad stands straight ahead.
    if here and table.board.beyond[state.clad_facing][here] == state.clad_square:
        return Bearing.BEHIND
    return Bearing.NONE


def note_free_reaction(table: HackcladTable, seat: int) -> None:
    """Texts in the discard pile that work when a reaction is taken without CP in its cost are due [HC-8.4.3.K-6]."""
    note(table, seat, "free_reaction", table.side[seat].discard)


def note(table: HackcladTable, seat: int, when: str, cards: Sequence[int]) -> None:
    """Texts of some cards that work at a moment are due."""
    for card in cards:
        for at, text in enumerate(table.cards.texts(card)):
            if text.when == when:
                table.state.due.append(Due(seat, card, at))


def knock_back(table: HackcladTable, seat: int, frame: Frame) -> Flow[None]:
    """ノックバック, one square away from the witch: the direction of the attack [HC-12.1-2] [HC-12.1-5]."""
    facing, board = frame.facing, table.board
    if board.beyond[facing][table.side[seat].square] != table.state.clad_square:
        table.rely("HC-12.1-2")
        if table.setup.knockback_dir == KnockbackDir.CHOOSE:
            act = yield ask(PushDecision, seat)
            frame.facing = facing = act.facing
    yield from step(table, Strike.KNOCKBACK, facing)


# The text.


def perform(table: HackcladTable, seat: int, frame: Frame, ops: Sequence[Operation]) -> Flow[None]:
    """Carries out operations one after the other; what they have triggered comes as soon as each is over
    [HC-8.4.3.K-6]. The last number of the frame's path says which one it is; `inner` puts that of a branch before it
    for the operations inside."""
    path = frame.path
    path.append(0)
    for at, op in enumerate(ops):
        path[-1] = at
        deed = ALL_DEEDS.get(type(op))
        flow = deed(table, seat, frame, op) if deed is not None else branch(table, seat, frame, op)
        if flow is not None:
            yield from flow
        if table.state.due:
            yield from settle(table)
    path.pop()


def branch(table: HackcladTable, seat: int, frame: Frame, op: Operation) -> Flow[None] | None:
    """An operation with others inside it."""
    match op:
        case When():
            return inner(table, seat, frame, 0, op.ops) if holds(table, seat, op.holds, frame) else None
        case Ability():
            frame.x = op.x
            return inner(table, seat, frame, 0, table.character(seat).abilities[op.name])
        case May():
            return may(table, seat, frame, op) if table.side[seat].mp >= op.mp else None
        case OneOf():
            return choose(table, seat, frame, op)
        case _:
            assert isinstance(op, UseTurned), "every other operation has its deed"
            return use_turned(table, seat, frame) if frame.turned else None


def inner(table: HackcladTable, seat: int, frame: Frame, at: int, ops: Sequence[Operation]) -> Flow[None]:
    """The operations of a branch."""
    frame.path.append(at)
    yield from perform(table, seat, frame, ops)
    frame.path.pop()


def may(table: HackcladTable, seat: int, frame: Frame, op: May) -> Flow[None]:
    """What is done only if the player wants it, and pays for it where the text says so."""
    act = yield ask(MayDecision, seat)
    if type(act) is Pass:
        return
    table.spend_mp(seat, op.mp, "HC-8.4.3.A-4")
    yield from inner(table, seat, frame, 0, op.ops)


def choose(table: HackcladTable, seat: int, frame: Frame, op: OneOf) -> Flow[None]:
    """What the player chooses, in the order named."""
    act = yield ask(ChooseDecision, seat)
    frame.chosen = list(act.options)
    while frame.chosen:
        option = frame.chosen.pop(0)
        yield from inner(table, seat, frame, option - 1, op.options[option - 1])


def use_turned(table: HackcladTable, seat: int, frame: Frame) -> Flow[None]:
    """The card turned from the deck may be used from the discard pile, under its conditions and costs
    [HC-8.4.3.A-15]."""
    act = yield ask(UseTurnedDecision, seat)
    frame.turned = 0
    if type(act) is Use:
        table.rely("HC-8.4.3.A-15")
        yield from use(table, seat, act)


def settle(table: HackcladTable) -> Flow[None]:
    """Carries out what has been triggered, in the order in which it came, as far as its card still lies in the discard
    pile."""
    due = table.state.due
    while due:
        now = due.pop(0)
        side = table.side[now.seat]
        if now.card not in side.discard:
            continue
        table.seen[now.card] = None
        table.events.append(events.Triggered(card=now.card, seat=now.seat, clause="HC-8.4.3.K-6"))
        frame = Frame(len(table.state.windows), Origin.TEXT, now.card, now.text)
        side.frames.append(frame)
        yield from perform(table, now.seat, frame, printed(table, now.seat, frame))
        side.frames.pop()


# What is legal.


def judge_use(table: HackcladTable, seat: int, act: Use, reacting: bool = False, turned: int = 0) -> Violation | None:
    """Whether a card may be used: from the hand [HC-8.4.3.A-11] or as a text says, at its time, with its conditions
    and costs [HC-8.4.3.A-2]."""
    side = table.side[seat]
    if turned and act.card != turned:
        return Violation("HC-8.4.3.A-15", "card.not_turned")
    if not turned and act.card not in side.hand:
        return Violation("HC-8.4.3.A-11", "card.not_in_hand")
    skill = table.cards.skill(act.card)
    wrong_time = judge_time(skill, reacting)
    if wrong_time is not None:
        return wrong_time
    if not skill.plain and not holds(table, seat, skill.needs):
        return Violation("HC-8.4.3.A-2", "card.condition", compares=True)
    if skill.mp > side.mp:
        return Violation("HC-8.4.3.K-8", "card.mp", ("HC-3.G-5",), compares=True, cost=skill.mp)
    if not skill.plain or act.cp or act.discards or act.crossing:
        unpaid = judge_costs(table, seat, act, skill)
        if unpaid is not None:
            return unpaid
    return judge_attack(table, seat, act, skill)


def judge_time(skill: Skill, reacting: bool) -> Violation | None:
    """Reactions in answer to an attack only [HC-8.4.3-3] [HC-8.4.3.K-7], all others on one's own turn only."""
    if skill.reaction == reacting:
        return None
    if skill.reaction:
        return Violation("HC-8.4.3-3", "card.reaction", ("HC-8.4.3.K-7",), compares=True)
    if skill.attack:
        return Violation("HC-8.4.3.K-1", "card.attack_own_turn", compares=True)
    return Violation("HC-8.4.3.K-5", "card.support_own_turn", compares=True)


def judge_costs(table: HackcladTable, seat: int, act: Use, skill: Skill) -> Violation | None:
    """Additional costs are paid in full, and nothing else is [HC-12.1-1]; the card itself cannot pay them."""
    side = table.side[seat]
    cp, discards, crossing = allowed_costs(table, seat, act.card, skill.costs)
    if act.cp > side.cp:
        return Violation("HC-12.1-1", "cost.too_little_cp", ("HC-3.G-5",), compares=True, cp=side.cp)
    if act.cp not in cp:
        return Violation("HC-12.1-1", "cost.other_cp", compares=True, cp=act.cp)
    if act.discards not in discards:
        return Violation("HC-12.1-1", "cost.cards", compares=True)
    if act.crossing not in crossing:
        return Violation("HC-12.1-1", "cost.token", compares=True)
    if skill.traps and not side.ready:
        return Violation("HC-12.1-1", "cost.trap", compares=True)
    return None


def allowed_costs(
    table: HackcladTable, seat: int, card: int, costs: Sequence[CostRow]
) -> tuple[Sequence[int], list[list[int]], Sequence[int]]:
    """How much CP, which cards and which crossing may be paid as additional costs."""
    side = table.side[seat]
    cp: Sequence[int] = (0,)
    discards: list[list[int]] = [[]]
    crossing: Sequence[int] = (0,)
    for cost in costs:
        if cost.cost == "cp":
            cp = range(side.cp + 1) if not cost.amount else (0, cost.amount) if cost.optional else (cost.amount,)
        elif cost.cost == "discard":
            named = [c for c in side.hand if c != card and table.cards.known(c) and named_so(table, c, cost.name)]
            discards = [*([[]] if cost.optional else []), *([c] for c in named)]
        elif cost.cost == "token":
            crossing = side.tokens
    return cp, discards, crossing


def named_so(table: HackcladTable, card: int, name: str) -> bool:
    """Whether a card has a name [HC-3-26]."""
    return table.cards.skill(card).name == name


def judge_attack(table: HackcladTable, seat: int, act: Use, skill: Skill) -> Violation | None:
    """An attack card has a direction and squares that it hits; no other card has either. A witch has no facing of her
    own: she turns freely before each use [HC-8.4.F-8]."""
    if not skill.attack:
        if act.facing or act.targets:
            return Violation(UNREADABLE, "attack.none")
        return None
    if not table.side[seat].square:
        return Violation("HC-8.4.3-6", "field.off", ("HC-8.4.6-7",))
    if out_of_order(act.targets):
        return ascending("list.squares")
    if not act.facing:
        return Violation(UNREADABLE, "attack.direction")
    return judge_targets(table, seat, act, skill)


def judge_targets(table: HackcladTable, seat: int, act: Use, skill: Skill) -> Violation | None:
    """The clad or a legion in RANGE [HC-8.4.3.K-2], laid in one direction [HC-12.1-12] [HC-12.1-13]: one of them, or up
    to X with multi-attack [HC-8.4.3.K-4] [HC-12.1-10]."""
    if not act.targets:
        return Violation("HC-8.4.3.K-2", "attack.no_target", compares=True)
    most = most_targets(table, seat, skill)
    if len(act.targets) > most:
        return Violation("HC-8.4.3.K-4", "attack.too_many", ("HC-12.1-10",), compares=True, most=most)
    mask, relation = reach(table, seat, skill, act.facing), table.board.relation[table.side[seat].square]
    for square in act.targets:
        if square > len(table.board.squares) or not mask >> relation[square] & 1:
            return Violation("HC-8.4.3.K-2", "attack.range", ("HC-12.1-12",), compares=True)
        if not table.target_at(square):
            return Violation("HC-8.4.3.K-2", "attack.nothing_there", ("HC-8.4.3.K-3",), compares=True)
    return None


def most_targets(table: HackcladTable, seat: int, skill: Skill) -> int:
    """The X of multi-attack, by the card or by what was said of the next attack."""
    return table.highest(seat, Modified.NEXT_MULTI, skill.multi) if table.side[seat].modifiers else skill.multi


def reach(table: HackcladTable, seat: int, skill: Skill, facing: Facing) -> int:
    """RANGE turned by a facing [HC-3-15], or the whole field."""
    if table.side[seat].modifiers and table.barred(seat, Modified.NEXT_FIELD):
        return table.board.everywhere
    return skill.reach[facing]


def uses(table: HackcladTable, seat: int, card: int) -> Iterator[Act]:
    """The ways to use a card that may be legal; none of one that the pack does not tell. Of what cannot be paid neither
    targets nor costs are looked at."""
    if not table.cards.known(card) or not has_a_way(table, seat, card):
        return
    skill = table.cards.skill(card)
    costs = allowed_costs(table, seat, card, skill.costs)
    for facing, targets in attacks(table, seat, skill):
        for cp, discards, crossing in product(*costs):
            yield Use(card, facing, targets, cp, discards, crossing)


def uses_in_hand(table: HackcladTable, seat: int) -> Iterator[Act]:
    """The same of every hand card."""
    for card in table.side[seat].hand:
        yield from uses(table, seat, card)


def attacks(table: HackcladTable, seat: int, skill: Skill) -> Iterator[tuple[Facing, list[int]]]:
    """The directions and targets of an attack; none of either for other cards."""
    if not skill.attack:
        yield Facing.NONE, []
        return
    here = table.side[seat].square
    if not here:
        return
    relation = table.board.relation[here]
    for facing in FACINGS:
        mask = reach(table, seat, skill, facing)
        there = [square for square in table.targets() if mask >> relation[square] & 1]
        for count in range(1, most_targets(table, seat, skill) + 1):
            for targets in combinations(there, count):
                yield facing, list(targets)


def usable(table: HackcladTable, seat: int, card: int, reacting: bool) -> bool:
    """Whether there is any legal way to use a card that may be used."""
    return judge_time(table.cards.skill(card), reacting) is None and has_a_way(table, seat, card)


def has_a_way(table: HackcladTable, seat: int, card: int) -> bool:
    """Whether there is a way to use it at the right time: what it costs and needs is there, and somebody to attack."""
    side, skill = table.side[seat], table.cards.skill(card)
    if skill.mp > side.mp:
        return False
    if not skill.plain:
        cp, discards, crossing = allowed_costs(table, seat, card, skill.costs)
        paid = min(cp) <= side.cp and discards and crossing and (side.ready or not skill.traps)
        if not paid or not holds(table, seat, skill.needs):
            return False
    if not skill.attack:
        return True
    if not side.square:
        return False
    relation, anywhere = table.board.relation[side.square], table.barred(seat, Modified.NEXT_FIELD)
    mask = table.board.everywhere if anywhere else skill.any_reach
    return any(mask >> relation[square] & 1 for square in table.targets())


def declare(table: HackcladTable, seat: int, act: Declare) -> None:
    """A card that cannot be used is shown and goes back [HC-8.4.3.A-3]."""
    table.seen[act.card] = None
    table.events.append(events.Shown(card=act.card, seat=seat, clause="HC-8.4.3.A-3"))


def judge_declare(table: HackcladTable, seat: int, act: Declare, reacting: bool) -> Violation | None:
    """A card that cannot be used is shown and goes back to the hand; nothing is paid [HC-8.4.3.A-3]."""
    if act.card not in table.side[seat].hand:
        return Violation("HC-8.4.3.A-11", "card.not_declared")
    if usable(table, seat, act.card, reacting):
        return Violation("HC-8.4.3.A-3", "card.usable", compares=True)
    return None


def declares(table: HackcladTable, seat: int) -> Iterator[Act]:
    """The hand cards that may be unusable."""
    return (Declare(card) for card in table.side[seat].hand if table.cards.known(card))


class UseTurnedDecision(MayPass):
    """The card that was turned may be used, or left [HC-8.4.3.A-15]."""

    ask = "use_turned"
    clause = "HC-8.4.3.A-15"
    takes: ClassVar[tuple[type, ...]] = (Pass, Use)
    default = PASS

    def law(self, table: HackcladTable, act: Act) -> Violation | None:
        return judge_use(table, self.seat, act, turned=self.turned(table))

    def turned(self, table: HackcladTable) -> int:
        """The card."""
        return table.side[self.seat].frames[-1].turned

    def ways(self, table: HackcladTable) -> Iterator[Act]:
        return self.legal_among(table, uses(table, self.seat, self.turned(table)))
