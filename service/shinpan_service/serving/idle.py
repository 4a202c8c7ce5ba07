"""Workers that have nothing to do, and the calls that wait for one: those that come alone before groups of records."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from ..messages.wire_errors import WireError
from .lines import Caller, Lines
from .workers import Worker


class Idle:
    """Workers as they come free. Callers take turns; nobody is given a worker that is gone."""

    def __init__(self) -> None:
        self._workers: deque[Worker] = deque()
        self._alone = Lines()
        self._groups = Lines()
        self._at_groups: dict[Worker, None] = {}
        """Workers that judge groups."""

    @contextmanager
    def at_group(self, worker: Worker) -> Iterator[None]:
        """As long as the context lasts, a worker judges a group: it gives way to calls that come alone."""
        self._at_groups[worker] = None
        try:
            yield
        finally:
            del self._at_groups[worker]

    def put(self, worker: Worker) -> None:
        """A worker is free."""
        self._workers.append(worker)
        self._wake()

    def free(self) -> Worker | None:
        """A worker that is free now: the one that was busy last, since a processor still has what it needs near."""
        return self._workers.pop() if self._workers else None

    async def get(self, caller: Caller, patient: bool) -> Worker:
        """The next free worker; who is patient waits until nobody else does."""
        if (worker := self.free()) is not None:
            return worker
        lines = self._groups if patient else self._alone
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        lines.add(caller, turn)
        if not patient:
            self._ask_for_way()
        try:
            return await turn
        except BaseException:
            lines.remove(caller, turn)
            # Who was given a worker and goes all the same passes it on.
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.put(turn.result())
            raise

    def _ask_for_way(self) -> None:
        """Has one more worker stop between the records of a group."""
        for worker in self._at_groups:
            if worker.give_way():
                return

    def gives_way(self, caller: Caller) -> bool:
        """Whether a call that came alone would give way to one of this caller."""
        return self._alone.gives_way(caller)

    def give_way(self, caller: Caller, error: WireError) -> bool:
        """Ends the last call of the longest line for one of this caller. Says whether there is one that gives way."""
        turn = self._alone.longest(caller)
        if turn is not None and not turn.done():
            turn.set_exception(error)
        return turn is not None

    def let_go(self) -> list[Worker]:
        """Gives those whose places others have, and hands them out no more."""
        retired = [worker for worker in self._workers if worker.retired]
        self._workers = deque(worker for worker in self._workers if not worker.retired)
        return retired

    def forget_the_gone(self) -> None:
        """Leaves out workers that have ended."""
        self._workers = deque(worker for worker in self._workers if not worker.gone.is_set())

    def _wake(self) -> None:
        """Gives free workers to those who wait. Nobody else can take them: a worker is free when nobody waits."""
        while self._workers and (lines := self._alone or self._groups):
            turn = lines.next()
            if not turn.done():
                turn.set_result(self._workers.pop())
