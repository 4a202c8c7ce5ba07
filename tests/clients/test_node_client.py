"""A client in another language, with code of its own, comes to the same bytes, hashes, links and chance."""

import copy
import json
import socket
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from shinpan.v1 import record_pb2, referee_pb2, referee_pb2_grpc, report_pb2
from shinpan.wars3x3.v1 import wars3x3_action_pb2, wars3x3_state_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.canon import encode
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.referee import Replay, Step
from shinpan_service.messages.records import record_from_message, report_to_message, state_to_message
from tests.clients.messages import any_message
from tests.filled_in import filled_in, texts_from
from tests.random_games import WIDE, play, recorded, seeds, told
from tools import conformance

from .programs import CLIENT, Program, printed, write


def test_client_knows_no_game() -> None:
    """The client reads everything off the schema: no line of it names a game."""
    sources = {path.name: path.read_text(encoding="utf-8") for path in CLIENT.glob("*.js")}
    assert "client.js" in sources
    for name, text in sources.items():
        assert not [game for game in GAMES if game in text], name


def test_canonical_form_of_any_schema(node: Program) -> None:
    """What the schemas here have no example of is written as the scheme says, or refused."""
    done = node("canon.test.js")
    assert done.returncode == 0, done.stdout


def test_vectors_come_out(node: Program) -> None:
    """Every conformance vector comes out in the other language."""
    done = node("conformance.js", conformance.FOLDER)
    assert done.returncode == 0, done.stderr
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [
        ["ok", name] for name in sorted(conformance.FILES)
    ]


def other(text: str) -> str:
    """Another hexadecimal text of the same length."""
    return ("1" if text[0] == "0" else "0") + text[1:]


ALTERED = {
    "a word": ("chance.json", ("words", 0, "words", 9), other),
    "a draw": ("chance.json", ("draws", 0, "values", 19), lambda n: (n + 1) % 6),
    "the words a draw used": ("chance.json", ("draws", 4, "words_used"), lambda n: n - 1),
    "the sum of mixed draws": ("chance.json", ("mixed_draws", 0, "folded"), lambda n: n + 1),
    "a shuffled order": ("chance.json", ("shuffles", 0, "order"), lambda order: order[::-1]),
    "a shuffle's digest": ("chance.json", ("shuffles", 0, "sha256"), other),
    "a refusal": ("chance.json", ("refused", 6, "n"), lambda _: 1),
    "a commitment": ("chance.json", ("commitments", 0, "salt"), other),
    "a contribution": ("chance.json", ("mixed_seeds", 0, "contributions", 1), other),
    "canonical bytes": ("canonical.json", ("messages", 0, "canonical"), other),
    "a message": ("canonical.json", ("messages", 0, "json", "seats"), lambda n: n + 1),
    "a header hash": ("canonical.json", ("messages", 0, "header_hash"), other),
    "a state hash": ("canonical.json", ("messages", -1, "state_hash"), other),
    "the header": ("links.json", ("header", "json", "edition"), lambda _: "1.3"),
    "an action": ("links.json", ("steps", 1, "action", "seat"), lambda seat: 3 - seat),
    "a step's number": ("links.json", ("steps", 7, "step"), lambda n: n + 1),
    "a step's state hash": ("links.json", ("steps", 0, "state_hash"), other),
    "a link": ("links.json", ("steps", 9, "link"), other),
    "the last link": ("links.json", ("last_link",), other),
    "the kind of a file": ("links.json", ("vectors",), lambda _: "chains"),
    "a pack's digest": ("packs.json", ("packs", 0, "digest"), other),
    "a word of a pack": ("packs.json", ("packs", -1, "said", "pack", "game"), lambda game: game + "s"),
    "all messages": ("canonical.json", ("messages",), lambda _: []),
}


@pytest.mark.parametrize("what", ALTERED)
def test_altered_vectors_are_found(node: Program, tmp_path: Path, what: str) -> None:
    """Whatever is altered in the vectors, the other language says that it does not come out."""
    name, path, alter = ALTERED[what]
    vectors = json.loads((conformance.FOLDER / name).read_text(encoding="utf-8"))
    place: Any = vectors
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = alter(place[path[-1]])
    (tmp_path / name).write_text(json.dumps(vectors), encoding="utf-8")
    done = node("conformance.js", tmp_path)
    assert done.returncode == 1, f"{what} was altered, and nothing was found: {done.stdout}"
    assert done.stderr
    assert not done.stdout


def test_empty_folder_is_no_success(node: Program, tmp_path: Path) -> None:
    """Where there is nothing to check, nothing is reported as checked."""
    assert node("conformance.js", tmp_path).returncode == 1


# Requests are among them because only they have `optional` fields.
ANY = [
    record_pb2.Header,
    wars3x3_action_pb2.Action,
    wars3x3_state_pb2.State,
    referee_pb2.StreamReplayStepsRequest,
    report_pb2.Report,
]


