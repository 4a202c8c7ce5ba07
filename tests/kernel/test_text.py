"""The spelling of actions, states and events, read off their classes."""

from enum import IntEnum
from typing import Annotated

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.forms.text import Names
from shinpan_engine.kernel.game import Event
from shinpan_engine.kernel.play.numbers import Amount, Bounded

from ..random_games import play, seeds, steps, told

Card = Annotated[int, Names("card")]
Seat = Annotated[int, Names("seat")]


class Colour(IntEnum):
    """A colour."""

    NONE = 0
    DEEP_RED = 1


class Group(msgspec.Struct, array_like=True, frozen=True):
    """Cards on a target."""

    target: Card
    with_: list[Card] = msgspec.field(name="with", default_factory=list)
    veil: bool = False


class PutDown(msgspec.Struct, array_like=True, frozen=True, tag=7):
    """An action with a field of every kind."""

    card: Card = 0
    number: int = 0
    colour: Colour = Colour.NONE
    cards: tuple[Card, ...] = ()
    yes: bool = False
    groups: list[Group] = []
    owner: Seat = 0


class Happened(Event):
    """An event with a number that may be open."""

    amount: Amount
    who: Seat | None = None


class Book:
    """Cards 1 to 9 are called by letters."""

    def text(self, table: str, number: int) -> str:
        return f"p{number}" if table == "seat" else f"{number:02d}"

    def printed(self, table: str, number: int) -> str:
        return " abcdefghi"[number].strip() if table == "card" and number < 10 else ""

    def numbers(self, table: str, text: str) -> list[int]:
        if table == "card" and text.isdecimal():
            return [int(text)] if 1 <= int(text) <= 9 else []
        return [n for n in range(1, 10) if table == "card" and self.printed(table, n) == text]


BOOK = Book()


def field(struct: type[msgspec.Struct], name: str) -> text.Field:
    return next(f for f in text.fields(struct) if f.name == name)


def test_verbs_are_class_names_in_snake_case() -> None:
    """`PutDown` is `put_down`; a single word stays one word."""
    assert [text.verb(kind) for kind in (PutDown, Group, Happened)] == ["put_down", "group", "happened"]


def test_fields_are_described() -> None:
    """Each field has the schema's name, the class's, its type without wrappings, its table, and whether it must be."""
    assert field(Group, "with") == text.Field("with", "with_", int, True, "card", False)
    assert field(Group, "target") == text.Field("target", "target", int, False, "card", True)
    assert field(PutDown, "cards") == text.Field("cards", "cards", int, True, "card", False)
    assert field(PutDown, "groups") == text.Field("groups", "groups", Group, True, "", False)
    assert field(PutDown, "colour").kind is Colour
    assert field(Happened, "amount").kind is int
    assert field(Happened, "who") == text.Field("who", "who", int, False, "seat", False)


@pytest.mark.parametrize(
    ("act", "line"),
    [
        (PutDown(), "p1 put_down"),
        (PutDown(card=3), "p1 put_down card=03"),
        (PutDown(number=12), "p1 put_down number=12"),
        (PutDown(colour=Colour.DEEP_RED), "p1 put_down colour=deep_red"),
        (PutDown(cards=(1, 2)), "p1 put_down cards=01 02"),
        (PutDown(yes=True), "p1 put_down yes=yes"),
        (PutDown(owner=2), "p1 put_down owner=p2"),
        (PutDown(groups=[Group(1, [2, 3]), Group(4)]), "p1 put_down [target=01 with=02 03] [target=04]"),
        (PutDown(groups=[Group(1, [2], True)], number=5), "p1 put_down number=5 [target=01 with=02 veil=yes]"),
    ],
)
def test_actions_are_lines(act: PutDown, line: str) -> None:
    """Seat, verb and fields in the schema's order, what is at its default left out, groups in brackets."""
    assert text.line(1, act, BOOK) == line


