"""The layers of the house: who may import whom, and that each wrong import is found wherever it is written."""

from pathlib import Path

import pytest

from .layers import Graph, crossings, cycle, games_apart, graph, sources, upward

ROOT = Path(__file__).parents[1]
GAMES = "shinpan_engine.games"
LIBRARIES = ("google", "grpc", "grpc_health", "grpc_reflection", "grpc_status")
FOREIGN = (*LIBRARIES, "shinpan", "shinpan_service")
"""What belongs to the service: its libraries, its messages, itself."""
RECORD_LAYERS = [
    {"limits"},
    {"corrections", "packs", "plain_files", "viewing", "words"},
    {"json_text"},
    {"json_record"},
    {"story", "transcript"},
    {"comparing", "loading", "questions", "repair"},
    {"page"},
]
"""What works on records without the wire, from below: each may import what is lower, nothing beside or above it."""
LAYERS = [
    {"messages.playing.kept"},
    {
        "messages.told",
        "messages.codec",
        "messages.json_slips",
        "messages.catalog",
        "messages.judged",
        "serving.options",
        "spawning",
    },
    {"messages.records", "messages.inline_packs", "serving.files_open"},
    {"workbench"},
    {"messages.viewing", "messages.wire_errors"},
    {"messages.paging"},
    {"messages.verifying"},
    {"messages.scopes", "messages.server_info"},
    {"messages.judging"},
    {"messages.playing.board"},
    {"messages.playing.answering"},
    {"serving.door.json_form"},
    {"serving.lines"},
    {"serving.stops", "serving.memory", "serving.connections", "serving.listening", "serving.door.context"},
    {"serving.workers"},
    {"serving.arrivals", "serving.answers", "serving.operating.calls"},
    {"serving.operating.logs", "serving.operating.info", "serving.operating.metrics", "serving.operating.health"},
    {"serving.operating.besides"},
    {"serving.operating.scrapes"},
    {"serving.idle", "serving.security"},
    {"serving.pool"},
    {"serving.batches", "serving.playing.game"},
    {"serving.playing.games"},
    {"serving.desk"},
    {"serving.door.exchange", "serving.door.guarded", "serving.door.replies"},
    {"serving.door.listening"},
    {"serving.door.app"},
    {"serving.operating.reload", "serving.door.opening"},
    {"serving.server"},
    {"client"},
    {"corpora"},
    {"service_bench", "pytest_plugin"},
    {"cli"},
    {"__main__"},
]
"""The service from below, likewise."""
RECORDS = ("coverage", "goldens", "perft", "players", "simulation")
PLAIN = [f"workbench.{name}" for name in (*RECORDS, "pack_trial")]
"""What the service has besides that works on records of the engine and knows no message."""
CALLING = {
    "messages.wire_errors",
    "serving.desk",
    "serving.listening",
    "serving.operating.besides",
    "serving.operating.health",
    "serving.security.guard",
    "serving.server",
    "client",
    "cli.referees",
}
"""Where the service knows that its answers travel by gRPC."""

ENGINE = sources(ROOT / "engine", "shinpan_engine")
RECORD = sources(ROOT / "service", "shinpan_records")
SERVICE = sources(ROOT / "service", "shinpan_service")


def test_nothing_is_imported_in_a_circle() -> None:
    """No module imports one that imports it again, however far round and however late."""
    assert cycle(graph(ENGINE)) == []
    assert cycle(graph(RECORD)) == []
    assert cycle(graph(SERVICE)) == []


def test_games_do_not_know_each_other() -> None:
    """No game imports another one, and none the registry of all."""
    assert games_apart(graph(ENGINE), GAMES) == []


def test_the_kernel_knows_no_game() -> None:
    """What all games share imports none of them."""
    assert crossings(graph(ENGINE), "shinpan_engine.kernel", GAMES) == []


def test_the_engine_knows_no_service() -> None:
    """The engine imports nothing of records or service, no message and no gRPC."""
    assert crossings(graph(ENGINE), "shinpan_engine", "shinpan_records", *FOREIGN) == []


def test_records_know_no_service() -> None:
    """Transcripts, words and repair import nothing of the service, no message and no gRPC."""
    assert crossings(graph(RECORD), "shinpan_records", *FOREIGN) == []


def test_the_service_has_layers() -> None:
    """Every module of records and service has its layer and imports lower ones only."""
    assert upward(graph(RECORD), "shinpan_records", RECORD_LAYERS) == []
    assert upward(graph(SERVICE), "shinpan_service", LAYERS) == []


def test_the_service_knows_no_single_game() -> None:
    """Of the games records and service import only the registry."""
    games = {module.split("/")[2] for module in ENGINE if module.count("/") > 2 and "/games/" in module}
    for tree, package in ((RECORD, "shinpan_records"), (SERVICE, "shinpan_service")):
        assert crossings(graph(tree), package, *(f"{GAMES}.{game}" for game in games)) == []


def test_the_workbench_reads_records_without_messages() -> None:
    """Goldens and what else works on the engine's records know neither protobuf nor gRPC."""
    known = graph(SERVICE)
    assert [
        line for plain in PLAIN for line in crossings(known, f"shinpan_service.{plain}", *LIBRARIES, "shinpan")
    ] == []


