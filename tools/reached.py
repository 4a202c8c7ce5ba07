"""A plugin of pytest for `delete_rules.py`: which tests reach which rules, or only some tests in the order given."""

import json
import signal
import time
from collections.abc import Generator
from pathlib import Path

import pytest

ALLOWED_SECONDS = 10
TIMES_BUSIER = 4
"""A test that takes more of the processor's time than so many seconds, and so many times the usual, has no end."""
FILE = pytest.StashKey[Path]()
"""Where the tests to run are named; if none are, what they reach is written there."""
Tests = list[tuple[float, str, list[int]]]
TESTS = pytest.StashKey[Tests]()
"""What each test took of the processor's time, and which rules it reached."""
LIMITS = pytest.StashKey[dict[str, float]]()
"""How long each test may take that is to run; none if all run."""
_collected: set[int] = set()
"""What was reached before the first test: all of them may rest on it."""
_reached: set[int] = set()


def reach(number: int) -> None:
    """Called by a module that is marked, where a rule is reached."""
    _reached.add(number)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reached", type=Path, required=True, help="a file with a list of tests, to be filled if empty")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FILE] = config.getoption("--reached")
    config.stash[TESTS] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the tests that are named, in that order; a case may be gone with a row of a table."""
    _collected.update(_reached)
    wanted = json.loads(config.stash[FILE].read_text("utf-8"))
    config.stash[LIMITS] = {name: ALLOWED_SECONDS + TIMES_BUSIER * usual for name, usual in wanted}
    if wanted:
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name, _ in wanted if name in found]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    _reached.clear()
    signal.setitimer(signal.ITIMER_PROF, item.config.stash[LIMITS].get(item.nodeid, 0))
    begun = time.process_time()
    answer = yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    item.config.stash[TESTS].append((time.process_time() - begun, item.nodeid, sorted(_reached | _collected)))
    return answer


def pytest_sessionfinish(session: pytest.Session) -> None:
    file, tests = session.config.stash[FILE], session.config.stash[TESTS]
    if not json.loads(file.read_text("utf-8")):
        file.write_text(json.dumps(sorted(tests)), "utf-8")
