"""Who judges: the referee in this process, or a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from shinpan.v1 import record_pb2, referee_pb2, report_pb2
from shinpan_engine.kernel.errors import RequestError
from shinpan_service import judging
from shinpan_service.client import CallFailed, Client, viewer_message
from shinpan_service.codec import Unreadable
from shinpan_service.wire_errors import WireError


class CannotJudge(Exception):
    """The record could not be judged at all, and why."""


class Referee(Protocol):
    """What the commands ask."""

    def verify(self, record: record_pb2.Record) -> report_pb2.Report: ...

    def state(self, record: record_pb2.Record, step: int | None, viewer: int) -> referee_pb2.GetReplayStateResponse: ...

    def legal(
        self, record: record_pb2.Record, step: int | None, viewer: int, page_size: int, page_token: str
    ) -> referee_pb2.ListLegalActionsResponse: ...


class Local:
    """The referee in this process; it answers just as a server would."""

    def verify(self, record: record_pb2.Record) -> report_pb2.Report:
        report: report_pb2.Report = _answer("VerifyReplay", referee_pb2.VerifyReplayRequest(record=record)).report
        return report

    def state(self, record: record_pb2.Record, step: int | None, viewer: int) -> referee_pb2.GetReplayStateResponse:
        request = referee_pb2.GetReplayStateRequest(record=record, step=step, viewer=viewer_message(viewer))
        answer: referee_pb2.GetReplayStateResponse = _answer("GetReplayState", request)
        return answer

    def legal(
        self, record: record_pb2.Record, step: int | None, viewer: int, page_size: int, page_token: str
    ) -> referee_pb2.ListLegalActionsResponse:
        request = referee_pb2.ListLegalActionsRequest(
            record=record, step=step, viewer=viewer_message(viewer), page_size=page_size, page_token=page_token
        )
        answer: referee_pb2.ListLegalActionsResponse = _answer("ListLegalActions", request)
        return answer


def _answer(method: str, request: Any) -> Any:
    parts: list[Any] = []
    judging.METHODS[method].judge(request, parts.append)
    return parts[0]


@contextmanager
def referee(server: str | None) -> Iterator[Referee]:
    """The referee of a command; with an address the one that listens there. Its refusals are `CannotJudge`."""
    try:
        if server is None:
            yield Local()
        else:
            with Client(server) as client:
                yield client
    except (CallFailed, RequestError, Unreadable, WireError) as error:
        raise CannotJudge(str(error)) from None
