"""The pages around the games: start page, new game, lobby, invitations, the player's own page, rules, errors."""

import re
from dataclasses import asdict
from datetime import date, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.module_loading import import_string

from games.models import Game, Seat
from games.players.accounts import account_of
from games.players.models import ApiToken, Invitation, NeverInvited, Player
from games.players.names import name_for_address
from games.players.tokens import MOST_TOKENS, TOKENS_A_DAY, make_token, revoke, token_of, token_with
from games.rules import registry
from games.rules.crossing.options import PACES, Options
from games.rules.options import read_options, schema
from games.rules.values import OrderRefused
from games.tasks import make_puzzles
from games.web.forms import NewGameForm
from games.web.option_forms import SpanField, span
from notifications import tokens
from tests.codes import confirm_address, latest_code
from tests.positions import just_now
from tests.tables import make_table, start

pytestmark = pytest.mark.django_db

A_GAME = {"do": "make", "seats": "2", "preset": "daily", "word_list": "open"}


@pytest.fixture
def invitation(anna):
    """An invitation to emil@example.org, who has no account."""
    make_table(anna, seats=2, listed=False, invite=["emil@example.org"], now=just_now())
    return Invitation.objects.get()


def link(invitation):
    return f"/invitations/{token_of(invitation)}/"


def test_the_front_page_explains_the_site_to_visitors(browser_of):
    make_puzzles()
    page = browser_of().get("/").text
    assert "Word games you play when you have a minute" in page
    assert (
        page.index("Today’s puzzle")
        < page.index("Play a robot")
        < page.index("Play a friend")
        < page.index("Six games")
    )


def test_a_quiet_front_page_claims_no_activity(anna, browser_of):
    page = browser_of().get("/").text
    assert "Yesterday:" not in page
    assert "is looking for players" not in page
    make_table(anna, seats=3, listed=True, now=just_now())
    assert "Anna is looking for players" in browser_of().get("/").text


def test_a_player_first_sees_games_that_need_a_move(anna, boris, browser_of):
    start(anna, boris, now=just_now())
    page = browser_of(anna).get("/").text
    assert "Your move" in page
    assert "A tile is face down" in page


def test_next_game_opens_a_waiting_game(anna, boris, browser_of):
    client = browser_of(anna)
    assert client.get("/next/")["Location"] == "/"
    game_id = start(anna, boris, now=just_now())
    assert client.get("/next/")["Location"] == f"/games/{game_id}/"


@pytest.mark.parametrize("address", ["/", "/rules/", "/accounts/login/", "/nowhere/"])
def test_every_page_has_a_strict_content_policy(address, browser_of):
    answer = browser_of().get(address)
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["Referrer-Policy"] == "no-referrer"
    assert " style=" not in answer.text
    assert "<script>" not in answer.text


def test_a_forged_form_gets_a_readable_error(anna):
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/games/new/", A_GAME)
    assert answer.status_code == 403
    assert "This page has expired" in answer.text


def test_the_form_creates_a_game(anna, browser_of):
    answer = browser_of(anna).post(
        "/games/new/",
        {
            **A_GAME,
            "preset": "live",
            "option_leeway": "10 min",
            "option_jaywalk": "nobody",
            "invite": "boris@example.org, chloe@example.org",
        },
    )
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.pk}/"
    chosen = {**PACES["live"], "leeway": 600, "jaywalk": "nobody"}
    assert asdict(read_options(Options, game.options)) == {**asdict(Options()), **chosen}
    assert not game.listed
    assert game.invitations.count() == 2


@pytest.mark.parametrize("kind", registry.KINDS.values(), ids=registry.KINDS)
def test_the_form_asks_for_every_option_that_leaves_a_choice(db, kind):
    offered = {line.name for group in NewGameForm(kind=kind).groups({}) for line in group.lines}
    assert offered == {name for name, option in schema(kind.options_type).items() if option.leaves_a_choice}


