"""What every game gets from the kernel: rounds, who sees what, options by mode, seats, results, names."""

import sys
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec
import pytest

from shinpan_engine.kernel.clauses import Option, RuleBook
from shinpan_engine.kernel.errors import InvalidHeader, Undecidable
from shinpan_engine.kernel.game import Event, check_options, events_in
from shinpan_engine.kernel.judging.report import Result
from shinpan_engine.kernel.names import PackNames
from shinpan_engine.kernel.play.answers import Pending
from shinpan_engine.kernel.play.chance import UNKNOWN, Seeded
from shinpan_engine.kernel.play.match import Over
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE, hidden
from shinpan_service.workbench.simulation import drawn_seats

from .toy import TOY, Dice, Side, State, Toy, ToyTable, header


class Partners(Toy):
    """The little game, in which seats 1 and 3 show each other everything."""

    def sees(self, state: Any, viewer: int, seat: int) -> bool:
        return super().sees(state, viewer, seat) or {viewer, seat} == {1, 3}

    def covered(self, state: Any, viewer: int) -> Any:
        sides = [
            side if self.sees(state, viewer, seat) else Side(side.coins, hidden(side.hand))
            for seat, side in enumerate(state.sides, start=1)
        ]
        return msgspec.structs.replace(state, sides=sides)


def test_a_viewer_sees_the_secrets_of_a_partner() -> None:
    """Hand and pending answer are shown to the seats that see them, and to the referee; to others how many they are."""
    pending = [Pending(seat, "bid", bytes([seat])) for seat in (1, 2, 3)]
    state = State(1, [], [Side(hand=[seat]) for seat in (1, 2, 3)], pending)
    seen = {
        viewer: [side.hand == [0] for side in shown.sides] + [one.answer == b"" for one in shown.pending]
        for viewer in (REFEREE, PUBLIC, 1, 2, 3)
        for shown in [Partners().view(state, viewer)]
    }
    assert seen == {
        REFEREE: [False] * 6,
        PUBLIC: [True] * 6,
        1: [False, True, False] * 2,
        2: [True, False, True] * 2,
        3: [False, True, False] * 2,
    }
    assert [side.hand for side in state.sides] == [[1], [2], [3]]


@pytest.mark.parametrize(("seats", "rounds"), [(1, [0, 1, 2, 3]), (2, [0, 1, 1, 2]), (3, [0, 1, 1, 1])])
def test_a_round_is_a_turn_of_every_seat(seats: int, rounds: list[int]) -> None:
    """Rounds count from 1; before the first turn it is round 0."""
    states = [State(turn, [], [Side() for _ in range(seats)]) for turn in range(4)]
    assert [TOY.round(state) for state in states] == rounds


@pytest.mark.parametrize(("modes", "refused"), [([], False), (["usual"], False), (["great"], True)])
def test_an_option_is_stated_only_where_it_decides_something(modes: list[str], refused: bool) -> None:
    """In a mode that is not the option's own it is at its default, and the header is refused by the field's name."""
    game = Toy()
    game.rules = RuleBook("toy", game.rules, [Option("dice", "T-1", "how many", modes)])
    check_options(game, header(setup=Dice()))
    if refused:
        with pytest.raises(InvalidHeader) as caught:
            check_options(game, header(setup=Dice(1)))
        assert caught.value.field == "record.header.toy.dice"
    else:
        check_options(game, header(setup=Dice(1)))


class Of(Event):
    """What others are made of."""

    seat: int


class Came(Of):
    """Somebody came."""


class Rained(Event):
    """It rained."""


def test_the_events_of_a_module() -> None:
    """They stand in their order; what others are made of is none, nor is Event itself."""
    assert events_in(sys.modules[__name__]) == (Came, Rained)


