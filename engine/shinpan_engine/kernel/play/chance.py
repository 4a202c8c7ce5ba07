"""Chance by name: the scheme `sha256ctr-1`, and outcomes recorded at a table.

Every random event has a label of its own and no two continue one stream, so a new event moves no other.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import Protocol

from ..errors import Impossible, Undecidable

SCHEME = "sha256ctr-1"
SEED_BYTES = 32
LARGEST_BELOW = 65536
LARGEST_LABEL = 255
LOW_WORD = 0xFFFFFFFF
UNKNOWN = 0
"""The number that stands for a card which the record does not tell."""


def is_label(text: str) -> bool:
    """Whether a text can name a random event: printed ASCII signs without a space."""
    # Of ASCII what is printable is "!" to "~" and the space.
    return 1 <= len(text) <= LARGEST_LABEL and text.isascii() and text.isprintable() and " " not in text


class Stream:
    """The words of one label, and what is drawn from them."""

    def __init__(self, seed: bytes, label: str) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has exactly {SEED_BYTES} bytes, not {len(seed)}")
        if not is_label(label):
            raise ValueError(f"a label has 1 to {LARGEST_LABEL} printed ASCII signs and no space")
        name = label.encode("ascii")
        blocks = _blocks(b"SHINPAN1" + seed + bytes([len(name)]) + name)
        self.word: Callable[[], int] = chain.from_iterable(blocks).__next__
        """Gives the next 32 bits."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely (Lemire's way, with rejection)."""
        if n == 1:
            return 0
        if not 1 < n <= LARGEST_BELOW:
            raise ValueError(f"below() takes 1 to {LARGEST_BELOW}, not {n}")
        return self._settled(self.word() * n, n)

    def _settled(self, product: int, n: int) -> int:
        """The number that a word times n comes to, once it is none of the few words too many."""
        # The threshold is below n, so it is needed for the lowest values only.
        while (low := product & LOW_WORD) < n and low < (1 << 32) % n:
            product = self.word() * n
        return product >> 32

    def shuffle(self, items: Sequence[int]) -> list[int]:
        """The items in a random order; the first is the top."""
        order, word = list(items), self.word
        if len(order) > LARGEST_BELOW:
            raise ValueError(f"shuffle() takes at most {LARGEST_BELOW} items, not {len(order)}")
        for n in range(len(order), 1, -1):
            product = word() * n
            # As in `below`, without a call for what is nearly always settled at once.
            at = product >> 32 if product & LOW_WORD >= n else self._settled(product, n)
            order[n - 1], order[at] = order[at], order[n - 1]
        return order


_BLOCK = Struct(">8I")
"""A SHA-256 block as eight words."""


def _blocks(prefix: bytes) -> Iterator[tuple[int, ...]]:
    for number in count():
        yield _BLOCK.unpack(sha256(prefix + number.to_bytes(4, "big")).digest())


class Chance(Protocol):
    """Where outcomes come from. The rules ask by label and never know the source."""

    outcomes: dict[str, list[int]]
    """Every outcome given so far, by label."""

    def shuffle(self, label: str, items: Sequence[int]) -> list[int]:
        """An order of the items, which come in ascending order; an unknown rest is `UNKNOWN`."""

    def unused(self) -> list[str]:
        """Labels for which an outcome is told but was never asked."""

    def ended(self) -> tuple[str, ...]:
        """Labels of which less is told than there was."""


class Seeded:
    """Chance drawn from a seed."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self.outcomes: dict[str, list[int]] = {}

    def shuffle(self, label: str, items: Sequence[int]) -> list[int]:
        order = Stream(self._seed, label).shuffle(items)
        self.outcomes[label] = list(order)
        return order

    def unused(self) -> list[str]:
        return []

    def ended(self) -> tuple[str, ...]:
        return ()


class Recorded:
    """Chance as it fell at a table: an order, or its first part, for each label."""

    def __init__(self, recorded: Mapping[str, Sequence[int]]) -> None:
        self._recorded = recorded
        self.outcomes: dict[str, list[int]] = {}
        self.short: dict[str, int] = {}
        """Of the outcomes that tell less than there was, how many there were."""
        self.left: dict[str, list[int]] = {}
        """Of the same, what may still come up."""

    def shuffle(self, label: str, items: Sequence[int]) -> list[int]:
        known = self._recorded.get(label)
        if known is None:
            raise Undecidable("kernel.outcome.untold", (), label=label)
        left = list(items)
        for value in known:
            if value not in left:
                raise Impossible(label, value)
            left.remove(value)
        self.outcomes[label] = list(known)
        if left:
            self.short[label] = len(items)
            self.left[label] = left
        order = list(known)
        # A single card left over can be nothing else.
        return order + (left if len(left) == 1 else [UNKNOWN] * len(left))

    def unused(self) -> list[str]:
        return [label for label in self._recorded if label not in self.outcomes]

    def ended(self) -> tuple[str, ...]:
        return tuple(self.short)


def commitment(seed: bytes, salt: bytes) -> bytes:
    """What is published before play about a seed."""
    return sha256(b"SHINPAN1-commit" + seed + salt).digest()


def mixed_seed(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """The seed that comes of a secret and of what others gave."""
    parts = b"".join(len(part).to_bytes(4, "big") + part for part in (secret, *sorted(contributions)))
    return sha256(b"SHINPAN1-mix" + parts).digest()
