"""The header of a record: whether this server can judge such a game at all, and with what."""

from collections.abc import Mapping, Sequence

from .. import errors
from ..game import Game
from ..messages import Message, Word, say
from ..packs import Pack, with_facts
from ..play import chance
from .record import FORMAT, Commitment, Header, Outcome, RecordedChance, SeededChance, SeenChance

DIGEST_BYTES = 32
SALT_BYTES = 16


def game_of(games: Mapping[str, Game], header: Header) -> Game:
    """The game that a header names, if it can be played here as the header says."""
    if header.format != FORMAT:
        raise errors.NotHere("record.header.format", "kernel.header.format", found=header.format, known=FORMAT)
    game = games.get(header.game)
    if game is None:
        raise errors.InvalidHeader("record.header.game", "kernel.header.game", game=header.game, known=(*games,))
    mode = next((m for m in game.modes if m.name == header.mode), None)
    if mode is None:
        modes = tuple([m.name for m in game.modes])
        raise errors.InvalidHeader(
            "record.header.mode", "kernel.header.mode", game=game.name, mode=header.mode, known=modes
        )
    if not mode.supported:
        raise errors.NotSupported(
            "record.header.mode", "kernel.header.mode_unsupported", game=game.name, mode=mode.name, title=mode.title
        )
    if not mode.min_seats <= header.seats <= mode.max_seats:
        raise errors.InvalidHeader(
            "record.header.seats",
            "kernel.header.seats",
            mode=Word(game.name, mode.name),
            least=mode.min_seats,
            most=mode.max_seats,
        )
    if header.edition not in game.editions:
        raise errors.NotHere(
            "record.header.edition", "kernel.header.edition", edition=header.edition, known=game.editions
        )
    if type(header.setup) is not game.setup:
        raise errors.InvalidHeader("record.header.setup", "kernel.header.no_set_up", game=game.name)
    return game


def pack_of(game: Game, header: Header) -> Pack:
    """The pack of that id and digest, never another, with what the record says besides."""
    if header.pack is None:
        raise errors.InvalidHeader("record.header.pack", "kernel.header.no_pack")
    id, digest = header.pack.id, header.pack.digest
    pack = game.made.get(id, digest)
    if pack is not None:
        return with_facts(game.pack_kind, pack, header.facts)
    game.pack(id)
    if not game.made.of(id):
        raise errors.NotHere("record.header.pack.id", "kernel.header.pack", pack=id, known=(*game.packs,))
    raise _other_pack(game, id, digest)


def _other_pack(game: Game, id: str, digest: bytes) -> errors.NotHere:
    """Says that there are only packs of that id which say something else."""
    named, known, why = digest.hex()[:16] or "none", game.made.told(id), game.made.why_not(id)
    at = "record.header.pack.digest"
    if why:
        return errors.NotHere(at, "kernel.header.digest_left_out", pack=id, digest=named, known=known, why=why)
    return errors.NotHere(at, "kernel.header.digest", pack=id, digest=named, known=known)


def chance_of(header: Header) -> chance.Chance:
    """The header's chance."""
    source = header.chance.source if header.chance else None
    if isinstance(source, SeededChance):
        if source.scheme != chance.SCHEME:
            raise errors.NotHere(
                "record.header.chance.seeded.scheme", "kernel.chance.scheme", scheme=source.scheme, known=chance.SCHEME
            )
        if len(source.seed) != chance.SEED_BYTES:
            raise errors.InvalidHeader(
                "record.header.chance.seeded.seed",
                "kernel.chance.seed",
                bytes=chance.SEED_BYTES,
                found=len(source.seed),
            )
        if header.commitment is not None:
            _check_commitment(header.commitment)
        return chance.Seeded(source.seed)
    if isinstance(source, RecordedChance):
        return chance.Recorded(_by_label(header, source.outcomes, "recorded"))
    if isinstance(source, SeenChance):
        told_of(header)
        raise errors.NotComplete("record.header.chance.seen", "kernel.seen.not_complete")
    raise errors.InvalidHeader("record.header.chance", "kernel.chance.none")


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
                f"record.header.chance.seen.outcomes[{at}].values", "kernel.seen.hole_at_the_end"
            )
    return _by_label(header, source.outcomes, "seen")


def _by_label(header: Header, outcomes: Sequence[Outcome], member: str) -> dict[str, list[int]]:
    """What the header tells of each random event."""
    at = f"record.header.chance.{member}.outcomes"
    labels = [outcome.label for outcome in outcomes]
    for place, label in enumerate(labels):
        if not chance.is_label(label):
            raise errors.InvalidHeader(f"{at}[{place}].label", "kernel.chance.label", most=chance.LARGEST_LABEL)
    if labels != sorted(set(labels)):
        raise errors.InvalidHeader(at, "kernel.chance.labels")
    if header.commitment is not None:
        raise errors.InvalidHeader("record.header.commitment", "kernel.commitment.no_seed", source=member)
    return {outcome.label: outcome.values for outcome in outcomes}


def broken_commitment(header: Header) -> Message | None:
    """What is wrong with the promise about the seed, if anything."""
    promise = header.commitment
    if promise is None:
        return None
    source = header.chance.source if header.chance else None
    assert isinstance(source, SeededChance), "only a seed can be committed to, as `chance_of` has seen to"
    seed = source.seed
    # What others give is not known when the promise is made: then it is about the secret.
    promised = promise.secret if promise.contributions else seed
    if promise.digest and chance.commitment(promised, promise.salt) != promise.digest:
        return say("kernel.commitment.secret" if promise.contributions else "kernel.commitment.seed")
    if promise.contributions and chance.mixed_seed(promise.secret, promise.contributions) != seed:
        return say("kernel.commitment.mixed")
    return None


def _check_commitment(promise: Commitment) -> None:
    """One promise has one spelling: nothing beside what it needs, contributions in ascending order."""
    at = "record.header.commitment"
    if not promise.digest and not promise.contributions:
        raise errors.InvalidHeader(at, "kernel.commitment.empty")
    if len(promise.digest) not in (0, DIGEST_BYTES):
        raise errors.InvalidHeader(
            f"{at}.digest", "kernel.commitment.digest", bytes=DIGEST_BYTES, found=len(promise.digest)
        )
    if len(promise.salt) != (SALT_BYTES if promise.digest else 0):
        raise errors.InvalidHeader(f"{at}.salt", "kernel.commitment.salt", bytes=SALT_BYTES)
    if promise.secret and not promise.contributions:
        raise errors.InvalidHeader(f"{at}.secret", "kernel.commitment.secret_alone")
    if promise.contributions != sorted(promise.contributions):
        raise errors.InvalidHeader(f"{at}.contributions", "kernel.commitment.order")
