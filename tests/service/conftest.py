"""A site of each way to run one, built once for all that is tried on it."""

import sys

import pytest

from tests.service.servers import Servers
from tests.service.sites import embedded, for_many


@pytest.fixture(scope="session", params=[embedded, for_many], ids=lambda build: build.__name__)
def running(request):
    """A site that has been set up and started, and the servers it runs on."""
    servers = Servers()
    try:
        site = request.param(servers)
        site.start()
        yield site, servers
    finally:
        sys.stderr.write(servers.logs())
        servers.stop()


@pytest.fixture
def site(running):
    site, servers = running
    yield site
    sys.stderr.write(servers.logs())
