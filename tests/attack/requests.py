"""Requests that hurt, and one that does not: each as the bytes that go over the wire."""

from functools import cache

import grpc
import msgspec

from shinpan.v1 import record_pb2
from shinpan.v1.referee_pb2 import EYES_REFEREE, GetGameRequest, StreamReplayStepsRequest, VerifyReplayRequest, Viewer
from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_engine.games.drive.table.actions import GoOn, Pass, Pick, Play, TakePartner
from shinpan_engine.games.drive.table.options import Difficulty
from shinpan_engine.games.drive.table.options import Setup as DriveSetup
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3.table import actions as wars3x3
from shinpan_engine.games.wars3x3.table.options import Setup as Wars3x3Setup
from shinpan_engine.kernel.judging.record import (
    FORMAT,
    Action,
    ChanceSource,
    Entry,
    Header,
    Marker,
    Outcome,
    PackRef,
    Record,
    RecordedChance,
)
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_engine.kernel.play.decisions import Act
from shinpan_service.messages.records import record_to_message
from tests.random_games import play

USUAL_ACTIONS = 100
LARGE_BYTES = 5 << 20
"""More than is judged, but no more than the transport takes in."""
MOST_SAME = 13
OF_ONE_NUMBER = (15, 16, 25, 26, 35, 36, 43, 45, 47, 44, 46, 48, 53)
"""Cards of 精霊回路ドライヴ that share a number, and neither it nor a colour with the card that lies on the field."""
DEALT = 4
DRAWN_BETWEEN = 3
"""Cards that the other seat draws between two of the collector's."""
CONSTANT_SEED = 3


def at_server(address: str, record: record_pb2.Record) -> record_pb2.Record:
    """The record with the digest that the server has for its pack: another version may have other cards."""
    with grpc.insecure_channel(address) as channel:
        packs = RefereeServiceStub(channel).GetGame(GetGameRequest(game=record.header.game), timeout=30).game.packs
    found = record_pb2.Record()
    found.CopyFrom(record)
    found.header.pack.digest = next(pack.digest for pack in packs if pack.id == record.header.pack.id)
    return found


def verifying(record: record_pb2.Record) -> bytes:
    """The request that has a record judged."""
    return VerifyReplayRequest(record=record).SerializeToString()


def streaming(record: record_pb2.Record) -> bytes:
    """The request that has all its steps shown."""
    return StreamReplayStepsRequest(record=record, viewer=Viewer(eyes=EYES_REFEREE)).SerializeToString()


@cache
def usual() -> record_pb2.Record:
    """The beginning of an ordinary game."""
    record = record_to_message(play(GAMES["wars3x3"], CONSTANT_SEED, "advanced"))
    del record.entries[USUAL_ACTIONS:]
    return record


@cache
def long_answer() -> record_pb2.Record:
    """A small record with a large answer: a long game of many seats."""
    return record_to_message(_long())


@cache
def _long() -> Record:
    return max((play(GAMES["hackclad"], seed) for seed in range(5)), key=lambda record: len(record.entries))


@cache
def long_game(entries: int) -> record_pb2.Record:
    """A game with so many entries: the head of its last turn stands there again and again."""
    record = _long()
    replay = Replay(GAMES, record)
    replay.run()
    assert replay.match is not None
    head = Entry(Marker(replay.game.turn(replay.match.table.state)))
    heads = [head] * (entries - len(record.entries))
    return record_to_message(msgspec.structs.replace(record, entries=(*record.entries, *heads)))


def _record(
    game: str, mode: str, pack: str, outcomes: dict[str, list[int]], setup: object, acts: list[Action]
) -> Record:
    found = GAMES[game]
    chance = ChanceSource(RecordedChance([Outcome(label, values) for label, values in outcomes.items()]))
    digest = found.packs[pack].digest
    head = Header(FORMAT, game, mode, found.editions[-1], PackRef(pack, digest), chance, None, 2, [], setup)
    return Record(head, tuple(Entry(act) for act in acts))


def bomb(same: int = MOST_SAME) -> record_pb2.Record:
    """A legal game in which all pass until a seat has so many cards of one number; then it plays one it does not have,
    and counting what it might have played goes through every order of every set of them."""
    collected = list(OF_ONE_NUMBER[:same])
    others = [card for card in range(1, 55) if card not in collected]
    hand, drawn = collected[:DEALT], collected[DEALT:]
    deck, others = others[:DEALT] + hand + others[DEALT : DEALT + 2], others[DEALT + 2 :]
    for card in drawn:
        deck += [card, *others[:DRAWN_BETWEEN]]
        others = others[DRAWN_BETWEEN:]
    outcomes = {"boss": [15, 16, 18, 17], "deck": deck + others, "enemy": [3, 10, 7, 12, 1, 8, 11, 4, 6, 9, 2, 5]}
    beginning: list[Act] = [*(Pick(unit) for unit in (1, 2, 3, 4)), TakePartner(21), Play([1]), *[GoOn()] * 6]
    acts = [Action(1, act) for act in beginning]
    for turn in range(2 * (len(drawn) - 1)):
        acts += [Action(2 - turn % 2, act) for act in (Pass(), GoOn())]
    acts.append(Action(2, Play([1])))
    return record_to_message(_record("drive", "solo_partner", "house", outcomes, DriveSetup(Difficulty.B), acts))


def missing_card() -> record_pb2.Record:
    """A game with the pack `print` that ends with a choice nobody was asked for, of a card that there is not."""
    deck = [1, 3, 6, 8, 10, 16, 21, 24, 31, 5, 11, 15, 19, 25, 30, 34, 35, 47, 40, 42, 43, 4, 37, 36, 27, 28, 29, 17]
    outcomes = {"bottom": [], "deck": [*deck, 7, 9, 18, 20, 32, 33], "magic": [11, 9, 5, 14, 1, 2, 10, 15]}
    steps: list[tuple[int, Act]] = [
        (1, wars3x3.KeepMagic([5, 9, 11])),
        (1, wars3x3.KeepHand([1, 3, 16, 21, 24, 31])),
        (2, wars3x3.KeepMagic([1, 2, 10])),
        (2, wars3x3.KeepHand([5, 11, 25, 34, 35, 47])),
        (1, wars3x3.Draw()),
        *[(1, wars3x3.Pass())] * 3,
        (1, wars3x3.EndCombat()),
        (1, wars3x3.Lay(16)),
        (1, wars3x3.Pass()),
        (1, wars3x3.EndTurn()),
        (2, wars3x3.Draw()),
        *[(2, wars3x3.Pass())] * 2,
        (1, wars3x3.Copy(23)),
    ]
    acts = [Action(seat, act) for seat, act in steps]
    return record_to_message(_record("wars3x3", "advanced", "print", outcomes, Wars3x3Setup(1), acts))


def empties(size: int) -> bytes:
    """A request of so many bytes that holds nothing but empty outcomes."""
    chance = _field(2, b"\x0a\x00" * (size // 2))
    return _field(1, _field(1, _field(6, chance)))


def _field(number: int, payload: bytes) -> bytes:
    """A field of protobuf that holds bytes."""
    length, head = len(payload), [number << 3 | 2]
    while length > 127:
        head.append(length & 127 | 128)
        length >>= 7
    return bytes([*head, length]) + payload
