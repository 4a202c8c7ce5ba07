"""Altered records: whatever is changed in a record that carries its hashes is found, or provably changes nothing."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
import pytest

from shinpan_engine.games.anoare.table.options import UltraChoice
from shinpan_engine.games.drive.table.options import Difficulty, SetOrder
from shinpan_engine.games.hackclad.table.options import ReentryFallback, WitchOccupied
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.swordrion.table.options import BuyLimit, ByColour
from shinpan_engine.games.wars3x3.table.options import DiscardPile
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.text import verb
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging import claims
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Entry,
    EventClaim,
    Record,
    SeededChance,
    StateClaim,
)
from shinpan_engine.kernel.judging.referee import Replay, Step, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream

from ..random_games import changed, enough, modes, play, replayed, sealed, seeds, steps, told
from .near_misses import near_misses, simplest

TRIES = 4
"""Places in each record at which something is altered."""
OPENING = 6
"""Entries at the beginning, more than answer one simultaneous choice."""
PATHS = {
    "wars3x3": ("turn", "life[p1]", "units[p2]", "step"),
    "anoare": ("turn", "life[p1]", "hand[p2]", "step", "distance"),
    "hackclad": ("round", "vp[p1]", "hand[p1]", "step", "clad_square"),
    "drive": ("turn", "mana[p1]", "hand[p2]", "step"),
    "swordrion": ("round", "hand[p1]", "phase", "graveyard[p1]"),
}
"""What the records of each game claim about the state after every action."""

Mutation = Callable[[Record, Stream], Record]
"""A way to alter a record, at a place that the dice choose."""


@lru_cache(maxsize=8)
def claimed(game: Game, seed: int, mode: str) -> Record:
    """The random game of that seed with its hashes, and on each entry claims about the state and about every event; it
    is legal so."""
    whole = sealed(play(game, seed, mode))
    replay = Replay(GAMES, whole)
    seen: list[tuple[StateClaim | EventClaim, ...]] = []

    def watch(step: Step) -> None:
        assert replay.match is not None
        state = replay.match.table.state
        about_state = [StateClaim(path, claims.read(state, path, replay.names)) for path in PATHS[game.name]]
        told_of = [(event, claims.event_fields(event, replay.names)) for event in step.events]
        about_events = [EventClaim(verb(type(event)), tuple(fields.items())) for event, fields in told_of]
        seen.append((*about_state, *about_events))

    assert replay.run(watch=watch) is None
    entries = [msgspec.structs.replace(e, claims=c) for e, c in zip(whole.entries, seen[1:], strict=True)]
    record = with_entries(whole, entries)
    assert verify(GAMES, record).verdict is Verdict.LEGAL
    return record


def somewhere(record: Record, dice: Stream) -> int:
    return dice.below(len(record.entries))


def with_entries(record: Record, entries: list[Entry]) -> Record:
    return msgspec.structs.replace(record, entries=tuple(entries))


def with_header(record: Record, **fields: object) -> Record:
    return msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, **fields))


def with_notes(record: Record, **fields: object) -> Record:
    return msgspec.structs.replace(record, notes=msgspec.structs.replace(record.notes, **fields))


def flipped(data: bytes, dice: Stream) -> bytes:
    """The bytes with one bit turned."""
    at = dice.below(8 * len(data))
    return bytes(byte ^ (1 << at % 8) if i == at // 8 else byte for i, byte in enumerate(data))


def dropped_entry(record: Record, dice: Stream) -> Record:
    at = somewhere(record, dice)
    return with_entries(record, [*record.entries[:at], *record.entries[at + 1 :]])


def doubled_entry(record: Record, dice: Stream) -> Record:
    at = somewhere(record, dice)
    return with_entries(record, [*record.entries[: at + 1], *record.entries[at:]])


def swapped_entries(record: Record, dice: Stream) -> Record:
    entries, one, other = list(record.entries), somewhere(record, dice), somewhere(record, dice)
    entries[one], entries[other] = entries[other], entries[one]
    return with_entries(record, entries)


def swapped_neighbours(record: Record, dice: Stream) -> Record:
    entries, at = list(record.entries), dice.below(len(record.entries) - 1)
    entries[at], entries[at + 1] = entries[at + 1], entries[at]
    return with_entries(record, entries)


def swapped_opening(record: Record, dice: Stream) -> Record:
    order = dice.shuffle(range(min(OPENING, len(record.entries))))
    return with_entries(record, [*(record.entries[at] for at in order), *record.entries[OPENING:]])


def altered_field(record: Record, dice: Stream) -> Record:
    places = [at for at, entry in enumerate(record.entries) if entry.what.what.__struct_fields__]
    at = places[dice.below(len(places))]
    action = record.entries[at].what
    misses = list(near_misses(action.what))
    return changed(record, at, what=Action(action.seat, misses[dice.below(len(misses))]))


def another_legal_action(record: Record, dice: Stream) -> Record:
    """At some place, or at the first one after it where there is a choice."""
    begin = somewhere(record, dice)
    for at in (*range(begin, len(record.entries)), *range(begin)):
        legal = (Action(*offer) for offer in islice(replayed(record, at).options(), 100))
        others = [action for action in legal if action != record.entries[at].what]
        if others:
            return changed(record, at, what=others[dice.below(len(others))])
    raise AssertionError("there is no choice in this game")


def another_kind_of_action(record: Record, dice: Stream) -> Record:
    at = somewhere(record, dice)
    kinds = GAMES[record.header.game].acts
    act = simplest(kinds[dice.below(len(kinds))])
    return changed(record, at, what=Action(record.entries[at].what.seat, act))


def another_seat(record: Record, dice: Stream) -> Record:
    at, seat = somewhere(record, dice), dice.below(record.header.seats + 2)
    return changed(record, at, what=Action(seat, record.entries[at].what.what))


def inserted_entry(record: Record, dice: Stream) -> Record:
    entry, at = Entry(record.entries[somewhere(record, dice)].what), dice.below(len(record.entries) + 1)
    return with_entries(record, [*record.entries[:at], entry, *record.entries[at:]])


def flipped_seed(record: Record, dice: Stream) -> Record:
    source = record.header.chance.source
    return with_header(record, chance=ChanceSource(SeededChance(source.scheme, flipped(source.seed, dice))))


def truncated(record: Record, dice: Stream) -> Record:
    return with_entries(record, list(record.entries[: somewhere(record, dice)]))


def spliced(record: Record, dice: Stream) -> Record:
    other, at = (
        sealed(play(GAMES[record.header.game], 1000 + dice.below(1000), record.header.mode)),
        somewhere(record, dice),
    )
    return with_entries(record, [*record.entries[:at], *other.entries[at:]])


def altered_result(record: Record, dice: Stream) -> Record:
    results = [word for word in ("p1", "p2", "draw", "none", "p1 p2", "p3") if word != record.notes.result]
    return with_notes(record, result=results[dice.below(len(results))])


def altered_claim(record: Record, dice: Stream) -> Record:
    at = somewhere(record, dice)
    entry = record.entries[at]
    which = dice.below(len(entry.claims))
    claim = entry.claims[which]
    if isinstance(claim, StateClaim):
        altered: StateClaim | EventClaim = StateClaim(claim.path, f"{claim.value}1")
    else:
        arguments = [(name, f"{value}1") for name, value in claim.arguments]
        altered = EventClaim(claim.name, tuple(arguments)) if arguments else EventClaim("ended")
    return changed(record, at, claims=(*entry.claims[:which], altered, *entry.claims[which + 1 :]))


def flipped_entry_hash(record: Record, dice: Stream) -> Record:
    at, name = somewhere(record, dice), ("state_hash", "link")[dice.below(2)]
    return changed(record, at, **{name: flipped(getattr(record.entries[at], name), dice)})


def flipped_noted_hash(record: Record, dice: Stream) -> Record:
    name = ("last_link", "header_hash", "first_state_hash")[dice.below(3)]
    return with_notes(record, **{name: flipped(getattr(record.notes, name), dice)})


OTHER_SETUPS: Mapping[str, Callable[[Any], Sequence[dict[str, object]]]] = {
    "wars3x3": lambda setup: (
        {"first": 3 - setup.first},
        {"discard_pile": DiscardPile(1 - setup.discard_pile)},
    ),
    "anoare": lambda setup: (
        {"characters": setup.characters[::-1]},
        {"ultra_choice": UltraChoice(1 - setup.ultra_choice)},
    ),
    "hackclad": lambda setup: (
        {"witch_occupied": WitchOccupied(1 - setup.witch_occupied)},
        {"reentry_fallback": ReentryFallback(1 - setup.reentry_fallback)},
    ),
    "drive": lambda setup: (
        {"difficulty": Difficulty(3 - setup.difficulty if setup.difficulty < 3 else 7 - setup.difficulty)},
        {"set_order": SetOrder(1 - setup.set_order)},
    ),
    "swordrion": lambda setup: (
        {"start_cubes": None if setup.start_cubes else ByColour(1, 0, 1)},
        {"buy_limit": BuyLimit(1 - setup.buy_limit)},
    ),
}
"""Other facts and options for a game's set-up."""


