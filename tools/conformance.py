"""Writes the conformance vectors in fixtures/conformance from the engine, for implementations in other languages.

`python -m tools.conformance` writes them, `python -m tools.conformance --check` says whether they are still what the
engine gives. Every canonical form is written only if the schema alone gives the same bytes.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from shinpan.v1 import record_pb2
from shinpan.wars3x3.v1 import wars3x3_action_pb2, wars3x3_state_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3.table import actions as act
from shinpan_engine.games.wars3x3.table import options as opt
from shinpan_engine.games.wars3x3.table import state as st
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.judging import record as rec
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.play import chance
from shinpan_engine.kernel.play.answers import Pending
from shinpan_records import transcript
from shinpan_service.messages.codec import messages, to_message
from shinpan_service.workbench.players import MOST_CHOICES, PLAY_1
from tools import (
    conformance_anoare,
    conformance_chance,
    conformance_drive,
    conformance_growth,
    conformance_hackclad,
    conformance_packs,
    conformance_play,
    conformance_swordrion,
)
from tools.by_schema import canonical as by_schema
from tools.conformance_chance import SEED

REPOSITORY = Path(__file__).resolve().parent.parent
FOLDER = REPOSITORY / "fixtures" / "conformance"
GROWTH = FOLDER / "growth.proto"
PRINTED_REPLAY = REPOSITORY / "fixtures" / "wars3x3" / "printed-replay.shinpan"

WIDE = (0, 1, 127, 128, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1)
"""Numbers at which the shortest form of an integer changes."""
LOW = (-1, -32, -33, -128, -129, -32768, -32769, -(2**31))
"""The same below zero."""


def canonical_vectors() -> dict[str, Any]:
    """Headers, actions of every kind and states, each as protobuf JSON and as canonical bytes."""
    headers = [_row(about, header, record_pb2.Header, "header_hash") for about, header in _headers()]
    actions = [_row(about, action, wars3x3_action_pb2.Action) for about, action in _actions()]
    states = [_row(about, state, wars3x3_state_pb2.State, "state_hash") for about, state in (*_played(), *_made_up())]
    for name, of in (
        ("anoare", conformance_anoare),
        ("drive", conformance_drive),
        ("hackclad", conformance_hackclad),
        ("swordrion", conformance_swordrion),
    ):
        schema = messages(GAMES[name])
        headers += [_row(about, header, record_pb2.Header, "header_hash") for about, header in of.headers()]
        actions += [_row(about, action, schema.action) for about, action in of.actions()]
        states += [_row(about, state, schema.state, "state_hash") for about, state in of.states()]
    return {"vectors": "canonical", "scheme": canon.SCHEME, "messages": headers + actions + states}


TAGS = {"header_hash": b"shinpan-header-1", "state_hash": b"shinpan-state-1"}


def _row(about: str, value: msgspec.Struct, kind: type[Message], hash: str | None = None) -> dict[str, Any]:
    message, canonical = _both(about, value, kind)
    row = {"about": about, "type": kind.DESCRIPTOR.full_name, "json": _json(message), "canonical": canonical.hex()}
    return row if hash is None else {**row, hash: sha256(TAGS[hash] + canonical).hexdigest()}


def _both(about: str, value: msgspec.Struct, kind: type[Message]) -> tuple[Message, bytes]:
    """A message and its canonical bytes, on which the engine and the schema agree."""
    message: Message = to_message(value, kind)
    canonical = canon.encode(value)
    assert canonical == by_schema(message), f"{about}: the engine's bytes are not those of the schema"
    return message, canonical


def _json(message: Message) -> dict[str, Any]:
    return MessageToDict(message, preserving_proto_field_name=True)


def _headers() -> Iterator[tuple[str, rec.Header]]:
    pack = rec.PackRef("house", sha256(b"a pack").digest())
    seeded = rec.ChanceSource(rec.SeededChance(chance.SCHEME, SEED))
    deck = rec.Outcome("deck", [20, 26, 29, 127, 128, 255, 256])
    recorded = rec.ChanceSource(rec.RecordedChance([deck, rec.Outcome("magic", [])]))
    seen = rec.ChanceSource(rec.SeenChance([rec.Outcome("deck", [20, 0, 0, 127])]))
    facts = [rec.Fact("magic", 8, "mana.total", "2"), rec.Fact("magic", 8, "mana.water", "1")]
    given = [b"", b"a", b"b" * 32]
    promise = rec.Commitment(chance.commitment(b"secret", bytes(16)), bytes(16), b"secret", given)
    mixed = rec.ChanceSource(rec.SeededChance(chance.SCHEME, chance.mixed_seed(b"secret", given)))
    every = opt.Setup(2, **dict.fromkeys(opt.Setup.__struct_fields__[1:], 1))

    def header(chance: rec.ChanceSource | None, setup: opt.Setup | None, **changed: Any) -> rec.Header:
        plain = rec.Header(rec.FORMAT, "wars3x3", "beginner", "1.2", pack, chance, None, 2, [], setup)
        return msgspec.structs.replace(plain, **changed)

    yield "a header with a seed", header(seeded, opt.Setup(1))
    yield "a header with recorded outcomes", header(recorded, opt.Setup(2))
    yield "recorded chance that knows nothing", header(rec.ChanceSource(rec.RecordedChance([])), opt.Setup(1))
    alone = rec.Commitment(chance.commitment(SEED, bytes(16)), bytes(16))
    yield "a promise about the seed", header(seeded, opt.Setup(1), commitment=alone)
    yield "a promise about the secret in a mixed seed", header(mixed, opt.Setup(1), commitment=promise)
    yield "a promise that says nothing", header(seeded, opt.Setup(1), commitment=rec.Commitment())
    yield "every option differs from its default", header(seeded, every)
    yield "as much as was seen", header(seen, opt.Setup(1))
    yield "facts of cards", header(seeded, opt.Setup(1), facts=facts)
    yield "a chance without a source", header(rec.ChanceSource(), opt.Setup(1))
    yield "no pack, no chance, no set-up", header(None, None, pack=None)
    yield "nothing at all", rec.Header(0, "", "", "", None, None, None, 0, [], None)
    for length in (31, 32, 255, 256):
        yield f"texts of {length} bytes", header(seeded, opt.Setup(1), mode="m" * length, edition=_text(length))
    for length in (0, 255, 256):
        yield f"a digest of {length} bytes", header(seeded, opt.Setup(1), pack=rec.PackRef("審判", b"\x80" * length))


def _text(length: int) -> str:
    """A text of so many bytes with characters of one to four bytes in it."""
    start = "é審𝍢"
    return start + "e" * (length - len(start.encode()))


def _actions() -> Iterator[tuple[str, rec.Action]]:
    plain = act.Spell(40, [28])
    full = act.Spell(16, [24, 46, 48], [3, 0], True)
    acts = [
        act.PASS,
        act.DRAW,
        act.Remove([plain]),
        act.Strengthen([full, plain]),
        act.Counter([]),
        act.Counter([act.Spell(at, list(range(1, at))) for at in (1, 16, 17)]),
        act.ATTACK,
        act.END_COMBAT,
        act.Lay(37),
        act.Deploy(0),
        act.Deploy(26),
        act.Redeploy(29, [20, 26]),
        act.END_TURN,
        act.Magic(11),
        act.GrandMagic(22),
        act.Choose([]),
        act.Choose([26, 29]),
        act.Reveal(3),
        act.USE_TRAIT,
        act.TakeBack([18]),
        act.Heal(45, 3),
        act.Exchange([16, 47], [6, 24]),
        act.Copy(8),
        act.GainMana(act.Attribute.SKY),
        act.StartTerritory([14, 27, 36]),
        act.KeepMagic(list(range(1, 16))),
        act.Mulligan(),
        act.KeepHand(list(range(1, 17))),
        act.RESIGN,
    ]
    for at, what in enumerate(acts):
        yield f"{type(what).__name__}, {at}", rec.Action(1 + at % 2, what)
    yield "an action that says nothing", rec.Action(0, None)


def _played() -> Iterator[tuple[str, st.State]]:
    """States of the printed replay: the first of each kind."""
    kinds = {
        "before the first action": lambda _: True,
        "one seat has answered": lambda state: len(state.pending) == 1,
        "units on the field": lambda state: any(side.units for side in state.sides),
        "spells declared": lambda state: state.chains,
        "a counter declared": lambda state: any(len(chain.plays) > 1 for chain in state.chains),
        "a text that waits for a choice": lambda state: state.frames,
        "strengthened units": lambda state: any(unit.boosts for side in state.sides for unit in side.units),
        "the end": lambda state: state.ending,
    }
    found: dict[str, bytes] = {}

    def watch(_: Step) -> None:
        assert replay.match is not None
        state = replay.match.table.state
        for about, holds in kinds.items():
            if about not in found and holds(state):
                found[about] = canon.encode(state)

    replay = _printed_replay()
    replay.run(watch=watch)
    assert len(found) == len(kinds), f"the printed replay shows no state with: {kinds.keys() - found.keys()}"
    for about in kinds:
        yield f"the printed replay: {about}", canon.decode(found[about], st.State)


def _made_up() -> Iterator[tuple[str, st.State]]:
    """States that no game reaches, with every field set and every length of a number."""
    boost = st.Boost(st.BoostKind.INCREASE, 48, 22, 300, True, st.Until.TURN_END)
    unit = st.Unit(16, [boost, st.Boost(st.BoostKind.STRENGTHENING, amount=-2)], 12)
    magic = st.MagicCard(22, st.Face.EXCLUDED, 255, 256)
    turn = st.ThisTurn(-7, [10], True, act.Attribute.GRASS, True, 11)
    full = st.Side(-3, [1], [2], [unit], [magic], [4], 5, [6], turn, st.Dealing(8, [9]))
    chain = st.Chain(16, [st.Play([1, 2], [3], True), st.Play([])], True, True)
    answer = canon.encode(act.KeepMagic([11]))
    yield (
        "every field set",
        st.State(
            12,
            2,
            st.Step.OVER,
            [1],
            [2],
            [3],
            [4],
            [full, full],
            [chain],
            [st.Casting(1, 2, True, True, 3, 4, [5]), st.Casting(2)],
            True,
            6,
            1,
            [Pending(1, "keep", answer), Pending(2, "審判")],
            st.Ending(0, st.EndReason.DECK_OUT),
        ),
    )
    bare = st.State(0, 0, st.Step.SETUP, [], [], [], [], [])
    yield "nothing on the table", bare
    yield "numbers of every length", msgspec.structs.replace(bare, turn=2**32 - 1, deck=list(WIDE))
    for length in (15, 16):
        yield f"lists of {length}", msgspec.structs.replace(bare, deck=[0] * length, sides=[st.Side(0)] * length)
    yield "lives of every length", msgspec.structs.replace(bare, sides=[st.Side(life) for life in (*LOW, 2**31 - 1)])


def _printed_replay() -> Replay:
    return Replay(GAMES, transcript.load(PRINTED_REPLAY, GAMES).record)


def link_vectors() -> dict[str, Any]:
    """The printed replay of 3x3Wars: its header, and the hash and link after every action."""
    replay = _printed_replay()
    steps: list[dict[str, Any]] = []

    def watch(step: Step) -> None:
        hashes = {"state_hash": step.state_hash.hex(), "link": step.link.hex()}
        if step.action is None:
            steps.append({"step": step.number, **hashes})
            return
        message, canonical = _both(f"step {step.number}", step.action, wars3x3_action_pb2.Action)
        steps.append({"step": step.number, "action": _json(message), "canonical": canonical.hex(), **hashes})

    finding = replay.run(watch=watch)
    assert finding is None, f"the printed replay does not come out: {finding}"
    return {
        "vectors": "links",
        "about": "The printed replay of 3x3Wars",
        "header": _row("header", replay.header, record_pb2.Header, "header_hash"),
        "action_type": wars3x3_action_pb2.Action.DESCRIPTOR.full_name,
        "steps": steps,
        "last_link": replay.links.link.hex(),
    }


# --- Files -----------------------------------------------------------------------------------------------------------


def growth_vectors() -> dict[str, Any]:
    """What becomes of messages to which fields were added, by the schema beside."""
    with conformance_growth.grown():
        rows = [
            {
                "about": about,
                "type": f"shinpan.growth.v1.{type(value).__name__}",
                "json": conformance_growth.as_json(value),
                "canonical": canon.encode(value).hex(),
            }
            for about, value in conformance_growth.messages()
        ]
    refused = [{"about": about, "canonical": data.hex()} for about, data in conformance_growth.refused()]
    return {"vectors": "growth", "scheme": canon.SCHEME, "schema": GROWTH.name, "messages": rows, "refused": refused}


def play_vectors() -> dict[str, Any]:
    """A game of `play-1` of every mode: its header, how it begins, and its last link."""
    rows = []
    for one in conformance_play.games():
        head = one.header
        steps = [
            {"choices": step.choices, "drawn": step.drawn, "action": canon.encode(step.action).hex()}
            for step in one.choices[: conformance_play.MOST_TOLD]
        ]
        rows.append(
            {
                **_row(f"{head.game} {head.mode}", head, record_pb2.Header, "header_hash"),
                "actions": len(one.choices),
                "last_link": one.replay.links.link.hex(),
                "begins": steps,
            }
        )
    return {"vectors": "play", "player": PLAY_1, "most_choices": MOST_CHOICES, "seed": SEED.hex(), "games": rows}


FILES = {
    "growth.json": growth_vectors,
    "chance.json": conformance_chance.chance_vectors,
    "canonical.json": canonical_vectors,
    "links.json": link_vectors,
    "packs.json": conformance_packs.pack_vectors,
    "play.json": play_vectors,
}


def spelled(vectors: dict[str, Any]) -> str:
    """The text of a file of vectors: one line for each, so that a change shows what it changes."""
    keys = [f"  {json.dumps(key)}: {_spelled(value)}" for key, value in vectors.items()]
    return "{\n" + ",\n".join(keys) + "\n}\n"


def _spelled(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in value) + "\n  ]"
    return json.dumps(value, ensure_ascii=False)


def main(arguments: Sequence[str]) -> int:
    """Writes the files, or with --check names those that are not what the engine gives."""
    stale = 0
    for name, vectors in FILES.items():
        path, text = FOLDER / name, spelled(vectors())
        if arguments == ["--check"]:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                print(f"{path.relative_to(REPOSITORY)} is not what the engine gives")
                stale += 1
        else:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(REPOSITORY)}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