def test_grpc_stays_at_the_edge() -> None:
    """Only the server, its clients and the table of errors import gRPC."""
    found = crossings(graph(SERVICE), "shinpan_service", "grpc", "grpc_health", "grpc_reflection", "grpc_status")
    assert {line.split(" ")[0].removeprefix("shinpan_service.") for line in found} <= CALLING


WAYS = {
    "absolute": "from {package}.{module} import name",
    "plain": "import {package}.{module}",
    "module": "from {package} import {module}",
    "renamed": "from {package} import {module} as other",
    "lazy": "def later():\n    from {package}.{module} import name",
    "typing": "if TYPE_CHECKING:\n    from {package}.{module} import name",
    "class": "class A:\n    import {package}.{module}",
    "called": "importlib.import_module('{package}.{module}')",
}
ways = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def planted(tree: dict[str, str], path: str, text: str) -> Graph:
    """The imports of a source tree in which a module says one thing more."""
    return graph({**tree, path: f"{tree.get(path, '')}\n{text}\n"})


@ways
def test_a_circle_is_seen(way: str) -> None:
    """A module that imports back is found, and so is one of the records."""
    back = way.format(package="shinpan_engine.kernel.judging", module="referee")
    assert cycle(planted(ENGINE, "shinpan_engine/kernel/play/decisions.py", back))
    back = way.format(package="shinpan_records.transcript", module="importing")
    assert cycle(planted(RECORD, "shinpan_records/transcript/grammar.py", back))


@ways
def test_a_game_that_knows_another_is_seen(way: str) -> None:
    """A game that imports another one or the registry is found, in its folder and in rooms below it."""
    for module in ("wars3x3", "registry"):
        text = way.format(package=GAMES, module=module)
        assert games_apart(planted(ENGINE, "shinpan_engine/games/anoare/chapters/turn.py", text), GAMES)
        assert games_apart(planted(ENGINE, "shinpan_engine/games/anoare/chapters/new.py", text), GAMES)


@ways
def test_a_kernel_that_knows_a_game_is_seen(way: str) -> None:
    """A module of the kernel that imports a game is found."""
    text = way.format(package=f"{GAMES}.drive", module="state")
    assert crossings(planted(ENGINE, "shinpan_engine/kernel/game.py", text), "shinpan_engine.kernel", GAMES)


@ways
@pytest.mark.parametrize(
    ("package", "module"), [("shinpan_service.messages", "codec"), ("shinpan.v1", "record_pb2"), ("google", "protobuf")]
)
def test_an_engine_that_knows_the_service_is_seen(way: str, package: str, module: str) -> None:
    """A rule that imports the service or a message is found."""
    text = way.format(package=package, module=module)
    assert crossings(planted(ENGINE, "shinpan_engine/games/drive/chapters/turn.py", text), "shinpan_engine", *FOREIGN)


@ways
def test_an_upward_import_of_the_service_is_seen(way: str) -> None:
    """What reaches above its layer is found, and so is a module without one."""
    up = way.format(package="shinpan_service.serving", module="server")
    found = upward(planted(SERVICE, "shinpan_service/messages/records.py", up), "shinpan_service", LAYERS)
    assert found == ["shinpan_service.messages.records imports shinpan_service.serving.server"]
    for name in ("novel", "serving.novel"):
        new = planted(SERVICE, f"shinpan_service/{name.replace('.', '/')}.py", "")
        assert upward(new, "shinpan_service", LAYERS) == [f"shinpan_service.{name} has no layer"]


@ways
def test_a_transcript_that_knows_messages_is_seen(way: str) -> None:
    """A transcript module that imports a message is found."""
    text = way.format(package="shinpan.v1", module="record_pb2")
    known = planted(RECORD, "shinpan_records/transcript/reading.py", text)
    assert crossings(known, "shinpan_records", *FOREIGN)


ANOARE = "shinpan_engine/games/anoare"


@pytest.mark.parametrize(
    ("path", "text", "meant"),
    [
        (
            "shinpan_engine/games/anoare/chapters/turn.py",
            "from ...drive.table import state",
            f"{GAMES}.drive.table.state",
        ),
        (f"{ANOARE}/__init__.py", "from ..drive.table import state", f"{GAMES}.drive.table.state"),
        (f"{ANOARE}/chapters/turn.py", "from ... import drive", f"{GAMES}.drive"),
        (
            "shinpan_engine/games/anoare/chapters/new.py",
            "from ...drive.table.state import State",
            f"{GAMES}.drive.table.state",
        ),
        (f"{ANOARE}/chapters/turn.py", "def f():\n    from ...drive import GAME", f"{GAMES}.drive"),
    ],
)
def test_relative_imports_are_followed(path: str, text: str, meant: str) -> None:
    """A relative import leads where Python would find it, from a module, a package and a room below."""
    known = planted(ENGINE, path, text)
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    assert meant in known[name]
    assert games_apart(known, GAMES) == [f"{name} imports {meant}"]