def altered_header(record: Record, dice: Stream) -> Record:
    setup, pack = record.header.setup, record.header.pack
    fields = (
        *({"setup": msgspec.structs.replace(setup, **changes)} for changes in OTHER_SETUPS[record.header.game](setup)),
        {"pack": msgspec.structs.replace(pack, digest=flipped(pack.digest, dice))},
        {"pack": msgspec.structs.replace(pack, id="print")},
        {"edition": "1.1"},
        {"mode": "advanced"},
        {"seats": 3},
        {"format": 2},
        {"game": "wars"},
    )
    return with_header(record, **fields[dice.below(len(fields))])


BROKEN = {Verdict.ILLEGAL, Verdict.MALFORMED, Verdict.DIVERGED, Verdict.CONTRADICTED}
MUTATIONS: Mapping[Mutation, set[Verdict]] = {
    dropped_entry: BROKEN,
    doubled_entry: BROKEN,
    swapped_entries: BROKEN,
    swapped_neighbours: BROKEN,
    swapped_opening: BROKEN,
    altered_field: BROKEN,
    another_legal_action: BROKEN,
    another_kind_of_action: BROKEN,
    another_seat: BROKEN,
    inserted_entry: BROKEN,
    spliced: BROKEN,
    flipped_seed: {Verdict.DIVERGED},
    truncated: {Verdict.CONTRADICTED},
    altered_result: {Verdict.CONTRADICTED},
    altered_claim: {Verdict.CONTRADICTED},
    flipped_entry_hash: {Verdict.DIVERGED},
    flipped_noted_hash: {Verdict.DIVERGED},
    altered_header: {Verdict.DIVERGED},
}
"""Every way to alter a record, and the verdicts it may come to when it is found."""


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
@modes
def test_alterations_are_found(mutation: Mutation, game: Game, mode: str) -> None:
    """An altered record is not legal, or it is the same game by its last link and by every action."""
    found: Counter[str] = Counter()
    for seed in seeds(2):
        with told(seed):
            dice = Stream(bytes(32), f"{mutation.__name__}/{seed}")
            whole = claimed(game, seed, mode)
            for _ in range(TRIES):
                found[outcome(whole, mutation(whole, dice), MUTATIONS[mutation])] += 1
    enough(found["found"] + found["refused"])


