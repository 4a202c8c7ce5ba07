"""Headers: what can be judged here, what is refused and how, and what was promised about the seed."""

from typing import Any

import msgspec
import pytest

from shinpan_engine.kernel.errors import InvalidHeader, NotComplete, NotHere, NotSupported, RequestError
from shinpan_engine.kernel.forms.canon import encode, header_hash
from shinpan_engine.kernel.judging.record import (
    ChanceSource,
    Commitment,
    Header,
    Outcome,
    PackRef,
    Record,
    RecordedChance,
    SeededChance,
    SeenChance,
)
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Locator, Verdict
from shinpan_engine.kernel.play import chance

from .toy import TOY, TOYS, WHOLE, Bid, header, record, seeded, told

DIGEST = TOY.packs["four"].digest
SEED, SALT = bytes(range(32)), bytes(range(16))
PROMISE = Commitment(chance.commitment(SEED, SALT), SALT)


def refusal(head: Header) -> RequestError:
    """Why a header is refused, whatever the record goes on to say."""
    with pytest.raises(RequestError) as caught:
        Replay(TOYS, Record(head, ()))
    return caught.value


def outcomes(*labels: str) -> ChanceSource:
    return ChanceSource(RecordedChance([Outcome(label, [1, 2, 3, 4, 5, 6]) for label in labels]))


@pytest.mark.parametrize(
    ("fields", "kind", "path"),
    [
        ({"format": 0}, NotHere, "format"),
        ({"format": 2}, NotHere, "format"),
        ({"game": "chess"}, InvalidHeader, "game"),
        ({"game": ""}, InvalidHeader, "game"),
        ({"mode": "small"}, InvalidHeader, "mode"),
        ({"mode": ""}, InvalidHeader, "mode"),
        ({"mode": "great"}, NotSupported, "mode"),
        ({"seats": 0}, InvalidHeader, "seats"),
        ({"seats": 2}, InvalidHeader, "seats"),
        ({"seats": 4}, InvalidHeader, "seats"),
        ({"edition": "3"}, NotHere, "edition"),
        ({"edition": ""}, NotHere, "edition"),
        ({"setup": None}, InvalidHeader, "setup"),
        ({"setup": Bid(1)}, InvalidHeader, "setup"),
        ({"pack": None}, InvalidHeader, "pack"),
        ({"pack": PackRef("six", DIGEST)}, NotHere, "pack.id"),
        ({"pack": PackRef("", DIGEST)}, NotHere, "pack.id"),
        ({"pack": PackRef("four", b"")}, NotHere, "pack.digest"),
        ({"pack": PackRef("four", DIGEST[:-1])}, NotHere, "pack.digest"),
        ({"pack": PackRef("five", DIGEST)}, NotHere, "pack.digest"),
        ({"chance": ChanceSource(SeenChance([Outcome("deck", [0, 1])]))}, NotComplete, "chance.seen"),
        (
            {"chance": ChanceSource(SeenChance([Outcome("deck", [1, 0])]))},
            InvalidHeader,
            "chance.seen.outcomes[0].values",
        ),
        ({"chance": None}, InvalidHeader, "chance"),
        ({"chance": ChanceSource()}, InvalidHeader, "chance"),
        ({"chance": ChanceSource(SeededChance("sha256ctr-2", SEED))}, NotHere, "chance.seeded.scheme"),
        ({"chance": ChanceSource(SeededChance("", SEED))}, NotHere, "chance.seeded.scheme"),
        ({"chance": seeded(b"")}, InvalidHeader, "chance.seeded.seed"),
        ({"chance": seeded(bytes(31))}, InvalidHeader, "chance.seeded.seed"),
        ({"chance": seeded(bytes(33))}, InvalidHeader, "chance.seeded.seed"),
        ({"chance": outcomes("deck", "deck")}, InvalidHeader, "chance.recorded.outcomes"),
        ({"chance": outcomes("deck", "a")}, InvalidHeader, "chance.recorded.outcomes"),
        ({"chance": outcomes("", "deck")}, InvalidHeader, "chance.recorded.outcomes[0].label"),
        ({"chance": outcomes("deck", "x" * 256)}, InvalidHeader, "chance.recorded.outcomes[1].label"),
        ({"chance": outcomes("deck", "審判")}, InvalidHeader, "chance.recorded.outcomes[1].label"),
        ({"commitment": PROMISE}, InvalidHeader, "commitment"),
    ],
)
def test_a_header_that_cannot_be_judged_is_refused(fields: dict[str, Any], kind: type[RequestError], path: str) -> None:
    """The refusal says which field, and whether it is wrong, not supported, or only not to be had here."""
    error = refusal(header(**fields))
    assert type(error) is kind
    assert error.field == f"record.header.{path}"
    assert error.message


