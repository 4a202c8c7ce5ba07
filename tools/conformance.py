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

import msgpack
import msgspec
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from shinpan.v1 import record_pb2
from shinpan.wars3x3.v1 import action_pb2, state_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import actions as act
from shinpan_engine.games.wars3x3 import options as opt
from shinpan_engine.games.wars3x3 import state as st
from shinpan_engine.kernel import canon, chance
from shinpan_engine.kernel import record as rec
from shinpan_engine.kernel.answers import Pending
from shinpan_engine.kernel.referee import Replay, Step
from shinpan_service import transcript
from shinpan_service.codec import messages, to_message
from tools import conformance_anoare, conformance_drive, conformance_hackclad, conformance_swordrion

REPOSITORY = Path(__file__).resolve().parent.parent
FOLDER = REPOSITORY / "fixtures" / "conformance"
PRINTED_REPLAY = REPOSITORY / "fixtures" / "wars3x3" / "printed-replay.shinpan"

SEED = bytes(range(32))
WIDE = (0, 1, 127, 128, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1)
"""Numbers at which the shortest form of an integer changes."""
LOW = (-1, -32, -33, -128, -129, -32768, -32769, -(2**31))
"""The same below zero."""


class CountedStream(chance.Stream):
    """A stream that counts the words it gives."""

    def __init__(self, seed: bytes, label: str) -> None:
        super().__init__(seed, label)
        self.words_used = 0
        self._uncounted = self.word
        self.word = self._counted

    def _counted(self) -> int:
        self.words_used += 1
        return self._uncounted()


def chance_vectors() -> dict[str, Any]:
    """The scheme's words, draws and shuffles, what it refuses, commitments and mixed seeds."""
    return {
        "vectors": "chance",
        "scheme": chance.SCHEME,
        "seed": SEED.hex(),
        "words": [_words("deck", 10), _words("dice", 4), _words("rebuild/p2/3", 17), _words("x" * 255, 9)],
        "draws": [
            _draws("deck", 6, 20),
            _draws("deck", 1, 3),
            _draws("deck", 2, 12),
            _draws("deck", 65536, 12),
            _draws("reject", 65175, 1, skip=91173),
        ],
        "mixed_draws": [_mixed_draws("roll", count=20000, step=7919, factor=31, modulus=1000003)],
        "shuffles": [
            _shuffle("deck", range(48)),
            _shuffle("deck", range(1, 49)),
            _shuffle("magic", range(1, 17)),
            _shuffle("magic", (7, 9)),
            _shuffle("magic", (7,)),
            _shuffle("magic", ()),
        ],
        "refused": [
            _refused(SEED[:31], "deck", 6),
            _refused(SEED + b"\0", "deck", 6),
            _refused(SEED, "", 6),
            _refused(SEED, "x" * 256, 6),
            _refused(SEED, "山札", 6),
            _refused(SEED, "deck", 0),
            _refused(SEED, "deck", -1),
            _refused(SEED, "deck", 65537),
        ],
        "commitments": [_commitment(SEED, bytes(range(16))), _commitment(bytes(32), bytes(16))],
        "mixed_seeds": [
            _mixed_seed(SEED, [b"second", b"first"]),
            _mixed_seed(SEED, [b"first", b"second"]),
            _mixed_seed(SEED, [b"ab", b"\xff", b"a", b"", b"a"]),
            _mixed_seed(b"", [b"only"]),
            _mixed_seed(SEED, []),
        ],
    }


def _words(label: str, count: int) -> dict[str, Any]:
    stream = chance.Stream(SEED, label)
    return {"label": label, "words": [f"{stream.word():08x}" for _ in range(count)]}


def _draws(label: str, n: int, count: int, skip: int = 0) -> dict[str, Any]:
    stream = CountedStream(SEED, label)
    for _ in range(skip):
        stream.below(n)
    values = [stream.below(n) for _ in range(count)]
    return {"label": label, "n": n, "skip": skip, "values": values, "words_used": stream.words_used}


def _mixed_draws(label: str, count: int, step: int, factor: int, modulus: int) -> dict[str, Any]:
    """Draw k has n = 1 + (step * k mod 65536); all are folded into one number."""
    stream = CountedStream(SEED, label)
    folded = 0
    for k in range(count):
        folded = (factor * folded + stream.below(1 + step * k % 65536)) % modulus
    asked = {"label": label, "count": count, "step": step, "factor": factor, "modulus": modulus}
    return {**asked, "folded": folded, "words_used": stream.words_used}


def _shuffle(label: str, items: Sequence[int]) -> dict[str, Any]:
    stream = CountedStream(SEED, label)
    order = stream.shuffle(items)
    digest = sha256(bytes(order)).hexdigest()
    return {
        "label": label,
        "items": list(items),
        "order": order,
        "sha256": digest,
        "words_used": stream.words_used,
    }


def _refused(seed: bytes, label: str, n: int) -> dict[str, Any]:
    try:
        chance.Stream(seed, label).below(n)
    except ValueError:
        return {"seed": seed.hex(), "label": label, "n": n}
    raise AssertionError(f"the engine accepts a seed of {len(seed)} bytes, label {label!r}, below({n})")


def _commitment(seed: bytes, salt: bytes) -> dict[str, Any]:
    return {"seed": seed.hex(), "salt": salt.hex(), "digest": chance.commitment(seed, salt).hex()}


