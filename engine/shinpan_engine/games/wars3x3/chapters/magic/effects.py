"""○効果: what each instruction of a text does. Choices are made while it resolves [W3-M4-5]."""

from bisect import insort
from collections.abc import Iterator, Sequence

from .....kernel.errors import OpenField, Undecidable
from .....kernel.messages import Thing, say
from .....kernel.play.choices import MayPass
from .....kernel.play.decisions import Act, Ask, Flow, ask, first_refusal
from .....kernel.play.numbers import Amount, exact
from .....kernel.play.violations import Violation
from ...cards import texts
from ...table import events
from ...table.actions import PASS, USE_TRAIT, Deploy, Pass, UseTrait
from ...table.options import StrengthenLimitShared
from ...table.state import Boost, BoostKind, Casting, Face, Step, Unit, Until
from ...table.table import SEATS, STARTING_LIFE, WarsTable, other
from ..deployment import above_territory, deploy, no_slot, no_unit_card
from ..undying import destroyed
from ..victory import check_life
from .choices import Choice, PlaceChoice, choose_units


def carry_out(table: WarsTable, casting: Casting, instruction: texts.Instruction) -> Flow[None]:
    """One instruction; the life totals are tested after it [W3-M4-4]."""
    match instruction:
        case texts.Damage():
            deal_damage(table, casting, instruction)
        case texts.GainLife(amount):
            gain_life(table, casting.seat, amount)
        case texts.Destroy(whose):
            yield from destroy_unit(table, casting, whose)
        case texts.ReturnToHand(whose):
            yield from return_to_hand(table, casting, whose)
        case texts.DrawCards(count):
            draw_cards(table, casting.seat, count)
        case texts.Discard(who, count):
            yield from discard_cards(table, casting.seat if who == "user" else other(casting.seat), count)
        case texts.TerritoryBonus(amount):
            raise_territory(table, casting.seat, amount)
        case texts.StrengthenUnits(units, amount):
            yield from strengthen_units(table, casting, units, amount)
        case texts.IncreaseUnits(units, amount):
            yield from increase_units(table, casting, units, amount)
        case texts.RevealMagic():
            yield from reveal_magic(table, casting)
        case texts.RevealHand(who, count):
            yield from reveal_hand(table, casting.seat if who == "user" else other(casting.seat), count)
        case texts.ExtraDeployment():
            yield from extra_deployment(table, casting)
    check_life(table)


def deal_damage(table: WarsTable, casting: Casting, instruction: texts.Damage) -> None:
    """Takes life; of a unit just destroyed its printed cost, and nothing if none was [W3-C-17] [W3-M4-3]. Whose, the
    pack says: 毒殺 takes its own user's [W3-R-03], 透禍の槍 the opponent's [W3-S3.5-4]."""
    if instruction.amount == "cost":
        if not casting.card:
            return
        amount: Amount = table.cost(casting.card)
    else:
        amount = instruction.amount
    hit = {"user": (casting.seat,), "opponent": (other(casting.seat),), "both": SEATS}[instruction.to]
    for seat in hit:
        table.side[seat].life -= exact(amount)
        table.events.append(events.Damage(amount=exact(amount), seat=seat, clause="W3-M4-1"))


def gain_life(table: WarsTable, seat: int, amount: int) -> None:
    """Life is not capped [W3-0.2-9]."""
    side = table.side[seat]
    side.life += amount
    if side.life > STARTING_LIFE:
        table.rely("W3-0.2-9")
    table.events.append(events.GainedLife(amount=amount, seat=seat, clause="W3-0.2-9"))


def destroy_unit(table: WarsTable, casting: Casting, whose: texts.Whose) -> Flow[None]:
    """Destroys a unit of the user's choice; `casting` remembers which, until the next destruction. What 毒殺 does is
    this and no removal: there is no chain that could be countered [W3-E-14]."""
    casting.card = 0
    for unit, owner in (yield from choose_units(table, casting, whose, 1)):
        casting.card = unit.card
        table.destroy(unit.card, owner, "W3-S1.1-1")
        yield from destroyed(table, owner, [unit.card])


def return_to_hand(table: WarsTable, casting: Casting, whose: texts.Whose) -> Flow[None]:
    """Returns a unit of the user's choice to its owner's hand; that is not destruction."""
    for unit, owner in (yield from choose_units(table, casting, whose, 1)):
        table.take_off_field(unit.card, owner)
        insort(table.side[owner].hand, unit.card)
        table.events.append(events.Returned(card=unit.card, seat=owner, clause="W3-M4-1"))


def draw_cards(table: WarsTable, seat: int, count: int) -> None:
    """Draws as many as there are [W3-0.2-10] [W3-M4-2], for 転生 too [W3-Q-09]."""
    for _ in range(count):
        table.draw(seat, "W3-M4-2")