@pytest.mark.parametrize(
    ("promise", "path"),
    [
        (Commitment(), ""),
        (Commitment(salt=SALT), ""),
        (Commitment(secret=b"s"), ""),
        (Commitment(PROMISE.digest[:-1], SALT), ".digest"),
        (Commitment(PROMISE.digest + b"0", SALT), ".digest"),
        (Commitment(PROMISE.digest), ".salt"),
        (Commitment(PROMISE.digest, SALT[:-1]), ".salt"),
        (Commitment(PROMISE.digest, SALT + b"0"), ".salt"),
        (Commitment(salt=SALT, contributions=[b"a"]), ".salt"),
        (Commitment(PROMISE.digest, SALT, b"s"), ".secret"),
        (Commitment(contributions=[b"b", b"a"]), ".contributions"),
    ],
)
def test_a_promise_has_one_spelling(promise: Commitment, path: str) -> None:
    """A promise without content, with parts that belong to nothing, or out of order is refused."""
    error = refusal(header(chance=seeded(SEED), commitment=promise))
    assert type(error) is InvalidHeader
    assert error.field == f"record.header.commitment{path}"


def test_a_promise_that_was_kept() -> None:
    """A seed that is the one promised changes nothing but the header's hash."""
    plain, promised = header(chance=seeded(SEED)), header(chance=seeded(SEED), commitment=PROMISE)
    one, other = verify(TOYS, Record(plain, ())), verify(TOYS, Record(promised, ()))
    assert one.verdict is other.verdict is Verdict.INCOMPLETE
    assert one.state_hash == other.state_hash
    assert one.header_hash != other.header_hash
    assert one.last_link != other.last_link


def test_a_seed_mixed_as_told() -> None:
    """A seed made of a secret and of what others gave is accepted, with or without a digest of the secret."""
    gifts = [b"", b"dice 3 5", b"dice 4"]
    seed = chance.mixed_seed(b"secret", gifts)
    digest = chance.commitment(b"secret", SALT)
    for promise in (Commitment(b"", b"", b"secret", gifts), Commitment(digest, SALT, b"secret", gifts)):
        report = verify(TOYS, Record(header(chance=seeded(seed), commitment=promise), ()))
        assert report.verdict is Verdict.INCOMPLETE


def test_a_secret_that_was_not_promised() -> None:
    """With contributions it is the secret that was promised: nobody knew the seed then."""
    seed = chance.mixed_seed(b"secret", [b"a"])
    for other in (seed, b"another"):
        promise = Commitment(chance.commitment(other, SALT), SALT, b"secret", [b"a"])
        report = verify(TOYS, Record(header(chance=seeded(seed), commitment=promise), ()))
        assert report.verdict is Verdict.CONTRADICTED
        assert str(report.findings[0].message) == "the secret is not the one that was committed to before play"


@pytest.mark.parametrize(
    "promise",
    [
        Commitment(chance.commitment(SEED, SALT[::-1]), SALT),
        Commitment(chance.commitment(SEED[::-1], SALT), SALT),
        Commitment(b"", b"", b"secret", [b"a", b"b"]),
        Commitment(b"", b"", b"", [b""]),
        Commitment(PROMISE.digest, SALT, b"secret", [b"a"]),
    ],
)
def test_a_promise_that_was_broken(promise: Commitment) -> None:
    """A seed that is not the promised or mixed one contradicts the record in its header, before any action."""
    report = verify(
        TOYS, msgspec.structs.replace(record(*WHOLE), header=header(chance=seeded(SEED), commitment=promise))
    )
    (finding,) = report.findings
    assert report.verdict is finding.verdict is Verdict.CONTRADICTED
    assert finding.where == Locator(0, 0, 0)
    assert (report.actions_replayed, report.actions_total) == (0, len(WHOLE))


def test_what_can_be_judged_is_judged() -> None:
    """Every edition, every pack and both kinds of chance that are here are accepted."""
    for fields in (
        {},
        {"edition": "2"},
        {"pack": PackRef("five", TOY.packs["five"].digest)},
        {"chance": seeded(SEED)},
        {"chance": told(6, 5, 4, 3, 2, 1)},
    ):
        assert verify(TOYS, Record(header(**fields), ())).verdict is Verdict.INCOMPLETE


def test_the_header_hash_is_that_of_the_header() -> None:
    """It is over the canonical bytes of everything in the header, and every field counts."""
    heads = [
        header(),
        header(edition="2"),
        header(pack=PackRef("five", TOY.packs["five"].digest)),
        header(chance=seeded(SEED)),
        header(chance=told(1, 2, 3, 4, 5)),
    ]
    hashes = [verify(TOYS, Record(head, ())).header_hash for head in heads]
    assert hashes == [header_hash(encode(head)) for head in heads]
    assert len(set(hashes)) == len(heads)
