"""A server for the tests that ask one."""

from collections.abc import Iterator

import pytest

from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server."""
    with running(ServerOptions(workers=1)) as address:
        yield address