def discard_cards(table: WarsTable, seat: int, count: int) -> Flow[None]:
    """A player discards hand cards of their own choice, as many as there are [W3-M4-2]."""
    hand = list(table.side[seat].hand)
    if hand:
        yield from discard_chosen(table, seat, hand, min(count, len(hand)), "W3-M4-1")


def discard_chosen(table: WarsTable, seat: int, candidates: Sequence[int], count: int, clause: str) -> Flow[list[int]]:
    """A player chooses so many of some hand cards and discards them. Gives these."""
    act = yield Ask((Choice(seat, candidates, count),))
    for card in act.cards:
        table.side[seat].hand.remove(card)
        table.discard(card, seat)
        table.events.append(events.Discarded(card=card, seat=seat, clause=clause))
    discarded: list[int] = act.cards
    return discarded


def raise_territory(table: WarsTable, seat: int, amount: int) -> None:
    """Adds to the territory value for the strategy step of the turn [W3-C-18]."""
    table.this_turn(seat).territory_bonus += amount
    table.events.append(events.TerritoryRaised(amount=amount, seat=seat, clause="W3-4.2-14"))


def strengthen_units(table: WarsTable, casting: Casting, count: int, amount: int) -> Flow[None]:
    """Strengthens own units; 強化不可 and a strengthening of this turn leave one unchanged [W3-P-2] [W3-S3.1-4]."""

    def barred(unit: Unit) -> bool:
        return table.traits.unstrengthenable[unit.card] is True

    for unit, _ in (yield from choose_units(table, casting, "own", count, barred)):
        if may_be_strengthened(table, unit):
            unit.boosts.append(Boost(BoostKind.STRENGTHENING, 0, casting.magic, amount, False, Until.COMBAT_END))
            unit.strengthened = table.state.turn
            if table.state.step > Step.COMBAT_END:
                table.rely("W3-3.3-5")
            table.events.append(events.Strengthened(card=unit.card, amount=amount, clause="W3-S3.1-1"))


def may_be_strengthened(table: WarsTable, unit: Unit) -> bool:
    """Whether a strengthening by magic takes."""
    if table.traits.unstrengthenable[unit.card]:
        return False
    if unit.strengthened == table.state.turn:
        table.rely("W3-S3.1-4")
        return table.setup.strengthen_limit_shared == StrengthenLimitShared.FALSE
    return True


def increase_units(table: WarsTable, casting: Casting, count: int, amount: int) -> Flow[None]:
    """Increases own units' power: no limit, and 強化不可 does not bar it [W3-S3.1-2] [W3-S3.1-5]. A strengthened unit
    may be increased, and an increased one strengthened: `strengthened` is left as it is [W3-S3.1-3]."""
    for unit, _ in (yield from choose_units(table, casting, "own", count)):
        if table.traits.unstrengthenable[unit.card] is True:
            table.rely("W3-S3.1-5")
        unit.boosts.append(Boost(BoostKind.INCREASE, 0, casting.magic, amount, False, Until.TURN_END))
        table.events.append(events.Increased(card=unit.card, amount=amount, clause="W3-S3.1-1"))


def reveal_magic(table: WarsTable, casting: Casting) -> Flow[None]:
    """Turns one of the opponent's magics that lie face down face up: that activates nothing, but 顕在 works
    [W3-C-22] [W3-S3.4-2]: 透禍の槍 has that effect [W3-Q-10] and deals no damage [W3-Q-11]. Backs look alike, so it is
    chosen by its place among them [W3-M0-2]."""
    seat = other(casting.seat)
    if backs := face_down(table, seat):
        act = yield Ask((PlaceChoice(casting.seat, len(backs)),))
        row = face_down(table, seat)
        if len(row) > 1:  # where each lies nobody may know from the order in which they were dealt
            row = table.shuffled(f"exposed/p{casting.seat}/{table.state.turn}", row, "W3-C-22")
        (magic,) = table.known([row[act.place - 1]], "W3-C-22")
        turned = table.own_magic(seat, magic)
        assert turned is not None, "it lies in the row"
        turned.face = Face.UP
        table.rely("W3-C-22")
        table.events.append(events.Revealed(magic=magic, seat=seat, clause="W3-C-22"))


def face_down(table: WarsTable, seat: int) -> list[int]:
    """A player's magics that lie face down, ascending."""
    return sorted(card.magic for card in table.side[seat].magics if card.face == Face.DOWN)


