"""What the vectors hold of HacKClaD.DeltA: headers, actions of every kind, and states."""

from collections.abc import Iterator

import msgspec

from shinpan_engine.games.hackclad.table import actions as act
from shinpan_engine.games.hackclad.table import options as opt
from shinpan_engine.games.hackclad.table import state as st
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.judging import record as rec
from shinpan_engine.kernel.play import chance
from shinpan_engine.kernel.play.answers import Pending

NORTH, WEST = act.Facing.NORTH, act.Facing.WEST


def headers() -> Iterator[tuple[str, rec.Header]]:
    """Headers with as little and with as much in the set-up as there can be."""
    drawn = rec.ChanceSource(rec.RecordedChance([rec.Outcome("clad", [3, 1, 2]), rec.Outcome("deck/p1", [9, 1])]))
    pack = rec.PackRef("house", bytes(range(32)))
    plain = rec.Header(rec.FORMAT, "hackclad", "versus", "1.0.0+errata", pack, drawn, None, 2, [], opt.Setup([1, 4]))
    options = dict.fromkeys(opt.Setup.__struct_fields__[4:], 1)
    every = opt.Setup([1, 2, 3, 1], opt.Difficulty.INFERNO, [1, 2, 2, 1], opt.Humans.TWO, **options)
    seeded = rec.ChanceSource(rec.SeededChance(chance.SCHEME, bytes(range(32))))
    yield "hackclad: recorded clad deck", plain
    yield "hackclad: every field set", msgspec.structs.replace(plain, seats=4, chance=seeded, setup=every)


def actions() -> Iterator[tuple[str, rec.Action]]:
    """Actions of every kind."""
    acts = [
        act.Extend(9),
        act.Keep([2, 7]),
        act.ReEnter(22),
        act.Place(1296, 4),
        act.PutBack(17),
        act.Use(3),
        act.Use(60, WEST, [1, 25], 7, [52, 53], 13),
        act.Basic(act.Deed.MP, 4),
        act.Basic(act.Deed.MOVE, 4, 12),
        act.Spend(act.Deed.DRAW),
        act.Spend(act.Deed.MOVE, 25),
        act.CRACK,
        act.Activate(77),
        act.END_TURN,
        act.PASS,
        act.Declare(80),
        act.Swap(6, 11),
        act.Move(13),
        act.Target(14),
        act.Choose([3, 1]),
        act.Take(66),
        act.Deploy(25),
        act.Shift(1, 5),
        act.Gather(19),
        act.Withdraw([1, 13]),
        act.Push(NORTH),
        act.Give(4),
    ]
    for at, what in enumerate(acts):
        yield f"hackclad: {type(what).__name__}, {at}", rec.Action(1 + at % 4, what)


def states() -> Iterator[tuple[str, st.State]]:
    """A state with every field set, and one with nothing on the table."""
    frame = st.Frame(
        1, st.Origin.CARD, 60, 1, [0, 2, 1], 2, NORTH, [13, 18], st.Bearing.BEHIND, 3, 4, True, True, [18], 52, True,
        [2, 1], 3, 2, True, True,
    )  # fmt: skip
    side = st.Side(
        4, 1, 13, 7, 15, 8, 3, 40, [50], [51, 52], [53], [60], [54], [55, 56], 1, 3, 2, 1, 2, 3, 1, True, 4, [52],
        [st.TextAt(62, 1)], [st.Modifier(st.Modified.SPARED, -1, st.Lasts.ROUND)], [1, 25], 2, [1, 2, 3, 4, 5],
        [6, 7], 9, [frame],
    )  # fmt: skip
    window = st.Window(st.Strike.KNOCKBACK, WEST, [7], [12, 12], [1, 3], [st.Reduction(2, 3)])
    answer = canon.encode(act.Extend(9))
    yield (
        "hackclad: every field set",
        st.State(
            9, st.Step.OVER, 3, 13, WEST, True, [1], [2], [7], [10], [3], [4, 5, 6], 2,
            [st.Legion(8, st.LegionKind.HEAD, 2), st.Legion(9, st.LegionKind.TAIL)], [st.Stones(18, 5)],
            106, [1, 4], [side, side], st.Acting(2, 1, 1, 18), [window], [st.Due(1, 62, 1)],
            [Pending(1, "extend", answer), Pending(2, "extend")],
            st.Ending([1, 2], st.EndReason.TIE_BREAK, [st.Score(23, 14, 3, 4, 30), st.Score(-1, -2, 9, -3, -8)]),
        ),
    )  # fmt: skip
    yield "hackclad: nothing on the table", st.State(0, st.Step.SETUP, 1, 13, NORTH)
