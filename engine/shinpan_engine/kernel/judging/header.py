"""The header of a record: whether this server can judge such a game at all, and with what."""

from collections.abc import Mapping, Sequence

from .. import errors
from ..game import Game
from ..packs import Pack, with_facts
from ..play import chance
from .record import FORMAT, Commitment, Header, Outcome, RecordedChance, SeededChance, SeenChance

NOT_COMPLETE = "this record tells only what was seen: complete it first, then every step can be looked at"
DIGEST_BYTES = 32
SALT_BYTES = 16


def game_of(games: Mapping[str, Game], header: Header) -> Game:
    """The game that a header names, if it can be played here as the header says."""
    if header.format != FORMAT:
        raise errors.NotHere("record.header.format", f"log format {header.format} is not known here, only {FORMAT}")
    game = games.get(header.game)
    if game is None:
        raise errors.InvalidHeader("record.header.game", f"no game “{header.game}”; there are: {', '.join(games)}")
    mode = next((m for m in game.modes if m.name == header.mode), None)
    if mode is None:
        known = ", ".join(m.name for m in game.modes)
        raise errors.InvalidHeader("record.header.mode", f"{game.name} has no mode “{header.mode}”; it has: {known}")
    if not mode.supported:
        raise errors.NotSupported("record.header.mode", f"{game.name} {mode.name} ({mode.title}) is not supported yet")
    if not mode.min_seats <= header.seats <= mode.max_seats:
        raise errors.InvalidHeader(
            "record.header.seats", f"{mode.name} is for {mode.min_seats} to {mode.max_seats} seats"
        )
    if header.edition not in game.editions:
        known = ", ".join(game.editions)
        raise errors.NotHere("record.header.edition", f"edition “{header.edition}” is not here; there are: {known}")
    if type(header.setup) is not game.setup:
        raise errors.InvalidHeader("record.header.setup", f"the header carries no set-up of {game.name}")
    return game


def pack_of(game: Game, header: Header) -> Pack:
    """The pack of that id and digest, never another, with what the record says besides."""
    if header.pack is None:
        raise errors.InvalidHeader("record.header.pack", "the header names no card pack")
    id, digest = header.pack.id, header.pack.digest
    pack = game.made.get(id, digest)
    if pack is not None:
        return with_facts(game.pack_kind, pack, header.facts)
    game.pack(id)
    if not game.made.of(id):
        raise errors.NotHere("record.header.pack.id", f"no pack “{id}” here; there are: {', '.join(game.packs)}")
    known, why = game.made.told(id), game.made.why_not(id)
    raise errors.NotHere(
        "record.header.pack.digest",
        f"the record was made with {digest.hex()[:16] or 'none'} of the pack “{id}”, which is not here; there are: "
        f"{known}{f'; left out: {why}' if why else ''}",
    )


def chance_of(header: Header) -> chance.Chance:
    """The header's chance."""
    source = header.chance.source if header.chance else None
    if isinstance(source, SeededChance):
        if source.scheme != chance.SCHEME:
            raise errors.NotHere(
                "record.header.chance.seeded.scheme", f"scheme “{source.scheme}”; here it is {chance.SCHEME}"
            )
        if len(source.seed) != chance.SEED_BYTES:
            raise errors.InvalidHeader(
                "record.header.chance.seeded.seed", f"a seed has {chance.SEED_BYTES} bytes, not {len(source.seed)}"
            )
        if header.commitment is not None:
            _check_commitment(header.commitment)
        return chance.Seeded(source.seed)
    if isinstance(source, RecordedChance):
        return chance.Recorded(_by_label(header, source.outcomes, "recorded"))
    if isinstance(source, SeenChance):
        told_of(header)
        raise errors.NotComplete("record.header.chance.seen", NOT_COMPLETE)
    raise errors.InvalidHeader("record.header.chance", "the header says neither seed nor outcomes")


def is_seen(header: Header) -> bool:
    """Whether a record tells of chance and choices only what was seen."""
    return header.chance is not None and isinstance(header.chance.source, SeenChance)


def told_of(header: Header) -> dict[str, list[int]]:
    """What a record of what was seen tells of each outcome."""
    source = header.chance.source if header.chance else None
    assert isinstance(source, SeenChance), "asked of such records only"
    for at, outcome in enumerate(source.outcomes):
        if outcome.values and outcome.values[-1] == chance.UNKNOWN:
            raise errors.InvalidHeader(
                f"record.header.chance.seen.outcomes[{at}].values", "what was not seen at the end is left out"
            )
    return _by_label(header, source.outcomes, "seen")


def _by_label(header: Header, outcomes: Sequence[Outcome], member: str) -> dict[str, list[int]]:
    """What the header tells of each random event."""
    at = f"record.header.chance.{member}.outcomes"
    labels = [outcome.label for outcome in outcomes]
    for place, label in enumerate(labels):
        if not chance.is_label(label):
            raise errors.InvalidHeader(
                f"{at}[{place}].label", f"a label has 1 to {chance.LARGEST_LABEL} printed ASCII signs, no space"
            )
    if labels != sorted(set(labels)):
        raise errors.InvalidHeader(at, "labels ascend and none comes twice")
    if header.commitment is not None:
        raise errors.InvalidHeader("record.header.commitment", f"{member} chance has no seed to commit to")
    return {outcome.label: outcome.values for outcome in outcomes}


def broken_commitment(header: Header) -> str | None:
    """What is wrong with the promise about the seed, if anything."""
    promise = header.commitment
    if promise is None:
        return None
    source = header.chance.source if header.chance else None
    assert isinstance(source, SeededChance), "only a seed can be committed to, as `chance_of` has seen to"
    seed = source.seed
    # What others give is not known when the promise is made: then it is about the secret.
    promised, what = (promise.secret, "secret") if promise.contributions else (seed, "seed")
    if promise.digest and chance.commitment(promised, promise.salt) != promise.digest:
        return f"the {what} is not the one that was committed to before play"
    if promise.contributions and chance.mixed_seed(promise.secret, promise.contributions) != seed:
        return "the seed is not what the secret and the contributions give"
    return None


def _check_commitment(promise: Commitment) -> None:
    """One promise has one spelling: nothing beside what it needs, contributions in ascending order."""
    at = "record.header.commitment"
    if not promise.digest and not promise.contributions:
        raise errors.InvalidHeader(at, "a commitment has a digest or contributions")
    if len(promise.digest) not in (0, DIGEST_BYTES):
        raise errors.InvalidHeader(f"{at}.digest", f"a digest has {DIGEST_BYTES} bytes, not {len(promise.digest)}")
    if len(promise.salt) != (SALT_BYTES if promise.digest else 0):
        raise errors.InvalidHeader(f"{at}.salt", f"a digest goes with {SALT_BYTES} bytes of salt")
    if promise.secret and not promise.contributions:
        raise errors.InvalidHeader(f"{at}.secret", "a secret goes with contributions")
    if promise.contributions != sorted(promise.contributions):
        raise errors.InvalidHeader(f"{at}.contributions", "contributions stand in ascending order")
