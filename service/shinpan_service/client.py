"""A thin client of the service, with errors that can be read."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from queue import SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple

import grpc
from google.rpc.error_details_pb2 import ErrorInfo  # type: ignore[import-untyped]  # no marker, though it has types
from grpc_status import rpc_status

from shinpan.v1 import catalog_pb2, record_pb2, referee_pb2, report_pb2
from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_engine.kernel.messages import ENGLISH, Language
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE

from .messages.wire_errors import localized
from .serving.batches import GROUP_BYTES, GROUP_RECORDS
from .serving.security.files import NotSecure
from .serving.security.guard import HEADER, stays_here
from .serving.server import MOST_RESPONSE_BYTES

SECONDS = 60
"""What a call may take, unless the caller says otherwise."""
SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"]
AGAIN = json.dumps(
    {
        "methodConfig": [
            {
                # Whatever is asked in one message is pure: nothing is done twice.
                "name": [
                    {"service": SERVICE.full_name, "method": method.name}
                    for method in SERVICE.methods
                    if not method.client_streaming
                ],
                "retryPolicy": {
                    "maxAttempts": 3,
                    "initialBackoff": "0.2s",
                    "maxBackoff": "1s",
                    "backoffMultiplier": 3,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ],
        "retryThrottling": {"maxTokens": 8, "tokenRatio": 0.5},
    }
)
"""What gRPC is told to try again by itself: calls whose worker died, or whose server is about to stop. Where nobody
answers, it does so for the first call, and those after it wait no more."""


class CallFailed(Exception):
    """The server could not judge at all: the code, the reason by which programs tell errors apart, and why."""

    def __init__(self, address: str, code: grpc.StatusCode, reason: str, message: str) -> None:
        super().__init__(f"{address}: {message} ({reason or code.name})")
        self.code = code
        self.reason = reason
        self.message = message


class Access(NamedTuple):
    """What a server asks of those who come: a token, and over TLS certificates in PEM form."""

    token: str = ""
    tls: bool = False
    roots: bytes | None = None
    """Whom the client trusts; where there are none, the authorities that gRPC brings along."""
    chain: bytes | None = None
    key: bytes | None = None

    def channel(self, address: str) -> grpc.Channel:
        """A connection. Raises `NotSecure` rather than send a token where others could read it."""
        options: list[tuple[str, int | str]] = [
            ("grpc.max_receive_message_length", MOST_RESPONSE_BYTES),
            ("grpc.service_config", AGAIN),
        ]
        if self.tls:
            return grpc.secure_channel(address, grpc.ssl_channel_credentials(self.roots, self.key, self.chain), options)
        if self.token and not stays_here(address.rpartition(":")[0].strip("[]")):
            raise NotSecure("service.security.plain_token", address=address)
        if self.token:
            # A proxy would be another machine.
            options.append(("grpc.enable_http_proxy", 0))
        return grpc.insecure_channel(address, options)

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What goes with every call."""
        return ((HEADER, f"Bearer {self.token}"),) if self.token else ()


EVERYBODY = Access()
"""What a server asks that speaks plain text and takes no tokens."""


