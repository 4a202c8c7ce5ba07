"""カードスキル: what texts do, operation by operation, and what then falls due."""

from collections.abc import Sequence

from ....kernel.play.choices import chosen
from ....kernel.play.decisions import Flow, ask
from ..chapters.additional import can_wait, declare
from ..chapters.automata import next_summoned, turn_up
from ..chapters.damage import blow, fell_spent, fell_weakened, heal, lends_hp, sweep, wound
from ..chapters.fields import equip, has_room, join, merge_two, printed_parts
from ..table import events
from ..table.actions import Colour, Pass, Use
from ..table.options import MultiTargetCounter, PeekedStayUp
from ..table.state import Equipment, Felled, Frame, Phase, Slot, Source, Step, UseAt
from ..table.table import Field, SwordrionTable, cards_of, exchange_of, marked, marks_on, tidy
from . import texts
from .operations import met
from .rewards import due_ask, due_named
from .strength import hp_parts, is_swift, strikes_first
from .targets import BearerDecision, TakeDecision, TargetDecision, aimed, bearers, candidates, revivable
from .texts import Targeted

BREATH_TARGETS = 3
"""SW-K.11-1."""
FINEST_HALVING = 32
"""So often HP is halved without any rounding [SW-3.1-17]: numbers of a state have 64 bits."""


def perform(
    table: SwordrionTable, seat: int, frame: Frame, ops: Sequence[texts.Operation], looks_for: str = ""
) -> Flow[None]:
    """Carries out a text, operation by operation; after each all that is defeated leaves, and rewards and summons
    follow. A text that looks for a kind has all enemies turned up for the check [SW-S5-3]."""
    side = table.side[seat]
    side.frames.append(frame)
    if looks_for:
        if frame.enemy and check_enemies(table, seat, frame):
            yield from settle(table, seat) or ()
        if not _finds(table, seat, frame, looks_for):
            ops = ()
    for at, op in enumerate(ops):
        yield from carry_out(table, seat, frame, op) or ()
        frame.operation = at + 1
        yield from settle(table, seat) or ()
    if frame.peeked:
        turn_back(table, seat, frame)
    side.frames.pop()


def check_enemies(table: SwordrionTable, seat: int, frame: Frame) -> bool:
    """All face-down enemies are turned up for a check [SW-S5-3], and stay so unless the set-up says otherwise
    [SW-S5-4]. Says whether there were any."""
    side = table.side[seat]
    hidden = [slot for slot in side.enemy if not slot.up]
    if not hidden:
        return False
    table.rely("SW-S5-4")
    for slot in hidden:
        turn_up(table, seat, slot)
    if table.setup.peeked_stay_up == PeekedStayUp.FALSE:
        frame.peeked = [slot.card for slot in hidden if any(slot is there for there in side.enemy)]
    return True


def turn_back(table: SwordrionTable, seat: int, frame: Frame) -> None:
    """What was turned up only for a check lies face down again [SW-S5-4]."""
    for slot in table.side[seat].enemy:
        if slot.card in frame.peeked and not slot.lower and not marks_on(slot).equipment:
            slot.up = False
            table.changed(seat, slot)


def _finds(table: SwordrionTable, seat: int, frame: Frame, kind: str) -> bool:
    """Whether another card of that kind lies in the field of the text's own side; a stack shows its upper card
    [SW-S2-11]."""
    line = table.field(seat, frame.enemy).line
    return any(frame.card not in cards_of(slot) and table.cards.card(slot.card).kind == kind for slot in line)


def carry_out(table: SwordrionTable, seat: int, frame: Frame, op: texts.Operation) -> Flow[None] | None:
    """Carries out one operation: at once, or as a flow where it leaves a choice."""
    match op:
        case texts.Blow() | texts.AdditionalDamage() | texts.Wound() | texts.Destroy():
            return aim(table, seat, frame, op)
        case texts.Heal() | texts.Strengthen() | texts.HalveHp() | texts.Hold():
            return aim(table, seat, frame, op)
        case texts.Breath():
            breathe(table, seat, frame, op.amount)
        case texts.Revive():
            return revive(table, seat, frame, op)
        case texts.Reinforce():
            return reinforce(table, seat, frame, op)
        case texts.MergeTwo():
            return merge_two(table, aimed(table, seat, frame, op.side), table.field(seat, frame.enemy).by)
        case texts.TurnUp():
            for slot in list(table.side[seat].enemy):
                turn_up(table, seat, slot)
        case texts.Draw() if not frame.enemy:
            draw_cards(table, seat, op.count)
        case texts.Show():
            table.show(seat, op.count)
        case texts.Gain() if not frame.enemy:
            table.gain(seat, Colour[op.colour.upper()], op.count, "SW-3.11-4")
    return None


