"""What all tests share: the ledger of clauses, the order of the folders, and bytecode. A clause that the rules can cite
must be cited by a test that is marked with it, or the mark says more than the test shows.
"""

import os
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.play.match import Match
from shinpan_engine.kernel.play.violations import Violation
from shinpan_service.workbench.coverage import citable

CITED = pytest.StashKey[set[str]]()
"""Clauses that were cited while a test marked with them ran."""

LONGEST_FIRST = ["service", "laws", "corpora", "page", "clients", "attack", "records", "cli", "second_opinion"]
"""The folders whose modules take long: what begins last should be short, or one process works while the others wait."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[CITED] = set()
    if sys.dont_write_bytecode and not hasattr(config, "workerinput"):
        _share_bytecode(config)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: many tests wait for servers, browsers and other processes."""
    return len(os.sched_getaffinity(0)) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the folders in their order."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    """The place of the folder that a test is in."""
    folder = item.nodeid.removeprefix("tests/").partition("/")[0]
    return LONGEST_FIRST.index(folder) if folder in LONGEST_FIRST else len(LONGEST_FIRST)


def _share_bytecode(config: pytest.Config) -> None:
    """Half of what a server's start takes is making bytecode. Where none may be left behind, all processes of this run
    share it in a folder that goes with it."""
    folder = TemporaryDirectory(prefix="shinpan-bytecode-", ignore_cleanup_errors=True)
    config.add_cleanup(folder.cleanup)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = folder.name


@pytest.fixture(autouse=True)
def _ledger(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Writes down which clauses the rules cite while a marked test runs."""
    held = {clause for mark in request.node.iter_markers("clause") for clause in mark.args}
    if not held:
        yield
        return
    consider, cited = Match.consider, request.config.stash[CITED]

    def noting(self: Match, seat: int, act: Any) -> Any:
        answer = consider(self, seat, act)
        if isinstance(answer, Violation):
            cited.update(held.intersection((answer.clause, *answer.also)))
        return answer

    monkeypatch.setattr(Match, "consider", noting)
    yield


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hands a worker's ledger over, or closes the books."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["cited"] = sorted(config.stash[CITED])
    elif _whole_run(config) and session.exitstatus == pytest.ExitCode.OK:
        missing = uncited(config.stash[CITED])
        if missing:
            print("\nclauses that the rules can cite, but that no test marked with them brings up:")
            print("\n".join(f"  {clause}  {place}" for clause, place in missing.items()))
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Takes a worker's ledger over."""
    node.config.stash[CITED].update(getattr(node, "workeroutput", {}).get("cited", []))


def _whole_run(config: pytest.Config) -> bool:
    """Whether nothing was left out: only then the ledger is complete."""
    chosen = config.getoption("keyword") or config.getoption("markexpr") or config.getoption("lf", False)
    return not chosen and config.args == config.getini("testpaths")


def uncited(cited: set[str]) -> dict[str, str]:
    """What some `Violation` in a game's rules can cite and none of its tests did, and where it stands."""
    return {clause: place for game in GAMES.values() for clause, place in citable(game).items() if clause not in cited}
