"""Records judged by a server with several calls under way, and taken in their order."""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

WAITING_EACH = 2
"""Groups for each call that are read before the earliest has been judged."""

Group = TypeVar("Group")
Said = TypeVar("Said")


def in_order(
    groups: Iterator[Group], ask: Callable[[Group], Sequence[Said]], calls: int
) -> Generator[tuple[Group, Sequence[Said]]]:
    """What is said of groups, in their order, each with its group. They are read as they are needed. Whatever ends it,
    calls that have not begun are not made."""
    waiting: deque[tuple[Group, Future[Sequence[Said]]]] = deque()
    pool = ThreadPoolExecutor(calls)
    try:
        for group in groups:
            waiting.append((group, pool.submit(ask, group)))
            if len(waiting) >= WAITING_EACH * calls:
                first, asked = waiting.popleft()
                yield first, asked.result()
        while waiting:
            first, asked = waiting.popleft()
            yield first, asked.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
