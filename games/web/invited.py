"""Accept an invitation sent to an address without an account: a code sent to that address creates the account and takes
the seat. An invitation can be forwarded, so its link alone proves nothing."""

from allauth.account.forms import SignupForm
from allauth.account.internal.flows.signup import complete_signup
from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from games import commands
from games.players.accounts import holder_of
from games.players.models import Invitation, Player
from games.players.tokens import invitation_of
from games.rules.values import OrderRefused
from games.store import NoSuchGame
from games.web.asking import number_in
from games.web.sent_back import Sent, keep
from games.wording import speak

IN_SESSION = "accepted before signing up"


def send_code(request: HttpRequest, found: Invitation) -> HttpResponse:
    """Sign up with the invited address and the posted name, and redirect to the page that asks for the code. The answer
    waits in the session."""
    if not ratelimit.consume(request, action="signup"):
        limited: HttpResponse = ratelimit.respond_429(request)
        return limited
    form = SignupForm({**request.POST.dict(), "email": found.email})
    form.full_clean()  # the view has checked the name
    player, answer = form.try_save(request)
    answer = answer or complete_signup(request, user=player, redirect_url=request.path)
    given = {name: request.POST.get(name, "") for name in ("cut", "seat")}
    request.session[IN_SESSION] = {"at": request.path, **given}
    result: HttpResponse = answer
    return result


def take_seat(request: HttpRequest, player: Player) -> HttpResponse | None:
    """Carry out the answer that waited for a code, now that its player is signed in; None if there is none."""
    given = request.session.pop(IN_SESSION, None)
    found = invitation_of(given["at"].rstrip("/").rpartition("/")[2]) if given else None
    if found is None or holder_of(found.email) != player:
        return None
    try:
        accepted = commands.accept_invitation(
            invitation_id=found.pk,
            name=player.name,
            cut=given["cut"].strip(),
            tiles_by_email=False,
            seat=number_in(given["seat"]),
            now=timezone.now(),
        )
    except NoSuchGame:
        return None
    except OrderRefused as refused:
        tried = {name: [given[name]] for name in ("cut", "seat")}
        keep(request, given["at"], Sent(form="", given=tried, why=speak(refused.why, ())))
        return redirect(given["at"])
    return redirect("game", accepted.game_id)
