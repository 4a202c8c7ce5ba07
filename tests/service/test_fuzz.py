"""Requests that nobody would make, over the wire: a taste of what `python -m tools.fuzz_wire` sends for longer."""

import grpc

from tests.attack.mutants import WAYS
from tools.fuzz_wire import fuzzed, made

SEED = 1
COUNT = 200


def test_mutants_earn_only_what_is_promised(channel: grpc.Channel) -> None:
    """Whatever is done to the bytes or fields of a request, it is judged or refused, and kills no worker."""
    ways = set()
    for number, one, ended in fuzzed(made(channel), SEED, range(COUNT)):
        ways.add(one.how)
        assert not ended.fault, f"mutant {number} of seed {SEED}: {one.method}, {one.how}: {ended}"
    assert ways == {"bent", *WAYS}
