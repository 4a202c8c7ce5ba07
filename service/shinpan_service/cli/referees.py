"""Who judges: the referee in this process, or a server. A record of what was merely seen is completed here."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import click
import grpc

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.judging.header import is_seen
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import Telling
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_engine.kernel.seen.search import Judged, judge
from shinpan_records.transcript import message_told
from shinpan_service.client import Access, CallFailed, Client, viewer_message
from shinpan_service.messages import judging, wire_errors
from shinpan_service.messages.codec import Unreadable
from shinpan_service.messages.judged import Give
from shinpan_service.messages.wire_errors import WireError
from shinpan_service.serving.security.certificates import read_pair, read_roots
from shinpan_service.serving.security.files import NotSecure
from shinpan_service.serving.security.tokens import TOKEN

from .files import FILE, named
from .games_given import games, needed
from .languages import asked_language, in_words, told
from .output import Failed
from .reports import verdict_told
from .settings import variable

LARGEST_PORT = 65535


class Referee(Protocol):
    """What the commands ask."""

    def verify(self, record: record_pb2.Record) -> report_pb2.Report: ...

    def steps(
        self, record: record_pb2.Record, first: int = 0, last: int | None = None, viewer: int = REFEREE
    ) -> Iterator[referee_pb2.StreamReplayStepsResponse]: ...

    def state(self, record: record_pb2.Record, step: int | None, viewer: int) -> referee_pb2.GetReplayStateResponse: ...

    def legal(
        self, record: record_pb2.Record, step: int | None, viewer: int, page_size: int, page_token: str
    ) -> referee_pb2.ListLegalActionsResponse: ...

    def info(self) -> referee_pb2.GetServerInfoResponse: ...


class Local:
    """The referee in this process; it answers just as a server would."""

    def verify(self, record: record_pb2.Record) -> report_pb2.Report:
        report: report_pb2.Report = _answer(
            "VerifyReplay", referee_pb2.VerifyReplayRequest(record=record, language=asked_language())
        ).report
        return report

    def steps(
        self, record: record_pb2.Record, first: int = 0, last: int | None = None, viewer: int = REFEREE
    ) -> Iterator[referee_pb2.StreamReplayStepsResponse]:
        request = referee_pb2.StreamReplayStepsRequest(
            record=record,
            from_step=first,
            to_step=last,
            viewer=viewer_message(viewer),
            language=asked_language(),
        )
        yield from _answers("StreamReplaySteps", request)

    def state(self, record: record_pb2.Record, step: int | None, viewer: int) -> referee_pb2.GetReplayStateResponse:
        request = referee_pb2.GetReplayStateRequest(
            record=record, step=step, viewer=viewer_message(viewer), language=asked_language()
        )
        answer: referee_pb2.GetReplayStateResponse = _answer("GetReplayState", request)
        return answer

    def legal(
        self, record: record_pb2.Record, step: int | None, viewer: int, page_size: int, page_token: str
    ) -> referee_pb2.ListLegalActionsResponse:
        request = referee_pb2.ListLegalActionsRequest(
            record=record,
            step=step,
            viewer=viewer_message(viewer),
            page_size=page_size,
            page_token=page_token,
            language=asked_language(),
        )
        answer: referee_pb2.ListLegalActionsResponse = _answer("ListLegalActions", request)
        return answer

    def info(self) -> referee_pb2.GetServerInfoResponse:
        request = referee_pb2.GetServerInfoRequest(language=asked_language())
        answer: referee_pb2.GetServerInfoResponse = _answer("GetServerInfo", request)
        return answer


class Remote:
    """A server, which is sent the packs that a record needs and that do not come with shinpan."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def verify(self, record: record_pb2.Record) -> report_pb2.Report:
        return self._client.verify(record, needed(record))

    def verify_many(
        self, records: Sequence[record_pb2.Record], packs: Sequence[bytes]
    ) -> list[report_pb2.Report | CallFailed]:
        """The judgement on each record, or why there is none; by one call, from any thread."""
        found: dict[str, report_pb2.Report | CallFailed] = {}
        failure = None
        try:
            for result in self._client.verify_many([(str(at), one) for at, one in enumerate(records)], packs):
                refused = result.WhichOneof("what") == "refusal"
                found[result.key] = self._client.refused(result.refusal) if refused else result.report
        except CallFailed as error:
            failure = error
        return [found.get(str(at)) or failure or _lost(self._client.address) for at in range(len(records))]

    def steps(
        self, record: record_pb2.Record, first: int = 0, last: int | None = None, viewer: int = REFEREE
    ) -> Iterator[referee_pb2.StreamReplayStepsResponse]:
        return self._client.steps(record, first, last, viewer, needed(record))

    def state(self, record: record_pb2.Record, step: int | None, viewer: int) -> referee_pb2.GetReplayStateResponse:
        return self._client.state(record, step, viewer, needed(record))

    def legal(
        self, record: record_pb2.Record, step: int | None, viewer: int, page_size: int, page_token: str
    ) -> referee_pb2.ListLegalActionsResponse:
        return self._client.legal(record, step, viewer, page_size, page_token, needed(record))

    def info(self) -> referee_pb2.GetServerInfoResponse:
        return self._client.info()


def _lost(address: str) -> CallFailed:
    """A server that has ended a call without a word about a record."""
    return CallFailed(address, grpc.StatusCode.UNKNOWN, "", grpc.StatusCode.UNKNOWN.name)


