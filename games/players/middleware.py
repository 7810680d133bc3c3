"""Middleware that finds the player of a request, sets their language and time zone, and notes sightings."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from games.players.models import Player
from games.players.sessions import SessionStore
from games.players.sightings import note_sighting
from games.players.zones import zone_named


class PlayerMiddleware(AuthenticationMiddleware):
    """Replaces Django's own authentication middleware. It takes the player from the query that reads the session,
    instead of making a second one. Without a session, such as for a program, nobody is looked for."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            request.user = AnonymousUser()
            request.session.accessed = True  # the answer varies with the cookie, as if a player had been looked for
        elif isinstance(request.session, SessionStore) and (player := request.session.signed_in()):
            request.user = player


class LanguageMiddleware:
    """Activates the language that a signed-in player has chosen. For everybody else, Django's own middleware has
    already activated the language of the browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            # stays active until the next request, so that the answer's header names it
            translation.activate(request.user.language)
        return self.get_response(request)


class TimeZoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request.user.time_zone if request.user.is_authenticated else "UTC"
        with timezone.override(zone_named(name)):
            return self.get_response(request)


class SightingMiddleware:
    """Notes the browser of a signed-in player once a day, after the response, so that signing in counts, too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        player = request.user
        if isinstance(player, Player) and player.pk is not None and not player.is_guest:
            note_sighting(request, response, player, now=timezone.now())
        return response
