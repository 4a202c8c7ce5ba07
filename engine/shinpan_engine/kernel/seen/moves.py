"""What may be changed in a world in which a record broke off, the most promising first."""

from collections.abc import Iterator, Sequence
from itertools import islice

from ..judging.record import Action
from .matching import Matching
from .planning import planned, rechosen, replanned
from .standing import Standing
from .uses import NEVER, Card
from .world import World

MOST_MOVES = 60
"""Worlds that are made of one break."""


def moves(standing: Standing) -> Iterator[World]:
    """Other worlds, which may get further."""
    plan = planned(standing)
    if plan is not None:
        yield plan
    for wants in _wants(standing):
        yield from islice(_exchanges(standing, wants), MOST_MOVES)
    yield from replanned(standing)
    yield from rechosen(standing)
    for wants in _wants(standing):
        yield from islice(_by_way_of_others(standing, wants), MOST_MOVES)
        yield from islice(_chosen_together(standing, wants), MOST_MOVES)
        yield from islice(_chosen_otherwise(standing, wants), MOST_MOVES)
    yield from islice(_without(standing, _too_much(standing)), MOST_MOVES)
    other = refilled(standing)
    if other is not None:
        yield other


Wants = Sequence[tuple[Card, Sequence[Card]]]
"""Cards that are wanted, each with those in whose place."""
Holder = tuple[int, int]
"""A hole, by its entry and its number there; or the action that is refused, with the number of a card."""


def _wants(standing: Standing) -> Iterator[Wants]:
    """What the break is about."""
    missing, trial = standing.missing(), standing.trial
    if missing:
        needed = [card for _, card in standing.needed()]
        yield [(card, _by_usefulness(standing, zone, needed)) for zone, card in missing]
    failed = trial.came_up.failed
    if failed is not None:
        table, told = trial.game.outcome_table(failed[0]), trial.case.told[failed[0]]
        there = [(table, number) for number in failed[1] if number not in told]
        yield [((table, number), there) for number in standing.untold()]
    for wanted in standing.claimed():
        there = [(wanted.table, number) for number in wanted.there]
        there += [card for card in _idle(standing) if card[0] == wanted.table]
        yield [((wanted.table, number), there) for number in wanted.missing]


def _idle(standing: Standing) -> list[Card]:
    """The cards that a seat has and does not need any more."""
    trial, found = standing.trial, dict[Card, None]()
    for seat in range(1, trial.header.seats + 1):
        for zone, numbers in trial.zones(seat).items():
            cards = [(trial.case.unseen.tables[zone], number) for number in numbers]
            found.update(dict.fromkeys(c for c in cards if trial.case.uses.next_by(seat, c, standing.at) >= NEVER - 1))
    return list(found)


def _too_much(standing: Standing) -> list[Card]:
    """The cards that should rather not be where they are: a claim does not know them, or an action is refused because
    of what a hand has."""
    extra = [(wanted.table, n) for wanted in standing.claimed() if not wanted.missing for n in wanted.there]
    return extra or (_idle(standing) if standing.may_lack() and not standing.missing() else [])


def _without(standing: Standing, cards: Sequence[Card]) -> Iterator[World]:
    """The worlds in which something else that nobody needs lies where these cards do, one of them or all."""
    uses = standing.trial.case.uses
    others = {
        card: [one for one in standing.alike(card) if one not in cards and uses.next(one, standing.at) >= NEVER - 1]
        for card in cards
    }
    singly = [[card] for card in cards] if len(cards) > 1 else []
    for number in range(max(map(len, others.values()), default=0)):
        for chosen in (cards, *singly):
            standing.trial.case.work.spend()
            world = standing.trial.world.copy()
            places = [(card, others[card]) for card in chosen if others[card]]
            if [card for card, there in places if standing.exchange(world, card, there[number % len(there)])]:
                yield world


def _by_usefulness(standing: Standing, zone: str, needed: Sequence[Card]) -> list[Card]:
    """The cards of a zone that the action does not name, those first that are wanted last or never."""
    uses, entry = standing.trial.case.uses, standing.entry()
    seat = entry.what.seat if entry is not None else 0  # type: ignore[union-attr]
    table = standing.trial.case.unseen.tables[zone]
    there = [(table, number) for number in standing.there(zone) if (table, number) not in needed]
    return sorted(there, key=lambda card: (-uses.next_by(seat, card, standing.at), -uses.first(card), card[1]))


def _exchanges(standing: Standing, wants: Wants) -> Iterator[World]:
    """The worlds in which all that is wanted is there; of the first card with each that it can be exchanged with."""
    if not wants:
        return
    first, places = wants[0]
    for chosen in places:
        world = standing.trial.world.copy()
        standing.trial.case.work.spend()
        if standing.exchange(world, first, chosen) and _others(standing, world, wants[1:], [chosen]):
            yield world


def _by_way_of_others(standing: Standing, wants: Wants) -> Iterator[World]:
    """The worlds in which what is in the way is first exchanged with a third card, which the wanted one replaces."""
    first, places = wants[0] if wants else (("", 0), ())
    for chosen, third in ((place, other) for place in places for other in standing.alike(place)):
        standing.trial.case.work.spend()
        if standing.exchangeable(first, third) is None:
            continue
        world = standing.trial.world.copy()
        both = standing.exchange(world, third, chosen) and standing.exchange(world, first, third)
        if both and _others(standing, world, wants[1:], [chosen, third]):
            yield world


