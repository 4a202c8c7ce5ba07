"""Who may what, over the wire: tokens with their scopes, certificates, and that nothing goes past them."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan.v1.referee_pb2 import (
    GetReplayStateRequest,
    ListLegalActionsRequest,
    PlayFetch,
    PlayGameRequest,
    PlayOpening,
    StreamReplayStepsRequest,
)
from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_service.client import viewer_message
from shinpan_service.messages import judging, scopes
from shinpan_service.messages.playing.kept import PLAY
from shinpan_service.messages.records import record_to_message
from shinpan_service.messages.scopes import SCOPES
from shinpan_service.messages.verifying import BATCH
from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving import server as server_module
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.security.guard import Security
from shinpan_service.serving.security.tokens import line, new_token
from shinpan_service.serving.server import SERVICE as DESCRIPTOR
from shinpan_service.serving.server import running, serving
from tests.hiding import hidden
from tests.random_games import play, recorded

from . import jobs
from .calls import SERVICE, Refusal, random_record, refusal, refusal_of
from .jobs import job

SEED = 3
COMMAND = (sys.executable, "-m", "shinpan_service")
ALL = "all"
TOKENS = {name: new_token() for name in (*SCOPES, ALL)}
"""One for each scope, and one for all."""
RECORD = random_record(SEED, actions=9)
Metadata = tuple[tuple[str, str | bytes], ...]


def showing(name: str) -> Metadata:
    """What a client sends along that has a token."""
    return (("authorization", f"Bearer {TOKENS[name]}"),)


def write_tokens(file: Path, *names: str) -> Path:
    """A file with the tokens of these names."""
    lines = (line(one.replace(":", "-"), TOKENS[one], SCOPES if one == ALL else [one]) for one in names)
    file.write_text("\n".join(lines), "utf-8")
    return file


@pytest.fixture(scope="module")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RefereeServiceStub]:
    """A server that takes tokens."""
    file = write_tokens(tmp_path_factory.mktemp("tokens") / "tokens.toml", *TOKENS)
    with running(ServerOptions(workers=1, tokens=file)) as address, grpc.insecure_channel(address) as channel:
        yield RefereeServiceStub(channel)


def asked(stub: RefereeServiceStub) -> dict[str, tuple[str, Callable[..., Any]]]:
    """Everything that can be asked, with the scope that it takes; none where any token will do."""
    eyes = {"public": viewer_message(PUBLIC), "seat": viewer_message(1), "referee": viewer_message(REFEREE)}
    found: dict[str, tuple[str, Callable[..., Any]]] = {
        "ListGames": ("", lambda **how: stub.ListGames(referee_pb2.ListGamesRequest(), **how)),
        "GetGame": ("", lambda **how: stub.GetGame(referee_pb2.GetGameRequest(game="drive"), **how)),
        "VerifyReplay": (
            scopes.VERIFY,
            lambda **how: stub.VerifyReplay(referee_pb2.VerifyReplayRequest(record=RECORD), **how),
        ),
        BATCH: (scopes.VERIFY, lambda **how: list(stub.BatchVerifyReplays(iter([batch()]), **how))),
    }
    for word, viewer in eyes.items():
        stream = StreamReplayStepsRequest(record=RECORD, viewer=viewer)
        state = GetReplayStateRequest(record=RECORD, viewer=viewer)
        legal = ListLegalActionsRequest(record=RECORD, viewer=viewer)
        found |= {
            f"stream {word}": (f"view:{word}", lambda r=stream, **how: list(stub.StreamReplaySteps(r, **how))),
            f"state {word}": (f"view:{word}", lambda r=state, **how: stub.GetReplayState(r, **how)),
            f"legal {word}": (f"view:{word}", lambda r=legal, **how: stub.ListLegalActions(r, **how)),
        }
    return found


def with_packs(kind: Any) -> Any:
    """A request that brings a pack along, which is none."""
    return kind(record=RECORD, packs=[b"[pack]"])


def batch(**facts: Any) -> referee_pb2.BatchVerifyReplaysRequest:
    """One record over a stream."""
    return referee_pb2.BatchVerifyReplaysRequest(records=[referee_pb2.KeyedRecord(key="a", record=RECORD)], **facts)


def may(name: str, needed: str) -> bool:
    """Whether the token of a name should open what takes a scope: a wider view includes the narrower ones."""
    views = [scopes.VIEW_PUBLIC, scopes.VIEW_SEAT, scopes.VIEW_REFEREE]
    if name in (ALL, needed) or not needed:
        return True
    return needed in views and name in views and views.index(name) > views.index(needed)


@pytest.mark.parametrize("name", TOKENS)
def test_a_token_opens_what_its_scope_says(name: str, stub: RefereeServiceStub) -> None:
    """And nothing else: what is refused names the scope that is missing."""
    for what, (needed, ask) in asked(stub).items():
        if may(name, needed):
            assert ask(metadata=showing(name)), what
        else:
            said = refusal(lambda ask=ask: ask(metadata=showing(name)))  # type: ignore[misc]
            assert (said.code, said.reason) == (StatusCode.PERMISSION_DENIED, "SCOPE_MISSING"), what
            assert said.facts["scope"] == needed, what
            assert f"“{needed}”" in said.message


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ((), "NO_TOKEN"),
        ((("authorization", ""),), "NO_TOKEN"),
        ((("authorization", TOKENS[ALL]),), "NO_TOKEN"),
        ((("authorization", f"Basic {TOKENS[ALL]}"),), "NO_TOKEN"),
        ((("authorization", f"Bearer  {TOKENS[ALL]}"),), "NO_TOKEN"),
        ((("authorization", f"Bearer {TOKENS[ALL]},Bearer x"),), "NO_TOKEN"),
        ((*showing(ALL), *showing(ALL)), "NO_TOKEN"),
        ((*showing(ALL), ("authorization", "Bearer x")), "NO_TOKEN"),
        ((("authorization", "Bearer " + "x" * 201),), "NO_TOKEN"),
        ((("authorization-bin", f"Bearer {TOKENS[ALL]}".encode()),), "NO_TOKEN"),
        ((("authorization", f"Bearer {TOKENS[ALL][:-1]}"),), "UNKNOWN_TOKEN"),
        ((("authorization", f"Bearer {TOKENS[ALL]}x"),), "UNKNOWN_TOKEN"),
        ((("authorization", f"Bearer {TOKENS[ALL].upper()}"),), "UNKNOWN_TOKEN"),
        ((("authorization", "Bearer all"),), "UNKNOWN_TOKEN"),
    ],
)
def test_without_a_token_nothing_is_open(metadata: Metadata, reason: str, stub: RefereeServiceStub) -> None:
    """None, one in another form, more than one, one that is not known; no answer quotes what was sent."""
    for what, (_, ask) in asked(stub).items():
        said = refusal(lambda ask=ask: ask(metadata=metadata))  # type: ignore[misc]
        assert (said.code, said.reason) == (StatusCode.UNAUTHENTICATED, reason), what
        assert TOKENS[ALL][8:20] not in f"{said}"


def test_a_token_that_is_taken_out_opens_nothing_more(tmp_path: Path) -> None:
    """From the next reload on; all others go on."""
    file = write_tokens(tmp_path / "tokens.toml", ALL, scopes.VERIFY)
    security = Security(ServerOptions(tokens=file))
    assert security.holder(showing(scopes.VERIFY)) is not None
    write_tokens(file, ALL)
    assert security.holder(showing(scopes.VERIFY)) is not None
    (told,) = security.reload()
    assert str(told) == "tokens that are not known any more: verify"
    with pytest.raises(WireError) as raised:
        security.holder(showing(scopes.VERIFY))
    assert raised.value.reason == "UNKNOWN_TOKEN"
    assert security.holder(showing(ALL)) is not None


def test_the_word_bearer_is_read_in_any_case(stub: RefereeServiceStub) -> None:
    """As HTTP has it."""
    for word in ("bearer", "BEARER"):
        assert stub.ListGames(
            referee_pb2.ListGamesRequest(), metadata=(("authorization", f"{word} {TOKENS[ALL]}"),)
        ).games


def test_packs_in_a_request_take_a_scope(stub: RefereeServiceStub) -> None:
    """In every call that takes some, and in a message in the middle of a stream."""
    packs = [b"[pack]"]
    for name, ask in (
        ("verify", lambda **how: stub.VerifyReplay(with_packs(referee_pb2.VerifyReplayRequest), **how)),
        ("verify", lambda **how: list(stub.BatchVerifyReplays(iter([batch(), batch(packs=packs)]), **how))),
        ("view:seat", lambda **how: list(stub.StreamReplaySteps(with_packs(StreamReplayStepsRequest), **how))),
        ("view:seat", lambda **how: stub.GetReplayState(with_packs(GetReplayStateRequest), **how)),
        ("view:seat", lambda **how: stub.ListLegalActions(with_packs(ListLegalActionsRequest), **how)),
    ):
        said = refusal(lambda ask=ask, name=name: ask(metadata=showing(name)))  # type: ignore[misc]
        assert (said.code, said.facts["scope"]) == (StatusCode.PERMISSION_DENIED, scopes.PACKS)
    # Who has the scope is told what is wrong with the pack.
    said = refusal(lambda: stub.GetReplayState(with_packs(GetReplayStateRequest), metadata=showing(ALL)))
    assert said.code is StatusCode.INVALID_ARGUMENT


def test_a_viewer_that_is_said_twice_is_the_one_that_is_shown() -> None:
    """However a request spells its viewer: what is checked is what is read. A value that is none takes the widest."""
    twice = b"".join(
        GetReplayStateRequest(record=record, viewer=viewer_message(viewer)).SerializeToString()
        for record, viewer in ((RECORD, PUBLIC), (None, REFEREE))
    )
    odd = GetReplayStateRequest(record=RECORD, viewer=referee_pb2.Viewer(eyes=7)).SerializeToString()  # type: ignore[arg-type]
    for request in (twice, odd):
        parts: list[bytes] = []
        for held_scopes in ((scopes.VIEW_PUBLIC,), (scopes.VIEW_PUBLIC, scopes.VIEW_SEAT)):
            with pytest.raises(judging.WireError) as raised:
                judging.answer("GetReplayState", request, parts.append, held_scopes)
            assert raised.value.status.code == StatusCode.PERMISSION_DENIED.value[0]
        assert parts == []


def illegal_record() -> record_pb2.Record:
    """A record that ends with an illegal action, which names a card in a hand."""
    record = random_record(SEED, actions=8)
    record.entries.add().wars3x3.seat = 1
    record.entries[8].wars3x3.lay.card = 2
    return record


def test_a_judgement_tells_no_more_than_its_token_may_see(stub: RefereeServiceStub) -> None:
    """`verify` alone: the verdict, where and whose; nothing of cards and no hash before the game is over. The rest
    takes `view:referee`, in a stream of many records as well."""
    both = ("verify", scopes.VIEW_REFEREE)
    for record in (illegal_record(), random_record(SEED, actions=30)):
        request = referee_pb2.VerifyReplayRequest(record=record)
        whole, covered, batched = reports(request, both), reports(request, ("verify",)), []
        keyed = referee_pb2.BatchVerifyReplaysRequest(records=[referee_pb2.KeyedRecord(key="a", record=record)])
        judging.answer(BATCH, keyed.SerializeToString(), batched.append, ("verify",))
        (result,) = referee_pb2.BatchVerifyReplaysResponse.FromString(batched[0]).results
        assert result.report == covered
        assert covered == stub.VerifyReplay(request, metadata=showing("verify")).report
        assert whole == stub.VerifyReplay(request, metadata=showing(ALL)).report
        assert (covered.verdict, covered.actions_replayed) == (whole.verdict, whole.actions_replayed)
        assert whole.last_link
        assert not any((covered.last_link, covered.state_hash, covered.header_hash))
        for finding, told in zip(covered.findings, whole.findings, strict=True):
            assert (finding.where, finding.seat) == (told.where, told.seat)
            assert told.legal
            assert not any((finding.legal, finding.submitted, finding.rules))
    ended = referee_pb2.VerifyReplayRequest(record=random_record(SEED))
    assert reports(ended, ("verify",)) == reports(ended, both)


def reports(request: referee_pb2.VerifyReplayRequest, held_scopes: tuple[str, ...]) -> report_pb2.Report:
    """What the holder of these scopes is told of a record."""
    parts: list[bytes] = []
    judging.answer("VerifyReplay", request.SerializeToString(), parts.append, held_scopes)
    return referee_pb2.VerifyReplayResponse.FromString(parts[0]).report


def test_a_record_of_what_was_seen_is_covered_too(stub: RefereeServiceStub) -> None:
    """What one seat saw is no matter of the public, and a complete record shows all there is."""
    game = GAMES["wars3x3"]
    record = record_to_message(hidden(game, recorded(play(game, SEED)), 1))
    request = referee_pb2.VerifyReplayRequest(record=record)
    whole, covered = (reports(request, one) for one in (("verify", scopes.VIEW_REFEREE), ("verify",)))
    assert covered.verdict == whole.verdict
    assert whole.assumptions
    assert not any((covered.assumptions, covered.notes, covered.header_hash, covered.last_link))
    request.with_completion = True
    said = refusal(lambda: stub.VerifyReplay(request, metadata=showing("verify")))
    assert (said.code, said.facts["scope"]) == (StatusCode.PERMISSION_DENIED, scopes.VIEW_REFEREE)
    assert stub.VerifyReplay(request, metadata=showing(ALL)).HasField("completion")


def test_every_method_says_what_it_takes() -> None:
    """One that nobody thought of is not open to anybody."""
    assert {*scopes.OF_METHODS} == {method.name for method in DESCRIPTOR.methods}


@pytest.mark.parametrize("reflection", [True, False])
def test_only_health_is_open_to_everybody(reflection: bool, tmp_path: Path) -> None:
    """Not the schemas, where they are told at all, nor what is not there; whoever has a token gets either."""
    options = ServerOptions(workers=1, reflection=reflection, tokens=write_tokens(tmp_path / "tokens.toml", ALL))
    with running(options, jobs.prepare) as address, grpc.insecure_channel(address) as channel:
        health = HealthStub(channel)
        serving = health_pb2.HealthCheckResponse.SERVING
        assert health.Check(health_pb2.HealthCheckRequest()).status == serving
        assert next(health.Watch(health_pb2.HealthCheckRequest())).status == serving
        for path, code in (
            ("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", StatusCode.UNAUTHENTICATED),
            ("/grpc.channelz.v1.Channelz/GetServers", StatusCode.UNAUTHENTICATED),
            (f"/{SERVICE}/Nothing", StatusCode.UNAUTHENTICATED),
            ("/", StatusCode.UNAUTHENTICATED),
            (f"/grpc.health.v1.Health/../../{SERVICE}/VerifyReplay", StatusCode.UNIMPLEMENTED),
        ):
            with pytest.raises(grpc.RpcError) as raised:
                list(channel.stream_stream(path)(iter([b""])))
            assert raised.value.code() is code, path


def test_oversized_headers_open_nothing(stub: RefereeServiceStub) -> None:
    """A megabyte of them, or many small ones: refused, and the server goes on."""
    large, many = (("authorization", "Bearer " + "x" * 1_000_000),), tuple((f"x-{n}", "y" * 100) for n in range(500))
    for metadata in (large, many):
        with pytest.raises(grpc.RpcError) as raised:
            stub.ListGames(referee_pb2.ListGamesRequest(), metadata=metadata)
        assert raised.value.code() in (StatusCode.RESOURCE_EXHAUSTED, StatusCode.UNAUTHENTICATED)
    assert stub.ListGames(referee_pb2.ListGamesRequest(), metadata=showing(ALL)).games


def test_a_token_that_is_taken_back_opens_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the next call on, and in a stream from its next message on; what came before is still answered."""
    made: list[Security] = []

    class Kept(Security):
        def __init__(self, options: ServerOptions) -> None:
            super().__init__(options)
            made.append(self)

    async def ask() -> tuple[bytes, Refusal, Refusal]:
        async with (
            serving(ServerOptions(workers=1, tokens=tokens), jobs.prepare) as address,
            grpc.aio.insecure_channel(address) as channel,
        ):
            stream = channel.stream_stream(f"/{SERVICE}/{BATCH}")(metadata=showing("verify"))
            await stream.write(keyed_job("pid"))
            answer = await stream.read()
            write_tokens(tokens, ALL)
            assert [message.key for message in made[0].reload()] == ["service.security.added", "service.security.gone"]
            call = channel.unary_unary(f"/{SERVICE}/VerifyReplay")
            assert await call(job("pid"), metadata=showing(ALL))
            await stream.write(keyed_job("pid"))
            later = call(job("pid"), metadata=showing("verify"))
            return answer, await refusal_in(stream.read()), await refusal_in(later)

    monkeypatch.setattr(server_module, "Security", Kept)
    tokens = write_tokens(tmp_path / "tokens.toml", "verify")
    answer, *refusals = asyncio.run(ask())
    assert len(referee_pb2.BatchVerifyReplaysResponse.FromString(answer).results) == 1
    assert [(one.code, one.reason) for one in refusals] == [(StatusCode.UNAUTHENTICATED, "UNKNOWN_TOKEN")] * 2


