"""The WSGI entry point of the web application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")

application = get_wsgi_application()