@pytest.mark.parametrize(
    ("struct", "name", "value", "spelled"),
    [
        (PutDown, "card", 4, "04"),
        (PutDown, "cards", [4, 5], "04 05"),
        (PutDown, "cards", [], "none"),
        (PutDown, "yes", True, "yes"),
        (PutDown, "yes", False, "no"),
        (PutDown, "number", -3, "-3"),
        (PutDown, "number", Colour.DEEP_RED, "1"),
        (PutDown, "colour", Colour.DEEP_RED, "deep_red"),
        (PutDown, "colour", 1, "deep_red"),
        (PutDown, "owner", 3, "p3"),
        (PutDown, "owner", 0, "none"),
        (PutDown, "groups", [Group(1), Group(2, [3])], "01 02"),
        (Happened, "who", None, "none"),
        (Happened, "amount", 5, "5"),
        (Happened, "amount", Bounded.between("x", 1, 3) + 1, "2..4"),
        (Happened, "amount", Bounded.between("x", 3, 3), "3"),
    ],
)
def test_values_are_spelled(struct: type[msgspec.Struct], name: str, value: object, spelled: str) -> None:
    """Every kind of value has one spelling, whatever class the rules keep it in; a group stands for its first field, an
    open number for its bounds."""
    assert text.spell(field(struct, name), value, BOOK) == spelled


def test_printed_names_come_in_order() -> None:
    """The comment names every card that the action names, groups too; what has no name is passed over."""
    act = PutDown(card=3, cards=(1, 12), groups=[Group(4, [5])], owner=2)
    assert text.printed_names(act, BOOK) == ["c", "a", "d", "e"]


@pytest.mark.parametrize(
    ("act", "nowhere"),
    [
        (PutDown(card=9), None),
        (PutDown(card=10), ("card", 10)),
        (PutDown(cards=(1, 99, 98)), ("card", 99)),
        (PutDown(cards=(0,)), ("card", 0)),
        (PutDown(groups=[Group(1, [2]), Group(3, [44])]), ("card", 44)),
        (PutDown(groups=[Group(0)]), ("card", 0)),
        (PutDown(number=99), None),
    ],
)
def test_what_does_not_exist_is_found(act: PutDown, nowhere: tuple[str, int] | None) -> None:
    """The first number that stands for nothing is named; a 0 names nothing, and is found where something must stand."""
    assert text.nonexistent(act, BOOK) == nowhere


def test_tables_are_found_in_groups_too() -> None:
    """The fields that name things, each with its table."""
    assert text.tables(PutDown) == {"card": "card", "cards": "card", "target": "card", "with": "card", "owner": "seat"}


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("card=a", [("card", "a")]),
        ("card=a number=b", [("card", "a")]),
        ("cards=a b c", [("card", "a"), ("card", "b"), ("card", "c")]),
        ("[target=a with=b c veil=yes] [target=d]", [("card", "a"), ("card", "b"), ("card", "c"), ("card", "d")]),
        ("number=1 2 3", []),
        ("", []),
        ("card=", []),
        ("huh=a", []),
        ("a b", []),
    ],
)
def test_words_that_stand_for_things_are_found(words: str, named: list[tuple[str, str]]) -> None:
    """Of the words after a verb only those in fields that name things are taken, each with its table."""
    assert text.named(words, text.tables(PutDown)) == named


def test_every_number_of_a_pack_is_written_and_read_back() -> None:
    """An id means exactly its number, and a printed name means its number among others, in every pack."""
    for game in GAMES.values():
        tables = {table: None for kind in game.acts for table in text.tables(kind).values()}
        for pack in game.packs.values():
            for table in tables:
                found = [n for n in range(200) if pack.names.numbers(table, pack.names.text(table, n)) == [n]]
                assert found
                assert 0 not in found
                for number in found:
                    printed = pack.names.printed(table, number)
                    assert not printed or number in pack.names.numbers(table, printed)
                    assert pack.names.numbers(table, printed) == sorted(pack.names.numbers(table, printed))


def test_lines_of_different_actions_differ() -> None:
    """In random games no two different actions are written alike."""
    for game in GAMES.values():
        for seed in seeds(20):
            with told(seed):
                names = game.packs["house"].names
                actions = [step.action for step in steps(play(game, seed)) if step.action]
                lines = {text.line(action.seat, action.what, names) for action in actions}
                assert len(lines) == len({msgspec.msgpack.encode(action) for action in actions})
