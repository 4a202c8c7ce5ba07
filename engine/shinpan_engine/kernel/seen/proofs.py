"""Proofs that no world is legal. There are four: nothing unseen had to do with it yet; the cards named cannot be
matched with what their owner got; two claims on one state cannot both come out; or it is refused although every card
named is there, by what lies open."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ..errors import WorkUsedUp
from ..forms import text
from ..judging.claims import NoSuchPath, read
from ..judging.record import Action, Entry, EventClaim, StateClaim, Unresolved
from ..judging.report import Finding, Locator, Verdict
from ..messages import Claim, Message, Seat, Table, Thing, say
from ..play.views import HIDDEN_TEXT, PUBLIC
from ..play.work import Work
from .claims import written
from .holes import chosen, has_holes, leaves_open
from .knowledge import Knowledge, Said
from .moves import matched
from .standing import START, Standing
from .trial import Trial
from .uses import Card

MOST_CLASHING = 200_000
"""Steps that are spent on looking for claims that cannot both come out, all together."""


def proved(standing: Standing) -> Finding | None:
    """What the record is found to be in every world, if that is proved."""
    trial, finding = standing.trial, standing.finding
    if not trial.came_up.guessed and not trial.chosen_at:
        return finding
    if trial.shown:
        # What all saw come up is not told: the rest may have been another game altogether.
        return None
    if finding.verdict == Verdict.ILLEGAL:
        return _refused(standing)
    if finding.verdict == Verdict.CONTRADICTED:
        if (why := _names_no_card(standing)) is not None:
            return _said(standing, why)
        if (why := _clash_here(standing)) is not None:
            return msgspec.structs.replace(finding, message=why, differences=())
        if (why := _number_seen(standing) or _number_came(standing)) is not None:
            return _said(standing, why)
        return _said(standing) if _claims_are_open(standing) else None
    if finding.verdict == Verdict.MALFORMED and (trial.came_up.failed is None or _never_there(standing)):
        return finding
    return None


def _never_there(standing: Standing) -> bool:
    """Whether what is told was not there in any world, because nothing unseen of its kind had come up before."""
    trial = standing.trial
    assert trial.came_up.failed is not None
    table, bundles = trial.game.outcome_table(trial.came_up.failed[0]), trial.case.unseen.bundles
    return not any(
        trial.game.outcome_table(label) == table or (label in bundles and bundles[label].table == table)
        for label in trial.came_up.guessed
    )


def needs_trying(standing: Standing) -> bool:
    """Whether other worlds are tried before a proof is believed: where only what lies open was said to decide."""
    malformed = standing.finding.verdict == Verdict.MALFORMED
    return bool(standing.trial.came_up.guessed) and not standing.missing() and not malformed


def _refused(standing: Standing) -> Finding | None:
    missing, entry = standing.missing(), standing.entry()
    if entry is not None and isinstance(entry.what, Unresolved):
        return _said(standing) if standing.over() or _names_nothing(standing, entry.what) else None
    for zone, card in missing:
        why = _elsewhere(standing, card) or _too_many(standing, zone, card)
        if why:
            return _said(standing, why)
    if missing or standing.may_lack():
        return None
    record = standing.trial.case.record.entries[standing.at]
    if has_holes(record) and not _nobody_asked(standing):
        return _said(standing) if _too_few(standing) else None
    return _said(standing)


def _names_nothing(standing: Standing, what: Unresolved) -> bool:
    """Whether words name a kind of card that the pack does not have, so that it is nowhere in any world."""
    kind = next((kind for kind in standing.trial.game.acts if text.verb(kind) == what.verb), None)
    words = text.named(what.arguments, text.tables(kind)) if kind is not None else []
    return any(not standing.trial.names.numbers(table, word) for table, word in words)


def _nobody_asked(standing: Standing) -> bool:
    entry = standing.entry()
    assert entry is not None
    assert standing.trial.match is not None
    what = entry.what
    return isinstance(what, Action) and standing.trial.match.ask.route(what.seat, type(what.what)) is None


def _too_few(standing: Standing) -> bool:
    """Whether an action leaves more open than its seat has cards there."""
    what = standing.trial.case.record.entries[standing.at].what
    if not isinstance(what, Action):
        return False
    unseen = standing.trial.case.unseen
    return any(
        len(standing.there(unseen.uses[type(what.what)][secret.field])) < len(chosen(what.what, secret))
        for secret in unseen.secrets.get(type(what.what), ())
    )


def _elsewhere(standing: Standing, card: Card) -> Message | None:
    """Where a card is known to be instead."""
    trial, entry = standing.trial, standing.entry()
    assert entry is not None
    if card in standing.open:
        return say("kernel.seen.open_elsewhere", card=Thing(*card))
    if not standing.fixed(card) and standing.was_dealt(card):
        return None
    for seat in range(1, trial.header.seats + 1):
        if seat != entry.what.seat and any(  # type: ignore[union-attr]
            trial.case.unseen.tables[zone] == card[0] and card[1] in numbers
            for zone, numbers in trial.zones(seat).items()
        ):
            return say("kernel.seen.came_to", card=Thing(*card), seat=Seat(seat))
    return None


def _too_many(standing: Standing, zone: str, card: Card) -> Message | None:
    """That a seat names and lays more cards than had come to it."""
    trial, entry = standing.trial, standing.entry()
    assert entry is not None
    if standing.known_since(card) != START:
        return None
    matching, violator = matched(standing, zone, card)
    if matching is not None:
        return None
    table = trial.case.unseen.tables[zone]
    seat = entry.what.seat  # type: ignore[union-attr]
    rest = [(table, number) for number in standing.there(zone)]
    for holder in violator:
        if holder[0] < standing.at:
            rest.append((table, trial.chosen_at[holder[0]][holder[1]]))
    needed = [one for _, one in standing.needed()]
    rest += [(table, number) for number in _left(standing, seat, zone)]
    if any(not standing.fixed(one) and one not in needed for one in rest):
        return None
    came = sum(one.seat == seat and one.zone == zone for one in trial.came)
    return say("kernel.seen.too_many", came=came, seat=Seat(seat), card=Thing(*card))


def _left(standing: Standing, seat: int, zone: str) -> Iterator[int]:
    """The cards that came into a zone and left it without being named or chosen."""
    trial, there = standing.trial, standing.there(zone)
    for one in trial.came:
        if (one.seat, one.zone) == (seat, zone) and one.card[1] not in there:
            named = trial.case.uses.last_before(one.card, standing.at) >= one.entry
            chosen = any(at >= one.entry and one.card[1] in numbers for at, numbers in trial.chosen_at.items())
            if not named and not chosen:
                yield one.card[1]


def _names_no_card(standing: Standing) -> Message | None:
    """That a claim names what is in no row of the pack, so that it comes out in no world."""
    entry, trial = standing.entry(), standing.trial
    knowledge, pack = Knowledge(trial.game, trial.names), trial.header.pack
    assert pack is not None
    for claim in entry.claims if entry is not None else ():
        for table, word in knowledge.of_none(claim):
            return say("kernel.entry.no_card", table=Table(trial.game.name, table), word=word, pack=pack.id)
    return None


def _clash_here(standing: Standing) -> Message | None:
    """That claims on the state in which a trial broke off cannot both come out: in one entry, or in heads after it."""
    trial = standing.trial
    entries = {at: trial.written.get(at, trial.entries[at]) for at in trial.compared_now()}
    return _clash(trial, Knowledge(trial.game, trial.names), entries, trial.case.work)


def clashing(trial: Trial) -> Finding | None:
    """The first entry, wherever a trial broke off, of which the claims cannot all come out."""
    work, knowledge = Work(MOST_CLASHING), Knowledge(trial.game, trial.names)
    try:
        for at, entry in enumerate(trial.case.record.entries):
            if (why := _clash(trial, knowledge, {at: entry}, work)) is not None:
                return Finding(Verdict.CONTRADICTED, Locator(at + 1, 0, entry.line), 0, (), why)
    except WorkUsedUp:
        return None
    return None


def _clash(trial: Trial, knowledge: Knowledge, entries: Mapping[int, Entry], work: Work) -> Message | None:
    """What is said of two claims on one state that cannot both come out."""
    said = [Said(at, claim) for at, entry in entries.items() for claim in entry.claims if isinstance(claim, StateClaim)]
    found = knowledge.clash(said, trial.case.unseen, work)
    if found is None:
        return None
    where = [_line(one.entry, entries[one.entry]) for one in found]
    one, other = (Claim(trial.game.name, written(one.claim)) for one in found)
    if found[0] is found[1]:
        return say("kernel.seen.names_twice", said=other)
    if where[0] == where[1]:
        return say("kernel.seen.not_both_here", one=one, other=other)
    return say("kernel.seen.not_both", one_at=where[0], one=one, other_at=where[1], other=other)


def _line(at: int, entry: Entry) -> Message:
    """Where something is written: the line, or the entry of a record that has no lines."""
    return say("kernel.seen.line", line=entry.line) if entry.line else say("kernel.seen.entry", entry=at + 1)


def _claims_are_open(standing: Standing) -> bool:
    """Whether what a claim says is about what everybody sees, so that it is alike in every world."""
    trial, entry = standing.trial, standing.entry()
    if entry is None or not standing.finding.differences or standing.claimed() or standing.may_lack():
        return False
    wrong = standing.finding.differences[0].path
    for claim in entry.claims:
        if isinstance(claim, StateClaim) and claim.path == wrong:
            there = _seen_at(standing, claim.path)
            return bool(there) and HIDDEN_TEXT not in there
        if isinstance(claim, EventClaim) and claim.name == wrong:
            assert trial.match is not None
            return not any(event.private for event in trial.match.table.events if text.verb(type(event)) == claim.name)
    return not entry.claims or wrong in (trial.game.heads, "result")


def _number_seen(standing: Standing) -> Message | None:
    """That a claim on a list has more or fewer cards than all see there. How many are chosen where nothing is told of a
    choice nobody knows."""
    trial, entry, differences = standing.trial, standing.entry(), standing.finding.differences
    if entry is None or not differences or standing.may_lack():
        return None
    if any(leaves_open(one.what) for one in trial.case.record.entries[: standing.at + 1]):
        return None
    wrong = [one for one in entry.claims if isinstance(one, StateClaim) and one.path == differences[0].path]
    there = _seen_at(standing, differences[0].path)
    if HIDDEN_TEXT not in there or all(len(claim.value.split()) == len(there) for claim in wrong):
        return None
    return say("kernel.seen.number", count=len(there))


def _number_came(standing: Standing) -> Message | None:
    """That claims name more events of one kind than came, where an action says all that it does."""
    trial, entry, differences = standing.trial, standing.entry(), standing.finding.differences
    if entry is None or not differences or standing.may_lack():
        return None
    before = trial.case.record.entries[: standing.at + 1]
    if has_holes(before[-1]) or any(leaves_open(one.what) for one in before):
        return None
    assert trial.match is not None
    wrong = differences[0].path
    claimed = sum(isinstance(claim, EventClaim) and claim.name == wrong for claim in entry.claims)
    came = sum(text.verb(type(event)) == wrong for event in trial.match.table.events)
    return say("kernel.seen.events", count=came) if claimed > came > 0 else None


def _seen_at(standing: Standing, path: str) -> Sequence[str]:
    """What all see at a path of the state, a word for each item; nothing if there is no such path."""
    try:
        return read(standing.trial.game.view(standing.state, PUBLIC), path, standing.trial.names).split()
    except NoSuchPath:
        return ()


def _said(standing: Standing, why: Message | None = None) -> Finding:
    """The referee's finding, with what makes it certain."""
    finding = standing.finding
    submitted = finding.submitted
    what = standing.trial.case.record.entries[standing.at].what if standing.at >= 0 else None
    if isinstance(what, Action) and has_holes(standing.trial.case.record.entries[standing.at]):
        submitted = text.line(what.seat, what.what, standing.trial.names, holes=True)
    if why is None:
        message = say("kernel.seen.whatever", said=finding.message)
    else:
        message = say("kernel.seen.whatever_since", said=finding.message, why=why)
    return msgspec.structs.replace(finding, message=message, submitted=submitted, legal=(), legal_counted=0)