def aim(table: SwordrionTable, seat: int, frame: Frame, op: Targeted) -> Flow[None] | None:
    """An operation on the cards that it is for; where it leaves the card open, the participant names it [SW-S5-10]."""
    if op.at == "chosen":
        frame.left = op.times
        return aim_chosen(table, seat, frame, op)
    field = aimed(table, seat, frame, op.side)
    for slot in candidates(table, seat, frame, op):
        asked = apply(table, frame, op, field, slot)
        if asked is not None:
            return asked
    return None


def aim_chosen(table: SwordrionTable, seat: int, frame: Frame, op: Targeted) -> Flow[None]:
    """The same for so many cards of the participant's choice, one after the other."""
    field = aimed(table, seat, frame, op.side)
    while frame.left:
        target = yield from chosen(table, TargetDecision, seat)
        if target is None:
            break
        frame.left -= 1
        yield from apply(table, frame, op, field, field.line[target.place - 1]) or ()
        if frame.left:
            yield from settle(table, seat) or ()
    frame.left = 0


def apply(table: SwordrionTable, frame: Frame, op: Targeted, field: Field, slot: Slot) -> Flow[None] | None:
    """An operation on one card of a field. What hurts a face-down card turns it up first [SW-K.11-4]."""
    seat, user = field.seat, table.field(field.seat, frame.enemy)
    match op:
        case texts.Blow():
            if turn_up(table, seat, slot):
                hurt(table, frame, field, slot, op.amount, "SW-K.0-1")
        case texts.AdditionalDamage():
            if turn_up(table, seat, slot):
                if can_wait(table, user, slot):
                    return declare(table, user, op.amount)
                hurt(table, frame, field, slot, op.amount, "SW-S4-1")
        case texts.Wound():
            if turn_up(table, seat, slot):
                wound(table, field, slot, op.count, user.by, "SW-K.0-1")
        case texts.Heal():
            heal(table, field, slot, op.count)
        case texts.Destroy():
            destroy(table, slot, user.by)
        case texts.Strengthen():
            strengthen(table, seat, slot, op)
            if op.hp < 0:
                fell_spent(table, field, slot, user.by)
        case texts.HalveHp():
            halve(table, field, slot, user.by)
        case texts.Hold():
            marked(slot).held = True
            table.events.append(events.Held(card=slot.card, seat=seat, clause="SW-3.8-7"))
    return None


def halve(table: SwordrionTable, field: Field, slot: Slot, by: Felled) -> None:
    """Halves the HP and rounds nothing that whole damage could tell [SW-3.1-17]. HP of 1 or less is left: any reaches
    it as it is. Of the finest parts half a one counts as one."""
    if hp_parts(table, field, slot) > 1 << marks_on(slot).halved:
        marks, printed = marked(slot), printed_parts(table, slot)
        if marks.halved < FINEST_HALVING:
            marks.halved += 1
        else:
            marks.hp = (printed + marks.hp + 1) // 2 - printed
        table.rely("SW-3.1-17")
        table.events.append(events.Halved(card=slot.card, seat=field.seat, clause="SW-3.1-17"))
        fell_spent(table, field, slot, by)


def destroy(table: SwordrionTable, slot: Slot, by: Felled) -> None:
    """Sends a card to the graveyard, face up there [SW-Z.1-1]; neither block nor undead protects it [SW-K.9-3]. What
    lies face down does so until it leaves, and nothing on it works [SW-3.6-3]."""
    if not slot.up:
        table.seen[slot.card] = None
        if not table.cards.is_spell(slot.card):
            table.cards.fighter(slot.card)
    marked(slot).felled = by


def strengthen(table: SwordrionTable, seat: int, slot: Slot, op: texts.Strengthen) -> None:
    """Adds to HP and attack; numbers above and below zero add up [SW-Q-14]."""
    marks = marked(slot)
    if op.until == "exchange":
        marks.turn_hp += op.hp
        marks.turn_attack += op.attack
    else:
        marks.hp += op.hp << marks.halved
        marks.attack += op.attack
    tidy(slot)
    table.events.append(events.Strengthened(hp=op.hp, attack=op.attack, card=slot.card, seat=seat, clause="SW-3.1-17"))


