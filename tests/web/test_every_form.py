"""Every URL that takes a form answers a bad one with a redirect, so that reloading the next page sends nothing
again."""

import re

import pytest
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from games import commands, queries
from games.commands import clubs
from games.players.models import Club, Invitation, InvitationLink
from games.players.tokens import token_of, token_of_substitution
from notifications import tokens
from notifications.models import InboundMail, LocalMail, MailKind, Message
from tests.substitutes import acquainted, ask_substitute
from tests.tables import make_table, start
from tests.tournaments.rows import tournament
from tests.web.test_tile_sets import saved

__all__ = ["saved"]
pytestmark = pytest.mark.django_db

OTHERS = {
    "accounts/": "the pages of allauth, which show a refused form at once",
    "admin/": "the admin, which does so too",
    "api/": "no pages: programs ask",
    "tournaments/<int:tournament_id>/run/": "directors' pages, which show a refused form at once",
    "clubs/<int:club_id>/tournaments/new/": "a form of theirs",
    "anymail/": "no pages: providers report",
}
BY_ONE_CLICK = {  # RFC 8058: a mail program posts, and follows no redirect
    "mail/<str:token>/",
    "mail/<str:token>/invitations/",
    "mail/<str:token>/puzzles/",
    "mail/<str:token>/today/",
    "mail/<str:token>/tournaments/",
    "mail/<str:token>/webhook/",
    "settings/notifications/channels/off/",
}
BY_SCRIPT = {
    "profile/channels/off/",
    "profile/channels/renewed/",
    "settings/notifications/channels/renewed/",
    "games/<int:game_id>/try/",
    "daily/<slug:kind>/try/",
    "play/<slug:kind>/try/",
}  # answered with a part of the page
ON_ITS_DEVICE = {"games/<int:game_id>/around/"}  # known only to the browser that dealt the game
BAD = {
    "new_game": {"kind": "crossing", "do": "make", "seats": "77", "invite": "nowhere"},
    "tile_sets": {"do": "save", "name": "?"},
    "tile_set": {"do": "save", "name": "?"},
    "preset": {"do": "rename", "name": ""},
    "lobby": {"do": "invite", "email": "nowhere"},
    "account": {"name": ""},
    "vacation": {"do": "vacation", "first": "yesterday"},
    "api_and_devices": {"do": "token", "name": ""},
    "order": {"verb": "JAYWALK", "field-0": ["A", "Q"], "sure": "yes"},
    "layout": {"do": "submit", "layout": "Z?"},
    "drafts": {"do": "keep", "layout": "hello there"},
    "say": {"text": "x" * 501},
    "note": {"note": "y" * 2001},
    "mute": {"mute": "0"},
    "tiles_by_email": {"on": "perhaps"},
    "tournament_act": {"do": "enter"},
    "daily_of": {"day": "2026-11-20"},
    "mail_choices": {"do": "hours", "quiet_from": "evening"},
    "channels": {"do": "webhook", "sort": "json", "address": "nowhere"},
    "game_mail_choices": {"asked": "perhaps"},
    "invitation": {"answer": "join", "name": "<script>"},
    "substitute": {"do": "ask", "to": "nobody"},
    "substitutes": {"do": "ask", "last": "tomorrow"},
    "substitution": {"do": "accept"},
    "by_link": {"cut": "x" * 400},
    "club": {"do": "change", "name": ""},
    "report_talk": {"why": "rude"},
    "report_name": {"why": ""},
    "decisions": {"report": "7", "appeal": ""},
    "player": {"do": "note", "note": "x" * 5000},
}


def ended_substitution(game_id, anna, dmitri, *, now):
    """Return a substitute request that Anna has made and withdrawn."""
    acquainted(anna, dmitri, now=now)
    substitution = ask_substitute(game_id, anna, now=now)
    commands.end_substitution(substitution_id=substitution.pk, player=anna, now=now)
    return substitution


def routes(resolver, before=""):
    for one in resolver.url_patterns:
        at = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one, at)
        elif not at.lstrip("^").startswith((*OTHERS, "(?:accounts")):
            yield at, one


def test_every_invalid_form_is_answered_with_a_redirect(anna, boris, chloe, dmitri, saved, browser_of, settings):
    settings.DEBUG = True  # for the mailbox
    now = timezone.now()
    lobby_id, game_id = make_table(anna, seats=2, invite=["emil@example.org"], now=now), start(anna, boris, now=now)
    commands.make_link(game_id=lobby_id, player=anna, now=now)
    preset = commands.save_preset_of_game(player=anna, game_id=game_id, name="Mine", now=now)
    club_id = clubs.found_club(player=anna, name="Ours", about="", is_public=True, now=now)
    clubs.make_club_link(club_id=club_id, player=anna, now=now)
    of_a_club = tournament(
        club_id=club_id, is_for_members=True, clubs_link="secret", clubs_link_made_at=now, phase="entries"
    )
    held = InboundMail.objects.create(received_at=now, source="test", link="held", raw=b"", size=0)
    sent = Message.objects.create(made_at=now, player=anna, game_id=game_id, link="sent", kind=MailKind.TURN)
    mail = LocalMail.objects.create(address=anna.email, received_at=now, raw=b"")
    own = {
        "player": [boris.pk],
        "report_name": [boris.pk],
        "report_place": ["club", club_id],
        "club": [club_id],
        "join_club": [Club.objects.get().link],
        "tile_set": [saved.pk],
        "preset": [preset.pk],
        "lobby": [lobby_id],
        "invitation": [token_of(Invitation.objects.get())],
        "by_link": [InvitationLink.objects.get().link],
        "substitution": [token_of_substitution(ended_substitution(game_id, anna, dmitri, now=now).link)],
        "held": [tokens.sign("held", held.link)],
        "leaked": [tokens.sign("leaked", sent.link)],
        "tournament_act": [tournament().pk],
        "take_part": [of_a_club.clubs_link],
        "mailbox_mail": [mail.pk],
        "daily_of": [next(iter(queries.puzzle_kinds())).key],
        "confirm": [game_id, "green"],
    }
    posted = set()
    for at, route in routes(get_resolver()):
        if at in BY_ONE_CLICK | BY_SCRIPT | ON_ITS_DEVICE:
            continue
        usual = [game_id if part == "game_id" else 1 if "int" in at else "x" for part in route.pattern.converters]
        address = "/" + re.sub("<[^>]+>", "{}", at).format(*own.get(route.name, usual))
        client = browser_of(None if route.name == "invitation" else chloe if route.name == "by_link" else anna)
        answer = client.post(address, BAD.get(route.name, {}))
        if answer.status_code != 405:
            posted.add(route.name)
            assert answer.status_code in (301, 302), address
    assert set(BAD) <= posted
