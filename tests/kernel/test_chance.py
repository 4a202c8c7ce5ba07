"""Chance, scheme `sha256ctr-1`: the published vectors, and outcomes that were written down."""

from collections.abc import Callable
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.kernel.errors import Impossible, Undecidable
from shinpan_engine.kernel.play.chance import (
    LARGEST_BELOW,
    LARGEST_LABEL,
    UNKNOWN,
    Recorded,
    Seeded,
    Stream,
    commitment,
    mixed_seed,
)

from ..random_games import WIDE

SEED = bytes(range(32))
DECK_WORDS = "7fa14d11 8d780e79 fffbda64 2d7900ad 3966ff85 15702f3c 4b0e6670 500ed8dc 189a9798 69852220"
DICE_WORDS = "3c187f4c 597ec3af e552afed 1ded8f10"
DRAWS = "2 3 5 1 1 0 1 1 0 2 2 2 4 2 5 0 2 3 4 3"
ORDER = (
    "30 38 28 8 1 32 10 39 6 22 27 43 33 0 5 20 34 13 4 37 35 17 31 46 15 47 44 26 36 21 19 40 2 29 11 24 14 18 16 42 "
    "41 12 3 9 7 45 25 23"
)
ORDER_HASH = "31c4a063d9c3db05e0e97fbbdd5c7ee75d02f81dc89a36ad87cdf640a2f4949d"

seed_bytes = st.binary(min_size=32, max_size=32)
labels = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=LARGEST_LABEL)


class Counted:
    """A stream that counts its words."""

    def __init__(self, label: str) -> None:
        self.stream = Stream(SEED, label)
        self.words = 0
        word: Callable[[], int] = self.stream.word

        def counted() -> int:
            self.words += 1
            return word()

        self.stream.word = counted


