"""Streams of many records: cut into groups for the workers, their results sent as they come.

The front reads no record. It cuts a request where its records begin, and glues results together: a repeated field of
one message behind that of another is one list.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from shinpan.v1 import referee_pb2
from shinpan_engine.kernel.messages import say

from ..messages import wire_errors
from ..messages.judging import refuse_large
from ..messages.verifying import BATCH
from ..messages.wire_errors import WireError
from .answers import Results
from .door.context import Stream
from .lines import Caller, Full, Places
from .operating.calls import Call
from .options import ServerOptions
from .pool import Job, Lost, Pool

MOST_RECORDS = 32
"""Of one stream: that are being judged, or whose results have not been taken."""
MOST_BYTES = 8 << 20
"""Of one stream: records that are being judged."""
GROUP_RECORDS = 16
GROUP_BYTES = 1 << 16
"""A group is that large at the most, if it is of more than one record."""
FULL = Full(wire_errors.batches_full_each, wire_errors.batches_full, wire_errors.batch_gave_way)
MOST_BESIDES = 32
"""Fields of a request besides its records."""
_RECORDS = referee_pb2.BatchVerifyReplaysRequest.RECORDS_FIELD_NUMBER << 3 | 2
"""The tag before each record."""
_VARINT_BYTES = 10


class Group(NamedTuple):
    """Records for one worker, each with its tag, and what is said beside them."""

    records: Sequence[bytes]
    besides: bytes

    @property
    def size(self) -> int:
        return sum(map(len, self.records))


def most_together(workers: int) -> int:
    """How many records a group has: so few that one stream has a group for each worker, and as many that wait."""
    return max(1, min(GROUP_RECORDS, MOST_RECORDS // (2 * workers)))


def groups(request: bytes, most: int = GROUP_RECORDS) -> Iterator[Group]:
    """A request in groups of its records. Raises `WireError` for what is no request, or too much of one."""
    records, besides = _cut(request)
    group: list[bytes] = []
    for record in records:
        if group and (len(group) == most or sum(map(len, group)) + len(record) > GROUP_BYTES):
            yield Group(group, besides)
            group = []
        group.append(record)
    # Even one without records is looked at.
    yield Group(group, besides)


def _cut(request: bytes) -> tuple[list[bytes], bytes]:
    """The records of a request, and its other fields."""
    records: list[bytes] = []
    besides: list[bytes] = []
    at = 0
    while at < len(request):
        tag, behind = _varint(request, at)
        end = _end(request, behind, tag & 7)
        (records if tag == _RECORDS else besides).append(request[at:end])
        at = end
        if len(records) > MOST_RECORDS or len(besides) > MOST_BESIDES:
            raise wire_errors.too_large("records", say("service.most_records", most=MOST_RECORDS))
    return records, b"".join(besides)


def _end(data: bytes, at: int, kind: int) -> int:
    """Where a field ends."""
    if kind == 0:
        return _varint(data, at)[1]
    if kind == 2:
        length, at = _varint(data, at)
    elif kind in (1, 5):
        length = 8 if kind == 1 else 4
    else:
        raise _undecodable()
    if at + length > len(data):
        raise _undecodable()
    return at + length


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number, and where it ends."""
    number = 0
    for place, byte in enumerate(data[at : at + _VARINT_BYTES]):
        number |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return number, at + place + 1
    raise _undecodable()


def _undecodable() -> WireError:
    return wire_errors.undecodable(referee_pb2.BatchVerifyReplaysRequest.DESCRIPTOR.full_name)


class GroupJob(Job):
    """A group on its way through the pool: it waits for calls that come alone, and each record has its own time."""

    patient = True

    def __init__(self, caller: Caller, group: Group, put: Callable[[bytes], None], call: Call | None = None) -> None:
        super().__init__(caller, BATCH, b"".join((*group.records, group.besides)), put, call)
        self._group = group
        self.done = 0
        """Results that have come."""

    @property
    def blamed(self) -> bytes:
        """The record that was being judged."""
        return self._group.records[self.reached] if self.reached < len(self._group.records) else self.request

    def take(self, part: bytes) -> None:
        self.done += 1
        super().take(part)