class Client:
    """A connection to one server. A viewer is REFEREE, PUBLIC or a seat's number; `packs` are pack files that a record
    needs and the server may not have; messages are in `language`."""

    def __init__(
        self, address: str, seconds: float = SECONDS, language: Language = ENGLISH, access: Access = EVERYBODY
    ) -> None:
        self.address = address
        self._language = language
        self._seconds = seconds
        self._metadata = access.metadata()
        self._channel = access.channel(address)
        self._stub = RefereeServiceStub(self._channel)

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._channel.close()

    def verify(self, record: record_pb2.Record, packs: Sequence[bytes] = ()) -> report_pb2.Report:
        """The judgement on a record."""
        answer = self._call(
            self._stub.VerifyReplay,
            referee_pb2.VerifyReplayRequest(record=record, packs=packs, language=self._language),
        )
        report: report_pb2.Report = answer.report
        return report

    def verify_many(
        self, records: Iterable[tuple[str, record_pb2.Record]], packs: Sequence[bytes] = (), brief: bool = False
    ) -> Iterator[referee_pb2.KeyedResult]:
        """The judgements on many records, each under its key, in any order. The records are read as there is room for
        them; `brief` leaves assumptions and notes out."""
        requests = (
            referee_pb2.BatchVerifyReplaysRequest(
                records=[referee_pb2.KeyedRecord(key=key, record=record) for key, record in group],
                packs=packs,
                language=self._language,
                brief=brief,
            )
            for group in _grouped(records)
        )
        with self._readable():
            for answer in self._stub.BatchVerifyReplays(requests, metadata=self._metadata):
                yield from answer.results

    def steps(
        self,
        record: record_pb2.Record,
        first: int = 0,
        last: int | None = None,
        viewer: int = REFEREE,
        packs: Sequence[bytes] = (),
    ) -> Iterator[referee_pb2.StreamReplayStepsResponse]:
        """The steps of a record as they come, then its report."""
        request = referee_pb2.StreamReplayStepsRequest(
            record=record,
            from_step=first,
            to_step=last,
            viewer=viewer_message(viewer),
            packs=packs,
            language=self._language,
        )
        with self._readable():
            yield from self._stub.StreamReplaySteps(request, timeout=self._seconds, metadata=self._metadata)

    def state(
        self,
        record: record_pb2.Record,
        step: int | None = None,
        viewer: int = REFEREE,
        packs: Sequence[bytes] = (),
    ) -> referee_pb2.GetReplayStateResponse:
        """One step with its state; without a number the last that stands."""
        request = referee_pb2.GetReplayStateRequest(
            record=record, step=step, viewer=viewer_message(viewer), packs=packs, language=self._language
        )
        answer: referee_pb2.GetReplayStateResponse = self._call(self._stub.GetReplayState, request)
        return answer

    def legal(
        self,
        record: record_pb2.Record,
        step: int | None = None,
        viewer: int = REFEREE,
        page_size: int = 0,
        page_token: str = "",
        packs: Sequence[bytes] = (),
    ) -> referee_pb2.ListLegalActionsResponse:
        """A page of what may be done after the first actions of a record."""
        request = referee_pb2.ListLegalActionsRequest(
            record=record,
            step=step,
            viewer=viewer_message(viewer),
            page_size=page_size,
            page_token=page_token,
            packs=packs,
            language=self._language,
        )
        answer: referee_pb2.ListLegalActionsResponse = self._call(self._stub.ListLegalActions, request)
        return answer

    def play(
        self,
        record: record_pb2.Record,
        viewer: int = REFEREE,
        packs: Sequence[bytes] = (),
        draw_seed: bool = False,
        without_states: bool = False,
    ) -> "PlayedGame":
        """A game that is played on from the end of a record, which may be no more than a header; to be closed."""
        opening = referee_pb2.PlayOpening(
            record=record,
            viewer=viewer_message(viewer),
            packs=packs,
            language=self._language,
            draw_seed=draw_seed,
            without_states=without_states,
        )
        requests = SimpleQueue[referee_pb2.PlayGameRequest | None]()
        call = self._stub.PlayGame(iter(requests.get, None), metadata=self._metadata)
        return PlayedGame(opening, requests.put, call, self._readable, self.refused)

    def games(self) -> list[catalog_pb2.Game]:
        """Every game, without clauses."""
        return list(self._call(self._stub.ListGames, referee_pb2.ListGamesRequest()).games)

    def game(self, name: str) -> catalog_pb2.Game:
        """One game in full."""
        answer = self._call(self._stub.GetGame, referee_pb2.GetGameRequest(game=name))
        game: catalog_pb2.Game = answer.game
        return game

    def info(self) -> referee_pb2.GetServerInfoResponse:
        """What the server is and has."""
        request = referee_pb2.GetServerInfoRequest(language=self._language)
        answer: referee_pb2.GetServerInfoResponse = self._call(self._stub.GetServerInfo, request)
        return answer

    def _call(self, method: Callable[..., Any], request: Any) -> Any:
        with self._readable():
            return method(request, timeout=self._seconds, metadata=self._metadata)

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except grpc.RpcError as error:
            raise self._failure(error) from None

    def _failure(self, error: Any) -> CallFailed:
        code, message = error.code(), error.details()
        status = rpc_status.from_call(error)
        if status is not None and any(detail.Is(ErrorInfo.DESCRIPTOR) for detail in status.details):
            return self.refused(status)
        if code is grpc.StatusCode.UNAVAILABLE:
            message = f"no server answers ({message})"
        return CallFailed(self.address, code, "", message)

    def refused(self, status: Any) -> CallFailed:
        """What a status says, be it that of a call or of one message in a stream."""
        info = ErrorInfo()
        any(detail.Unpack(info) for detail in status.details)
        code = next(code for code in grpc.StatusCode if code.value[0] == status.code)
        return CallFailed(self.address, code, info.reason, localized(status, self._language))


