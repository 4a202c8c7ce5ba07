"""Claims: what a recorder saw, compared with what came out. Compared, never believed."""

import re
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from ..errors import EngineError, Undecidable
from ..forms.hints import hint
from ..forms.text import OPEN, Field, NameBook, fields, spell, verb
from ..game import Event, Game
from ..messages import Claim as Quoted
from ..messages import Value
from ..play.work import Work
from .record import Claim, EventClaim, StateClaim
from .report import Difference

MOST_WRONG = 100
"""Claims of one entry that are told to be wrong; further ones are not compared."""
CHARACTERS_A_STEP = 8
"""What of a value is compared in one step of work."""
MOST_TOLD = 8
"""Events that are told where a claim is wrong."""
LONGEST_KEPT = 80
"""Characters of a path whose parts are kept."""
MOST_DIGITS = 9
"""No number here has more."""
_WHOLE = re.compile(r"(-?)0*(\d+)")
BETWEEN, NOTHING = "; ", "nothing"
"""What stands between events that are told, and for none."""
MORE = re.compile(r"([0-9]+) more")
"""How many events are not told."""
_SEGMENT = re.compile(r"([^\W\d]+)(?:\[(p?)([0-9]{1,9})\])?")


class NoSuchPath(EngineError):
    """A claim about something that does not exist."""


def check(
    claims: Sequence[Claim],
    state: Any,
    events: Sequence[Event],
    game: Game,
    names: NameBook,
    work: Work,
) -> list[Difference]:
    """The claims that do not come out, at most `MOST_WRONG`. Raises `NoSuchPath` for one about what no state has, if no
    claim before it is wrong: else what it is about may not be there yet."""
    wrong: list[Difference] = []
    happened = Happened(events, game, names, work)
    for claim in claims:
        try:
            wrong += _wrong(claim, state, happened, game, names, work)
        except NoSuchPath:
            if not wrong:
                raise
            break
        if len(wrong) == MOST_WRONG:
            break
    return wrong


def come_out(
    claims: Sequence[Claim], state: Any, events: Sequence[Event], game: Game, names: NameBook, work: Work
) -> bool:
    """Whether all claims come out. Raises `NoSuchPath` likewise."""
    happened = Happened(events, game, names, work)
    for claim in claims:
        if not _comes_out(claim, state, happened, game, names, work):
            return False
    return True


def _comes_out(claim: Claim, state: Any, happened: "Happened", game: Game, names: NameBook, work: Work) -> bool:
    if isinstance(claim, StateClaim):
        return same(claim.value, read(state, claim.path, names, game.name), work)
    return happened.answers(claim)


def _wrong(claim: Claim, state: Any, happened: "Happened", game: Game, names: NameBook, work: Work) -> list[Difference]:
    """How a claim differs from what came out, if it does."""
    if _comes_out(claim, state, happened, game, names, work):
        return []
    if isinstance(claim, StateClaim):
        return [Difference(claim.path, claim.value, read(state, claim.path, names, game.name))]
    return [Difference(claim.name, written(claim), happened.told(claim.name))]


def read(state: Any, path: str, names: NameBook, game: str = "") -> str:
    """The value at a path, spelled."""
    field, value = find(state, path, game)
    return spell(field, value, names)


def find(state: Any, path: str, game: str = "") -> tuple[Field, Any]:
    """The value at a path and its field. `life[p2]` is the field of seat 2's side, `a.b[1]` goes into lists and
    members."""
    here: Any = state
    field: Field | None = None
    for segment in _segments(path) if len(path) <= LONGEST_KEPT else map(_segment, path.split(".")):
        if segment is None or not isinstance(here, msgspec.Struct):
            raise NoSuchPath("kernel.claim.no_path", path=_told(path, game))
        name, seat, place = segment
        if seat and place is not None and name != "sides":
            here, place = _item(getattr(here, "sides", []), place - 1, path, game), None
        known = named_fields(here.__class__)
        field = known.get(name)
        if field is None:
            near = hint(name, known, game)
            raise NoSuchPath("kernel.claim.no_field", path=_told(path, game), name=_told(name, game), write=near)
        here = getattr(here, field.attribute)
        if place is not None:
            here, field = _item(here, place - 1, path, game), field._replace(repeated=False)
    assert field is not None
    return field, here


class Segment(NamedTuple):
    """A part of a path: the name of a field, and the number in brackets, if there is one, which may be of a seat."""

    name: str
    seat: bool
    place: int | None


def _segment(part: str) -> Segment | None:
    match = _SEGMENT.fullmatch(part)
    return None if match is None else Segment(match[1], bool(match[2]), int(match[3]) if match[3] else None)


@lru_cache(maxsize=1024)
def _segments(path: str) -> tuple[Segment | None, ...]:
    """The parts of a path; nothing for one that is none."""
    return tuple(map(_segment, path.split(".")))


@cache
def named_fields(kind: type[msgspec.Struct]) -> dict[str, Field]:
    """The fields of a class by their names."""
    return {field.name: field for field in fields(kind)}


def _item(items: Any, at: int, path: str, game: str) -> Any:
    if not isinstance(items, list) or not 0 <= at < len(items):
        raise NoSuchPath("kernel.claim.no_item", path=_told(path, game))
    return items[at]


def _told(text: str, game: str) -> Value:
    """A path or a word of a claim, told in the words of the reader's language if the game is known."""
    return Quoted(game, text) if game else text


