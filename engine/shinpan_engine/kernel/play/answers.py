"""What is asked of a seat and what it has answered, as they stand in the state."""

import msgspec


class Pending(msgspec.Struct, array_like=True, gc=False):
    """A decision as it stands in the state."""

    seat: int
    ask: str
    answer: bytes = b""
