"""A raw HTTP/2 client that keeps no rule it is not told to keep: it can stop in the middle of anything."""

import select
import socket
import struct
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType

from hpack import Decoder, Encoder
from hyperframe.frame import (
    DataFrame,
    Frame,
    GoAwayFrame,
    HeadersFrame,
    PingFrame,
    RstStreamFrame,
    SettingsFrame,
    WindowUpdateFrame,
)

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
USUAL_WINDOW = 65_535
LARGEST_WINDOW = (1 << 31) - 1
USUAL_FRAME = 16_384
CANCEL = 8
PATIENCE_SECONDS = 20
"""How long a sender waits for a server that takes nothing."""
SERVICE = "shinpan.v1.RefereeService"
WATCH = "/grpc.health.v1.Health/Watch"
CHECK = "/grpc.health.v1.Health/Check"


def framed(message: bytes, compressed: bool = False) -> bytes:
    """A message as gRPC puts it into a stream."""
    return struct.pack(">BI", compressed, len(message)) + message


@dataclass
class Answer:
    """What has come back on one stream."""

    data: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    ended: bool = False
    reset: int | None = None

    @property
    def status(self) -> int | None:
        """The gRPC status, once there is one."""
        return int(self.headers["grpc-status"]) if "grpc-status" in self.headers else None


