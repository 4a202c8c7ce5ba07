"""Random legal games: the same seed always gives the same game.

`python -m tests.random_games 3` prints what the referee says of three of them, a line each.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from functools import lru_cache
from hashlib import sha256
from itertools import islice

import msgspec
import pytest
from hypothesis import settings

from shinpan_engine.games.anoare.cards.pack_rows import CHARACTERS
from shinpan_engine.games.anoare.table import options as anoare
from shinpan_engine.games.drive.chapters.preparation import ADDED
from shinpan_engine.games.drive.table import options as drive
from shinpan_engine.games.hackclad.cards.pack_rows import CHARACTERS as WITCHES
from shinpan_engine.games.hackclad.table import options as hackclad
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.swordrion.table import options as swordrion
from shinpan_engine.games.wars3x3.table.options import (
    AllowResign,
    CopyScope,
    CounterRounds,
    DeckoutTiming,
    DiscardPile,
    DoubleZero,
    HasteHarvest,
    HasteWindow,
    IntermediateMagic,
    ManifestSideways,
    MentorGeneric,
    NegatedCounts,
    Setup,
    StrengthenLimitShared,
    VeilBonus,
    WildMana,
)
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.game import Game, begin
from shinpan_engine.kernel.judging.header import chance_of, pack_of
from shinpan_engine.kernel.judging.record import (
    FORMAT,
    Action,
    ChanceSource,
    Entry,
    Header,
    Notes,
    Outcome,
    PackRef,
    Record,
    RecordedChance,
    SeededChance,
)
from shinpan_engine.kernel.judging.referee import Replay, Step, verify
from shinpan_engine.kernel.judging.report import Report
from shinpan_engine.kernel.play.chance import SCHEME, Stream
from shinpan_engine.kernel.play.decisions import Act, Decision
from shinpan_engine.kernel.play.match import Match
from shinpan_service.workbench.simulation import drawn_seats

MOST_ACTIONS = 5_000
MOST_LOOKED_AT = 40
MOST_KEPT = 300
"""Random games that a process remembers, since many tests begin with the same."""
MOST_EAGER = 6
"""Players differ from game to game: some pass as often as not, some hardly ever."""
RESIGNS_ONCE_IN = 900
"""Actions between two resignations, on average."""

MODES = [(game, mode.name) for game in GAMES.values() for mode in game.modes if mode.supported]
"""Every mode that can be played, with its game."""
modes = pytest.mark.parametrize(("game", "mode"), MODES, ids=[f"{game.name} {mode}" for game, mode in MODES])
"""For tests of random games, whatever the game and mode."""
SEEN_MODES = [(game, mode) for game, mode in MODES if game.unseen is not None]
seen_modes = pytest.mark.parametrize(
    ("game", "mode"), SEEN_MODES, ids=[f"{game.name} {mode}" for game, mode in SEEN_MODES]
)
"""For tests of what was merely seen of random games."""
FIRST_MODES = {game.name: mode for game, mode in reversed(MODES)}

WIDE = settings(deadline=None, derandomize=True, print_blob=True)
"""For every property test: the same examples each time, and no clock."""


USUAL_GAMES = 100
"""What SHINPAN_GAMES is if it is not set: it is in hundredths of the games that a test usually plays."""


def asked_games() -> int:
    """How many games are to be played, in hundredths of the usual number."""
    return int(os.environ.get("SHINPAN_GAMES", USUAL_GAMES))


def game_count(usual: int) -> int:
    """How many random games a test plays: as many as usual, or more or fewer by SHINPAN_GAMES, but never none."""
    return max(1, usual * asked_games() // USUAL_GAMES)


def seeds(usual: int) -> Iterator[int]:
    """The seeds of a test: 0 and up, or only SHINPAN_SEED, which a failure names."""
    only = os.environ.get("SHINPAN_SEED")
    yield from (int(only),) if only else range(game_count(usual))


def narrowed() -> bool:
    """Whether fewer games are played than usual: they may well not bring up all that a test is about."""
    return "SHINPAN_SEED" in os.environ or asked_games() < USUAL_GAMES


def enough(found: int, wanted: int = 1) -> None:
    """Fails if a test has met too few cases to say anything, unless it was told to play fewer games than usual."""
    assert found >= wanted or narrowed(), f"only {found} cases were met: this test looks at nothing"


@contextmanager
def told(seed: int) -> Iterator[None]:
    """Adds to a failure the seed and the command that runs it again."""
    try:
        yield
    except Exception as error:
        test = os.environ.get("PYTEST_CURRENT_TEST", "tests").partition(" ")[0]
        error.add_note(f"seed {seed}; again: SHINPAN_SEED={seed} python -m pytest -n0 '{test}'")
        raise


def header(game: Game, seed: int, mode: str = "", pack: str = "house") -> Header:
    """The header of the random game of that seed, in the game's first mode unless told otherwise."""
    name = sha256(f"{game.name} {seed}".encode()).digest()
    dice = Stream(name, "setup")
    mode = mode or FIRST_MODES[game.name]
    seats = drawn_seats(game, mode, dice)
    return Header(
        FORMAT,
        game.name,
        mode,
        game.editions[-1],
        PackRef(pack, game.packs[pack].digest),
        ChanceSource(SeededChance(SCHEME, name)),
        None,
        seats,
        [],
        SETUPS[game.name](dice, mode, seats),
    )


