"""Classes and messages say the same: in canonical bytes, in JSON, and when they are read back."""

from pathlib import Path

import msgpack
import msgspec
import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from hypothesis import given

from shinpan.v1 import record_pb2, report_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms import canon
from shinpan_engine.kernel.forms.to_json import to_json
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Commitment, Header
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_engine.kernel.play.chance import Stream
from shinpan_records import transcript
from shinpan_service.messages.codec import messages, reader, to_message
from tools.by_schema import canonical

from ..random_games import WIDE, course, header, modes, play, recorded, seeds, told
from .mirrors import Mirror, roots
from .strategies import structs

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
FIXTURES = Path(__file__).parents[2] / "fixtures"
STATES_ONCE_IN = 8
"""Actions of a recorded game between two states that are compared."""
GAME_OF = {game.setup: game.name for game in GAMES.values()}


@games
def test_messages_of_a_game_are_found_by_the_service(game: Game) -> None:
    """The header's and the entry's oneof name the game, with the messages that the codec uses."""
    schema = messages(game)
    assert record_pb2.Header.DESCRIPTOR.fields_by_name[game.name].message_type is schema.setup.DESCRIPTOR
    assert record_pb2.Entry.DESCRIPTOR.fields_by_name[game.name].message_type is schema.action.DESCRIPTOR
    assert report_pb2.GameState.DESCRIPTOR.fields_by_name[game.name].message_type is schema.state.DESCRIPTOR


def test_verdicts_are_those_of_the_schema() -> None:
    """The verdicts have the schema's numbers and names; what is not used there is none."""
    theirs = {value.number: value.name for value in report_pb2.Verdict.DESCRIPTOR.values if value.number}
    assert {verdict.value: f"VERDICT_{verdict.name}" for verdict in Verdict} == theirs


def agree(value: msgspec.Struct, kind: type[Message]) -> None:
    """Fails unless all three ways to the canonical bytes agree, and both to JSON."""
    ours, message = canon.encode(value), to_message(value, kind)
    assert ours == canonical(message)
    assert ours == msgpack.packb(msgspec.to_builtins(value, builtin_types=(bytes,)), use_bin_type=True)
    assert to_json(value) == MessageToDict(message, preserving_proto_field_name=True)


@modes
def test_random_games_are_written_as_the_schema_says(game: Game, mode: str) -> None:
    """Headers, actions and states of random games have the bytes and the JSON of their messages."""
    schema = messages(game)
    for seed in seeds(2):
        with told(seed):
            head = header(game, seed, mode)
            agree(head, record_pb2.Header)
            agree(recorded(play(game, seed, mode)).header, record_pb2.Header)
            promise = Commitment(bytes(32), bytes(16), b"secret", [b"", b"more"])
            agree(msgspec.structs.replace(head, commitment=promise), record_pb2.Header)
            for action, match in course(head, Stream(bytes(32), f"bytes/{seed}")):
                agree(action, schema.action)
                agree(match.table.state, schema.state)


@games
def test_fixtures_are_written_as_the_schema_says(game: Game) -> None:
    """Headers and actions of the recorded games have the bytes and the JSON of their messages, and so have the last
    states and some on the way."""
    schema, judged = messages(game), 0
    paths = sorted((FIXTURES / game.name).glob("*.shinpan"))
    for path in paths:
        try:
            replay = Replay(GAMES, transcript.load(path, GAMES).record)
        except (transcript.TranscriptError, RequestError):
            continue
        agree(replay.header, record_pb2.Header)

        def watch(step: Step, replay: Replay = replay) -> None:
            if step.action is not None:
                agree(step.action, schema.action)
            if step.entry % STATES_ONCE_IN == 0:
                agree(replay.match.table.state, schema.state)

        replay.run(watch=watch)
        if replay.match is not None:
            agree(replay.match.table.state, schema.state)
        judged += 1
    assert judged > len(paths) // 2


@pytest.mark.parametrize("root", roots(), ids=lambda root: root.message.full_name)
def test_anything_is_written_as_the_schema_says_and_read_back(root: Mirror) -> None:
    """Whatever numbers, texts and lists a hashed class holds, its bytes and its JSON are those of its message, and from
    message and bytes it is read as it was."""
    kind = _message(root)
    read = reader(root.struct, root.message, root.members)

    @WIDE
    @given(structs(root))
    def holds(value: msgspec.Struct) -> None:
        if isinstance(value, Header):
            value = msgspec.structs.replace(value, game=GAME_OF[type(value.setup)])
        agree(value, kind)
        assert read(to_message(value, kind)) == value
        assert root.members or canon.decode(canon.encode(value), root.struct) == value

    holds()


def _message(root: Mirror) -> type[Message]:
    """The message class of a root."""
    known = [record_pb2.Header, *(kind for game in GAMES.values() for kind in messages(game))]
    return next(kind for kind in known if kind.DESCRIPTOR is root.message)


def test_a_header_without_a_game_is_told_from_one_with_it() -> None:
    """An absent message and an absent oneof are nil, and so differ from a present one with nothing in it."""
    empty = Header(0, "", "", "", None, None, None, 0, [], None)
    assert canon.encode(empty) == b"\x9a\x00\xa0\xa0\xa0\xc0\xc0\xc0\x00\x90\xc0"
    promised = msgspec.structs.replace(empty, commitment=Commitment())
    assert canon.encode(promised) == b"\x9a\x00\xa0\xa0\xa0\xc0\xc0\x94\xc4\x00\xc4\x00\xc4\x00\x90\x00\x90\xc0"