class Wire:
    """One connection. `window` is what the server may send on a stream; `grants` gives back whatever was taken; it
    comes from the address `source`, if one is said."""

    def __init__(self, address: str, window: int = USUAL_WINDOW, grants: bool = True, source: str = "") -> None:
        self.address = address
        host, _, port = address.rpartition(":")
        self.answers: defaultdict[int, Answer] = defaultdict(Answer)
        self.settings: dict[int, int] = {}
        self.pings = 0
        self.gone_away: int | None = None
        """The reason for which the server told us to go."""
        self.closed = False
        self._grants = grants
        self._next = 1
        self._window = USUAL_WINDOW
        self._used: defaultdict[int, int] = defaultdict(int)
        self._decoder = Decoder()
        self._unread = b""
        self._replies = b""
        self._heads: dict[tuple[str, bool], bytes] = {}
        self._socket = socket.create_connection((host.strip("[]"), int(port)), source_address=(source, 0))
        # Before anything is read: an answer to the server's settings must not come first.
        self._socket.sendall(PREFACE + SettingsFrame(settings={SettingsFrame.INITIAL_WINDOW_SIZE: window}).serialize())
        self._socket.setblocking(False)
        self._poll = select.poll()
        self._poll.register(self._socket)
        self.pump(until=lambda: bool(self.settings))

    def __enter__(self) -> "Wire":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Cuts the connection without a word."""
        self.closed = True
        self._socket.close()

    def open(self, method: str, compressed: bool = False) -> int:
        """Sends the headers of a call of our service, or of another one by its path. Gives the stream."""
        stream, self._next = self._next, self._next + 2
        self._write(self._opening(stream, method, compressed))
        return stream

    def _opening(self, stream: int, method: str, compressed: bool = False) -> bytes:
        if (method, compressed) not in self._heads:
            headers = [
                (":method", "POST"),
                (":scheme", "http"),
                (":path", method if method.startswith("/") else f"/{SERVICE}/{method}"),
                (":authority", "localhost"),
                ("content-type", "application/grpc"),
                ("te", "trailers"),
                *([("grpc-encoding", "gzip")] if compressed else []),
            ]
            # Nothing goes into the table of headers, so that the same bytes open every stream.
            self._heads[method, compressed] = Encoder().encode([(name, value, True) for name, value in headers])
        frame = HeadersFrame(stream, data=self._heads[method, compressed], flags=["END_HEADERS"])
        return bytes(frame.serialize())

    def send(self, stream: int, data: bytes, end: bool = False) -> bool:
        """Sends a part of a request, as fast as the server takes it; whether it took all."""
        left = memoryview(data)
        while True:
            room = min(self._room(stream), self.settings.get(SettingsFrame.MAX_FRAME_SIZE, USUAL_FRAME))
            if left and room < 1 and not self.pump(until=lambda: self._room(stream) > 0):
                return False
            if self.closed or self.answers[stream].reset is not None:
                return False
            part, left = left[: max(room, 0)], left[max(room, 0) :]
            if part or not left:
                self._used[stream] += len(part)
                self._window -= len(part)
                flags = ["END_STREAM"] if end and not left else []
                self._write(DataFrame(stream, data=bytes(part), flags=flags).serialize())
            if not left:
                return not self.closed

    def call(self, method: str, message: bytes) -> int:
        """Makes a whole call. Gives the stream on which the answer comes."""
        stream = self.open(method)
        self.send(stream, framed(message), end=True)
        return stream

    def reset_at_once(self, method: str, message: bytes) -> None:
        """Makes a whole call and takes it back in the same breath."""
        stream, self._next = self._next, self._next + 2
        body = DataFrame(stream, data=framed(message), flags=["END_STREAM"])
        reset = RstStreamFrame(stream, error_code=CANCEL)
        self._write(self._opening(stream, method) + body.serialize() + reset.serialize())

    def ping(self, count: int) -> None:
        """Sends so many pings in one burst."""
        self._write(PingFrame(opaque_data=bytes(8)).serialize() * count)

    def grant(self, stream: int, size: int) -> None:
        """Lets the server send so much more on a stream, 0 being the whole connection."""
        self._write(WindowUpdateFrame(stream, window_increment=size).serialize())

    def _room(self, stream: int) -> int:
        initial = self.settings.get(SettingsFrame.INITIAL_WINDOW_SIZE, USUAL_WINDOW)
        return min(self._window, initial - self._used[stream])

    def _write(self, data: bytes) -> None:
        """Writes, and reads meanwhile: a server that must be read before it reads on is no reason to stand still."""
        left, end = memoryview(self._replies + data), time.monotonic() + PATIENCE_SECONDS
        self._replies = b""
        while left and not self.closed and time.monotonic() < end:
            ((_, ready),) = self._poll.poll(PATIENCE_SECONDS * 1000) or ((0, 0),)
            try:
                if ready & select.POLLIN:
                    self._read()
                if ready & select.POLLOUT and not self.closed:
                    left = left[self._socket.send(left) :]
                    end = time.monotonic() + PATIENCE_SECONDS
                if ready & (select.POLLERR | select.POLLHUP):
                    self.close()
            except BlockingIOError:
                continue
            except OSError:
                self.close()

    def pump(self, seconds: float = PATIENCE_SECONDS, until: Callable[[], object] | None = None) -> bool:
        """Reads for so long, or until something is so; whether it is."""
        reader, end = select.poll(), time.monotonic() + seconds
        if not self.closed:
            reader.register(self._socket, select.POLLIN)
        while until is None or not until():
            left = end - time.monotonic()
            if self.closed or left <= 0:
                return False
            if reader.poll(left * 1000):
                try:
                    self._read()
                except OSError:
                    self.close()
                if self._replies:
                    self._write(b"")
        return True

    def _read(self) -> None:
        data = self._socket.recv(1 << 18)
        if not data:
            self.close()
        self._unread += data
        while len(self._unread) >= 9:
            frame, length = Frame.parse_frame_header(memoryview(self._unread[:9]))
            if len(self._unread) < 9 + length:
                return
            frame.parse_body(memoryview(self._unread[9 : 9 + length]))
            self._unread = self._unread[9 + length :]
            self._take(frame)

    def _take(self, frame: Frame) -> None:
        answer = self.answers[frame.stream_id]
        match frame:
            case SettingsFrame() if "ACK" not in frame.flags:
                self.settings.update(frame.settings)
                self._answer(SettingsFrame(flags=["ACK"]))
            case WindowUpdateFrame():
                if frame.stream_id:
                    self._used[frame.stream_id] -= frame.window_increment
                else:
                    self._window += frame.window_increment
            case PingFrame() if "ACK" in frame.flags:
                self.pings += 1
            case PingFrame():
                self._answer(PingFrame(opaque_data=frame.opaque_data, flags=["ACK"]))
            case GoAwayFrame():
                self.gone_away = frame.error_code
            case RstStreamFrame():
                answer.reset = frame.error_code
            case HeadersFrame():
                answer.headers.update(self._decoder.decode(frame.data))
            case DataFrame():
                answer.data += len(frame.data)
                if self._grants and frame.data:
                    for stream in (0, frame.stream_id):
                        self._answer(WindowUpdateFrame(stream, window_increment=len(frame.data)))
        answer.ended |= "END_STREAM" in frame.flags

    def _answer(self, frame: Frame) -> None:
        """Keeps a frame until no other is being written."""
        self._replies += frame.serialize()


def silent_connections(address: str, count: int) -> list[socket.socket]:
    """Connections on which nothing is ever said, as many as could be opened."""
    host, _, port = address.rpartition(":")
    found = []
    with suppress(OSError):
        for _ in range(count):
            found.append(socket.create_connection((host.strip("[]"), int(port)), timeout=5))
    return found


def still_open(connections: list[socket.socket]) -> int:
    """How many of them the other side has not closed."""
    found = 0
    for connection in connections:
        connection.setblocking(False)
        with suppress(ConnectionError):
            try:
                while data := connection.recv(4096):
                    pass
                found += bool(data)
            except BlockingIOError:
                found += 1
    return found