def by_hand(seed: bytes, label: str, at: int) -> int:
    """The word at an index, by the formula."""
    prefix = b"SHINPAN1" + seed + bytes([len(label)]) + label.encode()
    block = sha256(prefix + (at // 8).to_bytes(4, "big")).digest()
    return int.from_bytes(block[at % 8 * 4 :][:4], "big")


@pytest.mark.parametrize(("label", "words"), [("deck", DECK_WORDS), ("dice", DICE_WORDS)])
def test_words_of_the_vectors(label: str, words: str) -> None:
    """The first words of a label are those published."""
    stream = Stream(SEED, label)
    expected = words.split()
    assert [f"{stream.word():08x}" for _ in expected] == expected


def test_draws_of_the_vectors() -> None:
    """Twenty throws of a die come out as published."""
    stream = Stream(SEED, "deck")
    assert " ".join(str(stream.below(6)) for _ in range(20)) == DRAWS


def test_shuffle_of_the_vectors() -> None:
    """48 cards come into the published order, with 47 words."""
    counted = Counted("deck")
    order = counted.stream.shuffle(range(48))
    assert " ".join(map(str, order)) == ORDER
    assert sha256(bytes(order)).hexdigest() == ORDER_HASH
    assert counted.words == 47


def test_rejection_of_the_vectors() -> None:
    """below(65175): draw 91173 is the first to need a second word."""
    counted = Counted("reject")
    for at in range(91_173):
        counted.stream.below(65_175)
        assert counted.words == at + 1
    assert counted.stream.below(65_175) == 20_179
    assert counted.words == 91_175


def test_many_sides_of_the_vectors() -> None:
    """20,000 draws below changing numbers come to the published sum, and the one below 1 takes no word."""
    counted = Counted("roll")
    total = 0
    for k in range(20_000):
        total = (31 * total + counted.stream.below(1 + 7919 * k % 65_536)) % 1_000_003
    assert (total, counted.words) == (807_725, 19_999)


@WIDE
@given(seed_bytes, labels, st.integers(0, 100))
def test_words_are_those_of_the_formula(seed: bytes, label: str, at: int) -> None:
    """Every word is four bytes of the block that the formula names, in order."""
    stream = Stream(seed, label)
    words = [stream.word() for _ in range(at + 1)]
    assert words[at] == by_hand(seed, label, at)


@WIDE
@given(seed_bytes, st.lists(st.integers(1, LARGEST_BELOW), min_size=1, max_size=30))
def test_draws_are_those_of_the_formula(seed: bytes, sides: list[int]) -> None:
    """Every draw is the high half of a product whose low half is not rejected; words are never skipped."""
    stream, at = Stream(seed, "draws"), 0
    for n in sides:
        expected = 0
        while n > 1:
            product = by_hand(seed, "draws", at) * n
            at += 1
            if product % 2**32 >= 2**32 % n:
                expected = product // 2**32
                break
        assert stream.below(n) == expected
        assert 0 <= expected < n


@WIDE
@given(seed_bytes, st.lists(st.integers(0, 99), max_size=60))
def test_shuffle_is_that_of_the_formula(seed: bytes, items: list[int]) -> None:
    """Shuffling goes down from the last place and leaves what it was given alone."""
    stream, order, given_items = Stream(seed, "cards"), list(items), list(items)
    for i in range(len(order) - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    assert Stream(seed, "cards").shuffle(items) == order
    assert items == given_items
    assert sorted(order) == sorted(items)


@pytest.mark.parametrize("n", [0, -1, LARGEST_BELOW + 1])
def test_below_has_its_limits(n: int) -> None:
    """Nothing is drawn below 1 or above 65536."""
    with pytest.raises(ValueError, match="below"):
        Stream(SEED, "deck").below(n)


def test_below_reaches_its_limits() -> None:
    """below(1) is 0 without a word, below(65536) is the high half of one."""
    counted = Counted("deck")
    assert counted.stream.below(1) == 0
    assert counted.words == 0
    assert counted.stream.below(LARGEST_BELOW) == 0x7FA1
    assert counted.words == 1


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    """Any other length is refused."""
    with pytest.raises(ValueError, match="32 bytes"):
        Stream(seed, "deck")


@pytest.mark.parametrize("label", ["", "x" * 256, "デッキ"])
def test_a_label_is_short_and_ascii(label: str) -> None:
    """An empty, a longer or a Japanese label is refused."""
    with pytest.raises(ValueError, match=r"label|ascii"):
        Stream(SEED, label)


def test_the_longest_label_is_a_label() -> None:
    """255 bytes are allowed, and name another stream than 254."""
    assert Stream(SEED, "x" * 255).word() != Stream(SEED, "x" * 254).word()


@WIDE
@given(seed_bytes, st.lists(labels, min_size=1, max_size=5, unique=True), st.integers(2, 40))
def test_no_event_moves_another(seed: bytes, names: list[str], cards: int) -> None:
    """An event's outcome is the same whatever was asked before it, and every outcome is kept by its label."""
    chance = Seeded(seed)
    together = {name: chance.shuffle(name, range(cards)) for name in names}
    assert together == {name: Seeded(seed).shuffle(name, range(cards)) for name in names}
    assert chance.outcomes == together


@WIDE
@given(st.permutations(range(1, 9)), st.integers(0, 8))
def test_a_recorded_order_is_given_back(order: list[int], known: int) -> None:
    """What was recorded comes first; the rest is unknown, unless a single card is left."""
    chance = Recorded({"deck": order[:known]})
    given_back = chance.shuffle("deck", range(1, 9))
    assert given_back == (order if known >= 7 else order[:known] + [UNKNOWN] * (8 - known))
    assert chance.outcomes == {"deck": order[:known]}


@WIDE
@given(seed_bytes, st.integers(1, 48))
def test_recorded_repeats_seeded(seed: bytes, cards: int) -> None:
    """The outcomes of a seeded game, written down, give the same orders."""
    seeded = Seeded(seed)
    orders = [seeded.shuffle(label, range(1, cards + 1)) for label in ("a", "b")]
    recorded = Recorded(seeded.outcomes)
    assert [recorded.shuffle(label, range(1, cards + 1)) for label in ("a", "b")] == orders
    assert recorded.unused() == []


@pytest.mark.parametrize(("values", "wrong"), [([9], 9), ([1, 1], 1), ([1, 2, 3, 3], 3), ([0], 0), ([2, 7, 1], 7)])
def test_an_impossible_outcome_is_named(values: list[int], wrong: int) -> None:
    """A value that was not there, or not any more, is refused with its label."""
    with pytest.raises(Impossible) as caught:
        Recorded({"deck": values}).shuffle("deck", [1, 2, 3])
    assert (caught.value.label, caught.value.value) == ("deck", wrong)


def test_an_outcome_that_is_not_recorded_is_undecidable() -> None:
    """Chance that the record does not tell decides nothing."""
    with pytest.raises(Undecidable, match="magic"):
        Recorded({"deck": [1]}).shuffle("magic", [1, 2])


def test_unused_outcomes_are_told() -> None:
    """What nobody asked for is known at the end."""
    chance = Recorded({"deck": [1, 2], "dice": [3], "more": []})
    chance.shuffle("deck", [1, 2])
    assert chance.unused() == ["dice", "more"]


def test_a_commitment_is_that_of_the_formula() -> None:
    """The published digest is over the tag, the seed and the salt."""
    salt = bytes(range(16))
    assert commitment(SEED, salt) == sha256(b"SHINPAN1-commit" + SEED + salt).digest()


def test_a_mixed_seed_is_that_of_the_formula() -> None:
    """Contributions are sorted, each after its length like the secret before them, so that nothing is taken for
    anything else."""
    mixed = sha256(b"SHINPAN1-mix" + b"\0\0\0\6secret" + b"\0\0\0\1a" + b"\0\0\0\2bc").digest()
    assert mixed_seed(b"secret", [b"bc", b"a"]) == mixed == mixed_seed(b"secret", [b"a", b"bc"])
    assert mixed_seed(b"secret", [b"ab", b"c"]) != mixed
    assert mixed_seed(b"secret\0\0\0\1a", [b"bc"]) != mixed
