"""Claims: what a record says about state and events, compared with what came out."""

from enum import IntEnum
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
import pytest

from shinpan_engine.kernel.errors import Undecidable, WorkUsedUp
from shinpan_engine.kernel.forms.text import Names
from shinpan_engine.kernel.game import Event, Game
from shinpan_engine.kernel.judging import claims
from shinpan_engine.kernel.judging.claims import NoSuchPath
from shinpan_engine.kernel.judging.record import Claim, EventClaim, StateClaim
from shinpan_engine.kernel.judging.report import Difference
from shinpan_engine.kernel.play.numbers import Amount, Bounded
from shinpan_engine.kernel.play.work import MOST_STEPS, Work

Card = Annotated[int, Names("card")]
Seat = Annotated[int, Names("seat")]


class Step(IntEnum):
    """A step."""

    FIRST = 1
    SECOND = 2


class Unit(msgspec.Struct, array_like=True):
    """A unit."""

    card: Card
    as_: list[int] = msgspec.field(name="as", default_factory=list)


class Side(msgspec.Struct, array_like=True):
    """One seat's."""

    life: int
    units: list[Unit] = []
    hand: list[Card] = []


class Outcome(msgspec.Struct, array_like=True):
    """The end."""

    winner: Seat


class State(msgspec.Struct, array_like=True):
    """A state."""

    turn: int
    step: Step
    deck: list[Card]
    sides: list[Side]
    outcome: Outcome | None = None


class Damage(Event):
    """Damage."""

    amount: Amount
    seat: Seat


class Quiet(Event):
    """Nothing."""


class Book:
    """Cards with three digits."""

    def text(self, table: str, number: int) -> str:
        return f"{number:03d}" if number else "?"

    def printed(self, table: str, number: int) -> str:
        return ""

    def numbers(self, table: str, text: str) -> list[int]:
        return [int(text)]


BOOK = Book()


class Known(Game):
    """A game with these events."""

    name = "known"
    events = (Damage, Quiet)
    also_said = MappingProxyType({"damage 0": "quiet"})


KNOWN = Known()
STATE = State(
    5, Step.SECOND, [7, 0, 9], [Side(30), Side(-2, [Unit(16), Unit(40, [3, 1])], [1])], Outcome(2)
)  # fmt: skip


def differences(*stated: Claim, events: tuple[Event, ...] = (), steps: int = MOST_STEPS) -> list[Difference]:
    return claims.check(stated, STATE, events, KNOWN, BOOK, Work(steps))


def damage(amount: Any, seat: int = 1) -> Damage:
    return Damage(amount=amount, seat=seat, clause="X-1")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("turn", "5"),
        ("step", "second"),
        ("deck", "007 ? 009"),
        ("deck[1]", "007"),
        ("life[p1]", "30"),
        ("life[p2]", "-2"),
        ("units[p2]", "016 040"),
        ("units[p1]", "none"),
        ("hand[p2]", "001"),
        ("sides[2].life", "-2"),
        ("sides[2].units[2].card", "040"),
        ("sides[2].units[2].as", "3 1"),
        ("sides[2].units[2].as[2]", "1"),
        ("outcome.winner", "p2"),
        ("outcome", "p2"),
    ],
)
def test_paths_are_read(path: str, value: str) -> None:
    """A path goes through fields, seats and items counted from 1, and is spelled like a transcript."""
    assert claims.read(STATE, path, BOOK) == value
    assert differences(StateClaim(path, value)) == []
    assert differences(StateClaim(path, value + "9")) == [Difference(path, value + "9", value)]


@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "turns",
        "turn.",
        ".turn",
        "turn.x",
        "turn[1]",
        "turn[p1]",
        "deck[0]",
        "deck[4]",
        "deck[99999999999999999999]",
        "deck[p1]",
        "life",
        "life[p0]",
        "life[p3]",
        "life[1]",
        "units[p2][1]",
        "sides[3].life",
        "sides[2].units[1].power",
        "Turn",
        "turn ",
        "__class__",
        "sides[2]._life",
        "deck[-1]",
        "step.name",
    ],
)
def test_paths_that_lead_nowhere_are_refused(path: str) -> None:
    """What names no field, seat or item is no claim that could come out."""
    with pytest.raises(NoSuchPath):
        differences(StateClaim(path, "1"))


