"""What the holder of a token may ask.

What a method takes is known before its request is read, what a request takes when it has been read. A wider view
contains the narrower ones, so its scope includes theirs. A judgement as such tells a verdict and where it fell. What
else its report tells goes by the views: all of it to those who may see as the referee, else as much as to the public.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from shinpan.v1 import referee_pb2

from . import wire_errors
from .playing.kept import PLAY
from .verifying import BATCH

VERIFY = "verify"
VIEW_PUBLIC = "view:public"
VIEW_SEAT = "view:seat"
VIEW_REFEREE = "view:referee"
PACKS = "packs"
METRICS = "metrics"

Scopes = tuple[str, ...]
SCOPES: Scopes = (VERIFY, VIEW_PUBLIC, VIEW_SEAT, VIEW_REFEREE, PACKS, METRICS)
"""All there are: what anybody may do where no tokens are asked for."""
_INCLUDED: Mapping[str, Scopes] = {VIEW_SEAT: (VIEW_PUBLIC,), VIEW_REFEREE: (VIEW_SEAT, VIEW_PUBLIC)}
_OF_EYES: Mapping[int, str] = {referee_pb2.EYES_UNSPECIFIED: VIEW_PUBLIC, referee_pb2.EYES_SEAT: VIEW_SEAT}

_SHOWING_ALL = ("with_completion", "draw_seed")
"""Fields of requests by which hidden cards become known: a complete record, a seed that one may try actions on."""

OF_METHODS: Mapping[str, Scopes] = {
    "VerifyReplay": (VERIFY,),
    BATCH: (VERIFY,),
    "StreamReplaySteps": (),
    "GetReplayState": (),
    "ListLegalActions": (),
    PLAY: (),
    "ListGames": (),
    "GetGame": (),
    "GetServerInfo": (),
}
"""What each method takes, whatever is asked of it. The catalogue is for everybody who has a token."""


def with_included(given: Iterable[str]) -> Scopes:
    """The scopes that are given, and those that they include."""
    named = [scope for one in given for scope in (one, *_INCLUDED.get(one, ()))]
    return tuple(scope for scope in SCOPES if scope in named)


def of_request(request: Any) -> Iterator[str]:
    """What a request takes besides: the eyes that it asks for, packs that it brings, what shows all."""
    fields = request.DESCRIPTOR.fields_by_name
    if "viewer" in fields:
        yield _OF_EYES.get(request.viewer.eyes, VIEW_REFEREE)
    if "packs" in fields and request.packs:
        yield PACKS
    if any(name in fields and getattr(request, name) for name in _SHOWING_ALL):
        yield VIEW_REFEREE


def refuse_without(needed: Iterable[str], held: Scopes) -> None:
    """Raises `WireError` for the first scope that is needed and not held."""
    for scope in needed:
        if scope not in held:
            raise wire_errors.scope_missing(scope)
