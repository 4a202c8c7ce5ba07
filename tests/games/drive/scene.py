"""Positions set up by hand with cards made for the test, and what players try in them."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.cards.cards import (
    BASE_UNITS,
    FIRST_BOSS,
    FIRST_EXPANSION_ENEMY,
    FIRST_EXPANSION_UNIT,
    GATE,
    GATE_HP,
    Cards,
    is_solo,
)
from shinpan_engine.games.drive.cards.pack_rows import CircuitRow, EnemyRow, PackFile, PartyRow, SetRow, UnitRow
from shinpan_engine.games.drive.chapters.rounds import both_rounds
from shinpan_engine.games.drive.chapters.turn import turns
from shinpan_engine.games.drive.table.actions import Play
from shinpan_engine.games.drive.table.options import Difficulty, Setup
from shinpan_engine.games.drive.table.state import CurrentEnemy, Member, Round
from shinpan_engine.games.drive.table.table import HUMAN, PARTNER_MODE, STARTING_LEVEL, DriveTable
from shinpan_engine.kernel.judging.record import FORMAT, ChanceSource, Header, PackRef, SeededChance
from shinpan_engine.kernel.packs import PackInfo
from shinpan_engine.kernel.play.chance import Seeded
from shinpan_engine.kernel.play.match import Match

from ..positions import Position

Row = Mapping[str, Any]
COLOURS = ("green", "red", "yellow", "blue")
ATTRIBUTES = ("earth", "fire", "wind", "water")
NO_SOURCE: dict[str, str] = {}
MOST_STEPS = 500
WILDS = {"g12": 41, "g23": 42, "r12": 43, "r23": 44, "y12": 45, "y23": 46, "b12": 47, "b23": 48}
DUALS = {"gr1": 49, "gy2": 50, "gb3": 51, "ry3": 52, "rb2": 53, "yb4": 54}


def c(name: str) -> int:
    """A circuit card by its face: `g3` and `g3'` are the two green 3, `g12` the green wild 1/2, `gr1` green and red
    1."""
    if name in WILDS or name in DUALS:
        return (WILDS | DUALS)[name]
    return 1 + 10 * "gryb".index(name[0]) + 2 * int(name[1]) + name.endswith("'")


def cs(names: str) -> list[int]:
    """Several circuit cards."""
    return [c(name) for name in names.split()]


def circuits(icons: Mapping[str, Row]) -> list[CircuitRow]:
    """The 54 circuit cards: two of each number in each colour, + on every plain 4, eight number-wilds, six
    colour-wilds; no other icons but those given by face."""
    rows: dict[int, dict[str, Any]] = {}
    for colour in COLOURS:
        for number in range(5):
            for copy in ("", "'"):
                card = c(f"{colour[0]}{number}{copy}")
                rows[card] = {"colours": [colour], "numbers": [number], "plus": number == 4}
    for name, card in WILDS.items():
        colour = COLOURS["gryb".index(name[0])]
        rows[card] = {"colours": [colour], "numbers": [int(name[1]), int(name[2])], "plus": False}
    for (name, card), pair in zip(DUALS.items(), combinations(COLOURS, 2), strict=True):
        rows[card] = {"colours": list(pair), "numbers": [int(name[2])], "plus": False}
    for name, row in icons.items():
        rows[c(name)] |= row
    plain = {"mana": 0, "level_up": 0, "source": NO_SOURCE}
    return [msgspec.convert({**plain, **row, "number": number}, CircuitRow) for number, row in sorted(rows.items())]


def skill(*effects: Row, type: str = "normal", **fields: Any) -> dict[str, Any]:
    """A skill, as a pack writes it."""
    return {"type": type, **fields, "effects": list(effects)}


def auto(trigger: str, *effects: Row, **fields: Any) -> dict[str, Any]:
    """An auto skill, as a pack writes it."""
    return skill(*effects, type="auto", trigger=trigger, **fields)


def op(name: str, amount: int | str | None = None, **fields: Any) -> dict[str, Any]:
    """An operation, as a pack writes it."""
    return {"op": name, **({} if amount is None else {"amount": amount}), **fields}


def levels(*attacks: int, **bonus: Row) -> list[dict[str, Any]]:
    """Levels with these attacks; `at2={…}` is the bonus of level 2."""
    rows: list[dict[str, Any]] = [{"attack": attack} for attack in attacks]
    for name, given in bonus.items():
        rows[int(name.removeprefix("at")) - 1]["bonus"] = given
    return rows


def unit_rows(units: Mapping[int, Row]) -> list[UnitRow]:
    """Units 1 to 5 earth, 6 to 10 fire, 11 to 15 wind, 16 to 20 water, of 1 star; 21 to 26 for solo play; all with
    attack 1 to 5 and nothing else, but for what is given."""
    rows: dict[int, dict[str, Any]] = {}
    pairs = list(combinations(ATTRIBUTES, 2))
    for number in range(1, FIRST_EXPANSION_UNIT):
        solo = is_solo(number)
        attributes = list(pairs[number - BASE_UNITS - 1]) if solo else [ATTRIBUTES[(number - 1) // 5]]
        rows[number] = {"attributes": attributes, **({} if solo else {"stars": 1})}
    for number, row in units.items():
        expansion = {"set": 1, "stars": 1, "attributes": ["earth"]} if number >= FIRST_EXPANSION_UNIT else {}
        rows[number] = {**rows.get(number, {}), **expansion, **row}
    plain = {"levels": levels(1, 2, 3, 4, 5), "skills": [], "source": NO_SOURCE}
    return [msgspec.convert({**plain, **row, "number": number}, UnitRow) for number, row in sorted(rows.items())]


def enemy_rows(enemies: Mapping[int, Row]) -> list[EnemyRow]:
    """All enemies: normal ones of rank 1 and HP 12, bosses of HP 30, attack 1, and nothing else, but for what is
    given."""
    rows: dict[int, dict[str, Any]] = {}
    for number in range(1, FIRST_EXPANSION_ENEMY):
        category = "normal" if number < GATE else "gate" if number == GATE else "boss"
        rows[number] = {"category": category, "rank": int(category != "boss"), "hp": 30 if category == "boss" else 12}
    rows[GATE]["hp"] = GATE_HP
    for number, row in enemies.items():
        rows[number] = {**rows.get(number, {"set": 1, "rank": 0, "hp": 30}), **row}
    plain: dict[str, Any] = {"attack": 1, "appearance": [], "passives": [], "skills": [], "source": NO_SOURCE}
    return [msgspec.convert({**plain, **row, "number": number}, EnemyRow) for number, row in sorted(rows.items())]


def pack_rows(
    units: Mapping[int, Row] | None = None,
    enemies: Mapping[int, Row] | None = None,
    icons: Mapping[str, Row] | None = None,
    parties: Mapping[int, Sequence[int]] | None = None,
) -> PackFile:
    """A complete pack of cards that do nothing much."""
    given = parties or {1: (1, 2), 2: (6, 7), 3: (11, 12), 4: (16, 17)}
    return PackFile(
        pack=PackInfo(id="test", game="drive", title="made for a test"),
        circuit=circuits(icons or {}),
        unit=unit_rows(units or {}),
        enemy=enemy_rows(enemies or {}),
        party=[PartyRow(number=number, units=list(of), source=NO_SOURCE) for number, of in given.items()],
        set=[SetRow(number=number, name=f"set {number}", whole=True, source=NO_SOURCE) for number in (1, 2, 3)],
    )


def header(mode: str = "multi", seats: int = 2, setup: Setup | None = None, seed: int = 0) -> Header:
    """A header for a game of the house pack, or of a test's own where only the set-up counts."""
    first = 0 if mode == PARTNER_MODE else 1
    return Header(
        FORMAT,
        "drive",
        mode,
        "1.1",
        PackRef("house", GAME.packs["house"].digest),
        ChanceSource(SeededChance("sha256ctr-1", bytes([seed]) * 32)),
        None,
        seats,
        [],
        setup or Setup(Difficulty.A, first),
    )