@pytest.mark.parametrize("value", ["30", " 30 ", "030", "0030"])
def test_spacing_and_leading_zeros_do_not_matter(value: str) -> None:
    """A number may be written loosely."""
    assert differences(StateClaim("life[p1]", value)) == []


@pytest.mark.parametrize("value", ["", "3", "300", "-30", "3 0", "30 30", "thirty", "30.0"])
def test_another_value_is_a_difference(value: str) -> None:
    """Anything that is not the number is told, with what it comes to."""
    assert differences(StateClaim("life[p1]", value)) == [Difference("life[p1]", value, "30")]


@pytest.mark.parametrize("value", ["007 ? 009", "7  ? 9"])
def test_lists_are_compared_item_by_item(value: str) -> None:
    """A list is the same with other spacing or fewer zeros, but not in another order or length."""
    assert differences(StateClaim("deck", value)) == []
    assert differences(StateClaim("deck", f"{value} 1"))
    assert differences(StateClaim("deck", "009 ? 007"))


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (("amount", "4"),),
        (("seat", "p1"),),
        (("seat", "p1"), ("amount", "4")),
        (("", "4"),),
        (("", "4"), ("", "p1")),
    ],
)
def test_events_are_found(arguments: tuple[tuple[str, str], ...]) -> None:
    """An event matches by its name and whatever fields are given, by name or by place."""
    assert differences(EventClaim("damage", arguments), events=(Quiet(clause="X-1"), damage(4))) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((("amount", "5"),), "damage amount=5"),
        ((("", "5"),), "damage 5"),
        ((("", "4"), ("seat", "p2")), "damage 4 seat=p2"),
    ],
)
def test_an_event_that_did_not_happen_is_a_difference(arguments: tuple[tuple[str, str], ...], told: str) -> None:
    """It says what was claimed and everything that happened."""
    found = differences(EventClaim("damage", arguments), events=(damage(4), Quiet(clause="X-1")))
    assert found == [Difference("damage", told, "damage amount=4 seat=p1")]


def test_nothing_happened() -> None:
    """Where nothing happened, that is what a claim comes to."""
    assert differences(EventClaim("quiet")) == [Difference("quiet", "quiet", "nothing")]


def test_each_event_answers_one_claim() -> None:
    """Two claims of the same event need two events."""
    claim = EventClaim("damage", (("", "4"),))
    assert differences(claim, claim, events=(damage(4), damage(4))) == []
    assert len(differences(claim, claim, events=(damage(4), damage(5)))) == 1


def test_claims_are_answered_in_any_order() -> None:
    """What is noted of one event only takes none away that another claim needs."""
    loose, exact = EventClaim("damage", (("", "4"),)), EventClaim("damage", (("", "4"), ("seat", "p1")))
    for noted in ((loose, exact), (exact, loose), (loose, exact, EventClaim("damage"))):
        assert differences(*noted, events=(damage(4), damage(4, 2), damage(5))) == []
    found = differences(loose, exact, exact, events=(damage(4), damage(4, 2)))
    assert [difference.recorded for difference in found] == ["damage 4 seat=p1"]


def test_an_open_event_that_another_claim_has_decides_nothing() -> None:
    """An event answers one claim, open or not; a claim before may move from it to one that fits as well."""
    loose, exact = EventClaim("damage"), EventClaim("damage", (("", "3"),))
    with pytest.raises(Undecidable):
        differences(loose, exact, events=(damage(OPEN), damage(4)))
    assert len(differences(loose, loose, exact, events=(damage(OPEN), damage(4)))) == 1