@pytest.mark.parametrize("name", TOKENS)
def test_a_token_plays_what_its_scope_says(name: str, stub: RefereeServiceStub) -> None:
    """A game as a viewer sees it takes the scope of that view, a seed of the server that of the referee, and a pack its
    own. What is missing is named in the stream, and another opening may follow."""
    header = record_pb2.Header()
    header.CopyFrom(RECORD.header)
    header.ClearField("chance")
    eyes = {scopes.VIEW_PUBLIC: PUBLIC, scopes.VIEW_SEAT: 1, scopes.VIEW_REFEREE: REFEREE}
    openings = [
        *((needed, PlayOpening(record=RECORD, viewer=viewer_message(viewer))) for needed, viewer in eyes.items()),
        (scopes.VIEW_REFEREE, PlayOpening(record=record_pb2.Record(header=header), draw_seed=True)),
    ]
    for needed, opening in openings:
        fetch = PlayGameRequest(fetch=PlayFetch())
        answer, after = stub.PlayGame(iter([PlayGameRequest(opening=opening), fetch]), metadata=showing(name))
        if may(name, needed):
            assert (answer.WhichOneof("what"), after.WhichOneof("what")) == ("position", "record")
        else:
            lacking = scopes.VIEW_PUBLIC if opening.draw_seed and not may(name, scopes.VIEW_PUBLIC) else needed
            assert answer.refusal.code == StatusCode.PERMISSION_DENIED.value[0]
            assert f"“{lacking}”" in answer.refusal.message
            assert "no game is open" in after.refusal.message


