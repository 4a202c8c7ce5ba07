"""Planning ahead from where a trial broke off: whatever a seat has to have later is matched with what it has now and
with what it will probably draw."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product, takewhile
from typing import NamedTuple

from ..judging.record import Action
from .matching import Matching
from .standing import START, Standing
from .trial import Trial
from .uses import Card, Use
from .world import World

MOST_AHEAD = 400
"""Uses of a zone that are planned at once."""
MOST_BACK = 6
"""Earlier choices of a seat from which it is planned again."""
MOST_OTHERWISE = 12
"""Ways in which something else was chosen from several zones."""


class Slot(NamedTuple):
    """Where a card lies, or is to come to: from which entry on, and the card."""

    entry: int
    card: Card


def planned(standing: Standing) -> World | None:
    """The world in which cards lie where they will be wanted, as far as can be foreseen."""
    world, changed = standing.trial.world.copy(), False
    lies: dict[Card, Card] = {}
    draws = list(_foreseen(standing))
    for seat in range(1, standing.trial.header.seats + 1):
        for zone, numbers in standing.trial.zones(seat).items():
            uses = _wanted(standing, seat, zone)
            if uses:
                table = standing.trial.case.unseen.tables[zone]
                slots = [Slot(standing.at, (table, number)) for number in numbers]
                slots += [slot for kind, who, slot in draws if (kind, who) == (zone, seat)]
                changed |= _arrange(standing, world, lies, uses, slots)
    return world if changed else None


def replanned(standing: Standing) -> Iterator[World]:
    """The worlds planned again from earlier hidden choices of the seat that lacks a card, by what is known now of when
    cards came."""
    trial = standing.trial
    for use in standing.lacked():
        choices = [at for at in trial.chosen_at if at < standing.at and _chose(trial, at, use.seat, use.zone)]
        for at in choices[: -MOST_BACK - 1 : -1]:
            world = trial.world.copy()
            uses = _needed(standing, use, at)
            _arrange(Standing(trial, at), world, {}, uses, _slots(standing, use.seat, use.zone, at))
            for later in choices[choices.index(at) :]:
                world.fills.pop(later, None)
            yield world


def rechosen(standing: Standing) -> Iterator[World]:
    """The worlds in which the seat that lacks a card chose something else where it chose from several zones at once."""
    trial = standing.trial
    for seat in dict.fromkeys(use.seat for use in standing.lacked()):
        choices = [at for at, zones in trial.held.items() if len(zones) > 1 and _act(trial, at).seat == seat]
        for at in choices[: -MOST_BACK - 1 : -1]:
            later = choices[choices.index(at) :]
            yield from (_chosen_again(trial, later, cards) for cards in _best_chosen(trial, at))


def _chosen_again(trial: Trial, choices: Sequence[int], cards: list[int]) -> World:
    """A world in which other cards were chosen at the first of some entries, and nothing is said of the rest."""
    world = trial.world.copy()
    for at in choices:
        world.fills.pop(at, None)
    world.fills[choices[0]] = cards
    return world


def _best_chosen(trial: Trial, at: int) -> list[list[int]]:
    """What may best have been chosen from several zones: what is kept is named soon, the rest late."""
    uses, act = trial.case.uses, _act(trial, at)
    secrets = trial.case.unseen.secrets[type(act.what)]

    def soon(cards: Sequence[Card]) -> int:
        after = [uses.next_by(act.seat, card, at + 1) for card in cards]
        return sum(entry if secret.keeps else -entry for entry, secret in zip(after, secrets, strict=True))

    found = sorted(product(*trial.held[at]), key=soon)
    trial.case.work.spend(len(found))
    return [[number for _, number in cards] for cards in found[:MOST_OTHERWISE]]


def _act(trial: Trial, at: int) -> Action:
    """The action of an entry that had holes."""
    act = trial.entries[at].what
    assert isinstance(act, Action)
    return act


def _chose(trial: Trial, at: int, seat: int, zone: str) -> bool:
    """Whether a seat chose in secret from a zone what it gives away."""
    what, unseen = trial.entries[at].what, trial.case.unseen
    if not isinstance(what, Action) or what.seat != seat:
        return False
    return any(
        not secret.keeps and unseen.uses[type(what.what)][secret.field] == zone
        for secret in unseen.secrets[type(what.what)]
    )


def _needed(standing: Standing, lacked: Use, at: int) -> list[Use]:
    """What a seat needs of a zone from an earlier entry up to now: of each card the first use, and every hole of which
    the card has not come back."""
    trial, found = standing.trial, dict[tuple[Card | None, int], Use]()
    following = trial.case.uses.following(lacked.seat, lacked.zone, at)
    for use in [*takewhile(lambda use: use.entry <= standing.at, following), lacked]:
        trial.case.work.spend()
        if use.card is not None or not _came_back(standing, use):
            found.setdefault((use.card, 0 if use.card else len(found)), use)
    return list(found.values())


def _came_back(standing: Standing, hole: Use) -> bool:
    """Whether what was put into a hole came back, or shows in the place of the card that is lacked."""
    trial, there = standing.trial, [(one.table, number) for one in standing.claimed() for number in one.there]
    table, numbers = trial.case.unseen.tables[hole.zone], trial.chosen_at.get(hole.entry, [])
    cards = [(table, number) for number in numbers]
    return any(card in there or trial.since(hole.seat, hole.zone, card) > hole.entry for card in cards)


def _slots(standing: Standing, seat: int, zone: str, at: int) -> list[Slot]:
    """What lay in a zone before an earlier entry, and what came into it since."""
    trial = standing.trial
    table = trial.case.unseen.tables[zone]
    first = [Slot(at, card) for cards in trial.held[at] for card in cards if card[0] == table]
    there = [slot.card for slot in first]
    came = [one for one in trial.came if (one.seat, one.zone) == (seat, zone) and at <= one.entry < standing.at]
    return first + [Slot(one.entry + 1, one.card) for one in came if one.card not in there]


def _wanted(standing: Standing, seat: int, zone: str) -> list[Use]:
    """What a seat wants of a zone from now on: of each card not known yet the first use, and every hole."""
    found: dict[tuple[Card | None, int], Use] = {}
    for use in standing.trial.case.uses.following(seat, zone, standing.at)[:MOST_AHEAD]:
        standing.trial.case.work.spend()
        if use.card is None:
            found[None, len(found)] = use
        elif standing.known_since(use.card) == START:
            found.setdefault((use.card, 0), use)
    return list(found.values())


def _foreseen(standing: Standing) -> Iterator[tuple[str, int, Slot]]:
    """What will be drawn, if the actions that brought one card from an outcome go on to do so."""
    trial = standing.trial
    single = _single_arrivals(standing)
    if not single:
        return
    kinds = {type(trial.entries[at].what.what): zone for at, zone in single}  # type: ignore[union-attr]
    label, place = standing.last_place(single[-1][0])
    order = trial.came_up.outcomes[label]
    table = trial.game.outcome_table(label)
    for at in range(max(standing.at, 0), len(trial.entries)):
        what = trial.entries[at].what
        if isinstance(what, Action) and type(what.what) in kinds:
            place += 1
            if place >= len(order):
                return
            yield kinds[type(what.what)], what.seat, Slot(at + 1, (table, order[place]))


def _single_arrivals(standing: Standing) -> list[tuple[int, str]]:
    """The entries at which just one card came from an outcome to the seat that acted, and the zone it came to."""
    count: dict[int, int] = {}
    for one in standing.trial.came:
        if one.place is not None and one.entry >= 0:
            count[one.entry] = count.get(one.entry, 0) + 1
    found = []
    for one in standing.trial.came:
        what = standing.trial.entries[one.entry].what if one.entry >= 0 else None
        if one.place is not None and isinstance(what, Action) and what.seat == one.seat and count[one.entry] == 1:
            found.append((one.entry, one.zone))
    return found


def _arrange(
    standing: Standing, world: World, lies: dict[Card, Card], uses: Sequence[Use], slots: Sequence[Slot]
) -> bool:
    """Matches uses with slots and exchanges cards accordingly. `lies` says which card lies by now where another did."""
    needed = dict.fromkeys(use.card for use in uses if use.card is not None)
    now = [slot._replace(card=lies.get(slot.card, slot.card)) for slot in slots]
    ranked = sorted(range(len(now)), key=lambda at: (now[at].card in needed, now[at].entry))
    own = {slot.card: at for at, slot in enumerate(now)}

    def fitting(number: int) -> Iterator[int]:
        use = uses[number]
        if use.card is not None and use.card in own and now[own[use.card]].entry <= use.entry:
            yield own[use.card]
        for at in ranked:
            standing.trial.case.work.spend()
            if now[at].entry <= use.entry and _may_be(standing, use.card, now[at].card):
                yield at

    matching: Matching[int, int] = Matching(fitting)
    for number in range(len(uses)):
        matching.add(number)
    wanted = {at: uses[number].card for at, number in matching.taken.items()}
    return _exchanged(standing, world, lies, slots, wanted)


def _may_be(standing: Standing, card: Card | None, there: Card) -> bool:
    """Whether a card may lie where another does."""
    return card is None or card == there or standing.can_exchange(card, there)


def _exchanged(
    standing: Standing,
    world: World,
    lies: dict[Card, Card],
    slots: Sequence[Slot],
    wanted: Mapping[int, Card | None],
) -> bool:
    """Puts the wanted cards into the slots; says whether anything was changed."""
    changed = False
    for at in sorted(wanted):
        card, there = wanted[at], lies.get(slots[at].card, slots[at].card)
        if card is not None and card != there and standing.exchange(world, card, there):
            back = {now: was for was, now in lies.items()}
            lies[back.get(card, card)], lies[back.get(there, there)] = there, card
            changed = True
    return changed