def _wars3x3(dice: Stream, mode: str) -> Setup:
    """Any starting player; each option of the mode at its default in two of three games."""
    options: list[tuple[str, IntEnum]] = [
        ("double_zero", DoubleZero.ACTIVE_PLAYER_LOSES),
        ("deckout_timing", DeckoutTiming.DRAWER_TURN),
        ("allow_resign", AllowResign.FALSE),
        ("discard_pile", DiscardPile.PER_PLAYER),
        ("counter_rounds", CounterRounds.CHAIN_BY_CHAIN),
        ("veil_bonus", VeilBonus.COST),
        ("strengthen_limit_shared", StrengthenLimitShared.FALSE),
    ]
    if mode == "intermediate":
        options += [
            ("mentor_generic", MentorGeneric.FALSE),
            ("intermediate_magic", IntermediateMagic.RANDOM4),
        ]
    if mode in ("advanced", "sevenmage"):
        options += [
            ("haste_window", HasteWindow.ANY_TIME_BEFORE_COMBAT),
            ("haste_harvest", HasteHarvest.FALSE),
            ("negated_counts", NegatedCounts.FALSE),
            ("copy_scope", CopyScope(1 + dice.below(2))),
        ]
    if mode == "advanced":
        options += [("manifest_sideways", ManifestSideways.IMMEDIATE), ("wild_mana", WildMana.PER_ACTIVATION)]
    return Setup(1 + dice.below(2), **{name: value for name, value in options if dice.below(3) == 0})


def _anoare(dice: Stream) -> anoare.Setup:
    """Any two characters, now and then the same one on both sides; either of them first where the response powers come
    to be equal; each option at its default in two of three games."""
    characters = dice.shuffle(range(1, CHARACTERS + 1))[:2]
    mirror = anoare.Mirror(dice.below(6) == 0)
    if mirror:
        characters = characters[:1] * 2
    kinds = [field.type for field in msgspec.structs.fields(anoare.Setup)][3:]
    options = [kind(1 if dice.below(3) == 0 else 0) for kind in kinds]
    return anoare.Setup(characters, 1 + dice.below(2), mirror, *options)


