"""The web server's configuration, for `make run` and the service. Workers share everything loaded before they are
forked."""

import os
import sys
from typing import Any

from django.conf import settings

from lexicon.forking import load_what_is_shared

wsgi_app = "lexicon.wsgi"
preload_app = True
threads = 4
SILENCE = 10  # seconds without a byte of a request that has started


def when_ready(server: object) -> None:
    """Load the pages in advance of the first request. In `make run`, say how to sign in, now that the server
    answers."""
    load_what_is_shared()
    if settings.DEBUG and "HONCHO_PROCESS_NAME" in os.environ:
        from games.management.commands.seed_demo import how_to_sign_in

        sys.stdout.write(f"Ready. {how_to_sign_in()}\n")
        sys.stdout.flush()


def pre_request(worker: Any, request: Any) -> None:
    """Give up on a request body that stops arriving, which would occupy a thread for ever."""
    request.unreader.sock.settimeout(SILENCE)
