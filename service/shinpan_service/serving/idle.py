"""Workers that have nothing to do, and the calls that wait for one: those that come alone before groups of records."""

import asyncio
from collections import deque

from .workers import Worker

Waiting = deque["asyncio.Future[None]"]


class Idle:
    """Workers as they come free. Whoever waits is woken in turn; nobody is given a worker that is gone."""

    def __init__(self) -> None:
        self._workers: deque[Worker] = deque()
        self._alone: Waiting = deque()
        self._groups: Waiting = deque()

    def put(self, worker: Worker) -> None:
        """A worker is free."""
        self._workers.append(worker)
        self._wake()

    async def get(self, patient: bool) -> Worker:
        """The next free worker; who is patient waits until nobody else does."""
        waiting = self._groups if patient else self._alone
        while not self._workers or (patient and self._alone):
            turn = asyncio.get_running_loop().create_future()
            waiting.append(turn)
            try:
                await turn
            except BaseException:
                # Who was woken and goes all the same passes it on.
                turn.cancel()
                self._wake()
                raise
            finally:
                if turn in waiting:
                    waiting.remove(turn)
        worker = self._workers.popleft()
        self._wake()
        return worker

    def forget_the_gone(self) -> None:
        """Leaves out workers that have ended."""
        self._workers = deque(worker for worker in self._workers if not worker.gone.is_set())

    def _wake(self) -> None:
        """Wakes whoever is next, if there is a worker for them."""
        if not self._workers:
            return
        waiting = self._alone or self._groups
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
