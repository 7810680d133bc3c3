"""The project as an app, so that Django runs its system checks."""

import gc

from django.apps import AppConfig
from django.conf import settings


class LexiconConfig(AppConfig):
    name = "lexicon"
    verbose_name = "Lexicon"

    def ready(self) -> None:
        from games.rules.alphabets import known
        from games.word_lists import added
        from lexicon import checks  # noqa: F401  registers the checks once the settings stand
        from lexicon.logs import follow_tasks

        known.look_before(added.load)
        if settings.LOG_JSON:
            follow_tasks()
        gc.freeze()  # this app is the last: everything loaded by now stays, so garbage collection can skip it
        gc.enable()