def test_a_set_up_we_do_not_recommend_shows_a_warning(anna, browser_of):
    page = (
        browser_of(anna)
        .post("/games/new/", {**A_GAME, "do": "set_up", "seats": "5", "option_tile_set": "S98"}, follow=True)
        .text
    )
    assert "We don’t recommend fewer than 8 rounds. This has 4." in page
    assert Game.objects.count() == 0


def test_a_game_that_cannot_be_dealt_is_refused_without_losing_the_form(anna, browser_of):
    answer = browser_of(anna).post(
        "/games/new/",
        {**A_GAME, "seats": "12", "option_starting_tiles": "60", "invite": "boris@example.org"},
        follow=True,
    )
    assert "Deal 10 or fewer, or choose a larger set." in answer.text
    assert "boris@example.org" in answer.text


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("5 min", 300),
        ("12 h", 43200),
        ("4 days", 345600),
        ("1 d 12 h", 129600),
        ("0 s", 0),
        ("0", 0),
        ("none", 0),
        ("", None),
    ],
)
def test_times_are_parsed_as_people_write_them(text, seconds):
    assert SpanField(required=False).clean(text) == seconds


@pytest.mark.parametrize("seconds", [0, 60, 300, 3600, 43200, 86400, 345600])
def test_a_displayed_time_can_be_parsed_again(seconds):
    assert SpanField(required=False).clean(span(seconds)) == seconds


def test_the_lobby_shows_the_commitment_and_deals_when_all_accept(anna, boris, browser_of):
    game_id = make_table(anna, boris, listed=False, now=just_now())
    game = Game.objects.get()
    assert game.commitment in browser_of(anna).get(f"/games/{game_id}/").text
    browser_of(anna).post(f"/games/{game_id}/lobby/", {"do": "agree", "cut": "my lucky 7"})
    assert "You have accepted." in browser_of(anna).get(f"/games/{game_id}/").text
    browser_of(boris).post(f"/games/{game_id}/lobby/", {"do": "agree"})
    game.refresh_from_db()
    assert game.phase == "playing"
    assert Seat.objects.get(number=0).cut == "my lucky 7"


def test_acceptance_can_be_withdrawn(anna, boris, browser_of):
    game_id = make_table(anna, boris, now=just_now())
    for act in ("agree", "take_back"):
        browser_of(anna).post(f"/games/{game_id}/lobby/", {"do": act})
    assert Seat.objects.get(number=0).agreed_at is None


def test_a_refused_cut_stays_in_the_form(anna, boris, browser_of):
    game_id = make_table(anna, boris, now=just_now())
    answer = browser_of(boris).post(f"/games/{game_id}/lobby/", {"do": "agree", "cut": "x" * 41}, follow=True)
    assert "x" * 41 in answer.text


def test_only_the_creator_can_free_a_seat(anna, boris, chloe, browser_of):
    game_id = make_table(anna, boris, chloe, now=just_now())
    for player, is_free in ((boris, False), (anna, True)):
        browser_of(player).post(f"/games/{game_id}/lobby/", {"do": "free", "seat": "2"})
        assert Seat.objects.filter(game=game_id, number=2, player=chloe).exists() != is_free
    assert Seat.objects.count() == 2


def test_anybody_can_join_an_open_game(anna, dmitri, browser_of):
    game_id = make_table(anna, seats=2, listed=True, now=just_now())
    assert "Join this game" in browser_of(dmitri).get(f"/games/{game_id}/").text
    browser_of(dmitri).post(f"/games/{game_id}/lobby/", {"do": "join"})
    assert Seat.objects.filter(player=dmitri).exists()