def _hackclad(dice: Stream, mode: str, seats: int) -> hackclad.Setup:
    """Any characters, now and then two of them the same; any difficulty and teams; each option that decides something
    in the mode at its default in two of three games."""
    characters = dice.shuffle(range(1, WITCHES + 1))[:seats]
    if seats > 1 and dice.below(6) == 0:
        characters[-1] = characters[0]
    copies = max(characters.count(character) for character in characters)
    facts: dict[str, object] = {"copies": copies if copies > 1 else 0}
    if mode == "coop":
        facts["difficulty"] = hackclad.Difficulty(1 + dice.below(4))
    if mode == "tag":
        facts["teams"] = [[1, 1, 2, 2], [1, 2, 1, 2], [1, 2, 2, 1]][dice.below(3)]
        facts["humans"] = hackclad.Humans(dice.below(2))
    barred = {"flare_guards": 2 not in characters, "coop_easy_deck": facts.get("difficulty") != 1}
    barred["tag_shared_info"] = facts.get("humans") == 1
    for option in GAMES["hackclad"].rules.options:
        if (not option.modes or mode in option.modes) and not barred.get(option.name) and dice.below(3) == 0:
            kind = next(f.type for f in msgspec.structs.fields(hackclad.Setup) if f.name == option.name)
            facts[option.name] = kind(1)
    return hackclad.Setup(characters, **facts)


DRIVE_FACTS = ("difficulty", "start_player", "owned", "expansions")
"""What is no option in the set-up of 精霊回路ドライヴ."""


def _drive(dice: Stream, mode: str, seats: int) -> drive.Setup:
    """Any difficulty of the mode, with all expansions of the pack where some are used; each option at its default in
    two of three games."""
    kinds: dict[str, type[IntEnum]] = {
        field.name: field.type for field in msgspec.structs.fields(drive.Setup) if field.name not in DRIVE_FACTS
    }
    chosen = {name: kind(1 + dice.below(len(kind) - 1)) for name, kind in kinds.items() if dice.below(3) == 0}
    if chosen.get("party_source"):
        chosen.pop("draft_underfill", None)
    if mode == "solo_partner":
        chosen.pop("expansions_min", None)
        owned = [1, 2, 3] if "enemy_set" in chosen else []
        return drive.Setup(drive.Difficulty(1 + dice.below(2)), 2 if dice.below(3) == 0 else 0, owned, **chosen)
    difficulty = drive.Difficulty(1 + dice.below(4))
    least, most = ADDED[difficulty]
    if not most:
        chosen.pop("expansions_min", None)
    least = 0 if "expansions_min" in chosen else least
    owned = [1, 2, 3] if most or "enemy_set" in chosen else []
    first = 1 + dice.below(seats)
    return drive.Setup(difficulty, first, owned, least + dice.below(most - least + 1), **chosen)


def _swordrion(dice: Stream, mode: str) -> swordrion.Setup:
    """Each option at its default in two of three games, and now and then the lost pictures read otherwise."""
    cubes = swordrion.ByColour(1, 1, 0) if dice.below(4) == 0 else None
    divisors = swordrion.ByColour(2, 2, 1) if dice.below(4) == 0 else None
    kinds = {field.name: field.type for field in msgspec.structs.fields(swordrion.Setup)[2:]}
    options = {name: kind(1 + dice.below(len(kind) - 1)) for name, kind in kinds.items() if dice.below(3) == 0}
    if mode == "solo":
        options.pop("deal_pattern", None)
    return swordrion.Setup(cubes, divisors, **options)


SETUPS: Mapping[str, Callable[[Stream, str, int], msgspec.Struct]] = {
    "wars3x3": lambda dice, mode, _: _wars3x3(dice, mode),
    "anoare": lambda dice, *_: _anoare(dice),
    "hackclad": _hackclad,
    "drive": _drive,
    "swordrion": lambda dice, mode, _: _swordrion(dice, mode),
}
"""How the random games of each game are set up."""


def start(header: Header) -> Match:
    """A match at its first decision."""
    game = GAMES[header.game]
    return begin(game, header, chance_of(header), pack_of(game, header))


@lru_cache(MOST_KEPT)
def play(game: Game, seed: int, mode: str = "") -> Record:
    """The random game of that seed, from the first decision to the end."""
    head = header(game, seed, mode)
    return Record(head, tuple(Entry(action) for action, _ in course(head, Stream(_seed(head), "play"))))


def course(head: Header, dice: Stream) -> Iterator[tuple[Action, Match]]:
    """The actions of a random game, each with the match as it is after it."""
    match, eagerness = start(head), dice.below(MOST_EAGER)
    for _ in range(MOST_ACTIONS):
        if not match.ask.decisions:
            return
        action = choose(match, dice, eagerness)
        take(match, action)
        yield action, match
    raise AssertionError("a random game that does not end")


