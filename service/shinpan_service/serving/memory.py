"""Memory of the front: large requests and answers leave holes behind, which malloc would keep for ever."""

import ctypes
import sys

from .options import MIB

GIVE_BACK_BYTES = 32 * MIB
"""After so many bytes of requests and answers the memory that they took is given back to the system."""


class Memory:
    """Counts what has come and gone, and gives memory back now and then."""

    def __init__(self) -> None:
        self._freed = 0
        """How many bytes are free again since memory was given back."""

    def freed(self, size: int) -> None:
        """So many bytes are not needed any more."""
        self._freed += size

    def give_back(self) -> None:
        """Gives back what is free, if that is worth it. Called a little later: gRPC keeps what open calls have."""
        if self._freed >= GIVE_BACK_BYTES:
            self._freed = 0
            trim()


def trim() -> None:
    """Gives free memory back to the system, where the C library can."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)