class Happened:
    """The events of one action, of which each answers one claim."""

    def __init__(self, events: Sequence[Event], game: Game, names: NameBook, work: Work) -> None:
        self._said = events
        self._game = game
        self._names = names
        self._work = work
        self._fitting: list[list[int]] = []
        """The events that fit each claim so far, and below the claim that an event answers."""
        self._answered: dict[int, int] = {}

    @cached_property
    def _described(self) -> list[tuple[str, str]]:
        return [(verb(type(event)), describe(event, self._names)) for event in self._said]

    def told(self, name: str) -> str:
        """The events of a name, or else all; of many the first, and how many more there are."""
        told = [text for of, text in self._described if of == name] or [text for _, text in self._described]
        more = [f"{len(told) - MOST_TOLD} more"] if len(told) > MOST_TOLD else []
        return BETWEEN.join([*told[:MOST_TOLD], *more]) or NOTHING

    def answers(self, claim: EventClaim) -> bool:
        """Whether there is an event for this claim beside those for the claims before it. Raises `Undecidable` if that
        hangs on a number that is open."""
        if claim.name not in (known := event_names(self._game.events)):
            name, near = _told(claim.name, self._game.name), hint(claim.name, known, self._game.name)
            raise NoSuchPath("kernel.claim.no_event", name=name, write=near)
        if self._game.also_said:
            claim = self._as_said(claim)
        fitting, undecided = self._sorted(claim)
        self._fitting.append(fitting)
        if self._found_for(len(self._fitting) - 1, []):
            return True
        for at, error in undecided:
            if self._free(at, []):
                raise error
        return False

    def _as_said(self, claim: EventClaim) -> EventClaim:
        """The claim, or what it also says where no event of its name came."""
        values = " ".join([value for _, value in claim.arguments])
        other = self._game.also_said.get(f"{claim.name} {values}")
        came = other is None or any(of == claim.name for of, _ in self._described)
        return claim if other is None or came else EventClaim(other)

    def _sorted(self, claim: EventClaim) -> tuple[list[int], list[tuple[int, Undecidable]]]:
        """The events that certainly fit a claim, and those of which nobody can say."""
        fitting, undecided = [], []
        for at, event in enumerate(self._said):
            if verb(type(event)) != claim.name:
                continue
            try:
                if _fits(claim, event, self._names, self._work, self._game.name):
                    fitting.append(at)
            except Undecidable as error:
                undecided.append((at, error))
        return fitting, undecided

    def _found_for(self, claim: int, tried: list[int]) -> bool:
        """Whether an event can be had for a claim, if others move to events that fit them too."""
        for at in self._fitting[claim]:
            if at not in tried:
                tried.append(at)
                if self._free(at, tried):
                    self._answered[at] = claim
                    return True
        return False

    def _free(self, at: int, tried: list[int]) -> bool:
        return at not in self._answered or self._found_for(self._answered[at], tried)


@cache
def event_names(events: tuple[type[Event], ...]) -> tuple[str, ...]:
    """What claims may call the events of a game."""
    return tuple([verb(kind) for kind in events])


def _fits(claim: EventClaim, event: Event, names: NameBook, work: Work, game: str) -> bool:
    told = told_fields(type(event))
    for at, (given, value) in enumerate(claim.arguments):
        field = told.get(given) if given else next(islice(told.values(), at, None), None)
        if field is None:
            said, meant = _told(claim.name, game), _told(given or value, game)
            if not told:
                raise NoSuchPath("kernel.claim.no_event_field", event=said, field=meant)
            known = tuple([_told(name, game) for name in told])
            raise NoSuchPath("kernel.claim.other_event_field", event=said, field=meant, known=known)
        if not same(value, spell(field, getattr(event, field.attribute), names), work):
            return False
    return True


@cache
def told_fields(kind: type[Event]) -> dict[str, Field]:
    """The fields of a kind of event by their names, without what every event has."""
    return {field.name: field for field in fields(kind) if field.name not in ("clause", "private")}


def event_fields(event: Event, names: NameBook) -> dict[str, str]:
    """The fields of an event, spelled."""
    told = told_fields(type(event)).items()
    return {name: spell(field, getattr(event, field.attribute), names) for name, field in told}


def describe(event: Event, names: NameBook) -> str:
    """An event in a line: its name, then its fields."""
    told = event_fields(event, names)
    return " ".join([verb(type(event)), *(f"{name}={value}" for name, value in told.items())])


def written(claim: EventClaim) -> str:
    """A claim on an event as people write it."""
    return " ".join([claim.name, *(f"{name}={value}" if name else value for name, value in claim.arguments)])


def same(recorded: str, computed: str, work: Work) -> bool:
    """Whether two spellings say the same: spacing and leading zeros do not matter."""
    work.spend(1 + (len(recorded) + len(computed)) // CHARACTERS_A_STEP)
    if OPEN in computed:
        least, most = computed.split(OPEN)
        number = _WHOLE.fullmatch(recorded)
        if number and (len(number[2]) > MOST_DIGITS or not int(least) <= int(number[1] + number[2]) <= int(most)):
            return False
        raise Undecidable("kernel.claim.open", (), recorded=recorded, computed=computed)
    return recorded == computed or loose(recorded) == loose(computed)


def loose(text: str) -> list[str]:
    """The words of a value, without leading zeros."""
    return [re.sub(r"^(-?)0+(?=\d)", r"\1", word) for word in text.split()]
