"""Requests that nobody would make, over the wire: a taste of what `python -m tools.fuzz_wire` sends for longer."""

from collections import Counter
from pathlib import Path

import grpc

from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running
from tests.attack.mutants import WAYS, Mutant
from tools.fuzz_wire import Tokens, fuzzed, made, opens

SEED = 1
COUNT = 200


def test_mutants_earn_only_what_is_promised(channel: grpc.Channel) -> None:
    """Whatever is done to the bytes or fields of a request, it is judged or refused, and kills no worker."""
    ways = set()
    for number, one, ended in fuzzed(made(channel), SEED, range(COUNT)):
        ways.add(one.how)
        assert not ended.fault, f"mutant {number} of seed {SEED}: {one.method}, {one.how}: {ended}"
    assert ways == {"bent", *WAYS}


def test_mutants_open_nothing_that_their_token_does_not(tmp_path: Path) -> None:
    """With tokens of all scopes, with none, and with one that is not known."""
    tokens, codes = Tokens(tmp_path / "tokens.toml"), Counter[str]()
    options = ServerOptions(workers=1, tokens=tmp_path / "tokens.toml")
    with running(options) as address, grpc.insecure_channel(address) as channel:
        for number, one, ended in fuzzed(made(channel, tokens), SEED, range(COUNT)):
            codes[ended.code.name] += 1
            assert not ended.fault, f"mutant {number} of seed {SEED}: {one.method}, {one.how}: {ended}"
    assert {"OK", "UNAUTHENTICATED", "PERMISSION_DENIED", "INVALID_ARGUMENT"} <= set(codes)


def test_what_a_token_opens_is_known_without_the_server() -> None:
    """Else a server that opens everything would not be noticed."""
    assert opens(Mutant("VerifyReplay", b"", ""), ("verify",))
    assert not opens(Mutant("VerifyReplay", b"", ""), ("view:referee",))
    assert not opens(Mutant("GetReplayState", b"", ""), ("verify",))
    assert not opens(Mutant("BatchVerifyReplays", b"\x12\x01a", ""), ("verify",))