def test_reading_an_invitation_signs_nobody_in_and_takes_no_seat(invitation, browser_of):
    client = browser_of()
    for _ in range(2):
        assert "Anna wants to play Lexicon Crossing with you" in client.get(link(invitation)).text
    client.head(link(invitation))
    assert "_auth_user_id" not in client.session
    assert Seat.objects.count() == 1
    assert not Player.objects.filter(email="emil@example.org").exists()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "Check in when it suits you, on the site or by email. Twice a day is plenty."),
        (PACES["leisurely"], "Every other day is plenty."),
        (PACES["live"], "The game is over in an evening."),
    ],
)
def test_an_invitation_says_how_often_to_check_in(options, says, anna, browser_of):
    make_table(anna, seats=2, invite=["emil@example.org"], now=just_now(), **options)
    page = browser_of().get(link(Invitation.objects.get())).text
    paces = (
        "Check in when it suits you, on the site or by email. Twice a day is plenty.",
        "Every other day is plenty.",
        "The game is over in an evening.",
    )
    assert [pace for pace in paces if pace in page] == [says]


def test_a_newcomer_can_cut_when_accepting_an_invitation(invitation, browser_of):
    client = browser_of()
    client.post(link(invitation), {"answer": "join", "name": "Emil", "cut": " rose 22 "})
    confirm_address(client)
    assert Seat.objects.get(player__name="Emil").cut == "rose 22"


def test_an_overlong_cut_takes_no_seat_and_stays_in_its_field(invitation, browser_of):
    client = browser_of()
    client.post(link(invitation), {"answer": "join", "name": "Emil", "cut": "r" * 41})
    answer = confirm_address(client, follow=True)
    assert Seat.objects.count() == 1
    assert "A cut can have at most 40 characters and no control characters." in answer.text
    assert "r" * 41 in answer.text


def test_a_button_and_a_code_create_an_account_and_take_the_seat(invitation, browser_of):
    client = browser_of()
    client.post(link(invitation), {"answer": "join", "name": "Emil", "time_zone": "Europe/Zurich"})
    answer = confirm_address(client, follow=True)
    assert answer.redirect_chain == [(f"/games/{invitation.game_id}/", 302)]
    assert Game.objects.get(pk=invitation.game_id).phase == "playing"  # its creator accepted by creating it
    emil = Player.objects.get(email="emil@example.org")
    assert (emil.name, emil.time_zone) == ("Emil", "Europe/Zurich")
    assert client.session["_auth_user_id"] == str(emil.pk)


def test_a_newcomer_cannot_use_the_name_of_another_player_in_the_game(invitation, browser_of):
    answer = browser_of().post(link(invitation), {"answer": "join", "name": "anna"}, follow=True)
    assert "Somebody in this game already has this name." in answer.text
    assert not Player.objects.filter(email="emil@example.org").exists()


def test_an_accepted_invitation_links_its_holder_to_the_game(invitation, browser_of):
    client = browser_of()
    client.post(link(invitation), {"answer": "join", "name": "Emil"})
    confirm_address(client)
    assert client.get(link(invitation)).headers["Location"] == f"/games/{invitation.game_id}/"


def test_an_accepted_invitation_signs_nobody_in_again(invitation, browser_of):
    emils = browser_of()
    emils.post(link(invitation), {"answer": "join", "name": "Emil"})
    confirm_address(emils)
    client = browser_of()
    answer = client.post(link(invitation), {"answer": "join", "name": "Mallory"}, follow=True)
    assert "This invitation has ended" in answer.text
    assert "_auth_user_id" not in client.session


def test_an_invited_player_with_an_account_signs_in_first(anna, boris, browser_of):
    make_table(anna, seats=2, listed=False, invite=["boris@example.org"], now=just_now())
    client = browser_of()
    answer = client.post(link(Invitation.objects.get()), {"answer": "join", "name": "Boris"}, follow=True)
    assert (
        "boris@example.org already has an account. Sign in with a code, and you’ll come back to this page."
        in answer.text
    )
    assert "_auth_user_id" not in client.session
    assert Seat.objects.count() == 1
    browser_of(boris).post(link(Invitation.objects.get()), {"answer": "join"})
    assert Seat.objects.filter(player=boris).exists()