def _answer(method: str, request: Any) -> Any:
    return _answers(method, request)[0]


def _answers(method: str, request: Any) -> list[Any]:
    parts: list[Any] = []
    judging.METHODS[method].judge(request, Give(parts.append), games())
    return parts


@contextmanager
def referee(server: str | None) -> Iterator[Referee]:
    """The referee of a command: the one that listens at an address, or else the one in this process."""
    if server is None:
        yield Local()
    else:
        with remote(server) as found:
            yield found


@contextmanager
def remote(server: str) -> Iterator[Remote]:
    """The referee that listens at an address."""
    try:
        client = Client(server, language=asked_language(), access=_access())
    except NotSecure as error:
        raise Failed(in_words(error)) from None
    with client:
        yield Remote(client)


def _access() -> Access:
    """What is shown to a server: what the options name, and the token of the environment."""
    given = _given()
    token = os.environ.get(TOKEN_VARIABLE, "")
    if token and not TOKEN.fullmatch(token):
        raise Failed(told("cli.server.no_token", variable=TOKEN_VARIABLE))
    roots, certificate, key = (given.get(name) for name in ("server_ca", "client_cert", "client_key"))
    if (certificate is None) != (key is None):
        raise Failed(told("cli.server.pair"))
    chain, secret = (None, None) if certificate is None or key is None else read_pair(certificate, key)[:2]
    return Access(token, _over_tls(), None if roots is None else read_roots(roots), chain, secret)


def _given() -> dict[str, Any]:
    """How the running command was told to reach its server."""
    found: dict[str, Any] = click.get_current_context().meta.get(_GIVEN, {})
    return found


def _over_tls() -> bool:
    return any(_given().get(name) for name in ("tls", "server_ca", "client_cert"))


@contextmanager
def refusals_told(server: str | None) -> Iterator[None]:
    """Says in a sentence why nothing was judged, the same one whoever was asked."""
    try:
        yield
    except (RequestError, Unreadable) as refusal:
        raise Failed(_told(wire_errors.of_refusal(refusal, asked_language()))) from None
    except WireError as error:
        raise Failed(_told(error)) from None
    except CallFailed as failure:
        raise Failed(why(failure, server)) from None


def _told(error: WireError) -> str:
    """An error in the language that was asked for."""
    return wire_errors.localized(error.told_in(asked_language()).status, asked_language())


def why(failure: CallFailed, server: str | None) -> str:
    """A refusal in the server's words; where there are none, what became of the call."""
    if failure.reason:
        return failure.message
    if failure.code is grpc.StatusCode.UNAVAILABLE:
        if _over_tls():
            return told("cli.server.nobody_over_tls", server=server or "", said=failure.message)
        return told("cli.server.nobody", server=server or "")
    if failure.code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return told("cli.server.slow", server=server or "")
    return told("cli.server.other", server=server or "", said=failure.message)


def _address(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Refuses what is no address before anybody waits for it."""
    if value is None:
        return None
    parts = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})", value)
    if parts is None or not 1 <= int(parts[2]) <= LARGEST_PORT:
        raise click.BadParameter(told("cli.server.no_address", text=value), context, parameter)
    return value


_GIVEN = f"{__name__}.given"
"""Where the context of a command keeps how a server is reached."""
TOKEN_VARIABLE = variable("token")
"""Where a token is looked for: what stands in a call is seen by others on the machine, and kept by shells."""


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    context.meta.setdefault(_GIVEN, {})[parameter.name] = value


def _reached(name: str, about: str, **how: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """An option that says how a server is reached."""
    envvar = variable(name.removeprefix("--").replace("-", "_"))
    return click.option(name, envvar=envvar, show_envvar=True, callback=_keep, expose_value=False, help=about, **how)


def server_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options by which a command asks a server."""
    for add in (
        _reached("--client-key", "The private key of that certificate.", type=FILE),
        _reached("--client-cert", "Show this certificate to the server.", type=FILE),
        _reached("--server-ca", "Trust servers with a certificate of this file; it means --tls.", type=FILE),
        _reached("--tls", f"Talk to the server over TLS. A token is taken from {TOKEN_VARIABLE}.", is_flag=True),
        click.option(
            "--server", metavar="HOST:PORT", callback=_address, help="Ask this server instead of judging here."
        ),
    ):
        command = add(command)
    return command


def completed(path: Path, record: Record) -> tuple[Record, Judged]:
    """A whole record that agrees with one of what was seen, and how that one was judged. Raises `Failed` if there is
    none."""
    with refusals_told(None):
        judged = judge(games(), record)
    if judged.world is None:
        why = message_told(judged.report.findings[0].message, Telling(asked_language(), judged.names))
        verdict = verdict_told(judged.report.verdict.word)
        raise Failed(told("cli.complete.is", file=named(path), verdict=verdict, why=why))
    return judged.world, judged


def looked_at(path: Path, record: Record, viewer: int) -> tuple[Record, int]:
    """What is looked at, and with whose eyes: a record of what was seen in a world in which it comes out, and of that
    only what all could see, since the rest is guessed."""
    if not is_seen(record.header):
        return record, viewer
    world, _ = completed(path, record)
    click.echo(told("cli.look.seen", file=named(path)), err=True)
    return world, PUBLIC
