"""Canonical bytes, scheme `canon-1`: one spelling for everything, and no other is read."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.forms.canon import NotCanonical, decode, encode

from ..random_games import WIDE


class Inner(msgspec.Struct, array_like=True):
    """A message in a message."""

    number: int = 0


class First(msgspec.Struct, array_like=True, tag=3):
    """The member of a oneof with number 3."""

    text: str = ""


class Second(msgspec.Struct, array_like=True, tag=200):
    """The member of a oneof with number 200."""


class Sheet(msgspec.Struct, array_like=True):
    """One field of every type that hashed messages have."""

    number: int = 0
    flag: bool = False
    text: str = ""
    data: bytes = b""
    numbers: list[int] = []
    inner: Inner | None = None
    inners: list[Inner] = []
    member: First | Second | None = None


sheets = st.builds(
    Sheet,
    st.integers(-(2**31), 2**32 - 1),
    st.booleans(),
    st.text(max_size=300),
    st.binary(max_size=300),
    st.lists(st.integers(0, 2**32 - 1), max_size=20),
    st.none() | st.builds(Inner, st.integers(0, 300)),
    st.lists(st.builds(Inner, st.integers(0, 300)), max_size=3),
    st.none() | st.builds(First, st.text(max_size=3)) | st.builds(Second),
)


def arrays(sheet: Sheet) -> list[Any]:
    """The arrays that the scheme prescribes, put together by hand."""
    member: list[Any] | None = None
    if sheet.member is not None:
        member = [3, sheet.member.text] if isinstance(sheet.member, First) else [200]
    return [
        sheet.number,
        sheet.flag,
        sheet.text,
        sheet.data,
        sheet.numbers,
        None if sheet.inner is None else [sheet.inner.number],
        [[inner.number] for inner in sheet.inners],
        member,
    ]


def test_defaults_are_written() -> None:
    """Nothing is left out: a plain field at its default is its value, an absent message nil."""
    assert encode(Sheet()) == bytes.fromhex("98 00 c2 a0 c400 90 c0 90 c0")


def test_a_oneof_is_its_member_with_its_number_in_front() -> None:
    """The member's number comes first in its array."""
    assert encode(Sheet(member=First("a")))[-4:] == bytes.fromhex("92 03 a161")
    assert encode(Sheet(member=Second()))[-3:] == bytes.fromhex("91 ccc8")


@WIDE
@given(sheets)
def test_bytes_are_those_of_msgpack(sheet: Sheet) -> None:
    """Another library writes the same arrays in the same bytes, and they are read back."""
    data = encode(sheet)
    assert data == msgpack.packb(arrays(sheet), use_bin_type=True)
    assert decode(data, Sheet) == sheet


@pytest.mark.parametrize(
    "number", [0, 127, 128, 255, 256, 65_535, 65_536, 2**32 - 1, -1, -32, -33, -128, -129, -32_768, -32_769]
)
def test_numbers_are_as_short_as_can_be(number: int) -> None:
    """At every border between two forms the shorter one is written, and only that is read."""
    data = encode(Inner(number))
    assert decode(data, Inner) == Inner(number)
    for longer in longer_forms(number):
        if len(longer) >= len(data) - 1 and longer != data[1:]:
            with pytest.raises(NotCanonical):
                decode(b"\x91" + longer, Inner)


def longer_forms(number: int) -> list[bytes]:
    """Every way that MessagePack has to write a number, but for the one byte that is no head."""
    unsigned = [(b"\xcc", 1), (b"\xcd", 2), (b"\xce", 4), (b"\xcf", 8)]
    signed = [(b"\xd0", 1), (b"\xd1", 2), (b"\xd2", 4), (b"\xd3", 8)]
    found = [head + number.to_bytes(size, "big") for head, size in unsigned if 0 <= number < 256**size]
    for head, size in signed:
        if -(256**size) // 2 <= number < 256**size // 2:
            found.append(head + number.to_bytes(size, "big", signed=True))
    return found


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "98",
        "98 00 c2 a0 c400 90 c0 90",
        "98 00 c2 a0 c400 90 c0 90 c0 00",
        "99 00 c2 a0 c400 90 c0 90 c0 00",
        "97 00 c2 a0 c400 90 c0 90",
        "dc0008 00 c2 a0 c400 90 c0 90 c0",
        "98 00 c2 d900 c400 90 c0 90 c0",
        "98 00 c2 a0 c50000 90 c0 90 c0",
        "98 00 c2 a0 a0 90 c0 90 c0",
        "98 00 c2 c400 c400 90 c0 90 c0",
        "98 00 00 a0 c400 90 c0 90 c0",
        "98 c2 c2 a0 c400 90 c0 90 c0",
        "98 c0 c2 a0 c400 90 c0 90 c0",
        "98 ca00000000 c2 a0 c400 90 c0 90 c0",
        "98 cb0000000000000000 c2 a0 c400 90 c0 90 c0",
        "98 00 c2 a1ff c400 90 c0 90 c0",
        "98 00 c2 a0 c400 90 90 90 c0",
        "98 00 c2 a0 c400 90 c0 90 90",
        "98 00 c2 a0 c400 90 c0 90 9104",
        "98 00 c2 a0 c400 90 c0 90 9103",
        "98 00 c2 a0 c400 80 c0 90 c0",
        "80",
        "d40000",
        "c1",
    ],
)
def test_other_spellings_are_refused(wrong: str) -> None:
    """Cut short, too long, in a longer form, of another type, with floats, maps or broken text: it is not read."""
    with pytest.raises(NotCanonical):
        decode(bytes.fromhex(wrong), Sheet)


