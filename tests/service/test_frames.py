"""Frames that nobody should send: cut short, too long, never finished. Whoever else calls is answered."""

import struct

import grpc
import pytest
from hyperframe.frame import DataFrame, HeadersFrame

from shinpan.v1 import referee_pb2
from tests.attack.wire import Wire, framed

from .calls import caller

REQUEST = framed(referee_pb2.GetGameRequest(game="drive").SerializeToString())
RESOURCE_EXHAUSTED = 8
PATIENCE_SECONDS = 60


def still_answered(channel: grpc.Channel) -> bool:
    """Whether somebody else is served."""
    return bool(caller(channel, "GetGame")(REQUEST[5:], timeout=PATIENCE_SECONDS))


def prefix(length: int) -> bytes:
    """What stands before a message of that length."""
    return struct.pack(">BI", 0, length)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        REQUEST[:1],
        REQUEST[:4],
        REQUEST[:-1],
        prefix(1 << 20) + b"x",
        b"\x07" + REQUEST[1:],
        REQUEST + REQUEST[:3],
        REQUEST * 2,
    ],
    ids=["none", "1 byte", "4 bytes", "all but one", "promised", "flag", "one and a bit", "two"],
)
def test_a_message_that_is_cut_short_or_more_than_one(data: bytes, address: str, channel: grpc.Channel) -> None:
    """The call ends with an error or is answered by its first message; nothing waits for the rest."""
    with Wire(address) as wire:
        stream = wire.open("GetGame")
        wire.send(stream, data, end=True)
        ended = wire.pump(PATIENCE_SECONDS, until=lambda: wire.closed or wire.answers[stream].ended)
        answer = wire.answers[stream]
        assert ended or wire.closed or answer.reset is not None
        if data[: len(REQUEST)] != REQUEST:
            assert answer.status != 0
    assert still_answered(channel)


@pytest.mark.parametrize("length", [6 << 20, (1 << 32) - 1])
def test_a_message_that_says_it_is_too_long_is_refused_before_it_comes(
    length: int, address: str, channel: grpc.Channel
) -> None:
    """By its first five bytes."""
    with Wire(address) as wire:
        stream = wire.open("GetGame")
        wire.send(stream, prefix(length) + b"x")
        assert wire.pump(PATIENCE_SECONDS, until=lambda: wire.answers[stream].status is not None)
        assert wire.answers[stream].status == RESOURCE_EXHAUSTED
    assert still_answered(channel)


@pytest.mark.parametrize(
    "frame",
    [
        b"\xff\xff\xff\x00\x00\x00\x00\x00\x01" + bytes(1000),
        DataFrame(99, data=b"x").serialize(),
        HeadersFrame(2, data=b"\x82", flags=["END_HEADERS"]).serialize(),
        HeadersFrame(1, data=b"\xff" * 100, flags=["END_HEADERS"]).serialize(),
        b"\x00\x00\x04\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00",
        b"\x00\x00\x05\x04\x00\x00\x00\x00\x00abcde",
    ],
    ids=["of 16 MiB", "no stream", "even stream", "no headers", "no window", "odd settings"],
)
def test_a_frame_that_breaks_the_rules_costs_its_connection_alone(
    frame: bytes, address: str, channel: grpc.Channel
) -> None:
    """It is told to go, or hung up; or the frame is passed over and the next call is answered."""
    with Wire(address) as wire:
        wire._write(frame)
        if not wire.pump(2, until=lambda: wire.closed or wire.gone_away is not None):
            stream = wire.call("GetGame", REQUEST[5:])
            wire.pump(5, until=lambda: wire.closed or wire.answers[stream].ended)
    assert still_answered(channel)


def test_headers_that_never_end_hold_nobody_up(address: str, channel: grpc.Channel) -> None:
    """Calls whose headers have begun and go no further, and frames without their end: many of each."""
    wires = [Wire(address) for _ in range(30)]
    begun = HeadersFrame(1, data=b"\x83\x86").serialize()
    for number, wire in enumerate(wires):
        wire._write([begun, begun[:-1], begun[:5]][number % 3])
    assert still_answered(channel)
    for wire in wires:
        wire.close()
    assert still_answered(channel)


def test_calls_that_are_taken_back_leave_nothing(address: str, channel: grpc.Channel) -> None:
    """Each is opened and reset at once, before or behind its request."""
    with Wire(address) as wire:
        for _ in range(200):
            wire.reset_at_once("GetGame", REQUEST[5:])
            if wire.closed:
                break
    assert still_answered(channel)