def reveal_hand(table: WarsTable, seat: int, count: int) -> Flow[None]:
    """A player shows hand cards of their own choice, as many as there are [W3-M4-2]."""
    hand = list(table.side[seat].hand)
    if hand:
        act = yield Ask((Choice(seat, hand, min(count, len(hand))),))
        table.events.append(events.Shown(seat=seat, cards=act.cards, clause="W3-M4-1"))


def extra_deployment(table: WarsTable, casting: Casting) -> Flow[None]:
    """入植: one deployment at once; it is no strategy step, so 収穫 does not help it [W3-C-24] [W3-Q-13]."""
    granted = table.this_turn(casting.seat)
    granted.extra_deployments += 1
    act = yield ask(ExtraDeploymentDecision, casting.seat)
    granted.extra_deployments -= 1
    if isinstance(act, Deploy):
        deploy(table, casting.seat, act.card, "W3-C-24")
        if table.state.step <= Step.ATTACK:
            table.rely("W3-4.2-19")
        if may_enter_with_effect(table, act.card):
            table.rely("W3-4.2-18")
        yield from entering(table, casting.seat, act.card)


def entering(table: WarsTable, seat: int, card: int) -> Flow[None]:
    """What a unit lets its owner do when it enters the field, by whatever way it came [W3-4.2-18]."""
    if may_enter_with_effect(table, card):
        casting = Casting(seat, card=card)
        yield from table.within(casting, enter_with_effect(table, casting))


def may_enter_with_effect(table: WarsTable, card: int) -> bool:
    """Whether a unit does something when it enters; 宝掘 does nothing without a deck [W3-Q-04]."""
    treasure = table.traits.treasure[card] is True and bool(table.state.deck)
    return treasure or table.traits.substitution[card] is True


def enter_with_effect(table: WarsTable, casting: Casting) -> Flow[None]:
    """Its owner uses the trait or leaves it."""
    act = yield ask(EnteringDecision, casting.seat)
    if isinstance(act, UseTrait):
        digs = table.traits.treasure[casting.card] is True
        yield from dig_treasure(table, casting.seat) if digs else substitute(table, casting)


def dig_treasure(table: WarsTable, seat: int) -> Flow[None]:
    """宝掘: one card is drawn, then one hand card discarded [W3-Q-03] [W3-Q-04]. The last card starts deck-out
    [W3-Q-22]."""
    table.draw(seat, "W3-Q-03")
    table.rely("W3-Q-04")
    if not table.state.deck:
        table.rely("W3-Q-22")
    yield from discard_chosen(table, seat, list(table.side[seat].hand), 1, "W3-Q-04")


def substitute(table: WarsTable, casting: Casting) -> Flow[None]:
    """交代: what the pack says of it [W3-A2-4]."""
    effects = table.cards.substitution[casting.card]
    assert effects is not None, "judged before"
    table.rely("W3-A2-4")
    for at, instruction in enumerate(effects):
        casting.instruction = at
        yield from carry_out(table, casting, instruction)


class EnteringDecision(MayPass):
    """Whether the owner of the unit that just entered uses what it may do then; silence means no."""

    ask = "entering"
    clause = "W3-4.2-18"
    takes = (UseTrait, Pass)
    default = PASS

    def law(self, table: WarsTable, act: Act) -> Violation | None:
        card = table.side[self.seat].units[-1].card
        if table.traits.treasure[card] is not True and table.cards.substitution[card] is None:
            what = say("unknown.substitution", card=Thing("card", card))
            field = OpenField("card", card, "substitution")
            raise Undecidable("kernel.pack.silent", ("W3-A2-4",), field, what=what)
        return None

    def ways(self, table: WarsTable) -> Iterator[Act]:
        return self.legal_among(table, (USE_TRAIT,))


class ExtraDeploymentDecision(MayPass):
    """入植: a deployment, never a redeployment, or nothing [W3-C-24]."""

    ask = "extra_deployment"
    clause = "W3-C-24"
    takes = (Deploy, Pass)
    default = PASS

    def law(self, table: WarsTable, act: Act) -> Violation | None:
        if act.card not in table.side[self.seat].hand:
            return Violation("W3-4.2-2", "deploy.not_in_hand")
        return first_refusal(
            lambda: no_unit_card(table, act.card),
            lambda: no_slot(table, self.seat),
            lambda: self._within_territory(table, act),
        )

    def _within_territory(self, table: WarsTable, act: Deploy) -> Violation | None:
        """収穫 raises the value of the strategy step only [W3-Q-13]."""
        violation = above_territory(table, act.card, table.lasting_territory(self.seat))
        if violation is None or not table.so_far(self.seat).territory_bonus:
            return violation
        return violation.under("W3-Q-13", ("W3-4.2-4",), compares=True)

    def ways(self, table: WarsTable) -> Iterator[Act]:
        return self.legal_among(table, map(Deploy, table.side[self.seat].hand))
