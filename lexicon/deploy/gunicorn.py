"""The web server's configuration, for `make run` and the service. Workers share everything loaded before they are
forked: it is excluded from garbage collection, which would take a tenth of a second each time and copy that memory for
each worker."""

import gc
import os
import sys
from typing import Any

from django.conf import settings
from django.urls import get_resolver

wsgi_app = "lexicon.wsgi"
preload_app = True
threads = 4
SILENCE = 10  # seconds without a byte of a request that has started


def when_ready(server: object) -> None:
    """Load the pages in advance of the first request. In `make run`, say how to sign in, now that the server
    answers."""
    get_resolver().url_patterns  # noqa: B018
    gc.collect()
    gc.freeze()
    if settings.DEBUG and "HONCHO_PROCESS_NAME" in os.environ:
        from games.management.commands.seed_demo import how_to_sign_in

        sys.stdout.write(f"Ready. {how_to_sign_in()}\n")
        sys.stdout.flush()


def pre_request(worker: Any, request: Any) -> None:
    """Give up on a request body that stops arriving, which would occupy a thread for ever."""
    request.unreader.sock.settimeout(SILENCE)
