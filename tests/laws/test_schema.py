"""The engine's classes and the published schema say the same, and so do their canonical bytes."""

from enum import IntEnum

import msgpack
import msgspec
import pytest
from google.protobuf.descriptor import FieldDescriptor, OneofDescriptor
from google.protobuf.message import Message
from hypothesis import given

from shinpan.v1 import record_pb2, report_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel import canon, text
from shinpan_engine.kernel.chance import Stream
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.record import Commitment, Header
from shinpan_engine.kernel.report import Verdict
from shinpan_service.codec import messages, reader, to_message

from ..random_games import WIDE, course, header, modes, play, recorded, seeds, told
from .by_schema import canonical
from .mirrors import Mirror, enums, is_list, may_be_none, mirrors, pairs, plain, roots
from .strategies import structs

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_mirror = pytest.mark.parametrize("mirror", mirrors(), ids=lambda mirror: mirror.struct.__name__)

TYPES = {
    FieldDescriptor.TYPE_UINT32: int,
    FieldDescriptor.TYPE_SINT32: int,
    FieldDescriptor.TYPE_BOOL: bool,
    FieldDescriptor.TYPE_STRING: str,
    FieldDescriptor.TYPE_BYTES: bytes,
}
"""The plain types that hashed messages may have, and the engine's for each: no float, no 64 bits."""


@every_mirror
def test_fields_are_those_of_the_schema(mirror: Mirror) -> None:
    """A hashed class has the schema's fields, by their names, in the order of their numbers, and is an array."""
    assert mirror.struct.__struct_config__.array_like
    assert [pair.name for pair in pairs(mirror)] == [pair.slot.name for pair in pairs(mirror)]


@every_mirror
def test_types_are_those_of_the_schema(mirror: Mirror) -> None:
    """A field has the schema's type and count; a message that may be absent may be None, and nothing else may."""
    for pair in pairs(mirror):
        if isinstance(pair.slot, OneofDescriptor):
            continue
        assert is_list(pair.hint) == pair.slot.is_repeated, pair
        if pair.slot.type == FieldDescriptor.TYPE_MESSAGE:
            assert not pair.slot.message_type.GetOptions().map_entry
            assert may_be_none(pair.hint) == (not pair.slot.is_repeated), pair
        elif pair.slot.type == FieldDescriptor.TYPE_ENUM:
            assert issubclass(plain(pair.hint), IntEnum), pair
        else:
            assert not pair.slot.has_presence, "an optional plain field has no counterpart"
            assert plain(pair.hint) is TYPES[pair.slot.type], pair


@every_mirror
def test_oneofs_have_tagged_members(mirror: Mirror) -> None:
    """A oneof's members are messages, and the classes are tagged with exactly their numbers; nothing else has a tag."""
    for pair in pairs(mirror):
        if isinstance(pair.slot, OneofDescriptor):
            assert all(field.type == FieldDescriptor.TYPE_MESSAGE for field in pair.slot.fields)
            tags = [member.__struct_config__.tag for member in pair.members]
            assert sorted(tags) == sorted(field.number for field in pair.slot.fields)
    tagged = [member for other in mirrors() for pair in pairs(other) for member in pair.members]
    assert (mirror.struct.__struct_config__.tag is not None) == (mirror.struct in tagged)


@games
def test_verbs_are_the_names_of_the_schema(game: Game) -> None:
    """The verb of an action is the name of its member in the schema's oneof."""
    (what,) = messages(game).action.DESCRIPTOR.oneofs
    names = {field.number: field.name for field in what.fields}
    assert {kind.__struct_config__.tag: text.verb(kind) for kind in game.acts} == names


@games
def test_messages_of_a_game_are_found_by_the_service(game: Game) -> None:
    """The header's and the entry's oneof name the game, with the messages that the codec uses."""
    schema = messages(game)
    assert record_pb2.Header.DESCRIPTOR.fields_by_name[game.name].message_type is schema.setup.DESCRIPTOR
    assert record_pb2.Entry.DESCRIPTOR.fields_by_name[game.name].message_type is schema.action.DESCRIPTOR
    assert report_pb2.GameState.DESCRIPTOR.fields_by_name[game.name].message_type is schema.state.DESCRIPTOR