def test_claims_are_compared_until_enough_are_wrong() -> None:
    """Every difference is told, in the order of the claims, up to a number that nobody reads to the end."""
    assert len(differences(*[EventClaim("quiet")] * (claims.MOST_WRONG + 1))) == claims.MOST_WRONG
    found = differences(StateClaim("turn", "6"), StateClaim("life[p1]", "30"), StateClaim("life[p2]", "1"))
    assert [difference.path for difference in found] == ["turn", "life[p2]"]


@pytest.mark.parametrize(
    "claim",
    [
        EventClaim("explosion"),
        EventClaim("damage", (("size", "4"),)),
        EventClaim("damage", (("", "4"), ("", "p1"), ("", "x"))),
        EventClaim("damage", (("clause", "X-1"),)),
        EventClaim("damage", (("private", "0"),)),
        EventClaim(""),
    ],
)
def test_events_and_fields_that_do_not_exist_are_refused(claim: EventClaim) -> None:
    """A name that no event or field of the game has is no claim; nor is what every event has beside its fields."""
    with pytest.raises(NoSuchPath):
        differences(claim, events=(damage(4),))


OPEN = Bounded.between("x", 2, 4)


@pytest.mark.parametrize("value", ["2", "3", "4", "03", "0" * 5000 + "3", "2..4", "x", ""])
def test_a_claim_within_the_bounds_is_undecidable(value: str) -> None:
    """What may be so, or cannot be compared with bounds, is neither right nor wrong."""
    with pytest.raises(Undecidable, match=r"2\.\.4"):
        differences(EventClaim("damage", (("", value),)), events=(damage(OPEN),))


@pytest.mark.parametrize("value", ["1", "5", "0", "-1", "-3", "005", "9" * 5000, "-" + "9" * 5000])
def test_a_claim_outside_the_bounds_is_wrong(value: str) -> None:
    """What no value within the bounds makes true does not come out."""
    assert len(differences(EventClaim("damage", (("", value),)), events=(damage(OPEN),))) == 1


@pytest.mark.parametrize("value", ["-1", "0"])
def test_bounds_below_zero_are_read(value: str) -> None:
    """An interval may begin below 0."""
    with pytest.raises(Undecidable):
        differences(EventClaim("damage", (("", value),)), events=(damage(OPEN - 4),))
    assert differences(EventClaim("damage", (("", "1"),)), events=(damage(OPEN - 4),))


def test_a_certain_event_wins_over_an_open_one() -> None:
    """If one event certainly matches, another whose number is open does not matter."""
    assert differences(EventClaim("damage", (("", "3"),)), events=(damage(3), damage(OPEN))) == []
    assert differences(EventClaim("damage", (("", "3"),)), events=(damage(OPEN), damage(3))) == []


def test_events_are_described() -> None:
    """An event in a line has its name and its own fields."""
    assert claims.describe(damage(4, 2), BOOK) == "damage amount=4 seat=p2"
    assert claims.describe(damage(OPEN, 0), BOOK) == "damage amount=2..4 seat=none"
    assert claims.describe(Quiet(clause="X-1", private=1), BOOK) == "quiet"


@pytest.mark.parametrize(
    "claim",
    [
        EventClaim("damage", (("amount", "4"),) * 30),
        StateClaim("deck", " ".join(["7"] * 300)),
        EventClaim("damage", (("amount", "4 " * 300),)),
    ],
)
def test_what_is_compared_is_counted(claim: Claim) -> None:
    """Many arguments against many events, or long values, use work up."""
    events = tuple(damage(4) for _ in range(10))
    differences(claim, events=events)
    with pytest.raises(WorkUsedUp):
        differences(claim, events=events, steps=50)


def test_what_people_write_for_an_event_is_understood() -> None:
    """Only where no event of that name came: then it is compared as it is written."""
    said = EventClaim("damage", (("", "0"),))
    assert differences(said, events=(Quiet(clause="X"),)) == []
    assert differences(said, events=(Quiet(clause="X"), Damage(amount=3, seat=1, clause="X"))) != []
    assert differences(EventClaim("damage", (("", "1"),)), events=(Quiet(clause="X"),)) != []
