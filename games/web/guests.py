"""Guests: who can be one, and what happens to their games when they sign in. `games.players.sessions` lists the
pages open to them."""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games import commands
from games.players.accounts import AccountAdapter
from games.players.forms import ZoneField
from games.players.models import Player
from games.players.sessions import IN_SESSION, guest_of, make_guest
from games.web import pass_and_play
from games.web.asking import reader
from games.web.invited import take_seat


class GuestMiddleware:
    """Recognise a guest on pages open to guests; on other pages they count as signed out and can sign in.

    In a pass-and-play game the reader is the player who has the device now, no matter who is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        if (game_id := pass_and_play.game_at(request)) is not None:
            substitute = pass_and_play.player_holding(request, game_id)
            if substitute is None:
                return pass_and_play.closed(request, game_id)
            request.user = substitute
        elif not request.user.is_authenticated and pass_and_play.is_open_to_guests(request):
            request.user = guest_of(request.session, now=timezone.now()) or request.user
        return self.get_response(request)


class Adapter(AccountAdapter):
    """When somebody signs in, give them the games that they played as a guest in this browser, and the seat that they
    accepted before they had an account. When they confirm a new email address, move the invitations sent to the old
    address to the new one."""

    def post_login(self, request: HttpRequest, user: Player, **more: Any) -> HttpResponse:
        take_over_guest(request, user)
        answer: HttpResponse = super().post_login(request, user, **more)
        return take_seat(request, user) or answer

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm a new email address, and move to it the invitations that were sent to the old one."""
        before = Player.objects.values_list("email", flat=True).get(pk=email_address.user_id)
        is_confirmed: bool = super().confirm_email(request, email_address)
        if is_confirmed:
            confirmed = Player.objects.get(pk=email_address.user_id)
            commands.address_has_changed(player=confirmed, before=before, now=timezone.now())
        return is_confirmed


def player_or_guest(request: HttpRequest) -> Player:
    """Return the player or guest of this session; create a guest if there is none. Raises ImmediateHttpResponse if too
    many guests are being created from one address."""
    if known := reader(request):
        return known
    if not ratelimit.consume(request, action="guest"):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    time_zone = ZoneField().clean(request.POST.get("time_zone", ""))
    return make_guest(request.session, now=timezone.now(), time_zone=time_zone)


def take_over_guest(request: HttpRequest, player: Player) -> None:
    guest = guest_of(request.session, now=timezone.now())
    if guest is not None:
        commands.take_over(guest=guest, player=player, now=timezone.now())
    request.session.pop(IN_SESSION, None)
