"""The printed beginner replay as an engine record, and what the print says comes of each of its turns."""

from collections.abc import Iterable, Sequence
from typing import Any

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    DRAW,
    END_COMBAT,
    END_TURN,
    PASS,
    Choose,
    Counter,
    Deploy,
    KeepMagic,
    Lay,
    Magic,
    Remove,
    Spell,
    StartTerritory,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.options import Setup
from shinpan_engine.kernel.judging.record import (
    Action,
    ChanceSource,
    Entry,
    Header,
    Outcome,
    PackRef,
    Record,
    RecordedChance,
    StateClaim,
)
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Report

Line = tuple[int, Any]
"""A seat and its action."""

M, S = 1, 2
"""三品, who begins, and 相楽."""
DEALT = [[14, 20, 26, 27, 29, 36, 40, 42], [3, 9, 16, 17, 21, 24, 28, 34, 45]]
DRAWS = [7, 33, 37, 25, 47, 11, 32, 5, 35, 43, 31, 46, 4, 18]


def turn(
    seat: int,
    *,
    early: Sequence[Any] = (),
    removal: Sequence[Line] = (),
    strengthening: Sequence[Line] = (),
    attacks: int = 0,
    late: Sequence[Any] = (),
    lay: int = 0,
    deploy: int = 0,
) -> list[Line]:
    """One turn: its magic before removal and after combat, its spells with their answers, and its main phase."""
    main = [Lay(lay) if lay else PASS, Deploy(deploy) if deploy else PASS, END_TURN]
    return [
        *((seat, act) for act in (DRAW, *early)),
        *(removal or [(seat, PASS)]),
        *(strengthening or [(seat, PASS)]),
        *((seat, act) for act in ([ATTACK] * attacks + [END_COMBAT, *late, *main])),
    ]


TURNS = [
    turn(M, lay=7, deploy=26),
    turn(S, lay=3),
    turn(M, attacks=1, lay=37, deploy=40),
    turn(S, removal=[(S, Remove([Spell(40, [28])])), (M, PASS)], lay=25, deploy=16),
    turn(M, attacks=1, lay=42, deploy=29),
    turn(S, attacks=1, lay=11, deploy=17),
    turn(M, attacks=1, late=[Magic(11)], deploy=20),
    turn(
        S,
        early=[Magic(8), Choose([26])],
        removal=[(S, Remove([Spell(20, [33])])), (M, Counter([Spell(20, [47])])), (S, PASS)],
        attacks=1,
        lay=5,
        deploy=9,
    ),
    turn(M, attacks=1, late=[Magic(11)], deploy=32),
    turn(
        S,
        early=[Magic(8), Choose([32])],
        removal=[(S, Remove([Spell(20, [24, 43])])), (M, PASS)],
        attacks=1,
    ),
    turn(
        M,
        removal=[(M, Remove([Spell(9, [31])])), (S, PASS)],
        strengthening=[(M, Strengthen([Spell(29, [35], [], True)])), (S, PASS)],
        attacks=1,
    ),
    turn(S, attacks=1),
    turn(M, attacks=1, deploy=4),
    [
        *((S, act) for act in (DRAW, PASS, Strengthen([Spell(16, [46], [3]), Spell(17, [18])]))),
        *((M, PASS), (S, ATTACK)),
    ],
]
SETUP = [
    (M, StartTerritory([14, 27, 36])),
    (M, KeepMagic([11])),
    (S, StartTerritory([21, 34, 45])),
    (S, KeepMagic([8])),
]
LIVES = [
    *((30, 30), (30, 30), (30, 26), (30, 26), (30, 26), (30, 26), (30, 26)),
    *((30, 22), (30, 22), (18, 14), (18, 8), (13, 8), (13, 8), (-2, 8)),
]
"""After each turn; the print gives the last as 0."""
TERRITORIES = [
    *((4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (6, 6)),
    *((6, 7), (6, 7), (6, 7), (6, 7), (6, 7), (6, 7), (6, 7)),
]
HANDS = [
    ([20, 29, 40, 42], [3, 9, 16, 17, 24, 28]),
    ([20, 29, 40, 42], [9, 16, 17, 24, 28, 33]),
    ([20, 29, 42], [9, 16, 17, 24, 28, 33]),
    ([20, 29, 42], [9, 17, 24, 33]),
    ([20, 47], [9, 17, 24, 33]),
    ([20, 47], [9, 24, 33]),
    ([32, 47], [9, 24, 33]),
    ([32], [24]),
    ([35], [24]),
    ([35], []),
    ([], []),
    ([], [46]),
    ([], [46]),
    ([], []),
]
FIELDS = [
    ([26], []),
    ([26], []),
    ([26, 40], []),
    ([26], [16]),
    ([26, 29], [16]),
    ([26, 29], [16, 17]),
    ([26, 29, 20], [16, 17]),
    ([29, 20], [16, 17, 9]),
    ([29, 20, 32], [16, 17, 9]),
    ([29], [16, 17, 9]),
    ([29], [16, 17]),
    ([29], [16, 17]),
    ([29, 4], [16, 17]),
    ([29, 4], [16, 17]),
]
POWERS = {
    **{3: (4, 0), 5: (4, 5), 6: (5, 10), 7: (10, 11), 8: (11, 15), 9: (15, 18)},
    **{10: (18, 6), 11: (6, 0), 12: (11, 6), 13: (6, 11), 14: (21, 6)},
}
"""Attack and defence by turn, with 龍王妃 at 9."""


def header(pack: str, **options: Any) -> Header:
    """The replay's set-up: its dealt magics, its deals, and the 14 cards of its list on top of the deck."""
    known = GAMES["wars3x3"].packs[pack]
    chance = RecordedChance([Outcome("deck", [*DEALT[0], *DEALT[1], *DRAWS]), Outcome("magic", [11, 4, 8, 14])])
    setup = Setup(M, **options)
    ref = PackRef(pack, known.digest)
    return Header(1, "wars3x3", "beginner", "1.2", ref, ChanceSource(chance), None, 2, [], setup)


def entries(turns: Iterable[Sequence[Line]]) -> list[Entry]:
    """The set-up and the turns as a record writes them, with the lives that the print gives after each turn."""
    lines = [Entry(Action(seat, act)) for seat, act in SETUP]
    for number, acts in enumerate(turns):
        lives = tuple(StateClaim(f"life[p{seat}]", str(LIVES[number][seat - 1])) for seat in (1, 2))
        lines += [Entry(Action(seat, act)) for seat, act in acts[:-1]]
        lines.append(Entry(Action(*acts[-1]), lives))
    return lines


def judged(turns: Iterable[Sequence[Line]], pack: str = "print", **options: Any) -> Report:
    return verify(GAMES, Record(header(pack, **options), tuple(entries(turns))))


def changed(number: int, old: Any, *new: Any) -> list[list[Line]]:
    """The replay in which one action of a turn is replaced by others of the same player, or taken out."""
    turns = [list(acts) for acts in TURNS]
    acts = turns[number - 1]
    at = [act for _, act in acts].index(old)
    acts[at : at + 1] = [(acts[at][0], act) for act in new]
    return turns