@given(batch=st.lists(st.one_of([any_message(kind.DESCRIPTOR) for kind in ANY]), min_size=1, max_size=8))
@settings(WIDE, max_examples=25)
def test_any_message_has_the_same_bytes(
    node: Program, tmp_path_factory: pytest.TempPathFactory, batch: list[Message]
) -> None:
    """Whatever a message holds, both languages give it the same canonical bytes."""
    rows = [
        {
            "about": f"message {at}",
            "type": message.DESCRIPTOR.full_name,
            "json": MessageToDict(message, preserving_proto_field_name=True),
            "canonical": conformance.by_schema(message).hex(),
        }
        for at, message in enumerate(batch)
    ]
    folder = tmp_path_factory.mktemp("vectors")
    vectors = {"vectors": "canonical", "scheme": "canon-1", "messages": rows}
    (folder / "any.json").write_text(json.dumps(vectors), encoding="utf-8")
    done = node("conformance.js", folder)
    assert done.returncode == 0, done.stderr


def standing(record: Record) -> int:
    """How many actions of a record stand."""
    replay = Replay(GAMES, record)
    replay.run()
    return replay.replayed


def test_printed_replay_comes_out(node: Program, service: str, tmp_path: Path) -> None:
    """Every hash and link that the service gives for the printed replay comes out in the other language."""
    record = printed()
    done = node("client.js", service, write(tmp_path, record))
    assert (done.returncode, done.stdout) == (0, f"ok {standing(record)} steps\n"), done.stderr
    assert standing(record) > 100


def test_record_that_breaks_a_rule_comes_out_as_far_as_it_stands(node: Program, service: str, tmp_path: Path) -> None:
    """A verdict other than legal changes nothing about the hashes of the steps before it."""
    record = printed("printed-replay-as-printed")
    done = node("client.js", service, write(tmp_path, record))
    assert (done.returncode, done.stdout) == (0, f"ok {standing(record)} steps\n"), done.stderr
    assert 0 < standing(record) < len(record.entries)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_random_games_come_out(node: Program, service: str, tmp_path: Path, game: Game) -> None:
    """No line of the client knows a game: every hash of random games of each comes out all the same, drawn from a seed
    and with their outcomes written down."""
    for seed in seeds(2):
        with told(seed):
            seeded = play(game, seed)
            for record in (seeded, recorded(seeded)):
                done = node("client.js", service, write(tmp_path, record))
                assert (done.returncode, done.stdout) == (0, f"ok {len(record.entries)} steps\n"), done.stderr


def test_a_record_comes_out_with_the_pack_it_brings(node: Program, service: str, tmp_path: Path) -> None:
    """A pack file that the server does not have is sent along, and the facts of the header are hashed."""
    wars = GAMES["wars3x3"]
    record, pack = write(tmp_path, filled_in(wars, "beginner", 1)), tmp_path / "texts.toml"
    pack.write_bytes(texts_from(wars).data)
    refused = node("client.js", service, record)
    assert refused.stderr.startswith("FAILED_PRECONDITION: record.header.pack.id: no pack “texts” here")
    done = node("client.js", service, record, pack)
    assert (done.returncode, done.stdout.split()[0]) == (0, "ok"), done.stderr


def test_refused_request_is_told(node: Program, service: str, tmp_path: Path) -> None:
    """A record that cannot be judged at all is no success: the client tells the service's words."""
    path = tmp_path / "record.bin"
    path.write_bytes(record_pb2.Record().SerializeToString())
    done = node("client.js", service, path)
    assert done.returncode == 1
    assert done.stderr.startswith("INVALID_ARGUMENT: ")