class Scene(Position):
    """The first player's turn, at the play step: the top card of `deck` has been drawn. Cards are named by face. A
    party is a list of units, or of units with levels. Without an enemy it is number 1 with HP 12 and attack 1, and
    2, 3, … wait in the enemy deck."""

    def __init__(
        self,
        *,
        hands: Sequence[str] = ("", ""),
        parties: Sequence[Sequence[int | tuple[int, int]]] = ((), ()),
        deck: str = "y0 y0' y1 y1' y2 y2' y3 y3'",
        discard: str = "",
        field: str = "",
        mana: Sequence[int] = (),
        hp: int | None = None,
        charge: int = 0,
        enemy: int = 1,
        enemy_deck: Sequence[int] = (2, 3, 4, 5),
        boss: bool = False,
        mode: str = "multi",
        first: int = 1,
        units: Mapping[int, Row] | None = None,
        enemies: Mapping[int, Row] | None = None,
        icons: Mapping[str, Row] | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        starter = 0 if mode == PARTNER_MODE and first == HUMAN else first
        head = header(mode, len(hands), Setup(Difficulty.A, starter, **options), seed)
        self.table = DriveTable(head, Seeded(bytes([seed]) * 32), Cards(pack_rows(units, enemies, icons)))
        self.state = state = self.table.state
        padded = [*parties, *([()] * (len(hands) - len(parties)))]
        for side, hand, party in zip(state.sides, hands, padded, strict=True):
            side.hand = sorted(cs(hand))
            side.party = [Member(one, STARTING_LEVEL) if isinstance(one, int) else Member(*one) for one in party]
        for side, amount in zip(state.sides, mana, strict=False):
            side.mana = amount
        state.deck, state.discard, state.field = cs(deck), cs(discard), cs(field)
        number = FIRST_BOSS if boss else enemy
        state.enemy = CurrentEnemy(number, self.table.cards.enemy(number).hp if hp is None else hp, charge)
        state.enemy_deck, state.boss = list(enemy_deck), FIRST_BOSS
        state.round = Round.BOSS if boss else Round.NORMAL
        self.table.meet()
        self.match = Match(self.table, turns(self.table) if boss else both_rounds(self.table))

    def hand(self, seat: int) -> list[int]:
        """A player's hand."""
        return list(self.table.side[seat].hand)

    def mana(self) -> list[int]:
        """Everybody's mana."""
        return [side.mana for side in self.state.sides]

    def level(self, unit: int) -> int:
        """The level of a unit."""
        return int(self.table.member[unit].level)

    def plays(self, names: str, extra: str = "", seat: int = 0) -> "Scene":
        """The turn player plays these cards."""
        return self.do(seat or self.state.active, Play(cs(names), cs(extra)))

    def quiet(self) -> "Scene":
        """Silence: nothing more is chosen."""
        decision = self.match.ask.decisions[0]
        return self.do(decision.seat, decision.default)

    def asked(self) -> tuple[int, str]:
        """Who is asked what."""
        (pending,) = self.state.pending
        return pending.seat, pending.ask

    def until(self, ask: str) -> "Scene":
        """Plays on quietly up to a question."""
        for _ in range(MOST_STEPS):
            if self.state.pending and self.state.pending[0].ask == ask:
                return self
            self.quiet()
        raise AssertionError(f"nobody was asked “{ask}”")

    def next_turn(self) -> "Scene":
        """Plays on quietly to the first question of the next turn."""
        turn = self.state.turn
        while self.state.turn == turn and self.match.ask.decisions:
            self.quiet()
        return self

    def told(self, name: str, *fields: str) -> list[Any]:
        """Of the events of a name since the last action these fields."""
        return [tuple(getattr(event, field) for field in fields) for event in self.events(name)]
