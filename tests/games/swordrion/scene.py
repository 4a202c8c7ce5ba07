"""Positions set up by hand with cards made for the test, and what participants try in them."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import msgspec

from shinpan_engine.games.swordrion.cards.cards import Cards
from shinpan_engine.games.swordrion.cards.pack_rows import BoxRow, CardRow, PackFile
from shinpan_engine.games.swordrion.chapters.battle import battle
from shinpan_engine.games.swordrion.chapters.rounds import game, side_by_side
from shinpan_engine.games.swordrion.table.actions import ATTACK, PASS
from shinpan_engine.games.swordrion.table.options import Setup
from shinpan_engine.games.swordrion.table.state import Cubes, Phase, Side, Slot, Status
from shinpan_engine.games.swordrion.table.table import SwordrionTable
from shinpan_engine.kernel.judging.record import FORMAT, Header
from shinpan_engine.kernel.packs import PackInfo
from shinpan_engine.kernel.play.chance import Recorded
from shinpan_engine.kernel.play.match import Match

from ..positions import Position

Row = Mapping[str, Any]
BOX = 150
KINDS = ["剣", "魔", "術", "獣", "竜", "天", "霊", "機", "森", "盗"]
OWN, ENEMY, HAND, SPELLS, RELICS, GRAVE, FALLEN, DECK, WAITING, SHOP = 1, 11, 21, 31, 41, 51, 61, 71, 131, 141
"""Where the numbers of the cards of each zone begin: the first own card is 1, the first enemy 11."""
MOST_STEPS = 2_000
PLAIN: Row = {"kind": "剣", "cost": 1, "stars": 1, "hp": 1, "attack": 1, "keywords": {}, "skills": [], "relic": "none"}


def card(numbers: str = "1/1", *skills: Row, relic: Row | None = None, **fields: Any) -> dict[str, Any]:
    """A card with HP/attack, skills and keywords; other fields of a row by their names."""
    hp, attack = map(int, numbers.split("/"))
    row: dict[str, Any] = {"hp": hp, "attack": attack, "skills": list(skills)}
    if relic is not None:
        row["relic"] = relic
    rest = {name: fields.pop(name) for name in ("kind", "cost", "stars", "name", "spell") if name in fields}
    return {**row, **rest, "keywords": fields}


def skill(tag: str, *ops: Row, **fields: Any) -> dict[str, Any]:
    """A skill, as a pack writes it."""
    return {"tag": tag, **fields, **({"ops": list(ops)} if ops else {})}


def op(name: str, **fields: Any) -> dict[str, Any]:
    """An operation, as a pack writes it."""
    return {"op": name, **fields}


def spell(*ops: Row, **fields: Any) -> dict[str, Any]:
    """A single-use spell."""
    return card("1/1", kind="術", spell={"use": "single", "ops": list(ops)}, **fields)


def equipment(**gives: Any) -> dict[str, Any]:
    """An equipment spell."""
    return card("1/1", kind="術", spell={"use": "equip", **gives})


def relic(timing: str, *ops: Row, **fields: Any) -> dict[str, Any]:
    """A card with a relic text."""
    return card(relic={"timing": timing, "ops": list(ops), **fields})


def pack(rows: Mapping[int, Row], size: int = BOX) -> Cards:
    """A pack of plain 1/1 cards, but for what is given."""
    made = [
        {"number": number, "name": f"card {number}", **PLAIN, **rows.get(number, {}), "source": {}}
        for number in range(1, size + 1)
    ]
    box = BoxRow(number=1, cards=size, kinds=KINDS, source={})
    info = PackInfo(id="test", game="swordrion", title="made for a test")
    return Cards(PackFile(pack=info, box=[box], card=msgspec.convert(made, list[CardRow])))


def header(seats: int, **options: Any) -> Header:
    """The header of such a game; its pack is never looked up."""
    mode = "solo" if seats == 1 else "versus"
    return Header(FORMAT, "swordrion", mode, "1", None, None, None, seats, [], Setup(**options))


def refusal(position: Position, act: Any) -> str:
    """What the first participant is told of an action that is not allowed."""
    refused = position.match.consider(1, act)
    assert refused is not None, f"{act} was allowed"
    return str(refused.message.of("swordrion"))


def as_row(spec: str | Row) -> Row:
    return card(spec) if isinstance(spec, str) else spec


class Scene(Position):
    """A battle that is about to begin: cards are "HP/attack" or made by `card`, the front first; spells and relics are
    made by their own functions. Numbers are those above. In versus the second participant has the same enemies from
    number 101 on, and own cards from 111 on."""

    def __init__(
        self,
        own: Sequence[str | Row] = ("3/2",),
        enemy: Sequence[str | Row] = ("3/2",),
        *,
        hand: Sequence[str | Row] = (),
        spells: Sequence[Row] = (),
        relics: Sequence[Row] = (),
        grave: Sequence[str | Row] = (),
        fallen: Sequence[str | Row] = (),
        deck: Sequence[str | Row] = (),
        waiting: Sequence[Row] = (),
        wounds: Mapping[int, int] | None = None,
        second: tuple[Sequence[str | Row], Sequence[str | Row]] | None = None,
        up: int = 0,
        round: int = 1,
        **options: Any,
    ) -> None:
        zones = {
            OWN: own, ENEMY: enemy, HAND: hand, SPELLS: spells, RELICS: relics, GRAVE: grave, FALLEN: fallen,
            DECK: deck, WAITING: waiting, 101: second[1] if second else (), 111: second[0] if second else (),
        }  # fmt: skip
        rows = {first + at: as_row(spec) for first, specs in zones.items() for at, spec in enumerate(specs)}
        seats = 2 if second else 1
        self.table = SwordrionTable(header(seats, **options), Recorded({}), pack(rows))
        self.state = self.table.state
        self.state.phase, self.state.round, self.state.battle = Phase.BATTLE, round, 1

        def numbers(first: int) -> list[int]:
            return list(range(first, first + len(zones[first])))

        self.state.deck = numbers(DECK)
        for seat, lines in ((1, (OWN, ENEMY)), (2, (111, 101)))[:seats]:
            side = self.side(seat)
            side.line[:] = [Slot(number, True, wounds=(wounds or {}).get(number, 0)) for number in numbers(lines[0])]
            side.enemy[:] = [
                Slot(number, at < up, wounds=(wounds or {}).get(number, 0))
                for at, number in enumerate(numbers(lines[1]))
            ]
            side.status = Status.FIGHTING
        side = self.side(1)
        side.hand, side.spells, side.relics = numbers(HAND), numbers(SPELLS), numbers(RELICS)
        side.graveyard[:], side.enemy_graveyard[:], side.waiting = numbers(GRAVE), numbers(FALLEN), numbers(WAITING)
        flows = [battle(self.table, seat) for seat in self.table.seats]
        self.match = Match(self.table, side_by_side(flows))

    def side(self, seat: int = 1) -> Side:
        return self.table.side[seat]

    @property
    def own(self) -> list[tuple[int, int]]:
        """The own line: cards with their wounds."""
        return [(slot.card, slot.wounds) for slot in self.side().line]

    @property
    def enemies(self) -> list[tuple[int, int]]:
        """The enemy line: cards with their wounds."""
        return [(slot.card, slot.wounds) for slot in self.side().enemy]

    @property
    def cubes(self) -> tuple[int, int, int]:
        """Green, yellow, blue."""
        return cubes(self.side())

    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what."""
        return [(decision.seat, decision.ask) for decision in self.match.ask.decisions]

    def attack(self, times: int = 1) -> Self:
        """The own front attacks; whatever may be left out before is left out."""
        for _ in range(times):
            self.until("attack").do(1, ATTACK)
        return self

    def until(self, *asks: str) -> Self:
        """Passes on to one of these questions."""
        for _ in range(MOST_STEPS):
            decisions = self.match.ask.decisions
            assert decisions, f"none of {asks} ever came"
            if decisions[0].ask in asks:
                return self
            assert decisions[0].default is not None, f"{decisions[0].ask} comes before {asks}"
            self.do(decisions[0].seat, decisions[0].default)
        raise AssertionError(f"none of {asks} ever came")

    def passes(self) -> Self:
        return self.do(1, PASS)

    def over(self) -> bool:
        """Whether the battle is over."""
        return not self.match.ask.decisions


