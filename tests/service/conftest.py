"""One server for all the tests that only ask it."""

from collections.abc import Iterator

import grpc
import pytest

from shinpan.v1.referee_pb2_grpc import RefereeServiceStub
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.server import running


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a server with two workers."""
    with running(ServerOptions(workers=2)) as address:
        yield address


@pytest.fixture(scope="session")
def channel(address: str) -> Iterator[grpc.Channel]:
    """A connection to it."""
    with grpc.insecure_channel(address) as channel:
        yield channel


@pytest.fixture(scope="session")
def stub(channel: grpc.Channel) -> RefereeServiceStub:
    """Its methods."""
    return RefereeServiceStub(channel)