def test_a_game_ends_with_its_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token that is taken back ends the stream with the next message; until then it is answered."""
    made: list[Security] = []

    class Kept(Security):
        def __init__(self, options: ServerOptions) -> None:
            super().__init__(options)
            made.append(self)

    async def play() -> Refusal:
        async with (
            serving(ServerOptions(workers=1, tokens=tokens), jobs.prepare) as address,
            grpc.aio.insecure_channel(address) as channel,
        ):
            stream = channel.stream_stream(f"/{SERVICE}/{PLAY}")(metadata=showing("verify"))
            await stream.write(job("pid"))
            assert await stream.read()
            write_tokens(tokens, ALL)
            made[0].reload()
            await stream.write(job("pid"))
            return await refusal_in(stream.read())

    monkeypatch.setattr(server_module, "Security", Kept)
    tokens = write_tokens(tmp_path / "tokens.toml", "verify")
    ended = asyncio.run(play())
    assert (ended.code, ended.reason) == (StatusCode.UNAUTHENTICATED, "UNKNOWN_TOKEN")


def keyed_job(*words: object) -> bytes:
    """A job as a record of a stream."""
    keyed = referee_pb2.KeyedRecord(key=job(*words).decode(), record=RECORD)
    return referee_pb2.BatchVerifyReplaysRequest(records=[keyed]).SerializeToString()


async def refusal_in(awaited: Any) -> Refusal:
    """What a call is refused with."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await awaited
    return refusal_of(raised.value)


def test_no_token_stands_in_the_log(tmp_path: Path) -> None:
    """Nor its hash, whatever becomes of the call; the server writes nothing of it at all."""
    file = write_tokens(tmp_path / "tokens.toml", ALL)
    command = [*COMMAND, "serve", "--port", "0", "--workers", "1", "--tokens", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().removeprefix("listening on ").strip()
        with grpc.insecure_channel(address) as channel:
            stub = RefereeServiceStub(channel)
            for _, ask in asked(stub).values():
                assert ask(metadata=showing(ALL))
                assert refusal(lambda ask=ask: ask(metadata=(("authorization", f"Bearer {TOKENS['verify']}"),)))  # type: ignore[misc]
        process.terminate()
        written = process.stdout.read() + process.stderr.read()
    for token in TOKENS.values():
        assert token not in written
        assert sha256(token.encode()).hexdigest() not in written