def test_invitation_tokens_are_not_logged(invitation, browser_of, caplog, settings):
    (name,) = settings.LOGGING["handlers"]["console"]["filters"]
    with caplog.filtering(import_string(settings.LOGGING["filters"][name]["()"])()):
        assert browser_of().put(link(invitation)).status_code == 405
    assert "Method Not Allowed (PUT): /invitations/…/" in caplog.text
    assert token_of(invitation) not in caplog.text


@pytest.mark.parametrize(("path", "is_refused"), [("/settings/notifications/", True), ("/admin/login/", False)])
def test_an_oversized_form_is_refused_except_for_uploads(anna, client, path, is_refused):
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(path, {"text": "x" * 300_000})
    assert (answer.status_code == 400) is is_refused


def test_tokens_of_email_links_are_not_logged(anna, boris, browser_of, caplog, settings):
    token = tokens.sign("mute", f"{anna.pk}-{start(anna, boris, now=just_now())}")
    anna.delete()
    (name,) = settings.LOGGING["handlers"]["console"]["filters"]
    with caplog.filtering(import_string(settings.LOGGING["filters"][name]["()"])()):
        assert browser_of().post(f"/mail/{token}/").status_code == 404
    assert "Not Found: /mail/…/" in caplog.text
    assert token not in caplog.text


def test_an_oversized_invitation_form_is_refused(invitation, browser_of):
    assert browser_of().post(link(invitation), {"answer": "x" * 300_000}).status_code == 400


def test_an_invitation_to_a_second_address_joins_with_the_existing_account(invitation, chloe, browser_of):
    for address in (chloe.email, "emil@example.org"):
        EmailAddress.objects.create(user=chloe, email=address, primary=address == chloe.email, verified=True)
    assert browser_of().post(link(invitation), {"answer": "join", "name": "Emil"}, follow=True).status_code == 200
    assert browser_of(chloe).post(link(invitation), {"answer": "join"}).status_code == 302
    assert Seat.objects.filter(game=invitation.game_id, player=chloe).exists()
    assert not Player.objects.filter(email="emil@example.org").exists()


def test_an_invitation_form_asks_again_for_an_invalid_name(invitation, browser_of):
    answer = browser_of().post(link(invitation), {"answer": "join", "name": "<script>"}, follow=True)
    assert "A name can’t contain control characters, invisible characters, or &lt;, &gt; or @." in answer.text
    assert Seat.objects.count() == 1


def test_an_invitation_can_be_declined_for_good(invitation, browser_of):
    answer = browser_of().post(link(invitation), {"answer": "never"}, follow=True)
    assert "You won’t get any more invitations" in answer.text
    assert NeverInvited.objects.count() == 1
    invitation.refresh_from_db()
    assert invitation.declined_at is not None


def test_an_invalid_invitation_token_is_not_found(invitation, browser_of):
    assert browser_of().get(f"/invitations/{invitation.pk}:nonsense/").status_code == 404


def test_only_the_current_time_zone_is_listed_unless_all_are_requested(anna, browser_of):
    Player.objects.filter(pk=anna.pk).update(time_zone="Europe/Zurich")
    client = browser_of(anna)
    few, every = client.get("/settings/account/").text, client.get("/settings/account/?zones=all").text
    assert re.findall(r'<option value="([^"]+/[^"]+)"', few) == ["Europe/Zurich"]
    assert 'href="?zones=all#id_time_zone"' in few
    assert '<option value="Europe/Zurich" selected>' in every
    assert '<option value="Africa/Abidjan">' in every
    assert "?zones=all" not in every


def test_name_and_time_zone_can_be_changed(anna, browser_of):
    browser_of(anna).post(
        "/settings/account/", {"do": "save", "name": "Anna K.", "language": "en", "time_zone": "Europe/Zurich"}
    )
    anna.refresh_from_db()
    assert (anna.name, anna.time_zone) == ("Anna K.", "Europe/Zurich")


