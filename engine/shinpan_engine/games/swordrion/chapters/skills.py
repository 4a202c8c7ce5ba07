"""③バトル, steps 1, 3, 4 and 5: relic effects, own and enemy 常時 skills, 召喚 from the hand, 発動 skills."""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from ....kernel.play.choices import OneOf
from ....kernel.play.decisions import Act, Decision, Flow, ask
from ....kernel.play.violations import Violation
from ..cards.effects import perform, settle, use_skill
from ..cards.operations import met, relics_of
from ..cards.texts import Skill
from ..table import events
from ..table.actions import PASS, Pass, Summon, Use
from ..table.options import OwnAlways
from ..table.state import Frame, Slot, Source, UseAt
from ..table.table import Field, SwordrionTable, cards_of, marked, marks_on
from .fields import has_room, join

Kind = Callable[[int], Decision]


def relic_effects(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """1 レリックの効果: those that name no other moment, in the order that the participant likes [SW-3.3-1] [SW-3.3-2]
    [SW-3.3-3]."""
    return relics_work(table, seat, "exchange")


def relics_work(table: SwordrionTable, seat: int, timing: str) -> Flow[None] | None:
    """The relics whose moment has come [SW-3.3-3]."""
    relics = relics_of(table, seat, timing)
    if not relics:
        return None
    table.side[seat].users = [UseAt(card) for card, _ in relics]
    return work(table, seat)


def work(table: SwordrionTable, seat: int) -> Flow[None]:
    """Relic after relic; one that is left and compulsory works by itself [SW-3.3-4]."""
    side = table.side[seat]
    while users := workable(table, seat):
        card = users[0].card
        if len(users) > 1 or table.cards.relic(card).optional:
            optional = all(table.cards.relic(user.card).optional for user in users)
            act = yield ask(MayRelic if optional else RelicDecision, seat)
            if isinstance(act, Pass):
                break
            card = act.card
        side.users = [user for user in side.users if user.card != card]
        table.seen[card] = None
        table.events.append(events.Used(card=card, skill=0, seat=seat, clause="SW-3.3-1"))
        yield from perform(table, seat, Frame(card, 0, False, Source.RELIC), table.cards.relic(card).ops)
    side.users = []


def workable(table: SwordrionTable, seat: int) -> list[UseAt]:
    """The relics that have yet to work and whose condition is met now."""
    return [
        user for user in table.side[seat].users if met(table, table.own[seat], table.cards.relic(user.card).condition)
    ]


def own_always(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """3 味方の[常時]スキル, and 召喚 from the hand [SW-3.5-1] [SW-K.5-3]."""
    side = table.side[seat]
    side.users = always_users(table, table.own[seat])
    return use_own(table, seat) if side.users or might_summon(table, seat) else None


def always_users(table: SwordrionTable, field: Field) -> list[UseAt]:
    """The 常時 skills of a field, in every exchange [SW-K.1-1], from any place of it [SW-3.5-4]; on the enemy side
    of face-up cards only [SW-3.6-3], and of nobody who came to the field in step 3 or 4 [SW-3.5-5]."""
    found = list[UseAt]()
    always = table.cards.always
    for slot in field.line:
        if slot.up and (always[slot.card] or always[slot.lower]):
            for card in cards_of(slot):
                skills = enumerate(table.cards.fighter(card).skills if card not in marks_on(slot).fresh else ())
                found += [UseAt(card, at) for at, skill in skills if skill.tag == "always"]
    return found


def usable(table: SwordrionTable, field: Field) -> list[UseAt]:
    """Those that are left whose card still lies in the field and whose condition is met."""
    found = list[UseAt]()
    for user in field.side.users:
        slot, skill = field.slot_of(user.card), skill_at(table, user)
        if slot is not None and not has_come(slot, user, skill) and met(table, field, skill.condition):
            found.append(user)
    return found


def has_come(slot: Slot, user: UseAt, skill: Skill) -> bool:
    """Whether its card has come, or come back, in step 3 or 4, so that its 常時 waits for the next exchange
    [SW-3.5-5]."""
    return user.card in marks_on(slot).fresh and skill.tag == "always"


def skill_at(table: SwordrionTable, user: UseAt) -> Skill:
    return table.cards.fighter(user.card).skills[user.skill]


def might_summon(table: SwordrionTable, seat: int) -> bool:
    """Whether a 召喚 card might lie in the hand, for all that others see of it: what is asked tells nobody what it
    holds."""
    return table.cards.any_summons and bool(table.side[seat].hand)


def summonable(table: SwordrionTable, seat: int) -> list[int]:
    """The 召喚 cards of the hand whose condition is met, if the field can take one [SW-K.5-1] [SW-K.5-4]."""
    field, summons = table.own[seat], table.cards.summons
    if not table.cards.any_summons:
        return []
    hand = field.side.hand
    found = [card for card in hand if summons[card] and met(table, field, table.cards.summon_of(card))]
    return found if has_room(table, field) else []


def use_own(table: SwordrionTable, seat: int) -> Flow[None]:
    """Each at most once, in the order that the participant likes [SW-3.5-2] [SW-3.5-3]; what may be left is left by a
    pass [SW-K.1-2]."""
    field, side = table.own[seat], table.side[seat]
    must = table.setup.own_always == OwnAlways.MANDATORY
    while True:
        users = usable(table, field)
        if not users and not might_summon(table, seat):
            break
        owes = must and any(not skill_at(table, user).optional for user in users)
        act = yield ask(OwnMust if owes else OwnMay, seat)
        if isinstance(act, Pass):
            break
        if isinstance(act, Summon):
            yield from join(table, field, act.card, side.hand, "SW-K.5-1") or ()
            yield from settle(table, seat) or ()
        else:
            yield from use(table, field, act, "SW-3.5-1") or ()
    side.users = []


def use(table: SwordrionTable, field: Field, act: Use, clause: str) -> Flow[None] | None:
    """A skill that was waiting its turn in this step is used."""
    user = UseAt(act.card, act.skill)
    field.side.users = [other for other in field.side.users if other != user]
    return use_skill(table, field, user, clause)


def use_up(table: SwordrionTable, field: Field, must: Kind, may: Kind, clause: str) -> Flow[None]:
    """All that wait their turn in this step, in the order that the participant likes; only what the text leaves open
    may be left."""
    side = field.side
    while users := usable(table, field):
        left_open = all(skill_at(table, user).optional for user in users)
        act = yield ask(may if left_open else must, field.seat)
        if isinstance(act, Pass):
            break
        yield from use(table, field, act, clause) or ()
    side.users = []


def enemy_always(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """4 相手の[常時]スキル [SW-3.6-1]: each must be used if it is possible [SW-S5-2], in the order that the participant
    likes, who carries them out [SW-S5-1] [SW-3.6-2]; only what the text leaves open may be left [SW-S5-5]."""
    field = table.enemies[seat]
    field.side.users = always_users(table, field)
    return use_up(table, field, EnemyMust, EnemyMay, "SW-3.6-1") if field.side.users else None


def on_turn(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """5 味方と相手の[発動]スキル: of both fronts, where they have not been used since the card came to the field
    [SW-3.7-1] [SW-K.2-1] [SW-K.2-3]."""
    side, triggers = table.side[seat], table.cards.on_turn
    for line in (side.line, side.enemy):
        if line and (triggers[line[0].card] or triggers[line[0].lower]):
            return trigger(table, seat)
    return None


def trigger(table: SwordrionTable, seat: int) -> Flow[None]:
    """The own front's first, then the enemy front's [SW-3.7-2]: compulsory, in the first exchange as front [SW-K.2-2]
    [SW-S5-7]."""
    own, enemy = table.fields[seat]
    for field, must, may in ((own, OwnTrigger, OwnTriggerMay), (enemy, EnemyTrigger, EnemyTriggerMay)):
        slot = field.slot_of(field.front)
        if slot is not None:
            users = field.side.users = unspent(table, slot)
            if users:
                marks = marked(slot)
                marks.spent = [*marks.spent, *dict.fromkeys(user.card for user in users)]
            yield from use_up(table, field, must, may, "SW-3.7-1")


def unspent(table: SwordrionTable, slot: Slot) -> list[UseAt]:
    """The 発動 skills of a front that have not been used; of a card merged into it too [SW-S2-12]."""
    return [
        UseAt(card, at)
        for card in cards_of(slot)
        if table.cards.on_turn[card] and card not in marks_on(slot).spent
        for at, skill in enumerate(table.cards.fighter(card).skills)
        if skill.tag == "on_turn"
    ]


class RelicDecision(OneOf):
    """The next relic that works [SW-3.3-2]."""

    ask = "relic"
    clause = "SW-3.3-2"
    takes = (Use, Pass)

    def candidates(self, table: SwordrionTable) -> Sequence[Act]:
        return [Use(user.card, user.skill) for user in workable(table, self.seat)]

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        if isinstance(act, Pass):
            return Violation("SW-3.3-4", "relics.effect_must")
        return Violation("SW-3.3-2", "relics.no_effect")


class MayRelic(RelicDecision):
    """All that are left may be left out."""

    ask = "may_relic"
    default = PASS


class UseDecision(OneOf):
    """The next skill of this step, from one field."""

    takes: ClassVar[tuple[type, ...]] = (Use, Pass)
    enemy = False
    owed = Violation("SW-K.1-2", "skill.own_always_must")
    """Why this step cannot be passed."""

    def candidates(self, table: SwordrionTable) -> Sequence[Act]:
        return [Use(user.card, user.skill) for user in usable(table, table.field(self.seat, self.enemy))]

    def refuse(self, table: SwordrionTable, act: Act) -> Violation:
        if isinstance(act, Pass):
            return self.owed
        return not_usable(table, table.field(self.seat, self.enemy), UseAt(act.card, act.skill), self.clause)


def not_usable(table: SwordrionTable, field: Field, user: UseAt, clause: str) -> Violation:
    """Why a skill cannot be used in this step."""
    slot = field.slot_of(user.card)
    if slot is not None and slot.up and user.skill < len(table.cards.fighter(user.card).skills):
        if has_come(slot, user, skill_at(table, user)):
            return Violation("SW-3.5-5", "skill.next_exchange")
        if user in field.side.users:
            return Violation("SW-C-7", "skill.condition")
    slot = slot or table.foe(field).slot_of(user.card)
    if slot is None or not slot.up:
        return Violation("SW-C-9", "skill.face_up", ("SW-3.6-3",))
    return Violation(clause, "skill.not_now", ("SW-3.5-3",))


class OwnMay(UseDecision):
    """An own 常時 skill, a 召喚 card from the hand, or no more [SW-3.5-1] [SW-K.1-2]."""

    ask = "own_always"
    clause = "SW-3.5-1"
    takes: ClassVar[tuple[type, ...]] = (Use, Summon, Pass)
    default: ClassVar[Act | None] = PASS

    def law(self, table: SwordrionTable, act: Act) -> Violation | None:
        return self._summoning(table, act) if isinstance(act, Summon) else super().law(table, act)

    def _summoning(self, table: SwordrionTable, act: Summon) -> Violation | None:
        if act.card not in table.side[self.seat].hand:
            return Violation("SW-K.5-3", "summon.not_in_hand")
        if act.card in summonable(table, self.seat):
            return None
        card = table.cards.card(act.card)
        if card.is_spell or (card.fights and card.summon is None):
            return Violation("SW-Z.7-3", "summon.no_summon")
        if not met(table, table.own[self.seat], table.cards.summon_of(act.card)):
            return Violation("SW-K.5-2", "summon.condition")
        return Violation("SW-Z.4-6", "summon.no_room")

    def ways(self, table: SwordrionTable) -> Iterator[Act]:
        yield from super().ways(table)
        yield from map(Summon, summonable(table, self.seat))


class OwnMust(OwnMay):
    """The same where the set-up leaves no 常時 skill out."""

    ask = "own_always_must"
    default = None


class EnemyMust(UseDecision):
    """An enemy 常時 skill that must be used [SW-S5-2]."""

    ask = "enemy_always"
    clause = "SW-3.6-1"
    enemy = True
    owed = Violation("SW-S5-2", "skill.enemy_always_must")


class EnemyMay(EnemyMust):
    """Only such as the text leaves open [SW-S5-5]."""

    ask = "enemy_always_may"
    default = PASS


class OwnTrigger(UseDecision):
    """The own front's 発動 [SW-K.2-2]."""

    ask = "own_on_turn"
    clause = "SW-3.7-1"
    owed = Violation("SW-K.2-2", "skill.on_turn_must")


class OwnTriggerMay(OwnTrigger):
    """One that the text leaves open."""

    ask = "own_on_turn_may"
    default = PASS


class EnemyTrigger(UseDecision):
    """The enemy front's 発動 [SW-S5-7]."""

    ask = "enemy_on_turn"
    clause = "SW-3.7-1"
    enemy = True
    owed = Violation("SW-S5-7", "skill.enemy_on_turn_must")


class EnemyTriggerMay(EnemyTrigger):
    """One that the text leaves open."""

    ask = "enemy_on_turn_may"
    default = PASS
