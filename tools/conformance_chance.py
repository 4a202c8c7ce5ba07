"""Chance for the conformance vectors: words, draws, shuffles, promises about a seed."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from shinpan_engine.kernel.play import chance

SEED = bytes(range(32))


class CountedStream(chance.Stream):
    """A stream that counts the words it gives."""

    def __init__(self, seed: bytes, label: str) -> None:
        super().__init__(seed, label)
        self.words_used = 0
        self._uncounted = self.word
        self.word = self._counted

    def _counted(self) -> int:
        self.words_used += 1
        return self._uncounted()


def chance_vectors() -> dict[str, Any]:
    """The scheme's words, draws and shuffles, what it refuses, commitments and mixed seeds."""
    return {
        "vectors": "chance",
        "scheme": chance.SCHEME,
        "seed": SEED.hex(),
        "words": [_words("deck", 10), _words("dice", 4), _words("rebuild/p2/3", 17), _words("x" * 255, 9)],
        "draws": [
            _draws("deck", 6, 20),
            _draws("deck", 1, 3),
            _draws("deck", 2, 12),
            _draws("deck", 65536, 12),
            _draws("reject", 65175, 1, skip=91173),
        ],
        "mixed_draws": [_mixed_draws("roll", count=20000, step=7919, factor=31, modulus=1000003)],
        "shuffles": [
            _shuffle("deck", range(48)),
            _shuffle("deck", range(1, 49)),
            _shuffle("magic", range(1, 17)),
            _shuffle("magic", (7, 9)),
            _shuffle("magic", (7,)),
            _shuffle("magic", ()),
        ],
        "refused": [
            _refused(SEED[:31], "deck", 6),
            _refused(SEED + b"\0", "deck", 6),
            _refused(SEED, "", 6),
            _refused(SEED, "x" * 256, 6),
            _refused(SEED, "山札", 6),
            _refused(SEED, "a deck", 6),
            _refused(SEED, "deck", 0),
            _refused(SEED, "deck", -1),
            _refused(SEED, "deck", 65537),
        ],
        "commitments": [_commitment(SEED, bytes(range(16))), _commitment(bytes(32), bytes(16))],
        "mixed_seeds": [
            _mixed_seed(SEED, [b"second", b"first"]),
            _mixed_seed(SEED, [b"first", b"second"]),
            _mixed_seed(SEED, [b"ab", b"\xff", b"a", b"", b"a"]),
            _mixed_seed(b"", [b"only"]),
            _mixed_seed(SEED, []),
        ],
    }


def _words(label: str, count: int) -> dict[str, Any]:
    stream = chance.Stream(SEED, label)
    return {"label": label, "words": [f"{stream.word():08x}" for _ in range(count)]}


def _draws(label: str, n: int, count: int, skip: int = 0) -> dict[str, Any]:
    stream = CountedStream(SEED, label)
    for _ in range(skip):
        stream.below(n)
    values = [stream.below(n) for _ in range(count)]
    return {"label": label, "n": n, "skip": skip, "values": values, "words_used": stream.words_used}


def _mixed_draws(label: str, count: int, step: int, factor: int, modulus: int) -> dict[str, Any]:
    """Draw k has n = 1 + (step * k mod 65536); all are folded into one number."""
    stream = CountedStream(SEED, label)
    folded = 0
    for k in range(count):
        folded = (factor * folded + stream.below(1 + step * k % 65536)) % modulus
    asked = {"label": label, "count": count, "step": step, "factor": factor, "modulus": modulus}
    return {**asked, "folded": folded, "words_used": stream.words_used}


def _shuffle(label: str, items: Sequence[int]) -> dict[str, Any]:
    stream = CountedStream(SEED, label)
    order = stream.shuffle(items)
    digest = sha256(bytes(order)).hexdigest()
    return {
        "label": label,
        "items": list(items),
        "order": order,
        "sha256": digest,
        "words_used": stream.words_used,
    }


def _refused(seed: bytes, label: str, n: int) -> dict[str, Any]:
    try:
        chance.Stream(seed, label).below(n)
    except ValueError:
        return {"seed": seed.hex(), "label": label, "n": n}
    raise AssertionError(f"the engine accepts a seed of {len(seed)} bytes, label {label!r}, below({n})")


def _commitment(seed: bytes, salt: bytes) -> dict[str, Any]:
    return {"seed": seed.hex(), "salt": salt.hex(), "digest": chance.commitment(seed, salt).hex()}


def _mixed_seed(secret: bytes, contributions: list[bytes]) -> dict[str, Any]:
    seed = chance.mixed_seed(secret, contributions)
    return {"secret": secret.hex(), "contributions": [part.hex() for part in contributions], "seed": seed.hex()}
