"""Pages of a list that is found again for every page, and the tokens that lead from one to the next.

A token is made of what its reader has been shown already (the place of the list and the last line of the page before),
so it gives nothing away, is the same on every server, and fits no other list.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import deque
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from shinpan_engine.kernel.messages import say

from . import wire_errors

_NUMBER_BYTES = 4
_CHECK_BYTES = 8

T = TypeVar("T")


class Page(NamedTuple, Generic[T]):
    """Some items of a list, and the token of the next page; without one this is the last."""

    items: list[T]
    next_token: str


def page_of(found: Iterator[T], token: str, size: int, place: str, spell: Callable[[T], str]) -> Page[T]:
    """The page that a token of this place leads to; the first one without a token."""
    start = _start(token)
    skipped = deque(islice(found, start), maxlen=1)
    if token and (not skipped or token != _token(place, start, spell(skipped[0]))):
        raise wire_errors.invalid("page_token", say("service.no_page"))
    items = list(islice(found, size))
    if not items or next(found, None) is None:
        return Page(items, "")
    return Page(items, _token(place, start + len(items), spell(items[-1])))


def _token(place: str, start: int, last_line: str) -> str:
    number = start.to_bytes(_NUMBER_BYTES, "big")
    check = sha256(b"shinpan-page-1\0" + place.encode() + b"\0" + number + last_line.encode()).digest()
    return urlsafe_b64encode(number + check[:_CHECK_BYTES]).decode()


def _start(token: str) -> int:
    """How many items stand before the page; 0 for what is no token."""
    try:
        return int.from_bytes(urlsafe_b64decode(token)[:_NUMBER_BYTES], "big")
    except ValueError:
        return 0
