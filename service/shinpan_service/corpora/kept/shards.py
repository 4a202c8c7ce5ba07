"""A corpus cut into shards by what is in it, so that a file more changes one shard or two, and the others are known."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from typing import NamedTuple

from ..files.many import FORMS
from ..files.sources import Source

ENDS_EACH = 1000
"""A shard ends behind a record whose SHA-256 is divisible by this: one in so many."""
MOST_RECORDS = 4000
MOST_BYTES = 8 << 20
READ_TOGETHER = 8
"""Records that are read before others have their turn."""


class Shard(NamedTuple):
    """Records that are kept together. What cannot be had is named beside them, and is not among them."""

    records: list[Source]
    digests: list[bytes]
    """SHA-256 of each record."""
    broken: list[Source]

    def key(self, fingerprint: bytes) -> str:
        """The name of its results: by what is in it, and by what judges it."""
        found = sha256(fingerprint)
        for source, digest in zip(self.records, self.digests, strict=True):
            found.update(bytes([FORMS.index(source.form)]) + digest)
        return found.hexdigest()


async def shards(found: Iterator[Source]) -> AsyncIterator[Shard]:
    """The shards of a corpus, in order. Whoever waits for its turn gets it while they are read."""
    shard, size = Shard([], [], []), 0
    for number, source in enumerate(found):
        if not number % READ_TOGETHER:
            await asyncio.sleep(0)
        ends = _add(shard, source)
        size += len(source.data)
        if ends or size >= MOST_BYTES or len(shard.records) + len(shard.broken) >= MOST_RECORDS:
            yield shard
            shard, size = Shard([], [], []), 0
    if shard.records or shard.broken:
        yield shard


def _add(shard: Shard, source: Source) -> bool:
    """Adds a record, and says whether the shard ends with it."""
    if source.broken is not None:
        shard.broken.append(source)
        return False
    digest = sha256(source.data).digest()
    shard.records.append(source)
    shard.digests.append(digest)
    return int.from_bytes(digest, "big") % ENDS_EACH == 0