class Batch:
    """One stream of records, from its first request to its last result."""

    def __init__(
        self,
        pool: Pool,
        results: Results,
        options: ServerOptions,
        context: Stream,
        caller: Callable[[], Caller],
        call: Call,
    ) -> None:
        self._pool = pool
        self._call = call
        self._results = results
        self._results.on_taken = self._taken
        self._context = context
        self._caller = caller
        self._seconds = options.batch_seconds
        self._together = most_together(options.workers)
        self._open = 0
        """Records whose results have not been taken."""
        self._bytes = 0
        """Of records that are being judged."""
        self._room = asyncio.Event()
        self._judging: set[asyncio.Task[None]] = set()
        self._reading: asyncio.Task[None] | None = None
        self._reading_since = _now()
        self._ends: WireError | None = None
        """Why nothing more is taken."""
        self._ended = False
        """Whether the client has said that no more comes."""

    async def run(self) -> None:
        """Judges what comes, and sends the results. Raises `WireError` if that does not end well."""
        taking = asyncio.create_task(self._take_all())
        taking.add_done_callback(self._results.close)
        try:
            await self._results.send()
        finally:
            for task in (taking, *self._judging):
                task.cancel()

    @property
    def quiet_seconds(self) -> float:
        """For how long nothing has been sent; nothing if there are results to be taken."""
        return 0 if self._open else _now() - self._reading_since

    def end(self, why: WireError) -> None:
        """Takes nothing more. What was taken is judged, and its results are sent; then the stream ends with that."""
        self._ends = why
        if self._reading is not None:
            self._reading.cancel()

    async def _take_all(self) -> None:
        self._reading = asyncio.create_task(self._read())
        try:
            await self._reading
        except asyncio.CancelledError:
            if self._ends is None:
                raise
        finally:
            if self._judging:
                await asyncio.wait(self._judging)
        if self._ends is not None and not self._ended:
            raise self._ends

    async def _read(self) -> None:
        """Reads requests while there is room for their records."""
        while self._ends is None and (request := await self._next()) is not None:
            self._call.bytes_in += len(request)
            refuse_large(request)
            # Asked anew: a stream may last longer than a token is known.
            caller = self._caller()
            for group in groups(request, self._together):
                while self._full(group):
                    self._room.clear()
                    await self._room.wait()
                self._open += len(group.records)
                self._call.records += len(group.records)
                self._bytes += group.size
                judging = asyncio.create_task(self._judge(caller, group))
                self._judging.add(judging)
                judging.add_done_callback(self._judging.discard)
        self._ended = self._ends is None

    async def _next(self) -> bytes | None:
        self._reading_since = _now()
        try:
            async with asyncio.timeout(self._seconds):
                request = await self._context.read()
        except TimeoutError:
            raise wire_errors.batch_quiet(self._seconds) from None
        return request if isinstance(request, bytes) else None

    def _full(self, group: Group) -> bool:
        """Whether a group has to wait; on the table alone any has its place."""
        there = self._open + len(group.records), self._bytes + group.size
        return self._open > 0 and (there[0] > MOST_RECORDS or there[1] > MOST_BYTES)

    def _taken(self, count: int) -> None:
        self._open -= count
        self._reading_since = _now()
        self._room.set()

    async def _judge(self, caller: Caller, group: Group) -> None:
        """Has a group judged, however many workers die of records in it."""
        left: Group | None = self._allowed(group)
        try:
            while left is not None:
                left = await self._left_of(caller, left)
        except WireError as error:
            self._results.fail(error)
        finally:
            self._bytes -= group.size
            self._room.set()

    def _allowed(self, group: Group) -> Group:
        """The group without records that have killed workers a short time ago."""
        kept = []
        for record in group.records:
            try:
                self._pool.quarantine.refuse(BATCH, record)
                kept.append(record)
            except WireError as error:
                self._refuse(record, error)
        return group._replace(records=kept)

    async def _left_of(self, caller: Caller, group: Group) -> Group | None:
        """Has a group judged until a worker dies of a record, whose result that is, or gives way. Gives the rest."""
        job = GroupJob(caller, group, self._results.put, self._call)
        left = group.records
        try:
            await self._pool.answer(job)
        except Lost as lost:
            at = job.reached
            for record in left[at : at + 1]:
                self._refuse(record, lost)
            # Results that the worker had yet to send are lost with it.
            left = (*left[:at], *left[at + 1 :])
        left = left[job.done :]
        return group._replace(records=left) if left else None

    def _refuse(self, record: bytes, error: WireError) -> None:
        self._call.refused[error.reason] += 1
        self._results.put(_refused(record, error))


class Batches:
    """All streams of many records: at most so many, and so many of each client."""

    def __init__(self) -> None:
        self._batches = Places(FULL)

    async def run(self, batch: Batch, client: str, options: ServerOptions) -> None:
        """Judges what comes over a stream. Raises `WireError` if that does not end well, or if it has no place."""
        self._batches.admit(client, options.batches, options.batches_each)
        with self._batches.held(batch, client):
            await batch.run()

    def stop(self) -> None:
        """Ends all streams, to be gone on with elsewhere."""
        self._batches.end(wire_errors.stopping())


def _now() -> float:
    return asyncio.get_running_loop().time()


def _refused(record: bytes, error: WireError) -> bytes:
    """Why nothing was judged, as the result of a record."""
    (keyed,) = referee_pb2.BatchVerifyReplaysRequest.FromString(record).records
    refusal = referee_pb2.Refusal.FromString(error.status.SerializeToString())
    result = referee_pb2.KeyedResult(key=keyed.key, refusal=refusal)
    return referee_pb2.BatchVerifyReplaysResponse(results=[result]).SerializeToString()