@pytest.mark.parametrize("enum", [*enums(), Verdict], ids=lambda enum: enum.__name__)
def test_enums_are_those_of_the_schema(enum: type[IntEnum]) -> None:
    """An enum has the schema's values under their numbers and, but for 0, under their names."""
    descriptor = {**enums(), Verdict: report_pb2.Verdict.DESCRIPTOR}[enum]
    prefix = _prefix(descriptor.name)
    theirs = {value.number: value.name for value in descriptor.values}
    ours = {member.value: prefix + member.name for member in enum}
    assert theirs.pop(0) == f"{prefix}UNSPECIFIED"
    ours.pop(0, None)
    assert ours == theirs


def _prefix(name: str) -> str:
    """The prefix of an enum's values in the schema: `BoostKind` has `BOOST_KIND_`."""
    return "".join(f"_{c}" if c.isupper() else c.upper() for c in name).lstrip("_") + "_"


def agree(value: msgspec.Struct, kind: type[Message]) -> None:
    """Fails unless all three ways to the canonical bytes agree."""
    ours = canon.encode(value)
    assert ours == canonical(to_message(value, kind))
    assert ours == msgpack.packb(msgspec.to_builtins(value, builtin_types=(bytes,)), use_bin_type=True)


@modes
def test_random_games_have_the_bytes_of_the_schema(game: Game, mode: str) -> None:
    """Headers, actions and states of random games are written as the schema says."""
    schema = messages(game)
    for seed in seeds(12):
        with told(seed):
            head = header(game, seed, mode)
            agree(head, record_pb2.Header)
            agree(recorded(play(game, seed, mode)).header, record_pb2.Header)
            promise = Commitment(bytes(32), bytes(16), b"secret", [b"", b"more"])
            agree(msgspec.structs.replace(head, commitment=promise), record_pb2.Header)
            for action, match in course(head, Stream(bytes(32), f"bytes/{seed}")):
                agree(action, schema.action)
                agree(match.table.state, schema.state)


@pytest.mark.parametrize("root", roots(), ids=lambda root: root.struct.__name__)
def test_anything_has_the_bytes_of_the_schema(root: Mirror) -> None:
    """Whatever numbers, texts and lists a hashed class holds, its bytes are those that the schema alone gives."""
    kind = _message(root)

    @WIDE
    @given(structs(root))
    def holds(value: msgspec.Struct) -> None:
        agree(value, kind)

    holds()


@games
def test_states_are_read_back(game: Game) -> None:
    """From its message and from its canonical bytes a state is read as it was, whatever it holds."""
    schema = messages(game)
    read = reader(game.state, schema.state.DESCRIPTOR)

    @WIDE
    @given(structs(Mirror(game.state, schema.state.DESCRIPTOR)))
    def holds(state: msgspec.Struct) -> None:
        assert read(to_message(state, schema.state)) == state
        assert canon.decode(canon.encode(state), game.state) == state

    holds()


def _message(root: Mirror) -> type[Message]:
    """The message class of a root."""
    known = [record_pb2.Header, *(kind for game in GAMES.values() for kind in messages(game))]
    return next(kind for kind in known if kind.DESCRIPTOR is root.message)


def test_a_header_without_a_game_is_told_from_one_with_it() -> None:
    """An absent message and an absent oneof are nil, and so differ from a present one with nothing in it."""
    empty = Header(0, "", "", "", None, None, None, 0, None)
    assert canon.encode(empty) == b"\x99\x00\xa0\xa0\xa0\xc0\xc0\xc0\x00\xc0"
    promised = msgspec.structs.replace(empty, commitment=Commitment())
    assert canon.encode(promised) == b"\x99\x00\xa0\xa0\xa0\xc0\xc0\x94\xc4\x00\xc4\x00\xc4\x00\x90\x00\xc0"