def _chosen_together(standing: Standing, wants: Wants) -> Iterator[World]:
    """The worlds in which what is wanted and what is in its place were chosen together before, one for the other."""
    trial, uses = standing.trial, standing.trial.case.uses
    pairs = [
        pair
        for card, places in wants
        for place in sorted(places, key=lambda one: uses.next(one, standing.at))
        for pair in ((card, place), (place, card), (card, card), (place, place))
    ]
    for at in reversed([at for at, zones in trial.held.items() if len(zones) > 1]):
        for pair in pairs:
            trial.case.work.spend()
            there = all(card in cards for card, cards in zip(pair, trial.held[at], strict=False))
            if there and max(map(standing.known_since, pair)) < (at, 0, 0):
                world = trial.world.copy()
                world.fills[at] = [number for _, number in pair]
                yield world


def _chosen_otherwise(standing: Standing, wants: Wants) -> Iterator[World]:
    """The worlds in which two cards that earlier holes took were taken the other way round. Both may have been shown
    since, but not which of them was taken when."""
    for card, place in ((card, place) for card, places in wants for place in places):
        standing.trial.case.work.spend()
        one, other = (_taken_last(standing, taken) for taken in (card, place))
        if one is None or other is None or one[0] == other[0]:
            continue
        world = standing.trial.world.copy()
        for at in (one[0], other[0]):
            world.fills[at] = list(standing.trial.chosen_at[at])
        world.fills[one[0]][one[1]], world.fills[other[0]][other[1]] = place[1], card[1]
        yield world


def _taken_last(standing: Standing, card: Card) -> Holder | None:
    """The last hole that a card was taken for."""
    trial = standing.trial
    for at in reversed([at for at in trial.chosen_at if at < standing.at]):
        if standing.secret_table(at) == card[0] and card[1] in trial.chosen_at[at]:
            return at, trial.chosen_at[at].index(card[1])
    return None


def _others(standing: Standing, world: World, wants: Wants, gone: list[Card]) -> bool:
    for card, places in wants:
        found = next((place for place in places if place not in gone and standing.exchange(world, card, place)), None)
        if found is None:
            return False
        gone.append(found)
    return True


def refilled(standing: Standing) -> World | None:
    """The world in which earlier holes take what is known to have been there, so that something is left for the cards
    that are named now."""
    world = standing.trial.world.copy()
    for zone, card in standing.missing():
        matching, _ = matched(standing, zone, card)
        if matching is None or not _apply(standing, world, card, matching):
            return None
    return world if standing.missing() else None


def matched(standing: Standing, zone: str, card: Card) -> tuple[Matching[Holder, Card] | None, list[Holder]]:
    """Finds for a card that is missing a place among what its seat has and what earlier holes of it took; or those who
    together want more than has come."""
    trial, seat = standing.trial, standing.entry().what.seat  # type: ignore[union-attr]
    table = trial.case.unseen.tables[zone]
    there = [(table, number) for number in standing.there(zone)]
    filled = _filled(standing, seat, zone, table)
    asking: Holder = (standing.at, 0)
    named = [card, *(one for _, one in standing.needed())]

    def fitting(holder: Holder) -> Iterator[Card]:
        for one in (*there, *filled):
            trial.case.work.spend()
            if holder[0] == standing.at:
                if one == named[holder[1]] or standing.might_be(named[holder[1]], one):
                    yield one
            elif trial.first_since(seat, zone, one) < holder[0] and standing.known_since(one) < (holder[0], 0, 0):
                yield one

    matching: Matching[Holder, Card] = Matching(fitting)
    for one, holder in filled.items():
        matching.take(holder, one)
    for number, (_, needed) in enumerate(standing.needed(), start=1):
        if needed in there:
            matching.take((standing.at, number), needed)
    violator = matching.add(asking)
    return (None if violator else matching), violator


def _filled(standing: Standing, seat: int, zone: str, table: str) -> dict[Card, Holder]:
    """What earlier holes of a seat took out of a zone and that has not come back."""
    trial, found = standing.trial, dict[Card, Holder]()
    for at, what in ((at, trial.entries[at].what) for at in trial.chosen_at if at < standing.at):
        if not isinstance(what, Action) or what.seat != seat:
            continue
        (secret, *others) = trial.case.unseen.secrets[type(what.what)]
        if secret.keeps or others or trial.case.unseen.uses[type(what.what)][secret.field] != zone:
            continue
        for place, number in enumerate(trial.chosen_at[at]):
            if trial.since(seat, zone, (table, number)) < at:
                found[table, number] = (at, place)
    return found


def _apply(standing: Standing, world: World, card: Card, matching: Matching[Holder, Card]) -> bool:
    """Fills holes as they were matched, and exchanges the card that is wanted with what it was given."""
    given = matching.of()
    for holder, one in given.items():
        if holder[0] < standing.at:
            world.fills[holder[0]][holder[1]] = one[1]
    place = given[standing.at, 0]
    return standing.exchange(world, card, place)
