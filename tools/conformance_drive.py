"""What the vectors hold of 精霊回路ドライヴ: headers, actions of every kind, and states."""

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from shinpan_engine.games.drive.table import actions as act
from shinpan_engine.games.drive.table import options as opt
from shinpan_engine.games.drive.table import state as st
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.judging import record as rec
from shinpan_engine.kernel.play import chance
from shinpan_engine.kernel.play.answers import Pending


def headers() -> Iterator[tuple[str, rec.Header]]:
    """Headers: plain, and with every option."""
    pack = rec.PackRef("house", sha256(b"a pack").digest())
    drawn = rec.ChanceSource(rec.RecordedChance([rec.Outcome("deck", [54, 1, 7]), rec.Outcome("enemy", [12, 3])]))
    plain = rec.Header(
        rec.FORMAT, "drive", "solo_partner", "1.1", pack, drawn, None, 2, [], opt.Setup(opt.Difficulty.A)
    )
    others = dict.fromkeys(opt.Setup.__struct_fields__[4:], 1)
    every = opt.Setup(opt.Difficulty.E, 4, [1, 6], 3, **others)
    seeded = rec.ChanceSource(rec.SeededChance(chance.SCHEME, bytes(range(32))))
    yield "drive: recorded deck", plain
    yield (
        "drive: every option differs from its default",
        msgspec.structs.replace(plain, mode="multi", chance=seeded, seats=4, setup=every),
    )


def actions() -> Iterator[tuple[str, rec.Action]]:
    """Actions of every kind."""
    acts = [
        act.Pick(20),
        act.Pick(7, [1, 2]),
        act.TakeParty(4),
        act.TakePartner(21),
        act.PASS,
        act.Play([7, 3]),
        act.Play([9, 19], [54]),
        act.Name(),
        act.Name(4),
        act.Swap(1),
        act.Pursue(27),
        act.Use(9, 0, 5),
        act.Use(1, 1),
        act.Gain(2),
        act.Gain(2, act.Bonus.LEVEL_UP),
        act.Raise(3),
        act.Lower(130),
        act.LevelUp(3),
        act.TAKE,
        act.PutBack(54),
        act.Discard(1),
        act.Keep(),
        act.Keep([1, 2]),
        act.GO_ON,
    ]
    for at, what in enumerate(acts):
        yield f"drive: {type(what).__name__}, {at}", rec.Action(1 + at % 4, what)


def states() -> Iterator[tuple[str, st.State]]:
    """A state that no game reaches, with every field set, and one with as little as can be."""
    member = st.Member(1, 5, 2, True, [0, 1])
    side = st.Side([1, 2], 300, [member, st.Member(7, 1)], [3], True)
    due = st.SkillAt(2, 7, 1)
    frame = st.Frame(
        st.FrameKind.ENEMY_EFFECT, 1, 7, 1, 12, st.EnemyPart.PASSIVE, 5, 2, 3, [2, 1], [due, st.SkillAt(1, 1, 0)]
    )
    answer = canon.encode(act.Keep([1]))
    yield (
        "drive: every field set",
        st.State(
            st.Round.BOSS,
            33,
            2,
            st.Step.OVER,
            True,
            [side, st.Side()],
            [1, 54],
            [2],
            [3, 4],
            st.CurrentEnemy(15, 110, 2),
            [1, 12],
            [13],
            15,
            [1, 3],
            [1, 20],
            [2],
            3,
            [7, 9],
            9,
            [1, 2],
            [st.Fighter(28, 2)],
            [st.Fighter(1), st.Fighter(27, 1)],
            [st.Change(1, 3, 0), st.Change(27, -1, 129), st.Change(28, 2, -33)],
            [due],
            [st.Gains(7, act.Bonus.LEVEL_UP), st.Gains(7, act.Bonus.MANA)],
            [1],
            13,
            [frame, st.Frame(st.FrameKind.DUES)],
            [due],
            [st.SkillAt(1, 31, 1)],
            4,
            [Pending(1, "keep", answer), Pending(2, "keep")],
            st.Ending(True, st.EndReason.BOSS_DEFEATED),
        ),
    )
    yield "drive: nothing on the table", st.State(st.Round.PREPARATION, 0, 0, st.Step.PARTY, False, [])