class Whole(Position):
    """A whole game from the set-up, with the deck as it lies: the cards in the order in which they are given, then
    plain ones."""

    def __init__(self, seats: int = 1, deck: Sequence[str | Row] = (), size: int = BOX, **options: Any) -> None:
        rows = {number: as_row(spec) for number, spec in enumerate(deck, start=1)}
        order = {"deck": list(range(1, size + 1))}
        self.table = SwordrionTable(header(seats, **options), Recorded(order), pack(rows, size))
        self.state = self.table.state
        self.match = Match(self.table, game(self.table))

    def side(self, seat: int = 1) -> Side:
        return self.table.side[seat]

    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what."""
        return [(decision.seat, decision.ask) for decision in self.match.ask.decisions]

    def quiet(self) -> Self:
        """The first thing that is asked is answered with silence, or with the first that is possible."""
        decision = self.match.ask.decisions[0]
        act = decision.default if decision.default is not None else next(decision.options(self.table))
        return self.do(decision.seat, act)

    def until(self, *asks: str, round: int = 0) -> Self:
        """Plays on quietly to one of these questions, in a round if one is named."""
        for _ in range(MOST_STEPS):
            if not self.match.ask.decisions:
                raise AssertionError(f"none of {asks} ever came")
            if self.match.ask.decisions[0].ask in asks and (not round or self.state.round == round):
                return self
            self.quiet()
        raise AssertionError(f"none of {asks} ever came")

    def to_the_end(self) -> Self:
        """Plays on quietly to the end."""
        while self.match.ask.decisions:
            self.quiet()
        return self


def cubes(side: Side) -> tuple[int, int, int]:
    """Green, yellow, blue."""
    held = side.cubes or Cubes()
    return held.green, held.yellow, held.blue