@pytest.mark.parametrize("name", ["\u202eannA", "\u200b", "An\x85na", "<Anna>"])
def test_a_name_with_forbidden_characters_is_refused(name, anna, browser_of):
    hiding = {"do": "save", "name": name, "language": "en", "time_zone": "UTC"}
    assert "errorlist" in browser_of(anna).post("/settings/account/", hiding, follow=True).text
    anna.refresh_from_db()
    assert anna.name == "Anna"


@pytest.mark.parametrize("number", ["\u00b2", "9" * 5000, "-1", "1.5", ""])
def test_a_token_or_seat_that_is_not_a_number_is_a_bad_request(number, anna, boris, browser_of):
    lobby = make_table(anna, boris, now=just_now())
    client = browser_of(anna)
    assert client.post("/settings/api/", {"do": "revoke", "token": number}).status_code == 400
    assert client.post(f"/games/{lobby}/lobby/", {"do": "free", "seat": number}).status_code == 400


def test_a_turn_of_five_thousand_digits_is_ignored(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now())
    page = browser_of(anna).post(f"/games/{game_id}/order/", {"verb": "GREEN", "turn": "9" * 5000}, follow=True)
    assert "Lay every tile before you ask for a light." in page.text


def next_january(days):
    """Return this many days of next year, from 1 January, as form fields."""
    year = timezone.localdate().year + 1
    return {"first": date(year, 1, 1), "last": date(year, 1, days)}


@pytest.mark.parametrize("last", ["9999-12-31", "9998-12-31"])
def test_a_vacation_at_the_end_of_the_calendar_is_refused(last, anna, browser_of):
    answer = browser_of(anna).post(
        "/settings/vacation/", {"do": "vacation", **next_january(1), "last": last}, follow=True
    )
    assert "That is more than 10 years away. Choose an earlier day." in answer.text


def test_an_api_token_is_shown_once_and_can_be_revoked(anna, boris, browser_of):
    client = browser_of(anna)
    page = client.post("/settings/api/", {"do": "token", "name": "my script", "scope": "read"}, follow=True).text
    secret = page.split("<pre>")[1].split("</pre>")[0]
    token = token_with(secret)
    assert token.player == anna
    assert secret not in client.get("/settings/api/").text
    assert browser_of(boris).post("/settings/api/", {"do": "revoke", "token": token.pk}).status_code == 404
    client.post("/settings/api/", {"do": "revoke", "token": token.pk})
    assert token_with(secret) is None
    assert ApiToken.objects.get().sha256 != secret


def test_a_vacation_over_28_days_is_refused(anna, browser_of):
    answer = browser_of(anna).post("/settings/vacation/", {"do": "vacation", **next_january(31)}, follow=True)
    assert "You can have at most 28 days of vacation in any 365 days." in answer.text
    browser_of(anna).post("/settings/vacation/", {"do": "vacation", **next_january(28)})
    assert anna.vacations.count() == 1
    first, last = next_january(28).values()
    says = f"{first:%A} 1 January to {last:%A} 28 January {last.year}"
    assert says in browser_of(anna).get("/settings/vacation/").text


def test_a_missing_page_gets_a_friendly_message(anna, browser_of):
    answer = browser_of(anna).get("/games/4242/")
    assert answer.status_code == 404
    assert "Page not found" in answer.text


def test_a_new_code_can_be_requested_while_signing_up(db, browser_of, mailoutbox, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "confirm_email": "9/10s/key"}
    client = browser_of()
    client.post("/accounts/signup/", {"email": "emil@example.org", "name": "Emil"})
    assert "Send another code" in client.get("/accounts/confirm-email/").text
    client.post("/accounts/confirm-email/", {"action": "resend"})
    first, second = (mail.body.split("\n\n")[1] for mail in mailoutbox)
    assert first != second
    assert client.post("/accounts/confirm-email/", {"code": second})["Location"] == "/"


NOT_SENT = "We couldn’t send you an email"