def _mixed_seed(secret: bytes, contributions: list[bytes]) -> dict[str, Any]:
    seed = chance.mixed_seed(secret, contributions)
    return {"secret": secret.hex(), "contributions": [part.hex() for part in contributions], "seed": seed.hex()}


def by_schema(message: Message) -> bytes:
    """The canonical bytes of any message as the schema alone gives them: the rule of `canon-1`, written out."""
    return bytes(msgpack.packb(_slots(message)))


def _slots(message: Message) -> list[Any]:
    slots: list[Any] = []
    seen = set()
    for field in sorted(message.DESCRIPTOR.fields, key=lambda field: field.number):
        oneof = field.containing_oneof
        # The compiler makes a oneof of its own for an `optional` field, named after it.
        if oneof is None or oneof.name == f"_{field.name}":
            slots.append(_slot(message, field))
        elif oneof.name not in seen:
            seen.add(oneof.name)
            slots.append(_tagged(message, message.WhichOneof(oneof.name)))
    return slots


def _tagged(message: Message, member: str | None) -> list[Any] | None:
    if member is None:
        return None
    return [message.DESCRIPTOR.fields_by_name[member].number, *_slots(getattr(message, member))]


def _slot(message: Message, field: FieldDescriptor) -> Any:
    value = getattr(message, field.name)
    if field.is_repeated:
        return [_slots(item) for item in value] if field.message_type else list(value)
    if field.has_presence and not message.HasField(field.name):
        return None
    return _slots(value) if field.message_type else value


def canonical_vectors() -> dict[str, Any]:
    """Headers, actions of every kind and states, each as protobuf JSON and as canonical bytes."""
    headers = [_row(about, header, record_pb2.Header, "header_hash") for about, header in _headers()]
    actions = [_row(about, action, action_pb2.Action) for about, action in _actions()]
    states = [_row(about, state, state_pb2.State, "state_hash") for about, state in (*_played(), *_made_up())]
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
    promise = rec.Commitment(chance.commitment(SEED, bytes(16)), bytes(16), b"secret", [b"", b"a", b"b" * 32])
    every = opt.Setup(2, **dict.fromkeys(opt.Setup.__struct_fields__[1:], 1))

    def header(chance: rec.ChanceSource | None, setup: opt.Setup | None, **changed: Any) -> rec.Header:
        plain = rec.Header(rec.FORMAT, "wars3x3", "beginner", "1.2", pack, chance, None, 2, setup)
        return msgspec.structs.replace(plain, **changed)

    yield "a header with a seed", header(seeded, opt.Setup(1))
    yield "a header with recorded outcomes", header(recorded, opt.Setup(2))
    yield "recorded chance that knows nothing", header(rec.ChanceSource(rec.RecordedChance([])), opt.Setup(1))
    yield "a promise about the seed", header(seeded, opt.Setup(1), commitment=promise)
    yield "a promise that says nothing", header(seeded, opt.Setup(1), commitment=rec.Commitment())
    yield "every option differs from its default", header(seeded, every)
    yield "a chance without a source", header(rec.ChanceSource(), opt.Setup(1))
    yield "no pack, no chance, no set-up", header(None, None, pack=None)
    yield "nothing at all", rec.Header(0, "", "", "", None, None, None, 0, None)
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
        act.Redeploy(29, [20, 26]),
        act.END_TURN,
        act.Magic(11),
        act.GrandMagic(22),
        act.Choose(),
        act.Choose([26, 29], 8, 3, act.Attribute.SKY, True),
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
        "a text that waits for a choice": lambda state: state.casting,
        "strengthened units": lambda state: any(unit.boosts for side in state.sides for unit in side.units),
        "the end": lambda state: state.outcome,
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
    unit = st.Unit(16, [boost, st.Boost(st.BoostKind.STRENGTHENING)], 12)
    magic = st.MagicCard(22, st.Face.EXCLUDED, 255, 256)
    turn = st.ThisTurn(7, [10], True, act.Attribute.GRASS, True, 11)
    full = st.Side(-3, [1], [2], [unit], [magic], [4], 5, [6], turn, st.Dealing(8, [9]))
    chain = st.Chain(16, [st.Play([1, 2], [3], True), st.Play([])], True, True)
    answer = canon.encode(rec.Action(1, act.KeepMagic([11])))
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
            st.Casting(1, 2, True, True, 3, 4, [5]),
            True,
            6,
            1,
            [Pending(1, "keep", answer), Pending(2, "審判")],
            st.Outcome(0, st.EndReason.DECK_OUT),
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
        message, canonical = _both(f"step {step.number}", step.action, action_pb2.Action)
        steps.append({"step": step.number, "action": _json(message), "canonical": canonical.hex(), **hashes})

    finding = replay.run(watch=watch)
    assert finding is None, f"the printed replay does not come out: {finding}"
    return {
        "vectors": "links",
        "about": "The printed replay of 3x3Wars",
        "header": _row("header", replay.header, record_pb2.Header, "header_hash"),
        "action_type": action_pb2.Action.DESCRIPTOR.full_name,
        "steps": steps,
        "last_link": replay.links.link.hex(),
    }


# --- Files -----------------------------------------------------------------------------------------------------------

FILES = {"chance.json": chance_vectors, "canonical.json": canonical_vectors, "links.json": link_vectors}


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
