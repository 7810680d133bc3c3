"""The web server, as `make run` and the service start it. All that is loaded before the workers are forked stays theirs together:
no collection of garbage looks at it again, which would take a tenth of a second each time and copy its memory for each of them."""

import gc
import os
import sys
from typing import Any

from django.conf import settings
from django.urls import get_resolver

wsgi_app = "lexicon.wsgi"
preload_app = True
threads = 4
SILENCE = 10  # seconds without a byte of a request that has begun


def when_ready(server: object) -> None:
    """Load the pages, too, which the first request would. In `make run`, say how to sign in, now that somebody answers."""
    get_resolver().url_patterns  # noqa: B018
    gc.collect()
    gc.freeze()
    if settings.DEBUG and "HONCHO_PROCESS_NAME" in os.environ:
        from games.management.commands.seed_demo import how_to_sign_in

        sys.stdout.write(f"Ready. {how_to_sign_in()}\n")
        sys.stdout.flush()


def pre_request(worker: Any, request: Any) -> None:
    """Give up on a body that stops coming, which would hold a thread for ever."""
    request.unreader.sock.settimeout(SILENCE)