def test_a_table_knows_its_seats() -> None:
    """Each has its side, what was read is kept in order, and the end ends everything."""
    table = ToyTable(header(), Seeded(bytes(32)))
    assert [table.side[seat] is table.state.sides[seat - 1] for seat in table.seats] == [True] * 3
    for clause in ("T-2", "T-1", "T-2"):
        table.rely(clause)
    assert list(table.relied) == ["T-2", "T-1"]
    table.state = SimpleNamespace()
    with pytest.raises(Over):
        table.ended("won", 7)
    assert (table.state.ending, table.state.step) == ("won", 7)


def test_what_is_drawn_must_be_told() -> None:
    """Known cards are given as they are; with one that the record does not tell the clause is undecidable."""
    table = ToyTable(header(), Seeded(bytes(32)))
    assert table.known([3, 1], "T-2") == [3, 1]
    with pytest.raises(Undecidable) as caught:
        table.known([3, UNKNOWN], "T-2")
    assert caught.value.clauses == ("T-2",)


@pytest.mark.parametrize(
    ("result", "word"),
    [
        (Result((2,), "life"), "p2"),
        (Result((1, 3), "points", score=(7, 2, 7)), "p1 p3"),
        (Result((), "points"), "draw"),
        (Result((), "defeat", lost=True), "lost"),
        (Result((1,), "rank", score=(4,)), "p1"),
    ],
)
def test_results_have_a_word(result: Result, word: str) -> None:
    """The winners' seats; without any it is a draw, or all have lost."""
    assert result.word == word


class Letters(PackNames):
    """Cards 1 and 2 have ids, 3 to 5 only names."""

    def id(self, table: str, number: int) -> str:
        return f"{table[0].upper()}{number}"

    def by_id(self, table: str, text: str) -> list[int] | None:
        return {"C1": [1], "C2": [2], "C9": []}.get(text) if table == "card" else None


def test_names_of_a_pack() -> None:
    """Seats are called p1 to p4, an id means one number or none, and a name all that are called so, ascending."""
    names = Letters()
    names.add("card", 5, "fox")
    names.add("card", 3, "red fox", "fox", "red fox")
    assert [names.numbers("seat", text) for text in ("p1", "p4", "p5", "1", "fox")] == [[1], [4], [], [], []]
    assert [names.text("seat", seat) for seat in (0, 4)] == ["?", "p4"]
    assert [names.text("card", number) for number in (0, 2)] == ["?", "C2"]
    found: Mapping[str, list[int]] = {text: names.numbers("card", text) for text in ("C2", "C9", "fox", "red fox", "x")}
    assert found == {"C2": [2], "C9": [], "fox": [3, 5], "red fox": [3], "x": []}
    assert names.numbers("tile", "fox") == []
    assert [names.printed("card", number) for number in (3, 4)] == ["red fox", ""]


def test_ids_of_prefix_and_number() -> None:
    """An id is the prefix of its table and a number: one that there is, or no card at all; a row without a name has its
    id alone."""
    names = PackNames({"card": "C", "tile": "T"}, {"card": (1, 2, 7), "tile": range(1, 4)})
    names.add_rows("card", [SimpleNamespace(number=7, name="fox"), SimpleNamespace(number=1, name="")])
    assert [names.text("card", 7), names.text("tile", 3)] == ["C7", "T3"]
    found = {text: names.numbers("card", text) for text in ("C7", "C007", "C3", "C0007", "T1", "c7", "fox", "")}
    assert found == {"C7": [7], "C007": [7], "C3": [], "C0007": [], "T1": [], "c7": [], "fox": [7], "": []}
    assert [names.by_id("card", text) for text in ("C3", "C0007", "T1")] == [[], None, None]


class Counted:
    """Dice that give the highest number, and how often they were thrown for more than one."""

    thrown: ClassVar[list[int]] = []

    def below(self, n: int) -> int:
        self.thrown.append(n)
        return n - 1


def test_how_many_play_is_drawn() -> None:
    """Any number of seats that the mode allows."""
    dice: Any = Counted()
    assert [drawn_seats(TOY, mode, dice) for mode in ("usual", "great")] == [3, 9]
    assert dice.thrown == [1, 7]