class PlayedGame:
    """A game that is played. What the referee refuses stands in a position, as its finding; what it could not judge at
    all is raised as `CallFailed`, and the game goes on unless the stream has ended."""

    def __init__(
        self,
        opening: referee_pb2.PlayOpening,
        send: Callable[[referee_pb2.PlayGameRequest | None], None],
        answers: Any,
        readable: Callable[[], AbstractContextManager[None]],
        refused: Callable[[referee_pb2.Refusal], CallFailed],
    ) -> None:
        self._send = send
        self._answers = answers
        self._readable = readable
        self._refused = refused
        try:
            self.opened: referee_pb2.PlayPosition = self._ask(opening=opening).position
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "PlayedGame":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def enter(self, entry: record_pb2.Entry, outcomes: Sequence[record_pb2.Outcome] = ()) -> referee_pb2.PlayPosition:
        """What comes of an entry. `outcomes` are those that came up with it, where chance is recorded."""
        position: referee_pb2.PlayPosition
        position = self._ask(entry=referee_pb2.PlayEntry(entry=entry, outcomes=outcomes)).position
        return position

    def take_back(self, entries: int = 1) -> referee_pb2.PlayPosition:
        """Where the game is without its last entries."""
        position: referee_pb2.PlayPosition
        position = self._ask(take_back=referee_pb2.PlayTakeBack(entries=entries)).position
        return position

    def legal(self, page_size: int = 0, page_token: str = "") -> referee_pb2.ListLegalActionsResponse:
        """A page of what may be done now."""
        request = referee_pb2.PlayLegal(page_size=page_size, page_token=page_token)
        answer: referee_pb2.ListLegalActionsResponse = self._ask(legal=request).legal
        return answer

    def fetch(self) -> referee_pb2.PlayedRecord:
        """The record as it is now, with the report on it."""
        answer: referee_pb2.PlayedRecord = self._ask(fetch=referee_pb2.PlayFetch()).record
        return answer

    def close(self) -> None:
        """Ends the stream; the server keeps nothing of the game."""
        self._send(None)
        self._answers.cancel()

    def _ask(self, **said: Any) -> referee_pb2.PlayGameResponse:
        """The answer to a message, which is the next one."""
        self._send(referee_pb2.PlayGameRequest(**said))
        with self._readable():
            answer: referee_pb2.PlayGameResponse = next(self._answers)
        if answer.HasField("refusal"):
            raise self._refused(answer.refusal)
        return answer


def _grouped(records: Iterable[tuple[str, record_pb2.Record]]) -> Iterator[list[tuple[str, record_pb2.Record]]]:
    """Records in groups that one message can hold."""
    group: list[tuple[str, record_pb2.Record]] = []
    size = 0
    for key, record in records:
        more = record.ByteSize()
        if group and (len(group) == GROUP_RECORDS or size + more > GROUP_BYTES):
            yield group
            group, size = [], 0
        group.append((key, record))
        size += more
    if group:
        yield group


def viewer_message(viewer: int) -> referee_pb2.Viewer:
    """A viewer as the service knows them."""
    if viewer == REFEREE:
        return referee_pb2.Viewer(eyes=referee_pb2.EYES_REFEREE)
    if viewer == PUBLIC:
        return referee_pb2.Viewer()
    return referee_pb2.Viewer(eyes=referee_pb2.EYES_SEAT, seat=viewer)
