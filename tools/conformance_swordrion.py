"""What the vectors hold of ダンジョン オブ ソードリオン: headers, actions of every kind, and states."""

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from shinpan_engine.games.swordrion.table import actions as act
from shinpan_engine.games.swordrion.table import options as opt
from shinpan_engine.games.swordrion.table import state as st
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.judging import record as rec
from shinpan_engine.kernel.play import chance
from shinpan_engine.kernel.play.answers import Pending


def headers() -> Iterator[tuple[str, rec.Header]]:
    """Headers: plain, and with every fact and option."""
    pack = rec.PackRef("house", sha256(b"a pack").digest())
    drawn = rec.ChanceSource(rec.RecordedChance([rec.Outcome("deck", [3, 128, 5, 127])]))
    plain = rec.Header(rec.FORMAT, "swordrion", "solo", "1", pack, drawn, None, 1, [], opt.Setup())
    every = opt.Setup(opt.ByColour(1, 2, 0), opt.ByColour(2, 3, 4), **dict.fromkeys(opt.Setup.__struct_fields__[2:], 1))
    seeded = rec.ChanceSource(rec.SeededChance(chance.SCHEME, bytes(range(32))))
    yield "swordrion: a recorded deck", plain
    yield (
        "swordrion: every option differs from its default",
        msgspec.structs.replace(plain, mode="versus", seats=2, chance=seeded, setup=every),
    )


def actions() -> Iterator[tuple[str, rec.Action]]:
    """Actions of every kind."""
    acts = [
        act.Pick(128),
        act.Replace([1, 127, 128]),
        act.Lay(7),
        act.Relics([3, 200]),
        act.PASS,
        act.Drop(110),
        act.Cast(999),
        act.Use(6),
        act.Use(200, 1),
        act.Summon(53),
        act.ATTACK,
        act.AttackWith(13),
        act.Target(1),
        act.Target(10, True),
        act.Take(32),
        act.Merge(0, 10),
        act.Merge(2, 1),
        act.ADD,
        act.Under(3),
        act.Buy(2, 1, 3, 2),
        act.Buy(32),
        act.Redraw(110, act.Colour.YELLOW),
        act.Stock(112, act.Colour.BLUE),
        act.DONE,
    ]
    for at, what in enumerate(acts):
        yield f"swordrion: {type(what).__name__}, {at}", rec.Action(1 + at % 2, what)


def states() -> Iterator[tuple[str, st.State]]:
    """A state that no game reaches, with every field set, and one with as little as can be."""
    marks = st.Marks(
        [st.Equipment(123), st.Equipment(127, True)], -1, 200, 3, 1, -129, True, [4], [3, 4], st.Felled.BY_ENEMY
    )
    slot = st.Slot(3, True, 4, 2, marks)
    before = st.Situation(2, 3, 4, [200, 5], st.Front(3, 2, -1, 3, 200, [123]), st.Front(200))
    exchange = st.Exchange(
        100, 3, 200, 2, before, True, True, [2, 1], [9], True, True, True, 200, [200], [13], [5],
    )  # fmt: skip
    full = st.Side(
        [1], [2], [slot], [slot, st.Slot(9)], [53], [5], [6], [7, 8], [110], [11], [12], [14], st.Cubes(3, 2, 300),
        st.Cubes(1, 0, 2), 5, st.Status.CLEARED, st.Step.SHOP, exchange, [st.UseAt(15, 1)], [st.Due(16, 1, True, True)],
        [st.Frame(17, 1, True, st.Source.SPELL, 2, 3, 18, [19])],
    )  # fmt: skip
    answer = canon.encode(act.Pick(3))
    yield (
        "swordrion: every field set",
        st.State(
            3,
            st.Phase.OVER,
            4,
            [128, 127],
            [20],
            [full, full],
            [Pending(1, "pick", answer), Pending(2, "pick")],
            st.Ending(2, st.EndReason.DECK_OUT, [-1, 30], [2, 0], st.Rank.KING),
        ),
    )
    yield "swordrion: nothing on the table", st.State(0, st.Phase.SETUP, 0, [], [], [st.Side()])
