"""Positions set up by hand with cards made for the test, and what players try in them."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from shinpan_engine.games.anoare import GAME
from shinpan_engine.games.anoare.cards.cards import Cards, is_ultra
from shinpan_engine.games.anoare.cards.pack_rows import (
    CHARACTERS,
    FRAGMENTS,
    SKILLS,
    CharacterRow,
    FragmentRow,
    PackFile,
    SkillRow,
)
from shinpan_engine.games.anoare.chapters.fragments import TURN_UPS
from shinpan_engine.games.anoare.chapters.preparation import lay_out
from shinpan_engine.games.anoare.chapters.turn import turns
from shinpan_engine.games.anoare.table.actions import Pay, Set, TurnUp
from shinpan_engine.games.anoare.table.options import Setup
from shinpan_engine.games.anoare.table.state import Cost, Side, Stack, Step
from shinpan_engine.games.anoare.table.table import AnoareTable
from shinpan_engine.kernel.packs import PackInfo
from shinpan_engine.kernel.play.chance import Seeded
from shinpan_engine.kernel.play.match import Match

from ..positions import Position, header_of

Row = Mapping[str, Any]
NO_SOURCE: dict[str, str] = {}
MOST_STEPS = 2_000


def effect(*ops: Row, **fields: Any) -> dict[str, Any]:
    """An effect, as a pack writes it."""
    return {**fields, "ops": list(ops)}


def op(name: str, amount: int | None = None, **fields: Any) -> dict[str, Any]:
    """An operation, as a pack writes it."""
    return {"op": name, **({} if amount is None else {"amount": amount}), **fields}


def pack_rows(
    skills: Mapping[int, Row] | None = None,
    abilities: Mapping[int, Sequence[tuple[int, Sequence[Row]]]] | None = None,
    fragments: Mapping[int, Sequence[Row]] | None = None,
    response: Sequence[int] = (3, 5, 4, 6, 7),
) -> PackFile:
    """A complete pack of cards that do nothing: cost 0, [-/-/-], no text; but for what is given."""
    info = PackInfo(id="test", game="anoare", title="made for a test")
    characters = [
        {
            "number": number,
            "name": f"character {number}",
            "response": response[number - 1],
            "abilities": [{"level": lv, "effects": e} for lv, e in (abilities or {}).get(number, ())],
            "source": NO_SOURCE,
        }
        for number in range(1, CHARACTERS + 1)
    ]
    plain = {"cost": 0, "double_cd": False, "distance": "-", "attack": "-", "crit": "-", "effects": []}
    rows = [
        {
            "number": number,
            "kind": "ultra" if is_ultra(number) else "normal",
            "name": f"skill {number}",
            **plain,
            **(skills or {}).get(number, {}),
            "source": NO_SOURCE,
        }
        for number in range(1, SKILLS + 1)
    ]
    pieces = [
        {
            "number": number,
            "name": f"fragment {number}",
            "effects": (fragments or {}).get(number, [effect(op("distance", -1))]),
            "source": NO_SOURCE,
        }
        for number in range(1, FRAGMENTS + 1)
    ]
    return PackFile(
        pack=info,
        character=msgspec.convert(characters, list[CharacterRow]),
        skill=msgspec.convert(rows, list[SkillRow]),
        fragment=msgspec.convert(pieces, list[FragmentRow]),
    )


def stack(card: int, *costs: int, open: Sequence[int] = (), upright: Sequence[int] = ()) -> Stack:
    """A skill with its costs, the bottom one first."""
    return Stack(card, [Cost(cost, cost in open, cost in upright) for cost in costs])


class Scene(Position):
    """A duel at the start of a turn. Seat 1 plays character 1 (skills 1..10), seat 2 character 2 (11..20); response
    powers are 3 and 5 unless told otherwise, so that seat 1 is first. The fragments are spent unless `kept` names them.

    Whatever is not in a zone, an ultra or spent on a stack is in hand; `hands` gives the hands outright, and the other
    skills are then nowhere.
    """

    def __init__(
        self,
        *,
        skills: Mapping[int, Row] | None = None,
        abilities: Mapping[int, Sequence[tuple[int, Sequence[Row]]]] | None = None,
        fragments: Mapping[int, Sequence[Row]] | None = None,
        response: tuple[int, int] = (3, 5),
        hands: tuple[Sequence[int] | None, Sequence[int] | None] = (None, None),
        zones: tuple[Sequence[Stack], Sequence[Stack]] = ((), ()),
        life: tuple[int, int] = (10, 10),
        level: tuple[int, int] = (1, 1),
        stored: tuple[int, int] = (0, 0),
        kept: tuple[int, int] = (0, 0),
        turn: int = 1,
        characters: tuple[int, int] = (1, 2),
        **options: Any,
    ) -> None:
        powers = [4] * CHARACTERS
        for character, power in zip(characters, response, strict=True):
            powers[character - 1] = power
        cards = Cards(pack_rows(skills, abilities, fragments, powers))
        header = header_of(GAME, "duel", Setup(list(characters), **options))
        self.table = AnoareTable(header, Seeded(bytes(32)), cards)
        self.state = self.table.state
        self.state.turn = turn - 1
        lay_out(self.table)
        for at, side in enumerate(self.state.sides):
            side.life, side.level, side.stored = life[at], level[at], stored[at]
            side.ultras = side.ultras[side.level - 1 :]
            side.zone = list(zones[at])
            laid = {card for s in side.zone for card in (s.card, *(cost.card for cost in s.costs))}
            side.hand = sorted(card for card in side.hand if card not in laid) if hands[at] is None else list(hands[at])
            side.fragment = kept[at] or (4, 5)[at]
            side.fragment_spent = not kept[at]
            side.discarded_fragment = 2 + at
        self.table.standing = TURN_UPS
        self.match = Match(self.table, turns(self.table))

    def side(self, seat: int) -> Side:
        return self.table.side[seat]

    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what."""
        return [(decision.seat, decision.ask) for decision in self.match.ask.decisions]

    def quiet(self) -> "Scene":
        """The first thing that is asked is answered with what silence means, or the first that is possible."""
        decision = self.match.ask.decisions[0]
        first = decision.default if decision.default is not None else next(decision.options(self.table))
        return self.do(decision.seat, first)

    def until(self, step: Step, turn: int = 0) -> "Scene":
        """Plays on quietly to a question in a step of this or a later turn."""
        turn = turn or self.state.turn
        for _ in range(MOST_STEPS):
            if (self.state.turn, self.state.step) == (turn, step):
                return self
            assert self.match.ask.decisions, f"the game ended before {step.name} of turn {turn}"
            self.quiet()
        raise AssertionError(f"{step.name} of turn {turn} never came")

    def sets(self, first: int | None, second: int | None) -> "Scene":
        """Both set these cards, or nobody is asked to; up to the question that comes then."""
        if first is not None or second is not None:
            self.until(Step.SELECTION)
        for seat, card in ((1, first), (2, second)):
            if card is not None:
                self.do(seat, Set(card))
        return self

    def uses(self, first: int | None, second: int | None) -> "Scene":
        """Both set these cards and pay with the lowest in hand; up to the declarations."""
        self.sets(first, second)
        while self.state.step < Step.ACTIVATION:
            self.quiet()
        return self

    def results(self, first: int | None, second: int | None) -> list[tuple[str, int, int]]:
        """Both set these cards and nobody does anything more: every damage of the turn as (kind, seat, amount)."""
        if first is not None or second is not None:
            self.until(Step.SELECTION)
        told: list[tuple[str, int, int]] = []
        turn = self.state.turn
        self.table.events = []
        self.sets(first, second)
        while True:
            told += [(event.kind, event.seat, event.amount) for event in self.events("Damage")]
            if not self.match.ask.decisions or self.state.turn != turn or self.state.step >= Step.COOLDOWN:
                return told
            self.quiet()

    def next_turn(self) -> "Scene":
        """Plays on quietly to the first question of the next turn."""
        turn = self.state.turn
        while self.state.turn == turn:
            self.quiet()
        return self

    def turn_up(self, seat: int) -> "Scene":
        """A player turns the kept fragment up."""
        return self.do(seat, TurnUp(self.side(seat).fragment))

    def pays(self, seat: int, *cards: int) -> "Scene":
        """A player pays these cards, the bottom one first."""
        return self.do(seat, Pay(list(cards)))
