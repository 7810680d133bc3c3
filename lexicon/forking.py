"""Loads what the processes of a server share: anything loaded before the fork takes up memory only once."""

import gc

from celery import current_app
from django.conf import settings
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.urls import get_resolver
from django.utils import translation


def load_what_is_shared() -> None:
    """Load the pages and the languages, and exclude everything loaded so far from garbage collection, which would take
    a tenth of a second each time and make each process copy that memory."""
    get_resolver().url_patterns  # noqa: B018
    current_app.connection_for_write().transport  # noqa: B018
    MigrationLoader(None)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("Games")
    connections.close_all()
    gc.collect()
    gc.freeze()