def choose(match: Match, dice: Stream, eagerness: int = 0) -> Action:
    """Any legal action; a resignation seldom, and what comes with a step about every other time."""
    if dice.below(RESIGNS_ONCE_IN) == 0:
        for offer in match.table.standing:
            if not offer.once_in:
                for act in offer.options(match.table):
                    return Action(offer.seat, act)
    for offer in match.table.standing:
        if offer.once_in and dice.below(offer.once_in) == 0:
            for act in offer.options(match.table):
                return Action(offer.seat, act)
    first, *others = match.ask.decisions
    if not match.ask.simultaneous and others and dice.below(2) == 0:
        other = others[dice.below(len(others))]
        if next(other.options(match.table), None) is not None:
            first = other
    return Action(first.seat, _eager(first, match, dice, eagerness))


def _eager(decision: Decision, match: Match, dice: Stream, eagerness: int) -> Act:
    """A legal action; of an eager player no pass, where there is something else among the first."""
    if decision.default is not None and dice.below(MOST_EAGER) < eagerness:
        found = [act for act in islice(decision.options(match.table), MOST_LOOKED_AT) if act != decision.default]
        if found:
            return found[dice.below(len(found))]
    return decision.sample(match.table, dice)


def take(match: Match, action: Action) -> None:
    """Carries out an action that must be legal."""
    match.table.events = []
    refused = match.play(action.seat, action.what)
    assert refused is None, f"{action} was refused: {refused}"


def replayed(record: Record, actions: int) -> Match:
    """A fresh match, after so many actions of a record."""
    match = start(record.header)
    for entry in record.entries[:actions]:
        assert isinstance(entry.what, Action)
        take(match, entry.what)
    return match


def steps(record: Record) -> list[Step]:
    """What the referee shows of every step, step 0 first; the record must be without fault."""
    shown: list[Step] = []
    finding = Replay(GAMES, record).run(watch=lambda step: shown.append(step._replace(events=list(step.events))))
    assert finding is None, finding
    return shown


def sealed(record: Record, report: Report | None = None) -> Record:
    """The record with all its hashes and its result written down, as its report has them."""
    first, *others = steps(record)
    entries = [
        msgspec.structs.replace(entry, state_hash=step.state_hash, link=step.link)
        for entry, step in zip(record.entries, others, strict=True)
    ]
    report = report or verify(GAMES, record)
    notes = Notes(
        result=report.result.word if report.result else "",
        last_link=report.last_link,
        header_hash=report.header_hash,
        first_state_hash=first.state_hash,
    )
    return Record(record.header, tuple(entries), notes)


def recorded(record: Record) -> Record:
    """The same game with the outcomes written down instead of the seed."""
    replay = Replay(GAMES, record)
    replay.run()
    return with_outcomes(record, replay.chance.outcomes)


def with_outcomes(record: Record, outcomes: Mapping[str, list[int]]) -> Record:
    """The record with chance as it fell at a table."""
    written = RecordedChance([Outcome(label, list(outcomes[label])) for label in sorted(outcomes)])
    head = msgspec.structs.replace(record.header, chance=ChanceSource(written))
    return msgspec.structs.replace(record, header=head)


def changed(record: Record, at: int, **fields: object) -> Record:
    """The record with some fields of one entry changed."""
    entries = list(record.entries)
    entries[at] = msgspec.structs.replace(entries[at], **fields)
    return msgspec.structs.replace(record, entries=tuple(entries))


def state_bytes(match: Match) -> bytes:
    """The canonical bytes of the state."""
    return canon.encode(match.table.state)


def _seed(head: Header) -> bytes:
    assert head.chance is not None
    assert isinstance(head.chance.source, SeededChance)
    return head.chance.source.seed


def told_by_referee(seed: int) -> str:
    """The judgement on the random game of that seed in every mode, in one line."""
    reports = [verify(GAMES, play(game, seed, mode)) for game, mode in MODES]
    return msgspec.json.encode(reports).decode()


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        print(told_by_referee(number))