THIN = [mutation for mutation in MUTATIONS if mutation not in (altered_claim, flipped_entry_hash, altered_header)]


@pytest.mark.parametrize("mutation", THIN, ids=lambda mutation: mutation.__name__)
@modes
def test_the_last_link_alone_is_enough(mutation: Mutation, game: Game, mode: str) -> None:
    """Of all hashes only the last link and the first states' noted: still nothing altered passes for the same game."""
    found: Counter[str] = Counter()
    for seed in seeds(2):
        with told(seed):
            dice = Stream(bytes(32), f"thin/{mutation.__name__}/{seed}")
            whole = thin(claimed(game, seed, mode))
            for _ in range(TRIES):
                altered = thin(mutation(whole, dice))
                found[outcome(whole, altered, {*BROKEN, *MUTATIONS[mutation]})] += 1
    enough(found["found"])


def thin(record: Record) -> Record:
    """The record without the hashes of its entries."""
    return with_entries(record, [Entry(entry.what) for entry in record.entries])


def outcome(whole: Record, altered: Record, verdicts: set[Verdict]) -> str:
    """Whether an alteration was found, refused, or proven to be none; fails if it passed for something else."""
    try:
        report = verify(GAMES, altered)
    except RequestError:
        return "refused"
    if report.verdict is not Verdict.LEGAL:
        assert report.verdict in verdicts, report.findings
        assert len(report.findings) == 1
        return "found"
    assert report.last_link == whole.notes.last_link
    assert [step.action for step in steps(altered)] == [step.action for step in steps(whole)]
    return "equal"


@modes
def test_every_entry_is_covered(game: Game, mode: str) -> None:
    """In one whole record, no entry at all can be dropped, doubled or given to another seat unnoticed."""
    whole = sealed(play(game, 4, mode))
    for at, entry in enumerate(whole.entries):
        before, after = list(whole.entries[:at]), list(whole.entries[at + 1 :])
        other = msgspec.structs.replace(entry, what=Action(3 - entry.what.seat, entry.what.what))
        for entries in (before + after, [*before, entry, entry, *after], [*before, other, *after]):
            assert outcome(whole, with_entries(whole, entries), BROKEN) == "found"
