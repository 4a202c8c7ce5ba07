"""③バトル, step 6 攻撃と反撃: the attack of the own front, and the counter-attack of the enemy front."""

from collections.abc import Iterator

from ...kernel.answers import Violation
from ...kernel.choices import Optional
from ...kernel.decisions import Act, Ask, Decision, Flow
from . import events
from .actions import ATTACK, PASS, Attack, AttackWith, Pass, Use
from .additional import added_to, deal_kept, kept_for, lose_kept
from .automata import turn_up, turn_up_front
from .damage import blow, foe_of
from .effects import BREATH_TARGETS, perform, settle
from .options import EarlyKill, MultiTargetCounter
from .skills import skill_at
from .state import Exchange, Frame, Side, Slot, Source, UseAt
from .strength import attack_of, free, is_swift, met, only_answers, strikes_first
from .table import SwordrionTable, cards_of, each_seat, exchange_of, field, marks_on, slot_of
from .texts import DAMAGING


def attack_step(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """6 攻撃と反撃, if both fronts of the exchange still stand [SW-3.2-4] [SW-3.2-5]; then the defeated leave
    [SW-3.2-8]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    if exchange.front and exchange.enemy_front:
        return clash(table, seat)
    table.rely("SW-3.2-5")
    lose_kept(table, seat, side)
    return None


def step_forward(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """A front that has fallen before step 6 is followed at once by the next card, where the set-up says so
    [SW-3.2-5]."""
    exchange = exchange_of(table.side[seat])
    if table.setup.early_kill == EarlyKill.END_EXCHANGE or (exchange.front and exchange.enemy_front):
        return None
    table.rely("SW-3.2-5")
    return advance(table, seat)


def advance(table: SwordrionTable, seat: int) -> Flow[None]:
    """The next cards are the fronts, an enemy one face up, until two stand; what was to be added against or for the one
    that has fallen is dealt apart where it can be."""
    side = table.side[seat]
    exchange = exchange_of(side)
    while side.line and side.enemy and not (exchange.front and exchange.enemy_front):
        lose_kept(table, seat, side)
        turn_up_front(table, seat)
        exchange.front = exchange.front or side.line[0].card
        if side.enemy and not exchange.enemy_front:
            exchange.enemy_front = side.enemy[0].card
        asked = settle(table, seat)
        if asked is not None:
            yield from asked


def clash(table: SwordrionTable, seat: int) -> Flow[None]:
    """The own front attacks, the enemy front answers [SW-3.8-1] [SW-3.8-2]. An own front that is kept from attacking is
    struck all the same, and one that only answers then attacks in return [SW-3.8-5] [SW-3.8-7]; what was to be added to
    a blow that does not come is dealt in its place [SW-S4-7]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    if marks_on(side.line[0]).held and exchange.added:
        deal_kept(table, seat, True, side.enemy[0])
    comes_first = free(table, side.line[0]) and not strikes_first(table, side)
    if not comes_first:
        asked = answers(table, seat)
        if asked is not None:
            yield from asked
        if exchange.one_blow:
            return
        table.rely("SW-3.8-7")
        if not (free(table, side.line[0]) or (exchange.struck and not marks_on(side.line[0]).held)):
            if kept_for(exchange, False):
                deal_kept(table, seat, True, side.enemy[0])
            return
    own = side.line[0]
    act = yield (CHOOSE if has_choice(table, own) or two_ways(table, own) else STRIKE)[seat]
    asked = own_blow(table, seat, own, act)
    if asked is not None:
        yield from asked
    if comes_first and not exchange.one_blow:
        asked = answers(table, seat)
        if asked is not None:
            yield from asked


def own_blow(table: SwordrionTable, seat: int, own: Slot, act: Act) -> Flow[None] | None:
    """The own front attacks in one of its ways, or uses a 選択 skill instead [SW-K.4-1] [SW-S2-6]."""
    if isinstance(act, Use):
        return choose(table, seat, act, False)
    return strike(table, seat, False, act.card if isinstance(act, AttackWith) else own.card)


def answers(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """The enemy front strikes [SW-3.1-5], though defeated by the attack [SW-3.1-16], and even if the own front used a
    選択 skill that is no attack [SW-3.8-5]; where the set-up says so, with all that were hit [SW-K.12-3]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    exchange.striker = exchange.enemy_front
    if table.setup.multi_target_counter == MultiTargetCounter.FRONT_ONLY:
        exchange.hit = []
    exchange.hit = [slot.card for slot in side.enemy[1:] if slot.card in exchange.hit or slot.lower in exchange.hit]
    while exchange.striker:
        asked = enemy_blow(table, seat)
        if asked is not None:
            return answer_on(table, seat, asked)
        exchange.striker = exchange.hit.pop(0) if exchange.hit else 0
    end_answers(table, seat, side, exchange)
    return None


def answer_on(table: SwordrionTable, seat: int, first: Flow[None]) -> Flow[None]:
    """The same where a striker leaves a choice."""
    side = table.side[seat]
    exchange = exchange_of(side)
    asked: Flow[None] | None = first
    while asked is not None or exchange.striker:
        if asked is not None:
            yield from asked
        exchange.striker = exchange.hit.pop(0) if exchange.hit else 0
        asked = enemy_blow(table, seat) if exchange.striker else None
    end_answers(table, seat, side, exchange)


def end_answers(table: SwordrionTable, seat: int, side: Side, exchange: Exchange) -> None:
    """The enemies have had their blows; what was to be added to one that did not come is dealt apart [SW-S4-7]."""
    if exchange.enemy_added:
        deal_kept(table, seat, False, side.line[0])


def enemy_blow(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """An enemy strikes: with its 選択 skill if it has one, which it must use [SW-S5-6], else in one of its ways
    [SW-S2-16]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    slot = slot_of(side.enemy, exchange.striker)
    if slot is None or marks_on(slot).held or (only_answers(table, slot) and not exchange.attacked):
        return None
    if has_choice(table, slot) or two_ways(table, slot):
        return choose_enemy_blow(table, seat, slot)
    return strike(table, seat, True, slot.card)


def choose_enemy_blow(table: SwordrionTable, seat: int, slot: Slot) -> Flow[None]:
    """The participant picks a 選択 skill, or the way of a stack without one."""
    if has_choice(table, slot):
        act = yield ENEMY_CHOICE[seat]
        yield from choose(table, seat, act, True)
        return
    act = yield ENEMY_WAY[seat]
    asked = strike(table, seat, True, act.card)
    if asked is not None:
        yield from asked


def has_choice(table: SwordrionTable, slot: Slot) -> bool:
    """Whether a card or stack has a 選択 skill."""
    return table.cards.choice[slot.card] or table.cards.choice[slot.lower]


def way_of(table: SwordrionTable, card: int) -> tuple[int, int, int]:
    """A card's way of attacking: breath, cards at the same time, blows."""
    cards = table.cards
    return cards.breath[card], cards.targets[card], cards.hits[card]


def two_ways(table: SwordrionTable, slot: Slot) -> bool:
    """Whether a stack can choose between two ways of attacking [SW-S2-6]."""
    return slot.lower > 0 and way_of(table, slot.card) != way_of(table, slot.lower)


def choices(table: SwordrionTable, slot: Slot) -> list[UseAt]:
    """The 選択 skills of a card or stack."""
    return [
        UseAt(card, at)
        for card in cards_of(slot)
        if table.cards.choice[card]
        for at, skill in enumerate(table.cards.fighter(card).skills)
        if skill.tag == "choice"
    ]


def choose(table: SwordrionTable, seat: int, act: Use, enemy: bool) -> Flow[None]:
    """A 選択 skill instead of ぶんなぐる [SW-K.4-3]; one that deals damage is an attack, with its 攻撃 skills
    [SW-K.4-4] [SW-K.3-3]. The enemy's is used even if nothing can happen [SW-S5-8]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    skill = skill_at(table, UseAt(act.card, act.skill))
    table.events.append(events.Used(card=act.card, skill=act.skill, seat=seat, clause="SW-K.4-1"))
    if kept_for(exchange, enemy):
        deal_kept(table, seat, not enemy, field(side, not enemy)[0])
    if not met(table, seat, enemy, skill.condition):
        return
    frame = Frame(act.card, act.skill, enemy, Source.SKILL)
    yield from perform(table, seat, frame, skill.ops, skill.looks_for)
    slot = slot_of(field(side, enemy), act.card)
    if slot is not None and any(isinstance(op, DAMAGING) for op in skill.ops):
        note_attack(exchange, enemy)
        asked = attack_skills(table, seat, enemy, slot)
        if asked is not None:
            yield from asked


def note_attack(exchange: Exchange, enemy: bool) -> None:
    """A front has attacked."""
    if enemy:
        exchange.struck = True
    else:
        exchange.attacked = True


def strike(table: SwordrionTable, seat: int, enemy: bool, way: int) -> Flow[None] | None:
    """One attack of the card of this way, or of the stack it is in: ぶんなぐる with the attack value, or as its keyword
    says [SW-K.4-2]; then its 攻撃 skills [SW-K.3-2]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    slot = slot_of(field(side, enemy), way)
    assert slot is not None, "who strikes lies in the field"
    swift = is_swift(table, slot) and (not enemy or strikes_first(table, side))
    note_attack(exchange, enemy)
    exchange.one_blow = deal_blows(table, seat, enemy, slot, way) and swift
    asked = settle(table, seat)
    if asked is not None:
        return strike_on(table, seat, enemy, slot, asked)
    return attack_skills(table, seat, enemy, slot)


def strike_on(table: SwordrionTable, seat: int, enemy: bool, slot: Slot, before: Flow[None]) -> Flow[None]:
    """The same where what the blows have turned up lets somebody join first [SW-S5-14]."""
    yield from before
    asked = attack_skills(table, seat, enemy, slot)
    if asked is not None:
        yield from asked


def deal_blows(table: SwordrionTable, seat: int, enemy: bool, slot: Slot, way: int) -> bool:
    """The damage of an attack. Says whether the front that it is for was defeated in one blow [SW-K.7-6]."""
    side, cards = table.side[seat], table.cards
    exchange = exchange_of(side)
    breath, targets, hits = cards.breath[way], cards.targets[way], cards.hits[way]
    line, strength = field(side, not enemy), breath or attack_of(table, seat, enemy, slot)
    front, by = line[0], foe_of(not enemy)
    clause = "SW-3.8-2" if enemy else "SW-3.8-1"
    table.events.append(events.Attacked(card=way, strength=strength, seat=seat, clause=clause))
    reach = BREATH_TARGETS if breath else targets
    struck = [one for one in line[:reach] if turn_up(table, seat, one)]
    added = strength
    if kept_for(exchange, enemy) and (exchange.enemy_front if enemy else exchange.front) in cards_of(slot):
        added = added_to(table, seat, not enemy, front, strength)
    if reach <= 1:
        one_blow = blow(table, seat, not enemy, front, added, by, clause, True)
        for _ in range(hits - 1):
            one_blow = blow(table, seat, not enemy, front, strength, by, "SW-K.13-2", True) or one_blow
        return one_blow
    one_blow = blow(table, seat, not enemy, front, added, by, clause, not breath)
    for other in struck[1:]:
        blow(table, seat, not enemy, other, strength, by, "SW-K.12-1", not breath)
    if not enemy:
        exchange.hit = [one.card for one in struck]
    return one_blow


def attack_skills(table: SwordrionTable, seat: int, enemy: bool, slot: Slot) -> Flow[None] | None:
    """攻撃 skills of the card or stack, at every attack of it [SW-K.3-1] [SW-K.3-3] [SW-S5-9]."""
    on_attack = table.cards.on_attack
    if not (on_attack[slot.card] or on_attack[slot.lower]):
        return None
    table.side[seat].users = [
        UseAt(card, at)
        for card in cards_of(slot)
        for at, skill in enumerate(table.cards.fighter(card).skills)
        if skill.tag == "attack"
    ]
    return use_attack_skills(table, seat, enemy)


def use_attack_skills(table: SwordrionTable, seat: int, enemy: bool) -> Flow[None]:
    """One after the other, each if its condition is met when its turn comes; only text that leaves it open may be
    declined."""
    side = table.side[seat]
    while side.users:
        user = side.users[0]
        skill = skill_at(table, user)
        if not met(table, seat, enemy, skill.condition):
            side.users = side.users[1:]
            continue
        if skill.optional:
            act = yield ATTACK_SKILL[seat]
            if not isinstance(act, Use):
                side.users = side.users[1:]
                continue
        side.users = side.users[1:]
        table.events.append(events.Used(card=user.card, skill=user.skill, seat=seat, clause="SW-K.3-1"))
        frame = Frame(user.card, user.skill, enemy, Source.SKILL)
        yield from perform(table, seat, frame, skill.ops, skill.looks_for)


class StrikeDecision(Decision):
    """The own front attacks; it may not sit the exchange out [SW-3.8-3]."""

    ask = "attack"
    clause = "SW-3.8-1"
    takes = (Attack, AttackWith, Use)
    default = ATTACK

    def judge(self, table: SwordrionTable, act: Act) -> Violation | None:
        if isinstance(act, Use):
            return Violation("SW-K.4-1", "the front has no such 選択 skill")
        if isinstance(act, AttackWith):
            return Violation("SW-3.1-1", "the front attacks, and there is one way only", ("SW-S2-6",))
        return None

    def options(self, table: SwordrionTable) -> Iterator[Act]:
        yield ATTACK


class ChooseDecision(Decision):
    """ぶんなぐる or a 選択 skill, anew in every exchange [SW-K.4-1] [SW-K.4-5]; of a stack one of 2 ways [SW-S2-6]."""

    ask = "choose"
    clause = "SW-K.4-1"
    takes = (Attack, AttackWith, Use)

    def judge(self, table: SwordrionTable, act: Act) -> Violation | None:
        slot = table.side[self.seat].line[0]
        if isinstance(act, Use):
            if UseAt(act.card, act.skill) not in choices(table, slot):
                return Violation("SW-K.4-1", "the front has no such 選択 skill")
        elif act not in ways(table, slot):
            return Violation("SW-S2-6", "the way of one card of a stack is taken", ("SW-3.1-1",))
        return None

    def options(self, table: SwordrionTable) -> Iterator[Act]:
        slot = table.side[self.seat].line[0]
        yield from ways(table, slot)
        for user in choices(table, slot):
            yield Use(user.card, user.skill)


def ways(table: SwordrionTable, slot: Slot) -> list[Attack | AttackWith]:
    """How a front can attack: with one of the cards of a stack of two ways, or plainly."""
    return [AttackWith(card) for card in cards_of(slot)] if two_ways(table, slot) else [ATTACK]


class EnemyChoice(Decision):
    """An enemy 選択 skill; with two the participant picks one [SW-S2-16]."""

    ask = "enemy_choice"
    clause = "SW-S5-6"
    takes = (Use, Attack, AttackWith)

    def judge(self, table: SwordrionTable, act: Act) -> Violation | None:
        if not isinstance(act, Use):
            return Violation("SW-S5-6", "an enemy with 選択 must use it instead of ぶんなぐる", ("SW-S2-16",))
        if UseAt(act.card, act.skill) not in choices(table, striker_of(table, self.seat)):
            return Violation("SW-S2-16", "the enemy that strikes has no such 選択 skill")
        return None

    def options(self, table: SwordrionTable) -> Iterator[Act]:
        for user in choices(table, striker_of(table, self.seat)):
            yield Use(user.card, user.skill)


class EnemyWay(Decision):
    """The way of attacking of a merged enemy without 選択 [SW-S2-16]."""

    ask = "enemy_way"
    clause = "SW-S2-16"
    takes = (AttackWith,)

    def judge(self, table: SwordrionTable, act: Act) -> Violation | None:
        if act not in ways(table, striker_of(table, self.seat)):
            return Violation("SW-S2-16", "the enemy strikes in the way of one card of its stack")
        return None

    def options(self, table: SwordrionTable) -> Iterator[Act]:
        yield from ways(table, striker_of(table, self.seat))


def striker_of(table: SwordrionTable, seat: int) -> Slot:
    """The enemy that is about to strike."""
    side = table.side[seat]
    slot = slot_of(side.enemy, exchange_of(side).striker)
    assert slot is not None, "asked for one that stands"
    return slot


class AttackSkillDecision(Optional):
    """A 攻撃 skill whose text leaves it open [SW-K.3-3]."""

    ask = "attack_skill"
    clause = "SW-K.3-3"
    takes = (Use, Pass)
    default = PASS

    def law(self, table: SwordrionTable, act: Act) -> Violation | None:
        if UseAt(act.card, act.skill) != table.side[self.seat].users[0]:
            return Violation("SW-K.3-1", "this is not the 攻撃 skill of who has attacked")
        return None

    def ways(self, table: SwordrionTable) -> Iterator[Act]:
        user = table.side[self.seat].users[0]
        yield Use(user.card, user.skill)


STRIKE = each_seat(lambda seat: Ask((StrikeDecision(seat),)))
CHOOSE = each_seat(lambda seat: Ask((ChooseDecision(seat),)))
ENEMY_CHOICE = each_seat(lambda seat: Ask((EnemyChoice(seat),)))
ENEMY_WAY = each_seat(lambda seat: Ask((EnemyWay(seat),)))
ATTACK_SKILL = each_seat(lambda seat: Ask((AttackSkillDecision(seat),)))