def test_signing_up_reports_an_email_failure_and_works_later(db, browser_of, mailoutbox, settings):
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = (
        "django.core.mail.backends.smtp.EmailBackend",
        1,
    )  # no server listens there
    client = browser_of()
    refused = client.post("/accounts/signup/", {"email": "emil@example.org", "name": "Emil"})
    assert (refused.status_code, NOT_SENT in refused.text) == (503, True)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()  # a few minutes have passed
    client.post("/accounts/login/", {"login": "emil@example.org"})
    assert client.post("/accounts/login/code/confirm/", {"code": latest_code()})["Location"] == "/"


def test_signing_in_and_changing_address_report_an_email_failure(anna, browser_of, settings):
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 1
    for client, path, given in (
        (browser_of(), "/accounts/login/", {"login": anna.email}),
        (browser_of(), "/accounts/login/", {"login": "nobody@example.org"}),
        (browser_of(anna), "/accounts/email/", {"action_add": "", "email": "anna@example.com"}),
    ):
        refused = client.post(path, given)
        assert (refused.status_code, NOT_SENT in refused.text) == (503, True), path


@pytest.mark.parametrize("ago", [0, 1])
def test_a_vacation_must_be_declared_before_its_first_day(ago, anna, browser_of):
    today = timezone.localdate()
    days = {"first": today - timedelta(days=ago), "last": today + timedelta(days=3)}
    answer = browser_of(anna).post("/settings/vacation/", {"do": "vacation", **days}, follow=True)
    assert "Declare a vacation before it starts. The first day can be tomorrow." in answer.text
    assert not anna.vacations.exists()
    browser_of(anna).post("/settings/vacation/", {"do": "vacation", **days, "first": today + timedelta(days=1)})
    assert anna.vacations.count() == 1


def test_a_vacation_can_be_cancelled_before_it_starts(anna, boris, browser_of):
    client = browser_of(anna)
    client.post("/settings/vacation/", {"do": "vacation", **next_january(28)})
    pk = anna.vacations.get().pk
    assert "Cancel vacation</button>" in client.get("/settings/vacation/").text
    assert browser_of(boris).post("/settings/vacation/", {"do": "withdraw", "vacation": pk}).status_code == 404
    assert (
        "Your vacation has been withdrawn in all your games."
        in client.post("/settings/vacation/", {"do": "withdraw", "vacation": pk}, follow=True).text
    )
    assert not anna.vacations.exists()


def ask_for_address(client, new, mailoutbox):
    """Request another email address; return the path of the link in the email about it."""
    assert client.post("/accounts/email/", {"email": new}).status_code == 302
    return re.search(r"https?://[^/]+(/accounts/email/\S+)", mailoutbox[-1].body)[1]


def test_an_email_address_changes_once_old_and_new_have_confirmed(anna, browser_of, mailoutbox):
    account_of(anna.email, name="Anna")
    client = browser_of(anna)
    assert 'href="/accounts/email/"' in client.get("/settings/account/").text
    link = ask_for_address(client, "anna@new.example", mailoutbox)
    assert mailoutbox[-1].to == ["anna@example.org"]
    assert "anna@new.example" in client.get(link).text
    assert len(mailoutbox) == 1
    assert client.post(link)["Location"] == "/accounts/confirm-email/"
    assert mailoutbox[-1].to == ["anna@new.example"]
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
    client.post("/accounts/confirm-email/", {"code": mailoutbox[-1].body.split("\n\n")[1]})
    anna.refresh_from_db()
    assert anna.email == "anna@new.example"
    assert EmailAddress.objects.get(user=anna).email == "anna@new.example"
    assert client.get(link).status_code == 410
    assert len(mailoutbox) == 2