def breathe(table: SwordrionTable, seat: int, frame: Frame, amount: int) -> None:
    """Dragon breath: damage to the first three at the same time, as many as there are [SW-K.11-1] [SW-K.11-2]. All hits
    are judged before any card leaves [SW-K.11-5]."""
    field = table.field(seat, not frame.enemy)
    for slot in [one for one in field.line[:BREATH_TARGETS] if turn_up(table, seat, one)]:
        hurt(table, frame, field, slot, amount, "SW-K.11-1")


def hurt(table: SwordrionTable, frame: Frame, field: Field, slot: Slot, amount: int, clause: str) -> None:
    """Damage of a text. That of a 選択 skill to the other side is an attack [SW-K.4-4]: whom it hits may answer
    [SW-K.12-3], and a speed attacker may defeat in one blow by it [SW-K.7-1]."""
    user, side = table.field(field.seat, frame.enemy), field.side
    defeated = blow(table, field, slot, amount, user.by, clause)
    if side.step != Step.ATTACK or field is user or not is_choice(table, frame):
        return
    exchange, striker = exchange_of(side), user.slot_of(frame.card)
    if field.enemy and table.setup.multi_target_counter == MultiTargetCounter.ALL_HIT:
        exchange.hit = [*exchange.hit, slot.card]
    if defeated and striker is not None and field.front in cards_of(slot):
        exchange.one_blow = is_swift(table, striker) and (field.enemy or strikes_first(table, side))


def is_choice(table: SwordrionTable, frame: Frame) -> bool:
    """Whether a text that is being carried out is a 選択 skill."""
    return frame.source == Source.SKILL and table.cards.fighter(frame.card).skills[frame.skill].tag == "choice"


def revive(table: SwordrionTable, seat: int, frame: Frame, op: texts.Revive) -> Flow[None]:
    """Lays cards of a graveyard on the field, the participant's choice, one after the other, as many as there are and
    as find room [SW-Z.4-6]; spells do not come back, and 召喚 cards only if their condition is met [SW-K.5-2]."""
    field = aimed(table, seat, frame, op.side)
    frame.left = op.count if revivable(table, field) else 0
    while frame.left and finds_room(table, field):
        card = yield from chosen(table, TakeDecision, seat)
        if card is None:
            break
        frame.left -= 1
        yield from join(table, field, card, field.graveyard, "SW-Z.4-8") or ()
    frame.left = 0


def finds_room(table: SwordrionTable, field: Field) -> bool:
    """Whether a card finds room in a field; if none can take it, it stays where it was [SW-Z.4-6]."""
    if has_room(table, field):
        return True
    table.rely("SW-Z.4-6")
    return False


def reinforce(table: SwordrionTable, seat: int, frame: Frame, op: texts.Reinforce) -> Flow[None]:
    """Lays cards from the top of the deck on a field, as many as there are and as find room [SW-Z.4-6]; what is not to
    be laid is discarded, or waits on the enemy side [SW-S5-11]."""
    field = aimed(table, seat, frame, op.side)
    frame.left = op.count
    while frame.left and table.state.deck and finds_room(table, field):
        frame.left -= 1
        card = table.draw("SW-Z.2-1")
        table.seen[card] = None
        summon = None if table.cards.is_spell(card) else table.cards.summon_of(card)
        if table.cards.is_spell(card) or (summon is not None and not field.enemy and not met(table, field, summon)):
            table.discard(seat, card, "SW-Z.3-1")
        elif summon is not None and not met(table, field, summon):
            field.side.waiting.append(card)
            table.events.append(events.PutAside(card=card, seat=seat, clause="SW-S5-11"))
        else:
            table.state.discard.append(card)
            yield from join(table, field, card, table.state.discard, "SW-Z.4-8") or ()
    frame.left = 0


