"""Requests in JSON that nobody would make: bent records, and texts with signs changed, cut or put in twice."""

import asyncio
import http.client
import os
import random
from collections import Counter

from google.protobuf.message import DecodeError

from shinpan_service.serving.door import json_form
from shinpan_service.serving.door.app import METHODS
from shinpan_service.serving.door.replies import STATUSES
from tests.attack.mutants import KINDS, mutant

from .asking import KIND, PATIENCE_SECONDS, Doors, path, with_doors

SEED = int(os.environ.get("SHINPAN_SEED", "1"))
COUNT = 300
SIGNS = b'{}[],:"\\0123456789.eE+-truefalsn \x00\xff\xe3\x81'
FAULTS = {500, 503}
"""What no text may ever earn."""


def spoiled(text: bytes, dice: random.Random) -> bytes:
    """A text with something done to it, mostly."""
    found = bytearray(text)
    for _ in range(dice.choice((0, 0, 1, 1, 2, 5))):
        at = dice.randrange(len(found) + 1)
        match dice.randrange(4):
            case 0:
                del found[at : at + dice.choice((1, 2, 50))]
            case 1:
                found[at:at] = bytes([dice.choice(SIGNS)]) * dice.choice((1, 1, 2, 2000))
            case 2:
                found[at : at + 1] = bytes([dice.choice(SIGNS)])
            case _:
                found[at:at] = found[at : at + dice.choice((3, 30, 300))]
    return bytes(found)


def texts() -> list[tuple[int, str, bytes]]:
    """Requests with their number and method."""
    found = []
    for number in range(COUNT):
        one = mutant(SEED, number)
        if one.method in METHODS:
            try:
                text = json_form.written(KINDS[one.method].FromString(one.request))
            except DecodeError:
                text = one.request
            found.append((number, one.method, spoiled(text, random.Random(f"{SEED}/{number}"))))
    return found


def test_texts_earn_only_what_is_promised() -> None:
    """Whatever is in them they are judged or refused, and kill no worker."""
    statuses: Counter[int] = Counter()

    def ask(port: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        for number, method, text in texts():
            connection.request("POST", path(method), text, KIND)
            response = connection.getresponse()
            body = response.read()
            statuses[response.status] += 1
            told = f"SHINPAN_SEED={SEED} pytest tests/door/test_fuzz.py: {number}, {method}: {body[:300]!r}"
            assert response.status in {200, *STATUSES.values()} - FAULTS, told
        connection.close()

    async def scenario(doors: Doors) -> None:
        await asyncio.to_thread(ask, doors.port)

    with_doors(scenario, prepare=None, handshake_seconds=PATIENCE_SECONDS)
    assert statuses[200] > 20
    assert statuses[400] > 20