@pytest.mark.parametrize("action", ["action_add", "action_send", "action_primary", "action_remove"])
def test_a_session_alone_cannot_send_email_to_another_address(action, anna, browser_of, mailoutbox):
    account_of(anna.email, name="Anna")
    client = browser_of(anna)
    client.post("/accounts/email/", {action: "", "email": "anna@new.example"})
    client.post("/accounts/confirm-email/", {"action": "change", "email": "anna@new.example"})
    assert {address for mail in mailoutbox for address in mail.to} == {"anna@example.org"}
    assert EmailAddress.objects.get(user=anna).email == "anna@example.org"


def test_the_link_for_a_new_address_works_unaltered_and_for_its_player_only(anna, boris, browser_of, mailoutbox):
    link = ask_for_address(browser_of(anna), "anna@new.example", mailoutbox)
    for client, address in ((browser_of(boris), link), (browser_of(anna), f"{link[:-1]}x/")):
        assert (
            "This link no longer works. It is valid for 1 day, and only for the account that requested it."
            in client.get(address).text
        )
        assert client.post(address, follow=True).status_code == 410
    assert browser_of().post(link)["Location"].startswith("/accounts/login/")
    assert len(mailoutbox) == 1


def test_a_player_cannot_take_another_players_address(anna, boris, browser_of, mailoutbox):
    client = browser_of(anna)
    link = ask_for_address(client, boris.email, mailoutbox)
    assert client.post(link)["Location"] == "/accounts/confirm-email/"
    assert mailoutbox[-1].to == [boris.email]
    assert "but there already is one." in mailoutbox[-1].body


def test_the_pages_for_a_new_address_have_our_layout_and_no_inline_code(anna, browser_of, mailoutbox):
    client = browser_of(anna)
    link = ask_for_address(client, "anna@new.example", mailoutbox)
    for page in (client.get("/accounts/email/").text, client.get(link).text):
        assert 'href="/accounts/email/"' in page or 'action="/accounts/email/"' in page
        assert " style=" not in page
        assert "<script>" not in page
    answer = client.post("/accounts/email/", {"email": "nowhere"}, follow=True)
    assert "valid email address" in answer.text


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
def test_sign_in_pages_focus_the_first_field(client, path):
    page = client.get(path).text
    assert re.search(r'<input[^>]*name="(login|email)"[^>]*autofocus', page)
    assert page.count("autofocus") == 1


def test_the_code_page_focuses_the_code_field(client):
    client.post("/accounts/signup/", {"email": "emil@example.org", "name": "Emil"})
    assert re.search(r'<input[^>]*name="code"[^>]*autofocus', client.get("/accounts/confirm-email/").text)


def test_a_new_api_token_has_a_copy_button(anna, browser_of):
    answers = {"do": "token", "name": "My program", "scope": "read"}
    page = browser_of(anna).post("/settings/api/", answers, follow=True).text
    (key,) = re.findall(r"<pre>([^<]+)</pre>", page)
    assert f'data-copy="{key}"' in page
    assert "js/share.js" in page


def test_a_player_can_keep_a_time_zone_given_as_an_offset(boris, browser_of):
    Player.objects.filter(pk=boris.pk).update(time_zone="Etc/GMT-2")
    browser = browser_of(boris)
    assert "UTC+2" in browser.get("/settings/account/").text
    kept = {"do": "save", "name": "Boris", "language": "en", "time_zone": "Etc/GMT-2"}
    assert browser.post("/settings/account/", kept).status_code == 302


def test_the_number_of_api_tokens_is_limited(anna, browser_of):
    client, now = browser_of(anna), timezone.now()
    for number in range(MOST_TOKENS):
        make_token(player=anna, name=f"token {number}", scope="read", now=now - timedelta(days=2))
    wanted = {"do": "token", "name": "one more", "scope": "read"}
    answer = client.post("/settings/api/", wanted, follow=True)
    assert "You have 20 API tokens. Revoke one you no longer use first." in answer.text
    assert anna.api_tokens.count() == MOST_TOKENS
    revoke(anna.api_tokens.first(), now=now)
    client.post("/settings/api/", wanted)
    assert anna.api_tokens.filter(name="one more").exists()