@pytest.mark.parametrize("kind", [Sheet, Any, list[Any]])
def test_deep_nesting_is_refused(kind: Any) -> None:
    """Arrays in arrays without end are refused like any other bytes."""
    with pytest.raises(NotCanonical):
        decode(b"\x91" * 100_000 + b"\xc0", kind)


@WIDE
@given(st.binary(max_size=60))
@example(bytes.fromhex("98 00 c2 a0 c400 90 c0 90 c0"))
def test_whatever_is_read_is_written_back(data: bytes) -> None:
    """Any bytes are refused, or are exactly what encodes what they say."""
    try:
        value = decode(data, Sheet)
    except NotCanonical:
        return
    assert encode(value) == data


@WIDE
@given(sheets, st.data())
def test_altered_bytes_say_something_else(sheet: Sheet, data: st.DataObject) -> None:
    """With one byte changed they are refused or read as something different."""
    good = encode(sheet)
    at = data.draw(st.integers(0, len(good) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != good[at]))
    try:
        value = decode(good[:at] + bytes([byte]) + good[at + 1 :], Sheet)
    except NotCanonical:
        return
    assert value != sheet


def test_hashes_are_those_of_the_formula() -> None:
    """Every hash is SHA-256 over its tag and what it names, whatever was hashed before."""
    assert canon.header_hash(b"abc") == sha256(b"shinpan-header-1abc").digest()
    links = canon.Links(b"abc")
    for action, state in ((None, Inner(1)), (Inner(7), Sheet(text="long" * 99)), (First("x"), Inner(2))):
        before = links.link
        links.add(action, state)
        named = sha256(b"shinpan-state-1" + encode(state)).digest()
        assert links.state_hash == named
        played = b"" if action is None else encode(action)
        assert links.link == sha256(b"shinpan-link-1" + before + played + named).digest()
    assert canon.SCHEME == "canon-1"


class Grew(msgspec.Struct, array_like=True):
    """A message that got two fields after the wire was fixed, one of them a message that got one itself."""

    number: int = 0
    mark: Inner | None = None
    text: str = ""
    leaf: "Leaf | None" = None


class Leaf(msgspec.Struct, array_like=True, tag=9):
    """The member of a oneof, which got a field."""

    number: int = 0
    yes: bool = False


class Tree(msgspec.Struct, array_like=True):
    """A message that did not change but holds some that did, and one of which nobody knows the type."""

    leaves: list[Leaf] = []
    open: Any = None


@pytest.fixture
def growth(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The classes above have grown, as long as a test lasts."""
    monkeypatch.setattr(canon, "_GROWN", {})
    canon.grown(Grew, 2)
    canon.grown(Leaf, 1)
    yield
    canon.shape_of.cache_clear()


LATER = [
    (Grew(5), [5, None]),
    (Grew(5, Inner(1), "x"), [5, [1], "x"]),
    (Grew(5, None, "", Leaf(3)), [5, None, "", [9, 3]]),
    (Grew(5, None, "", Leaf(0, True)), [5, None, "", [9, 0, True]]),
    (Grew(5, None, "", Leaf()), [5, None, "", [9, 0]]),
    (Tree([Leaf(1), Leaf(2, True)]), [[[9, 1], [9, 2, True]], None]),
    (Tree([], [Leaf(1)]), [[], [[9, 1]]]),
    (Tree([], Inner(1)), [[], [1]]),
    (Sheet(number=1, inner=Inner(2)), [1, False, "", b"", [], [2], [], None]),
]


@pytest.mark.usefixtures("growth")
@pytest.mark.parametrize(("value", "array"), LATER)
def test_what_came_later_ends_with_the_last_that_says_something(value: Any, array: list[Any]) -> None:
    """What has none of it is written as before; so it is in a list, inside another message and as a state."""
    data = msgpack.packb(array, use_bin_type=True)
    assert encode(value) == data
    links = canon.Links()
    links.add(None, value)
    assert links.canonical == data


@pytest.mark.usefixtures("growth")
@pytest.mark.parametrize("array", [[5, None], [5, [1], "x"], [5, None, "", [9, 0]], [5, None, "", [9, 0, True]]])
def test_what_came_later_is_read_back(array: list[Any]) -> None:
    """Short or long, as it was written."""
    data = msgpack.packb(array, use_bin_type=True)
    assert encode(decode(data, Grew)) == data


@pytest.mark.usefixtures("growth")
@pytest.mark.parametrize(
    "array",
    [[5], [5, None, ""], [5, None, "x", None], [5, None, "", [9, 0, False]], [5, None, "", [9, 0], 0], [5, None, 0]],
    ids=["too short", "a default at the end", "none at the end", "a default inside", "too long", "another type"],
)
def test_another_spelling_of_what_came_later_is_refused(array: list[Any]) -> None:
    """A default that would end the array, and more fields than are known."""
    with pytest.raises(NotCanonical):
        decode(msgpack.packb(array, use_bin_type=True), Grew)
