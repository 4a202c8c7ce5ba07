"""What the server needs to know of a call, over whatever it came. Calls of gRPC are so by themselves."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, Protocol

Metadata = Iterable[tuple[str, str | bytes]]


class Stream(Protocol):
    """What comes in a call, and what goes back."""

    def peer(self) -> str:
        """The other end of its connection, as gRPC names it: `ipv4:192.0.2.1:40000`."""

    async def read(self) -> object:
        """The next message; something that is no bytes where there is none."""

    async def write(self, message: bytes) -> None:
        """Sends a message, once there is room for it."""

    def add_done_callback(self, callback: Callable[[Any], None]) -> None:
        """What is done when the client has taken all, or has gone."""


class Context(Stream, Protocol):
    """One call, and who makes it."""

    def auth_context(self) -> Mapping[str, Iterable[bytes]]:
        """What is known of the other end: its certificate, if it showed one."""

    def invocation_metadata(self) -> Metadata | None:
        """What came with the call besides its request."""

    async def abort(self, code: Any, details: str = "", trailing_metadata: Any = ()) -> NoReturn:
        """Ends the call with an error."""

    def set_trailing_metadata(self, trailing_metadata: Any) -> None:
        """What goes back behind the answer."""


class OneMessage:
    """A call whose only message has been read, as a stream of which the answers are kept."""

    def __init__(self, context: Context, message: bytes) -> None:
        self.peer = context.peer
        self.add_done_callback = context.add_done_callback
        self._messages = [message]
        self.sent = b""

    async def read(self) -> object:
        return self._messages.pop() if self._messages else None

    async def write(self, message: bytes) -> None:
        self.sent += message
