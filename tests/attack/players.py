"""Clients that play games over `PlayGame`: what is refused is sent again, and a stream that ends is opened again with
the record. Whatever befalls the server, each game has in the end the entries that were taken, and nothing else."""

import random
from collections import Counter
from typing import Any

import grpc

from shinpan.v1 import record_pb2, report_pb2
from shinpan_engine.kernel.judging.record import Record
from shinpan_service.client import CallFailed, Client, PlayedGame
from shinpan_service.messages.records import record_to_message
from tests.random_games import MODES, header

from .requests import at_server

MOST_ENTRIES = 60
"""After so many a game is left as it is."""
SOUND = (report_pb2.VERDICT_LEGAL, report_pb2.VERDICT_INCOMPLETE)
MOST_REFUSED = 3
"""Messages refused in a row, after which another stream is opened."""


class GameLost(Exception):
    """The server has not the game that was played."""


class Player:
    """One who plays game after game, at random."""

    def __init__(self, address: str, seed: int) -> None:
        self._client = Client(address)
        self._address = address
        self._dice = random.Random(f"player/{seed}")
        self._headers = [self._header(number) for number in range(len(MODES))]
        self._record = record_pb2.Record()
        self._asked = True
        self._game: PlayedGame | None = None
        self._refused = 0
        self.finished = 0
        self.failed: Counter[str] = Counter()
        """Why messages were refused, or streams ended."""

    def _header(self, number: int) -> record_pb2.Record:
        game, mode = MODES[number]
        return at_server(self._address, record_to_message(Record(header(game, number, mode), ())))

    def step(self) -> None:
        """Says one thing. Raises `CallFailed` if it is refused, or the stream ends; the game goes on with the next
        step."""
        try:
            self._said()
            self._refused = 0
        except (CallFailed, grpc.RpcError) as error:
            self.failed[_why(error)] += 1
            self._refused += 1
            if self._game is not None and self._refused >= MOST_REFUSED:
                self._leave()
            raise

    def _said(self) -> None:
        if self._game is None:
            self._open()
        elif not self._asked or len(self._record.entries) >= MOST_ENTRIES:
            self._finish(self._game)
        elif self._record.entries and self._dice.random() < 0.1:
            self._look(self._game.take_back().entries, self._record.entries[:-1])
        else:
            self._enter(self._game)

    def _open(self) -> None:
        if not self._record.HasField("header"):
            self._record.CopyFrom(self._dice.choice(self._headers))
        self._game = self._client.play(self._record, without_states=self._dice.random() < 0.5)
        self._asked = bool(self._game.opened.asked)
        self._look(self._game.opened.entries, self._record.entries)

    def _enter(self, game: PlayedGame) -> None:
        actions = game.legal(page_size=50).actions
        if not actions:
            self._asked = False
            return
        entry = self._dice.choice(actions)
        position = game.enter(entry)
        self._asked = bool(position.asked)
        self._look(position.entries, [*self._record.entries, entry])

    def _look(self, kept: int, entries: Any) -> None:
        """Keeps what the server has taken; it has to be all of it."""
        if kept != len(entries):
            raise GameLost(f"{kept} entries are kept of {len(entries)}")
        del self._record.entries[len(entries) :]
        self._record.entries.extend(entries[len(self._record.entries) :])

    def _finish(self, game: PlayedGame) -> None:
        played = game.fetch()
        if played.record != self._record or played.report.verdict not in SOUND:
            raise GameLost(f"another record is kept, or it is {played.report.verdict}")
        self._leave()
        self._record, self._asked = record_pb2.Record(), True
        self.finished += 1

    def _leave(self) -> None:
        assert self._game is not None
        self._game.close()
        self._game = None

    def close(self) -> None:
        """Hangs up."""
        if self._game is not None:
            self._leave()
        self._client.close()


def _why(error: Any) -> str:
    return (error.reason if isinstance(error, CallFailed) else "") or str(getattr(error, "code", error))