def test_unreachable_service_is_told(node: Program, tmp_path: Path) -> None:
    """Where nobody listens, nothing is reported as checked."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        done = node("client.js", f"127.0.0.1:{reserved.getsockname()[1]}", write(tmp_path, printed()))
    assert done.returncode == 1
    assert done.stderr.startswith("UNAVAILABLE: ")


Answer = referee_pb2.StreamReplayStepsResponse
Lie = Callable[[list[Answer]], object]


class Scripted(referee_pb2_grpc.RefereeServiceServicer):
    """Answers truly, but for what a lie makes of the stream."""

    def __init__(self, lie: Lie) -> None:
        self.lie = lie

    def VerifyReplay(self, request: referee_pb2.VerifyReplayRequest, context: Any) -> Any:
        _, report = replayed(request.record)
        return referee_pb2.VerifyReplayResponse(report=report)

    def StreamReplaySteps(self, request: referee_pb2.StreamReplayStepsRequest, context: Any) -> Iterator[Answer]:
        assert request.viewer.eyes == referee_pb2.EYES_REFEREE
        steps, report = replayed(request.record)
        answers = [*(Answer(step=step) for step in steps), Answer(report=report)]
        self.lie(answers)
        yield from answers


def replayed(message: record_pb2.Record) -> tuple[list[report_pb2.ReplayStep], report_pb2.Report]:
    """The true steps of a record, with their states, and the report."""
    replay = Replay(GAMES, record_from_message(message))
    steps: list[report_pb2.ReplayStep] = []

    def watch(step: Step) -> None:
        assert replay.match is not None
        steps.append(
            report_pb2.ReplayStep(
                step=step.number,
                state=state_to_message(replay.game, replay.match.table.state),
                state_hash=step.state_hash,
                link=step.link,
                canonical_action=encode(step.action) if step.action else b"",
            )
        )

    replay.run(watch=watch)
    return steps, report_to_message(replay.report(), replay.game)


def ask_scripted(node: Program, folder: Path, lie: Lie) -> "subprocess.CompletedProcess[str]":
    """What the client says of the printed replay after a server that lies."""
    server = grpc.server(ThreadPoolExecutor(1))
    referee_pb2_grpc.add_RefereeServiceServicer_to_server(Scripted(lie), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        return node("client.js", f"127.0.0.1:{port}", write(folder, printed()))
    finally:
        server.stop(None).wait()


def flipped(data: bytes) -> bytes:
    """The bytes with their last bit turned."""
    return data[:-1] + bytes([data[-1] ^ 1])


def flip(of: Callable[[list[Answer]], Message], name: str) -> Lie:
    """Turns the last bit of a field of some message in the stream."""
    return lambda answers: setattr(of(answers), name, flipped(getattr(of(answers), name)))


def swap(answers: list[Answer]) -> None:
    answers[3], answers[4] = answers[4], answers[3]


def one_action_more(answers: list[Answer]) -> None:
    more = copy.deepcopy(answers[-2])
    more.step.step += 1
    answers.insert(-1, more)


LIES: dict[str, tuple[Lie, str]] = {
    "the first state's hash": (flip(lambda answers: answers[0].step, "state_hash"), "step 0: state_hash: "),
    "the first link": (flip(lambda answers: answers[0].step, "link"), "step 0: link: "),
    "an action": (flip(lambda answers: answers[5].step, "canonical_action"), "step 5: canonical_action: "),
    "no action": (lambda answers: answers[5].step.ClearField("canonical_action"), "step 5: canonical_action: "),
    "a state hash": (flip(lambda answers: answers[7].step, "state_hash"), "step 7: state_hash: "),
    "no state hash": (lambda answers: answers[7].step.ClearField("state_hash"), "step 7: state_hash: "),
    "a link": (flip(lambda answers: answers[9].step, "link"), "step 9: link: "),
    "no link": (lambda answers: answers[9].step.ClearField("link"), "step 9: link: "),
    "a life": (lambda answers: setattr(answers[11].step.state.wars3x3.sides[1], "life", -1), "step 11: state_hash: "),
    "a card more": (lambda answers: answers[12].step.state.wars3x3.deck.append(0), "step 12: state_hash: "),
    "a hand in another order": (
        lambda answers: answers[13].step.state.wars3x3.sides[0].hand.sort(key=lambda card: -card),
        "step 13: state_hash: ",
    ),
    "no ending": (lambda answers: answers[-2].step.state.wars3x3.ClearField("ending"), "state_hash: "),
    "no state": (lambda answers: answers[14].step.ClearField("state"), "step 14: it carries no state"),
    "an empty state": (lambda answers: answers[14].step.state.Clear(), "step 14: it carries no state"),
    "a step left out": (lambda answers: answers.pop(2), "step 2: index: "),
    "a step doubled": (lambda answers: answers.insert(2, answers[2]), "step 3: index: "),
    "two steps swapped": (swap, "step 3: index: "),
    "one action more": (one_action_more, "the record has only "),
    "the last step left out": (lambda answers: answers.pop(-2), "report of StreamReplaySteps: actions_replayed: "),
    "the header's hash": (flip(lambda answers: answers[-1].report, "header_hash"), "StreamReplaySteps: header_hash: "),
    "the last state's hash": (flip(lambda answers: answers[-1].report, "state_hash"), "Steps: state_hash: "),
    "the last link": (flip(lambda answers: answers[-1].report, "last_link"), "StreamReplaySteps: last_link: "),
    "the verdict": (lambda answers: setattr(answers[-1].report, "verdict", report_pb2.VERDICT_ILLEGAL), "two reports"),
    "no report": (lambda answers: answers.pop(), "the stream ends without a report"),
    "two reports": (lambda answers: answers.append(answers[-1]), "the stream goes on after its report"),
    "nothing in an answer": (lambda answers: answers.insert(3, Answer()), "the stream carries neither step nor report"),
    "nothing at all": (lambda answers: answers.clear(), "the stream ends without a report"),
}


@pytest.mark.parametrize("what", LIES)
def test_lies_are_found(node: Program, tmp_path: Path, what: str) -> None:
    """Whatever a server alters, leaves out or adds, the client names the first thing that does not come out."""
    lie, named = LIES[what]
    done = ask_scripted(node, tmp_path, lie)
    assert done.returncode == 1, f"nothing was found: {done.stdout}"
    assert named in done.stderr
    assert len(done.stderr.splitlines()) == 1, "a difference is told in one line"
    assert not done.stdout


def test_truth_is_accepted(node: Program, tmp_path: Path) -> None:
    """The server of the lies, when it does not lie, passes."""
    done = ask_scripted(node, tmp_path, lambda _: None)
    assert (done.returncode, done.stdout) == (0, f"ok {standing(printed())} steps\n"), done.stderr
