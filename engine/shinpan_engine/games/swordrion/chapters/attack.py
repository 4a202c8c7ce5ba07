"""③バトル, step 6 攻撃と反撃: the attack of the own front, and the counter-attack of the enemy front."""

from collections.abc import Iterator, Sequence

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Decision, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.effects import BREATH_TARGETS, perform, settle, use_skill
from ..cards.operations import met
from ..cards.strength import attack_of, free, is_swift, only_answers, strikes_first
from ..cards.texts import DAMAGING
from ..table import events
from ..table.actions import ATTACK, PASS, Attack, AttackWith, Pass, Use
from ..table.options import EarlyKill, MultiTargetCounter
from ..table.state import Exchange, Frame, Side, Slot, Source, UseAt
from ..table.table import Field, SwordrionTable, cards_of, exchange_of, marks_on
from .additional import added_to, deal_kept, lose_kept
from .automata import turn_up, turn_up_front
from .damage import attack_blow
from .skills import skill_at

ATTACKS = ("SW-3.8-1", "SW-3.8-2")
"""By who attacks: the own side, the enemy."""


def attack_step(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """6 攻撃と反撃, if both fronts of the exchange still stand [SW-3.2-4] [SW-3.2-5]; then the defeated leave
    [SW-3.2-8]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    if exchange.front and exchange.enemy_front:
        return clash(table, seat)
    table.rely("SW-3.2-5")
    lose_kept(table, seat)
    return None


def step_forward(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """A front that has fallen before step 6 is followed at once by the next card, where the set-up says so
    [SW-3.2-5]."""
    exchange = exchange_of(table.side[seat])
    if (exchange.front and exchange.enemy_front) or table.setup.early_kill == EarlyKill.END_EXCHANGE:
        return None
    table.rely("SW-3.2-5")
    return advance(table, seat)


def advance(table: SwordrionTable, seat: int) -> Flow[None]:
    """The next cards are the fronts, an enemy one face up, until two stand; what was to be added against or for the one
    that has fallen is dealt apart where it can be."""
    side = table.side[seat]
    exchange = exchange_of(side)
    while side.line and side.enemy and not (exchange.front and exchange.enemy_front):
        lose_kept(table, seat)
        turn_up_front(table, seat)
        exchange.front = exchange.front or side.line[0].card
        if side.enemy and not exchange.enemy_front:
            exchange.enemy_front = side.enemy[0].card
        yield from settle(table, seat) or ()


def clash(table: SwordrionTable, seat: int) -> Flow[None]:
    """The own front attacks, the enemy front answers [SW-3.8-1] [SW-3.8-2], as the attack has changed it
    [SW-3.8-6] and once, after the last of several blows [SW-K.13-3]. An own front that is kept from attacking is
    struck all the same, and one that only answers then attacks in return [SW-3.8-5] [SW-3.8-7]; what was to be added to
    a blow that does not come is dealt in its place [SW-S4-7]."""
    side = table.side[seat]
    exchange, own = exchange_of(side), side.line[0]
    if marks_on(own).held and exchange.added:
        deal_kept(table, table.own[seat])
    if free(table, own) and not strikes_first(table, side):
        yield from own_blow(table, seat)
        # Who is no speed attacker, or did not defeat in one blow, is answered as usual [SW-K.7-2].
        if not exchange.one_blow:
            yield from answers(table, seat)
        return
    yield from answers(table, seat)
    if exchange.one_blow:
        return
    table.rely("SW-3.8-7")
    if attacks_back(table, side, exchange):
        yield from own_blow(table, seat)
    elif exchange.added:
        deal_kept(table, table.own[seat])


def attacks_back(table: SwordrionTable, side: Side, exchange: Exchange) -> bool:
    """Whether an own front that the enemy came before attacks now: of its own accord, or since it was struck, unless it
    is kept from attacking."""
    own = side.line[0]
    return free(table, own) or (exchange.struck and not marks_on(own).held)


def own_blow(table: SwordrionTable, seat: int) -> Flow[None]:
    """The own front attacks in one of its ways, or uses a 選択 skill instead [SW-K.4-1] [SW-S2-6]."""
    field = table.own[seat]
    own = field.line[0]
    act = yield ask(ChooseDecision if has_choice(table, own) or two_ways(table, own) else StrikeDecision, seat)
    if isinstance(act, Use):
        yield from choose(table, field, act)
    else:
        yield from strike(table, field, act.card if isinstance(act, AttackWith) else own.card)


def answers(table: SwordrionTable, seat: int) -> Flow[None]:
    """The enemy front strikes [SW-3.1-5], though defeated by the attack [SW-3.1-16], and even if the own front used a
    選択 skill that is no attack [SW-3.8-5]; where the set-up says so, with all that were hit [SW-K.12-3]. What was to
    be added to a blow that did not come is dealt apart [SW-S4-7]."""
    side = table.side[seat]
    exchange = exchange_of(side)
    exchange.striker = exchange.enemy_front
    if table.setup.multi_target_counter == MultiTargetCounter.FRONT_ONLY:
        exchange.hit = []
    exchange.hit = [slot.card for slot in side.enemy[1:] if slot.card in exchange.hit or slot.lower in exchange.hit]
    while exchange.striker:
        yield from enemy_blow(table, seat)
        exchange.striker = exchange.hit.pop(0) if exchange.hit else 0
    if exchange.enemy_added:
        deal_kept(table, table.enemies[seat])


def enemy_blow(table: SwordrionTable, seat: int) -> Flow[None]:
    """An enemy strikes: with its 選択 skill if it has one, which it must use [SW-S5-6], else in one of its ways, which
    the participant names [SW-S2-16]. It is an attack like that of the own front, with its skills and keywords
    [SW-3.8-4]."""
    field = table.enemies[seat]
    exchange = exchange_of(field.side)
    slot = field.slot_of(exchange.striker)
    if slot is None or marks_on(slot).held or (only_answers(table, slot) and not exchange.attacked):
        return
    if has_choice(table, slot):
        act = yield ask(EnemyChoice, seat)
        yield from choose(table, field, act)
        return
    way = slot.card
    if two_ways(table, slot):
        act = yield ask(EnemyWay, seat)
        way = act.card
    yield from strike(table, field, way)


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


def choices(table: SwordrionTable, slot: Slot) -> list[Use]:
    """The 選択 skills of a card or stack."""
    return [
        Use(card, at)
        for card in cards_of(slot)
        if table.cards.choice[card]
        for at, skill in enumerate(table.cards.fighter(card).skills)
        if skill.tag == "choice"
    ]


def choose(table: SwordrionTable, field: Field, act: Use) -> Flow[None]:
    """A 選択 skill instead of ぶんなぐる [SW-K.4-3]; one that deals damage is an attack, with its 攻撃 skills
    [SW-K.4-4] [SW-K.3-3]. The enemy's is used even if nothing can happen [SW-S5-8]. In this chapter the field is that
    of the card that strikes, in the damage that it does that of the card that is struck."""
    skill = skill_at(table, UseAt(act.card, act.skill))
    table.events.append(events.Used(card=act.card, skill=act.skill, seat=field.seat, clause="SW-K.4-1"))
    if field.kept:
        deal_kept(table, field)
    if not met(table, field, skill.condition):
        return
    frame = Frame(act.card, act.skill, field.enemy, Source.SKILL)
    yield from perform(table, field.seat, frame, skill.ops, skill.looks_for)
    slot = field.slot_of(act.card)
    if slot is not None and any(isinstance(op, DAMAGING) for op in skill.ops):
        note_attack(field)
        yield from attack_skills(table, field, slot) or ()


def note_attack(field: Field) -> None:
    """A front has attacked; of the enemy the state says that it has struck."""
    exchange = exchange_of(field.side)
    if field.enemy:
        exchange.struck = True
    else:
        exchange.attacked = True


def strike(table: SwordrionTable, field: Field, way: int) -> Flow[None]:
    """One attack of the card of this way, or of the stack it is in: ぶんなぐる with the attack value, or as its keyword
    says [SW-K.4-2]; what its blows turn up comes first [SW-S5-14], then its 攻撃 skills [SW-K.3-2]."""
    side, slot = field.side, field.slot_of(way)
    assert slot is not None, "who strikes lies in the field"
    swift = is_swift(table, slot) and (not field.enemy or strikes_first(table, side))
    note_attack(field)
    exchange_of(side).one_blow = deal_blows(table, field, slot, way) and swift
    asked = settle(table, field.seat)
    if asked is not None:
        yield from asked
    asked = attack_skills(table, field, slot)
    if asked is not None:
        yield from asked


def deal_blows(table: SwordrionTable, field: Field, slot: Slot, way: int) -> bool:
    """The damage of an attack: of a breath its number, without the attack value [SW-K.11-3]; else as many blows as the
    card has [SW-K.13-1]. All are for one front, so those left over once it has fallen are lost [SW-K.13-4]. Says
    whether the front that it is for was defeated in one blow [SW-K.7-6]."""
    breath, targets, hits = way_of(table, way)
    strength, clause = breath or attack_of(table, field, slot), ATTACKS[field.enemy]
    table.events.append(events.Attacked(card=way, strength=strength, seat=field.seat, clause=clause))
    if breath or targets > 1:
        return hit_several(table, field, slot, strength, BREATH_TARGETS if breath else targets)
    foe, first = table.foe(field), with_kept(table, field, slot, strength)
    front = foe.line[0]
    defeated = attack_blow(table, foe, front, first, clause)
    for _ in range(hits - 1):
        defeated = attack_blow(table, foe, front, strength, "SW-K.13-2") or defeated
    return defeated


def hit_several(table: SwordrionTable, field: Field, slot: Slot, strength: int, reach: int) -> bool:
    """The same of an attack on so many of the first cards at the same time, or on those that are there [SW-K.12-2],
    turned up before [SW-K.11-4] [SW-K.12-1]."""
    foe = table.foe(field)
    front, *others = [one for one in foe.line[:reach] if turn_up(table, field.seat, one)]
    first = with_kept(table, field, slot, strength)
    defeated = attack_blow(table, foe, front, first, ATTACKS[field.enemy])
    for other in others:
        attack_blow(table, foe, other, strength, "SW-K.12-1")
    if foe.enemy:
        exchange_of(foe.side).hit = [one.card for one in (front, *others)]
    return defeated


def with_kept(table: SwordrionTable, field: Field, slot: Slot, strength: int) -> int:
    """The strength of an attack with the additional damage that was kept for the front of the exchange."""
    return added_to(table, field, strength) if field.kept and field.front in cards_of(slot) else strength


def attack_skills(table: SwordrionTable, field: Field, slot: Slot) -> Flow[None] | None:
    """攻撃 skills of the card or stack, at every attack of it [SW-K.3-1] [SW-K.3-3] [SW-S5-9]."""
    on_attack = table.cards.on_attack
    if not (on_attack[slot.card] or on_attack[slot.lower]):
        return None
    field.side.users = [
        UseAt(card, at)
        for card in cards_of(slot)
        for at, skill in enumerate(table.cards.fighter(card).skills)
        if skill.tag == "attack"
    ]
    return use_attack_skills(table, field)


def use_attack_skills(table: SwordrionTable, field: Field) -> Flow[None]:
    """One after the other, each if its condition is met when its turn comes; only text that leaves it open may be
    declined."""
    side = field.side
    while side.users:
        user = side.users[0]
        skill = skill_at(table, user)
        used = met(table, field, skill.condition)
        if used and skill.optional:
            act = yield ask(AttackSkillDecision, field.seat)
            used = isinstance(act, Use)
        side.users = side.users[1:]
        if used:
            yield from use_skill(table, field, user, "SW-K.3-1") or ()


def no_such_choice(table: SwordrionTable, act: Use) -> Violation:
    """A skill that cannot be chosen for the attack. A 常時 skill had its own step before."""
    always = table.cards.always
    printed = table.cards.fighter(act.card).skills if 0 < act.card < len(always) and always[act.card] else ()
    if 0 <= act.skill < len(printed) and printed[act.skill].tag == "always":
        return Violation("SW-3.5-1", "choice.always_skill", ("SW-3.5-3",))
    return Violation("SW-K.4-1", "choice.front_has_none")


class StrikeDecision(Decision):
    """The own front attacks; it may not sit the exchange out [SW-3.8-3]."""

    ask = "attack"
    clause = "SW-3.8-1"
    takes = (Attack, AttackWith, Use)
    default = ATTACK

    def judge(self, table: SwordrionTable, act: Act) -> Violation | None:
        if isinstance(act, Use):
            return no_such_choice(table, act)
        if isinstance(act, AttackWith):
            return Violation("SW-3.1-1", "attack.one_way", ("SW-S2-6",))
        return None

    def options(self, table: SwordrionTable) -> Iterator[Act]:
        yield ATTACK


class ChooseDecision(OneOf):
    """ぶんなぐる or a 選択 skill, again in every exchange [SW-K.4-1] [SW-K.4-5]; of a stack one of 2 ways [SW-S2-6]."""

    ask = "choose"
    clause = "SW-K.4-1"
    takes = (Attack, AttackWith, Use)

    def candidates(self, table: SwordrionTable) -> Sequence[Act]:
        slot = table.side[self.seat].line[0]
        return [*ways(table, slot), *choices(table, slot)]

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        if isinstance(act, Use):
            return no_such_choice(table, act)
        return Violation("SW-S2-6", "attack.way", ("SW-3.1-1",))


def ways(table: SwordrionTable, slot: Slot) -> list[Attack | AttackWith]:
    """How a front can attack: with one of the cards of a stack of two ways, or plainly."""
    return [AttackWith(card) for card in cards_of(slot)] if two_ways(table, slot) else [ATTACK]


class EnemyChoice(OneOf):
    """An enemy 選択 skill; with two the participant picks one [SW-S2-16]."""

    ask = "enemy_choice"
    clause = "SW-S5-6"
    takes = (Use, Attack, AttackWith)

    def candidates(self, table: SwordrionTable) -> Sequence[Act]:
        return choices(table, striker_of(table, self.seat))

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        if isinstance(act, Use):
            return Violation("SW-S2-16", "choice.striker_has_none")
        return Violation("SW-S5-6", "choice.not_attack", ("SW-S2-16",))


class EnemyWay(OneOf):
    """The way of attacking of a merged enemy without 選択 [SW-S2-16]."""

    ask = "enemy_way"
    clause = "SW-S2-16"
    takes = (AttackWith,)
    refusal = Violation("SW-S2-16", "attack.enemy_way")

    def candidates(self, table: SwordrionTable) -> Sequence[Act]:
        return ways(table, striker_of(table, self.seat))


def striker_of(table: SwordrionTable, seat: int) -> Slot:
    """The enemy that is about to strike."""
    field = table.enemies[seat]
    slot = field.slot_of(exchange_of(field.side).striker)
    assert slot is not None, "asked for one that stands"
    return slot


class AttackSkillDecision(OneOf):
    """A 攻撃 skill whose text leaves it open [SW-K.3-3]."""

    ask = "attack_skill"
    clause = "SW-K.3-3"
    takes = (Use, Pass)
    default = PASS
    refusal = Violation("SW-K.3-1", "skill.not_of_attacker")

    def candidates(self, table: SwordrionTable) -> Sequence[Act]:
        user = table.side[self.seat].users[0]
        return [Use(user.card, user.skill)]
