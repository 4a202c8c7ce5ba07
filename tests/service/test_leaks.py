"""The leak law over the wire: worlds that differ in hidden cards only get answers that are the same byte for byte.

A viewer asks for all there is, about games of every mode, judged by the pack of the house, by one that comes with the
request and by the print, which leaves much open: steps, states, legal actions, judgements, and what is said of actions
that are refused and of records that are wrong. `SHINPAN_GAMES=10000 pytest tests/service/test_leaks.py` compares a
hundred times as many games.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest
from msgspec.structs import replace

from shinpan.v1 import record_pb2, referee_pb2
from shinpan.v1.referee_pb2 import (
    GetReplayStateRequest,
    ListLegalActionsRequest,
    PlayEntry,
    PlayGameRequest,
    PlayLegal,
    PlayOpening,
    PlayTakeBack,
    StreamReplayStepsRequest,
)
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Action, ChanceSource, PackRef, Record, RecordedChance, StateClaim
from shinpan_engine.kernel.packs import facts_from
from shinpan_engine.kernel.play.chance import Stream
from shinpan_engine.kernel.play.views import PUBLIC
from shinpan_service.client import viewer_message
from shinpan_service.messages.playing.kept import PLAY
from shinpan_service.messages.records import record_to_message
from shinpan_service.messages.verifying import BATCH
from shinpan_service.serving.options import PROCESSORS, ServerOptions
from shinpan_service.serving.security.tokens import line, new_token
from shinpan_service.serving.server import running
from tests.filled_in import texts_from
from tests.laws.test_secrets import exchange, part, refused_at_last, renamed
from tests.random_games import changed, enough, modes, play, recorded, seeds, told

from .calls import BOTH_WAYS, SERVICE, caller
from .mixing import mixed

LANGUAGE = ("en", "ja")
PACKS = ("house", "texts", "print")
TOKENS = {"public": new_token(), "seat": new_token()}
HELD = {"public": ("view:public", "verify", "packs"), "seat": ("view:seat", "packs")}
"""Nobody here has the scope that shows all."""


class World(NamedTuple):
    """A record as one viewer may have made up its hidden cards, and the packs that go with it."""

    record: record_pb2.Record
    packs: tuple[bytes, ...]


@pytest.fixture(scope="module")
def channel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[grpc.Channel]:
    """A connection to a server that takes tokens."""
    file: Path = tmp_path_factory.mktemp("leaks") / "tokens.toml"
    file.write_text("\n".join(line(name, TOKENS[name], HELD[name]) for name in TOKENS), "utf-8")
    options = ServerOptions(workers=min(PROCESSORS, 2), tokens=file)
    with running(options) as address, grpc.insecure_channel(address) as channel:
        yield channel


@modes
@pytest.mark.parametrize("viewer", [PUBLIC, 1, 2])
def test_answers_tell_nothing_of_hidden_cards(game: Game, mode: str, viewer: int, channel: grpc.Channel) -> None:
    """Nor does an error, an assumption, a note, an order or a size."""
    exchanged = 0
    for seed in seeds(2):
        with told(seed):
            for pair in pairs(game, mode, viewer, seed):
                exchanged += pair.one != pair.other
                dress = PACKS[(seed + viewer) % len(PACKS)]
                worlds = [dressed(game, record, dress) for record in (pair.one, pair.other)]
                for asked in zip(*(requests(world, viewer, seed, pair.begin) for world in worlds), strict=True):
                    one, other = (answered(channel, viewer, method, request, pair.over) for method, request in asked)
                    assert one == other, f"{pair.what}, pack {dress}: {asked[0][0]}"
    enough(exchanged, int(viewer <= play(game, 0, mode).header.seats))


class Pair(NamedTuple):
    """Records that differ in what a viewer never sees."""

    what: str
    one: Record
    other: Record
    over: bool = False
    """Whether their game is: then everybody is told the hashes."""
    begin: int | None = None
    """The entry from which on they are played, and nothing else is asked."""


def pairs(game: Game, mode: str, viewer: int, seed: int) -> Iterator[Pair]:
    """Records as they were played, and with something wrong in them."""
    whole = recorded(play(game, seed, mode))
    if viewer > whole.header.seats:
        return
    record = part(whole, seed)
    hidden = exchange(game, mode, record, viewer, seed)
    other = renamed(game, record, hidden)
    yield Pair("as played", record, other, over=record == whole)
    early = mixed(record, Stream(bytes(32), f"mixing/{seed}"))
    if early != record:
        first = next(
            at for at, pair in enumerate(zip(early.entries, record.entries, strict=True)) if pair[0] != pair[1]
        )
        yield Pair("answered early", early, renamed(game, early, hidden), record == whole, first)
    yield Pair("with an outcome twice", twice(record), twice(other))
    if record != whole:
        # What a claim comes to is told to everybody when the game is over.
        claim = StateClaim("hand[p1]", "")
        yield Pair("with a wrong claim", claiming(record, claim), claiming(other, claim))
    if (refused := refused_at_last(game, whole, seed)) is not None:
        yield refusal_pair(game, mode, refused, viewer, seed)


def refusal_pair(game: Game, mode: str, refused: Record, viewer: int, seed: int) -> Pair:
    """With an action that is refused. One of the viewer is the same in both: whatever it names may lie here in one and
    there in the other."""
    legal = replace(refused, entries=refused.entries[:-1])
    hidden = exchange(game, mode, legal, viewer, seed)
    other = renamed(game, refused, hidden)
    if refused.entries[-1].what.seat == viewer:
        other = replace(other, entries=(*other.entries[:-1], refused.entries[-1]))
    return Pair("with a refused action", refused, other)


def twice(record: Record) -> Record:
    """The record with the first card of its longest outcome in place of the last as well."""
    outcomes: list[Any] = list(record.header.chance.source.outcomes)  # type: ignore[union-attr]
    longest = max(range(len(outcomes)), key=lambda at: len(outcomes[at].values))
    values = outcomes[longest].values
    outcomes[longest] = replace(outcomes[longest], values=[*values[:-1], values[0]])
    return replace(record, header=replace(record.header, chance=ChanceSource(RecordedChance(outcomes))))


def claiming(record: Record, claim: StateClaim) -> Record:
    """The record with a claim at its last action."""
    if not record.entries:
        return record
    assert isinstance(record.entries[-1].what, Action)
    return changed(record, len(record.entries) - 1, claims=(claim,))


def dressed(game: Game, record: Record, pack: str) -> World:
    """A game of the house pack as it is judged by another: by the print with texts and facts, or by the print alone."""
    if pack == "house":
        return World(record_to_message(record), ())
    if pack == "print":
        ref = PackRef(pack, game.packs[pack].digest)
        return World(record_to_message(replace(record, header=replace(record.header, pack=ref))), ())
    texts = texts_from(game)
    found = game.with_packs([texts]).packs[pack]
    facts = facts_from(game.pack_kind, found, game.packs["house"])
    header = replace(record.header, pack=PackRef(pack, found.digest), facts=facts)
    return World(record_to_message(replace(record, header=header)), (texts.data,))


LAST = 4
"""Entries of a record that are played, after those that the game opens with."""


def requests(world: World, viewer: int, seed: int, begin: int | None) -> Iterator[tuple[str, Any]]:
    """All that a viewer can ask about a record, or how it is played from an entry on."""
    facts: dict[str, Any] = {
        "record": world.record,
        "packs": world.packs,
        "viewer": viewer_message(viewer),
        "language": LANGUAGE[seed % 2],
    }
    yield PLAY, [*played(facts, begin)]
    if begin is not None:
        return
    middle = len(world.record.entries) // 2
    yield "StreamReplaySteps", StreamReplayStepsRequest(**facts)
    yield "GetReplayState", GetReplayStateRequest(**facts)
    yield "GetReplayState", GetReplayStateRequest(**facts, step=middle)
    yield "ListLegalActions", ListLegalActionsRequest(**facts, page_size=1000)
    yield "ListLegalActions", ListLegalActionsRequest(**facts, page_size=2, step=middle)
    if viewer == PUBLIC:
        del facts["viewer"]
        yield "VerifyReplay", referee_pb2.VerifyReplayRequest(**facts)
        keyed = [referee_pb2.KeyedRecord(key="a", record=facts.pop("record"))]
        yield BATCH, referee_pb2.BatchVerifyReplaysRequest(records=keyed, **facts)


def played(facts: dict[str, Any], begin: int | None) -> Iterator[PlayGameRequest]:
    """A game that is played on from the first entries of a record, and back again."""
    record = facts["record"]
    at = max(0, len(record.entries) - LAST) if begin is None else begin
    begun = record_pb2.Record(header=record.header, entries=record.entries[:at])
    yield PlayGameRequest(opening=PlayOpening(**{**facts, "record": begun}))
    for entry in record.entries[at : at + LAST]:
        yield PlayGameRequest(entry=PlayEntry(entry=entry))
        yield PlayGameRequest(legal=PlayLegal(page_size=5))
    for _ in range(LAST):
        yield PlayGameRequest(take_back=PlayTakeBack(entries=1))


def answered(channel: grpc.Channel, viewer: int, method: str, request: Any, over: bool) -> tuple[object, ...]:
    """All that comes back over the wire, in order: messages as bytes, and how the call ends."""
    token = TOKENS["seat" if viewer else "public"]
    # The name of the call comes back with the answer.
    metadata = (("authorization", f"Bearer {token}"), ("x-request-id", "law"))
    data = [one.SerializeToString() for one in (request if method == PLAY else [request])]
    if method in BOTH_WAYS:
        call: Any = caller(channel, method)(iter(data), metadata=metadata)
    else:
        call = channel.unary_stream(f"/{SERVICE}/{method}")(data[0], metadata=metadata)
    parts: list[bytes] = []
    with suppress(grpc.RpcError):
        parts.extend(call)
    ended = (call.code(), call.details(), tuple(call.trailing_metadata()))
    return (*(unhashed(method, one) if over else one for one in parts), *ended)


def unhashed(method: str, part_of_answer: bytes) -> bytes:
    """A part of an answer about a game that is over, without the hashes and the actions that they are made of."""
    answer = getattr(referee_pb2, f"{method}Response").FromString(part_of_answer)
    if method == PLAY:
        shown: list[Any] = [*answer.position.steps]
    else:
        parts = getattr(answer, "results", [answer])
        names = [(one, name) for one in parts for name in ("step", "report") if name in one.DESCRIPTOR.fields_by_name]
        shown = [getattr(one, name) for one, name in names if one.HasField(name)]
    for message in shown:
        for field in ("state_hash", "link", "canonical_action", "header_hash", "last_link"):
            if field in message.DESCRIPTOR.fields_by_name:
                message.ClearField(field)
    data: bytes = answer.SerializeToString(deterministic=True)
    return data
