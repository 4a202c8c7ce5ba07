"""What the vectors hold of エイノア-ANOARE-: a header, actions of every kind, and states."""

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from shinpan_engine.games.anoare.table import actions as act
from shinpan_engine.games.anoare.table import options as opt
from shinpan_engine.games.anoare.table import state as st
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.judging import record as rec
from shinpan_engine.kernel.play import chance
from shinpan_engine.kernel.play.answers import Pending


def headers() -> Iterator[tuple[str, rec.Header]]:
    """Headers: plain, and with every option."""
    pack = rec.PackRef("house", sha256(b"a pack").digest())
    drawn = rec.ChanceSource(rec.RecordedChance([rec.Outcome("fragment", [3, 1, 5, 2])]))
    plain = rec.Header(rec.FORMAT, "anoare", "duel", "1", pack, drawn, None, 2, [], opt.Setup([1, 2]))
    every = opt.Setup([5, 5], **dict.fromkeys(opt.Setup.__struct_fields__[1:], 1))
    seeded = rec.ChanceSource(rec.SeededChance(chance.SCHEME, bytes(range(32))))
    yield "anoare: recorded fragments", plain
    yield "anoare: every option differs from its default", msgspec.structs.replace(plain, chance=seeded, setup=every)


def actions() -> Iterator[tuple[str, rec.Action]]:
    """Actions of every kind."""
    acts = [
        act.Keep(5),
        act.GO_ON,
        act.Set(50),
        act.Pay([7, 3]),
        act.PASS,
        act.Use(),
        act.Use(12, 0, 1, [15, 11]),
        act.Use(0, 3),
        act.Resolve(0, 2, 1),
        act.Resolve(48),
        act.TurnUp(1),
        act.Open([act.CostAt(31, 1), act.CostAt(31, 3)]),
        act.Cool(8),
        act.COOL_REST,
        act.CoolExtra([8, 9]),
        act.LevelUp([], 10),
        act.LevelUp([act.Cooldowns(1, 2), act.Cooldowns(4, 9)], 8),
    ]
    for at, what in enumerate(acts):
        yield f"anoare: {type(what).__name__}, {at}", rec.Action(1 + at % 2, what)


def states() -> Iterator[tuple[str, st.State]]:
    """A state that no game reaches, with every field set, and one with as little as can be."""
    stack = st.Stack(8, [st.Cost(1), st.Cost(2, True), st.Cost(3, False, True)])
    place = st.EffectAt(8, 3, 1)
    full = st.Side(
        5,
        life=10,
        level=3,
        stored=300,
        fell=True,
        hand=[1, 2],
        ultras=[9],
        laid=[4],
        skill=stack,
        idle=True,
        owed=2,
        strike=st.Strike.EVADED,
        attack=-1,
        damage=-129,
        zone=[stack, st.Stack(5)],
        opens=2,
        uncooled=[8],
        drawn=[1, 2],
        fragment=3,
        fragment_spent=True,
        discarded_fragment=4,
        used=[place],
        modifiers=[st.Modifier(st.Modified.DISABLE_ABILITY, -2, 7)],
    )
    answer = canon.encode(act.Set(3))
    yield (
        "anoare: every field set",
        st.State(
            12,
            st.Step.OVER,
            -32769,
            [full, full],
            5,
            2,
            1,
            [st.Due(1, place)],
            2,
            [st.Due(2, st.EffectAt())],
            st.Resolving(1, 8, 3, 5, 1, 2),
            [Pending(1, "set", answer), Pending(2, "set")],
            st.Ending(2, st.EndReason.FATAL_WOUND),
        ),
    )
    yield "anoare: nothing on the table", st.State(0, st.Step.SETUP, 0, [])
