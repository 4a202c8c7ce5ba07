"""Steps that were written down although nobody was asked: there was one possibility, so they came by themselves."""

from collections.abc import Iterator, Sequence, Set
from typing import Any

import msgspec

from shinpan_engine.kernel.forms.text import Field, fields
from shinpan_engine.kernel.game import Event, Game
from shinpan_engine.kernel.judging.record import Action
from shinpan_engine.kernel.play.decisions import Act

from .along import Along, Seen
from .resolving import is_group


class AtOnce:
    """Finds in what has happened the step that a line writes down. Each event is such a step once."""

    def __init__(self, along: Along, game: Game) -> None:
        self._along = along
        self._kinds = game.done_at_once
        self._told: set[tuple[int, int]] = set()
        """The events that are written down: the entry of each, and its place there."""

    def place(self, since: int, seat: int, acts: Sequence[Act]) -> Seen | None:
        """Where an action has come by itself, among the entries from one on."""
        if not acts or acts[0].__class__ not in self._kinds:
            return None
        return next((one for one in self._along.seen if one.entry >= since and self._found(one, seat, acts)), None)

    def take(self, seen: Seen, seat: int, acts: Sequence[Act]) -> None:
        """Has the events of such an action stand for it, and for no other."""
        self._told.update((seen.entry, at) for at in self._found(seen, seat, acts))

    def _found(self, seen: Seen, seat: int, acts: Sequence[Act]) -> list[int]:
        """The places of the events that an action is told by, beside those of the entry's own; none if it did not
        come."""
        own = self._along.entries[seen.entry].what
        told = {at for entry, at in self._told if entry == seen.entry}
        for act in acts:
            taken = told
            if isinstance(own, Action) and own.what.__class__ is act.__class__:
                taken = told.union(self._fitting(seen, own.seat, own.what, told))
            if found := self._fitting(seen, seat, act, taken):
                return found
        return []

    def _fitting(self, seen: Seen, seat: int, act: Act, taken: Set[int]) -> list[int]:
        """The places of the events that an action is told by; none if one is missing."""
        kinds = self._kinds.get(act.__class__, ())
        events = [(at, one) for at, one in enumerate(seen.events) if type(one) in kinds and at not in taken]
        found: list[int] = []
        for wanted in parts(act):
            fit = next((at for at, one in events if at not in found and agrees(one, seat, wanted)), None)
            if fit is None:
                return []
            found.append(fit)
        return found


def parts(act: msgspec.Struct) -> Iterator[dict[str, Any]]:
    """What has to be told of an action: its fields, or those of each of its groups."""
    known = fields(type(act))
    groups = [item for field in known if is_group(field) for item in getattr(act, field.attribute)]
    for struct in groups or [act]:
        yield {field.name: _value(field, struct) for field in fields(struct.__class__) if not is_group(field)}


def _value(field: Field, struct: msgspec.Struct) -> Any:
    return getattr(struct, field.attribute)


def agrees(event: Event, seat: int, wanted: dict[str, Any]) -> bool:
    """Whether an event is of a seat and says nothing else than an action, as far as it says the same things."""
    said = {"seat": seat, **wanted}
    return all(getattr(event, name, value) == value for name, value in said.items())