def draw_cards(table: SwordrionTable, seat: int, count: int) -> None:
    """The participant takes cards from the deck, as many as there are [SW-0.1-5]; until the battles are over a spell
    goes to the spell zone [SW-2.4-1] [SW-S1-14]."""
    side = table.side[seat]
    drawn = [table.draw("SW-0.1-5") for _ in range(min(count, len(table.state.deck)))]
    if not drawn:
        return
    for card in drawn:
        if table.state.phase in (Phase.PREPARATION, Phase.BATTLE) and table.cards.is_spell(card):
            side.spells = sorted([*side.spells, card])
        else:
            table.to_hand(seat, card)
    table.events.append(events.Drew(seat=seat, cards=drawn, clause="SW-0.1-5", private=seat))


def settle(table: SwordrionTable, seat: int) -> Flow[None] | None:
    """What is defeated leaves, summons and rewards follow. In step 6 the defeated stay until both blows are dealt
    [SW-3.2-8]; before the battles an own card may fall, and nothing follows."""
    side = table.side[seat]
    clear_away(table, seat)
    if side.exchange is None:
        return None
    due = side.due and side.step != Step.ATTACK
    return settle_on(table, seat) if due or next_summoned(table, seat) else None


def clear_away(table: SwordrionTable, seat: int) -> None:
    """The defeated leave, but in step 6 they are only marked."""
    if table.side[seat].step != Step.ATTACK:
        sweep(table, seat)
    elif lends_hp(table, seat):
        fell_weakened(table, seat)


def settle_on(table: SwordrionTable, seat: int) -> Flow[None]:
    """Summons one by one, each as soon as its condition is met [SW-S5-14]; then rewards and texts that are due, in the
    order that the participant likes [SW-K.6-5]."""
    side = table.side[seat]
    while card := next_summoned(table, seat):
        yield from join(table, table.enemies[seat], card, side.waiting, "SW-S5-12") or ()
        clear_away(table, seat)
    while side.due and side.step != Step.ATTACK:
        act = yield due_ask(table, seat)
        if isinstance(act, Pass):
            side.due = []
        else:
            yield from resolve_due(table, seat, act) or ()


def resolve_due(table: SwordrionTable, seat: int, act: Use) -> Flow[None] | None:
    """One reward, or the text of a spell that came up as an enemy [SW-2.3-7]."""
    side = table.side[seat]
    due = due_named(side, act)
    assert due is not None, "only what is due is named"
    side.due.remove(due)
    user = table.field(seat, due.enemy)
    if due.spell:
        table.events.append(events.WasCast(card=due.card, seat=seat, clause="SW-2.3-7"))
        return work_spell(table, user, due.card)
    if due.enemy:
        table.rely("SW-K.6-4")
    return use_skill(table, user, UseAt(due.card, due.skill), "SW-K.6-1")


def use_skill(table: SwordrionTable, field: Field, user: UseAt, clause: str) -> Flow[None] | None:
    """A skill of a card of a field is used; it does something if its condition is met."""
    skill = table.cards.fighter(user.card).skills[user.skill]
    table.events.append(events.Used(card=user.card, skill=user.skill, seat=field.seat, clause=clause))
    if not met(table, field, skill.condition):
        return None
    frame = Frame(user.card, user.skill, field.enemy, Source.SKILL)
    return perform(table, field.seat, frame, skill.ops, skill.looks_for)


def work_spell(table: SwordrionTable, user: Field, card: int) -> Flow[None]:
    """A spell that lies in the graveyard of who uses it works. One that came up as an enemy does so once with the sides
    swapped; equipment goes to a card that it may equip, of the participant's choice [SW-2.3-7] [SW-S5-10]."""
    spell, frame = table.cards.spell(card), Frame(card, 0, user.enemy, Source.SPELL)
    if spell.use != "equip":
        return perform(table, user.seat, frame, spell.ops)
    return equip_chosen(table, user, frame)


def equip_chosen(table: SwordrionTable, user: Field, frame: Frame) -> Flow[None]:
    """The participant names the bearer, if there is more than one; with none the spell goes where used ones go."""
    side, seat, places = user.side, user.seat, bearers(table, user, frame.card)
    if places:
        place = places[0]
        if len(places) > 1:
            side.frames.append(frame)
            place = yield ask(BearerDecision, seat)
            side.frames.pop()
        user.graveyard.remove(frame.card)
        field = table.field(seat, place.enemy)
        bearer = field.line[place.place - 1]
        equip(table, seat, bearer, Equipment(frame.card, user.enemy))
        fell_spent(table, field, bearer, user.by)
    yield from settle(table, seat) or ()