def test_revoked_tokens_still_count_towards_the_daily_limit(anna):
    now = timezone.now()
    for number in range(TOKENS_A_DAY):
        make_token(player=anna, name=f"token {number}", scope="read", now=now)
        revoke(anna.api_tokens.get(revoked_at=None), now=now)
    with pytest.raises(OrderRefused, match="You have made 20 API tokens today"):
        make_token(player=anna, name="one more", scope="read", now=now)
    assert make_token(player=anna, name="tomorrow", scope="read", now=now + timedelta(days=1))


def test_a_newcomer_can_join_under_the_suggested_name(invitation, browser_of):
    browser = browser_of()
    assert 'value="Emil"' in browser.get(link(invitation)).text
    browser.post(link(invitation), {"answer": "join", "name": "Emil"})
    confirm_address(browser)
    emil = Player.objects.get(email="emil@example.org")
    assert emil.emailaddress_set.get().verified
    assert browser.get("/you/").status_code == 200


def test_a_reopened_or_forwarded_invitation_signs_nobody_in(invitation, dmitri, browser_of):
    for_emil, emils = {"answer": "join", "name": "Emil"}, browser_of()
    emils.post(link(invitation), for_emil)
    confirm_address(emils)
    again, somebody_else = browser_of(), browser_of(dmitri)
    for browser in (again, somebody_else):
        assert "already been accepted" in browser.get(link(invitation)).text
        browser.post(link(invitation), for_emil)
    assert again.get("/you/").status_code == 302
    assert not dmitri.seats.exists()
    assert Player.objects.filter(email="emil@example.org").count() == 1


def test_a_forwarded_invitation_creates_no_account_without_the_code(invitation, browser_of, mailoutbox):
    mallory, emil = browser_of(), browser_of()
    asked = mallory.post(link(invitation), {"answer": "join", "name": "Mallory"}, follow=True)
    assert "We’ve sent a code to emil@example.org." in asked.text
    assert mailoutbox[-1].to == ["emil@example.org"]
    for code in ("", "WRONG1"):
        mallory.post("/accounts/confirm-email/", {"code": code})
    for page in (f"/games/{invitation.game_id}/", "/you/", "/settings/account/"):
        assert mallory.get(page).status_code in (302, 404)
    assert Seat.objects.count() == 1
    assert not EmailAddress.objects.filter(verified=True).exists()

    emil.post("/accounts/login/", {"login": "emil@example.org"})
    emil.post("/accounts/login/code/confirm/", {"code": latest_code()})
    assert emil.post(link(invitation), {"answer": "join"}).headers["Location"] == f"/games/{invitation.game_id}/"
    assert mallory.get("/you/").status_code == 302


def test_a_forwarded_invitation_does_not_switch_accounts(invitation, dmitri, browser_of, mailoutbox):
    browser = browser_of(dmitri)
    browser.post(link(invitation), {"answer": "join", "name": "Emil"})
    assert browser.session["_auth_user_id"] == str(dmitri.pk)
    assert not mailoutbox
    assert not Player.objects.filter(email="emil@example.org").exists()


def test_a_seat_accepted_before_the_code_cannot_go_to_somebody_else(invitation, dmitri, browser_of):
    account_of(dmitri.email, name="Dmitri")
    browser = browser_of()
    browser.post(link(invitation), {"answer": "join", "name": "Emil"})
    browser.post("/accounts/logout/")
    browser.post("/accounts/login/", {"login": dmitri.email})
    browser.post("/accounts/login/code/confirm/", {"code": latest_code()})
    assert browser.session["_auth_user_id"] == str(dmitri.pk)
    assert Seat.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("chloe.martin@x.org", "Chloe"),
        ("émile_z@x.org", "Émile"),
        ("BORIS7@x.org", "Boris"),
        ("x@x.org", ""),
        ("42@x.org", ""),
    ],
)
def test_the_suggested_name_is_the_first_word_of_the_address(address, name):
    assert name_for_address(address) == name
