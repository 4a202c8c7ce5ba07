"""Workers that have nothing to do, and the calls that wait for one: those that come alone before groups of records."""

import asyncio
from collections import deque

from ..messages.wire_errors import WireError
from .lines import Caller, Lines
from .workers import Worker


class Idle:
    """Workers as they come free. Callers take turns; nobody is given a worker that is gone."""

    def __init__(self) -> None:
        self._workers: deque[Worker] = deque()
        self._alone = Lines()
        self._groups = Lines()

    def put(self, worker: Worker) -> None:
        """A worker is free."""
        self._workers.append(worker)
        self._wake()

    async def get(self, caller: Caller, patient: bool) -> Worker:
        """The next free worker; who is patient waits until nobody else does."""
        lines = self._groups if patient else self._alone
        while not self._workers or (patient and self._alone):
            turn = asyncio.get_running_loop().create_future()
            lines.add(caller, turn)
            try:
                await turn
            except BaseException:
                # Who was woken and goes all the same passes it on.
                lines.remove(caller, turn)
                self._wake()
                raise
        worker = self._workers.popleft()
        self._wake()
        return worker

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
        """Wakes whoever is next, if there is a worker for them."""
        if not self._workers:
            return
        while lines := self._alone or self._groups:
            turn = lines.next()
            if not turn.done():
                turn.set_result(None)
                return
