"""The header of a record: whether this server can judge such a game at all, and with what."""

from collections.abc import Mapping

from . import chance, errors
from .game import Game, Pack
from .record import FORMAT, Header, RecordedChance, SeededChance


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
    """The pack of that id and digest; never another."""
    if header.pack is None:
        raise errors.InvalidHeader("record.header.pack", "the header names no card pack")
    pack = game.pack(header.pack.id)
    if pack is None:
        raise errors.NotHere(
            "record.header.pack.id", f"no pack “{header.pack.id}” here; there are: {', '.join(game.packs)}"
        )
    if pack.digest != header.pack.digest:
        raise errors.NotHere(
            "record.header.pack.digest",
            f"the pack “{pack.id}” here is {pack.digest.hex()[:16]}, the record was made with "
            f"{header.pack.digest.hex()[:16] or 'none'}",
        )
    return pack


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
        return chance.Seeded(source.seed)
    if isinstance(source, RecordedChance):
        labels = [o.label for o in source.outcomes]
        if labels != sorted(set(labels)):
            raise errors.InvalidHeader("record.header.chance.recorded.outcomes", "labels ascend and none comes twice")
        if header.commitment is not None:
            raise errors.InvalidHeader("record.header.commitment", "recorded chance has no seed to commit to")
        return chance.Recorded({o.label: o.values for o in source.outcomes})
    raise errors.InvalidHeader("record.header.chance", "the header says neither seed nor outcomes")


def broken_commitment(header: Header) -> str | None:
    """What is wrong with the promise about the seed, if anything."""
    promise = header.commitment
    if promise is None:
        return None
    source = header.chance.source if header.chance else None
    assert isinstance(source, SeededChance), "only a seed can be committed to, as `chance_of` has seen to"
    seed = source.seed
    if promise.digest and chance.commitment(seed, promise.salt) != promise.digest:
        return "the seed is not the one that was committed to before play"
    if promise.contributions and chance.mixed_seed(promise.secret, promise.contributions) != seed:
        return "the seed is not what the secret and the contributions give"
    return None
